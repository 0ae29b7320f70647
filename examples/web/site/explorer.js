// What was played in the position: the moves, how often, and with which results, by the games that
// the browser keeps, or by a server of examples/explorer if the page has the address of one.
import { on } from './events.js';
import { $, count } from './page.js';
import { programToMove, state, view } from './state.js';
import { play } from './game.js';

const address = document.querySelector('meta[name="explorer"]')?.content;
const patience = 150; // milliseconds in a position before it is asked for

// playedTable returns the place for showPlayed to fill.
export function playedTable() {
  const place = document.createElement('div');
  place.className = 'played';
  place.innerHTML = `<h2>Played here</h2> <small></small>
    <table aria-label="Played here" hidden>
      <thead><tr><th scope="col">Move</th><th scope="col">Games</th><th scope="col">White</th><th scope="col">Draws</th><th scope="col">Black</th><th scope="col">Rating</th></tr></thead>
      <tbody></tbody>
    </table>
    <p class="error" role="alert"></p>`;
  return place;
}

if (address) {
  const card = playedTable();
  card.classList.add('card');
  card.id = 'explorer';
  $('analysis').after(card);
  let waiting = new AbortController(); // ends what is asked of the position
  on('leave', () => waiting.abort());
  on('enter', () => {
    waiting = new AbortController();
    look(card, waiting.signal);
  });
}

// look shows what was played in the position, but not in a puzzle, whose answer it could tell.
async function look(card, signal) {
  card.hidden = Boolean(state.puzzle);
  if (card.hidden) return;
  await new Promise((resolve) => { setTimeout(resolve, patience); });
  if (signal.aborted) return;
  try {
    const query = new URLSearchParams({ variant: view.variant, fen: view.fen, topGames: 0, recentGames: 0 });
    const response = await fetch(`${address}/lichess?${query}`, { signal });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    showPlayed(card, answer);
  } catch (error) {
    if (!signal.aborted) showPlayed(card, { white: 0, draws: 0, black: 0, moves: [] }, `The explorer does not answer: ${error.message}`);
  }
}

// showPlayed shows an answer of a server, or why there is none.
export function showPlayed(card, answer, problem = '') {
  const games = total(answer);
  card.querySelector('small').textContent = problem ? '' : `${count(games)} ${games === 1 ? 'game' : 'games'}`;
  card.querySelector('.error').textContent = problem;
  card.querySelector('table').hidden = answer.moves.length === 0;
  const body = card.querySelector('tbody');
  const focused = body.contains(document.activeElement);
  body.replaceChildren(...answer.moves.map(row));
  if (focused) body.querySelector('button:enabled')?.focus();
}

// total returns how many games there are of an answer, or of a move.
export const total = ({ white, draws, black }) => white + draws + black;

function row(move) {
  const tr = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  const button = document.createElement('button');
  button.textContent = move.san;
  const playable = () => !programToMove() && view.moves.some((m) => m.uci === move.uci);
  button.disabled = !playable();
  button.addEventListener('click', () => {
    if (!playable()) return; // a second click, before the moves of the next position are here
    state.paused = false;
    play(move.uci);
  });
  head.append(button);
  const games = total(move);
  const part = (n) => (games ? `${Math.round((100 * n) / games)} %` : '');
  const cells = [count(games), part(move.white), part(move.draws), part(move.black), move.averageRating || ''].map((text) => {
    const td = document.createElement('td');
    td.textContent = text;
    return td;
  });
  tr.append(head, ...cells);
  return tr;
}
