package chess

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// openingGame plays moves such as those of an Opening.
func openingGame(t testing.TB, moves string) *Game {
	t.Helper()
	g := NewGame()
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
		{"three-check", ThreeCheck.StartPosition(), []string{"e4", "c5"}, ""},
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
			other := NewGame()
			swapped := slices.Clone(moves)
			swapped[i-2], swapped[i] = swapped[i], swapped[i-2]
			for _, m := range swapped {
				if other.Play(m) != nil {
					break
				}
			}
			if other.Len() != len(moves) || other.Position().Key() != g.Position().Key() {
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
	for tree := range fileGames(t, "testdata/games.pgn") {
		g, err := tree.Game()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := g.Opening(), slowOpening(names, g); got != want || tree.Opening() != want {
			t.Errorf("%v: %v, of the tree %v, want %v", g.SANMoves(), got, tree.Opening(), want)
		}
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

// A game that has a tag of its opening keeps it, and one without a name gets none.
func TestTagOpening(t *testing.T) {
	for pgn, want := range map[string]string{
		"1. e4 e5 2. Bc4 *":                       "C23 Bishop's Opening",
		"[Opening \"Mine\"]\n\n1. e4 e5 2. Bc4 *": " Mine",
		"[ECO \"A00\"]\n\n1. e4 e5 2. Bc4 *":      "A00 ",
		"*":                                       " ",
	} {
		tree := parseTree(t, pgn)
		if err := tree.TagOpening(); err != nil {
			t.Fatal(err)
		}
		if got := tree.Tag("ECO") + " " + tree.Tag("Opening"); got != want {
			t.Errorf("%s: %q, want %q", pgn, got, want)
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
		g, _ := tree.Game()
		games = append(games, g)
	}
	for i := 0; b.Loop(); i++ {
		games[i%len(games)].Opening()
	}
}

// TestOpenings checks the table of the package. That its moves are legal and no
// position has two names is checked where it is read.
func TestOpenings(t *testing.T) {
	table := Openings()
	if n := table.Len(); n < 1500 {
		t.Errorf("%d openings, want at least 1500", n)
	}
	var codes []string
	for o := range table.All() {
		codes = append(codes, o.ECO)
		name := o.Name
		if strings.Join(strings.Fields(name), " ") != name || strings.Count(name, ":") > 1 || strings.ContainsAny(name[:1], ":,") || strings.ContainsAny(name[len(name)-1:], ":,") {
			t.Errorf("the name %q", name)
		}
		g := openingGame(t, o.Moves)
		if got := [2]Opening{table.Find(g.Position()), table.findGame(g)}; got != [2]Opening{o, o} {
			t.Errorf("%v: by position and by game %v", o, got)
		}
	}
	var want []string
	for letter := 'A'; letter <= 'E'; letter++ {
		for n := range 100 {
			want = append(want, fmt.Sprintf("%c%02d", letter, n))
		}
	}
	slices.Sort(codes)
	if diff := cmp.Diff(want, slices.Compact(codes)); diff != "" {
		t.Errorf("the codes (-want +got):\n%s", diff)
	}
}

func TestReadOpeningTable(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []Opening
	}{
		{"nothing", "", nil},
		{"lichess", "eco\tname\tpgn\nA00\tGrob Opening\t1. g4\nC20\tBongcloud Attack\t1. e4 e5 2. Ke2\n", []Opening{
			{"A00", "Grob Opening", "1. g4"}, {"C20", "Bongcloud Attack", "1. e4 e5 2. Ke2"},
		}},
		{"without numbers, in any notation, with more columns", "\uFEFFA00\tGrob\tg2g4 d5 Bg2\t-\r\n\n# a comment\n", []Opening{{"A00", "Grob", "1. g4 d5 2. Bg2"}}},
		{"continued", "B20\tSicilian\te4 c5\n B21\t\tf4\n  \t: Tal Gambit\td5 exd5 Nf6\n   \t, Deep\td4\n \t\tNf3\n   B50\t: Modern\td6\n B22\tAlapin\tc3\n", []Opening{
			{"B20", "Sicilian", "1. e4 c5"},
			{"B21", "Sicilian", "1. e4 c5 2. f4"},
			{"B21", "Sicilian: Tal Gambit", "1. e4 c5 2. f4 d5 3. exd5 Nf6"},
			{"B21", "Sicilian: Tal Gambit, Deep", "1. e4 c5 2. f4 d5 3. exd5 Nf6 4. d4"},
			{"B50", "Sicilian: Modern", "1. e4 c5 2. Nf3 d6"},
			{"B22", "Alapin", "1. e4 c5 2. c3"},
		}},
	} {
		table, err := ReadOpeningNames(strings.NewReader(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if diff := cmp.Diff(tt.want, slices.Collect(table.All())); diff != "" || table.Len() != len(tt.want) {
			t.Errorf("%s: Len %d (-want +got):\n%s", tt.name, table.Len(), diff)
		}
	}
}

func TestReadOpeningTableErrors(t *testing.T) {
	for _, tt := range []struct {
		text string
		kind error
		line int
		want string // in the error
	}{
		{"A00\tGrob Opening", ErrSyntax, 1, "a code, a name and moves"},
		{"\nF00\tGrob\tg4", ErrSyntax, 2, "none of A00 to E99"},
		{"A0x\tGrob\tg4", ErrSyntax, 1, "none of A00 to E99"},
		{"A00\t\tg4", ErrSyntax, 1, "no code or no name"},
		{"\tGrob\tg4", ErrSyntax, 1, "no code or no name"},
		{"A00\tGrob\t1.", ErrSyntax, 1, "line 1, column 10: opening \"1.\""},
		{"A00\tGrob\tg5", ErrIllegal, 1, "line 1, column 10: opening \"g5\""},
		{"A00\tGrob\t1. g4  1...g4", ErrIllegal, 1, "line 1, column 21: opening \"g4\""},
		{"A00\tGrob\tg4 x", ErrSyntax, 1, "line 1, column 13: opening \"x\""},
		{" A00\tGrob\tg4", ErrSyntax, 1, "no line to continue"},
		{"A06\tOne\tNf3 d5\n\nA06\tOther\tNf3 Nf6 Ng1 Ng8 Nf3 d5", ErrSyntax, 3, "line 1 names this position"},
		{"# long\n" + strings.Repeat("x", 1<<17), ErrSyntax, 2, "too long"},
	} {
		table, err := ReadOpeningNames(strings.NewReader(tt.text))
		e, ok := errors.AsType[*ParseError](err)
		if !ok || table != nil || !errors.Is(err, tt.kind) || e.Line != tt.line || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.40q: %v, want one on line %d with %q", tt.text, err, tt.line, tt.want)
		}
	}
}

// FuzzOpeningTable reads tables, and writes what it has read with full names and moves,
// which is read as the same.
func FuzzOpeningTable(f *testing.F) {
	f.Add("eco\tname\tpgn\nA00\tGrob Opening\t1. g4\n")
	f.Add("B20\tSicilian Defense\te4 c5\n B21\t: McDonnell Attack\tf4\n \t\tNf3\n  B50\t, Modern\td6\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadOpeningNames(strings.NewReader(text))
		if err != nil {
			if _, ok := errors.AsType[*ParseError](err); !ok {
				t.Fatalf("%v is no *ParseError", err)
			}
			return
		}
		var b strings.Builder
		for o := range table.All() {
			fmt.Fprintf(&b, "%s\t%s\t%s\n", o.ECO, o.Name, o.Moves)
		}
		again, err := ReadOpeningNames(strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(slices.Collect(table.All()), slices.Collect(again.All())); diff != "" {
			t.Errorf("read and read again (-first +second):\n%s", diff)
		}
	})
}

// TestOpeningNames compares the names with those of lichess, five files in the folder
// CHESS_OPENINGS: what FindGame says of the moves of each of its lines. It logs the
// lines whose family or code is another.
func TestOpeningNames(t *testing.T) {
	folder := os.Getenv("CHESS_OPENINGS")
	if folder == "" {
		t.Skip("CHESS_OPENINGS is not the folder of lichess's names of openings")
	}
	var lines, families, codes, names float64
	for _, volume := range []string{"a", "b", "c", "d", "e"} {
		f, err := os.Open(filepath.Join(folder, volume+".tsv"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		theirs, err := ReadOpeningNames(f)
		if err != nil {
			t.Fatal(err)
		}
		for want := range theirs.All() {
			got := openingGame(t, want.Moves).Opening()
			lines++
			families += float64(oneIf(got.Family() == want.Family()))
			codes += float64(oneIf(got.ECO == want.ECO))
			names += float64(oneIf(got.Name == want.Name))
			if got.Family() != want.Family() || got.ECO != want.ECO {
				t.Logf("%v, of lichess %v: %s", got, want, want.Moves)
			}
		}
	}
	families, codes, names = families/lines, codes/lines, names/lines
	t.Logf("of %v lines, %.1f %% have the same family, %.1f %% the same code, %.1f %% the same name", lines, 100*families, 100*codes, 100*names)
	if families < 0.95 || codes < 0.9 {
		t.Error("want at least 95 % and 90 %")
	}
}
