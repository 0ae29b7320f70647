package chess

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// A helpmateProblem is a line of testdata/helpmates.epd.
type helpmateProblem struct {
	EPD
	plies, nodes int
	lines        []string // sorted
}

func helpmateProblems(t testing.TB) (all []helpmateProblem) {
	t.Helper()
	for _, e := range readEPDs(t, "helpmates.epd") {
		if len(e.Faults) > 0 {
			t.Fatal(e, e.Faults)
		}
		x := helpmateProblem{EPD: e}
		x.plies, _ = strconv.Atoi(e.Text("plies"))
		x.nodes, _ = strconv.Atoi(e.Text("acn"))
		for _, line := range e.operation("lines").Operands {
			x.lines = append(x.lines, strings.Trim(line, `"`))
		}
		all = append(all, x)
	}
	return all
}

// helpmates returns the lines that Helpmates yields, and the error.
func helpmates(l Laws, p Position, c Color, least, most int) (lines []string, err error) {
	for line, err := range l.Helpmates(context.Background(), p, c, least, most) {
		if err != nil {
			return lines, err
		}
		lines = append(lines, uciLine(line))
	}
	return lines, nil
}

func uciLine(line []Move) string {
	words := make([]string, len(line))
	for i, m := range line {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

// The solutions of published problems are those that were published.
func TestHelpmatesAreThosePublished(t *testing.T) {
	t.Parallel()
	problems := helpmateProblems(t)
	if chesstest.Sampled(t) {
		problems = slices.DeleteFunc(problems, func(x helpmateProblem) bool { return x.nodes > 250_000 })
	}
	for _, x := range problems {
		var got []string
		s := Laws{Nodes: 1 << 30}.helpmates(t.Context(), White, func(line []Move, _ error) bool {
			got = append(got, uciLine(line))
			return true
		})
		s.deepen(&x.Position, 0, x.plies)
		if slices.Sort(got); s.err != nil || !slices.Equal(got, x.lines) {
			t.Errorf("%s: %s: %v\n%s", x.Text("id"), x.Position.FEN(), s.err, cmp.Diff(x.lines, got))
		}
		t.Logf("%s acn %d;", x.Position.EPD(), 1<<30-s.left)
	}
}

// slowHelpmates returns what Helpmates yields, of a length, without pruning anything.
func slowHelpmates(p Position, c Color, plies int) (lines []string) {
	if plies == 0 {
		if p.Outcome() == WinBy(c, Checkmate) {
			return []string{""}
		}
		return nil
	}
	moves := p.LegalMoves()
	slices.SortFunc(moves, func(a, b Move) int {
		return 64*64*8*(int(a.From())-int(b.From())) + 64*8*(int(a.To())-int(b.To())) + int(a.Promotion()) - int(b.Promotion())
	})
	for _, m := range moves {
		for _, line := range slowHelpmates(p.After(m), c, plies-1) {
			lines = append(lines, strings.TrimSpace(m.String()+" "+line))
		}
	}
	return lines
}

// Pruning loses no helpmate, in small positions with all that is special: castling, pawns that
// promote or capture en passant, kings at the edge and among their own pieces.
func TestHelpmatesAreThoseOfAPlainSearch(t *testing.T) {
	t.Parallel()
	r := chesstest.Rand(t)
	found, all := 0, 0
	for range chesstest.Sample(t, 1000) {
		p := randomHelpmate(r)
		c := Color(r.IntN(2))
		for plies := range 5 {
			if plies == 4 && len(p.LegalMoves()) > 12 {
				break
			}
			want := slowHelpmates(p, c, plies)
			got, err := helpmates(Laws{Nodes: 1 << 30}, p, c, plies, plies)
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%s, %v in %d: %v\n%s", p.FEN(), c, plies, err, cmp.Diff(want, got))
			}
			found += len(want)
			all++
		}
	}
	t.Logf("%d helpmates of %d questions", found, all)
}

// randomHelpmate returns a legal position with few pieces, most of them near a king.
func randomHelpmate(r *rand.Rand) Position {
	for {
		s := Setup{Turn: Color(r.IntN(2))}
		kings := [2]Square{Square(r.IntN(64)), Square(r.IntN(64))}
		for c := range Color(2) {
			if r.IntN(3) == 0 {
				kings[c] = Square(r.IntN(8)) + A8*Square(c)
			}
			s.Board[kings[c]] = King.Of(c)
		}
		for range 2 + r.IntN(5) {
			c, near := Color(r.IntN(2)), kings[r.IntN(2)]
			at := SquareAt(near.File()+r.IntN(5)-2, near.Rank()+r.IntN(5)-2)
			t := []PieceType{Pawn, Pawn, Knight, Bishop, Rook, Rook, Queen}[r.IntN(7)]
			if t == Rook && r.IntN(2) == 0 {
				at = Square(r.IntN(8)) + A8*Square(c)
			} else if r.IntN(3) == 0 {
				at = Square(r.IntN(64))
			}
			if at == NoSquare || s.Board[at] != NoPiece || t == Pawn && (at.Rank() == 0 || at.Rank() == 7) {
				continue
			}
			s.Board[at] = t.Of(c)
			switch pushed := Pawn.Of(s.Turn.Other()); {
			case t == Rook && at.Rank() == 7*int(c) && kings[c].Rank() == at.Rank():
				s.Castling = append(s.Castling, at)
			case t == Pawn && s.Board[at] == pushed && at.Rank() == 3+int(pushed.Color()):
				s.DoublePush = SquareAt(at.File(), 2+3*int(pushed.Color()))
			}
		}
		if p, err := s.Position(); err == nil {
			return p
		}
	}
}

// In a variant, its own moves and mates count.
func TestHelpmatesOfVariants(t *testing.T) {
	t.Parallel()
	r := chesstest.Rand(t)
	found := 0
	for range chesstest.Sample(t, 100) {
		p := randomHelpmate(r)
		for v := range Variant(len(ruleSets)) {
			s := p.Setup()
			if s.Variant = v; v == ThreeCheck {
				s.Checks = [2]int{1, 2}
			}
			p, err := s.Position()
			if err != nil {
				continue
			}
			for plies := range 4 {
				want := slowHelpmates(p, White, plies)
				got, err := helpmates(Laws{}, p, White, plies, plies)
				if err != nil || !slices.Equal(got, want) {
					t.Fatalf("%v %s in %d: %v\n%s", v, p.FEN(), plies, err, cmp.Diff(want, got))
				}
				found += len(want)
			}
		}
	}
	t.Logf("%d helpmates", found)
}

func TestHelpmates(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, fen   string
		c           Color
		least, most int
		want        []string
	}{
		{"mate already", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", White, 0, 4, []string{""}},
		{"mate already, a move asked for", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", White, 1, 4, nil},
		{"mated itself", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Black, 0, 4, nil},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", White, 0, 4, nil},
		{"no plies", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", White, 0, 0, nil},
		{"fewer than none", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", White, 0, -1, nil},
		{"from the end", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", White, 3, 2, nil},
		{"the shortest", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", White, 0, 9, []string{"a1a8"}},
		{"an even number", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", White, 2, 2, nil},
		{"Black mates", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", Black, 1, 1, []string{"a8a1"}},
		{"White helps Black", "6k1/8/8/8/8/8/5PPP/r4K2 w - - 0 1", Black, 0, 2, nil},
		{"bare kings", "7k/8/5K2/8/8/8/8/8 w - - 0 1", White, 0, 1000, nil},
		{"a bishop alone", "7k/8/8/6K1/8/8/8/1B6 w - - 0 1", White, 0, 7, nil},
		{"promotion to a queen or a rook", "7k/P7/6K1/8/8/8/8/8 w - - 0 1", White, 0, 3, []string{"a7a8r", "a7a8q"}},
		{"castling", "8/8/8/8/8/1P3p2/R6r/2k1K2R w K - 0 1", White, 0, 1, []string{"e1g1"}},
		{"no right to castle", "8/8/8/8/8/1P3p2/R6r/2k1K2R w - - 0 1", White, 0, 1, nil},
		{"en passant", "8/1K6/3kp3/2pPp3/8/B7/3R4/8 w - c6 0 1", White, 0, 1, []string{"d5c6"}},
		{"too late for en passant", "8/1K6/3kp3/2pPp3/8/B7/3R4/8 w - - 0 1", White, 0, 1, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := helpmates(Laws{}, MustParseFEN(tt.fen), tt.c, tt.least, tt.most)
			if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}

// A search that has not ended says so, and what it has found before is right.
func TestHelpmatesUnknown(t *testing.T) {
	t.Parallel()
	p := MustParseFEN("8/7B/4br2/4kpp1/8/3P3K/8/8 b - - 0 1")
	if got, err := helpmates(Laws{}, p, White, 8, 8); len(got) > 0 || !errors.Is(err, errLawsNodes) {
		t.Errorf("the default limit: %q, %v", got, err)
	}
	two := MustParseFEN("8/8/8/8/8/1P1k1p2/7r/R3K2R b KQ - 0 1")
	all, err := helpmates(Laws{}, two, White, 0, 4)
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	known := false
	for nodes := 1; nodes < 20_000; nodes += 499 {
		got, err := helpmates(Laws{Nodes: nodes}, two, White, 0, 4)
		if known = err == nil; known && len(got) != 2 || !slices.Equal(got, all[:len(got)]) {
			t.Fatalf("%d positions: %q, %v", nodes, got, err)
		}
	}
	if !known {
		t.Error("20,000 positions are not enough")
	}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	calls := 0
	for line, err := range (Laws{Nodes: 1 << 30}).Helpmates(ctx, StartPosition(), White, 3, 1000) {
		if calls++; calls == 1 && err == nil {
			cancel()
		} else if err != nil && (line != nil || !errors.Is(err, context.Canceled)) {
			t.Error(line, err)
		}
	}
	if ctx.Err() == nil || calls < 2 {
		t.Errorf("canceled after a line: %d lines and errors", calls)
	}
	for line, err := range (Laws{}).Helpmates(ctx, p, White, 0, 8) {
		if line != nil || !errors.Is(err, context.Canceled) {
			t.Error("canceled before:", line, err)
		}
	}
	for range (Laws{}).Helpmates(context.Background(), two, White, 0, 4) {
		break // the iterator must not call again
	}
}

func BenchmarkHelpmates(b *testing.B) {
	for _, bb := range []struct {
		name, fen string
		plies     int
	}{
		{"2", "8/8/8/8/8/1P1k1p2/7r/R3K2R b KQ - 0 1", 4},
		{"3", "3B4/3p4/2r5/N1pkP3/K7/8/8/8 b - - 0 1", 6},
		{"4", "8/7B/4br2/4kpp1/8/3P3K/8/8 b - - 0 1", 8},
	} {
		b.Run(bb.name, func(b *testing.B) {
			p, nodes := MustParseFEN(bb.fen), 0
			for b.Loop() {
				s := Laws{Nodes: 1 << 30}.helpmates(context.Background(), White, func([]Move, error) bool { return true })
				s.deepen(&p, 0, bb.plies)
				nodes += 1<<30 - s.left
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
