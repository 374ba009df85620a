// The browser that tests and benchmarks use.

import { chromium } from "playwright-core";

/** As TOOLCHAIN lists them; Playwright itself adds `--headless` and a fresh profile. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function start() {
  const executablePath = process.env.STEPDOWN_CHROMIUM || "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: FLAGS });
}
