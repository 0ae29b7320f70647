package chess

// LAN returns the legal move m in long algebraic notation: "Ng1-f3", "e4xd5",
// "e7-e8=Q+", "O-O". Promotion, castling and check are written as in SAN. A
// move that is not legal in p is written as in UCI, the null move as "--".
func (p Position) LAN(m Move) string {
	var buf [16]byte
	return string(p.AppendLAN(buf[:0], m))
}

// AppendLAN appends what LAN returns to dst.
func (p Position) AppendLAN(dst []byte, m Move) []byte {
	return p.appendAlgebraic(dst, m, true)
}

// ParseLAN reads a move in long algebraic notation and returns it if it is
// legal in p. The format is strict, as LAN writes it, with three exceptions: any of
// "+", "#", "!" and "?" may be missing or superfluous at the end, castling may be
// written as ParseSAN reads it, and the letter of a piece may be small: "ng1-f3". The
// piece must be the one named; "x" is for captures only, and "-" for other moves only.
// ParseSAN reads this format too, and many others. ParseLAN allocates nothing on
// success.
//
// An error is a *ParseError that matches ErrSyntax, ErrIllegal, or ErrAmbiguous
// for a promotion without a piece. The null move "--" is illegal.
func (p Position) ParseLAN(s string) (Move, error) {
	r := moveReader{field: "LAN", input: s}
	if err := r.begin("--"); err != nil {
		return 0, err
	}
	t := moveText{castling: r.castling()}
	if t.castling != noCastling {
		if err := r.marks(nil); err != nil {
			return 0, err
		}
		return p.find(&r, &t)
	}
	if t.piece = r.letter("NBRQK"); t.piece == NoPieceType {
		t.piece = max(Pawn, r.smallLetter("nbrqk"))
	}
	from, err := r.square()
	if err != nil {
		return 0, err
	}
	t.file, t.rank = from.File(), from.Rank()
	separator := r.pos
	captures := r.accept("x")
	if !captures && !r.accept("-") {
		return 0, r.fail(`"-" or "x" is missing`)
	}
	if t.to, err = r.square(); err != nil {
		return 0, err
	}
	if r.accept("=") {
		if t.promotion = r.letter("NBRQ"); t.promotion == NoPieceType {
			return 0, r.fail("a promotion is one of N, B, R and Q")
		}
	}
	if err := r.marks(nil); err != nil {
		return 0, err
	}
	m, err := p.find(&r, &t)
	if err == nil && captures != p.isCapture(m) {
		r.pos = separator
		if captures {
			return 0, r.error(ErrIllegal, "there is nothing to capture")
		}
		return 0, r.error(ErrIllegal, `a capture is written with "x"`)
	}
	return m, err
}
