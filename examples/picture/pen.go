package picture

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A pen adds to the path of a context.
type pen struct {
	*gg.Context
	toPixels   gg.Matrix
	start, aim gg.Point // where the current part of the path begins, and the first other point of it
	open       int      // how many parts of the path are not closed
	align      bool     // all points move to the corners of pixels, for sharp edges without gaps between neighbours
}

// at returns the place of a point in pixels.
func (p *pen) at(x, y float64) (float64, float64) {
	x, y = p.toPixels.TransformPoint(x, y)
	x, y = within(x), within(y)
	if p.align {
		x, y = math.Round(x), math.Round(y)
	}
	return x, y
}

// length returns a length in pixels. The scale is the same in all directions.
func (p *pen) length(of float64) float64 {
	return within(of * math.Sqrt(math.Abs(p.toPixels.XX*p.toPixels.YY-p.toPixels.XY*p.toPixels.YX)))
}

// within returns a number of pixels that is not far out of the largest picture, where drawing would take long.
func within(x float64) float64 {
	if !(x > -2*maxSize) { // or not a number
		return -2 * maxSize
	}
	return min(x, 2*maxSize)
}

// rect adds a rectangle with round corners, unless it is empty.
func (p *pen) rect(x, y, width, height, rx, ry float64) error {
	if width == 0 || height == 0 {
		return nil
	}
	rx, ry = min(rx, width/2), min(ry, height/2)
	if rx == 0 || ry == 0 {
		rx, ry = 0, 0
	}
	return p.path(fmt.Sprintf("M%g %gh%ga%[4]g %[5]g 0 0 1 %[4]g %[5]gv%[6]ga%[4]g %[5]g 0 0 1 %[7]g %[5]gh%[8]ga%[4]g %[5]g 0 0 1 %[7]g %[9]gv%[10]ga%[4]g %[5]g 0 0 1 %[4]g %[9]gz",
		x+rx, y, width-2*rx, rx, ry, height-2*ry, -rx, 2*rx-width, -ry, 2*ry-height))
}

// ellipse adds four cubic curves, which are within 0.03 % of one, unless it is empty. The library would
// add many short ones, which show in a small picture.
func (p *pen) ellipse(x, y, rx, ry float64) {
	if rx == 0 || ry == 0 {
		return
	}
	const k = 0.5522847498
	p.add('M', x, y-ry)
	p.add('C', x+k*rx, y-ry, x+rx, y-k*ry, x+rx, y)
	p.add('C', x+rx, y+k*ry, x+k*rx, y+ry, x, y+ry)
	p.add('C', x-k*rx, y+ry, x-rx, y+k*ry, x-rx, y)
	p.add('C', x-rx, y-k*ry, x-k*rx, y-ry, x, y-ry)
	p.close()
}

// pathNumbers says how many numbers follow a command of a path.
var pathNumbers = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'T': 2, 'C': 6, 'S': 4, 'A': 7, 'Z': 0}

// path adds the attribute d of a path. Commands in small letters are relative, and one that is the same as
// that before it may be left out.
func (p *pen) path(d string) error {
	var command, curve byte // curve is Q or C after such a curve
	var relative bool
	var x, y, startX, startY float64
	var control [2]float64 // the last but one point of the curve
	mirrored := func(of byte) []float64 {
		if curve != of {
			return []float64{x, y}
		}
		return []float64{2*x - control[0], 2*y - control[1]}
	}
	for rest := cutBlanks(d); rest != ""; rest = cutBlanks(rest) {
		switch c := rest[0] &^ 0x20; {
		case 'A' <= c && c <= 'Z' && (command != 0 || c == 'M'): // a path begins with M
			command, relative, rest = c, c != rest[0], rest[1:]
		case command == 'M':
			command = 'L'
		case command == 'Z':
			command = 0
		}
		size, known := pathNumbers[command]
		if !known {
			return fmt.Errorf("the path %q is not known", d)
		}
		n := make([]float64, size)
		for i := range n {
			rest = cutBlanks(rest)
			word := rest
			if command == 'A' && (i == 3 || i == 4) && word != "" { // a flag is one digit, and nothing need follow it
				word = word[:1]
			}
			number, after, err := cutNumber(word)
			if err != nil {
				return fmt.Errorf("the path %q is not known: %w", d, err)
			}
			n[i], rest = number, rest[len(word)-len(after):]
		}
		var fromX, fromY float64
		if relative {
			fromX, fromY = x, y
		}
		switch command {
		case 'Z':
			n = []float64{startX, startY}
		case 'H':
			n = []float64{fromX + n[0], y}
		case 'V':
			n = []float64{x, fromY + n[0]}
		case 'A':
			n[5] += fromX
			n[6] += fromY
		default:
			for i := 0; i < size; i += 2 {
				n[i] += fromX
				n[i+1] += fromY
			}
		}
		toX, toY := n[len(n)-2], n[len(n)-1]
		next := byte(0)
		switch command {
		case 'Z':
			p.close()
		case 'A':
			p.arc(x, y, n)
		case 'Q', 'T':
			if command == 'T' {
				n = append(mirrored('Q'), n...)
			}
			next, control = 'Q', [2]float64(n)
			p.add('Q', n...)
		case 'C', 'S':
			if command == 'S' {
				n = append(mirrored('C'), n...)
			}
			next, control = 'C', [2]float64(n[2:])
			p.add('C', n...)
		case 'M':
			startX, startY = toX, toY
			p.add('M', n...)
		default:
			p.add('L', n...)
		}
		x, y, curve = toX, toY, next
	}
	return nil
}

// arc adds an arc of an ellipse that begins at (x, y). The numbers are those of a path: two radii, the
// angle of the first, whether it is the larger part, whether it goes clockwise, and the end.
func (p *pen) arc(x, y float64, n []float64) {
	rx, ry, toX, toY := math.Abs(n[0]), math.Abs(n[1]), n[5], n[6]
	if rx == 0 || ry == 0 || x == toX && y == toY {
		p.add('L', toX, toY)
		return
	}
	// Where the ellipse is a circle of radius 1, the arc goes from (u, v) to (-u, -v).
	sin, cos := math.Sincos(n[2] * math.Pi / 180)
	dx, dy := (x-toX)/2, (y-toY)/2
	u, v := (cos*dx+sin*dy)/rx, (cos*dy-sin*dx)/ry
	if size := math.Hypot(u, v); size > 1 { // too small to reach the end
		u, v, rx, ry = u/size, v/size, rx*size, ry*size
	}
	height := math.Sqrt(max(1/(u*u+v*v)-1, 0))
	if n[3] == n[4] {
		height = -height
	}
	centerX, centerY := height*v, -height*u
	start := math.Atan2(v-centerY, u-centerX)
	turn := math.Atan2(-v-centerY, -u-centerX) - start
	if n[4] != 0 && turn < 0 {
		turn += 2 * math.Pi
	} else if n[4] == 0 && turn > 0 {
		turn -= 2 * math.Pi
	}
	circle := pen{Context: p.Context, toPixels: gg.Matrix{
		XX: cos * rx, YX: sin * rx, XY: -sin * ry, YY: cos * ry,
		X0: (x+toX)/2 + cos*rx*centerX - sin*ry*centerY,
		Y0: (y+toY)/2 + sin*rx*centerX + cos*ry*centerY,
	}.Multiply(p.toPixels)}
	parts := math.Ceil(math.Abs(turn) / (math.Pi / 2))
	k := 4. / 3 * math.Tan(turn/parts/4)
	for i := range int(parts) {
		sinA, cosA := math.Sincos(start + turn*float64(i)/parts)
		sinB, cosB := math.Sincos(start + turn*float64(i+1)/parts)
		circle.add('C', cosA-k*sinA, sinA+k*cosA, cosB+k*sinB, sinB-k*cosB, cosB, sinB)
	}
}

// add adds a command of SVG with the coordinates of its points. Curves become short lines, since close has
// to know the first.
func (p *pen) add(command byte, n ...float64) {
	points := make([]gg.Point, 1, 4)
	points[0], _ = p.GetCurrentPoint()
	length := 0.0
	for i := 0; i < len(n); i += 2 {
		x, y := p.at(n[i], n[i+1])
		points = append(points, gg.Point{X: x, Y: y})
		length += points[i/2].Distance(points[i/2+1])
	}
	if command == 'M' {
		p.open++
		p.start, p.aim = points[1], points[1]
		p.MoveTo(p.start.X, p.start.Y)
		return
	}
	steps := 1
	if len(points) > 2 {
		steps += int(1.5 * math.Sqrt(length)) // which leaves less than a tenth of a pixel
	}
	for step := range steps {
		t := float64(step+1) / float64(steps)
		curve := slices.Clone(points)
		for ; len(curve) > 1; curve = curve[:len(curve)-1] {
			for i := range curve[1:] {
				curve[i] = curve[i].Interpolate(curve[i+1], t)
			}
		}
		if p.aim == p.start {
			p.aim = curve[0]
		}
		p.LineTo(curve[0].X, curve[0].Y)
	}
}

// close ends a part of the path where it begins, and goes on for a tenth of a pixel, since the library
// draws the ends of a closed path as if it were open.
func (p *pen) close() {
	p.open--
	p.ClosePath()
	if length := p.start.Distance(p.aim); length > 0 {
		at := p.start.Interpolate(p.aim, min(0.1/length, 1))
		p.LineTo(at.X, at.Y)
	}
}

// The font has the widths of Helvetica and Arial, which the pictures ask for.
var sans = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(liberationsansregular.TTF) })

// text adds the outlines of a text with its middle at x and its line at y. It is squeezed
// if it is wider than room, unless that is 0.
func (p *pen) text(text string, x, y, size, room float64) error {
	f, err := sans()
	if err != nil {
		return err
	}
	type placed struct {
		glyph sfnt.GlyphIndex
		left  float64
	}
	var glyphs []placed
	var buffer sfnt.Buffer
	width, unit := 0.0, fixed.I(int(f.UnitsPerEm()))
	for _, r := range text {
		glyph, err := f.GlyphIndex(&buffer, r)
		if err != nil {
			return err
		}
		if glyph == 0 { // the font lacks it, and would draw a box
			continue
		}
		if n := len(glyphs); n > 0 {
			if kern, err := f.Kern(&buffer, glyphs[n-1].glyph, glyph, unit, font.HintingNone); err == nil {
				width += float(kern)
			}
		}
		glyphs = append(glyphs, placed{glyph, width})
		advance, err := f.GlyphAdvance(&buffer, glyph, unit, font.HintingNone)
		if err != nil {
			return err
		}
		width += float(advance)
	}
	scale := size / float(unit)
	scaleX := scale
	if room > 0 && width > 0 {
		scaleX = min(scale, room/width)
	}
	p.toPixels = gg.Matrix{XX: scaleX, YY: scale, X0: x - width*scaleX/2, Y0: y}.Multiply(p.toPixels)
	for _, g := range glyphs {
		segments, err := f.LoadGlyph(&buffer, g.glyph, unit, nil)
		if err != nil {
			return err
		}
		for _, s := range segments {
			var points []float64
			for _, at := range s.Args[:[...]int{1, 1, 2, 3}[s.Op]] {
				points = append(points, g.left+float(at.X), float(at.Y))
			}
			p.add("MLQC"[s.Op], points...)
		}
	}
	return nil
}

func float(x fixed.Int26_6) float64 { return float64(x) / 64 }
