package diagram

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

const mate = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"

// run runs the command and returns what it prints.
func run(args ...string) (string, error) {
	var out bytes.Buffer
	err := Command.Run(context.Background(), args, cli.Streams{Out: &out})
	return out.String(), err
}

func TestFlags(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.svg")
	last, err := chess.ParseUCI("h5f7")
	if err != nil {
		t.Fatal(err)
	}
	want := chess.Diagram{
		Position: chess.MustParseFEN(mate), LastMove: last, Check: true, Caption: "mate", Size: 100,
		Arrows: []chess.Arrow{
			{From: chess.C4, To: chess.F7}, {From: chess.E8, To: chess.E7, Paint: "blue"}, {From: chess.D4, To: chess.D4},
		},
		Highlights: []chess.Highlight{{Square: chess.G6}, {Square: chess.D5, Paint: "#1f8a3b"}},
		Flipped:    true, NoCoordinates: true, LightSquares: "white", DarkSquares: "#789",
	}
	for _, fen := range [][]string{{"-fen", mate}, {mate}, strings.Fields(mate)} {
		_, err := run(append(fen, "-o", path, "-last", "h5f7", "-arrows", "c4f7,e8e7=blue,d4", "-highlight", "g6,d5=#1f8a3b",
			"-caption", "mate", "-size", "100", "-flip", "-bare", "-light", "white", "-dark", "#789")...)
		got, _ := os.ReadFile(path)
		if diff := cmp.Diff(want.String(), string(got)); diff != "" || err != nil {
			t.Errorf("%q: %v, -want +got:\n%s", fen, err, diff)
		}
	}
}

func TestBadCommandLine(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"-o", "board.gif"}, {"-o", "png"}, {"e4"}, {"-size", "15"}, {"-size", "5000"}, {"-fen", "8/8"}, {"-last", "e9"},
		{"-arrows", "e2" + "e9"}, {"-arrows", "e"}, {"-arrows", "é"}, {"-arrows", "e2e4=none"}, {"-highlight", "e9"},
		{"-highlight", "e4=#12"}, {"-light", "url(x)"}, {"-dark", "#12345"}, {"-x"}, {"-highlight", "e4e5"}, {"-only", "material"},
		{"-heat", "-caption", "x"}, {"-heat", "8/8 w - - 0 1"}, {"-heat", "-eval", "best"}, {"-heat", "-eval", "default,coverage=30"},
		{"-heat", "-only", "weather"}, {"-heat", "-only", ","}, {"-heat", "-scale", "-1"}, {"-heat", "-scale", "NaN"}, {"-heat", "-size", "0"},
	} {
		if out, err := run(args...); !errors.Is(err, cli.ErrUsage) || out != "" {
			t.Errorf("%q: %v, printed %q", args, err, out)
		}
	}
	if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
		t.Errorf("files were written: %v, %v", files, err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) []byte {
		t.Helper()
		path := filepath.Join(dir, name)
		if _, err := run("-o", path, "-fen", mate, "-size", "200", "-ascii"); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	d := chess.Diagram{Position: chess.MustParseFEN(mate), Check: true}
	if diff := cmp.Diff(d.ASCII(), string(file("x.txt"))); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	img, err := png.Decode(bytes.NewReader(file("x.png")))
	if err != nil || img.Bounds().Dx() != 200 || img.Bounds().Dy() != 200 {
		t.Errorf("PNG: %v, %v", img.Bounds(), err)
	}
	dark := d
	dark.DarkScreen = true
	for flag, want := range map[string]string{"-ascii=false": d.Unicode(), "-ascii": d.ASCII(), "-darkscreen": dark.Unicode()} {
		if out, err := run(flag, mate); out != want || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", flag, err, cmp.Diff(want, out))
		}
	}
}
