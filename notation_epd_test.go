package chess

import (
	stdcmp "cmp"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseEPD(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	for _, tt := range []struct {
		name, in, out string // what comes after the position; out is "" if it is the same
		fen           string // the position, if it is not the start
		want          []Operation
	}{
		{name: "none", in: "", out: ""},
		{name: "blanks", in: " \t\r\n", out: "-"},
		{name: "best moves", in: " bm Nf3 e4;", want: []Operation{{Opcode: "bm", Moves: bareLine("g1f3 e2e4")}}},
		{name: "a variation", in: " pv e4 e5 Nf3;", want: []Operation{{Opcode: "pv", Moves: bareLine("e2e4 e7e5 g1f3")}}},
		{name: "order", in: ` id "x"; ce -34; am a3; sm e4; acd 12; c0 "one";`, want: []Operation{
			{Opcode: "id", Operands: []string{`"x"`}},
			{Opcode: "ce", Operands: []string{"-34"}},
			{Opcode: "am", Moves: bareLine("a2a3")},
			{Opcode: "sm", Moves: bareLine("e2e4")},
			{Opcode: "acd", Operands: []string{"12"}},
			{Opcode: "c0", Operands: []string{`"one"`}},
		}},
		{name: "strings", in: ` c0 "a; \"b\" \\ c\d" "" e;`,
			want: []Operation{{Opcode: "c0", Operands: []string{`"a; \"b\" \\ c\d"`, `""`, "e"}}}},
		{name: "no operands", in: " noop; draw_offer;", want: []Operation{{Opcode: "noop"}, {Opcode: "draw_offer"}}},
		{name: "no last semicolon", in: " dm 3", out: " dm 3;", want: []Operation{{Opcode: "dm", Operands: []string{"3"}}}},
		{name: "clocks", in: " hmvc 3; fmvn 7;", fen: start + " 3 7"},
		{name: "clocks of a new game", in: " fmvn 1; hmvc 0;", out: "-", fen: StartFEN},
		{name: "clocks as in a FEN", in: " 5 9 ;D1 20 ;D2 400", out: " hmvc 5; fmvn 9; D1 20; D2 400;", fen: start + " 5 9",
			want: []Operation{{"D1", nil, []string{"20"}}, {"D2", nil, []string{"400"}}}},
		{name: "three-check", in: " 3+1 id ab;", fen: start + " 3+1 0 1", want: []Operation{{"id", nil, []string{"ab"}}}},
		{name: "a dash too many, as in a suite", in: ` - bm e4; id "ERET 001 - Entlastung";`, out: ` bm e4; id "ERET 001 - Entlastung";`,
			want: []Operation{{Opcode: "bm", Moves: bareLine("e2e4")}, {"id", nil, []string{`"ERET 001 - Entlastung"`}}}},
		{name: "a clock that is not known", in: " - 7 id a;", out: " fmvn 7; id a;", fen: start + " 0 7", want: []Operation{{"id", nil, []string{"a"}}}},
		{name: "move 0", in: " fmvn 0;", out: "-"},
		{name: "long clocks", in: " hmvc 65535; fmvn 65535;", fen: start + " 65535 65535"},
		{name: "semicolon at once", in: ";;id a;", out: " id a;", want: []Operation{{"id", nil, []string{"a"}}}},
	} {
		e, err := ParseEPD(start + tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		want := start + tt.in
		if tt.out != "" {
			want = start + strings.TrimPrefix(tt.out, "-")
		}
		if diff := cmp.Diff([]string{stdcmp.Or(tt.fen, StartFEN), want}, []string{e.Position.FEN(), e.String()}) + cmp.Diff(tt.want, e.Operations); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		var again EPD
		text, err := e.MarshalText()
		if err == nil {
			err = again.UnmarshalText(text)
		}
		if err != nil || again.String() != e.String() {
			t.Errorf("%s is read back as %v, %v", text, again, err)
		}
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
		{"8/8/8/8/8/8/8/8 w", ErrIllegal, "EPD", 0},
		{"8/8/8/8/8/8/8/8", ErrSyntax, "EPD turn", 15},
		{start + " - - - bm e4;", ErrSyntax, "EPD", len(start) + 5},
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

// A fault costs the operation in which it is, or what is impossible in the position. In these
// texts, "start" is the start position.
func TestEPDFaults(t *testing.T) {
	for _, tt := range []struct {
		in, out string
		kind    error
		field   string
		fault   string // where it begins
	}{
		{"start id a; bm e4 e6; ce 5;", "start id a; ce 5;", ErrIllegal, "EPD bm", "e6; ce"},
		{"start pv e4 e5 Nf4;", "start", ErrIllegal, "EPD pv", "Nf4"},
		{"start am Nx9; dm 3;", "start dm 3;", ErrSyntax, "EPD am", "9;"},
		{"start bm N;", "start", ErrSyntax, "EPD bm", ";"},
		{"4k3/8/8/8/8/8/8/R3K2R w - - bm Rd1 Rf1 R1; ", "4k3/8/8/8/8/8/8/R3K2R w - -", ErrSyntax, "EPD bm", "; "},
		{"4k3/8/8/8/8/8/8/R2K3R w - - id a; bm Rb3;", "4k3/8/8/8/8/8/8/R2K3R w - - id a;", ErrIllegal, "EPD bm", "Rb3"},
		{"4k3/8/8/8/8/8/3K4/R6R w - - id a; bm Re1;", "4k3/8/8/8/8/8/3K4/R6R w - - id a;", ErrAmbiguous, "EPD bm", "Re1"},
		{`start id "a; bm e4;`, "start", ErrSyntax, "EPD id", `"a`},
		{`start b-m "x;y" e4; id a;`, "start id a;", ErrSyntax, "EPD opcode", "b-m"},
		{"start hmvc; id a;", "start id a;", ErrSyntax, "EPD hmvc", "hmvc"},
		{"start hmvc 65536;", "start", ErrSyntax, "EPD hmvc", "hmvc"},
		{"start fmvn -1;", "start", ErrSyntax, "EPD fmvn", "fmvn"},
		{"start // a comment; bm e4;", "start bm e4;", ErrSyntax, "EPD opcode", "//"},
		{"start Nf3; bm e4;", "start Nf3; bm e4;", nil, "", ""}, // an opcode, by its form
		{"start v=-328", "start v -328;", ErrSyntax, "EPD opcode", "v="},
		{"start 3 17; v=175; hmvc=3; bm=e4;", "start hmvc 3; fmvn 17; v 175;", ErrSyntax, "EPD opcode", "v="},
		{"start bm #4;", "start dm 4;", ErrSyntax, "EPD bm", "#4"},
		{"start bm #-12; id x;", "start dm -12; id x;", ErrSyntax, "EPD bm", "#-12"},
		{"start bm Nf3 + ; am a3 ?? h3 ?!;", "start bm Nf3; am a3 h3;", nil, "", ""},
		{"8/1P6/8/8/8/8/8/k1K5 w - - bm b8 = Q + b8=R;", "8/1P6/8/8/8/8/8/k1K5 w - - bm b8=Q b8=R;", nil, "", ""},
		{"start bm e4 d4 id \"x\";", "start bm e4 d4; id \"x\";", ErrSyntax, "EPD bm", "id"},
		{"start bm e4;\x00", "start bm e4;", nil, "", ""},
		{"start\x00", "start", nil, "", ""},
		{"4k3/8/8/8/8/8/8/4K2R w Kk - id a;", "4k3/8/8/8/8/8/8/4K2R w K - id a;", ErrIllegal, "EPD castling", "k - id"},
		{"4k3/8/8/8/8/8/8/4K2R w K e6 id a;", "4k3/8/8/8/8/8/8/4K2R w K - id a;", ErrIllegal, "EPD en passant", "e6"},
		{"4k3/8/8/8/8/8/8/4K2R w K -0 1 bm O-O;", "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;", ErrSyntax, "EPD en passant", "0 1"},
		{"start 3 17 | 35 | 0.5", `start hmvc 3; fmvn 17; ce 35; c9 "1/2-1/2";`, ErrSyntax, "EPD", "| 35"},
		{"4k3/8/8/8/8/8/8/4K2R b - - 0 1 |-35| [1.0] ", `4k3/8/8/8/8/8/8/4K2R b - - ce 35; c9 "1-0";`, ErrSyntax, "EPD", "|-35"},
		{"start [0.0]", `start c9 "0-1";`, ErrSyntax, "EPD", "[0.0]"},
		{"start | 3x | 0.5", "start", ErrSyntax, "EPD", "| 3x"},
		{"start | 35 | 0.7", "start", ErrSyntax, "EPD", "| 35"},
		{"start | 0.5", "start", ErrSyntax, "EPD", "| 0.5"},
		{"start [ 0.5 ];", `start c9 "1/2-1/2";`, ErrSyntax, "EPD", "[ 0.5"},
		{"start | 5 | 0.5;", `start ce 5; c9 "1/2-1/2";`, ErrSyntax, "EPD", "| 5"},
		{"start [0.5", "start", ErrSyntax, "EPD", "[0.5"},
		{"start [0.5] | 35", "start", ErrSyntax, "EPD", "[0.5]"},
		{"start [0.5] | 0.5", "start", ErrSyntax, "EPD", "[0.5]"},
	} {
		const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
		in, out := strings.Replace(tt.in, "start", start, 1), strings.Replace(tt.out, "start", start, 1)
		e, err := ParseEPD(in)
		if got := e.String(); err != nil || got != out {
			t.Errorf("%q is read as %q, want %q: %v", tt.in, got, out, err)
		}
		if tt.kind == nil {
			if len(e.Faults) > 0 {
				t.Errorf("%q: %v", tt.in, e.Faults)
			}
			continue
		}
		if len(e.Faults) == 0 {
			t.Errorf("%q has no fault", tt.in)
			continue
		}
		f := e.Faults[0]
		if !errors.Is(f, tt.kind) || f.Field != tt.field || f.Input != in || !strings.HasPrefix(in[f.Offset:], tt.fault) {
			t.Errorf("%q: %v, field %q at %q; want %v, %q at %q", tt.in, f, f.Field, in[f.Offset:], tt.kind, tt.field, tt.fault)
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
	if got := e.Moves("bm"); len(got) != 1 || !e.Position.IsCastling(got[0]) {
		t.Errorf("bm is %v", got)
	}
}

// TestOperandText checks that any text is read back as it was set; a line break
// becomes a blank. An operand that is neither a word nor a string is written as one.
func TestOperandText(t *testing.T) {
	for _, text := range []string{"", " ", "a", `"`, `\`, `\"`, `a"b`, `"a"`, ";", "a;b", "a\tb", "ä", "\xff", "e4", "-12"} {
		e := EPD{Position: StartPosition()}
		if err := e.SetText("x", text); err != nil {
			t.Fatal(err)
		}
		e.Operations[0].Operands = append(e.Operations[0].Operands, "end")
		again, err := ParseEPD(e.String())
		if err != nil || again.Text("x") != text+" end" {
			t.Errorf("%q is read back as %q from %s (%v)", text, again.Text("x"), e, err)
		}
	}
	for operand, want := range map[string]string{
		"":             `""`,
		"word":         "word",
		"two words":    `"two words"`,
		"a;b":          `"a;b"`,
		`"a string"`:   `"a string"`,
		`"open`:        `"\"open"`,
		`"a" b`:        `"\"a\" b"`,
		`\`:            `\`,
		"a\r\nb":       `"a  b"`,
		"\"a\r\nb\"":   `"a  b"`,
		"\"a\n\\\"b\"": `"a \"b"`,
	} {
		e := EPD{Position: StartPosition(), Operations: []Operation{{Opcode: "x", Operands: []string{operand}}}}
		if got := e.String(); !strings.HasSuffix(got, " x "+want+";") {
			t.Errorf("%q is written as %q, want %s", operand, got, want)
		}
	}
}

func TestEPDSet(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	parse := func(text string) EPD {
		t.Helper()
		e, err := ParseEPD(text)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	p := StartPosition()
	e4, nf3 := findMove(t, p, "e2e4"), findMove(t, p, "g1f3")
	e5 := findMove(t, p.After(e4), "e7e5")
	for _, tt := range []struct {
		name, in, out string
		set           func(e *EPD) error
		kind          error
	}{
		{"append moves", " acd 3;", " acd 3; bm e4 Nf3;", func(e *EPD) error { return e.SetMoves("bm", e4, nf3) }, nil},
		{"replace moves", " bm a3; acd 3;", " bm e4; acd 3;", func(e *EPD) error { return e.SetMoves("bm", e4) }, nil},
		{"a line", "", " pv e4 e5;", func(e *EPD) error { return e.SetMoves("pv", e4, e5) }, nil},
		{"castling from text", "", " pv e4 e5 Nf3 Nf6 Be2 Be7 O-O;", func(e *EPD) error {
			return e.SetMoves("pv", bareLine("e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1")...)
		}, nil},
		{"no moves", "", " am;", func(e *EPD) error { return e.SetMoves("am") }, nil},
		{"illegal move", " bm a3;", "", func(e *EPD) error { return e.SetMoves("bm", e4, e5) }, ErrIllegal},
		{"null move", " bm a3;", "", func(e *EPD) error { return e.SetMoves("pv", e4, 0) }, ErrIllegal},
		{"moves for a text", " id a;", "", func(e *EPD) error { return e.SetMoves("id", e4) }, ErrSyntax},
		{"moves for nothing", " id a;", "", func(e *EPD) error { return e.SetMoves("") }, ErrSyntax},
		{"append a number", " bm e4;", " bm e4; ce -34;", func(e *EPD) error { return e.SetInt("ce", -34) }, nil},
		{"replace all", " id a; ce 1 2; id b; ce 7;", " id a; ce 5; id b;", func(e *EPD) error { return e.SetInt("ce", 5) }, nil},
		{"replace the first", " ce 1; ce 2; id b; ce 7;", " ce 5; id b;", func(e *EPD) error { return e.SetInt("ce", 5) }, nil},
		{"smallest", "", " ce -9223372036854775808;", func(e *EPD) error { return e.SetInt("ce", -1<<63) }, nil},
		{"move number 0", " fmvn 2;", "", func(e *EPD) error { return e.SetInt("fmvn", 0) }, nil},
		{"halfmove clock", "", " hmvc 65535;", func(e *EPD) error { return e.SetInt("hmvc", 65535) }, nil},
		{"move number", " hmvc 2; fmvn 30;", " hmvc 2; fmvn 12;", func(e *EPD) error { return e.SetInt("fmvn", 12) }, nil},
		{"negative clock", " hmvc 2;", "", func(e *EPD) error { return e.SetInt("hmvc", -1) }, ErrSyntax},
		{"large clock", " hmvc 2;", "", func(e *EPD) error { return e.SetInt("fmvn", 65536) }, ErrSyntax},
		{"a number for moves", " bm e4;", "", func(e *EPD) error { return e.SetInt("bm", 4) }, ErrSyntax},
		{"append a text", "", ` id "WAC.001";`, func(e *EPD) error { return e.SetText("id", "WAC.001") }, nil},
		{"replace a text", ` id x y; c0 "a";`, ` id "\"q\" \\ z"; c0 "a";`, func(e *EPD) error { return e.SetText("id", "\"q\" \\\nz") }, nil},
		{"a text for a clock", " hmvc 2;", "", func(e *EPD) error { return e.SetText("hmvc", "3") }, ErrSyntax},
		{"a text for moves", " bm e4;", "", func(e *EPD) error { return e.SetText("pv", "e4") }, ErrSyntax},
		{"malformed opcode", " bm e4;", "", func(e *EPD) error { return e.SetText("i d", "e4") }, ErrSyntax},
		{"no opcode", " bm e4;", "", func(e *EPD) error { return e.SetInt("", 4) }, ErrSyntax},
	} {
		e := parse(start + tt.in)
		before := e // shares the operations
		err := tt.set(&e)
		if !errors.Is(err, tt.kind) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.kind)
		}
		want := start + tt.out
		if tt.kind != nil {
			want = start + tt.in
		}
		if got := e.String(); got != want {
			t.Errorf("%s: %s, want %s", tt.name, got, want)
		}
		if got := parse(e.String()); tt.kind == nil && got.String() != want {
			t.Errorf("%s: read back as %s, want %s", tt.name, got, want)
		}
		before.Position = p
		if clocks := parse(start + tt.in); clocks.Position.FEN() == StartFEN && before.String() != start+tt.in {
			t.Errorf("%s: a copy from before is now %s", tt.name, before)
		}
	}

	e := parse(start + " id a; bm e4; id b;")
	before := e
	if !e.Remove("id") || e.Remove("id") || e.String() != start+" bm e4;" || before.String() != start+" id a; bm e4; id b;" {
		t.Errorf("after Remove: %s; the copy is %s", e, before)
	}
	moves := []Move{nf3}
	if err := e.SetMoves("bm", moves...); err != nil {
		t.Fatal(err)
	}
	if moves[0] = e4; e.Moves("bm")[0] != nf3 {
		t.Error("SetMoves keeps the caller's slice")
	}
	if n, ok := e.Int("fmvn"); n != 1 || !ok {
		t.Errorf("fmvn is %d, %v", n, ok)
	}
	if n, ok := e.Int("hmvc"); n != 0 || !ok {
		t.Errorf("hmvc is %d, %v", n, ok)
	}
}

// bareLine reads moves without a position.
func bareLine(moves string) (line []Move) {
	for s := range strings.FieldsSeq(moves) {
		m, err := ParseUCI(s)
		if err != nil {
			panic(err)
		}
		line = append(line, m)
	}
	return line
}

// TestEPDMarshalText checks that what cannot be read back is an error, and that the
// zero EPD has a text.
func TestEPDMarshalText(t *testing.T) {
	p := StartPosition()
	e4 := findMove(t, p, "e2e4")
	for _, tt := range []struct {
		op   Operation
		kind error
	}{
		{Operation{Opcode: "noop"}, nil},
		{Operation{Opcode: "bm", Moves: []Move{e4}}, nil},
		{Operation{Opcode: ""}, ErrSyntax},
		{Operation{Opcode: "a b"}, ErrSyntax},
		{Operation{Opcode: "bm", Operands: []string{"e4"}}, ErrSyntax},
		{Operation{Opcode: "id", Moves: []Move{e4}}, ErrSyntax},
		{Operation{Opcode: "pv", Moves: []Move{e4, e4}}, ErrIllegal},
		{Operation{Opcode: "sm", Moves: []Move{0}}, ErrIllegal},
		{Operation{Opcode: "hmvc", Operands: []string{"7"}}, ErrSyntax}, // it would be read into the Position
		{Operation{Opcode: "fmvn"}, ErrSyntax},
	} {
		e := EPD{Position: p, Operations: []Operation{tt.op}}
		text, err := e.MarshalText()
		if !errors.Is(err, tt.kind) {
			t.Errorf("%s: %v, want %v", e, err, tt.kind)
		}
		if err == nil && string(text) != e.String() || err != nil && text != nil {
			t.Errorf("%s: the text is %q", e, text)
		}
	}
	castling := EPD{Position: p, Operations: []Operation{{Opcode: "pv", Moves: bareLine("e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1")}}}
	if text, err := castling.MarshalText(); err != nil || !strings.HasSuffix(string(text), " Be7 O-O;") {
		t.Errorf("castling from text is written %q, %v", text, err)
	}
	e := EPD{Position: p}
	if text, err := (EPD{}).MarshalText(); len(text) > 0 || err != nil {
		t.Errorf("the zero EPD is %q, %v", text, err)
	}
	if err := e.UnmarshalText(nil); err != nil || e.Position.Key() != (Key{}) {
		t.Errorf("no text is read as %v, %v", e, err)
	}
}

// checkSet sets any text, and uses it as an opcode.
func checkSet(t *testing.T, e EPD, s string) {
	t.Helper()
	if err := e.SetText("id", s); err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("\n", " ", "\r", " ").Replace(s)
	if again, err := ParseEPD(e.String()); err != nil || again.Text("id") != want {
		t.Fatalf("%q is read back as %q: %v", s, again.Text("id"), err)
	}
	if err := e.SetInt(s, 7); (err == nil) != (isOpcode(s) && !takesMoves(s)) {
		t.Fatalf("%q as an opcode: %v", s, err)
	} else if n, ok := e.Int(s); err == nil && (n != 7 || !ok) {
		t.Fatalf("%s is %d, %v", s, n, ok)
	}
	if _, err := e.MarshalText(); err != nil {
		t.Fatal(err)
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
		checkSet(t, EPD{Position: StartPosition()}, s)
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
		checkSet(t, e, s)
		if marshaled, err := e.MarshalText(); err != nil || string(marshaled) != text {
			t.Fatalf("%q: MarshalText returns %q, %v; String %q", s, marshaled, err, text)
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
