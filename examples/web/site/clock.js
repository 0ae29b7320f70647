// A chess clock: the time that is left to both sides, in milliseconds, and an increment that
// is added after each move. It runs from the first move on.
export class Clock {
  constructor({ base, increment, left = { white: base, black: base } }) {
    this.base = base;
    this.increment = increment;
    this.left = left;
    this.running = ''; // the side whose time runs, if any
    this.since = 0;    // when it began to
  }

  // of returns the time that is left to a side.
  of(side) {
    const spent = side === this.running ? performance.now() - this.since : 0;
    return Math.max(this.left[side] - spent, 0);
  }

  // press ends the move of a side, so that the time of the other one runs.
  press(side) {
    if (this.running === side) {
      this.stop();
      this.left[side] += this.increment;
    }
    this.run(side === 'white' ? 'black' : 'white');
  }

  run(side) {
    this.stop();
    this.running = side;
    this.since = performance.now();
  }

  stop() {
    if (this.running) this.left[this.running] = this.of(this.running);
    this.running = '';
  }

  // budget returns how long a program may think about a move.
  budget(side) { return Math.max(this.of(side) / 40 + 0.8 * this.increment - 50, 20); }

  // toJSON returns what the constructor reads.
  toJSON() { return { base: this.base, increment: this.increment, left: { white: this.of('white'), black: this.of('black') } }; }
}

// shown returns a time as people read it: minutes and seconds, and tenths at the end.
export function shown(ms) {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

// written returns a time as comments of PGN have it.
export function written(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, '0');
  return `[%clk ${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}]`;
}
