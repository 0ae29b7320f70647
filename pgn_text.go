package chess

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// A pgnText is the text of a file of games without what depends on the system that
// wrote it: UTF-16 that begins with a byte order mark becomes UTF-8, the mark of UTF-8
// is left out, and CR becomes LF where it ends the lines by itself.
type pgnText struct {
	src   io.Reader
	ahead *bufio.Reader // of src, once the encoding is known
	ends  lineEnds
	after bool  // with endCR, the last byte was a CR
	err   error // of looking ahead, to be returned once all before it is read
}

// lineEnds is what ends the lines of a file.
type lineEnds uint8

const (
	unknownEnds lineEnds = iota // no line has ended yet
	endLF                       // also after CR
	endCR
)

// Read implements io.Reader. It does not read further ahead than to see what the
// first bytes and the first end of a line mean.
func (t *pgnText) Read(buf []byte) (int, error) {
	if t.ahead == nil {
		t.ahead = bufio.NewReaderSize(t.src, 16)
		mark, err := t.ahead.Peek(1)
		if len(mark) > 0 && mark[0] >= 0xEF {
			mark, err = t.ahead.Peek(3)
		}
		t.err = err
		switch {
		case bytes.HasPrefix(mark, []byte("\xEF\xBB\xBF")):
			t.ahead.Discard(3)
		case bytes.HasPrefix(mark, []byte("\xFF\xFE")):
			t.decode(binary.LittleEndian)
		case bytes.HasPrefix(mark, []byte("\xFE\xFF")):
			t.decode(binary.BigEndian)
		}
	}
	if t.err != nil && t.ahead.Buffered() == 0 {
		return 0, t.err
	}
	n, err := t.ahead.Read(buf)
	if t.ends == unknownEnds {
		t.findEnds(buf[:n], err)
	}
	if t.ends == endCR {
		for i, c := range buf[:n] {
			if c == '\r' {
				buf[i] = '\n'
			} else if c == '\n' && t.after {
				buf[i] = ' '
			}
			t.after = c == '\r'
		}
	}
	return n, err
}

// decode makes t read UTF-16 after its mark.
func (t *pgnText) decode(order binary.ByteOrder) {
	t.ahead.Discard(2)
	t.ahead = bufio.NewReaderSize(&utf16Text{src: bufio.NewReader(t.ahead), order: order}, 16)
}

// findEnds finds the first end of a line in a text that was read with an error or nil.
func (t *pgnText) findEnds(text []byte, err error) {
	i := bytes.IndexAny(text, "\r\n")
	if i < 0 {
		return
	}
	t.ends = endLF
	if text[i] == '\n' {
		return
	}
	next := text[i+1:]
	if len(next) == 0 && err == nil {
		next, t.err = t.ahead.Peek(1)
	}
	if len(next) == 0 || next[0] != '\n' {
		t.ends = endCR
	}
}

// A utf16Text reads UTF-16 and returns UTF-8.
type utf16Text struct {
	src   *bufio.Reader
	order binary.ByteOrder
	text  []byte // that has not been returned
}

// Read implements io.Reader. A half of a pair that stands alone becomes U+FFFD.
func (t *utf16Text) Read(buf []byte) (int, error) {
	for len(t.text) == 0 {
		unit, err := t.src.Peek(2)
		if err != nil {
			t.src.Discard(len(unit))
			return 0, err
		}
		for n := min(t.src.Buffered()&^1, 1024); n > 0; {
			unit, _ = t.src.Peek(2)
			r := rune(t.order.Uint16(unit))
			k := 2
			if utf16.IsSurrogate(r) {
				r2 := rune(utf8.RuneError)
				if pair, err := t.src.Peek(4); err == nil {
					r2 = rune(t.order.Uint16(pair[2:]))
				}
				if r = utf16.DecodeRune(r, r2); r != utf8.RuneError {
					k = 4
				}
			}
			t.src.Discard(k)
			n -= k
			t.text = utf8.AppendRune(t.text, r)
		}
	}
	n := copy(buf, t.text)
	t.text = append(t.text[:0], t.text[n:]...)
	return n, nil
}

// The classes of characters in PGN, by what they begin.

// A byteClass is what a byte may begin.
type byteClass uint8

const (
	classWord  byteClass = iota // letters, digits and other characters of words
	classDigit                  // also part of words
	classDot                    // also part of words
	classSign                   // "+" and "-", also part of words
	classBlank
	classZero // the end of the buffer, or a blank
	classNewline
	classBrace
	classSemicolon
	classOpen
	classClose
	classDollar
	classSuffix
	classStar
	classBracket
	classPercent
	classAngle
	classHigh // not ASCII: see highClass
	classBad
)

var byteClasses = func() (t [256]byteClass) {
	for c := range t {
		switch {
		case c == 0:
			t[c] = classZero
		case c == '\n':
			t[c] = classNewline
		case c <= ' ':
			t[c] = classBlank
		case c >= '0' && c <= '9':
			t[c] = classDigit
		case c >= 0x80:
			t[c] = classHigh
		}
	}
	for c, class := range map[byte]byteClass{
		'.': classDot, '+': classSign, '-': classSign, '{': classBrace, ';': classSemicolon, '(': classOpen, ')': classClose, '$': classDollar,
		'!': classSuffix, '?': classSuffix, '*': classStar, '[': classBracket, '%': classPercent,
		'<': classAngle, '}': classBad, ']': classBad, '"': classBad, '>': classBad,
	} {
		t[c] = class
	}
	return
}()

// inWord reports for each byte whether it is an ASCII character that may be part of
// a word.
var inWord = func() (t [256]bool) {
	for c, class := range byteClasses {
		t[c] = class <= classSign || class == classPercent
	}
	return
}()

// inName reports whether a byte may be part of the name of a tag.
func inName(c byte) bool { return inWord[c] || c >= utf8.RuneSelf }

// isName reports whether s may be the name of a tag.
func isName(s string) bool {
	for i := range len(s) {
		if !inName(s[i]) {
			return false
		}
	}
	return s != ""
}

// highClass returns the class of a character that is not ASCII, as utf8.DecodeRune
// returns it: no-break spaces and their like are blanks, and "…" is a dot. c is its
// first byte, which is that of ISO 8859-1 or Windows-1252 if the text is not UTF-8.
func highClass(r rune, size int, c byte) byteClass {
	latin1 := r == utf8.RuneError && size == 1
	switch {
	case r == '…', latin1 && c == 0x85:
		return classDot
	case unicode.IsSpace(r), r == '\uFEFF', r >= '\u200B' && r <= '\u200F', latin1 && c == 0xA0:
		return classBlank
	}
	return classWord
}

// Eight bytes at once, which is faster than one by one: below and equal set
// the highest bit of each byte of x that is below b, at most 128, or equal to b. Bytes
// behind the first such byte may be marked without reason, and bytes that are not
// ASCII are marked by neither: firstByte returns the place of the first mark, or 8.
const (
	eachByte = 0x0101_0101_0101_0101
	highBits = 0x8080_8080_8080_8080
)

func below(x uint64, b byte) uint64 { return (x - uint64(b)*eachByte) &^ x }

func equal(x uint64, b byte) uint64 { return below(x^uint64(b)*eachByte, 1) }

func firstByte(marks uint64) int { return bits.TrailingZeros64(marks&highBits) / 8 }

// What follows knows the words between the moves of a game, and tells words that might
// be moves from others. None of it looks at a position: where games begin and end must
// not depend on whether their moves are read.

// wordGlyphs are the words that stand between moves or behind them in files of other
// programs, with the glyph of the same meaning, or 0 if there is none. Dashes are
// written as "-".
var wordGlyphs = map[string]NAG{
	"+": 0, "++": 0, "#": 0, "e.p.": 0, "ep": 0, "/ep": 0, "ch": 0, "mate": 0,
	"□": 7, "=": 10, "∞": 13,
	"+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15,
	"+/-": 16, "±": 16, "\xB1": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19,
	"⨀": 22, "↑": 36, "→": 40, "=∞": 44, "⇆": 132, "∆": 140, "⌓": 142, "RR": 145, "N": 146, "D": 220,
}

// maxGlyphWord is the length of the longest of wordGlyphs, in bytes, with dashes of any
// kind.
const maxGlyphWord = 6

// wordGlyph returns the glyph of one of wordGlyphs.
func wordGlyph(word []byte) (nag NAG, ok bool) {
	if len(word) > maxGlyphWord {
		return 0, false
	}
	if nag, ok = wordGlyphs[string(word)]; !ok && !isASCII(word) {
		nag, ok = wordGlyphs[string(plainDashes(word))]
	}
	return nag, ok
}

func isASCII(text []byte) bool {
	return !bytes.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// resultOf returns the result that a word behind the moves stands for, as PGN writes it,
// or "".
func resultOf(word []byte) string {
	if result := pgnResult(word); result != "" {
		return result
	}
	first, _ := utf8.DecodeRune(word)
	if len(word) < 2 || len(word) > maxWord || unicode.IsLetter(first) || isGlyphWord(word) || string(word) == "--" {
		return ""
	}
	result, _ := readResult(string(word))
	return result
}

// resultWords are the first words of writtenResults.
var resultWords = func() map[string]bool {
	words := map[string]bool{}
	for text := range writtenResults {
		word, _, _ := strings.Cut(text, " ")
		words[word] = true
	}
	return words
}()

// endsResult reports whether a word behind a result is a part of it: "1/2 - 1/2", "1-0 F".
func endsResult(word []byte) bool {
	return len(word) <= maxWord && (slices.Contains(forfeitWords, string(bytes.ToLower(bytes.TrimRight(word, ".")))) || string(plainDashes(word)) == "-")
}

// beginsResult reports whether a word is one of resultWords.
func beginsResult(word []byte) bool {
	if word[len(word)-1]-'0' < 10 { // as at the end of most moves
		return false
	}
	if word = bytes.TrimRight(word, ".,;!"); len(word) > maxWord {
		return false
	}
	if !isASCII(word) {
		return resultWords[strings.ToLower(string(word))]
	}
	var small [maxWord]byte
	for i, c := range word {
		if small[i] = c; c >= 'A' && c <= 'Z' {
			small[i] = c + 'a' - 'A'
		}
	}
	return resultWords[string(small[:len(word)])]
}

// namesMove reports whether a word seems to be a whole move: it has a square, or is
// castling or a null move.
func namesMove(word []byte) bool {
	for i := 1; i < len(word); i++ {
		if word[i-1]-'a' < 8 && word[i]-'1' < 8 {
			return true
		}
	}
	if isNullMove(word) || isNumeric(word) {
		return true
	}
	word = word[:min(len(word), 12)]
	first, _ := utf8.DecodeRune(word)
	castling := len(word) >= 3 && castlingLetter(first) == 'O'
	return castling && strings.HasPrefix(strings.Map(castlingLetter, string(plainDashes(word))), "O-O")
}

// resemblesMove reports whether a word may be what is left of a move: it has a digit,
// or has two or three letters, as "Nf" and "bxc", and none but those of moves.
func resemblesMove(word []byte) bool {
	if bytes.ContainsAny(word, "0123456789") || namesMove(word) {
		return true
	}
	return (len(word) == 2 || len(word) == 3) && len(bytes.Trim(word, "KQRBNOabcdefghx:-=+#")) == 0
}

// isOrdinal reports whether a word is a number with letters that are no part of a move:
// "1st", "2nd", "3er".
func isOrdinal(word []byte) bool {
	letters := bytes.TrimLeft(word, "0123456789")
	return len(letters) > 0 && len(letters) < len(word) && !bytes.ContainsAny(letters, "0123456789-") &&
		!resemblesMove(letters) && !bytes.ContainsFunc(letters, unicode.IsUpper)
}

// isGlyphWord reports whether a word is one of wordGlyphs.
func isGlyphWord(word []byte) bool {
	_, ok := wordGlyph(word)
	return ok
}
