// The form that begins a new game.
import { ask } from './library.js';
import { $, onSubmit } from './page.js';
import { state } from './state.js';
import { begin } from './game.js';
import { forgetUndo, keepForUndo } from './keeping.js';
import { showGames } from './record.js';
import { playAgain, swapSides, takeSide } from './seats.js';
import { Clock } from './clock.js';
import { Tree } from './tree.js';
import { t } from './words.js';

onSubmit('new', (form) => {
  const variant = form.elements.variant.value;
  const number = form.elements.number.value;
  const game = ask('new', { variant, number: number === '' ? -1 : Number(number) });
  prepare();
  takeSide(form.elements.side.value);
  const { clock: time, time: own } = form.elements;
  const [base, increment] = (time.value === 'own' ? own : time).value.split('+').map(Number);
  const clock = base ? new Clock({ base: 60_000 * base, increment: 1000 * increment }) : null;
  begin(new Tree(game), t('New game. White to move.'), { clock });
});

// prepare leaves the game for a new one.
function prepare() {
  if (state.game.moves.length > 0) keepForUndo(t('A new game has begun.'));
  else forgetUndo();
  playAgain();
  state.paused = false;
  showGames([]);
}

// rematch begins another game from the same position, with the colours changed.
export function rematch() {
  const { clock, tree: { start } } = state;
  prepare();
  swapSides();
  const { base, increment } = clock ?? {};
  begin(new Tree({ start }), t('A rematch.'), { clock: clock && new Clock({ base, increment }) });
}

// askIf shows a field while the choice before it has a value. A hidden field with a wrong text would
// forbid all games.
function askIf(choice, value, field) {
  choice.addEventListener('change', () => { field.hidden = field.disabled = choice.value !== value; });
}

const { variant, number, clock, time } = $('new').elements;
askIf(variant, 'chess960', number);
askIf(clock, 'own', time);
