package chess

import (
	"iter"
	"slices"
)

// The questions that evaluations and user interfaces ask of a position. Those
// that yield squares do so in no particular order, and allocate nothing when
// ranged over; slices.Collect and slices.Sorted make slices of them.

// Attackers yields the squares of c's men who attack sq, which may be empty. A
// man attacks the squares where he could capture an enemy, even if he is pinned
// (FIDE Laws, 3.1.3): for a pawn those diagonally ahead. If one of c's own men
// stands on sq, these are his coverers.
func (p *Position) Attackers(sq Square, c Color) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attackers(sq, c, false, yield) }
}

// XRayAttackers yields what Attackers does, and those of c's men as well who
// would attack sq once others who attack it along the same line, of either
// colour, had captured there: a rook behind a rook, a bishop behind a pawn. It
// answers whether sq is safe; SEE answers what it costs.
func (p *Position) XRayAttackers(sq Square, c Color) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attackers(sq, c, true, yield) }
}

// Coverers yields the squares of the men who protect the one on sq: those of
// his own colour who attack it; none if sq is empty.
func (p *Position) Coverers(sq Square) iter.Seq[Square] {
	piece := p.At(sq)
	if piece == NoPiece {
		sq = NoSquare
	}
	return p.Attackers(sq, piece.Color())
}

func (p *Position) attackers(sq Square, c Color, xray bool, yield func(Square) bool) {
	if sq >= NoSquare {
		return
	}
	to := mailbox[sq]
	men, near := p.near(to, uint8(c&1)<<4, zoneKing)
	for i, e := range men {
		if near<<i&(1<<15) == 0 {
			continue
		}
		from := uint8(e)
		seen := !e.slides()
		if !seen {
			d := direction[from-to]
			at := p.along(to, d)
			for xray && at != from && p.board[at] != rim && p.men[p.board[at]&31].attacks(to) {
				at = p.along(at, d)
			}
			seen = at == from
		}
		if seen && !yield(squares[from]) {
			return
		}
	}
}

// attacks reports whether the man attacks a square on an empty board.
func (m man) attacks(to uint8) bool {
	return zone[(int(m)+128-int(to))&0xFFF]&zoneKing != 0
}

// IsAttacked reports whether one of c's men attacks sq.
func (p *Position) IsAttacked(sq Square, c Color) bool {
	return sq < NoSquare && p.attacked(mailbox[sq], uint8(c&1)<<4)
}

// IsKingAttacked reports whether c's king could be captured, were it his
// opponent's turn. For the side to move that is InCheck; for the other it says
// that the pseudo-legal move just played was not legal.
func (p *Position) IsKingAttacked(c Color) bool {
	own := uint8(c&1) << 4
	k := p.men[own]
	return k != 0 && p.attacked(uint8(k), own^16)
}

// Attacks yields the squares that the man on from attacks, whoever stands
// there: what Attackers is for a square, this is for a man. It yields none if
// from is empty.
func (p *Position) Attacks(from Square) iter.Seq[Square] {
	return func(yield func(Square) bool) { p.attacks(from, yield) }
}

// pawnSteps are those of White's captures and of Black's.
var pawnSteps = [4]uint8{9, 11, 256 - 9, 256 - 11}

func (p *Position) attacks(from Square, yield func(Square) bool) {
	piece := p.At(from)
	if piece == NoPiece {
		return
	}
	at := mailbox[from]
	steps := lineSteps[:]
	switch piece.Type() {
	case Pawn:
		steps = pawnSteps[2*piece.Color():][:2]
	case Knight:
		steps = knightSteps[:]
	case Bishop:
		steps = lineSteps[4:]
	case Rook:
		steps = lineSteps[:4]
	}
	slides := piece.Type() >= Bishop && piece.Type() <= Queen
	for _, d := range steps {
		for to := at + d; p.board[to&127] != rim; to += d {
			if !yield(squares[to&127]) {
				return
			}
			if !slides || p.board[to&127] != 0 {
				break
			}
		}
	}
}

// Checkers yields the squares of the men who give check to the side to move.
func (p *Position) Checkers() iter.Seq[Square] {
	return p.Attackers(p.kingOrNone(p.Turn()), p.Turn().Other())
}

// kingOrNone is King, or NoSquare in the zero Position.
func (p *Position) kingOrNone(c Color) Square {
	if p.men[c<<4&16] == 0 {
		return NoSquare
	}
	return p.King(c)
}

// A Pin is a man who may not leave the line between his king and an enemy: an
// absolute pin.
type Pin struct {
	King   Square
	Pinned Square
	Pinner Square // an enemy bishop, rook or queen
}

// Line yields the squares that the pinned man may go to as far as his king is
// concerned, and his own: from the one next to the king to that of the pinner.
func (pin Pin) Line() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		if pin.King >= NoSquare || pin.Pinner >= NoSquare {
			return
		}
		k, by := mailbox[pin.King], mailbox[pin.Pinner]
		d := direction[by-k]
		if d == 0 {
			return
		}
		for k != by {
			k += d
			if !yield(squares[k&127]) {
				return
			}
		}
	}
}

// Pins yields the pins of c's men, at most eight.
func (p *Position) Pins(c Color) iter.Seq[Pin] {
	return func(yield func(Pin) bool) { p.pins(c, yield) }
}

func (p *Position) pins(c Color, yield func(Pin) bool) {
	own := uint8(c&1) << 4
	k := p.men[own]
	if k == 0 {
		return
	}
	var s sight
	p.look(&s, uint8(k), own^16)
	for _, x := range s.pins[:s.npins] {
		if !yield(Pin{squares[k&127], squares[p.men[x.place&31]&127], squares[x.by&127]}) {
			return
		}
	}
}

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
	king := p.men[own^16]
	switch {
	case m == 0 || king == 0:
		return false
	case m.IsCastling() || m.IsEnPassant():
		next := p.After(m)
		return next.InCheck()
	}
	k, from, to := uint8(king)&127, uint8(m>>8)&127, uint8(m)&127

	e := p.men[p.board[from]&31]
	if t := m.Promotion(); t != NoPieceType {
		e = man(t.Of(Color(own>>4))) << 8
	}
	e = e&^0xFF | man(to)
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
	if d == 0 || direction[to-k] == d || p.along(k, d) != from {
		return false
	}
	b := p.board[p.along(from, d)&127]
	if b&(whiteHere<<(own>>4)) == 0 {
		return false
	}
	e = p.men[b&31]
	return e.slides() && e.attacks(k)
}

// Legal reports whether m is a legal move of p, whatever bits m is made of. The
// null move is none. Nothing is generated: 26 ns, where AppendMoves takes 117.
func (p *Position) Legal(m Move) bool {
	own := p.own()
	king := p.men[own]
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
	e := p.men[place]
	if e.kind() == Pawn {
		if !p.pawnReaches(m, own) {
			return false
		}
		if m.IsEnPassant() { // two men leave their squares
			return p.enPassantLegal(from, to, mailbox[SquareAt(m.To().File(), m.From().Rank())&63])
		}
	} else if m>>16 != 0 || !e.attacks(to) || e.slides() && p.along(to, direction[from-to]) != from {
		return false
	}

	if place == own {
		safe := uint16(1) << slices.Index(zoneSteps[:zoneBlock], to-from)
		s := sight{safe: safe}
		p.look(&s, k, own^16)
		return s.safe&safe != 0
	}
	var s sight
	p.look(&s, k, own^16)
	for _, x := range s.pins[:s.npins] {
		if x.place == place {
			return s.checks == 0 && direction[to-k] == direction[x.by-k]
		}
	}
	return s.checks == 0 || s.checks == 1 && (to == s.checker || between(k, to, s.checker))
}

// between reports whether square s lies on the line between two others.
func between(a, s, b uint8) bool {
	d := direction[b-a]
	return d != 0 && direction[s-a] == d && direction[b-s] == d
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
	k := uint8(p.men[own]) & 127
	paths := [2]uint16{never, never}
	s := sight{safe: p.castlingPaths(&paths, k, uint8(rights))}
	if p.look(&s, k, own^16); s.checks > 0 {
		return 0
	}
	var moves [MaxMoves]Move
	n := p.castling(&moves, 0, &s, &paths, k, own)
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
	own, e := b&16, p.men[b&31]
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
	n := p.piece(&out, 0, e, blackHere>>(own>>4), allMoves)
	if p.passed != 0 && own == p.own() && e.kind() == Pawn && e.attacks(p.passed) {
		out[n] = enPassant | Move(at)<<8 | Move(p.passed)
		n++
	}
	return append(dst, out[:n]...)
}
