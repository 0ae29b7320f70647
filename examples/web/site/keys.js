// The keys of the page, and the list of them.
import { $, onClick } from './page.js';
import { t } from './words.js';

const list = document.createElement('dl');
const close = document.createElement('button');
close.textContent = t('Close');
close.addEventListener('click', () => $('keys').close());
$('keys').append(list, close);

const actions = new Map();

// onKey lets keys do the same, described in words.
export function onKey(names, words, action) {
  const term = document.createElement('dt');
  names.forEach((name, i) => {
    const key = document.createElement('kbd');
    key.textContent = shown[name] ?? name;
    term.append(...(i > 0 ? [' '] : []), key);
    actions.set(name, action);
  });
  const meaning = document.createElement('dd');
  meaning.textContent = words;
  list.append(term, meaning);
}

const shown = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': t('Space') };

document.addEventListener('keydown', (e) => {
  if (e.target.closest('input, select, textarea, dialog[open]') || e.ctrlKey || e.altKey || e.metaKey) return;
  if (e.key === ' ' && e.target.closest('button:not([data-square]), summary, a, .button')) return; // it presses them
  const action = actions.get(e.key);
  if (!action) return;
  action();
  e.preventDefault();
});

// press clicks a button that can be seen.
export function press(id) {
  if ($(id).checkVisibility()) $(id).click();
}

const help = () => $('keys').showModal();
onClick('keys-show', help);
onKey(['?'], t('this list'), help);
