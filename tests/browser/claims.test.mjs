// Report against code: what a report says, claim by claim, and the evidence one press away.

import assert from "node:assert/strict";
import { scenario } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { DESKTOP, PHONE, becomes, visitTest } from "./support/visit.mjs";

const { FIRST } = run;
const WORDS = { confirmed: "confirmed", wrong: "wrong", half: "half right" };

function panel(page) {
  return page.getByRole("region", { name: "Report against code" });
}

/** The claim whose report begins with some words. */
function claim(page, words) {
  return panel(page).locator("[data-claim]").filter({ has: page.getByText(words) });
}

async function press(page, button) {
  await button.focus();
  await page.keyboard.press("Enter");
}

function marked(page) {
  return page.locator(".log-line.is-marked");
}

/** Whether all of an element's height is in the window and in the regions around it. */
function isInView(locator) {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    for (let box = element.parentElement; box; box = box.parentElement) {
      const { top: above, bottom: below } = box.getBoundingClientRect();
      if (getComputedStyle(box).overflowY !== "visible" && (top < above - 1 || bottom > below + 1)) return false;
    }
    return top >= 0 && bottom <= innerHeight;
  });
}

visitTest("a cold link shows every claim with its verdict in words and why", async ({ page }) => {
  await run.openRun(page, FIRST);
  const { claims } = scenario(FIRST);
  assert.ok(claims.length >= 10);
  const rows = panel(page).locator("[data-claim]");
  const plain = (text) => text.replaceAll("`", "");
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => ["claim", "pill", "evidence"].map((part) => row.querySelector(`.${part}`).textContent.replace(/^[✓▲✗]/, ""))),
  );
  assert.deepEqual(shown, claims.map(({ report, verdict, evidence }) => [plain(report), WORDS[verdict], plain(evidence)]));
  const headings = await panel(page).locator("h2, h3").allInnerTexts();
  assert.deepEqual(headings, ["Report against code", "Report", "Code", "Claim by claim"]);
  const count = (verdict) => claims.filter((claim) => claim.verdict === verdict).length;
  await panel(page).getByText(`${count("confirmed")} confirmed, ${count("half")} half right, ${count("wrong")} wrong`).waitFor();
});

visitTest("by keyboard to the step and to the line of the log, from wherever the reader is", async ({ page }) => {
  await run.openRun(page, FIRST);
  const erases = claim(page, /publishes empty/);
  await press(page, claim(page, /It takes both/).getByRole("button", { name: "Go to step 5" }));
  await run.isAt(page, 5);
  await becomes(() => run.active(page, () => document.activeElement.id), "step-title");

  await run.toggle(page, "retry");
  await run.choice(page, "jm1.elector.renew").getByRole("button").click();
  assert.equal((await run.branchLabels(page)).length, 2);
  await press(page, erases.getByRole("button", { name: "Show in log" }));
  await run.isAt(page, 8);
  assert.equal((await run.branchLabels(page))[0], "*as told");
  assert.equal(await run.fixSwitch(page, "retry").getAttribute("aria-checked"), "false");
  await becomes(() => marked(page).count(), 1);
  await becomes(() => run.active(page, () => document.activeElement.classList.contains("is-marked")), true);
  const line = run.oneLine(await marked(page).innerText());
  assert.ok(line.includes(run.ERASE_LINE) && line.includes("step 8") && line.includes("shown as evidence"), line);
  assert.ok(await isInView(marked(page)));

  await page.keyboard.press("ArrowLeft");
  await run.isAt(page, 7);
  await becomes(() => marked(page).count(), 0);
  await run.focusIsKept(page, "the marked line went");
  // Of several lines of a step, the one that is meant.
  await press(page, claim(page, /clears the local confirmation/).getByRole("button", { name: "Show in log" }));
  await run.isAt(page, 2);
  await becomes(() => marked(page).innerText().then((text) => text.includes("Revoking leadership to component 'restserver'")), true);
  await becomes(() => isInView(marked(page)), true);
});

visitTest("a verdict is computed under the claim's own fixes and budgets", async ({ page }) => {
  await run.openRun(page, FIRST);
  const churn = claim(page, /Session churn/);
  const button = churn.getByRole("button", { name: "Check this in all orders" });
  assert.match(run.oneLine(await churn.innerText()), /“The leader's addresses can be published” with no fix, confirm_fail at most 0/);
  assert.equal(await panel(page).locator("[data-verdict]").count(), 0, "nothing is told before it is computed");
  await press(page, button);
  await becomes(() => churn.locator("[data-verdict]").getAttribute("data-verdict"), "holds");
  assert.match(run.oneLine(await churn.innerText()), /All orders ✓ holds exhaustive, 56 states/);
  await churn.getByRole("button", { name: "Checked in all orders", disabled: true }).waitFor();
  assert.match(await run.active(page), /Checked in all orders/, "the focus stays");
  assert.equal(await page.locator("[data-states]").count(), 0, "the run itself is not answered by it");

  await page.keyboard.press("c");
  const erases = claim(page, /publishes empty/);
  await becomes(() => erases.locator("[data-verdict]").getAttribute("data-verdict"), "violated");
  assert.match(run.oneLine(await erases.innerText()), /violated in 4 steps exhaustive, 78 states/);

  const both = claim(page, /It takes both/);
  assert.equal(await both.locator("[data-verdict]").count(), 0, "these fixes are not checked yet");
  await press(page, both.getByRole("button", { name: "Check this in all orders" }));
  await press(page, both.getByRole("button", { name: /^Shortest run/ }));
  await run.isAt(page, 5, 5);
  for (const fix of ["ignore_pending_confirm", "ignore_pending_grant"]) {
    assert.equal(await run.fixSwitch(page, fix).getAttribute("aria-checked"), "true");
  }
});

visitTest("a lesson hides the claims, and other budgets their evidence", async ({ page }) => {
  await run.openRun(page, `${FIRST}?try=1`);
  assert.equal(await panel(page).count(), 0);
  await run.openRun(page, `${FIRST}?b.loss=2`);
  await panel(page).getByText("needs the scenario's own parameters and budgets").waitFor();
  assert.equal(await panel(page).getByRole("button", { name: /^Go to step|^Show in log|all orders$/ }).count(), 0);
});

for (const viewport of [PHONE, DESKTOP]) {
  visitTest(`at ${viewport.width} px nothing sticks out and the line comes into view`, { viewport }, async ({ page }) => {
    await run.openRun(page, FIRST);
    await claim(page, /Session churn/).getByRole("button", { name: "Check this in all orders" }).click();
    await claim(page, /Session churn/).locator("[data-verdict]").waitFor();
    const outside = () =>
      panel(page).evaluate((card) => {
        const { left, right } = card.getBoundingClientRect();
        const sticks = (element) => element.checkVisibility() && element.getBoundingClientRect().right > right + 0.5;
        return [left < 0 || right > innerWidth, ...[...card.querySelectorAll("*")].filter(sticks).map((element) => element.outerHTML.slice(0, 80))];
      });
    assert.deepEqual(await outside(), [false]);
    await claim(page, /publishes empty/).getByRole("button", { name: "Show in log" }).click();
    await becomes(() => marked(page).count(), 1);
    await becomes(() => isInView(marked(page)), true);
  });
}
