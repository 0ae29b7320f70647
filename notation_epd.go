package chess

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// EPD is an extended position description (PGN standard, 16.2): a position and operations on it, one
// line of a test suite. The operations keep their order. The clocks are in Position: "hmvc" and "fmvn"
// are read into it, and written from it.
type EPD struct {
	Position   Position
	Operations []Operation
}

// Operation is an opcode and its operands: moves for am, bm, pm, pv and sm, and text for others.
type Operation struct {
	Opcode   string   `json:"opcode"`            // a letter, then letters, digits and "_"
	Moves    []Move   `json:"moves,omitzero"`    // of pv: a line of play; of the others: moves in the position
	Operands []string `json:"operands,omitzero"` // of an opcode without moves: words, and strings with quotes and escapes
}

// operation returns the first operation with an opcode, or the zero Operation.
func (e *EPD) operation(opcode string) Operation {
	for _, op := range e.Operations {
		if op.Opcode == opcode {
			return op
		}
	}
	return Operation{}
}

// Text returns the operands of the first operation with an opcode, such as "id", joined by blanks and
// without quotes and escapes.
func (e EPD) Text(opcode string) string {
	operands := e.operation(opcode).Operands
	words := make([]string, len(operands))
	for i, operand := range operands {
		words[i] = unquote(operand)
	}
	return strings.Join(words, " ")
}

// Int returns the only operand of the first operation with an opcode as a number: for "ce" centipawns
// from the point of view of the side to move, for "dm" full moves, for "acd" plies, for "acs" seconds.
// It returns false if there is no such number.
func (e EPD) Int(opcode string) (int64, bool) {
	switch opcode {
	case "hmvc":
		return int64(e.Position.halfmove), true
	case "fmvn":
		return int64(e.Position.fullmove), true
	}
	n, err := strconv.ParseInt(e.Text(opcode), 10, 64)
	return n, err == nil
}

// Moves returns the moves of the first operation with an opcode, such as "bm".
func (e EPD) Moves(opcode string) []Move {
	return slices.Clone(e.operation(opcode).Moves)
}

// SetMoves sets the moves of an opcode: am, bm, pm, pv or sm. The operation replaces all with the
// opcode, or comes last. The error is a *ParseError that matches ErrSyntax for another opcode, and
// ErrIllegal for an illegal move.
func (e *EPD) SetMoves(opcode string, moves ...Move) error {
	if !takesMoves(opcode) {
		return badOpcode(opcode, "it takes no moves")
	}
	return e.set(Operation{Opcode: opcode, Moves: moves})
}

// SetInt sets the operand of an opcode to a number. For "hmvc" and "fmvn" it sets the clocks of the
// position. The error is a *ParseError that matches ErrSyntax: the opcode is malformed or takes moves,
// or the clock is not from 0 to 65,535.
func (e *EPD) SetInt(opcode string, n int64) error {
	operand := strconv.FormatInt(n, 10)
	if clock := e.clock(opcode); clock != nil {
		if n < 0 || n > maxClock {
			return &ParseError{Kind: ErrSyntax, Field: "EPD " + opcode, Input: operand, Detail: clockRange}
		}
		*clock = uint16(n)
		e.Position.fullmove = max(1, e.Position.fullmove) // as in a Setup
		return nil
	}
	return e.set(Operation{Opcode: opcode, Operands: []string{operand}})
}

// SetText sets the operand of an opcode to a string. Line breaks become blanks. The error is a
// *ParseError that matches ErrSyntax: the opcode is malformed, takes moves, or is that of a clock.
func (e *EPD) SetText(opcode, text string) error {
	if e.clock(opcode) != nil {
		return badOpcode(opcode, "it takes a number")
	}
	return e.set(Operation{Opcode: opcode, Operands: []string{quote(text)}})
}

// set replaces the operations with the opcode of op by op, or appends it.
func (e *EPD) set(op Operation) error {
	op, err := e.checked(op)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(e.Operations, func(o Operation) bool { return o.Opcode == op.Opcode })
	if i < 0 {
		i = len(e.Operations)
	}
	e.Remove(op.Opcode)
	e.Operations = slices.Insert(e.Operations, i, op)
	return nil
}

// Remove removes all operations with an opcode and reports whether there were any.
func (e *EPD) Remove(opcode string) bool {
	kept := make([]Operation, 0, len(e.Operations)+1) // a copy of e may share the old ones
	for _, op := range e.Operations {
		if op.Opcode != opcode {
			kept = append(kept, op)
		}
	}
	removed := len(kept) < len(e.Operations)
	e.Operations = kept
	return removed
}

// clock returns the clock of the position that an opcode sets, or nil.
func (e *EPD) clock(opcode string) *uint16 {
	switch opcode {
	case "hmvc":
		return &e.Position.halfmove
	case "fmvn":
		return &e.Position.fullmove
	}
	return nil
}

// checked returns op with complete moves of its own, or an error if it cannot be
// written and read back.
func (e *EPD) checked(op Operation) (Operation, error) {
	switch {
	case !isOpcode(op.Opcode):
		return op, badOpcode(op.Opcode, opcodeForm)
	case e.clock(op.Opcode) != nil:
		return op, badOpcode(op.Opcode, "it is a clock of the position")
	case takesMoves(op.Opcode) && len(op.Operands) > 0:
		return op, badOpcode(op.Opcode, "it takes moves")
	case !takesMoves(op.Opcode) && len(op.Moves) > 0:
		return op, badOpcode(op.Opcode, "it takes no moves")
	}
	p := e.Position
	op.Moves = slices.Clone(op.Moves)
	for i, m := range op.Moves {
		next, err := p.Play(m)
		if err != nil {
			return op, err
		}
		op.Moves[i] = p.canonical(m)
		if op.Opcode == "pv" {
			p = next
		}
	}
	return op, nil
}

func badOpcode(opcode, detail string) error {
	return &ParseError{Kind: ErrSyntax, Field: "EPD opcode", Input: opcode, Detail: detail}
}

const (
	opcodeForm = "an opcode is a letter, then letters, digits and underscores"
	clockRange = "its operand is a number from 0 to 65535"
)

// ParseEPD reads a line of EPD: the four fields of the position, or a whole FEN, then operations that
// end in semicolons. Strings stand in quotes; in them, \" is a quote and \\ a backslash. Moves are
// read as ParseSAN reads them. The error is a *ParseError that matches ErrSyntax, ErrIllegal or
// ErrAmbiguous.
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
			field += strings.TrimPrefix(e.Field, "FEN")
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
		return r.fail("EPD opcode", start, opcodeForm)
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
	if clock := r.epd.clock(op.Opcode); clock != nil {
		return r.clock(clock, op, start)
	}
	r.epd.Operations = append(r.epd.Operations, op)
	return nil
}

// clock sets a clock of the position to the operand of op.
func (r *epdReader) clock(clock *uint16, op Operation, start int) error {
	if len(op.Operands) == 1 {
		if n, err := strconv.ParseUint(unquote(op.Operands[0]), 10, 16); err == nil {
			*clock = uint16(n)
			r.epd.Position.fullmove = max(1, r.epd.Position.fullmove) // as in a Setup
			return nil
		}
	}
	return r.fail("EPD "+op.Opcode, start, clockRange)
}

// operand reads a word or a string.
func (r *epdReader) operand(field string) (string, error) {
	if r.input[r.pos] != '"' {
		return r.word(), nil
	}
	n := stringLength(r.input[r.pos:])
	if n == 0 {
		return "", r.fail(field, r.pos, "the string has no closing quote")
	}
	start := r.pos
	r.pos += n
	return r.input[start:r.pos], nil
}

// stringLength returns the length of the string at the start of s, from quote to
// quote, or 0 if it does not end.
func stringLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return i + 1
		case isEscape(s[i:]):
			i++
		}
	}
	return 0
}

// isEscape reports whether s begins with an escaped quote or backslash.
func isEscape(s string) bool { return len(s) > 1 && s[0] == '\\' && (s[1] == '"' || s[1] == '\\') }

// unquote returns an operand without quotes and escapes.
func unquote(operand string) string {
	if operand == "" || operand[0] != '"' || stringLength(operand) != len(operand) {
		return operand
	}
	operand = operand[1 : len(operand)-1]
	var text []byte
	for i := 0; i < len(operand); i++ {
		if isEscape(operand[i:]) {
			i++
		}
		text = append(text, operand[i])
	}
	return string(text)
}

// quote returns text as a string with quotes and escapes, and with blanks in place of
// line breaks.
func quote(text string) string {
	b := []byte{'"'}
	for i := range len(text) {
		switch c := text[i]; c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n', '\r':
			b = append(b, ' ')
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// isOperand reports whether s is a word or a string as they stand in a line.
func isOperand(s string) bool {
	if s != "" && s[0] == '"' {
		return stringLength(s) == len(s) && !strings.ContainsAny(s, "\r\n")
	}
	return s != "" && !strings.ContainsAny(s, blanks+";")
}

// String returns the EPD as a line without a line end, with moves in SAN.
func (e EPD) String() string { return string(e.append(nil)) }

func (e *EPD) append(dst []byte) []byte {
	p := &e.Position
	key := p.key()
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
			dst = q.appendSAN(append(dst, ' '), m)
			if next, err := q.Play(m); err == nil && op.Opcode == "pv" {
				q = next
			}
		}
		for _, operand := range op.Operands {
			if !isOperand(operand) {
				operand = quote(unquote(operand))
			}
			dst = append(append(dst, ' '), operand...)
		}
		dst = append(dst, ';')
	}
	return dst
}

// MarshalText returns what String returns. The error is a *ParseError if an opcode is malformed or
// takes other operands, or a move is illegal.
func (e EPD) MarshalText() ([]byte, error) {
	for _, op := range e.Operations {
		if _, err := e.checked(op); err != nil {
			return nil, err
		}
	}
	if e.Position.isZero() && len(e.Operations) == 0 {
		return []byte{}, nil
	}
	return e.append(nil), nil
}

// UnmarshalText reads what ParseEPD reads. An empty text is the zero EPD.
func (e *EPD) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*e = EPD{}
		return nil
	}
	return unmarshalText(e, text, ParseEPD)
}
