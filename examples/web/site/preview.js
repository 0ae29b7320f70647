// The small board that shows the position after a move of a line, while the pointer or the focus
// is on that move.
import { ask } from './library.js';
import { on } from './events.js';
import { $ } from './page.js';
import { state } from './state.js';

let at = null; // where the pointer is in the lines

// preview lets the moves in box, buttons, be shown. movesTo returns the moves, in UCI notation,
// from the position on the board to that after a button's move, or undefined for another button.
export function preview(box, movesTo) {
  const showAt = (button) => (button && movesTo(button) ? show(box, button, movesTo(button)) : hide());
  const under = () => at && document.elementFromPoint(...at)?.closest('button');
  const focused = () => (document.activeElement.matches(':focus-visible') ? document.activeElement : null);
  const update = () => showAt(under() || focused());
  box.addEventListener('pointermove', (e) => {
    if (e.pointerType === 'touch') return; // it plays the move
    at = [e.clientX, e.clientY];
    update();
  });
  box.addEventListener('pointerleave', () => {
    at = null;
    update();
  });
  box.addEventListener('focusin', update);
  box.addEventListener('focusout', hide);
  on('found', update); // a search may have replaced the button
  on('leave', () => { at = null; });
  on('show', hide);
}

function hide() { $('preview').hidden = true; }

// show shows the board below the box, or above it, so that it hides none of its moves.
function show(box, button, moves) {
  const game = { start: state.game.start, moves: [...state.game.moves.slice(0, state.ply), ...moves] };
  const small = $('preview');
  small.innerHTML = ask('picture', { game, ply: game.moves.length, flipped: state.flipped });
  small.hidden = false;
  const { left } = button.getBoundingClientRect();
  const { top, bottom } = box.getBoundingClientRect();
  const below = bottom + small.offsetHeight + 8 < innerHeight;
  small.style.left = `${Math.max(Math.min(left, innerWidth - small.offsetWidth - 8), 8)}px`;
  small.style.top = `${below ? bottom + 4 : Math.max(top - small.offsetHeight - 4, 4)}px`;
}
