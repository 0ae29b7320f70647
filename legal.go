package chess

import "slices"

// Legal reports whether m is a legal move of p, whatever bits m is made of. The
// null move is none. Nothing is generated: 26 ns, where AppendMoves takes 117.
func (p *Position) Legal(m Move) bool {
	own := p.own()
	king := p.pieces[own]
	if king == 0 || p.threeChecksGiven() {
		return false
	}
	if m >= castleH {
		var out [2]Move
		return slices.Contains(out[:p.castlings(&out, own)], m)
	}
	from, to := uint8(m>>8), uint8(m)
	mine := uint8(whiteHere) << (own >> 4)
	if (from|to)&0x80 != 0 || p.board[from]&mine == 0 || p.board[to]&(mine|rim) != 0 {
		return false
	}
	k, place := uint8(king), p.board[from]&31
	e := p.pieces[place]
	if e.kind() == Pawn {
		if !p.pawnReaches(m, own) {
			return false
		}
		if m.IsEnPassant() { // two men leave their squares
			return p.enPassantLegal(from, to, mailbox[SquareAt(m.To().File(), m.From().Rank())&63])
		}
	} else if m>>16 != 0 || !e.attacks(to) || e.slides() && p.firstOccupied(to, direction[from-to]) != from {
		return false
	}

	if place == own {
		safe := uint16(1) << slices.Index(zoneSteps[:zoneBlock], to-from)
		s := kingScan{safe: safe}
		p.scanKing(&s, k, own^16)
		return s.safe&safe != 0
	}
	var s kingScan
	p.scanKing(&s, k, own^16)
	for _, x := range s.pins[:s.pinCount] {
		if x.place == place {
			return s.checks == 0 && direction[to-k] == direction[x.by-k]
		}
	}
	return s.checks == 0 || s.checks == 1 && (to == s.checker || between(k, to, s.checker))
}

// pawnReaches reports whether the pawn of the army at own that stands on
// m.From() could make the move m if there were no checks.
func (p *Position) pawnReaches(m Move, own uint8) bool {
	up := north
	if own != 0 {
		up = south
	}
	from, to := uint8(m>>8)&127, uint8(m)&127
	step, free := to-from, p.board[to] == 0
	captures := step == up+east || step == up+west
	switch kind := m &^ 0xFFFF; kind {
	case doublePush:
		return step == 2*up && free && p.board[(from+up)&127] == 0 && p.board[(from-2*up)&127] == rim
	case enPassant:
		return captures && m.To() == p.EnPassant()
	case 0, promotion, promotion + 1<<16, promotion + 2<<16, promotion + 3<<16:
		last := p.board[(to+up)&127] == rim
		return last == (kind != 0) && (step == up && free || captures && !free)
	}
	return false
}

// castlings writes the legal castling moves of the army at own, whose king is
// on the board, as if it were to move, and returns their number.
func (p *Position) castlings(out *[2]Move, own uint8) uint8 {
	rights := p.state >> castlingShift(uint(own>>4), 0) & 0x3F
	if rights == 0 {
		return 0
	}
	k := uint8(p.pieces[own]) & 127
	paths := [2]uint16{never, never}
	s := kingScan{safe: p.castlingPaths(&paths, k, uint8(rights))}
	if p.scanKing(&s, k, own^16); s.checks > 0 {
		return 0
	}
	var moves [MaxMoves]Move
	n := p.castlingMoves(&moves, 0, &s, &paths, k, own)
	copy(out[:], moves[:n])
	return n
}

// AppendPseudoLegal appends the moves of the man on from to dst, whatever his
// colour, as if it were his turn and with checks ignored: those which leave his
// own king to be captured and those that capture a king among them. En passant
// counts if it is his turn; castling must be legal. It allocates only if dst is
// too small.
//
// A pseudo-legal move m of the side to move is legal if IsKingAttacked does not
// hold for that side after Do(m). Nobody moves once a third check is given.
func (p *Position) AppendPseudoLegal(dst []Move, from Square) []Move {
	if p.At(from) == NoPiece || p.threeChecksGiven() {
		return dst
	}
	at := mailbox[from]
	b := p.board[at]
	own, e := b&16, p.pieces[b&31]
	if e.kind() == King {
		for to := range p.Attacks(from) {
			if p.board[mailbox[to]]&(whiteHere<<(own>>4)) == 0 {
				dst = append(dst, Move(at)<<8|Move(mailbox[to]))
			}
		}
		var out [2]Move
		return append(dst, out[:p.castlings(&out, own)]...)
	}
	var out [MaxMoves]Move
	n := p.movesOf(&out, 0, e, blackHere>>(own>>4), allMoves)
	if p.passed != 0 && own == p.own() && e.kind() == Pawn && e.attacks(p.passed) {
		out[n] = enPassant | Move(at)<<8 | Move(p.passed)
		n++
	}
	return append(dst, out[:n]...)
}
