package chess

import (
	"iter"
	"sync/atomic"
)

// Do sets *next to the position after the legal move m; next may be p. The null move passes the turn.
// It allocates nothing.
//
// Do does not check m: Play and Legal do. After a pseudo-legal move (see AppendPseudoLegal), call only
// IsAttacked and King of *next before you know that the move was legal. After any other illegal move
// the methods of *next may panic or never return.
func (p *Position) Do(m Move, next *Position) { next.do(m, p) }

// After returns the position after m, which it does not check: see Do.
func (p Position) After(m Move) Position {
	p.do(m, &p)
	return p
}

// do sets p to the position after m is played on before, which may be p itself: a
// field is read before it is written. It reads from before where it can, since the
// stores of the copy may not have reached memory yet, and writes the board first,
// since the next copy reads it first.
func (p *Position) do(m Move, before *Position) {
	if p != before {
		p.copy(before)
	}
	if before.state&stateRules != 0 {
		p.doByRules(m)
		return
	}
	b := before.board[m>>8&127] // in this order, perft takes 0.996 times the instructions
	if b&notKing == 0 && before.passesOrCastles(m) {
		p.pass(before)
		if m != 0 {
			p.castle(m)
		}
		return
	}
	from, to := m.from(), m.to()
	v := before.board[to]
	p.board[from] = 0
	p.board[to] = b
	e := before.pieces[b&63]
	p.pieces[b&63] = e + placedPiece(to) - placedPiece(from)
	change := uint64(e.piece())
	p.xorCell(from, change)
	touched := before.castlers >> (b & 63)
	p.halfmove = tick(before.halfmove, 1)
	if v != 0 {
		change ^= uint64(before.pieces[v&63].piece())
		p.pieces[v&63] = 0
		p.halfmove = 0
		touched |= before.castlers >> (v & 63)
	}
	p.xorCell(to, change)
	state := before.state&^stateEnPassant ^ stateBlack
	p.state = state
	army := b & 32
	p.fullmove = tick(before.fullmove, army>>5)
	enPassantTarget := before.enPassantTarget
	p.enPassantTarget = 0
	if e.pieceType() == Pawn {
		p.halfmove = 0
		switch {
		case m >= kingPromotion:
			p.promote(m, army)
		case to-from == 2*north || from-to == 2*north:
			p.enPassantTarget = (from + to) / 2
			if (p.at(to+west)|p.at(to+east))&enemyBit(army) != 0 {
				p.setEnPassant(to, army^32)
			}
		case to == enPassantTarget:
			p.captureEnPassant(to, army)
		}
	}
	if touched&1 != 0 {
		p.endCastlingRights(1<<(b&63) | uint64(oneIf(v != 0))<<(v&63))
	}
}

// copy sets p to q part by part, since the compiler copies more than 192 bytes in a slow loop.
func (p *Position) copy(q *Position) {
	p.board = q.board
	p.pieces = q.pieces
	p.facts = q.facts
}

// doByRules plays m by the rules of the variant: as in ordinary chess, and then what is
// different.
func (p *Position) doByRules(m Move) {
	if t := m.Drop(); t != NoPieceType {
		p.drop(t, m.to())
		return
	}
	rules, r, army := p.state&stateRules, p.rules(), p.army()
	capture := p.captured(m)
	if capture != NoPiece && p.promoted(p.target(m)&63) {
		capture = WhitePawn
	}
	p.state &^= stateRules
	p.do(m, p)
	p.state |= rules
	switch p.variant() {
	case Crazyhouse:
		if capture != NoPiece {
			p.addToPocket(Color(army>>5), capture.Type(), 1)
		}
	case ThreeCheck:
		if m != 0 && p.inCheck() {
			p.countCheck(army)
		}
	case Atomic:
		if capture != NoPiece {
			p.explode(m.to())
		}
	case Horde, giveaway:
		p.relist()
	}
	if over := p.enPassantTarget; over != 0 && r.slow {
		p.state &^= stateEnPassant
		if over < mailbox[A3] { // a pawn of the horde has left the first rank
			p.enPassantTarget = 0
		} else {
			p.setEnPassant(m.to(), army^32)
		}
	}
	ended := p.ended()
	if ended {
		p.state &^= stateEnPassant
	}
	p.crowded = p.crowded || r.slow || ended
}

// A verdict is how the rules of a variant have ended a game, for the side to move.
type verdict uint8

const (
	undecided verdict = iota
	moverLoses
	moverDraws
	moverWins
)

// ended reports whether the rules of a variant have ended the game, although pieces could
// move. The search and the generator ask it everywhere: in ordinary chess it is one test.
func (p *Position) ended() bool { return p.state&stateRules != 0 && p.verdict() != undecided }

// verdict returns how the rules of a variant have ended the game. It does not look whether
// there are legal moves: see outcome.
func (p *Position) verdict() verdict {
	us, them := p.turn(), p.turn().Other()
	switch r := p.rules(); p.variant() {
	case ThreeCheck:
		if p.remainingChecks(them) == 0 {
			return moverLoses
		}
	case KingOfTheHill:
		if r.goal>>p.king(them)&1 != 0 {
			return moverLoses
		}
	case RacingKings:
		ours, theirs := r.goal>>p.king(us)&1 != 0, r.goal>>p.king(them)&1 != 0
		switch {
		case ours && theirs:
			return moverDraws
		case ours:
			return moverWins
		case theirs && (us == White || !p.mayFollow()):
			return moverLoses
		}
	case Atomic:
		switch {
		case p.pieces[armyOf(us)] == 0:
			return moverLoses
		case p.pieces[armyOf(them)] == 0:
			return moverWins
		}
	case Horde:
		switch {
		case p.bare(us):
			return moverLoses
		case p.bare(them):
			return moverWins
		}
	case Antichess, suicide, giveaway:
		switch {
		case p.bare(us):
			return moverWins
		case p.bare(them):
			return moverLoses
		}
	}
	return undecided
}

// stuck returns how a game ends in which who has no pieces wins, and the side to move has pieces
// but no moves.
func (p *Position) stuck() verdict {
	n := p.census()
	us := p.turn()
	switch ours, theirs := n.all[us], n.all[us.Other()]; {
	case p.variant() != suicide || ours < theirs:
		return moverWins
	case ours > theirs:
		return moverLoses
	}
	return moverDraws
}

// mayFollow reports whether the king of the side to move can step to the eighth rank, in
// RacingKings: White moved first, so Black has one more move.
func (p *Position) mayFollow() bool {
	army := p.army()
	king := p.pieces[army].square()
	for _, step := range [3]uint8{9, 10, 11} {
		to := king + step
		if p.at(to)&(rim|colorBit(army)) == 0 && p.at(to+north) == rim && !p.attacked(to, army^32) {
			return true
		}
	}
	return false
}

// setCrowded sets p.crowded if generate cannot be used for all pieces: if the rules of a variant
// say so, or have ended the game; if either side
// might have MaxMoves moves or more, since it writes one move beyond those that it
// counts; or has pieces in the second half of its army, or pawns before the pawns'
// places, since it does not look there.
func (p *Position) setCrowded() {
	crowded := p.large || p.state&stateRules != 0 && (p.rules().slow || p.ended())
	for c := range Color(2) {
		sum := 0
		for i, e := range p.armyList(armyOf(c)) {
			sum += int(mostMoves[e.pieceType()])
			crowded = crowded || e.pieceType() == Pawn && i < placePawns
		}
		crowded = crowded || sum >= MaxMoves
	}
	p.crowded = crowded
}

// mostMoves holds upper bounds of the moves of each type of piece; the king's includes castling
// and en passant.
var mostMoves = [8]uint8{Pawn: 12, Knight: 8, Bishop: 13, Rook: 14, Queen: 27, King: 12}

// drop plays the drop of a piece on a mailbox square.
func (p *Position) drop(t PieceType, at uint8) {
	army := p.army()
	place := army + 1
	if t == Pawn {
		place = army + 16
	}
	for p.pieces[place&63] != 0 {
		place++
	}
	p.put(t.Of(Color(army>>5)), place, at)
	p.addToPocket(Color(army>>5), t, -1)
	p.pass(p)
}

// put puts a piece into an empty place of the piece list and on an empty mailbox square.
func (p *Position) put(piece Piece, place, at uint8) {
	p.pieces[place&63] = placedPiece(piece)<<8 | placedPiece(at)
	p.board[at&127] = place&63 | colorBit(place)
	p.xorCell(at, uint64(piece))
}

// explode removes the piece on a mailbox square and all but the pawns around it.
func (p *Position) explode(at uint8) {
	for _, step := range zoneSteps[:zoneBlock] {
		sq := at + step
		b := p.at(sq)
		if b == 0 || b == rim || sq != at && p.pieceOn(sq).pieceType() == Pawn {
			continue
		}
		p.xorCell(sq, uint64(p.pieceOn(sq).piece()))
		p.pieces[b&63] = 0
		p.board[sq&127] = 0
		p.endCastlingRights(1 << (b & 63))
	}
}

// relist makes the board and the piece list from cells and castling rights, in the order of
// the squares. In Horde the pawns beyond the last place share it.
func (p *Position) relist() {
	p.pieces, p.castlers, p.large = [64]placedPiece{}, 0, false
	put := func(place uint8, sq Square) {
		at := mailbox[sq]
		p.pieces[place] = placedPiece(p.cell(sq))<<8 | placedPiece(at)
		p.board[at] = place | colorBit(place)
		p.large = p.large || place&31 >= 16
	}
	for _, at := range mailbox {
		p.board[at] = 0
	}
	for c := range Color(2) {
		army := armyOf(c)
		for side := range wing(2) {
			if rook := p.castlingRook(c, side); rook != NoSquare {
				place := army + placeRookH + uint8(side)
				put(place, rook)
				p.castlers |= 1<<(army+placeKing) | 1<<place
			}
		}
		place := army + 1
		for _, pawns := range [2]bool{false, true} { // these come last: only they may share a place
			for sq := range NoSquare {
				switch piece := p.cell(sq); {
				case piece == NoPiece || piece.Color() != c || (piece.Type() == Pawn) != pawns || p.at(mailbox[sq]) != 0:
				case piece.Type() == King && p.pieces[army] == 0 && p.isRoyal(c, sq):
					put(army+placeKing, sq)
				default:
					for p.pieces[place] != 0 && place&31 < 31 {
						place++
					}
					put(place, sq)
				}
			}
		}
	}
}

// isRoyal reports whether c's first king, on a square, has the king's place. Where kings are
// pieces like others, it is one that may castle.
func (p *Position) isRoyal(c Color, sq Square) bool {
	home := Square(c) * A8
	return !p.rules().losing || castlingRightsIn(p.state, c) != 0 && sq > home && sq < home+H1
}

// cell returns the piece on a square by cells.
func (p *Position) cell(sq Square) Piece { return Piece(p.cells[sq>>4&3] >> (sq & 15 * 4) & 15) }

// lawful reports whether the pseudo-legal move m is legal by the rules of a variant.
func (p *Position) lawful(m Move) bool {
	if p.rules().losing {
		return true
	}
	next := p.After(m)
	us := p.turn()
	if p.variant() == Atomic && (next.pieces[armyOf(us)] == 0 || next.pieces[armyOf(us.Other())] == 0) {
		return next.pieces[armyOf(us)] != 0 // its own king comes first
	}
	return !next.kingAttacked(us) && (p.variant() != RacingKings || !next.inCheck())
}

// setEnPassant records in the state whether one of the army's pawns can legally
// capture the pawn on victim en passant.
func (p *Position) setEnPassant(victim, army uint8) {
	for _, from := range [2]uint8{victim + west, victim + east} {
		legal := p.isPawn(from, army)
		if legal && p.state&stateRules != 0 && p.rules().slow {
			legal = p.lawful(newMove(from, p.enPassantTarget))
		} else if legal {
			legal = p.enPassantLegal(from, p.enPassantTarget, victim)
		}
		if legal {
			p.state |= uint32(8|(victim-21)%10) << enPassantShift
			return
		}
	}
}

// passesOrCastles reports whether m castles or is the null move.
func (p *Position) passesOrCastles(m Move) bool {
	from, to := m.from(), m.to()
	return p.board[from]&notKing == 0 && castlingSteps(p.board[from], p.board[to], to-from)
}

// notKing are the bits that the byte of a king's square does not have, nor that of the rim:
// the null move goes from the rim to the rim.
const notKing = blackHere - 1

// castlingSteps reports whether the steps of a king castle, given the bytes of the squares that
// it leaves and goes to.
func castlingSteps(from, to, steps uint8) bool { return from&to != 0 || steps+7 < 15 && steps+1 > 2 }

// tick returns a clock plus 0 or 1. It stays at maxClock.
func tick(clock uint16, n uint8) uint16 {
	sum := uint32(clock) + uint32(n)
	return uint16(sum - sum>>16)
}

// pass passes the turn.
func (p *Position) pass(before *Position) {
	p.halfmove, p.fullmove = tick(before.halfmove, 1), tick(before.fullmove, before.army()>>5)
	p.state = before.state&^stateEnPassant ^ stateBlack
	p.enPassantTarget = 0
}

// promote completes a promotion, after the pawn has moved.
func (p *Position) promote(m Move, army uint8) {
	to := m.to()
	e := &p.pieces[p.board[to]&63]
	piece := m.Promotion().Of(Color(army >> 5))
	p.xorCell(to, uint64(piece^e.piece()))
	*e = placedPiece(piece)<<8 | placedPiece(to)
	p.setCrowded()
}

// captureEnPassant completes an en-passant capture, after the pawn has moved to a
// square.
func (p *Position) captureEnPassant(to, army uint8) {
	victim := to + south
	if army != 0 {
		victim = to + north
	}
	v := &p.pieces[p.at(victim)&63]
	p.xorCell(victim, uint64(v.piece()))
	p.board[victim&127] = 0
	*v = 0
}

// castle moves king and rook. In Chess960 each may stand where the other goes, so
// both are taken off the board first.
func (p *Position) castle(m Move) {
	army := p.army() ^ 32
	side := uint8(m.side())
	king, rook := army, army+placeRookH+side
	kingTo := kingAfterCastling(m.from(), wing(side))
	to := [2]uint8{kingTo, kingTo - 1 + 2*side}
	places := [2]uint8{king & 63, rook & 63}
	for _, place := range places {
		e := p.pieces[place]
		p.board[e&127] = 0
		p.xorCell(uint8(e), uint64(e.piece()))
	}
	for i, place := range places {
		piece := p.pieces[place].piece()
		p.pieces[place] = placedPiece(piece)<<8 | placedPiece(to[i])
		p.board[to[i]&127] = place | colorBit(army)
		p.xorCell(to[i], uint64(piece))
	}
	p.endCastlingRights(1 << king)
}

// endCastlingRights ends the castling rights that depend on the pieces whose
// places are set in touched.
func (p *Position) endCastlingRights(touched uint64) {
	p.castlers &^= touched
	for c := range uint(2) {
		castlers := p.castlers >> (32 * c)
		if castlers>>placeKing&1 == 0 || castlers>>placeRookH&3 == 0 {
			castlers = 0
			p.castlers &^= 7 << (32 * c)
		}
		for side := range uint(2) {
			if castlers>>(placeRookH+side)&1 == 0 {
				p.state &^= 7 << castlingShift(c, side)
			}
		}
	}
}

// countCheck counts a check given by an army.
func (p *Position) countCheck(army uint8) {
	shift := checksShift + army>>4
	if p.state>>shift&3 != 0 {
		p.state -= 1 << shift
	}
}

// victim is Captured for a move that neither castles nor is the null move.
func (p *Position) victim(m Move) Piece {
	if b := p.target(m); b != 0 {
		return p.pieces[b&63].piece()
	}
	if p.isEnPassant(m) {
		return Pawn.Of(p.turn().Other())
	}
	return NoPiece
}

// quiet reports whether m neither captures nor promotes.
func (p *Position) quiet(m Move) bool {
	if b := p.target(m); b != 0 {
		return b&colorBit(p.army()) != 0 // a rook to castle with
	}
	return !m.IsPromotion() && !p.isEnPassant(m)
}

// moved returns the piece that makes the legal move m: the king for castling, the pawn for a
// promotion, the piece itself for a drop, NoPiece for the null move.
func (p *Position) moved(m Move) Piece {
	switch t := m.Drop(); {
	case m == 0:
		return NoPiece
	case t != NoPieceType:
		return t.Of(p.turn())
	}
	return p.mover(m)
}

// Captured returns the piece that the legal move m captures, also en passant, or NoPiece.
func (p Position) Captured(m Move) Piece { return p.captured(m) }

func (p *Position) captured(m Move) Piece {
	if p.passesOrCastles(m) {
		return NoPiece
	}
	return p.victim(m)
}

// IsCapture reports whether the legal move m is a capture, en passant included.
func (p Position) IsCapture(m Move) bool  { return p.isCapture(m) }
func (p *Position) isCapture(m Move) bool { return p.captured(m) != NoPiece }

// GivesCheck reports whether the legal move m gives check. It takes less than half of the time of
// playing m.
func (p Position) GivesCheck(m Move) bool { return p.givesCheck(m) }

func (p *Position) givesCheck(m Move) bool {
	army := p.army()
	enemyKing, from, to := p.pieces[army^32], m.from(), m.to()
	place := p.board[from]
	e := p.pieces[place&63]
	switch {
	case p.state&stateRules != 0 && p.triesCheck(m):
		next := p.After(m)
		return next.inCheck()
	case enemyKing == 0:
		return false
	case place&notKing == 0 && castlingSteps(place, p.board[to], to-from) || to == p.enPassantTarget && e.pieceType() == Pawn:
		if m == 0 {
			return false
		}
		next := p.After(m)
		return next.inCheck()
	}
	king := enemyKing.square()

	// Check by the piece that moves.
	if t := m.Promotion(); t != NoPieceType {
		e = placedPiece(t.Of(Color(army>>5))) << 8
	}
	e = e&^0xFF | placedPiece(to)
	if e.attacks(king) {
		if !e.slides() {
			return true
		}
		d := direction[to-king]
		sq := king + d
		for sq != to && (p.at(sq) == 0 || sq == from) { // from will be empty
			sq += d
		}
		if sq == to {
			return true
		}
	}

	// Discovered check.
	d := direction[from-king]
	if d == 0 || direction[to-king] == d || p.firstOccupied(king, d) != from {
		return false
	}
	b := p.at(p.firstOccupied(from, d))
	if b&colorBit(army) == 0 {
		return false
	}
	e = p.pieces[b&63]
	return e.slides() && e.attacks(king)
}

// triesCheck reports whether givesCheck has to play m.
func (p *Position) triesCheck(m Move) bool { return p.rules().tries || m.Drop() != NoPieceType }

// An undo is what a move takes from a position. With the move and the position after
// it, it gives the position before it, byte for byte. A Game keeps it instead of a
// Position, since it takes a sixth of the memory. The first two fields are the Key, so
// that repetitions are found without undoing anything.
type undo struct {
	cells           [4]uint64
	state           uint32
	halfmove        uint16
	fullmove        uint16
	victim          placedPiece // the captured piece or the castling rook, and where it stood; or zero
	victimPlace     uint8       // in the piece list
	enPassantTarget uint8
	castlers        uint8 // White's in the lower half, Black's in the upper
	crowded         bool
}

// makeMove plays the legal move m on p in place, and sets *u to what unmakeMove needs.
// With the two, Play and Undo of a Game take three quarters of the time that they take
// with a copy of the position.
func (p *Position) makeMove(m Move, u *undo) {
	k := p.key()
	u.cells, u.state, u.castlers = k.cells, k.state, uint8(p.castlers|p.castlers>>28)
	u.halfmove, u.fullmove, u.enPassantTarget = p.halfmove, p.fullmove, p.enPassantTarget
	u.crowded, u.victim = p.crowded, 0
	if b := p.board[m>>8&127]; b&notKing == 0 && p.passesOrCastles(m) {
		if m != 0 {
			u.victimPlace = p.army() + placeRookH + uint8(m.side())
			u.victim = p.pieces[u.victimPlace&63]
		}
	} else {
		at := m.to()
		if p.isEnPassant(m) {
			at = mailbox[SquareAt(m.To().File(), m.From().Rank())&63]
		}
		if b := p.at(at); b != 0 {
			u.victimPlace = b & 63
			u.victim = p.pieces[u.victimPlace]
		}
	}
	p.do(m, p)
}

// castled reports whether the move castled: it took a rook of its own side off its square.
func (u *undo) castled() bool {
	return u.victim != 0 && u.victim.piece().Color() == Color(u.state>>16&1)
}

// unmakeMove takes back the move m on the position that makeMove changed p into.
func (p *Position) unmakeMove(m Move, u *undo) {
	p.cells, p.state, p.castlers = u.cells, u.state, uint64(u.castlers&0xF)|uint64(u.castlers>>4)<<32
	p.halfmove, p.fullmove, p.enPassantTarget = u.halfmove, u.fullmove, u.enPassantTarget
	p.crowded = u.crowded
	army := p.army()
	switch {
	case p.tries():
		p.relist()
		return
	case p.state&stateRules == crazyhouseState:
		k := Key{u.cells, u.state}
		p.cells, _ = k.unpackHouse()
		p.pockets = uint32(u.cells[3] >> 32)
		if m.Drop() != NoPieceType {
			b := p.at(m.to())
			p.pieces[b&63], p.board[m.to()] = 0, 0
			return
		}
	}
	if m == 0 {
		return
	}
	if u.castled() {
		p.uncastle(m, u, army)
		return
	}
	b := p.at(m.to())
	e := &p.pieces[b&63]
	*e = *e&^0xFF | placedPiece(m.from())
	if m.IsPromotion() {
		*e = placedPiece(Pawn.Of(Color(army>>5)))<<8 | placedPiece(m.from())
	}
	p.board[m.to()], p.board[m.from()] = 0, b
	if u.victim != 0 {
		p.pieces[u.victimPlace&63] = u.victim
		p.board[u.victim&127] = u.victimPlace | colorBit(army^32)
	}
}

// uncastle puts king and rook back. Either may stand where the other stood, so both
// are taken off the board first.
func (p *Position) uncastle(m Move, u *undo, army uint8) {
	king, rook := army&63, u.victimPlace&63
	p.board[p.pieces[king]&127], p.board[p.pieces[rook]&127] = 0, 0
	p.pieces[king] = p.pieces[king]&^0xFF | placedPiece(m.from())
	p.pieces[rook] = u.victim
	for _, place := range [2]uint8{king, rook} {
		p.board[p.pieces[place]&127] = place | colorBit(army)
	}
}

// A ply is a move of a Game, and what takes it back.
type ply struct {
	undo
	move Move
}

// A stretch holds plies that follow each other in a Game and its copies, which share it:
// what is written is never changed. Each Game knows how many of the plies are its own. To
// write another, a Game claims the next place of its last stretch. If another Game, or it
// itself before Undo, has claimed that before, it begins another stretch.
type stretch struct {
	before  *stretch // with the plies before
	first   int32    // how many these are
	written atomic.Int32
	plies   []ply
}

// The numbers of plies that a stretch has room for. Twice the room of the last one that
// was filled keeps games of any length in few stretches.
const (
	firstRoom = 8
	mostRoom  = 256
)

// claim returns the place for the next ply of a game that has the given number of plies, and
// the stretch that it is in: s, the last one of the game, or a new one.
func (s *stretch) claim(plies int) (*stretch, *ply) {
	room := firstRoom
	if s != nil {
		at := plies - int(s.first)
		switch {
		case at == len(s.plies):
			room = min(2*at, mostRoom)
		case s.written.CompareAndSwap(int32(at), int32(at+1)):
			return s, &s.plies[at]
		default:
			room = 2
		}
		if at == 0 { // all of its plies were taken back
			s = s.before
		}
	}
	s = &stretch{before: s, first: int32(plies), plies: make([]ply, room)}
	s.written.Store(1)
	return s, &s.plies[0]
}

// find returns the ply with the given number of plies before it, and the stretch that it is in:
// s or one before.
func (s *stretch) find(plies int) (*stretch, *ply) {
	for plies < int(s.first) {
		s = s.before
	}
	return s, &s.plies[plies-int(s.first)]
}

// runs returns the plies of a game that has the given number of plies, and s as its last stretch,
// in runs with the number of plies before each, the last run first.
func (s *stretch) runs(plies int) iter.Seq2[int, []ply] {
	return func(yield func(int, []ply) bool) {
		for s, end := s, plies; s != nil; s = s.before {
			if first := int(s.first); end > first && !yield(first, s.plies[:end-first]) {
				return
			}
			end = min(end, int(s.first))
		}
	}
}
