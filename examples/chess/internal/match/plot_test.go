package match

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// TestPlace checks that the names of random dots, most of them in a crowd, overlap
// nothing, and that their lines cross no names.
func TestPlace(t *testing.T) {
	room := vg.Rectangle{Max: vg.Point{X: 450, Y: 260}}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		marks := make([]mark, 2+r.IntN(12))
		for i := range marks {
			y := vg.Length(60 + 140*r.Float64())
			marks[i] = mark{
				at:   vg.Point{X: vg.Length(30 + 400*r.Float64()), Y: y},
				low:  y - vg.Length(40*r.Float64()),
				high: y + vg.Length(40*r.Float64()),
				size: vg.Point{X: vg.Length(20 + 60*r.Float64()), Y: 10},
			}
			if i%3 > 0 {
				marks[i].at.X = vg.Length(300 + 30*r.Float64())
			}
		}
		boxes := place(marks, room)
		for i, box := range boxes {
			if !within(box, room) {
				t.Fatalf("name %d of %d is outside: %v", i, len(boxes), box)
			}
			line := [2]vg.Point{marks[i].at, nearest(box, marks[i].at)}
			for k, m := range marks {
				for _, other := range []vg.Rectangle{m.bar(), m.dot()} {
					if overlap(box, other) {
						t.Errorf("name %d %v is on mark %d: %v", i, box, k, other)
					}
				}
				if k != i && (overlap(box, boxes[k]) || crosses(line, boxes[k])) {
					t.Errorf("name %d %v or its line is on name %d: %v", i, box, k, boxes[k])
				}
			}
		}
	}
}

// TestFitted checks that all texts of an SVG have the width that they were placed with.
func TestFitted(t *testing.T) {
	r := newReport(&settings{match: chess.Match{Players: []chess.Player{{Name: "a & b"}, {Name: "c"}}, Pairs: 1}}, io.Discard)
	defer r.progress.Clear()
	r.times = [][]time.Duration{{time.Second}, {time.Millisecond}}
	picture, err := r.picture("svg")
	if err != nil {
		t.Fatal(err)
	}
	svg := string(picture)
	texts := strings.Count(svg, "<text ")
	if n := strings.Count(svg, `<text textLength="`); n != texts || n < 6 || !strings.Contains(svg, ">a &amp; b</text>") {
		t.Errorf("%d of %d texts have a width:\n%s", n, texts, svg)
	}
	style := text.Style{Font: plot.DefaultFont, Handler: plot.DefaultTextHandler}
	style.Font.Size = 10
	if want := fmt.Sprintf(`<text textLength="%.5g" `, style.Width("a & b").Points()); !strings.Contains(svg, want) {
		t.Errorf("no %s in\n%s", want, svg)
	}
}

// TestTicks checks that each power of ten of the time has its label, and that Elo has some, but
// not too many.
func TestTicks(t *testing.T) {
	for low := -9; low < 2; low++ {
		for high := low + 1; high < 4; high++ {
			var got, want []string
			for _, tick := range timeTicks(math.Pow(10, float64(low)), math.Pow(10, float64(high))) {
				if tick.Label != "" {
					got = append(got, tick.Label)
				}
			}
			for e := low; e <= high; e++ {
				want = append(want, time.Duration(math.Round(math.Pow(10, float64(e+9)))).String())
			}
			if !slices.Equal(got, want) {
				t.Errorf("from %d to %d: %q, want %q", low, high, got, want)
			}
		}
	}
	for span := 1.0; span < 1e5; span *= 1.3 {
		for _, low := range []float64{-span, -span / 3, 0, span} {
			if n := len(eloTicks(low, low+span)); n < 3 || n > 11 {
				t.Errorf("%d labels from %g to %g", n, low, low+span)
			}
		}
	}
}

func TestFitSVG(t *testing.T) {
	const other = `<rect width="3"/>`
	for _, test := range [][2]string{
		{other, other},
		{
			`<text x="1" style="fill:#000;font-family:Liberation Sans;font-weight:normal;font-size:10px">a &amp; b</text>` + other,
			`<text textLength="50" lengthAdjust="spacingAndGlyphs" x="1" style="fill:#000;font-family:Liberation Sans,Arial,serif;font-weight:normal;font-size:10px">a &amp; b</text>` + other,
		},
		{`<text font-family:A;font-size:1.2.3px">a</text>`, `<text font-family:A;font-size:1.2.3px">a</text>`},
	} {
		got := string(fitSVG([]byte(test[0]), "Arial,serif", func(text string, size float64) float64 { return float64(len(text)) * size }))
		if got != test[1] {
			t.Errorf("%s: %s, want %s", test[0], got, test[1])
		}
	}
}
