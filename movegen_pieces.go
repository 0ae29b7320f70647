package chess

import "encoding/binary"

// The moves of each kind of man. The hot loops call nothing that is not
// inlined: a call would spill what they hold in registers, and inlining the
// rays was worth 5 % of perft. Looking at three squares in one word, here and
// around the king, was worth 10 %. Each begins with _ = *out, without which
// every store would check for nil (2 % of the instructions).

// pieces generates for all the given men but the first, the king.
func (p *Position) pieceMoves(out *[MaxMoves]Move, n uint8, men *[16]placedPiece, enemy uint8, what stage) uint8 {
	officers, pawns := (*[8]placedPiece)(men[:placePawns]), (*[8]placedPiece)(men[placePawns:])
	n = p.nonPawnMoves(out, n, officers, enemy, what)
	var others placedPiece
	switch what {
	case allMoves:
		n, others = p.pawnMoves(out, n, pawns, enemy)
	case captures:
		n, others = p.pawnCaptures(out, n, pawns, enemy)
	default:
		n, others = p.pawnPushes(out, n, pawns, enemy)
	}
	if others != 0 {
		n = p.otherMoves(out, n, pawns, enemy, what)
	}
	return n
}

// piece generates for one man, the king excepted.
func (p *Position) movesOf(out *[MaxMoves]Move, n uint8, e placedPiece, enemy uint8, what stage) uint8 {
	var only [16]placedPiece
	place := 1
	if e.kind() == Pawn {
		place = placePawns
	}
	only[place] = e
	return p.pieceMoves(out, n, &only, enemy, what)
}

// others generates for those in the pawns' places who are no longer ordinary
// pawns: pawns about to promote, and men who have promoted.
func (p *Position) otherMoves(out *[MaxMoves]Move, n uint8, men *[8]placedPiece, enemy uint8, what stage) uint8 {
	up := pawnStep(enemy)
	var officers [8]placedPiece
	for i, e := range men {
		switch {
		case e.kind() != Pawn:
			officers[i] = e
		case what != quiets && p.board[(Move(e)+2*up)&127] == rim:
			n = p.promotions(out, n, Move(e&127)*0x101+up, enemy)
		}
	}
	return p.nonPawnMoves(out, n, &officers, enemy, what)
}

// pawnStep is one rank forward for the enemies of those given.
func pawnStep(enemy uint8) Move {
	up := Move(north)
	if enemy == whiteHere {
		up = -up
	}
	return up
}

// promotions generates those of the pawn whose push is given.
func (p *Position) promotions(out *[MaxMoves]Move, n uint8, push Move, enemy uint8) uint8 {
	for i, m := range [3]Move{push, push - 1, push + 1} {
		if b := p.board[m&127]; i == 0 && b == 0 || i > 0 && b&enemy != 0 {
			for t := range Move(4) {
				out[n] = m | promotion | t<<16
				n++
			}
		}
	}
	return n
}

// officers generates for the men among those given who are neither king nor pawn.
func (p *Position) nonPawnMoves(out *[MaxMoves]Move, n uint8, men *[8]placedPiece, enemy uint8, what stage) uint8 {
	switch what {
	case captures:
		return p.nonPawnCaptures(out, n, men, enemy)
	case quiets:
		return p.nonPawnQuiets(out, n, men)
	}
	_ = *out
	blocked := enemy ^ (whiteHere | blackHere) | rim
	for _, e := range men {
		m := Move(e & 127)
		m |= m << 8 // not m*0x101, which the compiler would work out anew for each step
		kind := e.kind()
		if kind == Knight {
			n = p.leap(out, n, m+8, blocked)
			n = p.leap(out, n, m+12, blocked)
			n = p.leap(out, n, m+19, blocked)
			n = p.leap(out, n, m+21, blocked)
			n = p.leap(out, n, m-8, blocked)
			n = p.leap(out, n, m-12, blocked)
			n = p.leap(out, n, m-19, blocked)
			n = p.leap(out, n, m-21, blocked)
			continue
		}
		if kind == Bishop || kind == Queen {
			n = p.ray(out, n, m, 9, enemy)
			n = p.ray(out, n, m, 11, enemy)
			n = p.ray(out, n, m, 1<<32-9, enemy)
			n = p.ray(out, n, m, 1<<32-11, enemy)
		}
		if kind == Rook || kind == Queen {
			n = p.ray(out, n, m, 1, enemy)
			n = p.ray(out, n, m, 10, enemy)
			n = p.ray(out, n, m, 1<<32-1, enemy)
			n = p.ray(out, n, m, 1<<32-10, enemy)
		}
	}
	return n
}

// leap generates the move m unless the square is blocked. Storing first and
// counting after, as pawns does, is no faster here: leaps are predicted well.
func (p *Position) leap(out *[MaxMoves]Move, n uint8, m Move, blocked uint8) uint8 {
	if p.board[m&127]&blocked == 0 {
		out[n] = m
		n++
	}
	return n
}

// ray generates the moves from m on in steps of d, up to the first man and his
// capture if he is an enemy.
func (p *Position) ray(out *[MaxMoves]Move, n uint8, m, d Move, enemy uint8) uint8 {
	m += d
	for p.board[m&127] == 0 {
		out[n] = m
		n++
		m += d
	}
	if p.board[m&127]&enemy != 0 {
		out[n] = m
		n++
	}
	return n
}

// rays lists the steps of each kind of slider, and knightMoves those of a
// knight, for the stages, which are not as hot as all moves together.
var (
	rays = [8][]Move{
		Bishop: {9, 11, 1<<32 - 9, 1<<32 - 11},
		Rook:   {1, 10, 1<<32 - 1, 1<<32 - 10},
		Queen:  {9, 11, 1<<32 - 9, 1<<32 - 11, 1, 10, 1<<32 - 1, 1<<32 - 10},
	}
	knightMoves = [8]Move{8, 12, 19, 21, 1<<32 - 8, 1<<32 - 12, 1<<32 - 19, 1<<32 - 21}
)

// officerCaptures is officers for captures only.
func (p *Position) nonPawnCaptures(out *[MaxMoves]Move, n uint8, men *[8]placedPiece, enemy uint8) uint8 {
	_ = *out
	for _, e := range men {
		home := Move(e&127) * 0x101
		if e.kind() == Knight {
			for _, d := range &knightMoves {
				out[n] = home + d
				n += one(p.board[(home+d)&127]&enemy != 0)
			}
			continue
		}
		for _, d := range rays[e.kind()] {
			m := home + d
			for p.board[m&127] == 0 {
				m += d
			}
			out[n] = m
			n += one(p.board[m&127]&enemy != 0)
		}
	}
	return n
}

// officerQuiets is officers for quiet moves only.
func (p *Position) nonPawnQuiets(out *[MaxMoves]Move, n uint8, men *[8]placedPiece) uint8 {
	_ = *out
	for _, e := range men {
		home := Move(e&127) * 0x101
		if e.kind() == Knight {
			for _, d := range &knightMoves {
				out[n] = home + d
				n += one(p.board[(home+d)&127] == 0)
			}
			continue
		}
		for _, d := range rays[e.kind()] {
			for m := home + d; p.board[m&127] == 0; m += d {
				out[n] = m
				n++
			}
		}
	}
	return n
}

// pawnPush is the push of each ordinary pawn, one from his second rank to his
// sixth, by man; on the second rank with doublePush set. It is zero for all
// others. One look tells what comparing kind and rank did, and leaves registers
// free: 2 % of perft.
var pawnPush = func() (t [16 * 256]Move) {
	for sq := A2; sq <= H7; sq++ {
		for c, up := range [2]Move{Move(north), 1<<32 - 10} {
			home := sq.Rank()
			if Color(c) == Black {
				home = 7 - home
			}
			if home == 6 { // about to promote
				continue
			}
			at := Move(mailbox[sq])
			push := at<<8 | at + up
			if home == 1 {
				push |= doublePush
			}
			t[int(Pawn.Of(Color(c)))<<8|int(at)] = push
		}
	}
	return
}()

// pawns generates for the ordinary pawns among the men, and returns the others
// or'ed together.
func (p *Position) pawnMoves(out *[MaxMoves]Move, n uint8, men *[8]placedPiece, enemy uint8) (_ uint8, others placedPiece) {
	_ = *out
	up := pawnStep(enemy)
	victims := uint32(enemy) * 0x10001
	for _, e := range men {
		push := pawnPush[e&0xFFF]
		if push == 0 {
			others |= e
			continue
		}
		// The three squares before him in one word.
		ahead := binary.LittleEndian.Uint32(p.board[(push-1)&127:])
		if ahead&victims != 0 {
			out[n] = push&0xFFFF - 1
			n += one(ahead&victims&0xFF != 0)
			out[n] = push&0xFFFF + 1
			n += one(ahead&victims > 0xFF)
		}
		if ahead&0xFF00 == 0 {
			out[n] = push & 0xFFFF
			n++
			if push >= doublePush {
				out[n] = push + up
				n += one(p.board[(push+up)&127] == 0)
			}
		}
	}
	return n, others
}

// pawnCaptures is pawns for captures only.
func (p *Position) pawnCaptures(out *[MaxMoves]Move, n uint8, men *[8]placedPiece, enemy uint8) (_ uint8, others placedPiece) {
	_ = *out
	for _, e := range men {
		push := pawnPush[e&0xFFF] & 0xFFFF
		if push == 0 {
			others |= e
			continue
		}
		out[n] = push - 1
		n += one(p.board[(push-1)&127]&enemy != 0)
		out[n] = push + 1
		n += one(p.board[(push+1)&127]&enemy != 0)
	}
	return n, others
}

// pawnPushes is pawns for quiet moves only.
func (p *Position) pawnPushes(out *[MaxMoves]Move, n uint8, men *[8]placedPiece, enemy uint8) (_ uint8, others placedPiece) {
	_ = *out
	up := pawnStep(enemy)
	for _, e := range men {
		push := pawnPush[e&0xFFF]
		switch {
		case push == 0:
			others |= e
		case p.board[push&127] == 0:
			out[n] = push & 0xFFFF
			n++
			if push >= doublePush {
				out[n] = push + up
				n += one(p.board[(push+up)&127] == 0)
			}
		}
	}
	return n, others
}

// A stage is a kind of moves that are generated together.
type stage uint8

const (
	allMoves stage = iota
	captures       // and promotions
	quiets         // the others
)
