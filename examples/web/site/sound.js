// The sounds of moves, made when they are heard.
import { on } from './events.js';
import { $, onClick } from './page.js';
import { view } from './state.js';

let context;

// Each sound is a list of tones: the pitch in hertz, when it begins and how long it lasts, in
// seconds.
const sounds = {
  move: [[220, 0, 0.06]],
  capture: [[160, 0, 0.08], [220, 0.05, 0.06]],
  check: [[440, 0, 0.1]],
  end: [[330, 0, 0.15], [220, 0.15, 0.3]],
};

let wanted = false;

onClick('sound', () => {
  wanted = !wanted;
  $('sound').setAttribute('aria-pressed', String(wanted));
  if (wanted) hear('move');
});

on('played', () => {
  if (wanted) hear(view.over ? 'end' : view.check ? 'check' : view.last.san.includes('x') ? 'capture' : 'move');
});

// hear makes a sound. It must be called first after a click, which browsers ask for.
function hear(name) {
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [pitch, start, length] of sounds[name]) {
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0.25, now + start);
    volume.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
