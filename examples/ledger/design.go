package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A pair is the record of two games: which rows each player lacked, and the points
// of the first player. As text it has a sign for each row, '=' if both players had
// it, '1' or '2' if the first or the second lacked it; then a space and the points.
type pair struct {
	lacks  string // the signs
	points int    // of the first player, in half points, 0 to 4
}

// MarshalText implements encoding.TextMarshaler.
func (p pair) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%s %d", p.lacks, p.points), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *pair) UnmarshalText(text []byte) error {
	lacks, points, _ := strings.Cut(string(text), " ")
	if strings.Trim(lacks, "=12") != "" || len(points) != 1 || points < "0" || points > "4" {
		return errors.New("invalid pair of games")
	}
	*p = pair{lacks, int(points[0] - '0')}
	return nil
}

// sign returns +1 if only the first player had the row, -1 if only the second had
// it, and 0 if both had it.
func (p *pair) sign(row int) float64 {
	switch p.lacks[row] {
	case '1':
		return -1
	case '2':
		return 1
	}
	return 0
}

// without returns the rows that a player, '1' or '2', lacked.
func (p *pair) without(rows []row, player byte) (lacking []row) {
	for i, r := range rows {
		if p.lacks[i] == player {
			lacking = append(lacking, r)
		}
	}
	return lacking
}

// rowsPerPair is the average number of rows in which the players of a pair differ.
// A pair is evidence for all of them, so more rows need fewer games. But a row
// should be measured for the complete player, not for one that lacks most of its
// parts.
const rowsPerPair = 8

// draw returns the signs of the pair with the given number: at random, each open
// row is missing on one side or on none. A single open row is always missing on one
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
		if o && random.Float64()*float64(n) < rowsPerPair {
			lacks[i] = "12"[random.IntN(2)]
		}
	}
	return string(lacks)
}
