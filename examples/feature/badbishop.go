package main

import "github.com/seed-0971039b/chess"

// BadBishop is the feature of bishops behind their own pawns: each own pawn on
// a square of the bishop's colour is in his way, in centipawns for his side.
type BadBishop struct{ Pawn chess.Tapered }

// Name is what explanations, files of weights and errors call the feature.
func (BadBishop) Name() string { return "bad bishop" }

// Score credits each bishop.
func (f BadBishop) Score(s *chess.Survey) {
	p := s.Position()
	var pawns [2][2]int // by their own colour and that of their square
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

// shade is 0 for a dark square, 1 for a light one.
func shade(sq chess.Square) int { return (sq.File() + sq.Rank()) % 2 }
