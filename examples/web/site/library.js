// The copies of the library: one in the page, for the rules, which answers at once, and others
// in workers, for searches and for the tables of endings. Who imports this module waits until
// the first is loaded.

/* global Go, chess */
import './wasm_exec.js';
import { language, t, told } from './words.js';

const name = 'chess.wasm';
const module = await start().catch((error) => {
  document.getElementById('status').textContent = '';
  document.getElementById('typed-error').textContent = t`The chess library could not be loaded: ${error.message}`;
  throw error;
});

// start starts the library in the page, and returns what a worker needs to start another copy.
async function start() {
  const compiled = await compile();
  const go = new Go();
  go.run(await WebAssembly.instantiate(compiled, go.importObject));
  return compiled;
}

// compile compiles the file while it is being loaded. A browser may keep the code of a file that
// it has loaded by itself, so that is tried first if the page was here before. It requires that
// the server sends the content type.
async function compile() {
  if (navigator.serviceWorker?.controller) {
    try {
      return await WebAssembly.compileStreaming(fetch(name));
    } catch { /* it is loaded as below */ }
  }
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  const body = response.body.pipeThrough(new TransformStream(progress()));
  return WebAssembly.compileStreaming(new Response(body, { headers: { 'Content-Type': 'application/wasm' } }));
}

// progress shows which part of the file has come.
function progress() {
  const text = document.getElementById('status');
  const all = Number(text.dataset.bytes); // as the length in the header may be that of the compressed file
  let come = 0;
  return {
    transform(chunk, controller) {
      come += chunk.length;
      text.textContent = t`Loading the chess library… ${Math.floor(100 * Math.min(come / all, 1))} %`;
      controller.enqueue(chunk);
    },
  };
}

// ask asks the library in the page and returns the answer. It throws an Error with a
// message to show to the user.
export function ask(what, question = {}) {
  return unwrap(JSON.parse(chess(written(what, question))));
}

const written = (what, question) => JSON.stringify({ ask: what, with: question, language });

function unwrap({ answer, error }) {
  if (error) throw new Error(told(error));
  return answer;
}

// A Thinker is a worker that answers one question at a time. A new question cancels the one
// before. What its searches have learnt stays in its tables.
export class Thinker {
  #worker;
  #number = 0;  // of the last question
  #job = null;  // that question, while it is not answered
  #late = 0;    // a timer that runs while the worker has not stopped yet

  constructor() { this.#start(); }

  // think asks the worker. It calls news for each line, and resolves to the answer,
  // or to null if the question is cancelled.
  think(what, question, news = () => {}) {
    this.stop();
    return new Promise((resolve, reject) => {
      this.#number++;
      this.#job = { text: written(what, question), resolve, reject, news };
      this.#post();
    });
  }

  // stop cancels the question. A worker that does not stop soon is replaced, and its tables
  // are lost.
  stop() {
    if (!this.#job) return;
    this.#job.resolve(null);
    this.#job = null;
    this.#worker.postMessage({ number: this.#number, stop: true });
    this.#late ||= setTimeout(() => {
      this.#worker.terminate();
      this.#start();
      if (this.#job) this.#post();
    }, patience);
  }

  // end ends the worker for good.
  end() {
    this.stop();
    clearTimeout(this.#late);
    this.#worker.terminate();
  }

  #post() { this.#worker.postMessage({ number: this.#number, question: this.#job.text }); }

  #start() {
    clearTimeout(this.#late);
    this.#late = 0;
    this.#worker = new Worker('worker.js');
    this.#worker.postMessage(module);
    this.#worker.onmessage = ({ data }) => this.#hear(data.number, JSON.parse(data.message));
  }

  #hear(number, message) {
    if (!message.news) { // an answer: the worker is free
      clearTimeout(this.#late);
      this.#late = 0;
    }
    if (number !== this.#number || !this.#job) return; // it was cancelled
    if (message.news) {
      this.#job.news(message.news);
      return;
    }
    const job = this.#job;
    this.#job = null;
    try {
      job.resolve(unwrap(message));
    } catch (error) {
      job.reject(error);
    }
  }
}

// adviser is the worker for what the user asks now and then, and looks at one by one: why a move is
// good or bad, and whether that of a puzzle is. It is started when it is needed.
let advising = null;
export const adviser = () => (advising ??= new Thinker());

// patience is how long a worker may take to stop, in milliseconds.
const patience = 2_000;
