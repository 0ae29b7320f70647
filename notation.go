package chess

import (
	"errors"
	"fmt"
)

// The classes of errors in text and moves, to be tested with errors.Is.
var (
	// ErrSyntax is text that does not follow its format.
	ErrSyntax = errors.New("malformed")
	// ErrIllegal is what the rules forbid: an impossible position, an illegal move.
	ErrIllegal = errors.New("illegal")
	// ErrAmbiguous is a move that more than one man can make.
	ErrAmbiguous = errors.New("ambiguous")
)

// ParseError says what is wrong with a text and where.
type ParseError struct {
	Kind   error  // ErrSyntax, ErrIllegal or ErrAmbiguous
	Field  string // what was being read, such as "FEN castling" or "SAN"
	Input  string // the whole text
	Offset int    // in bytes, where in Input the trouble begins
	Detail string // what is wrong, in words
	Err    error  // the cause, such as Problems, or nil
}

// Error tells everything in one line. Characters are counted from 1.
func (e *ParseError) Error() string {
	return fmt.Sprintf("%s %q: %v at character %d: %s", e.Field, e.Input, e.Kind, e.Offset+1, e.Detail)
}

// Unwrap makes errors.Is find the kind, and errors.As the cause.
func (e *ParseError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}
