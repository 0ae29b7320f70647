// Pictures of single pieces, copied from the library's picture of the start position.
import { ask } from './library.js';

const drawn = document.createElement('div');
drawn.className = 'unseen';
drawn.setAttribute('aria-hidden', 'true');
drawn.innerHTML = ask('view', { game: ask('new', { variant: 'chess' }) }).picture;
document.body.prepend(drawn);

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
