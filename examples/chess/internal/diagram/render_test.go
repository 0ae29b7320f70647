package diagram

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// rendered renders a diagram.
func rendered(t *testing.T, d chess.Diagram) image.Image {
	t.Helper()
	img, err := render(d.String())
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// far returns the largest difference of two colours in a channel, from 0 to 255.
func far(a, b color.Color) int {
	ar, ag, ab, aa := a.RGBA()
	br, bg, bb, ba := b.RGBA()
	channel := func(x, y uint32) int { return int(math.Abs(float64(x)-float64(y))) >> 8 }
	return max(channel(ar, br), channel(ag, bg), channel(ab, bb), channel(aa, ba))
}

// TestSharp checks that squares have sharp edges and no gaps in pictures of any size.
func TestSharp(t *testing.T) {
	for i := range chesstest.Sample(t, 70) {
		size := 16 + i*79%500 // small ones and large ones
		img := rendered(t, chess.Diagram{Size: size, NoCoordinates: true})
		counts := map[color.Color]int{}
		for y := range size {
			for x := range size {
				counts[img.At(x, y)]++
			}
		}
		light, dark := counts[color.RGBA{0xEF, 0xE1, 0xCA, 0xFF}], counts[color.RGBA{0xB9, 0x9D, 0x7C, 0xFF}]
		if light+dark != size*size || math.Abs(float64(light-dark)) > float64(4*size) {
			t.Errorf("%d pixels wide: %d light and %d dark pixels", size, light, dark)
		}
	}
}

// diagrams returns one with everything that a Diagram can have, and random ones.
func diagrams(t *testing.T) (all []chess.Diagram) {
	t.Helper()
	last, err := chess.ParseUCI("h5f7")
	if err != nil {
		t.Fatal(err)
	}
	p := chess.MustParseFEN(mate)
	x := chess.NewDefaultEvaluator().Explain(&p)
	heat, err := x.Diagram()
	if err != nil {
		t.Fatal(err)
	}
	heat.Size, heat.Check, heat.Highlights = 500, true, []chess.Highlight{{Square: chess.A4}}
	plain := chess.Diagram{
		Position: p, Size: 500, Check: true, Caption: "AVATAR, çà & là",
		Highlights: []chess.Highlight{{Square: chess.G6}, {Square: chess.D5, Paint: "#1f8a3b"}},
		Arrows: []chess.Arrow{
			{From: chess.C4, To: chess.F7}, {From: chess.E8, To: chess.E7, Paint: "blue"}, {From: chess.D4, To: chess.D4},
		},
		LightSquares: "#eee", DarkSquares: "steelblue",
	}
	long := chess.Diagram{Size: 300, Caption: "A caption that is much longer than the board is wide, so that its letters are squeezed to fit"}
	textless := plain
	textless.NoCoordinates, textless.Caption, textless.Flipped, textless.LastMove = true, "", true, last
	all = []chess.Diagram{plain, heat, long, textless}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		d := chess.Diagram{
			Position: p, Size: 16 + rng.IntN(300), Flipped: rng.IntN(2) == 0, NoCoordinates: rng.IntN(2) == 0, Check: true,
			LastMove: last, Arrows: []chess.Arrow{{From: chess.Square(rng.IntN(65)), To: chess.Square(rng.IntN(65))}},
		}
		if rng.IntN(2) == 0 {
			d.Heat = &chess.Heat{Values: map[chess.Square]float64{chess.E4: rng.NormFloat64(), chess.E5: 1, chess.D4: -1}, Decimals: rng.IntN(3)}
		}
		all = append(all, d)
	}
	return all
}

// TestRenders checks that everything a Diagram can have is known.
func TestRenders(t *testing.T) {
	for i, d := range diagrams(t) {
		if got := rendered(t, d).Bounds().Dx(); got != d.Size {
			t.Errorf("%d: %d pixels wide, want %d", i, got, d.Size)
		}
	}
}

func TestUnknown(t *testing.T) {
	const begin = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10">`
	for _, svg := range []string{
		"", "<svg>", `<svg viewBox="0 0 10 10"></svg>`, `<svg viewBox="0 0" width="10" height="10"></svg>`, `<svg x="1"></svg>`,
		begin + `<image/></svg>`, begin + `<g mask="url(x)"/></svg>`, begin + `<use href="#x"/></svg>`,
		begin + `<path d="M0 0A1 1 0 0 0 5 5"/></svg>`, begin + `<path d="M0"/></svg>`, begin + `<path d="M0 0L1"/></svg>`,
		begin + `<path d="M0 0Z1"/></svg>`, begin + `<path d="x"/></svg>`, begin + `<path d="M1.2.3 4"/></svg>`,
		begin + `<path fill="colour" d="M0 0"/></svg>`, begin + `<path stroke="#12" d="M0 0"/></svg>`,
		begin + `<g transform="rotate(3)"/></svg>`, begin + `<g transform="scale(x)"/></svg>`, begin + `<g transform="scale(2"/></svg>`,
		begin + `<g opacity="x"/></svg>`, begin + `<g stroke-linejoin="bevel"/></svg>`, begin + `<g text-anchor="end"/></svg>`,
		begin + `<path stroke-dasharray="1" d="M0 0L5 5"/></svg>`,
	} {
		if _, err := render(svg); err == nil {
			t.Errorf("no error for %s", svg)
		}
	}
}

// TestAgainstBrowser compares with what a browser draws, if there is one.
func TestAgainstBrowser(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium")
	}
	dir := t.TempDir()
	for i, d := range chesstest.Few(t, diagrams(t)[:4]) {
		img := rendered(t, d)
		svg, shot := filepath.Join(dir, "x.svg"), filepath.Join(dir, "x.png")
		if err := os.WriteFile(svg, []byte(d.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		size := img.Bounds().Size()
		out, err := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
			"--default-background-color=00000000", fmt.Sprintf("--window-size=%d,%d", max(size.X, 500), max(size.Y, 500)),
			"--user-data-dir="+dir, "--screenshot="+shot, svg).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		want := readPNG(t, shot)
		limit := 0.03 // letters may be those of another font
		if d.NoCoordinates {
			limit = 0.002
		}
		different := 0
		for y := range size.Y {
			for x := range size.X {
				if far(img.At(x, y), want.At(x, y)) > 64 {
					different++
				}
			}
		}
		if part := float64(different) / float64(size.X*size.Y); part > limit {
			t.Errorf("diagram %d: %.2f %% of the pixels are different", i, 100*part)
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
			if far(got.At(x, y), want.At(x, y)) > 8 { // processors round differently
				t.Fatalf("board.png is out of date at (%d, %d): run the command of the README", x, y)
			}
		}
	}
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
