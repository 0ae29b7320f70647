package chess

import "bytes"

// This file finds text between the games of a file: prose, and the headers of mail.

// proseWord is how far a word is looked at to tell prose from moves, in bytes.
const proseWord = 64

// prose reports whether the line of the last token, which is its first, is text for
// people and no part of a game: mail headers, headlines, or "12 games".
func (l *pgnLexer) prose(kind tokenKind) bool {
	k := 0
	switch kind {
	case tokenNumber, tokenResult:
		k = len(l.token)
	case tokenMove:
	case tokenBad:
		if l.token[0] == '[' { // a tag pair that is not whole
			return false
		}
	default:
		return false
	}
	numbered := k > 0
	for k < proseWord && (l.at(k) == ' ' || l.at(k) == '\t' || l.at(k) == '.' || l.at(k)-'0' < 10) {
		k++
	}
	from := k
	for k < proseWord && l.at(k) > ' ' {
		k++
	}
	l.token = l.buf[l.start:l.pos] // which may have moved
	word := l.buf[l.start+from : l.start+k]
	if len(word) == 0 {
		return false
	}
	class := byteClasses[word[0]]
	if numbered {
		return (class == classWord || class == classHigh) && !resemblesMove(word) && !isGlyphWord(word)
	}
	return class == classBad || class == classAngle || string(word) == "--" || !namesMove(word) && !isGlyphWord(word)
}

// skipLine skips the rest of a line that is no part of a game.
func (r *PGNReader) skipLine() {
	l := &r.lex
	if r.reading() {
		end := 1
		for end <= maxExcerpt && l.at(end) != '\n' && !l.ends(end) {
			end++
		}
		l.token = bytes.TrimRight(l.buf[l.start:l.start+end], "\r")
		r.report(r.fault(ErrSyntax, "PGN", "the line is no part of a game"))
	}
	l.escape()
}
