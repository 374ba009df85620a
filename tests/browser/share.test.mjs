// The dialogs of sharing, as readers use them: links, embeds, files, and a scenario file of one's own.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scenario, upload } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { DESKTOP, PHONE, URL_OF_PAGE, becomes, eventually, visitTest } from "./support/visit.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
/** The native command, for what it and the page must agree on. `cargo xtask test` sets it. */
const COMMAND = process.env.STEPDOWN_COMMAND;
assert.ok(COMMAND, "Set STEPDOWN_COMMAND to the path of the command, as `cargo xtask test` does.");

function desk(page) {
  return page.getByRole("dialog", { name: "Share this run" });
}

/** Opens a dialog by its key. */
async function open(page, key, ready) {
  await page.keyboard.press(key);
  await desk(page).locator(ready).first().waitFor();
}

const openShare = (page) => open(page, "h", "#text-link");
const openEmbed = (page) => open(page, "i", "#text-snippet");
const openExport = (page) => open(page, "x", "[data-format]");
const openEdit = (page) => open(page, "e", "[data-field=title]");

function said(page, pattern) {
  return eventually(async () => assert.match(await desk(page).getByRole("status").innerText(), pattern), 60_000);
}

const linkOf = (page) => page.locator("#text-link").inputValue();
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** The name and the text of what a click downloads. */
async function downloadBy(page, click) {
  const [download] = await Promise.all([page.waitForEvent("download", { timeout: 90_000 }), click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

function exportOf(page, format) {
  const button = desk(page).locator(`[data-format=${format}]`).getByRole("button", { name: /^Download/ });
  return downloadBy(page, () => button.click());
}

/** Runs the command with a folder for files. */
function command(t, files, args) {
  const folder = mkdtempSync(join(tmpdir(), "stepdown-share-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = (name) => join(folder, name);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path(name), bytes);
  return execFileSync(COMMAND, args(path), { maxBuffer: 64 << 20 });
}

visitTest("the link is copied by keys alone, and opens the same run in another page", CLIPBOARD, async ({ page, context }) => {
  await run.openRun(page, `${run.FIRST}?at=3`);
  await run.choice(page, "jm1.elector.renew").getByRole("button").click();
  await run.isAt(page, 4, 4);
  const expected = await run.settledFragment(page);
  await openShare(page);
  assert.equal(await run.active(page, () => document.activeElement.id), "text-link");
  assert.equal(await linkOf(page), `${URL_OF_PAGE}${expected}`);
  await page.keyboard.press("c");
  await said(page, /^Copied$/);
  const copied = await clipboard(page);
  assert.equal(copied, await linkOf(page));
  assert.equal(await desk(page).locator("[data-length]").getAttribute("data-length"), String(copied.length));

  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.locator("#text-link").focus();
  await page.keyboard.press("Enter");
  await becomes(() => clipboard(page), copied);

  await page.keyboard.press("Escape");
  await desk(page).waitFor({ state: "detached" });
  const before = await run.wholeRun(page);
  const other = await context.newPage();
  await other.goto(copied);
  await run.sameRun(other, before);
});

visitTest("while a dialog is open the page's keys do nothing, and the focus comes back to the button", async ({ page }) => {
  await run.openRun(page, `${run.FIRST}?at=3`);
  await run.command(page, "share").focus();
  await page.keyboard.press("Enter");
  await desk(page).locator("#text-link").waitFor();
  for (const key of ["ArrowRight", "1", "f", "s", "t"]) await page.keyboard.press(key);
  await desk(page).locator(".desk-length").click();
  for (const key of ["ArrowRight", "1", "s"]) await page.keyboard.press(key);
  assert.equal(await run.position(page), "3 / 8");
  await page.keyboard.press("Escape");
  await desk(page).waitFor({ state: "detached" });
  assert.equal(await run.active(page, () => document.activeElement.dataset.command), "share");
  await page.keyboard.press("ArrowRight");
  await run.isAt(page, 4);
  await openExport(page);
  await page.keyboard.press("Escape");
  await desk(page).waitFor({ state: "detached" });
  await page.keyboard.press("ArrowRight");
  await run.isAt(page, 5);
});

visitTest("each choice changes the link as it says", async ({ page }) => {
  const noted = `${run.FIRST}?v=1&m=flink-election.1&at=1&run=jm1.elector.renew~jm1.watch.handle&note=1!Mine&alt=jm1.elector.renew`;
  await run.openRun(page, noted);
  await openShare(page);
  const whole = await linkOf(page);
  assert.match(whole, /at=1.*note=1!Mine.*alt=/);
  const choose = (name) => desk(page).getByLabel(name).click();
  await choose("The start");
  await becomes(() => linkOf(page).then((link) => /at=/.test(link)), false);
  await choose(/^This step/);
  await becomes(() => linkOf(page), whole);
  await choose(/^My notes/);
  await becomes(() => linkOf(page).then((link) => [/note=/.test(link), /alt=/.test(link)]), [false, true]);
  await choose(/other schedule/);
  await becomes(() => linkOf(page).then((link) => [/run=/.test(link), /alt=/.test(link)]), [true, false]);
  await choose(/^The task/);
  await becomes(() => linkOf(page), `${URL_OF_PAGE}#/${run.FIRST}?try=1`);
  await page.goto(await linkOf(page));
  await page.locator("[data-lesson]").first().waitFor();
});

visitTest("without a clipboard the text stays selected, with advice", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await run.openRun(page, run.FIRST);
  await openShare(page);
  await page.keyboard.press("c");
  await said(page, /copy it by hand/);
  const selected = await page.evaluate(() => {
    const area = document.querySelector("#text-link");
    return area.value.slice(area.selectionStart, area.selectionEnd);
  });
  assert.equal(selected, await linkOf(page));
});

visitTest("a note that is taken away is in no link, whichever schedule it was copied to", async ({ page }) => {
  await run.openRun(page, `${run.FIRST}?at=3&v=1&note=3!${encodeURIComponent("host 17")}`);
  await run.enabledChoices(page).first().click();
  await becomes(() => run.position(page), "4 / 4");
  await page.keyboard.press("ArrowLeft");
  await openShare(page);
  assert.match(decodeURIComponent(await linkOf(page)), /host 17/);
  await page.keyboard.press("Escape");
  await desk(page).waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Remove" }).click();
  await openShare(page);
  assert.doesNotMatch(decodeURIComponent(await linkOf(page)), /host 17/);
  await desk(page).getByText("My notes (there are none)").waitFor();
});

visitTest("a long run offers its scenario file, and says why", async ({ page, t }) => {
  const turns = Array.from({ length: 200 }, (_, at) => ["jm1.elector.renew", "jm1.watch.handle"][at % 2]);
  await run.openRun(page, `${run.FIRST}?v=1&m=flink-election.1&run=${turns.join("~")}`);
  await openShare(page);
  const offer = desk(page).getByText(/more than 2,000 characters/);
  await offer.waitFor();
  const { name, bytes } = await downloadBy(page, () => desk(page).getByRole("button", { name: "Download the scenario file" }).click());
  assert.equal(name, `${run.FIRST}-run.json`);
  assert.equal(JSON.parse(bytes).schedule.length, 200);
  command(t, { [name]: bytes }, (path) => ["check", path(name)]);
  await page.keyboard.press("Escape");
  await run.openRun(page, run.FIRST);
  await openShare(page);
  assert.equal(await offer.isVisible(), false);
});

visitTest("a file of the reader's own: the link says that the story stays behind, and the file is offered as it was", async ({ page }) => {
  await run.openStart(page);
  const own = { ...scenario(run.FIRST), id: "own", title: "A story of my own" };
  const file = upload("own.json", own);
  await page.locator("#file").setInputFiles(file);
  await run.isAt(page, 0);
  await openShare(page);
  await desk(page).getByText(/but not the story of your own file/).waitFor();
  assert.match(await linkOf(page), /#\/model\/flink-election\?/);
  const { name, bytes } = await downloadBy(page, () => desk(page).getByRole("button", { name: "Download the scenario file" }).click());
  assert.deepEqual([name, String(bytes)], ["own.json", String(file.buffer)]);
});

visitTest("the embed dialog shows the embed and the text for each host", CLIPBOARD, async ({ page }) => {
  await run.openRun(page, `${run.FIRST}?at=4`);
  await openEmbed(page);
  await desk(page).locator("[data-field=mode]").selectOption("stage");
  // A number counts when its field is left.
  for (const [field, step] of [["from", "2"], ["to", "6"]]) {
    await desk(page).locator(`[data-field=${field}]`).fill(step);
    await desk(page).locator(`[data-field=${field}]`).blur();
    await becomes(() => desk(page).locator("iframe").getAttribute("src").then((src) => src.includes(`${field}=${step}`)), true);
  }
  await desk(page).locator("[data-field=theme]").selectOption("dark");
  await desk(page).getByLabel("The reader only steps").click();
  const query = "?embed=1&mode=stage&from=2&to=6&readonly=1&theme=dark";
  await becomes(() => desk(page).locator("iframe").getAttribute("src"), `${URL_OF_PAGE}${query}#/${run.FIRST}?at=4`);
  await page.frameLocator("#desk iframe").locator("[data-position]").waitFor();

  const snippet = () => page.locator("#text-snippet").inputValue();
  const show = async (host) => {
    await desk(page).locator(`[data-host=${host}]`).click();
    await becomes(() => desk(page).locator(`[data-host=${host}]`).getAttribute("aria-pressed"), "true");
    return snippet();
  };
  assert.match(await show("element"), /<stepdown-run src="#\/flink-40114-own-loss\?at=4" mode="stage" from="2" to="6"/);
  assert.match(await show("mdbook"), /^<iframe /);
  assert.match(await show("docusaurus"), /referrerPolicy="no-referrer" \/>$/);
  assert.match(await show("backstage"), /allowedIframeHosts:[^]*allowedCustomElementTagNameRegExp[^]*allowedCustomElementAttributeNameRegExp/);
  assert.match(await show("github"), /^\[!\[.*\]\(.*\.svg\)\]\(.*\)$/);
  assert.equal(await show("address"), `${URL_OF_PAGE}${query}#/${run.FIRST}?at=4`);
  const frame = await show("frame");
  await desk(page).getByRole("button", { name: "Copy the text" }).click();
  await said(page, /^Copied$/);
  assert.equal(await clipboard(page), frame);
  // What a browser makes of the text is the frame of the preview.
  const read = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "text/html").querySelector("iframe");
    return { src: parsed.getAttribute("src"), title: parsed.title, sandbox: parsed.getAttribute("sandbox") };
  }, frame);
  assert.equal(read.src, `${URL_OF_PAGE}${query}#/${run.FIRST}?at=4`);
  assert.equal(read.title, `${scenario(run.FIRST).title} · Stepdown`);
  assert.match(read.sandbox, /allow-scripts/);
});

const TEXTS = ["svg", "md", "json", "itf", "chrome", "shiviz"];

visitTest("every format is downloaded, and is what the command writes", async ({ page, t }) => {
  await run.openRun(page, `${run.FIRST}?at=4`);
  await openExport(page);
  const listed = await desk(page).locator("[data-format]").evaluateAll((all) => all.map((one) => one.dataset.format));
  for (const format of TEXTS) {
    assert.ok(listed.includes(format), format);
    const { name, bytes } = await exportOf(page, format);
    assert.ok(name.startsWith(run.FIRST) && bytes.length > 100, name);
    await said(page, /is on its way to your downloads/);
    const written = command(t, {}, () => ["export", run.FIRST, "--at", "4", "--format", format, "--base", URL_OF_PAGE]);
    assert.equal(String(bytes), String(written), `${format} of the page and of the command`);
  }
  const png = await exportOf(page, "png");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  const [width, height] = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
  assert.ok(width > 400 && height > 100, `${width} x ${height}`);
  t.diagnostic(`the image has ${width} x ${height} pixels`);
});

visitTest("the page in one file is downloaded where there is a template, and missed in words where there is none", { allowed: [/stepdown\.html/] }, async ({ page }) => {
  await run.openRun(page, run.FIRST);
  await openExport(page);
  const template = '<!doctype html><title>Stepdown</title><script type="application/json" id="carried">null</script>';
  await page.route("**/stepdown.html", (route) => route.fulfill({ body: template, contentType: "text/html" }));
  const { name, bytes } = await exportOf(page, "html");
  assert.equal(name, `${run.FIRST}.html`);
  assert.match(String(bytes), /id="carried">\{"format":1,"fragment":"#\/flink-40114-own-loss/);
  await page.unroute("**/stepdown.html");
  await page.route("**/stepdown.html", (route) => route.abort());
  await desk(page).locator("[data-format=html]").getByRole("button").click();
  await said(page, /stepdown\.html.*cargo xtask dist/);
});

visitTest("a search for verdicts can be cancelled", async ({ page }) => {
  await run.openRun(page, "model/flink-election?p.jobmanagers=2&p.components=restserver+resourcemanager+dispatcher+job&b.loss=3&b.crash=1&run=jm1.elector.renew");
  await openExport(page);
  const row = desk(page).locator("[data-format=md]");
  await row.getByRole("button", { name: /^Download/ }).click();
  await row.getByRole("button", { name: "Cancel" }).click();
  await said(page, /cancelled/);
  await desk(page).getByLabel("Verdicts over all orders").click();
  await exportOf(page, "md");
});

visitTest("a dialog that is opened while the one before is taken away stays open", async ({ page }) => {
  await run.openRun(page, run.FIRST);
  await openEdit(page);
  // As early as the page takes the key: the timer that presses it was set before the one that takes the dialog away.
  await page.evaluate(() => {
    const press = (left) => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "e", bubbles: true, cancelable: true }));
      if (!document.querySelector("dialog.desk[open]") && left > 0) queueMicrotask(() => press(left - 1));
    };
    window.addEventListener("close", () => setTimeout(press, 0, 200), { capture: true, once: true });
  });
  await page.keyboard.press("Escape");
  await desk(page).locator("[data-field=title]").waitFor();
  await page.waitForTimeout(300);
  assert.ok(await desk(page).isVisible());
  await page.keyboard.press("Escape");
  await desk(page).waitFor({ state: "detached" });
});

visitTest("a scenario file is edited: an error names its path, and the file passes the check", async ({ page, t }) => {
  await run.openRun(page, `${run.FIRST}?at=4`);
  await run.choice(page, "jm1.executor.run").getByRole("button").click();
  await run.isAt(page, 5, 5);
  await openEdit(page);
  const field = (name) => desk(page).locator(`[data-field="${name}"]`);
  const set = async (name, text) => {
    await field(name).fill(text);
    await field(name).blur();
  };
  await set("title", "A race of <script>alert(1)</script>");
  await set("summary", "Told anew.");
  await set("note-2", "<script>document.title = 'hacked'</script>");
  await set("id", "Not An Id");
  await desk(page).locator('[data-path="$.id"]').waitFor();
  assert.equal(await field("id").getAttribute("aria-invalid"), "true");
  await set("id", "my-race");
  await set("jobmanagers", "-5");
  await desk(page).locator('[data-path="$.parameters.jobmanagers"]').waitFor();
  assert.equal(await field("jobmanagers").inputValue(), "-5", "what is refused can be put right in its field");
  await set("jobmanagers", "1");
  await becomes(() => desk(page).locator("[data-path]").count(), 0);

  // A dialog that is closed loses nothing.
  await page.keyboard.press("Escape");
  await desk(page).waitFor({ state: "detached" });
  await openEdit(page);
  assert.equal(await field("title").inputValue(), "A race of <script>alert(1)</script>");
  await desk(page).getByText("Your changes from before are still here").waitFor();
  await set("loss", "99");
  await desk(page).locator('[data-path="$.budgets.loss"]').waitFor();
  assert.equal(await desk(page).getByRole("button", { name: "Open in this page" }).getAttribute("aria-disabled"), "true");
  await set("loss", "1");
  await becomes(() => desk(page).locator("[data-path]").count(), 0);

  const expectation = desk(page).locator("[data-expect]").first();
  const outcome = expectation.getByLabel(/in this run$/).first();
  const before = await outcome.inputValue();
  await outcome.selectOption(before === "violated" ? "holds" : "violated");
  await desk(page).locator('[data-path^="$.expect[0].outcome."]').waitFor();
  await expectation.getByRole("button", { name: "Take what the run shows" }).click();
  await becomes(() => outcome.inputValue(), before);
  await field("add-expectation").selectOption("retry");
  await becomes(() => desk(page).locator("[data-expect]").count(), 2);
  await becomes(() => desk(page).locator("[data-path]").count(), 0);

  const { name, bytes } = await downloadBy(page, () => desk(page).getByRole("button", { name: "Download the file" }).click());
  assert.equal(name, "my-race.json");
  command(t, { [name]: bytes }, (path) => ["check", path(name)]);
  await desk(page).getByRole("button", { name: "Open in this page" }).click();
  await desk(page).waitFor({ state: "detached" });
  await becomes(() => page.locator("h1").innerText(), "A race of <script>alert(1)</script>");
  await run.isAt(page, 0, 5);
  await run.stepTo(page, 2, 5);
  await eventually(async () => assert.match(await run.stepCard(page).innerText(), /<script>document\.title = 'hacked'<\/script>/));
  assert.equal(await page.title(), "A race of <script>alert(1)</script> · Stepdown");
});

visitTest("where the program can't be fetched, the page says so and goes on", { allowed: [/ERR_FAILED|Failed to fetch/] }, async ({ page }) => {
  await page.route("**/desk_bg.wasm", (route) => route.abort());
  await run.openRun(page, `${run.FIRST}?at=3`);
  await page.keyboard.press("h");
  await eventually(async () => assert.match((await run.notices(page)).join(), /The dialogs could not be loaded/));
  await page.keyboard.press("ArrowRight");
  await run.isAt(page, 4);
});

const DIALOGS = [
  ["the link", openShare],
  ["the embed", openEmbed],
  ["the exports", openExport],
  ["the scenario file", openEdit],
];

for (const colorScheme of ["light", "dark"]) {
  for (const viewport of [DESKTOP, PHONE]) {
    const options = { colorScheme, viewport, reducedMotion: "reduce" };
    visitTest(`axe finds nothing in the dialogs in ${colorScheme} colours at ${viewport.width} px`, options, async ({ page }) => {
      await page.addInitScript({ path: AXE });
      const found = [];
      for (const [dialog, open] of DIALOGS) {
        await run.openRun(page, `${run.FIRST}?at=4`);
        await open(page);
        if (dialog === "the scenario file") {
          await desk(page).locator("[data-field=id]").fill("Not An Id");
          await desk(page).locator("[data-field=id]").blur();
          await desk(page).locator("[data-path]").first().waitFor();
        }
        const { violations, passes } = await page.evaluate(() => globalThis.axe.run("#desk", { iframes: false }));
        assert.ok(passes.length > 8, `axe looked at ${dialog}`);
        for (const { id, help, nodes } of violations) {
          found.push(`${dialog}: ${id} (${help}): ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
        }
        const wide = await page.evaluate(() => document.querySelector("#desk .modal-body").scrollWidth - document.querySelector("#desk .modal-body").clientWidth);
        assert.equal(wide, 0, `${dialog} is not wider than its window`);
      }
      assert.deepEqual(found, []);
    });
  }
}
