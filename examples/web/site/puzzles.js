// Puzzles: of the page, of a file, from the mistakes of a reviewed game, and the user's openings. Those of
// the page are from games of the library with itself, at Elo 1200 to 1700, and made by chess puzzles.
import { Thinker, adviser, ask } from './library.js';
import { on } from './events.js';
import { $, announce, onClick, upper } from './page.js';
import { change, person, position, show as draw, state, view } from './state.js';
import { begin, goTo, play, select } from './game.js';
import { setAside, takeUp } from './keeping.js';
import * as openings from './openings.js';
import { mistakes } from './review.js';
import { Tree } from './tree.js';
import { san, t, told } from './words.js';

let tasks = [];     // the puzzles of the source: see task in internal/protocol; none if these are openings
let start = 0;      // the ply of the position to solve
let hints = 0;      // how many were given
let over = false;   // whether the puzzle was solved, or given up
let busy = false;   // whether the page plays a move, or judges one

// results holds the names of the puzzles that were solved at once, and of the others.
const results = restored();

function restored() {
  try {
    const { right, wrong } = JSON.parse(localStorage.getItem('puzzles'));
    return { right: new Set(right), wrong: new Set(wrong) };
  } catch { // there are none yet
    return { right: new Set(), wrong: new Set() };
  }
}

const known = ({ id }) => results.right.has(id) || results.wrong.has(id);

// count keeps the result of a puzzle. The first one counts.
function count(task, right) {
  if (task.moves) openings.count(task, right);
  else if (!known(task)) (right ? results.right : results.wrong).add(task.id);
  try {
    localStorage.setItem('puzzles', JSON.stringify({ right: [...results.right], wrong: [...results.wrong] }));
  } catch { /* the browser keeps nothing */ }
  showCount();
}

function showCount() {
  if ($('puzzle-source').value === 'openings') {
    $('puzzle-count').textContent = openings.counts();
    return;
  }
  const all = results.right.size + results.wrong.size;
  $('puzzle-count').textContent = all > 0 ? t`${results.right.size} of ${all} solved` : '';
}

function say(text, how = '') {
  $('puzzle-task').textContent = text;
  $('puzzle-task').className = how;
}

// load reads the puzzles of the source.
async function load() {
  switch ($('puzzle-source').value) {
    case 'page': {
      const response = await fetch('puzzles.csv');
      tasks = ask('readPuzzles', { text: await response.text() });
      return;
    }
    case 'review': {
      const found = mistakes();
      if (found.length > 0) tasks = found;
      else if (!state.puzzle) throw new Error(t('Let your game be reviewed first. Its mistakes become puzzles.'));
      return;
    }
    case 'openings': return openings.load();
    default: if (tasks.length === 0) $('puzzle-file').click();
  }
}

// next begins the next puzzle, if possible one that is new.
async function next() {
  const drill = $('puzzle-source').value === 'openings';
  if (!state.puzzle || (drill && !openings.counts())) {
    try {
      await load();
    } catch (error) {
      say(error.message, 'wrong');
      return;
    }
  }
  if (drill) {
    const task = openings.next(state.puzzle);
    if (task) show(task);
    else say(openings.rest());
    return;
  }
  if (tasks.length === 0) return;
  const at = tasks.indexOf(state.puzzle) + 1;
  const rest = [...tasks.slice(at), ...tasks.slice(0, at)];
  show(rest.find((task) => !known(task)) ?? rest[0]);
}

// show begins a puzzle, with the move that led to it.
async function show(task) {
  setAside();
  const tree = new Tree(task.tree);
  start = tree.line().length;
  tree.goTo(start - 1);
  for (const color of ['white', 'black']) state.seats[color] = { ...state.seats[color], player: person };
  Object.assign(state, { flipped: task.side === 'black', analysing: false, solving: true });
  hints = 0;
  over = false;
  document.body.classList.add('solving');
  $('puzzle-hints').replaceChildren();
  begin(tree, '', { puzzle: task });
  say('');
  $('puzzles').scrollIntoView({ block: 'nearest' }); // it has come up to the first place
  if (!await later(task)) return;
  goTo(start);
  const turn = t(view.turn);
  const rating = task.rating ? ` ${t`Rating ${String(task.rating)}.`}` : '';
  const wanted = task.loose ? t`${turn} to move: find a better move than in the game.` : t`${turn} to move: find the best move.`;
  say(task.moves ? t`${turn} to move: what do you play?` : wanted + rating);
}

// later waits so that each move can be seen, and reports whether the puzzle still goes on.
async function later(task) {
  busy = true;
  await new Promise((resolve) => { setTimeout(resolve, 500); });
  busy = false;
  return state.puzzle === task && !over;
}

on('played', async () => {
  const task = state.puzzle;
  const done = state.ply - start - 1; // moves of the solution before this one
  if (!task || over || busy || done < 0 || done >= task.solution.length || done % 2 !== 0) return;
  const move = san(view.last.san);
  const { node } = state.tree;
  let answer;
  busy = true;
  try {
    answer = await judged({ ...position(), text: task.solution[done], loose: task.loose });
  } finally {
    busy = false;
  }
  if (!answer || state.puzzle !== task) return;
  if (!answer.right) {
    count(task, false);
    const chances = answer.best > 0 ? t`Winning chances of ${answer.chance} %; the best move has ${answer.best} %.` : '';
    say(`${t`${move} is not it.`} ${chances} ${task.moves ? t`Your move is ${task.moves}.` : t('Try again.')}`, 'wrong');
    if (!await later(task)) return;
    state.tree.select(node);
    state.tree.remove();
    change();
    if (!task.moves) return;
    [state.arrow] = task.solution;
    draw();
    return;
  }
  if (view.over || done + 1 === task.solution.length) {
    count(task, true);
    const further = task.moves && openings.onward(task, view);
    if (!further) {
      finish(task.moves ? t`${move} is right.` : t`${move} is right. Solved!`, 'right');
      return;
    }
    say(t`${move} is right. Go on.`, 'right');
    if (await later(task)) show(further);
    return;
  }
  say(t`${move} is right. Go on.`, 'right');
  if (!await later(task)) return;
  if (state.tree.node !== node) select(node);
  answerWith(task.solution[done + 1]);
});

// judged returns what the library says of a move: see trial in internal/protocol.
function judged(question) {
  if (state.puzzle.moves) return { right: openings.right(view.key) };
  if (!question.loose) return ask('tried', question);
  say(t('Judging…'));
  return adviser().think('tried', question);
}

function answerWith(move) {
  busy = true;
  play(move);
  busy = false;
}

function finish(text, how) {
  over = true;
  state.solving = false;
  say(text, how);
  change(); // now all may be told
}

onClick('puzzle-next', next);
onClick('puzzle-hint', () => {
  const item = document.createElement('li');
  item.textContent = upper(told(state.puzzle.hints[hints]));
  hints++;
  $('puzzle-hints').append(item);
  announce(item.textContent);
  showButtons();
});

// The solution is played to its end.
onClick('puzzle-solve', async () => {
  const task = state.puzzle;
  count(task, false);
  goTo(start);
  const sans = [];
  for (const move of task.solution) {
    answerWith(move);
    sans.push(view.last.san);
    say(t`The solution is ${san(sans.join(' '))}.`);
    if (!await later(task)) return;
  }
  finish(t`The solution is ${san(sans.join(' '))}.`, '');
});

onClick('puzzle-leave', () => {
  takeUp();
  say('');
});

on('show', showButtons);
on('solve', (task) => {
  $('puzzles').open = true;
  show(task);
});

function showButtons() {
  const task = state.puzzle;
  if (!task) {
    state.solving = false;
    $('puzzle-hints').replaceChildren();
  }
  document.body.classList.toggle('solving', state.solving);
  $('puzzle-next').textContent = t(task ? 'Next' : 'Start');
  $('puzzle-leave').hidden = !task;
  $('puzzle-solve').hidden = !task || over;
  $('puzzle-hint').hidden = !task || over || hints >= task.hints.length;
  showCount();
}

// choose takes up other puzzles by a function, which may return what to say.
async function choose(take) {
  tasks = [];
  try {
    say((await take()) ?? '');
  } catch (error) {
    say(error.message, 'wrong');
  }
  showCount();
}

$('puzzle-source').addEventListener('change', () => choose(load));

// A file of puzzles may be large: its beginning is enough.
const largest = 1 << 20;
$('puzzle-file').addEventListener('change', async (e) => {
  const [file] = e.target.files;
  if (!file) return;
  const isPGN = /\.pgn$/i.test(file.name) || $('puzzle-source').value === 'openings';
  let text = await (isPGN ? file : file.slice(0, largest)).text();
  if (!isPGN && file.size > largest) text = text.slice(0, text.lastIndexOf('\n') + 1);
  e.target.value = ''; // so that the same file can be chosen again
  choose(async () => {
    if (isPGN) {
      $('puzzle-source').value = 'openings';
      const reader = new Thinker(); // many games take seconds
      try {
        return await openings.load((await reader.think('readPGN', { text })).map(({ tree }) => tree));
      } finally {
        reader.end();
      }
    }
    tasks = ask('readPuzzles', { text });
    $('puzzle-source').value = 'file';
    return t`${tasks.length} puzzles.`;
  });
});
