package chess

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
)

// MarshalJSON writes an object with the names of the fields in lower camel case: the
// Outcome as Outcome.AppendText writes it, and Err as its text.
func (g MatchGame) MarshalJSON() ([]byte, error) {
	type plain MatchGame
	failure := ""
	if g.Err != nil {
		failure = g.Err.Error()
	}
	return json.Marshal(struct {
		plain
		Err string `json:"error,omitzero"`
	}{plain(g), failure})
}

// UnmarshalJSON reads what MarshalJSON writes. Of Err only the text comes back.
func (g *MatchGame) UnmarshalJSON(data []byte) error {
	type plain MatchGame
	read := struct {
		plain
		Err string `json:"error"`
	}{plain: plain(*g)}
	read.Tree = nil // a copy of g may have it
	if err := readJSON(data, &read, "MatchGame"); err != nil {
		return err
	}
	read.Tree = cmp.Or(read.Tree, g.Tree)
	if read.Err != "" {
		read.plain.Err = errors.New(read.Err)
	}
	*g = MatchGame(read.plain)
	return nil
}

// A jsonHalf is the first game of a pair whose second is missing.
type jsonHalf struct {
	Opponent int `json:"opponent"`
	Round    int `json:"round"`
	Halves   int `json:"halves"` // twice the points
}

// MarshalJSON writes an object with the fields in lower case, and "incomplete" with
// the pairs of which one game has been counted.
func (t Tally) MarshalJSON() ([]byte, error) {
	type plain Tally
	var halves []jsonHalf
	for pair, points := range t.halves {
		halves = append(halves, jsonHalf{pair.opponent, pair.round, points})
	}
	slices.SortFunc(halves, func(a, b jsonHalf) int {
		return cmp.Or(cmp.Compare(a.Opponent, b.Opponent), cmp.Compare(a.Round, b.Round))
	})
	return json.Marshal(struct {
		plain
		Incomplete []jsonHalf `json:"incomplete,omitzero"`
	}{plain(t), halves})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Tally) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	type plain Tally
	var read struct {
		plain
		Incomplete []jsonHalf `json:"incomplete"`
	}
	if err := readJSON(data, &read, "Tally"); err != nil {
		return err
	}
	for _, h := range read.Incomplete {
		if h.Halves < 0 || h.Halves > 2 {
			return &ParseError{Kind: ErrIllegal, Field: "tally", Detail: "a game has from 0 to 2 half points"}
		}
		if read.halves == nil {
			read.halves = map[pairOf]int{}
		}
		read.halves[pairOf{h.Opponent, h.Round}] = h.Halves
	}
	*t = Tally(read.plain)
	return nil
}

// A jsonCrossTable is a CrossTable in JSON.
type jsonCrossTable struct {
	Against [][]Tally `json:"against"` // by player and opponent
	Total   []Tally   `json:"total"`   // by player
}

// MarshalJSON writes an object of tallies: "against" by player and opponent, and
// "total" by player.
func (t CrossTable) MarshalJSON() ([]byte, error) {
	return json.Marshal(jsonCrossTable{t.against, t.total})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *CrossTable) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonCrossTable
	if err := readJSON(data, &read, "CrossTable"); err != nil {
		return err
	}
	players := len(read.Total)
	if len(read.Against) != players ||
		slices.ContainsFunc(read.Against, func(row []Tally) bool { return len(row) != players }) {
		return &ParseError{Kind: ErrSyntax, Field: "cross table", Detail: "not as many rows and columns as players"}
	}
	t.against, t.total = read.Against, read.Total
	return nil
}

// A jsonEstimate is an Estimate in JSON.
type jsonEstimate struct {
	Elo         jsonFloat `json:"elo"`
	Low         jsonFloat `json:"low"`
	High        jsonFloat `json:"high"`
	Superiority jsonFloat `json:"superiority"`
}

// MarshalJSON writes an object of numbers. What is no finite number is one of the
// strings "+Inf", "-Inf" and "NaN".
func (e Estimate) MarshalJSON() ([]byte, error) {
	return json.Marshal(jsonEstimate{
		jsonFloat(e.Elo), jsonFloat(e.Low), jsonFloat(e.High), jsonFloat(e.Superiority),
	})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Estimate) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonEstimate
	if err := readJSON(data, &read, "Estimate"); err != nil {
		return err
	}
	*e = Estimate{float64(read.Elo), float64(read.Low), float64(read.High), float64(read.Superiority)}
	return nil
}
