// The seats beside the board: who plays, how strongly, with how much time and material.
import { ask } from './library.js';
import { on, tell } from './events.js';
import { $, accepts, upper } from './page.js';
import { change, fullLevel, levels, mover, opposite, person, side, state, strong, view, withSettings } from './state.js';
import { flag } from './game.js';
import { shown as clockTime } from './clock.js';
import { clock as clockOf } from './comments.js';
import { picture } from './pieces.js';
import { t, told } from './words.js';

const players = ask('players');

on('show', () => {
  for (const [place, color] of [['far', 'black'], ['near', 'white']]) {
    showSeat($(state.flipped ? (place === 'far' ? 'near' : 'far') : place), color);
  }
  tick();
});

function showSeat(place, color) {
  const seat = state.seats[color];
  if (place.dataset.color !== color) furnish(place, color);
  const tag = state.tree.tags[upper(color)];
  const name = tag && tag !== '?' ? tag : '';
  const label = place.querySelector('b');
  label.textContent = name || t(upper(color));
  label.title = name;
  place.querySelector(name ? '.first' : '.second').prepend(label);
  const known = (what) => state.tree.tags[upper(color) + what]?.replace(/^[?-]$/, '') ?? '';
  place.querySelector('.known').textContent = name ? [t(upper(color)), known('Title'), known('Elo')].filter(Boolean).join(' ') : '';
  const [player, level] = place.querySelectorAll('select');
  player.value = seat.player;
  player.title = told(players.find((p) => p.name === seat.player)?.description ?? '');
  level.querySelector('.ratings').hidden = seat.player !== strong;
  level.value = seat.level;
  const settings = place.querySelector('.settings');
  if (settings !== document.activeElement && !settings.validationMessage) settings.value = seat.settings;
  const more = place.querySelector('.more');
  const open = more.getAttribute('aria-expanded') === 'true';
  level.hidden = seat.player === person;
  more.hidden = level.hidden && !name;
  player.hidden = name && level.hidden && !open; // a name says who plays
  settings.hidden = level.hidden || !seat.settings && !open;
  place.classList.toggle('turn', side() === color && !view.over);
  const material = place.querySelector('.material');
  material.hidden = Boolean(view.pockets); // what was captured is in hand
  showMaterial(material, color);
  showPocket(place.querySelector('.pocket'), view.pockets?.[color === 'white' ? 0 : 1] ?? []);
  const left = view.checks?.[color === 'white' ? 0 : 1];
  place.querySelector('.checks').textContent = left === undefined ? '' : left === 1 ? t`${left} check to win` : t`${left} checks to win`;
}

// showPocket shows the pieces in hand, as buttons that choose one to drop.
function showPocket(place, pocket) {
  place.replaceChildren(...pocket.map(({ piece, from, count }) => {
    const button = document.createElement('button');
    button.append(picture(piece), `×${count}`);
    button.setAttribute('aria-label', t`${count} ${told(piece)} in hand`);
    button.disabled = !piece.startsWith(side()) || !view.moves.some((m) => m.from === from);
    button.addEventListener('click', () => tell('pick', from));
    return button;
  }));
}

// furnish makes the controls of a seat.
function furnish(place, color) {
  place.dataset.color = color;
  const name = t(upper(color));
  place.innerHTML = `<span class="face" aria-hidden="true"></span><div class="who"><div class="first">
    <select class="player" aria-label="${t`${name} is played by`}"></select>
    <button class="more" aria-expanded="false" aria-label="${t`Settings of ${name}'s player`}" title="${t('Settings of the player')}">⚙</button>
    <input class="settings" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="${t('settings')}"
      aria-label="${t`Settings of ${name}'s player, such as eval=pesto, CapturesBeyond=0`}"
      title="${t('Options of the player, its evaluation, weights in percent and numbers of features: CapturesBeyond=0,eval=pesto,material=90')}"></div><div class="second"><b>${name}</b><span class="known"></span>
    <select class="level" aria-label="${t`Strength of ${name}`}"></select><span class="material" role="img"></span><span class="checks"></span></div></div>
    <span class="pocket"></span><span class="clock" role="timer" aria-label="${t`Time of ${name}`}" hidden></span>`;
  place.querySelector('.face').append(picture(`${color} king`));
  const [player, level] = place.querySelectorAll('select');
  const settings = place.querySelector('.settings');
  player.add(new Option(t('You'), person));
  player.add(new Option(t('Computer'), strong));
  player.append(group(t('Other programs'), players.filter((p) => p.name !== strong).map((p) => new Option(told(p.name), p.name))));
  const all = levels.map((l, i) => ({ ...l, option: new Option(l.name, i) }));
  const ratings = group(t('Rating'), all.filter((l) => l.elo).map((l) => l.option));
  ratings.className = 'ratings';
  level.append(
    ratings,
    group(t('Full strength, by time'), all.filter((l) => l.time && !l.depth).map((l) => l.option)),
    group(t('Full strength, by depth'), all.filter((l) => l.depth).map((l) => l.option)),
  );
  const more = place.querySelector('.more');
  more.addEventListener('click', () => {
    const open = more.getAttribute('aria-expanded') === 'false';
    more.setAttribute('aria-expanded', String(open));
    showSeat(place, color);
    if (open) (settings.hidden ? player : settings).focus();
  });
  player.addEventListener('change', () => {
    const seat = state.seats[color];
    Object.assign(seat, { player: player.value, settings: '' });
    before = null;
    if (levels[seat.level].elo && seat.player !== strong) seat.level = fullLevel;
    settings.value = '';
    settings.setCustomValidity('');
    state.paused = false;
    change();
  });
  settings.addEventListener('change', () => {
    const seat = state.seats[color];
    if (!accepts(settings, 'checkPlayer', { text: withSettings(seat.player, settings.value) })) return;
    seat.settings = settings.value;
    change();
  });
  level.addEventListener('change', () => {
    state.seats[color].level = Number(level.value);
    change();
  });
}

// group returns options under a heading.
function group(label, options) {
  const g = document.createElement('optgroup');
  g.label = label;
  g.append(...options);
  return g;
}

let before = null; // the seats before a game that is only looked at

// swapSides lets those who play change their colours.
export function swapSides() {
  const { white, black } = state.seats;
  state.seats = { white: black, black: white };
  if ((white.player === person) !== (black.player === person)) state.flipped = white.player === person; // the person's side is below
}

// watch gives both seats to the user, until a new game begins.
export function watch() {
  const seats = Object.values(state.seats);
  if (seats.every((seat) => seat.player === person)) return;
  before = structuredClone(state.seats);
  for (const seat of seats) seat.player = person;
}

// playAgain seats those who played before that.
export function playAgain() {
  if (before) Object.assign(state.seats, before);
  before = null;
}

// takeSide gives the user a colour, and the program the other one; "" leaves the seats as they are.
export function takeSide(color) {
  if (!color) return;
  if (color === 'random') color = Math.random() < 0.5 ? 'white' : 'black';
  const other = opposite(color);
  const program = [state.seats[other], state.seats[color]].find((s) => s.player !== person)
    ?? { player: strong, settings: '', level: state.seats[other].level };
  state.seats[other] = { ...program };
  state.seats[color] = { player: person, settings: '', level: program.level };
  state.flipped = color === 'black';
}

const worth = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1 };

// showMaterial shows which pieces a side has more of than the other, and by how much it is
// ahead.
function showMaterial(place, color) {
  const pieces = Object.values(view.squares);
  const more = (type) => pieces.reduce((n, p) => n + (p.endsWith(` ${type}`) ? (p.startsWith(color) ? 1 : -1) : 0), 0);
  const icons = [];
  const words = [];
  let ahead = 0;
  for (const [type, value] of Object.entries(worth)) {
    const n = more(type);
    ahead += n * value;
    for (let i = 0; i < n; i++) icons.push(picture(`${opposite(color)} ${type}`));
    if (n > 0) words.push(`${n} ${t(n > 1 ? `${type}s` : type)}`);
  }
  place.replaceChildren(...icons, ahead > 0 ? `+${ahead}` : '');
  place.setAttribute('aria-label', words.length > 0 ? t`more: ${words.join(', ')}` : t('no more pieces than the other side'));
}

// written returns the time that a player had left here, as the file has it, or ''.
function written(color) {
  const { node } = state.tree;
  const own = [node, node.parent].find((n) => n?.parent && mover(n.ply - 1) === color);
  return own ? clockOf(own.comment) : '';
}

// tick shows the clocks, and ends the game of a side that has no time left.
function tick() {
  const { clock } = state;
  for (const place of document.querySelectorAll('.seat')) {
    const shown = place.querySelector('.clock');
    const { color } = place.dataset;
    const left = clock?.of(color);
    shown.textContent = clock ? clockTime(left) : written(color);
    shown.hidden = !shown.textContent;
    shown.classList.toggle('short', left < 20_000);
    shown.classList.toggle('runs', clock?.running === color);
  }
  if (clock?.running && clock.of(clock.running) === 0) {
    clock.stop();
    flag();
  }
}

on('enter', () => {
  if (state.end || view.over && state.tree.onMain) state.clock?.stop();
  tick();
});

// runClocks shows the clocks from now on.
export const runClocks = () => setInterval(() => { if (state.clock) tick(); }, 100);
