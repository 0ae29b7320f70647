package chess

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// This file tells what the characters of PGN begin.

// A byteClass is what a byte may begin.
type byteClass uint8

const (
	classWord  byteClass = iota // letters, digits and whatever else stands in words
	classDigit                  // also part of words
	classDot                    // also part of words
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
		'.': classDot, '{': classBrace, ';': classSemicolon, '(': classOpen, ')': classClose, '$': classDollar,
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
		t[c] = class <= classDot || class == classPercent
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
