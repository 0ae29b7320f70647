// The board, the list of moves, and the buttons below the board.
import { on } from './events.js';
import { $, onClick } from './page.js';
import { atEnd, open, opposite, person, programToMove, side, state, view } from './state.js';
import { board } from './early.js';
import { marks } from './comments.js';
import { MoveList } from './moves.js';
import { select } from './game.js';
import { opening } from './words.js';

on('pick', (from) => board.pick(from));
export const moveList = new MoveList($('moves'), select);

on('show', ({ slide }) => {
  const waits = programToMove() && state.seats[opposite(side())].player === person;
  board.show(view, { flipped: state.flipped, open: open(), later: waits ? opposite(side()) : '', chosen: state.chosen, marks: marks(state.tree.node.comment), slide });
  $('first').disabled = $('back').disabled = state.ply === 0;
  $('undo').disabled = state.ply === 0 || Boolean(state.puzzle);
  document.body.classList.toggle('fresh', state.game.moves.length === 0 && !state.puzzle);
  document.body.classList.toggle('over', Boolean(view.over));
  $('last').disabled = $('forward').disabled = atEnd();
  $('hint').disabled = Boolean(view.over || state.puzzle) || programToMove();
  const last = atEnd() && state.tree.onMain; // a variation does not end the game
  $('resign').disabled = Boolean(view.over || state.puzzle) || !last;
  $('claim').hidden = !view.claim || !last;
  $('opening').textContent = opening(view.opening);
  moveList.show(state.tree, view);
});
// The moves in a strip can be shown all.
onClick('unroll', () => {
  const open = $('moves').classList.toggle('unrolled');
  $('unroll').setAttribute('aria-expanded', String(open));
  moveList.show(state.tree, view);
});
