// The searches: for the moves of programs, for the analysis, for hints, and for the bar.
import { Thinker } from './library.js';
import { on, tell } from './events.js';
import { $, announce, count, onClick } from './page.js';
import { change, described, levels, position, programToMove, show, side, state, strong, view, withSettings } from './state.js';
import { play, resign } from './game.js';

// What the searches have found in the position that is shown.
export const found = {
  job: '',     // the work of the thinker: 'move', 'analysis', 'hint', 'bench' or ''
  lines: [],   // the lines that it has found
  seen: null,  // the score of a short search, for the bar
  truth: null, // what is known of an ending: see truth in internal/protocol
};

export const unknown = { text: 'not known yet', brief: '', share: 0.5 };

// generation counts the positions that were shown, to recognise a late answer.
export let generation = 0;

const thinker = new Thinker();
let watcher = null;   // the thinker of short searches
let watching = false; // whether it thinks

on('leave', () => {
  thinker.stop();
  generation++;
  Object.assign(found, { job: '', lines: [], seen: null, truth: null });
});

on('enter', () => {
  think();
  watch();
});

// watch searches the position that is shown for a moment, so that the bar does not show what
// the position is worth without looking ahead.
async function watch() {
  const moment = 200; // in milliseconds
  let time = moment;
  while (!watching && !found.seen && !view.over && found.job !== 'analysis') { // whose lines come at once
    watching = true;
    const now = generation;
    watcher ??= new Thinker();
    let seen = unknown;
    try {
      const { lines: [best] } = await watcher.think('think', { ...position(), player: strong, time, lines: 1 });
      seen = best.depth > 0 || time > 5_000 ? best.score : null; // a slow machine may have finished no depth
    } catch { /* it stays unknown */ }
    if (now === generation) found.seen = seen;
    watching = false;
    time = now === generation ? 2 * time : moment;
    if (found.seen) tell('found');
  }
}

async function think() {
  if (view.over) return;
  if (programToMove() && !state.paused) {
    await move();
  } else if (state.analysing && !found.truth) {
    found.job = 'analysis';
    tell('found');
    const time = view.few ? 5_000 : 600_000; // the tables will say more
    const answer = await askThinker('think', { ...position(), player: strong, time, lines: Number($('lines').value) });
    if (!answer) return;
    found.lines = answer.lines;
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
    askThinker('think', { ...position(), player, depth, time: Math.round(time), lines: 1 }),
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
// failed.
async function askThinker(what, question) {
  try {
    const answer = await thinker.think(what, question, (news) => {
      found.lines[news.line - 1] = news;
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
    const answer = await askThinker('think', { ...position(), player: strong, time: 1_000, lines: 1 });
    if (!answer) return;
    best = answer.move;
  }
  state.arrow = best;
  show();
  announce(`Hint: ${view.moves.find((m) => m.uci === best).words}`);
  think();
});

onClick('bench', async () => {
  thinker.stop();
  found.job = 'bench';
  $('speed').textContent = 'Thinking…';
  const answer = await askThinker('bench', {});
  $('speed').textContent = answer ? `${count(answer.nodes)} nodes in ${answer.seconds.toFixed(1)} s: ${count(answer.nodes / answer.seconds)} nodes/s` : '';
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
