package chess

// history is what a search learns about moves from the cutoffs they cause, and
// about the evaluation from the scores it finds.
type history struct {
	quiet        [2]butterfly            // by side
	nearRoot     [nearRoot][64][64]int16 // of quiet moves by ply, from-square and to-square, in this search alone
	capture      [16][128][8]int16       // by piece, to-square and type of the captured piece
	continuation [1024][1024]int16       // by the pieceTo of the earlier move and of this one; row 0, a null move, stays zero
	countermove  [1024]Move              // the quiet move that refuted a move, by the pieceTo of that
	correction   [2][3][1 << 14]int16    // of the evaluation, by side to move; of pawns, White's other pieces and Black's
	chess960     bool                    // a king may castle by taking its rook: see indexed
}

// indexed returns m, a move of p, as the histories index it. Castling written as the king
// taking its rook would share entries with a later step to that square, so the histories
// use the square that the king reaches.
func (h *history) indexed(p *Position, m Move) Move {
	if h.chess960 {
		return p.byKing(m)
	}
	return m
}

// A butterfly holds the history of quiet moves by from-square, to-square and whether the
// opponent attacks these, 2 for the first and 1 for the second: it matters whether a piece
// leaves or enters an attacked square.
type butterfly [64][64][4]int16

// entry returns the entry of a quiet move, where the opponent attacks the given squares.
func (b *butterfly) entry(m Move, attacked SquareSet) *int16 {
	from, to := m.From()&63, m.To()&63
	return &b[from][to][attacked>>from&1<<1|attacked>>to&1]
}

// nearRoot is the number of plies from the root in which quiet moves have a history of their own:
// there the search returns to the same few positions.
const nearRoot = 4

// historyBound is the largest absolute value in a history.
const historyBound = 1 << 14

// adjust moves a value by the bonus towards the bound, by less the nearer it is (history
// gravity).
func adjust(v *int16, bonus int32) {
	*v += int16(bonus - int32(*v)*max(bonus, -bonus)/historyBound)
}

// historyBonus is what a cutoff at a depth adds to the history of a move.
func historyBonus(depth int) int32 { return int32(min(380*depth-100, 2500)) }

// A pieceTo is a piece and the square that it moves to, the usual index of a
// continuation history. 0 stands for the null move.
type pieceTo uint16

func (p *Position) pieceTo(m Move) pieceTo {
	return pieceTo(p.mover(m))<<6 | pieceTo(squares[m&127])
}

// age weakens the history of quiet moves, since the next search has another root, and clears
// the one near the root.
func (h *history) age() {
	h.nearRoot = [nearRoot][64][64]int16{}
	for side := range h.quiet {
		for from := range h.quiet[side] {
			for to := range h.quiet[side][from] {
				for i, v := range h.quiet[side][from][to] {
					h.quiet[side][from][to][i] = v - v/4
				}
			}
		}
	}
}

// captureEntry returns the entry of a capture or promotion in the capture
// history.
func (h *history) captureEntry(p *Position, m Move) *int16 {
	return h.captureOf(p, m, p.victim(m).Type())
}

// captureOf is captureEntry with the type of the victim.
func (h *history) captureOf(p *Position, m Move, victim PieceType) *int16 {
	return &h.capture[p.mover(m)&15][m&127][victim&7]
}

// captureScore returns the ordering score of a capture or promotion: the value of
// the victim (MVV) plus the capture history, which can outweigh almost two steps
// of the victim's type.
func (h *history) captureScore(p *Position, m Move) int32 {
	victim := p.victim(m).Type()
	score := historyBound*int32(victim) + int32(*h.captureOf(p, m, victim))
	if m.Promotion() == Queen {
		score += historyBound * int32(Queen)
	}
	return score
}

// captureMargin returns how much a capture may lose by SEE, in centipawns, and still be tried
// early: more where such captures have caused cutoffs, less than 0 where they have failed.
func (h *history) captureMargin(p *Position, m Move) int {
	return int(*h.captureEntry(p, m)) / 256
}

// corrections returns the entries of the correction history for p: how far off
// the evaluation was, on average, with these pawns, with these pieces of White,
// and with these pieces of Black. Different positions may share an entry: it is only a guess.
func (h *history) corrections(p *Position) [3]*int16 {
	const a, b, c, d = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0xF1357AEA2E62A9C5, 0xBEA225F9EB34556D
	p0, w0, b0 := separated(p.cells[0])
	p1, w1, b1 := separated(p.cells[1])
	p2, w2, b2 := separated(p.cells[2])
	p3, w3, b3 := separated(p.cells[3])
	t := &h.correction[p.turn()]
	return [...]*int16{
		&t[0][(p0*a+p1*b+p2*c+p3*d)>>50], &t[1][(w0*a+w1*b+w2*c+w3*d)>>50], &t[2][(b0*a+b1*b+b2*c+b3*d)>>50],
	}
}

// separated returns the pawns in a word of cells, White's other pieces and Black's.
func separated(cells uint64) (pawns, white, black uint64) {
	const low = 0x1111_1111_1111_1111
	pieces := cells & (((cells>>1 | cells>>2) & low) * 15) // of all types only a pawn's has neither of these bits
	black = pieces & ((pieces >> 3 & low) * 15)
	return cells ^ pieces, pieces ^ black, black
}

// evalCorrection returns what the correction history adds to the evaluation of p,
// in centipawns. Pawns and pieces partly measure the same error, so half of the
// sum is used.
func (h *history) evalCorrection(p *Position) Score {
	of := h.corrections(p)
	return Score((int32(*of[0]) + int32(*of[1]) + int32(*of[2])) / (2 * correctionScale))
}

// Corrections are kept in 256ths of a centipawn and stay within 100 centipawns.
const (
	correctionScale = 256
	correctionBound = 100
)

// updateCorrections learns from the difference between the score of a search and the raw
// evaluation.
func (h *history) updateCorrections(p *Position, depth int, difference Score) {
	weight := int32(min(depth+1, 16))
	target := int32(min(max(difference, -correctionBound), correctionBound)) * correctionScale
	for _, v := range h.corrections(p) {
		*v += int16((target - int32(*v)) * weight / 210)
	}
}
