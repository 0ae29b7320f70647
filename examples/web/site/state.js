// The state of the page, from which all that it shows is derived.
import { ask } from './library.js';
import { tell } from './events.js';
import { t } from './words.js';

// Strengths: limits of a search, or a rating, for the strongest player.
export const levels = [
  { name: t`Depth ${1}`, depth: 1, time: 10_000 },
  { name: t`Depth ${2}`, depth: 2, time: 10_000 },
  { name: t`Depth ${4}`, depth: 4, time: 10_000 },
  { name: t`${0.2} s a move`, time: 200 },
  { name: t`${1} s a move`, time: 1_000 },
  { name: t`${5} s a move`, time: 5_000 },
  { name: t`${20} s a move`, time: 20_000 },
  ...ratings().map((elo) => ({ name: `${t(inWords(elo))} ${elo}`, elo })),
];

// inWords says who has such a rating.
function inWords(elo) {
  const names = ['Beginner', 'Novice', 'Casual player', 'Hobby player', 'Club player', 'Strong club player', 'Expert', 'Master'];
  return names[Math.max(Math.min(Math.floor((elo - 800) / 200), names.length - 1), 0)];
}

function ratings() {
  const { min, max } = ask('ratings');
  return Array.from({ length: Math.floor((max - min) / 200) + 1 }, (_, i) => min + 200 * i);
}

export const person = 'person';
export const strong = 'alphabeta'; // the strongest player, the one that can play at a rating
export const fullLevel = levels.findIndex((l) => l.time === 1_000);
const firstLevel = levels.findIndex((l) => l.elo === 1400); // against which most people have a game

export const state = {
  tree: null,          // the game, and the place in it that is shown
  id: '',              // the name of the game in the database: see store.js
  end: '',             // how the main line ended, if the rules do not give it, as the library writes an Outcome
  clock: null,         // of the main line, if it is played by time
  game: null,          // the line that is shown, as the library reads a Game
  ply: 0,              // the position shown, by the number of plies from the start of the line
  flipped: false,
  seats: {
    white: { player: person, settings: '', level: firstLevel },
    black: { player: strong, settings: '', level: firstLevel },
  },
  paused: false,       // whether programs wait for the button before they move
  analysing: false,
  evaluation: { name: '', settings: '' }, // that is explained; without a name, that of the player
  feature: null,       // the feature of the heat map: a name, '' for all, null for none
  arrow: '',           // the move of a hint
  puzzle: null,        // the puzzle that is played: see task in internal/protocol
  solving: false,      // whether its solution is still to be found, so that nothing may tell it
  chosen: null,        // the move that the user has chosen in advance, from and to
};

// view is the library's view of the state.
export let view;

// withSettings returns a name with settings, as the library reads them.
export const withSettings = (name, settings) => (settings ? `${name},${settings}` : name);
export const described = (seat) => withSettings(seat.player, seat.settings);

export const side = () => view.turn.toLowerCase();
export const opposite = (color) => (color === 'white' ? 'black' : 'white');
export const atEnd = () => state.ply === state.game.moves.length;
export const open = () => !view.over && (!atEnd() || state.seats[side()].player === person); // whether a person can move
export const programToMove = () => atEnd() && !view.over && state.seats[side()].player !== person;

// mover returns the side that makes a move after so many plies of the game.
export const mover = (ply) => ((ply % 2 === 0) === !view.black ? 'white' : 'black');

// evaluation returns what tells the library which evaluation to show.
export function evaluation() {
  const { name, settings } = state.evaluation;
  const players = ['white', 'black'].map((color) => state.seats[color]).map((seat) => (seat.player === person ? '' : described(seat)));
  return { evaluation: withSettings(name, name && settings), players };
}

// position returns what tells the library which position is shown.
export const position = () => ({ game: state.game, ply: state.ply });

// follow updates the line that is shown after a change of the tree.
export function follow() {
  const { tree } = state;
  state.game = { start: tree.start, moves: tree.line().map((n) => n.move), outcome: (tree.onMain && state.end) || '*' };
  state.ply = tree.node.ply;
}

// change updates the page after a change of the game, or of the place in it.
export function change(how) {
  tell('leave');
  state.arrow = '';
  state.chosen = null;
  follow();
  show(how);
  tell('enter');
}

// show shows the state. If slide is set, the last move is animated.
export function show({ slide = false } = {}) {
  view = ask('view', {
    ...position(), flipped: state.flipped, arrow: state.arrow,
    heat: state.feature !== null, feature: state.feature ?? '', ...evaluation(),
  });
  tell('show', { slide });
}
