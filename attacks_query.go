package chess

import (
	"iter"
	"math/bits"
)

// Queries about a position, for evaluations and user interfaces. Those that yield
// squares do so in no particular order, and allocate nothing when ranged over;
// slices.Collect and slices.Sorted make slices of them.

// Attackers yields the squares of c's pieces that attack sq, which may be empty. A
// piece attacks the squares where it could capture an enemy, even if it is pinned
// (FIDE Laws, 3.1.3): for a pawn the two diagonally ahead. If a piece of c stands
// on sq, its attackers of colour c are its defenders.
func (p Position) Attackers(sq Square, c Color) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attackers(sq, c, false, yield) }
}

// XRayAttackers yields what Attackers yields, and also c's pieces that would
// attack sq once other pieces of either colour, which attack it along the same
// line, had captured there: a rook behind a rook, a bishop behind a pawn. They
// decide whether sq is safe; SEE tells what the captures win or lose.
func (p Position) XRayAttackers(sq Square, c Color) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attackers(sq, c, true, yield) }
}

// Defenders yields the squares of the pieces that defend the one on sq: those of
// its own colour that attack sq. It yields none if sq is empty.
func (p Position) Defenders(sq Square) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		if piece := p.pieceAt(sq); piece != NoPiece {
			p.attackers(sq, piece.Color(), false, yield)
		}
	}
}

func (p *Position) attackers(sq Square, c Color, xray bool, yield func(Square) bool) {
	if sq >= NoSquare {
		return
	}
	to := mailbox[sq]
	list, places := p.possibleAttackers(to, armyOf(c))
	for ; places != 0; places &= places - 1 {
		e := list[bits.TrailingZeros32(places)&31]
		from := uint8(e)
		seen := !e.slides()
		if !seen {
			d := direction[from-to]
			at := p.firstOccupied(to, d)
			for xray && at != from && p.at(at) != rim && p.pieceOn(at).attacks(to) {
				at = p.firstOccupied(at, d)
			}
			seen = at == from
		}
		if seen && !yield(squares[from]) {
			return
		}
	}
}

// IsAttacked reports whether a piece of c attacks sq.
func (p Position) IsAttacked(sq Square, c Color) bool {
	return sq < NoSquare && p.attacked(mailbox[sq], armyOf(c))
}

// IsKingAttacked reports whether c's king is attacked. For the side to move that
// is InCheck. For the other side it means that the pseudo-legal move just played
// was not legal.
func (p Position) IsKingAttacked(c Color) bool {
	army := armyOf(c)
	king := p.pieces[army]
	return king != 0 && p.attacked(uint8(king), army^32)
}

// Attacks yields the squares that the piece on from attacks, empty or not. It is
// the inverse of Attackers. It yields none if from is empty.
func (p Position) Attacks(from Square) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attacks(from, yield) }
}

// pawnSteps holds the steps of White's pawn captures, then of Black's.
var pawnSteps = [4]uint8{9, 11, 256 - 9, 256 - 11}

func (p *Position) attacks(from Square, yield func(Square) bool) {
	piece := p.pieceAt(from)
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
		for to := at + d; p.at(to) != rim; to += d {
			if !yield(squares[to&127]) {
				return
			}
			if !slides || p.at(to) != 0 {
				break
			}
		}
	}
}

// Checkers yields the squares of the pieces that give check to the side to move.
func (p Position) Checkers() iter.Seq[Square] {
	return func(yield func(Square) bool) { p.checkers(yield) }
}

func (p *Position) checkers(yield func(Square) bool) {
	us := p.turn()
	p.attackers(p.kingOrNone(us), us.Other(), false, yield)
}

// kingOrNone returns King(c), or NoSquare in the zero Position.
func (p *Position) kingOrNone(c Color) Square {
	if king := p.pieces[armyOf(c)]; king != 0 {
		return squares[king&127]
	}
	return NoSquare
}

// A Pin is an absolute pin: a piece that may not leave the line between its king
// and an enemy slider.
type Pin struct {
	King   Square `json:"king"`
	Pinned Square `json:"pinned"`
	Pinner Square `json:"pinner"` // of the enemy's bishop, rook or queen
}

// Line yields the squares from the one next to the king to the pinner's. The
// pinned piece stands on one of them and may not leave them.
func (pin Pin) Line() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		if pin.King >= NoSquare || pin.Pinner >= NoSquare {
			return
		}
		sq, pinner := mailbox[pin.King], mailbox[pin.Pinner]
		d := direction[pinner-sq]
		if d == 0 {
			return
		}
		for sq != pinner {
			sq += d
			if !yield(squares[sq&127]) {
				return
			}
		}
	}
}

// Pins yields the pins of c's pieces, at most eight.
func (p Position) Pins(c Color) iter.Seq[Pin] {
	return func(yield func(Pin) bool) { p.pins(c, yield) }
}

func (p *Position) pins(c Color, yield func(Pin) bool) {
	army := armyOf(c)
	king := p.pieces[army].square()
	if king == 0 {
		return
	}
	var scan kingScan
	p.scanKing(&scan, king, army^32)
	for _, x := range scan.pins[:scan.pinCount] {
		if !yield(Pin{squares[king], squares[p.pieces[x.place&63].square()], squares[x.by&127]}) {
			return
		}
	}
}
