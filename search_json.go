package chess

import "encoding/json"

// completeLine gives the moves of a line that begins in p what they lack if they were
// read from text alone. What follows an illegal move stays as it is, and so does all of
// a line without a position.
func (p *Position) completeLine(line []Move) {
	if p.isZero() {
		return
	}
	at := *p
	for i, m := range line {
		m = at.completed(m)
		if !at.legal(m) {
			return
		}
		line[i] = m
		at = at.After(m)
	}
}

// completeMove is completeLine for a single move.
func (p *Position) completeMove(m *Move) {
	line := []Move{*m}
	p.completeLine(line)
	*m = line[0]
}

// UnmarshalJSON reads what encoding/json writes of a Line. It knows castling by the
// Position; without one, moves are read as ParseMove reads them.
func (l *Line) UnmarshalJSON(data []byte) error {
	type plain Line
	read := plain(*l)
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*l = Line(read)
	l.Position.completeLine(l.PV)
	return nil
}

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

// UnmarshalJSON reads what MarshalJSON writes. It knows castling by the Position;
// without one, moves are read as ParseMove reads them.
func (i *Info) UnmarshalJSON(data []byte) error {
	type plain Info
	read := struct {
		plain
		Time jsonDuration `json:"time"`
	}{plain(*i), jsonDuration(i.Time)}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*i = Info(read.plain)
	i.Time = read.Time.duration()
	i.Position.completeLine(i.PV)
	i.Position.completeMove(&i.Move)
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

// UnmarshalJSON reads what MarshalJSON writes, and at most 100,000 values. It knows
// castling by the Position; without one, moves are read as ParseMove reads them.
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
	if err := unmarshalJSON(data, &read, maxResultValues); err != nil {
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
		l.Position.completeLine(l.PV)
		r.Lines[i] = Line{*l.Position, l.Score, l.Bound, l.PV}
	}
	r.Position.completeLine(r.PV)
	reply := []Move{r.Move, r.Ponder}
	r.Position.completeLine(reply)
	r.Move, r.Ponder = reply[0], reply[1]
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

// UnmarshalJSON reads what MarshalJSON writes. Moves are read as ParseMove reads them.
func (l *Limits) UnmarshalJSON(data []byte) error {
	type plain Limits
	read := struct {
		plain
		Time jsonDuration `json:"time"`
	}{plain(*l), jsonDuration(l.Time)}
	if err := json.Unmarshal(data, &read); err != nil {
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
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	*c = Clock{MovesToGo: read.MovesToGo}
	for i := range c.Left {
		c.Left[i], c.Increment[i] = read.Left[i].duration(), read.Increment[i].duration()
	}
	return nil
}
