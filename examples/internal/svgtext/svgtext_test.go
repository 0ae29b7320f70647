package svgtext

import "testing"

func TestFit(t *testing.T) {
	const other = `<rect width="3"/>`
	for _, test := range [][2]string{
		{other, other},
		{
			`<text x="1" style="fill:#000;font-family:Liberation Sans;font-weight:normal;font-size:10px">a &amp; b</text>` + other,
			`<text textLength="50" lengthAdjust="spacingAndGlyphs" x="1" style="fill:#000;font-family:Liberation Sans,Arial,serif;font-weight:normal;font-size:10px">a &amp; b</text>` + other,
		},
		{`<text font-family:A;font-size:1.2.3px">a</text>`, `<text font-family:A;font-size:1.2.3px">a</text>`},
	} {
		got := string(Fit([]byte(test[0]), "Arial,serif", func(text string, size float64) float64 { return float64(len(text)) * size }))
		if got != test[1] {
			t.Errorf("%s: %s, want %s", test[0], got, test[1])
		}
	}
}
