package chess

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ExampleParseEPD() {
	suite := `2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id "WAC.002";
`
	lines := bufio.NewScanner(strings.NewReader(suite))
	for lines.Scan() {
		e, err := ParseEPD(lines.Text())
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(e.Text("id"), e.Moves("bm"))
	}
	// Output:
	// WAC.001 [g3g6]
	// WAC.002 [b3b2]
}

func TestParseEPD(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	move := func(uci ...string) (moves []Move) {
		p := StartPosition()
		for _, s := range uci {
			m, err := p.ParseUCI(s)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, m)
		}
		return moves
	}
	line := func(uci ...string) (moves []Move) {
		p := StartPosition()
		for _, s := range uci {
			m, err := p.ParseUCI(s)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, m)
			p = p.After(m)
		}
		return moves
	}
	for _, tt := range []struct {
		name, in, out string // what comes after the position; out is "" if it is the same
		fen           string // the position, if it is not the start
		want          []Operation
	}{
		{name: "none", in: "", out: ""},
		{name: "blanks", in: " \t\r\n", out: "-"},
		{name: "best moves", in: " bm Nf3 e4;", want: []Operation{{Opcode: "bm", Moves: move("g1f3", "e2e4")}}},
		{name: "a variation", in: " pv e4 e5 Nf3;", want: []Operation{{Opcode: "pv", Moves: line("e2e4", "e7e5", "g1f3")}}},
		{name: "order", in: ` id "x"; ce -34; am a3; sm e4; acd 12; c0 "one";`, want: []Operation{
			{Opcode: "id", Operands: []Operand{{"x", true}}},
			{Opcode: "ce", Operands: []Operand{{"-34", false}}},
			{Opcode: "am", Moves: move("a2a3")},
			{Opcode: "sm", Moves: move("e2e4")},
			{Opcode: "acd", Operands: []Operand{{"12", false}}},
			{Opcode: "c0", Operands: []Operand{{"one", true}}},
		}},
		{name: "strings", in: ` c0 "a; \"b\" \\ c\d" "" e;`, out: ` c0 "a; \"b\" \\ c\\d" "" e;`,
			want: []Operation{{Opcode: "c0", Operands: []Operand{{`a; "b" \ c\d`, true}, {"", true}, {"e", false}}}}},
		{name: "no operands", in: " noop; draw_offer;", want: []Operation{{Opcode: "noop"}, {Opcode: "draw_offer"}}},
		{name: "no last semicolon", in: " dm 3", out: " dm 3;", want: []Operation{{Opcode: "dm", Operands: []Operand{{"3", false}}}}},
		{name: "clocks", in: " hmvc 3; fmvn 7;", fen: start + " 3 7"},
		{name: "clocks of a new game", in: " fmvn 1; hmvc 0;", out: "-", fen: StartFEN},
		{name: "clocks as in a FEN", in: " 5 9 ;D1 20 ;D2 400", out: " hmvc 5; fmvn 9; D1 20; D2 400;", fen: start + " 5 9",
			want: []Operation{{"D1", nil, []Operand{{"20", false}}}, {"D2", nil, []Operand{{"400", false}}}}},
		{name: "three-check", in: " 3+1 id ab;", fen: start + " 3+1 0 1", want: []Operation{{"id", nil, []Operand{{"ab", false}}}}},
		{name: "semicolon at once", in: ";;id a;", out: " id a;", want: []Operation{{"id", nil, []Operand{{"a", false}}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, err := ParseEPD(start + tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, e.Operations); diff != "" {
				t.Errorf("operations (-want +got):\n%s", diff)
			}
			if tt.fen == "" {
				tt.fen = StartFEN
			}
			if got := e.Position.FEN(); got != tt.fen {
				t.Errorf("the position is %s, want %s", got, tt.fen)
			}
			want := start + tt.in
			if tt.out != "" {
				want = start + strings.TrimPrefix(tt.out, "-")
			}
			if got := e.String(); got != want {
				t.Errorf("String is\n%s, want\n%s", got, want)
			}
			var again EPD
			text, err := e.MarshalText()
			if err == nil {
				err = again.UnmarshalText(text)
			}
			if err != nil || again.String() != e.String() {
				t.Errorf("%s is read back as %v, %v", text, again, err)
			}
		})
	}
}

func TestParseEPDErrors(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	for _, tt := range []struct {
		in     string
		kind   error
		field  string
		offset int
	}{
		{"", ErrSyntax, "EPD board", 0},
		{"8/8/8/8 w - - bm e4;", ErrSyntax, "EPD board", 7},
		{"4k3/8/8/8/8/8/8/8 w - - id a;", ErrIllegal, "EPD", 0},
		{"8/8/8/8/8/8/8/8 w", ErrSyntax, "EPD castling", 17},
		{start + " bm e4 e6;", ErrIllegal, "EPD bm", len(start) + 7},
		{start + " pv e4 e5 Nf4;", ErrIllegal, "EPD pv", len(start) + 10},
		{start + " am Nx9;", ErrSyntax, "EPD am", len(start) + 6},
		{start + " bm N;", ErrSyntax, "EPD bm", len(start) + 5},
		{"4k3/8/8/8/8/8/8/R3K2R w - - bm Rd1 Rf1 R1; ", ErrSyntax, "EPD bm", 41},
		{"4k3/8/8/8/8/8/8/R2K3R w - - id a; bm Rb3;", ErrIllegal, "EPD bm", 37},
		{"4k3/8/8/8/8/8/3K4/R6R w - - id a; bm Re1;", ErrAmbiguous, "EPD bm", 37},
		{start + ` id "a; bm e4;`, ErrSyntax, "EPD id", len(start) + 4},
		{start + ` b-m e4;`, ErrSyntax, "EPD opcode", len(start) + 1},
		{start + " hmvc;", ErrSyntax, "EPD hmvc", len(start) + 1},
		{start + " hmvc 10000;", ErrSyntax, "EPD hmvc", len(start) + 1},
		{start + " fmvn -1;", ErrSyntax, "EPD fmvn", len(start) + 1},
		{start + " 0 1 2 id a;", ErrSyntax, "EPD", len(start) + 5},
	} {
		e, err := ParseEPD(tt.in)
		var pe *ParseError
		if !errors.As(err, &pe) || !errors.Is(err, tt.kind) {
			t.Errorf("%q: %v, want %v", tt.in, err, tt.kind)
			continue
		}
		if pe.Field != tt.field || pe.Offset != tt.offset || pe.Input != tt.in {
			t.Errorf("%q: field %q, offset %d, input %q; want %q and %d", tt.in, pe.Field, pe.Offset, pe.Input, tt.field, tt.offset)
		}
		if len(e.Operations) > 0 || tt.in != "" && e.UnmarshalText([]byte(tt.in)) == nil {
			t.Errorf("%q: the result is %v", tt.in, e)
		}
	}
}

func TestEPDQueries(t *testing.T) {
	e, err := ParseEPD(`4k3/8/8/8/8/8/8/4K2R w K - bm O-O; ce 512; c0 "a" b; id "t 1"; id "t 2";`)
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := e.Int("ce"); n != 512 || !ok {
		t.Errorf("ce is %d, %v", n, ok)
	}
	for _, opcode := range []string{"c0", "none", "bm"} {
		if n, ok := e.Int(opcode); ok {
			t.Errorf("%s is %d", opcode, n)
		}
	}
	if got := e.Text("c0") + e.Text("none") + e.Text("id"); got != "a bt 1" {
		t.Errorf("the text is %q", got)
	}
	if got := e.Moves("bm"); len(got) != 1 || !got[0].IsCastling() {
		t.Errorf("bm is %v", got)
	}
	if _, ok := e.Operation("none"); ok {
		t.Error("Operation finds an opcode that is not there")
	}
}

// Any text of an operand is read back; a line break becomes a blank.
func TestOperandText(t *testing.T) {
	for _, text := range []string{"", " ", "a", `"`, `\`, `\"`, `a"b`, `"a"`, ";", "a;b", "a\tb", "ä", "\xff", "e4", "-12"} {
		for _, quoted := range []bool{false, true} {
			e := EPD{StartPosition(), []Operation{{Opcode: "x", Operands: []Operand{{text, quoted}, {"end", false}}}}}
			again, err := ParseEPD(e.String())
			if err != nil || again.Text("x") != text+" end" {
				t.Errorf("%q is read back as %q from %s (%v)", text, again.Text("x"), e, err)
			}
		}
	}
	e := EPD{StartPosition(), []Operation{{Opcode: "x", Operands: []Operand{{"a\r\nb", false}}}}}
	if got := e.String(); strings.ContainsAny(got, "\r\n") || !strings.HasSuffix(got, ` x "a  b";`) {
		t.Errorf("a line break is written as %q", got)
	}
}

func FuzzParseEPD(f *testing.F) {
	for _, s := range []string{
		`2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";`,
		`4k3/8/8/8/8/8/8/4K2R w K - pv O-O Kd7; hmvc 3; fmvn 12; c0 "a;\"b\\"; ce -3;`,
		`rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400`,
		`rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 am e4 d4`,
		`8/8/8/3pP3/8/8/8/k6K w - d6 bm exd6; v0 "" x;`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := ParseEPD(s)
		if err != nil {
			var pe *ParseError
			if !errors.As(err, &pe) || pe.Input != s || pe.Offset < 0 || pe.Offset > len(s) {
				t.Fatalf("%q: %#v", s, err)
			}
			return
		}
		text := e.String()
		again, err := ParseEPD(text)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", s, text, err)
		}
		if got := again.String(); got != text {
			t.Fatalf("%q is written as %q and then as %q", s, text, got)
		}
		if again.Position.Key() != e.Position.Key() || len(again.Operations) != len(e.Operations) {
			t.Fatalf("%q and %q differ", s, text)
		}
		for i, op := range e.Operations {
			if diff := cmp.Diff(op.Moves, again.Operations[i].Moves); diff != "" {
				t.Fatalf("%q: moves (-first +second):\n%s", s, diff)
			}
		}
	})
}
