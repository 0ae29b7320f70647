// What was played in the position: the moves, how often, and with which results, by the games that
// the browser keeps, or by a server of examples/explorer if the page has the address of one.
import { on } from './events.js';
import { $, count } from './page.js';
import { programToMove, state, view } from './state.js';
import { play } from './game.js';
import { san, t } from './words.js';

const address = document.querySelector('meta[name="explorer"]')?.content;
const patience = 150; // milliseconds in a position before it is asked for

// inGames returns a number of games in words.
export const inGames = (n) => (n === 1 ? t`${n} game` : t`${n} games`);

// playedTable returns the place for showPlayed to fill.
export function playedTable() {
  const place = document.createElement('div');
  place.className = 'played';
  place.innerHTML = `<h2>${t('Played here')}</h2> <small></small>
    <table aria-label="${t('Played here')}" hidden>
      <thead><tr>${['Move', 'Games', 'White', 'Draws', 'Black', 'Rating'].map((name) => `<th scope="col">${t(name)}</th>`).join('')}</tr></thead>
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
    if (!signal.aborted) showPlayed(card, { white: 0, draws: 0, black: 0, moves: [] }, t`The explorer does not answer: ${error.message}`);
  }
}

// showPlayed shows an answer of a server, or why there is none.
export function showPlayed(card, answer, problem = '') {
  const games = total(answer);
  card.querySelector('small').textContent = problem ? '' : games < 1000 ? inGames(games) : t`${count(games)} games`;
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
  button.textContent = san(move.san);
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
