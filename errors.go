package chess

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"
)

// The classes of errors in text and moves, to be tested with errors.Is.
var (
	// ErrSyntax means text that does not follow its format.
	ErrSyntax = errors.New("malformed")
	// ErrIllegal means what the rules forbid: an impossible position, an illegal move.
	ErrIllegal = errors.New("illegal")
	// ErrAmbiguous means text that fits more than one legal move.
	ErrAmbiguous = errors.New("ambiguous")
)

// ErrGameOver is the error of a search of a finished game, and of a move after its end.
var ErrGameOver = errors.New("chess: the game is over")

// ParseError is an error in a text, with its place, or an illegal move or outcome.
type ParseError struct {
	Kind   error  // ErrSyntax, ErrIllegal or ErrAmbiguous
	Field  string // what was being read, such as "FEN castling" or "SAN"
	Input  string // the text that was read; in PGN an excerpt of it
	Offset int    // of the error in Input, in bytes; 0 also if the error is about all of it
	Detail string // what is wrong, in words
	Err    error  // the cause, such as the Problem of a Setup, or nil

	Game, Line, Column int    // where Input begins in a PGN file or the text of a Proof, each counted from 1, or 0
	Place              string // where Input is in JSON: "ply 12" of a Game, "node 12" in the order of GameTree.Nodes
}

// maxQuote is the length of the longest input that Error quotes in full. No FEN is
// longer unless it has many superfluous blanks.
const maxQuote = 100

// Error returns everything in one line of bounded length. It counts characters from 1, unlike Offset;
// in an input that is not UTF-8, bytes from 0.
func (e *ParseError) Error() string {
	var b strings.Builder
	if e.Game > 0 {
		fmt.Fprintf(&b, "game %d, ", e.Game)
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d, column %d: ", e.Line, e.Column)
	}
	if e.Place != "" {
		b.WriteString(e.Place + ": ")
	}
	offset := min(max(e.Offset, 0), len(e.Input))
	quote := e.Input
	if len(quote) > maxQuote {
		quote = quote[max(0, offset-maxQuote/2):min(len(quote), offset+maxQuote/2)]
	}
	unit, at := "character", utf8.RuneCountInString(e.Input[:offset])+1
	if !utf8.ValidString(e.Input) {
		unit, at = "byte", offset
	}
	fmt.Fprintf(&b, "%s %q: %v", e.Field, quote, e.Kind)
	if offset > 0 {
		fmt.Fprintf(&b, " at %s %d", unit, at)
	}
	if e.Detail != "" {
		b.WriteString(": ")
		b.WriteString(e.Detail)
	}
	return b.String()
}

// Unwrap returns Kind and Err, for errors.Is and errors.As.
func (e *ParseError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// illegal returns the error for a move or an outcome that the rules forbid.
func illegal(field, input, detail string) *ParseError {
	return &ParseError{Kind: ErrIllegal, Field: field, Input: input, Detail: detail}
}

// The most bytes of a text in an error: in its Input, and as a word in its Detail.
const (
	maxExcerpt = 80
	maxWord    = 20
)

// shorten returns s, cut to at most the given number of bytes with "..." for what
// is left out.
func shorten(s string, most int) string {
	if len(s) > most {
		return s[:most-3] + "..."
	}
	return s
}

var errEnded = errors.New("chess: the call ended its goroutine without returning (runtime.Goexit)")

// guard calls f in a goroutine of its own and returns its error. It is also an error if f
// panics, or ends the goroutine without returning.
func guard(f func() error) (err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = errEnded
		err = caught(f)
	}()
	<-done
	return err
}

// caught calls f and returns its error. If f panics, the error has the value and the calls
// that led there.
func caught(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = panicError(v)
		}
	}()
	return f()
}

// panicError returns the error for a panic with v, in one line of bounded length: the
// value, and the innermost calls. A deferred function calls it. The error wraps nothing,
// since a panic with ErrIllegal does not mean an illegal move.
func panicError(v any) error {
	const skip, most = 3, 30 // Callers, panicError and the deferred function
	b := fmt.Appendf(nil, "chess: panic: %s", shorten(strings.Join(strings.Fields(fmt.Sprint(v)), " "), maxQuote))
	pcs := make([]uintptr, most)
	calls := runtime.CallersFrames(pcs[:runtime.Callers(skip, pcs)])
	for shown, more := 0, true; more && shown < 8; {
		var call runtime.Frame
		call, more = calls.Next()
		if strings.HasPrefix(call.Function, "runtime.") {
			continue
		}
		if strings.HasSuffix(call.Function, "chess.caught") {
			break
		}
		b = fmt.Appendf(b, ", in %s at %s:%d", shorten(lastPart(call.Function), maxExcerpt), lastPart(call.File), call.Line)
		shown++
	}
	return errors.New(string(b))
}

// lastPart returns what follows the last slash of the path of a function or file.
func lastPart(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// names holds the texts of an enumeration, for writing and for reading.
type names[T ~uint8 | ~int8] struct {
	typ   string   // the name of the type
	field string   // what a ParseError calls it
	texts []string // by value; "" where there is no such value
}

// known reports whether v is a value of the enumeration.
func (n *names[T]) known(v T) bool {
	return v >= 0 && int(v) < len(n.texts) && n.texts[v] != ""
}

// of returns the text of v, or such as "Color(7)".
func (n *names[T]) of(v T) string {
	if !n.known(v) {
		return fmt.Sprintf("%s(%d)", n.typ, int(v))
	}
	return n.texts[v]
}

// appendText appends the text of v, or returns an error if there is no such value.
func (n *names[T]) appendText(dst []byte, v T) ([]byte, error) {
	if !n.known(v) {
		return dst, errNoText(n.of(v))
	}
	return append(dst, n.texts[v]...), nil
}

// parse returns the value with a text.
func (n *names[T]) parse(s string) (T, error) {
	for v, text := range n.texts {
		if text == s && s != "" {
			return T(v), nil
		}
	}
	var want []string
	for _, text := range n.texts {
		if text != "" {
			want = append(want, fmt.Sprintf("%q", text))
		}
	}
	return 0, &ParseError{Kind: ErrSyntax, Field: n.field, Input: s, Detail: "it is none of " + strings.Join(want, ", ")}
}

// errNoText returns the error of writing a value that does not exist.
func errNoText(value string) error { return fmt.Errorf("chess: %s has no text", value) }

// unmarshalText sets *v to what parse reads. On an error *v is unchanged.
func unmarshalText[T any](v *T, text []byte, parse func(string) (T, error)) error {
	parsed, err := parse(string(text))
	if err == nil {
		*v = parsed
	}
	return err
}

// A lazy is a value that is made when it is first asked for. The call of sync.OnceValue, which every
// program makes before main, would link what makes the value into programs that never ask.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func (l *lazy[T]) get(make func() T) T {
	l.once.Do(func() { l.value = make() })
	return l.value
}

// noCopy is the first field of a type whose values must not be copied: go vet reports copies.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// listFields returns the name of the type of a struct, or of what v points to, and its
// exported fields that are not zero: "Limits{Depth: 4, Nodes: 1000}". Long lists, and values
// without a text, are only mentioned.
func listFields(v any) string {
	value := reflect.Indirect(reflect.ValueOf(v))
	t := value.Type()
	var fields []string
	for i := range t.NumField() {
		if f := value.Field(i); t.Field(i).IsExported() && !f.IsZero() {
			fields = append(fields, t.Field(i).Name+": "+fieldText(f))
		}
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	return name + "{" + strings.Join(fields, ", ") + "}"
}

// fieldText returns the text of a field.
func fieldText(f reflect.Value) string {
	switch x := f.Interface().(type) {
	case fmt.Stringer:
		return x.String()
	case interface{ Name() string }:
		return x.Name()
	}
	switch f.Kind() {
	case reflect.Slice:
		if kind := f.Type().Elem().Kind(); f.Len() > 4 || kind == reflect.Pointer || kind == reflect.Struct {
			return fmt.Sprintf("%d of them", f.Len())
		}
	case reflect.Interface, reflect.Pointer:
		return strings.TrimLeft(fmt.Sprintf("%T", f.Interface()), "*")
	case reflect.Func, reflect.Chan:
		return "set"
	}
	return fmt.Sprint(f.Interface())
}
