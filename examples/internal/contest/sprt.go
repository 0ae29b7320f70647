package contest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
)

// ParseSPRT parses the value of a flag -sprt: the two differences in Elo, and the two error
// probabilities if they are given.
func ParseSPRT(text string) (*chess.SPRT, error) {
	words := strings.Split(text, ",")
	numbers := []float64{0, 0, 0.05, 0.05}
	bad := len(words) != 2 && len(words) != 4
	for i := range min(len(words), len(numbers)) {
		var err error
		numbers[i], err = strconv.ParseFloat(words[i], 64)
		bad = bad || err != nil
	}
	s := &chess.SPRT{Elo0: numbers[0], Elo1: numbers[1], Alpha: numbers[2], Beta: numbers[3]}
	if bad || !(s.Elo0 < s.Elo1 && min(s.Alpha, s.Beta) > 0 && max(s.Alpha, s.Beta) < 0.5) {
		return nil, fmt.Errorf("-sprt is %q, want two increasing numbers, and optionally two probabilities below 0.5", text)
	}
	return s, nil
}
