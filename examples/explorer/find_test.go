package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// TestFind compares Find with a search of the positions.
func TestFind(t *testing.T) {
	pgn := randomGames(400, 8) + realGames(t)
	trees := read(t, pgn)
	s := newStore(t, 3000, allPlies, slices.Values(read(t, pgn)))
	for _, test := range []struct {
		material, squares string
		matches           func(p *chess.Position) bool
	}{
		{"KPPPvKPP", "", func(p *chess.Position) bool { return p.Ending().String() == "KPPPvKPP" }},
		{"KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP", "", func(p *chess.Position) bool {
			return p.Ending().String() == "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP"
		}},
		{"", "e4=P e5=.", func(p *chess.Position) bool {
			return p.At(chess.E4) == chess.WhitePawn && p.At(chess.E5) == chess.NoPiece
		}},
		{"", "f3=?,g1=.KR", func(p *chess.Position) bool {
			g1 := p.At(chess.G1)
			return p.At(chess.F3) != chess.NoPiece && (g1 == chess.NoPiece || g1 == chess.WhiteKing || g1 == chess.WhiteRook)
		}},
		{"", "d7=. d8=.", func(p *chess.Position) bool {
			return p.At(chess.D7) == chess.NoPiece && p.At(chess.D8) == chess.NoPiece
		}},
		{"KPPPvKPP", "c7=k", func(p *chess.Position) bool {
			return p.Ending().String() == "KPPPvKPP" && p.At(chess.C7) == chess.BlackKing
		}},
	} {
		pattern, err := ParsePattern(test.material, test.squares)
		if err != nil {
			t.Fatal(err)
		}
		hits, total, err := view(t, s, Filter{}).Find(t.Context(), pattern, len(trees))
		if err != nil || !slices.IsSortedFunc(hits, better) || total != len(hits) {
			t.Error("not in order:", hits, total, err)
		}
		few, total, err := view(t, s, Filter{}).Find(t.Context(), pattern, 3)
		if want := hits[:min(3, len(hits))]; err != nil || !slices.Equal(few, want) || total != len(hits) {
			t.Errorf("the best three are %+v of %d, want %+v of %d (%v)", few, total, want, len(hits), err)
		}
		want, got := map[played.GameNumber]int{}, map[played.GameNumber]int{}
		for _, h := range hits {
			got[h.Game] = h.Ply
		}
		for i, tree := range trees {
			p := tree.Start()
			found := test.matches(&p)
			ply := 0
			for _, m := range tree.Mainline() {
				if found {
					break
				}
				p.Do(m, &p)
				ply++
				found = test.matches(&p)
			}
			if found {
				want[played.GameNumber(i+1)] = ply
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%s %s: %d games (-want +got):\n%s", test.material, test.squares, len(want), diff)
		}
	}
	for _, bad := range [][2]string{{"", ""}, {"KK", ""}, {"", "e9=P"}, {"", "e4"}, {"", "e4="}, {"", "e4=x"}} {
		if _, err := ParsePattern(bad[0], bad[1]); err == nil {
			t.Errorf("%q is a pattern", bad)
		}
	}
}

// TestFilter compares filters with a choice among the games.
func TestFilter(t *testing.T) {
	pgn := randomGames(300, 9)
	s := newStore(t, 2000, allPlies, slices.Values(read(t, pgn)))
	slow := readSlowly(t, pgn)
	positions := slowPositions(slow, allPlies)
	for _, test := range []struct {
		filter  Filter
		chooses func(g slowGame) bool
	}{
		{Filter{Player: "white, 3"}, func(g slowGame) bool { return g.white == "White, 3" }},
		{Filter{Player: "WHITE,3"}, func(g slowGame) bool { return g.white == "White, 3" }},
		{Filter{White: "White, 3", Black: "Black, 4"}, func(g slowGame) bool { return g.white == "White, 3" && g.black == "Black, 4" }},
		{Filter{Black: "White"}, func(g slowGame) bool { return false }},
		{Filter{Since: played.MonthOf("1972"), Until: played.MonthOf("1990.03")}, func(g slowGame) bool {
			return g.date >= "1972" && g.date < "1990.04" && g.date[0] != '?'
		}},
		{Filter{Results: 1<<played.WhiteWins | 1<<played.Unknown}, func(g slowGame) bool { return g.result == "1-0" || g.result == "*" }},
		{Filter{Results: 1 << played.Draw, Player: "Black, 2"}, func(g slowGame) bool { return g.result == "1/2-1/2" && g.black == "Black, 2" }},
		{Filter{Speeds: 1<<1 | 1<<5}, func(g slowGame) bool { return g.timeControl == "60+0" || g.timeControl == "-" }},
		{Filter{Ratings: 1 << 5}, func(g slowGame) bool { return g.rating >= 1800 && g.rating < 2000 }},
		{Filter{Ratings: 1<<5 | 1<<6, Speeds: 1 << 2, White: "White, 3"}, func(g slowGame) bool {
			return g.rating > 0 && g.timeControl == "300+3" && g.white == "White, 3"
		}},
	} {
		v := view(t, s, test.filter)
		var chosen []slowGame
		for _, g := range slow {
			if test.chooses(g) {
				chosen = append(chosen, g)
			}
		}
		wanted := slowPositions(chosen, allPlies)
		for epd, moves := range positions {
			key, err := chess.ParseKey(epd)
			if err != nil {
				t.Fatal(err)
			}
			if moves[""].results["1-0"] < 5 {
				continue // there are too many of them
			}
			c, err := v.Count(t.Context(), key, 1000, 3)
			if err != nil {
				t.Fatal(err)
			}
			want := wanted[epd][""]
			if want == nil {
				want = &slowCount{results: map[string]int{}}
			}
			if diff := cmp.Diff(want, slowly(&c.Total), cmp.AllowUnexported(slowCount{})); diff != "" {
				t.Fatalf("%+v, %s (-want +got):\n%s", test.filter, epd, diff)
			}
			games, err := v.Games(t.Context(), key, 0, 1000)
			if err != nil || !slices.Equal(games, c.Top) || len(games) != int(c.Total.Games()) || len(c.Recent) != min(3, len(games)) {
				t.Errorf("%+v, %s: %d games, %d at the top, %d recent, %v", test.filter, epd, len(games), len(c.Top), len(c.Recent), err)
			}
		}
	}
}

// TestRanking compares the best of many hits with those of a sort.
func TestRanking(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 28))
	for range 50 {
		n := rng.IntN(40)
		got := ranking{n: n}
		var all []Hit
		for i := range rng.IntN(9000) {
			h := Hit{played.Visit{Game: played.GameNumber(rng.Uint32())}, i}
			all = append(all, h)
			got.add(h)
		}
		got.cut()
		slices.SortFunc(all, better)
		if got.total != len(all) || !slices.Equal(got.best, all[:min(n, len(all))]) {
			t.Fatalf("the best %d of %d: %+v", n, len(all), got)
		}
	}
}
