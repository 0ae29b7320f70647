// Threats: what the side that is not to move would play if it were.
import { Thinker } from './library.js';
import { on } from './events.js';
import { $, announce, onClick } from './page.js';
import { position, state, view } from './state.js';
import { generation } from './thinking.js';
import { board } from './early.js';
import { t, told } from './words.js';

let wanted = false;
let scout = null; // the thinker that looks for them

on('leave', () => {
  scout?.stop();
  show({ move: '', text: '' });
});
on('enter', look);

onClick('threats', () => {
  wanted = !wanted;
  $('threats').setAttribute('aria-pressed', String(wanted));
  $('threat').hidden = !wanted;
  scout?.stop();
  show({ move: '', text: '' });
  look();
});

async function look() {
  if (!wanted || state.solving) return;
  scout ??= new Thinker();
  const now = generation;
  let answer;
  try {
    answer = await scout.think('threat', position(), show);
  } catch (error) {
    answer = { move: '', text: error.message };
  }
  if (!answer || now !== generation) return;
  show(answer);
  announce($('threat').textContent);
}

function show({ move, text }) {
  const turn = view && t(view.turn === 'White' ? 'Black' : 'White');
  $('threat').textContent = move && text ? t`If it were ${turn}'s move: ${text}` : told(text);
  board.warn(move);
}
