package chess

// history is what a search learns about moves from the cutoffs they cause, and
// about the evaluation from the scores it finds.
type history struct {
	quiet   [2][128][128]int16   // by side, from and to
	capture [16][128][8]int16    // by man, square and victim
	follow  [1024][1024]int16    // by the man and square of a move, and of a later one; none follows 0, a pass
	counter [1024]Move           // the answer that refuted a move, by its man and square
	correct [2][3][1 << 14]int16 // what to add to the evaluation, by side to move, and pawns, White's pieces or Black's
}

// No value of a history leaves ±historyBound.
const historyBound = 1 << 14

// adjust moves a value by the bonus towards the bound, the slower the nearer it
// is.
func adjust(v *int16, bonus int32) {
	*v += int16(bonus - int32(*v)*max(bonus, -bonus)/historyBound)
}

// bonus is how much a cutoff at a depth teaches.
func bonus(depth int) int32 { return int32(min(380*depth-100, 2500)) }

// made numbers a man's arrival on a square. No move has 0.
type made uint16

func (p *Position) made(m Move) made {
	return made(p.mover(m))<<6 | made(squares[m&127])
}

// fade makes what is known of quiet moves less certain, since the search that is
// to come has another root.
func (h *history) fade() {
	for side := range h.quiet {
		for from := range h.quiet[side] {
			for to, v := range h.quiet[side][from] {
				h.quiet[side][from][to] = v - v/4
			}
		}
	}
}

// ofCapture is where what is known of a capture or promotion stands.
func (h *history) ofCapture(p *Position, m Move) *int16 {
	return &h.capture[p.mover(m)&15][m&127][p.victim(m).Type()&7]
}

// captureValue is the place of a capture or promotion among its like.
func (h *history) captureValue(p *Position, m Move) int32 {
	value := 1<<14*int32(p.victim(m).Type()) + int32(*h.ofCapture(p, m))
	if m.Promotion() == Queen {
		value += 1 << 14 * int32(Queen)
	}
	return value
}

// captureExcuse is what a capture may lose in exchange, in centipawns, and still
// be tried early: more where such captures have caused cutoffs, and less than
// nothing where they have failed.
func (h *history) captureExcuse(p *Position, m Move) int {
	return int(*h.ofCapture(p, m)) / 256
}

// quietHistory returns what is known of a quiet move at a node whose picker has
// been started, within ±3*historyBound.
func (n *node) quietHistory(m Move) int32 {
	at := n.pos.made(m) & 1023
	return int32(n.quiet[m>>8&127][m&127]) + int32(n.follow[0][at]) + int32(n.follow[1][at])
}

// learn notes that m caused a cutoff at ply, after the node's other quiets and
// captures were tried in vain.
func (w *worker) learn(ply, depth int, m Move) {
	n, h := &w.nodes[ply], &w.history
	p := &n.pos
	b := bonus(depth)
	if p.quiet(m) {
		if ply > 0 {
			h.counter[w.nodes[ply-1].made&1023] = m
		}
		w.credit(ply, m, b)
		for _, other := range n.quiets[:n.quietCount] {
			w.credit(ply, other, -b*11/10)
		}
	} else {
		adjust(h.ofCapture(p, m), b)
	}
	for _, other := range n.captures[:n.captureCount] {
		adjust(h.ofCapture(p, other), -b)
	}
}

// learnFromEval judges the quiet move that led to ply, before it is searched, by
// what it has done to the evaluation.
func (w *worker) learnFromEval(ply int) {
	n, before := &w.nodes[ply], &w.nodes[ply-1]
	m := before.last
	if m == 0 || before.eval == unknown || !before.pos.quiet(m) {
		return
	}
	gain := -n.eval - before.eval
	adjust(&before.quiet[m>>8&127][m&127], int32(min(max(3*gain, -900), 900)))
}

// credit adjusts all that is known of a quiet move at ply.
func (w *worker) credit(ply int, m Move, b int32) {
	h, p := &w.history, &w.nodes[ply].pos
	adjust(&h.quiet[p.state>>16&1][m>>8&127][m&127], b)
	at := p.made(m) & 1023
	for back := 1; back <= 2 && back <= ply && w.nodes[ply-back].made != 0; back++ {
		adjust(&h.follow[w.nodes[ply-back].made&1023][at], b)
	}
}

// corrections finds what experience adds to the evaluation of p: how far off it
// was, on average, where the pawns stood like this, where White's pieces did,
// and where Black's did. A place may be shared by positions that have nothing in
// common: it is a guess, and used as one.
func (h *history) corrections(p *Position) [3]*int16 {
	const low = 0x1111_1111_1111_1111
	var pawns, white, black Key
	for i, c := range p.cells {
		pieces := c & ((c>>1 | c>>2) & low * 15) // of the men, only a pawn's kind is 1
		pawns.cells[i] = c ^ pieces
		black.cells[i] = pieces & (pieces >> 3 & low * 15)
		white.cells[i] = pieces ^ black.cells[i]
	}
	t := &h.correct[p.Turn()]
	return [...]*int16{&t[0][pawns.hash()>>50], &t[1][white.hash()>>50], &t[2][black.hash()>>50]}
}

// correction returns what experience adds to the evaluation of p. What the pawns
// say and what the pieces say is in part the same: half of the sum.
func (h *history) correction(p *Position) Score {
	sum := int32(0)
	for _, v := range h.corrections(p) {
		sum += int32(*v)
	}
	return Score(sum / (2 * correctionScale))
}

// Corrections are kept in 256ths of a centipawn and stay within 100 centipawns.
const (
	correctionScale = 256
	correctionBound = 100
)

// learnError learns from the difference between a score and the evaluation.
func (h *history) learnError(p *Position, depth int, difference Score) {
	weight := int32(min(depth+1, 16))
	target := int32(min(max(difference, -correctionBound), correctionBound)) * correctionScale
	for _, v := range h.corrections(p) {
		*v += int16((target - int32(*v)) * weight / 210)
	}
}
