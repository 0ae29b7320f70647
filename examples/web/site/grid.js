// The library's picture of a board, and over it a grid of 64 buttons for the mouse, touch, the
// keyboard and screen readers. What they do is up to its user.
import { corner, dress, picture, pieceAt } from './pieces.js';
import { t } from './words.js';

const files = 'abcdefgh';

export class Grid {
  cells = [];
  element = document.createElement('div');
  #root;
  #picture;
  #svg;
  #coordinates = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  #acts;
  #flipped = false;
  #drag = null;
  #pressing = false; // whether a pointer is down on the grid
  #keyed = false;    // whether the focus came by keyboard, so that arrow keys move it

  // acts has functions that are called with the names of squares:
  //
  //	carried(square)  returns which piece can be dragged from it, such as "white knight", or ''
  //	press(square)    the pointer is down there; if it returns true, that is all that a click does
  //	choose(square)   it was clicked, or chosen by keyboard
  //	drop(from, to)   a piece was dragged; to is undefined outside the board
  //	escape()         the key was pressed
  constructor(root, acts) {
    this.#root = root;
    this.#acts = acts;
    this.#picture = root.querySelector('.picture') ?? document.createElement('div');
    this.#svg = this.#picture.innerHTML;
    this.#picture.className = 'picture';
    this.#picture.setAttribute('aria-hidden', 'true');
    this.element.className = 'grid';
    this.element.setAttribute('role', 'grid');
    for (let r = 0; r < 8; r++) {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      for (let f = 0; f < 8; f++) {
        const cell = document.createElement('button');
        cell.type = 'button';
        cell.setAttribute('role', 'gridcell');
        cell.tabIndex = -1;
        this.cells.push(cell);
        row.append(cell);
      }
      this.element.append(row);
    }
    this.cells[52].tabIndex = 0;
    this.#coordinates.setAttribute('class', 'coordinates');
    this.#coordinates.setAttribute('viewBox', '0 0 800 800');
    this.#coordinates.setAttribute('aria-hidden', 'true');
    root.replaceChildren(this.#picture, this.#coordinates, this.element);
    this.#listen();
  }

  #listen() {
    const grid = this.element;
    grid.addEventListener('keydown', (e) => this.#key(e));
    grid.addEventListener('focusin', (e) => {
      this.#keyed = !this.#pressing;
      this.#moveFocus(e.target);
    });
    grid.addEventListener('click', (e) => {
      if (e.detail === 0 && e.target.dataset.square) this.#acts.choose(e.target.dataset.square); // by keyboard; the pointer events handle clicks
    });
    grid.addEventListener('pointerdown', (e) => {
      this.#pressing = true;
      this.#down(e);
    });
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => { this.#pressing = false; });
    grid.addEventListener('pointermove', (e) => this.#moved(e));
    grid.addEventListener('pointerup', (e) => this.#up(e));
    grid.addEventListener('pointercancel', () => this.endDrag());
  }

  // show shows a picture of the library. A drag ends, unless it goes on.
  show(svg, flipped, goesOn = false) {
    if (!goesOn) this.endDrag();
    this.#flipped = flipped;
    if (svg !== this.#svg) {
      this.#picture.innerHTML = svg;
      this.#svg = svg;
      dress(this.#picture);
    }
    if (this.#drag?.ghost) this.piece(this.#drag.square)?.setAttribute('opacity', '.3');
    this.element.setAttribute('aria-label', t(`Chess board, ${flipped ? 'Black' : 'White'} at the bottom`));
    this.cells.forEach((cell, i) => { cell.dataset.square = this.#name(i % 8, i >> 3); });
    this.#coordinates.innerHTML = Array.from({ length: 8 }, (_, i) => `<text x="5" y="${100 * i + 20}">${this.#name(0, i)[1]}</text>
      <text x="${100 * i + 95}" y="794" text-anchor="end">${this.#name(i, 7)[0]}</text>`).join('');
  }

  // label sets what is said of each square; words returns a list of words for one.
  label(words) {
    for (const cell of this.cells) {
      const { square } = cell.dataset;
      cell.setAttribute('aria-label', [square, ...words(square).filter(Boolean)].join(', '));
    }
  }

  // corner returns the upper left corner of a square in the picture.
  corner(square) {
    return corner(square, this.#flipped);
  }

  // piece returns the piece of a square in the picture.
  piece(square) { return pieceAt(this.#picture, this.corner(square)); }

  // endDrag ends a drag, if there is one.
  endDrag() {
    if (this.#drag?.ghost) {
      this.#drag.ghost.remove();
      this.piece(this.#drag.square)?.removeAttribute('opacity');
    }
    this.#drag = null;
    for (const cell of this.cells) cell.classList.remove('over');
  }

  // name returns the square in a column and a row of the screen.
  #name(column, row) {
    return this.#flipped ? files[7 - column] + (row + 1) : files[column] + (8 - row);
  }

  #moveFocus(cell) {
    for (const other of this.cells) other.tabIndex = other === cell ? 0 : -1;
  }

  // key moves the focus, if it came by keyboard. Otherwise the keys are the page's.
  #key(e) {
    if (!this.#keyed && e.key !== 'Escape') return;
    if (e.key === ' ') e.stopPropagation(); // it chooses the square
    const i = this.cells.indexOf(e.target);
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
        if (!this.#acts.escape()) return;
        break;
      default: return;
    }
    e.preventDefault();
    e.stopPropagation();
    this.cells[next]?.focus();
  }

  #down(e) {
    const { square } = e.target.dataset;
    if (!square || e.button !== 0 || !e.isPrimary) return;
    const done = this.#acts.press(square);
    this.#drag = { square, x: e.clientX, y: e.clientY, done, piece: this.#acts.carried(square), ghost: null };
    this.element.setPointerCapture(e.pointerId);
  }

  #moved(e) {
    const d = this.#drag;
    if (!d?.piece) return;
    if (!d.ghost && Math.hypot(e.clientX - d.x, e.clientY - d.y) > 5) {
      d.ghost = picture(d.piece);
      d.ghost.classList.add('ghost');
      this.piece(d.square).setAttribute('opacity', '.3');
      this.#root.append(d.ghost);
    }
    if (!d.ghost) return;
    const box = this.#root.getBoundingClientRect();
    d.ghost.style.left = `${e.clientX - box.left}px`;
    d.ghost.style.top = `${e.clientY - box.top}px`;
    const over = this.#under(e);
    for (const cell of this.cells) cell.classList.toggle('over', cell === over && cell.classList.contains('target'));
  }

  #up(e) {
    const d = this.#drag;
    if (!d) return;
    const square = this.#under(e)?.dataset.square;
    const dragged = Boolean(d.ghost);
    this.endDrag();
    if (dragged) this.#acts.drop(d.square, square);
    else if (square === d.square && !d.done) this.#acts.choose(square);
  }

  #under(e) {
    return document.elementsFromPoint(e.clientX, e.clientY).find((x) => this.element.contains(x) && x.dataset.square);
  }
}
