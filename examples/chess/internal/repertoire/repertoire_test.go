package repertoire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// trees reads games.
func trees(t *testing.T, pgn string) (all []*chess.GameTree) {
	t.Helper()
	for tree, err := range chess.NewPGNReader(strings.NewReader(pgn)).All() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, tree)
	}
	return all
}

func repertoireOf(side chess.Color, games []*chess.GameTree) *repertoire {
	r := newRepertoire(side)
	for _, t := range games {
		r.add(t)
	}
	return r
}

// holesIn returns the holes of a repertoire in games.
func (r *repertoire) holesIn(games []*chess.GameTree) []hole {
	y := newTally(r)
	for _, t := range games {
		y.add(t)
	}
	return r.holes(y.replies)
}

const afterQueensGambit = "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2"

func TestHoles(t *testing.T) {
	for name, test := range map[string]struct {
		side  chess.Color
		study string
		games string
		want  []string // share in percent, games, line
	}{
		"none": {chess.White, "1. e4 e5 2. Nf3 *", "1. e4 e5 *", nil},
		"ranked by share": {
			chess.White, "1. e4 e5 2. Nf3 *",
			"1. e4 c5 *\n\n1. e4 c5 *\n\n1. e4 e5 2. Nf3 Nc6 *\n\n1. e4 c6 *\n\n1. d4 d5 *",
			[]string{"50 2 1. e4 c5", "25 1 1. e4 c6", "25 1 1. e4 e5 2. Nf3 Nc6"},
		},
		"own moves are equal": {
			chess.White, "1. e4 (1. d4) *", "1. e4 c5 *\n\n1. e4 c5 *\n\n1. e4 e5 *\n\n1. d4 d5 *",
			[]string{"50 1 1. d4 d5", "33 2 1. e4 c5", "17 1 1. e4 e5"},
		},
		"an answer after another order": {
			chess.White, "1. d4 Nf6 2. c4 e6 3. Nc3 *", "1. c4 e6 *\n\n1. d4 e6 2. c4 Nf6 *\n\n1. d4 Nf6 2. c4 e6 *",
			[]string{"50 1 1. d4 e6"},
		},
		"a position reached by another order": {
			chess.Black, "1. d4 d5 2. c4 e6 *\n\n1. c4 d5 *", "1. c4 d5 2. d4 e6 3. Nc3 *\n\n1. c4 d5 2. d4 e6 3. Nf3 *\n\n1. d4 d5 2. c4 e6 3. Nc3 *",
			[]string{"67 2 1. c4 d5 2. d4 e6 3. Nc3", "33 1 1. c4 d5 2. d4 e6 3. Nf3"},
		},
		"replies that lead to one position": {
			chess.White, "1. e4 e5 2. Nf3 Nc6 (2... d6 3. Bc4) 3. Bc4 *",
			"1. e4 e5 2. Nf3 d6 3. Bc4 Nc6 *\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 *\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 *\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Be7 *",
			[]string{"75 3 1. e4 e5 2. Nf3 Nc6 3. Bc4 d6", "25 1 1. e4 e5 2. Nf3 d6 3. Bc4 Be7"},
		},
		"the likeliest line": {
			chess.Black, "1. d4 d5 2. Nf3 Nf6 *\n\n1. Nf3 d5 2. d4 Nf6 *",
			"1. Nf3 d5 2. d4 Nf6 3. c4 *\n\n1. Nf3 d5 2. d4 Nf6 3. c4 *\n\n1. d4 d5 2. Nf3 Nf6 3. c4 *",
			[]string{"100 3 1. Nf3 d5 2. d4 Nf6 3. c4"},
		},
		"a bad own move is not one": {
			chess.White, "1. e4 e5 2. Nf3 (2. Ke2? d6 3. d4) (2. Qh5?? d6 3. d4) *", "1. e4 e5 2. Ke2 d6 *\n\n1. e4 e5 2. Nf3 d6 *",
			[]string{"100 1 1. e4 e5 2. Nf3 d6"},
		},
		"a dubious one is": {
			chess.White, "1. e4 e5 2. Ke2?! d6? 3. d4 *", "1. e4 e5 2. Ke2 d6 3. d4 h6 *", []string{"100 1 1. e4 e5 2. Ke2 d6 3. d4 h6"},
		},
		"another start": {
			chess.Black, "[FEN \"" + afterQueensGambit + "\"]\n[SetUp \"1\"]\n\n2... e6 3. Nc3 Nf6 *",
			"1. e4 *\n\n1. d4 d5 2. c4 e6 3. Nf3 *\n\n1. c4 d5 2. d4 e6 3. Nc3 Nf6 4. Bg5 *\n\n1. d4 Nf6 *",
			[]string{"25 1 " + afterQueensGambit + ": 2... e6 3. Nf3", "25 1 " + afterQueensGambit + ": 2... e6 3. Nc3 Nf6 4. Bg5"},
		},
		"another start that lines reach": {
			chess.Black, "[FEN \"" + afterQueensGambit + "\"]\n[SetUp \"1\"]\n\n2... e6 *\n\n1. d4 d5 *",
			"1. d4 d5 2. c4 e6 3. Nf3 *\n\n1. d4 d5 2. Nf3 *",
			[]string{"50 1 1. d4 d5 2. Nf3", "50 1 1. d4 d5 2. c4 e6 3. Nf3"},
		},
		"another start that leads to one more": {
			chess.Black, "[FEN \"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1... d5 *\n\n[FEN \"" + afterQueensGambit + "\"]\n[SetUp \"1\"]\n\n2... e6 *",
			"1. d4 d5 2. c4 e6 3. Nf3 *\n\n1. d4 d5 2. Nf3 *",
			[]string{
				"50 1 rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1: 1... d5 2. Nf3",
				"50 1 rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1: 1... d5 2. c4 e6 3. Nf3",
			},
		},
		"another start that most games have": {
			chess.White, "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Rh7 *",
			"[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Rh7 Kf8 *\n\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Rh7 Kf8 *\n\n1. e4 *",
			[]string{"100 2 4k3/8/8/8/8/8/8/4K2R w - - 0 1: 1. Rh7 Kf8"},
		},
		"the start repeated": {
			chess.White, "1. Nf3 Nf6 2. Ng1 Ng8 *", "1. Nf3 Nf6 2. Ng1 Ng8 *\n\n1. Nf3 d5 2. Ng1 d4 *",
			[]string{"50 1 1. Nf3 d5"}, // no line is longer than the number of positions
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, h := range repertoireOf(test.side, trees(t, test.study)).holesIn(trees(t, test.games)) {
				got = append(got, fmt.Sprintf("%.0f %d %v", 100*h.share, h.games, h.line))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// randomLines returns lines of the table of openings, which has many transpositions, some continued at random.
func randomLines(rng *rand.Rand, n int) (lines [][]chess.Move) {
	all := slices.Collect(chess.Openings().All())
	family := all[rng.IntN(len(all))].Family()
	all = slices.DeleteFunc(all, func(o chess.Opening) bool { return o.Family() != family && rng.IntN(40) > 0 })
	for range n {
		p := chess.StartPosition()
		moves, err := p.ParseLine(all[rng.IntN(len(all))].Moves)
		if err != nil {
			panic(err)
		}
		for _, m := range moves {
			p = p.After(m)
		}
		for range rng.IntN(3) {
			if legal := p.LegalMoves(); len(legal) > 0 {
				m := legal[rng.IntN(len(legal))]
				moves, p = append(moves, m), p.After(m)
			}
		}
		lines = append(lines, transposed(rng, moves))
	}
	return lines
}

// transposed returns a line with two moves of a side exchanged, if that is legal.
func transposed(rng *rand.Rand, line []chess.Move) []chess.Move {
	if len(line) < 3 {
		return line
	}
	i := rng.IntN(len(line) - 2)
	other := slices.Clone(line)
	other[i], other[i+2] = other[i+2], other[i]
	if _, err := chess.NewGameTree(chess.StartPosition()).Root().Add(other...); err != nil {
		return line
	}
	return other
}

// games returns lines as a number of games, to each of which some are added as variations.
func games(t *testing.T, rng *rand.Rand, lines [][]chess.Move, n int) []*chess.GameTree {
	all := make([]*chess.GameTree, n)
	for i := range all {
		all[i] = chess.NewGameTree(chess.StartPosition())
	}
	for _, i := range rng.Perm(len(lines)) {
		if _, err := all[rng.IntN(n)].Root().Add(lines[i]...); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestOrder checks that a repertoire and its holes do not depend on the order of games and variations.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		side := chess.Color(rng.IntN(2))
		lines := randomLines(rng, 1+rng.IntN(60))
		played := games(t, rng, randomLines(rng, 60), 60)
		for _, line := range lines {
			played = append(played, games(t, rng, [][]chess.Move{line}, 1)...)
		}
		want := repertoireOf(side, games(t, rng, lines, 1))
		for range 3 {
			got := repertoireOf(side, games(t, rng, lines, 1+rng.IntN(5)))
			text := func(r *repertoire) map[string]string {
				all := map[string]string{}
				for key, at := range r.places {
					all[key.EPD()] = at.line.String() + " | " + at.text(key.Position())
				}
				return all
			}
			if diff := cmp.Diff(text(want), text(got)); diff != "" {
				t.Fatal(diff)
			}
			rng.Shuffle(len(played), func(i, j int) { played[i], played[j] = played[j], played[i] })
			same := cmp.Comparer(func(a, b hole) bool { return a.compare(b.line) == 0 && a.games == b.games && a.share == b.share })
			if diff := cmp.Diff(want.holesIn(played), got.holesIn(played), same); diff != "" {
				t.Fatal(diff)
			}
		}
	}
}

// slowly returns the share of each hole, by the position after it: path by path, without a graph, up to a
// number of plies.
func slowly(side chess.Color, lines [][]chess.Move, played []*chess.GameTree, plies int) map[string]float64 {
	own, counts := map[string][]chess.Move{}, map[string]map[chess.Move]int{}
	for _, line := range lines {
		p := chess.StartPosition()
		for _, m := range line {
			if p.Turn() == side && !slices.Contains(own[p.EPD()], m) {
				own[p.EPD()] = append(own[p.EPD()], m)
			}
			p = p.After(m)
		}
	}
	for _, t := range played {
		p := t.Start()
		for _, m := range t.Mainline() {
			if counts[p.EPD()] == nil {
				counts[p.EPD()] = map[chess.Move]int{}
			}
			counts[p.EPD()][m]++
			p = p.After(m)
		}
	}
	shares := map[string]float64{}
	var walk func(p chess.Position, share float64, plies int)
	walk = func(p chess.Position, share float64, plies int) {
		if plies == 0 || share < 1e-12 { // moves to and fro would not end
			return
		}
		if p.Turn() == side {
			for _, m := range own[p.EPD()] {
				walk(p.After(m), share/float64(len(own[p.EPD()])), plies-1)
			}
			return
		}
		for m, n := range counts[p.EPD()] {
			part := share * float64(n) / float64(sum(counts[p.EPD()]))
			if after := p.After(m); own[after.EPD()] != nil {
				walk(after, part, plies-1)
			} else {
				shares[after.EPD()] += part
			}
		}
	}
	if start := chess.StartPosition(); start.Turn() != side || own[start.EPD()] != nil {
		walk(start, 1, plies)
	}
	return shares
}

// TestHolesSlowly compares the flow through the graph with a walk along all paths.
func TestHolesSlowly(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	found := 0
	for range 30 {
		side := chess.Color(rng.IntN(2))
		lines := randomLines(rng, 1+rng.IntN(40))
		played := games(t, rng, randomLines(rng, 40), 40)
		for _, line := range lines {
			played = append(played, games(t, rng, [][]chess.Move{line}, 1)...)
		}
		r := repertoireOf(side, games(t, rng, lines, 3))
		want := slowly(side, lines, played, len(r.places))
		got := map[string]float64{}
		for _, h := range r.holesIn(played) {
			p := h.start
			for _, m := range h.moves {
				p = p.After(m)
			}
			got[p.EPD()] += h.share
		}
		near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
		if diff := cmp.Diff(want, got, near); diff != "" {
			t.Fatal(diff)
		}
		found += len(got)
	}
	if found < 100 {
		t.Errorf("only %d holes", found)
	}
}

// TestDepartures compares departures and new positions with a scan of the texts of positions.
func TestDepartures(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	kinds := map[[3]bool]int{}
	for range 30 {
		side := chess.Color(rng.IntN(2))
		lines := randomLines(rng, 20)
		r := repertoireOf(side, games(t, rng, lines, 4))
		inRepertoire, inGames := map[string]bool{}, map[string]bool{}
		for _, line := range lines {
			p := chess.StartPosition()
			inGames[p.EPD()] = true
			inRepertoire[p.EPD()] = inRepertoire[p.EPD()] || p.Turn() != side
			for _, m := range line {
				after := p.After(m)
				if p.Turn() == side {
					inRepertoire[p.EPD()], inRepertoire[after.EPD()] = true, true
				}
				p = after
				inGames[p.EPD()] = true
			}
		}
		var played []*chess.GameTree
		for _, line := range slices.Concat(randomLines(rng, 40), lines, lines) {
			played = append(played, games(t, rng, [][]chess.Move{transposed(rng, line)}, 1)...)
		}
		known := occurrences{}
		for _, g := range played {
			for _, p := range positions(g) {
				known[p.Key()] = 0
			}
		}
		for _, line := range lines {
			known.add(games(t, rng, [][]chess.Move{line}, 1)[0])
		}
		for _, g := range played {
			all := positions(g)
			in, out, back, new := -1, -1, -1, -1
			for i, p := range all {
				switch has := inRepertoire[p.EPD()]; {
				case has && in < 0:
					in = i
				case !has && in >= 0 && out < 0:
					out = i
				case has && out >= 0 && back < 0:
					back = i
				}
				if !inGames[p.EPD()] && new < 0 {
					new = i
				}
			}
			gotIn, gotOut, gotBack := r.departure(all)
			want, got := [4]int{in, out, back, new}, [4]int{gotIn, gotOut, gotBack, known.new(all)}
			if got != want {
				t.Fatalf("%v: %v, want %v", all[0].SANLine(g.Mainline()...), got, want)
			}
			kinds[[3]bool{out >= 0, back >= 0, new >= 0}]++
		}
	}
	if len(kinds) < 4 {
		t.Errorf("only some cases: %v", kinds)
	}
}

// FuzzRepertoire checks, for any games, that the shares of the holes are shares, that a game twice changes
// nothing but counts, and that no line of a repertoire is out of it.
func FuzzRepertoire(f *testing.F) {
	f.Add("1. e4 (1. d4 d5) 1... e5 2. Nf3 *", "1. e4 c5 *", false)
	f.Add("1. d4 Nf6 2. c4 -- 3. d5 *", "1. c4 Nf6 2. d4 e6 *", true)
	f.Add("[FEN \""+afterQueensGambit+"\"]\n\n2... e6? (2... c6) *", "1. d4 d5 2. c4 c6 3. Nc3 *", true)
	f.Fuzz(func(t *testing.T, study, game string, black bool) {
		read := func(pgn string) (all []*chess.GameTree) {
			for tree := range chess.NewPGNReader(strings.NewReader(pgn)).All() {
				if tree != nil {
					all = append(all, tree)
				}
			}
			return all
		}
		lines, played := read(study), read(game)
		r := repertoireOf(chess.Color(number(black)), lines)
		twice := repertoireOf(r.side, slices.Concat(lines, lines))
		for key, at := range r.places {
			if other := twice.places[key]; other.compare(at.line) != 0 || !slices.Equal(other.moves, at.moves) {
				t.Fatalf("%v: twice %v", at.line, other.line)
			}
			for _, m := range at.moves {
				if p := key.Position(); !r.has(p.After(m)) {
					t.Fatalf("%v leads out", at.line)
				}
			}
		}
		for _, h := range r.holesIn(slices.Concat(played, lines)) {
			if !(h.share > 0 && h.share < 1+1e-9) || h.games == 0 {
				t.Fatalf("%v: share %v of %d", h.line, h.share, h.games)
			}
		}
	})
}

func TestDepartureText(t *testing.T) {
	r := repertoireOf(chess.White, trees(t, "1. d4 d5 (1... Nf6 2. c4 e6 3. Nc3 (3. Nf3) d5 4. Bg5) 2. c4 *"))
	for moves, want := range map[string]string{
		"1. e4":                              "1. e4 in place of d4",
		"1. d4 f5 2. g3":                     "1... f5, which has no answer",
		"1. d4 Nf6 2. c4 e6 3. g3":           "3. g3 in place of Nc3 or Nf3",
		"1. d4 d5 2. c4":                     "in the repertoire to the end",
		"1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. e3": "2... e6, which has no answer, back with 3... Nf6",
	} {
		if got := r.departureText(trees(t, moves+" *")[0]); got != want {
			t.Errorf("%s: %s, want %s", moves, got, want)
		}
	}
	never := "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Rh7 *"
	if got := r.departureText(trees(t, never)[0]); got != "never in the repertoire" {
		t.Error(got)
	}
}

func TestCard(t *testing.T) {
	today := time.Date(2026, 1, 31, 23, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		before card
		right  bool
		want   card
	}{
		{card{}, true, card{2, "2026-02-02"}},
		{card{}, false, card{1, "2026-02-01"}},
		{card{1, "2026-01-31"}, true, card{2, "2026-02-02"}},
		{card{3, "2026-01-31"}, true, card{4, "2026-02-08"}},
		{card{8, "2026-01-01"}, true, card{8, "2026-06-08"}},
		{card{8, "2026-01-01"}, false, card{1, "2026-02-01"}},
	} {
		if got := test.before.next(test.right, today); got != test.want {
			t.Errorf("%v, %v: %v, want %v", test.before, test.right, got, test.want)
		}
	}
}

func TestDrill(t *testing.T) {
	r := repertoireOf(chess.White, trees(t, "1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 3. Bb5 *"))
	d := drill{today: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), save: func() error { return nil }}
	session := func(fresh int, lines ...string) (asked []string, text string) {
		var out bytes.Buffer
		d.out = &out
		d.answer = answers(t.Context(), strings.NewReader(strings.Join(lines, "\n")))
		if err := d.run(r, fresh); err != nil && err != io.EOF {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if strings.HasPrefix(line, "1. ") || strings.HasPrefix(line, "The start") {
				asked = append(asked, strings.TrimSpace(line))
			}
		}
		return asked, out.String()
	}
	for i, test := range []struct {
		fresh int
		lines []string
		days  int
		asked []string
		text  []string
	}{
		{3, []string{"e4", "c3", "", "Nf3"}, 0, []string{"The start", "1. e4 c5", "1. e4 e5", "1. e4 e5"},
			[]string{"White: 0 positions due, 3 new\n", "The repertoire plays Nf3.\n", "2 of 3 right\n"}},
		{0, nil, 0, nil, []string{"White: 0 positions due, 0 new\n", "0 of 0 right\n"}},
		{0, []string{"Ke3", "Nc3", "Nf3"}, 1, []string{"1. e4 e5", "1. e4 e5"}, []string{"White: 1 position due", "illegal", "0 of 1 right\n"}},
		{5, []string{"e2e4", "Nf3", "quit", "Nf3"}, 2, []string{"The start", "1. e4 c5", "1. e4 e5"}, []string{"White: 3 positions due, 1 new\n", "2 of 2 right\n"}},
	} {
		d.today = time.Date(2026, 1, 1+test.days, 12, 0, 0, 0, time.UTC)
		asked, text := session(test.fresh, test.lines...)
		if diff := cmp.Diff(test.asked, asked); diff != "" {
			t.Errorf("session %d: %s", i+1, diff)
		}
		for _, want := range test.text {
			if !strings.Contains(text, want) {
				t.Errorf("session %d: no %q in\n%s", i+1, want, text)
			}
		}
	}
	boxes := map[int]int{}
	for c := range maps.Values(d.deck.Positions) {
		boxes[c.Box]++
	}
	if diff := cmp.Diff(map[int]int{1: 1, 3: 2}, boxes); diff != "" {
		t.Error(diff)
	}
}

// TestExplorer checks that an explorer that answers what was played in games leads to the same holes.
func TestExplorer(t *testing.T) {
	played := trees(t, "1. e4 c5 *\n\n1. e4 c5 *\n\n1. e4 e5 2. Nf3 Nc6 *\n\n1. e4 e5 2. Nf3 Nc6 *\n\n1. e4 c6 *\n\n1. d4 d5 *")
	study := filepath.Join(t.TempDir(), "study.pgn")
	if err := os.WriteFile(study, []byte("1. e4 e5 2. Nf3 *"), 0o666); err != nil {
		t.Fatal(err)
	}
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, err := chess.ParseFEN(r.FormValue("fen"))
		if err != nil || r.FormValue("ratings") != "1600" {
			t.Errorf("%v: %v", r.URL, err)
		}
		y := tally{moves: map[chess.Key]map[chess.Move]int{p.Key(): {}}}
		for _, g := range played {
			y.add(g)
		}
		type move struct {
			UCI   string `json:"uci"`
			White int    `json:"white"`
			Black int    `json:"black"`
		}
		answer := struct {
			Moves []move `json:"moves"`
		}{}
		for m, n := range y.replies(p.Key()) {
			answer.Moves = append(answer.Moves, move{p.UCI(m), n / 2, n - n/2})
		}
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(answer)
	}))
	defer server.Close()
	run := func(address string) (string, error) {
		var stdout bytes.Buffer
		err := Command.Run(t.Context(), []string{"holes", "-white", study, "-explorer", address}, cli.Streams{Out: &stdout, Err: io.Discard})
		return stdout.String(), err
	}
	got, err := run(server.URL + "?ratings=1600")
	want := "White: 3 holes in 6 games\n 40.00 %       2× 1. e4 c5\n 40.00 %       2× 1. e4 e5 2. Nf3 Nc6\n 20.00 %       1× 1. e4 c6\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	status = http.StatusServiceUnavailable
	if got, err := run(server.URL + "?ratings=1600"); err == nil || !strings.Contains(err.Error(), "503") || got != "" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := run("http://[::1"); !errors.Is(err, cli.ErrUsage) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestCommand(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	study := write("study.pgn", "1. e4 e5 2. Nf3 *\n\n1. e4 c5 2. Nf3 *\n")
	played := write("games.pgn", `[White "Smith"]
[Black "Other"]

1. e4 e5 2. Nf3 Nc6 *

[White "Other"]
[Black "Smith"]

1. e4 e5 2. Nc3 Nf6 *
`)
	fault := write("fault.pgn", "1. e4 e5 2. Nf3 Nc6 3. Kh8 *\n")
	mate := write("mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n")
	deck := filepath.Join(folder, "drill.json")
	for _, test := range []struct {
		args string
		in   string
		want string
		err  error
	}{
		{"holes -white STUDY GAMES", "", "White: 1 hole in 2 games\n100.00 %       1× 1. e4 e5 2. Nf3 Nc6\n", nil},
		{"holes -white STUDY -black STUDY -player smith -top 1 GAMES", "", "White: 1 hole in 1 game\n100.00 %       1× 1. e4 e5 2. Nf3 Nc6\nBlack: 1 hole in 1 game\n 50.00 %       1× 1. e4 e5 2. Nc3\n", nil},
		{"holes -white STUDY -", "1. e4 d5 *", "White: 1 hole in 1 game\n100.00 %       1× 1. e4 d5\n", nil},
		{"holes -white - GAMES", "1. e4 *", "White: 1 hole in 2 games\n100.00 %       2× 1. e4 e5\n", nil},
		{"holes -white MATE MATE", "", "White: 0 holes in 1 game\n", nil},
		{"holes -white FAULT FAULT", "", "White: 1 hole in 1 game\n100.00 %       1× 1. e4 e5 2. Nf3 Nc6\n", cli.ErrPartly},
		{"novelties -white STUDY GAMES", "", "1. Smith – Other: 2... Nc6, which has no answer\n2. Other – Smith: 2. Nc3 in place of Nf3\n", nil},
		{"novelties -white STUDY -player smith -games FAULT GAMES", "", "1. Smith – Other: 2... Nc6, which has no answer\n   no position is new\n", cli.ErrPartly},
		{"novelties -black STUDY -player smith -games STUDY GAMES", "", "2. Other – Smith: 2. Nc3, which has no answer\n   new: 2. Nc3, after a position of 1 game\n", nil},
		{"novelties -white STUDY -games - GAMES", "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Rh7 *", "1. Smith – Other: 2... Nc6, which has no answer\n   new from the start\n2. Other – Smith: 2. Nc3 in place of Nf3\n   new from the start\n", nil},
		{"novelties -white STUDY -player nobody GAMES", "", "", errAny},
		{"holes -white STUDY -player nobody GAMES", "", "", errAny},
		{"drill -white STUDY -o DECK -new 1", "e4", "1 of 1 right\n", nil},
		{"drill -white STUDY -o DECK -new 1", "quit", "0 of 0 right\n", nil},
		{"drill -white STUDY -black STUDY -o DECK -new 9", "quit\nNf3", "\n0 of 0 right\n", nil},
		{"drill -white - -o DECK", "", "", cli.ErrUsage},
		{"drill -white STUDY -o GAMES", "", "", errAny},
		{"holes GAMES", "", "", cli.ErrUsage},
		{"holes -white STUDY", "", "", cli.ErrUsage},
		{"holes -white STUDY -explorer http://localhost GAMES", "", "", cli.ErrUsage},
		{"holes -white STUDY -explorer http://localhost -player smith", "", "", cli.ErrUsage},
		{"holes -white STUDY -top -1 GAMES", "", "", cli.ErrUsage},
		{"novelties -white STUDY", "", "", cli.ErrUsage},
		{"drill -white STUDY GAMES", "", "", cli.ErrUsage},
		{"drill", "", "", cli.ErrUsage},
		{"drill -new -1 -white STUDY", "", "", cli.ErrUsage},
		{"holes -white DECK GAMES", "", "", errAny},
		{"holes -white STUDY DECK", "", "", errAny},
	} {
		args := strings.NewReplacer("STUDY", study, "GAMES", played, "FAULT", fault, "MATE", mate, "DECK", deck).Replace(test.args)
		var stdout, stderr bytes.Buffer
		err := Command.Run(t.Context(), strings.Fields(args), cli.Streams{In: strings.NewReader(test.in), Out: &stdout, Err: &stderr})
		if test.err == errAny && (err == nil || errors.Is(err, cli.ErrPartly) || errors.Is(err, cli.ErrUsage)) || test.err != errAny && !errors.Is(err, test.err) {
			t.Errorf("%s: error %v, want %v", test.args, err, test.err)
		}
		if got := stdout.String(); test.want == "" && got != "" || !strings.HasSuffix(got, test.want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.args, got, test.want)
		}
	}
}

// TestInterrupt checks that a drill that waits for an answer ends when it is interrupted.
func TestInterrupt(t *testing.T) {
	folder := t.TempDir()
	study, deck := filepath.Join(folder, "study.pgn"), filepath.Join(folder, "drill.json")
	if err := os.WriteFile(study, []byte("1. e4 e5 2. Nf3 *"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	in, answers := io.Pipe()
	defer in.Close()
	go func() {
		fmt.Fprintln(answers, "Ke3") // not legal, so the drill waits again
		cancel()
	}()
	err := Command.Run(ctx, []string{"drill", "-white", study, "-o", deck}, cli.Streams{In: in, Out: io.Discard, Err: io.Discard})
	if !errors.Is(err, context.Canceled) || !errors.Is(err, cli.ErrInterrupted) {
		t.Error(err)
	}
	if _, err := os.Stat(deck); err != nil {
		t.Error(err)
	}
}

var errAny = errors.New("any error")
