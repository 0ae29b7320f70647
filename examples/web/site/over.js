// The end of a game: a sheet that says how it ended, and asks what comes next. It is no modal dialog,
// as the position can be looked at: a click elsewhere closes it, and does what it does there.
import { on } from './events.js';
import { $, onClick } from './page.js';
import { person, state, view } from './state.js';
import { rematch } from './newgame.js';
import { savePGN } from './record.js';
import { accuracy, lookAt } from './review.js';
import { t, told } from './words.js';

const sheet = $('over');

on('leave', () => sheet.close());
on('over', open);
on('show', () => { $('result').hidden = !view.over || !state.tree.onMain || Boolean(state.puzzle); });
onClick('result', open);

function open() {
  if (state.puzzle) return;
  const { white, black } = state.seats;
  const alone = (white.player === person) !== (black.player === person);
  const [result, reason] = view.over.replace(/\.$/, '').split(': ');
  const won = result === (white.player === person ? 'White wins' : 'Black wins');
  $('over-title').textContent = alone && result !== 'Draw' ? t(won ? 'You win' : 'You lose') : t(result);
  const moves = Math.ceil((state.game.moves.length + (view.black ? 1 : 0)) / 2);
  const how = alone && result !== 'Draw' ? told(view.over) : reason ? t`By ${told(reason)}.` : '';
  $('over-text').textContent = `${how} ${moves === 1 ? t`${moves} move.` : t`${moves} moves.`}`.trim();
  $('over-accuracy').hidden = !accuracy();
  $('over-accuracy').textContent = accuracy();
  if (!sheet.open) sheet.show();
}

document.addEventListener('keydown', (e) => {
  if (e.key !== 'Escape' || !sheet.open) return;
  sheet.close();
  e.preventDefault();
});
document.addEventListener('pointerdown', (e) => { if (sheet.open && !sheet.contains(e.target) && e.target !== $('result')) sheet.close(); });
onClick('over-close', () => sheet.close());
onClick('over-review', () => {
  sheet.close();
  lookAt();
});
onClick('over-rematch', rematch);
onClick('over-save', savePGN);
