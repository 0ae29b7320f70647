package worth

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Pair is the record of two games: which parts each player lacked, and the points
// of the first player. As text it has a sign for each part, '=' if both players had
// it, '1' or '2' if the first or the second lacked it; then a space and the points.
type Pair struct {
	Lacks  string // the signs
	Points int    // of the first player, in half points, 0 to 4
}

// MarshalText implements encoding.TextMarshaler.
func (p Pair) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%s %d", p.Lacks, p.Points), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Pair) UnmarshalText(text []byte) error {
	lacks, points, _ := strings.Cut(string(text), " ")
	if strings.Trim(lacks, "=12") != "" || len(points) != 1 || points < "0" || points > "4" {
		return errors.New("invalid pair of games")
	}
	*p = Pair{lacks, int(points[0] - '0')}
	return nil
}

// sign returns +1 if only the first player had the part, -1 if only the second had
// it, and 0 if both had it.
func (p *Pair) sign(part int) float64 {
	switch p.Lacks[part] {
	case '1':
		return -1
	case '2':
		return 1
	}
	return 0
}

// without returns the parts that a player, '1' or '2', lacked.
func (p *Pair) without(parts []Part, player byte) (lacking []Part) {
	for i, part := range parts {
		if p.Lacks[i] == player {
			lacking = append(lacking, part)
		}
	}
	return lacking
}

// partsPerPair is the average number of parts in which the players of a pair differ.
// A pair is evidence for all of them, so more parts need fewer games. But a part
// should be measured for the complete player, not for one that lacks most of its
// parts.
const partsPerPair = 8

// draw returns the signs of the pair with the given number: at random, each open
// part is missing on one side or on none. A single open part is always missing on one
// side, so that the complete player plays against the one without it.
func draw(seed uint64, number int, open []bool) string {
	n := 0
	for _, o := range open {
		if o {
			n++
		}
	}
	random := rand.New(rand.NewPCG(seed, uint64(number)))
	lacks := []byte(strings.Repeat("=", len(open)))
	for i, o := range open {
		if o && random.Float64()*float64(n) < partsPerPair {
			lacks[i] = "12"[random.IntN(2)]
		}
	}
	return string(lacks)
}
