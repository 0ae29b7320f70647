package chess

import (
	"fmt"
	"slices"
)

// This file lists the legal moves of every variant, and tests whether a move is legal without
// generating all of them.

// AppendMoves appends the legal moves to dst, in no particular order. With room for MaxMoves more in
// dst it allocates nothing.
func (p Position) AppendMoves(dst []Move) []Move { return p.appendMoves(dst) }

func (p *Position) appendMoves(dst []Move) []Move {
	return p.appendStage(dst, allMoves)
}

// AppendCaptures appends the legal captures and promotions to dst, as AppendMoves does.
func (p Position) AppendCaptures(dst []Move) []Move { return p.appendCaptures(dst) }

func (p *Position) appendCaptures(dst []Move) []Move {
	return p.appendStage(dst, captures)
}

// AppendQuiets appends the legal moves that AppendCaptures does not, castling included.
func (p Position) AppendQuiets(dst []Move) []Move { return p.appendQuiets(dst) }

func (p *Position) appendQuiets(dst []Move) []Move {
	return p.appendStage(dst, quiets)
}

func (p *Position) appendStage(dst []Move, what genType) []Move {
	n := len(dst)
	if cap(dst)-n < MaxMoves || p.crowded {
		return p.appendSlow(dst, what)
	}
	out := (*[MaxMoves]Move)(dst[n : n+MaxMoves])
	return dst[:n+p.generate(out, (*[16]placedPiece)(p.pieces[p.army():]), what)]
}

// movesFreely reports whether the side to move has a legal move of the most frequent kind: it is not in check, and a
// piece that is not on a line with the king can make a step. With it, Outcome takes 0.22 times the time.
func (p *Position) movesFreely() bool {
	if p.crowded || p.inCheck() {
		return false
	}
	army := p.army()
	list := (*[16]placedPiece)(p.pieces[army:])
	for place := 15; place > 0; place-- { // pawns are the last
		e := list[place]
		if direction[uint8(e)-uint8(list[placeKing])] != 0 {
			continue // perhaps it is pinned
		}
		at := Move(e.square())
		switch t := e.pieceType(); {
		case t == Pawn && p.target(pawnPush[e&0xFFF]) == 0:
			return true
		case t == Knight && slices.ContainsFunc(knightMoves[:], func(step Move) bool { return p.target(at+step)&(rim|colorBit(army)) == 0 }),
			slices.ContainsFunc(rays[t], func(step Move) bool { return p.target(at+step)&(rim|colorBit(army)) == 0 }):
			return true
		}
	}
	return false
}

// appendSlow is appendStage for a small dst, and for a crowded board. There the moves
// are generated one piece after the other, without regard to checks and pins, and
// then selected. Such boards do not arise in games.
func (p *Position) appendSlow(dst []Move, what genType) []Move {
	var out [MaxMoves]Move
	switch {
	case p.ended():
		return dst
	case !p.crowded:
		return append(dst, out[:p.generate(&out, (*[16]placedPiece)(p.pieces[p.army():]), what)]...)
	case p.tries():
		return p.appendTried(dst, what)
	}
	first := len(dst)
	// What does not depend on the list: the moves of the king and en passant.
	var none [16]placedPiece
	dst = append(dst, out[:p.generate(&out, &none, what)]...)
	army := p.army()
	king := p.pieces[army].square()
	if king == 0 {
		return dst
	}
	var scan kingScan
	p.scanKing(&scan, king, army^32)
	for i, e := range p.armyList(army)[1:] {
		if e == 0 {
			continue
		}
		for _, m := range out[:p.movesOf(&out, 0, e, what)] {
			if scan.allows(army+1+uint8(i), king, m.to()) {
				dst = append(dst, m)
			}
		}
	}
	switch p.variant() {
	case RacingKings:
		dst = dst[:first+len(slices.DeleteFunc(dst[first:], p.givesCheck))]
	case Crazyhouse:
		if what != captures {
			dst = p.appendDrops(dst, &scan, king)
		}
	}
	return dst
}

// appendDrops appends the legal drops of the side to move, whose king is scanned.
func (p *Position) appendDrops(dst []Move, scan *kingScan, king uint8) []Move {
	us := p.turn()
	for t := Pawn; t < King; t++ {
		if p.pocket(us, t) == 0 {
			continue
		}
		for _, at := range mailbox {
			if p.at(at) != 0 || t == Pawn && (p.at(at+north) == rim || p.at(at+south) == rim) {
				continue
			}
			if scan.allows(placeKing, king, at) {
				dst = append(dst, newMove(pocket+uint8(t), at))
			}
		}
	}
	return dst
}

// appendTried is appendStage for variants whose moves are found by trying the pseudo-legal
// ones: it takes ten times as long.
func (p *Position) appendTried(dst []Move, what genType) []Move {
	first := len(dst)
	legal, forced := dst, false
	for _, m := range p.appendToTry(dst)[first:] {
		if p.lawful(m) {
			legal = append(legal, m)
			forced = forced || p.rules().losing && p.isCapture(m)
		}
	}
	n := len(slices.DeleteFunc(legal[first:], func(m Move) bool {
		return forced && !p.isCapture(m) || what != allMoves && p.quiet(m) != (what == quiets)
	}))
	return legal[:first+n]
}

// Play returns the position after m, or p and an error that matches ErrIllegal.
func (p Position) Play(m Move) (Position, error) {
	if !p.legal(m) {
		return p, illegalMove(m)
	}
	return p.After(m), nil
}

// illegalMove returns the error for a move that is not legal.
func illegalMove(m Move) error { return illegal("move", m.String(), "not a legal move here") }

// Legal reports whether m is a legal move of p, whatever the bits of m are. The null move is not. It
// takes less than a quarter of the time of AppendMoves.
func (p Position) Legal(m Move) bool { return p.legal(m) }

func (p *Position) legal(m Move) bool {
	if p.state&stateRules != 0 {
		if p.rules().slow {
			var out [MaxMoves]Move
			return m != 0 && slices.Contains(p.appendMoves(out[:0]), p.canonical(m))
		}
		if p.ended() {
			return false
		}
	}
	army := p.army()
	king := p.pieces[army].square()
	if king == 0 {
		return false
	}
	from, to := uint8(m>>8), uint8(m) // not m.from(): the bits of m may be anything
	friend := colorBit(army)
	if (from|to)&0x80 != 0 || p.board[from]&friend == 0 {
		return false
	}
	if p.board[to]&(friend|rim) != 0 {
		return p.legalCastling(m) // where the king takes its rook
	}
	place := p.board[from] & 63
	e := p.pieces[place]
	if e.pieceType() == Pawn {
		if !p.pawnReaches(m, army) {
			return false
		}
		if p.isEnPassant(m) { // two pieces leave their squares
			return p.enPassantLegal(from, to, mailbox[SquareAt(m.To().File(), m.From().Rank())&63])
		}
	} else if m>>16 != 0 || !e.attacks(to) || e.slides() && p.firstOccupied(to, direction[from-to]) != from {
		return p.legalCastling(m) // where the king goes to its square after castling
	}

	if place == army { // the king
		step := uint16(1) << slices.Index(zoneSteps[:zoneBlock], to-from)
		scan := kingScan{safe: step}
		p.scanKing(&scan, king, army^32)
		return scan.safe&step != 0
	}
	var scan kingScan
	p.scanKing(&scan, king, army^32)
	return scan.allows(place, king, to)
}

// LegalMoves returns the legal moves in a new slice, as AppendMoves does: all if no square is given, or else those
// from the squares. Those that drop a piece are from NoSquare.
func (p Position) LegalMoves(from ...Square) []Move {
	var buf [MaxMoves]Move
	return slices.Clone(movesFrom(p.appendMoves(buf[:0]), from))
}

// movesFrom keeps the moves from some squares, or all if there are none.
func movesFrom(moves []Move, from []Square) []Move {
	if len(from) == 0 {
		return moves
	}
	return slices.DeleteFunc(moves, func(m Move) bool { return !slices.Contains(from, m.From()) })
}

// pawnReaches reports whether the army's pawn on m.From() could make the move m if
// there were no checks and pins.
func (p *Position) pawnReaches(m Move, army uint8) bool {
	up := north
	if army != 0 {
		up = south
	}
	from, to := m.from(), m.to()
	step, free := to-from, p.board[to] == 0
	captures := step == up+east || step == up+west
	if last := p.at(to+up) == rim; last != (m/promotion == 1) || !last && m >= 1<<16 {
		return false
	}
	switch {
	case step == 2*up:
		return free && p.at(from+up) == 0 && p.at(from-2*up) == rim // from its second rank
	case captures:
		return !free || m.To() == p.enPassant()
	}
	return step == up && free
}

// noCastling is the wing of a move that is not castling.
const noCastling wing = 2

// IsCastling reports whether the legal move m castles.
func (p Position) IsCastling(m Move) bool { return p.castles(m) }

func (p *Position) castles(m Move) bool { return p.passesOrCastles(m) && m != 0 }

// arrival returns where the piece that makes the legal move m stands after it: m.To(), but
// where a king castles by taking its rook.
func (p *Position) arrival(m Move) Square { return p.byKing(m).To() }

// byKing returns castling as the step of the king to its square after it, and any other
// move as it is.
func (p *Position) byKing(m Move) Move {
	if p.castles(m) {
		return newMove(m.from(), kingAfterCastling(m.from(), m.side()))
	}
	return m
}

// whyNotCastling says why the side to move, which may not castle on a side, may not.
func (p *Position) whyNotCastling(side wing) string {
	us := p.turn()
	king, rook := p.king(us), p.castlingRook(us, side)
	if rook == NoSquare {
		return "its king or its rook has moved, or there is no such right"
	}
	home := Square(us) * A8
	kingTo, rookTo := home+G1-4*Square(side), home+F1-2*Square(side)
	for sq := min(king, kingTo, rook, rookTo); sq <= max(king, kingTo, rook, rookTo); sq++ {
		if piece := p.pieceAt(sq); piece != NoPiece && sq != king && sq != rook {
			return fmt.Sprintf("the %v on %v is in the way", piece.Type(), sq)
		}
	}
	switch {
	case p.rules().losing:
		return "a capture is compulsory"
	case p.inCheck():
		return "the king is in check"
	}
	for sq := min(king, kingTo); sq <= max(king, kingTo); sq++ {
		switch attacked := p.attacked(mailbox[sq], p.army()^32); {
		case attacked && sq == kingTo:
			return fmt.Sprintf("the king would be in check on %v", sq)
		case attacked:
			return fmt.Sprintf("the king would pass over %v, which is attacked", sq)
		}
	}
	return fmt.Sprintf("the rook on %v is pinned", rook)
}

// castlingSide returns the side on which m castles, whatever the bits of m are, or
// noCastling. The king takes its rook, or makes a step that is too long to be anything
// else.
func (p *Position) castlingSide(m Move) wing {
	us, from, to := p.turn(), m.From(), m.To()
	if from != p.king(us) || m != newMove(mailbox[from&63], mailbox[to&63]) {
		return noCastling
	}
	for side := kingSide; side <= queenSide; side++ {
		rook := p.castlingRook(us, side)
		if rook == NoSquare {
			continue
		}
		steps := to.File() - from.File()
		home := to.Rank() == from.Rank() && to.File() == [...]int{kingSide: 6, queenSide: 2}[side]
		if to == rook || home && (steps > 1 || steps < -1) {
			return side
		}
	}
	return noCastling
}

// canonical returns m as the package spells it: castling has two spellings.
func (p *Position) canonical(m Move) Move {
	if p.board[m.from()]&notKing != 0 {
		return m
	}
	side := p.castlingSide(m)
	if side == noCastling {
		return m
	}
	return newCastling(m.from(), p.castlingRook(p.turn(), side), side)
}

// legalCastling reports whether m is castling, and legal.
func (p *Position) legalCastling(m Move) bool {
	side := p.castlingSide(m)
	return side != noCastling && p.castlingMove(side) != 0
}

// castlingMove returns the castling move on a side if it is legal, or the null move.
func (p *Position) castlingMove(side wing) Move {
	if p.ended() {
		return 0
	}
	var out [2]Move
	for _, m := range out[:p.castlings(&out, p.army())] {
		if m.side() == side && (!p.tries() || p.legal(m)) {
			return m
		}
	}
	return 0
}

// appendToTry appends the moves that appendTried tries, in the order of the squares: in Horde,
// pawns may share a place of the piece list.
func (p *Position) appendToTry(dst []Move) []Move {
	army := p.army()
	for _, at := range mailbox {
		if p.at(at)&colorBit(army) != 0 {
			dst = p.appendPseudoLegal(dst, p.standing(at), army)
		}
	}
	return dst
}

// standing returns the piece on a mailbox square, with that square where it shares its place.
func (p *Position) standing(at uint8) placedPiece { return p.pieceOn(at)&^0xFF | placedPiece(at) }

// castlings writes the legal castling moves of an army to out, as if it were to
// move, and returns their number. The army's king must be on the board.
func (p *Position) castlings(out *[2]Move, army uint8) uint8 {
	rights := p.castlingRights(army)
	if rights == 0 {
		return 0
	}
	if p.tries() {
		return p.castlingsTried(out, army)
	}
	king := p.pieces[army].square()
	paths := castlingPaths{noPath, noPath}
	scan := kingScan{safe: p.openPaths(&paths, king, rights)}
	if p.scanKing(&scan, king, army^32); scan.checks > 0 {
		return 0
	}
	var moves [MaxMoves]Move
	n := p.castlingMoves(&moves, 0, &scan, &paths, king, army)
	copy(out[:], moves[:n])
	return n
}

// castlingsTried is castlings for variants whose moves are found by trying them.
func (p *Position) castlingsTried(out *[2]Move, army uint8) (n uint8) {
	king, c := p.pieces[army].square(), Color(army>>5)
	paths := castlingPaths{noPath, noPath}
	p.openPaths(&paths, king, p.castlingRights(army))
	q := *p
	q.board[king&127] = 0 // it does not shade the squares that it crosses
	for side, path := range paths {
		if path == noPath {
			continue
		}
		to, step := kingAfterCastling(king, wing(side)), east
		if to < king {
			step = west
		}
		safe := !p.kingAttacked(c)
		for at := king; at != to; at += step {
			safe = safe && (p.rules().losing || !q.attacked(at, army^32) || beside(at, p.pieces[army^32].square()))
		}
		if safe {
			out[n] = newCastling(king, p.castlingRook(c, wing(side)), wing(side))
			n++
		}
	}
	return n
}

// AppendPseudoLegal appends the pseudo-legal moves of the side to move to dst. They ignore checks and
// pins, so some leave their own king attacked: see IsAttacked after Do. Castling is included only if
// it is legal. It allocates only if dst is too small.
func (p Position) AppendPseudoLegal(dst []Move) []Move {
	if p.tries() {
		return p.appendToTry(dst)
	}
	for _, e := range p.armyList(p.army()) {
		if e != 0 {
			dst = p.appendPseudoLegal(dst, e, p.army())
		}
	}
	return p.appendDrops(dst, &kingScan{}, 0)
}

// appendPseudoLegalFrom appends the pseudo-legal moves of the piece on from, as if its side were to
// move. Only the side to move captures en passant.
func (p *Position) appendPseudoLegalFrom(dst []Move, from Square) []Move {
	if p.pieceAt(from) == NoPiece {
		return dst
	}
	at := mailbox[from]
	return p.appendPseudoLegal(dst, p.standing(at), p.at(at)&32)
}

// appendPseudoLegal appends the pseudo-legal moves of a piece of an army.
func (p *Position) appendPseudoLegal(dst []Move, e placedPiece, army uint8) []Move {
	if p.ended() {
		return dst
	}
	at := e.square()
	if e.pieceType() == King {
		p.attacks(squares[at], func(to Square) bool {
			if p.at(mailbox[to])&colorBit(army) == 0 {
				dst = append(dst, newMove(at, mailbox[to]))
			}
			return true
		})
		if p.pieces[army].square() != at { // one of several
			return dst
		}
		var out [2]Move
		return append(dst, out[:p.castlings(&out, army)]...)
	}
	var out [MaxMoves]Move
	n := p.movesOf(&out, 0, e, allMoves)
	if p.enPassantTarget != 0 && army == p.army() && e.pieceType() == Pawn && e.attacks(p.enPassantTarget) {
		out[n] = newMove(at, p.enPassantTarget)
		n++
	}
	dst = append(dst, out[:n]...)
	switch {
	case p.state&stateRules == 0 || e.pieceType() != Pawn:
	case p.rules().losing:
		for _, m := range out[:n] {
			if m.Promotion() == Queen {
				dst = append(dst, m&0xFFFF|kingPromotion)
			}
		}
	case p.variant() == Horde && at < mailbox[A2]:
		dst = p.appendFromFirstRank(dst, at)
	}
	return dst
}

// appendFromFirstRank appends the pseudo-legal moves of a pawn of the horde on the first rank,
// which may make a double push.
func (p *Position) appendFromFirstRank(dst []Move, at uint8) []Move {
	for _, to := range [2]uint8{at + north + west, at + north + east} {
		if p.at(to)&blackHere != 0 {
			dst = append(dst, newMove(at, to))
		}
	}
	for to := at + north; to <= at+2*north && p.at(to) == 0; to += north {
		dst = append(dst, newMove(at, to))
	}
	return dst
}

// Perft returns the number of move sequences of depth plies from p, the standard test of a move
// generator. It uses one goroutine and no hash table.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(depth, make([]Move, 0, min(depth+1, 32)*MaxMoves))
}

// perft uses the capacity of buf beyond its length.
func (p *Position) perft(depth int, buf []Move) uint64 {
	n := len(buf)
	moves := p.appendMoves(buf)
	if depth == 1 {
		return uint64(len(moves) - n)
	}
	sum := uint64(0)
	var next Position // inside the loop it would escape to the heap
	for _, m := range moves[n:] {
		p.Do(m, &next)
		if depth == 2 { // most positions: sparing a call gains 2 %
			sum += uint64(len(next.appendMoves(moves)) - len(moves))
		} else {
			sum += next.perft(depth-1, moves)
		}
	}
	return sum
}
