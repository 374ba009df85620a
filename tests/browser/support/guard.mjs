// What no test may cause, whatever else it looks at: an error in the console, an error nobody caught, or a
// request to another host than the page's own.

import assert from "node:assert/strict";

/** Schemes that never leave the browser. */
const LOCAL = ["data:", "blob:", "about:"];

export class Guard {
  /**
   * @param allowed what a test provokes on purpose, as patterns on the texts of console errors
   * @param others hosts that the test serves itself
   */
  constructor(context, url, allowed, others = []) {
    this.hosts = [new URL(url).host, ...others];
    this.allowed = allowed;
    this.problems = [];
    this.requests = [];
    context.on("request", (request) => this.#request(request.url()));
    context.on("console", (message) => this.#console(message));
    context.on("weberror", (error) => this.problems.push(`uncaught: ${error.error().stack ?? error.error()}`));
    context.on("page", (page) => {
      page.on("websocket", (socket) => this.#request(socket.url()));
      page.on("crash", () => this.problems.push("the tab crashed"));
    });
  }

  #request(text) {
    const url = new URL(text);
    if (LOCAL.includes(url.protocol)) return;
    this.requests.push(text);
    if (!this.hosts.includes(url.host)) this.problems.push(`request to another host: ${text}`);
  }

  #console(message) {
    if (message.type() !== "error") return;
    const text = `${message.text()} (${message.location().url})`;
    if (!this.allowed.some((pattern) => pattern.test(text))) this.problems.push(`console: ${text}`);
  }

  /** Also looks for the panel that covers the page after a panic. */
  async check(page) {
    if (!page.isClosed()) {
      const crash = await page.locator("#crash").allInnerTexts();
      this.problems.push(...crash.map((text) => `the page stopped: ${text}`));
    }
    assert.deepEqual(this.problems, []);
  }
}
