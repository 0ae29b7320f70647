package chess

// Moves are tried in the order in which they are likely to be best, since a
// cutoff by an early move saves the search of the others:
//
//  1. the move of the transposition table;
//  2. captures and promotions whose SEE is not below a margin from their capture
//     history, by most valuable victim and capture history;
//  3. quiet moves: the countermove, which is tried before the others are generated, then by
//     history, with those early that give check;
//  4. the other captures.
//
// Each stage is generated when the one before is used up (staged move generation):
// where a move causes a cutoff, the later stages are never generated. In check all
// evasions are one stage, and under a law all moves.

// A pickStage is a stage of a picker.
type pickStage uint8

const (
	pickTTMove pickStage = iota
	generateCaptures
	pickCaptures
	pickCountermove
	generateQuiets
	pickQuiets
	pickBadCaptures
	generateEvasions
	pickEvasions
	pickNone
)

// A scoredMove is an ordering score in the upper 32 bits, the move below, and in the
// lowest bits its place in picker.moves. So one comparison orders two moves, and the
// greatest says where it stands. The bit between score and move puts castling before
// other moves of the same score.
type scoredMove uint64

const (
	placeBits = 12
	placeMask = 1<<placeBits - 1

	castlingFirst scoredMove = 1 << 31
)

func newScoredMove(score int32, m Move, place int) scoredMove {
	return scoredMove(uint32(score)^1<<31)<<32 | scoredMove(m)<<placeBits | scoredMove(place)
}

func (s scoredMove) move() Move   { return Move(uint32(s&^castlingFirst) >> placeBits) }
func (s scoredMove) score() int32 { return int32(uint32(s>>32) ^ 1<<31) }
func (s scoredMove) place() int   { return int(s & placeMask) }

// at returns s at another place.
func (s scoredMove) at(place int) scoredMove { return s&^placeMask | scoredMove(place) }

const (
	// countermoveBonus puts the countermove before other quiet evasions.
	countermoveBonus = 1 << 19
	// checkBonus puts a quiet move that gives check earlier, unless it loses more than
	// checkMargin centipawns by SEE.
	checkBonus  = historyBound / 2
	checkMargin = 75
	// evasionCapture puts a capture that does not lose by SEE before the quiet
	// evasions, and one that does behind them.
	evasionCapture = 1 << 24
)

// A picker returns the moves of a position one by one.
type picker struct {
	pos          *Position
	history      *history
	law          *law            // which of the moves it allows
	quiet        *butterfly      // the history of quiet moves of the side to move
	nearRoot     *[64][64]int16  // the history near the root; nil elsewhere
	continuation [2]*[1024]int16 // the continuation history of the last move, and of the one before
	countermove  *Move           // to the last move; nil if it is not to be used
	buf          *[MaxMoves]Move // for the moves of a stage

	stage        pickStage
	oneStage     bool                       // for evasions, and for moves of which a law may allow some
	capturesOnly bool                       // without quiet moves and bad captures: for quiescence
	checksOnly   bool                       // only quiet moves that give check: see onlyChecks
	seeOrdering  bool                       // captures that lose by SEE come last
	ttMove       Move                       // the move of the transposition table, if it is legal here
	refutation   Move                       // the countermove, if pick returned it before the other quiet moves
	last         scoredMove                 // the last of the other quiet moves that pick returned
	next         int                        // the first move that pick has not returned
	end          int                        // the end of the moves of this stage
	badCaptures  int                        // how many captures were put off, at the beginning of moves
	moves        [2*MaxMoves + 4]scoredMove // more than any position has: see MaxMoves

	looked   bool      // whether the next two are known: see attackedSquares
	attacked SquareSet // what the opponent attacks
	occupied SquareSet // all squares that are not empty
}

// start begins with the first stage. ttMove may be any move.
func (k *picker) start(ttMove Move, inCheck, capturesOnly bool) {
	k.stage, k.oneStage, k.capturesOnly, k.checksOnly = pickTTMove, inCheck || k.law != nil, capturesOnly && !inCheck, false
	k.ttMove, k.refutation, k.last, k.badCaptures, k.looked = 0, 0, 0, 0, false
	if ttMove != 0 && k.pos.legal(ttMove) && (k.law == nil || k.law.permits(k.pos, ttMove)) && (!k.capturesOnly || !k.pos.quiet(ttMove)) {
		k.ttMove = ttMove
	} else if k.stage = generateCaptures; k.oneStage {
		k.stage = generateEvasions
	}
}

// pick returns the next move, or the null move if there is none left.
func (k *picker) pick() Move {
	p := k.pos
	for {
		switch k.stage {
		case pickTTMove:
			if k.stage = generateCaptures; k.oneStage {
				k.stage = generateEvasions
			}
			return k.ttMove
		case generateCaptures:
			k.next, k.end = 0, 0
			for _, m := range p.appendCaptures(k.buf[:0]) {
				if m != k.ttMove {
					k.add(m, k.history.captureScore(p, m))
				}
			}
			k.endStage()
			k.stage = pickCaptures
		case pickCaptures:
			for k.next < k.end {
				best := k.takeBest()
				if m := best.move(); !k.seeOrdering || p.seeAtLeast(m, -k.history.captureMargin(p, m), nil) {
					return m
				}
				k.moves[k.badCaptures] = best
				k.badCaptures++
			}
			if k.stage = pickCountermove; k.capturesOnly {
				k.stage = pickNone
			}
		case pickCountermove:
			k.stage = generateQuiets
			if k.countermove != nil && !k.checksOnly {
				if m := *k.countermove; m != 0 && m != k.ttMove && p.quiet(m) && p.legal(m) {
					k.refutation = m
					return m
				}
			}
		case generateQuiets:
			k.next = k.end
			k.addQuiets(k.wantedQuiets(p.appendQuiets(k.buf[:0])))
			k.putCastlingFirst()
			k.endStage()
			k.stage = pickQuiets
		case pickQuiets:
			if k.next < k.end {
				k.last = k.takeBest()
				return k.last.move()
			}
			k.stage, k.next = pickBadCaptures, 0
		case pickBadCaptures:
			if k.next < k.badCaptures {
				k.next++
				return k.moves[k.next-1].move()
			}
			k.stage = pickNone
		case generateEvasions:
			k.next, k.end = 0, 0
			for _, m := range p.appendMoves(k.buf[:0]) {
				if m != k.ttMove && (k.law == nil || k.law.permits(p, m) && !(k.capturesOnly && p.quiet(m))) {
					k.add(m, k.evasionScore(m))
				}
			}
			k.endStage()
			k.stage = pickEvasions
		case pickEvasions:
			if k.next < k.end {
				return k.takeBest().move()
			}
			k.stage = pickNone
		default:
			return 0
		}
	}
}

// add adds a move to those of the stage.
func (k *picker) add(m Move, score int32) {
	k.moves[k.end] = newScoredMove(score, m, k.end)
	k.end++
}

// addQuiets adds the quiet moves by their history, with that near the root, and checks early.
// quietHistory is written out, for speed, with what is the same for each move in variables.
func (k *picker) addQuiets(moves []Move) {
	p, quiet, last, before, ttMove, refutation := k.pos, k.quiet, k.continuation[0], k.continuation[1], k.ttMove, k.refutation
	end, attacked := k.end, k.attackedSquares()
	checks := p.checkSquares(k.occupied)
	for _, m := range moves {
		if m == ttMove || m == refutation {
			continue
		}
		at := p.pieceTo(m) & 1023
		score := int32(*quiet.entry(m, attacked)) + int32(last[at]) + int32(before[at])
		if checks[p.mover(m).Type()&7].Has(m.To()) && p.seeAtLeast(m, -checkMargin, nil) {
			score += checkBonus
		}
		if k.nearRoot != nil {
			score += int32(k.nearRoot[m.From()&63][m.To()&63])
		}
		k.moves[end] = newScoredMove(score, m, end)
		end++
	}
	k.end = end
}

// putCastlingFirst puts castling, which is generated last, before quiet moves of the same score,
// and scores it anew where the king takes its rook.
func (k *picker) putCastlingFirst() {
	if k.pos.castlingRights(k.pos.army()) == 0 {
		return
	}
	for i := k.end - 1; i >= k.next && k.pos.castles(k.moves[i].move()); i-- {
		m := k.moves[i].move()
		if king := k.history.indexed(k.pos, m); king != m {
			score := k.quietHistory(m)
			if k.nearRoot != nil {
				score += int32(k.nearRoot[king.From()&63][king.To()&63])
			}
			k.moves[i] = newScoredMove(score, m, i)
		}
		k.moves[i] |= castlingFirst
	}
}

// endStage puts zeros, which are less than any move, behind those of the stage, for takeBest.
func (k *picker) endStage() {
	k.moves[k.end], k.moves[k.end+1], k.moves[k.end+2] = 0, 0, 0
}

// wantedQuiets returns the quiet moves that pick is to return, in place.
func (k *picker) wantedQuiets(moves []Move) []Move {
	if !k.checksOnly {
		return moves
	}
	n := 0
	for _, m := range moves {
		moves[n] = m
		n += int(oneIf(k.pos.givesCheck(m)))
	}
	return moves[:n]
}

// onlyChecks leaves out the remaining quiet moves that give no check. Where these are all
// futile, that is cheaper than ordering them and dropping them one by one.
func (k *picker) onlyChecks() {
	if k.checksOnly {
		return
	}
	k.checksOnly = true
	if k.stage == pickQuiets {
		end := k.next
		for _, s := range k.moves[k.next:k.end] {
			k.moves[end] = s.at(end)
			end += int(oneIf(k.pos.givesCheck(s.move())))
		}
		k.end = end
		k.endStage()
	}
}

// skipQuiets leaves out the remaining quiet moves.
func (k *picker) skipQuiets() {
	if k.stage == pickCountermove || k.stage == generateQuiets || k.stage == pickQuiets {
		k.stage, k.next = pickBadCaptures, 0
	}
}

// takeBest takes the move with the greatest score, as a selection sort does: a full sort would
// be a waste where a cutoff comes early. It looks at four moves a turn, up to three beyond
// the end.
func (k *picker) takeBest() scoredMove {
	best := scoredMove(0)
	for moves := k.moves[k.next : k.end+3]; len(moves) >= 4; moves = moves[4:] {
		best = max(best, max(moves[0], moves[1]), max(moves[2], moves[3]))
	}
	k.moves[best.place()] = k.moves[k.next].at(best.place())
	k.next++
	return best
}

// attackedSquares returns the squares that the opponent attacks.
func (k *picker) attackedSquares() SquareSet {
	if !k.looked {
		k.looked = true
		k.attacked, k.occupied = k.pos.attackedBy(k.pos.turn().Other())
	}
	return k.attacked
}

// quietEntry returns the entry of a quiet move in the history.
func (k *picker) quietEntry(m Move) *int16 { return k.quiet.entry(m, k.attackedSquares()) }

// quietHistory returns the history of a quiet move, within ±3*historyBound. For the last one
// that pick returned it is the score that ordered it, with all that addQuiets adds.
func (k *picker) quietHistory(m Move) int32 {
	if m == k.last.move() {
		return k.last.score()
	}
	m = k.history.indexed(k.pos, m)
	at := k.pos.pieceTo(m) & 1023
	return int32(*k.quietEntry(m)) + int32(k.continuation[0][at]) + int32(k.continuation[1][at])
}

// evasionScore returns the ordering score of an evasion.
func (k *picker) evasionScore(m Move) int32 {
	switch p := k.pos; {
	case p.quiet(m):
		score := k.quietHistory(m)
		if k.countermove != nil && m == *k.countermove {
			score += countermoveBonus
		}
		return score
	case p.seeAtLeast(m, 0, nil):
		return k.history.captureScore(p, m) + evasionCapture
	default:
		return k.history.captureScore(p, m) - evasionCapture
	}
}

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
