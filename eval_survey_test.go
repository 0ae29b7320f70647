package chess_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// surveyFeature is a feature that calls a function with the Survey.
type surveyFeature struct {
	name string
	call func(s *chess.Survey)
}

func (f surveyFeature) Name() string          { return f.name }
func (f surveyFeature) Score(s *chess.Survey) { f.call(s) }

// surveyed is what the methods of a Survey return for one colour.
type surveyed struct {
	Attacks, PawnAttacks, Reach [64]int
	Attackers, Attacked         int
	Rear, Front                 [8]int
	Passed                      [8]bool
	Count                       [chess.King + 1]int
}

func survey(s *chess.Survey, c chess.Color) (x surveyed) {
	for sq := range chess.NoSquare {
		x.Attacks[sq] = s.Attacks(c, sq)
		x.PawnAttacks[sq] = s.PawnAttacks(c, sq)
		if p := s.Position(); p.At(sq) != chess.NoPiece && p.At(sq).Color() == c {
			x.Reach[sq] = s.Reach(sq)
		}
	}
	x.Attackers, x.Attacked = s.KingZone(c)
	for file := range 8 {
		x.Rear[file], x.Front[file] = s.PawnFile(c, file)
		x.Passed[file] = s.Passed(c, file)
	}
	for k := chess.NoPieceType; k <= chess.King; k++ {
		x.Count[k] = s.Count(k.Of(c))
	}
	return x
}

// slowSurvey computes the same from the definitions.
func slowSurvey(p *chess.Position, c chess.Color) (x surveyed) {
	rank := func(sq chess.Square) int {
		if c == chess.Black {
			return 7 - sq.Rank()
		}
		return sq.Rank()
	}
	isPawn := func(sq chess.Square, c chess.Color) bool { return p.At(sq) == chess.Pawn.Of(c) }
	pawnAttacked := func(sq chess.Square, c chess.Color) (n int) {
		for from := range p.Attackers(sq, c) {
			if isPawn(from, c) {
				n++
			}
		}
		return n
	}
	zone := map[chess.Square]bool{}
	for sq := range chess.NoSquare {
		k := p.King(c)
		files, ranks := sq.File()-k.File(), rank(sq)-rank(k)
		zone[sq] = max(files, -files) <= 1 && ranks >= -1 && ranks <= 2
	}
	attackers := map[chess.Square]bool{}
	for sq, piece := range p.Pieces() {
		if piece.Color() == c {
			x.Count[piece.Type()]++
			for to := range p.Attacks(sq) {
				own := p.At(to) != chess.NoPiece && p.At(to).Color() == c
				if piece.Type() != chess.Pawn && piece.Type() != chess.King && !own && pawnAttacked(to, c.Other()) == 0 {
					x.Reach[sq]++
				}
			}
		}
	}
	for sq := range chess.NoSquare {
		x.Attacks[sq] = len(slices.Collect(p.Attackers(sq, c)))
		x.PawnAttacks[sq] = pawnAttacked(sq, c)
		if zone[sq] {
			enemies := slices.Collect(p.Attackers(sq, c.Other()))
			for _, from := range enemies {
				attackers[from] = true
			}
			x.Attacked += min(len(enemies), 1)
		}
	}
	x.Attackers = len(attackers)
	for sq := range chess.NoSquare {
		f := sq.File()
		if !isPawn(sq, c) {
			continue
		}
		if x.Rear[f] == 0 || rank(sq) < x.Rear[f] {
			x.Rear[f] = rank(sq)
		}
		x.Front[f] = max(x.Front[f], rank(sq))
	}
	for f, front := range x.Front {
		x.Passed[f] = front > 0
		for sq := range chess.NoSquare {
			if isPawn(sq, c.Other()) && max(sq.File()-f, f-sq.File()) <= 1 && rank(sq) > front {
				x.Passed[f] = false
			}
		}
	}
	return x
}

func TestSurvey(t *testing.T) {
	var got, want [2]surveyed
	e := evaluatorOf(t, chess.Full(surveyFeature{"survey", func(s *chess.Survey) {
		for c := range chess.Color(2) {
			got[c] = survey(s, c)
		}
	}})...)
	for _, p := range randomPositions(t) {
		e.Evaluate(&p)
		for c := range chess.Color(2) {
			want[c] = slowSurvey(&p, c)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%v (-want +got):\n%s", p, diff)
		}
	}
}

func TestSurveyOffTheBoard(t *testing.T) {
	e := evaluatorOf(t, chess.Full(surveyFeature{"survey", func(s *chess.Survey) {
		for sq := chess.NoSquare; sq != 0; sq++ {
			if n := s.Attacks(chess.White, sq) + s.PawnAttacks(chess.White, sq) + s.Reach(sq); n != 0 {
				t.Errorf("square %d: %d", sq, n)
			}
		}
	}})...)
	e.Evaluate(new(chess.StartPosition()))
}

// TestFeaturesOfTheZeroPosition evaluates a position without kings: it is not
// valid, but must not panic.
func TestFeaturesOfTheZeroPosition(t *testing.T) {
	for _, f := range allFeatures() {
		if got := evaluatorOf(t, chess.Full(f)...).Evaluate(new(chess.Position)); got < -1000 || got > 1000 {
			t.Errorf("%s: %v", f.Name(), got)
		}
	}
}

func TestPhase(t *testing.T) {
	weights := map[chess.PieceType]int{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4}
	e := evaluatorOf(t, chess.Full(phased{})...)
	promoted := chess.MustParseFEN("nnnnk3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1")
	for _, p := range append(randomPositions(t), promoted) {
		want := 0
		for _, piece := range p.Pieces() {
			want += weights[piece.Type()]
		}
		want = min(want, chess.MaxPhase)
		if x := e.Explain(&p); x.Phase != want || int(x.Total) != want {
			t.Fatalf("phase of %v = %d, to a feature %d, want %d", p, x.Phase, x.Total, want)
		}
	}
}
