// The search in a Web Worker and natively, in turns: `cargo xtask bench-web` builds both and calls this.

import { execFileSync } from "node:child_process";
import { start } from "./support/chromium.mjs";

const WORKLOADS = ["two-phase-commit-8", "flink-election", "druid-consul"];
const ROUNDS = 5;

const { STEPDOWN_URL: url, STEPDOWN_NATIVE: native } = process.env;
if (!url || !native) throw new Error("Set STEPDOWN_URL and STEPDOWN_NATIVE, as `cargo xtask bench-web` does.");

/** One search in a fresh worker of a fresh page. */
async function inWorker(browser, workload) {
  const page = await browser.newPage();
  await page.goto(url);
  const run = await page.evaluate(
    (name) =>
      new Promise((done, failed) => {
        const worker = new Worker("worker.js");
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = ({ message }) => failed(new Error(message));
        worker.postMessage(name);
      }),
    workload,
  );
  await page.close();
  return run;
}

function natively(workload) {
  const [states, seconds] = execFileSync(native, [workload], { encoding: "utf8" }).split(" ").map(Number);
  return { states, seconds };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

const browser = await start();
console.log("workload             worker, states/s   native   ratio   bytes a state of the worker's memory");
for (const workload of WORKLOADS) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ worker: await inWorker(browser, workload), native: natively(workload) });
  }
  const { states } = rounds[0].native;
  for (const { worker, native } of rounds) {
    if (worker.states !== states || native.states !== states) throw new Error("the numbers of states differ");
  }
  const speed = (side) => median(rounds.map((round) => states / round[side].seconds)).toFixed(0);
  const ratio = median(rounds.map(({ worker, native }) => native.seconds / worker.seconds)).toFixed(2);
  const bytes = median(rounds.map(({ worker }) => worker.bytes / states)).toFixed(1);
  console.log(
    [workload.padEnd(20), speed("worker").padStart(16), speed("native").padStart(8), ratio.padStart(7), bytes.padStart(15)].join(" "),
  );
}
await browser.close();
