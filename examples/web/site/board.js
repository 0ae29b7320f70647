// The board: the library's picture, and over it a grid of 64 buttons for the mouse,
// touch, the keyboard and screen readers.

import { picture } from './pieces.js';

const files = 'abcdefgh'; // each 100 wide in the picture

export class Board {
  #root;
  #onMove;
  #picture = document.createElement('div');
  #arrows = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  #grid = document.createElement('div');
  #cells = [];
  #view = null;
  #flipped = false;
  #open = false; // whether a person can move
  #later = '';   // otherwise, the color of the person whose next move can be chosen in advance
  #selected = '';
  #drag = null;
  #pressing = false; // whether a pointer is down on the grid
  #keyed = false;    // whether the focus came by keyboard, so that arrow keys move it

  // onMove is called with the moves from one square to another (one move, or the
  // promotions of a pawn), and with true if the piece was dragged.
  constructor(root, onMove) {
    this.#root = root;
    this.#onMove = onMove;
    this.#picture.className = 'picture';
    this.#picture.setAttribute('aria-hidden', 'true');
    this.#arrows.setAttribute('class', 'arrows');
    this.#arrows.setAttribute('viewBox', '0 0 800 800');
    this.#arrows.setAttribute('aria-hidden', 'true');
    this.#grid.className = 'grid';
    this.#grid.setAttribute('role', 'grid');
    for (let r = 0; r < 8; r++) {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      for (let f = 0; f < 8; f++) {
        const cell = document.createElement('button');
        cell.type = 'button';
        cell.setAttribute('role', 'gridcell');
        cell.tabIndex = -1;
        this.#cells.push(cell);
        row.append(cell);
      }
      this.#grid.append(row);
    }
    this.#cells[52].tabIndex = 0;
    root.replaceChildren(this.#picture, this.#arrows, this.#grid);

    this.#grid.addEventListener('keydown', (e) => this.#key(e));
    this.#grid.addEventListener('focusin', (e) => {
      this.#keyed = !this.#pressing;
      this.#moveFocus(e.target);
    });
    this.#grid.addEventListener('click', (e) => {
      if (e.detail === 0 && e.target.dataset.square) this.#choose(e.target.dataset.square); // by keyboard; the pointer events handle clicks
    });
    this.#grid.addEventListener('pointerdown', (e) => {
      this.#pressing = true;
      this.#down(e);
    });
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => { this.#pressing = false; });
    this.#grid.addEventListener('pointermove', (e) => this.#moved(e));
    this.#grid.addEventListener('pointerup', (e) => this.#up(e));
    this.#grid.addEventListener('pointercancel', () => this.#endDrag());
  }

  // show shows a view. If open is set, its moves can be made; if not, and later is a color, its
  // next move can be chosen, legal or not; chosen is one that was. If slide is set, the last
  // move is animated.
  show(view, { flipped, open, later, chosen, slide }) {
    this.#endDrag();
    this.#view = view;
    this.#flipped = flipped;
    this.#open = open;
    this.#later = open ? '' : later;
    this.#selected = '';
    this.#picture.innerHTML = view.picture;
    this.#grid.setAttribute('aria-label', `Chess board, ${flipped ? 'Black' : 'White'} at the bottom`);
    this.#cells.forEach((cell, i) => { cell.dataset.square = this.#name(i % 8, i >> 3); });
    this.#mark();
    for (const cell of this.#cells) cell.classList.toggle('chosen', [chosen?.from, chosen?.to].includes(cell.dataset.square));
    if (slide && view.last) this.#slide(view.last);
  }

  // point shows the moves that a search finds best, in UCI notation, the best as the widest
  // arrow.
  point(moves) {
    this.#arrows.replaceChildren(...moves.map((uci, i) => {
      const [[x1, y1], [x2, y2]] = [uci.slice(0, 2), uci.slice(2, 4)].map((square) => this.#corner(square).map((v) => v + 50));
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
      const w = Math.max(12 - 4 * i, 3); // half the width
      const head = [x2 - 3 * w * dx, y2 - 3 * w * dy];
      const arrow = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      const at = (x, y, side) => `${x - side * dy} ${y + side * dx}`;
      arrow.setAttribute('d', `M${at(x1, y1, w)}L${at(...head, w)}L${at(...head, 2 * w)}L${x2} ${y2}L${at(...head, -2 * w)}L${at(...head, -w)}L${at(x1, y1, -w)}Z`);
      return arrow;
    }));
  }

  // name returns the square in a column and a row of the screen.
  #name(column, row) {
    return this.#flipped ? files[7 - column] + (row + 1) : files[column] + (8 - row);
  }

  // corner returns the upper left corner of a square in the picture.
  #corner(square) {
    const file = files.indexOf(square[0]);
    const rank = square[1] - 1;
    return this.#flipped ? [700 - 100 * file, 100 * rank] : [100 * file, 700 - 100 * rank];
  }

  #use(square) {
    const [x, y] = this.#corner(square);
    return this.#picture.querySelector(`use[x="${x}"][y="${y}"]`);
  }

  #slide({ from, to }) {
    const use = this.#use(to);
    if (!use || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const [fromX, fromY] = this.#corner(from);
    const [toX, toY] = this.#corner(to);
    use.animate(
      [{ transform: `translate(${fromX - toX}px, ${fromY - toY}px)` }, { transform: 'none' }],
      { duration: 160, easing: 'ease-out' },
    );
  }

  // targets returns the moves from a square, grouped by target.
  #targets(from) {
    if (this.#view.squares[from]?.startsWith(`${this.#later} `)) {
      const others = this.#cells.map((c) => c.dataset.square).filter((to) => to !== from && !this.#view.squares[to]?.startsWith(`${this.#later} `));
      return new Map(others.map((to) => [to, [{ from, to }]]));
    }
    const moves = this.#open ? this.#view.moves.filter((m) => m.from === from) : [];
    return Map.groupBy(moves, (m) => m.to);
  }

  // mark sets the labels and classes of the buttons.
  #mark() {
    const targets = this.#targets(this.#selected);
    const later = (square) => Boolean(this.#view.squares[square]?.startsWith(`${this.#later} `));
    const movable = new Set(this.#open ? this.#view.moves.map((m) => m.from) : Object.keys(this.#view.squares).filter(later));
    for (const cell of this.#cells) {
      const square = cell.dataset.square;
      const piece = this.#view.squares[square];
      const words = [square];
      if (piece) words.push(piece);
      if (square === this.#selected) words.push('selected');
      const target = targets.has(square) && !this.#later;
      if (target) words.push(piece ? 'can be captured' : 'can move here');
      cell.setAttribute('aria-label', words.join(', '));
      cell.setAttribute('aria-selected', String(square === this.#selected));
      cell.classList.toggle('movable', movable.has(square));
      cell.classList.toggle('target', target);
      cell.classList.toggle('taken', target && Boolean(piece));
    }
  }

  // choose makes the move to a square, or selects the square.
  #choose(square) {
    const moves = this.#targets(this.#selected).get(square);
    const again = square === this.#selected;
    this.#selected = !moves && !again && this.#targets(square).size > 0 ? square : '';
    this.#mark();
    if (moves) this.#onMove(moves, false);
  }

  #moveFocus(cell) {
    for (const other of this.#cells) other.tabIndex = other === cell ? 0 : -1;
  }

  // key moves the focus, if it came by keyboard. Otherwise the keys are the page's.
  #key(e) {
    if (!this.#keyed && e.key !== 'Escape') return;
    const i = this.#cells.indexOf(e.target);
    const column = i % 8;
    let next = -1;
    switch (e.key) {
      case 'ArrowLeft': if (column > 0) next = i - 1; break;
      case 'ArrowRight': if (column < 7) next = i + 1; break;
      case 'ArrowUp': next = i - 8; break;
      case 'ArrowDown': next = i + 8; break;
      case 'Home': next = i - column; break;
      case 'End': next = i - column + 7; break;
      case 'Escape':
        this.#selected = '';
        this.#mark();
        break;
      default: return;
    }
    e.preventDefault();
    e.stopPropagation();
    this.#cells[next]?.focus();
  }

  #down(e) {
    const square = e.target.dataset.square;
    if (!square || e.button !== 0 || !e.isPrimary) return;
    const target = this.#targets(this.#selected).has(square);
    const carries = !target && this.#targets(square).size > 0;
    this.#drag = { square, x: e.clientX, y: e.clientY, was: this.#selected, carries, ghost: null };
    this.#grid.setPointerCapture(e.pointerId);
    if (carries && square !== this.#selected) {
      this.#selected = square;
      this.#mark();
    }
  }

  #moved(e) {
    const d = this.#drag;
    if (!d?.carries) return;
    if (!d.ghost && Math.hypot(e.clientX - d.x, e.clientY - d.y) > 5) {
      d.ghost = picture(this.#view.squares[d.square]);
      d.ghost.classList.add('ghost');
      this.#use(d.square).setAttribute('opacity', '.3');
      this.#root.append(d.ghost);
    }
    if (!d.ghost) return;
    const box = this.#root.getBoundingClientRect();
    d.ghost.style.left = `${e.clientX - box.left}px`;
    d.ghost.style.top = `${e.clientY - box.top}px`;
    const over = this.#under(e);
    for (const cell of this.#cells) cell.classList.toggle('over', cell === over && cell.classList.contains('target'));
  }

  #up(e) {
    const d = this.#drag;
    if (!d) return;
    const square = this.#under(e)?.dataset.square;
    const dragged = Boolean(d.ghost);
    this.#endDrag();
    if (!dragged) {
      if (square !== d.square) return;
      if (d.carries && d.was !== square) return; // selected on pointerdown
      this.#choose(square);
      return;
    }
    const moves = this.#targets(d.square).get(square);
    if (moves) this.#onMove(moves, true);
  }

  // endDrag ends a drag, if there is one.
  #endDrag() {
    if (this.#drag?.ghost) {
      this.#drag.ghost.remove();
      this.#use(this.#drag.square)?.removeAttribute('opacity');
    }
    this.#drag = null;
    for (const cell of this.#cells) cell.classList.remove('over');
  }

  #under(e) {
    return document.elementsFromPoint(e.clientX, e.clientY).find((x) => this.#grid.contains(x) && x.dataset.square);
  }
}
