package match

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
