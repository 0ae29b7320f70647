// Pictures of single pieces, and of pieces that are no position, made of the library's picture
// of the start position.
import { ask } from './library.js';
import { on } from './events.js';
import { plain } from './drawings.js';

const start = ask('new', { variant: 'chess' });
const drawn = document.createElement('div');
drawn.className = 'unseen';
drawn.setAttribute('aria-hidden', 'true');
drawn.innerHTML = ask('view', { game: start }).picture;
document.body.prepend(drawn);

// The drawings of the page's first picture are those of all pictures, since they have the same
// names. The small ones are for heat maps.
const own = drawn.querySelector('defs').innerHTML;
const outlined = ([outline, lines]) => `<path d="${outline}"/><path fill="none" stroke="currentColor" stroke-width="3" d="${lines}"/>`;
const others = Object.entries(plain).map(([type, shape]) => `<g id="chess-${type}">${outlined(shape)}</g>
  <g id="chess-small-${type}" transform="translate(11) scale(.78)">${outlined(shape)}</g>`).join('');

function choose() {
  drawn.querySelector('defs').innerHTML = document.documentElement.dataset.pieces === 'plain' ? others : own;
}
choose();
on('theme', choose);

// picture returns a picture of a piece, such as a "white knight".
export function picture(name) {
  const [color, type] = name.split(' ');
  const file = ['rook', 'knight', 'bishop', 'queen', 'king', 'pawn'].indexOf(type);
  const rank = (type === 'pawn' ? 1 : 0);
  const use = drawn.querySelector(`use[x="${100 * file}"][y="${100 * (color === 'white' ? 7 - rank : rank)}"]`);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 100 100');
  const group = use.parentNode.cloneNode(false); // it has the colours
  const copy = use.cloneNode(false);
  copy.setAttribute('x', '0');
  copy.setAttribute('y', '0');
  group.append(copy);
  svg.append(group);
  return svg;
}

// pictureOf returns a picture of a board with pieces, such as { e4: 'white knight' }.
export function pictureOf(squares, flipped) {
  const board = document.createElement('div');
  board.innerHTML = ask('view', { game: start, flipped }).picture;
  const [white, black] = board.querySelectorAll('g:has(> use)');
  white.replaceChildren();
  black.replaceChildren();
  for (const [square, name] of Object.entries(squares)) {
    const [color, type] = name.split(' ');
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    const [x, y] = corner(square, flipped);
    for (const [key, value] of Object.entries({ href: `#chess-${type}`, x, y })) use.setAttribute(key, value);
    (color === 'white' ? white : black).append(use);
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
