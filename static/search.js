// Starts the search on the page itself, for browsers that allow no worker; see src/web/worker/page_side.rs.
"use strict";
wasm_bindgen({ module_or_path: new URL("worker_bg.wasm", document.baseURI).href }).catch(function (error) {
  console.error(error);
});
