package match

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
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

// picture draws the ratings against the median time of a move.
func (r *report) picture(format string) ([]byte, error) {
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
		return nil, err
	}
	canvas, err := p.WriterTo(plotWidth, plotHeight, format)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil || format != "svg" {
		return b.Bytes(), err
	}
	return prose.FitSVG(b.Bytes(), "Times New Roman,Times,serif", func(text string, size float64) float64 {
		face := font.DefaultCache.Lookup(plot.DefaultFont, vg.Points(size))
		return face.Width(text).Points()
	}), nil
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
	scatter.Shape, scatter.Radius, scatter.Color = draw.CircleGlyph{}, dotRadius, color.RGBA{R: 20, G: 60, B: 120, A: 255}
	p.Add(bars, scatter)
	style := p.X.Tick.Label
	style.Font = font.From(plot.DefaultFont, 10)
	style.XAlign, style.YAlign = text.XLeft, text.YBottom
	p.Add(&names{d, style})
	// From one power of ten to another, with room for names at the right.
	p.X.Min, p.X.Max = math.Pow(10, math.Floor(math.Log10(p.X.Min/1.2))), math.Pow(10, math.Ceil(math.Log10(p.X.Max*4)))
	margin := 0.05 * max(p.Y.Max-p.Y.Min, 100)
	p.Y.Min, p.Y.Max = p.Y.Min-margin, p.Y.Max+margin
	return nil
}

// timeTicks returns ticks between two powers of ten, with labels at these; plot.LogTicks may
// leave out the first.
func timeTicks(low, high float64) (ticks []plot.Tick) {
	for e := math.Round(math.Log10(low)); e <= math.Round(math.Log10(high)); e++ {
		label := time.Duration(math.Round(math.Pow(10, e+9))).String()
		for k := 1.; k <= 9; k++ {
			ticks = append(ticks, plot.Tick{Value: k * math.Pow(10, e), Label: label})
			label = ""
		}
	}
	return ticks
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
		ticks = append(ticks, plot.Tick{Value: x, Label: fmt.Sprint(x)})
	}
	return ticks
}
