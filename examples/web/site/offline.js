// The page without a network, as a service worker: what was loaded last is used if the server
// does not answer.
const name = 'chess';
const files = [
  './', 'app.js', 'board.js', 'chess.wasm', 'clock.js', 'comments.js', 'database.js', 'de.js', 'drawings.js', 'early.js', 'editor.js', 'events.js', 'explorer.js', 'game.js', 'grid.js',
  'icon.svg', 'keeping.js', 'keys.js', 'lessons.js', 'library.js', 'lines.js', 'link.js', 'manifest.webmanifest', 'moves.js', 'newgame.js', 'notes.js', 'openings.js',
  'over.js', 'page.js', 'pieces.js', 'preview.js', 'puzzles.csv', 'puzzles.js', 'record.js', 'review.js', 'seats.js', 'show.js', 'sound.js', 'state.js', 'store.js', 'style.css',
  'theme.js', 'thinking.js', 'threats.js', 'tree.js', 'truth.js', 'wasm_exec.js', 'why.js', 'words.js', 'worker.js',
];

addEventListener('install', (e) => {
  skipWaiting();
  e.waitUntil(caches.open(name).then((cache) => cache.addAll(files)));
});

addEventListener('activate', (e) => e.waitUntil(clients.claim()));

addEventListener('fetch', (e) => {
  if (e.request.method !== 'GET' || new URL(e.request.url).origin !== location.origin) return; // what others answer is not kept
  e.respondWith(answer(e));
});

// answer does not wait for the cache to be written: that takes a minute where the disk is busy, and
// fails where it is full.
async function answer(e) {
  try {
    const response = await fetch(e.request);
    if (response.ok) e.waitUntil(keep(e.request, response.clone()));
    return response;
  } catch (error) {
    const cache = await caches.open(name);
    const known = await cache.match(e.request, { ignoreSearch: true });
    if (known) return known;
    throw error;
  }
}

async function keep(request, response) {
  try {
    const cache = await caches.open(name);
    const tag = response.headers.get('ETag');
    if (tag && tag === (await cache.match(request))?.headers.get('ETag')) return; // it is kept already
    await cache.put(request, response);
  } catch { /* what was kept before stays */ }
}
