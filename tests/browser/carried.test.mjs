// Runs that leave the page and come back: by a link that was damaged, a drawing, a page in one file, a paste; and the app
// below another path.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { scenario } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { URL_OF_PAGE, becomes, visitTest } from "./support/visit.mjs";

const COMMAND = process.env.STEPDOWN_COMMAND;
assert.ok(COMMAND, "Set STEPDOWN_COMMAND to the path of the command, as `cargo xtask test` does.");

const HTML = '<script>globalThis.ran = true</script><b>&"';

/** What the command writes for a run, named by its link. */
async function exported(format, fragment, ...more) {
  const made = execFileSync(COMMAND, ["export", fragment, "--format", format, "--no-verdicts", ...more], { maxBuffer: 8 << 20 });
  return made.toString();
}

/** The page in one file, as it is served beside the page. */
async function template() {
  const response = await fetch(`${URL_OF_PAGE}stepdown.html`);
  assert.equal(response.status, 200, "the page in one file is built");
  const file = join(mkdtempSync(join(tmpdir(), "stepdown-")), "template.html");
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

function drop(page, name, text) {
  return page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
}

function paste(page, text) {
  return page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** A run of the reader's own, with a note, and its link. */
async function ownRun(page) {
  await run.openRun(page, `${run.FIRST}?at=4`);
  await run.enabledChoices(page).last().click();
  await becomes(() => run.position(page), "5 / 5");
  await page.keyboard.press("n");
  await page.locator("#note").fill(`Look here: ${HTML}`);
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await becomes(() => page.locator(".note").innerText(), `Note Look here: ${HTML}`);
  return run.settledFragment(page);
}

visitTest("a note is kept at its step, survives a reload, is a stop, and is taken away again", async ({ page }) => {
  const fragment = await ownRun(page);
  assert.match(fragment, /^#\/flink-40114-own-loss\?v=1&len=\d+&.*&note=5!Look%20here/);
  await page.reload();
  await becomes(() => page.locator(".note").innerText(), `Note Look here: ${HTML}`);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  await page.keyboard.press("Home");
  await becomes(() => page.locator(".note").count(), 0);
  const stops = [];
  for (let press = 0; press < 6 && !stops.includes("5 / 5"); press += 1) {
    await page.keyboard.press("]");
    stops.push(await run.position(page));
  }
  await becomes(() => run.position(page), "5 / 5");
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Remove" }).click();
  await becomes(() => page.locator(".note").count(), 0);
  await becomes(() => run.settledFragment(page).then((text) => text.includes("note=")), false);
});

visitTest("a link that a chat program cut off opens as far as it goes and says where; what it added is left out", async ({ page }) => {
  const fragment = await ownRun(page);
  const whole = Number(/len=(\d+)/.exec(fragment)[1]);
  const cut = fragment.slice(0, fragment.lastIndexOf("~") + 8);
  await page.goto(`${URL_OF_PAGE}${cut}`);
  await becomes(() => run.position(page), "4 / 4");
  const told = await run.notices(page);
  assert.equal(told.length, 2, told.join("\n"));
  assert.match(told[0], new RegExp(`cut off after \\d+ of ${whole} characters`));
  await run.openStart(page);
  await page.goto(`${URL_OF_PAGE}${fragment}).`);
  await becomes(() => run.position(page), "5 / 5");
  await becomes(() => page.locator(".note").innerText(), `Note Look here: ${HTML}`);
  assert.deepEqual(await run.notices(page), []);
});

visitTest("a drawing, a page in one file and a pasted text bring back the run that they carry", async ({ page }) => {
  const fragment = await ownRun(page);
  const svg = await exported("svg", fragment);
  const html = await exported("html", fragment, "--template", await template());
  assert.ok(!svg.includes("<script>") && svg.includes("&lt;script&gt;"));
  assert.ok(!html.includes(HTML), "a note can't end the element that carries it");
  for (const [name, text] of [["run.svg", svg], ["run.html", html]]) {
    await run.openRun(page, "flink-36451-deadlock");
    await drop(page, name, text);
    await becomes(() => run.position(page), "5 / 5", name);
    assert.equal(await page.locator("h1").innerText(), scenario(run.FIRST).title);
    await becomes(() => page.locator(".note").innerText(), `Note Look here: ${HTML}`);
  }
  await drop(page, "empty.svg", "<svg/>");
  await page.getByRole("alert").waitFor();
  assert.match(run.oneLine(await page.getByRole("alert").innerText()), /empty\.svg.*carries no run/);
  await run.isAt(page, 5, 5);

  await paste(page, JSON.stringify(scenario("flink-36451-deadlock")));
  await becomes(() => page.locator("h1").innerText(), scenario("flink-36451-deadlock").title);
  await paste(page, `See ${URL_OF_PAGE}#/${run.FIRST}?at=7`);
  await run.isAt(page, 7);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
});

visitTest("a page in one file opens from disk, steps, switches a fix and checks", { hosts: [""] }, async ({ page, guard, t }) => {
  const made = await exported("html", `#/${run.FIRST}?at=4&v=1&note=4!${encodeURIComponent(HTML)}`, "--template", await template());
  t.diagnostic(`${made.length} bytes; the budget is 700000`);
  assert.ok(Buffer.byteLength(made) <= 700_000);
  const file = join(mkdtempSync(join(tmpdir(), "stepdown-")), "run.html");
  writeFileSync(file, made);
  await page.goto(pathToFileURL(file).href);
  await run.isAt(page, 4);
  assert.equal(await page.locator("h1").innerText(), scenario(run.FIRST).title);
  await becomes(() => page.locator(".note").innerText(), `Note ${HTML}`);
  await page.keyboard.press("ArrowRight");
  await run.isAt(page, 5);
  await run.toggle(page, "retry");
  await becomes(() => run.divergence(page), 5);
  await page.keyboard.press("c");
  await becomes(() => page.locator(".properties").innerText().then((text) => /exhaustive, \d+ states/.test(text)), true);
  await page.reload();
  await run.isAt(page, 5);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  await page.keyboard.press("h");
  await page.getByText("A run in one file has no dialogs of sharing").waitFor();
  assert.ok(guard.requests.every((url) => url.startsWith("file:")), "nothing is fetched from anywhere");
});

/** Serves the page below a path, by asking its own server. */
async function below(path) {
  const server = createServer(async (request, response) => {
    const url = request.url.split("?")[0];
    const found = url.startsWith(path) ? await fetch(URL_OF_PAGE + url.slice(path.length)) : { status: 404, headers: new Headers() };
    const type = found.headers.get("content-type") ?? "text/plain";
    response.writeHead(found.status, { "content-type": type });
    response.end(found.status === 200 ? Buffer.from(await found.arrayBuffer()) : "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

visitTest("below another path the page steps, checks, embeds and shares, and its policy is kept", async ({ page, guard, t }) => {
  const server = await below("/sub/dir/");
  t.after(() => (server.closeAllConnections(), server.close()));
  const base = `http://127.0.0.1:${server.address().port}/sub/dir/`;
  guard.hosts.push(new URL(base).host);
  await page.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(`${base}#/${run.FIRST}?at=4`);
  await run.isAt(page, 4);
  await page.keyboard.press("c");
  await becomes(() => page.locator(".properties").innerText().then((text) => /exhaustive, \d+ states/.test(text)), true);
  await page.keyboard.press("h");
  await becomes(() => page.locator("#text-link").inputValue().then((link) => link.startsWith(base)), true);
  await page.keyboard.press("Escape");
  await becomes(() => page.getByRole("dialog").count(), 0);
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  for (const rule of ["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "object-src 'none'", "base-uri 'self'"]) {
    assert.ok(policy.includes(rule), rule);
  }
  assert.doesNotMatch(policy, /unsafe-inline/);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  // The policy is in force: an inline script does not run, and is told.
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.body.append(script);
  }).catch(() => {});
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  await becomes(() => page.evaluate(() => globalThis.violations.length), 1);
  guard.problems.length = 0;
  await page.goto(`${base}?embed=1&mode=stage#/${run.FIRST}?at=2`);
  await becomes(() => page.locator("[data-position]").getAttribute("data-position"), "2");
});
