// The page: its state, its display, and its controls.
import { load, ask } from './library.js';
import { Board } from './board.js';
import { MoveList, numberOf } from './moves.js';
import { showReview } from './review.js';
import { Tree } from './tree.js';
import { Clock, shown as clockTime, written as clockComment } from './clock.js';
import { hear as sound } from './sound.js';
import { linkTo, linked } from './link.js';

const $ = (id) => document.getElementById(id);

// Strengths: limits of a search, or a rating, for the strongest player.
const levels = [
  { name: 'Depth 1', depth: 1, time: 10_000 },
  { name: 'Depth 2', depth: 2, time: 10_000 },
  { name: 'Depth 4', depth: 4, time: 10_000 },
  { name: '0.2 s', time: 200 },
  { name: '1 s', time: 1_000 },
  { name: '5 s', time: 5_000 },
  { name: '20 s', time: 20_000 },
  ...[1000, 1200, 1400, 1600, 1800, 2000, 2200].map((elo) => ({ name: `Elo ${elo}`, elo })),
];
const person = 'person';
const strong = 'alphabeta'; // the strongest player, the one that can play at a rating
const fullLevel = levels.findIndex((l) => l.time === 1_000);

// The state of the page, from which all that it shows is derived.
const state = {
  tree: null,          // the game, and the place in it that is shown
  end: '',             // how the main line ended, if the rules do not give it: see record in internal/protocol
  clock: null,         // of the main line, if it is played by time
  game: null,          // the line that is shown, as a record in internal/protocol
  ply: 0,              // the position shown, by the number of plies from the start of the line
  flipped: false,
  seats: {
    white: { player: person, settings: '', level: fullLevel },
    black: { player: strong, settings: '', level: fullLevel },
  },
  paused: false,       // whether programs wait for the button before they move
  analysing: false,
  feature: null,       // the feature of the heat map: a name, '' for all, null for none
  arrow: '',           // the move of a hint
  chosen: null,        // the move that the user has chosen in advance, from and to
  sound: false,        // whether moves can be heard
};
let view;              // the library's view of the state
let job = '';          // the work of the thinker: 'move', 'analysis', 'hint', 'bench' or ''
let lines = [];        // the lines that it has found in this position
const unknown = { text: 'not known yet', brief: '', share: 0.5 };
let shown = unknown;   // the score that the bar shows
let seen = null;       // the score of a short search of this position, for the bar
let watcher = null;    // the thinker of such searches
let watching = false;  // whether it thinks
let truth = null;      // what is known of an ending: see truth in internal/protocol
let teller = null;     // the thinker that knows endings, and keeps its tables
let telling = false;   // whether it is asked
let teacher = null;    // the thinker that explains moves
let reviewer = null;   // the thinker that looks at whole games
let review = null;     // what it has found: see review in internal/protocol
let evaluationSettings = ''; // those of the chosen evaluation
let generation = 0;    // counts the changes, to recognise a late answer
let undo = null;       // the state before the last step that dropped something

const thinker = await load().catch((error) => {
  $('loading').textContent = `The chess library could not be loaded: ${error.message}`;
  throw error;
});
const players = ask('players');
for (const e of ask('evaluations')) $('evaluation').add(new Option(e.name, e.name));
const start = ask('new', { variant: 'chess' });
const board = new Board($('board'), ask('view', { game: start }).picture, choose);
const moveList = new MoveList($('moves'), select);

// ---- The game

// begin replaces the game. Its main line may have ended, and may be played by time.
function begin(tree, announcement, { end: endsWith = '', clock = null } = {}) {
  Object.assign(state, { tree, end: endsWith, clock, feature: null });
  forgetReview();
  clearTyped();
  change();
  announce(announcement);
}

// forgetReview leaves out what was said of a game that is another now.
function forgetReview() {
  review = null;
  reviewer?.stop();
  $('verdict').textContent = '';
  $('look').disabled = false;
}

function clearTyped() {
  $('typed').reset();
  $('typed-error').textContent = '';
}

// play plays a move in the position shown. If there is another one already, it begins a
// variation.
function play(uci, { slide = true } = {}) {
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
  announce(`${view.last.words}. ${view.over}`);
  hear(view);
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

// tick shows the clocks, and ends the game of a side that has no time left.
function tick() {
  const { clock } = state;
  for (const place of document.querySelectorAll('.seat')) {
    const shown = place.querySelector('.clock');
    shown.hidden = !clock;
    if (!clock) continue;
    const left = clock.of(place.dataset.color);
    shown.textContent = clockTime(left);
    shown.classList.toggle('short', left < 20_000);
    shown.classList.toggle('runs', clock.running === place.dataset.color);
  }
  if (clock?.running && clock.of(clock.running) === 0) {
    clock.stop();
    const { tree } = state;
    const game = { start: tree.start, moves: tree.main().map((n) => n.move), end: '' };
    const last = ask('view', { game, ply: game.moves.length });
    if (last.over) return;
    state.end = last.flag;
    change();
    announce(last.flag);
  }
}

// choose plays the move, or asks for the piece of a promotion. While a program thinks, it keeps
// the move until then.
function choose(moves, dragged) {
  if (programToMove()) {
    const [move] = moves;
    state.chosen = state.chosen?.from === move.from && state.chosen?.to === move.to ? null : move;
    show();
    announce(state.chosen ? `${move.from} to ${move.to} will be played next, if it is legal.` : 'No move is chosen.');
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
    button.setAttribute('aria-label', m.promotion);
    button.append(board.piece(`${side()} ${m.promotion}`));
    button.addEventListener('click', () => {
      dialog.close();
      move(m);
    });
    return button;
  }));
  dialog.showModal();
  const box = $('board').getBoundingClientRect();
  dialog.style.left = `${box.left + (box.width - dialog.offsetWidth) / 2}px`;
  dialog.style.top = `${box.top + (box.width - dialog.offsetHeight) / 2}px`;
}

function end(how) {
  keepForUndo('The game has ended.');
  state.end = how;
  clearTyped();
  change();
  announce(view.over);
}

const resign = (color) => end(`${color === 'white' ? '0-1' : '1-0'} resignation`);

// takeBack removes the last move, and that of the program before it.
function takeBack() {
  keepForUndo('Taken back.');
  const mover = (n) => ((n % 2 === 0) === !view.black ? 'white' : 'black');
  const people = Object.values(state.seats).some((s) => s.player === person);
  forgetReview();
  const { tree } = state;
  if (tree.onMain) state.end = '';
  tree.remove();
  if (people && tree.node.ply > 0 && state.seats[mover(tree.node.ply)].player !== person) tree.remove();
  state.paused = state.seats[mover(tree.node.ply)].player !== person;
  clearTyped();
  change();
  announce(`Taken back. ${upper(view.turn)} to move.`);
}

// hear makes the sound of the last move, if the user wants that.
function hear({ last, check, over }) {
  if (!state.sound) return;
  sound(over ? 'end' : check ? 'check' : last.san.includes('x') ? 'capture' : 'move');
}

// keepForUndo offers a way back to the game as it is now.
function keepForUndo(said) {
  undo = structuredClone(kept()); // the seats are changed in place
  $('undone').querySelector('span').textContent = said;
  $('undone').hidden = false;
}

// kept returns the parts of the state that outlive the page, and keep sets them.
function kept() {
  const { tree, end, clock, seats, flipped } = state;
  return { tree: tree.toJSON(), place: tree.place, end, clock: clock?.toJSON() ?? null, seats, flipped };
}

function keep({ tree, place, end, clock, seats, flipped }) {
  const read = new Tree(tree);
  read.moveTo(place);
  Object.assign(state, { tree: read, end, clock: clock && new Clock(clock), seats, flipped, paused: true });
}

function forgetUndo() {
  undo = null;
  $('undone').hidden = true;
}

function goBack() {
  keep(undo);
  forgetUndo();
  forgetReview();
  change();
  announce('The game is as it was before.');
}

function goTo(ply) {
  const slide = ply === state.ply + 1;
  state.tree.goTo(ply);
  change({ slide });
  announce(view.last ? view.last.words : 'The start of the game.');
}

// ---- Thinking

// change updates the page after a change of the state, and starts a search if the
// state requires one.
function change(how) {
  thinker.stop();
  generation++;
  job = '';
  lines = [];
  truth = null;
  seen = null;
  teacher?.stop();
  $('why').disabled = false;
  $('reason').textContent = '';
  state.arrow = '';
  state.chosen = null;
  if (location.hash) history.replaceState(null, '', location.href.split('#')[0]); // its link is to an earlier game
  follow();
  show(how);
  if (state.end || view.over && state.tree.onMain) state.clock?.stop();
  tick();
  save();
  think();
  tell();
  watch();
}

// follow updates the line that is shown after a change of the tree.
function follow() {
  const { tree } = state;
  state.game = { start: tree.start, moves: tree.line().map((n) => n.move), end: tree.onMain ? state.end : '' };
  state.ply = tree.node.ply;
}

// save keeps the state, so that nothing is lost if the page is loaded again.
function save() {
  try {
    localStorage.setItem('state', JSON.stringify(kept()));
  } catch { /* the browser keeps nothing */ }
}

// restore takes up the state that save has kept, and reports whether there is one that the
// library understands.
function restore() {
  try {
    keep(JSON.parse(localStorage.getItem('state')));
    for (const seat of Object.values(state.seats)) {
      if (!levels[seat.level]) return false;
      if (seat.player !== person) ask('checkPlayer', { player: described(seat) });
    }
    follow();
    ask('view', { game: state.game, ply: state.game.moves.length });
    return state.game.moves.length > 0;
  } catch {
    return false;
  }
}

// watch searches the position that is shown for a moment, so that the bar does not show what
// the position is worth without looking ahead.
async function watch() {
  while (!watching && !seen && !view.over) {
    watching = true;
    const now = generation;
    watcher ??= thinker.another();
    try {
      const answer = await watcher.think('think', { game: state.game, ply: state.ply, player: strong, time: 200, lines: 1 });
      if (now === generation) seen = answer.lines[0].score;
    } catch {
      if (now === generation) seen = unknown;
    }
    watching = false;
    if (seen) showThinking();
  }
}

async function think() {
  const seat = state.seats[side()];
  const question = { game: state.game, ply: state.ply };
  if (view.over) return;
  if (programToMove() && !state.paused) {
    job = 'move';
    showThinking();
    const { depth = 0, elo } = levels[seat.level];
    let { time = 0 } = levels[seat.level];
    const timed = state.clock && state.tree.onMain;
    if (timed && state.clock.running !== side() && state.game.moves.length > 0) state.clock.run(side()); // it goes on
    if (timed) time = Math.min(time || Infinity, state.clock.budget(side()));
    const player = elo ? withSettings(described(seat), `UCI_Elo=${elo}`) : described(seat);
    const now = generation;
    const [answer] = await Promise.all([
      askThinker('think', { ...question, player, depth, time: Math.round(time), lines: 1 }),
      new Promise((resolve) => { setTimeout(resolve, 300); }), // so that each move can be seen
    ]);
    if (!answer || now !== generation) return;
    if (answer.resigns) {
      resign(side());
    } else {
      play(answer.move);
    }
  } else if (state.analysing && !truth) {
    job = 'analysis';
    showThinking();
    const time = view.few ? 5_000 : 600_000; // the tables will say more
    const answer = await askThinker('think', { ...question, player: strong, time, lines: Number($('lines').value) });
    if (!answer) return;
    lines = answer.lines;
    showThinking();
  }
}

// tell shows who wins an ending of few pieces. While the worker makes tables it asks again
// and again, about the position that is shown by then. The worker is not stopped, since it
// would lose its tables.
async function tell() {
  while (state.analysing && view.few && !truth && !telling) {
    telling = true;
    const now = generation;
    const current = () => now === generation && state.analysing;
    teller ??= thinker.another();
    let answer;
    try {
      answer = await teller.think('truth', { game: state.game, ply: state.ply, lines: Number($('lines').value) });
    } catch (error) {
      answer = { known: true, sentence: error.message, results: [], lines: [] };
    }
    if (current()) tellAnswer(answer);
    if (!answer.known) await new Promise((resolve) => { setTimeout(resolve, 200); });
    telling = false;
  }
}

// tellAnswer shows what the worker has said of the position. What it knows ends the analysis.
function tellAnswer(answer) {
  if (answer.known) truth = answer;
  if (answer.lines.length > 0 && job === 'analysis') {
    thinker.stop();
    job = '';
  }
  showThinking();
  showTruth(answer);
}

// askThinker asks the thinker. The answer is null if the question was cancelled or
// failed.
async function askThinker(what, question) {
  try {
    const answer = await thinker.think(what, question, (news) => {
      lines[news.line - 1] = news;
      showThinking();
    });
    if (answer) job = '';
    return answer;
  } catch (error) {
    job = '';
    $('status').textContent = error.message;
    return null;
  }
}

async function hint() {
  thinker.stop();
  job = 'hint';
  showThinking();
  let move = truth?.lines[0]?.uci[0];
  if (move) {
    job = '';
  } else {
    const answer = await askThinker('think', { game: state.game, ply: state.ply, player: strong, time: 1_000, lines: 1 });
    if (!answer) return;
    ({ move } = answer);
  }
  state.arrow = move;
  show();
  announce(`Hint: ${view.moves.find((m) => m.uci === move).words}`);
  think();
}

// why says why the last move of the position shown is good or bad. It does not disturb the
// other searches.
async function why() {
  teacher ??= thinker.another();
  $('why').disabled = true;
  $('reason').textContent = 'Thinking…';
  const now = generation;
  let text;
  try {
    text = (await teacher.think('why', { game: state.game, ply: state.ply }))?.text;
  } catch (error) {
    text = error.message;
  }
  if (now !== generation) return;
  $('why').disabled = false;
  $('reason').textContent = text;
  announce(text);
}

// look reviews the main line of the game.
async function look() {
  reviewer ??= thinker.another();
  $('look').disabled = true;
  $('verdict').textContent = 'Looking at the moves. That takes some seconds…';
  let text;
  try {
    const answer = await reviewer.think('review', { tree: state.tree });
    if (!answer) return; // forgetReview has stopped it
    review = answer;
    text = answer.summary;
  } catch (error) {
    text = error.message;
  }
  $('look').disabled = false;
  $('verdict').textContent = text;
  showReview($('graph'), $('flaws'), review, state.tree, select);
  announce(text);
}

function flip() {
  state.flipped = !state.flipped;
  show();
  save();
}

async function bench() {
  thinker.stop();
  job = 'bench';
  $('speed').textContent = 'Thinking…';
  const answer = await askThinker('bench', { depth: 8 });
  $('speed').textContent = answer ? `${count(answer.nodes)} nodes in ${answer.seconds.toFixed(1)} s: ${count(answer.nodes / answer.seconds)} nodes/s` : '';
  if (answer) think();
}

// go lets the program that is to move start, or move at once.
function go() {
  if (job === 'move') {
    play(lines[0].uci[0]);
    return;
  }
  state.paused = false;
  state.tree.goTo(state.game.moves.length);
  change();
}

// withSettings returns a name with settings, as the library reads them.
const withSettings = (name, settings) => (settings ? `${name},${settings}` : name);
const described = (seat) => withSettings(seat.player, seat.settings);

// evaluation returns what tells the library which evaluation to show.
function evaluation() {
  const players = ['white', 'black'].map((color) => state.seats[color]).map((seat) => (seat.player === person ? '' : described(seat)));
  return { evaluation: withSettings($('evaluation').value, $('evaluation').value && evaluationSettings), players };
}

const side = () => view.turn.toLowerCase();
const opposite = (color) => (color === 'white' ? 'black' : 'white');
const atEnd = () => state.ply === state.game.moves.length;
const programToMove = () => atEnd() && !view.over && state.seats[side()].player !== person;

// ---- Showing

function show({ slide = false } = {}) {
  view = ask('view', {
    game: state.game, ply: state.ply, flipped: state.flipped, arrow: state.arrow,
    heat: state.feature !== null, feature: state.feature ?? '', ...evaluation(),
  });
  const open = !view.over && (!atEnd() || state.seats[side()].player === person);
  const waits = programToMove() && state.seats[opposite(side())].player === person;
  board.show(view, { flipped: state.flipped, open, later: waits ? opposite(side()) : '', chosen: state.chosen, slide });
  for (const [place, color] of [['far', 'black'], ['near', 'white']]) {
    showSeat($(state.flipped ? (place === 'far' ? 'near' : 'far') : place), color);
  }
  $('first').disabled = $('back').disabled = $('undo').disabled = state.ply === 0;
  $('last').disabled = $('forward').disabled = atEnd();
  $('hint').disabled = Boolean(view.over) || programToMove();
  const last = atEnd() && state.tree.onMain; // a variation does not end the game
  $('resign').disabled = Boolean(view.over) || !last;
  $('claim').hidden = !view.claim || !last;
  $('opening').textContent = view.opening;
  $('why').hidden = !view.last;
  if (view.last) $('why').textContent = `Why ${view.last.san}?`;
  moveList.show(state.tree, view);
  showReview($('graph'), $('flaws'), review, state.tree, select);
  showRecord();
  showThinking();
  showTruth(state.analysing ? truth : null);
  if ($('explain').open) showAccount();
}

function showSeat(place, color) {
  const seat = state.seats[color];
  if (place.dataset.color !== color) {
    place.dataset.color = color;
    const name = upper(color);
    place.innerHTML = `<b>${name}</b><i></i>
      <select class="player" aria-label="${name} is played by"></select>
      <select class="level" aria-label="Strength of ${name}"></select>
      <input class="settings" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="settings"
        aria-label="Settings of ${name}'s player, such as eval=pesto, CapturesBeyond=0"
        title="Options of the player, its evaluation, weights in percent and numbers of features: CapturesBeyond=0,eval=pesto,material=90"><span class="material" role="img"></span><span class="checks"></span><span class="clock" role="timer" aria-label="Time of ${name}" hidden></span>`;
    const [player, level] = place.querySelectorAll('select');
    const settings = place.querySelector('.settings');
    player.add(new Option('You', person));
    for (const p of players) player.add(new Option(p.name, p.name));
    levels.forEach((l, i) => level.add(new Option(l.name, i)));
    player.addEventListener('change', () => {
      const seat = state.seats[place.dataset.color];
      Object.assign(seat, { player: player.value, settings: '' });
      if (levels[seat.level].elo && seat.player !== strong) seat.level = fullLevel;
      settings.value = '';
      settings.setCustomValidity('');
      state.paused = false;
      change();
    });
    settings.addEventListener('change', () => {
      const seat = state.seats[place.dataset.color];
      if (!accepts(settings, 'checkPlayer', { player: withSettings(seat.player, settings.value) })) return;
      seat.settings = settings.value;
      change();
    });
    level.addEventListener('change', () => {
      state.seats[place.dataset.color].level = Number(level.value);
      change();
    });
  }
  const [player, level] = place.querySelectorAll('select');
  player.value = seat.player;
  player.title = players.find((p) => p.name === seat.player)?.description ?? '';
  for (const option of level.options) option.hidden = Boolean(levels[option.value].elo) && seat.player !== strong;
  level.value = seat.level;
  const settings = place.querySelector('.settings');
  if (settings !== document.activeElement && !settings.validationMessage) settings.value = seat.settings;
  level.hidden = settings.hidden = seat.player === person;
  place.classList.toggle('turn', side() === color && !view.over);
  showMaterial(place.querySelector('.material'), color);
  const left = view.checks?.[color === 'white' ? 0 : 1];
  place.querySelector('.checks').textContent = left === undefined ? '' : `${left} ${left === 1 ? 'check' : 'checks'} to win`;
}

const worth = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1 };

// showMaterial shows which pieces a side has more of than the other, and by how much it is
// ahead.
function showMaterial(place, color) {
  const pieces = Object.values(view.squares);
  const more = (type) => pieces.reduce((n, p) => n + (p.endsWith(` ${type}`) ? (p.startsWith(color) ? 1 : -1) : 0), 0);
  const icons = [];
  const words = [];
  let ahead = 0;
  for (const [type, value] of Object.entries(worth)) {
    const n = more(type);
    ahead += n * value;
    for (let i = 0; i < n; i++) icons.push(board.piece(`${opposite(color)} ${type}`));
    if (n > 0) words.push(`${n} ${type}${n > 1 ? 's' : ''}`);
  }
  place.replaceChildren(...icons, ahead > 0 ? `+${ahead}` : '');
  place.setAttribute('aria-label', words.length > 0 ? `more: ${words.join(', ')}` : 'no more pieces than the other side');
}

// select shows the position after a move of the tree, or the start.
function select(node) {
  state.tree.select(node);
  change();
  announce(view.last ? view.last.words : 'The start of the game.');
}

function showRecord() {
  if (!$('record').open) return;
  const fen = $('fen-text');
  if (fen !== document.activeElement) fen.value = view.fen; // not while the user is typing
  const { tree } = state;
  const main = tree.main();
  const text = ask('writePGN', {
    tree: { ...tree.toJSON(), tags: tags() },
    game: { start: tree.start, moves: main.map((n) => n.move), end: state.end },
  });
  const pgn = $('pgn-text');
  if (pgn !== document.activeElement) pgn.value = text;
  $('pgn-save').href = `data:application/vnd.chess-pgn;charset=utf-8,${encodeURIComponent(text)}`;
}

// tags returns the tags of the game: those that it has, or those of a game that is played now.
function tags() {
  if (Object.keys(state.tree.tags).length > 0) return state.tree.tags;
  const date = new Date();
  const two = (n) => String(n).padStart(2, '0');
  return {
    Event: 'Game in a browser',
    Date: `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`,
    ...(state.clock ? { TimeControl: `${state.clock.base / 1000}+${state.clock.increment / 1000}` } : {}),
    White: seatName('white'),
    Black: seatName('black'),
  };
}

const seatName = (color) => (state.seats[color].player === person ? 'Person' : described(state.seats[color]));

// showThinking shows the parts that change during a search.
function showThinking() {
  const thinking = job === 'move';
  const go = $('go');
  go.hidden = !thinking && !(programToMove() && state.paused);
  go.textContent = thinking ? 'Move now' : `Let ${view.turn} play`;
  go.disabled = thinking && lines.length === 0;
  $('pause').hidden = !thinking;
  for (const seat of document.querySelectorAll('.seat')) {
    seat.classList.toggle('thinking', thinking && seat.dataset.color === side());
  }
  $('status').textContent = view.over || statusText(thinking);
  $('analyse').setAttribute('aria-pressed', String(state.analysing));

  const best = shownLines()[0];
  const score = view.over ? view.score : best?.score ?? seen ?? shown;
  shown = score;
  const bar = $('bar');
  const share = Math.round(100 * score.share);
  bar.style.setProperty('--share', `${share}%`);
  bar.querySelector('span').textContent = score.brief;
  bar.classList.toggle('flipped', state.flipped);
  bar.classList.toggle('behind', score.share < 0.5);
  bar.setAttribute('aria-valuenow', share);
  bar.setAttribute('aria-valuetext', score.text);
  $('total').textContent = view.total;

  board.point(state.analysing ? shownLines().filter(Boolean).map((line) => line.uci[0]) : []);
  $('effort').textContent = best ? effort(best) : '';
  $('pv').replaceChildren(...shownLines().filter(Boolean).map((line) => {
    const item = document.createElement('li');
    const value = document.createElement('b');
    value.textContent = line.score.text;
    item.append(value, ...lineMoves(line));
    return item;
  }));
}

// lineMoves returns the moves of a line with their numbers, as buttons that play the line up to
// there.
function lineMoves(line) {
  return line.san.flatMap((san, i) => {
    const number = numberOf(state.ply + i, view);
    const label = i === 0 || !number.endsWith('...') ? `${number} ` : '';
    const button = document.createElement('button');
    button.textContent = san;
    const play = () => {
      state.paused = true;
      for (let k = 0; k <= i; k++) state.tree.play(line.uci[k], line.san[k]);
      change();
      announce(view.last.words);
    };
    button.addEventListener('pointerdown', (e) => { // a search may replace the button before it comes up
      if (e.button === 0) play();
    });
    button.addEventListener('click', (e) => {
      if (e.detail === 0) play(); // by keyboard
    });
    return [` ${label}`, button];
  });
}

// shownLines returns what the tables know, in an analysis, and otherwise what the search has
// found: the two must not contradict each other.
const shownLines = () => (state.analysing && truth?.lines.length ? truth.lines : lines);

function effort({ depth, nodes, seconds }) {
  if (depth === 0) return 'by the tables';
  return `depth ${depth}, ${count(nodes)} nodes, ${count(nodes / Math.max(seconds, 0.001))}/s`;
}

// showTruth shows what is known of an ending: a sentence, and the moves by result.
function showTruth(known) {
  $('truth').hidden = !known;
  if (!known) return;
  const rows = known.results.map(({ result, moves }) => {
    const row = document.createElement('li');
    const name = document.createElement('b');
    name.textContent = upper(result);
    row.append(name, ` ${moves.map((m) => (m.distance ? `${m.san} (${m.distance})` : m.san)).join(', ')}`);
    return row;
  });
  $('truth').querySelector('p').textContent = known.sentence;
  $('truth').querySelector('ul').replaceChildren(...rows);
}

function statusText(thinking) {
  const check = view.check ? 'Check! ' : '';
  if (thinking) return `${check}${view.turn} is thinking…`;
  if (!atEnd()) return `${check}Looking back: ${view.turn} to move here.`;
  const you = state.seats[side()].player === person && state.seats[opposite(side())].player !== person;
  return check + (you ? `Your move: you have ${view.turn}.` : `${view.turn} to move.`);
}

function showAccount() {
  const account = ask('explain', { game: state.game, ply: state.ply, ...evaluation() });
  $('by').textContent = $('evaluation').value ? '' : account.by;
  $('phase').textContent = account.phase;
  const rows = account.rows.map((r) => accountRow(r.name, r.name, [r.white, r.black, r.score], r.part));
  rows.push(accountRow('Total', '', ['', '', account.total], 0));
  const focus = document.activeElement?.closest('#account tr')?.dataset.feature;
  $('account').replaceChildren(...rows);
  if (focus !== undefined) rows.find((r) => r.dataset.feature === focus)?.querySelector('button').focus();
}

function accountRow(label, feature, cells, part) {
  const row = document.createElement('tr');
  row.dataset.feature = feature;
  const head = document.createElement('th');
  head.scope = 'row';
  const button = document.createElement('button');
  button.textContent = label;
  button.setAttribute('aria-pressed', String(state.feature === feature));
  button.addEventListener('click', () => {
    state.feature = state.feature === feature ? null : feature;
    show();
  });
  head.append(button);
  row.append(head);
  for (const text of cells) {
    const cell = document.createElement('td');
    cell.textContent = text;
    row.append(cell);
  }
  const bar = document.createElement('td');
  bar.setAttribute('aria-hidden', 'true');
  const mark = document.createElement('i');
  mark.className = part < 0 ? 'negative' : 'positive';
  mark.style.width = `${50 * Math.abs(part)}%`;
  bar.append(mark);
  row.append(bar);
  return row;
}

// announce sends a text to screen readers.
function announce(text) {
  $('live').textContent = upper(text.trim());
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function count(n) {
  if (n < 1000) return String(Math.round(n));
  return n < 1e6 ? `${(n / 1e3).toFixed(n < 1e4 ? 1 : 0)} k` : `${(n / 1e6).toFixed(1)} M`;
}

// ---- Buttons and forms

// attempt calls action, and shows the message of its error, if any, at place.
function attempt(place, action) {
  $(place).textContent = '';
  try {
    action();
  } catch (error) {
    $(place).textContent = error.message;
  }
}

function onSubmit(id, action) {
  $(id).addEventListener('submit', (e) => {
    e.preventDefault();
    action(e.target);
  });
}

function onClick(id, action) {
  $(id).addEventListener('click', action);
}

// openTree opens a game that was loaded, and shows what was not read of it. Programs wait for
// the button before they move.
function openTree(tree, endsWith, faults) {
  if (state.game.moves.length > 0) keepForUndo('Another game was loaded.');
  else forgetUndo();
  state.paused = true;
  tree.goTo(tree.line().length);
  begin(tree, 'Game loaded.', { end: endsWith });
  $('record-error').textContent = faults.join(' ');
}

function openFEN(text) {
  const { start: fen, faults = [] } = ask('readFEN', { text });
  showGames([]);
  openTree(new Tree({ start: fen }), '', faults);
}

// openPGN opens the first game of a text, and lets the user choose another.
function openPGN(text) {
  const games = ask('readPGN', { text });
  showGames(games);
  openGame(games[0]);
}

function openGame({ tree, end: endsWith, faults }) {
  openTree(new Tree(tree), endsWith, faults);
}

// showGames shows the list of the games that were loaded together.
function showGames(games) {
  $('games').hidden = games.length < 2;
  $('games').replaceChildren(...games.map((g) => new Option(g.title)));
  $('games').onchange = (e) => openGame(games[e.target.selectedIndex]);
}

onSubmit('new', (form) => {
  const variant = form.elements.variant.value;
  const number = form.elements.number.value;
  const game = ask('new', { variant, number: number === '' ? -1 : Number(number) });
  if (state.game.moves.length > 0) keepForUndo('A new game has begun.');
  else forgetUndo();
  takeSide(form.elements.side.value);
  state.paused = false;
  showGames([]);
  const [base, increment] = form.elements.clock.value.split('+').map(Number);
  const clock = base ? new Clock({ base: 60_000 * base, increment: 1000 * increment }) : null;
  begin(new Tree(game), 'New game. White to move.', { clock });
});
$('new').elements.variant.addEventListener('change', (e) => {
  const { number } = $('new').elements;
  number.hidden = number.disabled = e.target.value !== 'chess960'; // a hidden field with a wrong number would forbid all games
});

// takeSide gives the user a colour, and the program the other one; "" leaves the seats as they are.
function takeSide(side) {
  if (!side) return;
  if (side === 'random') side = Math.random() < 0.5 ? 'white' : 'black';
  const other = opposite(side);
  const program = [state.seats[other], state.seats[side]].find((s) => s.player !== person)
    ?? { player: strong, settings: '', level: state.seats[other].level };
  state.seats[other] = { ...program };
  state.seats[side] = { player: person, settings: '', level: program.level };
  state.flipped = side === 'black';
}
onClick('resign', () => resign(state.seats[side()].player === person ? side() : opposite(side())));
onClick('claim', () => end(view.claim));

onClick('promotion', (e) => { if (e.target === e.currentTarget) e.target.close(); }); // outside the buttons

onClick('first', () => goTo(0));
onClick('back', () => goTo(state.ply - 1));
onClick('forward', () => goTo(state.ply + 1));
onClick('last', () => goTo(state.game.moves.length));
onClick('undo', takeBack);
onClick('hint', hint);
onClick('why', why);
onClick('look', look);
onClick('go', go);
onClick('pause', () => {
  state.paused = true;
  change();
});
onClick('bench', bench);
onClick('flip', flip);
onClick('sound', () => {
  state.sound = !state.sound;
  $('sound').setAttribute('aria-pressed', String(state.sound));
  if (state.sound) sound('move');
});
onClick('undone', (e) => { if (e.target.closest('button')) goBack(); });
onClick('analyse', () => {
  state.analysing = !state.analysing;
  if (job !== 'move') change();
  showThinking();
  showTruth(state.analysing ? truth : null);
  tell();
});
$('lines').addEventListener('change', () => { if (state.analysing && job !== 'move') change(); });
document.addEventListener('keydown', (e) => {
  if (e.target.closest('input, select, textarea, dialog') || e.ctrlKey || e.altKey || e.metaKey) return;
  switch (e.key) {
    case 'ArrowLeft': goTo(state.ply - 1); break;
    case 'ArrowRight': goTo(state.ply + 1); break;
    case 'Home': goTo(0); break;
    case 'End': goTo(state.game.moves.length); break;
    case 'f': flip(); break;
    default: return;
  }
  e.preventDefault();
});

onSubmit('typed', (form) => attempt('typed-error', () => {
  if (programToMove()) throw new Error(`${view.turn} is to move, and is played by ${seatName(side())}.`);
  const uci = ask('readMove', { game: state.game, ply: state.ply, text: form.elements.move.value });
  state.paused = false;
  play(uci);
}));
$('typed').addEventListener('input', () => { $('typed-error').textContent = ''; });

$('explain').addEventListener('toggle', () => {
  if (!$('explain').open) state.feature = null;
  show();
});
$('evaluation').addEventListener('change', () => {
  const settings = $('evaluation-settings');
  evaluationSettings = settings.value = '';
  settings.setCustomValidity('');
  settings.hidden = !$('evaluation').value;
  state.feature = state.feature === null ? null : ''; // another evaluation may not have the feature
  show();
});

$('evaluation-settings').addEventListener('change', (e) => {
  const settings = e.target.value;
  if (!accepts(e.target, 'checkEvaluation', { evaluation: withSettings($('evaluation').value, settings) })) return;
  evaluationSettings = settings;
  show();
});

// accepts reports whether the library accepts the text of a field; otherwise it shows why
// not, beside the field.
function accepts(field, what, question) {
  try {
    ask(what, question);
    field.setCustomValidity('');
  } catch (error) {
    field.setCustomValidity(error.message);
  }
  return field.reportValidity();
}

$('record').addEventListener('toggle', showRecord);
onSubmit('fen', () => attempt('record-error', () => openFEN($('fen-text').value)));
onSubmit('pgn', () => attempt('record-error', () => openPGN($('pgn-text').value)));
$('pgn-file').addEventListener('change', async (e) => {
  const [file] = e.target.files;
  if (!file) return;
  const text = await file.text();
  e.target.value = ''; // so that the same file can be chosen again
  attempt('record-error', () => openPGN(text));
});
onClick('fen-copy', () => copy('fen-text'));
onClick('pgn-copy', () => copy('pgn-text'));

onClick('link-copy', async () => {
  const link = await linkTo($('pgn-text').value);
  try {
    await navigator.clipboard.writeText(link);
    announce('Link copied.');
  } catch { // it may not write there: the address has the link as well
    announce('The address of the page is the link.');
  }
  history.replaceState(null, '', link); // until the game goes on
});

// openLink opens the game in the address of the page, if there is one.
async function openLink() {
  let link;
  try {
    link = await linked();
  } catch {
    link = { pgn: 'a damaged link' };
  }
  const { pgn, fen } = link;
  if (!pgn && !fen) return;
  $('record').open = true;
  attempt('record-error', () => (fen ? openFEN(fen) : openPGN(pgn)));
}
addEventListener('hashchange', openLink);

function copy(id) {
  $(id).select();
  navigator.clipboard?.writeText($(id).value);
  announce('Copied.');
}

setInterval(tick, 100);
const fresh = { seats: state.seats, flipped: state.flipped };
if (restore()) {
  change();
  announce('Your last game goes on.');
} else {
  Object.assign(state, fresh, { paused: false });
  begin(new Tree(start), 'White to move.');
}
await openLink();
navigator.serviceWorker?.register('offline.js').catch(() => {}); // without it the page needs its server
document.body.dataset.ready = 'true';
