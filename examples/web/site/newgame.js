// The form that begins a new game.
import { ask } from './library.js';
import { $, onSubmit } from './page.js';
import { state } from './state.js';
import { begin } from './game.js';
import { forgetUndo, keepForUndo } from './keeping.js';
import { showGames } from './record.js';
import { takeSide } from './seats.js';
import { Clock } from './clock.js';
import { Tree } from './tree.js';

onSubmit('new', (form) => {
  const variant = form.elements.variant.value;
  const number = form.elements.number.value;
  const game = ask('new', { variant, number: number === '' ? -1 : Number(number) });
  if (state.game.moves.length > 0) keepForUndo('A new game has begun.');
  else forgetUndo();
  takeSide(form.elements.side.value);
  state.paused = false;
  showGames([]);
  const [base, increment] = form.elements.clock.value.split('+').map(Number);
  const clock = base ? new Clock({ base: 60_000 * base, increment: 1000 * increment }) : null;
  begin(new Tree(game), 'New game. White to move.', { clock });
});

$('new').elements.variant.addEventListener('change', (e) => {
  const { number } = $('new').elements;
  number.hidden = number.disabled = e.target.value !== 'chess960'; // a hidden field with a wrong number would forbid all games
});
