// The game: its moves, its end, and the way through it.
import { ask } from './library.js';
import { tell } from './events.js';
import { $, announce, upper } from './page.js';
import { change, described, mover, position, opposite, person, programToMove, show, side, state, view } from './state.js';
import { forgetUndo, keepForUndo } from './keeping.js';
import { written as clockComment } from './clock.js';
import { picture } from './pieces.js';
import { t, told } from './words.js';

// begin replaces the game. It may be one of the database, its main line may have ended, may be played
// by time, and may be a puzzle.
export function begin(tree, announcement, { id = '', end: endsWith = '', clock = null, puzzle = null } = {}) {
  Object.assign(state, { tree, id, end: endsWith, clock, puzzle, feature: null });
  tell('other');
  clearTyped();
  change();
  announce(announcement);
}

function clearTyped() {
  $('typed').reset();
  $('typed-error').textContent = '';
}

// play plays a move in the position shown. If there is another one already, it begins a
// variation.
export function play(uci, { slide = true } = {}) {
  forgetUndo();
  const continues = state.tree.onMain && state.tree.atEnd;
  state.tree.play(uci, view.moves.find((m) => m.uci === uci).san);
  if (continues) {
    state.end = '';
    press();
  }
  clearTyped();
  const { chosen } = state;
  change({ slide });
  announce(`${told(view.last.words)}. ${told(view.over)}`);
  tell('played');
  if (view.over && state.tree.onMain) tell('over');
  const next = chosen && !programToMove() && view.moves.find((m) => m.from === chosen.from && m.to === chosen.to && ['', 'queen'].includes(m.promotion));
  if (next) play(next.uci);
}

// press ends the time of the side that has moved.
function press() {
  const { clock, tree } = state;
  if (!clock) return;
  clock.press(side());
  tree.node.comment = clockComment(clock.of(side()));
}

// choose plays the move, or asks for the piece of a promotion. While a program thinks, it keeps
// the move until then.
export function choose(moves, dragged) {
  if (programToMove()) {
    const [move] = moves;
    state.chosen = state.chosen?.from === move.from && state.chosen?.to === move.to ? null : move;
    show();
    announce(state.chosen ? t`${move.from} to ${move.to} will be played next, if it is legal.` : t('No move is chosen.'));
    return;
  }
  const move = (m) => {
    state.paused = false;
    play(m.uci, { slide: !dragged });
  };
  if (moves.length === 1) {
    move(moves[0]);
    return;
  }
  const dialog = $('promotion');
  dialog.replaceChildren(...moves.toReversed().map((m) => { // the queen first
    const button = document.createElement('button');
    button.setAttribute('aria-label', t(m.promotion));
    button.append(picture(`${side()} ${m.promotion}`));
    button.addEventListener('click', () => {
      dialog.close();
      move(m);
    });
    return button;
  }));
  const { to } = moves[0];
  const box = $('board').querySelector(`[data-square="${to}"]`).getBoundingClientRect();
  dialog.style.setProperty('--square', `${box.width}px`);
  dialog.showModal();
  // On the file of the pawn, the queen on its square.
  const down = box.top < $('board').getBoundingClientRect().top + 2 * box.height;
  dialog.classList.toggle('up', !down);
  const top = down ? box.top : box.bottom - dialog.offsetHeight;
  dialog.style.left = `${box.left}px`;
  dialog.style.top = `${Math.max(Math.min(top, innerHeight - dialog.offsetHeight), 0)}px`;
}
addEventListener('resize', () => $('promotion').close()); // the board is elsewhere then

// typedMove returns the move that a text names. If there is none, its first letter may be that of
// a piece, written small: "nf3".
function typedMove(text) {
  const read = (t) => ask('readMove', { ...position(), text: t });
  try {
    return read(text);
  } catch (error) {
    try {
      return read(upper(text));
    } catch {
      throw error;
    }
  }
}

// playTyped plays the move that a text names.
export function playTyped(text) {
  if (programToMove()) throw new Error(t`${t(view.turn)} is to move, and is played by ${told(described(state.seats[side()]))}.`);
  const uci = typedMove(text);
  state.paused = false;
  play(uci);
}

export function end(how) {
  keepForUndo(t('The game has ended.'));
  state.end = how;
  clearTyped();
  change();
  announce(told(view.over));
  tell('over');
}

export const resign = (color) => end(`${color === 'white' ? '0-1' : '1-0'} resignation`);

// giveUp resigns for the person who plays.
export function giveUp() {
  resign(state.seats[side()].player === person ? side() : opposite(side()));
}

// flag ends the game of the side to move, which has no time left.
export function flag() {
  const { tree } = state;
  const game = { start: tree.start, moves: tree.main().map((n) => n.move) };
  const last = ask('view', { game, ply: game.moves.length });
  if (last.over) return;
  state.end = last.flag;
  change();
  announce(last.flag);
  if (view.over) tell('over');
}

// takeBack removes the last move, and that of the program before it.
export function takeBack() {
  keepForUndo(t('Taken back.'));
  const people = Object.values(state.seats).some((s) => s.player === person);
  tell('other');
  const { tree } = state;
  if (tree.onMain) state.end = '';
  tree.remove();
  if (people && tree.node.ply > 0 && state.seats[mover(tree.node.ply)].player !== person) tree.remove();
  state.paused = state.seats[mover(tree.node.ply)].player !== person;
  clearTyped();
  change();
  announce(`${t('Taken back.')} ${t`${t(view.turn)} to move.`}`);
}

export function goTo(ply) {
  const slide = ply === state.ply + 1;
  state.tree.goTo(ply);
  change({ slide });
  announceMove();
}

// select shows the position after a move of the tree, or the start.
export function select(node) {
  state.tree.select(node);
  change();
  announceMove();
}

function announceMove() {
  announce(view.last ? told(view.last.words) : t('The start of the game.'));
}

