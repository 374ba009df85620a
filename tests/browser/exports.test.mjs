// The diagrams of exported postmortem sections, as Mermaid itself reads them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { start } from "./support/chromium.mjs";

const ROOT = new URL("../../", import.meta.url);
const COMMAND = process.env.STEPDOWN_COMMAND;
const MERMAID = new URL("node_modules/mermaid/dist/mermaid.min.js", import.meta.url);

/** Runs that differ in what a diagram has to hold: faults, refusals, long runs, notes of all kinds. */
const NOTE = "<script>alert(1)</script> ]]> \"q\" | `code` end; #x --> a->>b: c %% d\nnext (e) {f} ñ";
const EXPORTS = [
  ["flink-36451-fixed"],
  ["flink-36451-deadlock"],
  ["flink-40114-own-loss", "--fix", "ignore_pending_confirm", "--fix", "retry"],
  ["druid-k8s-report"],
  ["druid-k8s-rollout-report"],
  ["druid-consul-h4"],
  ["#/model/flink-deadlock"],
  [`#/flink-36451-fixed?at=2&note=0!${encodeURIComponent(NOTE)}&note=2!${encodeURIComponent(NOTE)}`],
];

let browser;
let page;

before(async () => {
  assert.ok(COMMAND, "STEPDOWN_COMMAND names the built command");
  browser = await start();
  page = await browser.newPage();
  await page.setContent("<!doctype html><title>Mermaid</title>");
  await page.addScriptTag({ content: readFileSync(MERMAID, "utf8") });
});

after(() => browser?.close());

function diagram(args) {
  const [run, ...flags] = args;
  const all = ["export", run, "--format", "md", "--no-verdicts", ...flags];
  const text = execFileSync(COMMAND, all, { cwd: ROOT, encoding: "utf8" });
  return text.split("```mermaid\n")[1].split("```")[0];
}

const parse = (text) => page.evaluate((text) => globalThis.mermaid.parse(text), text);

for (const args of EXPORTS) {
  test(`the diagram of ${args.join(" ").slice(0, 70)}`, async () => {
    const { diagramType } = await parse(diagram(args));
    assert.equal(diagramType, "sequence");
  });
}

test("a note is drawn as it was typed", async () => {
  const text = diagram(EXPORTS.at(-1));
  const drawn = await page.evaluate(async (text) => {
    globalThis.mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
    const { svg } = await globalThis.mermaid.render("drawn", text);
    const holder = document.createElement("div");
    holder.innerHTML = svg;
    return { words: holder.textContent.replace(/\s+/g, ""), scripts: holder.querySelectorAll("script").length };
  }, text);
  assert.ok(drawn.words.includes(NOTE.replace(/\s+/g, "")), drawn.words);
  assert.equal(drawn.scripts, 0);
});

test("what is no diagram is refused", async () => {
  await assert.rejects(parse("sequenceDiagram\n    a->>"));
});
