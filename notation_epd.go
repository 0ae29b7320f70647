package chess

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// EPD is an extended position description (PGN standard, 16.2): a position and operations on it, one
// line of a test suite. The operations keep their order. The clocks and the variant are in Position:
// "hmvc", "fmvn" and "variant" are read into it, and written from it.
type EPD struct {
	Position   Position
	Operations []Operation
	Faults     []*ParseError // what ParseEPD could not read, or has mended; nothing else looks at them
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
	case e.clock(op.Opcode) != nil || op.Opcode == variantOpcode:
		return op, badOpcode(op.Opcode, "it is a part of the position")
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
// read as ParseSAN reads them.
//
// A fault in an operation costs that operation, and a right to castle or an en-passant square that is
// impossible is dropped. "bm #4" is read as "dm 4", and "v=175" as "v 175". Lines of training data,
// "FEN | 35 | 0.5" and "FEN [0.5]", have the score and the result for White: they are read as ce and
// c9. All that is in Faults. The error is a *ParseError about the position that matches ErrSyntax or
// ErrIllegal.
func ParseEPD(s string) (EPD, error) {
	r := epdReader{input: s, text: strings.TrimRight(s, blanks+"\x00")}
	if err := r.position(); err != nil {
		return EPD{}, err
	}
	if r.pos < len(r.text) && (r.text[r.pos] == '|' || r.text[r.pos] == '[') {
		r.label()
	} else {
		r.operations()
	}
	return r.epd, nil
}

// epdReader reads an EPD.
type epdReader struct {
	input string
	text  string // the same without blanks at the end, and NULs, which end the lines of some suites
	pos   int
	epd   EPD
}

// fault adds a syntax error in a field, at an offset in the input.
func (r *epdReader) fault(field string, offset int, detail string) {
	r.epd.Faults = append(r.epd.Faults, &ParseError{Kind: ErrSyntax, Field: field, Input: r.input, Offset: offset, Detail: detail})
}

// within turns an error in a part of the input, which begins at offset, into an
// error in the whole input.
func (r *epdReader) within(part *ParseError, field string, offset int) *ParseError {
	whole := *part
	whole.Field, whole.Input, whole.Offset = field, r.input, offset+part.Offset
	return &whole
}

func (r *epdReader) skipBlanks() {
	for r.pos < len(r.text) && strings.IndexByte(blanks, r.text[r.pos]) >= 0 {
		r.pos++
	}
}

// word reads up to a blank, a semicolon or the end.
func (r *epdReader) word() string {
	start := r.pos
	for r.pos < len(r.text) && r.text[r.pos] != ';' && strings.IndexByte(blanks, r.text[r.pos]) < 0 {
		r.pos++
	}
	return r.text[start:r.pos]
}

// position reads the position. It ends after four fields before the first that cannot be a
// clock or a count of checks: that begins an operation.
func (r *epdReader) position() error {
	end, glued := 0, 0
	for field := 0; ; field++ {
		r.skipBlanks()
		start := r.pos
		if r.pos == len(r.text) || field >= 4 && strings.IndexByte("0123456789+-", r.text[r.pos]) < 0 {
			break
		}
		word := r.word()
		if word == "" {
			break
		}
		if end = r.pos; field == 3 && len(word) > 1 && word[0] == '-' && word[1]-'0' < 10 {
			glued = start + 1 // "-0 1" is "- 0 1"
			field++
		}
	}
	fen := r.text[:end]
	if glued > 0 {
		r.fault("EPD en passant", glued, "a blank is missing before the clock")
		fen = fen[:glued] + " " + fen[glued:]
	}
	place := func(e *ParseError) *ParseError {
		if glued > 0 && e.Offset > glued {
			e.Offset--
		}
		return r.within(e, "EPD"+strings.TrimPrefix(e.Field, "FEN"), 0)
	}
	f := fenReader{input: fen}
	if err := r.variant(&f); err != nil {
		return err
	}
	err := f.read()
	if err == nil {
		for _, e := range f.repair() {
			r.epd.Faults = append(r.epd.Faults, place(e))
		}
		err = f.position(&r.epd.Position)
	}
	if err != nil {
		return place(err)
	}
	return nil
}

// variant reads the name of the variant, if that is the first operation.
func (r *epdReader) variant(f *fenReader) error {
	rest, ok := strings.CutPrefix(r.text[r.pos:], variantOpcode+" ")
	if !ok {
		return nil
	}
	name, _, _ := strings.Cut(rest, ";")
	v, ok := variantNamed(name)
	if !ok {
		return &ParseError{
			Kind: ErrSyntax, Field: "EPD " + variantOpcode, Input: r.input, Offset: r.pos + len(variantOpcode) + 1,
			Detail: fmt.Sprintf("%q is no variant", shorten(name, maxWord)),
		}
	}
	r.pos += len(variantOpcode) + 1 + len(name)
	f.s.Variant, f.given = v.Variant, true
	return nil
}

// variantOpcode is the opcode of the operation that names the variant.
const variantOpcode = "variant"

// labelResults are the results of games in training data, with those of PGN.
var labelResults = map[string]string{"1.0": "1-0", "1": "1-0", "0.5": "1/2-1/2", "1/2": "1/2-1/2", "0.0": "0-1", "0": "0-1"}

// label reads what a line of training data has in place of operations. A fault costs all of it.
func (r *epdReader) label() {
	before, result, scored := strings.Cut(strings.TrimPrefix(r.text[r.pos:], "|"), "|")
	if !scored {
		result = before
	}
	result = strings.Trim(result, blanks+";")
	if n := len(result); n > 1 && result[0] == '[' && result[n-1] == ']' {
		result = strings.Trim(result[1:n-1], blanks)
	} else if !scored {
		result = ""
	}
	result = labelResults[result]
	score, err := strconv.ParseInt(strings.Trim(before, blanks), 10, 32)
	if result == "" || scored != (r.text[r.pos] == '|') || scored && err != nil {
		r.fault("EPD", r.pos, `want "| 35 | 0.5" or "[0.5]": centipawns, and 1.0, 0.5 or 0.0, for White`)
		return
	}
	read := "read as c9"
	if scored {
		read = "read as ce and c9"
		if r.epd.Position.turn() == Black {
			score = -score
		}
		r.epd.SetInt("ce", score)
	}
	r.epd.SetText("c9", result)
	r.fault("EPD", r.pos, read)
}

// operations reads the operations.
func (r *epdReader) operations() {
	for {
		r.skipBlanks()
		switch {
		case r.pos == len(r.text):
			return
		case r.text[r.pos] == ';':
			r.pos++
		default:
			if !r.operation() {
				r.skipOperation()
			}
		}
	}
}

// skipOperation reads up to the semicolon that ends an operation, or to the end if a string has none.
func (r *epdReader) skipOperation() {
	for r.pos < len(r.text) && r.text[r.pos] != ';' {
		switch n := stringLength(r.text[r.pos:]); {
		case r.text[r.pos] != '"':
			r.pos++
		case n > 0:
			r.pos += n
		default:
			r.pos = len(r.text)
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

// operation reads an operation up to its semicolon. It returns false at a fault.
func (r *epdReader) operation() bool {
	start := r.pos
	op := Operation{Opcode: r.word()}
	if name, value, ok := strings.Cut(op.Opcode, "="); ok && isOpcode(name) && !takesMoves(name) && r.epd.clock(name) == nil && isOperand(value) {
		r.fault("EPD opcode", start, "read as an opcode and its operand")
		op = Operation{Opcode: name, Operands: []string{value}}
	}
	if !isOpcode(op.Opcode) {
		r.fault("EPD opcode", start, opcodeForm)
		return false
	}
	field := "EPD " + op.Opcode
	ok := true
	if takesMoves(op.Opcode) {
		op, ok = r.moves(op, field)
	} else {
		for ok && r.more() {
			at := r.pos
			var operand string
			if operand, ok = r.operand(); !ok {
				r.fault(field, at, "the string has no closing quote")
			}
			op.Operands = append(op.Operands, operand)
		}
	}
	if clock := r.epd.clock(op.Opcode); clock != nil {
		if ok = ok && r.clock(clock, op); !ok {
			r.fault(field, start, clockRange)
		}
		return ok
	}
	if ok && op.Opcode == variantOpcode {
		r.fault(field, start, "the variant comes first")
		return true
	}
	if ok {
		r.epd.Operations = append(r.epd.Operations, op)
	}
	return ok
}

// more reports whether there is another operand before the semicolon.
func (r *epdReader) more() bool {
	r.skipBlanks()
	return r.pos < len(r.text) && r.text[r.pos] != ';'
}

// moves reads the operands of an opcode that takes moves. Suites write "Qg6 +" and "b8 = Q", and
// "bm #4" for a mate in four: dm.
func (r *epdReader) moves(op Operation, field string) (Operation, bool) {
	p := r.epd.Position
	for r.more() {
		at := r.pos
		word := r.word()
		if number, ok := strings.CutPrefix(word, "#"); ok && len(op.Moves) == 0 && isNumber(number) && !r.more() {
			r.fault(field, at, "read as dm, the number of moves to mate")
			return Operation{Opcode: "dm", Operands: []string{number}}, true
		}
		if len(op.Moves) > 0 && strings.Trim(word, "+#!?=.") == "" {
			continue // a sign behind the move
		}
		if r.more() && r.text[r.pos] == '=' {
			r.pos++
			r.skipBlanks()
			word += "=" + r.word()
		}
		m, err := p.ParseSAN(word)
		if err != nil {
			if len(op.Moves) > 0 && epdOpcodes[word] {
				r.fault(field, at, "the semicolon is missing")
				r.pos = at
				break
			}
			e := r.within(err.(*ParseError), field, at)
			e.Offset = min(e.Offset, at+len(word), len(r.input))
			r.epd.Faults = append(r.epd.Faults, e)
			return op, false
		}
		op.Moves = append(op.Moves, m)
		if op.Opcode == "pv" {
			p = p.After(m)
		}
	}
	return op, true
}

// isNumber reports whether s is a whole number.
func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// epdOpcodes are the opcodes of the standard that may stand behind moves without a semicolon.
var epdOpcodes = map[string]bool{
	"acd": true, "acn": true, "acs": true, "am": true, "bm": true, "ce": true, "dm": true, "eco": true,
	"fmvn": true, "hmvc": true, "id": true, "nic": true, "pm": true, "pv": true, "rc": true, "sm": true,
}

// clock sets a clock of the position to the operand of op, and reports whether that is possible.
func (r *epdReader) clock(clock *uint16, op Operation) bool {
	if len(op.Operands) != 1 {
		return false
	}
	n, err := strconv.ParseUint(unquote(op.Operands[0]), 10, 16)
	if err != nil {
		return false
	}
	*clock = uint16(n)
	r.epd.Position.fullmove = max(1, r.epd.Position.fullmove) // as in a Setup
	return true
}

// operand reads a word, or a string, which may have no end.
func (r *epdReader) operand() (operand string, ok bool) {
	if r.text[r.pos] != '"' {
		return r.word(), true
	}
	n := stringLength(r.text[r.pos:])
	start := r.pos
	r.pos += n
	return r.text[start:r.pos], n > 0
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
