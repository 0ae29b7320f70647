// Links to a game: its PGN in the address of the page, compressed.

// linkTo returns the address of the page with a game.
export async function linkTo(pgn) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(pgn));
  const text = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${location.href.split('#')[0]}#pgn=${text}`;
}

// linked returns what the end of an address has, from its # on: { pgn }, { fen } or nothing.
export async function linked(hash) {
  const [name, text] = hash.slice(1).split(/=(.*)/s);
  if (name === 'fen' && text) return { fen: decodeURIComponent(text).replaceAll('_', ' ') };
  if (name !== 'pgn' || !text) return {};
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return { pgn: new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes)) };
}

// isOwn reports whether a link is that to the game of this tab, which goes on when it is loaded again.
export function isOwn(hash) {
  try {
    return sessionStorage.getItem('link') === hash;
  } catch { // the browser keeps nothing
    return false;
  }
}

async function through(transform, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}
