package diagram

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// parseColor reads a colour: a name of SVG, or "#" and 3, 4, 6 or 8 hex digits.
func parseColor(text string) (color.Color, error) {
	code, coded := strings.CutPrefix(text, "#")
	if !coded {
		if c, ok := colornames.Map[strings.ToLower(text)]; ok {
			return c, nil
		}
		return nil, fmt.Errorf("the colour %q is not known", text)
	}
	if len(code) == 3 || len(code) == 4 { // each digit stands for two
		var doubled strings.Builder
		for i := range len(code) {
			doubled.WriteString(code[i:i+1] + code[i:i+1])
		}
		code = doubled.String()
	}
	if len(code) == 6 {
		code += "ff"
	}
	n, err := strconv.ParseUint(code, 16, 32)
	if err != nil || len(code) != 8 {
		return nil, fmt.Errorf("the colour %q is neither a name nor # and 3, 4, 6 or 8 hex digits", text)
	}
	return color.NRGBA{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}, nil
}
