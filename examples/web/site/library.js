// The two copies of the library: one in the page, which knows the rules and
// answers at once, and one in a worker, which thinks.

/* global Go, chess */

// load starts the library in the page, and returns a Thinker.
export async function load() {
  const module = await compile('chess.wasm');
  const go = new Go();
  go.run(await WebAssembly.instantiate(module, go.importObject));
  return new Thinker(module);
}

// compile compiles while the file still comes, where the server names its type.
function compile(name) {
  return WebAssembly.compileStreaming(fetch(name)).catch(async () => {
    const response = await fetch(name);
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
  });
}

// ask puts a question to the library in the page. What it does not like it
// tells by an Error with a message for people.
export function ask(what, question = {}) {
  return unwrap(JSON.parse(chess(JSON.stringify({ ask: what, ...question }))));
}

function unwrap({ answer, error }) {
  if (error) throw new Error(error);
  return answer;
}

// A Thinker answers one question at a time, and a new one ends the old.
export class Thinker {
  #module;
  #worker;
  #job = null;

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  get busy() { return this.#job !== null; }

  // think puts a question. It calls news for each line of play, and resolves
  // to the answer, or to null if the question is given up.
  think(what, question, news = () => {}) {
    this.stop();
    return new Promise((resolve, reject) => {
      this.#job = { resolve, reject, news };
      this.#worker.postMessage(JSON.stringify({ ask: what, ...question }));
    });
  }

  // stop gives up the question. A worker that thinks cannot be spoken to, so
  // another takes its place: that takes some milliseconds, and what the first
  // had learnt is forgotten.
  stop() {
    if (!this.#job) return;
    this.#worker.terminate();
    this.#start();
    this.#job.resolve(null);
    this.#job = null;
  }

  #start() {
    this.#worker = new Worker('worker.js');
    this.#worker.postMessage(this.#module);
    this.#worker.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.news) {
        this.#job?.news(message.news);
        return;
      }
      const job = this.#job;
      this.#job = null;
      try {
        job?.resolve(unwrap(message));
      } catch (error) {
        job?.reject(error);
      }
    };
  }
}
