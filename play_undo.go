package chess

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
	switch {
	case m == 0:
	case p.castles(m):
		u.victimPlace = p.army() + placeRookH + uint8(m.side())
		u.victim = p.pieces[u.victimPlace&63]
	default:
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
