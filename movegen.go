package chess

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// How legal moves are found without trying any.
//
// The board is a mailbox: a byte a square, with a rim of two squares around it,
// so that a step off the board ends on the rim (see board.go). With it comes the
// piece list, thirty-two places a side, of which the second half is used by no game
// that begins with sixteen pieces. Generation walks through the list and, from
// each piece, over the board.
//
// What makes a move illegal is always the king: it steps into an attack, it
// castles through one, a pinned piece leaves its line, or a check is not
// answered. One pass over the enemy's pieces finds all of that (scanKing in
// attacks.go). The table zone, indexed by a piece and the difference between its
// square and the king's, holds the squares of the king's zone that the piece
// might attack. For nearly all pieces there are none:
//
//	8  . . . . . . . .    The zone of a king on e1 that may castle to either
//	7  . . . . r . . .    side: its neighbours (x), its own square, and the
//	6  . . . . . . . .    squares it crosses (o).
//	5  b . . . . . . .
//	4  . . . . . n . .    The knight attacks e2. The rook might attack e2 and
//	3  . . . . . . . .    e1, and the bishop d2 and e1: it depends on the
//	2  . . . x x x . .    squares between. A single piece between one of the
//	1  . . o x K x o .    two and the king is pinned.
//	   a b c d e f g h
//
// The line is examined, square by square, only for such a slider. That gives the
// checkers, the pins and the squares where the king may go, and the moves of the
// other pieces are legal as they are generated: pinned pieces move separately,
// along the line of the pin, and in check only those moves are kept that capture
// the checker or block its line. The one exception is en passant, where two
// pieces may leave a line at once. The capture is tried on the board, but already
// when the double push is played (setEnPassant), since whether it is legal is part
// of the position's identity.
//
// A trick for speed has its gain beside it, as a share of the time of perft or of
// its instructions.

// generate writes the legal moves of a stage to out and returns their number.
// The list is the first half of the army, or a part of it. The moves of the king and en
// passant do not depend on it.
func (p *Position) generate(out *[MaxMoves]Move, list *[16]placedPiece, what genType) int {
	army := p.army()
	king, enemy := p.pieces[army].square(), enemyBit(army)
	if king == 0 {
		return 0
	}

	// The squares that the king could step to, three rows of its zone, or cross in
	// castling.
	blocked := enemy ^ (whiteHere | blackHere) | rim
	steps := p.unblocked(king-11, blocked) | p.unblocked(king-1, blocked)<<3 | p.unblocked(king+9, blocked)<<6
	paths := castlingPaths{noPath, noPath}
	wanted := steps
	if rights := p.castlingRights(army); rights != 0 && what != captures {
		wanted |= p.openPaths(&paths, king, rights)
	}

	// The checks and the pins, and which of these squares are safe.
	scan := kingScan{safe: wanted}
	p.scanKing(&scan, king, army^32)

	// The king's steps. In double check there are no other moves.
	count := p.kingMoves(out, king, scan.safe&steps, what)
	if scan.checks > 1 {
		return int(count)
	}

	// Pinned pieces, along the line of the pin.
	if scan.pinCount > 0 {
		unpinned := *list
		count = p.pinnedMoves(out, count, &unpinned, &scan, king, what)
		list = &unpinned
	}

	// The other pieces.
	first := count
	count = p.pieceMoves(out, count, list, enemy, what)

	// In check, only the evasions among them. Otherwise, castling.
	if scan.checks == 1 {
		count = p.evasions(out, first, count, king, scan.checker)
	} else if paths.anySafe(scan.safe) {
		count = p.castlingMoves(out, count, &scan, &paths, king, army)
	}

	// En passant.
	if p.state&stateEnPassant != 0 && what != quiets {
		count = p.enPassantMoves(out, count, army)
	}
	return int(count)
}

// unblocked returns a bit for each of the squares s, s+1 and s+2: whether its byte
// has none of the bits of blocked. Bit 0 of blocked must be clear, since each byte
// is shifted right by one. All three squares are examined in one word.
func (p *Position) unblocked(s, blocked uint8) uint16 {
	w := binary.LittleEndian.Uint32(p.board[s&127:])
	// The highest bit of each byte of the sum is set if the square is blocked.
	w = ^((w&(uint32(blocked)*0x10101))>>1 + 0x7F7F7F)
	// The product moves these bits together.
	return uint16(w >> 7 & 0x10101 * 0x10204 >> 16 & 7)
}

// kingMoves generates the king's steps to the given squares of its zone.
func (p *Position) kingMoves(out *[MaxMoves]Move, king uint8, squares uint16, what genType) (count uint8) {
	home := newMove(king, 0)
	for ; squares != 0; squares &= squares - 1 {
		to := king + zoneSteps[bits.TrailingZeros16(squares)&15]
		out[count] = home | Move(to)
		count += oneIf(what == allMoves || (p.at(to) != 0) == (what == captures))
	}
	return count
}

// pinnedMoves generates the moves of the pinned pieces of the list along the line
// of the pin, none in check, and removes these pieces from the list.
func (p *Position) pinnedMoves(out *[MaxMoves]Move, count uint8, list *[16]placedPiece, scan *kingScan, king uint8, what genType) uint8 {
	for _, pin := range scan.pins[:scan.pinCount] {
		e := list[pin.place&15]
		list[pin.place&15] = 0
		if scan.checks > 0 {
			continue
		}
		kept, line := count, direction[pin.by-king]
		end := p.movesOf(out, count, e, what)
		for i := count; i < end; i++ {
			m := out[i]
			out[kept] = m
			kept += oneIf(direction[uint8(m)-king] == line)
		}
		count = kept
	}
	return count
}

// evasions keeps, of out[first:end], the moves that answer a single check: those
// that capture the checker or block its line.
func (p *Position) evasions(out *[MaxMoves]Move, first, end, king, checker uint8) (count uint8) {
	var evades [128]bool // by mailbox square: whether a move to it answers the check
	evades[checker&127] = true
	if p.pieceOn(checker).slides() {
		d := direction[king-checker]
		for sq := checker + d; sq != king; sq += d {
			evades[sq&127] = true
		}
	}
	count = first
	for i := first; i < end; i++ {
		m := out[i]
		out[count] = m
		count += oneIf(evades[m&127])
	}
	return count
}

// castlingPaths holds by wing the squares of the king's zone that it would cross
// in castling, or noPath.
type castlingPaths [2]uint16

// noPath is a path that is never safe: it has squares on both sides of the king.
const noPath = 0xFFFF

// anySafe reports whether the safe squares include a path.
func (paths *castlingPaths) anySafe(safe uint16) bool {
	return safe&paths[kingSide] == paths[kingSide] || safe&paths[queenSide] == paths[queenSide]
}

// A castlingRule holds what castling needs: the squares that must be empty, as
// bytes of the rank, and those of the king's zone that it crosses.
type castlingRule struct {
	empty uint64
	path  uint16
}

// castlingRules holds the rules by wing, file of the king, from b to g, and right, as in
// Position.state.
var castlingRules = func() (t [2][8][8]castlingRule) {
	for side, to := range [2]int{6, 2} {
		for king := 1; king < 7; king++ {
			path := uint16(0)
			for f := min(king, to); f <= max(king, to); f++ {
				if f != king {
					path |= 1 << slices.Index(zoneSteps[:], uint8(f-king))
				}
			}
			for right := range 8 {
				rule := &t[side][king][right]
				rule.path = path
				if right == 0 {
					rule.empty = ^uint64(0) // never: the king stands on one of them
					continue
				}
				rook := right
				if side == int(queenSide) {
					rook = 7 - right
				}
				rookTo := to - 1 + 2*side
				for f := min(king, rook, to, rookTo); f <= max(king, rook, to, rookTo); f++ {
					if f != king && f != rook {
						rule.empty |= 0xFF << (8 * f)
					}
				}
			}
		}
	}
	return
}()

// openPaths sets the paths for which there is a right and the squares that must
// be empty are, and returns all their squares.
func (p *Position) openPaths(paths *castlingPaths, king, rights uint8) (crossed uint16) {
	// The king's rank is examined in one word, which is cheaper than a loop.
	rank, a := binary.LittleEndian.Uint64(p.board[21:29]), uint8(21)
	if king >= 91 {
		rank, a = binary.LittleEndian.Uint64(p.board[91:99]), 91
	}
	file := (king - a) & 7
	if rule := &castlingRules[kingSide][file][rights&7]; rank&rule.empty == 0 {
		paths[kingSide] = rule.path
		crossed |= rule.path
	}
	if rule := &castlingRules[queenSide][file][rights>>castlingBits&7]; rank&rule.empty == 0 {
		paths[queenSide] = rule.path
		crossed |= rule.path
	}
	return crossed
}

// castlingMoves generates castling along the safe paths, except with a rook that
// is pinned on the king's rank, as is possible in Chess960.
func (p *Position) castlingMoves(out *[MaxMoves]Move, count uint8, scan *kingScan, paths *castlingPaths, king, army uint8) uint8 {
	for side, path := range paths {
		if scan.safe&path != path {
			continue
		}
		rook := army + placeRookH + uint8(side)
		if slices.ContainsFunc(scan.pins[:scan.pinCount], func(x pin) bool { return x.place == rook }) {
			continue
		}
		out[count] = newCastling(king, squares[p.pieces[rook&63].square()], wing(side))
		count++
	}
	return count
}

// enPassantMoves generates the legal en-passant captures, of which there is at
// least one. A single pawn beside the victim is the one that can; if there are two,
// each capture is tried on the board.
func (p *Position) enPassantMoves(out *[MaxMoves]Move, count, army uint8) uint8 {
	to := 71 + uint8(p.state>>enPassantShift&7) // on White's sixth rank
	victim := to + south
	if army != 0 {
		to -= 3 * north
		victim = to + north
	}
	beside := [2]uint8{victim + west, victim + east}
	both := p.isPawn(beside[0], army) && p.isPawn(beside[1], army)
	for _, from := range beside {
		if p.isPawn(from, army) && (!both || p.enPassantLegal(from, to, victim)) {
			out[count] = newMove(from, to)
			count++
		}
	}
	return count
}

// The moves of each type of piece. The hot loops call nothing that is not
// inlined, since a call would spill their registers: inlining the rays was worth
// 5 % of perft. Examining three squares in one word, here and around the king,
// was worth 10 %. Each function begins with _, _ = *out, *p, without which every
// store and load would check for nil (3 % of the instructions).

// A genType is a class of moves that are generated together.
type genType uint8

const (
	allMoves genType = iota
	captures         // and promotions
	quiets           // the others
)

// pieceMoves generates the moves of all pieces of the list but the first, the
// king.
func (p *Position) pieceMoves(out *[MaxMoves]Move, count uint8, list *[16]placedPiece, enemy uint8, what genType) uint8 {
	nonPawns, pawns := list[1:placePawns], list[placePawns:]
	count = p.nonPawnMoves(out, count, nonPawns, enemy, what)
	var others placedPiece
	switch what {
	case allMoves:
		count, others = p.pawnMoves(out, count, pawns, enemy)
	case captures:
		count, others = p.pawnCaptures(out, count, pawns, enemy)
	default:
		count, others = p.pawnPushes(out, count, pawns, enemy)
	}
	if others != 0 {
		count = p.otherMoves(out, count, pawns, enemy, what)
	}
	return count
}

// movesOf generates the moves of one piece other than a king.
func (p *Position) movesOf(out *[MaxMoves]Move, count uint8, e placedPiece, what genType) uint8 {
	var only [16]placedPiece
	place := 1
	if e.pieceType() == Pawn {
		place = placePawns
	}
	only[place] = e
	return p.pieceMoves(out, count, &only, enemyBit(armyOf(e.piece().Color())), what)
}

// otherMoves generates the moves of those in the pawns' places that pawnMoves
// leaves out: pawns about to promote, and pieces that pawns became.
func (p *Position) otherMoves(out *[MaxMoves]Move, count uint8, list []placedPiece, enemy uint8, what genType) uint8 {
	up := pawnStep(enemy)
	var nonPawns [8]placedPiece
	for i, e := range list {
		switch {
		case e.pieceType() != Pawn:
			nonPawns[i] = e
		case what != quiets && p.target(Move(e)+2*up) == rim:
			count = p.promotions(out, count, newMove(e.square(), e.square())+up, enemy)
		}
	}
	return p.nonPawnMoves(out, count, nonPawns[:], enemy, what)
}

// pawnStep returns the step one rank forward for the enemies of enemy.
func pawnStep(enemy uint8) Move {
	up := stepN
	if enemy == whiteHere {
		up = stepS
	}
	return up
}

// target returns the board's byte for the square that m goes to.
func (p *Position) target(m Move) uint8 { return p.board[m&127] }

// promotions generates the promotions of a pawn, given its push.
func (p *Position) promotions(out *[MaxMoves]Move, count uint8, push Move, enemy uint8) uint8 {
	for i, m := range [3]Move{push, push + stepW, push + stepE} {
		if b := p.target(m); i == 0 && b == 0 || i > 0 && b&enemy != 0 {
			for t := range Move(4) {
				out[count] = m | promotion | t<<16
				count++
			}
		}
	}
	return count
}

// The steps of sliders, added to a Move modulo 1<<32.
const (
	stepE  Move = 1
	stepN  Move = 10
	stepW  Move = 1<<32 - 1
	stepS  Move = 1<<32 - 10
	stepNW Move = 9
	stepNE Move = 11
	stepSE Move = 1<<32 - 9
	stepSW Move = 1<<32 - 11
)

// nonPawnMoves generates the moves of knights, bishops, rooks and queens, and
// leaves out the other pieces of the list.
func (p *Position) nonPawnMoves(out *[MaxMoves]Move, count uint8, list []placedPiece, enemy uint8, what genType) uint8 {
	switch what {
	case captures:
		return p.nonPawnCaptures(out, count, list, enemy)
	case quiets:
		return p.nonPawnQuiets(out, count, list)
	}
	_, _ = *out, *p
	blocked := enemy ^ (whiteHere | blackHere) | rim
	for _, e := range list {
		m := newMove(e.square(), e.square())
		kind := e.pieceType()
		if kind == Knight {
			count = p.leap(out, count, m+8, blocked)
			count = p.leap(out, count, m+12, blocked)
			count = p.leap(out, count, m+19, blocked)
			count = p.leap(out, count, m+21, blocked)
			count = p.leap(out, count, m-8, blocked)
			count = p.leap(out, count, m-12, blocked)
			count = p.leap(out, count, m-19, blocked)
			count = p.leap(out, count, m-21, blocked)
			continue
		}
		if kind&1 != 0 { // Bishop or Queen: there are no pawns
			count = p.ray(out, count, m, stepNW, enemy)
			count = p.ray(out, count, m, stepNE, enemy)
			count = p.ray(out, count, m, stepSE, enemy)
			count = p.ray(out, count, m, stepSW, enemy)
		}
		if kind >= Rook { // nor kings
			count = p.ray(out, count, m, stepE, enemy)
			count = p.ray(out, count, m, stepN, enemy)
			count = p.ray(out, count, m, stepW, enemy)
			count = p.ray(out, count, m, stepS, enemy)
		}
	}
	return count
}

// leap generates the move m unless its target is blocked. Storing first and
// counting after, as pawnMoves does, is no faster here: the branch is predicted
// well.
func (p *Position) leap(out *[MaxMoves]Move, count uint8, m Move, blocked uint8) uint8 {
	if p.target(m)&blocked == 0 {
		out[count] = m
		count++
	}
	return count
}

// ray generates the moves from m on in the given steps, up to the first piece,
// and its capture if it is an enemy.
func (p *Position) ray(out *[MaxMoves]Move, count uint8, m, step Move, enemy uint8) uint8 {
	m += step
	for p.target(m) == 0 {
		out[count] = m
		count++
		m += step
	}
	if p.target(m)&enemy != 0 {
		out[count] = m
		count++
	}
	return count
}

// The steps for captures and quiet moves only, which are less hot than all moves
// together.
var (
	rays = [8][]Move{
		Bishop: {stepNW, stepNE, stepSE, stepSW},
		Rook:   {stepE, stepN, stepW, stepS},
		Queen:  {stepNW, stepNE, stepSE, stepSW, stepE, stepN, stepW, stepS},
	}
	knightMoves = [8]Move{8, 12, 19, 21, 1<<32 - 8, 1<<32 - 12, 1<<32 - 19, 1<<32 - 21}
)

// nonPawnCaptures is nonPawnMoves for captures only.
func (p *Position) nonPawnCaptures(out *[MaxMoves]Move, count uint8, list []placedPiece, enemy uint8) uint8 {
	_, _ = *out, *p
	for _, e := range list {
		home := newMove(e.square(), e.square())
		if e.pieceType() == Knight {
			for _, step := range &knightMoves {
				out[count] = home + step
				count += oneIf(p.target(home+step)&enemy != 0)
			}
			continue
		}
		for _, step := range rays[e.pieceType()] {
			m := home + step
			b := p.target(m)
			for b == 0 {
				m += step
				b = p.target(m)
			}
			out[count] = m
			count += oneIf(b&enemy != 0)
		}
	}
	return count
}

// nonPawnQuiets is nonPawnMoves for quiet moves only.
func (p *Position) nonPawnQuiets(out *[MaxMoves]Move, count uint8, list []placedPiece) uint8 {
	_, _ = *out, *p
	for _, e := range list {
		home := newMove(e.square(), e.square())
		if e.pieceType() == Knight {
			for _, step := range &knightMoves {
				out[count] = home + step
				count += oneIf(p.target(home+step) == 0)
			}
			continue
		}
		for _, step := range rays[e.pieceType()] {
			for m := home + step; p.target(m) == 0; m += step {
				out[count] = m
				count++
			}
		}
	}
	return count
}

// secondRank is set in pawnPush for a pawn that may make a double push.
const secondRank Move = 1 << 16

// pawnPush holds the push of each ordinary pawn, on its second rank to its sixth,
// by placedPiece; on the second rank with secondRank set. It is zero for all
// other pieces. One look-up replaces comparing type and rank, and leaves
// registers free: 2 % of perft.
var pawnPush = func() (t [16 * 256]Move) {
	for sq := A2; sq <= H7; sq++ {
		for c, up := range [2]Move{stepN, stepS} {
			rank := sq.Rank()
			if Color(c) == Black {
				rank = 7 - rank
			}
			if rank == 6 { // about to promote
				continue
			}
			from := Move(mailbox[sq])
			push := from<<8 | from + up
			if rank == 1 {
				push |= secondRank
			}
			t[int(Pawn.Of(Color(c)))<<8|int(from)] = push
		}
	}
	return
}()

// pawnMoves generates the moves of the ordinary pawns of the list, and returns
// the other pieces or'ed together.
func (p *Position) pawnMoves(out *[MaxMoves]Move, count uint8, list []placedPiece, enemy uint8) (_ uint8, others placedPiece) {
	_, _ = *out, *p
	up := pawnStep(enemy)
	victims := uint32(enemy) * 0x10001
	for _, e := range list {
		push := pawnPush[e&0xFFF]
		if push == 0 {
			others |= e
			continue
		}
		// The three squares ahead in one word, from west to east.
		ahead := binary.LittleEndian.Uint32(p.board[(push-1)&127:])
		m := push & 0xFFFF
		if ahead&victims != 0 {
			out[count] = m + stepW
			count += oneIf(ahead&victims&0xFF != 0)
			out[count] = m + stepE
			count += oneIf(ahead&victims > 0xFF)
		}
		if ahead&0xFF00 == 0 {
			out[count] = m
			count++
			if push >= secondRank {
				out[count] = m + up
				count += oneIf(p.target(m+up) == 0)
			}
		}
	}
	return count, others
}

// pawnCaptures is pawnMoves for captures only.
func (p *Position) pawnCaptures(out *[MaxMoves]Move, count uint8, list []placedPiece, enemy uint8) (_ uint8, others placedPiece) {
	_, _ = *out, *p
	for _, e := range list {
		push := pawnPush[e&0xFFF] & 0xFFFF
		if push == 0 {
			others |= e
			continue
		}
		out[count] = push + stepW
		count += oneIf(p.target(push+stepW)&enemy != 0)
		out[count] = push + stepE
		count += oneIf(p.target(push+stepE)&enemy != 0)
	}
	return count, others
}

// pawnPushes is pawnMoves for quiet moves only.
func (p *Position) pawnPushes(out *[MaxMoves]Move, count uint8, list []placedPiece, enemy uint8) (_ uint8, others placedPiece) {
	_, _ = *out, *p
	up := pawnStep(enemy)
	for _, e := range list {
		push := pawnPush[e&0xFFF]
		switch {
		case push == 0:
			others |= e
		case p.target(push) == 0:
			out[count] = push & 0xFFFF
			count++
			if push >= secondRank {
				out[count] = push&0xFFFF + up
				count += oneIf(p.target(push+up) == 0)
			}
		}
	}
	return count, others
}

// enPassantLegal reports whether the capture of the pawn on victim by the pawn on
// from leaves the king safe. It makes the capture on a copy, since pins do not
// tell: two pieces may leave one line at once.
func (p *Position) enPassantLegal(from, to, victim uint8) bool {
	q := *p
	b, v := q.at(from), q.at(victim)
	q.board[from&127], q.board[victim&127], q.board[to&127] = 0, 0, b
	q.pieces[v&63] = 0
	army := b & 32
	return !q.attacked(uint8(q.pieces[army]), army^32)
}
