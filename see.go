package chess

import (
	"math"
	"math/bits"
)

// PieceValues holds the values of the pieces in an exchange, by PieceType, in centipawns or any other
// unit. The king's does not matter.
type PieceValues [King + 1]int

// exchangeValues holds the values that SEE uses if v is nil.
var exchangeValues = PieceValues{Pawn: 100, Knight: 300, Bishop: 300, Rook: 500, Queen: 900}

// SEE returns the static exchange evaluation of the legal move m, in units of v: what it wins, or
// loses if negative, once both sides have captured on its target square for as long as that pays. If v
// is nil, the values are 100, 300, 300, 500 and 900. It ignores pins, checks, en-passant captures
// after m, and everything on other squares; and the rules of variants. Castling, drops and the null move
// are worth 0.
func (p Position) SEE(m Move, v *PieceValues) int { return p.see(m, v) }

func (p *Position) see(m Move, v *PieceValues) int {
	if v == nil {
		v = &exchangeValues
	}
	if m == 0 {
		return 0
	}
	// gains holds the balance after each capture, for the side that made it, if no
	// further captures follow.
	var gains [64]int
	gain, victim := v.first(p, m)
	gains[0] = gain
	n := 1
	x := exchange{p: p, v: v}
	x.begin(m)
	for side := p.turn().Other(); n < len(gains); side = side.Other() {
		e := x.next(side)
		if e == 0 {
			break
		}
		gain, victim = x.capture(e, victim)
		gains[n] = gain - gains[n-1]
		n++
	}
	for n--; n > 0; n-- {
		gains[n-1] = min(gains[n-1], -gains[n])
	}
	return gains[0]
}

// SEEAtLeast reports whether SEE(m, v) >= threshold, in less time.
func (p Position) SEEAtLeast(m Move, threshold int, v *PieceValues) bool {
	return p.seeAtLeast(m, threshold, v)
}

func (p *Position) seeAtLeast(m Move, threshold int, v *PieceValues) bool {
	if v == nil {
		v = &exchangeValues
	}
	if m == 0 {
		return threshold <= 0
	}
	// need is the least that the side to capture must win: the opponent so that
	// SEE < threshold, the side that makes m so that SEE >= threshold. It wins 0 if
	// it stops, and at most the victim and a promotion if it captures.
	gain, victim := v.first(p, m)
	need := gain - threshold + 1
	switch {
	case need <= 0:
		return false
	case need > victim+v.promoting(m.to()):
		return true
	}
	x := exchange{p: p, v: v}
	x.begin(m)
	us := p.turn()
	for side := us.Other(); ; side = side.Other() {
		switch {
		case need <= 0:
			return side == us
		case need > victim+x.bonus:
			return side != us
		}
		e := x.next(side)
		if e == 0 {
			return side != us
		}
		gain, victim = x.capture(e, victim)
		need = gain - need + 1
	}
}

// first returns what m wins at once, and the value of the piece that it puts on
// its target square, the next victim. Where a king castles by taking its rook there is
// nothing to win for either side; any other castling is like a quiet move of the king.
func (v *PieceValues) first(p *Position, m Move) (gain, next int) {
	if victim := p.victim(m); victim != NoPiece {
		if victim.Color() == p.turn() {
			return 0, math.MinInt32 / 2
		}
		gain = v[victim.Type()]
	}
	next = v[p.mover(m).Type()]
	if t := m.Promotion(); t != NoPieceType {
		return gain + v[t] - v[Pawn], v[t]
	}
	return gain, next
}

// promoting returns what a pawn that captures on a square wins by promoting.
func (v *PieceValues) promoting(to uint8) int {
	if to-29 < 91-29 { // neither on the first rank nor on the last
		return 0
	}
	return v[Queen] - v[Pawn]
}

// An exchange is a series of captures on one square. The board does not change:
// pieces that have left their squares are marked as gone, and block no lines.
type exchange struct {
	p      *Position
	v      *PieceValues
	to     uint8
	bonus  int          // for a pawn that captures: see promoting
	order  captureOrder // of v
	gone   uint64       // a bit for each place whose piece has left its square
	armies [2]capturing // by Color
}

// A capturing holds the places of the pieces of an army that would attack the square on
// an empty board and have not captured.
type capturing struct {
	known  bool // whether they have been looked for
	places uint32
}

// A captureOrder holds the place of each PieceType in the order in which pieces
// capture.
type captureOrder [8]uint8

// usualOrder is that of exchangeValues.
var usualOrder = exchangeValues.order()

// order returns the order of pieces of the values: the cheapest first, of equal ones
// the lower type, and the king last.
func (v *PieceValues) order() (o captureOrder) {
	o[King] = uint8(King)
	for t := Pawn; t < King; t++ {
		for u := Pawn; u < King; u++ {
			o[t] += oneIf(v[u] < v[t] || v[u] == v[t] && u < t)
		}
	}
	return o
}

// begin makes x the exchange after m.
func (x *exchange) begin(m Move) {
	p := x.p
	x.to = m.to()
	x.bonus = x.v.promoting(x.to)
	if x.order = usualOrder; x.v != &exchangeValues {
		x.order = x.v.order()
	}
	x.gone = 1 << (p.at(m.from()) & 63)
	if p.isEnPassant(m) {
		victim := x.to + south
		if p.army() != 0 {
			victim = x.to + north
		}
		x.gone |= 1 << (p.at(victim) & 63)
	}
}

// next returns the piece with which c captures next, and marks it as gone. It
// returns zero if there is none.
func (x *exchange) next(c Color) placedPiece {
	e := x.cheapest(c)
	if e.pieceType() == King && x.cheapest(c.Other()) != 0 {
		return 0
	}
	return e
}

// cheapest returns the cheapest piece of c that attacks the square, and marks it as
// gone. It returns zero if there is none.
func (x *exchange) cheapest(c Color) (first placedPiece) {
	a, army := &x.armies[c&1], armyOf(c)
	if !a.known {
		_, places := x.p.possibleAttackers(x.to, army)
		a.known, a.places = true, places&^uint32(x.gone>>(army&63))
	}
	list := (*[32]placedPiece)(x.p.pieces[army&32:])
	// There are few: to look at all of them again for each capture is cheaper than to
	// sort them.
	flip := uint8(c&1) * uint8(A8)
	best, place := ^uint16(0), 0
	for places := a.places; places != 0; places &= places - 1 {
		i := bits.TrailingZeros32(places) & 31
		e := list[i]
		turn := uint16(x.order[e.pieceType()])<<8 | uint16(uint8(squares[e.square()])^flip)
		if turn < best && (!e.slides() || x.open(uint8(e))) {
			first, best, place = e, turn, i
		}
	}
	if first != 0 {
		bit := uint32(1) << (place & 31)
		a.places &^= bit
		x.gone |= uint64(bit) << (army & 63)
	}
	return first
}

// open reports whether no piece is left between the square and the slider on from.
func (x *exchange) open(from uint8) bool {
	d := direction[from-x.to]
	for s := x.to + d; s != from; s += d {
		// direction may return a step even for two squares that are on no common line,
		// such as east for h1 and b2: the way from one to the other crosses the rim.
		if b := x.p.at(s); b == rim || b != 0 && x.gone>>(b&63)&1 == 0 {
			return false
		}
	}
	return true
}

// capture returns what e wins by capturing a victim of the given value, and the
// value of the next victim: of e, or the queen that it becomes.
func (x *exchange) capture(e placedPiece, victim int) (gain, next int) {
	if e.pieceType() == Pawn && x.bonus != 0 {
		return victim + x.bonus, x.v[Queen]
	}
	return victim, x.v[e.pieceType()]
}

// balance returns the material of c less that of the other side, in centipawns.
func (p *Position) balance(c Color) (sum int) {
	for i := range p.pieces {
		e := p.pieces[i]
		if t := e.pieceType(); e != 0 && t != King {
			if e.piece().Color() == c {
				sum += exchangeValues[t]
			} else {
				sum -= exchangeValues[t]
			}
		}
	}
	return sum
}

// pieceBalance is balance without pawns.
func (p *Position) pieceBalance(c Color) int {
	pawns := 0
	for _, piece := range p.Pieces() {
		if piece.Type() == Pawn {
			pawns += 1 - 2*int(oneIf(piece.Color() != c))
		}
	}
	return p.balance(c) - pawns*exchangeValues[Pawn]
}

// captureGain returns what the best capture or promotion wins for the side to move on its
// square, in centipawns.
func (p *Position) captureGain() (best int) {
	var buf [MaxMoves]Move
	for _, m := range p.appendCaptures(buf[:0]) {
		best = max(best, p.see(m, nil))
	}
	return best
}

// gainOn returns what captures on a square win for the side to move, and the best capture.
func (p *Position) gainOn(sq Square) (gain int, best Move) {
	var buf [MaxMoves]Move
	for _, m := range p.appendMoves(buf[:0]) {
		if m.To() == sq && p.isCapture(m) {
			if g := p.see(m, nil); g > gain {
				gain, best = g, m
			}
		}
	}
	return gain, best
}

// settled reports whether the other side of c can win nothing of c by captures on one
// square, or, if it is c's turn, c has a move that loses nothing and after which it cannot.
func (p *Position) settled(c Color) bool {
	if p.turn() != c {
		return p.captureGain() <= 0
	}
	var buf [MaxMoves]Move
	for _, m := range p.appendMoves(buf[:0]) {
		if p.see(m, nil) < 0 {
			continue
		}
		if next := p.After(m); next.captureGain() <= 0 {
			return true
		}
	}
	return false
}

// isQuiet reports whether the side to move is not in check and no capture wins
// anything.
func (p *Position) isQuiet() bool {
	if p.inCheck() {
		return false
	}
	var buf [MaxMoves]Move
	for _, m := range p.appendCaptures(buf[:0]) {
		if p.seeAtLeast(m, 1, nil) {
			return false
		}
	}
	return true
}
