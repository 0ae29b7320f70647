// The page: it brings its parts together, and begins.
import { ask, pause } from './library.js';
import { board, early } from './early.js';
import { $, announce, attempt, onClick, onSubmit } from './page.js';
import { change, show, state, view } from './state.js';
import { begin, choose, end, giveUp, goTo, playTyped, takeBack } from './game.js';
import { restore, save } from './keeping.js';
import { onKey, press } from './keys.js';
import { playBest } from './lines.js';
import { isOwn } from './link.js';
import { openLink } from './record.js';
import { runClocks } from './seats.js';
import { Tree } from './tree.js';
import './database.js';
import './editor.js';
import './explorer.js';
import './newgame.js';
import './notes.js';
import './over.js';
import './puzzles.js';
import './review.js';
import './show.js';
import './sound.js';
import './threats.js';
import './truth.js';
import './why.js';
import { t } from './words.js';

const goesOn = await restore(); // nothing is heard before there is a game
await pause();
const { hash } = location; // the first position takes it off the address
if (goesOn) {
  change();
  announce(t('Your last game goes on.'));
} else {
  begin(new Tree(ask('new', { variant: 'chess' })), t('White to move.'));
}
runClocks();

onClick('resign', giveUp);
onClick('claim', () => end(view.claim));
onClick('promotion', (e) => { if (e.target === e.currentTarget) e.target.close(); }); // outside the buttons

const back = () => goTo(state.ply - 1);
const forward = () => goTo(state.ply + 1);
const first = () => goTo(0);
const last = () => goTo(state.game.moves.length);
onClick('first', first);
onClick('back', back);
onClick('forward', forward);
onClick('last', last);
onClick('undo', takeBack);

function flip() {
  state.flipped = !state.flipped;
  show();
  save();
}
onClick('flip', flip);

onKey(['ArrowLeft'], t('one move back'), back);
onKey(['ArrowRight'], t('one move forward'), forward);
onKey(['ArrowUp', 'Home'], t('to the start'), first);
onKey(['ArrowDown', 'End'], t('to the last move'), last);
onKey([' '], t('the best move, or analyse'), () => playBest() || state.analysing || press('analyse'));
onKey(['f'], t('turn the board'), flip);
onKey(['l'], t('analyse, or stop'), () => press('analyse'));
onKey(['x'], t('show threats, or stop'), () => press('threats'));
onKey(['h'], t('a hint'), () => press('hint'));

// The wheel over the board goes through the moves, one for each notch; a trackpad sends many small steps.
let turned = 0;
$('board').addEventListener('wheel', (e) => {
  if (e.ctrlKey || !$('play').contains(e.target)) return; // it zooms the page
  e.preventDefault();
  turned += e.deltaMode === 0 ? e.deltaY : 40 * e.deltaY;
  const step = Math.trunc(turned / 40);
  if (step === 0) return;
  turned = 0;
  const ply = state.ply + Math.sign(step);
  if (ply >= 0 && ply <= state.game.moves.length) goTo(ply);
}, { passive: false });

onSubmit('typed', (form) => attempt('typed-error', () => playTyped(form.elements.move.value)));
$('typed').addEventListener('input', () => { $('typed-error').textContent = ''; });

board.onMove = choose;
if (!goesOn || !isOwn(hash)) await openLink(hash);
addEventListener('hashchange', () => { if (location.hash) openLink(location.hash); });
navigator.serviceWorker?.register('offline.js').catch(() => {}); // without it the page needs its server
for (const part of document.querySelectorAll('[inert]')) part.inert = false;
const made = early.fen === view.fen ? view.moves.filter((m) => m.from === early.from && m.to === early.to) : [];
if (made.length > 0) choose(made, true);
else if (early.from) announce(t('The move was not played: the position is another one now.'));
document.body.dataset.ready = 'true';
