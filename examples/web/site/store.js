// The games that the browser keeps, in IndexedDB: what there is to find each by, and its PGN. Those
// that were played here have the time when they began as their name; others begin with "#".

let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('games', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games', { keyPath: 'id' });
      request.result.createObjectStore('texts');
    };
    request.onsuccess = () => {
      request.result.onclose = () => { opened = null; }; // the browser has cleared its data, or failed
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opened;
}

// within calls work with both stores, and resolves to what it returns when all is done.
async function within(mode, work) {
  const transaction = (await open()).transaction(['games', 'texts'], mode);
  const result = work(transaction.objectStore('games'), transaction.objectStore('texts'));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  return result;
}

// all returns all games, without their PGN.
export const all = async () => (await within('readonly', (games) => games.getAll())).result;

// textOf returns the PGN of a game.
export const textOf = async (id) => (await within('readonly', (_, texts) => texts.get(id))).result;

// put keeps games with their PGN, and replaces those of the same names.
export const put = (list) => within('readwrite', (games, texts) => {
  for (const { pgn, ...game } of list) {
    games.put(game);
    texts.put(pgn, game.id);
  }
});

// remove removes games, and returns them with their PGN, so that they can be put back.
export const remove = (list) => within('readwrite', (games, texts) => {
  const gone = [];
  for (const game of list) {
    texts.get(game.id).onsuccess = (e) => gone.push({ ...game, pgn: e.target.result });
    texts.delete(game.id);
    games.delete(game.id);
  }
  return gone;
});

// trim removes the oldest games that were played here but for so many.
export const trim = (most) => within('readwrite', (games, texts) => {
  games.getAllKeys(IDBKeyRange.bound('0', ':')).onsuccess = (e) => {
    for (const id of e.target.result.slice(0, -most)) {
      games.delete(id);
      texts.delete(id);
    }
  };
});
