package chess

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestPositionEnding(t *testing.T) {
	for fen, want := range map[string]string{
		"4k2r/8/8/8/8/8/4P3/R3K3 b - - 0 1":                     "KRPvKR",
		"4k3/8/8/8/8/8/8/4K2r w - - 0 1":                        "KvKR",
		"4k3/8/8/8/8/8/4P3/4KBNQ w - - 3+3 0 1":                 "KQBNPvK",
		"rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1": "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP",
		"4k3/QQQQQQQQ/QQQQQQQQ/8/8/8/8/4K3 b - - 0 1":           "K" + strings.Repeat("Q", 16) + "vK",
	} {
		p := MustParseFEN(fen)
		e := p.Ending()
		if got := e.String(); got != want || mustEnding(want) != e {
			t.Errorf("%s: %s, want %s", fen, got, want)
		}
		checkCounts(t, &p)
	}
	var zero Position
	if e := zero.Ending(); e != 0 {
		t.Errorf("the zero Position: %v", e)
	}
}

// checkCounts compares the counts of the ending of p with the board.
func checkCounts(t *testing.T, p *Position) {
	t.Helper()
	e, all := p.ending(), 0
	for c := range Color(2) {
		for piece := Pawn; piece <= King; piece++ {
			want := 0
			for _, at := range p.Pieces() {
				want += int(oneIf(at == piece.Of(c)))
			}
			if got, swapped := e.Count(c, piece), e.swapped().Count(c.Other(), piece); got != want || swapped != want {
				t.Errorf("%v: %d of %v, swapped %d, want %d", p, got, piece.Of(c), swapped, want)
			}
			all += want
		}
		if n := e.Count(c, NoPieceType) + e.Count(c, 7) + e.Count(c, 255); n != 0 {
			t.Errorf("%v: %d pieces that do not exist", p, n)
		}
	}
	if got := e.Pieces(); got != all {
		t.Errorf("%v: %d pieces, want %d", p, got, all)
	}
}

func TestParseEnding(t *testing.T) {
	for s, want := range map[string]string{
		"KvK": "KvK", "KPRvKR": "KRPvKR", "KNBvKPQ": "KBNvKQP", "KPPPPPPPPPvKNNNNN": "KPPPPPPPPPvKNNNNN",
	} {
		if got := mustEnding(s).String(); got != want {
			t.Errorf("%q is read as %s, want %s", s, got, want)
		}
	}
	full := "K" + strings.Repeat("P", maxEndingArmy-1)
	if got := mustEnding(full + "v" + full); got.Pieces() != 64 || got.String() != full+"v"+full {
		t.Errorf("%v has %d pieces", got, got.Pieces())
	}
	for _, tt := range []struct {
		text   string
		offset int
		detail string
	}{
		{"", 0, "missing"}, {"K", 1, "missing"}, {"KRPv", 4, "missing"}, {"KvK ", 3, "neither"}, {"vK", 0, "begins"},
		{"KQKR", 2, "a v must"}, {"KvvK", 2, "two sides"}, {"KRvKRv", 5, "two sides"}, {"KRvR", 3, "begins"}, {"KRvKRK", 5, "no other"},
		{"KrvK", 1, "neither"}, {"KRVKR", 2, "neither"}, {"K\xff", 1, "neither"}, {"K\x00vK", 1, "neither"},
		{full + "PvK", maxEndingArmy, "too many"}, {"KvK" + strings.Repeat("Q", 1000), 2 + maxEndingArmy, "too many"},
	} {
		e, err := ParseEnding(tt.text)
		if err == nil {
			t.Errorf("%q is read as %v", tt.text, e)
			continue
		}
		failed(t, err)
		f := err.(*ParseError)
		if f.Kind != ErrSyntax || f.Offset != tt.offset || f.Input != tt.text || f.Field != "ending" || !strings.Contains(f.Detail, tt.detail) {
			t.Errorf("%q: %#v, want offset %d and %q", tt.text, f, tt.offset, tt.detail)
		}
	}
}

// Canonical has the name that files of tables have.
func TestEndingCanonical(t *testing.T) {
	for s, want := range map[string]string{
		"KvK": "KvK", "KvKP": "KPvK", "KNvKB": "KBvKN", "KRvKPP": "KPPvKR", "KQvKRR": "KRRvKQ",
		"KRRvKQP": "KQPvKRR", "KQPvKQN": "KQNvKQP", "KRPvKRP": "KRPvKRP", "KRNNvKRRP": "KRRPvKRNN", "KBPvKNN": "KBPvKNN", "KPPPvKQQ": "KPPPvKQQ",
	} {
		e := mustEnding(s)
		if got, swapped := e.Canonical().String(), e.swapped().Canonical().String(); got != want || swapped != want {
			t.Errorf("%s: %s, swapped %s, want %s", s, got, swapped, want)
		}
		if e.swapped().swapped() != e {
			t.Errorf("%s does not come back", s)
		}
	}
}

// After those with fewer pieces, each of Endings comes after all that it leads to.
func TestEndings(t *testing.T) {
	if diff := cmp.Diff("[KNvK KBvK KRvK KQvK KPvK]", fmt.Sprint(Endings(3))); diff != "" {
		t.Errorf("three pieces (-want +got):\n%s", diff)
	}
	seen := map[Ending]bool{}
	for pieces, want := range []int{0, 0, 1, 5, 30, 110, 365, 1001, 0} {
		before := len(seen)
		for _, e := range Endings(pieces) {
			if e != e.Canonical() || e.Pieces() != pieces || mustEnding(e.String()) != e {
				t.Errorf("%v among those with %d pieces", e, pieces)
			}
			for _, later := range e.Later() {
				if !seen[later] {
					t.Fatalf("%v comes before %v", e, later)
				}
			}
			seen[e] = true
		}
		if got := len(seen) - before; got != want || got != len(Endings(pieces)) {
			t.Errorf("%d endings with %d pieces, want %d", got, pieces, want)
		}
	}
	if n := len(Endings(-1)) + len(Endings(1<<30)); n != 0 {
		t.Errorf("%d endings with odd numbers of pieces", n)
	}
}

func TestEndingLater(t *testing.T) {
	for s, want := range map[string]string{
		"KvK": "", "KQvK": "", "KPvK": "KBvK KNvK KQvK KRvK", "KvKP": "KBvK KNvK KQvK KRvK", "KRvKN": "KNvK KRvK", "KNvKR": "KNvK KRvK",
	} {
		var got []string
		for _, e := range mustEnding(s).Later() {
			got = append(got, e.String())
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s, diff)
		}
	}
	if later := StartPosition().Ending().Later(); later != nil {
		t.Errorf("from the start position: %d endings", len(later))
	}
	for _, e := range slices.Concat(Endings(2), Endings(3), Endings(4), Endings(5)) {
		done := map[Ending]bool{0: true}
		for _, later := range e.Later() {
			if done[later] || later == e || later != later.Canonical() {
				t.Errorf("%v: %v is among the later ones, or twice", e, later)
			}
			for _, next := range later.Later() {
				if !done[next] {
					t.Errorf("%v: %v comes before %v, to which it leads", e, later, next)
				}
			}
			done[later] = true
		}
	}
}

// What play comes to is among the later endings, and each move leads to one of next.
func TestEndingLaterInPlay(t *testing.T) {
	r := chesstest.Rand(t)
	for range chesstest.Sample(t, 300) {
		p := MustParseFEN("8/P2k4/8/2pP4/8/8/3K2p1/7R w - c6 0 1")
		later := p.Ending().Later()
		for moves := p.LegalMoves(); len(moves) > 0 && p.HalfmoveClock() < 20; moves = p.LegalMoves() {
			m := moves[r.IntN(len(moves))]
			before := p.Ending()
			p = p.After(m)
			e := p.Ending()
			found := e == before
			before.next(func(next Ending) { found = found || next == e })
			if !found || e != 0 && e != before && !slices.Contains(later, e.Canonical()) {
				t.Fatalf("%v: %v does not lead to %v", m, before, e)
			}
		}
	}
}

func FuzzParseEnding(f *testing.F) {
	for _, s := range []string{"KvK", "KRPvKR", "KPRvK", "KQ", "vK", "K" + strings.Repeat("P", 70) + "vK", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := ParseEnding(s)
		if err != nil {
			if failed(t, err); e != 0 {
				t.Errorf("%q: %v with an error", s, e)
			}
			return
		}
		checkText(t, e, ParseEnding, false)
		if got := e.Pieces(); got != len(s)-1 {
			t.Errorf("%q has %d pieces", s, got)
		}
		if e.swapped().swapped() != e || e.Canonical() != e.swapped().Canonical() {
			t.Errorf("%q: swapped %v, canonical %v", s, e.swapped(), e.Canonical())
		}
	})
}
