package chess

import (
	"encoding/json"
	"slices"
)

// MarshalJSON writes an object with the names of the fields in lower camel case: the
// Position as a FEN, moves in UCI notation, the Score as Score.AppendText writes it,
// and the Time as "1.5s". What is rarely set is left out if it is zero.
func (i Info) MarshalJSON() ([]byte, error) {
	type plain Info
	return json.Marshal(struct {
		plain
		Time jsonDuration `json:"time"`
	}{plain(i), jsonDuration(i.Time)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (i *Info) UnmarshalJSON(data []byte) error {
	type plain Info
	read := struct {
		plain
		Time jsonDuration `json:"time"`
	}{plain(*i), jsonDuration(i.Time)}
	read.PV = slices.Clone(i.PV) // a copy of i has the others
	if err := readJSON(data, &read, "Info"); err != nil {
		return err
	}
	*i = Info(read.plain)
	i.Time = read.Time.duration()
	return nil
}

// A jsonLine is a Line of a Result: without the position if it is the Result's.
type jsonLine struct {
	Position *Position `json:"position,omitzero"`
	Score    Score     `json:"score"`
	Bound    Bound     `json:"bound"`
	PV       []Move    `json:"pv"`
}

// MarshalJSON writes an object as Info.MarshalJSON does. A line has a position only if
// it is not that of the Result.
func (r Result) MarshalJSON() ([]byte, error) {
	type plain Result
	var lines []jsonLine
	if r.Lines != nil {
		lines = make([]jsonLine, len(r.Lines))
	}
	for i, l := range r.Lines {
		lines[i] = jsonLine{nil, l.Score, l.Bound, l.PV}
		if !l.Position.Equal(r.Position) {
			lines[i].Position = &l.Position
		}
	}
	return json.Marshal(struct {
		plain
		Lines []jsonLine   `json:"lines,omitzero"`
		Time  jsonDuration `json:"time"`
	}{plain(r), lines, jsonDuration(r.Time)})
}

// maxResultValues bounds the values in the JSON of a Result. With a line of 128 plies for
// each of 218 moves it has 30,000.
const maxResultValues = 100_000

// UnmarshalJSON reads what MarshalJSON writes, and at most 100,000 values.
func (r *Result) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	type plain Result
	var read struct {
		plain
		Lines []jsonLine   `json:"lines"`
		Time  jsonDuration `json:"time"`
	}
	if err := limitJSON(data, maxResultValues); err != nil {
		return err
	}
	if err := readJSON(data, &read, "Result"); err != nil {
		return err
	}
	*r = Result(read.plain)
	r.Time = read.Time.duration()
	if read.Lines != nil {
		r.Lines = make([]Line, len(read.Lines))
	}
	for i, l := range read.Lines {
		if l.Position == nil {
			l.Position = &r.Position
		}
		r.Lines[i] = Line{*l.Position, l.Score, l.Bound, l.PV}
	}
	return nil
}

// MarshalJSON writes an object as Info.MarshalJSON does, without Ponder and Info, and
// without what is zero.
func (l Limits) MarshalJSON() ([]byte, error) {
	type plain Limits
	return json.Marshal(struct {
		plain
		Time jsonDuration `json:"time,omitzero"`
	}{plain(l), jsonDuration(l.Time)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (l *Limits) UnmarshalJSON(data []byte) error {
	type plain Limits
	read := struct {
		plain
		Time jsonDuration `json:"time"`
	}{plain(*l), jsonDuration(l.Time)}
	read.SearchMoves = slices.Clone(l.SearchMoves) // a copy of l has the others
	if err := readJSON(data, &read, "Limits"); err != nil {
		return err
	}
	*l = Limits(read.plain)
	l.Time = read.Time.duration()
	return nil
}

// A jsonClock is a Clock in JSON.
type jsonClock struct {
	Left      [2]jsonDuration `json:"left"`
	Increment [2]jsonDuration `json:"increment"`
	MovesToGo int             `json:"movesToGo,omitzero"`
}

// MarshalJSON writes an object whose times are arrays of two, White's first, such as
// ["3m0s", "2m51.5s"].
func (c Clock) MarshalJSON() ([]byte, error) {
	out := jsonClock{MovesToGo: c.MovesToGo}
	for i := range c.Left {
		out.Left[i], out.Increment[i] = jsonDuration(c.Left[i]), jsonDuration(c.Increment[i])
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Clock) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonClock
	if err := readJSON(data, &read, "Clock"); err != nil {
		return err
	}
	*c = Clock{MovesToGo: read.MovesToGo}
	for i := range c.Left {
		c.Left[i], c.Increment[i] = read.Left[i].duration(), read.Increment[i].duration()
	}
	return nil
}
