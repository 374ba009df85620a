// What is no good ends in a readable message with its place, and leaves the open run as it is.

import assert from "node:assert/strict";
import { scenario, upload } from "./support/files.mjs";
import * as run from "./support/run.mjs";
import { URL_OF_PAGE, becomes, eventually, visitTest } from "./support/visit.mjs";

const { FIRST } = run;

function changed(change) {
  const file = scenario(FIRST);
  change(file);
  return file;
}

/** By name: what is in the file, and what the message says beside the file's name. */
const FILES = [
  ["is not JSON", '{\n  "format": nope\n}', [/line 2, column 1\d/, /not JSON/, /expected a scenario file/]],
  ["is cut off", '{"format": 1,', [/line 1, column 13/, /not JSON/]],
  ["is empty", "", [/empty/, /expected a scenario file/]],
  ["is JSON but no scenario", "[]", [/\$/, /expected/]],
  ["has an unknown field", changed((file) => (file.tittle = "x")), [/\$\.tittle/, /unknown field `tittle`/, /expected one of/]],
  ["has an unknown field deep inside", changed((file) => (file.claims[0].evidense = "x")), [/\$\.claims\[0\]\.evidense/, /unknown field/]],
  ["is of another format", changed((file) => (file.format = 9)), [/\$\.format/, /expected 1/]],
  ["names an unknown model", changed((file) => (file.model = "nope")), [/\$\.model/, /`nope`/, /expected one of .*flink-election/]],
  ["names an unknown fix", changed((file) => (file.fixes = ["nope"])), [/\$\.fixes\[0\]/, /`nope`/, /expected one of .*retry/]],
  ["names an unknown event", changed((file) => (file.schedule[2] = "jm1.executor.jump")), [/\$\.schedule\[2\]/, /`jm1\.executor\.jump`/, /expected/]],
  ["sets a parameter out of range", changed((file) => (file.parameters.jobmanagers = 9)), [/\$\.parameters\.jobmanagers/, /9/, /expected 1 to 2/]],
  [
    "has a refused step in its schedule",
    changed((file) => (file.schedule[0] = "jm1.executor.run")),
    [/\$\.schedule\[0\]/, /`jm1\.executor\.run` is refused here: the executor queue is empty/, /expected an event that is enabled/],
  ],
  ["is too large", "x".repeat(3_000_000), [/3000000 bytes/, /expected at most 1048576/]],
  ["is nested too deeply", `{"parameters": {"x": ${"[".repeat(200_000)}`, [/\$\.parameters\.x\[0\]/, /sequence/, /expected a string/]],
  ["is nothing but deeply nested lists", "[".repeat(200_000), [/expected/, /^(?!.*\$\.\[)/]],
];

for (const [what, content, told] of FILES) {
  visitTest(`a file that ${what} is refused with its place, and the run stays`, async ({ page }) => {
    await run.openRun(page, `${FIRST}?fix=retry&at=5`);
    const before = await run.wholeRun(page);
    await page.locator("#file").setInputFiles(upload("story.json", content));
    const alert = page.getByRole("alert");
    await alert.waitFor();
    const text = run.oneLine(await alert.innerText());
    assert.match(text, /This file can't be opened/);
    assert.match(text, /story\.json/, "the message names the file");
    for (const pattern of told) assert.match(text, pattern);
    assert.ok(text.length < 600, `${text.length} characters are a readable message`);
    await run.sameRun(page, before);
    await page.keyboard.press("ArrowRight");
    await run.isAt(page, 6);
    await page.getByRole("button", { name: "Dismiss this message" }).click();
    await alert.waitFor({ state: "detached" });
  });
}

visitTest("a bad file on the start page leaves the start page", async ({ page }) => {
  await run.openStart(page);
  await page.locator("#file").setInputFiles(upload("story.json", "{"));
  await page.getByRole("alert").waitFor();
  assert.ok(await page.locator("[data-scenario]").first().isVisible());
  await page.locator("#file").setInputFiles(upload("good.json", scenario(FIRST)));
  await run.isAt(page, 0);
});

visitTest("a file may be chosen twice, and a good one after a bad one opens", async ({ page }) => {
  await run.openRun(page, FIRST);
  await page.locator("#file").setInputFiles(upload("story.json", "{"));
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Dismiss this message" }).click();
  await page.locator("#file").setInputFiles(upload("story.json", "{"));
  await page.getByRole("alert").waitFor();
  await page.locator("#file").setInputFiles(upload("story.json", scenario("flink-36451-fixed")));
  await becomes(() => page.locator("h1").innerText(), scenario("flink-36451-fixed").title);
});

visitTest("a dropped file opens, and a bad one is refused like a chosen one", async ({ page }) => {
  await run.openRun(page, `${FIRST}?at=2`);
  const drop = (name, text) =>
    page.evaluate(
      ([name, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name, { type: "application/json" }));
        for (const type of ["dragover", "drop"]) {
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
      },
      [name, text],
    );
  await drop("broken.json", "{");
  await page.getByRole("alert").waitFor();
  assert.match(run.oneLine(await page.getByRole("alert").innerText()), /broken\.json.*line 1, column 1/);
  await run.isAt(page, 2);
  await drop("good.json", JSON.stringify(scenario("flink-36451-deadlock")));
  await becomes(() => page.locator("h1").innerText(), scenario("flink-36451-deadlock").title);
});

visitTest("nothing in a file is ever HTML", async ({ page }) => {
  const html = '<img src="x" onerror="globalThis.ran = true"><b>bold</b>';
  await run.openStart(page);
  const own = changed((file) => {
    file.id = "html";
    file.title = html;
    file.summary = html;
    file.narration.report = html;
    file.narration.steps[0].text = html;
    file.advice = [html];
    file.claims[0].evidence = html;
    file.sources = [{ title: html, url: "https://example.org/" }];
    file.notes = [{ step: 0, text: html }];
  });
  await page.locator("#file").setInputFiles(upload("html.json", own));
  await run.isAt(page, 0);
  assert.equal(await page.locator("h1").innerText(), html);
  assert.equal(await page.locator("img, main b:text-is('bold')").count(), 0);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
});

/** By name: a link that means nothing, and what the message says. The run stays open. */
const REFUSED_LINKS = [
  ["is garbage", "#/%%%/&&&?<script>", [/link/, /expected the id of a scenario/]],
  ["has an odd path", "#/a/b/c", [/`?\/?a\/b\/c/, /expected the id of a scenario/]],
  ["names an unknown scenario", "#/no-such-scenario", [/no-such-scenario/, /expected/]],
  ["names an unknown model", "#/model/no-such-model", [/no-such-model/, /expected one of .*flink-election/]],
  ["is of another format", `#/${FIRST}?v=99`, [/\bv\b/, /`99`/, /expected format 1/]],
  ["has a step that is no number", `#/${FIRST}?at=soon`, [/\bat\b/, /`soon`/, /expected a whole number/]],
  ["has events of another notation", `#/${FIRST}?run=JM1%20RUN`, [/\brun\b/, /expected events of/]],
  ["is far too long", `#/${FIRST}?run=${"jm1.elector.renew~".repeat(4_000)}`, [/72\d{3} bytes/, /expected at most 65536 bytes/]],
];

for (const [what, link, told] of REFUSED_LINKS) {
  visitTest(`a link that ${what} is refused, and the run stays`, async ({ page }) => {
    await run.openRun(page, `${FIRST}?fix=retry&at=5`);
    const before = await run.wholeRun(page);
    await run.follow(page, link);
    await page.getByRole("alert").waitFor();
    const text = run.oneLine(await page.getByRole("alert").innerText());
    assert.match(text, /This link can't be opened/);
    for (const pattern of told) assert.match(text, pattern);
    assert.ok(text.length < 600, `${text.length} characters are a readable message`);
    await run.sameRun(page, before);
    await page.reload();
    await run.sameRun(page, before);
  });
}

// The page can't know which scenarios there are before it has asked for the file; the browser notes the 404.
visitTest("cold links that are refused end on a start page that works", { allowed: [/404 .*no-such-scenario/] }, async ({ page }) => {
  for (const [what, link, told] of REFUSED_LINKS) {
    await page.goto("about:blank");
    await page.goto(URL_OF_PAGE + link);
    await page.getByRole("alert").waitFor();
    const text = run.oneLine(await page.getByRole("alert").innerText());
    assert.match(text, /can't be opened/, what);
    if (!what.includes("unknown scenario")) for (const pattern of told) assert.match(text, pattern, what);
    assert.ok(text.length < 600, what);
    await page.locator(`[data-scenario="${FIRST}"]`).click();
    await run.isAt(page, 0);
  }
});

/** By name: a link that can be followed in part, where it ends, and what the message says. */
const PARTIAL_LINKS = [
  ["an unknown event", "?run=jm1.elector.lose_keep~jm1.elector.dance&at=2", "1 / 1", [/stops after 1 of 2 steps/, /`jm1\.elector\.dance`/, /expected/]],
  ["an event of an unknown actor", "?run=jm7.elector.renew", "0 / 8", [/stops after 0 of 1 steps/, /`jm7\.elector\.renew`/]],
  ["an unknown fix", "?fix=magic+retry&at=3", "3 / 8", [/no fix `magic`/, /left out/]],
  ["a step beyond the end", "?at=99", "8 / 8", [/step 99/, /8/]],
  ["an unknown parameter", "?p.magic=3&at=1", "1 / 8", [/no parameter `magic`/]],
  ["a parameter out of range", "?p.jobmanagers=9&at=1", "1 / 8", [/jobmanagers/, /9/]],
  ["an unknown key", "?colour=red&at=1", "1 / 8", [/`colour`/]],
  ["another version of the model", "?m=flink-election.77&at=1", "1 / 8", [/77/]],
];

for (const [what, query, position, told] of PARTIAL_LINKS) {
  visitTest(`a link with ${what} opens as far as it can and says so; Back returns to the run before`, async ({ page }) => {
    await run.openRun(page, "flink-36451-fixed?at=2");
    const before = await run.wholeRun(page);
    await run.follow(page, `#/${FIRST}${query}`);
    await becomes(() => run.position(page), position);
    await eventually(async () => assert.ok((await run.notices(page)).length > 0, "a message is shown"));
    const text = (await run.notices(page)).join(" ");
    for (const pattern of told) assert.match(text, pattern);
    await page.goBack();
    await run.sameRun(page, before);
  });
}

visitTest("a refused step in a link is shown struck out with its guard", async ({ page }) => {
  await run.openRun(page, "model/flink-election?run=jm1.executor.run~jm1.elector.renew&at=1");
  await run.isAt(page, 1, 2);
  const card = run.stepCard(page);
  assert.equal(await card.locator("s").count(), 1);
  assert.match(run.oneLine(await card.innerText()), /executor queue is empty/i);
  await run.stepTo(page, 2, 2);
  assert.equal(await card.locator("s").count(), 0);
});

visitTest("many bad inputs in a row do not bury the page in messages", async ({ page }) => {
  await run.openRun(page, FIRST);
  for (let at = 0; at < 8; at += 1) {
    await page.locator("#file").setInputFiles(upload(`bad-${at}.json`, "{"));
    await becomes(() => run.notices(page).then((all) => all.at(-1)?.includes(`bad-${at}.json`)), true);
  }
  assert.ok((await run.notices(page)).length <= 4);
});
