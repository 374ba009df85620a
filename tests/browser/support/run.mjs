// Reading and using an open run. Everything is found by role, name, id or data attribute, never by its place.

import assert from "node:assert/strict";
import { URL_OF_PAGE, becomes } from "./visit.mjs";

/** The scenario of the start page's "start here", and how many steps it has. */
export const FIRST = "flink-40114-own-loss";
export const FIRST_STEPS = 8;

/** What the last step of the first scenario prints. */
export const ERASE_LINE =
  "Successfully wrote leader information LeaderInformation{leaderSessionID='null', leaderAddress=null} " +
  "for leader restserver into the config map my-cluster-config-map.";

/** Opens a fragment in a fresh document and waits for the run. */
export async function openRun(page, fragment) {
  await page.goto("about:blank");
  await page.goto(`${URL_OF_PAGE}#/${fragment}`);
  await positionOf(page).waitFor();
}

/** Opens the start page in a fresh document. */
export async function openStart(page, query = "") {
  await page.goto("about:blank");
  await page.goto(`${URL_OF_PAGE}#/${query}`);
  await page.locator("[data-scenario]").first().waitFor();
}

/** Goes to a fragment from within the open page, as a click on a link does. */
export async function follow(page, fragment) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
}

export function fragmentOf(page) {
  return page.evaluate(() => location.hash);
}

/** The fragment once it holds the whole run: the page writes it with a short delay. */
export async function settledFragment(page) {
  let last;
  await becomes(async () => {
    const before = last;
    last = await fragmentOf(page);
    await page.waitForTimeout(250);
    return last === before;
  }, true);
  return last;
}

function positionOf(page) {
  return page.locator("[data-position]");
}

/** Where the run is, as in `3 / 8`. */
export function position(page) {
  return positionOf(page).innerText();
}

export function isAt(page, step, steps = FIRST_STEPS) {
  return becomes(() => position(page), `${step} / ${steps}`);
}

/** Presses a key, with the focus where it is, until a step is shown. */
export async function stepTo(page, step, steps = FIRST_STEPS) {
  const from = Number((await position(page)).split(" / ")[0]);
  const key = step > from ? "ArrowRight" : "ArrowLeft";
  for (let at = from; at !== step; at += Math.sign(step - from)) {
    await page.keyboard.press(key);
  }
  await isAt(page, step, steps);
}

/** The heading of the step that is shown, as in `Step 3 of 8 · elector`. */
export function stepHeading(page) {
  return page.locator("#step-title").innerText();
}

export function stepCard(page) {
  return page.locator("section[aria-labelledby=step-title]");
}

/** The row of an action in the list of what can happen next. */
export function choice(page, event) {
  return page.locator(`[data-event="${event}"]`);
}

export function enabledChoices(page) {
  return page.locator("[data-event] button:not([aria-disabled=true])");
}

export function fixSwitch(page, fix) {
  return page.locator(`[data-fix="${fix}"]`).getByRole("switch");
}

/** Switches fixes with the pointer. */
export async function toggle(page, ...fixes) {
  for (const fix of fixes) {
    const before = await fixSwitch(page, fix).getAttribute("aria-checked");
    await fixSwitch(page, fix).click();
    await becomes(() => fixSwitch(page, fix).getAttribute("aria-checked"), String(before !== "true"));
  }
}

/** The settled outcome by property and key: one word, or `[as made, now]` under other fixes. */
export function outcomes(page) {
  return page.locator("[data-outcome]").evaluateAll((rows) => {
    const word = (cell) => {
      const copy = cell.cloneNode(true);
      copy.querySelectorAll("[aria-hidden=true]").forEach((sign) => sign.remove());
      return copy.textContent.trim();
    };
    const shown = (row) => [...row.querySelectorAll("td")].filter((cell) => !cell.hidden).map(word);
    return Object.fromEntries(rows.map((row) => [row.dataset.outcome, shown(row)]));
  });
}

/** Compares the settled outcome with an expectation of a scenario file. */
export async function settlesAs(page, { outcome = {}, keys = {} }) {
  const expected = { ...outcome, ...keys };
  await becomes(async () => {
    const found = await outcomes(page);
    return Object.fromEntries(Object.keys(expected).map((id) => [id, found[id]?.at(-1)]));
  }, expected);
}

/** The first step that the fixes change, as it is marked beside them. */
export async function divergence(page) {
  return Number(await page.locator("[data-divergence]").getAttribute("data-divergence"));
}

/** The row of a key in the store. */
export function storeRow(page, key) {
  return page.locator(`[data-store] [data-key="${key}"]`);
}

/** The log lines that a step printed. */
export function logOf(page, step) {
  const log = page.getByRole("region", { name: /^Log up to step/ });
  return log.locator(`[data-step="${step}"]`).allInnerTexts().then((lines) => lines.map(oneLine));
}

export function branches(page) {
  return page.locator("[data-branch]:visible");
}

/** The branches by their labels, the shown one with a star. */
export function branchLabels(page) {
  return page.locator("[data-branch]:visible").evaluateAll((buttons) =>
    buttons.map((button) => (button.ariaPressed === "true" ? "*" : "") + button.textContent.trim()),
  );
}

/** What a screen reader is told. */
export function announced(page) {
  return page.locator("[data-live=true]").innerText();
}

/** The messages above the page. */
export function notices(page) {
  const messages = page.getByRole("region", { name: "Messages" });
  return messages.locator("[role=alert], [role=status]").allInnerTexts().then((texts) => texts.map(oneLine));
}

/** Everything that makes up the run, to be compared with the same after a reload. */
export async function wholeRun(page) {
  const text = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => one.textContent));
  return {
    title: await page.locator("h1").innerText(),
    position: await position(page),
    branches: await branchLabels(page),
    fixes: await page
      .locator("[data-fix]")
      .evaluateAll((fixes) => fixes.map((fix) => [fix.dataset.fix, fix.querySelector("[role=switch]").ariaChecked])),
    outcomes: await outcomes(page),
    choices: await text("[data-event]"),
    step: await text("section[aria-labelledby=step-title]"),
    stage: await text("[data-node], [data-store]"),
    log: await text("[role=region][aria-label^='Log'] [data-step]"),
    fragment: await fragmentOf(page),
  };
}

export async function sameRun(page, expected) {
  await becomes(() => wholeRun(page), expected);
}

/** Reads something of what has the focus; without a reading, its markup. */
export function active(page, read) {
  return page.evaluate(read ?? (() => document.activeElement.outerHTML.slice(0, 200)));
}

/** The button of a command that is in view; some stand in two places. */
export function command(page, id) {
  return page.locator(`[data-command="${id}"]:visible`).first();
}

/** Whether the focus is on something that a keyboard user sees. */
export async function focusIsKept(page, after) {
  const focus = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "nothing";
    return element.checkVisibility() ? "kept" : `${element.tagName} that is not visible`;
  });
  assert.equal(focus, "kept", `the focus after ${after}`);
}

export function oneLine(text) {
  return text.replace(/\s+/g, " ").trim();
}
