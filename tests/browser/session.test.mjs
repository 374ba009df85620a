// A whole session under the eyes of the guard, and what the page's security policy rests on.

import assert from "node:assert/strict";
import { SCENARIOS, upload } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { URL_OF_PAGE, eventually, visitTest } from "./support/visit.mjs";

visitTest("in a whole session no request leaves the page's own host, and the console stays free of errors", async ({ page, guard, t }) => {
  await run.openStart(page);
  await page.locator("[data-start-here]").click();
  await run.isAt(page, 0);
  await run.stepTo(page, 8);
  await run.toggle(page, "retry", "ignore_pending_confirm", "ignore_pending_grant");
  await page.keyboard.press("t");
  await page.keyboard.press("t");
  await page.keyboard.press("1");
  await page.keyboard.press("b");
  await page.keyboard.press("g");
  await page.getByRole("dialog", { name: "Glossary" }).getByRole("article").first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: /Help/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-theme-button]").click();
  await page.locator("[data-command=copy]").click();
  await page.keyboard.press("Escape");
  await page.locator("#file").setInputFiles(upload("own.json", SCENARIOS[0]));
  await run.isAt(page, 0, SCENARIOS[0].schedule.length);
  await page.locator("#file").setInputFiles(upload("broken.json", "{"));
  await page.getByRole("alert").waitFor();
  await page.keyboard.press("s");
  await page.locator("[data-scenario]").first().waitFor();
  await page.reload();
  await page.locator("[data-scenario]").first().waitFor();

  await guard.check(page);
  const host = new URL(URL_OF_PAGE).host;
  assert.ok(guard.requests.length > 10, "the guard saw the requests of the page");
  assert.deepEqual([...new Set(guard.requests.map((request) => new URL(request).host))], [host]);
  t.diagnostic(`${guard.requests.length} requests, all to ${host}`);
});

visitTest("links to sources are links only: the page itself reads nothing from them", async ({ page }) => {
  await run.openRun(page, run.FIRST);
  const outside = await page.locator("a[href^='http']").evaluateAll((links) =>
    links.filter((link) => link.host !== location.host).map((link) => ({ href: link.href, rel: link.rel })),
  );
  assert.ok(outside.length > 0);
  for (const { href } of outside) assert.match(href, /^https:/);
  const parts = await page.locator("[src], link[href], object, embed, iframe").evaluateAll((all) =>
    all.map((part) => new URL(part.src ?? part.href ?? part.data, document.baseURI).host),
  );
  assert.deepEqual([...new Set(parts)], [new URL(URL_OF_PAGE).host]);
});

visitTest("the page carries its security policy, and the browser enforces it", { allowed: [/Content Security Policy/] }, async ({ page }) => {
  await run.openRun(page, run.FIRST);
  const policy = await page.locator("meta[http-equiv='Content-Security-Policy' i]").getAttribute("content");
  const rules = new Map(policy.split(";").map((rule) => rule.trim().split(/ (.*)/s)));
  assert.equal(rules.get("default-src"), "'self'");
  assert.equal(rules.get("script-src"), "'self' 'wasm-unsafe-eval'");
  assert.equal(rules.get("object-src"), "'none'");
  assert.equal(rules.get("base-uri"), "'self'");
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);

  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "globalThis.ranInline = true";
    document.head.append(script);
    script.remove();
    return globalThis.ranInline === true;
  });
  assert.equal(ran, false, "an inline script does not run");
});

visitTest("no element of a run page carries an inline style or handler", async ({ page }) => {
  const inline = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .filter((element) => [...element.attributes].some(({ name }) => name === "style" || name.startsWith("on")))
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  await run.openRun(page, run.FIRST);
  for (let step = 0; step <= run.FIRST_STEPS; step += 1) {
    await run.stepTo(page, step);
    assert.deepEqual(await inline(), [], `step ${step}`);
  }
  await run.toggle(page, "escalate");
  await page.keyboard.press("t");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: /Help/ }).waitFor();
  assert.deepEqual(await inline(), []);
  assert.equal(await page.locator("style").count(), 0, "no style element either");
  assert.equal(await page.locator("script:not([src])").count(), 0, "no inline script");
});

visitTest("the guard itself notices an error, an uncaught error and a request to another host", async ({ page, guard }) => {
  await page.goto("about:blank");
  await page.evaluate(async () => {
    console.error("an error");
    setTimeout(() => {
      throw new Error("nobody catches this");
    });
    await fetch("http://127.0.0.1:9/elsewhere").catch(() => {});
  });
  const told = ["console: an error", "uncaught: Error: nobody catches this", "request to another host: http://127.0.0.1:9/elsewhere"];
  await eventually(() => {
    for (const text of told) assert.ok(guard.problems.some((problem) => problem.startsWith(text)), text);
  });
  await assert.rejects(guard.check(page));
  guard.problems.length = 0;
});
