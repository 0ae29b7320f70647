package chess

import "encoding/binary"

// PolyglotKey returns the key that Polyglot books give to p, which many
// programs use as a hash. It is no identity: different positions can have the
// same key. Unlike Key and EPD it tells whether a pawn of the side to move
// stands beside one that has just gone two squares, whether or not it may
// capture.
//
// It is not ok if the format has no key for p: in three-check, and in Chess960
// where a rook may castle that is not the outermost. It allocates nothing. It
// looks at every man, which takes less than listing the legal moves.
//
// The format is described at http://hgm.nubati.net/book_format.html.
func (p *Position) PolyglotKey() (key uint64, ok bool) {
	if p.IsThreeCheck() {
		return 0, false
	}
	var board [64]Piece
	for sq, piece := range p.Pieces() {
		board[sq&63] = piece
		kind := 2*int(piece.Type()-Pawn) + int(piece.Color().Other())
		key ^= polyglotRandom[64*kind+int(sq)]
	}
	for c := range Color(2) {
		for side := range Side(2) {
			rook := p.CastlingRook(c, side)
			if rook == NoSquare {
				continue
			}
			if rook != outermost(&board, c, side) {
				return 0, false
			}
			key ^= polyglotRandom[polyglotCastling+2*int(c)+int(side)]
		}
	}
	if p.passed != 0 {
		victim := p.passed + south
		if p.Turn() == Black {
			victim = p.passed + north
		}
		if p.isPawn(victim+west, p.own()) || p.isPawn(victim+east, p.own()) {
			key ^= polyglotRandom[polyglotEnPassant+squares[victim&127].File()]
		}
	}
	if p.Turn() == White {
		key ^= polyglotRandom[polyglotWhite]
	}
	return key, true
}

// polyglotMove returns the legal move m as Polyglot writes it: from the lowest
// bit six for the square it goes to, six for the one it comes from, and three
// for what a pawn becomes. Castling is written as the king taking his own rook.
func (p *Position) polyglotMove(m Move) uint16 {
	to := m.To()
	if m.IsCastling() {
		to = p.CastlingRook(p.Turn(), m.side())
	}
	code := uint16(m.From())<<6 | uint16(to)
	if t := m.Promotion(); t != NoPieceType {
		code |= uint16(t-Pawn) << 12
	}
	return code
}

// polyglotSize is the size of a polyglotRecord in a file, in bytes.
const polyglotSize = 16

// A polyglotRecord is a move in a book.
type polyglotRecord struct {
	key    uint64 // of the position before the move
	move   uint16
	weight uint16
	learn  uint32
}

// append appends the record as it stands in a file.
func (r polyglotRecord) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, r.key)
	dst = binary.BigEndian.AppendUint16(dst, r.move)
	dst = binary.BigEndian.AppendUint16(dst, r.weight)
	return binary.BigEndian.AppendUint32(dst, r.learn)
}

// parsePolyglot returns the record at the beginning of b.
func parsePolyglot(b []byte) polyglotRecord {
	return polyglotRecord{
		key:    binary.BigEndian.Uint64(b),
		move:   binary.BigEndian.Uint16(b[8:]),
		weight: binary.BigEndian.Uint16(b[10:]),
		learn:  binary.BigEndian.Uint32(b[12:]),
	}
}
