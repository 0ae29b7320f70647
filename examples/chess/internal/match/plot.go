package match

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strconv"
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
	return fitSVG(b.Bytes(), "Times New Roman,Times,serif", func(text string, size float64) float64 {
		face := font.DefaultCache.Lookup(plot.DefaultFont, vg.Points(size))
		return face.Width(text).Points()
	}), nil
}

// fitSVG gives each text in an SVG of gonum's plots the width, in points, that it has in
// the picture's font of a size in points: a viewer that lacks the font takes another,
// such as one of the fallbacks, which may be wider.
func fitSVG(svg []byte, fallbacks string, width func(text string, size float64) float64) []byte {
	element := regexp.MustCompile(`<text ([^>]*)font-family:([^;]*)([^>]*)font-size:([0-9.]+)px">([^<]*)</text>`)
	return element.ReplaceAllFunc(svg, func(whole []byte) []byte {
		part := element.FindSubmatch(whole)
		size, err := strconv.ParseFloat(string(part[4]), 64)
		if err != nil {
			return whole
		}
		return fmt.Appendf(nil, `<text textLength="%.5g" lengthAdjust="spacingAndGlyphs" %sfont-family:%s,%s%sfont-size:%spx">%s</text>`,
			width(html.UnescapeString(string(part[5])), size), part[1], part[2], fallbacks, part[3], part[4], part[5])
	})
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

// names writes the names of dots beside them. A name that has no room there is
// written further away, and a line joins it with its dot.
type names struct {
	dots  *dots
	style text.Style
}

// Plot implements plot.Plotter.
func (n *names) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	marks := make([]mark, len(n.dots.Names))
	for i, xy := range n.dots.XYs {
		e := n.dots.YErrors[i]
		marks[i] = mark{
			at:   vg.Point{X: x(xy.X), Y: y(xy.Y)},
			low:  y(xy.Y + e.Low),
			high: y(xy.Y + e.High),
			size: vg.Point{X: n.style.Width(n.dots.Names[i]), Y: n.style.Height(n.dots.Names[i])},
		}
	}
	line := draw.LineStyle{Color: color.Gray{150}, Width: 0.5}
	for i, box := range place(marks, c.Rectangle) {
		at, end := marks[i].at, nearest(box, marks[i].at)
		if math.Hypot(float64(end.X-at.X), float64(end.Y-at.Y)) > joined {
			c.StrokeLine2(line, at.X, at.Y, end.X, end.Y)
		}
		c.FillText(n.style, box.Min, n.dots.Names[i])
	}
}

// A mark is a dot with its error bar, and the size of its name.
type mark struct {
	at        vg.Point
	low, high vg.Length // the ends of the error bar
	size      vg.Point
}

// The measures of names.
const (
	dotRadius    = vg.Length(3)
	halfBar      = vg.Length(4) // half the width of the ends of an error bar
	nameDistance = vg.Length(6) // between a dot and its name, at least
	joined       = 10           // a name that is further away needs a line
	clearance    = vg.Length(1) // around a name
	turns        = 16           // the places for a name at one distance
	places       = 400 * turns  // all that are in the picture
)

// place returns a rectangle for the name of each mark: the nearest to its dot, in
// turn, that is within room and overlaps no dot, no error bar, no other name and no
// line to a name. The line from the dot to the name crosses no other name either. If
// there is no such place, the name is to the right of its dot.
func place(marks []mark, room vg.Rectangle) (boxes []vg.Rectangle) {
	var taken []vg.Rectangle // by dots, error bars and names
	for _, m := range marks {
		taken = append(taken, m.dot(), m.bar())
	}
	var lines [][2]vg.Point
	free := func(m mark, box vg.Rectangle) bool {
		box = grown(box, clearance)
		line := [2]vg.Point{m.at, nearest(box, m.at)}
		return within(box, room) &&
			!slices.ContainsFunc(taken, func(r vg.Rectangle) bool { return overlap(box, r) }) &&
			!slices.ContainsFunc(boxes, func(r vg.Rectangle) bool { return crosses(line, r) }) &&
			!slices.ContainsFunc(lines, func(l [2]vg.Point) bool { return crosses(l, box) })
	}
	for _, m := range marks {
		i := 0
		for i < places && !free(m, m.box(i)) {
			i++
		}
		box := m.box(i % places)
		boxes, taken = append(boxes, box), append(taken, box)
		lines = append(lines, [2]vg.Point{m.at, nearest(box, m.at)})
	}
	return boxes
}

// box returns the i-th place of the name of m: to the right of its dot, to the left, and then
// around it, further and further away.
func (m mark) box(i int) vg.Rectangle {
	sin, cos := math.Sincos(math.Pi * (float64(i%2) + float64(i%turns/2)/(turns/2)))
	distance := nameDistance + 2*vg.Length(i/turns)
	x, y := m.at.X+distance*vg.Length(cos), m.at.Y+distance*vg.Length(sin)
	// From the near side, or the middle of a side, to a corner of the name.
	x += m.size.X * vg.Length(math.Round(cos*1.2)-1) / 2
	y += m.size.Y * vg.Length(math.Round(sin*1.2)-1) / 2
	return vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + m.size.X, Y: y + m.size.Y}}
}

func (m mark) dot() vg.Rectangle { return grown(vg.Rectangle{Min: m.at, Max: m.at}, dotRadius) }

func (m mark) bar() vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: m.at.X - halfBar, Y: m.low}, Max: vg.Point{X: m.at.X + halfBar, Y: m.high}}
}

// grown returns a rectangle with more room on each side.
func grown(r vg.Rectangle, by vg.Length) vg.Rectangle {
	d := vg.Point{X: by, Y: by}
	return vg.Rectangle{Min: r.Min.Sub(d), Max: r.Max.Add(d)}
}

// overlap reports whether two rectangles have more than an edge in common.
func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// within reports whether a is in b.
func within(a, b vg.Rectangle) bool {
	return a.Min.X >= b.Min.X && a.Min.Y >= b.Min.Y && a.Max.X <= b.Max.X && a.Max.Y <= b.Max.Y
}

// nearest returns the point of a rectangle that is nearest to p.
func nearest(r vg.Rectangle, p vg.Point) vg.Point {
	return vg.Point{X: min(max(p.X, r.Min.X), r.Max.X), Y: min(max(p.Y, r.Min.Y), r.Max.Y)}
}

// crosses reports whether a part of a line is inside a rectangle.
func crosses(line [2]vg.Point, r vg.Rectangle) bool {
	const parts = 200
	d := line[1].Sub(line[0]).Scale(1. / parts)
	for i := range parts + 1 {
		p := line[0].Add(d.Scale(vg.Length(i)))
		if overlap(vg.Rectangle{Min: p, Max: p}, r) {
			return true
		}
	}
	return false
}
