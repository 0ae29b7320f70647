package chess

import "math/bits"

// PieceValues is what the men are worth in an exchange, by PieceType, in
// centipawns or any other unit. A king cannot be lost: his value does not
// matter.
type PieceValues [King + 1]int

// exchangeValues are those of SEE if the caller has none of his own.
var exchangeValues = PieceValues{Pawn: 100, Knight: 300, Bishop: 300, Rook: 500, Queen: 900}

// SEE returns what the legal move m wins or loses, for the side that makes it,
// once both sides have captured on its target square for as long as it pays:
// static exchange evaluation. A quiet move can only lose, or be worth 0. It
// allocates nothing; v may be nil for 100, 300, 300, 500 and 900.
//
// Each side captures with its cheapest man, and may stop at any time. Men who
// stood behind others on a line join in as those leave (x-rays). A pawn that
// captures on the last rank becomes a queen. A king captures only where no
// enemy is left. Of equal men the one lower in the order of PieceType comes
// first, and then the one nearer to his own A1 or, for Black, A8: so the result
// depends on the Key alone, and is the same with colours reversed. Pins, checks
// and captures en passant after m are ignored, as is all that happens on other
// squares. Castling and the null move are worth 0.
func (p *Position) SEE(m Move, v *PieceValues) int {
	if v == nil {
		v = &exchangeValues
	}
	if m == 0 || m.IsCastling() {
		return 0
	}
	// gains holds what each capture wins, less the best of the captures before
	// it: what the side that made it has if nobody captures any more.
	var gains [32]int
	gain, stake := v.first(p, m)
	gains[0] = gain
	n := 1
	x := newExchange(p, m, v)
	for side := p.Turn().Other(); n < len(gains); side = side.Other() {
		e := x.next(side)
		if e == 0 {
			break
		}
		gain, stake = x.capture(e, stake)
		gains[n] = gain - gains[n-1]
		n++
	}
	for n--; n > 0; n-- {
		gains[n-1] = min(gains[n-1], -gains[n])
	}
	return gains[0]
}

// SEEAtLeast reports whether SEE(m, v) >= threshold. That is what a search
// wants to know, and takes less time: most answers need no look at the board
// beyond the move itself.
func (p *Position) SEEAtLeast(m Move, threshold int, v *PieceValues) bool {
	if v == nil {
		v = &exchangeValues
	}
	if m == 0 || m.IsCastling() {
		return threshold <= 0
	}
	// The side to capture may stop, and have 0, or win the stake, and what its
	// pawn becomes, at the most. If it gets the amount called need, it has
	// won the argument.
	gain, stake := v.first(p, m)
	need := gain - threshold + 1
	switch {
	case need <= 0:
		return false
	case need > stake+v.promoting(uint8(m)&127):
		return true
	}
	x := newExchange(p, m, v)
	us := p.Turn()
	for side := us.Other(); ; side = side.Other() {
		switch {
		case need <= 0:
			return side == us
		case need > stake+x.bonus:
			return side != us
		}
		e := x.next(side)
		if e == 0 {
			return side != us
		}
		gain, stake = x.capture(e, stake)
		need = gain - need + 1
	}
}

// AppendAttackers appends to dst the squares of c's men who could capture on sq
// one after another, in the order in which SEE has them do so: the cheapest
// first, and one who stands behind others on a line after those of c's; the
// opponent's men stay where they are. v may be nil, as for SEE.
func (p *Position) AppendAttackers(dst []Square, sq Square, c Color, v *PieceValues) []Square {
	if sq >= NoSquare {
		return dst
	}
	if v == nil {
		v = &exchangeValues
	}
	x := exchange{p: p, v: v, to: mailbox[sq]}
	for e := x.cheapest(c); e != 0; e = x.cheapest(c) {
		dst = append(dst, squares[e&127])
	}
	return dst
}

// first returns what m wins at once, and what stands on its target square then.
func (v *PieceValues) first(p *Position, m Move) (gain, stake int) {
	if victim := p.victim(m).Type(); victim != NoPieceType {
		gain = v[victim]
	}
	stake = v[p.mover(m).Type()]
	if t := m.Promotion(); t != NoPieceType {
		return gain + v[t] - v[Pawn], v[t]
	}
	return gain, stake
}

// promoting returns what a pawn gains by a capture on a square beyond his victim.
func (v *PieceValues) promoting(to uint8) int {
	if to-29 < 91-29 { // neither on the first rank nor on the last
		return 0
	}
	return v[Queen] - v[Pawn]
}

// An exchange is a series of captures on one square. Nothing is moved: those
// who have left their squares are struck off, and so open their lines.
type exchange struct {
	p      *Position
	v      *PieceValues
	to     uint8
	bonus  int                // for a pawn that captures: see promoting
	gone   uint32             // the places of those who have left
	asked  [2]bool            // whether the army is in men
	count  [2]int             // how many of it are
	pieces [2][16]placedPiece // who would attack the square on an empty board, in the order of capture
}

// newExchange returns the exchange as m leaves it.
func newExchange(p *Position, m Move, v *PieceValues) exchange {
	x := exchange{p: p, v: v, to: uint8(m) & 127}
	x.bonus = v.promoting(x.to)
	x.gone = 1 << (p.board[m>>8&127] & 31)
	if m.IsEnPassant() {
		victim := x.to + south
		if p.own() != 0 {
			victim = x.to + north
		}
		x.gone |= 1 << (p.board[victim&127] & 31)
	}
	return x
}

// next strikes off the man of c's with whom he captures next, and returns him,
// or zero if there is none.
func (x *exchange) next(c Color) placedPiece {
	e := x.cheapest(c)
	if e.kind() == King && x.cheapest(c.Other()) != 0 {
		return 0
	}
	return e
}

// cheapest strikes off the cheapest man of c's who attacks the square and
// returns him, or zero if there is none.
func (x *exchange) cheapest(c Color) placedPiece {
	if !x.asked[c&1] {
		x.ask(c)
	}
	for _, e := range x.pieces[c&1][:x.count[c&1]] {
		place := uint32(1) << (x.p.board[e&127] & 31)
		if x.gone&place == 0 && (!e.slides() || x.open(uint8(e))) {
			x.gone |= place
			return e
		}
	}
	return 0
}

// open reports whether nobody is left between the square and the slider on from.
func (x *exchange) open(from uint8) bool {
	d := direction[from-x.to]
	for s := x.to + d; s != from; s += d {
		// Two squares on different ranks may look like a line, across the rim.
		if b := x.p.board[s&127]; b == rim || b != 0 && x.gone>>(b&31)&1 == 0 {
			return false
		}
	}
	return true
}

// ask collects c's men in the order in which they capture.
func (x *exchange) ask(c Color) {
	x.asked[c&1] = true
	men, n := &x.pieces[c&1], 0
	for all, near := x.p.possibleAttackers(x.to, uint8(c)<<4, zoneKing); near != 0; near &= near - 1 {
		e := all[15-bits.TrailingZeros16(near)&15]
		j := n
		for ; j > 0 && x.before(e, men[(j-1)&15]); j-- { // an insertion sort: there are few
			men[j&15] = men[(j-1)&15]
		}
		men[j&15] = e
		n++
	}
	x.count[c&1] = n
}

// before reports whether a captures before b, who is of his army.
func (x *exchange) before(a, b placedPiece) bool {
	ka, kb := a.kind(), b.kind()
	switch va, vb := x.v[ka], x.v[kb]; {
	case ka == kb:
		flip := Square(a.piece().Color()) * A8
		return squares[a&127]^flip < squares[b&127]^flip
	case ka == King || kb == King || va == vb:
		return ka < kb
	default:
		return va < vb
	}
}

// capture returns what e wins by capturing the stake, and what he puts at stake.
func (x *exchange) capture(e placedPiece, stake int) (gain, next int) {
	if e.kind() == Pawn && x.bonus != 0 {
		return stake + x.bonus, x.v[Queen]
	}
	return stake, x.v[e.kind()]
}
