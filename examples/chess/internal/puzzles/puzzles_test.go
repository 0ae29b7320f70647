package puzzles

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess/examples/internal/cli"
)

const twoPuzzles = `PuzzleId,FEN,Moves,Rating,Themes
a,q5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,a8a7 d1d8,900,mate mateIn1 oneMove endgame master fork
b,6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1,a2a8 d1d8 a8d8,900,short
`

// run runs the command.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return Command.Run(ctx, args, cli.Streams{In: stdin, Out: stdout, Err: stderr})
}

// puzzles runs the program on a file and returns its output and its error.
func puzzles(t *testing.T, text string, args ...string) (string, string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "puzzles")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, problems bytes.Buffer
	err := run(t.Context(), append(args, path), strings.NewReader(""), &out, &problems)
	return out.String(), problems.String(), err
}

func TestThemes(t *testing.T) {
	for _, text := range []string{twoPuzzles, strings.ReplaceAll(twoPuzzles, ",", "\t")} {
		out, problems, err := puzzles(t, text, "themes")
		if err != nil || problems != "" {
			t.Fatal(err, problems)
		}
		for _, want := range []string{
			"mateIn1                   1        1     1.000   1.000   1.000\n",
			"fork                      1        0         -   0.000   0.000\n",
			"backRankMate              0        1     0.000       -   0.000\n", "\n2 puzzles\n",
		} {
			if !strings.Contains(out, want) {
				t.Errorf("%q is missing in\n%s", want, out)
			}
		}
	}
}

// Zugzwang is looked for by a search, unless it is of no nodes.
func TestDiffer(t *testing.T) {
	const ending = "z,8/1k6/8/8/8/K4P2/8/8 b - - 0 1,b7a6 a3a4,900,zugzwang\n"
	for args, want := range map[string]string{
		"backRankMate":      "extra a q5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1: 1... Qa7 2. Rd8#\n",
		"mate":              "",
		"fork":              "missing a q5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1: 1... Qa7 2. Rd8#\n",
		"zugzwang":          "",
		"zugzwang -nodes=0": "missing z 8/1k6/8/8/8/K4P2/8/8 b - - 0 1: 1... Ka6 2. Ka4\n",
	} {
		if out, _, err := puzzles(t, twoPuzzles+ending, append([]string{"themes", "-differ"}, strings.Fields(args)...)...); out != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", args, out, err, want)
		}
	}
}

func TestFaults(t *testing.T) {
	const head = "id\tthemes\tfen\tmoves\n"
	for _, line := range []string{"x\tmate\t8/8\te2e4\n", "x\tmate\t6k1/8/8/8/8/8/8/K7 w - - 0 1\ta1a5\n", "x\tmate\t6k1/8/8/8/8/8/8/K7 w - - 0 1\t\n"} {
		out, problems, err := puzzles(t, head+line, "themes")
		if !errors.Is(err, cli.ErrPartly) || !strings.Contains(problems, ": puzzle x: ") || !strings.HasSuffix(out, "0 puzzles\n") {
			t.Errorf("%q: %v, %q, %q", line, err, problems, out)
		}
	}
	for _, text := range []string{"", "id\tfen\n", head + "a\tb\n"} {
		if _, _, err := puzzles(t, text, "themes"); err == nil || errors.Is(err, cli.ErrPartly) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestCommandLine(t *testing.T) {
	for args, want := range map[string]error{
		"": cli.ErrUsage, "themes": cli.ErrUsage, "themes a b": cli.ErrUsage, "themes -differ x a": cli.ErrUsage, "theme a": cli.ErrUsage,
		"themes -x": cli.ErrUsage, "themes -nodes -1 a": cli.ErrUsage, "-h": flag.ErrHelp, "help": flag.ErrHelp, "make": cli.ErrUsage, "make -h": flag.ErrHelp, "make -nodes 0 x": cli.ErrUsage, "make -verify 5 x": cli.ErrUsage,
		"make -format tsv x": cli.ErrUsage, "make -concurrency 0 x": cli.ErrUsage, "themes -h": flag.ErrHelp, "themes none": os.ErrNotExist,
	} {
		if err := run(t.Context(), strings.Fields(args), strings.NewReader(""), io.Discard, io.Discard); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", args, err, want)
		}
	}
	if err := run(t.Context(), []string{"themes", "-"}, strings.NewReader(twoPuzzles), io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
}
