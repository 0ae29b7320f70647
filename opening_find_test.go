package chess

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// openingGame plays moves such as those of an Opening.
func openingGame(t testing.TB, moves string) *Game {
	t.Helper()
	g := NewGame(StartPosition())
	for word := range strings.FieldsSeq(moves) {
		if strings.HasSuffix(word, ".") {
			continue
		}
		if err := g.PlaySAN(word); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestGameOpening(t *testing.T) {
	const najdorf = "B90 Sicilian Defense: Najdorf Variation"
	for _, tt := range []struct{ moves, want string }{
		{"", ""},
		{"1. e4", "B00 King's Pawn Game"},
		{"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6", najdorf},
		{"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. a3 h5 7. h3 Rg8", najdorf},
		{"1. Nf3 d6 2. d4 c5 3. e4 cxd4 4. Nxd4 Nf6 5. Nc3 a6", najdorf},
		{"1. d4 Nf6 2. c4 e6 3. Nc3 Bb4", "E20 Nimzo-Indian Defense"},
		{"1. c4 e6 2. Nc3 Nf6 3. d4 Bb4", "E20 Nimzo-Indian Defense"},
		{"1. e4 e5 2. Nf3 Nc6 3. Bb5", "C60 Ruy Lopez"},
		{"1. d4 d5 2. c4 e6 3. Nc3 Nf6", "D31 Queen's Gambit Declined: Queen's Knight Variation"},
		{"1. g3 e5 2. Nf3 e4 3. Ng1", "A00 Hungarian Opening: Reversed Brooklyn Defense"},
	} {
		g := openingGame(t, tt.moves)
		got := []string{g.Opening().String(), g.Tree().Opening().String()}
		if diff := cmp.Diff([]string{tt.want, tt.want}, got); diff != "" {
			t.Errorf("%s: of the game and of its tree (-want +got):\n%s", tt.moves, diff)
		}
	}
}

// TestOpeningOtherStart checks games that begin elsewhere, and other rules: a position
// has its name wherever its Key is that of ordinary chess.
func TestOpeningOtherStart(t *testing.T) {
	sicilian := openingGame(t, "1. e4 c5").Position()
	chess960, err := Chess960Position(518)
	if err != nil {
		t.Fatal(err)
	}
	shuffled, err := Chess960Position(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		start Position
		moves []string
		want  string
	}{
		{"from the middle", sicilian, nil, "B20 Sicilian Defense"},
		{"from the middle, two moves on", sicilian, []string{"c3", "h6"}, "B22 Sicilian Defense: Alapin Variation"},
		{"the ordinary position of Chess960", chess960, []string{"e4", "c5"}, "B20 Sicilian Defense"},
		{"another position of Chess960", shuffled, []string{"e4", "c5"}, ""},
		{"three-check", threeCheckStart, []string{"e4", "c5"}, ""},
		{"no game", Position{}, nil, ""},
	} {
		g := NewGame(tt.start)
		if err := g.PlaySAN(tt.moves...); err != nil {
			t.Fatal(err)
		}
		if got := g.Opening().String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestOpeningTranspositions exchanges two moves of a side in the lines of the table.
// Where that leads to the same position, the game has the same opening.
func TestOpeningTranspositions(t *testing.T) {
	games := 0
	for o := range Openings().All() {
		g := openingGame(t, o.Moves)
		moves := g.Moves()
		for i := 2; i < len(moves); i++ {
			other := NewGame(StartPosition())
			swapped := slices.Clone(moves)
			swapped[i-2], swapped[i] = swapped[i], swapped[i-2]
			for _, m := range swapped {
				if other.Play(m) != nil {
					break
				}
			}
			if other.Len() != len(moves) || other.Key() != g.Key() {
				continue
			}
			games++
			if got := other.Opening(); got != o {
				t.Errorf("%v: %v, want %v", other.SANMoves(), got, o)
			}
		}
	}
	t.Logf("%d games in another order have the same name", games)
	if games < 1000 {
		t.Errorf("%d games, want at least 1000", games)
	}
}

// slowOpening is FindGame by the texts of all positions.
func slowOpening(names map[string]Opening, g *Game) (last Opening) {
	for _, p := range g.Positions() {
		if o, ok := names[p.EPD()]; ok {
			last = o
		}
	}
	return last
}

func TestOpeningReference(t *testing.T) {
	names := map[string]Opening{}
	for o := range Openings().All() {
		names[openingGame(t, o.Moves).Position().EPD()] = o
	}
	games := 0
	for tree := range fileGames(t, "testdata/games.pgn") {
		g, err := tree.Game()
		if err != nil {
			t.Fatal(err)
		}
		games++
		if got, want := g.Opening(), slowOpening(names, g); got != want {
			t.Errorf("%v: %v, want %v", g.SANMoves(), got, want)
		}
		if got, want := tree.Opening(), g.Opening(); got != want {
			t.Errorf("of the tree: %v, of the game %v", got, want)
		}
	}
	if games == 0 {
		t.Error("there are no games")
	}
}

// fileGames yields the games of a file.
func fileGames(t testing.TB, name string) func(yield func(*GameTree) bool) {
	return func(yield func(*GameTree) bool) {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for tree, err := range NewPGNReader(f).All() {
			if err != nil {
				t.Fatal(err)
			}
			if !yield(tree) {
				return
			}
		}
	}
}

func TestOpeningAllocations(t *testing.T) {
	g := openingGame(t, "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. a3 h5 7. h3 Rg8")
	tree, p := g.Tree(), g.Position()
	for _, tt := range []struct {
		name string
		find func()
		want float64
	}{
		{"Position", func() { p.Opening() }, 0},
		{"Game", func() { g.Opening() }, 1},
		{"GameTree", func() { tree.Opening() }, 0},
	} {
		tt.find() // reads the table
		if n := testing.AllocsPerRun(20, tt.find); n != tt.want {
			t.Errorf("%s: %v allocations, want %v", tt.name, n, tt.want)
		}
	}
}

func BenchmarkGameOpening(b *testing.B) {
	var games []*Game
	for tree := range fileGames(b, "testdata/games.pgn") {
		g, err := tree.Game()
		if err != nil {
			b.Fatal(err)
		}
		games = append(games, g)
	}
	Openings()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		games[i%len(games)].Opening()
	}
}
