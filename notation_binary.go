package chess

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
)

// The byte forms of Key and Position. The documentation of the package, under Byte
// forms, promises that they never change.

// The values of a nibble that no Piece has hold what else belongs to the position.
const (
	castlerMark = 3 // flipped in a rook that may castle: 7 for White's, 15 for Black's
	moverMark   = 8 // the black king, if Black is to move
	pushedMark  = 0 // the pawn that has just made a double push
)

// variantMark is set in the byte behind the pieces if that is the number of a variant, and 0x20 if
// Black is to move. Without it, the byte has the remaining checks of three-check.
const variantMark = 0x40

// maxKeyForm is the length of the longest byte form of a Key: the occupied squares,
// a nibble for each, and the variant, in Crazyhouse with the pockets and the promoted pieces.
const maxKeyForm = 8 + 64/2 + 1 + 4 + 8

// AppendBinary appends the byte form of k to dst: 24 bytes for 32 pieces, one less for every two
// pieces fewer, and one more if it is not of ordinary chess, and in Crazyhouse thirteen. The zero Key has the empty form. Two Keys of legal
// positions have the same form only if they are equal. The error is nil.
func (k Key) AppendBinary(dst []byte) ([]byte, error) { return k.appendForm(dst), nil }

// MarshalBinary returns what AppendBinary appends.
func (k Key) MarshalBinary() ([]byte, error) {
	return k.AppendBinary(make([]byte, 0, maxKeyForm))
}

// UnmarshalBinary reads what AppendBinary writes, and nothing else. The error is a *ParseError that
// matches ErrSyntax or ErrIllegal.
func (k *Key) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		*k = Key{}
		return nil
	}
	r := formReader{field: "Key", data: data}
	p, err := r.pieces()
	if err != nil {
		return err
	}
	if p.enPassantTarget != 0 && p.enPassant() == NoSquare {
		return r.fail(ErrIllegal, 0, "no legal move captures the pawn en passant")
	}
	*k = p.key()
	return nil
}

// Compare returns -1, 0 or +1, in the order of the byte forms.
func (k Key) Compare(other Key) int {
	var a, b [maxKeyForm]byte
	return bytes.Compare(k.appendForm(a[:0]), other.appendForm(b[:0]))
}

// Hash returns the 64-bit FNV-1a hash of the byte form. It never changes. Who chooses the positions
// can make different Keys have the same hash.
func (k Key) Hash() uint64 {
	var buf [maxKeyForm]byte
	h := uint64(0xCBF29CE484222325)
	for _, b := range k.appendForm(buf[:0]) {
		h = (h ^ uint64(b)) * 0x100000001B3
	}
	return h
}

func (k *Key) appendForm(dst []byte) []byte {
	if *k == (Key{}) {
		return dst
	}
	p := Position{facts: facts{state: k.state}} // EnPassant needs no more
	pushed := p.enPassant()
	if pushed != NoSquare {
		pushed ^= 8 // behind the pawn
	}
	return k.appendPieces(dst, pushed)
}

// appendPieces appends the form of a Key with a mark on the pawn that has made a
// double push to a square, which may be NoSquare.
func (k *Key) appendPieces(dst []byte, pushed Square) []byte {
	cells, promoted, pockets := k.unpacked()
	p := Position{facts: facts{state: k.state}} // the methods used here need no more
	for c := range Color(2) {
		for side := range wing(2) {
			if rook := p.castlingRook(c, side); rook != NoSquare {
				cells[rook>>4&3] ^= castlerMark << (rook & 15 * 4)
			}
		}
	}
	if pushed != NoSquare {
		cells[pushed>>4&3] &^= 15 << (pushed & 15 * 4) // pushedMark
	}
	var mover uint64 = 99 // no value of a nibble
	if v := p.variant(); p.turn() == Black && v <= ThreeCheck {
		mover = uint64(BlackKing)
	}

	var form [maxKeyForm]byte
	var all uint64 // occupied squares
	n := 0         // nibbles
	board, _, _ := k.unpacked()
	for i, word := range board {
		word = occupied(word)
		all |= nibbleBits(word) << (16 * i)
		for ; word != 0; word &= word - 1 {
			v := cells[i] >> (bits.TrailingZeros64(word) & 63) & 15
			if v == mover {
				v = moverMark
			}
			form[8+n>>1] |= byte(v << (4 &^ (n << 2)))
			n++
		}
	}
	binary.BigEndian.PutUint64(form[:], all)
	dst = append(dst, form[:8+(n+1)/2]...)
	switch v := p.variant(); v {
	case Standard:
	case ThreeCheck:
		dst = append(dst, byte(p.remainingChecks(White)<<4|p.remainingChecks(Black)))
	default:
		dst = append(dst, variantMark|byte(v)|byte(oneIf(p.turn() == Black))<<5)
	}
	if p.variant() == Crazyhouse {
		dst = binary.BigEndian.AppendUint32(dst, pockets)
		dst = binary.BigEndian.AppendUint64(dst, promoted)
	}
	return dst
}

// nibbleBits returns the lowest bits of the sixteen nibbles of a word that has no
// others.
func nibbleBits(word uint64) uint64 {
	word = (word | word>>3) & 0x0303030303030303
	word = (word | word>>6) & 0x000F000F000F000F
	word = (word | word>>12) & 0x000000FF000000FF
	return (word | word>>24) & 0xFFFF
}

// AppendBinary appends the byte form of p to dst: all that the FEN has, in about 26 bytes. The zero
// Position has the empty form. The error is nil.
func (p Position) AppendBinary(dst []byte) ([]byte, error) { return p.appendForm(dst), nil }

// MarshalBinary returns what AppendBinary appends.
func (p Position) MarshalBinary() ([]byte, error) {
	return p.AppendBinary(make([]byte, 0, 2*binary.MaxVarintLen16+maxKeyForm))
}

func (p *Position) appendForm(dst []byte) []byte {
	if p.isZero() {
		return dst
	}
	dst = binary.AppendUvarint(dst, uint64(p.halfmove))
	dst = binary.AppendUvarint(dst, uint64(p.fullmove))
	key, pushed := p.key(), NoSquare
	if p.enPassantTarget != 0 {
		pushed = squares[p.enPassantTarget&127] ^ 8 // behind the pawn
	}
	return key.appendPieces(dst, pushed)
}

// UnmarshalBinary reads what AppendBinary writes, as Key.UnmarshalBinary does.
func (p *Position) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		*p = Position{}
		return nil
	}
	q, err := readPosition(&formReader{field: "Position", data: data})
	if err == nil {
		*p = q
	}
	return err
}

// readPosition reads the form of a Position, to the end.
func readPosition(r *formReader) (Position, error) {
	halfmove, err := r.uvarint(maxClock, "the halfmove clock")
	if err != nil {
		return Position{}, err
	}
	fullmove, err := r.uvarint(maxClock, "the move number")
	if err != nil {
		return Position{}, err
	}
	p, err := r.pieces()
	p.halfmove, p.fullmove = uint16(halfmove), uint16(fullmove)
	return p, err
}

// pack returns a move in 16 bits: 4 for its promotion, 6 for each square. A drop has the flag 1,
// and the type of the piece for a square.
func (m Move) pack() uint16 {
	return uint16(m>>16<<12) | packedFrom[m>>8&127] | uint16(m.To())
}

// unpackMove is the inverse of pack.
func unpackMove(x uint16) Move {
	if x == 0 {
		return 0
	}
	return packedFlag[x>>12] | Move(unpackedFrom[x>>6])<<8 | Move(mailbox[x&63])
}

var (
	// packedFrom holds the bits of pack for the mailbox square that a move leaves, and
	// unpackedFrom the square for these bits and the flag.
	packedFrom = func() (t [128]uint16) {
		for sq, at := range mailbox {
			t[at] = uint16(sq) << 6
		}
		for piece := Pawn; piece < King; piece++ {
			t[pocket+piece] = 1<<12 | uint16(piece)<<6
		}
		return
	}()
	unpackedFrom = func() (t [1 << 10]uint8) {
		for bits := range t {
			t[bits] = mailbox[bits&63]
		}
		for piece := Pawn; piece < King; piece++ {
			t[1<<6|piece] = pocket + uint8(piece)
		}
		return
	}()
	// packedFlag holds the flag of a Move by that of pack.
	packedFlag = func() (t [16]Move) {
		for flag := range Move(16) {
			t[flag] = flag << 16
		}
		t[1] = 0
		return
	}()
)

// A formReader reads a byte form.
type formReader struct {
	field string // of errors
	data  []byte
	pos   int
}

// fail returns an error at an offset in the data.
func (r *formReader) fail(kind error, offset int, detail string) error {
	return &ParseError{Kind: kind, Field: r.field + " in bytes", Input: string(r.data), Offset: offset, Detail: detail}
}

// need returns an error unless there are n more bytes.
func (r *formReader) need(n uint64, what string) error {
	if uint64(len(r.data)-r.pos) < n {
		return r.fail(ErrSyntax, len(r.data), "the form ends within "+what)
	}
	return nil
}

// end returns an error if there are more bytes.
func (r *formReader) end() error {
	if r.pos < len(r.data) {
		return r.fail(ErrSyntax, r.pos, "bytes after the end")
	}
	return nil
}

// uvarint reads a number of at most the given size, as encoding/binary writes it:
// without bytes that add nothing.
func (r *formReader) uvarint(most uint64, what string) (uint64, error) {
	v, n := binary.Uvarint(r.data[r.pos:])
	switch {
	case n == 0:
		return 0, r.need(math.MaxUint64, what)
	case n < 0 || v > most:
		return 0, r.fail(ErrSyntax, r.pos, what+" is too large")
	case n > 1 && r.data[r.pos+n-1] == 0:
		return 0, r.fail(ErrSyntax, r.pos, what+" has a superfluous byte")
	}
	r.pos += n
	return v, nil
}

// string reads a text with its length before it.
func (r *formReader) string(what string) ([]byte, error) {
	n, err := r.uvarint(math.MaxInt32, "the length of "+what)
	if err == nil {
		err = r.need(n, what)
	}
	if err != nil {
		return nil, err
	}
	r.pos += int(n)
	return r.data[r.pos-int(n) : r.pos], nil
}

// pieces reads the form of a Key, to the end, with a mark on a pawn that has made a
// double push even if no legal move captures it.
func (r *formReader) pieces() (Position, error) {
	first := r.pos
	if err := r.need(8, "the occupied squares"); err != nil {
		return Position{}, err
	}
	occupied := binary.BigEndian.Uint64(r.data[r.pos:])
	r.pos += 8
	n := bits.OnesCount64(occupied)
	if err := r.need(uint64(n+1)/2, "the pieces"); err != nil {
		return Position{}, err
	}
	nibbles := r.data[r.pos : r.pos+(n+1)/2]
	r.pos += len(nibbles)
	if n%2 != 0 && nibbles[n/2]&15 != 0 {
		return Position{}, r.fail(ErrSyntax, r.pos-1, "the last four bits are not zero")
	}
	var s Setup
	turn := Color(0)
	if r.pos < len(r.data) {
		b := r.data[r.pos]
		if s.Variant = Variant(b & 31); b < variantMark {
			s.Variant, s.Checks = ThreeCheck, [2]int{int(b >> 4), int(b & 15)}
		} else if turn = Color(b >> 5 & 1); s.Variant <= ThreeCheck || b >= 2*variantMark {
			return Position{}, r.fail(ErrSyntax, r.pos, "the byte names no variant")
		}
		r.pos++
	}
	if s.Variant == Crazyhouse {
		if err := r.need(12, "the pockets"); err != nil {
			return Position{}, err
		}
		s.hand(binary.BigEndian.Uint32(r.data[r.pos:]), binary.BigEndian.Uint64(r.data[r.pos+4:]))
		r.pos += 12
	}
	if err := r.end(); err != nil {
		return Position{}, err
	}
	if detail := s.fill(occupied, nibbles, turn); detail != "" {
		return Position{}, r.fail(ErrIllegal, first, detail)
	}
	p, ps := s.position()
	if ps != 0 {
		return Position{}, &ParseError{
			Kind: ErrIllegal, Field: r.field + " in bytes", Input: string(r.data), Offset: first, Detail: ps.Error(), Err: ps,
		}
	}
	return p, nil
}

// fill puts the pieces on their squares, and what the marks mean into the other
// fields. It returns what is wrong with the marks, or "".
func (s *Setup) fill(occupied uint64, nibbles []byte, turn Color) string {
	s.Turn = turn
	pushed := NoSquare
	for i := 0; occupied != 0; i++ {
		sq := Square(bits.TrailingZeros64(occupied))
		occupied &= occupied - 1
		piece := Piece(nibbles[i/2] >> (4 &^ (i << 2)) & 15)
		switch piece {
		case moverMark:
			if s.Variant > ThreeCheck {
				return "a mark that this variant does not have"
			}
			piece, s.Turn = BlackKing, Black
		case WhiteRook ^ castlerMark, BlackRook ^ castlerMark:
			piece ^= castlerMark
			s.Castling = append(s.Castling, sq)
		case pushedMark:
			if pushed != NoSquare {
				return "two pawns that have just made a double push"
			}
			pushed = sq
			continue
		}
		s.Board[sq] = piece
	}
	if pushed != NoSquare {
		if pushed.Rank() != 4-int(s.Turn) {
			return "a double push to an impossible rank"
		}
		s.Board[pushed] = Pawn.Of(s.Turn.Other())
		s.DoublePush = pushed ^ 8 // behind it
	}
	return ""
}

// ParseKey reads an EPD without operations, as Key.EPD returns it, or what ParseFEN reads, but no
// clocks. The error is a *ParseError that matches ErrSyntax or ErrIllegal.
func ParseKey(epd string) (Key, error) {
	var p Position
	err := p.identify(epd)
	return p.key(), err
}

// EPD returns the identity of the position as text: the board, the side to move, the castling rights,
// the en-passant square if a capture there is legal, in three-check the remaining checks, and an operation
// "variant" for the variants whose positions look like those of ordinary chess.
func (p Position) EPD() string { return p.key().EPD() }

// EPD returns the identity of the position as text: see Position.EPD.
func (k Key) EPD() string {
	var buf [96]byte
	return string(k.appendEPD(buf[:0]))
}

func (k *Key) appendEPD(dst []byte) []byte {
	p := Position{facts: facts{state: k.state}} // EnPassant needs no more
	return appendVariant(k.append(dst, p.enPassant()), k.state)
}

// String returns the EPD.
func (k Key) String() string { return k.EPD() }

// MarshalText returns the EPD, and nothing for the zero Key.
func (k Key) MarshalText() ([]byte, error) {
	if k == (Key{}) {
		return []byte{}, nil
	}
	return k.appendEPD(nil), nil
}

// UnmarshalText reads what ParseKey reads. An empty text is the zero Key.
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*k = Key{}
		return nil
	}
	return unmarshalText(k, text, ParseKey)
}

// Position returns the position with that Key, at move 1 with a halfmove clock of 0. It returns the
// zero Position for the zero Key and for an impossible position.
func (k Key) Position() Position {
	p, _ := k.position()
	return p
}

// position returns a position that has the key, if there is one.
func (k *Key) position() (Position, error) {
	q := Position{facts: facts{cells: k.cells, state: k.state}}
	s := Setup{Turn: q.turn(), DoublePush: q.enPassant(), Variant: q.variant()}
	cells, promoted, pockets := k.unpacked()
	for sq := range s.Board {
		s.Board[sq] = Piece(cells[sq>>4] >> (sq & 15 * 4) & 15)
	}
	s.hand(pockets, promoted)
	for c := range Color(2) {
		for side := range wing(2) {
			if rook := q.castlingRook(c, side); rook != NoSquare {
				s.Castling = append(s.Castling, rook)
			}
		}
		s.Checks[c] = q.remainingChecks(c)
	}
	p, err := s.Position()
	if err == nil && p.key() != *k {
		p, err = Position{}, impossibleEnPassant // a Key has an en-passant square only if the capture is legal
	}
	return p, err
}
