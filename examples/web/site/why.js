// Why: of a move, in words, and of the evaluation of the position, by feature.
import { adviser, ask } from './library.js';
import { signed } from './comments.js';
import { on } from './events.js';
import { $, accepts, announce, onClick } from './page.js';
import { evaluation, position, show, state, view, withSettings } from './state.js';
import { found, generation } from './thinking.js';
import { san, t, told } from './words.js';

const evaluations = ask('evaluations');
let asked = false; // whether the adviser is looking at a move

on('leave', () => {
  if (asked) adviser().stop();
  asked = false;
  $('why').disabled = false;
  $('reason').textContent = '';
});

on('show', () => {
  if (view.last) $('why').textContent = t`Why ${san(view.last.san)}?`;
  showNumber();
  if ($('explain').open) showAccount();
});
on('found', () => {
  if (showNumber() && $('explain').open) showAccount();
});

// showNumber shows the number that is explained, which the bar shows too, and reports whether it is
// another one.
function showNumber() {
  const text = found.best && !view.over && !state.solving ? ` ${found.best.lines[0].score.text}` : '';
  const other = $('total').textContent !== text;
  $('total').textContent = text;
  return other;
}

// It says why the last move of the position shown is good or bad. It does not disturb the other
// searches.
onClick('why', async () => {
  asked = true;
  $('why').disabled = true;
  $('reason').textContent = t('Thinking…');
  const now = generation;
  let text;
  try {
    text = await adviser().think('why', position());
  } catch (error) {
    text = error.message;
  }
  if (now !== generation) return;
  asked = false;
  $('why').disabled = false;
  $('reason').textContent = text;
  $('reason').scrollIntoView({ block: 'nearest' });
  announce(text);
});

function showAccount() {
  const account = ask('explain', { ...position(), ...evaluation() });
  $('by').textContent = state.evaluation.name ? '' : told(account.by);
  $('phase').textContent = told(account.phase);
  const rows = account.rows.map((r) => accountRow(told(r.name), r.name, [r.white, r.black, r.score], r.part));
  const best = found.best?.lines[0].score;
  if (best && !view.over && account.by === evaluations[0].name) { // that by which the search evaluates
    const { value, text } = best;
    const ahead = text.startsWith('#') ? text : signed(value - account.value);
    rows.push(accountRow(t('Not looking ahead'), '', ['', '', account.total], 0), totalRow(t('Looking ahead'), ahead), totalRow(t('Total'), text));
  } else {
    rows.push(accountRow(t('Total'), '', ['', '', account.total], 0));
  }
  const focus = document.activeElement?.closest('#account tr')?.dataset.feature;
  $('account').replaceChildren(...rows);
  if (focus !== undefined) rows.find((r) => r.dataset.feature === focus)?.querySelector('button').focus();
}

// totalRow returns a row that is of no feature.
function totalRow(label, score) {
  const row = accountRow(label, 'none', ['', '', score], 0);
  const name = document.createElement('span');
  name.textContent = label;
  row.querySelector('button').replaceWith(name);
  delete row.dataset.feature;
  return row;
}

function accountRow(label, feature, cells, part) {
  const row = document.createElement('tr');
  row.classList.toggle('none', cells.every((text) => text === '0.00'));
  row.dataset.feature = feature;
  const head = document.createElement('th');
  head.scope = 'row';
  const button = document.createElement('button');
  button.textContent = label;
  button.setAttribute('aria-pressed', String(state.feature === feature));
  button.addEventListener('click', () => {
    state.feature = state.feature === feature ? null : feature;
    show();
  });
  head.append(button);
  row.append(head);
  for (const text of cells) {
    const cell = document.createElement('td');
    cell.textContent = text;
    row.append(cell);
  }
  const bar = document.createElement('td');
  bar.setAttribute('aria-hidden', 'true');
  const mark = document.createElement('i');
  mark.className = part < 0 ? 'negative' : 'positive';
  mark.style.width = `${50 * Math.abs(part)}%`;
  bar.append(mark);
  row.append(bar);
  return row;
}

$('explain').addEventListener('toggle', () => {
  if (!$('explain').open) state.feature = null;
  show();
});

for (const e of evaluations) $('evaluation').add(new Option(told(e.name), e.name));
$('evaluation').addEventListener('change', () => {
  const field = $('evaluation-settings');
  state.evaluation = { name: $('evaluation').value, settings: '' };
  field.value = '';
  field.setCustomValidity('');
  field.hidden = !state.evaluation.name;
  state.feature = state.feature === null ? null : ''; // another evaluation may not have the feature
  show();
});

$('evaluation-settings').addEventListener('change', (e) => {
  const settings = e.target.value;
  if (!accepts(e.target, 'checkEvaluation', { text: withSettings(state.evaluation.name, settings) })) return;
  state.evaluation.settings = settings;
  show();
});
