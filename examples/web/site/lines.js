// What the searches have found: the lines with their moves, the bar, the arrows and the status.
import { on } from './events.js';
import { $, announce, count } from './page.js';
import { atEnd, change, opposite, person, programToMove, side, state, view } from './state.js';
import { found } from './thinking.js';
import { evaluation } from './comments.js';
import { numberOf } from './moves.js';
import { preview } from './preview.js';
import { board } from './early.js';
import { san, t, told } from './words.js';

let share = 0.5; // White's, as the bar shows it
let rows = []; // the buttons of each line: first the one that unfolds it, then its moves
const unfolded = new Set(); // the numbers of the lines that are shown whole
const lineTo = new WeakMap(); // the moves up to that of a button

on('show', showFound);
on('found', showFound);
preview($('pv'), (button) => lineTo.get(button));

// showFound shows the parts that change during a search.
function showFound() {
  const thinking = found.job === 'move';
  const go = $('go');
  go.hidden = !thinking && !(programToMove() && state.paused);
  go.textContent = thinking ? t('Move now') : t`Let ${t(view.turn)} play`;
  go.disabled = thinking && found.lines.length === 0;
  $('pause').hidden = !thinking;
  for (const seat of document.querySelectorAll('.seat')) {
    seat.classList.toggle('thinking', thinking && seat.dataset.color === side());
  }
  $('status').textContent = told(view.over) || statusText(thinking);
  $('analyse').setAttribute('aria-pressed', String(state.analysing));

  const lines = shownLines();
  showNumber();
  board.point(lines.map((line) => line.uci[0]));
  $('pv').classList.toggle('thinking', state.analysing && !view.over);
  showLines(lines);
}

// playBest plays the best move if the lines are shown, and reports whether they are.
export function playBest() {
  const [best] = shownLines();
  if (!best) return false;
  playLine(best, 1);
  return true;
}

// playLine plays moves of a line.
function playLine(line, moves) {
  state.paused = true;
  for (let k = 0; k < moves; k++) state.tree.play(line.uci[k], line.san[k]);
  change();
  announce(told(view.last.words));
}

// showLines shows the lines. The focus stays on the move of its place.
function showLines(lines) {
  const focusRow = rows.findIndex((row) => row.includes(document.activeElement));
  const focus = rows[focusRow]?.indexOf(document.activeElement);
  rows = [];
  const items = lines.map(lineItem);
  $('pv').replaceChildren(...items);
  for (const item of items) {
    const moves = item.querySelector('.line');
    item.querySelector('.unfold').hidden = !item.classList.contains('unfolded') && moves.scrollHeight <= moves.clientHeight + 1;
  }
  const row = rows[Math.min(focusRow, rows.length - 1)];
  row?.[Math.min(focus, row.length - 1)].focus();
}

// lineItem returns a line: its score, and as many of its moves as there is room for, or all of
// them if it is unfolded.
function lineItem(line, number) {
  const item = document.createElement('li');
  const value = document.createElement('b');
  value.textContent = line.score.text;
  const unfold = document.createElement('button');
  unfold.className = 'unfold';
  const turn = (open) => {
    if (open) unfolded.add(number);
    else unfolded.delete(number);
    item.classList.toggle('unfolded', open);
    unfold.textContent = open ? '▴' : '▾';
    unfold.setAttribute('aria-expanded', String(open));
    unfold.setAttribute('aria-label', t`All moves of line ${number + 1}`);
  };
  turn(unfolded.has(number));
  press(unfold, () => turn(!unfolded.has(number)));
  const row = [unfold];
  rows.push(row);
  const moves = document.createElement('span');
  moves.className = 'line';
  moves.append(...lineMoves(line, row));
  item.append(value, ' ', moves, unfold);
  return item;
}

// press calls action when a button is clicked. A search may replace the button before the pointer
// comes up.
function press(button, action) {
  button.addEventListener('pointerdown', (e) => {
    if (e.button === 0) action();
  });
  button.addEventListener('click', (e) => {
    if (e.detail === 0) action(); // by keyboard
  });
}

// showNumber shows what the position is worth, and how deep that was searched. While that is not
// known, the bar keeps its place without a number.
function showNumber() {
  const best = found.best?.lines[0];
  const score = view.over ? view.score : best?.score;
  share = score?.share ?? share;
  const bar = $('bar');
  const percent = Math.round(100 * share);
  const depth = view.over || !best ? '' : best.depth === 0 ? t('by the tables') : t`depth ${best.depth}`;
  bar.style.setProperty('--share', `${percent}%`);
  bar.querySelector('span').textContent = score?.brief ?? '…';
  bar.querySelector('small').textContent = depth;
  bar.title = score ? [score.text, depth].filter(Boolean).join(', ') : t('Thinking…');
  bar.classList.toggle('flipped', state.flipped);
  bar.classList.toggle('behind', share < 0.5);
  bar.setAttribute('aria-valuenow', percent);
  bar.setAttribute('aria-valuetext', bar.title);
  $('number').textContent = score?.text ?? t('Thinking…');
  $('number').classList.toggle('thinking', !score);
  const work = found.job === 'move' ? found.lines[0] : state.analysing ? best : null;
  const file = evaluation(state.tree.node.comment);
  $('effort').textContent = [work ? effort(work) : depth, file && t`the file: ${[file.text, file.depth && t`depth ${file.depth}`].filter(Boolean).join(', ')}`].filter(Boolean).join(' · ');
}

// lineMoves returns the moves of a line with their numbers, as buttons that play the line up to
// there, and adds the buttons to a row.
function lineMoves(line, row) {
  return line.san.flatMap((move, i) => {
    const number = numberOf(state.ply + i, view);
    const label = i === 0 || !number.endsWith('...') ? `${number} ` : '';
    const button = document.createElement('button');
    button.textContent = san(move);
    lineTo.set(button, line.uci.slice(0, i + 1));
    row.push(button);
    press(button, () => playLine(line, i + 1));
    const whole = document.createElement('span'); // a number is not parted from its move
    whole.append(label, button);
    return [whole, ' '];
  });
}

// shownLines returns the lines of the analysis.
const shownLines = () => (state.analysing && !view.over ? found.best?.lines.slice(0, Number($('lines').value)) ?? [] : []);

function effort({ depth, nodes, seconds }) {
  if (depth === 0) return t('by the tables');
  return t`depth ${depth}, ${count(nodes)} nodes, ${count(nodes / Math.max(seconds, 0.001))}/s`;
}

function statusText(thinking) {
  const check = view.check ? `${t('Check!')} ` : '';
  const turn = t(view.turn);
  if (thinking) return check + t`${turn} is thinking…`;
  if (!atEnd()) return check + t`Looking back: ${turn} to move here.`;
  const you = state.seats[side()].player === person && state.seats[opposite(side())].player !== person;
  return check + (you ? t`Your move: you have ${turn}.` : t`${turn} to move.`);
}
