package perft

import (
	"iter"
	"math/rand/v2"

	"github.com/seed-0971039b/chess"
)

// starts are functions that return a start position for a random game, by variant.
var starts = map[string]func(*rand.Rand) chess.Position{
	"chess":    func(*rand.Rand) chess.Position { return chess.StartPosition() },
	"chess960": startChess960,
	"3check":   startThreeCheck,
}

// startChess960 returns one of the 960 start positions with equal probability.
func startChess960(rnd *rand.Rand) chess.Position {
	var rank [8]chess.PieceType
	put := func(t chess.PieceType, nth int) int { // on the nth empty square, from 0
		for file := range rank {
			if rank[file] == chess.NoPieceType {
				if nth == 0 {
					rank[file] = t
					return file
				}
				nth--
			}
		}
		panic("a rank has eight squares")
	}
	rank[2*rnd.IntN(4)] = chess.Bishop
	rank[2*rnd.IntN(4)+1] = chess.Bishop
	put(chess.Queen, rnd.IntN(6))
	put(chess.Knight, rnd.IntN(5))
	put(chess.Knight, rnd.IntN(4))
	aside, _, hside := put(chess.Rook, 0), put(chess.King, 0), put(chess.Rook, 0)

	var s chess.Setup
	for file, t := range rank {
		for c := chess.White; c <= chess.Black; c++ {
			home := 7 * int(c)
			s.Board[chess.SquareAt(file, home)] = t.Of(c)
			s.Board[chess.SquareAt(file, 1+5*int(c))] = chess.Pawn.Of(c)
		}
	}
	for _, home := range []int{0, 7} {
		s.Castling = append(s.Castling, chess.SquareAt(aside, home), chess.SquareAt(hside, home))
	}
	return mustBePosition(s)
}

// startThreeCheck returns the start position with one to three remaining checks for
// each side, so that checks end many games.
func startThreeCheck(rnd *rand.Rand) chess.Position {
	s := chess.StartPosition().Setup()
	s.ThreeCheck = true
	s.Checks = [2]int{1 + rnd.IntN(3), 1 + rnd.IntN(3)}
	return mustBePosition(s)
}

func mustBePosition(s chess.Setup) chess.Position {
	p, err := s.Position()
	if err != nil {
		panic(err)
	}
	return p
}

const (
	longestGame = 160 // in plies
	longestGap  = 8   // in plies, between two positions of a game
)

// randomPositions yields an endless sequence of positions of random games of random
// length: some of each game, all with an en-passant capture, and the last position
// of each finished game. The same seed gives the same positions.
func randomPositions(variant string, seed uint64) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		for game := uint64(0); ; game++ {
			rnd := rand.New(rand.NewPCG(seed, game))
			p := starts[variant](rnd)
			gap := rnd.IntN(longestGap)
			for range 1 + rnd.IntN(longestGame) {
				moves := p.AppendMoves(nil)
				if gap == 0 || len(moves) == 0 || p.EnPassant() != chess.NoSquare {
					if !yield(p) {
						return
					}
					gap = 1 + rnd.IntN(longestGap)
				}
				if len(moves) == 0 {
					break
				}
				gap--
				p = p.After(choose(rnd, &p, moves))
			}
		}
	}
}

// choose returns a random move. It favours castling, en passant and promotions, and
// usually does not move kings and rooks, since castling would be rare otherwise.
func choose(rnd *rand.Rand, p *chess.Position, moves []chess.Move) chess.Move {
	var rare, others []chess.Move
	for _, m := range moves {
		switch moved := p.At(m.From()).Type(); {
		case p.IsCastling(m), p.IsEnPassant(m), m.Promotion() != chess.NoPieceType:
			rare = append(rare, m)
		case moved != chess.King && moved != chess.Rook:
			others = append(others, m)
		}
	}
	switch n := rnd.IntN(8); {
	case n == 0 && len(rare) > 0:
		moves = rare
	case n < 7 && len(others) > 0:
		moves = others
	}
	return moves[rnd.IntN(len(moves))]
}
