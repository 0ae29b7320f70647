package chess

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
	"testing"
)

// An echoDB is a database with one statement, which returns its arguments as a row.
// With swap, it returns strings as bytes and the other way around, as some drivers
// do.
type echoDB struct{ swap bool }

func (d echoDB) Connect(context.Context) (driver.Conn, error) { return echoConn{d}, nil }
func (d echoDB) Driver() driver.Driver                        { return nil }

type echoConn struct{ db echoDB }

func (c echoConn) Prepare(string) (driver.Stmt, error) { return nil, driver.ErrSkip }
func (c echoConn) Close() error                        { return nil }
func (c echoConn) Begin() (driver.Tx, error)           { return nil, driver.ErrSkip }

func (c echoConn) QueryContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Rows, error) {
	row := &echoRow{}
	for _, arg := range args {
		v := arg.Value
		if s, ok := v.(string); ok && c.db.swap {
			v = []byte(s)
		} else if b, ok := v.([]byte); ok && c.db.swap {
			v = string(b)
		}
		row.values = append(row.values, v)
	}
	return row, nil
}

type echoRow struct{ values []driver.Value }

func (r *echoRow) Columns() []string { return strings.Split(strings.Repeat("x", len(r.values)), "") }
func (r *echoRow) Close() error      { return nil }

func (r *echoRow) Next(dst []driver.Value) error {
	if r.values == nil {
		return io.EOF
	}
	copy(dst, r.values)
	r.values = nil
	return nil
}

// Values come back from a database, NULL in a sql.Null, and pointers too.
func TestSQL(t *testing.T) {
	p := MustParseFEN(enPassantFEN)
	key, move, square, outcome := p.Key(), newMove(mailbox[E2], mailbox[E4]), E4, WinBy(White, Checkmate)
	for _, swap := range []bool{false, true} {
		db := sql.OpenDB(echoDB{swap})
		var gotP, zeroP Position
		var gotK, zeroK Key
		var gotM, nullM Move
		var gotS, noS Square
		var gotO, overO Outcome
		zeroP, zeroK, noS = p, key, E4
		null, here := sql.Null[Position]{V: p, Valid: true}, sql.Null[Key]{}
		var pointer *Move
		err := db.QueryRow("", p, key, move, square, outcome, Position{}, Key{}, Move(0), NoSquare, Outcome{}, nil,
			sql.Null[Key]{V: key, Valid: true}, &move).
			Scan(&gotP, &gotK, &gotM, &gotS, &gotO, &zeroP, &zeroK, &nullM, &noS, &overO, &null, &here, &pointer)
		if err != nil {
			t.Fatal(err)
		}
		if !gotP.Equal(p) || gotK != key || gotM != move || gotS != square || gotO != outcome {
			t.Errorf("swapped %v: %v %v %v %v %v", swap, gotP, gotK, gotM, gotS, gotO)
		}
		if !zeroP.isZero() || zeroK != (Key{}) || nullM != 0 || noS != NoSquare || overO != (Outcome{}) {
			t.Errorf("swapped %v: %v %v %v %v %v", swap, zeroP, zeroK, nullM, noS, overO)
		}
		if null.Valid || !null.V.isZero() || !here.Valid || here.V != key || pointer == nil || *pointer != move {
			t.Errorf("swapped %v: %v %v %v", swap, null, here, pointer)
		}
		if err := db.QueryRow("", key.EPD()).Scan(&zeroK); err != nil || zeroK != key {
			t.Errorf("an EPD is read as %v, %v", zeroK, err)
		}
		if err := db.QueryRow("", (*Position)(nil)).Scan(&null); err != nil || null.Valid {
			t.Errorf("a nil pointer is read as %v, %v", null, err)
		}
		db.Close()
	}
}

func TestScanErrors(t *testing.T) {
	p := StartPosition()
	key, move, square, outcome := p.Key(), newMove(mailbox[E2], mailbox[E4]), E4, DrawBy(Agreement)
	for _, tt := range []struct {
		src  any
		into sql.Scanner
		kind error // nil for any
		want string
	}{
		{nil, &p, nil, "chess: NULL cannot be read into a *chess.Position"},
		{nil, &key, nil, "chess: NULL cannot be read into a *chess.Key"},
		{nil, &move, nil, "NULL"},
		{nil, &square, nil, "NULL"},
		{nil, &outcome, nil, "NULL"},
		{int64(4), &square, nil, "chess: a value of type int64 cannot be read into a *chess.Square"},
		{3.5, &key, nil, "float64"},
		{"e9", &square, ErrSyntax, ""},
		{[]byte("e2"), &move, ErrSyntax, ""},
		{"2-0", &outcome, ErrSyntax, ""},
		{"8/8/8/8/8/8/8/8 w - - 0 1", &p, ErrIllegal, ""},
		{"8/8/8/8/8/8/8/8 w - -", &key, ErrIllegal, "FEN"},
		{[]byte("\x10\x00\x00\x00\x00\x00\x00\x10\x66"), &key, ErrIllegal, "in bytes"},
	} {
		err := tt.into.Scan(tt.src)
		if err == nil || !strings.Contains(err.Error(), tt.want) || tt.kind != nil && !errors.Is(err, tt.kind) {
			t.Errorf("Scan(%v) into a %T: %v", tt.src, tt.into, err)
		}
	}
	start := StartPosition()
	if p.FEN() != StartFEN || key != start.Key() || move.String() != "e2e4" || square != E4 || outcome != DrawBy(Agreement) {
		t.Errorf("changed by an error: %v %v %v %v %v", p, key, move, square, outcome)
	}
	for name, v := range map[string]driver.Valuer{
		"Move": Move(12345678), "Square": Square(65), "Outcome": Outcome{Reason: Stalemate, Decided: true},
	} {
		if got, err := v.Value(); err == nil || got != nil {
			t.Errorf("the value of an impossible %s is %v, %v", name, got, err)
		}
	}
}

// An EPD and the byte form of a Key are told apart, whatever blanks are between the
// fields and at the ends, and whatever the form has that looks like blanks.
func TestIsEPD(t *testing.T) {
	randomGames(8, func(p Position, _ []Move) {
		key := p.Key()
		form, _ := key.MarshalBinary()
		if isEPD(form) {
			t.Fatalf("%x, the form of %s, is taken for an EPD", form, key)
		}
		epd := key.EPD()
		for _, text := range []string{epd, " \t" + epd + "\r\n", strings.ReplaceAll(epd, " ", "\t"), strings.ReplaceAll(epd, " ", "\r\n "), p.FEN()} {
			var got Key
			if err := got.Scan(text); !isEPD([]byte(text)) || err != nil || got != key {
				t.Fatalf("%q is read as %v, %v", text, got, err)
			}
		}
	})
	// The most blanks in a form: a knight and the pawn just pushed behind it, a knight
	// that is the last piece of an odd number, and the remaining checks.
	worst := MustParseFEN("4k1N1/8/8/2NpP3/2K4P/8/8/8 w - d6 2+0 0 1")
	form, _ := worst.Key().MarshalBinary()
	if !bytes.HasSuffix(form, unhex(t, "61 20 1e 20 20")) || isEPD(form) {
		t.Errorf("%x, the form of %s, is taken for an EPD", form, worst)
	}
	shortest := "k7/8/8/8/8/8/8/K7 w - -"
	if !isEPD([]byte(shortest)) || isEPD(nil) || isEPD(bytes.Repeat([]byte(" "), 11)) {
		t.Error("the shortest EPD, or what is too short for one, is taken for the other")
	}
}
