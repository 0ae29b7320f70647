package diagram

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
	fill, stroke, color string
	strokeWidth         float64
	toPixels            gg.Matrix
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
	s := style{fill: "black", stroke: "none", color: "black", strokeWidth: 1, toPixels: gg.Identity()}
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
	c := canvas{gg.NewContext(int(n["width"]), int(n["height"])), map[string]element{}}
	return c.Image(), c.children(root, s)
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
	n, text, err := s.apply(e)
	if err != nil {
		return err
	}
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
		definition, ok := c.definitions[text["href"]]
		if !ok {
			return fmt.Errorf("%s is used and not defined", text["href"])
		}
		s.toPixels = s.toPixels.Translate(n["x"], n["y"])
		return c.draw(definition, s)
	case "path", "rect", "circle", "text":
		return c.shape(e, s, n, text["d"])
	default:
		return fmt.Errorf("the element <%s> is not known", name)
	}
}

// apply changes s by the attributes of an element, and returns the others.
func (s *style) apply(e element) (numbers map[string]float64, text map[string]string, err error) {
	numbers, text = map[string]float64{}, map[string]string{}
	numbers["stroke-width"] = s.strokeWidth
	for _, attr := range e.Attrs {
		var err error
		switch name := attr.Name.Local; name {
		case "fill":
			s.fill = attr.Value
		case "stroke":
			s.stroke = attr.Value
		case "color":
			s.color = attr.Value
		case "transform":
			err = s.transform(attr.Value)
		case "x", "y", "width", "height", "rx", "cx", "cy", "r", "font-size", "textLength", "opacity", "stroke-dasharray", "stroke-width":
			numbers[name], err = strconv.ParseFloat(attr.Value, 64)
		case "viewBox", "d", "href":
			text[name] = attr.Value
		case "stroke-linejoin", "stroke-linecap", "text-anchor": // as all are drawn
			if attr.Value != "round" && attr.Value != "middle" {
				err = errors.New("the value is not known")
			}
		case "id", "xmlns", "role", "aria-label", "font-family", "lengthAdjust", "shape-rendering":
		default:
			err = errors.New("the attribute is not known")
		}
		if err != nil {
			return nil, nil, fmt.Errorf("<%s %s=%q>: %w", e.XMLName.Local, attr.Name.Local, attr.Value, err)
		}
	}
	s.strokeWidth = numbers["stroke-width"]
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
func (c *canvas) shape(e element, s style, n map[string]float64, d string) error {
	dash := n["stroke-dasharray"]
	if dash > 0 { // drawn as rectangles, which align: these are the dark squares of a board
		s.fill, s.stroke = s.stroke, "none"
	}
	fill, errFill := s.paint(s.fill)
	stroke, err := s.paint(s.stroke)
	if err = cmp.Or(errFill, err); err != nil {
		return err
	}
	to := c.Context
	opacity, translucent := n["opacity"]
	if translucent { // so that the fill does not shine through the stroke
		to = gg.NewContext(c.Width(), c.Height())
	}
	p := &pen{to, s.toPixels, stroke == nil}
	switch name := e.XMLName.Local; {
	case dash > 0:
		err = p.dashes(d, dash, s.strokeWidth)
	case name == "path":
		p.align = p.align && !strings.ContainsAny(d, "LCQ")
		err = p.path(d)
	case name == "rect":
		p.align = p.align && n["rx"] == 0
		p.rect(n["x"], n["y"], n["x"]+n["width"], n["y"]+n["height"], n["rx"])
	case name == "circle":
		p.align = false
		p.circle(n["cx"], n["cy"], n["r"])
	default:
		p.align = false
		err = p.text(e.Text, n["x"], n["y"], n["font-size"], n["textLength"])
	}
	if err != nil {
		return err
	}
	if fill != nil {
		to.SetColor(fill)
		to.FillPreserve()
	}
	if stroke != nil {
		to.SetColor(stroke)
		to.SetLineWidth(p.length(s.strokeWidth))
		to.SetLineCapRound() // the library does not join the ends of a closed path
		to.SetLineJoinRound()
		to.StrokePreserve()
	}
	to.ClearPath()
	if translucent {
		mask := image.NewUniform(color.Alpha16{uint16(math.Round(opacity * 0xFFFF))})
		draw.DrawMask(c.Image().(draw.Image), c.Image().Bounds(), to.Image(), image.Point{}, mask, image.Point{}, draw.Over)
	}
	return nil
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

// parseColor reads a colour: a name of SVG, or "#" and 3, 4, 6 or 8 hex digits.
func parseColor(text string) (color.Color, error) {
	code, coded := strings.CutPrefix(text, "#")
	if !coded {
		if c, ok := colornames.Map[strings.ToLower(text)]; ok {
			return c, nil
		}
		return nil, fmt.Errorf("the colour %q is not known", text)
	}
	if n := len(code); n == 3 || n == 6 {
		code += "ff"[:n/3] // opaque
	}
	if len(code) == 4 { // each digit stands for two
		code = string([]byte{code[0], code[0], code[1], code[1], code[2], code[2], code[3], code[3]})
	}
	n, err := strconv.ParseUint(code, 16, 32)
	if err != nil || len(code) != 8 {
		return nil, fmt.Errorf("the colour %q is neither a name nor # and 3, 4, 6 or 8 hex digits", text)
	}
	return color.NRGBA{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}, nil
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
