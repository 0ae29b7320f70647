// The user's openings: what games with variations play for one side, asked for as chess repertoire drill does:
// each position once, whatever the moves that lead to it, and again after some days.
import { ask, pause } from './library.js';
import { own } from './keeping.js';
import { others } from './record.js';
import { upper } from './page.js';
import { Tree } from './tree.js';
import { language, san, t } from './words.js';

const boxes = 8; // of Leitner: a position in box n waits for 2^(n-1) days
const most = 10; // new positions that are asked for before others come again

const games = restored('openings'); // that the openings of each side are from
const cards = restored('cards');    // the box of a position, and the day when it is due
const missed = new Set();           // positions that the last answer was wrong in

let side = 'white';
let places = new Map(); // the positions of the openings of that side, by their keys
let asked = [];         // those that have a move of the side, the nearest first
let fresh = most;       // how many new ones are still asked for

function restored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch { // it is of another version
    return {};
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch { /* the browser keeps nothing, or not so much */ }
}

// load takes the openings of the side at the bottom of the board: those of a file; or else the games that are
// shown, if they have lines, and all positions that were kept; or else what was kept. It returns what to say.
export async function load(file) {
  const { tree, flipped } = own();
  const color = flipped ? 'black' : 'white';
  let taken = file ?? games[color] ?? [];
  let said = '';
  let all = await read(color, taken);
  const shown = [tree, ...others()];
  if (!file && (shown.length > 1 || JSON.stringify(tree).includes('"variations":'))) {
    const now = await read(color, shown);
    if ([...all.keys()].every((key) => now.has(key))) [all, taken] = [now, shown];
    else said = t('These are the openings that were kept. Open a PGN file for others.');
  }
  side = color;
  places = all;
  asked = [...places.values()].filter((at) => at.own && at.moves.size > 0).sort((a, b) => a.line.length - b.line.length);
  if (asked.length === 0) throw new Error(t`There are no openings for ${t(upper(side))}: open a PGN file of them, or a game with variations.`);
  games[side] = taken;
  keep('openings', games);
  return said;
}

let latest = { text: '', all: new Map() }; // what was read last

// read returns the positions of games, each with a shortest line to it and the moves that are played there. The
// page answers between their lines: those of a thousand games take seconds.
async function read(color, list) {
  const text = color + JSON.stringify(list);
  if (text === latest.text) return latest.all;
  const all = new Map();
  for (const { root, start } of list.map((game) => new Tree(game))) {
    const begins = start.includes(' b ') === (color === 'black');
    for (const line of lines(root, begins)) {
      await pause();
      const pgn = `[FEN "${start}"]\n\n${line.map((m) => m.san).join(' ')} *`;
      const keys = ask('index', { text: pgn }).games[0].keys.split(' ');
      keys.forEach((key, ply) => {
        const at = all.get(key) ?? { key, own: (ply % 2 === 0) === begins, moves: new Map() };
        all.set(key, at);
        if (!(at.line?.length <= ply)) Object.assign(at, { line: line.slice(0, ply), start });
        if (ply > 0) all.get(keys[ply - 1]).moves.set(line[ply - 1].move, { ...line[ply - 1], to: key });
      });
    }
  }
  latest = { text, all };
  return all;
}

// lines yields the lines from a node on, without moves of the side that are marked ? or ??, passes, and what
// follows them.
function* lines(node, isOwn, before = []) {
  const next = node.children.filter(({ move, nags }) => move !== '0000' && !(isOwn && nags.some((n) => n === '?' || n === '??')));
  if (next.length === 0 && before.length > 0) yield before;
  for (const child of next) yield* lines(child, !isOwn, [...before, { move: child.move, san: child.san }]);
}

// today returns the number of the day where the user is.
const today = () => Math.floor((Date.now() / 60_000 - new Date().getTimezoneOffset()) / 1440);

// due returns the positions to ask for: those whose day has come, some new ones, and what was wrong.
const due = () => [...new Set([
  ...asked.filter(({ key }) => cards[key]?.[1] <= today()).sort((a, b) => cards[a.key][1] - cards[b.key][1]),
  ...asked.filter(({ key }) => !cards[key]).slice(0, fresh),
  ...asked.filter(({ key }) => missed.has(key)),
])];

// next returns a puzzle that asks for one of them, if there is one: after another puzzle the next.
export function next(before) {
  if (due().length === 0) fresh = most;
  const all = due();
  const at = all[(all.findIndex(({ key }) => key === before?.id) + 1) % all.length];
  return at && task(at, at.line);
}

// onward returns one that asks after a reply to the move in a view, if something is due there, or new: lines come
// before what is nearer to the start.
export function onward({ tree }, { key, last }) {
  const replies = [...places.get(key).moves.values()];
  for (const at of [...due(), ...asked.filter((m) => fresh > 0 && !cards[m.key])]) {
    const reply = replies.find(({ to }) => to === at.key);
    if (reply) return task(at, [...tree.moves, { move: last.uci, san: last.san }, reply]);
  }
  return null;
}

const names = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', O: 'king' };

// task returns the puzzle of a position after a line to it, with all moves that solve it as a text.
function task({ key, start, moves }, line) {
  const all = [...moves.values()];
  const [best] = all;
  return {
    id: key, side, solution: [best.move], tree: { start, moves: line },
    moves: new Intl.ListFormat(language, { type: 'disjunction' }).format(all.map((m) => san(m.san))),
    hints: [`${upper(side)}: the ${names[best.san[0]] ?? 'pawn'} moves.`],
  };
}

// right reports whether a move that leads to the position of a key is one of the openings.
export const right = (key) => places.has(key);

// count puts a position into its next box, or into the first. Until it is right it comes again, which counts
// no more.
export function count(task, isRight) {
  const { id } = task;
  task.missed ||= !isRight; // it is shown then
  const known = !task.missed;
  if (!missed.has(id)) {
    if (!cards[id]) fresh--;
    const box = known ? Math.min((cards[id]?.[0] ?? 1) + 1, boxes) : 1;
    cards[id] = [box, today() + 2 ** (box - 1)];
    keep('cards', cards);
  }
  if (known) missed.delete(id);
  else missed.add(id);
}

export function counts() {
  const known = asked.filter(({ key }) => cards[key]?.[0] > 1).length;
  return asked.length > 0 ? t`${t(upper(side))}: ${due().length} due, ${known} of ${asked.length} known` : '';
}

// rest says when the next position is due.
export function rest() {
  const day = Math.min(...asked.map(({ key }) => cards[key][1]));
  return t`Nothing is due before ${new Date(86_400_000 * day).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })}.`;
}
