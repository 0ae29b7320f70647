// The games that the browser keeps: importing, finding, opening and removing them.
import { Thinker, ask } from './library.js';
import { on } from './events.js';
import { $, announce, onClick } from './page.js';
import { inGames, playedTable, showPlayed, total } from './explorer.js';
import { goTo } from './game.js';
import { hold, save } from './keeping.js';
import { offerLessons } from './lessons.js';
import { numberOf } from './moves.js';
import { openPGN, pgnOf } from './record.js';
import { state, view } from './state.js';
import * as store from './store.js';
import { opening, t } from './words.js';

const most = 100;     // games played here that are kept
const page = 50;      // games that are listed at once
const part = 1 << 18; // bytes of a file that are read at once
const newline = '\n'.charCodeAt(0);
const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

let games = null;    // all games, the newest first; null until they are needed
let found = [];      // those of them that are looked for
let listed = page;   // how many of those are listed
let here = false;    // whether only games with the position on the board are looked for
let imported = Promise.resolve(); // when the files chosen before are imported

const { words, result } = $('database-search').elements;
const table = playedTable();
$('database-search').after(table);

// words of a game or of a search, without capital letters and accents.
const plainly = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const yearOf = ({ date }) => date.slice(0, 4).replace(/\D.*/, '');

// indexed adds what a search looks at.
const indexed = (game) => ({ ...game, words: plainly([game.white, game.black, game.opening, game.event, yearOf(game)].join(' ')) });

const newestFirst = (a, b) => b.at - a.at || a.number - b.number;

// say says what has happened, or happens, with a button for what can be done about it.
function say(text, name = '', action = null) {
  const [span, button] = $('database-said').children;
  $('database-said').hidden = !text;
  span.textContent = text;
  button.textContent = name;
  button.hidden = !name;
  button.onclick = () => attempt(action);
}

async function attempt(action) {
  try {
    await action();
  } catch (error) {
    say(error.message);
    announce(error.message);
  }
}

// read reads all games when they are first needed.
async function read() {
  if (!$('database').open) return;
  games ??= (await store.all()).map(indexed).sort(newestFirst);
  look();
}
$('database').addEventListener('toggle', () => attempt(read));

// replace lists games that are kept now, in place of those of their names and of others that are gone.
function replace(gone, kept = []) {
  if (!games) return;
  const ids = new Set([...gone, ...kept.map(({ id }) => id)]);
  games = [...kept.map(({ pgn, ...game }) => indexed(game)), ...games.filter(({ id }) => !ids.has(id))].sort(newestFirst);
  look();
}

// look looks for games, and lists the first.
function look() {
  if (!games) return;
  const wanted = plainly(words.value).split(/\s+/).filter((word) => /[^-–—]/.test(word));
  found = games.filter((game) => (!result.value || game.result === result.value)
    && (!here || game.keys.includes(view.key)) && wanted.every((word) => has(game, word)));
  listed = page;
  list();
}

// has reports whether a game has a word, or is of a year from one to another, "1990-1999".
function has(game, word) {
  const [years, from, to] = word.match(/^(\d{4})?-(\d{4})?$/) ?? [];
  if (!years) return game.words.includes(word);
  const year = yearOf(game);
  return year !== '' && year >= (from ?? '') && year <= (to ?? '9999');
}

function list() {
  const n = found.length;
  $('database-count').textContent = games.length === 0 ? t('Games that you play here are kept here, and those that you import.')
    : n < games.length ? t`${inGames(n)} of ${games.length}` : inGames(n);
  const buttons = () => [...$('database-games').querySelectorAll('button')];
  const focused = document.activeElement;
  const at = buttons().indexOf(focused);
  $('database-games').replaceChildren(...found.slice(0, listed).map(item));
  mark();
  if (at >= 0) (buttons().find((b) => b.value === focused.value) ?? buttons()[Math.min(at, buttons().length - 1)])?.focus();
  $('database-more').hidden = n <= listed;
  $('database-remove').hidden = n === 0;
  $('database-remove').textContent = t(n === games.length ? 'Remove all' : 'Remove these');
  const answer = here ? playedHere() : { moves: [] };
  table.hidden = answer.moves.length === 0;
  if (!table.hidden) showPlayed(table, answer);
  offerLessons(found, (game, number) => attempt(() => open(game, number)));
}

// mark marks the game on the board.
function mark() {
  for (const button of $('database-games').querySelectorAll('button')) button.ariaCurrent = button.value === state.id ? 'true' : null;
}
on('show', mark);

function item(game) {
  const row = document.createElement('li');
  const button = document.createElement('button');
  const players = document.createElement('b');
  players.textContent = `${game.white || '?'} – ${game.black || '?'}`;
  const score = document.createElement('span');
  score.textContent = game.result === '1/2-1/2' ? '½-½' : game.result;
  const about = document.createElement('small');
  about.textContent = [game.date.replace(/\.\?.*/, ''), opening(game.opening), game.event].filter(Boolean).join(' · ');
  button.append(players, score, about);
  button.value = game.id;
  button.addEventListener('click', () => attempt(() => open(game)));
  const cross = document.createElement('button');
  cross.className = 'quiet';
  cross.value = `remove ${game.id}`;
  cross.textContent = '✕';
  cross.title = t('Remove');
  cross.setAttribute('aria-label', t`Remove ${players.textContent}`);
  cross.addEventListener('click', () => attempt(() => remove([game])));
  row.append(button, cross);
  return row;
}

// open opens a game, after the move of a number or else in the position that was looked for.
async function open(game, number = '') {
  const { key } = view;
  const text = await store.textOf(game.id);
  if (text === undefined) { // another tab has removed it
    replace([game.id]);
    throw new Error(t('The game is no longer there.'));
  }
  openPGN(text, game.id);
  if (number) goTo(state.tree.main().findIndex((_, ply) => numberOf(ply, view) === number) + 1);
  else if (here) goTo(game.keys.split(' ').indexOf(key));
}

async function remove(some) {
  const removed = await store.remove(some);
  const ids = new Set(some.map(({ id }) => id));
  games = games.filter(({ id }) => !ids.has(id));
  const { tree, id: before } = state;
  if (ids.has(before)) state.id = '';
  found = found.filter(({ id }) => !ids.has(id));
  list();
  const text = t`${inGames(removed.length)} removed.`;
  say(text, removed.length > 0 ? t('Undo') : '', async () => {
    say('');
    const added = await store.add(removed);
    if (state.tree === tree) state.id ||= before;
    replace([], added);
  });
  announce(text);
}

// playedHere returns what was played in the position in the games that were found, as a server of
// examples/explorer answers.
function playedHere() {
  const answer = { white: 0, draws: 0, black: 0, moves: [] };
  const of = { '1-0': 'white', '0-1': 'black', '1/2-1/2': 'draws' };
  const moves = new Map(view.moves.map(({ uci, san }) => [uci, { uci, san, white: 0, draws: 0, black: 0, ratings: [] }]));
  for (const game of found.filter((g) => of[g.result])) {
    const ply = game.keys.split(' ').indexOf(view.key);
    const move = moves.get(game.moves.split(' ')[ply]);
    const end = of[game.result];
    answer[end]++;
    if (!move) continue;
    move[end]++;
    const rating = game.elo[view.turn === 'White' ? 0 : 1];
    if (rating) move.ratings.push(rating);
  }
  answer.moves = [...moves.values()].filter((m) => total(m) > 0).sort((a, b) => total(b) - total(a));
  for (const move of answer.moves) move.averageRating = Math.round(move.ratings.reduce((sum, r) => sum + r, 0) / move.ratings.length) || 0;
  return answer;
}

$('database-search').addEventListener('input', look);
$('database-search').addEventListener('submit', (e) => e.preventDefault());
onClick('database-here', () => {
  here = !here;
  $('database-here').setAttribute('aria-pressed', String(here));
  look();
});
on('enter', () => {
  if (here && $('database').open && !state.puzzle) look();
});
onClick('database-more', () => {
  listed += page;
  list();
});
onClick('database-remove', () => attempt(() => remove(found)));

// A game that is played here is kept from the second move on.
for (const event of ['played', 'over']) on(event, keepPlayed);
function keepPlayed() {
  const { tree, puzzle } = state;
  if (puzzle || Object.keys(tree.tags).length > 0 || tree.main().length < 2) return;
  const begins = !state.id;
  if (begins) hold(state.id = new Date().toISOString());
  save();
  const game = { ...current(), id: state.id };
  attempt(async () => {
    await store.put(game);
    replace([], [game]);
    if (begins) replace(await store.trim(most));
  });
}

// current returns the game on the board, as it is kept.
function current() {
  const [game] = ask('index', { text: pgnOf() }).games;
  if (!game) throw new Error(t('The game has no moves.'));
  return { ...game, at: Date.now(), number: 0 };
}

// The game on the board is kept for good, with what was written to it.
onClick('database-save', () => attempt(async () => {
  const { tree, id: before } = state;
  const game = current();
  if (before.startsWith('#')) game.id = before;
  await store.put(game, before);
  if (state.tree === tree) state.id = game.id; // no other game has begun
  save();
  replace([before], [game]);
  const text = t('The game is saved.');
  say(text);
  announce(text);
}));

$('database-file').addEventListener('change', (e) => {
  const files = [...e.target.files];
  e.target.value = ''; // so that the same file can be chosen again
  imported = imported.then(() => attempt(async () => {
    const importer = new Thinker();
    try {
      await importFiles(files, importer);
    } finally {
      importer.end();
    }
    announce($('database-said').firstElementChild.textContent);
  }));
});

// importFiles keeps the games of files, which importer reads part by part, so that the page can be used
// meanwhile.
async function importFiles(files, importer) {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const at = Date.now();
  let [number, all, left, seen] = [0, 0, 0, 0];
  let stopped = false;
  const stop = () => {
    stopped = true;
    importer.stop();
  };
  for (const file of files) {
    for await (const text of parts(file)) {
      say(t`Importing: ${Math.round(100 * seen / size)} %, ${inGames(number)}`, t('Stop'), stop);
      const answer = stopped ? null : await importer.think('index', { text });
      if (!answer) {
        say(t`Stopped after ${inGames(number)}.`);
        return;
      }
      seen += text.length;
      left += answer.left;
      const added = await store.add(answer.games.map((game) => ({ ...game, at, number: all++ })));
      number += added.length;
      replace([], added);
    }
  }
  const known = all > number ? t`${all - number} were here already.` : '';
  const failed = left > 0 ? t`${left} could not be read.` : '';
  say(all === 0 ? t('There is no game in the file.') : [t`${inGames(number)} imported.`, known, failed].filter(Boolean).join(' '));
}

// parts returns the text of a file in parts of whole games. It reads up to the end of a line, and cuts
// where a blank line and tags follow a result, or tags that begin with the event.
async function* parts(file) {
  const newGame = /(?:(?:[-/][012]|\*)[ \t]*\r?\n(?:[ \t]*\r?\n)+(?=\[))|\n\r?\n(?=\[Event )/g;
  let rest = '';
  for (let from = 0; from < file.size;) {
    const bytes = new Uint8Array(await file.slice(from, from + part).arrayBuffer());
    const last = from + part >= file.size;
    const length = last ? bytes.length : bytes.lastIndexOf(newline) + 1 || bytes.length;
    from += length;
    rest += decoded(bytes.subarray(0, length));
    const end = last ? rest.length : Math.max(0, ...Array.from(rest.matchAll(newGame), (m) => m.index + m[0].length));
    if (end > 0) yield rest.slice(0, end);
    rest = rest.slice(end);
  }
}

// decoded returns lines as a text: those that are not in UTF-8 are in the encoding of old files.
function decoded(bytes) {
  let text = '';
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(newline, from) + 1 || bytes.length;
    const line = bytes.subarray(from, end);
    try {
      text += utf8.decode(line);
    } catch {
      text += windows1252.decode(line);
    }
    from = end;
  }
  return text;
}
