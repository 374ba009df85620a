// Starts the page of a file that holds everything: its program, its texts and one run.
//
// What the page would fetch is answered from the file, and its worker is made from the same program.
(function () {
  "use strict";

  /** Replaces the loading text; the texts are never read as HTML. */
  function explain(title, detail) {
    const app = document.getElementById("app");
    app.textContent = "";
    app.setAttribute("role", "alert");
    for (const [name, text] of [["h1", title], ["pre", detail]]) {
      const element = document.createElement(name);
      element.textContent = text;
      app.append(element);
    }
  }

  function fail(error) {
    console.error(error);
    explain("This run could not be started", String(error));
  }

  /** What a script element holds, unpacked. */
  function unpacked(id) {
    const packed = atob(document.getElementById(id).textContent);
    const bytes = Uint8Array.from(packed, (byte) => byte.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  }

  /** The one scenario that is listed. */
  function entry(scenario, systems) {
    const { id, title, question, summary, model, fixes = [], goal, schedule } = scenario;
    const lesson = Boolean(goal);
    return { id, title, question, summary, model, system: systems[model], fixes, lesson, start_here: true, steps: schedule.length };
  }

  function serve(files, carried) {
    const scenario = carried?.scenario;
    // The record lies beside the page, and not beside this file.
    const confirmed = scenario?.confirmed;
    if (confirmed) confirmed.record = confirmed.record.replace("conformance/", "");
    const texts = { "glossary.json": files.glossary, "scenarios.json": scenario ? [entry(scenario, files.systems)] : [] };
    if (scenario) texts["scenarios/" + scenario.id + ".json"] = scenario;
    globalThis.fetch = function (path) {
      const text = texts[path];
      if (text === undefined) return Promise.reject(new TypeError(path + " is not in this file"));
      return Promise.resolve(new Response(JSON.stringify(text)));
    };
  }

  /** A worker that runs the same program: it gets the module first, then what the page asks for. */
  function makeWorkers(module) {
    const glue = document.getElementById("glue").textContent;
    const first = "onmessage=function(event){onmessage=null;wasm_bindgen.initSync({module:event.data})};";
    const address = URL.createObjectURL(new Blob([glue, "\n", first], { type: "text/javascript" }));
    globalThis.stepdownWorker = function () {
      const worker = new Worker(address);
      worker.postMessage(module);
      return worker;
    };
  }

  /** The dialogs of sharing are a program that does not fit in: says so, in the form of src/protocol/wire.rs. */
  globalThis.stepdownDesk = function (request, answer) {
    const message = "A run in one file has no dialogs of sharing. Drop this file on the app: there they are";
    answer("2," + message.length + "," + message);
  };

  async function start() {
    const carried = JSON.parse(document.getElementById("carried").textContent);
    const files = await unpacked("files").json();
    document.head.append(Object.assign(document.createElement("style"), { textContent: files.style }));
    serve(files, carried);
    const module = await WebAssembly.compile(await unpacked("program").arrayBuffer());
    makeWorkers(module);
    if (carried?.fragment && location.hash.length < 2) history.replaceState(null, "", carried.fragment);
    await wasm_bindgen({ module_or_path: module });
  }

  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
    explain("This run needs a newer browser", "It runs on WebAssembly and DecompressionStream, which this browser lacks or has switched off.");
  } else {
    start().catch(fail);
  }
})();
