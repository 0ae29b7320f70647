package main

import "github.com/seed-0971039b/chess"

// BadBishop is the feature of bishops that their own pawns block: a bishop gets
// Pawn, in centipawns for its side, for each pawn of its side on squares of its
// colour.
type BadBishop struct{ Pawn chess.Tapered }

// Name returns the name of the feature in explanations, weight files and errors.
func (BadBishop) Name() string { return "bad bishop" }

// Score adds a credit for each bishop.
func (f BadBishop) Score(s *chess.Survey) {
	p := s.Position()
	var pawns [2][2]int // number of pawns, by colour and by shade of square
	for sq, piece := range p.Pieces() {
		if piece.Type() == chess.Pawn {
			pawns[piece.Color()][shade(sq)]++
		}
	}
	for sq, piece := range p.Pieces() {
		if piece.Type() == chess.Bishop {
			s.Credit(piece.Color(), sq, f.Pawn.Times(pawns[piece.Color()][shade(sq)]))
		}
	}
}

// shade returns 0 for a dark square, 1 for a light one.
func shade(sq chess.Square) int { return (sq.File() + sq.Rank()) % 2 }
