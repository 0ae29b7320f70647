package match

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/prose"
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

// draw draws the ratings against the median time of a move.
func (r *report) draw(w io.Writer, format string) error {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("Rating and time, %d games", r.games)
	p.X.Label.Text = "median time of a move"
	p.Y.Label.Text = "Elo points above the mean of all"
	p.X.Scale = plot.LogScale{}
	p.X.Tick.Marker = plot.TickerFunc(timeTicks)
	p.Y.Tick.Marker = plot.TickerFunc(eloTicks)
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
		d.Names = append(d.Names, r.players[i].Name)
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
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	picture := b.Bytes()
	if format == "svg" {
		picture = prose.FitSVG(picture, "Times New Roman,Times,serif", func(text string, size float64) float64 {
			face := font.DefaultCache.Lookup(plot.DefaultFont, vg.Points(size))
			return face.Width(text).Points()
		})
	}
	_, err = w.Write(picture)
	return err
}

// add draws the dots, their error bars and their names. The time axis begins with a
// power of ten.
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
	scatter.Shape, scatter.Radius, scatter.Color = draw.CircleGlyph{}, dotRadius, color.RGBA{R: 20, G: 60, B: 120, A: 255}
	p.Add(bars, scatter)
	style := p.X.Tick.Label
	style.Font = font.From(plot.DefaultFont, 10)
	style.XAlign, style.YAlign = text.XLeft, text.YBottom
	p.Add(&names{d, style})
	p.X.Min, p.X.Max = math.Pow(10, math.Floor(math.Log10(p.X.Min/1.2))), p.X.Max*6 // room for names at the right
	margin := 0.05 * max(p.Y.Max-p.Y.Min, 100)
	p.Y.Min, p.Y.Max = p.Y.Min-margin, p.Y.Max+margin
	return nil
}

// timeTicks returns ticks with labels at the powers of ten, and, in an axis of less
// than two of them, at twice and five times these; the other multiples have ticks
// without labels.
func timeTicks(low, high float64) (ticks []plot.Tick) {
	short := high < 100*low
	for e := math.Round(math.Log10(low)); ; e++ {
		for k := 1; k <= 9; k++ {
			x := float64(k) * math.Pow(10, e)
			if x > high*1.000001 {
				return ticks
			}
			tick := plot.Tick{Value: x}
			if k == 1 || short && (k == 2 || k == 5) {
				tick.Label = time.Duration(math.Round(x * float64(time.Second))).String()
			}
			ticks = append(ticks, tick)
		}
	}
}

// eloTicks returns ticks with labels at multiples of 1, 2 or 5 times a power of ten,
// about eight of them.
func eloTicks(low, high float64) (ticks []plot.Tick) {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/8)))
	for _, k := range [...]float64{2, 2.5, 2} {
		if (high-low)/step > 10 {
			step *= k
		}
	}
	for x := math.Ceil(low/step) * step; x <= high; x += step {
		ticks = append(ticks, plot.Tick{Value: x, Label: strconv.FormatFloat(x, 'f', -1, 64)})
	}
	return ticks
}

// svg returns the plot as an SVG element for the page.
func (r *report) svg() (string, error) {
	var b bytes.Buffer
	err := r.draw(&b, "svg")
	// Remove the XML declaration, which a page must not contain.
	if i := bytes.Index(b.Bytes(), []byte("<svg")); i > 0 {
		b.Next(i)
	}
	return b.String(), err
}
