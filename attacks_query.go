package chess

import (
	"iter"
)

// The questions that evaluations and user interfaces ask of a position. Those
// that yield squares do so in no particular order, and allocate nothing when
// ranged over; slices.Collect and slices.Sorted make slices of them.

// Attackers yields the squares of c's men who attack sq, which may be empty. A
// man attacks the squares where he could capture an enemy, even if he is pinned
// (FIDE Laws, 3.1.3): for a pawn those diagonally ahead. If one of c's own men
// stands on sq, these are his coverers.
func (p *Position) Attackers(sq Square, c Color) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attackers(sq, c, false, yield) }
}

// XRayAttackers yields what Attackers does, and those of c's men as well who
// would attack sq once others who attack it along the same line, of either
// colour, had captured there: a rook behind a rook, a bishop behind a pawn. It
// answers whether sq is safe; SEE answers what it costs.
func (p *Position) XRayAttackers(sq Square, c Color) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attackers(sq, c, true, yield) }
}

// Coverers yields the squares of the men who protect the one on sq: those of
// his own colour who attack it; none if sq is empty.
func (p *Position) Defenders(sq Square) iter.Seq[Square] {
	piece := p.At(sq)
	if piece == NoPiece {
		sq = NoSquare
	}
	return p.Attackers(sq, piece.Color())
}

func (p *Position) attackers(sq Square, c Color, xray bool, yield func(Square) bool) {
	if sq >= NoSquare {
		return
	}
	to := mailbox[sq]
	men, near := p.possibleAttackers(to, uint8(c&1)<<4, zoneKing)
	for i, e := range men {
		if near<<i&(1<<15) == 0 {
			continue
		}
		from := uint8(e)
		seen := !e.slides()
		if !seen {
			d := direction[from-to]
			at := p.firstOccupied(to, d)
			for xray && at != from && p.board[at] != rim && p.pieces[p.board[at]&31].attacks(to) {
				at = p.firstOccupied(at, d)
			}
			seen = at == from
		}
		if seen && !yield(squares[from]) {
			return
		}
	}
}

// IsAttacked reports whether one of c's men attacks sq.
func (p *Position) IsAttacked(sq Square, c Color) bool {
	return sq < NoSquare && p.attacked(mailbox[sq], uint8(c&1)<<4)
}

// IsKingAttacked reports whether c's king could be captured, were it his
// opponent's turn. For the side to move that is InCheck; for the other it says
// that the pseudo-legal move just played was not legal.
func (p *Position) IsKingAttacked(c Color) bool {
	own := uint8(c&1) << 4
	k := p.pieces[own]
	return k != 0 && p.attacked(uint8(k), own^16)
}

// Attacks yields the squares that the man on from attacks, whoever stands
// there: what Attackers is for a square, this is for a man. It yields none if
// from is empty.
func (p *Position) Attacks(from Square) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attacks(from, yield) }
}

// pawnSteps are those of White's captures and of Black's.
var pawnSteps = [4]uint8{9, 11, 256 - 9, 256 - 11}

func (p *Position) attacks(from Square, yield func(Square) bool) {
	piece := p.At(from)
	if piece == NoPiece {
		return
	}
	at := mailbox[from]
	steps := lineSteps[:]
	switch piece.Type() {
	case Pawn:
		steps = pawnSteps[2*piece.Color():][:2]
	case Knight:
		steps = knightSteps[:]
	case Bishop:
		steps = lineSteps[4:]
	case Rook:
		steps = lineSteps[:4]
	}
	slides := piece.Type() >= Bishop && piece.Type() <= Queen
	for _, d := range steps {
		for to := at + d; p.board[to&127] != rim; to += d {
			if !yield(squares[to&127]) {
				return
			}
			if !slides || p.board[to&127] != 0 {
				break
			}
		}
	}
}

// Checkers yields the squares of the men who give check to the side to move.
func (p *Position) Checkers() iter.Seq[Square] {
	return p.Attackers(p.kingOrNone(p.Turn()), p.Turn().Other())
}

// kingOrNone is King, or NoSquare in the zero Position.
func (p *Position) kingOrNone(c Color) Square {
	if p.pieces[c<<4&16] == 0 {
		return NoSquare
	}
	return p.King(c)
}

// A Pin is a man who may not leave the line between his king and an enemy: an
// absolute pin.
type Pin struct {
	King   Square
	Pinned Square
	Pinner Square // an enemy bishop, rook or queen
}

// Line yields the squares that the pinned man may go to as far as his king is
// concerned, and his own: from the one next to the king to that of the pinner.
func (pin Pin) Line() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		if pin.King >= NoSquare || pin.Pinner >= NoSquare {
			return
		}
		k, by := mailbox[pin.King], mailbox[pin.Pinner]
		d := direction[by-k]
		if d == 0 {
			return
		}
		for k != by {
			k += d
			if !yield(squares[k&127]) {
				return
			}
		}
	}
}

// Pins yields the pins of c's men, at most eight.
func (p *Position) Pins(c Color) iter.Seq[Pin] {
	return func(yield func(Pin) bool) { p.pins(c, yield) }
}

func (p *Position) pins(c Color, yield func(Pin) bool) {
	own := uint8(c&1) << 4
	k := p.pieces[own]
	if k == 0 {
		return
	}
	var s kingScan
	p.scanKing(&s, uint8(k), own^16)
	for _, x := range s.pins[:s.pinCount] {
		if !yield(Pin{squares[k&127], squares[p.pieces[x.place&31]&127], squares[x.by&127]}) {
			return
		}
	}
}
