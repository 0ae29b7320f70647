// The library in a worker thread. The first message is the compiled WebAssembly, and each later
// one has a number, and a question or the wish to stop it. Questions are answered one after the
// other. While the library thinks it looks for messages now and then.
importScripts('wasm_exec.js');

/* global Go, think */

let ready;
let stopped = 0;       // questions up to this number are not wanted any more
let stop = () => {};   // ends the thinking
let last = Promise.resolve(); // the question before

onmessage = ({ data }) => {
  if (!ready) {
    const go = new Go();
    ready = WebAssembly.instantiate(data, go.importObject).then((instance) => { go.run(instance); });
  } else if (data.stop) {
    stopped = data.number;
    stop();
  } else {
    last = last.then(() => answer(data));
  }
};

async function answer({ number, question }) {
  const post = (message) => postMessage({ number, message });
  try {
    await ready;
    if (number <= stopped) post('{"answer":null}');
    else await new Promise((resolve) => { stop = think(question, post, (text) => resolve(post(text))); });
  } catch (error) {
    post(JSON.stringify({ error: String(error) }));
  }
  stop = () => {};
}
