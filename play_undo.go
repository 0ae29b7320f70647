package chess

import (
	"iter"
	"sync/atomic"
)

// An undo is what a move takes from a position. With the move and the position after
// it, it gives the position before it, byte for byte. A Game keeps it instead of a
// Position, since it takes a sixth of the memory. The first two fields are the Key, so
// that repetitions are found without undoing anything.
type undo struct {
	cells           [4]uint64
	state           uint32
	halfmove        uint16
	fullmove        uint16
	victim          placedPiece // the captured piece or the castling rook, and where it stood; or zero
	victimPlace     uint8       // in the piece list
	enPassantTarget uint8
	castlers        uint8 // White's in the lower half, Black's in the upper
	crowded         bool
}

// makeMove plays the legal move m on p in place, and sets *u to what unmakeMove needs.
// With the two, Play and Undo of a Game take three quarters of the time that they take
// with a copy of the position.
func (p *Position) makeMove(m Move, u *undo) {
	u.cells, u.state, u.castlers = p.cells, p.state, uint8(p.castlers|p.castlers>>28)
	u.halfmove, u.fullmove, u.enPassantTarget = p.halfmove, p.fullmove, p.enPassantTarget
	u.crowded, u.victim = p.crowded, 0
	if b := p.board[m>>8&127]; b&notKing == 0 && p.passesOrCastles(m) {
		if m != 0 {
			u.victimPlace = p.army() + placeRookH + uint8(m.side())
			u.victim = p.pieces[u.victimPlace&63]
		}
	} else {
		at := m.to()
		if p.isEnPassant(m) {
			at = mailbox[SquareAt(m.To().File(), m.From().Rank())&63]
		}
		if b := p.at(at); b != 0 {
			u.victimPlace = b & 63
			u.victim = p.pieces[u.victimPlace]
		}
	}
	p.do(m, p)
}

// castled reports whether the move castled: it took a rook of its own side off its square.
func (u *undo) castled() bool {
	return u.victim != 0 && u.victim.piece().Color() == Color(u.state>>16&1)
}

// unmakeMove takes back the move m on the position that makeMove changed p into.
func (p *Position) unmakeMove(m Move, u *undo) {
	p.cells, p.state, p.castlers = u.cells, u.state, uint64(u.castlers&0xF)|uint64(u.castlers>>4)<<32
	p.halfmove, p.fullmove, p.enPassantTarget = u.halfmove, u.fullmove, u.enPassantTarget
	p.crowded = u.crowded
	army := p.army()
	if m == 0 {
		return
	}
	if u.castled() {
		p.uncastle(m, u, army)
		return
	}
	b := p.at(m.to())
	e := &p.pieces[b&63]
	*e = *e&^0xFF | placedPiece(m.from())
	if m.Promotion() != NoPieceType {
		*e = placedPiece(Pawn.Of(Color(army>>5)))<<8 | placedPiece(m.from())
	}
	p.board[m.to()], p.board[m.from()] = 0, b
	if u.victim != 0 {
		p.pieces[u.victimPlace&63] = u.victim
		p.board[u.victim&127] = u.victimPlace | colorBit(army^32)
	}
}

// uncastle puts king and rook back. Either may stand where the other stood, so both
// are taken off the board first.
func (p *Position) uncastle(m Move, u *undo, army uint8) {
	king, rook := army&63, u.victimPlace&63
	p.board[p.pieces[king]&127], p.board[p.pieces[rook]&127] = 0, 0
	p.pieces[king] = p.pieces[king]&^0xFF | placedPiece(m.from())
	p.pieces[rook] = u.victim
	for _, place := range [2]uint8{king, rook} {
		p.board[p.pieces[place]&127] = place | colorBit(army)
	}
}

// A ply is a move of a Game, and what takes it back.
type ply struct {
	undo
	move Move
}

// A stretch holds plies that follow each other in a Game and its copies, which share it:
// what is written is never changed. Each Game knows how many of the plies are its own. To
// write another, a Game claims the next place of its last stretch. If another Game, or it
// itself before Undo, has claimed that before, it begins another stretch.
type stretch struct {
	before  *stretch // with the plies before
	first   int32    // how many these are
	written atomic.Int32
	plies   []ply
}

// The numbers of plies that a stretch has room for. Twice the room of the last one that
// was filled keeps games of any length in few stretches.
const (
	firstRoom = 8
	mostRoom  = 256
)

// claim returns the place for the next ply of a game that has the given number of plies, and
// the stretch that it is in: s, the last one of the game, or a new one.
func (s *stretch) claim(plies int) (*stretch, *ply) {
	room := firstRoom
	if s != nil {
		at := plies - int(s.first)
		switch {
		case at == len(s.plies):
			room = min(2*at, mostRoom)
		case s.written.CompareAndSwap(int32(at), int32(at+1)):
			return s, &s.plies[at]
		default:
			room = 2
		}
		if at == 0 { // all of its plies were taken back
			s = s.before
		}
	}
	s = &stretch{before: s, first: int32(plies), plies: make([]ply, room)}
	s.written.Store(1)
	return s, &s.plies[0]
}

// find returns the ply with the given number of plies before it, and the stretch that it is in:
// s or one before.
func (s *stretch) find(plies int) (*stretch, *ply) {
	for plies < int(s.first) {
		s = s.before
	}
	return s, &s.plies[plies-int(s.first)]
}

// runs returns the plies of a game that has the given number of plies, and s as its last stretch,
// in runs with the number of plies before each, the last run first.
func (s *stretch) runs(plies int) iter.Seq2[int, []ply] {
	return func(yield func(int, []ply) bool) {
		for s, end := s, plies; s != nil; s = s.before {
			if first := int(s.first); end > first && !yield(first, s.plies[:end-first]) {
				return
			}
			end = min(end, int(s.first))
		}
	}
}
