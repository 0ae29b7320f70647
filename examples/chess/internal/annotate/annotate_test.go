package annotate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	_ "github.com/seed-0971039b/chess/examples/chess/internal/zstd"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/gamefile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

const games = "../../../../testdata/games.pgn" // 60 games

// run runs the command.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return Command.Run(ctx, args, cli.Streams{In: stdin, Out: stdout, Err: stderr})
}

// annotate runs the program with few nodes and returns its output.
func annotate(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), append([]string{"-nodes", "20"}, args...), strings.NewReader(stdin), &stdout, &stderr)
	if err != nil || progress.Others(stderr.String()) != "" {
		t.Fatalf("%v: %v, %s", args, err, &stderr)
	}
	return stdout.String()
}

// readAll returns the games of a PGN text.
func readAll(t *testing.T, text string) (trees []*chess.GameTree) {
	t.Helper()
	for tree, err := range chess.NewPGNReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	return trees
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestGames checks that the games are written completely and in order, and that
// the output does not depend on how many are analysed at once.
func TestGames(t *testing.T) {
	in := someGames(t, min(60, chesstest.Sample(t, 60)))
	one := annotate(t, "", "-concurrency", "1", in)
	before, after := readAll(t, readFile(t, in)), readAll(t, one)
	if len(after) != len(before) {
		t.Fatalf("%d games became %d", len(before), len(after))
	}
	for i := range after {
		if diff := cmp.Diff(before[i].Mainline(), after[i].Mainline()); diff != "" {
			t.Errorf("game %d has other moves:\n%s", i+1, diff)
		}
		if after[i].Tag("WhiteAccuracy") == "" || after[i].Root().Next().Comment() == "" {
			t.Errorf("game %d is not annotated", i+1)
		}
	}
	if many := annotate(t, "", "-concurrency", "7", in); many != one {
		t.Error("several games at once: another output")
	}
}

// TestEvaluation checks that -eval chooses the evaluation, and that the output tells.
func TestEvaluation(t *testing.T) {
	in := someGames(t, 1)
	unnamed, pesto := annotate(t, "", in), annotate(t, "", "-eval", "pesto", in)
	if !strings.Contains(pesto, `[Annotator "chess (Go), evaluation pesto, 20 nodes a position, `) || strings.Contains(unnamed, "evaluation") {
		t.Errorf("pesto:\n%s\ndefault:\n%s", pesto, unnamed)
	}
}

// TestEndings checks that moves that throw a result away are marked by default, and that
// the output tells by which tables.
func TestEndings(t *testing.T) {
	const text = "[FEN \"8/8/1K1k4/8/2P5/8/8/8 w - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n1. c5+ Kd7 2. c6+ Kc8 3. Kc5 1/2-1/2\n"
	for _, tt := range []struct {
		flags  []string
		tables string
	}{
		{nil, "tables of 3 pieces"}, {[]string{"-endings", "0"}, ""},
		{[]string{"-endings", "0", "-syzygy", "../../../../testdata/syzygy"}, "Syzygy's of 4"},
	} {
		out := annotate(t, text, append(tt.flags, "-")...)
		blunder := strings.Contains(strings.ReplaceAll(out, "\n", " "), "3. Kc5 $4 {[%eval 0.00] Blunder, throws away the win: only c7 wins.}")
		if blunder != (tt.tables != "") || !strings.Contains(out, tt.tables+"\"]") {
			t.Errorf("%v:\n%s", tt.flags, out)
		}
	}
}

// TestDeadPosition checks that a comment says where a game ended by the Laws, if it went on.
func TestDeadPosition(t *testing.T) {
	const text = "[FEN \"4k3/8/8/p2p2p1/P2P4/8/6P1/4K3 w - - 0 1\"]\n[Result \"1-0\"]\n\n1. g4 "
	for moves, dead := range map[string]bool{"Kd7 2. Ke2 Ke7 1-0": true, "1-0": false} {
		out := strings.ReplaceAll(annotate(t, text+moves+"\n", "-"), "\n", " ")
		if dead != strings.Contains(out, "a dead position: neither side can win any more") {
			t.Errorf("%s\n%s", moves, out)
		}
	}
}

// TestFaults checks that a game with a fault is annotated as far as it goes, that
// everything that was left out is reported, and that such a run can be continued.
func TestFaults(t *testing.T) {
	const text = `[Event "1"]

1. e4 e5 <br> 2. Nf3 Nc6 (2... Nf6 3. Qxf7 Kxf7) 3. Bb5 a6 1-0

[Event "2"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Ke3 Be7 1/2-1/2

[Event "3"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2"]

2. Nf3 *

[Event "4"]
[Variant "Shatranj"]

1. e4 *

[Event "5"]

1. c4 {well begun`
	in := writeFile(t, "games.pgn", text)
	annotate := func(out string) (problems string) {
		var stderr bytes.Buffer
		if err := run(t.Context(), []string{"-nodes", "1", "-o", out, in}, nil, nil, &stderr); !errors.Is(err, cli.ErrReported) || !errors.Is(err, cli.ErrPartly) {
			t.Error(err)
		}
		return progress.Others(stderr.String())
	}
	out := writeFile(t, "out.pgn", "")
	problems := annotate(out)
	var want strings.Builder
	for _, problem := range []string{
		`game 1, line 3, column 10: PGN "<br>": malformed: it has no meaning here`,
		`game 1, line 3, column 39: SAN "Qxf7": illegal: no such move of a queen to f7 is legal`,
		`game 2, line 7, column 33: SAN "Ke3": illegal: no such move of a king to e3 is legal; the rest of the game is left out`,
		`game 3, line 10, column 1: FEN en passant "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2": illegal at character 56: dropped "e3", an en-passant square that no double push left`,
		`game 4, line 15, column 1: tag Variant "Shatranj": illegal: the variant is not supported; the game is left out`,
		`game 5, line 21, column 7: PGN comment "well begun": malformed: it is never closed, or longer than 1 MB; the rest of the game is left out`,
	} {
		want.WriteString("annotate: " + in + ": " + problem + "\n")
	}
	if diff := cmp.Diff(want.String(), problems); diff != "" {
		t.Errorf("it reported (-want +got):\n%s", diff)
	}
	whole := readFile(t, out)
	var plies []int
	for _, tree := range readAll(t, whole) {
		if tree.Root().Next().Comment() == "" {
			t.Errorf("it wrote\n%v", tree)
		}
		plies = append(plies, len(tree.Mainline()))
	}
	if diff := cmp.Diff([]int{6, 6, 1, 1}, plies); diff != "" {
		t.Errorf("plies (-want +got):\n%s", diff)
	}
	for size := 0; size <= len(whole); size += 40 {
		out := writeFile(t, "out.pgn", whole[:size])
		if again := annotate(out); again != problems || readFile(t, out) != whole {
			t.Errorf("after %d bytes it reported\n%sand wrote\n%s", size, again, readFile(t, out))
		}
	}
}

// TestForeignFiles checks that a file with any other content is not changed.
func TestForeignFiles(t *testing.T) {
	in := someGames(t, 3)
	fewer := someGames(t, 2)
	whole := annotate(t, "", in)
	shorter := whole[:strings.LastIndex(whole, "\n[Event")+1]
	for name, test := range map[string]struct{ in, file string }{
		"a line":           {in, "[Even a line]"},
		"the input":        {in, readFile(t, in)},
		"other settings":   {in, strings.ReplaceAll(whole, "20 nodes", "21 nodes")},
		"another language": {in, annotate(t, "", "-lang", "de", in)},
		"another order":    {in, shorter[strings.Index(shorter, "\n[Event")+1:]},
		"more games":       {fewer, whole},
		"more, cut off":    {fewer, whole[:len(whole)-1]},
	} {
		out := writeFile(t, "out.pgn", test.file)
		err := run(t.Context(), []string{"-nodes", "20", "-o", out, test.in}, nil, nil, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "name another file") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
		if readFile(t, out) != test.file {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

// TestBadInput checks that each error is reported in one line and the good games
// are annotated.
func TestBadInput(t *testing.T) {
	good := "[Event \"good\"]\n\n1. e4 e5 *\n\n"
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(z, strings.Repeat(good, 2))
	z.Flush()
	whole := packed.Len()
	io.CopyN(z, rand.NewChaCha8([32]byte{}), 1000)
	z.Close()
	folder := t.TempDir()
	for name, test := range map[string]struct {
		path  string
		good  int
		wrong []string // a part of each error
	}{
		"missing":    {filepath.Join(folder, "nowhere.pgn"), 0, []string{"no such file"}},
		"empty":      {writeFile(t, "empty.pgn", ""), 0, []string{"no game in it"}},
		"letter":     {writeFile(t, "letter.pgn", "Dear all,\n\n1. this is * no. 2 game\n\nBye\n"), 0, []string{"there is no game in it"}},
		"no moves":   {writeFile(t, "moves.pgn", "1. e5 *\n"), 0, []string{"no game in it can be read"}},
		"cut zst":    {writeFile(t, "cut.pgn.zst", packed.String()[:whole+100]), 2, []string{"is cut short"}},
		"illegal":    {writeFile(t, "illegal.pgn", good+"[Event \"bad\"]\n\n1. e5 *\n\n"+good), 2, []string{"game 2, line 7, column 4"}},
		"bad first":  {writeFile(t, "first.pgn", strings.Repeat("[Event \"bad\"]\n\n1. e5 *\n\n", 2)+good), 1, []string{"game 1,", "game 2,"}},
		"many first": {writeFile(t, "many.pgn", strings.Repeat("1. e5 *\n\n", 22)+good), 1, append(make([]string, 20), "2 more errors")},
		"too long":   {writeFile(t, "long.pgn", good+"[Event \"bad\"]\n\n"+strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4500)+"*\n\n"+good), 2, []string{"game 2: "}},
	} {
		var stdout, stderr bytes.Buffer
		end := writeFile(t, "end.pgn", good)
		err := run(t.Context(), []string{"-nodes", "1", test.path, end}, nil, &stdout, &stderr)
		if !errors.Is(err, cli.ErrReported) {
			t.Errorf("%s: %v", name, err)
		}
		lines := strings.SplitAfter(progress.Others(stderr.String()), "\n")
		lines = lines[:len(lines)-1]
		if len(lines) != len(test.wrong) {
			t.Errorf("%s: it reported\n%s", name, &stderr)
			continue
		}
		for i, line := range lines {
			if !strings.HasPrefix(line, "annotate: ") || !strings.Contains(line, test.wrong[i]) {
				t.Errorf("%s: no %q in %s", name, test.wrong[i], line)
			}
		}
		if got := len(readAll(t, stdout.String())); got != test.good+1 {
			t.Errorf("%s: %d games were written", name, got)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{
		{}, {"-nodes", "0", games}, {"-plies", "0", games}, {"-nodes", "x", games}, {"-concurrency", "0", games}, {"-what", games}, {"-lang", "xx", games}, {"-syzygy", "nowhere", games},
	} {
		if err := run(t.Context(), args, nil, io.Discard, io.Discard); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// FuzzWholeGames checks that a game is complete with its last byte and not before,
// whatever its text.
func FuzzWholeGames(f *testing.F) {
	for _, text := range []string{
		"*", "[White \"\n\n\"]\n\n{\n\n a } 1. e4 {}\n\n(1. d4) ; a } b\n\n; c\n{ d } e5 *",
		"; }\n\n1. e4 *", "; %\n{}\n1. e4 {%}\n*", "1. e4 ({ } 1. d4 { \n \n }) *", "{ a\r\n\r\nb } *",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := chess.NewPGNReader(strings.NewReader(text)).Next()
		if err != nil {
			return
		}
		game, err := tree.MarshalText()
		if err != nil {
			return
		}
		for _, size := range []int{len(game) - 1, len(game) / 2, max(len(game)-80, 0)} {
			if end, err := gamefile.WholeGames(bytes.NewReader(game[:size])); end != 0 || err != nil {
				t.Errorf("complete after %d of %d bytes, %v:\n%s", size, len(game), err, game)
			}
		}
		for _, more := range [][]byte{nil, []byte("["), game[:len(game)/2]} {
			if end, err := gamefile.WholeGames(bytes.NewReader(slices.Concat(game, more))); end != int64(len(game)) || err != nil {
				t.Errorf("%d bytes are complete, not %d, %v:\n%s", end, len(game), err, game)
			}
		}
	})
}
