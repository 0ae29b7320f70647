// The library, in a thread of its own. The first message is the compiled
// WebAssembly, and each further one a question. While it thinks the worker
// hears nothing: who does not want the answer any more ends the worker.
importScripts('wasm_exec.js');

let ready;

onmessage = async ({ data }) => {
  if (!ready) {
    const go = new Go();
    ready = WebAssembly.instantiate(data, go.importObject).then((instance) => { go.run(instance); });
    return;
  }
  try {
    await ready;
    postMessage(chess(data, (news) => postMessage(news)));
  } catch (error) {
    postMessage(JSON.stringify({ error: String(error) }));
  }
};
