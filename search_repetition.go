package chess

// A path is the positions of a game and then of a line that goes on from it, by
// their Keys.
type path struct {
	keys []Key
	root int // where in keys the line begins
}

// begin makes the path that of g, with a line of no moves.
func (p *path) begin(g *Game) {
	p.keys = p.keys[:0]
	for i := range g.positions {
		p.keys = append(p.keys, g.positions[i].Key())
	}
	p.root = len(p.keys) - 1
}

// step makes the line end with q at ply.
func (p *path) step(ply int, q *Position) {
	p.keys = append(p.keys[:p.root+ply], q.Key())
}

// over reports whether the game is over with q, which ends the line at a ply
// beyond the root, and what that is worth to the side to move.
func (p *path) over(q *Position, ply int) (Score, bool) {
	o := q.Outcome()
	if o.Decided { // by the side that has just moved
		return -MateIn(ply), true
	}
	return 0, o.IsDraw() || q.Halfmoves() >= 100 || p.repeated(q, ply)
}

// repeated reports whether q, which ends the line, is taken for a draw: it has
// occurred before in the line, its root included, or twice in the game.
func (p *path) repeated(q *Position, ply int) bool {
	last := p.root + ply
	before := 0
	for i := last - 1; i >= max(0, last-q.Halfmoves()); i-- {
		if p.keys[i] == p.keys[last] {
			if before++; before == 2 || i >= p.root {
				return true
			}
		}
	}
	return false
}

// repeated reports whether the position at ply is a draw by repetition: it has
// occurred since the root, or twice before. at is the ply of the earlier
// occurrence, -1 if it is in the game.
func (w *worker) repeated(ply int, key *Key, hash uint64) (at int, ok bool) {
	here := w.rootAt + ply
	seen := 0
	n := &w.nodes[ply]
	for i := 4; i <= min(int(n.pos.halfmove), n.ahead, here); i += 2 {
		if w.hashes[here-i] != hash {
			continue
		}
		earlier := &w.game.positions[min(here-i, w.rootAt)]
		if i <= ply {
			earlier = &w.nodes[ply-i].pos
		}
		if earlier.Key() != *key {
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

// fiftyMoves reports whether the clock makes a node a draw, which mate would
// come before.
func (w *worker) fiftyMoves(n *node, inCheck bool) bool {
	if n.pos.halfmove < 100 || inCheck && len(n.pos.AppendMoves(w.moves[:0])) == 0 {
		return false
	}
	n.relies = -1
	return true
}

// dead reports whether neither side has the material to win.
func (p *Position) dead() bool {
	for i := len(p.pieces) - 1; i >= 0; i-- { // pawns stand last, and there mostly is one
		if k := p.pieces[i].kind(); k == Pawn || k == Rook || k == Queen {
			return false
		}
	}
	return !p.CanWin(White) && !p.CanWin(Black)
}
