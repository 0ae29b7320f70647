package chess

import (
	"iter"
	"slices"
)

// The draws that searchers see. All use one rule of repetition. Minimax and MCTS call
// path.over; AlphaBeta tests the same rules one by one, for speed (see worker.gameOver).

// A path is the positions of a game and of a line that goes on from it, by their
// Keys and the hashes of these.
type path struct {
	law    *law // of the game
	keys   []Key
	hashes []uint64
	root   int // the index of the last position of the game, where the line begins
}

// begin makes the path that of g, with a line of no moves and room for one of
// maxPly.
func (p *path) begin(g *Game) {
	p.law, p.root = g.law, g.plies
	p.keys, p.hashes = slices.Grow(p.keys[:0], p.root), slices.Grow(p.hashes[:0], p.root)
	p.keys, p.hashes = p.keys[:p.root], p.hashes[:p.root]
	for first, run := range g.runs() {
		for i := range run {
			key := Key{run[i].cells, run[i].state}
			p.keys[first+i], p.hashes[first+i] = key, key.mix()
		}
	}
	p.append(g.current().key())
	p.keys, p.hashes = slices.Grow(p.keys, maxPly), slices.Grow(p.hashes, maxPly)
}

// append adds the next position of the game.
func (p *path) append(key Key) {
	p.keys, p.hashes = append(p.keys, key), append(p.hashes, key.mix())
}

// step makes the line end with q at ply.
func (p *path) step(ply int, q *Position) {
	at := p.root + ply // begin has made room
	p.keys, p.hashes = p.keys[:at+1], p.hashes[:at+1]
	p.keys[at] = q.key()
	p.hashes[at] = p.keys[at].mix()
}

// occurredTwice ranges over the positions of the game since its last irreversible move that have
// occurred more than once.
func (p *path) occurredTwice(reversible int) iter.Seq[*Key] {
	return func(yield func(*Key) bool) {
		last := p.keys[max(p.root-reversible, 0) : p.root+1]
		for i := range last {
			if slices.Contains(last[i+1:], last[i]) && !yield(&last[i]) {
				return
			}
		}
	}
}

// repeated reports whether the position at ply, the end of the line, counts as a draw by
// repetition: it occurred before in the line, its root included, or twice in the game. Only
// the last reversible plies are compared. at is the ply of the earlier occurrence, -1 if it
// is in the game.
func (p *path) repeated(ply, reversible int) (at int, ok bool) {
	here := p.root + ply
	key, hash := &p.keys[here], p.hashes[here]
	seen := 0
	for i := 4; i <= min(reversible, here); i += 2 {
		if p.hashes[here-i] != hash || p.keys[here-i] != *key {
			continue
		}
		if i <= ply {
			return ply - i, true
		}
		if seen++; seen == 2 {
			return -1, true
		}
	}
	return 0, false
}

// over reports whether the game is over with q, which ends the line at a ply
// beyond the root, and what that is worth to the side to move.
func (p *path) over(q *Position, ply int) (Score, bool) {
	o := p.law.outcome(q)
	if o.Decided {
		return decided(o.Winner == q.turn(), ply), true
	}
	if o.IsDraw() || q.fiftyMovesPlayed() {
		return 0, true
	}
	_, repeated := p.repeated(ply, q.reversible())
	return 0, repeated
}

// decided returns the score of a game that is over at a ply, won or lost by the side to move. It has
// won only in variants; the score is that of a win one ply later, since an odd number of plies leads
// to every other win.
func decided(won bool, ply int) Score {
	if won {
		return mateIn(ply + 1)
	}
	return -mateIn(ply)
}

// overByRules reports whether a variant has ended the game at a ply, and the score, or whether
// neither side has the material to win.
func (p *Position) overByRules(ply int) (score Score, over bool) {
	switch v := p.verdict(); v {
	case undecided:
		return 0, !p.canWin(White) && !p.canWin(Black)
	case moverDraws:
		return 0, true
	default:
		return decided(v == moverWins, ply), true
	}
}

// over is overByRules under a law, which may be nil.
func (l *law) over(p *Position, ply int, inCheck bool) (score Score, over bool) {
	if l == nil {
		return p.overByRules(ply)
	}
	if !p.ended() && !l.end(p).Over() && (!inCheck && !p.rules().losing || p.halfmove < 100) {
		return 0, false
	}
	o := l.outcome(p)
	if o.Decided {
		return decided(o.Winner == p.turn(), ply), true
	}
	return 0, o.Over()
}

// A reliance is what a score relies on besides the position itself.
type reliance struct {
	ply   int  // the earliest ply whose position it relies on; maxPly is none, -1 one before the root
	clock bool // the halfmove clock
}

var (
	onNothing = reliance{ply: maxPly}
	onClock   = reliance{maxPly, true}
)

// and returns what a score relies on that follows from two others.
func (r reliance) and(other reliance) reliance {
	return reliance{min(r.ply, other.ply), r.clock || other.clock}
}
