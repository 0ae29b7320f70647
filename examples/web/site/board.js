// The board of the game: the moves that can be made on it, and arrows.
import { Grid } from './grid.js';
import { t, told } from './words.js';

export class Board {
  #grid;
  #arrows = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  #best = [];      // the moves of arrows, in UCI notation
  #threat = '';    // the move of a red arrow
  #drawn = [];     // what the user has drawn: moves of green arrows, and squares with rings
  #marks = [];     // what the file draws: see marks in comments.js
  #view = null;
  #open = false; // whether a person can move
  #later = '';   // otherwise, the color of the person whose next move can be chosen in advance
  #selected = '';

  // onMove is called with the moves from one square to another (one move, or the
  // promotions of a pawn), and with true if the piece was dragged.
  constructor(root, onMove) {
    this.onMove = onMove;
    this.#grid = new Grid(root, {
      carried: (square) => (!this.#targets(this.#selected).has(square) && this.#targets(square).size > 0 ? this.#view.squares[square] : ''),
      press: (square) => this.#press(square),
      choose: (square) => this.#choose(square),
      drop: (from, to) => {
        const moves = this.#targets(from).get(to);
        if (!moves) return;
        this.#select('');
        this.onMove(moves, true);
      },
      escape: () => {
        this.#select('');
        return true;
      },
    });
    this.#arrows.setAttribute('class', 'arrows');
    this.#arrows.setAttribute('viewBox', '0 0 800 800');
    this.#arrows.setAttribute('aria-hidden', 'true');
    this.#grid.element.before(this.#arrows);
    this.#listen();
  }

  // listen lets the right button draw: an arrow from square to square, or a ring. The same once
  // more removes it, and the left button removes all.
  #listen() {
    const grid = this.#grid.element;
    let from = '';
    grid.addEventListener('contextmenu', (e) => e.preventDefault());
    grid.addEventListener('pointerdown', (e) => {
      from = e.button === 2 && e.target.dataset.square || '';
      if (e.button === 0 && this.#drawn.length > 0) this.#sketch([]);
    });
    grid.addEventListener('pointerup', (e) => {
      const to = document.elementFromPoint(e.clientX, e.clientY)?.dataset.square;
      if (e.button !== 2 || !from || !to) return;
      const mark = from === to ? to : from + to;
      const others = this.#drawn.filter((m) => m !== mark);
      this.#sketch(others.length < this.#drawn.length ? others : [...others, mark]);
    });
  }

  #sketch(marks) {
    this.#drawn = marks;
    this.#draw();
  }

  // show shows a view. If open is set, its moves can be made; if not, and later is a color, its
  // next move can be chosen, legal or not; chosen is one that was. The marks are drawn. If slide
  // is set, the last move is animated. In the same position, what the user has begun stays.
  show(view, { flipped, open, later, chosen, marks, slide }) {
    const same = view.fen === this.#view?.fen;
    if (!same) this.#drawn = [];
    this.#view = view;
    this.#marks = marks;
    this.#open = open;
    this.#later = open ? '' : later;
    const goesOn = same && this.#targets(this.#selected).size > 0;
    this.#grid.show(view.picture, flipped, goesOn);
    this.#select(goesOn ? this.#selected : '');
    this.#draw();
    for (const cell of this.#grid.cells) cell.classList.toggle('chosen', [chosen?.from, chosen?.to].includes(cell.dataset.square));
    if (slide && view.last) this.#slide(view.last);
  }

  // pick selects a piece in hand, such as "N@".
  pick(from) { this.#select(this.#targets(from).size > 0 && this.#selected !== from ? from : ''); }

  // point shows the moves that a search finds best, in UCI notation, the best as the widest
  // arrow.
  point(moves) {
    this.#best = moves;
    this.#draw();
  }

  // warn shows a move that the other side threatens, as a red arrow; '' is none.
  warn(move) {
    this.#threat = move;
    this.#draw();
  }

  #draw() {
    this.#arrows.replaceChildren();
    const add = (shape, name) => {
      shape.setAttribute('class', name);
      this.#arrows.append(shape);
    };
    for (const { at, paint } of this.#marks) add(at.length > 2 ? this.#arrow(at, 10) : this.#square(at), `mark ${paint}`);
    this.#best.forEach((uci, i) => add(this.#arrow(uci, Math.max(12 - 4 * i, 3)), 'best'));
    if (this.#threat) add(this.#arrow(this.#threat, 10), 'threat');
    for (const mark of this.#drawn) add(mark.length > 2 ? this.#arrow(mark, 10) : this.#ring(mark), 'drawn green');
  }

  #ring(square) { return this.#square(square, { inset: 5, rx: 45 }); }

  // square returns a square, smaller by the inset on each side, with corners of a radius.
  #square(square, { inset = 0, rx = 0 } = {}) {
    const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    const [x, y] = this.#grid.corner(square);
    const size = 100 - 2 * inset;
    for (const [key, value] of Object.entries({ x: x + inset, y: y + inset, width: size, height: size, rx })) rect.setAttribute(key, value);
    return rect;
  }

  // arrow returns an arrow of half a width w for a move.
  #arrow(uci, w) {
    if (uci[1] === '@') return this.#ring(uci.slice(2)); // a drop
    const [[x1, y1], [x2, y2]] = [uci.slice(0, 2), uci.slice(2, 4)].map((square) => this.#grid.corner(square).map((v) => v + 50));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const head = [x2 - 3 * w * dx, y2 - 3 * w * dy];
    const arrow = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    const at = (x, y, side) => `${x - side * dy} ${y + side * dx}`;
    arrow.setAttribute('d', `M${at(x1, y1, w)}L${at(...head, w)}L${at(...head, 2 * w)}L${x2} ${y2}L${at(...head, -2 * w)}L${at(...head, -w)}L${at(x1, y1, -w)}Z`);
    return arrow;
  }

  #slide({ from, to }) {
    const piece = this.#grid.piece(to);
    if (!piece || from[1] === '@' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const [fromX, fromY] = this.#grid.corner(from);
    const [toX, toY] = this.#grid.corner(to);
    piece.animate(
      [{ translate: `${fromX - toX}px ${fromY - toY}px` }, { translate: 'none' }],
      { duration: 160, easing: 'ease-out' },
    );
  }

  #isLater(square) { return Boolean(this.#view.squares[square]?.startsWith(`${this.#later} `)); }

  // targets returns the moves from a square, grouped by target.
  #targets(from) {
    if (this.#isLater(from)) {
      const others = this.#grid.cells.map((c) => c.dataset.square).filter((to) => to !== from && !this.#isLater(to));
      return new Map(others.map((to) => [to, [{ from, to }]]));
    }
    const moves = this.#open ? this.#view.moves.filter((m) => m.from === from) : [];
    return Map.groupBy(moves, (m) => m.to);
  }

  // select selects a square, or none, and sets the labels and classes of all.
  #select(selected) {
    this.#selected = selected;
    const targets = this.#targets(selected);
    const movable = new Set(this.#open ? this.#view.moves.map((m) => m.from) : Object.keys(this.#view.squares).filter((square) => this.#isLater(square)));
    const isTarget = (square) => targets.has(square) && !this.#later;
    this.#grid.label((square) => {
      const piece = this.#view.squares[square];
      return [piece && told(piece), square === selected && t('selected'), isTarget(square) && t(piece ? 'can be captured' : 'can move here')];
    });
    for (const cell of this.#grid.cells) {
      const { square } = cell.dataset;
      const target = isTarget(square);
      cell.setAttribute('aria-selected', String(square === selected));
      cell.classList.toggle('movable', movable.has(square));
      cell.classList.toggle('target', target);
      cell.classList.toggle('taken', target && Boolean(this.#view.squares[square]));
    }
  }

  // press selects a piece that can move, and reports whether it was not selected before.
  #press(square) {
    if (this.#targets(this.#selected).has(square) || this.#targets(square).size === 0 || square === this.#selected) return false;
    this.#select(square);
    return true;
  }

  // choose makes the move to a square, or selects the square.
  #choose(square) {
    const moves = this.#targets(this.#selected).get(square);
    const again = square === this.#selected;
    this.#select(!moves && !again && this.#targets(square).size > 0 ? square : '');
    if (moves) this.onMove(moves, false);
  }
}
