package puzzle

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// text returns a file of puzzles.
func text(t *testing.T, f Format, puzzles ...*Puzzle) string {
	t.Helper()
	out := []byte(f.Head())
	for _, p := range puzzles {
		var err error
		if out, err = f.Append(out, p); err != nil {
			t.Fatal(err)
		}
	}
	return string(out)
}

// example is a puzzle of a game with all tags.
func example(t *testing.T) *Puzzle {
	p := puzzleOf(t, "r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33", "Re8", "Rh4+", "Kg8", "Rh8#")
	p.Kinds = []chess.MotifKind{"mate", "mateIn2"}
	p.Nodes = 1 << 10
	p.Game = Game{"Blitz", "https://lichess.org/abcdefgh", "2026.01.02", "Anna", "Ben", "King's Pawn Game: Leonardis Variation", 34}
	return p
}

func TestFormats(t *testing.T) {
	p := example(t)
	for f, want := range map[Format]string{
		CSV: `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
ID,r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33,a8e8 g4h4 h7g8 h4h8,RATING,500,0,0,mate mateIn2,https://lichess.org/abcdefgh#34,Kings_Pawn_Game Kings_Pawn_Game_Leonardis_Variation
`,
		EPD: `4r3/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 w - - hmvc 1; fmvn 34; bm Rh4+; pv Rh4+ Kg8 Rh8#; dm 2; id "ID"; c0 "mate mateIn2"; c1 "rating RATING, 1024 nodes"; c2 "https://lichess.org/abcdefgh#34";
`,
		PGN: `[Event "Puzzle ID"]
[Site "https://lichess.org/abcdefgh#34"]
[Date "2026.01.02"]
[Round "?"]
[White "Anna"]
[Black "Ben"]
[Result "*"]
[FEN "r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33"]
[Opening "King's Pawn Game: Leonardis Variation"]
[SetUp "1"]

{mate, mateIn2; rating RATING, 1024 nodes} 33... Re8 34. Rh4+ Kg8 35. Rh8# *

`,
	} {
		want = strings.NewReplacer("ID,", p.ID()+",", "\"ID\"", "\""+p.ID()+"\"", "Puzzle ID", "Puzzle "+p.ID(), "RATING", "1300").Replace(want)
		if diff := cmp.Diff(want, text(t, f, p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f, diff)
		}
	}
	if err := Format("tsv").Check(); err == nil {
		t.Error("tsv is a format")
	}
}

// TestReadBack checks that what each format writes is read again: the keys, and the
// solutions by the readers of the package.
func TestReadBack(t *testing.T) {
	puzzles := found(t)
	for _, f := range []Format{CSV, EPD, PGN} {
		if err := f.Check(); err != nil {
			t.Error(err)
		}
		i := 0
		for key, err := range f.Keys(strings.NewReader(text(t, f, puzzles...))) {
			if err != nil || i >= len(puzzles) || key != puzzles[i].Key() {
				t.Fatalf("%s: puzzle %d: %v, %v", f, i, key, err)
			}
			i++
		}
		if i != len(puzzles) {
			t.Errorf("%s: %d of %d keys", f, i, len(puzzles))
		}
		for range f.Keys(strings.NewReader(text(t, f, puzzles...))) {
			break
		}
	}
	lines, err := NewCSVReader(strings.NewReader(text(t, CSV, puzzles...)))
	if err != nil {
		t.Fatal(err)
	}
	games := chess.NewPGNReader(strings.NewReader(text(t, PGN, puzzles...)))
	epd := strings.Split(text(t, EPD, puzzles...), "\n")
	for i, p := range puzzles {
		l, err := lines.Next()
		if err != nil {
			t.Fatal(err)
		}
		want := Line{p.ID(), p.Start, p.Moves, p.themes(), p.Rating()}
		if diff := cmp.Diff(want, l, cmp.Comparer(chess.Position.Equal)); diff != "" || l.Start.FEN() != p.Start.FEN() {
			t.Errorf("CSV (-want +got):\n%s", diff)
		}
		tree, err := games.Next()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p.Moves, tree.Mainline()); diff != "" || tree.Start().FEN() != p.Start.FEN() || !strings.Contains(tree.Root().Comment(), string(p.Kinds[0])) {
			t.Errorf("PGN, %q (-want +got):\n%s", tree.Root().Comment(), diff)
		}
		e, err := chess.ParseEPD(epd[i])
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p.Solution(), e.Moves("pv")); diff != "" || e.Position.FEN() != p.Position().FEN() || !cmp.Equal(e.Moves("bm"), p.FirstMoves()) {
			t.Errorf("EPD %s (-want +got):\n%s", epd[i], diff)
		}
	}
}

// TestDamaged checks that a file that is damaged is no file of puzzles.
func TestDamaged(t *testing.T) {
	for f, text := range map[Format]string{
		CSV: "PuzzleId,FEN,Moves,Themes\na,8/8,e2e4,\n", EPD: "8/8\n", PGN: "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*\n",
	} {
		var last error
		for _, err := range f.Keys(strings.NewReader(text)) {
			last = err
		}
		if last == nil || last == io.EOF {
			t.Errorf("%s: %v", f, last)
		}
	}
}

func TestGame(t *testing.T) {
	for _, test := range []struct {
		game Game
		want string
	}{
		{Game{}, ""},
		{Game{Site: "London", White: "Anna", Black: "?", Date: "????.??.??", Ply: 3}, "Anna"},
		{Game{Site: "?", White: "Anna", Black: "Ben", Date: "2026.01.02"}, "Anna, Ben, 2026.01.02"},
		{Game{Site: "http://x/y", White: "Anna", Ply: 3}, "http://x/y#3"},
	} {
		if got := test.game.String(); got != test.want {
			t.Errorf("%+v: %q, want %q", test.game, got, test.want)
		}
	}
	for opening, want := range map[string]string{
		"": "", "?": "", "Sicilian Defense": "Sicilian_Defense", "Ruy Lopez: Berlin Defense, Rio": "Ruy_Lopez Ruy_Lopez_Berlin_Defense_Rio",
	} {
		p := Puzzle{Game: Game{Opening: opening, Ply: 40}}
		if got := p.openingTags(); got != want {
			t.Errorf("%q: %q, want %q", opening, got, want)
		}
		p.Game.Ply++
		if got := p.openingTags(); got != "" {
			t.Errorf("%q late in the game: %q", opening, got)
		}
	}
}
