// The review of a game: its graph and its bad moves.
import { Thinker } from './library.js';
import { on, tell } from './events.js';
import { $, announce, onClick } from './page.js';
import { person, state } from './state.js';
import { select } from './game.js';
import { moveList } from './show.js';
import { san, t } from './words.js';

let reviewer = null; // the thinker that looks at whole games
let review = null;   // what it has found: see review in internal/protocol

on('show', showReview);
on('other', () => { // what was said was of a game that is another now
  if (state.puzzle) return; // the game comes back
  review = null;
  reviewer?.stop();
  $('graph').onclick = null;
  moveList.mark(new Map());
  $('verdict').textContent = '';
  $('look').disabled = false;
});

// lookAt opens the review, and begins it unless it is there.
export function lookAt() {
  $('review').open = true;
  $('review').scrollIntoView({ block: 'nearest' });
  $('look').focus();
  if (!review) $('look').click();
}

// accuracy says how well both sides have played; '' before a review.
export const accuracy = () => (review ? t`Accuracy: White ${review.accuracy[0]} %, Black ${review.accuracy[1]} %` : '');

// It reviews the main line of the game.
onClick('look', async () => {
  reviewer ??= new Thinker();
  $('look').disabled = true;
  $('verdict').textContent = t('Looking at the moves…');
  const news = ({ done, moves, chances }) => {
    $('verdict').textContent = done < moves ? t`Looking at the moves: ${done} of ${moves}…` : t('Finding the reasons…');
    if (!state.puzzle) drawGraph(chances.toReversed().map((chance) => ({ chance })), moves);
  };
  let text;
  try {
    const answer = await reviewer.think('review', { tree: state.tree }, news);
    if (!answer) return; // the game is another now
    review = answer;
    text = answer.summary;
    const line = [state.tree.root, ...state.tree.main()];
    moveList.mark(new Map(answer.flaws.map(({ ply, glyph }) => [line[ply], { glyph, kind: answer.points[ply].flaw }])));
  } catch (error) {
    text = error.message;
  }
  $('look').disabled = false;
  $('verdict').textContent = text;
  showReview();
  announce(text);
});

// mistakes returns puzzles: to find better moves than the mistakes of the person who played, or
// of both sides.
export function mistakes() {
  const { white, black } = state.seats;
  const both = (white.player === person) === (black.player === person);
  const tasks = (review?.flaws ?? []).flatMap(({ task }) => task ?? []);
  return tasks.filter(({ side }) => both || state.seats[side].player === person);
}

// showReview shows the review, if there is one.
function showReview() {
  const { tree } = state;
  const graph = $('graph');
  const list = $('flaws');
  const visible = review && !state.puzzle;
  graph.toggleAttribute('hidden', !visible);
  list.hidden = !visible;
  if (!visible) return;
  const { points, flaws } = review;
  const line = [tree.root, ...tree.main()];
  const x = drawGraph(points, points.length - 1);
  const at = line.indexOf(tree.node);
  if (at >= 0) graph.append(shape('line', { class: 'now', x1: x(at), y1: 0, x2: x(at), y2: 100 }));
  graph.onclick = (e) => {
    const box = graph.getBoundingClientRect();
    select(line[Math.round((points.length - 1) * (e.clientX - box.left) / box.width)]);
  };
  list.replaceChildren(...flaws.map((f) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.className = `move ${points[f.ply].flaw}`;
    button.textContent = san(f.move);
    button.addEventListener('click', () => select(line[f.ply]));
    item.append(button, ` ${f.text} `);
    if (f.task) {
      const again = document.createElement('button');
      again.className = 'again';
      again.textContent = t('Try again');
      again.setAttribute('aria-label', t`Try again at ${san(f.move)}`);
      again.addEventListener('click', () => tell('solve', f.task));
      item.append(again);
    }
    return item;
  }));
}

// drawGraph shows the last points of a game of so many plies, and returns where a ply is.
function drawGraph(points, plies) {
  const first = plies + 1 - points.length;
  const x = (ply) => 400 * ply / Math.max(plies, 1);
  const y = ({ chance }) => 100 - chance;
  const dot = (p) => Math.min(Math.max(y(p), 4), 96); // whole, at the edge too
  const edge = points.map((p, i) => `${x(first + i)},${y(p)}`).join(' ');
  $('graph').removeAttribute('hidden');
  $('graph').replaceChildren(
    shape('polygon', { class: 'white', points: `${x(first)},100 ${edge} 400,100` }),
    shape('line', { class: 'middle', x1: 0, y1: 50, x2: 400, y2: 50 }),
    ...points.flatMap((p, i) => (p.flaw ? [shape('path', { class: p.flaw, d: `M${x(first + i)} ${dot(p)}h0` })] : [])),
  );
  return x;
}

function shape(name, attributes) {
  const s = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) s.setAttribute(key, value);
  return s;
}
