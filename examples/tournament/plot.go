package main

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgimg" // the PNG format
	_ "gonum.org/v1/plot/vg/vgsvg" // the SVG format
)

// plotFormats are the supported formats of pictures.
var plotFormats = []string{"png", "svg"}

const plotWidth, plotHeight = 18 * vg.Centimeter, 11 * vg.Centimeter

// dots are the players in the plot: their places, error bars and names.
type dots struct {
	plotter.XYs
	plotter.YErrors
	Names []string
}

// Label implements plotter.Labeller.
func (d *dots) Label(i int) string { return d.Names[i] }

// plot draws the ratings against the median time of a move.
func (r *report) plot(w io.Writer, format string) error {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("Rating and time, %d games", r.games)
	p.X.Label.Text = "median time of a move"
	p.Y.Label.Text = "Elo points above the mean of all"
	p.X.Scale = plot.LogScale{}
	p.X.Tick.Marker = plot.TickerFunc(timeTicks)
	p.X.Padding, p.Y.Padding = 0, 0
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{225}, color.Gray{225}
	p.Add(grid)

	var d dots
	ratings, order := r.standings()
	for _, i := range order {
		if len(r.times[i]) == 0 {
			continue
		}
		e := ratings[i]
		d.XYs = append(d.XYs, plotter.XY{X: max(r.time(i), time.Microsecond/10).Seconds(), Y: e.Elo})
		d.YErrors = append(d.YErrors, struct{ Low, High float64 }{e.Low - e.Elo, e.High - e.Elo})
		d.Names = append(d.Names, r.names[i])
	}
	if len(d.XYs) == 0 {
		p.X.Min, p.X.Max = 0.001, 1 // a logarithmic axis cannot show zero
	} else if err := d.add(p); err != nil {
		return err
	}
	canvas, err := p.WriterTo(plotWidth, plotHeight, format)
	if err != nil {
		return err
	}
	_, err = canvas.WriteTo(w)
	return err
}

// add draws the dots, their error bars and their names.
func (d *dots) add(p *plot.Plot) error {
	bars, err := plotter.NewYErrorBars(d)
	if err != nil {
		return err
	}
	bars.Color = color.RGBA{R: 120, G: 150, B: 190, A: 255}
	bars.Width = 1.5
	scatter, err := plotter.NewScatter(d)
	if err != nil {
		return err
	}
	scatter.Shape, scatter.Radius, scatter.Color = draw.CircleGlyph{}, 3, color.RGBA{R: 20, G: 60, B: 120, A: 255}
	p.Add(bars, scatter)
	labels, err := plotter.NewLabels(d)
	if err != nil {
		return err
	}
	labels.Offset.Y = 3
	for i := range labels.TextStyle {
		style := &labels.TextStyle[i]
		style.Font = font.From(plot.DefaultFont, 10)
		if d.crowded(i, p.Y.Max-p.Y.Min) {
			style.XAlign = text.XRight
			labels.XYs[i].X /= nameGap
		} else {
			labels.XYs[i].X *= nameGap
		}
	}
	p.Add(labels)
	p.X.Min = math.Pow(10, math.Floor(math.Log10(p.X.Min/1.2))) // begin with a power of ten
	p.X.Max *= 4                                                // room for the last name
	return nil
}

// nameGap is the distance of a name from its dot, as a factor of the time.
const nameGap = 1.15

// crowded reports whether there is another dot at or near the place of a name to the
// right of dot i, in a plot of the given height.
func (d *dots) crowded(i int, height float64) bool {
	for _, xy := range d.XYs {
		by, above := xy.X/d.XYs[i].X, xy.Y-d.XYs[i].Y
		if by > 1 && by < 5 && math.Abs(above) < height*0.15 {
			return true
		}
	}
	return false
}

// timeTicks returns ticks with labels at the powers of ten, and ticks without labels
// at their multiples.
func timeTicks(low, high float64) (ticks []plot.Tick) {
	for e := math.Round(math.Log10(low)); ; e++ {
		for k := range 9 {
			x := float64(k+1) * math.Pow(10, e)
			if x > high*1.000001 {
				return ticks
			}
			tick := plot.Tick{Value: x}
			if k == 0 {
				tick.Label = time.Duration(math.Round(x * float64(time.Second))).String()
			}
			ticks = append(ticks, tick)
		}
	}
}

// svg returns the plot as an SVG element for the page.
func (r *report) svg() (string, error) {
	var b bytes.Buffer
	err := r.plot(&b, "svg")
	// Remove the XML declaration, which a page must not contain.
	if i := bytes.Index(b.Bytes(), []byte("<svg")); i > 0 {
		b.Next(i)
	}
	return b.String(), err
}
