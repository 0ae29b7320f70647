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
  opened.catch(() => { opened = null; }); // the next try may succeed
  return opened;
}

// within calls work with both stores, and resolves to what it returns when all is done.
async function within(mode, work) {
  const transaction = (await open()).transaction(['games', 'texts'], mode);
  const result = work(transaction.objectStore('games'), transaction.objectStore('texts'));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser has stopped.'));
  });
  return result;
}

// all returns all games, without their PGN.
export const all = async () => (await within('readonly', (games) => games.getAll())).result;

// textOf returns the PGN of a game.
export const textOf = async (id) => (await within('readonly', (_, texts) => texts.get(id))).result;

// put keeps a game with its PGN, in place of the one of its name and of the one with the name before.
export const put = ({ pgn, ...game }, before = game.id) => within('readwrite', (games, texts) => {
  games.delete(before);
  texts.delete(before);
  games.put(game);
  texts.put(pgn, game.id);
});

// add keeps those of the games whose names are new, with their PGN, and returns them. Others may have
// been written to since.
export const add = (list) => within('readwrite', (games, texts) => {
  const added = [];
  for (const { pgn, ...game } of list) {
    const request = games.add(game);
    request.onsuccess = () => {
      texts.put(pgn, game.id);
      added.push(game);
    };
    request.onerror = (e) => { if (request.error.name === 'ConstraintError') e.preventDefault(); };
  }
  return added;
});

// remove removes games, and returns with their PGN those that were there, so that they can be added
// again.
export const remove = (list) => within('readwrite', (games, texts) => {
  const gone = [];
  for (const game of list) {
    texts.get(game.id).onsuccess = ({ target: { result: pgn } }) => { if (pgn !== undefined) gone.push({ ...game, pgn }); };
    texts.delete(game.id);
    games.delete(game.id);
  }
  return gone;
});

// trim keeps the newest games that were played here, at most that number, and returns the names of the
// others.
export const trim = (most) => within('readwrite', (games, texts) => {
  const gone = [];
  games.getAllKeys(IDBKeyRange.bound('0', ':')).onsuccess = (e) => {
    for (const id of e.target.result.slice(0, -most)) {
      games.delete(id);
      texts.delete(id);
      gone.push(id);
    }
  };
  return gone;
});
