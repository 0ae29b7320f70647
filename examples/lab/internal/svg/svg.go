// Package svg draws pictures of texts and shapes.
package svg

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// A Drawing is the text of a picture in the making. Its styles are those of the classes.
type Drawing struct{ strings.Builder }

// Picture returns the picture of a size, with its styles.
func (d *Drawing) Picture(class, title, style string, width, height float64) string {
	return fmt.Sprintf(`<svg class="%s" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[2]s %[3]s" width="%[2]s" height="%[3]s" role="img" aria-label="%[4]s">`+"\n",
		class, Number(width), Number(height), html.EscapeString(title)) +
		style + `<path class="back" d="` + Box(0, 0, width, height) + "\"/>\n" + d.String() + "</svg>\n"
}

// Text writes a text at a place, with a class or "".
func (d *Drawing) Text(x, y float64, class, text string) {
	if class != "" {
		class = ` class="` + class + `"`
	}
	fmt.Fprintf(d, "<text%s x=\"%s\" y=\"%s\">%s</text>\n", class, Number(x), Number(y), html.EscapeString(text))
}

// Path writes a path, if it has any parts.
func (d *Drawing) Path(class, parts string) {
	if parts != "" {
		fmt.Fprintf(d, "<path class=\"%s\" d=\"%s\"/>\n", class, parts)
	}
}

// Box returns a rectangle as a part of a path.
func Box(x, y, w, h float64) string {
	return "M" + Number(x) + " " + Number(y) + "h" + Number(w) + "v" + Number(h) + "h" + Number(-w) + "z"
}

// Line returns a line through points as a part of a path.
func Line(points ...[2]float64) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = Number(p[0]) + " " + Number(p[1])
	}
	return "M" + strings.Join(words, "L")
}

// Number writes a number with at most two decimals.
func Number(x float64) string {
	s := strconv.FormatFloat(x, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}
