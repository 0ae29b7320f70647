package chess

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestPGNExport(t *testing.T) {
	tree, err := ParsePGN(`[Round "1"][Black "B"][White "\"W\""][ECO "C20"][Annotator "me"][Result "0-1"]
{intro} e4 (d4 {why not, after all, since this is a fine move too, and the comment on it is long enough} d5 $10) e5`)
	if err != nil {
		t.Fatal(err)
	}
	const want = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "1"]
[White "\"W\""]
[Black "B"]
[Result "0-1"]
[Annotator "me"]
[ECO "C20"]

{intro} 1. e4 (1. d4 {why not, after all, since this is a fine move too, and
the comment on it is long enough} 1... d5 $10) 1... e5 0-1

`
	if diff := cmp.Diff(want, tree.String()); diff != "" {
		t.Error(diff)
	}
	var b strings.Builder
	n, err := tree.WriteTo(&b)
	if err != nil || n != int64(len(want)) || b.String() != want {
		t.Errorf("WriteTo = %d, %v", n, err)
	}
	if _, err := tree.WriteTo(failingWriter{}); err != io.ErrShortWrite {
		t.Errorf("WriteTo = %v, want the error of the writer", err)
	}

	if err := tree.UnmarshalText([]byte("1. e5")); !errors.Is(err, ErrIllegal) {
		t.Errorf("UnmarshalText = %v, want an illegal move", err)
	}
}

// Each field of a PGNWriter leaves something out, and nothing else.
func TestPGNWriter(t *testing.T) {
	tree, err := ParsePGN(`[White "W"][Black "B"][ECO "C20"][Result "0-1"]
{intro [%csl Gd4]} 1. e4 $1 {why [%clk 0:01:00] not} (1. d4 {or} d5 (1... Nf6) 2. c4) 1... e5 {[%eval 0.3]} 2. Nf3 0-1`)
	if err != nil {
		t.Fatal(err)
	}
	roster := []string{}
	for _, tt := range []struct {
		about string
		x     PGNWriter
		want  string
	}{
		{"tags", PGNWriter{Tags: []string{"Black", "Event", "Annotator"}, NoVariations: true, NoComments: true, NoCommands: true, NoGlyphs: true},
			"[Black \"B\"]\n[Event \"?\"]\n[Annotator \"?\"]\n\n1. e4 e5 2. Nf3 0-1\n\n"},
		{"nothing", PGNWriter{Tags: roster}, "{intro [%csl Gd4]} 1. e4 $1 {why [%clk 0:01:00] not} (1. d4 {or} 1... d5 (1...\nNf6) 2. c4) 1... e5 {[%eval 0.3]} 2. Nf3 0-1\n\n"},
		{"variations", PGNWriter{Tags: roster, NoVariations: true}, "{intro [%csl Gd4]} 1. e4 $1 {why [%clk 0:01:00] not} 1... e5 {[%eval 0.3]} 2.\nNf3 0-1\n\n"},
		{"glyphs", PGNWriter{Tags: roster, NoVariations: true, NoGlyphs: true}, "{intro [%csl Gd4]} 1. e4 {why [%clk 0:01:00] not} 1... e5 {[%eval 0.3]} 2. Nf3\n0-1\n\n"},
		{"comments", PGNWriter{Tags: roster, NoVariations: true, NoComments: true}, "{[%csl Gd4]} 1. e4 $1 {[%clk 0:01:00]} 1... e5 {[%eval 0.3]} 2. Nf3 0-1\n\n"},
		{"commands", PGNWriter{Tags: roster, NoCommands: true}, "{intro} 1. e4 $1 {why not} (1. d4 {or} 1... d5 (1... Nf6) 2. c4) 1... e5 2. Nf3\n0-1\n\n"},
		{"short lines", PGNWriter{Tags: roster, NoVariations: true, NoCommands: true, LineLength: 12}, "{intro} 1.\ne4 $1 {why\nnot} 1... e5\n2. Nf3 0-1\n\n"},
		{"a line", PGNWriter{Tags: roster, LineLength: -1}, "{intro [%csl Gd4]} 1. e4 $1 {why [%clk 0:01:00] not} (1. d4 {or} 1... d5 (1... Nf6) 2. c4) 1... e5 {[%eval 0.3]} 2. Nf3 0-1\n\n"},
	} {
		var b strings.Builder
		if err := tt.x.Write(&b, tree); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.about, diff)
		}
	}
	var forfeits strings.Builder
	for _, text := range []string{"1-0", "1. e4 *", "0-1"} {
		if err := (PGNWriter{Tags: roster}).Write(&forfeits, parseTree(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for _, err := range NewPGNReader(strings.NewReader(forfeits.String())).All() {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != 3 {
		t.Errorf("%d games in %s", n, forfeits.String())
	}
	if err := (PGNWriter{}).Write(failingWriter{}, tree); err != io.ErrShortWrite {
		t.Errorf("%v, want the error of the writer", err)
	}
	if err := (PGNWriter{Tags: []string{"White Elo"}}).Write(io.Discard, tree); !errors.Is(err, ErrSyntax) {
		t.Errorf("the name of a tag: %v", err)
	}
}

// Whatever is left out, the moves are read again; and the tags that tell where they begin are never left out.
func TestPGNWriterKeepsMoves(t *testing.T) {
	rng := chesstest.Rand(t)
	for tree := range fileGames(t, "testdata/games.pgn") {
		x := PGNWriter{
			NoVariations: rng.IntN(2) == 0, NoGlyphs: rng.IntN(2) == 0, NoComments: rng.IntN(2) == 0, NoCommands: rng.IntN(2) == 0,
			LineLength: rng.IntN(120) - 20, Tags: [][]string{nil, {}, {"White", "Result"}, {"FEN", "Variant", "FEN", "SetUp"}}[rng.IntN(4)],
		}
		var b strings.Builder
		if err := x.Write(&b, tree); err != nil {
			t.Fatal(err)
		}
		again, err := ParsePGN(b.String())
		if err != nil || len(again.Faults()) > 0 {
			t.Fatalf("%v, %v:\n%s", err, again.Faults(), b.String())
		}
		if diff := cmp.Diff(tree.Mainline(), again.Mainline()); diff != "" || !again.Start().Equal(tree.Start()) {
			t.Fatalf("%+v:\n%s\n%s", x, diff, b.String())
		}
		for n := range again.Nodes() {
			switch {
			case x.NoVariations && len(slices.Collect(n.Children())) > 1,
				x.NoGlyphs && len(n.NAGs()) > 0,
				x.NoComments && n.Text() != "",
				x.NoCommands && strings.Contains(n.Comment(), "[%"):
				t.Fatalf("%+v:\n%s", x, b.String())
			}
		}
	}
}

// A command in a comment stays on one line, unless it is longer than a line.
func TestWriteCommand(t *testing.T) {
	const commands = "[%eval 0.34] [%clk 0:01:00]"
	long := strings.Repeat("word ", 40) + "[%x" + strings.Repeat(" word", 40) + "]"
	tree, err := ParsePGN("1. e4 *")
	if err != nil {
		t.Fatal(err)
	}
	for size := range 2 * maxLine {
		for _, end := range []string{"", " }"} { // in braces, and behind semicolons
			comment := strings.Repeat("y ", size/2) + strings.Repeat("z", size%2+1) + " " + commands + " " + long + end
			tree.Root().Next().SetComment(comment)
			text := tree.String()
			for command := range strings.SplitAfterSeq(commands, "] ") {
				if !strings.Contains(text, strings.TrimSpace(command)) {
					t.Errorf("no %s in\n%s", command, text)
				}
			}
			for line := range strings.Lines(text) {
				if len(line) > maxLine+1 {
					t.Errorf("a line of %d bytes: %s", len(line), line)
				}
			}
			again, err := ParsePGN(text)
			if err != nil || again.Root().Next().Comment() != comment {
				t.Errorf("not read back, %v:\n%s", err, text)
			}
		}
	}
}

// TestLargeTrees makes trees that are larger than PGNReader reads. They can be walked
// without a call for each level, and writing them fails before it takes much memory.
func TestLargeTrees(t *testing.T) {
	const n = 400_000
	line := NewGameTree(StartPosition())
	there := movesOf(t, StartPosition(), "Nf3 Nf6 Ng1 Ng8")
	moves := slices.Repeat(there, n/len(there))
	if _, err := line.Root().Add(moves...); err != nil {
		t.Fatal(err)
	}
	if got := len(line.Mainline()); got != len(moves) {
		t.Errorf("a line of %d moves, want %d", got, len(moves))
	}
	nested := func(depth int) *GameTree { // on each move a variation that begins with the same
		tree := NewGameTree(StartPosition())
		at := tree.Root()
		for range depth {
			at.child = &Node{parent: at}
			at.child.next = &Node{parent: at}
			at = at.child.next
		}
		return tree
	}
	deep, long := nested(n/2), NewGameTree(StartPosition())
	long.Root().SetComment(strings.Repeat("x", maxToken))
	seen := 0
	for range deep.Nodes() {
		if seen++; seen == 5000 {
			break
		}
	}
	if seen != 5000 {
		t.Errorf("%d nodes, want 5000", seen)
	}
	for name, tree := range map[string]*GameTree{"line": line, "deep": deep, "a level too deep": nested(maxDepth + 1), "a long comment": long} {
		used := chesstest.Heap(func(in *chesstest.Flood) {
			in.Left, in.Text = 1, "x"
			if text, err := tree.appendText([]byte("x")); !errors.Is(err, ErrSyntax) || string(text) != "x" {
				t.Errorf("%s: %d bytes written, %v", name, len(text), err)
			}
			in.Read(make([]byte, 1))
		})
		if used > 32<<20 {
			t.Errorf("%s: %d MB in use", name, used>>20)
		}
	}
}

// pgnExtract returns the path of pgn-extract, or skips the test.
func pgnExtract(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"pgn-extract", "/usr/games/pgn-extract"} { // where Debian has it, often outside PATH
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("pgn-extract is not installed")
	return ""
}

// extractable removes from a tree what pgn-extract 19.04 does not read: null moves, and
// comments behind semicolons or before a move.
func extractable(tree *GameTree) *GameTree {
	for n := range tree.Nodes() {
		for c := range n.Children() {
			if c.Move() == 0 {
				c.Delete()
			}
		}
		n.SetComment(strings.ReplaceAll(n.Comment(), "}", ""))
		n.SetCommentBefore("")
	}
	return tree
}

// TestPGNExtract has pgn-extract, an independent program, read games that were written here
// (on Debian: apt-get install pgn-extract). It must report no error, and find the same moves,
// the same EPD after each, and the same FEN after the last, on the main lines. For more games
//
//	CHESS_FULL=30 go test -run TestPGNExtract .
func TestPGNExtract(t *testing.T) {
	program := pgnExtract(t)
	file := filepath.Join(t.TempDir(), "games.pgn")
	rng := chesstest.Rand(t)
	for games := chesstest.Sample(t, 300); games > 0; games -= 30 {
		var text []byte
		var moves, fens, epds []string
		for range min(games, 30) {
			tree := parseTree(t, string(appendRandomGame(t, nil, rng, 1)))
			if rng.IntN(2) == 0 {
				fens := []string{StartFEN, castlingFEN, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "r3k2r/8/8/8/3pPp2/8/8/R3K1RR b KQkq e3 0 17"}
				tree = extractable(randomTree(t, rng, MustParseFEN(fens[rng.IntN(len(fens))])))
			}
			bare := NewGameTree(tree.Start())
			end, err := bare.Root().Add(tree.Mainline()...)
			if err != nil {
				t.Fatal(err)
			}
			if len(tree.Mainline()) == 0 {
				continue // pgn-extract writes no FEN for it
			}
			p := end.Position()
			result := p.Outcome().String() // otherwise pgn-extract warns
			if err := errors.Join(tree.SetTag("Result", result), bare.SetTag("Result", result)); err != nil {
				t.Fatal(err)
			}
			text = append(text, tree.String()...)
			moves = append(moves, movetextOf(t, bare))
			fens = append(fens, p.FEN())
			for _, p := range bare.Nodes() {
				epds = append(epds, p.After().EPD())
			}
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		run := func(args ...string) (lines []string) {
			var stderr strings.Builder
			cmd := exec.Command(program, append(args, "-s", file)...)
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil || stderr.Len() > 0 {
				t.Fatalf("pgn-extract: %v\n%.2000s", err, stderr.String())
			}
			for line := range strings.Lines(string(out)) {
				if line = strings.TrimSpace(line); line != "" {
					lines = append(lines, line)
				}
			}
			return lines
		}
		if diff := cmp.Diff(moves, run("--notags", "-C", "-N", "-V", "-w100000")); diff != "" {
			t.Fatalf("moves (-want +pgn-extract):\n%s", diff)
		}
		var gotFENs, gotEPDs []string
		for _, line := range run("--notags", "-C", "-N", "-V", "-w100000", "-F") {
			gotFENs = append(gotFENs, strings.Split(line, `"`)[1])
		}
		for _, line := range run("-Wepd", "--nofauxep") {
			p, err := ParseFEN(strings.Join(strings.Fields(line)[:4], " ")) // its en-passant square does not depend on pins
			if err != nil {
				t.Fatal(err)
			}
			gotEPDs = append(gotEPDs, p.EPD())
		}
		if diff := cmp.Diff([][]string{fens, epds}, [][]string{gotFENs, gotEPDs}); diff != "" {
			t.Fatalf("FENs and EPDs (-want +pgn-extract):\n%s", diff)
		}
	}
}
