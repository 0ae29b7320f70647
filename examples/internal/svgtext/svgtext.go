// Package svgtext keeps the texts of a picture in their places.
package svgtext

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
)

var element = regexp.MustCompile(`<text ([^>]*)font-family:([^;]*)([^>]*)font-size:([0-9.]+)px">([^<]*)</text>`)

// Fit gives each text in an SVG of gonum's plots the width, in points, that it has in
// the picture's font of a size in points: a viewer that lacks the font takes another,
// such as one of the fallbacks, which may be wider.
func Fit(svg []byte, fallbacks string, width func(text string, size float64) float64) []byte {
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
