// What the timeline and the table mark by themselves: equal states, points of no return and last escapes.

import assert from "node:assert/strict";
import * as run from "./support/run.mjs";
import { PHONE, becomes, visitTest } from "./support/visit.mjs";

const { FIRST } = run;

/** Two rounds of renewals, then something else. */
const ROUNDS =
  "model/flink-election?run=" +
  ["elector.renew", "watch.handle", "elector.renew", "watch.handle", "elector.lose_keep"].map((event) => `jm1.${event}`).join("~");

function rings(page) {
  return page.locator("[data-equal]").evaluateAll((all) => all.map((one) => Number(one.dataset.equal)));
}

function drawing(page) {
  return page.getByRole("img", { name: /^Timeline of/ }).getAttribute("aria-label");
}

/** The flags as `words at`, in the order of the run. */
function flags(page) {
  return page.locator("[data-flag]").evaluateAll((all) => all.map((one) => `${one.dataset.flag} ${one.dataset.at}`));
}

visitTest("equal states are told in words, ringed on the axis, and one press away", async ({ page }) => {
  await run.openRun(page, `${ROUNDS}&at=2`);
  const card = run.stepCard(page);
  assert.match(run.oneLine(await card.innerText()), /The same state as before the first step and after step 4/);
  assert.deepEqual(await rings(page), [0, 4]);
  assert.match(await drawing(page), /The same state as now: before the first step and after step 4\./);

  await card.getByRole("button", { name: "after step 4" }).click();
  await run.isAt(page, 4, 5);
  assert.deepEqual(await rings(page), [0, 2]);
  await card.getByRole("button", { name: "before the first step" }).focus();
  await page.keyboard.press("Enter");
  await run.isAt(page, 0, 5);
  assert.deepEqual(await rings(page), [2, 4]);
  await page.waitForTimeout(100);
  await run.focusIsKept(page, "going to an equal state");

  await page.keyboard.press("End");
  await run.isAt(page, 5, 5);
  assert.deepEqual(await rings(page), []);
  assert.doesNotMatch(await card.innerText(), /same state/i);
});

visitTest("the table marks the rows of equal states", async ({ page }) => {
  await run.openRun(page, `${ROUNDS}&at=1`);
  await page.keyboard.press("t");
  const table = page.getByRole("table", { name: /steps of this run/ });
  const marked = () =>
    table.locator("[data-step]").evaluateAll((rows) =>
      rows.filter((row) => /same state as now/.test(row.innerText)).map((row) => row.dataset.step),
    );
  await becomes(marked, ["3"]);
  await page.keyboard.press("ArrowRight");
  await becomes(marked, ["4"]);
});

visitTest("points of no return and last escapes are flagged, and told of each property", async ({ page }) => {
  await run.openRun(page, FIRST);
  assert.deepEqual(await flags(page), ["last escape 4", "no way back 5", "last escape 7", "no way back 8"]);
  const told = await drawing(page);
  assert.match(told, /Last escape after step 4: The leader's addresses can be published; /);
  assert.match(told, /No way back from step 5 on: The leader's addresses can be published; /);
  assert.match(told, /No way back from step 8 on: Every key can be present again\./);
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await run.isAt(page, 4);
  assert.match(run.oneLine(await run.stepCard(page).innerText()), /last escape for “The leader's addresses can be published”/);

  await page.keyboard.press("t");
  const table = page.getByRole("table", { name: /steps of this run/ });
  const turns = await table.locator("[data-step]").evaluateAll((rows) =>
    rows.flatMap((row) => [...row.querySelectorAll("[data-turn]")].map((one) => `${one.dataset.turn} ${row.dataset.step}`)),
  );
  assert.deepEqual(turns, ["last escape 4", "no way back 5", "last escape 7", "no way back 8"]);
});

visitTest("under a fix that keeps the way back there is no such flag, and the first difference keeps its own", async ({ page }) => {
  await run.openRun(page, `${FIRST}?fix=retry`);
  assert.deepEqual(await flags(page), ["differs from here 5"]);
});

for (const viewport of [undefined, PHONE]) {
  visitTest(`no flag covers another ${viewport ? "on a phone" : "on a desk"}`, { viewport }, async ({ page }) => {
    await run.openRun(page, `${FIRST}?fix=ignore_pending_confirm&at=8`);
    const boxes = await page.locator("[data-flag] text").evaluateAll((all) =>
      all.map((one) => ({ text: one.textContent, box: one.getBoundingClientRect().toJSON() })),
    );
    assert.ok(boxes.length >= 3);
    for (const [at, { text, box }] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const apart = box.right <= other.box.left || other.box.right <= box.left || Math.abs(box.top - other.box.top) >= 12;
        assert.ok(apart, `${text} and ${other.text}`);
      }
    }
  });
}
