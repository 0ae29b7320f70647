package chess

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// This file knows the words between the moves of a game, and tells words that might
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

// plainDashes returns a word with "-" for each dash that is not ASCII: U+2010 to U+2015
// and the minus sign, and those of Windows-1252.
func plainDashes(word []byte) []byte {
	var b []byte
	for len(word) > 0 {
		r, size := utf8.DecodeRune(word)
		latin1 := r == utf8.RuneError && size == 1
		switch {
		case r >= '\u2010' && r <= '\u2015', r == '\u2212', latin1 && (word[0] == 0x96 || word[0] == 0x97):
			b = append(b, '-')
		default:
			b = append(b, word[:size]...)
		}
		word = word[size:]
	}
	return b
}

// resultOf returns the result that a word stands for, as PGN writes it, or "".
func resultOf(word []byte) string {
	switch string(word) {
	case "1-0":
		return "1-0"
	case "0-1":
		return "0-1"
	case "1/2-1/2", "1/2":
		return "1/2-1/2"
	case "*":
		return "*"
	}
	if len(word) < 2 || len(word) > len("1/2–1/2") {
		return ""
	}
	s := strings.ReplaceAll(string(plainDashes(word)), ":", "-")
	s = strings.NewReplacer("½", "1/2", "\xBD", "1/2").Replace(s)
	switch s {
	case "1-0", "0-1":
		return s
	case "1/2-1/2", "1/2":
		return "1/2-1/2"
	}
	return ""
}

// namesMove reports whether a word seems to be a whole move: it has a square, or is
// castling or a null move.
func namesMove(word []byte) bool {
	for i := 1; i < len(word); i++ {
		if word[i-1]-'a' < 8 && word[i]-'1' < 8 {
			return true
		}
	}
	switch word = word[:min(len(word), 8)]; string(word) {
	case "Z0", "0000", "--":
		return true
	}
	castling := len(word) >= 3 && strings.IndexByte("O0o", word[0]) >= 0
	return castling && strings.HasPrefix(strings.Map(castlingLetter, string(plainDashes(word))), "O-O")
}

// castlingLetter returns "O" for any letter or digit that castling is written with.
func castlingLetter(r rune) rune {
	if r == '0' || r == 'o' {
		return 'O'
	}
	return r
}

// resemblesMove reports whether a word may be what is left of a move: it has a digit,
// or has two or three letters, as "Nf" and "bxc", and none but those of moves.
func resemblesMove(word []byte) bool {
	if bytes.ContainsAny(word, "0123456789") || namesMove(word) {
		return true
	}
	return (len(word) == 2 || len(word) == 3) && len(bytes.Trim(word, "KQRBNOabcdefghx:-=+#")) == 0
}

// isGlyphWord reports whether a word is one of wordGlyphs.
func isGlyphWord(word []byte) bool {
	_, ok := wordGlyph(word)
	return ok
}
