package diagram

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
	"strings"

	"git.sr.ht/~sbinet/gg"
)

// An element is an element of an SVG picture.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

// A style is what an element inherits from the one around it.
type style struct {
	fill, stroke, color string
	strokeWidth         float64
	round               bool // the joins and caps of strokes
	middle              bool // texts are centred on their place
	toPixels            matrix
}

// attributes are the attributes of an element that it does not inherit.
type attributes struct {
	opacity float64
	numbers map[string]float64 // such as x and r
	d       string
	dash    float64
	id      string
	href    string
}

// A canvas is a picture that is being rendered.
type canvas struct {
	*gg.Context
	definitions map[string]element
}

// render returns an SVG picture as pixels. It knows the SVG that chess.Diagram writes
// with a Size, and returns an error for any other element, attribute or value.
func render(svg string) (image.Image, error) {
	var root element
	if err := xml.Unmarshal([]byte(svg), &root); err != nil {
		return nil, err
	}
	size := map[string]float64{}
	var box []float64
	for _, a := range root.Attrs {
		var err error
		switch name := a.Name.Local; name {
		case "viewBox":
			box, err = parseNumbers(a.Value)
		case "width", "height":
			size[name], err = strconv.ParseFloat(a.Value, 64)
		case "xmlns", "role", "aria-label":
		default:
			err = fmt.Errorf("the attribute %s of <svg> is not known", name)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(box) != 4 || box[2] <= 0 || size["width"] <= 0 || size["height"] <= 0 {
		return nil, fmt.Errorf("a picture of %v, drawn as %v pixels", box, size)
	}
	scale := size["width"] / box[2]
	c := canvas{gg.NewContext(int(size["width"]), int(size["height"])), map[string]element{}}
	return c.Image(), c.children(root, style{
		fill: "black", stroke: "none", color: "black", strokeWidth: 1, toPixels: matrix{scale, 0, 0, scale, 0, 0},
	})
}

// children draws what is in an element.
func (c *canvas) children(e element, s style) error {
	for _, child := range e.Children {
		if err := c.draw(child, s); err != nil {
			return err
		}
	}
	return nil
}

// draw draws an element in a style.
func (c *canvas) draw(e element, s style) error {
	a, err := s.apply(e)
	if err != nil {
		return err
	}
	n := a.numbers
	switch name := e.XMLName.Local; name {
	case "title", "desc":
		return nil
	case "defs":
		for _, child := range e.Children {
			for _, attr := range child.Attrs {
				if attr.Name.Local == "id" {
					c.definitions["#"+attr.Value] = child
				}
			}
		}
		return nil
	case "g":
		return c.children(e, s)
	case "use":
		definition, ok := c.definitions[a.href]
		if !ok {
			return fmt.Errorf("%s is used and not defined", a.href)
		}
		s.toPixels = s.toPixels.times(translation(n["x"], n["y"]))
		return c.draw(definition, s)
	case "path":
		p, err := parsePath(a.d)
		if err != nil {
			return err
		}
		if a.dash > 0 {
			return c.dashes(p, s, a)
		}
		return c.shape(p, s, a.opacity)
	case "rect":
		return c.shape(roundedRect(n["x"], n["y"], n["width"], n["height"], n["rx"]), s, a.opacity)
	case "circle":
		return c.shape(circle(n["cx"], n["cy"], n["r"]), s, a.opacity)
	case "text":
		p, err := glyphs(e.Text, n, s.middle)
		if err != nil {
			return err
		}
		return c.shape(p, s, a.opacity)
	default:
		return fmt.Errorf("the element <%s> is not known", name)
	}
}

// apply changes s by the attributes of an element and returns the others.
func (s *style) apply(e element) (attributes, error) {
	a := attributes{opacity: 1, numbers: map[string]float64{}}
	for _, attr := range e.Attrs {
		var err error
		number := func() (v float64) {
			v, err = strconv.ParseFloat(attr.Value, 64)
			return v
		}
		switch name := attr.Name.Local; name {
		case "fill":
			s.fill = attr.Value
		case "stroke":
			s.stroke = attr.Value
		case "color":
			s.color = attr.Value
		case "stroke-width":
			s.strokeWidth = number()
		case "stroke-linejoin", "stroke-linecap":
			if s.round = true; attr.Value != "round" {
				err = fmt.Errorf("%s=%q is not known", name, attr.Value)
			}
		case "text-anchor":
			if s.middle = true; attr.Value != "middle" {
				err = fmt.Errorf("%s=%q is not known", name, attr.Value)
			}
		case "transform":
			var m matrix
			m, err = parseTransform(attr.Value)
			s.toPixels = s.toPixels.times(m)
		case "opacity":
			a.opacity = number()
		case "stroke-dasharray":
			a.dash = number()
		case "x", "y", "width", "height", "rx", "cx", "cy", "r", "font-size", "textLength":
			a.numbers[name] = number()
		case "d":
			a.d = attr.Value
		case "id":
			a.id = attr.Value
		case "href":
			a.href = attr.Value
		case "font-family", "lengthAdjust", "shape-rendering":
		default:
			err = fmt.Errorf("the attribute %s of <%s> is not known", name, e.XMLName.Local)
		}
		if err != nil {
			return a, err
		}
	}
	return a, nil
}

// shape fills and strokes a path.
func (c *canvas) shape(p path, s style, opacity float64) error {
	fill, err := s.paint(s.fill)
	if err != nil {
		return err
	}
	stroke, err := s.paint(s.stroke)
	if err != nil {
		return err
	}
	p = p.transformed(s.toPixels)
	if stroke == nil && p.rectilinear() {
		p.align()
	}
	to := c.Context
	if opacity < 1 { // so that the fill does not shine through the stroke
		to = gg.NewContext(c.Width(), c.Height())
	}
	p.addTo(to)
	if fill != nil {
		to.SetColor(fill)
		to.FillPreserve()
	}
	if stroke != nil {
		to.SetColor(stroke)
		to.SetLineWidth(s.strokeWidth * s.toPixels.scale())
		to.SetLineCapButt()
		to.SetLineJoinRound()
		if s.round || p.closed() { // the library does not join the ends
			to.SetLineCapRound()
		}
		to.StrokePreserve()
	}
	to.ClearPath()
	if opacity < 1 {
		mask := image.NewUniform(color.Alpha16{uint16(math.Round(opacity * 0xFFFF))})
		draw.DrawMask(c.Image().(draw.Image), c.Image().Bounds(), to.Image(), image.Point{}, mask, image.Point{}, draw.Over)
	}
	return nil
}

// dashes draws the dashes of horizontal lines as rectangles, so that they align with
// the pixels: these are the dark squares of a board.
func (c *canvas) dashes(p path, s style, a attributes) error {
	var all path
	half := s.strokeWidth / 2
	for i := 0; i+1 < len(p); i += 2 {
		from, to := p[i].to, p[i+1].to
		if p[i].kind != moveTo || p[i+1].kind != lineTo || from.y != to.y {
			return fmt.Errorf("the dashed path %q is not known", a.d)
		}
		for x := from.x; x < to.x; x += 2 * a.dash {
			all = append(all, roundedRect(x, from.y-half, min(a.dash, to.x-x), s.strokeWidth, 0)...)
		}
	}
	s.fill, s.stroke = s.stroke, "none"
	return c.shape(all, s, a.opacity)
}

// paint returns the colour of a fill or a stroke, or nil for none.
func (s *style) paint(text string) (color.Color, error) {
	switch text {
	case "none":
		return nil, nil
	case "currentColor":
		text = s.color
	}
	return parseColor(text)
}

// parseNumbers reads numbers with blanks or commas between them.
func parseNumbers(text string) (numbers []float64, err error) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}
