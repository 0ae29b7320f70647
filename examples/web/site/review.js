// The review of a game: its graph and its bad moves.
import { Thinker } from './library.js';
import { on } from './events.js';
import { $, announce, onClick } from './page.js';
import { person, state } from './state.js';
import { select } from './game.js';

let reviewer = null; // the thinker that looks at whole games
let review = null;   // what it has found: see review in internal/protocol

on('show', showReview);
on('other', () => { // what was said was of a game that is another now
  if (state.puzzle) return; // the game comes back
  review = null;
  reviewer?.stop();
  $('verdict').textContent = '';
  $('look').disabled = false;
});

// It reviews the main line of the game.
onClick('look', async () => {
  reviewer ??= new Thinker();
  $('look').disabled = true;
  $('verdict').textContent = 'Looking at the moves…';
  const news = ({ done, moves }) => {
    $('verdict').textContent = done < moves ? `Looking at the moves: ${done} of ${moves}…` : 'Finding the reasons…';
  };
  let text;
  try {
    const answer = await reviewer.think('review', { tree: state.tree }, news);
    if (!answer) return; // the game is another now
    review = answer;
    text = answer.summary;
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
  const x = (ply) => 400 * ply / Math.max(points.length - 1, 1);
  const y = ({ chance }) => 100 - chance;
  const dot = (p) => Math.min(Math.max(y(p), 4), 96); // whole, at the edge too
  const edge = points.map((p, ply) => `${x(ply)},${y(p)}`).join(' ');
  graph.replaceChildren(
    shape('polygon', { class: 'white', points: `0,100 ${edge} 400,100` }),
    shape('line', { class: 'middle', x1: 0, y1: 50, x2: 400, y2: 50 }),
    ...points.flatMap((p, ply) => (p.flaw ? [shape('path', { class: p.flaw, d: `M${x(ply)} ${dot(p)}h0` })] : [])),
  );
  const at = line.indexOf(tree.node);
  if (at >= 0) graph.append(shape('line', { class: 'now', x1: x(at), y1: 0, x2: x(at), y2: 100 }));
  graph.onclick = (e) => {
    const box = graph.getBoundingClientRect();
    select(line[Math.round((points.length - 1) * (e.clientX - box.left) / box.width)]);
  };
  list.replaceChildren(...flaws.map((f) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.textContent = f.move;
    button.addEventListener('click', () => select(line[f.ply]));
    item.append(button, ` ${f.text}`);
    return item;
  }));
}

function shape(name, attributes) {
  const s = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) s.setAttribute(key, value);
  return s;
}
