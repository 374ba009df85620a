// Defines <stepdown-run>: a run of Stepdown within another page.
//
//   <script type="module" src="https://HOST/stepdown/embed.js"></script>
//   <stepdown-run scenario="flink-40114-own-loss" mode="stage" from="3" to="8" at="3" readonly>
//     <a href="https://HOST/stepdown/#/flink-40114-own-loss?at=3">The run</a>
//   </stepdown-run>
//
// attribute  meaning
// scenario   the id of a scenario; or src
// src        a link of Stepdown, or its fragment (#/…): any run, with its fixes, branches and notes
// fix, at    with a scenario: the fixes that are on, joined by +, and the step that is shown
// mode       full (the usual one), stage or timeline
// from, to   the steps that can be reached
// readonly   the reader steps, and changes nothing
// theme      light or dark; absent: as the reader's system prefers
// autoplay   the steps follow each other by themselves
// height     a height of its own, in pixels; absent: as tall as the content
// title      what a screen reader calls the frame
// base       where Stepdown is; absent: beside this script
//
// Events, each with a detail: stepdown-ready, -step {index, total, label}, -verdict {property, verdict}, -resize {height},
// -error {message}. Methods: seek(index), play(), pause(), load(link). What is inside the element is shown until the run
// is there, and where this script does not run at all.
//
// The frame may run scripts and, beside them, keep its own origin. That is safe as long as Stepdown is served from another
// origin than the page around it; on the same origin a frame of this kind is not a barrier.

const SOURCE = "stepdown";
const VERSION = 1;
const KINDS = ["ready", "step", "verdict", "error", "resize"];
/** What goes into the query as it is. */
const OPTIONS = ["mode", "from", "to", "theme"];
const FLAGS = ["readonly", "autoplay"];
/** The height before the frame has told its own, in pixels. */
const FIRST_HEIGHT = 480;

const STYLE = `
  :host { display: block; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; border: 0; }
`;

class StepdownRun extends HTMLElement {
  static observedAttributes = ["src", "scenario", "fix", "at", "height", "title", "base", ...OPTIONS, ...FLAGS];

  #frame = document.createElement("iframe");
  #fallback = document.createElement("slot");
  #link = document.createElement("a");
  /** Whether the frame listens; what is asked of it before waits. */
  #ready = false;
  #waiting = [];
  /** What the frame was pointed to: the page with its options, and the fragment. */
  #shown = [];
  #planned = false;
  #listener = (event) => this.#hear(event);

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#frame.loading = "lazy";
    this.#frame.referrerPolicy = "no-referrer";
    this.#frame.allow = "clipboard-write; fullscreen";
    this.#frame.sandbox = "allow-scripts allow-same-origin allow-popups allow-downloads";
    this.#link.textContent = "Open this run in Stepdown";
    this.#link.target = "_blank";
    this.#link.rel = "noopener";
    this.#fallback.append(this.#link);
    root.append(this.#fallback);
  }

  connectedCallback() {
    addEventListener("message", this.#listener);
    this.#plan();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#listener);
    // A frame that comes back into a document loads again.
    this.#begin();
    this.#waiting = [];
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.isConnected) return;
    if (name === "height") this.#size();
    else if (name === "title") this.#name();
    else if (name === "at" && this.#ready && now !== null) this.seek(Number(now));
    else if (name === "theme" && this.#ready) this.#ask("theme", { name: now ?? "auto" });
    else this.#plan();
  }

  /** Shows a step; 0 is the state before the first. */
  seek(index) {
    this.#ask("seek", { index });
  }

  /** Lets the steps follow each other by themselves. */
  play() {
    this.#ask("play");
  }

  /** Stops that. */
  pause() {
    this.#ask("pause");
  }

  /** Opens another run: a link of Stepdown, or its fragment. */
  load(link) {
    this.#ask("load", { link: String(link) });
  }

  /** Attributes often change together: the frame is pointed elsewhere once for all of them. */
  #plan() {
    if (this.#planned) return;
    this.#planned = true;
    queueMicrotask(() => {
      this.#planned = false;
      if (this.isConnected) this.#point();
    });
  }

  #point() {
    const [page, options, fragment] = this.#address();
    this.#name();
    this.#link.href = page + fragment;
    const isSame = this.#shown[0] === page + options;
    if (isSame && this.#shown[1] === fragment) return;
    this.#shown = [page + options, fragment];
    // A frame that listens is asked: it would not load again for another fragment alone.
    if (isSame && this.#ready) return this.load(fragment);
    this.#begin();
    this.#size();
    this.#frame.src = page + options + fragment;
    // Not before it knows where to go: an empty frame is one of the page around it.
    if (!this.#frame.isConnected) this.shadowRoot.prepend(this.#frame);
  }

  /** The address of the page, the options of the embed, and the fragment that is the run. */
  #address() {
    const src = this.getAttribute("src") ?? "";
    const cut = src.indexOf("#");
    const own = new URL(this.getAttribute("base") ?? "./", import.meta.url);
    const page = new URL(cut > 0 ? src.slice(0, cut) : "", own);
    // A script of the page around is not run in a frame of ours.
    const isSafe = page.protocol === "https:" || page.protocol === "http:";
    page.search = page.hash = "";
    const options = new URLSearchParams({ embed: "1" });
    for (const name of OPTIONS) if (this.hasAttribute(name)) options.set(name, this.getAttribute(name));
    for (const name of FLAGS) if (this.hasAttribute(name)) options.set(name, "1");
    return [(isSafe ? page : own).href, `?${options}`, cut < 0 ? this.#fragment() : src.slice(cut)];
  }

  #fragment() {
    const values = [];
    for (const name of ["fix", "at"]) {
      const value = this.getAttribute(name);
      // The fixes of a link are joined by a plus, which is to stay one.
      if (value !== null) values.push(`${name}=${encodeURIComponent(value).replaceAll("%2B", "+")}`);
    }
    const query = values.length > 0 ? `?${values.join("&")}` : "";
    return `#/${encodeURIComponent(this.getAttribute("scenario") ?? "")}${query}`;
  }

  /** The frame does not listen yet: the fallback is shown. */
  #begin() {
    this.#ready = false;
    this.#fallback.hidden = false;
  }

  #name() {
    this.#frame.title = this.getAttribute("title") ?? `Stepdown: ${this.getAttribute("scenario") ?? "a run"}`;
  }

  #size(height = FIRST_HEIGHT) {
    const own = Number.parseInt(this.getAttribute("height") ?? "", 10);
    this.#frame.style.height = `${own > 0 ? own : height}px`;
  }

  #ask(type, fields = {}) {
    const message = { source: SOURCE, v: VERSION, type, ...fields };
    // The origin of a frame in a sandbox is none, so none can be named; what is asked is no secret.
    if (this.#ready) this.#frame.contentWindow?.postMessage(message, "*");
    else this.#waiting.push(message);
  }

  /** Hears its own frame and no other, whatever a message says about itself. */
  #hear({ source, data }) {
    if (source !== this.#frame.contentWindow || source === null) return;
    if (data?.source !== SOURCE || data.v !== VERSION || !KINDS.includes(data.type)) return;
    const { source: _, v: __, type, ...detail } = data;
    if (type === "ready" && !this.#ready) {
      this.#ready = true;
      this.#fallback.hidden = true;
      for (const message of this.#waiting.splice(0)) source.postMessage(message, "*");
    }
    if (type === "resize" && Number.isFinite(detail.height)) this.#size(detail.height);
    this.dispatchEvent(new CustomEvent(`stepdown-${type}`, { detail }));
  }
}

if (!customElements.get("stepdown-run")) customElements.define("stepdown-run", StepdownRun);
