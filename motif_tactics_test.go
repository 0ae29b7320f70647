package chess

import (
	"math/rand/v2"
	"testing"
)

// randomPawns returns a random position with some pawns near promotion or en passant.
func randomPawns(r *rand.Rand) (Position, bool) {
	s := Setup{DoublePush: NoSquare, MoveNumber: 1, Turn: Color(r.IntN(2))}
	put := func(p Piece, from, to int) { // on a random square of the ranks, as p's side sees them
		sq := SquareAt(r.IntN(8), from+r.IntN(to-from+1))
		if p.Color() == Black {
			sq ^= A8
		}
		if s.Board[sq] == NoPiece {
			s.Board[sq] = p
		}
	}
	for c := range Color(2) {
		put(King.Of(c), 0, 7)
		for range 4 {
			put(Pawn.Of(c), 4, 6)
			put(Pawn.Of(c), 1, 1)
		}
		put([]PieceType{Knight, Bishop, Rook}[r.IntN(3)].Of(c), 0, 7)
	}
	p, err := s.Position()
	return p, err == nil
}

// A capture en passant is a move of a pawn to another file, to an empty square; near misses
// are captures on the same rank. An underpromotion is one to a knight, or one to a rook or a bishop
// that does not mate; near misses are other promotions.
func TestMotifsOfPawns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	counts := map[string]int{}
	check := func(p Position, line []Move, kind MotifKind, want bool) {
		t.Helper()
		motifs, err := Motifs(p, line, len(line)-1)
		if err != nil {
			t.Fatal(err)
		}
		if hasMotif(motifs, kind) != want {
			t.Errorf("%s %v: %v is %v", p.FEN(), line, kind, !want)
		}
		name := " near"
		if want {
			name = " found"
		}
		counts[string(kind)+name]++
	}
	for range scale(16_000) {
		p, ok := randomPawns(r)
		if !ok {
			continue
		}
		moves := p.LegalMoves()
		if len(moves) == 0 {
			continue
		}
		for _, m := range moves {
			if m.Promotion() != NoPieceType {
				after := newSlow(p.Setup()).after(slowMoveOf(p, m))
				mates := after.inCheck(after.turn) && len(after.moves()) == 0
				check(p, []Move{m}, motifUnderPromotion, m.Promotion() == Knight || m.Promotion() != Queen && !mates)
				if mates && (m.Promotion() == Rook || m.Promotion() == Bishop) {
					counts["mates"]++
				}
			}
		}
		first := moves[r.IntN(len(moves))]
		after := p.After(first)
		for _, m := range after.LegalMoves() {
			if after.At(m.From()).Type() == Pawn && m.From().File() != m.To().File() && m.To().relativeRank(after.Turn()) == 5 {
				check(p, []Move{first, m}, motifEnPassant, after.At(m.To()) == NoPiece)
			}
		}
	}
	for name, least := range map[string]int{
		"enPassant found": 20, "enPassant near": 20, "underPromotion found": 20, "underPromotion near": 20, "mates": 5,
	} {
		if counts[name] < least {
			t.Errorf("%s: %d, want %d", name, counts[name], least)
		}
	}
}

// A mate is named by our moves up to it: mates in five and more are as long as the tables
// of the endings say, and a line that stops before, or begins later, is none.
func TestMotifsOfLongMates(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for found := 0; found < 20; {
		s := Setup{DoublePush: NoSquare, MoveNumber: 1, Turn: Color(r.IntN(2))}
		s.Board[r.IntN(64)] = King.Of(s.Turn)
		s.Board[r.IntN(64)] = King.Of(s.Turn.Other())
		s.Board[r.IntN(64)] = []PieceType{Queen, Rook}[found%2].Of(s.Turn)
		p, err := s.Position()
		if err != nil {
			continue
		}
		truth, err := threePieces().Probe(&p)
		if err != nil || truth.DTM != 9 {
			continue
		}
		found++
		line := bestLine(t, p)
		if len(line) != 9 {
			t.Fatalf("%s: %v", p.FEN(), line)
		}
		for _, c := range []struct {
			line []Move
			from int
			kind MotifKind
		}{
			{line, 0, motifMateIn5}, {line, 2, motifMateIn4}, {line, 4, motifMateIn3}, {line, 6, motifMateIn2}, {line, 8, motifMateIn1},
			{line[:8], 0, ""}, {line[:7], 0, ""}, {line, 1, ""},
		} {
			motifs, err := Motifs(p, c.line, c.from)
			if err != nil {
				t.Fatal(err)
			}
			for _, kind := range []MotifKind{motifMate, motifMateIn1, motifMateIn2, motifMateIn3, motifMateIn4, motifMateIn5} {
				if got, want := hasMotif(motifs, kind), kind == c.kind || kind == motifMate && c.kind != ""; got != want {
					t.Errorf("%s %v from %d: %v is %v", p.FEN(), c.line, c.from, kind, got)
				}
			}
		}
	}
}

// bestLine returns a line that mates as soon as it can, against the longest defence. Both
// sides look for the greatest distance to mate as the other sees it: it is negative for a side
// that will be mated.
func bestLine(t *testing.T, p Position) (line []Move) {
	t.Helper()
	for moves := p.LegalMoves(); len(moves) > 0; moves = p.LegalMoves() {
		best, most := Move(0), -1000
		for _, m := range moves {
			after := p.After(m)
			truth, err := threePieces().Probe(&after)
			if err != nil {
				t.Fatal(err)
			}
			if truth.WDL != WDLDraw && truth.DTM > most {
				best, most = m, truth.DTM
			}
		}
		line = append(line, best)
		p = p.After(best)
	}
	return line
}
