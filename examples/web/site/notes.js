// What the user writes to the last move of the position shown: a glyph and a comment; and which
// line is the main one.
import { on, tell } from './events.js';
import { $, announce, onClick, onSubmit } from './page.js';
import { change, show, state, view } from './state.js';
import { keepForUndo, save } from './keeping.js';
import { commands, plain } from './comments.js';
import { t } from './words.js';

const glyphs = { '': 'No glyph', '!': '! good', '?': '? mistake', '!!': '!! brilliant', '??': '?? blunder', '!?': '!? interesting', '?!': '?! dubious' };
const { glyph, comment } = $('notes').elements;
for (const [value, words] of Object.entries(glyphs)) glyph.add(new Option(t(words), value));

let open = false;

on('show', () => {
  const { node, onMain } = state.tree;
  $('about-move').hidden = !view.last;
  $('notes').hidden = !view.last || !open;
  $('promote').hidden = onMain;
  glyph.value = node.nags.find((n) => n in glyphs) ?? '';
  if (comment !== document.activeElement) comment.value = plain(node.comment);
  $('remark').replaceChildren(...[node.commentBefore, node.comment].map(plain).filter(Boolean).map((text) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    return paragraph;
  }));
});

onClick('annotate', () => {
  open = !open;
  $('annotate').setAttribute('aria-expanded', String(open));
  $('notes').hidden = !open;
  if (open) comment.focus();
});

glyph.addEventListener('change', () => {
  const { node } = state.tree;
  node.nags = [...(glyph.value ? [glyph.value] : []), ...node.nags.filter((n) => !(n in glyphs))];
  show();
  save();
});

comment.addEventListener('input', () => {
  const { node } = state.tree;
  node.comment = [commands(node.comment), comment.value.trim()].filter(Boolean).join(' ');
  show();
  save();
});
onSubmit('notes', () => comment.blur());

onClick('promote', () => {
  keepForUndo(t('Another line is the main one.'));
  tell('other');
  state.tree.promote();
  state.end = ''; // it was that of the other line
  change();
  announce(t('The line that is shown is the main line.'));
});
