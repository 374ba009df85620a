// Starts the page, or says in plain words why it cannot start.
//
// A classic script on purpose: opened from disk, browsers refuse modules without a word, and this file would
// never get to explain it. It is a file of its own because the Content Security Policy allows no inline script.
(function () {
  "use strict";

  var script = document.currentScript;

  /** Replaces the loading text; the texts are never read as HTML. */
  function explain(title, advice, detail) {
    var app = document.getElementById("app");
    if (!app) return;
    app.textContent = "";
    app.setAttribute("role", "alert");
    [["h1", title], ["p", advice], ["pre", detail]].forEach(function (part) {
      if (!part[1]) return;
      var element = document.createElement(part[0]);
      element.textContent = part[1];
      app.appendChild(element);
    });
  }

  /** What a person can do about a failed start. */
  function advice(error) {
    if (location.protocol === "file:") {
      return "Browsers do not load this page from disk. Serve its folder over http, for example with “cargo xtask serve”.";
    }
    if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError) {
      return "This browser does not know a WebAssembly feature that the page uses. A newer version of it will do.";
    }
    return "A part of the page could not be loaded. Reload it; if that does not help, a new version may just be on its way to the server.";
  }

  function fail(error) {
    console.error(error);
    explain("Stepdown could not start", advice(error), String(error));
  }

  if (typeof WebAssembly !== "object" || !("noModule" in HTMLScriptElement.prototype)) {
    explain("Stepdown needs a newer browser", "It runs on WebAssembly and JavaScript modules, which this browser lacks or has switched off.");
    return;
  }

  function beside(file) {
    return new URL(file, script.src).href;
  }

  function style(file) {
    var sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = beside(file);
    // A dialog that was open already is laid out anew: what was scrolled to stays in view.
    sheet.onload = function () {
      if (document.querySelector("dialog[open]")) document.activeElement.scrollIntoView({ block: "nearest" });
    };
    document.head.appendChild(sheet);
  }

  // An embed has a sheet of its own, which nobody else waits for; src/share/embed.rs reads the options. A run
  // does without the sheet of the start page and of dialogs, which comes once the run is there.
  var isRun = /^#\/?[a-z]/.test(location.hash);
  if (/[?&;]embed=(?!0?(&|$))/.test(location.search)) {
    document.documentElement.setAttribute("data-embed", "");
    style("embed.css");
  } else if (!isRun) {
    style("later.css");
  }

  // The dialogs of sharing are a program of their own, fetched when one is first asked for; it puts itself in the
  // place of this function. src/web/desk.rs is its other side.
  globalThis.stepdownDesk = function (request, answer) {
    style("desk.css");
    import(beside("desk.js"))
      .then(function (module) {
        return module.default({ module_or_path: beside("desk_bg.wasm") });
      })
      .then(function () {
        globalThis.stepdownDesk(request, answer);
      })
      .catch(function (error) {
        console.error(error);
        answer("");
      });
  };

  var glue = new URL(script.dataset.glue, document.baseURI).href;
  var wasm = new URL(script.dataset.wasm, document.baseURI).href;
  import(glue)
    .then(function (module) {
      return module.default({ module_or_path: wasm });
    })
    .then(function () {
      if (isRun) setTimeout(style, 1000, "later.css");
    })
    .catch(fail);
})();
