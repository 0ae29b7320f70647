package chess

import (
	"bytes"
	"database/sql/driver"
	"encoding"
	"fmt"
)

// What small values are in a database: text, but for a Key, which is its byte form.
// Value writes them, for driver.Valuer, and Scan reads them, for sql.Scanner.

// Value returns the FEN, and "" for the zero Position. The error is always nil.
func (p Position) Value() (driver.Value, error) { return textValue(p) }

// Scan reads a FEN, as UnmarshalText does, from a string or bytes. NULL is an error:
// scan a column that may be NULL into a sql.Null[Position]. After an error p is
// unchanged.
func (p *Position) Scan(src any) error { return scanText(p, src) }

// Value returns the byte form, which sorts and compares as the Key does. The zero Key
// is no bytes, which is not NULL. The error is always nil.
func (k Key) Value() (driver.Value, error) { return k.MarshalBinary() }

// Scan reads the byte form or an EPD, each from bytes or a string. NULL is an error:
// scan a column that may be NULL into a sql.Null[Key]. After an error k is unchanged.
func (k *Key) Scan(src any) error {
	data, err := scanBytes(k, src)
	switch {
	case err != nil:
		return err
	case isEPD(data):
		return k.UnmarshalText(data)
	}
	return k.UnmarshalBinary(data)
}

// isEPD reports whether data, which is the byte form of a Key or an EPD, is an EPD.
//
// An EPD begins with a board of fifteen characters or more. Behind it come three
// blanks or more, each of them before another field. Each blank has four bits that
// are zero. The byte form begins with eight bytes for the occupied squares. Behind
// them are the pieces, of which only one can be zero, the pawn just pushed; behind
// these may be four bits that are not used, in their last byte. So at most two of
// these bytes have four bits that are zero. The last byte is not looked at, since it
// may be that of the remaining checks.
func isEPD(data []byte) bool {
	n := 0
	for i := 8; i < len(data)-1; i++ {
		n += int(oneIf(bytes.IndexByte([]byte(blanks), data[i]) >= 0))
	}
	return n >= 3
}

// Value returns the move as UCI engines write it. It is an error if m is not made by
// this package.
func (m Move) Value() (driver.Value, error) { return textValue(m) }

// Scan reads a move, as ParseUCI does, from a string or bytes: the move is bare, as
// Position.Play and Game.Play accept it. NULL is an error: scan a column that may be
// NULL into a sql.Null[Move]. After an error m is unchanged.
func (m *Move) Scan(src any) error { return scanText(m, src) }

// Value returns the name, such as "e4", or "-" for NoSquare.
func (s Square) Value() (driver.Value, error) { return textValue(s) }

// Scan reads the name of a square, as UnmarshalText does, from a string or bytes. NULL
// is an error: scan a column that may be NULL into a sql.Null[Square]. After an error
// s is unchanged.
func (s *Square) Scan(src any) error { return scanText(s, src) }

// Value returns the result and the reason, such as "1-0 checkmate". It is an error if
// no game can end so.
func (o Outcome) Value() (driver.Value, error) { return textValue(o) }

// Scan reads an outcome, as ParseOutcome does, from a string or bytes. NULL is an
// error: scan a column that may be NULL into a sql.Null[Outcome]. After an error o is
// unchanged.
func (o *Outcome) Scan(src any) error { return scanText(o, src) }

// textValue returns the text of v.
func textValue(v encoding.TextMarshaler) (driver.Value, error) {
	text, err := v.MarshalText()
	if err != nil {
		return nil, err
	}
	return string(text), nil
}

// scanText reads v from the text that src is.
func scanText(v encoding.TextUnmarshaler, src any) error {
	text, err := scanBytes(v, src)
	if err != nil {
		return err
	}
	return v.UnmarshalText(text)
}

// scanBytes returns the bytes that src is, which is to be read into v.
func scanBytes(v, src any) ([]byte, error) {
	switch src := src.(type) {
	case string:
		return []byte(src), nil
	case []byte:
		return src, nil
	case nil:
		return nil, fmt.Errorf("chess: NULL cannot be read into a %T", v)
	}
	return nil, fmt.Errorf("chess: a value of type %T cannot be read into a %T", src, v)
}
