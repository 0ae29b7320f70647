package chess

// Do makes *next the position after the legal move m; p stays as it is, unless
// next is p. The null move passes the turn. It allocates nothing.
//
// It does not check the move: after one that is not legal in p, *next is no
// position, and its methods may panic or never return. Play checks, and so does
// Legal, in 26 ns.
//
// Undoing moves would cost more than the copy does: on the way here, to copy
// and make took 8.7 ns, to make and unmake 10.8.
func (p *Position) Do(m Move, next *Position) {
	*next = *p
	next.do(m, p)
}

// After returns the position after the legal move m. It is Do for those who
// do not count nanoseconds: the position is copied once more.
func (p *Position) After(m Move) Position {
	next := *p // a named result would be cleared before: 13 ns instead of 11
	next.do(m, p)
	return next
}

// do plays m on p, a copy of before. What has just been copied is better read
// where it came from, since the stores are still on their way; and the board,
// which the next copy reads first, is better written first.
func (p *Position) do(m Move, before *Position) {
	from, to := uint8(m>>8)&127, uint8(m)&127
	own := before.own()
	half := before.halfmove + 1
	moves := before.fullmove + uint16(own>>4)
	state := before.state&^stateEnPassant ^ stateBlack
	if m-1 >= castleH-1 { // the null move too
		p.state, p.passed, p.halfmove, p.fullmove = state, 0, half, moves
		if m == 0 {
			return
		}
		p.castle(m, own)
	} else {
		b, v := before.board[from], before.board[to]
		p.board[from] = 0
		p.board[to] = b
		e := before.pieces[b&31]
		p.pieces[b&31] = e + placedPiece(to) - placedPiece(from)
		change := uint64(e.piece())
		left := change
		touched := before.castlers >> (b & 31)
		if v != 0 {
			change ^= uint64(before.pieces[v&31].piece())
			p.pieces[v&31] = 0
			half = 0
			touched |= before.castlers >> (v & 31)
		}
		if e.kind() == Pawn {
			half = 0
		}
		p.xor(from, left)
		p.xor(to, change)
		p.state, p.passed, p.halfmove, p.fullmove = state, 0, half, moves
		switch {
		case m < doublePush:
		case m < enPassant:
			p.passed = (from + to) / 2
			enemy := uint8(blackHere) >> (own >> 4 & 1)
			if (p.board[(to+west)&127]|p.board[(to+east)&127])&enemy != 0 {
				p.setEnPassant(to, own^16)
			}
		default:
			p.captureOrPromote(m, own)
		}
		if touched&1 != 0 {
			p.forfeit(1<<(b&31) | uint32(one(v != 0))<<(v&31))
		}
	}
	if state&stateThreeCheck != 0 && p.InCheck() {
		p.countCheck(own)
	}
}

// xor changes the nibble of a mailbox square.
func (p *Position) xor(s uint8, change uint64) {
	c := cellAt[s&127]
	p.cells[c&3] ^= change << (c & 60)
}

// cellAt tells where in Position.cells the nibble of a mailbox square is: its
// word in the lowest two bits, and its shift, a multiple of four, in the others.
var cellAt = func() (t [128]uint8) {
	for sq, at := range mailbox {
		t[at] = uint8(sq>>4 | sq&15<<2)
	}
	return
}()

// captureOrPromote completes an en-passant capture or a promotion, after the
// pawn has gone from one square to the other.
func (p *Position) captureOrPromote(m Move, own uint8) {
	to := uint8(m) & 127
	if m&promotion != 0 {
		e := &p.pieces[p.board[to]&31]
		piece := m.Promotion().Of(Color(own >> 4))
		p.xor(to, uint64(piece^e.piece()))
		*e = placedPiece(piece)<<8 | placedPiece(to)
		p.setCrowded()
		return
	}
	victim := to + south
	if own != 0 {
		victim = to + north
	}
	v := &p.pieces[p.board[victim&127]&31]
	p.xor(victim, uint64(v.piece()))
	p.board[victim&127] = 0
	*v = 0
}

// setEnPassant notes whether one of the pawns of the army that begins at own
// can legally capture the pawn on victim en passant.
func (p *Position) setEnPassant(victim, own uint8) {
	for _, from := range [2]uint8{victim + west, victim + east} {
		if p.isPawn(from, own) && p.enPassantLegal(from, p.passed, victim) {
			p.state |= uint32(8|(victim-21)%10) << enPassantShift
			return
		}
	}
}

// castle moves king and rook. In Chess960 each may stand where the other goes.
func (p *Position) castle(m Move, own uint8) {
	side := uint8(m>>16) & 1
	king, rook := own, own+placeRookH+side
	to := [2]uint8{uint8(m) & 127, uint8(m)&127 - 1 + 2*side}
	places := [2]uint8{king & 31, rook & 31}
	for _, i := range places {
		e := p.pieces[i]
		p.board[e&127] = 0
		p.xor(uint8(e), uint64(e.piece()))
	}
	for j, i := range places {
		piece := p.pieces[i].piece()
		p.pieces[i] = placedPiece(piece)<<8 | placedPiece(to[j])
		p.board[to[j]&127] = i | whiteHere<<(own>>4)
		p.xor(to[j], uint64(piece))
	}
	p.forfeit(1 << king)
}

// forfeit ends the castling rights that depend on the men whose places are
// set in touched.
func (p *Position) forfeit(touched uint32) {
	p.castlers &^= touched
	for c := range uint(2) {
		army := p.castlers >> (16 * c)
		if army>>placeKing&1 == 0 || army>>placeRookH&3 == 0 {
			army = 0
			p.castlers &^= 7 << (16 * c)
		}
		for side := range uint(2) {
			if army>>(placeRookH+side)&1 == 0 {
				p.state &^= 7 << castlingShift(c, side)
			}
		}
	}
}

// countCheck counts a check given by the side whose men begin at own.
func (p *Position) countCheck(own uint8) {
	shift := checksShift + own>>3
	if p.state>>shift&3 != 0 {
		p.state -= 1 << shift
	}
}

// setCrowded notes whether either side might have more than MaxMoves moves.
func (p *Position) setCrowded() {
	// At least as many as a man of each kind can have; the king's with castling
	// and en passant.
	most := [8]int{Pawn: 12, Knight: 8, Bishop: 13, Rook: 14, Queen: 27, King: 12}
	sum := [2]int{}
	for i, e := range p.pieces {
		sum[i>>4] += most[e.kind()]
	}
	p.crowded = max(sum[0], sum[1]) >= MaxMoves
}

// mover returns the man who makes a move.
func (p *Position) mover(m Move) Piece {
	return p.pieces[p.board[m>>8&127]&31].piece()
}

// victim returns the man whom a move captures, or NoPiece.
func (p *Position) victim(m Move) Piece {
	if m.IsEnPassant() {
		return Pawn.Of(p.Turn().Other())
	}
	if b := p.board[m&127]; b != 0 && m < castleH {
		return p.pieces[b&31].piece()
	}
	return NoPiece
}

// quiet reports whether a move neither captures nor promotes.
func (p *Position) quiet(m Move) bool {
	return p.victim(m) == NoPiece && m.Promotion() == NoPieceType
}

// Play returns the position after m, or an error that matches ErrIllegal if m
// is not legal in p.
func (p *Position) Play(m Move) (Position, error) {
	if !p.Legal(m) {
		return *p, illegalMove(m)
	}
	return p.After(m), nil
}

// illegalMove returns the error for a move that is not legal.
func illegalMove(m Move) error { return illegal("move", m.String(), "not a legal move here") }

// Moved returns the man who makes the move m: for castling the king, for a
// promotion the pawn; NoPiece for the null move.
func (p *Position) Moved(m Move) Piece {
	if m == 0 {
		return NoPiece
	}
	return p.mover(m)
}

// Captured returns the man whom the legal move m captures, or NoPiece. En
// passant that is a pawn who does not stand on m.To().
func (p *Position) Captured(m Move) Piece {
	if m == 0 {
		return NoPiece
	}
	return p.victim(m)
}

// IsCapture reports whether the legal move m captures, en passant too.
func (p *Position) IsCapture(m Move) bool { return p.Captured(m) != NoPiece }

// IsZeroing reports whether the legal move m sets the clock of the fifty-move
// rule back to zero: a capture or a move of a pawn. No position before it can
// occur again.
func (p *Position) IsZeroing(m Move) bool { return p.Moved(m).Type() == Pawn || p.IsCapture(m) }

// GivesCheck reports whether the legal move m gives check. Unless m is castling
// or en passant it is not played, which takes a fifth of the time.
func (p *Position) GivesCheck(m Move) bool {
	own := p.own()
	king := p.pieces[own^16]
	switch {
	case m == 0 || king == 0:
		return false
	case m.IsCastling() || m.IsEnPassant():
		next := p.After(m)
		return next.InCheck()
	}
	k, from, to := uint8(king)&127, uint8(m>>8)&127, uint8(m)&127

	e := p.pieces[p.board[from]&31]
	if t := m.Promotion(); t != NoPieceType {
		e = placedPiece(t.Of(Color(own>>4))) << 8
	}
	e = e&^0xFF | placedPiece(to)
	if e.attacks(k) {
		if !e.slides() {
			return true
		}
		// Behind a pawn that promotes with a capture or without, from is empty then.
		d := direction[to-k]
		s := k + d
		for s != to && (p.board[s&127] == 0 || s == from) {
			s += d
		}
		if s == to {
			return true
		}
	}

	d := direction[from-k]
	if d == 0 || direction[to-k] == d || p.firstOccupied(k, d) != from {
		return false
	}
	b := p.board[p.firstOccupied(from, d)&127]
	if b&(whiteHere<<(own>>4)) == 0 {
		return false
	}
	e = p.pieces[b&31]
	return e.slides() && e.attacks(k)
}
