package chess

import "math/bits"

// This is the fast parser of SAN, for the PGN reader and for plain words elsewhere. The tolerant one is in
// notation_san.go: see notation.go.

// A sanLine is a position to which moves are played one after the other, as they
// are read from text. It can return the position before the last move, with which
// a variation begins. It must have been started.
//
// It keeps from move to move which lines to a king have sliders, so that most often a
// table look-up shows that the king is safe. That is faster than looking for attackers
// after each move, mostly because fewer branches are mispredicted.
type sanLine struct {
	position Position
	inCheck  bool       // whether the side to move is in check
	moved    bool       // whether there is a last move
	last     Move       // the last move
	undo     undo       // of the last move
	sliders  [2]uint64  // for each king, the enemy's sliders on its lines: see sliderOn
	places   [16]uint32 // for each Piece, a bit for each of its army's places that has one
}

// start makes p the position to which the first move is played.
func (l *sanLine) start(p *Position) {
	l.position = *p
	l.moved = false
	l.places = [16]uint32{}
	for c := range Color(2) {
		for place, e := range p.armyList(armyOf(c)) {
			if e != 0 {
				l.places[e.piece()&15] |= 1 << place
			}
		}
	}
	l.watchKings()
}

// at returns the current position. It must not be changed, and is valid until the
// next move.
func (l *sanLine) at() *Position { return &l.position }

// before sets *p to the position before the last move, and reports whether there is
// one. Without one it leaves *p alone.
func (l *sanLine) before(p *Position) bool {
	if l.moved {
		*p = l.position
		p.unmakeMove(l.last, &l.undo)
	}
	return l.moved
}

// play plays the legal move m, or the null move.
func (l *sanLine) play(m Move) {
	p := &l.position
	army, from, to := p.army(), m.from(), m.to()
	left := p.pieceOn(from)
	p.makeMove(m, &l.undo)
	l.last, l.moved = m, true
	if m == 0 || l.undo.castled() {
		l.watchKings()
		return
	}
	place := p.at(to) & 63
	arrived, victim := p.pieces[place], l.undo.victim
	if victim != 0 {
		l.places[victim.piece()&15] &^= 1 << (l.undo.victimPlace & 31)
	}
	if m >= promotion {
		l.places[left.piece()&15] &^= 1 << (place & 31)
		l.places[arrived.piece()&15] |= 1 << (place & 31)
	}
	if place == army {
		l.watchKing(army)
	} else {
		l.sliders[army>>5] -= sliderOn(victim, p.pieces[army].square())
	}
	king := p.pieces[army^32].square()
	sliders := l.sliders[army>>5^1] - sliderOn(left, king)
	l.sliders[army>>5^1] = sliders + sliderOn(arrived, king)

	uncovers := sliders>>(kingLine[from-king]&63)&15 != 0
	enPassant := to == l.undo.enPassantTarget && victim != 0
	l.inCheck = arrived.attacks(king) && p.clearBetween(to, king) || (uncovers || enPassant) && p.inCheck()
}

// watchKings computes what l keeps about both kings.
func (l *sanLine) watchKings() {
	l.watchKing(0)
	l.watchKing(32)
	l.inCheck = l.position.inCheck()
}

// watchKing computes l.sliders for the king of an army.
func (l *sanLine) watchKing(army uint8) {
	p := &l.position
	king := p.pieces[army&63].square()
	enemy := army&32 ^ 32
	places := (*[8]uint32)(l.places[enemy>>2:])
	sum := uint64(0)
	for s := places[Bishop] | places[Rook] | places[Queen]; s != 0; s &= s - 1 {
		sum += sliderOn(p.pieces[enemy|uint8(bits.TrailingZeros32(s)&31)], king)
	}
	l.sliders[army>>5&1] = sum
}

// sliderOn returns, if e is a slider that would attack a king on an empty board, 1 in
// the nibble of the line between them, and otherwise 0. The sum of an army tells on
// which of the eight lines from the king a piece might be pinned, or uncover a check
// by leaving.
func sliderOn(e placedPiece, king uint8) uint64 {
	return 1 << (kingLine[uint8(e)-king] & 63) & slidesOn[e.pieceType()]
}

var (
	// kingLine[square-king] is the shift of the nibble of the line from a king to a
	// square, or, if there is none, of a nibble that is always zero.
	kingLine = func() (t [256]uint8) {
		for step := range t {
			t[step] = 4 * 15
		}
		for i, d := range lineSteps {
			for n := range uint8(7) {
				t[(n+1)*d] = uint8(4 * i)
			}
		}
		return
	}()

	// slidesOn holds the nibbles of the lines along which a type of piece slides.
	slidesOn = [8]uint64{Bishop: 0xFFFF_0000, Rook: 0xFFFF, Queen: 0xFFFF_FFFF}
)

// isSafe reports whether the move m, which is legal but for checks and pins, and not
// castling, leaves the king safe.
func (l *sanLine) isSafe(m Move) bool {
	p := &l.position
	army, from := p.army(), m.from()
	king := p.pieces[army].square()
	switch {
	case m.to() == p.enPassantTarget:
		return p.legal(m)
	case from == king:
		b := p.board[from]
		p.board[from] = 0 // the king does not stop a line that it is on
		attacked := p.attacked(m.to(), army^32)
		p.board[from] = b
		return !attacked
	case l.inCheck || l.sliders[army>>5]>>(kingLine[from-king]&63)&15 != 0:
		return p.legal(m)
	}
	return true
}

// read returns the move that a word in plain SAN names. Plain SAN is what programs
// write: "e4", "exd5", "e8=Q+", "Nf3", "Nbxd7", "R1a3", "Qh4e1", "O-O". For a word that
// is not plain, or not that of exactly one legal move, it returns the null move;
// ParseSAN then reads the word or returns the error.
func (l *sanLine) read(word []byte) Move {
	p := &l.position
	word = unmarked(word)
	switch {
	case len(word) == 0 || p.state&stateRules != 0 && !p.plainRules():
	case word[0] >= 'a':
		if m := p.plainPawn(word); m != 0 && l.isSafe(m) {
			return m
		}
	case word[0] == 'O':
		return p.plainCastling(word)
	default:
		return l.readPiece(word)
	}
	return 0
}

// plainSAN is read for a single move. It takes half of the time of the tolerant parser.
func (p *Position) plainSAN(s string) Move {
	var buf [8]byte
	if len(s) > len(buf) {
		return 0
	}
	word := unmarked(buf[:copy(buf[:], s)])
	switch {
	case len(word) == 0 || p.state&stateRules != 0 && !p.plainRules():
		return 0
	case word[0] >= 'a':
		if m := p.plainPawn(word); m != 0 && p.legal(m) {
			return m
		}
		return 0
	case word[0] == 'O':
		return p.plainCastling(word)
	}
	piece, from, known, to := p.plainPiece(word)
	if piece == NoPieceType {
		return 0
	}
	found := Move(0)
	list, places := p.possibleAttackers(to, p.army())
	for ; places != 0; places &= places - 1 {
		e := list[bits.TrailingZeros32(places)&31]
		if e.pieceType() != piece || (uint8(squares[e&127])^from)&known != 0 {
			continue
		}
		if m := newMove(e.square(), to); p.legal(m) {
			if found != 0 {
				return 0 // ambiguous
			}
			found = m
		}
	}
	return found
}

// unmarked returns a word without a mark of check or mate behind it, or nothing if it is too short or too long for
// plain SAN.
func unmarked(word []byte) []byte {
	n := len(word)
	if n > 0 {
		n -= int(oneIf(word[n-1] == '+') | oneIf(word[n-1] == '#'))
	}
	if n < 2 || n > 7 {
		return nil
	}
	return word[:n]
}

// plainRules reports whether the moves of a variant are those of ordinary chess, and the game goes on.
func (p *Position) plainRules() bool { return !p.rules().slow && !p.ended() }

// plainCastling is read for castling.
func (p *Position) plainCastling(word []byte) Move {
	switch string(word) {
	case "O-O":
		return p.castlingMove(kingSide)
	case "O-O-O":
		return p.castlingMove(queenSide)
	}
	return 0
}

// squareIn returns the mailbox square that two bytes name, or zero.
func squareIn(file, rank byte) uint8 {
	file, rank = file-'a', rank-'1'
	if file|rank > 7 {
		return 0
	}
	return 21 + file + 10*rank
}

// plainPiece reads a move of a piece other than a pawn: its type, the Square that it leaves and which bits of that
// are known, and the mailbox square that it goes to. The type is NoPieceType if the word is not plain, or one of the own pieces
// is there.
func (p *Position) plainPiece(word []byte) (t PieceType, from, known, to uint8) {
	piece := pieceOf(word[0])
	if piece < WhiteKnight || piece > WhiteKing || len(word) < 3 {
		return NoPieceType, 0, 0, 0
	}
	n := len(word) - 2
	to = squareIn(word[n], word[n+1])
	if to == 0 || p.board[to&127]&colorBit(p.army()) != 0 {
		return NoPieceType, 0, 0, 0
	}
	n -= int(oneIf(word[n-1] == 'x'))
	for _, c := range word[1:n] {
		switch {
		case c-'a' < 8 && known == 0:
			from, known = c-'a', 7
		case c-'1' < 8 && known < 8:
			from |= (c - '1') << 3
			known |= 7 << 3
		default:
			return NoPieceType, 0, 0, 0
		}
	}
	return piece.Type(), from, known, to
}

// readPiece is read for a piece other than a pawn.
func (l *sanLine) readPiece(word []byte) Move {
	p := &l.position
	piece, from, known, to := p.plainPiece(word)
	if piece == NoPieceType {
		return 0
	}
	army := p.army()

	// The places of the pieces that would attack the square on an empty board, found
	// without a branch that the processor may mispredict.
	list := (*[32]placedPiece)(p.pieces[army&32:])
	fitting := uint32(0)
	for places := l.places[(Piece(piece)|Piece(army>>2))&15]; places != 0; places &= places - 1 {
		i := bits.TrailingZeros32(places) & 31
		attacks := oneIf(list[i].attacks(to))
		fits := oneIf((uint8(squares[list[i]&127])^from)&known == 0)
		fitting |= uint32(attacks&fits) << i
	}
	found := Move(0)
	for ; fitting != 0; fitting &= fitting - 1 {
		at := list[bits.TrailingZeros32(fitting)&31].square()
		if m := newMove(at, to); p.clearBetween(to, at) && l.isSafe(m) {
			if found != 0 {
				return 0 // ambiguous
			}
			found = m
		}
	}
	return found
}

// plainPawn is read for a pawn, but for checks and pins.
func (p *Position) plainPawn(word []byte) Move {
	n := len(word)
	promoted := Move(0) // the promotion bits of the move
	if n >= 4 && word[n-2] == '=' {
		t := pieceOf(word[n-1])
		if t < WhiteKnight || t > WhiteQueen {
			return 0
		}
		promoted = promotion | Move(t-WhiteKnight)<<16
		n -= 2
	}
	army := p.army()
	up := north
	if army != 0 {
		up = south
	}
	to := squareIn(word[n-2], word[n-1])
	from := to - up
	target := p.board[to&127]
	switch {
	case to == 0:
		return 0
	case n == 2:
		if target != 0 {
			return 0
		}
		if p.board[from&127] == 0 && p.board[(from-3*up)&127] == rim {
			from -= up
		}
	case n == 4 && word[1] == 'x':
		step := word[0] - word[2] // to the east or the west
		if step != 1 && step != west {
			return 0
		}
		from += step
		if target&enemyBit(army) == 0 && (target != 0 || to != p.enPassantTarget || p.state&stateEnPassant == 0) {
			return 0
		}
	default:
		return 0
	}
	lastRank := p.board[(to+up)&127] == rim
	if !p.isPawn(from, army) || lastRank != (promoted != 0) {
		return 0
	}
	return newMove(from, to) | promoted
}
