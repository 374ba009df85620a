// axe-core over every screen, in both colour schemes, on a desk and in a hand.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { upload } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { DESKTOP, PHONE, becomes, visitTest } from "./support/visit.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const SCREENS = [
  ["the start page", (page) => run.openStart(page)],
  [
    "pasted log lines, recognised",
    async (page) => {
      await run.openStart(page);
      await page.locator(".paste summary").click();
      await page.locator("#paste").fill("SupervisorManager stopped.\nanother line");
      await page.getByRole("button", { name: "Recognise" }).click();
      await page.locator("[data-story]").first().waitFor();
    },
  ],
  ["a run at its start", (page) => glossaryIsHere(page, run.FIRST)],
  ["a run at its end with fixes on", (page) => glossaryIsHere(page, `${run.FIRST}?fix=escalate&at=8`)],
  [
    "a run with branches",
    async (page) => {
      await glossaryIsHere(page, `${run.FIRST}?at=4`);
      await run.choice(page, "jm1.executor.run").getByRole("button").click();
      await run.isAt(page, 5, 5);
    },
  ],
  ["a run of the other model", (page) => glossaryIsHere(page, "flink-36451-deadlock?at=2")],
  ["a Druid pod, its callback rejected", (page) => glossaryIsHere(page, "druid-k8s-report?at=24")],
  ["two leaders behind Consul's lock", (page) => glossaryIsHere(page, "druid-consul-h1?at=25")],
  ["a fence that refuses a write", (page) => glossaryIsHere(page, "druid-consul-h27-modify-index?at=76")],
  [
    "Druid's settings in real units, with one that is refused",
    async (page) => {
      await glossaryIsHere(page, "druid-consul-h19-pt30s");
      await page.locator("#settings summary").click();
      await page.locator("#settings input").first().fill("often");
      await page.getByRole("button", { name: "Run with these settings" }).click();
      await page.locator("#settings [aria-invalid=true]").first().waitFor();
    },
  ],
  ["a rolling update of Druid", (page) => glossaryIsHere(page, "druid-k8s-rollout-report?at=30")],
  [
    "the table form",
    async (page) => {
      await glossaryIsHere(page, `${run.FIRST}?fix=retry&at=5`);
      await page.keyboard.press("t");
      await page.getByRole("table", { name: /steps of this run/ }).waitFor();
    },
  ],
  [
    "the help dialog",
    async (page) => {
      await glossaryIsHere(page, `${run.FIRST}?at=3`);
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: /Help/ }).waitFor();
    },
  ],
  [
    "the glossary dialog",
    async (page) => {
      await glossaryIsHere(page, `${run.FIRST}?at=3`);
      await page.keyboard.press("g");
      await page.getByRole("dialog", { name: "Glossary" }).getByRole("article").first().waitFor();
    },
  ],
  [
    "the menu of what to step on to",
    async (page) => {
      await glossaryIsHere(page, `${run.FIRST}?at=3`);
      await page.keyboard.press("u");
      await page.getByRole("dialog", { name: "Step until…" }).getByRole("button").nth(3).waitFor();
    },
  ],
  [
    "a run that comes back to a state, with a message that nothing was found",
    async (page) => {
      const round = ["renew", "handle", "renew", "handle"].map((word, at) => `jm1.${at % 2 ? "watch" : "elector"}.${word}`);
      await glossaryIsHere(page, `model/flink-election?run=${round.join("~")}&at=2`);
      await page.keyboard.press("u");
      await page.getByRole("button", { name: "Any property" }).click();
      await page.getByRole("region", { name: "Messages" }).waitFor();
    },
  ],
  [
    "verdicts over all orders and the whole fix matrix",
    async (page) => {
      await glossaryIsHere(page, `${run.FIRST}?at=3`);
      await page.keyboard.press("c");
      await page.locator("[data-states]").waitFor();
      await page.getByText(/^How runs end/).click();
      await page.keyboard.press("m");
      await page.getByRole("button", { name: "All 64 sets of fixes" }).click();
      await page.getByText("What the names stand for").click();
    },
  ],
  [
    "a counterexample as a run, beside its verdicts",
    async (page) => {
      await glossaryIsHere(page, run.FIRST);
      await page.keyboard.press("c");
      await page.getByRole("button", { name: /^Shortest run/ }).first().click();
      await page.locator("[data-branch]").nth(1).waitFor();
    },
  ],
  [
    "a search under way",
    async (page) => {
      await glossaryIsHere(page, "model/flink-election?p.jobmanagers=2&p.components=restserver+resourcemanager+dispatcher+job&b.loss=3&b.crash=1");
      await page.keyboard.press("m");
      await page.getByText(/set \d+ of 64/).waitFor();
    },
  ],
  [
    "the claims of a report, with a verdict and a marked line",
    async (page) => {
      await glossaryIsHere(page, run.FIRST);
      const report = page.getByRole("region", { name: "Report against code" });
      await report.getByRole("button", { name: "Check this in all orders" }).first().click();
      await report.locator("[data-verdict]").first().waitFor();
      await report.getByRole("button", { name: "Show in log" }).first().click();
      await page.locator(".log-line.is-marked").waitFor();
    },
  ],
  [
    "both orders of a race pair",
    async (page) => {
      await glossaryIsHere(page, "flink-40114-grant-pending-heals?at=3");
      await page.keyboard.press("ArrowRight");
      await page.getByRole("button", { name: "Both orders side by side…" }).click();
      await page.getByRole("dialog", { name: "Both orders side by side" }).waitFor();
    },
  ],
  [
    "what decides, in the story and on the timeline",
    async (page) => {
      await glossaryIsHere(page, "flink-40114-grant-pending-heals?at=3");
      await page.keyboard.press("ArrowRight");
      await page.locator("[data-decided=order]").waitFor();
    },
  ],
  [
    "a lesson with a hint and a grade",
    async (page) => {
      await glossaryIsHere(page, `${run.FIRST}?try=1`);
      await page.getByRole("button", { name: "Hint 1 of 3" }).click();
      await page.keyboard.press("r");
      await page.locator("[data-grade]").waitFor();
    },
  ],
  [
    "an error notice over a run",
    async (page) => {
      await glossaryIsHere(page, `${run.FIRST}?at=3`);
      await page.locator("#file").setInputFiles(upload("broken.json", "{"));
      await page.getByRole("alert").waitFor();
    },
  ],
  [
    "an error notice over the start page",
    async (page) => {
      await run.openStart(page);
      await page.locator("#file").setInputFiles(upload("broken.json", "{"));
      await page.getByRole("alert").waitFor();
    },
  ],
];

/** The glossary comes a moment after the run and puts links into its texts. */
async function glossaryIsHere(page, fragment) {
  await run.openRun(page, fragment);
  await page.locator("[data-term]").nth(10).waitFor({ state: "attached" });
}

/**
 * A region that overflows can be focused a moment after it was laid out, when the browser has told its size. One that
 * never can is axe's to find.
 */
function overflowIsMeasured(page) {
  const isMeasured = () =>
    [...document.querySelectorAll(".scroller:not([tabindex])")].every(
      (region) => region.scrollWidth <= region.clientWidth && region.scrollHeight <= region.clientHeight,
    );
  return page.waitForFunction(isMeasured, undefined, { timeout: 5_000 }).catch(() => {});
}

for (const colorScheme of ["light", "dark"]) {
  for (const viewport of [DESKTOP, PHONE]) {
    // Colours on their way from one to another are not what is tested.
    const options = { colorScheme, viewport, reducedMotion: "reduce" };
    visitTest(`axe finds nothing in ${colorScheme} colours at ${viewport.width} px`, options, async ({ page, t }) => {
      // Not by a script element, which the page's policy refuses.
      await page.addInitScript({ path: AXE });
      const found = [];
      for (const [screen, open] of SCREENS) {
        await open(page);
        await overflowIsMeasured(page);
        const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document));
        assert.ok(passes.length > 10, `axe looked at ${screen}`);
        for (const { id, impact, help, nodes } of violations) {
          found.push(`${screen}: ${id} (${impact}, ${help}): ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
        }
      }
      t.diagnostic(`${SCREENS.length} screens`);
      assert.deepEqual(found, []);
    });
  }
}

for (const theme of ["light", "dark"]) {
  visitTest(`the theme button changes to ${theme} colours, and they are kept`, async ({ page }) => {
    await run.openRun(page, run.FIRST);
    const button = page.locator("[data-theme-button]");
    while ((await button.getAttribute("data-theme-button")) !== theme) {
      const before = await button.getAttribute("data-theme-button");
      await button.click();
      await becomes(() => button.getAttribute("data-theme-button").then((now) => now !== before), true);
    }
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = /rgb\((2\d\d), /.test(await ground());
    assert.equal(light, theme === "light");
    const before = await ground();
    await page.reload();
    await becomes(ground, before);
  });
}
