package endings

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// kept is a folder with the tables that were made by any test.
var kept string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if kept, err = os.MkdirTemp("", "endings"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(kept)
		return m.Run()
	}())
}

// printed runs the program without colours, and returns what it prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(t.Context(), args, &out, io.Discard); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return out.String()
}

// run runs the command.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return Command.Run(ctx, args, cli.Streams{Out: stdout, Err: stderr})
}

// surveyed makes the table of an ending, and studies it.
func surveyed(t *testing.T, name string) (*survey, *endings.Tables, *chess.EndingTable) {
	t.Helper()
	e, err := chess.ParseEnding(name)
	if err != nil {
		t.Fatal(err)
	}
	chosen := endings.Choice{Pieces: e.Pieces(), Folder: kept}
	tables, err := chosen.Open(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	table, err := tables.Table(e)
	if err != nil {
		t.Fatal(err)
	}
	s, err := study(t.Context(), table, nil, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	return s, tables, table
}

// TestKnown compares with what is published of endings: the longest mates in many
// places, among them https://www.chessprogramming.org/Endgame_Tablebases, and the
// numbers of won positions of KPvK in https://www.chessprogramming.org/KPK.
func TestKnown(t *testing.T) {
	const unknown = -1
	for _, tt := range []struct {
		ending    string
		mateIn    [2]int // 0 if the side never wins
		zugzwangs [passKinds]int
		wins      [2]int // of White, by the side to move
	}{
		{"KQvK", [2]int{10, 0}, [passKinds]int{}, [2]int{unknown, unknown}},
		{"KRvK", [2]int{16, 0}, [passKinds]int{}, [2]int{unknown, unknown}},
		{"KBvK", [2]int{0, 0}, [passKinds]int{}, [2]int{0, 0}},
		{"KPvK", [2]int{28, 0}, [passKinds]int{80, 0, 0}, [2]int{62480, 48802}},
		{"KBBvK", [2]int{19, 0}, [passKinds]int{unknown}, [2]int{unknown, unknown}},
		{"KBNvK", [2]int{33, 0}, [passKinds]int{unknown}, [2]int{unknown, unknown}},
		{"KQvKR", [2]int{35, 19}, [passKinds]int{unknown}, [2]int{unknown, unknown}},
		{"KRvKN", [2]int{40, 1}, [passKinds]int{unknown}, [2]int{unknown, unknown}},
	} {
		if chesstest.Sampled(t) && len(tt.ending) > len("KQvK") {
			continue
		}
		s, tables, _ := surveyed(t, tt.ending)
		if err := s.addLines(t.Context(), tables); err != nil {
			t.Fatal(err)
		}
		for c := range chess.Color(2) {
			l := &s.Wins[c].Longest
			if in := l.Moves(); in != tt.mateIn[c] {
				t.Errorf("%s: %v mates in %d, want %d", tt.ending, c, in, tt.mateIn[c])
			}
			p := l.First
			for _, m := range s.Wins[c].Line {
				if !p.Legal(m) {
					t.Fatalf("%s: %v in the line of %v is illegal in %v", tt.ending, m, c, p)
				}
				p = p.After(m)
			}
			if len(s.Wins[c].Line) != l.Plies || l.Plies > 0 && p.Outcome().Reason != chess.Checkmate {
				t.Errorf("%s: the line of %v has %d plies, want %d, and ends in %v", tt.ending, c, len(s.Wins[c].Line), l.Plies, p)
			}
			if got := s.Sides[c].Result(chess.WDLWin); tt.wins[c] != unknown && got != tt.wins[c] {
				t.Errorf("%s: White wins %d positions with %v to move, want %d", tt.ending, got, c, tt.wins[c])
			}
		}
		for i, want := range tt.zugzwangs {
			if tt.zugzwangs[0] != unknown && s.Passes[i].Count != want {
				t.Errorf("%s: %d mutual zugzwangs, %s, want %d", tt.ending, s.Passes[i].Count, passWords[i], want)
			}
		}
	}
}

// TestSurvey compares a survey with the slow way: to set up all placements of the
// pieces, mirror images too.
func TestSurvey(t *testing.T) {
	for _, name := range chesstest.Few(t, []string{"KRvK", "KPvK"}) {
		s, _, table := surveyed(t, name)
		all := pieces(s.Ending)
		var heats [2][16]heat
		var sides [2]sideSurvey // with mirror images
		var squares [3]chess.Square
		for i := range 64 * 64 * 64 {
			for j := range squares {
				squares[j] = chess.Square(i >> (6 * j) & 63)
			}
			for turn := range chess.Color(2) {
				setup := chess.Setup{Turn: turn}
				for j, sq := range squares {
					setup.Board[sq] = all[j]
				}
				p, err := setup.Position()
				if err != nil || p.Ending() != s.Ending {
					continue
				}
				truth, err := table.Probe(&p)
				if err != nil {
					t.Fatal(err)
				}
				w := truth.WDL.ForWhite(turn)
				one := tally{Positions: 2, points: 2 * endings.HalfPoints(w)}
				if w == chess.WDLWin {
					one.Wins[chess.White], one.moves[chess.White] = 2, 2*((abs(truth.DTM)+1)/2)
				}
				for j, sq := range squares {
					heats[turn][all[j]][sq].add(&one, 1)
				}
				sides[turn].Positions++
				if o := p.Outcome(); o.Reason == chess.Checkmate {
					sides[turn].Mates++
				} else if o.Reason == chess.Stalemate {
					sides[turn].Stalemates++
				}
			}
		}
		if s.Ending.Count(chess.White, chess.Pawn) > 0 {
			for turn, side := range sides {
				got := s.Sides[turn]
				if got.Positions*2 != side.Positions || got.Mates*2 != side.Mates || got.Stalemates*2 != side.Stalemates {
					t.Errorf("%s: %+v, want half of %+v", name, got, side)
				}
			}
		}
		if diff := cmp.Diff(heats, s.heats, cmp.AllowUnexported(tally{})); diff != "" {
			t.Errorf("%s: heat maps (-slow +fast):\n%.2000s", name, diff)
		}
	}
}

// TestSample checks that the shares of a sample are about those of all positions, and
// that an error of the files is reported.
func TestSample(t *testing.T) {
	all, tables, _ := surveyed(t, "KPvK")
	const n = 20_000
	s, err := study(t.Context(), &sample{Tablebase: tables, ending: all.Ending, n: n}, nil, func(int) {})
	if err != nil || s.count() != n || !strings.Contains(s.Size(), "1.0 %") {
		t.Fatalf("%d positions, %s, %v", s.count(), s.Size(), err)
	}
	part := func(s *survey, c chess.Color) float64 {
		return float64(s.Sides[c].Result(chess.WDLWin)) / float64(s.Sides[c].Positions)
	}
	for c := range chess.Color(2) {
		if got, want := part(s, c), part(all, c); abs(got-want) > 0.01 {
			t.Errorf("%v to move: White wins %.3f, want about %.3f", c, got, want)
		}
	}
	_, tables, table := surveyed(t, "KQvK")
	s, err = study(t.Context(), &sample{Tablebase: tables, ending: table.Ending(), n: n}, nil, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	kings := 0 // each with its mirror images, also if it has fewer
	for turn := range chess.Color(2) {
		sum := s.heats[turn][chess.WhiteKing].total()
		kings += sum.Positions
	}
	if kings != 2*8*n {
		t.Errorf("a heat map counts %d positions, want %d", kings, 2*8*n)
	}
	other, err := chess.ParseEnding("KRPvKR")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := study(t.Context(), &sample{Tablebase: tables, ending: other, n: 1}, nil, func(int) {}); !errors.Is(err, chess.ErrNotInTablebase) {
		t.Errorf("a sample without a table: %v", err)
	}
}

// TestMutualZugzwang checks the three kinds, and what en passant changes.
func TestMutualZugzwang(t *testing.T) {
	if chesstest.Sampled(t) {
		t.Skip("it makes tables of four pieces")
	}
	s, _, _ := surveyed(t, "KPvKP")
	if s.Passes[lossOrWin].Count == 0 || s.Passes[drawOrWin].Count != s.Passes[lossOrDraw].Count {
		t.Errorf("%v: the colours are equal, the zugzwangs are %+v", s.Ending, s.Passes)
	}
	if s.EnPassant.Matters == 0 || s.EnPassant.Matters >= s.EnPassant.Positions || s.EnPassant.First.EnPassant() == chess.NoSquare {
		t.Errorf("en passant: %+v", s.EnPassant)
	}
}

// A heat map is of the side that wins more positions, even if the other wins more of those that
// have the longest way to zeroing.
func TestMeasure(t *testing.T) {
	var s survey
	s.Sides[chess.White] = sideSurvey{Positions: 100, results: [5]int{1, 0, 0, 0, 99}}
	s.Sides[chess.Black] = sideSurvey{Positions: 100, results: [5]int{20, 0, 15, 0, 65}}
	s.Wins[chess.White].Zeroing.Count, s.Wins[chess.Black].Zeroing.Count = 2, 291
	for c := range s.Wins {
		s.Wins[c].Longest.Count = 1
	}
	if got, want := s.measureOf(""), (measure{mates: true, winner: chess.White}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestExplain checks what is printed of a position.
func TestExplain(t *testing.T) {
	got := printed(t, "explain", "-fens", "k7/8/K7/1P6/8/8/8/8 w - - 0 1")
	got, line, ok := strings.Cut(got, "Best play: ")
	if !ok {
		t.Errorf("no line in %s", got)
	}
	want := `k7/8/K7/1P6/8/8/8/8 w - - 0 1

8  k  :  .  :  .  :  .  :
7  :  .  :  .  :  .  :  .
6  K  :  .  :  .  :  .  :
5  :  P  :  .  :  .  :  .
4  .  :  .  :  .  :  .  :
3  :  .  :  .  :  .  :  .
2  .  :  .  :  .  :  .  :
1  :  .  :  .  :  .  :  .  *
   a  b  c  d  e  f  g  h

White wins: mate in 11 with best play; only b6 and Kb6 win

2 moves win
  b6      mate in 11   DTZ 1
  Kb6     mate in 15   DTZ 5

1 move draws
  Ka5

`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	line = strings.TrimSpace(line)
	p := chess.MustParseFEN(line[strings.LastIndex(line, "  ")+2:])
	if rows := strings.Count(line, "\n  "); !strings.HasPrefix(line, "1. b6 ") || rows != 21 || p.Outcome().Reason != chess.Checkmate {
		t.Errorf("the line has %d positions and ends in %v:\n%s", rows, p, line)
	}
}

// TestExplainKinds checks the ends of games, and what no table knows.
func TestExplainKinds(t *testing.T) {
	for _, tt := range []struct{ fen, want string }{
		{"k7/1Q6/K7/8/8/8/8/8 b - - 0 1", "White has mated"},
		{"k7/2Q5/K7/8/8/8/8/8 b - - 0 1", "Draw: stalemate"},
		{"7k/8/8/8/8/8/8/K1Q5 w - - 98 90", "Draw: White would win, but not within fifty moves"},
	} {
		if got := printed(t, "explain", tt.fen); !strings.Contains(got, "\n"+tt.want) {
			t.Errorf("%s: no %q in\n%s", tt.fen, tt.want, got)
		}
	}
	for _, tt := range []struct{ fen, want string }{
		{chess.StartPosition().FEN(), "32 pieces"},
		{"4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1", "endings make -tables FOLDER KRRPvK"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castle"},
	} {
		err := run(t.Context(), []string{"explain", tt.fen}, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.fen, err, tt.want)
		}
	}
}

// TestMoveColours checks that the picture of a position has each square in the colour
// of the best move to it.
func TestMoveColours(t *testing.T) {
	_, tables, _ := surveyed(t, "KRvK")
	v, err := chess.RankMoves(tables, chess.MustParseFEN("8/8/8/8/8/2k5/8/1R2K3 w - - 0 1"))
	if err != nil {
		t.Fatal(err)
	}
	d := explained(v)
	painted := map[chess.Square]string{}
	for _, h := range d.Highlights {
		painted[h.Square] = h.Paint
	}
	for sq, w := range map[chess.Square]chess.WDL{chess.B8: chess.WDLWin, chess.E2: chess.WDLWin, chess.B4: chess.WDLDraw, chess.B3: chess.WDLDraw} {
		if painted[sq] != results[w].paint {
			t.Errorf("%v is %s, want %s", sq, painted[sq], results[w].paint)
		}
	}
	if painted[chess.H8] != "" || len(d.Arrows) != 1 || !strings.Contains(d.Description, "raw: Rb") {
		t.Errorf("%+v", d)
	}
}

// TestPictures checks that the pictures are XML, that the page needs no network, and that
// it shows all pictures.
func TestPictures(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	out := printed(t, "show", "-o", folder, "KPvK")
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	page := ""
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil || !strings.Contains(out, e.Name()+": ") {
			t.Errorf("%s, %v: not in %s", e.Name(), err, out)
		}
		if strings.HasSuffix(e.Name(), ".html") {
			page = string(text)
		}
		addresses := regexp.MustCompile(`(?i)https?://[^"' <]*|url\(|@import|<script`).FindAllString(string(text), -1)
		for _, a := range addresses {
			if a != "http://www.w3.org/2000/svg" {
				t.Errorf("%s uses %s", e.Name(), a)
			}
		}
		if err := xml.Unmarshal(text, new(struct{})); strings.HasSuffix(e.Name(), ".svg") && err != nil {
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
	for _, want := range []string{"62,480", "mate", "8/8/8/1k6/8/8/K5P1/8 w - - 0 1", "zugzwang"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if n := strings.Count(page, "<img "); n != len(entries)-1 || n != 5 {
		t.Errorf("the page has %d pictures; there are %d files", n, len(entries))
	}
}

// TestColours checks that colours change nothing but the look, apart from the boards.
func TestColours(t *testing.T) {
	args := []string{"show", "-by", "result", "KQvK"}
	plain := printed(t, args...)
	colour = func(io.Writer) bool { return true }
	coloured := printed(t, args...)
	colour = cli.Colour
	if strings.Contains(plain, "\x1b") || !strings.Contains(coloured, "\x1b[48;5;") {
		t.Error("colours where there should be none, or none where there should be some")
	}
	_, plainMaps, ok1 := strings.Cut(plain, "Best squares")
	without := regexp.MustCompile("\x1b\\[[0-9;]*m| *\x1b\\[0m\n").ReplaceAllStringFunc(coloured, func(code string) string {
		return strings.TrimLeft(code, " \x1b[0123456789;m") // a square may end with spaces
	})
	_, maps, ok2 := strings.Cut(without, "Best squares")
	if diff := cmp.Diff(plainMaps, maps); diff != "" || !ok1 || !ok2 {
		t.Errorf("(-plain +coloured):\n%s", diff)
	}
}

// TestCursed checks that wins which the fifty-move rule makes draws have columns of their
// own, if there are any.
func TestCursed(t *testing.T) {
	s := survey{Sides: [2]sideSurvey{
		{Positions: 20000, results: [5]int{0, 0, 19999, 1, 0}},
		{Positions: 1000, results: [5]int{500, 0, 0, 500, 0}},
	}}
	var out bytes.Buffer
	p := printer{Writer: &out}
	p.printShares(&s)
	for _, want := range []string{
		"White wins               cursed                 draw           Black wins",
		"White to move       20,000           0      0 %           1  < 0.1 %      19,999 > 99.9 %           0      0 %",
		"Black to move        1,000           0      0 %         500   50.0 %           0      0 %         500   50.0 %",
		"White to move  " + strings.Repeat("▒", 60) + "\n",
		"Black to move  " + strings.Repeat("▓", 30) + strings.Repeat("·", 30) + "\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

// TestMake checks that tables are made once, in order, and kept.
func TestMake(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "tables")
	first := printed(t, "make", "-tables", folder, "KPvK")
	if strings.Count(first, " made in ") != 5 || strings.Count(first, "\n") != 6 {
		t.Errorf("it made\n%s", first)
	}
	second := printed(t, "make", "-tables", folder, "3")
	if strings.Count(second, " read in ") != 5 || strings.Contains(second, "made") {
		t.Errorf("it made again\n%s", second)
	}
	if a, b := printed(t, "show", "-tables", folder, "KvKQ"), printed(t, "show", "KQvK"); !strings.HasSuffix(a, "\n\n"+b) || !strings.Contains(b, " mate in 5.6 on average ") {
		t.Errorf("KvKQ from a file is\n%s\nand KQvK is\n%s", a, b)
	}
}

// differing is a tablebase that is wrong about some positions.
type differing struct{ chess.Tablebase }

func (d differing) Probe(p *chess.Position) (chess.ProbeResult, error) {
	truth, err := d.Tablebase.Probe(p)
	if p.King(chess.White) == chess.A1 && p.King(chess.Black) == chess.C3 {
		truth.WDL = chess.WDLDraw
	}
	if p.King(chess.White) == chess.A1 && p.King(chess.Black) == chess.D3 {
		truth.DTZ++
	}
	return truth, err
}

// TestCompare checks that differences are found.
func TestCompare(t *testing.T) {
	_, _, table := surveyed(t, "KQvK")
	same, err := study(t.Context(), table, table, func(int) {})
	if err != nil || same.compared.differ() {
		t.Errorf("%v, %v", same, err)
	}
	s, err := study(t.Context(), table, differing{table}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	if other := s.compared; other.results == 0 || other.distances == 0 || !strings.Contains(other.String(), other.First.FEN()) {
		t.Errorf("%v", other)
	}
}

// TestSyzygy checks what is shown of Syzygy's files.
func TestSyzygy(t *testing.T) {
	files := filepath.Join("..", "..", "..", "..", "testdata", "syzygy")
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{[]string{"show", "-piece", "-", "KQvK"}, []string{"Longest win of White: mate in 10", "all results and all distances to zeroing are the same"}},
		{[]string{"show", "-piece", "-", "-sample", "5000", "KPvK"}, []string{"KPvK: 5,000 positions at random", "Black, to move, wins none of them", "Longest way found"}},
		{[]string{"explain", "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"}, []string{"White wins with best play; only e3, Kd4 and Kf4 win", "  Kd4     DTZ 5 or 6\n", "\nA way to win (by DTZ, perhaps not the shortest): 1.", "#\n"}},
	} {
		got := printed(t, append(tt.args, "-syzygy", files)...)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%q: no %q in\n%s", tt.args, want, got)
			}
		}
	}
}

// TestDocs checks that the pictures in docs are those that the program draws by these
// commands.
func TestDocs(t *testing.T) {
	folder := t.TempDir()
	printed(t, "show", "-o", folder, "-only", "white-king", "KPvK")
	if !chesstest.Sampled(t) { // tables of four pieces
		printed(t, "explain", "-tables", kept, "-o", filepath.Join(folder, "endings-saavedra.svg"), "8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1")
		printed(t, "show", "-tables", kept, "-o", folder, "-only", "longest", "KBNvK")
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		want, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", e.Name()))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s is out of date (%v)", e.Name(), err)
		}
	}
}

func TestCommandLine(t *testing.T) {
	for _, args := range []string{
		"", "draw KPvK", "show", "show KPvK KQvK", "show KPK", "show KvK", "show KQQvKQQ", "show -only queen KPvK", "show -only white-queen KPvK",
		"show -piece q KPvK", "show -piece 7 KPvK", "show -by speed KPvK", "show -threads -1 KPvK", "show -sample 10 KPvK", "show -sample -1 -syzygy . KPvK",
		"explain", "explain 8/8", "explain -x 8/8/8/8/8/2k5/8/1R2K3 w - - 0 1", "make 2", "make 6", "make KQ", "make KQQQvKQ",
	} {
		folder := filepath.Join(t.TempDir(), "x")
		words := strings.Fields(args)
		if len(words) > 0 {
			words = append(words, "-tables", folder)
			if words[0] != "make" {
				words = append(words, "-o", folder)
			}
		}
		if err := run(t.Context(), words, io.Discard, io.Discard); !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%s: %v", args, err)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%s: it made the folder", args)
		}
	}
	for args, want := range map[string]string{
		"show -only longest KQvK": "bad command line: -only",
		"make -threads -1":        "bad command line: -threads must not be negative",
		"make KvK":                "bad command line: KvK has 2 pieces: want 3 to 5",
		"explain -syzygy ../../../../testdata/syzygy 8/2P5/8/8/3r4/4B3/2K5/k7 w - - 0 1": "KBPvKR: ",
		"show -syzygy ../../../../testdata/syzygy -sample 9 KRPvKR":                      "KRPvKR: ",
	} {
		if err := run(t.Context(), strings.Fields(args), io.Discard, io.Discard); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}

// TestNotKept checks that show and explain go on if no table can be kept in the folder, and
// say so in one line.
func TestNotKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "link") // to no folder: so that nothing can be written there
	if err := os.Symlink(filepath.Join(t.TempDir(), "none", "x"), folder); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{{"show", "KQvK"}, {"explain", "k7/8/K7/8/8/8/8/1Q6 w - - 0 1"}} {
		var notes bytes.Buffer
		err := run(t.Context(), append(args, "-tables", folder), io.Discard, &notes)
		note := progress.Others(notes.String())
		if err != nil || !strings.Contains(note, folder) || !strings.HasPrefix(note, "tables are not kept: ") || strings.Count(note, "\n") != 1 {
			t.Errorf("%s: %v, %q", args, err, note)
		}
	}
	if err := run(t.Context(), []string{"make", "-tables", folder, "KPvK"}, io.Discard, io.Discard); err == nil {
		t.Error("make keeps tables in no folder")
	}
}
