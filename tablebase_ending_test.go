package chess

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustParseEnding(t testing.TB, s string) Ending {
	t.Helper()
	e, err := ParseEnding(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestPositionEnding(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":                         "KvK",
		"4k2r/8/8/8/8/8/4P3/R3K3 b - - 0 1":                     "KRPvKR",
		"4k3/8/8/8/8/8/8/4K2r w - - 0 1":                        "KvKR",
		"4k3/8/8/8/8/8/4P3/4KBNQ w - - 3+3 0 1":                 "KQBNPvK",
		"rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1": "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP",
		"4k3/QQQQQQQQ/QQQQQQQQ/8/8/8/8/4K3 b - - 0 1":           "K" + strings.Repeat("Q", 16) + "vK",
	} {
		p := MustParseFEN(fen)
		e := p.Ending()
		if got := e.String(); got != want {
			t.Errorf("%s: %s, want %s", fen, got, want)
		}
		if back := mustParseEnding(t, want); back != e {
			t.Errorf("%s is read as %v", want, back)
		}
		if got := e.Pieces(); got != len(want)-1 {
			t.Errorf("%s has %d pieces", want, got)
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
	e := p.ending()
	count := map[Piece]int{}
	for sq := range NoSquare {
		count[p.At(sq)]++
	}
	for c := range Color(2) {
		for piece := Pawn; piece <= King; piece++ {
			if got, want := e.Count(c, piece), count[piece.Of(c)]; got != want {
				t.Errorf("%v: %d of %v, want %d", p, got, piece.Of(c), want)
			}
			if got, want := e.swapped().Count(c, piece), count[piece.Of(c.Other())]; got != want {
				t.Errorf("%v: swapped, %d of %v, want %d", p, got, piece.Of(c), want)
			}
		}
		if n := e.Count(c, NoPieceType) + e.Count(c, 7) + e.Count(c, 255); n != 0 {
			t.Errorf("%v: %d pieces that do not exist", p, n)
		}
	}
	if got, want := e.Pieces(), 64-count[NoPiece]; got != want {
		t.Errorf("%v: %d pieces, want %d", p, got, want)
	}
}

// The ending follows promotions and captures.
func TestPositionEndingInPlay(t *testing.T) {
	randomHistories(t, 60, scale(100), func(g *Game) {
		p := g.Position()
		checkCounts(t, &p)
	})
}

func TestParseEnding(t *testing.T) {
	for s, want := range map[string]string{
		"KvK": "KvK", "KPRvKR": "KRPvKR", "KNBvKPQ": "KBNvKQP", "KvKRP": "KvKRP", "KPPPPPPPPPvKNNNNN": "KPPPPPPPPPvKNNNNN",
	} {
		if got := mustParseEnding(t, s).String(); got != want {
			t.Errorf("%q is read as %s, want %s", s, got, want)
		}
	}
	full := "K" + strings.Repeat("P", maxEndingArmy-1)
	if got := mustParseEnding(t, full+"v"+full); got.Pieces() != 64 || got.String() != full+"v"+full {
		t.Errorf("%v has %d pieces", got, got.Pieces())
	}
	for _, tt := range []struct {
		text   string
		offset int
		detail string
	}{
		{"", 0, "missing"}, {"K", 1, "missing"}, {"KRP", 3, "missing"}, {"KRPv", 4, "missing"}, {"KvK ", 3, "neither"}, {" KvK", 0, "neither"},
		{"vK", 0, "begins"}, {"KQKR", 2, "a v must"}, {"kqvkr", 0, "neither"}, {"KvvK", 2, "two sides"}, {"KvKvK", 3, "two sides"}, {"KRvKRv", 5, "two sides"},
		{"RKvK", 0, "begins"}, {"KRvR", 3, "begins"}, {"KKvK", 1, "a v must"}, {"KRvKRK", 5, "no other"},
		{"kvk", 0, "neither"}, {"KrvK", 1, "neither"}, {"KR-KR", 2, "neither"}, {"KRxKR", 2, "neither"}, {"KRVKR", 2, "neither"}, {"K\xff", 1, "neither"}, {"K\x00vK", 1, "neither"}, {"Ké", 1, "neither"},
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
		"KvK": "KvK", "KvKP": "KPvK", "KPvK": "KPvK", "KNvKB": "KBvKN", "KBvKN": "KBvKN", "KRvKPP": "KPPvKR", "KQvKRR": "KRRvKQ",
		"KRRvKQP": "KQPvKRR", "KQPvKQN": "KQNvKQP", "KRPvKRP": "KRPvKRP", "KRNNvKRRP": "KRRPvKRNN", "KBPvKNN": "KBPvKNN", "KPPPvKQQ": "KPPPvKQQ",
	} {
		e := mustParseEnding(t, s)
		if got := e.Canonical().String(); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
		if got := e.swapped().Canonical().String(); got != want {
			t.Errorf("%s swapped: %s, want %s", s, got, want)
		}
		if e.swapped().swapped() != e || e.Canonical().Canonical() != e.Canonical() {
			t.Errorf("%s does not come back", s)
		}
	}
}

func TestEndings(t *testing.T) {
	var three []string
	for _, e := range Endings(3) {
		three = append(three, e.String())
	}
	if diff := cmp.Diff([]string{"KNvK", "KBvK", "KRvK", "KQvK", "KPvK"}, three); diff != "" {
		t.Errorf("three pieces (-want +got):\n%s", diff)
	}
	for pieces, want := range map[int]int{-1: 0, 0: 0, 1: 0, 2: 1, 3: 5, 4: 30, 5: 110, 6: 365, 7: 1001, 8: 0, 1 << 30: 0} {
		all := Endings(pieces)
		if len(all) != want {
			t.Errorf("%d endings with %d pieces, want %d", len(all), pieces, want)
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(all))); len(distinct) != len(all) {
			t.Errorf("%d pieces: some endings come twice", pieces)
		}
		for _, e := range all {
			if e != e.Canonical() || e.Pieces() != pieces {
				t.Errorf("%v among those with %d pieces", e, pieces)
			}
			if back := mustParseEnding(t, e.String()); back != e {
				t.Errorf("%v comes back as %v", e, back)
			}
		}
	}
}

// After those with fewer pieces, each of Endings comes after all that it leads to.
func TestEndingsOrder(t *testing.T) {
	seen := map[Ending]bool{}
	for pieces := 2; pieces <= 6; pieces++ {
		for _, e := range Endings(pieces) {
			for _, later := range e.Later() {
				if !seen[later] {
					t.Fatalf("%v comes before %v", e, later)
				}
			}
			seen[e] = true
		}
	}
}

func TestEndingLater(t *testing.T) {
	for s, want := range map[string]string{
		"KvK": "", "KQvK": "", "KPvK": "KNvK KBvK KRvK KQvK", "KvKP": "KNvK KBvK KRvK KQvK", "KRvKN": "KNvK KRvK", "KNvKR": "KNvK KRvK",
	} {
		var got []string
		for _, e := range mustParseEnding(t, s).Later() {
			got = append(got, e.String())
		}
		slices.Sort(got)
		if diff := cmp.Diff(slices.Sorted(strings.FieldsSeq(want)), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s, diff)
		}
	}
	if later := StartPosition().Ending().Later(); later != nil {
		t.Errorf("from the start position: %d endings", len(later))
	}
	for pieces := 2; pieces <= 5; pieces++ {
		for _, e := range Endings(pieces) {
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
}

// What play comes to is among the later endings, and each move leads to one of next.
func TestEndingLaterInPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 22))
	met := map[Ending]bool{}
	for range scale(300) {
		p := MustParseFEN("8/P2k4/8/2pP4/8/8/3K2p1/7R w - c6 0 1")
		start := p.Ending()
		later := start.Later()
		for range 60 {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			before := p.Ending()
			p = p.After(m)
			e := p.Ending()
			if e == before {
				continue
			}
			met[e.Canonical()] = true
			found := false
			before.next(func(next Ending) { found = found || next == e })
			if !found || e != 0 && !slices.Contains(later, e.Canonical()) {
				t.Fatalf("%v: %v does not lead to %v", m, before, e)
			}
		}
	}
	if len(met) < 30 {
		t.Errorf("met only %d endings", len(met))
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
