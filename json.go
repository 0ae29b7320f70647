package chess

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file has what the JSON of several types needs. Such a type is written as a
// struct that embeds it without its methods, as a type whose name begins with "plain",
// with fields of these types in front of those of the same name.

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
	if !isFinite(x) {
		return strconv.AppendQuote(nil, strconv.FormatFloat(x, 'g', -1, 64)), nil
	}
	return json.Marshal(x)
}

// isFinite reports whether x is neither infinite nor NaN.
func isFinite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

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

// readJSON is json.Unmarshal for the JSON of a type with methods of its own. Where
// encoding/json would name a type of this package that no user knows, it returns a
// *ParseError that says what is expected.
func readJSON(data []byte, v any, name string) error {
	err := json.Unmarshal(data, v)
	e := &ParseError{Kind: ErrSyntax, Field: name + " in JSON", Input: shorten(string(data), maxExcerpt), Err: err}
	switch wrong := err.(type) { // not errors.As: the error of a nested type is a *ParseError already
	case *json.UnmarshalTypeError:
		e.Detail = wrongKind(wrong)
		if wrong.Field != "" {
			names := slices.DeleteFunc(strings.Split(wrong.Field, "."), func(name string) bool { return strings.HasPrefix(name, "plain") })
			e.Field, e.Input = "JSON member", shorten(strings.Join(names, "."), maxExcerpt)
		}
	case base64.CorruptInputError: // a string for a list of numbers of a byte
		e.Detail = "a string where an array is expected"
	default:
		return err
	}
	return e
}

// wrongKind says of a value in JSON what it is, and what it should be.
func wrongKind(e *json.UnmarshalTypeError) string {
	is, number := strings.CutPrefix(e.Value, "number ")
	if !number {
		is = map[string]string{"array": "an array", "object": "an object", "string": "a string", "bool": "true or false", "number": "a number"}[e.Value]
	}
	t := e.Type
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	expected := "an object"
	switch kind := t.Kind(); {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()), kind == reflect.String:
		expected = "a string"
	case kind == reflect.Bool:
		expected = "true or false"
	case kind == reflect.Slice, kind == reflect.Array:
		expected = "an array"
	case kind >= reflect.Int && kind <= reflect.Uint64:
		expected = fmt.Sprintf("a whole number of at most %d bits", t.Bits())
	case kind == reflect.Float32, kind == reflect.Float64:
		expected = "a number"
	}
	return is + " where " + expected + " is expected"
}

// limitJSON returns an error if there are more than limit values in the text. Without a
// limit two bytes would be enough for an element of 500, and encoding/json takes five times
// its memory while a slice grows.
func limitJSON(data []byte, limit int) error {
	values, quoted, escaped := 1, false, false
	for _, c := range data {
		switch {
		case escaped:
			escaped = false
		case c == '"':
			quoted = !quoted
		case quoted:
			escaped = c == '\\'
		case c == ',' || c == '[': // before each element, and before the members of objects
			values++
		}
	}
	if values > limit {
		return &ParseError{Kind: ErrSyntax, Field: "number of values in JSON", Input: strconv.Itoa(values), Detail: fmt.Sprintf("more than %d", limit)}
	}
	return nil
}

// jsonElements calls read at each element of the array that d reads next. Unlike a
// slice, it takes no memory for what comes after an error. null stands for an empty list.
func jsonElements(d *json.Decoder, member string, read func() error) error {
	return jsonParts(d, member, '[', "an array", read)
}

// jsonMembers calls read at the value of each member of the object that d reads next,
// with the name. null stands for an empty object.
func jsonMembers(d *json.Decoder, member string, read func(name string) error) error {
	return jsonParts(d, member, '{', "an object", func() error {
		name, err := d.Token()
		if err != nil {
			return err
		}
		return read(name.(string))
	})
}

// jsonKind says what kind of value begins with a token that is not null.
func jsonKind(token json.Token) string {
	switch t := token.(type) {
	case json.Delim:
		return map[json.Delim]string{'{': "an object", '[': "an array"}[t]
	case string:
		return "a string"
	case bool:
		return "true or false"
	}
	return "a number"
}

// jsonParts calls read at each part of what begins with a bracket.
func jsonParts(d *json.Decoder, member string, open json.Delim, expected string, read func() error) error {
	switch token, err := d.Token(); {
	case err != nil || token == nil:
		return err
	case token != open:
		return &ParseError{Kind: ErrSyntax, Field: "JSON member", Input: member, Detail: jsonKind(token) + " where " + expected + " is expected"}
	}
	for d.More() {
		if err := read(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// jsonError returns err, which is about a member, as a *ParseError that names the
// place, unless it has one already.
func jsonError(err error, place, member string) error {
	e, ok := err.(*ParseError)
	if !ok {
		detail := shorten(err.Error(), maxQuote)
		if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			detail = wrongKind(e)
		}
		e = &ParseError{Kind: ErrSyntax, Field: "JSON member", Input: shorten(member, maxExcerpt), Detail: detail, Err: err}
	}
	if e.Place != "" {
		return e
	}
	placed := *e
	placed.Place = place
	return &placed
}
