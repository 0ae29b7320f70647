// What the games of a player teach: the newest of those that were found are reviewed, and what the
// reviews have in common is said.
import { Thinker } from './library.js';
import { inGames } from './explorer.js';
import { $, announce, onSubmit } from './page.js';
import { textOf } from './store.js';
import { t } from './words.js';

const offered = 20; // players

const form = $('lessons');
const { player, most, begin } = form.elements;
let found = [];      // the games to choose from
let open = null;     // opens one of them after the move of a number, "12..."
let thinker = null;  // the worker that reviews

// offerLessons offers the lessons of those who play in most of the games.
export function offerLessons(games, openAt) {
  [found, open] = [games, openAt];
  const count = new Map();
  for (const { white, black } of games) {
    for (const name of white === black ? [] : [white, black]) count.set(name, (count.get(name) ?? 0) + 1);
  }
  count.delete('');
  const names = [...count.keys()].sort((a, b) => count.get(b) - count.get(a)).slice(0, offered);
  const chosen = player.value;
  player.replaceChildren(...names.map((name) => new Option(`${name} (${count.get(name)})`, name)));
  if (names.includes(chosen)) player.value = chosen;
  form.hidden = names.length === 0 && !thinker;
}

onSubmit('lessons', async () => {
  if (thinker) {
    thinker.stop();
    return;
  }
  const { value: name } = player;
  const games = found.filter(({ white, black, moves }) => moves && white !== black && [white, black].includes(name))
    .sort((a, b) => b.date.localeCompare(a.date)).slice(0, most.value);
  const began = Date.now();
  let done = -1;
  const news = (text) => {
    done++;
    show(text, games);
    const left = Math.ceil((Date.now() - began) * (games.length / done - 1) / 60_000);
    $('lessons-said').textContent = done > 0 ? t`Game ${done + 1} of ${games.length}, about ${left} min left` : t`Game ${1} of ${games.length}`;
  };
  thinker = new Thinker();
  begin.textContent = t('Stop');
  news('');
  let said;
  try {
    const texts = await Promise.all(games.map(({ id }) => textOf(id)));
    if (texts.includes(undefined)) throw new Error(t('The game is no longer there.')); // another tab has removed it
    const text = await thinker.think('lessons', { games: texts, player: name }, news);
    if (text) show(text, games);
    said = text ? '' : t`Stopped after ${inGames(done)}.`;
  } catch (error) {
    said = error.message;
  }
  thinker.end();
  thinker = null;
  begin.textContent = t('Lessons');
  $('lessons-said').textContent = said;
  announce(said || $('lessons-text').textContent);
});

// show shows a text of lines, in which each move opens its game: "12...Nf6?? in game 3".
function show(text, games) {
  const list = $('lessons-text');
  const at = [...list.querySelectorAll('button')].indexOf(document.activeElement);
  list.replaceChildren(...text.split('\n').filter(Boolean).map((line) => {
    const item = document.createElement('li');
    const parts = line.replace(/^- /, '').split(/((\d+\.(?:\.\.)?) ?[^\d\s]\S+ \S+ \S+ (\d+))/);
    for (let i = 0; i < parts.length; i += 4) {
      const [words, move, number, game] = parts.slice(i);
      item.append(words);
      if (!move) break;
      const button = document.createElement('button');
      button.className = 'move';
      button.textContent = move;
      button.addEventListener('click', () => open(games[game - 1], number));
      item.append(button);
    }
    return item;
  }));
  list.querySelectorAll('button')[at]?.focus();
}
