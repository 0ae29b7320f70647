package diagram

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The font has the widths of Helvetica and Arial, which the pictures ask for.
var sans = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(liberationsansregular.TTF) })

// glyphs returns the outlines of a text at x and y, in letters of font-size, and
// squeezed to textLength if there is one: these are the names of attributes.
func glyphs(text string, attributes map[string]float64, middle bool) (path, error) {
	f, err := sans()
	if err != nil {
		return nil, err
	}
	var p path
	var buf sfnt.Buffer
	unit := fixed.I(int(f.UnitsPerEm()))
	width := 0.0
	last := sfnt.GlyphIndex(0)
	for _, r := range text {
		glyph, err := f.GlyphIndex(&buf, r)
		if err != nil {
			return nil, err
		}
		if kern, err := f.Kern(&buf, last, glyph, unit, font.HintingNone); err == nil && last != 0 {
			width += float(kern)
		}
		segments, err := f.LoadGlyph(&buf, glyph, unit, nil)
		if err != nil {
			return nil, err
		}
		p = append(p, outline(segments).transformed(translation(width, 0))...)
		advance, err := f.GlyphAdvance(&buf, glyph, unit, font.HintingNone)
		if err != nil {
			return nil, err
		}
		width += float(advance)
		last = glyph
	}
	scale := attributes["font-size"] / float(unit)
	scaleX := scale
	if length := attributes["textLength"]; length > 0 && width > 0 {
		scaleX = min(scale, length/width) // the pictures only mean to make a text narrower
	}
	left := attributes["x"]
	if middle {
		left -= width * scaleX / 2
	}
	return p.transformed(matrix{scaleX, 0, 0, scale, left, attributes["y"]}), nil
}

// outline converts the outline of a glyph.
func outline(segments sfnt.Segments) path {
	var p path
	at := func(a fixed.Point26_6) point { return point{float(a.X), float(a.Y)} }
	for _, s := range segments {
		switch a := s.Args; s.Op {
		case sfnt.SegmentOpMoveTo:
			p = append(p, segment{kind: moveTo, to: at(a[0])})
		case sfnt.SegmentOpLineTo:
			p = append(p, segment{kind: lineTo, to: at(a[0])})
		case sfnt.SegmentOpQuadTo:
			p = append(p, segment{kind: quadTo, a: at(a[0]), to: at(a[1])})
		case sfnt.SegmentOpCubeTo:
			p = append(p, segment{kind: cubicTo, a: at(a[0]), b: at(a[1]), to: at(a[2])})
		}
	}
	return p
}

func float(x fixed.Int26_6) float64 { return float64(x) / 64 }
