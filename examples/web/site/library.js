// The copies of the library: one in the page, for the rules, which answers at once, and others
// in workers, for searches and for the tables of endings. Who imports this module waits until
// the first is loaded.

/* global Go, chess */
import './wasm_exec.js';
import { worker } from './early.js';
import { language, t, told } from './words.js';

const written = (what, question = {}) => JSON.stringify({ ask: what, with: question, language });

const known = new Map(); // answers that the worker has sent
let first = worker; // until a Thinker takes it over
const module = await start().catch((error) => {
  document.getElementById('status').textContent = '';
  document.getElementById('typed-error').textContent = t`The chess library could not be loaded: ${error.message}`;
  throw error;
});

// start starts the library in the page, and returns what a worker needs to start another copy.
async function start() {
  // A browser compiles a function when it is first called. So the worker answers what the page asks for its
  // first picture: the last question is that of view in state.js for a new game.
  const game = { start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', moves: [], outcome: '*' };
  const questions = [
    ['ratings'], ['players'], ['evaluations'], ['new', { variant: 'chess' }],
    ['view', { game, ply: 0, flipped: false, arrow: '', heat: false, feature: '', evaluation: '', players: ['', 'alphabeta'] }],
  ].map((q) => written(...q));
  const { answers, module: compiled } = await load(questions);
  questions.forEach((question, i) => known.set(question, answers[i]));
  const go = new Go();
  const instance = await WebAssembly.instantiate(compiled, go.importObject);
  await pause();
  go.run(instance);
  await pause();
  return compiled;
}

// load lets the worker of early.js load the library, and shows which part of it has come.
function load(questions) {
  return new Promise((resolve, reject) => {
    const text = document.getElementById('status');
    worker.onerror = () => reject(new Error('worker.js'));
    worker.onmessage = ({ data }) => {
      const { percent, error, module } = data;
      if (module) resolve(data);
      else if (error) reject(new Error(error));
      else text.textContent = t`Loading the chess library… ${percent} %`;
    };
    // A browser may keep the code of a file that it has loaded by itself, so that nothing is counted
    // if the page was here before. The length in the header may be that of the compressed file.
    worker.postMessage({ size: navigator.serviceWorker?.controller ? 0 : Number(text.dataset.bytes), questions });
  });
}

// pause lets the page answer what has happened meanwhile.
export function pause() {
  return globalThis.scheduler?.yield?.() ?? new Promise((resolve) => { setTimeout(resolve); });
}

// ask asks the library in the page and returns the answer. It throws an Error with a
// message to show to the user.
export function ask(what, question) {
  const text = written(what, question);
  return unwrap(JSON.parse(known.get(text) ?? chess(text)));
}

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
    this.#worker = first ?? new Worker('worker.js');
    if (!first) this.#worker.postMessage(module);
    first = null;
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
