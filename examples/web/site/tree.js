// A game with variations, comments and glyphs, as the library's GameTree has it in JSON, and
// the place in it that is shown.

// A node is a move. The root has none. Children begin with the main line; the others are
// variations of its move.
function newNode(parent, { move = '', san = '', nags = [], comment = '', commentBefore = '' } = {}) {
  return { parent, move, san, nags, comment, commentBefore, children: [], ply: parent ? parent.ply + 1 : 0 };
}

export class Tree {
  // node is the last move played in the position shown; tip is the end of the line that
  // leads through it.
  constructor({ tags = {}, start, comment = '', nags = [], moves = [] }) {
    this.tags = tags;
    this.start = start;
    this.root = newNode(null, { comment, nags });
    this.#read(moves, this.root);
    this.node = this.root;
    this.tip = end(this.root);
  }

  #read(moves, at) {
    for (const m of moves) {
      const node = newNode(at, m);
      at.children.push(node);
      for (const variation of m.variations ?? []) this.#read(variation, at);
      at = node;
    }
  }

  // toJSON returns what the constructor reads, and the library as a GameTree.
  toJSON() {
    const { tags, start, root } = this;
    return { tags, start, ...words({ comment: root.comment, nags: root.nags }), moves: written(root) };
  }

  // line returns the moves of the line that is shown, and main those of the main line, up to
  // a pass, which is no legal move.
  line() { return played(path(this.tip)); }

  main() { return played(path(end(this.root))); }

  // onMain reports whether that is the main line of the game.
  get onMain() { return this.tip === end(this.root); }

  get atEnd() { return this.node.children.length === 0; }

  // goTo shows the position after so many plies of the line.
  goTo(ply) {
    const line = this.line();
    this.node = ply <= 0 ? this.root : line[Math.min(ply, line.length) - 1];
    this.node ??= this.root;
  }

  // select shows the position after a move, and its line.
  select(node) {
    if (node !== this.root && !path(this.tip).includes(node)) this.tip = end(node);
    this.node = node;
  }

  // play plays a move in the position shown: one of the tree, or a new one, which is a
  // variation if there are others.
  play(move, san) {
    let node = this.node.children.find((n) => n.move === move);
    if (!node) {
      node = newNode(this.node, { move, san });
      this.node.children.push(node);
    }
    this.select(node);
  }

  // remove takes back the move of the position shown, and all that follows it.
  remove() {
    const { node } = this;
    if (!node.parent) return;
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
    this.node = node.parent;
    this.tip = this.node;
  }

  // promote makes the line that is shown the main line.
  promote() {
    for (const node of path(this.tip)) {
      const { children } = node.parent;
      node.parent.children = [node, ...children.filter((n) => n !== node)];
    }
  }

  // place returns the place that is shown, and moveTo shows it again.
  get place() {
    const numbers = (node) => path(node).map((n) => n.parent.children.indexOf(n));
    return { node: numbers(this.node), tip: numbers(this.tip) };
  }

  moveTo({ node, tip }) {
    const find = (numbers) => numbers.reduce((n, i) => n.children[i], this.root);
    this.tip = find(tip);
    this.node = find(node);
  }
}

// path returns the moves up to a node.
function path(node) {
  const all = [];
  for (; node.parent; node = node.parent) all.push(node);
  return all.reverse();
}

// end returns the end of the main line from a node on.
function end(node) {
  while (node.children.length > 0) [node] = node.children;
  return node;
}

// played returns the moves before a pass.
function played(line) {
  const pass = line.findIndex((n) => n.move === '0000');
  return pass < 0 ? line : line.slice(0, pass);
}

// written returns the moves after a node in JSON.
function written(node) {
  const all = [];
  for (; node.children.length > 0; [node] = node.children) {
    const [main, ...others] = node.children;
    const variations = others.map((n) => [move(n), ...written(n)]);
    all.push(variations.length > 0 ? { ...move(main), variations } : move(main));
  }
  return all;
}

const move = (n) => ({ move: n.move, san: n.san, ...words(n) });

// words returns those of the fields that are not empty.
function words({ comment, commentBefore, nags }) {
  return Object.fromEntries(Object.entries({ comment, commentBefore, nags }).filter(([, value]) => value?.length > 0));
}
