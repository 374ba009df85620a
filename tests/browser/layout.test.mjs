// The page at every width: nothing sticks out, the step bar is at hand, and nothing moves that should not.

import assert from "node:assert/strict";
import { SCENARIOS } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { DESKTOP, PHONE, TABLET, visitTest } from "./support/visit.mjs";

const { FIRST } = run;

/** What sticks out of the page to the right, if it can be scrolled to. */
function overflow(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
    return [`${scrollWidth} > ${clientWidth}`, ...wide.slice(-5).map((one) => one.outerHTML.slice(0, 120))];
  });
}

/** Whether a button of the step bar is in view, and on top of everything there. */
function atHand(page, command) {
  return page.locator(`[data-command="${command}"]:visible`).first().evaluate((button) => {
    const box = button.getBoundingClientRect();
    const inside = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return inside && button.contains(top);
  });
}

const WIDTHS = [
  ["a phone", PHONE],
  ["a narrow phone", { width: 320, height: 640 }],
  ["a tablet", TABLET],
  ["a desktop", DESKTOP],
];

for (const [device, viewport] of WIDTHS) {
  visitTest(`on ${device} of ${viewport.width} px no page scrolls sideways`, { viewport }, async ({ page }) => {
    await run.openStart(page);
    assert.deepEqual(await overflow(page), [], "the start page");
    await run.openRun(page, FIRST);
    for (let step = 0; step <= 8; step += 1) {
      await run.stepTo(page, step);
      assert.deepEqual(await overflow(page), [], `step ${step}`);
    }
    await page.keyboard.press("c");
    await page.locator("[data-states]").waitFor();
    await page.keyboard.press("m");
    await page.getByRole("button", { name: "All 64 sets of fixes" }).click();
    assert.deepEqual(await overflow(page), [], "with verdicts and the whole fix matrix");
    await run.toggle(page, "retry", "ignore_pending_confirm", "ignore_pending_grant");
    assert.deepEqual(await overflow(page), [], "with fixes on");
    await run.toggle(page, "escalate");
    await page.keyboard.press("t");
    assert.deepEqual(await overflow(page), [], "the table form");
    await page.keyboard.press("t");
    for (let branch = 0; branch < 4; branch += 1) {
      await page.keyboard.press("Home");
      for (let at = 0; at <= branch; at += 1) await page.keyboard.press("1");
    }
    assert.deepEqual(await overflow(page), [], "with branches");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: /Help/ }).waitFor();
    assert.deepEqual(await overflow(page), [], "the help dialog");
    await page.keyboard.press("Escape");
    // Keys belong to the dialog until it is closed.
    await page.getByRole("dialog", { name: /Help/ }).waitFor({ state: "hidden" });
    await page.keyboard.press("g");
    await page.getByRole("dialog", { name: "Glossary" }).getByRole("article").first().waitFor();
    assert.deepEqual(await overflow(page), [], "the glossary");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Glossary" }).waitFor({ state: "hidden" });
    await page.keyboard.press("u");
    await page.getByRole("dialog", { name: "Step until…" }).waitFor();
    assert.deepEqual(await overflow(page), [], "the menu of what to step on to");
    await page.keyboard.press("Escape");
    await run.openRun(page, `${FIRST}?fix=magic&colour=red&at=99`);
    assert.deepEqual(await overflow(page), [], "with messages");
  });
}

visitTest("on a phone no scenario sticks out at its end", { viewport: PHONE }, async ({ page }) => {
  for (const { id, schedule } of SCENARIOS) {
    await run.openRun(page, `${id}?at=${schedule.length}`);
    assert.deepEqual(await overflow(page), [], id);
  }
});

for (const [device, viewport] of WIDTHS) {
  visitTest(`on ${device} of ${viewport.width} px the step bar is at hand wherever the page is scrolled to`, { viewport }, async ({ page }) => {
    await run.openRun(page, `${FIRST}?at=4`);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (viewport === PHONE) assert.ok(height > viewport.height, "a phone has something to scroll");
    for (let top = 0; top <= height; top += Math.round(viewport.height / 2)) {
      await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
      for (const command of ["previous", "play", "next", "until"]) {
        assert.ok(await atHand(page, command), `${command} at ${top} of ${height} px`);
      }
    }
    await page.locator("[data-command=next]:visible").first().click();
    await run.isAt(page, 5);
    for (let branch = 0; branch < 3; branch += 1) {
      await page.keyboard.press("Home");
      await page.keyboard.press("1");
      await page.keyboard.press(branch === 0 ? "2" : "1");
    }
    for (const command of ["previous", "play", "next", "until"]) assert.ok(await atHand(page, command), `${command} beside branches`);
  });
}

visitTest("on a phone the bottom of the page is not covered by the step bar", { viewport: PHONE }, async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=8`);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  const scrubber = page.getByRole("slider", { name: "Step" });
  const free = await scrubber.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  });
  assert.ok(free, "the scrubber can be touched");
});

visitTest("on a phone the current step and the choices come first", { viewport: PHONE }, async ({ page }) => {
  await run.openRun(page, FIRST);
  const top = (locator) => locator.evaluate((element) => element.getBoundingClientRect().top);
  const [step, choices, store] = [
    await top(run.stepCard(page)),
    await top(run.enabledChoices(page).first()),
    await top(page.locator("[data-store]").first()),
  ];
  assert.ok(step < choices && choices < store, `${step} < ${choices} < ${store}`);
});

visitTest("on a phone what is pressed is large enough to be hit", { viewport: PHONE, hasTouch: true }, async ({ page }) => {
  await run.openRun(page, FIRST);
  const small = await page
    .locator("[data-event] button, [data-command]:visible, [role=switch]")
    .evaluateAll((all) =>
      all
        .map((one) => ({ name: one.textContent || one.ariaLabel, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
    );
  assert.deepEqual(small, []);
});

visitTest("a reader who wants less motion gets none", { reducedMotion: "reduce" }, async ({ page }) => {
  const moving = () =>
    page.evaluate(() => {
      const seconds = (list) => Math.max(...list.split(",").map((text) => parseFloat(text) || 0));
      const found = [];
      for (const element of document.querySelectorAll("*")) {
        for (const part of [null, "::before", "::after"]) {
          const style = getComputedStyle(element, part);
          const animated = style.animationName !== "none" && seconds(style.animationDuration) > 0.001;
          const moves = seconds(style.transitionDuration) > 0.001 || style.scrollBehavior === "smooth";
          if (animated || moves) found.push(element.outerHTML.slice(0, 80) + (part ?? ""));
        }
      }
      return [...found, ...document.getAnimations().map((animation) => String(animation.animationName ?? animation.transitionProperty))];
    });
  await run.openStart(page);
  assert.deepEqual(await moving(), [], "the start page");
  await run.openRun(page, FIRST);
  assert.deepEqual(await moving(), [], "a run");
  await run.stepTo(page, 5);
  await run.fixSwitch(page, "retry").click();
  assert.deepEqual(await moving(), [], "just after a step and a switch");
  await page.keyboard.press("?");
  assert.deepEqual(await moving(), [], "just after a dialog opened");
});

for (const [device, viewport] of [["a desktop", DESKTOP], ["a tablet", TABLET]]) {
  visitTest(`on ${device} only the columns scroll, never the page behind them`, { viewport }, async ({ page }) => {
    await run.openRun(page, `${FIRST}?at=8`);
    await run.toggle(page, "retry", "ignore_pending_confirm", "ignore_pending_grant", "reconcile");
    const { scrollHeight, clientHeight } = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return { scrollHeight, clientHeight };
    });
    assert.equal(scrollHeight, clientHeight);
  });
}

visitTest("a switch that gets the focus is not covered by what the fixes change", { viewport: DESKTOP }, async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=8`);
  const switches = page.locator(".fixes [role=switch]");
  for (let at = 0; at < (await switches.count()); at += 1) {
    // As Tab does it, which brings a switch into view before Space presses it.
    await (at === 0 ? page.keyboard.press("f") : page.keyboard.press("Tab"));
    while (!(await switches.nth(at).evaluate((one) => one === document.activeElement))) await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.waitForTimeout(100);
    const onTop = await switches.nth(at).evaluate((one) => {
      const box = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(box.left + 10, box.top + box.height / 2));
    });
    assert.ok(onTop, `switch ${at + 1}`);
  }
});
