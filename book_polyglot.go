package chess

import "encoding/binary"

// PolyglotKey returns the key of p in Polyglot books, which many programs use as a
// hash. Different positions can have the same key. Unlike Key and EPD, it shows
// whether a pawn of the side to move stands beside a pawn that has just moved two
// squares, even if the capture en passant is not legal.
//
// ok is false if the format has no key for p: in three-check, and in Chess960 if a
// rook that may castle is not the outermost one. It allocates nothing. It visits
// every piece, which takes less time than listing the legal moves.
//
// The format is described at http://hgm.nubati.net/book_format.html.
func (p Position) PolyglotKey() (key uint64, ok bool) { return p.polyglotKey() }

func (p *Position) polyglotKey() (key uint64, ok bool) {
	if p.isThreeCheck() {
		return 0, false
	}
	var board [64]Piece
	for sq, piece := range p.Pieces() {
		board[sq&63] = piece
		i := 2*int(piece.Type()-Pawn) + int(piece.Color().Other())
		key ^= polyglotRandom[64*i+int(sq)]
	}
	for c := range Color(2) {
		for side := range Side(2) {
			rook := p.castlingRook(c, side)
			if rook == NoSquare {
				continue
			}
			if rook != outermost(&board, c, side) {
				return 0, false
			}
			key ^= polyglotRandom[polyglotCastling+2*int(c)+int(side)]
		}
	}
	if p.enPassantTarget != 0 {
		victim := p.enPassantTarget + south
		if p.turn() == Black {
			victim = p.enPassantTarget + north
		}
		if p.isPawn(victim+west, p.army()) || p.isPawn(victim+east, p.army()) {
			key ^= polyglotRandom[polyglotEnPassant+squares[victim&127].File()]
		}
	}
	if p.turn() == White {
		key ^= polyglotRandom[polyglotWhite]
	}
	return key, true
}

// polyglotMove returns the code of the legal move m in Polyglot books. From the
// lowest bit, six bits are the square it goes to, six the square it comes from, and
// three the piece that a pawn promotes to. Castling is written as the king taking
// its own rook.
func (p *Position) polyglotMove(m Move) uint16 {
	m = p.kingTakesRook(m)
	code := uint16(m.From())<<6 | uint16(m.To())
	if t := m.Promotion(); t != NoPieceType {
		code |= uint16(t-Pawn) << 12
	}
	return code
}

// A polyglotRecord is a move in a book.
type polyglotRecord struct {
	key    uint64 // of the position before the move
	move   uint16 // as polyglotMove returns it
	weight uint16
	learn  uint32
}

// polyglotSize is the size of a polyglotRecord in a file, in bytes.
const polyglotSize = 16

// append appends the record in the format of a file.
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
