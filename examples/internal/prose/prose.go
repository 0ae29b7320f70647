// Package prose writes numbers, sentences and evaluations for people to read.
package prose

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Thousands writes a number with commas between groups of three digits: "1,234,567".
func Thousands[T int | int64 | uint64](n T) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes a number with commas, and what is counted, given as one of it: "1 ply",
// "2 plies", "1,000 moves".
func Count(n int, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "y"):
		what = strings.TrimSuffix(what, "y") + "ies"
	default:
		what += "s"
	}
	return Thousands(n) + " " + what
}

// Capital returns a text with a capital letter at its start.
func Capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

// Wrap breaks a text into lines of at most width characters, unless a word is longer. The first
// line begins at a column, and the others begin with an indent of spaces.
func Wrap(s string, width, column, indent int) string {
	var b strings.Builder
	for i, word := range strings.Fields(s) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}

// Percent returns a part of a whole in percent, with its 95 % interval (Wilson,
// Journal of the American Statistical Association 22, 1927), which holds for small
// counts too. Of nothing, all three are NaN.
func Percent(part, whole int) (percent, low, high float64) {
	if whole == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	const z = 1.96
	n := float64(whole)
	p := float64(part) / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return 100 * p, 100 * (middle - half) / (1 + z*z/n), 100 * (middle + half) / (1 + z*z/n)
}
