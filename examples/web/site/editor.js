// The editor of positions: pieces are put, moved and removed, and the library says what is wrong
// with the position. A legal one can be used.
import { ask } from './library.js';
import { $, announce, onClick, onSubmit, upper } from './page.js';
import { state, view } from './state.js';
import { openFEN } from './record.js';
import { Grid } from './grid.js';
import { picture, pictureOf } from './pieces.js';
import { t, told } from './words.js';

const startFEN = ask('new', { variant: 'chess' }).start;

// The tools: the hand moves pieces, the bin removes them, and the others put one.
const hand = { name: t('move a piece'), label: '✥' };
const bin = { name: t('remove a piece'), label: '✕' };
const puts = ['white', 'black'].map((color) => ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'].map((type) => {
  const letter = type === 'knight' ? 'n' : type[0];
  return { name: `${color} ${type}`, piece: color === 'white' ? letter.toUpperCase() : letter };
}));

// The fields of a position by variant, for all games that can begin.
const variants = Object.fromEntries(Array.from($('new').elements.variant.options, ({ text: name }) => [name, {
  ordinary: name !== 'Chess960',
  variant: ['Chess', 'Chess960'].includes(name) ? undefined : name,
  checks: name === 'Three-check' ? [3, 3] : undefined,
  pocket: undefined,
}]));

let edition;      // what the library says of the position: see edition in internal/protocol
let tool = hand;
let lifted = '';  // the square of the piece that the hand will move
let flipped = false;

const grid = new Grid($('editor-board'), {
  carried: (square) => edition.squares[square] ?? '',
  press: () => false,
  choose: use,
  drop: (from, square) => { if (square !== from) edit({ from, square }); },
  escape: () => {
    const had = lifted !== '';
    lift('');
    return had;
  },
});
grid.element.addEventListener('keydown', (e) => {
  if (e.key === 'Delete' || e.key === 'Backspace') edit({ square: e.target.dataset.square });
});

// use does what the tool does on a square.
function use(square) {
  if (tool === bin) {
    edit({ square });
  } else if (tool.piece) {
    edit({ square, piece: edition.squares[square] === tool.name ? undefined : tool.piece }); // a second click removes it
  } else if (lifted && lifted !== square) {
    edit({ from: lifted, square });
  } else {
    lift(lifted || !edition.squares[square] ? '' : square);
  }
}

// edit changes the board.
function edit(change) {
  read(() => ask('edit', { setup: edition.setup, ...change }));
  const square = change.square ?? change.from;
  announce(`${square}, ${told(edition.squares[square] ?? 'empty')}`);
}

// read shows what the library says of a position.
function read(answer) {
  const problems = $('editor-problems');
  try {
    edition = answer();
  } catch (error) {
    problems.textContent = error.message;
    problems.classList.add('wrong');
    return;
  }
  const { setup, problems: wrong, notes, fen } = edition;
  problems.textContent = told(wrong || notes);
  problems.classList.toggle('wrong', wrong !== '');
  $('editor-use').disabled = wrong !== '';
  $('editor-fen').value = fen;
  $('editor-turn').value = setup.turn;
  $('editor-variant').value = setup.variant ?? (setup.ordinary ? 'Chess' : 'Chess960');
  showRights();
  showPassed();
  showChecks();
  lift('');
}

const readFEN = (text, variant) => read(() => ask('readSetup', { text, variant }));

// set changes other fields of the position.
const set = (fields) => read(() => ask('edit', { setup: { ...edition.setup, ...fields } }));

function showRights() {
  $('editor-rights').replaceChildren(...edition.rights.map(({ rook, name, on }) => {
    const label = document.createElement('label');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = on;
    box.addEventListener('change', () => {
      const others = (edition.setup.castling ?? []).filter((square) => square !== rook);
      set({ castling: box.checked ? [...others, rook] : others });
    });
    label.append(box, told(name));
    return label;
  }));
}

function showPassed() {
  const { passed, setup } = edition;
  $('editor-passed-label').hidden = passed.length === 0;
  $('editor-passed').replaceChildren(new Option(t('no'), '-'), ...passed.map((square) => new Option(square)));
  $('editor-passed').value = passed.includes(setup.doublePush) ? setup.doublePush : '-';
}

function showChecks() {
  const { variant, checks = [] } = edition.setup;
  const fields = variant === 'Three-check' ? checks : [];
  $('editor-checks').replaceChildren(...fields.map((left, i) => {
    const label = document.createElement('label');
    const field = document.createElement('select');
    field.append(...[0, 1, 2, 3].map((n) => new Option(n)));
    field.value = left;
    field.addEventListener('change', () => set({ checks: checks.with(i, Number(field.value)) }));
    label.append(`${t(i === 0 ? "White's checks left" : "Black's checks left")} `, field);
    return label;
  }));
}

// lift chooses the piece that the hand will move, and shows the board.
function lift(square) {
  lifted = square;
  grid.show(pictureOf(edition.squares, flipped), flipped);
  grid.label((s) => [told(edition.squares[s] ?? ''), s === lifted && t('selected')]);
  for (const cell of grid.cells) {
    cell.setAttribute('aria-selected', String(cell.dataset.square === lifted));
    cell.classList.toggle('movable', Boolean(edition.squares[cell.dataset.square]));
  }
}

// take takes a tool.
function take(chosen) {
  tool = chosen;
  if (lifted) lift('');
  for (const button of $('palette').children) button.setAttribute('aria-pressed', String(button.title === told(tool.name)));
}

$('palette').append(...[hand, ...puts[0], bin, ...puts[1]].map((each) => {
  const button = document.createElement('button');
  button.title = told(each.name);
  button.setAttribute('aria-label', upper(button.title));
  button.append(each.label ?? picture(each.name));
  button.addEventListener('click', () => take(each));
  return button;
}));

for (const name of Object.keys(variants)) $('editor-variant').add(new Option(name));
$('editor-variant').addEventListener('change', (e) => set(variants[e.target.value]));
$('editor-turn').addEventListener('change', (e) => set({ turn: e.target.value }));
$('editor-passed').addEventListener('change', (e) => set({ doublePush: e.target.value }));
onSubmit('editor-read', () => readFEN($('editor-fen').value));
onClick('editor-start', () => readFEN(startFEN));
onClick('editor-clear', () => readFEN('8/8/8/8/8/8/8/8 w - - 0 1'));
onClick('editor-flip', () => {
  flipped = !flipped;
  lift('');
});
onClick('editor-cancel', () => $('editor').close());
onClick('editor-use', () => {
  $('editor').close();
  openFEN(edition.fen);
});

onClick('edit', () => {
  ({ flipped } = state);
  take(hand);
  readFEN(view.fen, view.variant);
  $('editor').showModal();
});
