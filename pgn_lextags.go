package chess

import (
	"encoding/binary"
)

// This file finds tag pairs in the text of PGN.

// tag reads a tag pair. The value ends at a quote followed by a bracket, since many
// programs do not escape the quotes inside.
func (l *pgnLexer) tag() tokenKind {
	l.start = l.pos
	if l.plainTag() {
		if len(l.token) <= maxToken+1 {
			return tokenTag
		}
		l.unread()
	}
	from := l.blanks(1)
	to := from
	for inName(l.at(to)) && to < maxToken {
		to++
	}
	k := l.blanks(to)
	if to == from || l.at(k) != '"' {
		return l.enclosed(']')
	}
	value := k + 1
	kind, k, end := l.tagValue(value)
	l.name = l.buf[l.start+from : l.start+to]
	l.value = l.buf[l.start+value : l.start+k]
	l.plain = false
	l.pos = l.start + end
	l.token = l.buf[l.start:l.pos]
	return kind
}

// plainTag reads a tag pair as programs write it: one blank, and a value in ASCII
// without escapes. It reads nothing if the pair is not of this form.
func (l *pgnLexer) plainTag() bool {
	buf, name := l.buf, l.pos+1
	i := name
	for inWord[buf[i]] {
		i++
	}
	if i == name || buf[i] != ' ' || buf[i+1] != '"' {
		return false
	}
	value := i + 2
	j := value + plainLength(buf[value:])
	if buf[j] != '"' || buf[j+1] != ']' {
		return false
	}
	l.name, l.value, l.plain = buf[name:i], buf[value:j], true
	l.pos = j + 2
	l.token = buf[l.start:l.pos]
	return true
}

// plainLength returns how many bytes at the beginning of a text are printable ASCII
// characters that mean themselves in the value of a tag, or a few less at its end.
func plainLength(text []byte) int {
	n := 0
	for len(text)-n >= 8 {
		x := binary.LittleEndian.Uint64(text[n:])
		odd := firstByte(x | below(x, ' ') | equal(x, '"') | equal(x, '\\'))
		n += odd
		if odd < 8 {
			break
		}
	}
	return n
}

// tagValue reads the value of a tag pair from byte k of the token on. It returns where
// the value ends and where the pair ends.
func (l *pgnLexer) tagValue(k int) (kind tokenKind, valueEnd, pairEnd int) {
	for ; k < maxToken; k++ {
		switch l.at(k) {
		case '\\':
			switch l.at(k + 1) {
			case '"':
				if end, ok := l.closes(k + 2); ok && l.endsLine(end) {
					return tokenTag, k + 1, end // a backslash that escapes nothing
				}
				k++
			case '\\':
				k++
			}
		case '"':
			if end, ok := l.closes(k + 1); ok {
				return tokenTag, k, end
			}
		case '\n':
			return tokenBadTag, k, k
		case 0:
			if l.ends(k) {
				return tokenBadTag, k, k
			}
		}
	}
	return tokenBadTag, k, k
}

// closes returns where a tag pair ends if its bracket follows at byte k of the token,
// perhaps after blanks.
func (l *pgnLexer) closes(k int) (end int, ok bool) {
	k = l.blanks(k)
	return k + 1, l.at(k) == ']'
}

// endsLine reports whether nothing but blanks follows on the line from byte k of the
// token on.
func (l *pgnLexer) endsLine(k int) bool {
	k = l.blanks(k)
	return l.at(k) == '\n' || l.ends(k)
}
