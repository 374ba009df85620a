// The glossary: complete, and behind every link in every text.

import assert from "node:assert/strict";
import { GLOSSARY, SCENARIOS } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { becomes, eventually, visitTest } from "./support/visit.mjs";

const AT_LEAST = 40;

function dialog(page) {
  return page.getByRole("dialog", { name: "Glossary" });
}

function linked(page) {
  return page.locator("[data-term]").evaluateAll((all) => [...new Set(all.map((link) => link.dataset.term))]);
}

visitTest(`the glossary has at least ${AT_LEAST} entries, each explained, and its own links resolve`, async ({ page, t }) => {
  await run.openRun(page, run.FIRST);
  await page.keyboard.press("g");
  const entries = dialog(page).getByRole("article");
  await becomes(() => entries.count(), GLOSSARY.length);
  t.diagnostic(`${GLOSSARY.length} entries`);
  assert.ok(GLOSSARY.length >= AT_LEAST);
  const ids = await entries.evaluateAll((all) => all.map((entry) => entry.id));
  assert.deepEqual(new Set(ids), new Set(GLOSSARY.map(({ id }) => `term-${id}`)));
  for (const { id, term, short } of GLOSSARY) {
    const text = run.oneLine(await page.locator(`#term-${id}`).innerText());
    assert.ok(text.startsWith(term) && text.includes(short), `${id}: ${text}`);
  }
  const within = await dialog(page).locator("[data-term]").evaluateAll((all) => all.map((link) => link.dataset.term));
  for (const id of within) assert.ok(ids.includes(`term-${id}`), `a link to ${id}`);
});

/** The scenarios in parts of about as many steps, so that each part is a test with time enough. */
function parts(most) {
  const all = [[]];
  let steps = 0;
  for (const scenario of SCENARIOS) {
    steps += scenario.schedule.length + 1;
    if (steps > most && all.at(-1).length > 0) {
      all.push([]);
      steps = scenario.schedule.length + 1;
    }
    all.at(-1).push(scenario);
  }
  return all;
}

for (const scenarios of parts(600)) {
  visitTest(`every glossary link on every step resolves to an entry, from ${scenarios[0].id} on`, async ({ page, t }) => {
    const found = new Map();
    for (const { id: scenario, schedule } of scenarios) {
      await run.openRun(page, scenario);
      // In a text: the glossary comes a little later than the run, and the kinds of properties link to it from the start.
      await page.locator("main .prose [data-term]").first().waitFor({ state: "attached" });
      for (let step = 0; step <= schedule.length; step += 1) {
        if (step > 0) await page.keyboard.press("ArrowRight");
        await run.isAt(page, step, schedule.length);
        for (const term of await linked(page)) {
          found.set(term, [...(found.get(term) ?? []), `${scenario}?at=${step}`]);
        }
      }
    }
    const known = new Set(GLOSSARY.map(({ id }) => id));
    const lost = [...found].filter(([term]) => !known.has(term)).map(([term, [place]]) => `${term} at ${place}`);
    assert.deepEqual(lost, []);
    t.diagnostic(`${found.size} of ${known.size} terms are linked`);
    assert.ok(found.size > 10, "the texts link to the glossary at all");
  });
}

/** Whether an entry is within its dialog. */
function inView(page, term) {
  return page.locator(`#term-${term}`).evaluate((entry) => {
    const outer = entry.closest("dialog").getBoundingClientRect();
    const inner = entry.getBoundingClientRect();
    return inner.top < outer.bottom && inner.bottom > outer.top;
  });
}

visitTest("a link in a text opens the glossary at its entry, and Escape returns to the link", async ({ page }) => {
  await run.openRun(page, `${run.FIRST}?at=8`);
  await page.locator("[data-term]").first().waitFor({ state: "attached" });
  for (const term of await linked(page)) {
    const link = page.locator(`[data-term="${term}"]`).first();
    await link.focus();
    await page.keyboard.press("Enter");
    await becomes(() => page.evaluate(() => document.activeElement.id), `term-${term}`);
    await eventually(async () => assert.ok(await inView(page, term), `${term} is in view`));
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.term), term, "the focus is back");
  }
});

visitTest("an entry stays in view when the sheet of dialogs comes late", async ({ page }) => {
  let letGo;
  const held = new Promise((resolve) => (letGo = resolve));
  await page.route("**/later.css", async (route) => {
    await held;
    await route.continue();
  });
  await run.openRun(page, `${run.FIRST}?at=8`);
  const link = page.locator("[data-term]").last();
  await link.waitFor({ state: "attached" });
  const term = await link.getAttribute("data-term");
  await page.waitForRequest("**/later.css");
  await link.focus();
  await page.keyboard.press("Enter");
  await becomes(() => page.evaluate(() => document.activeElement.id), `term-${term}`);
  const loaded = page.waitForResponse("**/later.css");
  letGo();
  await loaded;
  await eventually(async () => assert.ok(await inView(page, term), `${term} is in view`));
  await page.waitForTimeout(300);
  assert.ok(await inView(page, term), `${term} is still in view`);
});

visitTest("a link from one entry goes to the other", async ({ page }) => {
  await run.openRun(page, run.FIRST);
  await page.keyboard.press("g");
  const { id, see } = GLOSSARY.find((entry) => entry.see.length > 0);
  await page.locator(`#term-${id} [data-term="${see[0]}"]`).first().click();
  await becomes(() => page.evaluate(() => document.activeElement.id), `term-${see[0]}`);
});

visitTest("without a glossary the page says so and steps all the same", { allowed: [/glossary\.json/] }, async ({ page }) => {
  await page.route("**/glossary.json", (route) => route.fulfill({ status: 404, body: "no" }));
  await run.openRun(page, run.FIRST);
  await page.keyboard.press("g");
  await dialog(page).getByRole("alert").waitFor();
  assert.match(await dialog(page).getByRole("alert").innerText(), /glossary\.json/);
  await page.keyboard.press("Escape");
  await run.stepTo(page, 8);
});
