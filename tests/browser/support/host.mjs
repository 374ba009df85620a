// A page of somebody else: another port of this computer, and so another origin, whose pages a test writes.

import { createServer } from "node:http";
import { URL_OF_PAGE } from "./visit.mjs";

/** The element's script, as a host writes it. */
export const SCRIPT = `<script type="module" src="${URL_OF_PAGE}embed.js"></script>`;

/** Serves one page, whatever is asked for, until it is closed. */
export class Host {
  #body = "";
  #server = createServer((request, response) => {
    const isPage = request.url === "/";
    response.writeHead(isPage ? 200 : 204, { "content-type": "text/html; charset=utf-8" });
    response.end(isPage ? `<!doctype html><html lang="en"><title>A host</title>${this.#body}` : undefined);
  });

  static async start() {
    const host = new Host();
    await new Promise((resolve) => host.#server.listen(0, "127.0.0.1", resolve));
    return host;
  }

  get url() {
    return `http://127.0.0.1:${this.#server.address().port}/`;
  }

  /** Opens a page with this body, which notes every message that it gets. */
  async show(page, body) {
    this.#body = `${NOTES}<main>${body}</main>`;
    await page.goto(this.url);
  }

  close() {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Notes messages by the name of the frame they come from. */
const NOTES = `<script>
  window.heard = [];
  addEventListener("message", ({ source, data, origin }) => {
    const frames = [...document.querySelectorAll("iframe")];
    for (const run of document.querySelectorAll("stepdown-run")) frames.push(run.shadowRoot?.querySelector("iframe"));
    const frame = frames.find((frame) => frame && frame.contentWindow === source);
    heard.push({ from: frame?.name || frame?.getRootNode().host?.id || "", data, origin });
  });
</script>`;

/** An iframe of the app, as a host without the script writes it. */
export function frame(name, query, fragment, attributes = 'sandbox="allow-scripts allow-same-origin allow-popups"') {
  const src = `${URL_OF_PAGE}?embed=1${query}#/${fragment}`.replaceAll("&", "&amp;");
  return `<iframe name="${name}" title="${name}" src="${src}" width="100%" height="500" ${attributes}></iframe>`;
}

/** What a frame told, by type. */
export function told(page, from, type) {
  const filter = ([from, type]) =>
    heard.filter((heard) => heard.from === from && heard.data?.source === "stepdown" && heard.data.type === type).map(({ data }) => data);
  return page.evaluate(filter, [from, type]);
}

/** Says something to a frame, as its host. */
export function say(page, name, message) {
  const post = ([name, message]) => document.querySelector(`iframe[name="${name}"]`).contentWindow.postMessage(message, "*");
  return page.evaluate(post, [name, { source: "stepdown", v: 1, ...message }]);
}
