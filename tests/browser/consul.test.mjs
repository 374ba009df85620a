// Druid on Consul: two leaders at once, timers that run out, a fence that refuses, and the report's warning pasted.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as run from "./support/run.mjs";
import { PHONE, becomes, visitTest } from "./support/visit.mjs";

const WARNING = "Main Loop: Lost lock ownership check for [druid/leader/overlord], stepping down";

/** The events of a shipped scenario. */
function schedule(id) {
  return JSON.parse(readFileSync(new URL(`../../scenarios/${id}.json`, import.meta.url))).schedule;
}

function symptoms(page) {
  return page.locator(".symptoms").innerText().then(run.oneLine);
}

function node(page, id) {
  return page.locator(`[data-node="${id}"]`);
}

/** Title, ticks left and all ticks of each timer. */
function timers(page) {
  return page.locator("[data-bar]").evaluateAll((bars) =>
    bars.map((bar) => [bar.dataset.bar, Number(bar.querySelector("meter").value), Number(bar.querySelector("meter").max)]),
  );
}

async function paste(page, text) {
  await run.openStart(page);
  await page.locator(".paste summary").focus();
  await page.keyboard.press("Enter");
  await page.locator("#paste").fill(text);
  await page.locator("#paste").press("Tab");
  await page.keyboard.press("Enter");
  await becomes(async () => /of \d+ lines? recognised/.test(await page.locator("[data-said=paste]").innerText()), true);
  return page.locator("[data-story]").evaluateAll((all) => all.map((link) => link.dataset.story));
}

visitTest("two nodes side by side act as leader at once, by keyboard", async ({ page }) => {
  const id = "druid-consul-h1";
  const steps = schedule(id).length;
  await run.openRun(page, id);
  await run.isAt(page, 0, steps);
  const [a, b] = [await node(page, "a").boundingBox(), await node(page, "b").boundingBox()];
  assert.ok(Math.abs(a.y - b.y) < 5 && a.x < b.x, "the nodes stand side by side");
  assert.match(await symptoms(page), /node a acts as leader/);
  await run.stepTo(page, 23, steps);
  await becomes(async () => /both nodes act as leader/.test(await symptoms(page)), true);
  assert.match(await run.stepCard(page).innerText(), /two nodes act as leader now/);
  for (const each of ["a", "b"]) {
    assert.match(await node(page, each).innerText(), /acts as leader/);
  }
  await run.stepTo(page, 42, steps);
  const log = await run.logOf(page, 42);
  assert.ok(log.some((line) => line.includes(WARNING)), log.join("\n"));
});

visitTest("the timers of sessions and of lock-delay run with the clock", async ({ page }) => {
  const id = "druid-consul-h1";
  const events = schedule(id);
  await run.openRun(page, id);
  await becomes(() => timers(page), [["session_1", 54, 54]]);
  const lost = events.indexOf("consul.session.invalidate") + 1;
  await run.stepTo(page, lost, events.length);
  await becomes(() => timers(page), [["lock_delay", 3, 3]]);
  await run.stepTo(page, events.indexOf("clock.tick") + 1, events.length);
  await becomes(() => timers(page), [["lock_delay", 2, 3]]);
});

visitTest("a fence by ModifyIndex rejects the stale leader's write, and only that", async ({ page }) => {
  const id = "druid-consul-h27-modify-index";
  const events = schedule(id);
  const stale = events.lastIndexOf("a.services.write") + 1;
  await run.openRun(page, `${id}?at=${stale}`);
  await becomes(async () => /a stale write of node a was rejected/.test(await symptoms(page)), true);
  assert.match(await page.locator('[data-store="fenced"]').innerText(), /of node a, rejected/);
  await run.toggle(page, "fence_lock_index");
  await becomes(async () => /the last write was accepted from node a, which does not hold the lock/.test(await symptoms(page)), true);
  assert.equal(await run.fixSwitch(page, "fence_modify_index").getAttribute("aria-checked"), "false", "one fence at a time");
});

visitTest("which fence holds is checked in all orders", async ({ page }) => {
  const verdict = () => page.locator('[data-property="single-effective"] [data-verdict] .pill span:last-child').innerText();
  await run.openRun(page, "druid-consul-h27-modify-index");
  await page.keyboard.press("c");
  await becomes(verdict, "holds");
  await run.toggle(page, "fence_local_term");
  await page.keyboard.press("c");
  await becomes(async () => /^violated in \d+ steps$/.test(await verdict()), true);
});

visitTest("the report's warning alone may belong to several stories, with its neighbours to one", async ({ page }) => {
  const alone = await paste(page, `2026-09-04T11:02:13,120 WARN [ConsulLeaderSelector-0] org.apache.druid.consul.discovery.ConsulLeaderSelector - ${WARNING}`);
  for (const id of ["h1", "h3", "h4", "h9", "h22"]) {
    assert.ok(alone.includes(`druid-consul-${id}`), `${id} of ${alone.join()}`);
  }
  const spurious = await paste(
    page,
    [
      "ERROR [ConsulLeaderSelector-0] org.apache.druid.consul.discovery.ConsulLeaderSelector - Failed to validate lock ownership for [druid/leader/overlord]",
      WARNING,
      "Losing leadership for [druid/leader/overlord]",
      "Successfully stepped down as leader for [druid/leader/overlord]",
      "Became leader for [druid/leader/overlord], term=5",
    ].join("\n"),
  );
  assert.equal(spurious[0], "druid-consul-h3");
  const locked = await paste(
    page,
    [
      "Failed to validate lock ownership for [druid/leader/overlord]",
      WARNING,
      "Losing leadership for [druid/leader/overlord]",
      "Successfully stepped down as leader for [druid/leader/overlord]",
      "Follower session [0af1c2d3...] expired or invalid, recreating",
      "Created session [77aa01bc...] for leader election, TTL=45s",
    ].join("\n"),
  );
  assert.equal(locked[0], "druid-consul-h4");
});

visitTest("in a hand the two nodes, the timers and the steps have room", { viewport: PHONE }, async ({ page }) => {
  const id = "druid-consul-h1";
  await run.openRun(page, `${id}?at=25`);
  await becomes(async () => /both nodes act as leader/.test(await symptoms(page)), true);
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width[0] <= width[1], `nothing is wider than the screen: ${width}`);
  await page.locator("[data-bar] meter").first().scrollIntoViewIfNeeded();
});

visitTest("what the record claims is held against the run", async ({ page }) => {
  await run.openRun(page, "druid-consul-h1");
  const claims = page.locator("[data-claim]");
  assert.ok((await claims.count()) >= 10);
  const ttl = claims.filter({ hasText: "Increase leaderSessionTtl" });
  await ttl.getByRole("button", { name: "Check this in all orders" }).focus();
  await page.keyboard.press("Enter");
  await becomes(async () => /^violated in \d+ steps$/.test(await ttl.locator("[data-verdict] .pill span:last-child").innerText()), true);
});
