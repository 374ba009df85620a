// A test is a visit: one reader with a browser context of their own, and a guard over what the page does.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { start } from "./chromium.mjs";
import { Guard } from "./guard.mjs";

export const DESKTOP = { width: 1440, height: 900 };
export const TABLET = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };

/** The address of the built page. */
export const URL_OF_PAGE = address();

const TIMEOUT_MS = 120_000;
const WAIT_MS = 10_000;

function address() {
  const url = process.env.STEPDOWN_URL;
  if (!url) {
    throw new Error("Set STEPDOWN_URL to the address of the built page, as `cargo xtask test` does.");
  }
  return url.endsWith("/") ? url : `${url}/`;
}

/** One browser for the tests of a file, started by the first of them. */
let browser;

after(async () => {
  await (await browser)?.close();
});

export function launch() {
  browser ??= start();
  return browser;
}

/**
 * Opens a fresh context. `allowed` lists console errors that are meant to happen, `blockStorage` is a browser
 * that denies the page its storage, `hosts` are others that the test serves itself; the rest goes to Playwright.
 */
export async function visit({ allowed = [], blockStorage = false, hosts = [], ...options } = {}) {
  const context = await (await launch()).newContext({ viewport: DESKTOP, ...options });
  context.setDefaultTimeout(WAIT_MS);
  const guard = new Guard(context, URL_OF_PAGE, allowed, hosts);
  if (blockStorage) await context.addInitScript(denyStorage);
  const page = await context.newPage();
  return { context, page, guard };
}

function denyStorage() {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  }
}

/**
 * Declares a test with a visit of its own: `body` gets `{ page, context, guard, t }`. The guard has the last word,
 * and adds what it saw to the failure of the body.
 */
export function visitTest(name, options, body) {
  if (body === undefined) [options, body] = [{}, options];
  test(name, { timeout: TIMEOUT_MS }, async (t) => {
    const { context, page, guard } = await visit(options);
    t.after(() => context.close());
    try {
      await body({ page, context, guard, t });
    } catch (error) {
      for (const problem of guard.problems) t.diagnostic(problem);
      throw error;
    }
    await guard.check(page);
  });
}

/** Repeats a check until it passes, and ends with its last failure. */
export async function eventually(check, timeoutMs = 5_000) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until a reading equals a value. */
export function becomes(read, expected, message) {
  return eventually(async () => assert.deepEqual(await read(), expected, message));
}
