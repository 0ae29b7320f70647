package main

import (
	"iter"
	"math/rand/v2"

	"github.com/seed-0971039b/chess"
)

// starts make the position that a random game of a variant begins with.
var starts = map[string]func(*rand.Rand) chess.Position{
	"chess":    func(*rand.Rand) chess.Position { return chess.StartPosition() },
	"chess960": startChess960,
	"3check":   startThreeCheck,
}

// startChess960 returns one of the 960 positions, each as likely as the others.
func startChess960(rnd *rand.Rand) chess.Position {
	var rank [8]chess.PieceType
	put := func(t chess.PieceType, nth int) int { // on the nth empty square
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

	s := chess.NewSetup()
	for file, t := range rank {
		for c := chess.White; c <= chess.Black; c++ {
			home := 7 * int(c)
			s.Board[chess.SquareAt(file, home)] = t.Of(c)
			s.Board[chess.SquareAt(file, 1+5*int(c))] = chess.Pawn.Of(c)
			s.Castling[c][chess.HSide] = chess.SquareAt(hside, home)
			s.Castling[c][chess.ASide] = chess.SquareAt(aside, home)
		}
	}
	return mustBePosition(s)
}

// startThreeCheck returns the start position with one to three checks still to
// be given by each side, so that many games end by them.
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
	longestGame = 160 // plies
	longestGap  = 8   // plies between two positions of a game
)

// randomPositions yields positions of random games of random length, without
// end: some on the way, all with an en-passant capture, and the last of a game
// that is over. The same seed gives the same ones.
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

// choose picks a move at random. It favours the rare kinds, and leaves king and
// rooks at home more often than not, or there would be hardly any castling.
func choose(rnd *rand.Rand, p *chess.Position, moves []chess.Move) chess.Move {
	var rare, calm []chess.Move
	for _, m := range moves {
		switch man := p.At(m.From()).Type(); {
		case m.IsCastling(), m.IsEnPassant(), m.Promotion() != chess.NoPieceType:
			rare = append(rare, m)
		case man != chess.King && man != chess.Rook:
			calm = append(calm, m)
		}
	}
	switch n := rnd.IntN(8); {
	case n == 0 && len(rare) > 0:
		moves = rare
	case n < 7 && len(calm) > 0:
		moves = calm
	}
	return moves[rnd.IntN(len(moves))]
}
