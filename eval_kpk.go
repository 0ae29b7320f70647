package chess

import "sync"

// pawnWins holds the truth of king and pawn against king, with a White pawn: for each
// side to move, square of the pawn and square of the White king, the squares of the Black
// king where White wins. Positions that cannot arise are in no set.
type pawnWins [2][64][64]SquareSet

// wonByPawn is made when it is first needed, in less than a millisecond.
var wonByPawn = sync.OnceValue(newPawnWins)

func newPawnWins() *pawnWins {
	t := new(pawnWins)
	for pawn := H7; pawn >= A2; pawn-- { // a push leads to a set that is known
		t.solve(pawn)
	}
	return t
}

// solve fills the sets of a pawn by retrograde analysis: it begins with what a push wins,
// and goes on until no king's move wins more.
func (t *pawnWins) solve(pawn Square) {
	attacked := pawnAttacks(White, pawn.Set())
	white, black := &t[White][pawn], &t[Black][pawn]
	for changed := true; changed; {
		changed = false
		for king := range Square(64) {
			if king == pawn {
				continue
			}
			reach := kingAttacks[king]
			legal := ^(reach | king.Set() | pawn.Set())
			wins := t.push(pawn, king)
			for to := range (reach &^ pawn.Set()).All() {
				wins |= black[to]
			}
			white[king] = legal &^ attacked & wins

			// Black loses where it has moves, and each leads to a win. Where it has none, it
			// is stalemate: a pawn alone does not mate.
			moves := ^(reach | king.Set() | attacked)
			lost := legal & moves.around() &^ (moves &^ white[king]).around()
			changed = changed || lost != black[king]
			black[king] = lost
		}
	}
}

// push returns the squares of the Black king where White wins by a push.
func (t *pawnWins) push(pawn, king Square) (wins SquareSet) {
	to := pawn + 8
	switch {
	case king == to:
		return 0
	case pawn >= A7: // it becomes a queen or a rook: a win unless it is captured at once
		wins = ^to.Set()
		if !kingAttacks[king].Has(to) {
			wins &^= kingAttacks[to]
		}
		return wins
	case pawn <= H2 && king != to+8:
		wins = t[Black][to+8][king] &^ to.Set()
	}
	return wins | t[Black][to][king]
}

// around returns the squares that are a king's move from a square of s.
func (s SquareSet) around() SquareSet {
	beside := s.Beside()
	s |= beside
	return beside | s<<8 | s>>8
}

// lonePawnWins reports whether the pawn of c wins, if there is no other piece but the
// kings.
func (s *Survey) lonePawnWins(c Color) bool {
	p := s.position
	pawn, king, enemy, turn := s.byType[Pawn].First(), p.king(c), p.king(c.Other()), p.turn()
	if c == Black {
		pawn, king, enemy, turn = pawn^A8, king^A8, enemy^A8, turn.Other()
	}
	return wonByPawn()[turn][pawn][king].Has(enemy)
}
