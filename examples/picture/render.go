package picture

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
	"strings"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/colornames"
)

// An element is an element of an SVG picture.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

// A style is what an element inherits from the one around it: attributes, and its place.
type style struct {
	fill, stroke               string
	fillOpacity, strokeOpacity float64
	strokeWidth                float64
	evenOdd                    bool
	toPixels                   gg.Matrix
}

// A canvas is a picture that is being rendered.
type canvas struct{ *gg.Context }

// render returns an SVG picture as pixels. It knows the SVG that chess.Diagram writes with a Size,
// with shapes in its Pieces, and returns an error for any other element, attribute or value.
func render(svg string) (*image.RGBA, error) {
	var root element
	if err := xml.Unmarshal([]byte(svg), &root); err != nil {
		return nil, err
	}
	s := style{fill: "black", stroke: "none", fillOpacity: 1, strokeOpacity: 1, strokeWidth: 1, toPixels: gg.Identity()}
	n, text, err := s.apply(root)
	if err != nil {
		return nil, err
	}
	box, err := parseNumbers(text["viewBox"])
	if err != nil || len(box) != 4 || box[2] <= 0 || n["width"] <= 0 || n["height"] <= 0 {
		return nil, fmt.Errorf("a picture of %q, drawn as %v pixels, is not known", text["viewBox"], n)
	}
	scale := n["width"] / box[2]
	s.toPixels = gg.Scale(scale, scale)
	c := canvas{gg.NewContext(int(n["width"]), int(n["height"]))}
	return c.pixels(), c.children(root, s)
}

func (c canvas) pixels() *image.RGBA { return c.Image().(*image.RGBA) }

// children draws what is in an element.
func (c canvas) children(e element, s style) error {
	for _, child := range e.Children {
		if err := c.draw(child, s); err != nil {
			return err
		}
	}
	return nil
}

// draw draws an element in a style.
func (c canvas) draw(e element, s style) error {
	n, text, err := s.apply(e)
	if err != nil {
		return err
	}
	opacity, translucent := n["opacity"]
	if translucent && len(e.Children) == 0 && (s.fill == "none" || s.stroke == "none") {
		s.fillOpacity, s.strokeOpacity, translucent = s.fillOpacity*opacity, s.strokeOpacity*opacity, false
	}
	to := c
	if translucent { // as a whole, so that a fill does not shine through a stroke
		to = canvas{gg.NewContext(c.Width(), c.Height())}
	}
	switch name := e.XMLName.Local; name {
	case "title", "desc":
	case "g":
		err = to.children(e, s)
	case "path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "text":
		err = to.shape(e, s, n, text)
	default:
		err = fmt.Errorf("the element <%s> is not known", name)
	}
	if translucent {
		mask := image.NewUniform(color.Alpha16{uint16(math.Round(min(max(opacity, 0), 1) * 0xFFFF))})
		draw.DrawMask(c.pixels(), c.pixels().Bounds(), to.pixels(), image.Point{}, mask, image.Point{}, draw.Over)
	}
	return err
}

// apply changes s by the attributes of an element, and returns the others.
func (s *style) apply(e element) (numbers map[string]float64, text map[string]string, err error) {
	numbers, text = map[string]float64{}, map[string]string{}
	attrs := e.Attrs
	for i := 0; i < len(attrs); i++ {
		var err error
		name, value := attrs[i].Name.Local, strings.TrimSpace(attrs[i].Value)
		number := func() float64 {
			n, rest, errNumber := cutNumber(strings.TrimSuffix(value, "px"))
			if err = errNumber; rest != "" {
				err = errors.New("not a number")
			}
			return n
		}
		size := func() float64 {
			n := number()
			if n < 0 {
				err = errors.New("negative")
			}
			return n
		}
		switch name {
		case "style": // the same as attributes
			for declaration := range strings.SplitSeq(value, ";") {
				if property, value, ok := strings.Cut(declaration, ":"); ok {
					attrs = append(attrs, xml.Attr{Name: xml.Name{Local: strings.TrimSpace(property)}, Value: value})
				}
			}
		case "fill":
			s.fill = value
		case "stroke":
			s.stroke = value
		case "fill-opacity":
			s.fillOpacity = number()
		case "stroke-opacity":
			s.strokeOpacity = number()
		case "stroke-width":
			s.strokeWidth = size()
		case "fill-rule":
			if s.evenOdd = value == "evenodd"; !s.evenOdd && value != "nonzero" {
				err = errors.New("the value is not known")
			}
		case "transform":
			err = s.transform(value)
		case "x", "y", "cx", "cy", "x1", "y1", "x2", "y2", "opacity":
			numbers[name] = number()
		case "width", "height", "rx", "ry", "r", "font-size", "textLength":
			numbers[name] = size()
		case "viewBox", "d", "points":
			text[name] = value
		case "text-anchor":
			if value != "middle" {
				err = errors.New("the value is not known")
			}
		case "stroke-linejoin", "stroke-linecap", "stroke-miterlimit": // all are drawn as round
		case "xmlns", "role", "aria-label", "font-family", "lengthAdjust", "shape-rendering":
		default:
			err = errors.New("the attribute is not known")
		}
		if err != nil {
			return nil, nil, fmt.Errorf("<%s %s=%q>: %w", e.XMLName.Local, name, value, err)
		}
	}
	return numbers, text, nil
}

// transform adds translate, scale and matrix.
func (s *style) transform(list string) error {
	for list = strings.TrimSpace(list); list != ""; list = strings.TrimSpace(list) {
		call, rest, closed := strings.Cut(list, ")")
		name, arguments, _ := strings.Cut(call, "(")
		n, err := parseNumbers(arguments)
		switch {
		case err != nil || !closed:
			return errors.New("malformed")
		case name == "translate" && len(n) == 2:
			s.toPixels = s.toPixels.Translate(n[0], n[1])
		case name == "translate" && len(n) == 1:
			s.toPixels = s.toPixels.Translate(n[0], 0)
		case name == "scale" && len(n) == 2:
			s.toPixels = s.toPixels.Scale(n[0], n[1])
		case name == "scale" && len(n) == 1:
			s.toPixels = s.toPixels.Scale(n[0], n[0])
		case name == "matrix" && len(n) == 6:
			s.toPixels = gg.Matrix{XX: n[0], YX: n[1], XY: n[2], YY: n[3], X0: n[4], Y0: n[5]}.Multiply(s.toPixels)
		default:
			return fmt.Errorf("%s is not known", name)
		}
		list = rest
	}
	return nil
}

// shape fills and strokes an element. Horizontal and vertical lines without a stroke
// align with the pixels.
func (c canvas) shape(e element, s style, n map[string]float64, text map[string]string) error {
	fill, errFill := paint(s.fill, s.fillOpacity)
	stroke, err := paint(s.stroke, s.strokeOpacity)
	if err = cmp.Or(errFill, err); err != nil {
		return err
	}
	rx, hasX := n["rx"]
	ry, hasY := n["ry"]
	if !hasX {
		rx = ry
	}
	if !hasY {
		ry = rx
	}
	p := &pen{Context: c.Context, toPixels: s.toPixels}
	switch name := e.XMLName.Local; name {
	case "path":
		p.align = stroke == nil && !strings.ContainsAny(text["d"], "LCQTSAlcqtsa")
		err = p.path(text["d"])
	case "polygon", "polyline":
		err = p.path("M" + text["points"] + map[string]string{"polygon": "Z"}[name])
	case "line":
		p.add('M', n["x1"], n["y1"])
		p.add('L', n["x2"], n["y2"])
	case "rect":
		p.align = stroke == nil && min(rx, ry) == 0
		err = p.rect(n["x"], n["y"], n["width"], n["height"], rx, ry)
	case "circle":
		p.ellipse(n["cx"], n["cy"], n["r"], n["r"])
	case "ellipse":
		p.ellipse(n["cx"], n["cy"], rx, ry)
	default:
		err = p.text(e.Text, n["x"], n["y"], n["font-size"], n["textLength"])
	}
	if err != nil {
		return err
	}
	if fill != nil {
		c.SetFillRule(gg.FillRuleWinding)
		if s.evenOdd {
			c.SetFillRule(gg.FillRuleEvenOdd)
		}
		c.SetColor(fill)
		c.FillPreserve()
	}
	if stroke != nil {
		c.SetColor(stroke)
		c.SetLineWidth(p.length(s.strokeWidth))
		c.SetLineJoinRound()
		c.SetLineCapButt()
		if p.open > 0 {
			c.SetLineCapRound()
		}
		c.StrokePreserve()
	}
	c.ClearPath()
	return nil
}

// paint returns the colour of a fill or a stroke, or nil for none.
func paint(text string, opacity float64) (color.Color, error) {
	if text == "none" {
		return nil, nil
	}
	c, err := parseColor(text)
	if err != nil {
		return nil, err
	}
	c.A = uint8(math.Round(float64(c.A) * min(max(opacity, 0), 1)))
	return c, nil
}

// parseColor reads a colour: a name of SVG, or "#" and 3, 4, 6 or 8 hex digits.
func parseColor(text string) (c color.NRGBA, err error) {
	code, coded := strings.CutPrefix(text, "#")
	if !coded {
		if c, ok := colornames.Map[strings.ToLower(text)]; ok {
			return color.NRGBA(c), nil // all are opaque
		}
		return c, fmt.Errorf("the colour %q is not known", text)
	}
	if n := len(code); n == 3 || n == 6 {
		code += "ff"[:n/3] // opaque
	}
	if len(code) == 4 { // each digit stands for two
		code = string([]byte{code[0], code[0], code[1], code[1], code[2], code[2], code[3], code[3]})
	}
	n, err := strconv.ParseUint(code, 16, 32)
	if err != nil || len(code) != 8 {
		return c, fmt.Errorf("the colour %q is neither a name nor # and 3, 4, 6 or 8 hex digits", text)
	}
	return color.NRGBA{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}, nil
}

// parseNumbers reads a list of numbers.
func parseNumbers(text string) (numbers []float64, err error) {
	for text = cutBlanks(text); text != ""; text = cutBlanks(text) {
		var n float64
		if n, text, err = cutNumber(text); err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// cutBlanks returns a text without what may be before a number.
func cutBlanks(text string) string { return strings.TrimLeft(text, ", \t\r\n") }

// cutNumber returns the number at the beginning of a text, and what follows it, which may be the next number.
func cutNumber(text string) (n float64, rest string, err error) {
	end, dot, exponent := 0, false, false
scan:
	for ; end < len(text); end++ {
		switch c := text[end]; {
		case '0' <= c && c <= '9':
		case c == '.' && !dot && !exponent:
			dot = true
		case c|0x20 == 'e' && !exponent:
			exponent = true
		case (c == '-' || c == '+') && (end == 0 || text[end-1]|0x20 == 'e'):
		default:
			break scan
		}
	}
	n, err = strconv.ParseFloat(text[:end], 64)
	return n, text[end:], err
}
