package picture

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

const mate = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"

// drawn returns the Image of a diagram.
func drawn(t *testing.T, d chess.Diagram) image.Image {
	t.Helper()
	img, err := Image(d)
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
		img := drawn(t, chess.Diagram{Size: size, NoCoordinates: true})
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
	hand := chess.Diagram{Position: chess.MustParseFEN("4k3/8/8/8/8/8/8/R3K3[QPPn] w Q - 0 9 variant crazyhouse;"), Size: 400}
	all = []chess.Diagram{plain, heat, long, textless, hand}
	for _, set := range []string{"shaded", "print"} {
		d := textless
		d.Pieces, d.Check, d.Size = Sets[set], false, 800
		all = append(all, d)
	}
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
		if got := drawn(t, d).Bounds().Dx(); got != d.Size {
			t.Errorf("%d: %d pixels wide, want %d", i, got, d.Size)
		}
	}
}

func TestUnknown(t *testing.T) {
	const begin = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10">`
	for _, svg := range []string{
		"", "<svg>", `<svg viewBox="0 0 10 10"></svg>`, `<svg viewBox="0 0" width="10" height="10"></svg>`, `<svg x="1"></svg>`,
		begin + `<image/></svg>`, begin + `<g mask="url(x)"/></svg>`, begin + `<use href="#x"/></svg>`, begin + `<g><image/></g></svg>`,
		begin + `<path d="M0"/></svg>`, begin + `<path d="M0 0L1"/></svg>`, begin + `<path d="M0 0A1 1 0 0 0 5"/></svg>`,
		begin + `<path d="M0 0Z1"/></svg>`, begin + `<path d="x"/></svg>`, begin + `<path d="1 2"/></svg>`, begin + `<path d="M0 0B1"/></svg>`,
		begin + `<path fill="colour" d="M0 0"/></svg>`, begin + `<path stroke="#12" d="M0 0"/></svg>`, begin + `<path fill="currentColor" d="M0 0"/></svg>`,
		begin + `<g transform="rotate(3)"/></svg>`, begin + `<g transform="scale(x)"/></svg>`, begin + `<g transform="scale(2"/></svg>`,
		begin + `<g opacity="x"/></svg>`, begin + `<g text-anchor="end"/></svg>`, begin + `<g style="mask:x"/></svg>`,
		begin + `<path stroke-dasharray="1" d="M0 0L5 5"/></svg>`, begin + `<polygon points="1"/></svg>`,
		begin + `<circle r="-4"/></svg>`, begin + `<rect width="-4" height="4"/></svg>`, begin + `<rect width="4" height="4" rx="-1"/></svg>`,
		begin + `<path stroke-width="NaN" d="M0 0"/></svg>`, begin + `<path stroke-width="-1" d="M0 0"/></svg>`, begin + `<g opacity="NaN"/></svg>`,
		begin + `<g opacity="Inf"/></svg>`, begin + `<g opacity="50%"/></svg>`, begin + `<g fill-opacity="0x1p-1"/></svg>`, begin + `<circle r=""/></svg>`,
		begin + `<g fill-rule="inherit"/></svg>`, begin + `<g fill-rule="nonsense"/></svg>`, begin + `<path d="L9 9H0z"/></svg>`, begin + `<path d="z"/></svg>`,
	} {
		if _, err := render(svg); err == nil {
			t.Errorf("no error for %s", svg)
		}
	}
}

// TestShapes draws the same shape in different ways.
func TestShapes(t *testing.T) {
	const circle = `<circle cx="50" cy="40" r="30"/>`
	const ripple = `<path d="M10 50Q30 10 50 50Q70 90 90 50"/>`
	const box = `<rect x="20" y="10" width="60" height="40"/>`
	const twice = `<path fill-rule="evenodd" d="M10 10H90V90H10zM30 30V70H70V30z"/>`
	const wave = `<path fill="none" stroke="#000" stroke-width="4" d="M10 50C20 20 40 20 50 50C60 80 80 80 90 50"/>`
	for want, others := range map[string][]string{
		circle: {
			`<ellipse cx="50" cy="40" rx="30" ry="30"/>`, `<path d="M20 40A30 30 0 0 1 80 40A30 30 0 1 1 20 40"/>`, `<path d="m20 40a30 30 0 0160 0 30 30 0 11-60 0"/>`,
			`<path d="M50 10a30 30 0 1 0 .1 0z"/>`, `<path d="M20 40A1 1 0 0 1 80 40A1 1 0 0 1 20 40z"/>`, `<path d="M20 40A30 30 45 0 1 80 40A30 30 9 0 1 20 40z"/>`,
			`<g transform="translate(50 40) scale(30)"><circle r="1"/></g>`, `<g transform="matrix(0 30 -30 0 50 40)"><ellipse rx="1" ry="1"/></g>`,
			`<rect x="20" y="10" width="60" height="60" rx="30"/>`, `<circle cx="50" cy="40" style="fill:#000; r:30px"/>`,
			`<ellipse cx="50" cy="40" rx="30"/>`, `<ellipse cx="50" cy="40" ry="30"/>`, `<rect x="20" y="10" width="60" height="60" ry="90"/>`,
			`<g stroke="#000"><rect width="50" height="0"/><rect width="0" height="50"/><circle cx="9" r="0"/><ellipse cx="9" rx="0" ry="9"/></g>` + circle,
		},
		ripple: {`<path d="M10 50Q30 10 50 50T90 50"/>`, `<path d="m10,50q20-40,40,0t40,0z"/>`},
		wave:   {strings.Replace(wave, "C60 80 80 80 90 50", "S80 80 90 50", 1), strings.Replace(wave, "C60 80 80 80 90 50", "s30 30 40 0", 1)},
		box: {
			`<rect x="20" y="10" width="60" height="40" rx="0" ry="20"/>`,
			`<path d="M20 10H80V50H20Z"/>`, `<path d="M2e1 10h60v40h-60z"/>`, `<path d="m20.0.10e2 60 0 0 40-60 0z"/>`, `<path d="M20 10 80 10 80 50 20 50"/>`,
			`<polygon points="20,10 80,10 80,50 20,50"/>`, `<line x1="20" y1="30" x2="80" y2="30" stroke="#000" stroke-width="40" opacity="0"/>` + box,
			`<g opacity="1"><path fill="#000000ff" d="M20,10l60,0 0,40 -60,0"/></g>`,
		},
		`<ellipse cx="50" cy="40" rx="40" ry="5"/>`: {
			`<rect x="10" y="35" width="80" height="10" rx="40" ry="5"/>`, `<rect x="10" y="35" width="80" height="10" rx="90" ry="90"/>`,
		},
		twice: {`<path d="M10 10H90V90H10zM30 30V70H70V30z"/>`, `<path d="M10 10h80v20h-80zM10 70h80v20h-80zM10 30h20v40h-20zM70 30h20v40h-20z"/>`},
	} {
		image := func(shape string) image.Image {
			img, err := render(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="200" height="200">` + shape + `</svg>`)
			if err != nil {
				t.Fatalf("%s: %v", shape, err)
			}
			return img
		}
		for _, other := range others {
			a, b, different := image(want), image(other), 0
			for i := range 200 * 200 {
				if far(a.At(i%200, i/200), b.At(i%200, i/200)) > 40 {
					different++
				}
			}
			if different > 4 {
				t.Errorf("%d pixels of %s are not those of %s", different, other, want)
			}
		}
	}
}

// TestText checks some points of letters.
func TestText(t *testing.T) {
	for letter, want := range map[string]string{"I": ".#.", "O": "#.#", "H": "###", "l": ".#."} {
		img, err := render(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><text x="50" y="86" font-size="100">` + letter + `</text></svg>`)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, x := range []int{24, 50, 76} { // in the middle of the stems of an H, and between them
			got += map[bool]string{true: "#", false: "."}[img.RGBAAt(x, 50).A > 128]
		}
		if got != want {
			t.Errorf("%s is %s, want %s", letter, got, want)
		}
	}
}

// A closed line has no mark where it begins.
func TestClosed(t *testing.T) {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="300" height="300"><path fill="none" stroke="#000" stroke-width="10" d="%s"/></svg>`
	var images []image.Image
	for _, d := range []string{"M50.1 20.1H80.1V80.1H20.1V20.1Z", "M60.1 20.1H80.1V80.1H20.1V20.1Z", "M80.1 20.1V80.1H20.1V20.1Z"} {
		img, err := render(fmt.Sprintf(svg, d))
		if err != nil {
			t.Fatal(err)
		}
		images = append(images, img)
	}
	for i := range 300 * 300 {
		for _, other := range images[1:] {
			if a, b := images[0].At(i%300, i/300), other.At(i%300, i/300); far(a, b) > 24 {
				t.Fatalf("at (%d, %d): %v and %v", i%300, i/300, a, b)
			}
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
	for i, d := range chesstest.Few(t, diagrams(t)[:7]) {
		img := drawn(t, d)
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
		limit := 0.015 // letters may be those of another font
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
