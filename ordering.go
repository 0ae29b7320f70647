package chess

// Moves are tried in the order in which they are likely to be best, since the
// first good one spares the others: the move of the transposition table;
// captures and promotions by the most valuable victim and then the least
// valuable attacker (MVV-LVA), what a pawn becomes counting as a victim; the
// killers; and the other quiet moves by their history.
const (
	orderTable   = 1 << 30
	orderCapture = 1 << 28
	orderKiller  = 1 << 27
	historyBound = 1 << 14
)

// history remembers how often a quiet move, by man and square, was worth a
// cutoff, and how often it was tried in vain.
type history [16][128]int32

// add moves the value for a man's move towards the bound, the slower the
// nearer it is, so that it never leaves it.
func (h *history) add(piece Piece, m Move, bonus int32) {
	v := &h[piece&15][m&127]
	size := max(bonus, -bonus)
	*v += bonus - *v*size/historyBound
}

// mvvLVA is the place of a capture or promotion among its like.
func mvvLVA(p *Position, m Move) int32 {
	victim := p.victim(m).Type()
	attacker := p.mover(m).Type()
	return orderCapture + 8*int32(victim+m.Promotion()) - int32(attacker)
}

// orderMoves values the moves of a node.
func (w *worker) orderMoves(n *node, tableMove Move) {
	p := &n.pos
	for i, m := range n.moves {
		var v int32
		switch {
		case m == tableMove:
			v = orderTable
		case !p.quiet(m):
			v = mvvLVA(p, m)
		case m == n.killers[0]:
			v = orderKiller + 1
		case m == n.killers[1]:
			v = orderKiller
		default:
			v = w.history[p.mover(m)&15][m&127]
		}
		n.values[i] = v
	}
}

// pick moves the most promising of the moves from i on to place i. Sorting
// them all would be wasted where a cutoff comes early.
func (n *node) pick(i int) Move {
	best := i
	for j := i + 1; j < len(n.moves); j++ {
		if n.values[j] > n.values[best] {
			best = j
		}
	}
	n.moves[i], n.moves[best] = n.moves[best], n.moves[i]
	n.values[i], n.values[best] = n.values[best], n.values[i]
	return n.moves[i]
}

// reward notes that the quiet move m, the i-th tried, caused a cutoff.
func (w *worker) reward(n *node, m Move, i, depth int) {
	if n.killers[0] != m {
		n.killers = [2]Move{m, n.killers[0]}
	}
	bonus := min(int32(depth*depth), 400)
	w.history.add(n.pos.mover(m), m, bonus)
	for _, other := range n.moves[:i] {
		if n.pos.quiet(other) {
			w.history.add(n.pos.mover(other), other, -bonus)
		}
	}
}
