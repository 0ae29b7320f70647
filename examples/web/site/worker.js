// The library in a worker thread. The first message is the compiled WebAssembly, and
// each later one is a question. The worker receives no messages while it thinks: to
// cancel a question, terminate the worker.
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
