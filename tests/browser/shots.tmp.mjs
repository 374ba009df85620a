import { chromium } from "playwright-core";
import http from "node:http";
const APP="http://127.0.0.1:8521/";
const host = http.createServer((q,r)=>{ r.setHeader("content-type","text/html"); const u=new URL(q.url,"http://x"); r.end(`<!doctype html><meta name=color-scheme content="light dark"><body style="font-family:sans-serif"><p>A postmortem of ours, with the run that matters.</p><script type=module src="${APP}embed.js"></script>${decodeURIComponent(u.searchParams.get("h"))}<p>after</p>`)}).listen(8522);
const b=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--disable-gpu"]});
const cases=process.argv[2]?JSON.parse(process.argv[2]):[["stage",'scenario="flink-40114-own-loss" at="5" from="3" to="8" mode="stage"'],["timeline",'scenario="flink-40114-own-loss" at="5" mode="timeline" from="2" to="7"'],["full",'scenario="flink-40114-own-loss" at="5" mode="full" fix="retry"'],["fullro",'scenario="flink-40114-own-loss" at="8" readonly'],["err",'scenario="nothing-here" mode="stages"']];
for (const scheme of ["light","dark"]) for (const w of [1440,1024,390]) for (const [n,attrs] of cases){
 const c=await b.newContext({viewport:{width:w,height:900},colorScheme:scheme}); const p=await c.newPage();
 p.on("console",m=>console.log(n,m.type(),m.text())); p.on("pageerror",e=>console.log(n,"ERR",e.message));
 await p.goto(`http://127.0.0.1:8522/?h=${encodeURIComponent(encodeURIComponent(`<stepdown-run ${attrs}></stepdown-run>`))}`);
 await p.evaluate(()=>new Promise(r=>{document.querySelector("stepdown-run").addEventListener("stepdown-ready",r);setTimeout(r,4000)}));
 await p.waitForTimeout(500);
 await p.screenshot({path:`/tmp/embshots/${n}-${w}-${scheme}.png`,fullPage:true});
 console.log(n,w,scheme,await p.evaluate(()=>document.querySelector("stepdown-run").shadowRoot.querySelector("iframe").style.height)); await c.close();
}
await b.close(); host.close();
