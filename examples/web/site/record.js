// The game as text: PGN, FEN, and links, which bring other games into the page too.
import { ask } from './library.js';
import { on } from './events.js';
import { $, announce, attempt, onClick, onSubmit } from './page.js';
import { described, person, state, view } from './state.js';
import { begin } from './game.js';
import { forgetUndo, keepForUndo, sayBelow } from './keeping.js';
import { linkTo, linked } from './link.js';
import { watch } from './seats.js';
import { Tree } from './tree.js';
import { language, t, told } from './words.js';

on('leave', () => {
  if (location.hash) history.replaceState(null, '', location.href.split('#')[0]); // its link is to an earlier game
});
on('show', () => {
  $('event').textContent = eventOf(state.tree.tags);
  showRecord();
});
$('record').addEventListener('toggle', showRecord);

function showRecord() {
  if ($('record').open) writeRecord();
}

// pgnOf returns the PGN of the game.
export function pgnOf() {
  const { tree } = state;
  return ask('writePGN', {
    tree: { ...tree.toJSON(), tags: tags() },
    game: { start: tree.start, moves: tree.main().map((n) => n.move), outcome: state.end || '*' },
  });
}

function writeRecord() {
  const fen = $('fen-text');
  if (fen !== document.activeElement) fen.value = view.fen; // not while the user is typing
  const text = pgnOf();
  const pgn = $('pgn-text');
  if (pgn !== document.activeElement) pgn.value = text;
  $('pgn-save').href = `data:application/vnd.chess-pgn;charset=utf-8,${encodeURIComponent(text)}`;
}

// eventOf says where and when a game was played, as far as its tags do.
function eventOf({ Event: event, Site: site, Round: round, Date: date = '' }) {
  const known = (tag) => (/^[?-]?$/.test(tag ?? '') ? '' : tag);
  return [known(event), known(site), known(round) && t`round ${round}`, dayOf(date)].filter(Boolean).join(' · ');
}

// dayOf returns a date as people read it: the day, or only the year. What is no date of PGN stays as it is.
function dayOf(date) {
  if (!/[1-9]/.test(date)) return '';
  const [year, month, day] = date.split('.').map(Number);
  const midnight = new Date(year, month - 1, day);
  const read = [midnight.getFullYear(), midnight.getMonth() + 1, midnight.getDate()].map((n) => String(n).padStart(2, '0')).join('.');
  return date === read ? midnight.toLocaleDateString(language, { dateStyle: 'medium' }) : date.match(/^\d{4}(?!\d)/)?.[0] ?? date;
}

// savePGN lets the user save the game.
export function savePGN() {
  writeRecord();
  $('pgn-save').click();
}

// tags returns the tags of the game: those that it has, or those of a game that is played now.
function tags() {
  if (Object.keys(state.tree.tags).length > 0) return state.tree.tags;
  const date = new Date();
  const two = (n) => String(n).padStart(2, '0');
  const name = (seat) => (seat.player === person ? 'Person' : described(seat));
  return {
    Event: 'Game in a browser',
    Date: `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`,
    ...(state.clock ? { TimeControl: `${state.clock.base / 1000}+${state.clock.increment / 1000}` } : {}),
    White: name(state.seats.white),
    Black: name(state.seats.black),
  };
}

// openTree opens a game that was loaded, and shows what was not read of it. Programs wait for
// the button before they move; in a game to look at there are none.
function openTree(tree, endsWith, faults, id = '') {
  if (state.game.moves.length > 0) keepForUndo(t('Another game was loaded.'));
  else forgetUndo();
  if (tree.line().length > 0) watch();
  state.paused = true;
  tree.goTo(tree.line().length);
  begin(tree, t('Game loaded.'), { id, end: endsWith });
  $('record-error').textContent = faults.map(told).join(' ');
}

// openFEN opens the position of a FEN.
export function openFEN(text) {
  const { start: fen, faults = [] } = ask('readFEN', { text });
  showGames([]);
  openTree(new Tree({ start: fen }), '', faults);
}

// openPGN opens the first game of a text, and lets the user choose another. The game may be one of
// the database.
export function openPGN(text, id) {
  const games = ask('readPGN', { text });
  showGames(games);
  openGame(games[0], id);
}

function openGame({ tree, end: endsWith, faults }, id) {
  openTree(new Tree(tree), endsWith, faults, id);
}

let loaded = []; // the games that were loaded together

// others returns those that are not shown.
export const others = () => loaded.filter((_, i) => i !== $('games').selectedIndex).map(({ tree }) => tree);

// showGames shows the list of the games that were loaded together.
export function showGames(games) {
  loaded = games;
  $('games').hidden = games.length < 2;
  $('games').replaceChildren(...games.map((g) => new Option(g.title)));
  $('games').onchange = (e) => openGame(games[e.target.selectedIndex]);
}

onSubmit('fen', () => attempt('record-error', () => openFEN($('fen-text').value)));
onSubmit('pgn', () => attempt('record-error', () => openPGN($('pgn-text').value)));
$('pgn-file').addEventListener('change', async (e) => {
  const [file] = e.target.files;
  if (!file) return;
  const text = await file.text();
  e.target.value = ''; // so that the same file can be chosen again
  attempt('record-error', () => openPGN(text));
});
onClick('fen-copy', (e) => copy(e.target, 'fen-text'));
onClick('pgn-copy', (e) => copy(e.target, 'pgn-text'));

async function copy(button, id) {
  $(id).select();
  try {
    await navigator.clipboard.writeText($(id).value);
    copied(button, t('Copied.'));
  } catch { // it may not write there: the text is selected
    announce(t('Press Control and C to copy.'));
  }
}

// copied says what was done, for two seconds on the button that did it.
function copied(button, text) {
  announce(text);
  button.dataset.name ??= button.textContent;
  button.textContent = t('Copied');
  setTimeout(() => { button.textContent = button.dataset.name; }, 2000);
}

onClick('link-copy', async ({ target }) => {
  const link = await linkTo($('pgn-text').value);
  try {
    await navigator.clipboard.writeText(link);
    copied(target, t('Link copied.'));
  } catch { // it may not write there: the address has the link as well
    announce(t('The address of the page is the link.'));
  }
  history.replaceState(null, '', link); // until the game goes on
  try {
    sessionStorage.setItem('link', location.hash);
  } catch { /* the browser keeps nothing */ }
});

// openLink opens the game in the end of an address, if there is one.
export async function openLink(hash) {
  try {
    const { pgn, fen } = await linked(hash).catch(() => { throw new Error(t('The link is damaged.')); });
    if (fen) openFEN(fen);
    else if (pgn !== undefined) openPGN(pgn);
  } catch (error) {
    sayBelow(error.message);
  }
}
