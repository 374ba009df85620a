// The story of FLINK-40114 as a reader meets it: step, compare fixes, choose otherwise, ask why not.

import assert from "node:assert/strict";
import { expectation, scenario } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { becomes, visitTest } from "./support/visit.mjs";

const { FIRST, FIRST_STEPS, ERASE_LINE } = run;

visitTest("a cold link opens the first scenario, and the keyboard alone steps it to its end", async ({ page }) => {
  const story = scenario(FIRST);
  await run.openRun(page, FIRST);
  assert.equal(await page.locator("h1").innerText(), story.title);
  assert.match(await page.title(), new RegExp(story.title));
  await run.isAt(page, 0);
  for (const [at, event] of story.schedule.entries()) {
    const next = run.choice(page, event);
    assert.match(await next.innerText(), /next in this schedule/, `the schedule goes on with ${event}`);
    await page.keyboard.press("ArrowRight");
    await run.isAt(page, at + 1);
    assert.match(await run.stepHeading(page), new RegExp(`^Step ${at + 1} of ${FIRST_STEPS} · `));
    const told = story.narration.steps.find(({ step }) => step === at + 1);
    assert.equal(run.oneLine(await page.locator("[data-narration]").innerText()), told.text);
  }

  const row = run.storeRow(page, "restserver");
  const text = run.oneLine(await row.innerText());
  assert.match(text, /missing/, "the row of restserver is missing");
  assert.match(text, /gone:/, "the change is told in words");
  assert.match(text, /changed, was stale:/);
  assert.match(text, /[-−]/, "and marked with a sign");
  assert.doesNotMatch(run.oneLine(await run.storeRow(page, "resourcemanager").innerText()), /gone|missing|changed/);

  const log = await run.logOf(page, FIRST_STEPS);
  assert.ok(log.at(-1).endsWith(ERASE_LINE), log.at(-1));
  assert.match(log.at(-1), /printed by this step/);
});

visitTest("the step before the last still shows the entry that will be erased", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=7`);
  assert.match(run.oneLine(await run.storeRow(page, "restserver").innerText()), /session 1 .* stale/);
  await page.keyboard.press("ArrowRight");
  await run.isAt(page, 8);
  assert.match(run.oneLine(await run.storeRow(page, "restserver").innerText()), /missing/);
});

const BOTH = ["ignore_pending_confirm", "ignore_pending_grant"];

for (const [name, fixes] of [
  ["retry alone", ["retry"]],
  ["retry with both ignore fixes", ["retry", ...BOTH]],
]) {
  visitTest(`${name} changes the settled outcome, and step 5 is marked as the first that differs`, async ({ page }) => {
    await run.openRun(page, `${FIRST}?at=5`);
    await run.settlesAs(page, expectation(FIRST, []));
    const before = await run.outcomes(page);
    await run.toggle(page, ...fixes);
    await run.settlesAs(page, expectation(FIRST, fixes));

    const after = await run.outcomes(page);
    assert.deepEqual(Object.keys(after), Object.keys(before));
    for (const [id, [asMade]] of Object.entries(before)) {
      assert.equal(after[id].length, 2, `${id} shows both outcomes side by side`);
      assert.equal(after[id][0], asMade, `${id} as made`);
    }
    assert.deepEqual(after.published, ["lost", "holds"]);
    assert.deepEqual(after.restserver, ["missing", "fresh"]);

    assert.equal(await run.divergence(page), 5);
    await run.isAt(page, 5);
    assert.match(await run.stepCard(page).innerText(), /first difference/);
    const drawing = await page.getByRole("img", { name: /^Timeline of/ }).getAttribute("aria-label");
    assert.match(drawing, /Step 5 on: differs from here/);

    await page.keyboard.press("ArrowRight");
    assert.doesNotMatch(await run.stepCard(page).innerText(), /first difference/);
    await run.toggle(page, ...fixes);
    await becomes(() => run.outcomes(page), before);
    assert.equal(await page.locator("[data-divergence]").filter({ visible: true }).count(), 0);
  });
}

visitTest("the button beside the first difference goes to its step", async ({ page }) => {
  await run.openRun(page, `${FIRST}?fix=retry`);
  await page.locator("[data-divergence]").getByRole("button", { name: "step 5" }).click();
  await run.isAt(page, 5);
});

visitTest("steps that a fix makes impossible are struck out with the reason", async ({ page }) => {
  await run.openRun(page, FIRST);
  await run.toggle(page, "escalate");
  assert.equal(await run.divergence(page), 5);
  const drawing = await page.getByRole("img", { name: /^Timeline of/ }).getAttribute("aria-label");
  const steps = /Not possible: steps? ([\d, ]+)/.exec(drawing)?.[1].split(", ").map(Number);
  assert.ok(steps?.length > 0, `some steps are not possible any more: ${drawing}`);

  for (const step of steps) {
    await run.stepTo(page, step);
    const card = run.stepCard(page);
    assert.equal(await card.locator("s").count(), 1, `step ${step} is struck out`);
    assert.match(run.oneLine(await card.innerText()), /Not possible here\. [A-Z].{10,}/);
    assert.match(await run.announced(page), new RegExp(`^Step ${step} of 8, .* not possible: .*; .{10,}`));
  }

  await page.keyboard.press("t");
  const table = page.getByRole("table", { name: /steps of this run/ });
  for (let step = 1; step <= FIRST_STEPS; step += 1) {
    const row = table.locator(`[data-step="${step}"]`);
    const struck = await row.locator("s").count();
    assert.equal(struck, steps.includes(step) ? 1 : 0, `step ${step} in the table`);
    if (struck) assert.match(await row.innerText(), /not possible, .{10,}/);
  }
});

visitTest("choosing another enabled action makes a branch, and the first stays reachable", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=4`);
  assert.equal(await run.branches(page).count(), 0);
  await run.choice(page, "jm1.executor.run").getByRole("button").click();
  await run.isAt(page, 5, 5);
  assert.equal(await run.branches(page).count(), 2);
  assert.match(await run.announced(page), /^Step 5 of 5/);
  await becomes(() => run.fragmentOf(page).then((fragment) => /[?&]run=/.test(fragment)), true);

  // The reader's own branch goes on.
  const next = run.enabledChoices(page).first();
  await next.click();
  await run.isAt(page, 6, 6);
  assert.equal(await run.branches(page).count(), 2, "one more step is no further branch");

  await run.branches(page).first().click();
  await becomes(() => run.position(page).then((text) => text.split(" / ")[1]), "8");
  await page.keyboard.press("End");
  await run.isAt(page, 8);
  assert.ok((await run.logOf(page, 8)).at(-1).endsWith(ERASE_LINE));
  assert.match(run.oneLine(await run.storeRow(page, "restserver").innerText()), /missing/);

  await page.keyboard.press("b");
  await becomes(() => run.position(page).then((text) => text.split(" / ")[1]), "6");
  assert.equal((await run.branchLabels(page)).filter((label) => label.startsWith("*")).length, 1);
});

visitTest("choosing what the schedule does next makes no branch", async ({ page }) => {
  await run.openRun(page, FIRST);
  await run.choice(page, "jm1.elector.lose_keep").getByRole("button").click();
  await run.isAt(page, 1);
  assert.equal(await run.branches(page).count(), 0);
});

visitTest("a refused action shows its guard, and pressing it says why and changes nothing", async ({ page }) => {
  await run.openRun(page, FIRST);
  const refused = run.choice(page, "jm1.executor.run");
  const button = refused.getByRole("button");
  assert.equal(await button.getAttribute("aria-disabled"), "true");
  assert.match(run.oneLine(await refused.innerText()), /refused, the executor queue is empty/);
  const before = await run.wholeRun(page);
  // Playwright does not press what is disabled; a reader may.
  await button.click({ force: true });
  await becomes(() => run.announced(page).then((text) => /refused, the executor queue is empty/.test(text)), true);
  await run.sameRun(page, before);

  await page.keyboard.press("End");
  await run.isAt(page, 8);
  const used = run.choice(page, "jm1.elector.lose_keep");
  assert.match(run.oneLine(await used.innerText()), /refused, the budget of the fault loss is used up/);
});

visitTest("at every step, every action is either enabled or tells its guard", async ({ page }) => {
  await run.openRun(page, FIRST);
  for (let step = 0; step <= FIRST_STEPS; step += 1) {
    await run.stepTo(page, step);
    const rows = await page.locator("[data-event]").evaluateAll((all) =>
      all.map((row) => ({
        event: row.dataset.event,
        refused: row.querySelector("button").ariaDisabled === "true",
        text: row.innerText.replace(/\s+/g, " "),
      })),
    );
    assert.ok(rows.some((row) => !row.refused), `something can happen after step ${step}`);
    for (const { event, refused, text } of rows) {
      assert.equal(/refused, [a-z].{10,}/.test(text), refused, `${event} after step ${step}: ${text}`);
    }
  }
});

visitTest("letting it settle adds steps as a branch and ends with the outcome that was promised", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=8&fix=retry`);
  const promised = (await run.outcomes(page)).restserver.at(-1);
  await page.locator("[data-settle]").click();
  await becomes(() => run.branches(page).count(), 2);
  assert.match(run.oneLine(await run.storeRow(page, "restserver").innerText()), new RegExp(promised));
  assert.match((await run.branchLabels(page)).at(-1), /^\*settled from step 8/);
});
