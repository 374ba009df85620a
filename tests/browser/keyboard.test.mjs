// The keyboard: every key of the help sheet, what it leaves to widgets, and what it announces.

import assert from "node:assert/strict";
import * as run from "./support/run.mjs";
import { becomes, eventually, visitTest } from "./support/visit.mjs";

const { FIRST, FIRST_STEPS, active, command } = run;

visitTest("Home and End go to the ends, the arrows one step, and the ends hold", async ({ page }) => {
  await run.openRun(page, FIRST);
  await page.keyboard.press("End");
  await run.isAt(page, FIRST_STEPS);
  await page.keyboard.press("ArrowRight");
  await run.isAt(page, FIRST_STEPS);
  await page.keyboard.press("ArrowLeft");
  await run.isAt(page, FIRST_STEPS - 1);
  await page.keyboard.press("Home");
  await run.isAt(page, 0);
  await page.keyboard.press("ArrowLeft");
  await run.isAt(page, 0);
});

visitTest("Space plays step after step, and Space again stops", async ({ page }) => {
  await run.openRun(page, FIRST);
  await page.keyboard.press(" ");
  await becomes(() => command(page, "play").getAttribute("aria-label"), "Pause");
  const step = () => run.position(page).then((text) => Number(text.split(" / ")[0]));
  await eventually(async () => assert.ok((await step()) >= 2), 8_000);
  await page.keyboard.press(" ");
  await becomes(() => command(page, "play").getAttribute("aria-label"), "Play");
  const stopped = await step();
  await page.waitForTimeout(1_600);
  assert.equal(await step(), stopped);
  assert.ok(stopped < FIRST_STEPS);
});

visitTest("playing stops at the end, and any step of the reader's own stops it", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=7`);
  await page.keyboard.press(" ");
  await run.isAt(page, 8);
  await becomes(() => command(page, "play").getAttribute("aria-label"), "Play");
  await run.stepTo(page, 2);
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowLeft");
  await run.isAt(page, 1);
  await becomes(() => command(page, "play").getAttribute("aria-label"), "Play");
  await page.waitForTimeout(1_600);
  await run.isAt(page, 1);
});

visitTest("digits choose the enabled action that shows them", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=4`);
  const shown = await run.enabledChoices(page).evaluateAll((all) =>
    all.map((button) => [button.getAttribute("aria-keyshortcuts"), button.closest("[data-event]").dataset.event]),
  );
  assert.deepEqual(shown.map(([key]) => key), shown.map((_, at) => String(at + 1)));
  for (const [key, event] of shown) {
    await run.openRun(page, `${FIRST}?at=4`);
    await page.keyboard.press(key);
    await becomes(() => run.position(page).then((text) => text.split(" / ")[0]), "5");
    const made = await run.settledFragment(page);
    if (made.includes("run=")) assert.match(made, new RegExp(`~${event.replaceAll(".", "\\.")}([&]|$)`), `key ${key}`);
    else assert.equal(event, "jm1.executor.run_fail", "only the schedule's own action makes no branch");
  }
  await run.openRun(page, `${FIRST}?at=4`);
  await page.keyboard.press("9");
  await run.isAt(page, 4);
});

visitTest("brackets go from one marked step to the next, and to the ends", async ({ page }) => {
  await run.openRun(page, FIRST);
  for (const step of [1, 4, 5, 7, 8, 8]) {
    await page.keyboard.press("]");
    await run.isAt(page, step);
  }
  for (const step of [7, 5, 4, 1, 0, 0]) {
    await page.keyboard.press("[");
    await run.isAt(page, step);
  }
});

visitTest("s shows all scenarios, and Back returns", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=3`);
  await page.keyboard.press("s");
  await page.locator("[data-scenario]").first().waitFor();
  await becomes(() => active(page, () => document.activeElement.tagName), "H1");
  await page.goBack();
  await run.isAt(page, 3);
});

visitTest("f goes to the first fix, and Space switches it", async ({ page }) => {
  await run.openRun(page, FIRST);
  await page.keyboard.press("f");
  assert.equal(await active(page, () => document.activeElement.role), "switch");
  const fix = await active(page, () => document.activeElement.closest("[data-fix]").dataset.fix);
  const inView = await active(page, () => {
    const box = document.activeElement.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
  });
  assert.ok(inView, "the fix is in view");
  await page.keyboard.press(" ");
  await becomes(() => run.fixSwitch(page, fix).getAttribute("aria-checked"), "true");
  assert.equal(await command(page, "play").getAttribute("aria-label"), "Play", "Space does not play as well");
});

visitTest("t exchanges timeline and table, and a row of the table goes to its step", async ({ page }) => {
  await run.openRun(page, FIRST);
  const table = page.getByRole("table", { name: /steps of this run/ });
  await page.keyboard.press("t");
  await table.waitFor();
  assert.equal(await table.locator("tbody [data-step]").count(), FIRST_STEPS);
  assert.deepEqual(await table.getByRole("columnheader").allInnerTexts(), [
    "step",
    "actor",
    "event",
    "what happened",
    "follows from",
    "breaks",
    "log lines",
  ]);
  await table.getByRole("button", { name: "Go to step 5" }).click();
  await run.isAt(page, 5);
  assert.equal(await table.locator("[aria-current=step]").getAttribute("data-step"), "5");
  await page.keyboard.press("ArrowRight");
  await run.isAt(page, 6);
  assert.equal(await table.locator("[aria-current=step]").getAttribute("data-step"), "6");
  await page.keyboard.press("t");
  await table.waitFor({ state: "detached" });
  await page.getByRole("img", { name: /^Timeline of/ }).waitFor();
});

visitTest("? opens the help sheet with every key, Escape closes it and the focus returns", async ({ page }) => {
  await run.openRun(page, FIRST);
  await run.fixSwitch(page, "retry").focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: /Help/ });
  await help.waitFor();
  const text = run.oneLine(await help.innerText());
  for (const key of ["→", "←", "Home", "End", "Space", "[", "]", "u", "1", "9", "s", "f", "t", "?"]) {
    assert.ok(text.includes(key), `the sheet names ${key}`);
  }
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("1");
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await run.isAt(page, 0);
  assert.equal(await active(page, () => document.activeElement.closest("[data-fix]")?.dataset.fix), "retry");
});

visitTest("Tab stays within an open dialog", async ({ page }) => {
  await run.openRun(page, FIRST);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: /Help/ }).waitFor();
  for (let at = 0; at < 12; at += 1) {
    await page.keyboard.press("Tab");
    // The browser's own controls are the one other stop.
    const inside = await active(page, () => document.activeElement === document.body || !!document.activeElement.closest("dialog"));
    assert.ok(inside, await active(page));
  }
});

visitTest("arrows, Home and End stay with the scrubber, which steps once", async ({ page }) => {
  await run.openRun(page, FIRST);
  const scrubber = page.getByRole("slider", { name: "Step" });
  await scrubber.focus();
  for (const [key, step] of [["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["ArrowUp", 2], ["End", 8], ["Home", 0]]) {
    await page.keyboard.press(key);
    await run.isAt(page, step);
    assert.equal(await scrubber.inputValue(), String(step));
    assert.match(await scrubber.getAttribute("aria-valuetext"), step === 0 ? /before the first of 8 steps/ : new RegExp(`^step ${step} of 8`));
  }
  assert.ok(await scrubber.evaluate((element) => element === document.activeElement), "the focus stays");
});

visitTest("arrows that scroll a box do not step as well", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=4`);
  await page.getByRole("region", { name: /^Log up to step/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(100);
  await run.isAt(page, 4);
});

visitTest("keys with Ctrl, Alt or Meta are left to the browser", async ({ page }) => {
  await run.openRun(page, FIRST);
  const used = await page.evaluate(() => {
    const press = (init) => {
      const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    };
    return [
      press({ key: "s", ctrlKey: true }),
      press({ key: "ArrowLeft", altKey: true }),
      press({ key: "1", metaKey: true }),
      press({ key: "ArrowRight", isComposing: true }),
      press({ key: "q" }),
      press({ key: "ArrowRight" }),
    ];
  });
  assert.deepEqual(used, [false, false, false, false, false, true]);
  await run.isAt(page, 1);
});

visitTest("single letters, digits and brackets can be switched off, and that is kept", async ({ page }) => {
  await run.openRun(page, FIRST);
  await page.keyboard.press("?");
  await page.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  const nothing = async () => {
    for (const key of ["1", "]", "u", "s", "t", "f", "g", "b", "?"]) await page.keyboard.press(key);
    await page.waitForTimeout(100);
    assert.equal(await page.getByRole("dialog").filter({ visible: true }).count(), 0);
    assert.equal(await page.getByRole("table", { name: /steps of this run/ }).count(), 0);
  };
  await nothing();
  await run.isAt(page, 0);
  await page.keyboard.press("ArrowRight");
  await run.isAt(page, 1);
  await page.reload();
  await run.isAt(page, 1);
  await nothing();
  await run.isAt(page, 1);
  await command(page, "help").click();
  await page.getByRole("checkbox").check();
  await page.keyboard.press("Escape");
  // While the dialog closes, keys are still its own.
  await becomes(() => page.getByRole("dialog").filter({ visible: true }).count(), 0);
  await page.keyboard.press("t");
  await page.getByRole("table", { name: /steps of this run/ }).waitFor();
});

visitTest("every step is announced in a live region", async ({ page }) => {
  await run.openRun(page, FIRST);
  const live = page.locator("[data-live=true]");
  assert.equal(await live.getAttribute("aria-live"), "polite");
  for (let step = 1; step <= FIRST_STEPS; step += 1) {
    await page.keyboard.press("ArrowRight");
    await becomes(() => run.announced(page).then((text) => new RegExp(`^Step ${step} of 8, .+: .{10,}`).test(text)), true);
  }
  await run.stepTo(page, 7);
  assert.match(await run.announced(page), /^Step 7 of 8/);
  await page.keyboard.press("Home");
  await becomes(() => run.announced(page), "Before the first of 8 steps");
});
