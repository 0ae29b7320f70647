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
	for c := range chess.Color(2) {
		pawns := s.Pieces(c, chess.Pawn)
		for sq := range s.Pieces(c, chess.Bishop).All() {
			s.Credit(c, sq, f.Pawn.Times((pawns & sq.SameColor()).Len()))
		}
	}
}
