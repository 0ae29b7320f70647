// Endings of few pieces, in which tables know who wins.
import { Thinker } from './library.js';
import { on, tell } from './events.js';
import { $, upper } from './page.js';
import { position, state, view } from './state.js';
import { endAnalysis, found, generation, note } from './thinking.js';
import { san, told } from './words.js';

let teller = null;   // the thinker that knows endings, and keeps its tables
let telling = false; // whether it is asked
let shown = null;    // what it has said of the position

on('leave', () => { shown = null; });
on('enter', ask);
on('show', () => showTruth(state.analysing ? shown : null));
$('analyse').addEventListener('click', () => {
  showTruth(state.analysing ? shown : null);
  ask();
});

// ask shows who wins an ending of few pieces. While the worker makes tables it asks again
// and again, about the position that is shown by then. The worker is not stopped, since it
// would lose its tables.
async function ask() {
  while (state.analysing && view.few && !found.truth && !telling) {
    telling = true;
    const now = generation;
    teller ??= new Thinker();
    let answer;
    try {
      answer = await teller.think('truth', { ...position(), lines: Number($('lines').value) });
    } catch (error) {
      answer = { known: true, sentence: error.message, results: [], lines: [] };
    }
    if (now === generation && state.analysing) hear(answer);
    if (!answer.known) await new Promise((resolve) => { setTimeout(resolve, 200); });
    telling = false;
  }
}

// hear shows what the worker has said of the position. What it knows ends the analysis.
function hear(answer) {
  shown = answer;
  if (answer.known) found.truth = answer;
  if (answer.lines.length > 0) {
    endAnalysis();
    note(answer.lines, true);
  }
  tell('found');
  showTruth(answer);
}

// showTruth shows what is known of an ending: a sentence, and the moves by result.
function showTruth(known) {
  $('truth').hidden = !known;
  if (!known) return;
  const rows = known.results.map(({ result, moves }) => {
    const row = document.createElement('li');
    const name = document.createElement('b');
    name.textContent = upper(told(result));
    row.append(name, ` ${moves.map((m) => (m.distance ? `${san(m.san)} (${told(m.distance)})` : san(m.san))).join(', ')}`);
    return row;
  });
  $('truth').querySelector('p').textContent = told(known.sentence);
  $('truth').querySelector('ul').replaceChildren(...rows);
}
