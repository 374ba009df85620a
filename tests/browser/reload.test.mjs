// A run outlives its page: from the address alone, whatever the browser remembers or forbids.

import assert from "node:assert/strict";
import { scenario, upload } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { URL_OF_PAGE, becomes, visit, visitTest } from "./support/visit.mjs";

const { FIRST } = run;

/** How a page comes back: what happens between the two loads. */
const WAYS = [
  ["after a reload", async (page) => page.reload()],
  [
    "after a reload with all storage cleared",
    async (page) => {
      // A page writes once more when it is left, so it is cleared on the way.
      await page.evaluate(() => addEventListener("unload", () => [localStorage, sessionStorage].forEach((s) => s.clear())));
      await page.reload();
    },
  ],
];

async function changedRun(page) {
  await run.openRun(page, `${FIRST}?at=4`);
  await run.choice(page, "jm1.executor.run").getByRole("button").click();
  await run.isAt(page, 5, 5);
  await run.enabledChoices(page).first().click();
  await run.isAt(page, 6, 6);
  await run.branches(page).first().click();
  await becomes(() => run.position(page).then((text) => text.split(" / ")[1]), "8");
  await page.keyboard.press("Home");
  await run.isAt(page, 0);
  await run.choice(page, "jm1.elector.lose_release").getByRole("button").click();
  await run.isAt(page, 1, 1);
  await run.toggle(page, "retry");
  assert.equal(await run.branches(page).count(), 3);
  return settled(page);
}

async function untouchedRun(page) {
  await run.openRun(page, FIRST);
  await run.stepTo(page, 5);
  await run.toggle(page, "retry", "ignore_pending_grant");
  return settled(page);
}

async function settled(page) {
  await run.settledFragment(page);
  return run.wholeRun(page);
}

for (const [what, make, shape] of [
  ["an untouched scenario with its step and fixes", untouchedRun, /^#\/flink-40114-own-loss\?fix=[a-z_+]+&at=5$/],
  ["a changed run with all its branches", changedRun, /[?&]run=.*[?&]alt=|[?&]alt=.*[?&]run=/],
]) {
  for (const [way, back] of WAYS) {
    visitTest(`${what} is the same ${way}`, async ({ page }) => {
      const before = await make(page);
      assert.match(before.fragment, shape);
      await back(page);
      await run.sameRun(page, before);
    });
  }

  visitTest(`${what} opens from its link in another browser`, async ({ page, t }) => {
    const before = await make(page);
    const other = await visit();
    t.after(() => other.context.close());
    await other.page.goto(URL_OF_PAGE + before.fragment);
    await run.sameRun(other.page, before);
    await other.guard.check(other.page);
  });

  visitTest(`${what} survives where storage is forbidden`, { blockStorage: true }, async ({ page }) => {
    const before = await make(page);
    await page.reload();
    await run.sameRun(page, before);
  });
}

visitTest("branches that were left can still be walked after a reload", async ({ page }) => {
  await changedRun(page);
  await page.reload();
  await becomes(() => run.branches(page).count(), 3);
  await run.toggle(page, "retry");
  await run.branches(page).first().click();
  await page.keyboard.press("End");
  await run.isAt(page, 8);
  assert.ok((await run.logOf(page, 8)).at(-1).endsWith(run.ERASE_LINE));
});

visitTest("Back and Forward go between runs, not between steps", async ({ page }) => {
  await run.openStart(page);
  await page.locator("[data-start-here]").click();
  await run.isAt(page, 0);
  await run.stepTo(page, 3);
  await settled(page);
  await page.goBack();
  await page.locator("[data-scenario]").first().waitFor();
  await page.goForward();
  await run.isAt(page, 3);
});

visitTest("leaving a run right after two quick steps does not put it into the start page's address", async ({ page }) => {
  await run.openRun(page, FIRST);
  await settled(page);
  await page.evaluate(async () => {
    for (const key of ["ArrowRight", "ArrowRight", "s"]) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  });
  await page.locator("[data-scenario]").first().waitFor();
  await page.waitForTimeout(500);
  assert.equal(await run.fragmentOf(page), "#/", "the address is that of the start page");
  await page.goBack();
  await run.isAt(page, 2);
});

visitTest("the start page offers the run that was left", async ({ page }) => {
  const before = await untouchedRun(page);
  await run.openStart(page);
  await page.locator("[data-continue]").click();
  await run.sameRun(page, before);
});

visitTest("a file of the reader's own is the same after a reload", async ({ page }) => {
  await run.openStart(page);
  const own = { ...scenario(FIRST), id: "my-own", title: "A story of my own" };
  await page.locator("#file").setInputFiles(upload("my-own.json", own));
  await run.isAt(page, 0);
  await run.stepTo(page, 6);
  await run.toggle(page, "retry");
  const before = await settled(page);
  assert.equal(before.title, own.title);
  await page.reload();
  await run.sameRun(page, before);
});

visitTest("the link of a reader's own file opens the same run elsewhere, without the story", async ({ page, t }) => {
  await run.openStart(page);
  const own = { ...scenario(FIRST), id: "my-own", title: "A story of my own" };
  await page.locator("#file").setInputFiles(upload("my-own.json", own));
  await run.isAt(page, 0);
  await run.stepTo(page, 8);
  const before = await settled(page);
  const other = await visit();
  t.after(() => other.context.close());
  await other.page.goto(URL_OF_PAGE + before.fragment);
  await run.isAt(other.page, 8);
  const after = await run.wholeRun(other.page);
  for (const part of ["stage", "log", "outcomes", "choices", "fragment"]) {
    assert.deepEqual(after[part], before[part], part);
  }
  await other.guard.check(other.page);
});
