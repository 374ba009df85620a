// Druid on Kubernetes: the report's run from a cold link, its fixes and its claims; the rollout's durations.

import assert from "node:assert/strict";
import * as run from "./support/run.mjs";
import { becomes, visitTest } from "./support/visit.mjs";

const REPORT = "druid-k8s-report";
const STEPS = 24;

function lane(page, id) {
  return page.locator(`[data-lane="${id}"]`);
}

function verdict(page, property) {
  return page.locator(`[data-property="${property}"] [data-verdict] .pill span:last-child`).innerText();
}

visitTest("the report's run, by keyboard from a cold link: the pool is terminated, the callback rejected", async ({ page }) => {
  await run.openRun(page, REPORT);
  await run.isAt(page, 0, STEPS);
  await becomes(() => lane(page, "callbacks").innerText().then((text) => text.includes("running")), true);
  await run.stepTo(page, 22, STEPS);
  await becomes(() => lane(page, "callbacks").locator(".pill").first().innerText().then(run.oneLine), "~ changed, was running: ○ terminated");
  await run.stepTo(page, 24, STEPS);
  await becomes(() => lane(page, "callbacks").innerText().then((text) => text.includes("rejected 1")), true);
  assert.match(await lane(page, "callbacks").locator(".lost").innerText(), /callback of request 1/);
  const [last] = (await run.logOf(page, 24)).slice(-1);
  assert.match(last, /listener\.stopBeingLeader\(\) failed\..*RejectedExecutionException.*Terminated, pool size = 0, active threads = 0, queued tasks = 0/);
  await becomes(() => page.locator("[data-decided-line]").innerText(), "race pair: steps 22 and 24");
});

visitTest("the code fixes: each alone leaves a hole, two together hold in every order", async ({ page }) => {
  await run.openRun(page, REPORT);
  await run.toggle(page, "join_outside_monitor");
  await run.settlesAs(page, { outcome: { "no-rejection": "holds" } });
  await page.keyboard.press("c");
  await becomes(() => verdict(page, "no-rejection"), "holds");
  assert.equal(await verdict(page, "nothing-lost"), "violated in 30 steps");
  await run.toggle(page, "drain");
  await page.keyboard.press("c");
  await becomes(() => verdict(page, "nothing-lost"), "holds");
  assert.equal(await verdict(page, "relinquish-complete"), "holds");
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "All 64 sets of fixes" }).waitFor();
});

visitTest("two ways to release a lock exclude each other", async ({ page }) => {
  await run.openRun(page, REPORT);
  await run.toggle(page, "release_after_join");
  await run.toggle(page, "release_without_join");
  assert.equal(await run.fixSwitch(page, "release_after_join").getAttribute("aria-checked"), "false");
});

visitTest("the claims of the report lead to their evidence", async ({ page }) => {
  await run.openRun(page, REPORT);
  const claims = page.locator("[data-claim]");
  assert.equal(await claims.count(), 12);
  const verdicts = await claims.locator(".pills-line").allInnerTexts();
  const count = (word) => verdicts.filter((text) => text.includes(word)).length;
  assert.deepEqual([count("confirmed"), count("half"), count("wrong")], [2, 4, 6]);
  const immediate = claims.filter({ hasText: "It fires almost immediately" });
  await immediate.getByRole("button", { name: "Show in log" }).focus();
  await page.keyboard.press("Enter");
  await run.isAt(page, 19, STEPS);
  await becomes(() => page.locator(".log-line.is-marked").innerText().then((text) => text.includes("Failed to terminate [LeaderElectorAsyncWrapper] executor.")), true);
  const order = claims.filter({ hasText: "the order is wrong" });
  await order.getByRole("button", { name: "Check this in all orders" }).focus();
  await page.keyboard.press("Enter");
  await becomes(() => order.locator("[data-verdict] .pill span:last-child").innerText(), "holds");
});
