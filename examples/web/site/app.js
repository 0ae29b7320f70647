// The page: it brings its parts together, and begins.
import { ask } from './library.js';
import { $, announce, attempt, onClick, onSubmit } from './page.js';
import { change, show, state, view } from './state.js';
import { begin, end, giveUp, goTo, playTyped, takeBack } from './game.js';
import { restore, save } from './keeping.js';
import { onKey } from './keys.js';
import { isOwn, openLink } from './record.js';
import { runClocks } from './seats.js';
import { Tree } from './tree.js';
import './editor.js';
import './explorer.js';
import './lines.js';
import './newgame.js';
import './notes.js';
import './puzzles.js';
import './review.js';
import './show.js';
import './sound.js';
import './threats.js';
import './truth.js';
import './why.js';

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

onKey(['ArrowLeft'], 'one move back', back);
onKey(['ArrowRight'], 'one move forward', forward);
onKey(['Home'], 'to the start', first);
onKey(['End'], 'to the last move', last);
onKey(['f'], 'turn the board', flip);
onKey(['l'], 'analyse, or stop', () => $('analyse').click());
onKey(['x'], 'show threats, or stop', () => $('threats').click());
onKey(['h'], 'a hint', () => $('hint').click());

onSubmit('typed', (form) => attempt('typed-error', () => playTyped(form.elements.move.value)));
$('typed').addEventListener('input', () => { $('typed-error').textContent = ''; });

const { hash } = location; // the first position takes it off the address
runClocks();
const goesOn = restore();
if (goesOn) {
  change();
  announce('Your last game goes on.');
} else {
  begin(new Tree(ask('new', { variant: 'chess' })), 'White to move.');
}
if (!goesOn || !isOwn(hash)) await openLink(hash);
navigator.serviceWorker?.register('offline.js').catch(() => {}); // without it the page needs its server
document.body.dataset.ready = 'true';
