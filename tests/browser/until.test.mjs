// "Step until…": the cursor runs on to where something happens, along the schedule or past its end.

import assert from "node:assert/strict";
import * as run from "./support/run.mjs";
import { PHONE, becomes, visitTest } from "./support/visit.mjs";

const { FIRST, active, command } = run;

function menu(page) {
  return page.getByRole("dialog", { name: "Step until…" });
}

/** Opens the menu by its key and presses an entry by keyboard alone. */
async function until(page, entry) {
  await page.keyboard.press("u");
  await menu(page).waitFor();
  await becomes(() => active(page, () => document.activeElement.dataset.until), "property");
  const wanted = menu(page).locator(`[data-until="${entry}"]`);
  while (!(await wanted.evaluate((one) => one === document.activeElement))) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await menu(page).waitFor({ state: "hidden" });
}

visitTest("until a property breaks: the point of no return, then the erased key, then one sentence", async ({ page }) => {
  await run.openRun(page, FIRST);
  await until(page, "property");
  await run.isAt(page, 5);
  await becomes(() => run.announced(page).then((text) => /^Step 5 of 8, /.test(text)), true);
  await until(page, "property");
  await run.isAt(page, 8);
  const before = await run.wholeRun(page);
  await until(page, "property");
  const sentence = /^No later step of the schedule breaks a property or loses a goal, and /;
  await becomes(() => run.announced(page).then((text) => sentence.test(text)), true);
  const [messages, said] = [await run.notices(page), await run.announced(page)];
  assert.equal(messages.length, 1, messages.join("\n"));
  assert.equal(messages[0].slice(-said.length), said, "a message says the same");
  await run.sameRun(page, before);
  await until(page, "property");
  assert.equal((await run.notices(page)).length, 1, "it is said once");
  await run.stepTo(page, 0);
  await until(page, "property");
  assert.deepEqual(await run.notices(page), [], "what was not found before is history");
});

visitTest("until the chosen key changes, in the schedule", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=5`);
  await until(page, "key restserver");
  await run.isAt(page, 8);
  assert.match(run.oneLine(await run.storeRow(page, "restserver").innerText()), /gone:/);
  assert.equal(await run.branches(page).count(), 0);
});

visitTest("until a key changes, past the end: the run goes on by itself as a branch", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=8`);
  await run.toggle(page, "retry");
  await until(page, "key resourcemanager");
  await becomes(() => run.branches(page).count(), 2);
  assert.match((await run.branchLabels(page)).at(-1), /^\*(by itself|settled) from step 8/);
  assert.match(run.oneLine(await run.storeRow(page, "resourcemanager").innerText()), /new:/);
  const [at, steps] = (await run.position(page)).split(" / ");
  assert.ok(at === steps && Number(at) > 8);
  assert.match(await run.stepCard(page).innerText(), /by itself, no choice of yours/);
  assert.match(await run.announced(page), new RegExp(`^Step ${at} of ${steps}, `));

  await page.keyboard.press("Home");
  await run.isAt(page, 0, Number(steps));
  await until(page, "actor jm1.watch");
  await run.isAt(page, 8, Number(steps));
});

visitTest("the focus returns to where it was, by Enter and by Escape", async ({ page }) => {
  await run.openRun(page, FIRST);
  await command(page, "until").focus();
  await page.keyboard.press("Enter");
  await menu(page).waitFor();
  await page.keyboard.press("Enter");
  await run.isAt(page, 5);
  await becomes(() => active(page, () => document.activeElement.dataset.command), "until");

  await run.fixSwitch(page, "retry").focus();
  await page.keyboard.press("u");
  await menu(page).waitFor();
  // Keys of the page belong to the menu while it is open.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await menu(page).waitFor({ state: "hidden" });
  await run.isAt(page, 5);
  assert.equal(await active(page, () => document.activeElement.closest("[data-fix]")?.dataset.fix), "retry");

  // The browser tells of the closed dialog a moment after it is gone.
  await page.waitForTimeout(200);
  await until(page, "property");
  await run.isAt(page, 8);
  assert.equal(await active(page, () => document.activeElement.closest("[data-fix]")?.dataset.fix), "retry");
});

visitTest("a model without keys offers none, and the menu names every actor", async ({ page }) => {
  await run.openRun(page, "flink-36451-deadlock");
  await page.keyboard.press("u");
  await menu(page).waitFor();
  assert.equal(await menu(page).getByRole("group", { name: /HA store/ }).count(), 0);
  assert.equal(await menu(page).getByRole("group", { name: "An actor moves" }).getByRole("button").count() > 1, true);
});

visitTest("on a phone the menu fits, and what is pressed is large enough to be hit", { viewport: PHONE, hasTouch: true }, async ({ page }) => {
  await run.openRun(page, FIRST);
  await command(page, "until").tap();
  await menu(page).waitFor();
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  assert.equal(scrollWidth, clientWidth);
  const boxes = await menu(page).getByRole("button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  for (const { left, right, width, height } of boxes) {
    assert.ok(left >= 0 && right <= PHONE.width && width >= 24 && height >= 24);
  }
  await menu(page).locator("[data-until='key restserver']").tap();
  await becomes(() => run.position(page).then((text) => text.startsWith("0 ")), false);
});
