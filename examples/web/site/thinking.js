// The searches: for the moves of programs, for the analysis, for hints, and for the bar.
import { Thinker } from './library.js';
import { on, tell } from './events.js';
import { $, announce, count, onClick } from './page.js';
import { change, described, levels, position, programToMove, show, side, state, strong, view, withSettings } from './state.js';
import { play, resign } from './game.js';
import { t, told } from './words.js';

// What the searches have found in the position that is shown.
export const found = {
  job: '',     // the work of the thinker: 'move', 'analysis', 'hint', 'bench' or ''
  lines: [],   // the lines that it has found so far
  best: null,  // the deepest lines of all searches, and their depth
  truth: null, // what is known of an ending: see truth in internal/protocol
};

// generation counts the positions that were shown, to recognise a late answer.
export let generation = 0;

const thinker = new Thinker();
let watcher = null; // the thinker of short searches

on('leave', () => {
  thinker.stop();
  watcher?.stop();
  generation++;
  Object.assign(found, { job: '', lines: [], best: null, truth: null });
});

on('enter', () => {
  found.best = numbers.get(place()) ?? null;
  tell('found');
  think();
  watch();
});

// least is the depth below which a search may be off by a piece, and shows nothing: "The number" in
// docs/lab/page.md.
const least = 10;

// certain reports whether a line is deep enough to be shown. A mate needs no depth, and what tables
// say has none.
const certain = ({ depth, score }) => depth >= least || depth === 0 || score.text.startsWith('#');

const numbers = new Map(); // the best that was found of each position
const most = 500;          // of them

const place = () => [state.game.start, ...state.game.moves.slice(0, state.ply)].join(' ');

// note keeps lines of a search of full strength, the best first, unless more is known already. All
// that the page says of the position is of them. If whole is set, the search has ended by itself.
export function note(lines, whole) {
  const [first] = lines;
  if (!first || !whole && !certain(first)) return;
  const depth = first.depth || Infinity;
  const { best } = found;
  if (best && (depth < best.depth || depth === best.depth && lines.length < best.lines.length)) return;
  found.best = { depth, lines: lines.filter(Boolean) };
  numbers.delete(place());
  numbers.set(place(), found.best);
  if (numbers.size > most) numbers.delete(numbers.keys().next().value);
}

// watch searches the position that is shown until the bar has a number.
async function watch() {
  if (found.best || view.over || state.solving || found.job === 'analysis') return;
  const now = generation;
  watcher ??= new Thinker();
  try {
    const answer = await watcher.think('think', { ...position(), player: strong, depth: least, lines: 1 });
    if (!answer || now !== generation) return;
    note(answer.lines, true);
  } catch { /* it stays unknown */ }
  tell('found');
}

async function think() {
  if (view.over) return;
  if (programToMove() && !state.paused) {
    await move();
  } else if (state.analysing && !found.truth) {
    found.job = 'analysis';
    tell('found');
    const time = view.few ? 5_000 : 600_000; // the tables will say more
    const answer = await askThinker('think', { ...position(), player: strong, time, lines: Number($('lines').value) }, true);
    if (!answer) return;
    note(answer.lines, true);
    tell('found');
  }
}

// move lets the program that is to move play.
async function move() {
  found.job = 'move';
  tell('found');
  const seat = state.seats[side()];
  const { depth = 0, elo } = levels[seat.level];
  let { time = 0 } = levels[seat.level];
  const timed = state.clock && state.tree.onMain;
  if (timed && state.clock.running !== side() && state.game.moves.length > 0) state.clock.run(side()); // it goes on
  if (timed) time = Math.min(time || Infinity, state.clock.budget(side()));
  const player = elo ? withSettings(described(seat), `UCI_Elo=${elo}`) : described(seat);
  const now = generation;
  const [answer] = await Promise.all([
    askThinker('think', { ...position(), player, depth, time: Math.round(time), lines: 1 }, player === strong),
    new Promise((resolve) => { setTimeout(resolve, 300); }), // so that each move can be seen
  ]);
  if (!answer || now !== generation) return;
  if (answer.resigns) {
    resign(side());
  } else {
    play(answer.move);
  }
}

// endAnalysis ends the search of the analysis: more is known already.
export function endAnalysis() {
  if (found.job !== 'analysis') return;
  thinker.stop();
  found.job = '';
}

// askThinker asks the thinker. The answer is null if the question was cancelled or
// failed. What it finds is noted if it searches at full strength.
async function askThinker(what, question, full = false) {
  try {
    const answer = await thinker.think(what, question, (news) => {
      found.lines[news.line - 1] = news;
      if (full) note(found.lines, false);
      tell('found');
    });
    if (answer) found.job = '';
    return answer;
  } catch (error) {
    found.job = '';
    $('status').textContent = error.message;
    return null;
  }
}

onClick('hint', async () => {
  thinker.stop();
  found.job = 'hint';
  tell('found');
  let best = found.truth?.lines[0]?.uci[0];
  if (best) {
    found.job = '';
  } else {
    const answer = await askThinker('think', { ...position(), player: strong, time: 1_000, lines: 1 }, true);
    if (!answer) return;
    best = found.best?.lines[0].uci[0] ?? answer.move;
  }
  state.arrow = best;
  show();
  announce(t`Hint: ${told(view.moves.find((m) => m.uci === best).words)}`);
  think();
});

onClick('bench', async () => {
  thinker.stop();
  found.job = 'bench';
  $('speed').textContent = t('Thinking…');
  const answer = await askThinker('bench', {});
  $('speed').textContent = answer ? t`${count(answer.nodes)} nodes in ${answer.seconds.toFixed(1)} s: ${count(answer.nodes / answer.seconds)} nodes/s` : '';
  if (answer) think();
});

// The program that is to move starts, or moves at once.
onClick('go', () => {
  if (found.job === 'move') {
    play(found.lines[0].uci[0]);
    return;
  }
  state.paused = false;
  state.tree.goTo(state.game.moves.length);
  change();
});

onClick('pause', () => {
  state.paused = true;
  change();
});

onClick('analyse', () => {
  state.analysing = !state.analysing;
  if (found.job === 'move') tell('found'); // it goes on
  else change();
});

$('lines').addEventListener('change', () => { if (state.analysing && found.job !== 'move') change(); });
