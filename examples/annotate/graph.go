package main

import (
	"bytes"
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/replace"
	"github.com/seed-0971039b/chess/examples/internal/svgtext"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// graphOf returns the path of the graph of the game with that number.
func graphOf(folder string, number int) string {
	return filepath.Join(folder, fmt.Sprintf("game-%03d.svg", number))
}

// holdGraphs makes the folder of graphs, and locks it for other runs.
func holdGraphs(folder string) (*lock.Lock, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	return lock.File(graphOf(folder, 1))
}

// hasGraph reports whether there is a file for the graph of a game.
func hasGraph(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// writeGraph writes a graph, unless there is another file of that name.
func writeGraph(path string, svg []byte) error {
	err := cmp.Or(replace.Foreign(path, "SVG picture", replace.Begins("<?xml", "<svg")), replace.Clean(path))
	if err != nil {
		return err
	}
	return replace.File(path, func(w io.Writer) error {
		_, err := w.Write(svg)
		return err
	})
}

const (
	graphWidth, graphHeight = 24 * vg.Centimeter, 10 * vg.Centimeter

	textSize   = 10 // points
	laneHeight = 8  // of a row of labels, in percent of winning chances
)

// The colours of the graph, each with what it is in a dark page. Those of the flaws are
// those that people with any kind of colour vision tell apart (Okabe and Ito, Color
// Universal Design, 2008), and do in both.
var (
	paper = color.RGBA{255, 255, 255, 255}
	ink   = color.RGBA{0, 0, 0, 255}
	faint = color.RGBA{225, 225, 225, 255}
	area  = color.RGBA{208, 208, 208, 255}
	rule  = color.RGBA{110, 110, 110, 255}

	// Texts have the second.
	dark = [...][2]color.RGBA{
		{paper, {24, 24, 24, 255}}, {ink, {230, 230, 230, 255}}, {faint, {52, 52, 52, 255}},
		{area, {78, 78, 78, 255}}, {rule, {150, 150, 150, 255}},
	}
)

// flawGlyphs are the marks of inaccuracies, mistakes and blunders.
var flawGlyphs = map[chess.NAG]draw.GlyphStyle{
	chess.DubiousMove: {Color: color.RGBA{86, 180, 233, 255}, Radius: 3, Shape: draw.CircleGlyph{}},
	chess.Mistake:     {Color: color.RGBA{230, 159, 0, 255}, Radius: 3.5, Shape: draw.PyramidGlyph{}},
	chess.Blunder:     {Color: color.RGBA{213, 94, 0, 255}, Radius: 3.5, Shape: draw.BoxGlyph{}},
}

// graph draws White's winning chances move by move as SVG.
func graph(c *annotation.Chart) ([]byte, error) {
	p := plot.New()
	p.BackgroundColor = paper
	style := p.X.Tick.Label
	style.Font = font.From(font.Font{Typeface: plot.DefaultFont.Typeface, Variant: "Sans"}, textSize)
	style.Color = ink
	for _, s := range []*text.Style{&p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle, &p.Title.TextStyle} {
		s.Font, s.Color = style.Font, ink
	}
	p.Title.TextStyle.Font.Size = 13
	p.Title.Padding = 10
	p.Title.Text = shortened(c.Title, p.Title.TextStyle, graphWidth-2*vg.Centimeter)
	p.X.Label.Text, p.Y.Label.Text = c.X, c.Y
	p.X.Padding, p.Y.Padding = 4, 4
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.TickerFunc(moveTicks), plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 25, Label: "25"}, {Value: 50, Label: "50"}, {Value: 75, Label: "75"}, {Value: 100, Label: "100"}}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = faint, faint
	p.Add(grid)
	if err := addCurve(p, c.Points); err != nil {
		return nil, err
	}
	if err := addFlaws(p, c); err != nil {
		return nil, err
	}
	labels := &labels{points: c.Points, style: style}
	p.Add(labels)
	p.X.Min, p.X.Max = c.Points[0].Move, max(c.Points[len(c.Points)-1].Move, c.Points[0].Move+5)
	p.Y.Min, p.Y.Max = 0, 100
	p.Y.Max += laneHeight * (0.25 + float64(labels.arrange(graphWidth*0.8/vg.Length(p.X.Max-p.X.Min))))
	return render(p)
}

// addCurve adds the curve, the area between it and even chances, and the line of even
// chances.
func addCurve(p *plot.Plot, points []annotation.ChartPoint) error {
	var curve plotter.XYs
	for _, at := range points {
		curve = append(curve, plotter.XY{X: at.Move, Y: at.Chance})
	}
	first, last := curve[0].X, curve[len(curve)-1].X
	even := plotter.XYs{{X: first, Y: 50}, {X: last, Y: 50}}
	polygon, err := plotter.NewPolygon(append(append(plotter.XYs{even[0]}, curve...), even[1]))
	if err != nil {
		return err
	}
	polygon.Color, polygon.LineStyle.Width = area, 0
	line, err := plotter.NewLine(curve)
	if err != nil {
		return err
	}
	line.Color, line.Width = ink, 1
	middle, err := plotter.NewLine(even)
	if err != nil {
		return err
	}
	middle.Color, middle.Width = rule, 1
	p.Add(polygon, middle, line)
	return nil
}

// addFlaws adds a mark at each flaw, and what the marks mean to the legend.
func addFlaws(p *plot.Plot, c *annotation.Chart) error {
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, 3
	for _, glyph := range annotation.Glyphs {
		var at plotter.XYs
		for _, point := range c.Points {
			if point.Glyph == glyph {
				at = append(at, plotter.XY{X: point.Move, Y: point.Chance})
			}
		}
		marks := &plotter.Scatter{XYs: at, GlyphStyle: flawGlyphs[glyph]}
		if len(at) > 0 {
			p.Add(marks)
		}
		p.Legend.Add(c.Kinds[glyph], marks)
	}
	return nil
}

// labels are the texts at turning points: in rows above the curve, with a line down to it.
type labels struct {
	points []annotation.ChartPoint
	style  text.Style
	lanes  []int // of the points with a label
}

// arrange gives each label a row, in which it overlaps no other, if a move is so wide, and
// returns the number of rows.
func (l *labels) arrange(move vg.Length) int {
	var ends []vg.Length // of the rows
	for _, point := range l.points {
		if point.Label == "" {
			continue
		}
		at, half := vg.Length(point.Move)*move, l.style.Width(point.Label)/2+4
		lane := 0
		for lane < len(ends) && ends[lane] > at-half {
			lane++
		}
		if lane == len(ends) {
			ends = append(ends, 0)
		}
		ends[lane] = at + half
		l.lanes = append(l.lanes, lane)
	}
	return len(ends)
}

// Plot implements plot.Plotter.
func (l *labels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := l.style
	style.XAlign, style.YAlign = text.XCenter, text.YCenter
	line := draw.LineStyle{Color: rule, Width: 0.7, Dashes: []vg.Length{2, 2}}
	var texts []string
	var middles []vg.Point
	for _, point := range l.points {
		if point.Label == "" {
			continue
		}
		height := y(100 + laneHeight*(float64(l.lanes[len(texts)])+0.75))
		half := style.Width(point.Label) / 2
		c.StrokeLine2(line, x(point.Move), y(point.Chance), x(point.Move), height)
		texts = append(texts, point.Label)
		middles = append(middles, vg.Point{X: min(max(x(point.Move), c.Min.X+half), c.Max.X-half), Y: height})
	}
	for i, text := range texts {
		// No line goes through a text.
		size := vg.Point{X: style.Width(text)/2 + 1, Y: style.Height(text)/2 + 1}
		box := vg.Rectangle{Min: middles[i].Sub(size), Max: middles[i].Add(size)}
		c.SetColor(paper)
		c.Fill(box.Path())
		c.FillText(style, middles[i], text)
	}
}

// moveTicks returns ticks at round move numbers, a dozen at most.
func moveTicks(low, high float64) (ticks []plot.Tick) {
	step := 1.0
	for _, factor := range []float64{5, 2, 2.5, 2, 2, 2.5, 2} {
		if (high-low)/step > 12 {
			step *= factor
		}
	}
	for n := math.Ceil(low/step) * step; n <= high; n += step {
		ticks = append(ticks, plot.Tick{Value: n, Label: fmt.Sprint(n)})
	}
	return ticks
}

// shortened returns a text that is not wider than that, with dots for what is left out.
func shortened(s string, style text.Style, width vg.Length) string {
	runes := []rune(s)
	for n := len(runes); style.Width(s) > width; n-- {
		s = string(runes[:n]) + "…"
	}
	return s
}

// render returns the plot as SVG, with its legend beside it, and with other colours for
// a page that is dark.
func render(p *plot.Plot) ([]byte, error) {
	svg := vgsvg.New(graphWidth, graphHeight)
	canvas := draw.New(svg)
	canvas.SetColor(paper)
	canvas.Fill(canvas.Rectangle.Path())
	const margin, legendWidth = 8, 4 * vg.Centimeter
	inner := draw.Crop(canvas, margin, -margin, margin, -margin)
	legend := p.Legend
	p.Legend = plot.NewLegend()
	p.Draw(draw.Crop(inner, 0, -legendWidth, 0, 0))
	legend.Draw(draw.Crop(inner, inner.Size().X-legendWidth+10, 0, 0, -34))
	var b bytes.Buffer
	if _, err := svg.WriteTo(&b); err != nil {
		return nil, err
	}
	picture := svgtext.Fit(b.Bytes(), "Arial,Helvetica,sans-serif", func(text string, size float64) float64 {
		face := font.DefaultCache.Lookup(font.Font{Typeface: plot.DefaultFont.Typeface, Variant: "Sans"}, vg.Points(size))
		return face.Width(text).Points()
	})
	return bytes.Replace(picture, []byte("<g "), append(darkStyle(), "<g "...), 1), nil
}

// darkStyle returns the element that gives the picture other colours in a dark page.
func darkStyle() []byte {
	b := []byte("<style>@media (prefers-color-scheme: dark) {\n")
	for _, pair := range dark {
		light, now := hex(pair[0]), hex(pair[1])
		b = fmt.Appendf(b, "[style*=\"fill:%s\"] {fill: %s !important}\n[style*=\"stroke:%s\"] {stroke: %s !important}\n", light, now, light, now)
	}
	return fmt.Appendf(b, "text {fill: %s}\n}</style>\n", hex(dark[1][1]))
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }
