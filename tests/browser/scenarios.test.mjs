// Every scenario that ships, as a reader would walk it; and every model without a story.

import assert from "node:assert/strict";
import { SCENARIOS } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { becomes, visitTest } from "./support/visit.mjs";

for (const story of SCENARIOS) {
  const { id, title, schedule, fixes = [], expect } = story;
  visitTest(`${id} opens from its card, steps to its end and ends as the file expects`, async ({ page }) => {
    await run.openStart(page);
    await page.locator(`[data-scenario="${id}"]`).click();
    await run.isAt(page, 0, schedule.length);
    assert.equal(await page.locator("h1").innerText(), title);
    for (let step = 1; step <= schedule.length; step += 1) {
      await page.keyboard.press("ArrowRight");
      const told = story.narration?.steps?.find((text) => text.step === step);
      // Nobody waits for a step that nothing is told of; every tenth is looked at all the same.
      if (!told && step % 10 !== 0 && step < schedule.length) continue;
      await run.isAt(page, step, schedule.length);
      // The page draws in parts, and the position may be there a moment before the step.
      await becomes(async () => (await run.stepHeading(page)).split(" of ")[0], `Step ${step}`);
      if (told) {
        await becomes(() => page.locator("[data-narration]").innerText().then(run.oneLine), told.text.replaceAll("`", ""));
      }
    }
    assert.deepEqual(await run.notices(page), []);
    assert.equal(await run.settledFragment(page), `#/${id}?at=${schedule.length}`);

    const own = expect.find((entry) => [...entry.fixes].sort().join() === [...fixes].sort().join());
    assert.ok(own, "the file expects something of its own fixes");
    await run.settlesAs(page, own);
  });

  visitTest(`${id} ends as the file expects under every set of fixes it names`, async ({ page }) => {
    for (const entry of expect) {
      await run.openRun(page, `${id}?fix=${entry.fixes.join("+")}`);
      await run.settlesAs(page, entry);
      if (entry.diverges_at !== undefined) {
        const shown = page.locator("[data-divergence]:visible");
        const found = (await shown.count()) === 0 ? 0 : await run.divergence(page);
        assert.equal(found, entry.diverges_at, `first difference under ${entry.fixes.join(", ") || "no fix"}`);
      }
    }
  });
}

for (const model of new Set(SCENARIOS.map((story) => story.model))) {
  visitTest(`the model ${model} opens from its card and from its link, and can be played freely`, async ({ page }) => {
    await run.openStart(page);
    await page.locator(`[data-model="${model}"]`).click();
    await becomes(() => run.position(page), "0 / 0");

    await run.openRun(page, `model/${model}`);
    await becomes(() => run.position(page), "0 / 0");
    for (let step = 1; step <= 12; step += 1) {
      const enabled = run.enabledChoices(page);
      if ((await enabled.count()) === 0) {
        const told = run.oneLine(await page.getByRole("region", { name: "What can happen next" }).innerText());
        assert.match(told, /Nothing can happen any more/);
        assert.doesNotMatch(told, /background actions are left/);
        break;
      }
      await enabled.last().click();
      await becomes(() => run.position(page), `${step} / ${step}`);
    }
    assert.deepEqual(await run.notices(page), []);
    await page.keyboard.press("Home");
    await page.keyboard.press("1");
    await becomes(() => run.position(page).then((text) => /^1 \/ /.test(text)), true);
  });
}
