// What the searches have found: the lines with their moves, the bar, the arrows and the status.
import { on } from './events.js';
import { $, announce, count } from './page.js';
import { atEnd, change, opposite, person, programToMove, side, state, view } from './state.js';
import { found, unknown } from './thinking.js';
import { numberOf } from './moves.js';
import { preview } from './preview.js';
import { board } from './show.js';

let shown = unknown; // the score that the bar shows
let moves = []; // the buttons of the lines
const lineTo = new WeakMap(); // the moves up to that of a button

on('show', showFound);
on('found', showFound);
preview($('pv'), (button) => lineTo.get(button));

// showFound shows the parts that change during a search.
function showFound() {
  const thinking = found.job === 'move';
  const go = $('go');
  go.hidden = !thinking && !(programToMove() && state.paused);
  go.textContent = thinking ? 'Move now' : `Let ${view.turn} play`;
  go.disabled = thinking && found.lines.length === 0;
  $('pause').hidden = !thinking;
  for (const seat of document.querySelectorAll('.seat')) {
    seat.classList.toggle('thinking', thinking && seat.dataset.color === side());
  }
  $('status').textContent = view.over || statusText(thinking);
  $('analyse').setAttribute('aria-pressed', String(state.analysing));

  const lines = shownLines();
  showBar(lines[0]);
  board.point(state.analysing ? lines.map((line) => line.uci[0]) : []);
  $('effort').textContent = lines[0] ? effort(lines[0]) : '';
  showLines(lines);
}

// showLines shows the lines. The focus stays on the move of its place.
function showLines(lines) {
  const focus = moves.indexOf(document.activeElement);
  moves = [];
  $('pv').replaceChildren(...lines.map((line) => {
    const item = document.createElement('li');
    const value = document.createElement('b');
    value.textContent = line.score.text;
    item.append(value, ...lineMoves(line));
    return item;
  }));
  if (focus >= 0) moves[Math.min(focus, moves.length - 1)]?.focus();
}

// showBar shows the score of the best line, or what else is known.
function showBar(best) {
  shown = view.over ? view.score : best?.score ?? found.seen ?? shown;
  const bar = $('bar');
  const share = Math.round(100 * shown.share);
  bar.style.setProperty('--share', `${share}%`);
  bar.querySelector('span').textContent = shown.brief;
  bar.classList.toggle('flipped', state.flipped);
  bar.classList.toggle('behind', shown.share < 0.5);
  bar.setAttribute('aria-valuenow', share);
  bar.setAttribute('aria-valuetext', shown.text);
}

// lineMoves returns the moves of a line with their numbers, as buttons that play the line up to
// there.
function lineMoves(line) {
  return line.san.flatMap((san, i) => {
    const number = numberOf(state.ply + i, view);
    const label = i === 0 || !number.endsWith('...') ? `${number} ` : '';
    const button = document.createElement('button');
    button.textContent = san;
    lineTo.set(button, line.uci.slice(0, i + 1));
    moves.push(button);
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
function shownLines() {
  const lines = state.analysing && found.truth?.lines.length ? found.truth.lines : found.lines;
  return lines.filter(Boolean);
}

function effort({ depth, nodes, seconds }) {
  if (depth === 0) return 'by the tables';
  return `depth ${depth}, ${count(nodes)} nodes, ${count(nodes / Math.max(seconds, 0.001))}/s`;
}

function statusText(thinking) {
  const check = view.check ? 'Check! ' : '';
  if (thinking) return `${check}${view.turn} is thinking…`;
  if (!atEnd()) return `${check}Looking back: ${view.turn} to move here.`;
  const you = state.seats[side()].player === person && state.seats[opposite(side())].player !== person;
  return check + (you ? `Your move: you have ${view.turn}.` : `${view.turn} to move.`);
}
