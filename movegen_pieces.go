package chess

import "encoding/binary"

// The moves of each type of piece. The hot loops call nothing that is not
// inlined, since a call would spill their registers: inlining the rays was worth
// 5 % of perft. Examining three squares in one word, here and around the king,
// was worth 10 %. Each function begins with _ = *out, without which every store
// would check for nil (2 % of the instructions).

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
	nonPawns, pawns := (*[8]placedPiece)(list[:placePawns]), (*[8]placedPiece)(list[placePawns:])
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
func (p *Position) otherMoves(out *[MaxMoves]Move, count uint8, list *[8]placedPiece, enemy uint8, what genType) uint8 {
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
	return p.nonPawnMoves(out, count, &nonPawns, enemy, what)
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
func (p *Position) nonPawnMoves(out *[MaxMoves]Move, count uint8, list *[8]placedPiece, enemy uint8, what genType) uint8 {
	switch what {
	case captures:
		return p.nonPawnCaptures(out, count, list, enemy)
	case quiets:
		return p.nonPawnQuiets(out, count, list)
	}
	_ = *out
	blocked := enemy ^ (whiteHere | blackHere) | rim
	for _, e := range list {
		m := Move(e & 127)
		m |= m << 8 // not newMove, which the compiler would compute again for each step
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
		if kind == Bishop || kind == Queen {
			count = p.ray(out, count, m, stepNW, enemy)
			count = p.ray(out, count, m, stepNE, enemy)
			count = p.ray(out, count, m, stepSE, enemy)
			count = p.ray(out, count, m, stepSW, enemy)
		}
		if kind == Rook || kind == Queen {
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
func (p *Position) nonPawnCaptures(out *[MaxMoves]Move, count uint8, list *[8]placedPiece, enemy uint8) uint8 {
	_ = *out
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
func (p *Position) nonPawnQuiets(out *[MaxMoves]Move, count uint8, list *[8]placedPiece) uint8 {
	_ = *out
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
func (p *Position) pawnMoves(out *[MaxMoves]Move, count uint8, list *[8]placedPiece, enemy uint8) (_ uint8, others placedPiece) {
	_ = *out
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
func (p *Position) pawnCaptures(out *[MaxMoves]Move, count uint8, list *[8]placedPiece, enemy uint8) (_ uint8, others placedPiece) {
	_ = *out
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
func (p *Position) pawnPushes(out *[MaxMoves]Move, count uint8, list *[8]placedPiece, enemy uint8) (_ uint8, others placedPiece) {
	_ = *out
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
