package chess

import (
	"encoding/json"
	"math"
	"strconv"
	"time"
)

// This file has what the JSON of several types needs. Such a type is written as a
// struct that embeds it without its methods, with fields of these types in front of
// those of the same name.

// A jsonDuration is a duration in JSON: "1.5s".
type jsonDuration time.Duration

func (d jsonDuration) duration() time.Duration { return time.Duration(d) }

func (d jsonDuration) MarshalText() ([]byte, error) {
	return []byte(d.duration().String()), nil
}

func (d *jsonDuration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	if err != nil {
		return &ParseError{Kind: ErrSyntax, Field: "duration", Input: string(text), Detail: `not a duration such as "1.5s"`, Err: err}
	}
	*d = jsonDuration(parsed)
	return nil
}

// A jsonFloat is a number in JSON, or one of the strings "NaN", "+Inf" and "-Inf",
// for which JSON has no number.
type jsonFloat float64

func (f jsonFloat) MarshalJSON() ([]byte, error) {
	x := float64(f)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return strconv.AppendQuote(nil, strconv.FormatFloat(x, 'g', -1, 64)), nil
	}
	return json.Marshal(x)
}

func (f *jsonFloat) UnmarshalJSON(data []byte) error {
	if string(data) == "null" { // changes nothing, by the convention of encoding/json
		return nil
	}
	var text string
	if json.Unmarshal(data, &text) != nil {
		return json.Unmarshal(data, (*float64)(f))
	}
	switch text {
	case "NaN", "+Inf", "-Inf":
		x, err := strconv.ParseFloat(text, 64)
		*f = jsonFloat(x)
		return err
	}
	return &ParseError{Kind: ErrSyntax, Field: "number", Input: text, Detail: `neither a number nor "NaN", "+Inf" or "-Inf"`}
}
