// What comments say: words for people, and commands for programs, such as "[%clk 0:01:30]". A command
// has no bracket inside, so that a search for one ends where the next begins.

// plain returns a comment without commands.
export const plain = (comment) => comment.replace(/\[%[^[\]]*\]/g, '').trim();

// commands returns those commands.
export const commands = (comment) => (comment.match(/\[%[^[\]]*\]/g) ?? []).join(' ');

// values returns the values of the commands of a name.
const values = (comment, name) => Array.from(comment.matchAll(/\[%(\w+)\s([^[\]]*)\]/g)).filter((m) => m[1] === name).map((m) => m[2].trim());

// clock returns the time that a player had left after the move, as people read it, or ''.
export function clock(comment) {
  const [time = ''] = values(comment, 'clk');
  return /^\d+(:\d+){1,2}(\.\d+)?$/.test(time) ? time.replace(/^0+:0?(?=\d+:)/, '') : '';
}

// evaluation returns what the position after the move is worth to White, and the depth if that is
// written too, or null.
export function evaluation(comment) {
  const [text, depth] = (values(comment, 'eval')[0] ?? '').split(',');
  if (/^#[+-]?\d+$/.test(text)) return { text: text.replace('-', '−').replace('+', ''), depth };
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? { text: signed(Math.round(100 * text)), depth } : null;
}

// signed writes centipawns as the library does.
export const signed = (value) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${(Math.abs(value) / 100).toFixed(2)}`;

const paints = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

// marks returns the arrows and the coloured squares, each by one or two squares and its paint.
export function marks(comment) {
  const all = [...values(comment, 'csl'), ...values(comment, 'cal')].flatMap((list) => list.split(',')).map((mark) => mark.trim());
  return all.filter((mark) => /^[A-Z]([a-h][1-8]){1,2}$/.test(mark)).map((mark) => ({ at: mark.slice(1), paint: paints[mark[0]] ?? 'green' }));
}
