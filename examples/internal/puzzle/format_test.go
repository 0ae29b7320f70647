package puzzle

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// A made is a puzzle and the game that it is from.
type made struct {
	*chess.Puzzle
	game *chess.GameTree
}

// text returns a file of puzzles.
func text(t *testing.T, f Format, puzzles ...made) string {
	t.Helper()
	out := []byte(f.Head())
	for _, p := range puzzles {
		var err error
		if out, err = f.Append(out, p.Puzzle, p.game); err != nil {
			t.Fatal(err)
		}
	}
	return string(out)
}

// puzzleOf returns the puzzle with a mistake and some moves in SAN, of a game with tags.
func puzzleOf(t *testing.T, fen string, tags map[string]string, mistake string, solution ...string) made {
	t.Helper()
	g := chess.NewGame(chess.MustParseFEN(fen))
	if err := g.PlaySAN(append([]string{mistake}, solution...)...); err != nil {
		t.Fatal(err)
	}
	moves := g.Moves()
	return made{&chess.Puzzle{
		Before: g.Start(), Mistake: moves[0], Position: g.PositionAt(1), Solution: moves[1:], Motifs: []chess.MotifKind{"mate", "mateIn2"},
		Ply: 34, Nodes: 1 << 10, Rating: 1300,
	}, gameWith(t, g.Start(), tags)}
}

// gameWith returns a game without moves.
func gameWith(t *testing.T, start chess.Position, tags map[string]string) *chess.GameTree {
	t.Helper()
	game := chess.NewGameTree(start)
	for name, value := range tags {
		if err := game.SetTag(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return game
}

// example is a puzzle of a game with all tags.
func example(t *testing.T) made {
	return puzzleOf(t, "r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33", map[string]string{
		"Event": "Blitz", "Site": "https://lichess.org/abcdefgh", "Date": "2026.01.02", "White": "Anna", "Black": "Ben",
		"Opening": "King's Pawn Game: Leonardis Variation",
	}, "Re8", "Rh4+", "Kg8", "Rh8#")
}

// found returns several puzzles: of two games, one with a single move, and one that is no mate.
func found(t *testing.T) []made {
	return []made{
		example(t),
		puzzleOf(t, "6k1/p3Pppp/8/8/8/8/q5PP/6K1 b - - 0 1", nil, "a6", "e8=Q#"),
		puzzleOf(t, "4k3/2q2ppp/8/8/8/2N5/5PPP/4KB2 b - - 0 1", map[string]string{"White": "Anna"}, "Qc6", "Bb5", "Qxb5", "Nxb5"),
	}
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
		want = strings.NewReplacer("ID,", ID(p.Puzzle)+",", "\"ID\"", "\""+ID(p.Puzzle)+"\"", "Puzzle ID", "Puzzle "+ID(p.Puzzle), "RATING", "1300").Replace(want)
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
			if err != nil || i >= len(puzzles) || key != puzzles[i].Position.Key() {
				t.Fatalf("%s: puzzle %d: %v, %v", f, i, key, err)
			}
			i++
		}
		if i != len(puzzles) {
			t.Errorf("%s: %d of %d keys", f, i, len(puzzles))
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
		want := Line{ID(p.Puzzle), p.Before, moves(p.Puzzle), themes(p.Puzzle), p.Rating}
		if diff := cmp.Diff(want, l, cmp.Comparer(chess.Position.Equal)); diff != "" || l.Start.FEN() != p.Before.FEN() {
			t.Errorf("CSV (-want +got):\n%s", diff)
		}
		tree, err := games.Next()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(moves(p.Puzzle), tree.Mainline()); diff != "" || tree.Start().FEN() != p.Before.FEN() || !strings.Contains(tree.Root().Comment(), string(p.Motifs[0])) {
			t.Errorf("PGN, %q (-want +got):\n%s", tree.Root().Comment(), diff)
		}
		e, err := chess.ParseEPD(epd[i])
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p.Solution, e.Moves("pv")); diff != "" || e.Position.FEN() != p.Position.FEN() || !cmp.Equal(e.Moves("bm"), firstMoves(p.Puzzle)) {
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

// All moves that give mate at once solve a puzzle of one move, a promotion to a queen first.
func TestFirstMoves(t *testing.T) {
	p := puzzleOf(t, "6k1/p3Pppp/8/8/8/8/q5PP/6K1 b - - 0 1", nil, "a5", "e8=R#")
	var got []string
	for _, m := range firstMoves(p.Puzzle) {
		got = append(got, p.Position.SAN(m))
	}
	if diff := cmp.Diff([]string{"e8=Q#", "e8=R#"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n := len(firstMoves(example(t).Puzzle)); n != 1 {
		t.Errorf("%d moves", n)
	}
}

func TestOrigin(t *testing.T) {
	for want, tags := range map[string]map[string]string{
		"":                      nil,
		"Anna":                  {"Site": "London", "White": "Anna", "Black": "?", "Date": "????.??.??"},
		"Anna, Ben, 2026.01.02": {"Site": "?", "White": "Anna", "Black": "Ben", "Date": "2026.01.02"},
		"http://x/y#3":          {"Site": "http://x/y", "White": "Anna"},
	} {
		if got := origin(&chess.Puzzle{Ply: 3}, gameWith(t, chess.StartPosition(), tags)); got != want {
			t.Errorf("%v: %q, want %q", tags, got, want)
		}
	}
	for opening, want := range map[string]string{
		"": "", "?": "", "Sicilian Defense": "Sicilian_Defense", "Ruy Lopez: Berlin Defense, Rio": "Ruy_Lopez Ruy_Lopez_Berlin_Defense_Rio",
	} {
		game := gameWith(t, chess.StartPosition(), map[string]string{"Opening": opening})
		if got := openingTags(&chess.Puzzle{Ply: 40}, game); got != want {
			t.Errorf("%q: %q, want %q", opening, got, want)
		}
		if got := openingTags(&chess.Puzzle{Ply: 41}, game); got != "" {
			t.Errorf("%q late in the game: %q", opening, got)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, f := range []chess.PuzzleFinder{{}, {Nodes: 100}, {Verify: 100}, {Nodes: 100, Verify: 100}} {
		if Check(f) == nil {
			t.Errorf("%+v: no error", f)
		}
	}
	if err := Check(DefaultFinder()); err != nil {
		t.Error(err)
	}
}
