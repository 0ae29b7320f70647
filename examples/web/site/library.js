// The copies of the library: one in the page, for the rules, which answers at once, one
// in a worker, for searches, and one in another worker, for the tables of endings.

/* global Go, chess */

// load starts the library in the page, and returns a Thinker.
export async function load() {
  const module = await compile('chess.wasm');
  const go = new Go();
  go.run(await WebAssembly.instantiate(module, go.importObject));
  return new Thinker(module);
}

// compile compiles the file while it is being loaded. That requires that the server
// sends its content type; otherwise it loads the file first.
function compile(name) {
  return WebAssembly.compileStreaming(fetch(name)).catch(async () => {
    const response = await fetch(name);
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
  });
}

// ask asks the library in the page and returns the answer. It throws an Error with a
// message to show to the user.
export function ask(what, question = {}) {
  return unwrap(JSON.parse(chess(JSON.stringify({ ask: what, ...question }))));
}

function unwrap({ answer, error }) {
  if (error) throw new Error(error);
  return answer;
}

// A Thinker answers one question at a time. A new question cancels the one before.
export class Thinker {
  #module;
  #worker;
  #job = null;

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  // another returns a Thinker with a worker of its own.
  another() { return new Thinker(this.#module); }

  get busy() { return this.#job !== null; }

  // think asks the worker. It calls news for each line, and resolves to the answer,
  // or to null if the question is cancelled.
  think(what, question, news = () => {}) {
    this.stop();
    return new Promise((resolve, reject) => {
      this.#job = { resolve, reject, news };
      this.#worker.postMessage(JSON.stringify({ ask: what, ...question }));
    });
  }

  // stop cancels the question. A worker that thinks receives no messages, so it is
  // replaced. That takes some milliseconds and loses its transposition table.
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
