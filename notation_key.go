package chess

// ParseKey reads an EPD without operations, the text that Key.EPD returns. It
// accepts what ParseFEN accepts; clocks are ignored, and so is an en-passant square
// where no capture is legal. For the text that EPD writes it takes a quarter of the
// time of ParseFEN. An error is a *ParseError that matches ErrSyntax or ErrIllegal.
func ParseKey(epd string) (Key, error) {
	var p Position
	err := p.identify(epd)
	return p.key(), err
}

// EPD returns the identity of the position, the text that Key packs: the
// board, the side to move, the castling rights, the en-passant square if a
// capture there is legal, and in three-check the remaining checks.
func (p Position) EPD() string { return p.key().EPD() }

// EPD returns the text that the Key packs: see Position.EPD.
func (k Key) EPD() string {
	var buf [96]byte
	return string(k.appendEPD(buf[:0]))
}

func (k *Key) appendEPD(dst []byte) []byte {
	p := Position{facts: facts{state: k.state}} // EnPassant needs no more
	return k.append(dst, p.enPassant())
}

// String returns the EPD.
func (k Key) String() string { return k.EPD() }

// AppendText appends the EPD to dst, and nothing for the zero Key. It allocates only
// if dst is too small. The error is always nil.
func (k Key) AppendText(dst []byte) ([]byte, error) {
	if k == (Key{}) {
		return dst, nil
	}
	return k.appendEPD(dst), nil
}

// MarshalText returns what AppendText appends. The error is always nil.
func (k Key) MarshalText() ([]byte, error) { return k.AppendText([]byte{}) }

// UnmarshalText reads an EPD, as ParseKey does, or an empty text, which is that of
// the zero Key. On an error k is unchanged.
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*k = Key{}
		return nil
	}
	return unmarshalText(k, text, ParseKey)
}

// Position returns the position with that Key, at move 1 with a halfmove clock of
// 0. It returns the zero Position for the zero Key, and for the Key of a position
// that the rules forbid, such as Position.Do leaves after an illegal move.
func (k Key) Position() Position {
	p, _ := k.position()
	return p
}

// position returns a position that has the key, if there is one.
func (k *Key) position() (Position, error) {
	q := Position{facts: facts{cells: k.cells, state: k.state}}
	s := Setup{Turn: q.turn(), DoublePush: q.enPassant(), ThreeCheck: q.isThreeCheck()}
	for sq := range s.Board {
		s.Board[sq] = Piece(k.cells[sq>>4] >> (sq & 15 * 4) & 15)
	}
	for c := range Color(2) {
		for side := range Side(2) {
			if rook := q.castlingRook(c, side); rook != NoSquare {
				s.Castling = append(s.Castling, rook)
			}
		}
		s.Checks[c] = q.remainingChecks(c)
	}
	p, err := s.Position()
	if err == nil && p.key() != *k {
		p, err = Position{}, ImpossibleEnPassant // a Key has an en-passant square only if the capture is legal
	}
	return p, err
}
