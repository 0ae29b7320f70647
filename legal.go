package chess

import (
	"fmt"
	"slices"
)

// This file tests whether a move is legal without generating all moves, and
// generates those of one piece that may not be.

// Legal reports whether m is a legal move of p, whatever the bits of m are. The null move is not. It
// takes less than a quarter of the time of AppendMoves.
func (p Position) Legal(m Move) bool { return p.legal(m) }

func (p *Position) legal(m Move) bool {
	army := p.army()
	king := p.pieces[army].square()
	if king == 0 || p.threeChecksGiven() {
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

// LegalMoves returns the legal moves in a new slice: see AppendMoves.
func (p Position) LegalMoves() []Move {
	var buf [MaxMoves]Move
	return slices.Clone(p.appendMoves(buf[:0]))
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
	if last := p.at(to+up) == rim; last != (m.Promotion() != NoPieceType) || !last && m >= 1<<16 {
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
	if p.inCheck() {
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
	if p.threeChecksGiven() {
		return 0
	}
	var out [2]Move
	for _, m := range out[:p.castlings(&out, p.army())] {
		if m.side() == side {
			return m
		}
	}
	return 0
}

// castlings writes the legal castling moves of an army to out, as if it were to
// move, and returns their number. The army's king must be on the board.
func (p *Position) castlings(out *[2]Move, army uint8) uint8 {
	rights := p.castlingRights(army)
	if rights == 0 {
		return 0
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

// AppendPseudoLegal appends the pseudo-legal moves of the side to move to dst. They ignore checks and
// pins, so some leave their own king attacked: see IsAttacked after Do. Castling is included only if
// it is legal. It allocates only if dst is too small.
func (p Position) AppendPseudoLegal(dst []Move) []Move {
	for _, e := range p.armyList(p.army()) {
		if e != 0 {
			dst = p.appendPseudoLegal(dst, e, p.army())
		}
	}
	return dst
}

// appendPseudoLegalFrom appends the pseudo-legal moves of the piece on from, as if its side were to
// move. Only the side to move captures en passant.
func (p *Position) appendPseudoLegalFrom(dst []Move, from Square) []Move {
	if p.pieceAt(from) == NoPiece {
		return dst
	}
	b := p.at(mailbox[from])
	return p.appendPseudoLegal(dst, p.pieces[b&63], b&32)
}

// appendPseudoLegal appends the pseudo-legal moves of a piece of an army.
func (p *Position) appendPseudoLegal(dst []Move, e placedPiece, army uint8) []Move {
	if p.threeChecksGiven() {
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
		var out [2]Move
		return append(dst, out[:p.castlings(&out, army)]...)
	}
	var out [MaxMoves]Move
	n := p.movesOf(&out, 0, e, allMoves)
	if p.enPassantTarget != 0 && army == p.army() && e.pieceType() == Pawn && e.attacks(p.enPassantTarget) {
		out[n] = newMove(at, p.enPassantTarget)
		n++
	}
	return append(dst, out[:n]...)
}
