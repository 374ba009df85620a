// Runs one workload, whose name is the message. A worker is used once: its memory never shrinks.

importScripts("bench_web.js");

onmessage = async ({ data: workload }) => {
  const { memory } = await wasm_bindgen({ module_or_path: "bench_web_bg.wasm" });
  const start = performance.now();
  const states = wasm_bindgen.search(workload);
  const seconds = (performance.now() - start) / 1000;
  postMessage({ states, seconds, bytes: memory.buffer.byteLength });
};
