// Pasted log lines: what they are, which scenarios print them, and that they go nowhere.

import assert from "node:assert/strict";
import * as run from "./support/run.mjs";
import { becomes, visitTest } from "./support/visit.mjs";

const STORY = "druid-k8s-empty-queue";
const LINES = [
  "2026-09-04T11:02:13,120 WARN [Thread-57] org.apache.druid.k8s.discovery.LeaderElectorAsyncWrapper - Failed to terminate [LeaderElectorAsyncWrapper] executor.",
  "2026-09-04 11:02:13,140 INFO [LeaderElectorAsyncWrapper] org.apache.druid.server.coordinator.DruidCoordinator - I am no longer the leader...",
  "Stopping load queue peon for [2] servers.",
  "GET /status/health 200",
  "Stopping lifecycle [module] stage [INIT] for handlers [[<img src=x onerror=alert(1)>]]",
].join("\n");

/** Opens the box and pastes into it, as a keyboard user does. */
async function paste(page, text) {
  await page.locator(".paste summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await becomes(() => run.active(page, () => document.activeElement.id), "paste");
  await page.keyboard.insertText(text);
  await page.keyboard.press("Tab");
  await becomes(() => run.active(page, () => document.activeElement.textContent), "Recognise");
  await page.keyboard.press("Enter");
}

function said(page) {
  return page.locator("[data-said=paste]").innerText();
}

function stories(page) {
  return page.locator("[data-story]").evaluateAll((all) => all.map((link) => link.dataset.story));
}

visitTest("pasted lines are recognised by keyboard alone, and their story is first", async ({ page }) => {
  await run.openStart(page);
  await paste(page, LINES);
  await becomes(() => said(page), "4 of 5 lines recognised");
  assert.equal((await stories(page))[0], STORY);
  const known = await page.locator("tr[data-known]").evaluateAll((rows) => rows.map((row) => row.dataset.known));
  assert.deepEqual(known, ["true", "true", "true", "false", "true"]);
  assert.match(await page.locator("tr[data-known]").first().innerText(), /druid-k8s, druid-k8s-rollout: .* step/);
  assert.equal(await page.locator(".paste img").count(), 0, "what is pasted is text");
  await run.focusIsKept(page, "an answer");

  const link = page.locator(`[data-story="${STORY}"]`);
  const step = Number((await link.getAttribute("href")).match(/at=(\d+)$/)[1]);
  await link.click();
  await becomes(async () => (await run.position(page)).split(" / ")[0], String(step));
  assert.deepEqual(await page.locator(".signature code").count(), 6);
});

visitTest("what is pasted is neither stored nor sent", async ({ page }) => {
  const sent = [];
  await run.openStart(page);
  page.on("request", (request) => sent.push([request.method(), new URL(request.url()).pathname.split("/").pop(), request.postData()]));
  await paste(page, "a-secret-of-mine\nSupervisorManager stopped.");
  await becomes(() => said(page), "1 of 2 lines recognised");
  const names = new Set(sent.map(([, name]) => name));
  assert.ok(names.has("logs.json"));
  assert.ok([...names].every((name) => /^(logs\.json|worker.*)$/.test(name)), [...names].join());
  assert.ok(sent.every(([method, , body]) => method === "GET" && body === null));
  const kept = await page.evaluate(() => location.href + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }));
  assert.ok(!kept.includes("a-secret-of-mine"));
});

visitTest("a paste without a line is told, and the next one is read", async ({ page }) => {
  await run.openStart(page);
  await paste(page, " ");
  await becomes(() => said(page), "The lines could not be read: there is no line; expected log lines of Druid or Flink");
  await page.locator("#paste").fill("SupervisorManager stopped.");
  await page.getByRole("button", { name: "Recognise" }).click();
  await becomes(() => said(page), "1 of 1 line recognised");
});

visitTest("without a worker the lines are recognised on the page", async ({ page }) => {
  await page.addInitScript(() => {
    delete globalThis.Worker;
  });
  await run.openStart(page);
  await paste(page, LINES);
  await becomes(() => said(page), "4 of 5 lines recognised");
  assert.equal((await stories(page))[0], STORY);
});

visitTest("an index that can't be had is told", { allowed: [/logs\.json/] }, async ({ page }) => {
  await page.route("**/logs.json", (route) => route.fulfill({ status: 500, body: "no" }));
  await run.openStart(page);
  await paste(page, LINES);
  await becomes(async () => /could not be read: logs\.json/.test(await said(page)), true);
});

visitTest("a scenario says what a log of it would show", async ({ page }) => {
  await run.openRun(page, "flink-36451-deadlock");
  const card = page.getByRole("region", { name: "Your log would show" });
  assert.deepEqual(await card.getByRole("listitem").allInnerTexts(), [
    "Processing 'Leader Revocation' event.",
    "none after: revoked leadership",
  ]);
  await run.openRun(page, "model/flink-deadlock");
  assert.equal(await card.count(), 0);
});
