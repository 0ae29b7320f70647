package diagram

import (
	"fmt"
	"math"
	"regexp"
	"strings"
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
	toPixels gg.Matrix
	align    bool // all points move to the corners of pixels, for sharp edges without gaps between neighbours
}

// at returns the place of a point in pixels.
func (p *pen) at(x, y float64) (float64, float64) {
	x, y = p.toPixels.TransformPoint(x, y)
	if p.align {
		x, y = math.Round(x), math.Round(y)
	}
	return x, y
}

// length returns a length in pixels. The scale is the same in all directions.
func (p *pen) length(of float64) float64 {
	return of * math.Sqrt(math.Abs(p.toPixels.XX*p.toPixels.YY-p.toPixels.XY*p.toPixels.YX))
}

func (p *pen) rect(left, top, right, bottom, radius float64) {
	left, top = p.at(left, top)
	right, bottom = p.at(right, bottom)
	p.DrawRoundedRectangle(left, top, right-left, bottom-top, p.length(radius))
}

// circle adds four cubic curves, which are within 0.03 % of a circle. The library would add
// many short ones, which show in a small picture.
func (p *pen) circle(x, y, r float64) {
	k := r * 0.5522847498
	p.add('M', x, y-r)
	p.add('C', x+k, y-r, x+r, y-k, x+r, y)
	p.add('C', x+r, y+k, x+k, y+r, x, y+r)
	p.add('C', x-k, y+r, x-r, y+k, x-r, y)
	p.add('C', x-r, y-k, x-k, y-r, x, y-r)
	p.ClosePath()
}

// dashes adds the dashes of horizontal lines as rectangles.
func (p *pen) dashes(d string, dash, width float64) error {
	for line := range strings.SplitSeq(strings.TrimPrefix(d, "M"), "M") {
		var x, y, end float64
		if _, err := fmt.Sscanf(line, "%g %gH%g", &x, &y, &end); err != nil {
			return fmt.Errorf("the dashed path %q is not known: %w", d, err)
		}
		for ; x < end; x += 2 * dash {
			p.rect(x, y-width/2, min(x+dash, end), y+width/2, 0)
		}
	}
	return nil
}

// pathCommand matches a command of a path with its numbers, of which there are as many as
// pathNumbers says, or a multiple.
var (
	pathCommand = regexp.MustCompile("[A-Za-z][^A-Za-z]*")
	pathNumbers = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'C': 6, 'Z': 0}
)

// path adds the attribute d of a path: the commands M, L, H, V, C, Q and Z of SVG, and
// the same in small letters, which are relative.
func (p *pen) path(d string) error {
	var x, y, startX, startY float64
	for _, part := range pathCommand.FindAllString(d, -1) {
		command := part[0] &^ 0x20
		size, known := pathNumbers[command]
		numbers, err := parseNumbers(strings.ReplaceAll(part[1:], "-", " -")) // a minus sign also separates them
		if err != nil || !known || size == 0 && len(numbers) > 0 || size > 0 && (len(numbers) == 0 || len(numbers)%size > 0) {
			return fmt.Errorf("the path with %q is not known", part)
		}
		if command == 'Z' {
			p.ClosePath()
			x, y = startX, startY
		}
		for ; len(numbers) > 0; numbers = numbers[size:] {
			var fromX, fromY float64
			if part[0] != command {
				fromX, fromY = x, y
			}
			var points []float64
			switch command {
			case 'H':
				points = []float64{fromX + numbers[0], y}
			case 'V':
				points = []float64{x, fromY + numbers[0]}
			default:
				for i := 0; i < size; i += 2 {
					points = append(points, fromX+numbers[i], fromY+numbers[i+1])
				}
			}
			x, y = points[len(points)-2], points[len(points)-1]
			if command == 'M' {
				startX, startY = x, y
			}
			p.add(command, points...)
		}
	}
	return nil
}

// add adds a command of SVG with the coordinates of its points.
func (p *pen) add(command byte, n ...float64) {
	for i := 0; i < len(n); i += 2 {
		n[i], n[i+1] = p.at(n[i], n[i+1])
	}
	switch command {
	case 'M':
		p.MoveTo(n[0], n[1])
	case 'Q':
		p.QuadraticTo(n[0], n[1], n[2], n[3])
	case 'C':
		p.CubicTo(n[0], n[1], n[2], n[3], n[4], n[5])
	default:
		p.LineTo(n[0], n[1])
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
			for _, at := range s.Args {
				points = append(points, g.left+float(at.X), float(at.Y))
			}
			p.add("MLQC"[s.Op], points...)
		}
	}
	return nil
}

func float(x fixed.Int26_6) float64 { return float64(x) / 64 }
