package diagram

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"git.sr.ht/~sbinet/gg"
)

type point struct{ x, y float64 }

// A segment is a step of a path.
type segment struct {
	kind     segmentKind
	to, a, b point // a and b are the control points of curves
}

type segmentKind uint8

const (
	moveTo segmentKind = iota
	lineTo
	quadTo  // with the control point a
	cubicTo // with the control points a and b
	closePath
)

type path []segment

// parsePath reads the attribute d of a path: the commands M, L, H, V, C, Q and Z of
// SVG, in capitals, and m, h, v and z, which are relative.
func parsePath(d string) (path, error) {
	var p path
	var at, start point
	for d = strings.TrimSpace(d); d != ""; {
		command := d[0]
		end := strings.IndexFunc(d[1:], func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' && r != 'e' }) + 1
		if end == 0 {
			end = len(d)
		}
		numbers, err := pathNumbers(d[1:end])
		if err != nil {
			return nil, err
		}
		d = d[end:]
		count := map[byte]int{'M': 2, 'm': 2, 'L': 2, 'H': 1, 'h': 1, 'V': 1, 'v': 1, 'Q': 4, 'C': 6, 'Z': 0, 'z': 0}
		n, ok := count[command]
		if !ok || len(numbers) < n || n == 0 && len(numbers) > 0 || n > 0 && len(numbers)%n > 0 {
			return nil, fmt.Errorf("a path with %c and %v is not known", command, numbers)
		}
		if n == 0 {
			p, at = append(p, segment{kind: closePath, to: start}), start
		}
		for ; len(numbers) > 0; numbers = numbers[n:] {
			s := segment{kind: lineTo, to: at}
			switch command {
			case 'M', 'm':
				s.kind = moveTo
				if command == 'm' {
					s.to = point{at.x + numbers[0], at.y + numbers[1]}
				} else {
					s.to = point{numbers[0], numbers[1]}
				}
				start = s.to
			case 'L':
				s.to = point{numbers[0], numbers[1]}
			case 'H':
				s.to.x = numbers[0]
			case 'h':
				s.to.x += numbers[0]
			case 'V':
				s.to.y = numbers[0]
			case 'v':
				s.to.y += numbers[0]
			case 'Q':
				s.kind, s.a, s.to = quadTo, point{numbers[0], numbers[1]}, point{numbers[2], numbers[3]}
			case 'C':
				s.kind, s.a, s.b = cubicTo, point{numbers[0], numbers[1]}, point{numbers[2], numbers[3]}
				s.to = point{numbers[4], numbers[5]}
			}
			p, at = append(p, s), s.to
		}
	}
	return p, nil
}

// pathNumbers reads the numbers of a path; a minus sign also separates them.
func pathNumbers(text string) ([]float64, error) {
	text = strings.ReplaceAll(text, "-", " -")
	return parseNumbers(strings.ReplaceAll(text, "e -", "e-"))
}

// A matrix maps (x, y) to (m[0]x + m[2]y + m[4], m[1]x + m[3]y + m[5]).
type matrix [6]float64

func translation(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }

// times returns the matrix that maps by n first and then by m.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func (m matrix) of(p point) point {
	return point{m[0]*p.x + m[2]*p.y + m[4], m[1]*p.x + m[3]*p.y + m[5]}
}

// scale returns by how much m enlarges lengths. It is the same in all directions.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }

// parseTransform reads translate, scale and matrix.
func parseTransform(text string) (matrix, error) {
	m := translation(0, 0)
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		name, rest, _ := strings.Cut(text, "(")
		list, rest, ok := strings.Cut(rest, ")")
		n, err := parseNumbers(list)
		if err != nil {
			return m, err
		}
		switch {
		case name == "translate" && len(n) == 2 && ok:
			m = m.times(translation(n[0], n[1]))
		case name == "translate" && len(n) == 1 && ok:
			m = m.times(translation(n[0], 0))
		case name == "scale" && len(n) == 1 && ok:
			m = m.times(matrix{n[0], 0, 0, n[0], 0, 0})
		case name == "matrix" && len(n) == 6 && ok:
			m = m.times(matrix(n))
		default:
			return m, fmt.Errorf("the transformation %s is not known", strconv.Quote(text))
		}
		text = rest
	}
	return m, nil
}

func (p path) transformed(m matrix) path {
	q := make(path, len(p))
	for i, s := range p {
		q[i] = segment{s.kind, m.of(s.to), m.of(s.a), m.of(s.b)}
	}
	return q
}

// rectilinear reports whether all lines are horizontal or vertical.
func (p path) rectilinear() bool {
	var at point
	for _, s := range p {
		if s.kind == quadTo || s.kind == cubicTo || s.kind != moveTo && s.to.x != at.x && s.to.y != at.y {
			return false
		}
		at = s.to
	}
	return true
}

// align moves all points to the corners of pixels, for sharp edges without gaps
// between neighbours.
func (p path) align() {
	for i, s := range p {
		p[i].to = point{math.Round(s.to.x), math.Round(s.to.y)}
	}
}

// closed reports whether the path ends where it began.
func (p path) closed() bool { return len(p) > 0 && p[len(p)-1].kind == closePath }

// addTo adds the path to that of a context.
func (p path) addTo(c *gg.Context) {
	for _, s := range p {
		switch s.kind {
		case moveTo:
			c.MoveTo(s.to.x, s.to.y)
		case lineTo:
			c.LineTo(s.to.x, s.to.y)
		case quadTo:
			c.QuadraticTo(s.a.x, s.a.y, s.to.x, s.to.y)
		case cubicTo:
			c.CubicTo(s.a.x, s.a.y, s.b.x, s.b.y, s.to.x, s.to.y)
		case closePath:
			c.ClosePath()
		}
	}
}

// arc is the distance of the control points from the ends of a quarter of a circle
// with radius 1: a cubic curve is then within 0.03 % of it.
const arc = 0.5522847498

// roundedRect returns a rectangle whose corners have the given radius.
func roundedRect(x, y, width, height, radius float64) path {
	right, bottom := x+width, y+height
	if radius == 0 {
		return path{
			{kind: moveTo, to: point{x, y}}, {kind: lineTo, to: point{right, y}}, {kind: lineTo, to: point{right, bottom}},
			{kind: lineTo, to: point{x, bottom}}, {kind: closePath, to: point{x, y}},
		}
	}
	r, k := radius, radius*(1-arc)
	corner := func(toX, toY, aX, aY, bX, bY float64) segment {
		return segment{cubicTo, point{toX, toY}, point{aX, aY}, point{bX, bY}}
	}
	return path{
		{kind: moveTo, to: point{x + r, y}},
		{kind: lineTo, to: point{right - r, y}}, corner(right, y+r, right-k, y, right, y+k),
		{kind: lineTo, to: point{right, bottom - r}}, corner(right-r, bottom, right, bottom-k, right-k, bottom),
		{kind: lineTo, to: point{x + r, bottom}}, corner(x, bottom-r, x+k, bottom, x, bottom-k),
		{kind: lineTo, to: point{x, y + r}}, corner(x+r, y, x, y+k, x+k, y),
		{kind: closePath, to: point{x + r, y}},
	}
}

func circle(x, y, radius float64) path {
	return roundedRect(x-radius, y-radius, 2*radius, 2*radius, radius)
}
