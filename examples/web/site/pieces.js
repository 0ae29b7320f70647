// Pictures of single pieces, and of pieces that are no position, made of the library's picture
// of the start position.
import { on } from './events.js';
import { plain } from './drawings.js';

const types = ['rook', 'knight', 'bishop', 'queen', 'king', 'pawn'];
const library = document.querySelector('#board .picture').cloneNode(true);

// pieceAt returns the piece in a picture whose square has its upper left corner at a point.
export function pieceAt(picture, [x, y]) {
  return picture.querySelector(`g[stroke-linejoin] > g[transform="translate(${x} ${y})"]`);
}

// pieceOf returns a piece of the library, such as a "white knight", in a group with its colours.
function pieceOf(name) {
  const [color, type] = name.split(' ');
  const file = types.indexOf(type);
  const rank = (type === 'pawn' ? 1 : 0);
  const piece = pieceAt(library, [100 * file, 100 * (color === 'white' ? 7 - rank : rank)]);
  const group = piece.parentNode.cloneNode(false);
  group.append(piece.cloneNode(true));
  return group;
}

// Each path of one set has a path of the other.
const toPlain = new Map(types.flatMap((type) => {
  const paths = pieceOf(`white ${type}`).querySelectorAll('path');
  return plain[type].map((d, i) => [paths[i].getAttribute('d'), d]);
}));
const toOwn = new Map([...toPlain].map(([own, other]) => [other, own]));

// dress draws the pieces in an element as the user has chosen.
export function dress(element) {
  const other = document.documentElement.dataset.pieces === 'plain' ? toPlain : toOwn;
  for (const path of element.querySelectorAll('path')) {
    const d = other.get(path.getAttribute('d'));
    if (d) path.setAttribute('d', d);
  }
}
dress(document);
on('theme', () => dress(document));

// picture returns a picture of a piece, such as a "white knight".
export function picture(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 100 100');
  svg.append(pieceOf(name));
  svg.querySelector('[transform]').removeAttribute('transform');
  dress(svg);
  return svg;
}

// pictureOf returns a picture of a board with pieces, such as { e4: 'white knight' }.
export function pictureOf(squares, flipped) {
  const board = library.cloneNode(true); // its squares are the same from both sides
  const place = pieceAt(board, [0, 0]).parentNode.parentNode;
  for (const group of board.querySelectorAll('g[stroke-linejoin]')) group.remove();
  for (const [square, name] of Object.entries(squares)) {
    const group = pieceOf(name);
    group.firstChild.setAttribute('transform', `translate(${corner(square, flipped).join(' ')})`);
    place.append(group);
  }
  board.querySelector('circle').remove(); // of the side to move
  return board.innerHTML;
}

// corner returns the upper left corner of a square in a picture.
export function corner(square, flipped) {
  const file = 'abcdefgh'.indexOf(square[0]); // each 100 wide
  const rank = square[1] - 1;
  return flipped ? [700 - 100 * file, 100 * rank] : [100 * file, 700 - 100 * rank];
}
