// The start page: every scenario under the question it answers.

import assert from "node:assert/strict";
import { SCENARIOS, SYSTEMS } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { URL_OF_PAGE, becomes, visitTest } from "./support/visit.mjs";

/** The questions of DESIGN 5, by their words in the files, in their order. */
const QUESTIONS = new Map([
  ["who-is-leader", "Who is the leader, really?"],
  ["why-lost", "Why did it lose leadership?"],
  ["why-not-back", "Why does it not come back?"],
  ["is-error-dangerous", "Is this error during shutdown dangerous?"],
  ["what-happens-to-work", "What happens to my work?"],
  ["which-setting-helps", "Which setting helps?"],
]);

function cards(page) {
  return page.locator("[data-scenario]:visible").evaluateAll((all) => all.map((card) => card.dataset.scenario));
}

visitTest("every scenario on disk is listed once, under its question", async ({ page }) => {
  await run.openStart(page);
  const ids = SCENARIOS.map(({ id }) => id);
  assert.deepEqual((await cards(page)).sort(), ids);

  for (const { id, title, question, summary } of SCENARIOS) {
    const card = page.locator(`[data-scenario="${id}"]`);
    const heading = await card.evaluate((element) => {
      const section = element.closest("[data-question]");
      return [section.dataset.question, document.getElementById(section.getAttribute("aria-labelledby")).innerText];
    });
    assert.deepEqual(heading, [question, QUESTIONS.get(question)], id);
    assert.equal(await card.getByRole("heading").innerText(), title);
    assert.ok(run.oneLine(await card.innerText()).includes(summary.replaceAll("`", "")), `${id} tells its summary`);
  }

  const shown = await page.locator("[data-question]").evaluateAll((all) => all.map((one) => one.dataset.question));
  const wanted = [...QUESTIONS.keys()].filter((word) => SCENARIOS.some(({ question }) => question === word));
  assert.deepEqual(shown, wanted, "questions in order, none without a scenario");
});

visitTest("the three sentences say what this is", async ({ page }) => {
  await run.openStart(page);
  const text = await page.getByRole("main").locator("section").first().innerText();
  assert.match(text, /state machines/);
  assert.match(text, /scheduler/);
  assert.match(text, /fix/i);
});

visitTest("the system filter shows the scenarios of a system and tells which is on", async ({ page }) => {
  await run.openStart(page);
  const buttons = page.locator("[data-system]");
  const systems = await buttons.evaluateAll((all) => all.map((button) => button.dataset.system));
  assert.deepEqual(systems.slice().sort(), ["all", ...new Set(SYSTEMS.values())].sort());
  for (const system of [...systems, "all"]) {
    await page.locator(`[data-system="${system}"]`).click();
    const expected = SCENARIOS.map(({ id }) => id).filter((id) => system === "all" || SYSTEMS.get(id) === system);
    await becomes(async () => (await cards(page)).sort(), expected.sort());
    const pressed = await page.locator("[data-system][aria-pressed=true]").evaluateAll((all) => all.map((b) => b.dataset.system));
    assert.deepEqual(pressed, [system]);
  }
});

visitTest("a link can set the system", async ({ page }) => {
  const druid = SCENARIOS.map(({ id }) => id).filter((id) => SYSTEMS.get(id) === "druid-k8s");
  assert.ok(druid.length > 0 && druid.length < SCENARIOS.length);
  await run.openStart(page, "?system=druid-k8s");
  await becomes(async () => (await cards(page)).sort(), druid.sort());
  await page.locator("[data-system=flink]").click();
  await becomes(async () => (await cards(page)).some((id) => druid.includes(id)), false);
});

visitTest("start here opens a run that can be stepped", async ({ page }) => {
  const story = SCENARIOS.find(({ start_here: here }) => here);
  assert.equal(SCENARIOS.filter(({ start_here: here }) => here).length, 1);
  await run.openStart(page);
  await page.getByRole("link", { name: "Start here", exact: true }).click();
  await run.isAt(page, 0, story.schedule.length);
  assert.equal(await page.locator("h1").innerText(), story.title);
  await page.keyboard.press("ArrowRight");
  await run.isAt(page, 1, story.schedule.length);
});

visitTest("the start page tells when the list can't be had, and models can still be opened", { allowed: [/scenarios\.json/] }, async ({ page }) => {
  await page.route("**/scenarios.json", (route) => route.fulfill({ status: 500, body: "no" }));
  await page.goto(`${URL_OF_PAGE}#/`);
  await page.getByRole("alert").waitFor();
  assert.match((await run.notices(page)).join(), /could not be listed.*scenarios\.json/);
  await page.locator("[data-model]").first().click();
  await becomes(() => run.position(page), "0 / 0");
});
