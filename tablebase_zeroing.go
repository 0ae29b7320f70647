package chess

import "slices"

// An outlook is what the captures and the moves of pawns give the side to move: moves into
// positions that are known already.
type outlook struct {
	moves     bool // there is one
	draw      bool // one draws
	win, loss byte // what EndingTable.dtm holds after the shortest win and the longest loss, or 0
	best      WDL
}

// add adds a move after which the opponent's position has these bytes in its table.
func (o *outlook) add(dtm, dtz byte) {
	w := -tableWDL(dtm, dtz)
	if !o.moves || w > o.best {
		o.best = w
	}
	o.moves = true
	switch {
	case dtm == 0:
		o.draw = true
	case w < WDLDraw:
		o.loss = max(o.loss, dtm+1)
	case o.win == 0 || dtm+1 < o.win:
		o.win = dtm + 1
	}
}

// Values that the tables have while they are made, greater than all distances.
const (
	unknown = 255 // of dtm and dtz

	// Of dtz, what an outlook says if it has no win.
	onlyDraws       = 252 // a zeroing move draws
	onlyBlessedLoss = 253
	onlyLosses      = 254

	// The greatest that are known before the next level is begun.
	maxMadeDTM = unknown - 2
	maxMadeDTZ = onlyDraws - 2
)

// values returns what is known of a position before the others of its stage.
func (o *outlook) values() (dtm, dtz byte) {
	switch {
	case !o.moves:
		return unknown, unknown
	case o.best == WDLWin:
		return o.win, 1
	case o.best == WDLCursedWin:
		return o.win, 101
	case o.best == WDLDraw:
		return unknown, onlyDraws
	case o.best == WDLBlessedLoss:
		return unknown, onlyBlessedLoss
	}
	return unknown, onlyLosses
}

// only returns what the tables hold of a position that has only these moves.
func (o *outlook) only() (dtm, dtz byte) {
	dtz = 1
	if o.best == WDLBlessedLoss || o.best == WDLCursedWin {
		dtz = 101
	}
	switch {
	case o.win > 0:
		return o.win, dtz
	case o.draw:
		return 0, 0
	}
	return o.loss, dtz
}

// or returns what the tables hold of a position that has these moves, and others with
// which they would hold dtm and dtz.
func (o *outlook) or(dtm, dtz byte) (byte, byte) {
	ownDTM, ownDTZ := o.only()
	sign := tableWDL(ownDTM, ownDTZ).sign()
	switch d := tableWDL(dtm, dtz).sign() - sign; {
	case d > 0:
		return dtm, dtz
	case d < 0:
		return ownDTM, ownDTZ
	case sign > 0:
		return min(dtm, ownDTM), min(dtz, ownDTZ)
	}
	return max(dtm, ownDTM), max(dtz, ownDTZ)
}

// A laterTable is the table that a capture, a promotion or both lead to.
type laterTable struct {
	table   *EndingTable         // nil if only the kings are left
	swapped bool                 // its White is Black here
	slots   [maxMadePieces]uint8 // by its slot, the slot here
}

// laterTables holds the table for each captured slot, or 0, and each slot that promotes,
// or 0, and what it becomes, from a knight: if none does, all four are the same.
type laterTables [maxMadePieces][maxMadePieces][4]laterTable

// newLaterTables finds the tables that the positions of x lead to, by their endings, each
// Canonical. It returns the ending that is missing, if any is.
func newLaterTables(x *endingIndex, later func(Ending) *EndingTable) (t *laterTables, missing Ending) {
	t = new(laterTables)
	captures, promotions := []int{0}, []int{0}
	for slot := 2; slot < len(x.pieces); slot++ { // after the kings
		captures = append(captures, slot)
		if x.pieces[slot].Type() == Pawn {
			promotions = append(promotions, slot)
		}
	}
	for _, captured := range captures {
		for _, promoted := range promotions {
			if captured == promoted { // neither, or one pawn
				continue
			}
			for to := Knight; to <= Queen; to++ {
				pieces := slices.Clone(x.pieces)
				if captured > 0 {
					pieces[captured] = NoPiece
				}
				if promoted > 0 {
					pieces[promoted] = to.Of(pieces[promoted].Color())
				}
				l := &t[captured][promoted][to-Knight]
				if missing = l.find(pieces, later); missing != 0 {
					return nil, missing
				}
			}
		}
	}
	return t, 0
}

// find sets l to the table for these pieces, by their slots. If there is none, it returns
// the ending.
func (l *laterTable) find(pieces []Piece, later func(Ending) *EndingTable) (missing Ending) {
	var e Ending
	for _, p := range pieces {
		if p != NoPiece && p.Type() != King {
			e += 1 << endingShift(p.Color(), p.Type())
		}
	}
	if e == 0 {
		return 0
	}
	var other Piece
	if e != e.Canonical() {
		e, l.swapped, other = e.Swapped(), true, 8
	}
	if l.table = later(e); l.table == nil {
		return e
	}
	next := l.table.index.first
	for slot, p := range pieces {
		if p != NoPiece {
			to := &next[p^other]
			l.slots[*to] = uint8(slot)
			*to++
		}
	}
	return 0
}

// look returns the bytes of the position with these squares and a side to move.
func (l *laterTable) look(at *placement, side Color) (dtm, dtz byte) {
	if l.table == nil {
		return 0, 0
	}
	var there placement
	var flip Square
	if l.swapped {
		flip, side = A8, side^1
	}
	x := l.table.index
	for slot := range x.pieces {
		there[slot] = at[l.slots[slot]%maxMadePieces] ^ flip
	}
	n := x.number(&there)
	return l.table.dtm[side&1][n], l.table.dtz[side&1][n]
}
