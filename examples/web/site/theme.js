// How the page looks: light or dark, the colours of the board, the drawings of the pieces, and
// whether the evaluation is shown beside the board. It is loaded before all else, so that the page
// does not change its colours later.
import { tell } from './events.js';

const fields = ['scheme', 'board', 'pieces', 'bar'];
const root = document.documentElement;

let chosen = {};
try {
  chosen = JSON.parse(localStorage.getItem('theme')) ?? {};
} catch { /* nothing was chosen */ }

for (const name of fields) {
  const field = document.getElementById(`theme-${name}`);
  field.value = chosen[name];
  if (field.selectedIndex < 0) field.selectedIndex = 0; // nothing, or a choice that is gone
  root.dataset[name] = field.value;
  field.addEventListener('change', () => {
    root.dataset[name] = field.value;
    tell('theme');
    try {
      localStorage.setItem('theme', JSON.stringify({ ...root.dataset }));
    } catch { /* the browser keeps nothing */ }
  });
}
