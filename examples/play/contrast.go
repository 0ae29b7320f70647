package main

import (
	"image/color"
	"math"
)

// contrast returns the contrast ratio of two colours, from 1 to 21, as WCAG defines it: a
// text needs 4.5 to be read easily, and a picture 3.
func contrast(a, b color.Color) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// luminance returns the relative luminance of a colour, from 0 to 1.
func luminance(c color.Color) float64 {
	linear := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}
