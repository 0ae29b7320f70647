package chess

import (
	"errors"
	"strconv"
	"strings"
)

// EPD is an extended position description: a position and operations on it
// (PGN standard, 16.2), one line of a test suite. Position.EPD returns the part
// that identifies the position. The operations keep their
// order. The clocks are stored in Position and not as operations: "hmvc" and
// "fmvn" are read into it, and written first unless they are those of a new game,
// 0 and 1.
type EPD struct {
	Position   Position
	Operations []Operation
}

// Operation is an opcode and its operands: moves if the standard says so (am, bm,
// pm, pv, sm), and text otherwise.
type Operation struct {
	Opcode   string    // a letter, then letters, digits and "_"
	Moves    []Move    // of pv: a line of play; of the others: moves in the position
	Operands []Operand // of an opcode without moves
}

// Operand is a number, a word or a string.
type Operand struct {
	Text   string // without quotes and escapes
	Quoted bool   // a string; text that is not a word is written as one in any case
}

// Operation returns the first operation with an opcode, and whether there is one.
func (e *EPD) Operation(opcode string) (Operation, bool) {
	for _, op := range e.Operations {
		if op.Opcode == opcode {
			return op, true
		}
	}
	return Operation{}, false
}

// Text returns the operands of the first operation with an opcode, joined by
// blanks, such as the name for "id"; "" if there is none.
func (e *EPD) Text(opcode string) string {
	op, _ := e.Operation(opcode)
	words := make([]string, len(op.Operands))
	for i, operand := range op.Operands {
		words[i] = operand.Text
	}
	return strings.Join(words, " ")
}

// Int returns the number that is the only operand of the first operation with an
// opcode: for "ce" centipawns from the point of view of the side to move, for "dm"
// full moves, for "acd" plies, for "acs" seconds. It returns false if there is no
// such number.
func (e *EPD) Int(opcode string) (int64, bool) {
	n, err := strconv.ParseInt(e.Text(opcode), 10, 64)
	return n, err == nil
}

// Moves returns the moves of the first operation with an opcode, such as "bm"; nil
// if there is none.
func (e *EPD) Moves(opcode string) []Move {
	op, _ := e.Operation(opcode)
	return op.Moves
}

// ParseEPD reads a line of EPD: the four fields of the position, which ParseFEN
// reads, then operations that end in semicolons. Strings stand in quotes; in them,
// \" is a quote and \\ a backslash, as in PGN. Moves are read as ParseSAN reads
// them. The last semicolon may be missing, operations may be empty, and the clocks
// may be written as in a FEN.
//
// An error is a *ParseError with an Offset in s. It matches ErrSyntax; for an
// impossible position or a move that is not legal, ErrIllegal or ErrAmbiguous.
func ParseEPD(s string) (EPD, error) {
	r := epdReader{input: s}
	err := r.read()
	if err != nil {
		return EPD{}, err
	}
	return r.epd, nil
}

// epdReader reads an EPD.
type epdReader struct {
	input string
	pos   int
	epd   EPD
}

// fail returns a syntax error in a field, at an offset in the input.
func (r *epdReader) fail(field string, offset int, detail string) error {
	return &ParseError{Kind: ErrSyntax, Field: field, Input: r.input, Offset: offset, Detail: detail}
}

// within turns an error in a part of the input, which begins at offset, into an
// error in the whole input.
func (r *epdReader) within(err error, field string, offset int) error {
	var part *ParseError
	if !errors.As(err, &part) {
		return err
	}
	whole := *part
	whole.Field, whole.Input, whole.Offset = field, r.input, offset+part.Offset
	return &whole
}

// blanks are the characters that separate words.
const blanks = " \t\r\n"

func (r *epdReader) skipBlanks() {
	for r.pos < len(r.input) && strings.IndexByte(blanks, r.input[r.pos]) >= 0 {
		r.pos++
	}
}

// word reads up to a blank, a semicolon or the end.
func (r *epdReader) word() string {
	start := r.pos
	for r.pos < len(r.input) && r.input[r.pos] != ';' && strings.IndexByte(blanks, r.input[r.pos]) < 0 {
		r.pos++
	}
	return r.input[start:r.pos]
}

// read reads the whole input into r.epd.
func (r *epdReader) read() error {
	// The position ends before the first letter after four fields: that begins an
	// opcode.
	end := 0
	for field := 0; ; field++ {
		r.skipBlanks()
		if r.pos == len(r.input) || field >= 4 && isLetter(r.input[r.pos]) || r.word() == "" {
			break
		}
		end = r.pos
	}
	var err error
	if r.epd.Position, err = ParseFEN(r.input[:end]); err != nil {
		field := "EPD"
		if e, ok := err.(*ParseError); ok {
			field += strings.TrimRight(strings.TrimPrefix(e.Field, "FEN"), " ")
		}
		return r.within(err, field, 0)
	}
	for {
		r.skipBlanks()
		switch {
		case r.pos == len(r.input):
			return nil
		case r.input[r.pos] == ';':
			r.pos++
		default:
			if err := r.operation(); err != nil {
				return err
			}
		}
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isOpcode reports whether s is an opcode. The standard allows fifteen characters;
// longer ones are accepted too.
func isOpcode(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) && (i == 0 || s[i] != '_' && (s[i] < '0' || s[i] > '9')) {
			return false
		}
	}
	return s != ""
}

// takesMoves reports whether the operands of an opcode are moves.
func takesMoves(opcode string) bool {
	switch opcode {
	case "am", "bm", "pm", "pv", "sm":
		return true
	}
	return false
}

// operation reads an operation up to its semicolon.
func (r *epdReader) operation() error {
	start := r.pos
	op := Operation{Opcode: r.word()}
	if !isOpcode(op.Opcode) {
		return r.fail("EPD opcode", start, "an opcode is a letter, then letters, digits and underscores")
	}
	field := "EPD " + op.Opcode
	p := r.epd.Position
	for {
		r.skipBlanks()
		if r.pos == len(r.input) || r.input[r.pos] == ';' {
			break
		}
		at := r.pos
		if !takesMoves(op.Opcode) {
			operand, err := r.operand(field)
			if err != nil {
				return err
			}
			op.Operands = append(op.Operands, operand)
			continue
		}
		m, err := p.ParseSAN(r.word())
		if err != nil {
			return r.within(err, field, at)
		}
		op.Moves = append(op.Moves, m)
		if op.Opcode == "pv" {
			p = p.After(m)
		}
	}
	switch op.Opcode {
	case "hmvc":
		return r.clock(&r.epd.Position.halfmove, op, start)
	case "fmvn":
		return r.clock(&r.epd.Position.fullmove, op, start)
	}
	r.epd.Operations = append(r.epd.Operations, op)
	return nil
}

// clock sets a clock of the position to the operand of op.
func (r *epdReader) clock(clock *uint16, op Operation, start int) error {
	if len(op.Operands) == 1 {
		if n, err := strconv.ParseUint(op.Operands[0].Text, 10, 16); err == nil && n <= maxClock {
			*clock = uint16(n)
			return nil
		}
	}
	return r.fail("EPD "+op.Opcode, start, "its operand is a number from 0 to "+strconv.Itoa(maxClock))
}

// operand reads a word or a string.
func (r *epdReader) operand(field string) (Operand, error) {
	if r.input[r.pos] != '"' {
		return Operand{Text: r.word()}, nil
	}
	start := r.pos
	var text []byte
	for r.pos++; r.pos < len(r.input); r.pos++ {
		c := r.input[r.pos]
		switch {
		case c == '"':
			r.pos++
			return Operand{string(text), true}, nil
		case c == '\\' && r.pos+1 < len(r.input) && (r.input[r.pos+1] == '"' || r.input[r.pos+1] == '\\'):
			r.pos++
			c = r.input[r.pos]
		}
		text = append(text, c)
	}
	return Operand{}, r.fail(field, start, "the string has no closing quote")
}

// String returns the EPD as a line without a line end, with moves in SAN, and with
// blanks in place of line breaks in strings. ParseEPD reads it back if the opcodes
// are valid and the moves legal.
func (e EPD) String() string { return string(e.AppendTo(nil)) }

// AppendTo appends what String returns to dst.
func (e *EPD) AppendTo(dst []byte) []byte {
	p := &e.Position
	key := p.Key()
	dst = key.appendEPD(dst)
	if p.halfmove != 0 {
		dst = strconv.AppendUint(append(dst, " hmvc "...), uint64(p.halfmove), 10)
		dst = append(dst, ';')
	}
	if p.fullmove != 1 {
		dst = strconv.AppendUint(append(dst, " fmvn "...), uint64(p.fullmove), 10)
		dst = append(dst, ';')
	}
	for _, op := range e.Operations {
		dst = append(dst, ' ')
		dst = append(dst, op.Opcode...)
		q := *p
		for _, m := range op.Moves {
			dst = q.AppendSAN(append(dst, ' '), m)
			if op.Opcode == "pv" {
				q = q.After(m)
			}
		}
		for _, operand := range op.Operands {
			dst = operand.appendTo(append(dst, ' '))
		}
		dst = append(dst, ';')
	}
	return dst
}

// appendTo appends the operand in the form that ParseEPD reads.
func (o Operand) appendTo(dst []byte) []byte {
	if !o.Quoted && o.Text != "" && o.Text[0] != '"' && !strings.ContainsAny(o.Text, blanks+";") {
		return append(dst, o.Text...)
	}
	dst = append(dst, '"')
	for i := range len(o.Text) {
		switch c := o.Text[i]; c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n', '\r':
			dst = append(dst, ' ')
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// AppendText appends what String returns, and nothing for the zero EPD. It returns no
// error.
func (e EPD) AppendText(b []byte) ([]byte, error) {
	if e.Position.isZero() && len(e.Operations) == 0 {
		return b, nil
	}
	return e.AppendTo(b), nil
}

// MarshalText returns what AppendText appends.
func (e EPD) MarshalText() ([]byte, error) { return e.AppendText(nil) }

// UnmarshalText reads a line, as ParseEPD does. An empty text is the zero EPD.
func (e *EPD) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*e = EPD{}
		return nil
	}
	return unmarshalText(e, text, ParseEPD)
}
