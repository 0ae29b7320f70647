package chess

import "slices"

// A retroBoard is a board on which a retrograde analysis looks at one position of an
// ending after the other. It is used by one goroutine.
type retroBoard struct {
	table *EndingTable // which is made
	later *laterTables
	index *endingIndex // of the table

	at     placement
	box    [maxMadePieces]uint8 // the same squares of the mailbox
	board  [136]uint8           // the mailbox: the slot plus 1 of the piece on a square, or rim
	number int
	stage  *pawnStage

	numbers [2 * 32]int // room for quiet
	highest [2]byte     // the highest value of each distance that this goroutine has set

	ahead *retroBoard // to look at another position at the same time
}

func newRetroBoard(t *EndingTable, later *laterTables) *retroBoard {
	b := &retroBoard{table: t, later: later, index: t.index, board: emptyBoard}
	for slot := range t.index.pieces { // where set expects pieces
		b.box[slot] = mailbox[slot]
	}
	return b
}

// set puts the position with a number of a stage on the board and reports whether it is
// one: whether no two pieces are on one square.
func (b *retroBoard) set(n int, stage *pawnStage) bool {
	b.number, b.stage = n, stage
	b.index.squares(n, stage, &b.at)
	return b.put()
}

// put puts the pieces on their squares and reports whether no two are on one.
func (b *retroBoard) put() bool {
	pieces := len(b.index.pieces)
	for slot := range pieces {
		b.board[b.box[slot]&127] = 0
	}
	alone := true
	for slot := range pieces {
		s := mailbox[b.at[slot]&63]
		b.box[slot] = s
		alone = alone && b.board[s&127] == 0
		b.board[s&127] = uint8(slot) + 1
	}
	return alone
}

// attacks reports whether the piece of a slot attacks a square of the mailbox.
func (b *retroBoard) attacks(slot int, to uint8) bool {
	from := b.box[slot]
	if e := placedPiece(b.index.pieces[slot])<<8 | placedPiece(from); !e.attacks(to) {
		return false
	}
	d := direction[to-from]
	if d == 0 { // a knight
		return true
	}
	for from += d; from != to; from += d {
		if b.board[from&127] != 0 {
			return false
		}
	}
	return true
}

// inCheck reports whether the king of a side is attacked by a piece other than that of a
// slot, which has been captured, if it is not 0.
func (b *retroBoard) inCheck(c Color, captured int) bool {
	king := b.box[c&1]
	for slot, piece := range b.index.pieces {
		if piece.Color() != c && (slot != captured || slot == 0) && b.attacks(slot, king) {
			return true
		}
	}
	return false
}

// stepsOf holds the steps of each type of piece but pawns.
var stepsOf = [King + 1][]uint8{
	Knight: knightSteps[:],
	Bishop: lineSteps[4:],
	Rook:   lineSteps[:4],
	Queen:  lineSteps[:],
	King:   lineSteps[:],
}

// quiet returns the numbers of the positions after each move of a slot's piece that
// neither captures nor moves a pawn, legal or not. As such moves can be taken back, they
// are the positions before such a move too. A position that has two numbers comes twice.
func (b *retroBoard) quiet(slot int) []int {
	if slot < 2 {
		return b.quietKing(slot)
	}
	numbers := &b.numbers
	n := 0
	x := b.index
	piece := x.pieces[slot]
	g := &x.groups[x.groupOf[slot]]
	for _, d := range stepsOf[piece.Type()] {
		for to := b.box[slot] + d; b.board[to&127] == 0; to += d {
			numbers[n&63] = b.moved(g, slot, squares[to&127])
			n++
			if piece.Type() == Knight {
				break
			}
		}
	}
	return numbers[:n]
}

// moved returns the number of the position after a piece of a group has moved.
func (b *retroBoard) moved(g *pieceGroup, slot int, to Square) int {
	from := b.at[slot]
	if g.count == 1 {
		return b.number + (int(to)-int(from))*g.weight
	}
	same := &symmetric[0]
	before := g.number(&b.at, same)
	b.at[slot] = to
	after := g.number(&b.at, same)
	b.at[slot] = from
	return b.number + (after-before)*g.weight
}

// quietKing is quiet for a king.
func (b *retroBoard) quietKing(slot int) []int {
	x := b.index
	from := b.at[slot]
	king := int(x.kings.of[b.at[0]&63][b.at[1]&63].number)
	n := 0
	for _, d := range lineSteps {
		to := b.box[slot] + d
		if b.board[to&127] != 0 {
			continue
		}
		b.at[slot] = squares[to&127]
		after := x.kings.of[b.at[0]&63][b.at[1]&63]
		switch {
		case after.number < 0:
			continue
		case after.symmetry == 0:
			b.numbers[n] = b.number + (int(after.number)-king)*b.stage.block
		default:
			b.numbers[n] = x.number(&b.at)
		}
		n++
		if x.kings.diagonal[after.number] {
			b.numbers[n] = x.mirrored(x.image(&b.at, after.symmetry), int(after.number))
			n++
		}
	}
	b.at[slot] = from
	return b.numbers[:n]
}

// zeroing returns the outlook of a side to move, whose opponent is not in check.
func (b *retroBoard) zeroing(side Color) (o outlook) {
	pieces := b.index.pieces
	for slot, piece := range pieces {
		if piece.Color() != side {
			continue
		}
		for victim := 2; victim < len(pieces); victim++ {
			if pieces[victim].Color() != side && b.attacks(slot, b.box[victim]) {
				b.zero(&o, slot, b.box[victim], victim)
			}
		}
		if piece.Type() == Pawn {
			up := north - 20*uint8(side)
			to := b.box[slot] + up
			if b.board[to&127] != 0 {
				continue
			}
			b.zero(&o, slot, to, 0)
			if to += up; b.at[slot].Rank() == 1+5*int(side) && b.board[to&127] == 0 {
				b.zero(&o, slot, to, 0)
			}
		}
	}
	return o
}

// zero adds to o the move of a slot's piece to a square of the mailbox that captures
// another piece, if captured is not 0, or is a pawn's, if the move is legal. The victim
// is not on that square if the capture is en passant.
func (b *retroBoard) zero(o *outlook, slot int, to uint8, captured int) {
	x := b.index
	piece := x.pieces[slot]
	side := piece.Color()
	from, square := b.box[slot], b.at[slot]
	if captured > 0 {
		b.board[b.box[captured]&127] = 0
	}
	b.board[from&127], b.board[to&127] = 0, uint8(slot)+1
	b.box[slot], b.at[slot] = to, squares[to&127]
	if !b.inCheck(side, captured) {
		switch last := b.at[slot].Rank() == 7-7*int(side); {
		case piece.Type() == Pawn && last:
			for i := range b.later[captured][slot] {
				o.add(b.later[captured][slot][i].look(&b.at, side.Other()))
			}
		case captured > 0:
			o.add(b.later[captured][0][0].look(&b.at, side.Other()))
		default:
			n, ok := 0, false
			if d := to - from; d == 2*north || -d == 2*north {
				n, ok = x.enPassantNumber(&b.at, side.Other(), b.at[slot].File())
			}
			if !ok {
				n = x.number(&b.at)
			}
			o.add(b.table.dtm[side.Other()&1][n], b.table.dtz[side.Other()&1][n])
		}
	}
	b.board[to&127], b.board[from&127] = 0, uint8(slot)+1
	b.box[slot], b.at[slot] = from, square
	if captured > 0 {
		b.board[b.box[captured]&127] = uint8(captured) + 1
	}
}

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
		e, l.swapped, other = e.swapped(), true, 8
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
