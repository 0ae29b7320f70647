package chess

// Key is the identity of a position: two Keys are equal if and only if the
// EPDs of their positions are. It is comparable and lossless, a map key that
// cannot collide. The clocks are not part of it, nor is an en-passant square
// where no capture is legal: this is the identity that the repetition rule
// needs (FIDE Laws, 9.2.3).
//
// To store it, take its byte form (AppendBinary) or its text (AppendText); the
// byte form takes a third of the time and half the room. The zero Key is that of
// the zero Position.
type Key struct {
	cells [4]uint64 // a nibble a square, the Piece on it, from a1 up
	state uint32
}

// Key returns the identity of p. It copies fields that each move updates.
func (p Position) Key() Key  { return p.key() }
func (p *Position) key() Key { return Key{p.cells, p.state} }

// Equal reports whether p and q have the same Key and clocks, and the same double
// push before them: whether their FENs are equal. Inside, a position that was reached
// by moves and the same one read from text may differ, so reflect.DeepEqual says
// nothing; github.com/google/go-cmp calls Equal.
func (p Position) Equal(q Position) bool {
	return p.key() == q.key() && p.enPassantTarget == q.enPassantTarget && p.halfmove == q.halfmove && p.fullmove == q.fullmove
}

// occupied returns the lowest bits of the nibbles of a word of cells that hold a piece.
func occupied(word uint64) uint64 {
	word |= word >> 2
	return (word | word>>1) & 0x1111111111111111
}

// addClock makes k that of the position with its halfmove clock, for a transposition
// table. The clock stands above the bits of the state.
func (k *Key) addClock(halfmove uint16) { k.state |= uint32(min(halfmove, 1<<7-1)) << stateBits }

// hasClock reports whether addClock has been called.
func (k *Key) hasClock() bool { return k.state>>stateBits != 0 }

// mix mixes all bits of k into one word, for tables in memory; Hash is for what is
// stored. Different keys may have equal words: callers must compare the keys as
// well.
func (k *Key) mix() uint64 {
	// A sum of products: the high half depends on all bits, and is folded onto the low half.
	// Searches mix each position twice: this takes half the instructions of products of
	// 128 bits.
	h := k.cells[0]*0x9E3779B97F4A7C15 + k.cells[1]*0xD1B54A32D192ED03 + k.cells[2]*0x8CB92BA72F3D8DD7 +
		k.cells[3]*0xAEF17502108EF2D9 + uint64(k.state)*0xF1357AEA2E62A9C5
	return h ^ h>>32
}
