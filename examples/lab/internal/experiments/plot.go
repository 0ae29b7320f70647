package experiments

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/seed-0971039b/chess/examples/lab/internal/svg"
)

// plotStyle has the colours of plots, for light and dark screens. Those of series are told apart
// by people with any kind of colour vision (Okabe and Ito, Color Universal Design, 2008); each
// series has a shape, too.
const plotStyle = `<style>
.plot{--back:#fff;--text:#1b1f24;--grid:#e1e1e1;--rule:#5a5a5a;font:13px Arial,Helvetica,sans-serif}
@media(prefers-color-scheme:dark){.plot{--back:#15181d;--text:#e8eaed;--grid:#3a414a;--rule:#a3acb8}}
.plot text{fill:var(--text)}
.plot .title{font-size:16px;font-weight:bold}
.plot .end{text-anchor:end}
.plot .mid{text-anchor:middle}
.plot .back{fill:var(--back)}
.plot .grid{stroke:var(--grid);fill:none}
.plot .rule{stroke:var(--rule);fill:none}
.plot .line{fill:none;stroke-width:1.6}
.plot .s0{stroke:var(--text)}
.plot .s1{stroke:#0072b2}
.plot .s2{stroke:#e69f00}
.plot .s3{stroke:#009e73}
.plot .s4{stroke:#d55e00}
.plot .s5{stroke:#56b4e9}
.plot .s6{stroke:#cc79a7}
.plot .s7{stroke:#888}
</style>
`

// shapes are the marks of series, in a box of eight pixels.
var shapes = []string{
	"m-4 -4h8v8h-8z", "m0 -5l5 9h-10z", "m0 5l5 -9h-10z", "m0 -5l5 5l-5 5l-5 -5z",
	"m-4 -4l8 8m-8 0l8 -8", "m-5 0h10m-5 -5v10", "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "m-4 -2h8m-8 4h8",
}

// An axis maps numbers to pixels.
type axis struct {
	low, high float64 // of the numbers, or of their logarithms
	from, to  float64 // pixels
	log       bool
}

func (a *axis) at(x float64) float64 {
	if a.log {
		x = math.Log10(x)
	}
	return a.from + (x-a.low)/(a.high-a.low)*(a.to-a.from)
}

// newAxis returns an axis for values, with some room at its ends.
func newAxis(values []float64, from, to float64, log bool) *axis {
	a := &axis{from: from, to: to, log: log}
	if log {
		a.low = math.Floor(math.Log10(slices.Min(values)))
		a.high = max(a.low+1, math.Ceil(math.Log10(slices.Max(values))))
	} else {
		low, high := slices.Min(values), slices.Max(values)
		room := cmp.Or((high-low)/40, 1)
		a.low, a.high = low-room, high+room
	}
	return a
}

// ticks returns round numbers, at most a dozen, which differ by at least so much.
func (a *axis) ticks(least float64) (all []float64) {
	if a.log {
		for e := a.low; e <= a.high; e++ {
			all = append(all, math.Pow(10, e))
		}
		return all
	}
	step := math.Pow(10, math.Floor(math.Log10((a.high-a.low)/12)))
	for _, factor := range []float64{2, 2.5, 2} {
		if (a.high-a.low)/step > 12 {
			step *= factor
		}
	}
	step = max(step, least)
	for n := math.Ceil(a.low / step); n*step <= a.high; n++ {
		all = append(all, n*step)
	}
	return all
}

// A series is a line of a plot.
type series struct {
	name string
	at   [][2]float64
}

// drawLines draws a plot of series with a legend beside it. The vertical axis is logarithmic,
// or of ratios, with a line at 1.
func drawLines(title, xName, yName string, log bool, all []series) string {
	const width, height, left, right, top, bottom, legend = 800, 460, 90, 560, 60, 400, 590
	var p svg.Drawing
	p.Text(width/2, 24, "title mid", title)
	var xs, ys []float64
	for _, s := range all {
		for _, at := range s.at {
			xs, ys = append(xs, at[0]), append(ys, at[1])
		}
	}
	if !log {
		ys = append(ys, 1)
	}
	x, y := newAxis(xs, left, right, false), newAxis(ys, bottom, top, log)
	for _, v := range x.ticks(1) {
		p.Path("grid", svg.Line([2]float64{x.at(v), top}, [2]float64{x.at(v), bottom}))
		p.Text(x.at(v), bottom+18, "mid", significant(v))
	}
	p.Text((left+right)/2, bottom+40, "mid", xName)
	for _, v := range y.ticks(0) {
		p.Path("grid", svg.Line([2]float64{left, y.at(v)}, [2]float64{right, y.at(v)}))
		p.Text(left-8, y.at(v)+4, "end", significant(v))
	}
	p.Text(left-60, top-14, "", yName)
	if !log {
		p.Path("rule", svg.Line([2]float64{left, y.at(1)}, [2]float64{right, y.at(1)}))
	}
	for i, s := range all {
		class, shape := fmt.Sprint("line s", i%len(shapes)), shapes[i%len(shapes)]
		var points [][2]float64
		marks := ""
		for _, at := range s.at {
			points = append(points, [2]float64{x.at(at[0]), y.at(at[1])})
			marks += svg.Line(points[len(points)-1]) + shape
		}
		p.Path(class, svg.Line(points...)+marks)
		at := [2]float64{legend, top + 20 + 24*float64(i)}
		p.Path(class, svg.Line([2]float64{at[0] - 12, at[1]}, [2]float64{at[0] + 12, at[1]})+svg.Line(at)+shape)
		p.Text(at[0]+20, at[1]+4, "", s.name)
	}
	return p.Picture("plot", title, plotStyle, width, height)
}
