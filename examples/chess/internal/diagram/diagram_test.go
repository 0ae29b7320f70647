package diagram

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
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
		{"-o", "board.gif"}, {"-pieces", "none"}, {"-heat", "-pgn", "x"}, {"-heat", "-pieces", "print"}, {"-o", "board.jpg"}, {"-o", "png"}, {"e4"}, {"-size", "15"}, {"-size", "5000"}, {"-fen", "8/8"}, {"-last", "e9"},
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
	path := func(name string) string { return filepath.Join(dir, name) }
	file := func(name string) []byte {
		t.Helper()
		path := path(name)
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
	games := filepath.Join(dir, "games.pgn")
	if err := os.WriteFile(games, []byte("1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	moving := filepath.Join(dir, "x.gif")
	if _, err := run("-o", moving, "-pgn", games, "-size", "100", "-pieces", "shaded"); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(moving)
	if err != nil {
		t.Fatal(err)
	}
	if frames, err := gif.DecodeAll(bytes.NewReader(content)); err != nil || len(frames.Image) != 5 {
		t.Errorf("GIF: %v", err)
	}
	if last, err := run("-pgn", games, "-ascii"); err != nil || !strings.Contains(last, "[:]") || !strings.Contains(last, "!K!") {
		t.Errorf("the end of a game: %v\n%s", err, last)
	}
	for _, args := range [][]string{{"-pgn", filepath.Join(dir, "none")}, {"-pgn", path("x.txt")}} {
		if out, err := run(args...); err == nil || errors.Is(err, cli.ErrUsage) || out != "" {
			t.Errorf("%q: %v, printed %q", args, err, out)
		}
	}
	dark := d
	dark.DarkScreen = true
	for flag, want := range map[string]string{"-ascii=false": d.Unicode(), "-ascii": d.ASCII(), "-darkscreen": dark.Unicode()} {
		if out, err := run(flag, mate); out != want || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", flag, err, cmp.Diff(want, out))
		}
	}
}

// TestPicture checks the picture in the README.
func TestPicture(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(text), "\n    chess diagram -o board.png ")
	command, _, _ = strings.Cut(command, "\n\n")
	var args []string
	for i, part := range strings.Split(strings.ReplaceAll(command, "\\\n", ""), "'") {
		if i%2 == 1 {
			args = append(args, part) // in quotes
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	drawn := filepath.Join(t.TempDir(), "board.png")
	if _, err := run(append(args, "-o", drawn)...); err != nil {
		t.Fatal(err)
	}
	got, want := readPNG(t, drawn), readPNG(t, "../../board.png")
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%v, want %v", got.Bounds(), want.Bounds())
	}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			if far(got.At(x, y), want.At(x, y)) > 8<<8 { // processors round differently
				t.Fatalf("board.png is out of date at (%d, %d): run the command of the README", x, y)
			}
		}
	}
}

// far returns the largest difference of two colours in a channel.
func far(a, b color.Color) int {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	return max(max(int(ar), int(br))-min(int(ar), int(br)), max(int(ag), int(bg))-min(int(ag), int(bg)), max(int(ab), int(bb))-min(int(ab), int(bb)))
}

func readPNG(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}
