package chess

import (
	"math/bits"
	"slices"
)

// Steps on the mailbox, to be added modulo 256.
const (
	north uint8 = 10
	south uint8 = 256 - 10
	east  uint8 = 1
	west  uint8 = 256 - 1
)

// The zone of a king is the sixteen squares that decide where he may go: the
// block of nine around him, and the squares of his rank that he may cross in
// castling (in Chess960 up to five to the east and four to the west). These are
// the steps to them, in the order of the bits of a zone: the block row by row,
// from the south-west, with the king himself in the middle.
var zoneSteps = [16]uint8{
	256 - 11, 256 - 10, 256 - 9, 256 - 1, 0, 1, 9, 10, 11,
	2, 3, 4, 5, 256 - 2, 256 - 3, 256 - 4,
}

const (
	zoneBlock = 9 // the block's squares come first
	zoneKing  = 1 << 4
)

var (
	// The eight directions, a rook's four before a bishop's.
	lineSteps   = [8]uint8{east, west, north, south, 9, 256 - 9, 11, 256 - 11}
	knightSteps = [8]uint8{8, 12, 19, 21, 256 - 8, 256 - 12, 256 - 19, 256 - 21}

	// direction[to-from] is the step that leads from one square to another
	// along a rank, a file or a diagonal, or zero if none does.
	direction = func() (t [256]uint8) {
		for _, d := range lineSteps {
			for n := range uint8(7) {
				t[(n+1)*d] = d
			}
		}
		return
	}()

	// zone[man+128-king] tells which squares of that king's zone the man would
	// attack on an empty board: mostly none. It is the one table that finds
	// checks, pins and the king's safe squares.
	zone = func() (t [17 * 256]uint16) {
		for _, c := range [2]Color{White, Black} {
			for k := Pawn; k <= King; k++ {
				for d := -77; d <= 77; d++ { // man's square - king's
					for i, s := range zoneSteps {
						if attacksStep(k.Of(c), s-uint8(d)) {
							t[int(k.Of(c))<<8+d+128] |= 1 << i
						}
					}
				}
			}
		}
		return
	}()
)

// attacksStep reports whether a man attacks, on an empty board, the square that
// lies the given step away.
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

// A sight is what one pass over the enemy's men tells about a king.
type kingScan struct {
	safe     uint16 // of the squares of the zone that were asked about, those not attacked
	checks   uint8  // how many men give check
	checker  uint8  // the square of one of them
	pinCount uint8
	pins     [8]pin
}

// A pin is a man of the king's who must stay on the line from the king to the
// enemy's square by.
type pin struct{ place, by uint8 }

// look makes one pass over the enemy's men, who begin at theirs in the list,
// for the king on square k. s.safe holds the squares of the zone to ask about;
// they and the king's own must be on the board.
func (p *Position) scanKing(s *kingScan, k, theirs uint8) {
	safe := s.safe | zoneKing
	own := whiteHere<<(theirs>>4&1) ^ (whiteHere | blackHere)
	// This is near written out: the call would cost perft 2 %.
	around := (*[16 * 256]uint16)(zone[128-int(k):])
	men := (*[16]placedPiece)(p.pieces[theirs&16:])
	near := uint16(0)
	for i := 0; i < 16; i += 4 {
		a := one(around[men[i]&0xFFF]&safe != 0)<<1 | one(around[men[i+1]&0xFFF]&safe != 0)
		b := one(around[men[i+2]&0xFFF]&safe != 0)<<1 | one(around[men[i+3]&0xFFF]&safe != 0)
		near = near<<4 | uint16(a<<2|b)
	}
	for ; near != 0; near &= near - 1 {
		e := men[15-bits.TrailingZeros16(near)&15]
		z := around[e&0xFFF] & safe
		from := uint8(e)
		if !e.slides() {
			safe &^= z &^ zoneKing
			if z&zoneKing != 0 {
				s.checks++
				s.checker = from
			}
			continue
		}
		for ; z != 0; z &= z - 1 {
			i := bits.TrailingZeros16(z) & 15
			sq := k + zoneSteps[i]
			d := direction[from-sq]
			sq = p.firstOccupied(sq, d)
			switch {
			case 1<<i != zoneKing:
				if sq == from {
					safe &^= 1 << i
				}
			case sq == from: // check, and the king casts no shadow to step back into
				s.checks++
				s.checker = from
				safe &^= 1 << slices.Index(zoneSteps[:zoneBlock], -d)
			case int(p.board[sq&127])&own != 0 && p.firstOccupied(sq, d) == from:
				s.pins[s.pinCount&7] = pin{p.board[sq&127] & 31, from}
				s.pinCount++
			}
		}
	}
	s.safe = safe
}

// near returns the men from theirs on, and a bit for each who might attack one
// of the asked squares around k, the last in the lowest.
func (p *Position) possibleAttackers(k, theirs uint8, asked uint16) (men *[16]placedPiece, near uint16) {
	// Only the table's window around k is looked at: it is one addition less a man.
	around := (*[16 * 256]uint16)(zone[128-int(k):])
	men = (*[16]placedPiece)(p.pieces[theirs&16:])
	for i := 0; i < 16; i += 4 { // hot: there is no branch to mispredict, and by fours the chain of additions is short
		a := one(around[men[i]&0xFFF]&asked != 0)<<1 | one(around[men[i+1]&0xFFF]&asked != 0)
		b := one(around[men[i+2]&0xFFF]&asked != 0)<<1 | one(around[men[i+3]&0xFFF]&asked != 0)
		near = near<<4 | uint16(a<<2|b)
	}
	return men, near
}

// along returns the first square after s in direction d that is not empty,
// which may be on the rim.
func (p *Position) firstOccupied(s, d uint8) uint8 {
	for {
		s += d
		if p.board[s&127] != 0 {
			return s
		}
	}
}

// attacked reports whether one of the men who begin at theirs attacks square s.
func (p *Position) attacked(s, theirs uint8) bool {
	men, near := p.possibleAttackers(s, theirs, zoneKing)
	for ; near != 0; near &= near - 1 {
		e := men[15-bits.TrailingZeros16(near)&15]
		from := uint8(e)
		if !e.slides() || p.firstOccupied(s, direction[from-s]) == from {
			return true
		}
	}
	return false
}

// InCheck reports whether the king of the side to move is attacked.
func (p *Position) InCheck() bool {
	own := p.own()
	k := p.pieces[own]
	return k != 0 && p.attacked(uint8(k), own^16)
}

// isPawn reports whether a pawn of the army that begins at own stands on s.
func (p *Position) isPawn(s, own uint8) bool {
	b := p.board[s&127]
	return b&(whiteHere|blackHere) == whiteHere<<(own>>4) && p.pieces[b&31].kind() == Pawn
}

// enPassantLegal reports whether the capture of the pawn on victim by the pawn
// on from leaves the king in safety. Two men leave one rank at once, which no
// pin foresees: so it is tried.
func (p *Position) enPassantLegal(from, to, victim uint8) bool {
	q := *p
	b, v := q.board[from&127], q.board[victim&127]
	q.board[from&127], q.board[victim&127], q.board[to&127] = 0, 0, b
	q.pieces[v&31] = 0
	own := b & 16
	return !q.attacked(uint8(q.pieces[own]), own^16)
}

// attacks reports whether the man attacks a square on an empty board.
func (m placedPiece) attacks(to uint8) bool {
	return zone[(int(m)+128-int(to))&0xFFF]&zoneKing != 0
}

// between reports whether square s lies on the line between two others.
func between(a, s, b uint8) bool {
	d := direction[b-a]
	return d != 0 && direction[s-a] == d && direction[b-s] == d
}
