// The focus: a step may take away what has it, but never lose it; and Tab reaches everything.

import assert from "node:assert/strict";
import * as run from "./support/run.mjs";
import { PHONE, becomes, visitTest } from "./support/visit.mjs";

const { FIRST, FIRST_STEPS, active, command } = run;

visitTest("the focus is never lost when a choice is pressed by keyboard", async ({ page }) => {
  await run.openRun(page, FIRST);
  const schedule = ["lose_keep", "run", "acquire", "run", "run_fail", "confirm.s2", "run", "handle"];
  for (const [at, word] of schedule.entries()) {
    const button = page.locator(`[data-event$=".${word}"]`).getByRole("button");
    await button.focus();
    await page.keyboard.press("Enter");
    await run.isAt(page, at + 1);
    await page.waitForTimeout(50);
    await run.focusIsKept(page, `choosing ${word} as step ${at + 1}`);
  }
});

visitTest("the focus is never lost when a choice is pressed by its number", async ({ page }) => {
  await run.openRun(page, FIRST);
  for (let step = 1; step <= 6; step += 1) {
    await run.enabledChoices(page).first().focus();
    await page.keyboard.press("1");
    await becomes(() => run.position(page).then((text) => text.split(" / ")[0]), String(step));
    await page.waitForTimeout(50);
    await run.focusIsKept(page, `key 1 at step ${step}`);
  }
});

visitTest("the focus stays on a step button, at the ends as well", async ({ page }) => {
  await run.openRun(page, FIRST);
  await command(page, "next").focus();
  for (let step = 1; step <= FIRST_STEPS; step += 1) {
    await page.keyboard.press("Enter");
    await run.isAt(page, step);
  }
  await page.keyboard.press("Enter");
  await run.isAt(page, FIRST_STEPS);
  assert.equal(await active(page, () => document.activeElement.dataset.command), "next");
  assert.equal(await command(page, "next").getAttribute("aria-disabled"), "true");
});

for (const [what, prepare] of [
  ["letting it settle", async (page) => {
    await run.openRun(page, `${FIRST}?at=8`);
    return page.locator("[data-settle]");
  }],
  ["going back to the run's own fixes", async (page) => {
    await run.openRun(page, `${FIRST}?fix=retry&at=5`);
    return page.getByRole("button", { name: "Back to its own fixes" });
  }],
  ["going to the first difference", async (page) => {
    await run.openRun(page, `${FIRST}?fix=retry`);
    return page.locator("[data-divergence]").getByRole("button", { name: "step 5" });
  }],
  ["stepping until something, from the step bar", async (page) => {
    await run.openRun(page, FIRST);
    await command(page, "until").focus();
    await page.keyboard.press("Enter");
    return page.getByRole("button", { name: "Any property" });
  }],
  ["going to the step since which a property is lost", async (page) => {
    await run.openRun(page, `${FIRST}?at=8`);
    return page.locator("[data-property]").getByRole("button", { name: /^since step/ }).first();
  }],
  ["switching a fix", async (page) => {
    await run.openRun(page, `${FIRST}?at=8`);
    return run.fixSwitch(page, "escalate");
  }],
  ["changing the branch", async (page) => {
    await run.openRun(page, `${FIRST}?at=4`);
    await run.choice(page, "jm1.executor.run").getByRole("button").click();
    return run.branches(page).first();
  }],
  ["showing the table", async (page) => {
    await run.openRun(page, FIRST);
    return command(page, "table");
  }],
  ["going to a step from the table", async (page) => {
    await run.openRun(page, FIRST);
    await page.keyboard.press("t");
    return page.getByRole("table").getByRole("button", { name: "Go to step 5" });
  }],
  ["dismissing a message", async (page) => {
    await run.openRun(page, `${FIRST}?fix=magic`);
    return page.getByRole("button", { name: "Dismiss this message" });
  }],
]) {
  visitTest(`the focus is not lost by ${what}`, async ({ page }) => {
    const button = await prepare(page);
    await button.focus();
    await page.keyboard.press("Enter");
    await page.waitForTimeout(150);
    await run.focusIsKept(page, what);
  });
}

for (const [where, options, open] of [
  ["the run page", {}, (page) => run.openRun(page, `${FIRST}?fix=retry&at=5`)],
  ["the run page on a phone", { viewport: PHONE }, (page) => run.openRun(page, `${FIRST}?fix=retry&at=5`)],
  ["the table form", {}, async (page) => {
    await run.openRun(page, `${FIRST}?at=5`);
    await page.keyboard.press("t");
  }],
  ["the start page", {}, (page) => run.openStart(page)],
]) {
  visitTest(`Tab reaches everything on ${where}, and shows where it is`, options, async ({ page }) => {
    await open(page);
    await page.waitForTimeout(1_200);
    const wanted = await page.evaluate(() => {
      const focusable = "a[href], button, input, summary, select, textarea, [tabindex]";
      const all = [...document.querySelectorAll(focusable)].filter((one) => one.checkVisibility() && one.tabIndex >= 0);
      all.forEach((one, at) => one.setAttribute("data-tab-test", at));
      return all.map((one) => ({ html: one.outerHTML.slice(0, 100), order: one.tabIndex }));
    });
    assert.ok(wanted.length > 15);
    assert.deepEqual(wanted.filter(({ order }) => order > 0), [], "no order of its own");
    const seen = new Set();
    for (let at = 0; at < wanted.length + 20; at += 1) {
      await page.keyboard.press("Tab");
      const stop = await active(page, () => {
        const element = document.activeElement;
        const style = getComputedStyle(element);
        const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
        return { at: element.dataset.tabTest, html: element.outerHTML.slice(0, 100), outlined };
      });
      if (stop.at === undefined) continue;
      seen.add(Number(stop.at));
      assert.ok(stop.outlined, `the focus shows on ${stop.html}`);
    }
    assert.deepEqual(wanted.filter((_, at) => !seen.has(at)).map(({ html }) => html), []);
  });
}

visitTest("the reader's place in the page is kept over a step: no panel scrolls by itself but the story and the log", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=4`);
  const side = page.getByRole("region", { name: "Fixes and properties" });
  await side.evaluate((element) => element.scrollTo(0, 200));
  const before = await side.evaluate((element) => element.scrollTop);
  await page.keyboard.press("ArrowRight");
  await run.isAt(page, 5);
  assert.equal(await side.evaluate((element) => element.scrollTop), before);
});
