package chess

import "fmt"

// Chess960Position returns the start position of Chess960 with number n, from 0 to
// 959, in Reinhard Scharnagl's numbering; 518 is that of ordinary chess. For any
// other n it returns an error that matches ErrIllegal.
func Chess960Position(n int) (Position, error) {
	if n < 0 || n >= 960 {
		return Position{}, &ParseError{
			Kind: ErrIllegal, Field: "Chess960 number", Input: fmt.Sprint(n), Detail: "the start positions are numbered from 0 to 959",
		}
	}
	var s Setup
	for file, t := range chess960Rank(n) {
		for c := range Color(2) {
			s.Board[Square(c)*A8+Square(file)] = t.Of(c)
			s.Board[A2+Square(c)*(A7-A2)+Square(file)] = Pawn.Of(c)
			if t == Rook {
				s.Castling = append(s.Castling, Square(c)*A8+Square(file))
			}
		}
	}
	return s.Position()
}

// Chess960Number returns the number of p as a start position of Chess960, and
// whether it is one: with the pieces in place, all castling rights, White to move,
// halfmove clock 0 and move number 1.
func Chess960Number(p Position) (n int, ok bool) {
	if p.halfmove != 0 || p.fullmove != 1 {
		return 0, false
	}
	for n := range 960 {
		if start, err := Chess960Position(n); err == nil && start.key() == p.key() {
			return n, true
		}
	}
	return 0, false
}

// chess960Rank returns the pieces of the first rank, from the a-file.
func chess960Rank(n int) (rank [8]PieceType) {
	rank[n%4*2+1] = Bishop // on a light square
	n /= 4
	rank[n%4*2] = Bishop
	n /= 4
	place := func(t PieceType, i int) { // on the i-th free square
		for file := range rank {
			if rank[file] != NoPieceType {
				continue
			}
			if i == 0 {
				rank[file] = t
				return
			}
			i--
		}
	}
	place(Queen, n%6)
	n /= 6
	// The two knights on five free squares: ten ways, in the order of the first.
	first, second := 0, n+1
	for second > 4 {
		first++
		second -= 4 - first
	}
	place(Knight, first)
	place(Knight, second-1)
	for _, t := range [...]PieceType{Rook, King, Rook} {
		place(t, 0)
	}
	return rank
}

// IsChess960 reports whether p has a right to castle that ordinary chess does not
// have: of a king that is not on the e-file, or with a rook that is not in the corner.
// To all other positions the rules of both apply.
func (p Position) IsChess960() bool { return p.isChess960() }

func (p *Position) isChess960() bool {
	for c := range Color(2) {
		for side := range Side(2) {
			rook := p.castlingRook(c, side)
			if rook != NoSquare && (p.king(c).File() != 4 || rook.File()%7 != 0) {
				return true
			}
		}
	}
	return false
}
