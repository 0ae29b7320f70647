// The board before the library is there: the position that was shown last, or the start position, as the
// library has told of it. One move can be made, which is played as soon as the library is there.
import { Board } from './board.js';
import { isOwn } from './link.js';
import { pictureOf } from './pieces.js';
import { t } from './words.js';

// worker loads and compiles the library for all copies of it, so that the page is free meanwhile: see
// library.js.
export const worker = new Worker('worker.js');

// early is that move: the position, and from where to where.
export const early = { fen: '', from: '', to: '' };

const root = document.getElementById('board');
const start = { view: { ...JSON.parse(root.dataset.view), picture: root.querySelector('.picture').innerHTML }, flipped: false };
export const board = new Board(root, move);

// lastGame returns what is shown of the game that goes on, if there is one: see save in keeping.js.
function lastGame() {
  const { tree, view, flipped } = JSON.parse(localStorage.getItem('state'));
  return tree.moves.length > 0 ? { view, flipped } : start;
}

let shown = start;
try {
  if (location.hash && !isOwn(location.hash)) start.view.moves = []; // the link brings another game
  else shown = lastGame();
  show(shown.view, {});
} catch { // nothing is kept, or it is of another version
  shown = start;
  show(shown.view, {});
}
document.body.classList.toggle('fresh', shown === start);
performance.mark('interactive');
import('./library.js'); // the rest comes after what is needed first
import('./app.js');

function show(view, how) {
  board.show(view, { flipped: shown.flipped, open: true, later: '', marks: [], ...how });
}

function move([{ from, to }], dragged) {
  const { view, flipped } = shown;
  Object.assign(early, { fen: view.fen, from, to });
  const { [from]: piece, ...others } = view.squares;
  const squares = { ...others, [to]: piece };
  show({ squares, moves: [], last: early, picture: pictureOf(squares, flipped) }, { chosen: early, slide: !dragged });
  document.getElementById('live').textContent = t('The move is played as soon as the chess library is loaded.');
}
