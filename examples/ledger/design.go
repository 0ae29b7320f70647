package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A pair is what is kept of two games: which of the two players lacked what, and
// how many points the first made. In the file it is a text: a sign for each row,
// '=' if both had it, '1' or '2' if the first or the second lacked it, and after
// a space the points in half a point's, 0 to 4.
type pair struct {
	lacks  string
	points int
}

// MarshalText implements encoding.TextMarshaler.
func (p pair) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%s %d", p.lacks, p.points), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *pair) UnmarshalText(text []byte) error {
	lacks, points, _ := strings.Cut(string(text), " ")
	if strings.Trim(lacks, "=12") != "" || len(points) != 1 || points < "0" || points > "4" {
		return errors.New("a pair of games is unlike any")
	}
	*p = pair{lacks, int(points[0] - '0')}
	return nil
}

// sign tells who had the row: +1 if only the first player had it, -1 if only the
// second, 0 if both.
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

// apart is in how many rows the players of a pair differ on the average. Each
// pair tells of all of them, so the more they are, the fewer games there have to
// be; but a row is to be known for the whole player, not for what is left of one.
const apart = 8

// draw returns who lacks what in the pair of that number. Of the open rows each
// is lacking by chance, never on both sides. A single row always is: then the
// whole player plays against the one without it.
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
		if o && random.Float64()*float64(n) < apart {
			lacks[i] = "12"[random.IntN(2)]
		}
	}
	return string(lacks)
}
