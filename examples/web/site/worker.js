// The library in a worker thread. The first message is the compiled WebAssembly, or what the worker needs
// that loads it for all: see load in library.js. Each later one has a number, and a question or the wish to
// stop it. Questions are answered one after the other. While the library thinks it looks for messages now
// and then.
/* global Go, chess, think */

let ready;
let stopped = 0;       // questions up to this number are not wanted any more
let stop = () => {};   // ends the thinking
let last = Promise.resolve(); // the question before

onmessage = ({ data }) => {
  if (!ready) {
    ready = begin(data);
  } else if (data.stop) {
    stopped = data.number;
    stop();
  } else {
    last = last.then(() => answer(data));
  }
};

// begin starts the library. If the module is still to come, this worker is the first one: it loads it, and
// sends it when it has answered the questions.
async function begin(module, { size, questions } = module) {
  try {
    const compiled = questions ? compile(size) : module;
    importScripts('wasm_exec.js');
    const go = new Go();
    go.run(await WebAssembly.instantiate(await compiled, go.importObject));
    if (questions) postMessage({ answers: questions.map((question) => chess(question)), module: await compiled });
  } catch (error) {
    if (questions) postMessage({ error: error.message });
    throw error;
  }
}

// compile compiles the file while it is being loaded, and tells which part of it has come if it knows
// the size. The server must send the content type.
async function compile(size) {
  const name = 'chess.wasm';
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  if (!size) return WebAssembly.compileStreaming(response);
  let come = 0;
  let told = 0;
  const body = response.body.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      come += chunk.length;
      const percent = Math.floor(20 * Math.min(come / size, 1)) * 5;
      if (percent > told) postMessage({ percent });
      told = percent;
      controller.enqueue(chunk);
    },
  }));
  return WebAssembly.compileStreaming(new Response(body, { headers: { 'Content-Type': 'application/wasm' } }));
}

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
