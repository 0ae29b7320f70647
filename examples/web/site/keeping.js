// What outlives a step or the page: the game before the last step that dropped something, and
// the game when the page is loaded again.
import { ask } from './library.js';
import { on, tell } from './events.js';
import { $, announce, onClick } from './page.js';
import { change, described, follow, levels, open, person, position, state, view } from './state.js';
import { Tree } from './tree.js';
import { Clock } from './clock.js';
import { t } from './words.js';

let undo = null;  // the state before the last step that dropped something
let aside = null; // the state before the first puzzle

// kept returns the parts of the state that outlive the page, and keep sets them.
function kept() {
  const { tree, id, end, clock, seats, flipped } = state;
  return { tree: tree.toJSON(), place: tree.place, id, end, clock: clock?.toJSON() ?? null, seats: structuredClone(seats), flipped }; // the seats are changed in place
}

function keep({ tree, place, id = '', end, clock, seats, flipped }) {
  const read = new Tree(tree);
  read.moveTo(place);
  Object.assign(state, { tree: read, id, end, clock: clock && new Clock(clock), seats, flipped, puzzle: null, paused: true });
}

// own returns those parts of the game of the user, also during puzzles.
export const own = () => aside ?? kept();

// keepForUndo offers a way back to the game as it is now.
export function keepForUndo(said) {
  undo = own();
  sayBelow(said);
}

// sayBelow says something below the board until the next move, with a way back if there is one.
export function sayBelow(text) {
  $('undone').querySelector('span').textContent = text;
  $('undone').querySelector('button').hidden = !undo;
  $('undone').hidden = false;
}

// setAside keeps the game for after the puzzles, and takeUp goes on with it.
export function setAside() {
  aside ??= kept();
}

export function takeUp() {
  keep(aside);
  aside = null;
  change();
  announce(t('Your game goes on.'));
}

on('other', () => { if (!state.puzzle) aside = null; });

export function forgetUndo() {
  undo = null;
  $('undone').hidden = true;
}

onClick('undone', (e) => {
  if (!e.target.closest('button')) return;
  keep(undo);
  forgetUndo();
  tell('other');
  change();
  announce(t('The game is as it was before.'));
});

// save keeps the state, so that nothing is lost if the page is loaded again, and what early.js shows
// of it. A game that is set aside stays kept.
export function save() {
  if (aside) return;
  const plain = state.feature === null && !state.arrow; // no heat map, no hint
  const picture = plain ? view.picture : ask('picture', { ...position(), flipped: state.flipped });
  try {
    localStorage.setItem('state', JSON.stringify({ ...kept(), view: { ...view, picture, moves: open() ? view.moves : [] } }));
  } catch { /* the browser keeps nothing */ }
}
on('enter', save);

// hold resolves to whether no other tab has the game of a name, which this one has from now on.
export const hold = (id) => new Promise((resolve) => {
  if (!navigator.locks) resolve(true); // it has no secure connection
  navigator.locks?.request(`game ${id}`, { ifAvailable: true }, (lock) => {
    resolve(lock !== null);
    return lock && new Promise(() => {}); // until the page is left
  }).catch(() => resolve(true));
});

// restore takes up the state that save has kept, and reports whether there is one that the
// library understands. Otherwise the seats are as they were. A game that another tab goes on with gets
// a name of its own.
export async function restore() {
  const { seats, flipped } = state;
  try {
    keep(JSON.parse(localStorage.getItem('state')));
    for (const seat of Object.values(state.seats)) {
      if (!levels[seat.level]) throw new Error('no such level');
      if (seat.player !== person) ask('checkPlayer', { text: described(seat) });
    }
    follow();
    ask('view', { ...position(), ply: state.game.moves.length });
    if (state.id && !await hold(state.id)) state.id = '';
    if (state.game.moves.length > 0) return true;
  } catch { /* it is of another version */ }
  Object.assign(state, { seats, flipped, paused: false });
  return false;
}
