// What decides about a run: the race pair with its fork and both orders, or the fault.

import assert from "node:assert/strict";
import * as run from "./support/run.mjs";
import { PHONE, becomes, visitTest } from "./support/visit.mjs";

const { FIRST } = run;
const HEALS = "flink-40114-grant-pending-heals";

function line(page) {
  return page.locator("[data-decided-line]");
}

function card(page) {
  return page.getByRole("region", { name: "What decides" });
}

function dialog(page) {
  return page.getByRole("dialog", { name: "Both orders side by side" });
}

/** The flags of a kind, by their steps. */
function flags(page, words) {
  return page.locator(`[data-flag="${words}"]`).evaluateAll((all) => all.map((one) => Number(one.dataset.at)));
}

/** The run of the race pair, at the step that breaks it, explained. */
async function explained(page) {
  await run.openRun(page, `${HEALS}?at=3`);
  await run.stepTo(page, 4, 10);
  await becomes(() => line(page).innerText(), "race pair: steps 3 and 4");
}

async function openBoth(page) {
  await card(page).getByRole("button", { name: "Both orders side by side…" }).click();
  await dialog(page).waitFor();
}

visitTest("a fault decides: a line in the step bar goes there, and the card tells of every property", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=7`);
  await run.stepTo(page, 8);
  await becomes(() => line(page).innerText(), "no race pair: decided by the fault at step 5");
  assert.deepEqual(await flags(page, "race pair"), []);
  assert.equal(await card(page).locator("[data-decided=fault]").count(), 2);
  await line(page).click();
  await run.isAt(page, 5);
  await card(page).getByRole("button", { name: "step 1", exact: true }).click();
  await run.isAt(page, 1);
  await becomes(() => line(page).isVisible(), true, "what is known stays in view");
});

visitTest("a race pair and its fork are flagged, and the brackets stop there", async ({ page }) => {
  await explained(page);
  await becomes(() => flags(page, "race pair"), [3, 4]);
  assert.deepEqual(await flags(page, "fork"), [1]);
  for (const [key, step] of [["[", 3], ["[", 2], ["[", 1], ["]", 2], ["]", 3], ["]", 4]]) {
    await page.keyboard.press(key);
    await run.isAt(page, step, 10);
  }
  await page.keyboard.press("t");
  const marks = page.getByRole("table", { name: /steps of this run/ }).locator("[data-turn]");
  await becomes(() => marks.allInnerTexts().then((all) => all.map((text) => run.oneLine(text).slice(-9).trim())), [
    "⑂ fork",
    "race pair",
    "race pair",
  ]);
});

visitTest("both orders stand side by side, and the other one opens as a run", async ({ page }) => {
  await explained(page);
  await becomes(() => card(page).innerText().then((text) => /as it is[^]*violated[^]*exchanged[^]*holds/.test(text)), true);
  await openBoth(page);
  const column = (at) =>
    dialog(page)
      .locator("tbody tr")
      .evaluateAll((rows, at) => rows.map((row) => row.querySelectorAll("td")[at].dataset.event), at);
  const [left, right] = [await column(0), await column(1)];
  assert.deepEqual(left.slice(1, 5), ["jm1.elector.lose_keep", "jm1.executor.run", "jm1.watch.handle", "jm1.elector.acquire"]);
  assert.deepEqual(right.slice(1, 5), ["jm1.elector.lose_keep", "jm1.watch.handle", "jm1.executor.run", "jm1.elector.acquire"]);
  assert.equal(await dialog(page).locator("td.pair").count(), 4);
  assert.match(run.oneLine(await dialog(page).locator("[data-outcome-of=as-is]").innerText()), /violated/);
  assert.match(run.oneLine(await dialog(page).locator("[data-outcome-of=exchanged]").innerText()), /holds/);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "hidden" });
  await openBoth(page);
  await dialog(page).getByRole("button", { name: "Open the exchanged order as a run" }).click();
  await dialog(page).waitFor({ state: "hidden" });
  await run.isAt(page, 2, 10);
  assert.deepEqual(await run.branchLabels(page), ["as told", "*the race pair exchanged"]);
  await run.settlesAs(page, { outcome: { "never-erased": "holds" } });
  await becomes(() => line(page).isVisible(), false, "that run breaks nothing");
  const before = await run.settledFragment(page);
  await page.reload();
  await run.isAt(page, 2, 10);
  assert.equal(await run.fragmentOf(page), before);
});

visitTest("a link to a broken run asks for nothing until the reader does something", async ({ page, guard }) => {
  await run.openRun(page, `${FIRST}?at=8`);
  await page.waitForTimeout(1_000);
  assert.deepEqual(guard.requests.filter((url) => url.includes("worker")), []);
  assert.equal(await line(page).isVisible(), false);
  await card(page).getByRole("button", { name: "Find out" }).click();
  await becomes(() => line(page).isVisible(), true);
});

for (const viewport of [PHONE, { width: 320, height: 640 }]) {
  visitTest(`at ${viewport.width} px both orders fit`, { viewport }, async ({ page }) => {
    await run.openRun(page, `${HEALS}?at=3`);
    await run.stepTo(page, 4, 10);
    await openBoth(page);
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const body = document.querySelector("dialog[open] .modal-body");
      return [scrollWidth - clientWidth, body.scrollWidth - body.clientWidth];
    });
    assert.deepEqual(wide, [0, 0]);
  });
}
