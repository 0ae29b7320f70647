// The list of the moves of a game, with its variations and comments.
import { evaluation, plain } from './comments.js';
import { san } from './words.js';

// glyphs are the signs of glyphs that have no suffix of their own.
const glyphs = {
  $10: ' =', $13: ' ∞', $14: ' +=', $15: ' =+', $16: ' ±', $17: ' ∓', $18: ' +−', $19: ' −+', $146: ' N',
};

// numberOf returns the number of the move after so many plies of a game, with dots after it.
// first is the number of the first move, and black tells whether that is one of Black.
export function numberOf(ply, { first, black }) {
  const plies = ply + (black ? 1 : 0);
  return `${first + Math.floor(plies / 2)}.${plies % 2 === 1 ? '..' : ''}`;
}

export class MoveList {
  #box;
  #onSelect;
  #tree;
  #view;
  #marks = new Map(); // the glyphs that a review gives moves, by node

  // onSelect is called with the node of a move that is clicked.
  constructor(box, onSelect) {
    this.#box = box;
    this.#onSelect = onSelect;
    new ResizeObserver(() => this.#scroll()).observe(box); // the moves are elsewhere then
  }

  // show shows the main line, one row for each move of both sides, and below a row what there
  // is to say of it. The view is of a position of the tree.
  show(tree, view) {
    this.#tree = tree;
    this.#view = view;
    const list = [];
    let row = null;
    if (plain(tree.root.comment)) list.push(besides('comment', plain(tree.root.comment)));
    for (let [node] = tree.root.children; node; [node] = node.children) {
      if (plain(node.commentBefore)) {
        list.push(besides('comment', plain(node.commentBefore)));
        row = null;
      }
      if (!this.#isBlack(node) || !row) {
        row = document.createElement('li');
        const label = document.createElement('span');
        label.textContent = this.#number(node);
        row.append(label);
        if (this.#isBlack(node)) row.append(document.createElement('i')); // White's place
        list.push(row);
      }
      row.append(this.#button(node));
      const others = node.parent.children.slice(1);
      if (plain(node.comment)) list.push(besides('comment', plain(node.comment)));
      for (const other of others) list.push(besides('variation', ...this.#inline(other)));
      if (plain(node.comment) || others.length > 0) row = null;
    }
    this.#box.replaceChildren(...list);
    if (list.length > 0) this.#scroll();
  }

  // mark shows the glyphs that a review gives moves, as { glyph, kind } by node.
  mark(marks) {
    this.#marks = marks;
    if (this.#tree) this.show(this.#tree, this.#view);
  }

  // scroll shows the current move. It scrolls only the list, not the page.
  #scroll() {
    const current = this.#box.querySelector('[aria-current]');
    this.#box.scrollTop = current ? current.offsetTop - (this.#box.clientHeight - current.offsetHeight) / 2 : 0;
    this.#box.scrollLeft = current ? current.offsetLeft - (this.#box.clientWidth - current.offsetWidth) / 2 : 0;
  }

  // inline returns the line that begins with a move, with its variations in parentheses.
  #inline(node) {
    const all = [];
    for (let numbered = true; node; [node] = node.children) {
      const before = plain(node.commentBefore);
      if (before) all.push(`${before} `);
      if (numbered || !this.#isBlack(node)) all.push(`${this.#number(node)} `);
      all.push(this.#button(node), ' ');
      const comment = plain(node.comment);
      if (comment) all.push(`${comment} `);
      const others = node.parent.children[0] === node ? node.parent.children.slice(1) : [];
      for (const other of others) {
        const line = this.#inline(other);
        all.push('(', ...line.with(-1, line.at(-1).trimEnd()), ') ');
      }
      numbered = Boolean(comment) || others.length > 0;
    }
    return all;
  }

  // button returns a button that shows the position after a move.
  #button(node) {
    const button = document.createElement('button');
    button.textContent = san(node.san) + node.nags.map((n) => glyphs[n] ?? (n.startsWith('$') ? '' : n)).join('');
    const mark = this.#marks.get(node);
    if (mark && !node.nags.some((n) => /^[!?]+$/.test(n))) {
      const sign = document.createElement('i');
      sign.className = mark.kind;
      sign.textContent = mark.glyph;
      button.append(sign);
    }
    const worth = evaluation(node.comment);
    if (worth) {
      const number = document.createElement('small');
      number.textContent = worth.text;
      button.append(' ', number);
    }
    if (node === this.#tree.node) button.setAttribute('aria-current', 'true');
    button.disabled = hasPass(node); // what comes after a pass cannot be shown
    button.addEventListener('click', () => this.#onSelect(node));
    return button;
  }

  #number(node) { return numberOf(node.ply - 1, this.#view); }

  #isBlack(node) { return (node.ply % 2 === 0) !== this.#view.black; }
}

// hasPass reports whether a move, or one before it, is a pass.
function hasPass(node) {
  for (; node.parent; node = node.parent) if (node.move === '0000') return true;
  return false;
}

// besides returns what stands in the list between the moves: words, or variations.
function besides(className, ...content) {
  const row = document.createElement('li');
  row.className = className;
  row.append(...content);
  return row;
}
