package chess

// identify sets p, which is zero, to as much of the position that ParseFEN reads as key
// needs, and legal for moves that do not castle. For the text that EPD writes it takes
// a quarter of the time of ParseFEN; any other text is for ParseFEN.
func (p *Position) identify(epd string) error {
	r := identityReader{text: epd, p: p}
	if r.board() && r.turn() && r.castling() && r.enPassant() && r.checks() && r.text == "" &&
		!p.attacked(uint8(p.pieces[p.army()^32]), p.army()) {
		return nil
	}
	q, err := ParseFEN(epd)
	*p = q
	return err
}

// An identityReader reads the text that EPD writes straight into a Position, without a
// Setup: the pieces get their places in the order of the text, and nothing is set that
// depends on places. Each of its methods reads a field, with the blank before it, and
// returns false unless it is sure of it. Together they are sure of every text that EPD
// writes for a game with at most sixteen pieces on a side.
type identityReader struct {
	text string // what is left
	p    *Position
}

// board reads the pieces. There are few branches in it that a processor cannot predict:
// it is more than half of the whole.
func (r *identityReader) board() bool {
	p := r.p
	p.board = emptyBoard
	places := [2]uint8{armyOf(White) + 1, armyOf(Black) + 1} // the next free place of each army
	rank, at, end, row := 7, mailbox[A8], mailbox[H8]+1, uint64(0)
	i := 0
	for ; i < len(r.text); i++ {
		c := r.text[i]
		piece := pieceOf(c)
		if piece == NoPiece {
			if n := c - '0'; n-1 < 8 && at+n <= end {
				at += n
				continue
			}
			if c != '/' || at != end || rank == 0 {
				break
			}
			p.cells[rank>>1&3] |= row << (rank & 1 * 32)
			rank, at, end, row = rank-1, at-18, end-10, 0
			continue
		}
		side := piece.Color() & 1
		place := places[side]
		if piece.Type() == King {
			place = armyOf(side)
		} else {
			places[side]++
		}
		if at == end || p.pieces[place&63] != 0 {
			return false
		}
		p.pieces[place&63] = placedPiece(piece)<<8 | placedPiece(at)
		p.board[at&127] = place | colorBit(place)
		row |= uint64(piece) << ((at + 8 - end) * 4 & 63)
		at++
	}
	p.cells[0] |= row
	r.text = r.text[i:]
	return at == mailbox[H1]+1 && p.pieces[armyOf(White)] != 0 && p.pieces[armyOf(Black)] != 0 &&
		places[White] <= armyOf(White)+16 && places[Black] <= armyOf(Black)+16 &&
		pawnBits(p.cells[0])<<32 == 0 && pawnBits(p.cells[3])>>32 == 0
}

// pawnBits returns the lowest bits of the nibbles of a word of Position.cells that are
// pawns.
func pawnBits(word uint64) uint64 { return word &^ (word >> 1) &^ (word >> 2) & 0x1111111111111111 }

// next reads a blank and the field after it, which is "" at the end.
func (r *identityReader) next() (field string) {
	if r.text == "" || r.text[0] != ' ' {
		return ""
	}
	n := 1
	for n < len(r.text) && r.text[n] != ' ' {
		n++
	}
	field, r.text = r.text[1:n], r.text[n:]
	return field
}

func (r *identityReader) turn() bool {
	field := r.next()
	if field == "b" {
		r.p.state = stateBlack
	}
	return field == "w" || field == "b"
}

// castling reads the rights, each of which has its king and its rook on the first rank.
func (r *identityReader) castling() bool {
	field := r.next()
	if field == "-" {
		return true
	}
	p := r.p
	for i := range len(field) {
		letter, c := field[i]&^0x20, Color(field[i]>>5&1)
		army, home := armyOf(c), mailbox[Square(c)*A8]
		king := p.pieces[army].square()
		if king-home-1 > 5 { // it may not castle from the a-file and the h-file
			return false
		}
		rook := home + letter - 'A'
		switch letter {
		case 'K':
			rook = p.outermostRook(home+7, king, west, army)
		case 'Q':
			rook = p.outermostRook(home, king, east, army)
		}
		side := Side(oneIf(rook < king))
		if rook-home > 7 || !p.isRook(rook, army) || p.castlingRook(c, side) != NoSquare {
			return false
		}
		p.state |= castlingRight(c, side, squares[rook&127])
	}
	return field != ""
}

// outermostRook returns the square of the first rook of an army from an edge of the
// board to its king, or the king's square if there is none.
func (p *Position) outermostRook(edge, king, inward, army uint8) uint8 {
	for edge != king && !p.isRook(edge, army) {
		edge += inward
	}
	return edge
}

// isRook reports whether a rook of an army stands on a mailbox square.
func (p *Position) isRook(sq, army uint8) bool {
	return p.at(sq) != 0 && p.pieceOn(sq).piece() == Rook.Of(Color(army>>5))
}

// enPassant reads the square that a double push has passed over.
func (r *identityReader) enPassant() bool {
	field := r.next()
	if field == "-" {
		return true
	}
	p, first, back := r.p, A6, north
	if p.turn() == Black {
		first, back = A3, south
	}
	if len(field) != 2 || field[0]-'a' > 7 || field[1] != '1'+byte(first.Rank()) {
		return false
	}
	over := mailbox[first] + field[0] - 'a'
	if p.at(over)|p.at(over+back) != 0 || !p.isPawn(over-back, p.army()^32) {
		return false
	}
	p.setDoublePush(over)
	return true
}

// checks reads the remaining checks of three-check, if they follow.
func (r *identityReader) checks() bool {
	field := r.next()
	if field == "" {
		return true
	}
	if len(field) != 3 || field[0]-'0' > 3 || field[1] != '+' || field[2]-'0' > 3 {
		return false
	}
	p := r.p
	p.state |= stateThreeCheck | uint32(field[0]-'0'|(field[2]-'0')<<2)<<checksShift
	return p.remainingChecks(p.turn()) > 0
}
