package experiments

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"

	"github.com/seed-0971039b/chess/examples/internal/prose"
	"github.com/seed-0971039b/chess/examples/internal/svgtext"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The colours are those that people with any kind of colour vision tell apart
// (Okabe and Ito, Color Universal Design, 2008). Each series has a shape, too.
var seriesColors = []color.Color{
	color.Gray{0},
	color.RGBA{0, 114, 178, 255},
	color.RGBA{230, 159, 0, 255},
	color.RGBA{0, 158, 115, 255},
	color.RGBA{213, 94, 0, 255},
	color.RGBA{86, 180, 233, 255},
	color.RGBA{204, 121, 167, 255},
	color.Gray{120},
}

var seriesShapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{},
	draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{},
}

const (
	plotWidth   = 20 * vg.Centimeter
	legendWidth = 7 * vg.Centimeter
)

// newPlot returns an empty plot with a grid.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = 8
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Font.Variant = "Sans"
	}
	p.X.Padding, p.Y.Padding = 4, 4
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{225}, color.Gray{225}
	p.Add(grid)
	return p
}

// A series is a line of a plot.
type series struct {
	name string
	at   plotter.XYs
}

// An axis is a vertical axis: logarithmic, for positive values, or with a line at a
// value that matters.
type axis struct {
	log  bool
	rule float64 // 0 is no line
}

// drawLines draws a plot of series with a legend beside it.
func drawLines(w io.Writer, title, x, y string, vertical axis, all []series) error {
	const height = 12 * vg.Centimeter
	p := newPlot(title, x, y)
	legend := p.Legend
	legend.Top, legend.Left, legend.Padding = true, true, 4
	for i, s := range all {
		if len(s.at) == 0 {
			continue
		}
		line, points, err := plotter.NewLinePoints(s.at)
		if err != nil {
			return err
		}
		line.Color, line.Width = seriesColors[i%len(seriesColors)], 1.2
		points.Color, points.Shape, points.Radius = line.Color, seriesShapes[i%len(seriesShapes)], 3.2
		p.Add(line, points)
		legend.Add(s.name, line, points)
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks(1), roundTicks(0)
	switch {
	case vertical.log && p.Y.Min <= p.Y.Max:
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.TickerFunc(powerTicks)
		p.Y.Min, p.Y.Max = math.Pow(10, math.Floor(math.Log10(p.Y.Min))), math.Pow(10, math.Ceil(math.Log10(p.Y.Max)))
	case p.Y.Min > p.Y.Max: // there are no points
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	}
	if vertical.rule != 0 {
		p.Y.Min, p.Y.Max = min(p.Y.Min, vertical.rule), max(p.Y.Max, vertical.rule)
		rule, err := plotter.NewLine(plotter.XYs{{X: p.X.Min, Y: vertical.rule}, {X: p.X.Max, Y: vertical.rule}})
		if err != nil {
			return err
		}
		rule.Color = color.Gray{90}
		p.Add(rule)
	}
	return writeSVG(w, plotWidth, height, func(c draw.Canvas) {
		p.Draw(draw.Crop(c, 0, -legendWidth, 0, 0))
		legend.Draw(draw.Crop(c, c.Size().X-legendWidth+8, 0, 0, -30))
	})
}

// A dot is a value with its interval.
type dot struct {
	name             string
	value, low, high float64
}

// drawDots draws values with their intervals below each other, the first at the
// top, and a line at a reference value.
func drawDots(w io.Writer, title, x string, reference float64, dots []dot) error {
	p := newPlot(title, x, "")
	var values struct {
		plotter.XYs
		plotter.XErrors
	}
	var names []string
	for i := range dots {
		d := dots[len(dots)-1-i]
		values.XYs = append(values.XYs, plotter.XY{X: d.value, Y: float64(i)})
		values.XErrors = append(values.XErrors, struct{ Low, High float64 }{d.low - d.value, d.high - d.value})
		names = append(names, d.name+"\u00a0")
	}
	if len(dots) > 0 {
		bars, err := plotter.NewXErrorBars(&values)
		if err != nil {
			return err
		}
		bars.Color, bars.Width = seriesColors[1], 1.5
		scatter, err := plotter.NewScatter(&values)
		if err != nil {
			return err
		}
		scatter.Shape, scatter.Radius, scatter.Color = draw.CircleGlyph{}, 3.5, seriesColors[1]
		rule, err := plotter.NewLine(plotter.XYs{{X: reference, Y: -0.5}, {X: reference, Y: float64(len(dots)) - 0.5}})
		if err != nil {
			return err
		}
		rule.Color, rule.Width = color.Gray{90}, 1
		p.Add(rule, bars, scatter)
		p.NominalY(names...)
		p.X.Tick.Marker = roundTicks(0)
		p.Y.Padding = 12
		room := (p.X.Max - p.X.Min) / 40
		p.X.Min, p.X.Max = p.X.Min-room, p.X.Max+room
	} else {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	}
	p.Y.Min, p.Y.Max = -0.5, max(float64(len(dots))-0.5, 0.5)
	return writeSVG(w, plotWidth, vg.Length(2.5+0.65*float64(len(dots)))*vg.Centimeter, p.Draw)
}

// writeSVG writes what draw draws.
func writeSVG(w io.Writer, width, height vg.Length, paint func(draw.Canvas)) error {
	c := vgsvg.New(width, height)
	canvas := draw.New(c)
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	const margin = 6
	paint(draw.Crop(canvas, margin, -margin, margin, -margin))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	_, err := w.Write(fitted(b.Bytes()))
	return err
}

// fitted returns the picture with texts that keep their width: see svgtext.Fit.
func fitted(svg []byte) []byte {
	return svgtext.Fit(svg, "Arial,Helvetica,sans-serif", func(text string, size float64) float64 {
		face := font.DefaultCache.Lookup(font.Font{Typeface: plot.DefaultFont.Typeface, Variant: "Sans"}, vg.Points(size))
		return face.Width(text).Points()
	})
}

// roundTicks returns a function that makes at most a dozen ticks at round numbers,
// which differ by at least a step.
func roundTicks(least float64) plot.TickerFunc {
	return func(low, high float64) (ticks []plot.Tick) {
		if !(low < high) {
			return []plot.Tick{{Value: low, Label: fmt.Sprint(low)}}
		}
		step := math.Pow(10, math.Floor(math.Log10((high-low)/12)))
		for _, factor := range []float64{2, 2.5, 2} {
			if (high-low)/step > 12 {
				step *= factor
			}
		}
		step = max(step, least)
		// + 0, since -0 would be written with its sign.
		for n := math.Ceil(low/step-1e-9) + 0; n*step <= high+step*1e-9; n++ {
			// A multiple of the step may differ from the number in the last digit.
			ticks = append(ticks, plot.Tick{Value: n * step, Label: strconv.FormatFloat(n*step, 'g', 6, 64)})
		}
		return ticks
	}
}

// powerTicks returns ticks with labels at the powers of ten, and ticks without labels
// at their multiples.
func powerTicks(low, high float64) (ticks []plot.Tick) {
	for e := math.Floor(math.Log10(low) + 1e-9); ; e++ {
		for k := range 9 {
			x := float64(k+1) * math.Pow(10, e)
			if x > high*1.000001 {
				return ticks
			}
			tick := plot.Tick{Value: x}
			if k == 0 {
				tick.Label = powerLabel(x)
			}
			ticks = append(ticks, tick)
		}
	}
}

// powerLabel formats a power of ten.
func powerLabel(x float64) string {
	if x < 1 {
		return fmt.Sprint(x)
	}
	return prose.Thousands(int64(math.Round(x)))
}
