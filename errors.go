package chess

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
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

// ParseError tells what is wrong with a text and where.
type ParseError struct {
	Kind   error  // ErrSyntax, ErrIllegal or ErrAmbiguous
	Field  string // what was being read, such as "FEN castling" or "SAN"
	Input  string // the text that was read; in PGN an excerpt of it
	Offset int    // in bytes, where in Input the error is; 0 also if it is the whole
	Detail string // what is wrong, in words
	Err    error  // the cause, such as Problems, or nil

	Game, Line, Column int    // where in a PGN file Input begins, each counted from 1; else 0
	Place              string // where in JSON Input is: "ply 12" of a Game, "node 12" in the order of GameTree.Nodes; else ""
}

// maxQuote is the length of the longest input that Error quotes in full. No FEN is
// longer unless it has many superfluous blanks.
const maxQuote = 100

// Error returns everything in one line of bounded length. It counts characters,
// not bytes, from 1; but in an input that is not UTF-8, such as a byte form, bytes
// from 0, as Offset does. It says no place if Offset is 0, since that is most often the
// whole. Of a long input it quotes only the part around the error.
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

// How much of a text goes into an error, in bytes: as its Input, and as a word in
// its Detail.
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
// since a panic with ErrIllegal is no illegal move.
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
