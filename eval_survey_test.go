package chess_test

import (
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

// surveyed is what the methods of a Survey return for one colour, and what they
// return for squares.
type surveyed struct {
	Pieces, AttacksBy     [chess.King + 1]chess.SquareSet
	Occupied, OccupiedBy  chess.SquareSet
	Attacks, AttacksTwice chess.SquareSet
	KingZone, Passed      chess.SquareSet
	AttacksFrom           [64]chess.SquareSet
}

func survey(s *chess.Survey, c chess.Color) (x surveyed) {
	for t := range chess.King + 1 {
		x.Pieces[t], x.AttacksBy[t] = s.Pieces(c, t), s.AttacksBy(c, t)
	}
	x.Occupied, x.OccupiedBy = s.Occupied(), s.OccupiedBy(c)
	x.Attacks, x.AttacksTwice = s.Attacks(c), s.AttacksTwice(c)
	x.KingZone, x.Passed = s.KingZone(c), s.Passed(c)
	for sq := range chess.NoSquare {
		x.AttacksFrom[sq] = s.AttacksFrom(sq)
	}
	return x
}

// slowBatteries returns what the piece on sq attacks, also through those pieces of its
// own side that move along the same line.
func slowBatteries(p *chess.Position, sq chess.Square) (attacks chess.SquareSet) {
	piece := p.At(sq)
	if t := piece.Type(); t != chess.Bishop && t != chess.Rook && t != chess.Queen {
		for to := range p.Attacks(sq) {
			attacks |= to.Set()
		}
		return attacks
	}
	for file := -1; file <= 1; file++ {
		for rank := -1; rank <= 1; rank++ {
			along := chess.Rook
			if file*rank != 0 {
				along = chess.Bishop
			}
			if file == 0 && rank == 0 || piece.Type() != along && piece.Type() != chess.Queen {
				continue
			}
			for f, r := sq.File()+file, sq.Rank()+rank; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+file, r+rank {
				to := chess.SquareAt(f, r)
				attacks |= to.Set()
				on := p.At(to)
				if on != chess.NoPiece && on != along.Of(piece.Color()) && on != chess.Queen.Of(piece.Color()) {
					break
				}
			}
		}
	}
	return attacks
}

// slowSurvey computes the same from the definitions.
func slowSurvey(p *chess.Position, c chess.Color) (x surveyed) {
	rank := func(sq chess.Square) int {
		if c == chess.Black {
			return 7 - sq.Rank()
		}
		return sq.Rank()
	}
	for sq, piece := range p.Pieces() {
		x.Occupied |= 1 << sq
		x.AttacksFrom[sq] = slowBatteries(p, sq)
		if piece.Color() != c {
			continue
		}
		x.Pieces[piece.Type()] |= 1 << sq
		x.OccupiedBy |= 1 << sq
		x.AttacksBy[piece.Type()] |= x.AttacksFrom[sq]
	}
	for sq := range chess.NoSquare {
		attackers := 0
		for from, piece := range p.Pieces() {
			if piece.Color() == c && slowBatteries(p, from).Has(sq) {
				attackers++
			}
		}
		if attackers > 0 {
			x.Attacks |= 1 << sq
		}
		if attackers > 1 {
			x.AttacksTwice |= 1 << sq
		}
		k := p.King(c)
		files, ranks := sq.File()-k.File(), rank(sq)-rank(k)
		if max(files, -files) <= 1 && ranks >= -1 && ranks <= 2 {
			x.KingZone |= 1 << sq
		}
		if p.At(sq) == chess.Pawn.Of(c) {
			x.Passed |= 1 << sq
		}
	}
	for sq, other := range p.Pieces() {
		for pawn := range chess.NoSquare {
			files := pawn.File() - sq.File()
			ahead := rank(sq) > rank(pawn)
			if ahead && (other == chess.Pawn.Of(c) && files == 0 || other == chess.Pawn.Of(c.Other()) && max(files, -files) <= 1) {
				x.Passed &^= 1 << pawn
			}
		}
	}
	return x
}

func TestSurvey(t *testing.T) {
	t.Parallel()
	var got, want [2]surveyed
	e := evaluatorOf(t, chess.Terms(surveyFeature{"survey", func(s *chess.Survey) {
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
	e := evaluatorOf(t, chess.Terms(surveyFeature{"survey", func(s *chess.Survey) {
		for sq := chess.NoSquare; sq != 0; sq++ {
			if set := s.AttacksFrom(sq); set != 0 {
				t.Errorf("square %d: %v", sq, set)
			}
		}
	}})...)
	e.Evaluate(new(chess.StartPosition()))
}

// TestFeaturesOfTheZeroPosition evaluates a position without kings: it is not
// valid, but must not panic.
func TestFeaturesOfTheZeroPosition(t *testing.T) {
	for _, f := range allFeatures() {
		if got := evaluatorOf(t, chess.Terms(f)...).Evaluate(new(chess.Position)); got < -1000 || got > 1000 {
			t.Errorf("%s: %v", f.Name(), got)
		}
	}
}

func TestPhase(t *testing.T) {
	weights := map[chess.PieceType]int{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4}
	e := evaluatorOf(t, chess.Terms(phased{})...)
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
