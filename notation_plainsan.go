package chess

// This is the fast parser of SAN, for the PGN reader. The tolerant one is in
// notation_san.go: see notation.go.

// A sanLine is a position to which moves are played one after the other, as they
// are read from text. It keeps what it takes to find the position before the last
// move, with which a variation begins. It must have been started.
type sanLine struct {
	positions [2]Position // the current one, and the one before the last move
	current   uint8       // the index of the current one
	moved     bool        // whether there is a last move
}

// start makes p the position to which the first move is played.
func (l *sanLine) start(p *Position) {
	l.positions[0] = *p
	l.current, l.moved = 0, false
}

// at returns the current position. It must not be changed, and is valid until the
// next move.
func (l *sanLine) at() *Position { return &l.positions[l.current&1] }

// before sets *p to the position before the last move, and reports whether there is
// one. Without one it leaves *p alone.
func (l *sanLine) before(p *Position) bool {
	if l.moved {
		*p = l.positions[l.current&1^1]
	}
	return l.moved
}

// play plays the move that a word in plain SAN names, and returns it. Plain SAN is
// what programs write: "e4", "exd5", "e8=Q+", "Nf3", "Nbxd7", "R1a3", "Qh4e1",
// "O-O". For a word that is not plain, or not that of exactly one legal move, it
// returns the null move and plays nothing; ParseSAN then reads the word or returns
// the error.
func (l *sanLine) play(word []byte) Move {
	m := l.at().playSAN(word, &l.positions[l.current&1^1])
	if m != 0 {
		l.current ^= 1
		l.moved = true
	}
	return m
}

// playMove plays the legal move m, or the null move.
func (l *sanLine) playMove(m Move) {
	l.at().Do(m, &l.positions[l.current&1^1])
	l.current ^= 1
	l.moved = true
}

// playSAN plays the move that a text in plain SAN names: it stores the position
// after it in *next and returns the move. Plain SAN is what programs write: "e4",
// "exd5", "e8=Q+", "Nf3", "Nbxd7", "R1a3", "Qh4e1", "O-O". For any text that is not
// plain, or not that of one legal move, it returns the null move, and *next is
// undefined; ParseSAN then reads the text or returns the error.
//
// ParseSAN generates the legal moves and selects one. playSAN finds the piece from
// the text, and tests once, after the move, whether its king is in check. That
// takes a third of the time, although it includes playing the move.
func (p *Position) playSAN(text []byte, next *Position) Move {
	n := len(text)
	if n > 0 && (text[n-1] == '+' || text[n-1] == '#') {
		n--
	}
	if n < 2 || n > 7 || p.threeChecksGiven() {
		return 0
	}
	switch text = text[:n]; text[0] {
	case 'N':
		return p.playPiece(Knight, text, next)
	case 'B':
		return p.playPiece(Bishop, text, next)
	case 'R':
		return p.playPiece(Rook, text, next)
	case 'Q':
		return p.playPiece(Queen, text, next)
	case 'K':
		return p.playPiece(King, text, next)
	case 'O':
		m := Move(0)
		switch string(text) {
		case "O-O":
			m = p.castlingMove(HSide)
		case "O-O-O":
			m = p.castlingMove(ASide)
		}
		if m != 0 {
			p.Do(m, next)
		}
		return m
	}
	return p.playPawn(text, next)
}

// squareIn returns the mailbox square that two bytes name, or zero.
func squareIn(file, rank byte) uint8 {
	file, rank = file-'a', rank-'1'
	if file|rank > 7 {
		return 0
	}
	return 21 + file + 10*rank
}

// playPiece plays the move of a piece other than a pawn.
func (p *Position) playPiece(pieceType PieceType, text []byte, next *Position) Move {
	n := len(text)
	to := squareIn(text[n-2], text[n-1])
	from := text[1:max(1, n-2)]
	if k := len(from); k > 0 && from[k-1] == 'x' {
		from = from[:k-1]
	}
	file, rank := omitted, omitted
	for _, c := range from {
		switch {
		case c-'a' < 8 && file == omitted && rank == omitted:
			file = int(c - 'a')
		case c-'1' < 8 && rank == omitted:
			rank = int(c - '1')
		default:
			return 0
		}
	}
	own := p.army()
	if to == 0 || p.board[to&127]&(whiteHere<<(own>>4)) != 0 {
		return 0
	}

	// Collect the pieces that would attack the square on an empty board, without a
	// branch that the processor may mispredict.
	var candidates [16]placedPiece
	count := 0
	piece := placedPiece(pieceType.Of(Color(own>>4))) << 8
	for _, e := range p.pieces[own&16 : own&16+16] {
		candidates[count&15] = e
		count += int(oneIf(e&0xFF00 == piece && zone[(int(e)+128-int(to))&0xFFF]&zoneKing != 0))
	}
	found := Move(0)
	for _, e := range candidates[:count&15] {
		at := squares[e&127]
		if file != omitted && file != at.File() || rank != omitted && rank != at.Rank() ||
			pieceType != Knight && p.firstOccupied(to, direction[uint8(e)-to]) != uint8(e) {
			continue
		}
		m := Move(e&127)<<8 | Move(to)
		p.Do(m, next)
		if next.attacked(uint8(next.pieces[own&31]), own^16) {
			continue
		}
		if found != 0 {
			return 0 // ambiguous
		}
		found = m
	}
	if found != 0 && count > 1 {
		p.Do(found, next)
	}
	return found
}

// playPawn plays the move of a pawn.
func (p *Position) playPawn(text []byte, next *Position) Move {
	n := len(text)
	promoted := Move(0) // the promotion bits of the move
	if n >= 4 && text[n-2] == '=' {
		t := pieceOf(text[n-1])
		if t < WhiteKnight || t > WhiteQueen {
			return 0
		}
		promoted = promotion | Move(t-WhiteKnight)<<16
		n -= 2
	}
	own := p.army()
	up := north
	if own != 0 {
		up = south
	}
	to := squareIn(text[n-2], text[n-1])
	from := to - up
	m := promoted
	switch target := p.board[to&127]; {
	case to == 0:
		return 0
	case n == 2:
		if target != 0 {
			return 0
		}
		if p.board[from&127] == 0 && p.board[(from-3*up)&127] == rim {
			from -= up
		}
	case n == 4 && text[1] == 'x':
		step := text[0] - text[2] // to the east or the west
		if step != 1 && step != west {
			return 0
		}
		from += step
		enPassant := target == 0 && to == p.enPassantTarget && p.state&stateEnPassant != 0
		if !enPassant && target&(blackHere>>(own>>4)) == 0 {
			return 0
		}
	default:
		return 0
	}
	lastRank := p.board[(to+up)&127] == rim
	if !p.isPawn(from, own) || lastRank != (promoted != 0) {
		return 0
	}
	m |= Move(from)<<8 | Move(to)
	p.Do(m, next)
	if next.attacked(uint8(next.pieces[own&31]), own^16) {
		return 0
	}
	return m
}
