package prose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// Standing says who is ahead, by a score from White's point of view.
func Standing(s chess.Score) string {
	switch {
	case s > 0:
		return fmt.Sprintf("White is %s ahead", s.String()[1:])
	case s < 0:
		return fmt.Sprintf("Black is %s ahead", (-s).String()[1:])
	}
	return "the sides are even"
}

// Features returns the features of an explanation that contribute to its value, the
// largest first.
func Features(x *chess.Explanation) []chess.ExplainedFeature {
	features := slices.DeleteFunc(slices.Clone(x.Features), func(f chess.ExplainedFeature) bool { return f.Score == 0 })
	slices.SortStableFunc(features, func(a, b chess.ExplainedFeature) int { return cmp.Compare(abs(b.Score), abs(a.Score)) })
	return features
}

// Table lists the features of an explanation that contribute to its value, the largest first,
// with their scores from White's point of view, each with a bar towards the side that it is good
// for, White's to the right, and their sum. The bar of the largest has four characters. It needs
// 34 columns.
func Table(x *chess.Explanation) string {
	const longest = 4
	features := Features(x)
	most, width := chess.Score(1), len("together")
	for _, f := range features {
		most, width = max(most, abs(f.Score)), max(width, len(f.Name))
	}
	var b strings.Builder
	for _, f := range features {
		n := int((abs(f.Score)*longest + most - 1) / most)
		black, white := strings.Repeat("━", n), ""
		if f.Score > 0 {
			black, white = white, black
		}
		fmt.Fprintf(&b, "%-*s %6s %*s│%s\n", width, f.Name, f.Score, longest, black, white)
	}
	fmt.Fprintf(&b, "%-*s %6s for White\n", width, "together", x.Total)
	return b.String()
}

func abs(s chess.Score) chess.Score { return max(s, -s) }
