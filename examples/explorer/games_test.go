package main

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// randomGames returns the PGN of games that share many positions: they begin with a few
// moves of a few, and some have the same moves as others, end at once, repeat positions, have
// null moves, or begin with other positions and in other variants.
func randomGames(n int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	starts := []string{
		chess.StartFEN, chess.StartFEN, chess.StartFEN, chess.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/P1k5/8/3pP3/8/8/p1K4P/8 w - d6 0 1",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 variant atomic",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
		"8/1P2k3/8/8/4n3/8/3K2p1/8 w - - 0 1 variant antichess",
	}
	var b strings.Builder
	for i := range n {
		start := chess.MustParseFEN(starts[rng.IntN(len(starts))])
		t := chess.NewGameTree(start)
		p := start
		node := t.Root()
		for range rng.IntN(60) {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(min(len(moves), 2+node.Ply()/2))]
			if rng.IntN(200) == 0 && !p.InCheck() {
				m = 0
			}
			next, err := node.Add(m)
			if err != nil {
				break
			}
			node = next
			p.Do(m, &p)
		}
		tags := []string{
			"Event", fmt.Sprint("Game ", i), "White", fmt.Sprint("White, ", rng.IntN(9)), "Black", fmt.Sprint("Black, ", rng.IntN(9)),
			"Date", []string{"????.??.??", "1972.??.??", fmt.Sprintf("%d.%02d.01", 1950+rng.IntN(70), 1+rng.IntN(12))}[rng.IntN(3)],
			"Result", []string{"1-0", "0-1", "1/2-1/2", "*"}[rng.IntN(4)],
		}
		if rng.IntN(3) > 0 {
			tags = append(tags, "WhiteElo", fmt.Sprint(1990+rng.IntN(20)), "BlackElo", fmt.Sprint(1990+rng.IntN(20)))
		}
		if control := []string{"", "60+0", "300+3", "-"}[i%4]; control != "" {
			tags = append(tags, "TimeControl", control)
		}
		for i := 0; i < len(tags); i += 2 {
			if err := t.SetTag(tags[i], tags[i+1]); err != nil {
				panic(err)
			}
		}
		t.WriteTo(&b)
		b.WriteByte('\n')
	}
	return b.String()
}

// read returns the games of a PGN.
func read(t *testing.T, pgn string) []*chess.GameTree {
	t.Helper()
	var games []*chess.GameTree
	for g, err := range chess.NewPGNReader(strings.NewReader(pgn)).All() {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

// newStore returns a store with games, which come in blocks of so many moves.
func newStore(t *testing.T, blockSize, plies int, games iter.Seq[*chess.GameTree]) *Store {
	t.Helper()
	s, err := CreateStore(filepath.Join(t.TempDir(), "store"), plies, layersToServe)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	s.blockSize = blockSize
	if _, err := s.Add(t.Context(), games, ignore); err != nil {
		t.Fatal(err)
	}
	return s
}

// ignore is told how many games were added.
func ignore(int) {}

// view returns a view of a store.
func view(t *testing.T, s *Store, f Filter) *View {
	t.Helper()
	v, err := s.View(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

// realGames returns the games of the package's own test data.
func realGames(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A slowGame is a game as the slow reference reads it.
type slowGame struct {
	white, black, result, date, timeControl string
	rating                                  int
	start                                   chess.Position
	moves                                   []chess.Move
}

// A slowCount is what the slow reference knows of games that reach a position, or play a
// move there.
type slowCount struct {
	results     map[string]int
	ratings     int
	rated       int
	first, last int // years
}

// count counts a game.
func (c *slowCount) count(g slowGame) {
	if c.results == nil {
		c.results = map[string]int{}
	}
	c.results[g.result]++
	if g.rating > 0 {
		c.ratings += g.rating
		c.rated++
	}
	if year := 0; len(g.date) > 3 {
		fmt.Sscan(g.date[:4], &year)
		if year > 0 && (c.first == 0 || year < c.first) {
			c.first = year
		}
		c.last = max(c.last, year)
	}
}

// readSlowly reads games with PGNReader.Next, each once.
func readSlowly(t *testing.T, pgn string) (games []slowGame) {
	seen := map[string]bool{}
	for _, tree := range read(t, pgn) {
		g := slowGame{tree.Tag("White"), tree.Tag("Black"), tree.Tag("Result"), tree.Tag("Date"), tree.Tag("TimeControl"), 0, tree.Start(), tree.Mainline()}
		var white, black int
		fmt.Sscan(tree.Tag("WhiteElo"), &white)
		fmt.Sscan(tree.Tag("BlackElo"), &black)
		if white > 0 && black > 0 {
			g.rating = (white + black) / 2
		}
		identity := fmt.Sprint(g.start.Variant(), g.start.FEN(), g.moves)
		for _, name := range played.SevenTags {
			identity += "\n" + tree.Tag(name)
		}
		if !seen[identity] {
			games = append(games, g)
		}
		seen[identity] = true
	}
	return games
}

// slowPositions returns by EPD and move what was played in the first plies: "" is the
// position itself, and "end" the end of a game.
func slowPositions(games []slowGame, plies int) map[string]map[string]*slowCount {
	all := map[string]map[string]*slowCount{}
	for _, g := range games {
		done := map[string]bool{}
		count := func(epd, move string) {
			if all[epd] == nil {
				all[epd] = map[string]*slowCount{}
			}
			if all[epd][move] == nil {
				all[epd][move] = &slowCount{}
			}
			if !done[epd+" "+move] {
				done[epd+" "+move] = true
				all[epd][move].count(g)
			}
		}
		p := g.start
		for i, m := range g.moves {
			if i == plies {
				break
			}
			count(p.EPD(), "")
			count(p.EPD(), p.UCI960(m))
			p = p.After(m)
		}
		if len(g.moves) <= plies {
			count(p.EPD(), "")
			count(p.EPD(), "end")
		}
	}
	return all
}

// slowly returns a tally in the form of the reference.
func slowly(t *played.Tally) *slowCount {
	c := &slowCount{map[string]int{}, int(t.Ratings), int(t.Rated), t.First.Year(), t.Last.Year()}
	for r, text := range []string{"1-0", "1/2-1/2", "0-1", "*"} {
		if n := int(t.Results[r]); n > 0 {
			c.results[text] = n
		}
	}
	return c
}
