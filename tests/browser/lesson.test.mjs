// Try it: a task instead of the story, hints one by one, and a grade that is computed.

import assert from "node:assert/strict";
import * as run from "./support/run.mjs";
import { PHONE, becomes, visitTest } from "./support/visit.mjs";

const { FIRST } = run;

/** The shortest way to a key that can't be published any more. */
const LOST = ["elector.lose_keep", "executor.run", "elector.acquire", "executor.run", "executor.run_fail"].map((event) => `jm1.${event}`);
const ROUND = ["jm1.elector.renew", "jm1.watch.handle"];

function lesson(page) {
  return page.getByRole("region", { name: "Your task" });
}

function used(page) {
  return lesson(page).locator("[data-used]").getAttribute("data-used").then(Number);
}

/** Chooses actions by the keys beside them. */
async function choose(page, events) {
  for (const event of events) {
    const before = await used(page);
    await page.keyboard.press(await run.choice(page, event).locator("kbd").innerText());
    await becomes(() => used(page), before + 1);
  }
}

/** Asks for the grade by its key, and waits for a word. */
async function isGraded(page, word, text) {
  await page.keyboard.press("r");
  await lesson(page).locator(`[data-grade="${word}"]`).waitFor();
  assert.match(run.oneLine(await lesson(page).locator("[data-grade]").innerText()), text);
  await becomes(() => run.announced(page).then((said) => text.test(said)), true);
}

async function begin(page, fragment = FIRST) {
  await run.openRun(page, fragment);
  await page.keyboard.press("l");
  await lesson(page).waitFor();
  await run.isAt(page, 0, 0);
}

visitTest("a task is solved by keyboard, and told how short it could be", async ({ page }) => {
  await begin(page);
  await becomes(() => run.announced(page), "Break “The leader's addresses can be published” within 8 steps");
  await choose(page, LOST);
  await run.isAt(page, 5, 5);
  await isGraded(page, "solved", /Solved in 5 steps, and no run is shorter$/);
  await page.keyboard.press("ArrowLeft");
  await isGraded(page, "not yet", /Nothing has broken “The leader's addresses can be published” so far\. It can be done within 8 steps$/);
});

visitTest("a run that is too long is told so, and starting again keeps it", async ({ page }) => {
  await begin(page);
  await choose(page, [...ROUND, ...ROUND, ...LOST]);
  await isGraded(page, "too long", /It takes 9 steps, 8 at most\. It can be done within 8 steps$/);
  await lesson(page).getByRole("button", { name: "Start again" }).click();
  await becomes(() => used(page), 0);
  await choose(page, LOST);
  assert.equal((await run.branchLabels(page)).length, 2, "the first attempt is kept, the story's run is not shown");
  await isGraded(page, "solved", /Solved in 5 steps/);
});

visitTest("under a fix that stops it, the task can't be done", async ({ page }) => {
  await begin(page);
  await run.toggle(page, "retry");
  await choose(page, LOST);
  await isGraded(page, "can't be done", /Under these fixes no order does it\. All [\d,]+ states that can be reached were looked at$/);
  assert.match(await run.settledFragment(page), /fix=retry.*try=1/);
});

visitTest("to prevent is to let the faults happen and come to rest unharmed", async ({ page }) => {
  await begin(page, "flink-40114-grant-pending-heals");
  await isGraded(page, "not yet", /The environment has one fault left to use/);
  await choose(page, ["jm1.elector.lose_keep"]);
  await isGraded(page, "not yet", /Something still moves by itself/);
  // Everybody in turn: the watch thread handles the first confirmation's event before the second confirmation.
  await page.locator("[data-settle]").click();
  await isGraded(page, "not kept", /Step 7 breaks “No entry is erased while a confirmation is pending”/);
  await lesson(page).getByRole("button", { name: "Start again" }).click();
  await becomes(() => used(page), 0);
  const patient = [...LOST.slice(0, 4), "jm1.executor.run", "jm1.resourcemanager.confirm.s2", "jm1.executor.run"];
  await choose(page, [...patient, "jm1.watch.handle", "jm1.watch.handle"]);
  await isGraded(page, "solved", /Solved in 9 steps, and no run is shorter$/);
});

visitTest("the story, its run and its claims are hidden until they are asked for", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=3`);
  await page.getByRole("region", { name: "Try it yourself" }).getByRole("button", { name: "Try it" }).click();
  await lesson(page).waitFor();
  await becomes(() => page.evaluate(() => document.activeElement.id), "lesson-title", "the button is gone, the focus is not");
  for (const name of ["Report against code", "Try it yourself", "What decides"]) {
    assert.equal(await page.getByRole("region", { name }).count(), 0, name);
  }
  assert.equal(await run.branches(page).count(), 0);
  await choose(page, LOST.slice(0, 2));
  assert.equal(await page.locator("[data-narration]").count(), 0);
  const hints = lesson(page).locator(".hints li");
  for (const at of [1, 2, 3]) {
    await lesson(page).getByRole("button", { name: `Hint ${at} of 3` }).click();
    await becomes(() => hints.count(), at);
    await becomes(async () => run.announced(page), (await hints.last().textContent()).replace(/\s+/g, " "));
  }
  await lesson(page).getByRole("button", { name: "Show the story" }).click();
  await run.isAt(page, 0, 8);
  await run.focusIsKept(page, "the story is shown");
  assert.deepEqual(await run.branchLabels(page), ["*as told", "your branch 1 from step 2"]);
  assert.equal(await page.getByRole("region", { name: "Report against code" }).count(), 1);
});

visitTest("a reload keeps the task and the run, and an empty one too", async ({ page }) => {
  await begin(page);
  assert.equal(await run.settledFragment(page), `#/${FIRST}?try=1`);
  await page.reload();
  await lesson(page).waitFor();
  await run.isAt(page, 0, 0);
  await choose(page, LOST.slice(0, 3));
  await run.settledFragment(page);
  const before = await run.wholeRun(page);
  await page.reload();
  await lesson(page).waitFor();
  await run.sameRun(page, before);
});

visitTest("the start page marks what sets a task, and the step bar offers it", async ({ page }) => {
  await run.openStart(page);
  const marked = page.locator("[data-scenario]").filter({ hasText: "lesson" });
  await becomes(() => marked.count().then((count) => count >= 3), true);
  await page.locator(`[data-scenario="${FIRST}"]`).click();
  await page.getByRole("contentinfo").getByRole("button", { name: "Try it" }).click();
  await lesson(page).waitFor();
  assert.equal(await page.getByRole("contentinfo").getByRole("button", { name: "Check my run" }).count(), 1);
  await run.openRun(page, "flink-healthy-failover");
  await page.keyboard.press("l");
  assert.equal(await lesson(page).count(), 0, "a scenario without a task has nothing to try");
});

for (const viewport of [PHONE, { width: 320, height: 640 }]) {
  visitTest(`at ${viewport.width} px the task comes first and nothing sticks out`, { viewport, hasTouch: true }, async ({ page }) => {
    await run.openRun(page, FIRST);
    await page.getByRole("region", { name: "Try it yourself" }).getByRole("button", { name: "Try it" }).tap();
    await lesson(page).waitFor();
    await lesson(page).getByRole("button", { name: "Hint 1 of 3" }).tap();
    await lesson(page).getByRole("button", { name: "Check my run" }).tap();
    await lesson(page).locator("[data-grade]").waitFor();
    const top = (locator) => locator.evaluate((element) => element.getBoundingClientRect().top);
    assert.ok((await top(lesson(page))) < (await top(run.stepCard(page))));
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    assert.equal(scrollWidth, clientWidth);
  });
}
