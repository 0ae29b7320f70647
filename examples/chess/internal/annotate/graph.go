package annotate

import (
	"bytes"
	"cmp"
	_ "embed" // the template
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"text/template"
	"unicode/utf8"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
)

// graphOf returns the path of the graph of the game with that number.
func graphOf(folder string, number int) string {
	return filepath.Join(folder, fmt.Sprintf("game-%03d.svg", number))
}

// hasGraph reports whether there is a file for the graph of a game.
func hasGraph(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// writeGraph writes a graph, unless there is another file of that name.
func writeGraph(path string, svg []byte) error {
	err := cmp.Or(outfile.Foreign(path, "SVG picture", outfile.Begins("<?xml", "<svg")), outfile.Clean(path))
	if err != nil {
		return err
	}
	return outfile.Replace(path, func(w io.Writer) error {
		_, err := w.Write(svg)
		return err
	})
}

//go:embed graph.svg
var graphText string

var graphTemplate = template.Must(template.New("graph").Parse(graphText))

// A picture is the graph of White's winning chances move by move, with what its template
// needs besides.
type picture struct {
	annotation.Chart
	First, End, Last float64 // the moves at the ends of the curve and of the axis
	Moves, Chances   []float64
	Labels           []label
	Glyphs           []chess.NAG
	Shapes           map[chess.NAG]string // of marks
	rows             int                  // of labels
}

// A label is the text at a turning point: in a row above the curve, with a line down to it.
type label struct {
	annotation.ChartPoint
	Middle place
	Height float64 // in percent of winning chances
}

// The edges of the graph in the picture, and the height of a row of labels in percent.
const (
	left, right = 52, 558
	top, bottom = 36, 240
	rowHeight   = 8
)

// A place is a coordinate in the picture.
type place float64

// String writes no more digits than can be seen.
func (p place) String() string { return fmt.Sprintf("%.5g", float64(p)) }

// X returns the place of a move.
func (p *picture) X(move float64) place {
	return left + place((move-p.First)/(p.Last-p.First)*(right-left))
}

// Y returns the height of winning chances.
func (p *picture) Y(chance float64) place {
	highest := 100 + rowHeight*(0.25+float64(p.rows))
	return place(bottom - chance/highest*(bottom-top))
}

// Legend returns the height of a row of the legend.
func (p *picture) Legend(row int) int { return top + 16*(row+1) }

// graph draws a chart as SVG.
func graph(c *annotation.Chart) ([]byte, error) {
	p := &picture{
		Chart: *c, First: c.Points[0].Move, End: c.Points[len(c.Points)-1].Move, Chances: []float64{0, 25, 50, 75, 100},
		Glyphs: annotation.Glyphs,
		Shapes: map[chess.NAG]string{
			chess.DubiousMove: "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z", chess.Mistake: "m0 -4l3.5 6h-7z", chess.Blunder: "m-3 -3h6v6h-6z",
		},
	}
	const longest = 85 // the letters that have room in a title
	if title := []rune(c.Title); len(title) > longest {
		p.Title = string(title[:longest]) + "…"
	}
	p.Last = max(p.End, p.First+5)
	step := 1.0 // of a dozen moves with a number at most
	for _, factor := range []float64{5, 2, 2.5, 2, 2, 2.5, 2} {
		if (p.Last-p.First)/step > 12 {
			step *= factor
		}
	}
	for move := math.Ceil(p.First/step) * step; move <= p.Last; move += step {
		p.Moves = append(p.Moves, move)
	}
	p.arrange()
	var b bytes.Buffer
	err := graphTemplate.Execute(&b, p)
	return b.Bytes(), err
}

// arrange gives each label a row, in which it overlaps no other.
func (p *picture) arrange() {
	var ends []place // of the rows
	for _, point := range p.Points {
		if point.Label == "" {
			continue
		}
		half := 4 + 3*place(utf8.RuneCountInString(point.Label))
		middle := min(max(p.X(point.Move), left+half), right-half)
		row := 0
		for row < len(ends) && ends[row] > middle-half {
			row++
		}
		if row == len(ends) {
			ends = append(ends, 0)
		}
		ends[row] = middle + half
		p.Labels = append(p.Labels, label{point, middle, 100 + rowHeight*(float64(row)+0.75)})
	}
	p.rows = len(ends)
}
