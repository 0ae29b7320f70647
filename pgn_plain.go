package chess

import (
	"bytes"
	"encoding/binary"
)

// maxSkipped is how far plainMoves looks for the end of a comment that is not wanted, in
// bytes: where there are many comments without an end, the rest of the text would be
// looked through for each.
const maxSkipped = 1024

// plainMoves reads moves, move numbers and comments that are written as nearly all
// programs write them, up to anything else. It does what movetext does with them, but
// makes no tokens of them, and has no branch for each byte of a word: with it, reading
// games takes 0.87 to 0.92 of the time.
func (r *PGNReader) plainMoves() {
	l := &r.lex
	if !r.reading() || r.doubt != nil || l.unclosed != 0 {
		return
	}
	lv := &r.levels[r.depth]
	buf := l.buf[:max(0, min(int64(l.end), r.limit-l.base))]
	for pos := l.pos; pos < len(buf)-16 && r.reading(); l.pos = pos {
		if c := buf[pos]; c == '\n' {
			l.begins = pos + 1
		} else if c != ' ' {
			return
		}
		start := pos + 1
		text := (*[16]byte)(buf[start:])
		switch c := text[0]; {
		case isLetter(c):
			word := text[:wordLength(text)]
			m := lv.read(word)
			if m == 0 {
				return
			}
			pos = start + len(word)
			l.start, l.pos, l.token = start, pos, word
			r.words++
			r.before = false
			r.play(m)
		case c-'0' < 10:
			n := numberLength(text)
			if n == 0 || c == '1' && n == len("1.") || r.words == 0 && r.depth == 0 {
				return
			}
			pos = start + n
			r.before = true
			r.numbered = r.numbered || r.depth == 0
		case c == '{':
			n, plain := bytes.IndexByte(buf[start+1:min(len(buf), start+maxSkipped)], '}'), false
			if r.wants.comments || n < 0 || bytes.IndexByte(buf[start+1:start+1+n], '\n') >= 0 {
				n, plain = commentLength(buf[start+1:])
			}
			if n < 0 {
				return
			}
			comment := buf[start+1 : start+1+n]
			pos = start + n + len("{}")
			l.start, l.pos, l.token = start, pos, comment
			if r.wants.comments {
				r.storeComment(comment, plain)
			}
		default:
			return
		}
	}
}

// wordLength returns where the first blank is among the first eight bytes, or 8.
func wordLength(text *[16]byte) int {
	x := binary.LittleEndian.Uint64(text[:8])
	return firstByte(below(x, ' '+1))
}

// numberLength returns the length of a number with its dots at the beginning of a text,
// if a blank follows, and otherwise 0.
func numberLength(text *[16]byte) int {
	n := 1
	for n < 5 && text[n]-'0' < 10 {
		n++
	}
	if text[n] != '.' {
		return 0
	}
	for n++; n < 8 && text[n] == '.'; n++ {
	}
	if text[n] != ' ' {
		return 0
	}
	return n
}

// commentLength returns the length of the comment at the beginning of a text, which ends
// before a brace, and whether it is plain: printable ASCII characters. It returns -1 if
// the comment may not end there, or is too long.
func commentLength(text []byte) (n int, plain bool) {
	plain = true
	for n < min(len(text)-8, maxToken) {
		x := binary.LittleEndian.Uint64(text[n:])
		odd := firstByte(x | below(x, ' ') | equal(x, '}'))
		n += odd
		switch {
		case odd == 8:
		case text[n] == '}' && n < maxToken:
			return n, plain
		case text[n] == '\n' && text[n+1] == '[': // perhaps the next game
			return -1, false
		default:
			plain = false
			n++
		}
	}
	return -1, false
}
