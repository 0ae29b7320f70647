package chess

import (
	"iter"
	"math/bits"
	"slices"
)

// Steps on the mailbox, added modulo 256.
const (
	north uint8 = 10
	south uint8 = 256 - 10
	east  uint8 = 1
	west  uint8 = 256 - 1
)

// The zone of a king is the sixteen squares that decide where it may go: the
// block of nine with the king in the middle, and the squares of its rank that it
// may cross in castling (in Chess960 up to five to the east and four to the
// west). These are the steps to them in the order of a zone's bits: the block row
// by row from the south-west, then the rest of the rank. (The king zones of an
// evaluation are others: see Survey.KingZone.)
var zoneSteps = [16]uint8{
	256 - 11, 256 - 10, 256 - 9, 256 - 1, 0, 1, 9, 10, 11,
	2, 3, 4, 5, 256 - 2, 256 - 3, 256 - 4,
}

const (
	zoneBlock = 9      // the number of squares of the block, which come first
	zoneKing  = 1 << 4 // the king's own square
)

var (
	// The eight directions, a rook's four before a bishop's.
	lineSteps   = [8]uint8{east, west, north, south, 9, 256 - 9, 11, 256 - 11}
	knightSteps = [8]uint8{8, 12, 19, 21, 256 - 8, 256 - 12, 256 - 19, 256 - 21}

	// direction[to-from] is the step that leads from one square to another
	// along a rank, a file or a diagonal, or zero if there is none.
	direction = func() (t [256]uint8) {
		for _, d := range lineSteps {
			for n := range uint8(7) {
				t[(n+1)*d] = d
			}
		}
		return
	}()

	// zone[piece+128-king], of a placedPiece and a king's square, holds the squares
	// of the king's zone that the piece would attack on an empty board: mostly
	// none. This one table finds checks, pins and the king's safe squares.
	zone = func() (z [17 * 256]uint16) {
		for _, c := range [2]Color{White, Black} {
			for t := Pawn; t <= King; t++ {
				for step := -77; step <= 77; step++ {
					if !attacksStep(t.Of(c), uint8(step)) {
						continue // before the loop over the zone: a tenth of the instructions
					}
					for i, to := range zoneSteps {
						d := int(int8(to)) - step // the piece's square - the king's
						if d >= -77 && d <= 77 {
							z[int(t.Of(c))<<8+d+128] |= 1 << i
						}
					}
				}
			}
		}
		return
	}()

	// attackTable[piece+128-square] is 1 if the piece attacks the square on an empty board,
	// else 0.
	attackTable = func() (t [17 * 256]uint8) {
		for i, squares := range zone {
			t[i] = oneIf(squares&zoneKing != 0)
		}
		return
	}()
)

// attacksStep reports whether p attacks, on an empty board, the square that lies
// the given step away.
func attacksStep(p Piece, step uint8) bool {
	d := direction[step]
	straight := d == north || d == south || d == east || d == west
	switch p.Type() {
	case Pawn:
		up := north
		if p.Color() == Black {
			up = south
		}
		return step == up+east || step == up+west
	case Knight:
		return slices.Contains(knightSteps[:], step)
	case Bishop:
		return d != 0 && !straight
	case Rook:
		return straight
	case Queen:
		return d != 0
	default:
		return d != 0 && d == step
	}
}

// A kingScan holds what one pass over the enemy's pieces finds out about a king.
type kingScan struct {
	safe     uint16 // before the scan, squares of the zone; after it, those not attacked
	checks   uint8  // the number of checkers
	checker  uint8  // the square of one of them
	pinCount uint8
	pins     [8]pin
}

// A pin is a piece, by its place in the piece list, that must stay on the line
// from its king to the pinner on square by.
type pin struct{ place, by uint8 }

// scanKing fills in s for a king on square k in one pass over the attackers, the
// enemy's army. The squares of the zone in s.safe, and k, must be on the board.
func (p *Position) scanKing(s *kingScan, k, attackers uint8) {
	safe := s.safe | zoneKing
	// Much as in possibleAttackers. A call would cost perft 2 %.
	around := (*[16 * 256]uint16)(zone[(128-int(k))&127:])
	list := (*[32]placedPiece)(p.pieces[attackers&32:])
	candidates := uint32(0)
	first := 12
	if p.large {
		first = 28
	}
	for i := first; i >= 0; i -= 4 {
		a, b := inReach(around, list[i+1], list[i], safe), inReach(around, list[i+3], list[i+2], safe)
		candidates = candidates<<4 | uint32(b<<2|a)
	}
	for ; candidates != 0; candidates &= candidates - 1 {
		e := list[bits.TrailingZeros32(candidates)&31]
		attacked := around[e&0xFFF] & safe
		from := uint8(e)
		if !e.slides() {
			safe &^= attacked &^ zoneKing
			if attacked&zoneKing != 0 {
				s.checks++
				s.checker = from
			}
			continue
		}
		for ; attacked != 0; attacked &= attacked - 1 {
			i := bits.TrailingZeros16(attacked) & 15
			to := k + zoneSteps[i]
			d := direction[from-to]
			sq := p.firstOccupied(to, d)
			switch {
			case to != k:
				if sq == from {
					safe &^= 1 << i
				}
			case sq == from: // a check, which goes on behind the king
				s.checks++
				s.checker = from
				safe &^= 1 << slices.Index(zoneSteps[:zoneBlock], -d)
			case p.at(sq)&enemyBit(attackers) != 0 && p.firstOccupied(sq, d) == from: // a pin
				s.pins[s.pinCount&7] = pin{p.at(sq) & 63, from}
				s.pinCount++
			}
		}
	}
	s.safe = safe
}

// allows reports whether the checks and pins of the scan, which is of the given king,
// let the piece at a place in its army go to a square. The piece is not the king,
// and does not capture en passant.
func (s *kingScan) allows(place, king, to uint8) bool {
	for _, x := range s.pins[:s.pinCount] {
		if x.place == place {
			return s.checks == 0 && direction[to-king] == direction[x.by-king]
		}
	}
	return s.checks == 0 || s.checks == 1 && (to == s.checker || between(king, to, s.checker))
}

// possibleAttackers returns the pieces of an army, and the set of the places of those
// that would attack square s on an empty board.
func (p *Position) possibleAttackers(s, army uint8) (list *[32]placedPiece, places uint32) {
	// The part of the table for s, which spares an addition for each piece.
	around := (*[16 * 256]uint8)(attackTable[(128-int(s))&127:])
	list = (*[32]placedPiece)(p.pieces[army&32:])
	if p.large {
		for i := 31; i >= 16; i-- {
			places = 2*places + uint32(around[list[i]&0xFFF])
		}
	}
	// Hot: there is no branch to mispredict. With a table of bytes, and not of zones, it
	// takes 0.6 times the instructions.
	for i := 12; i >= 0; i -= 4 {
		places = 2*places + uint32(around[list[i+3]&0xFFF])
		places = 2*places + uint32(around[list[i+2]&0xFFF])
		places = 2*places + uint32(around[list[i+1]&0xFFF])
		places = 2*places + uint32(around[list[i]&0xFFF])
	}
	return list, places
}

// inReach returns a bit for each of two pieces that might attack one of the given
// squares, a in the higher one.
func inReach(around *[16 * 256]uint16, a, b placedPiece, wanted uint16) uint8 {
	return oneIf(around[a&0xFFF]&wanted != 0)<<1 | oneIf(around[b&0xFFF]&wanted != 0)
}

// firstOccupied returns the first square after s in direction d that is not
// empty, which may be on the rim.
func (p *Position) firstOccupied(s, d uint8) uint8 {
	for {
		s += d
		if p.at(s) != 0 {
			return s
		}
	}
}

// clearBetween reports whether the squares between two squares of one line are empty.
// If there is no such line, it returns true. It takes no branch: the length of a line
// is hard to predict.
func (p *Position) clearBetween(from, to uint8) bool {
	d := direction[to-from]
	s := from + d
	near := uint64(p.at(s)) | uint64(p.at(s+d))<<8 | uint64(p.at(s+2*d))<<16
	s += 3 * d
	far := uint64(p.at(s)) | uint64(p.at(s+d))<<8 | uint64(p.at(s+2*d))<<16
	return (near|far<<24)&betweenBytes[to-from] == 0
}

// betweenBytes[to-from] has as many bytes of ones as there are squares between two
// squares of one line.
var betweenBytes = func() (t [256]uint64) {
	for _, d := range lineSteps {
		for n := range 7 {
			t[uint8(n+1)*d] = 1<<(8*n) - 1
		}
	}
	return
}()

// attacked reports whether a piece of an army attacks square s.
func (p *Position) attacked(s, army uint8) bool {
	list, places := p.possibleAttackers(s, army)
	for ; places != 0; places &= places - 1 {
		e := list[bits.TrailingZeros32(places)&31]
		from := uint8(e)
		if !e.slides() || p.firstOccupied(s, direction[from-s]) == from {
			return true
		}
	}
	return p.large && p.unlistedAttackers(s, army) != [2]uint8{}
}

// unlistedAttackers returns the squares of the pawns of a horde that share a place with
// others, so that the piece list has not got them, and attack square s; or zeros.
func (p *Position) unlistedAttackers(s, army uint8) (found [2]uint8) {
	for i, step := range [2]uint8{256 - 11, 256 - 9} {
		at := s + step
		if p.variant() == Horde && army == 0 && p.isPawn(at, army) && p.pieceOn(at).square() != at {
			found[i] = at
		}
	}
	return found
}

// isPawn reports whether a pawn of an army stands on s.
func (p *Position) isPawn(s, army uint8) bool {
	b := p.at(s)
	return b&(whiteHere|blackHere) == colorBit(army) && p.pieces[b&63].pieceType() == Pawn
}

// InCheck reports whether the king of the side to move is attacked.
func (p Position) InCheck() bool { return p.inCheck() }

func (p *Position) inCheck() bool {
	army := p.army()
	king := p.pieces[army]
	return king != 0 && p.attacked(uint8(king), army^32) && (p.state&stateRules == 0 || !p.immune())
}

// attacks reports whether the piece would attack a square on an empty board.
func (e placedPiece) attacks(to uint8) bool {
	return attackTable[(int(e)+128-int(to))&0xFFF] != 0
}

// between reports whether square s lies on the line between a and b.
func between(a, s, b uint8) bool {
	d := direction[b-a]
	return d != 0 && direction[s-a] == d && direction[b-s] == d
}

// Queries about a position, for evaluations and user interfaces. Those that yield
// squares do so in no particular order, and allocate nothing when ranged over;
// slices.Collect and slices.Sorted make slices of them.

// Attackers yields the squares of c's pieces that attack sq, which may be empty. A piece attacks the
// squares where it could capture, even if it is pinned (FIDE Laws, 3.1.3).
func (p Position) Attackers(sq Square, c Color) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attackers(sq, c, false, yield) }
}

// XRayAttackers yields what Attackers yields, and c's pieces that would attack sq once others on the
// same line had captured there, such as a rook behind a rook.
func (p Position) XRayAttackers(sq Square, c Color) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attackers(sq, c, true, yield) }
}

// Defenders yields the squares of the pieces that defend the one on sq.
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
	if p.large {
		for _, at := range p.unlistedAttackers(to, armyOf(c)) {
			if at != 0 && !yield(squares[at&127]) {
				return
			}
		}
	}
}

// IsAttacked reports whether a piece of c attacks sq.
func (p Position) IsAttacked(sq Square, c Color) bool {
	return sq < NoSquare && p.attacked(mailbox[sq], armyOf(c))
}

// kingAttacked reports whether c's king is attacked.
func (p *Position) kingAttacked(c Color) bool {
	army := armyOf(c)
	king := p.pieces[army]
	return king != 0 && p.attacked(uint8(king), army^32) && (p.state&stateRules == 0 || !p.immune())
}

// Attacks yields the squares that the piece on from attacks, empty or not.
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

// Checkers yields the squares of the pieces that give check.
func (p Position) Checkers() iter.Seq[Square] {
	return func(yield func(Square) bool) { p.checkers(yield) }
}

func (p *Position) checkers(yield func(Square) bool) {
	if us := p.turn(); p.state&stateRules == 0 || !p.immune() {
		p.attackers(p.kingOrNone(us), us.Other(), false, yield)
	}
}

// Pins yields the squares of c's pinned pieces, each with that of the piece that pins it to its king.
func (p Position) Pins(c Color) iter.Seq2[Square, Square] {
	return func(yield func(pinned, pinner Square) bool) { p.pins(c, yield) }
}

func (p *Position) pins(c Color, yield func(pinned, pinner Square) bool) {
	army := armyOf(c)
	king := p.pieces[army].square()
	if king == 0 || p.state&stateRules != 0 && p.immune() {
		return
	}
	var scan kingScan
	p.scanKing(&scan, king, army^32)
	for _, x := range scan.pins[:scan.pinCount] {
		if !yield(squares[p.pieces[x.place&63].square()], squares[x.by&127]) {
			return
		}
	}
}

// rookBeside reports whether the rook on a square protects another of its side along its
// file, or along its rank.
func (p *Position) rookBeside(sq Square, file bool) bool {
	for at := range p.Attacks(sq) {
		if (at.File() == sq.File()) == file && p.pieceAt(at) == p.pieceAt(sq) {
			return true
		}
	}
	return false
}
