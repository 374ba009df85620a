// The real system's settings beside the model's ticks: rules at the field, the same run under changed ones, closed forms.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import * as run from "./support/run.mjs";
import { PHONE, becomes, visitTest } from "./support/visit.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const CONSUL = "model/druid-consul?b.invalidate=1";
const TTL = "druid.discovery.consul.leader.leaderSessionTtl";
const POLL = "druid.discovery.consul.service.healthCheckInterval";

function row(page, key) {
  return page.locator(`[data-setting="${key}"]`);
}

function field(page, key) {
  return page.getByRole("textbox", { name: key, exact: true });
}

async function opened(page, fragment) {
  await run.openRun(page, fragment);
  const summary = page.locator("#settings > summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  await field(page, POLL).waitFor();
}

/** Types a value by keyboard alone, and runs with it. */
async function set(page, key, value) {
  await field(page, key).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.type(value);
  await page.keyboard.press("Enter");
}

/** What a screen reader is told of a field beside its name. */
function description(page, key) {
  return field(page, key).evaluate((input) =>
    input
      .getAttribute("aria-describedby")
      .split(" ")
      .map((id) => document.getElementById(id))
      .filter((one) => !one.hidden)
      .map((one) => one.textContent)
      .join(" "),
  );
}

visitTest("a value that is refused names the rule at its field, and the run stays", async ({ page }) => {
  await opened(page, CONSUL);
  assert.equal(await page.locator("#settings > summary").innerText(), "As Druid is configured");
  assert.equal(await field(page, POLL).inputValue(), "PT10S");
  assert.match(run.oneLine(await row(page, POLL).innerText()), /Default PT10S 3 ticks$/);
  assert.match(await description(page, TTL), /10 s to Consul's 86,400 s.*Default PT45S$/);
  const before = await run.settledFragment(page);
  await set(page, TTL, "PT9S");
  await becomes(() => field(page, TTL).getAttribute("aria-invalid"), "true");
  assert.match(await description(page, TTL), /^leaderSessionTtl \[PT9S\] must be at least 10 seconds /);
  await becomes(() => run.active(page, () => document.activeElement.id), `set-${TTL.replaceAll(".", "-")}`);
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await becomes(() => field(page, TTL).getAttribute("aria-invalid"), null, "what is being typed is not judged");
  assert.equal(await field(page, TTL).inputValue(), "PT9");
  assert.equal(await run.fragmentOf(page), before);
});

visitTest("the same schedule under changed settings, in the link, and back to its own", async ({ page }) => {
  await opened(page, CONSUL);
  await run.enabledChoices(page).first().click();
  await run.isAt(page, 1, 1);
  const before = await run.settledFragment(page);
  await set(page, TTL, "PT31S");
  await becomes(() => row(page, TTL).locator("td small").innerText(), "10 ticks");
  assert.equal(await field(page, TTL).inputValue(), "PT33.333S");
  await run.isAt(page, 1, 1);
  const rounded = "leaderSessionTtl PT31S is rounded up to 10 ticks, PT33.333S";
  assert.ok((await run.notices(page))[0].includes(rounded));
  await becomes(() => run.announced(page).then((text) => text.startsWith("Runs with these settings")), true);
  const link = await run.settledFragment(page);
  assert.match(link, /p\.ttl=10/);
  assert.ok(!link.includes("p.poll"), "only what differs");

  await opened(page, link.slice(2));
  assert.equal(await field(page, TTL).inputValue(), "PT33.333S");
  await page.getByRole("button", { name: "Back to its own parameters" }).focus();
  await page.keyboard.press("Enter");
  await becomes(() => run.settledFragment(page), before);
  await run.focusIsKept(page, "the button that went");
  assert.equal(await field(page, TTL).inputValue(), "PT13.333S");
});

visitTest("Druid's defaults: empty fields; the closed form agrees with all orders", async ({ page }) => {
  await opened(page, CONSUL);
  const form = page.locator("[data-property=dual-leader-time] .form");
  assert.equal(await form.innerText(), "By arithmetic 1 tick, 3.3 s, as max(0, healthCheckInterval - lock-delay)");
  await page.locator("#properties-title").focus();
  await page.keyboard.press("c");
  await becomes(() => form.innerText().then((text) => text.endsWith("; what was found agrees")), true);
  for (const key of [TTL, "lock-delay", "druid.discovery.consul.connection.socketTimeout"]) {
    await field(page, key).fill("");
  }
  await page.getByRole("button", { name: "Run with these settings" }).click();
  await becomes(() => row(page, TTL).locator("td small").innerText(), "27 ticks");
  assert.equal(await field(page, TTL).inputValue(), "PT45S");
  assert.match(await page.locator("#settings .muted").innerText(), /^A tick is 1\.667 s/);
  assert.match(await form.innerText(), /^By arithmetic 3 ticks, 5 s, .*lock-delay\)$/);
});

visitTest("a model without settings shows none", async ({ page }) => {
  await run.openRun(page, run.FIRST);
  assert.ok(await page.locator("#settings").isHidden());
});

for (const colorScheme of ["light", "dark"]) {
  visitTest(`in a hand, with a refusal, ${colorScheme}: no scrolling sideways, no complaint of axe`, { viewport: PHONE, colorScheme }, async ({ page }) => {
    await page.addInitScript({ path: AXE });
    await opened(page, CONSUL);
    await set(page, POLL, "PT40S");
    await becomes(() => field(page, POLL).getAttribute("aria-invalid"), "true");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
    const box = await field(page, POLL).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= PHONE.width && box.width > 60, JSON.stringify(box));
    const { violations } = await page.evaluate(() => globalThis.axe.run("#settings"));
    assert.deepEqual(violations.map((one) => one.id), []);
  });
}
