package chess

import (
	"bytes"
	"io"
)

// A pgnLexer splits PGN text into tokens. It alone decides where comments end, so
// that skipping a game and reading it lead to the same next game.
type pgnLexer struct {
	src io.Reader // nil if all is in buf
	err error     // why no more can be read, io.EOF at the end

	// The text in memory is buf[:end]; buf[end] is zero, which ends every loop over
	// bytes. The text before keep, or before start if keep is negative, is no longer
	// needed.
	buf   []byte
	keep  int // where the text begins that Parallel needs, or -1
	start int // where the last token begins
	pos   int // where the next token is read
	end   int
	kept  []byte // a copy of the text from keep on, made when it got too long

	base      int64 // the offset of buf[0] in the text
	line      int   // of pos, counted from 1
	lineStart int   // where that line begins in buf; negative if before it
	newlines  int   // between the last token and the one before

	token       []byte // the text of the last token
	name, value []byte // of a tag pair, the value with its escapes
	tokenLine   int    // where the last token begins, counted from 1
	tokenColumn int

	unclosed byte // the mark that ends the comment at pos, if that was too long
}

// A tokenKind is what a pgnLexer has found.
type tokenKind uint8

const (
	tokenEnd      tokenKind = iota // of the text, or of what could be read of it: see pgnLexer.err
	tokenTag                       // a tag pair: see pgnLexer.name and value
	tokenBadTag                    // a line that begins like a tag pair
	tokenComment                   // its text is without the marks around it
	tokenUnclosed                  // a comment without an end, or longer than maxToken
	tokenNumber                    // a move number, or dots
	tokenResult                    // the result of a game
	tokenMove                      // any other word
	tokenSuffix                    // "!", "?" and their combinations
	tokenNAG                       // "$" and digits; its text is the digits
	tokenOpen                      // "("
	tokenClose                     // ")"
	tokenBad                       // a byte that has no meaning here
)

// The limits of what is read and the sizes of its parts, in bytes.
const (
	// maxToken bounds what must be in memory at once: a comment, a tag pair or a
	// word. It is the length of a long novel.
	maxToken = 1 << 20

	// maxGame bounds the text of a game. The largest known ones are opening surveys
	// of less than a tenth of it. Parallel keeps the whole text in memory.
	maxGame = 8 << 20

	// maxTree bounds the memory of a game as a tree: three bytes of text can become
	// 96 of nodes and notes.
	maxTree = 8 << 20

	// readBlock is how much is read at once: enough to make a system call cheap, and
	// small enough for the second-level cache.
	readBlock = 1 << 17

	// partSize is how much text Parallel passes to a goroutine at once: enough games
	// to make the cost of passing them negligible.
	partSize = 1 << 17

	// maxKept is more than the length of any part that Parallel keeps. The longest
	// part ends in a game that is too long, at the token at which that is detected.
	maxKept = maxGame + 2*partSize + 2*maxToken
)

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
	classHigh // not ASCII; part of words
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
		'}': classBad, ']': classBad, '"': classBad, '<': classBad, '>': classBad,
	} {
		t[c] = class
	}
	return
}()

// inWord reports for each byte whether it may be part of a word.
var inWord = func() (t [256]bool) {
	for c, class := range byteClasses {
		t[c] = class == classWord || class <= classDot || class == classPercent || class == classHigh
	}
	return
}()

// isWord reports whether s is a word, as the name of a tag is.
func isWord(s string) bool {
	for i := range len(s) {
		if !inWord[s[i]] {
			return false
		}
	}
	return s != ""
}

// fill reads more text behind that in buf, and reports whether there is any. It
// moves the text in buf, with start, pos and keep, and returns by how much.
func (l *pgnLexer) fill() (moved int, ok bool) {
	if l.err != nil || l.src == nil {
		if l.err == nil {
			l.err = io.EOF
		}
		return 0, false
	}
	moved = l.start
	if l.keep >= 0 && l.start-l.keep > maxKept {
		l.drop()
	}
	if l.keep >= 0 {
		moved = l.keep
	}
	if moved > 0 {
		copy(l.buf, l.buf[moved:l.end])
		l.end -= moved
		l.start -= moved
		l.pos -= moved
		l.lineStart -= moved
		l.base += int64(moved)
		l.keep = max(-1, l.keep-moved)
	}
	if len(l.buf)-l.end < readBlock/2 {
		l.buf = append(make([]byte, 0, max(readBlock, 2*len(l.buf))), l.buf[:l.end]...)
		l.buf = l.buf[:cap(l.buf)]
	}
	for range 100 {
		room := l.buf[l.end:min(l.end+readBlock, len(l.buf)-1)]
		n, err := l.src.Read(room)
		l.end += min(max(n, 0), len(room))
		l.buf[l.end] = 0
		if l.err = err; n > 0 {
			return moved, true
		}
		if err != nil {
			return moved, false
		}
	}
	l.err = io.ErrNoProgress
	return moved, false
}

// more is fill for a loop whose index in buf is *i.
func (l *pgnLexer) more(i *int) bool {
	moved, ok := l.fill()
	*i -= moved
	return ok
}

// drop stops keeping a game that is too long to be read: its beginning is enough
// for the error.
func (l *pgnLexer) drop() {
	l.kept = bytes.Clone(l.buf[l.keep:l.start])
	l.keep = -1
}

// offset returns the offset of pos in the text.
func (l *pgnLexer) offset() int64 { return l.base + int64(l.pos) }

// unread makes the last token the next one again.
func (l *pgnLexer) unread() {
	l.pos = l.start
	l.line = l.tokenLine
	l.lineStart = l.start - l.tokenColumn + 1
}

// newline counts a line. pos is behind the newline.
func (l *pgnLexer) newline() {
	l.line++
	l.lineStart = l.pos
}

// next reads a token and returns its kind. Its text is in l.token until the next
// call.
func (l *pgnLexer) next() tokenKind {
	l.newlines = 0
	if l.unclosed != 0 {
		l.begin()
		return l.comment(l.unclosed)
	}
	for {
		c := l.buf[l.pos]
		switch byteClasses[c] {
		case classBlank:
			l.pos++
			continue
		case classNewline:
			l.pos++
			l.newlines++
			l.newline()
			continue
		case classZero:
			if l.pos < l.end {
				l.pos++
				continue
			}
			l.begin()
			if _, ok := l.fill(); !ok {
				l.token = nil
				return tokenEnd
			}
			continue
		case classPercent:
			if l.pos == l.lineStart {
				l.escape()
				continue
			}
		case classHigh:
			if c == 0xEF && l.byteOrderMark() {
				continue
			}
		case classBrace:
			l.begin()
			l.pos++
			return l.comment('}')
		case classSemicolon:
			l.begin()
			l.pos++
			return l.comment('\n')
		case classOpen:
			return l.single(tokenOpen)
		case classClose:
			return l.single(tokenClose)
		case classStar:
			return l.single(tokenResult)
		case classBad:
			return l.single(tokenBad)
		case classBracket:
			return l.tag()
		case classDollar:
			l.begin()
			l.run(l.pos+1, classDigit)
			l.token = l.token[1:]
			return tokenNAG
		case classSuffix:
			l.begin()
			l.run(l.pos+1, classSuffix)
			return tokenSuffix
		case classDot:
			l.begin()
			l.run(l.pos+1, classDot)
			return tokenNumber
		case classDigit:
			return l.number()
		}
		l.begin()
		l.word()
		return tokenMove
	}
}

// begin records that a token begins at pos.
func (l *pgnLexer) begin() {
	l.start = l.pos
	l.tokenLine = l.line
	l.tokenColumn = l.pos - l.lineStart + 1
}

// single reads a token of one byte.
func (l *pgnLexer) single(k tokenKind) tokenKind {
	l.begin()
	l.pos++
	l.token = l.buf[l.start:l.pos]
	return k
}

// word reads to the end of a word, but no more than maxToken bytes.
func (l *pgnLexer) word() {
	i := l.pos + 1
	for {
		for inWord[l.buf[i]] {
			i++
		}
		if i < l.end || i-l.start > maxToken || !l.more(&i) {
			break
		}
	}
	l.pos = min(i, l.start+maxToken)
	l.token = l.buf[l.start:l.pos]
}

// run reads all bytes of a class from i on, but no more than maxToken bytes.
func (l *pgnLexer) run(i int, class byteClass) {
	for {
		for byteClasses[l.buf[i]] == class {
			i++
		}
		if i < l.end || i-l.start > maxToken || !l.more(&i) {
			break
		}
	}
	l.pos = min(i, l.start+maxToken)
	l.token = l.buf[l.start:l.pos]
}

// number reads what begins with a digit: a move number with its dots, a
// result, castling with zeros, or the null move "0000".
func (l *pgnLexer) number() tokenKind {
	l.begin()
	l.run(l.pos+1, classDigit)
	switch l.buf[l.pos] {
	case '.':
		l.run(l.pos+1, classDot)
		return tokenNumber
	case '-', '/':
		l.word()
		switch string(l.token) {
		case "1-0", "0-1", "1/2-1/2", "1/2":
			return tokenResult
		}
		return tokenMove
	}
	if string(l.token) == "0000" {
		return tokenMove
	}
	return tokenNumber
}

// byteOrderMark skips the mark with which some editors begin a UTF-8 text, and
// reports whether there is one. Columns are counted without it.
func (l *pgnLexer) byteOrderMark() bool {
	l.begin()
	for l.end-l.pos < 3 {
		if _, ok := l.fill(); !ok {
			break
		}
	}
	if l.end-l.pos < 3 || string(l.buf[l.pos:l.pos+3]) != "\xEF\xBB\xBF" {
		return false
	}
	if l.pos == l.lineStart {
		l.lineStart += 3
	}
	l.pos += 3
	return true
}

// escape skips the rest of a line that begins with "%" (PGN standard, 6).
func (l *pgnLexer) escape() {
	for {
		if i := bytes.IndexByte(l.buf[l.pos:l.end], '\n'); i >= 0 {
			l.pos += i
			return
		}
		l.pos = l.end
		l.start = l.end
		if _, ok := l.fill(); !ok {
			return
		}
	}
}

// comment reads from pos to the mark that ends a comment.
func (l *pgnLexer) comment(mark byte) tokenKind {
	head := l.pos - l.start
	kind := tokenUnclosed
	i := l.pos
	for {
		if j := bytes.IndexByte(l.buf[i:l.end], mark); j >= 0 {
			i += j
			kind = tokenComment
			break
		}
		i = l.end
		if i-l.start > maxToken {
			break
		}
		if !l.more(&i) {
			l.unclosed = 0
			if mark == '\n' {
				kind = tokenComment
			}
			break
		}
	}
	if i-l.start > maxToken {
		i, kind = l.start+maxToken, tokenUnclosed
		l.unclosed = mark
		// Do not split what may be the beginning of a game.
		if j := bytes.IndexByte(l.buf[i-16:i], '\n'); j >= 0 {
			i += j - 16
		}
	}
	l.pos = l.start + head
	l.token = l.buf[l.pos:i]
	if mark == '\n' {
		l.pos = i // the newline is yet to be read
		if kind == tokenComment {
			l.unclosed = 0
		}
		return kind
	}
	// Count the lines, and end the comment where the next game seems to begin.
	blank := false // whether the previous line is blank
	for {
		j := bytes.IndexByte(l.buf[l.pos:i], '\n')
		if j < 0 {
			break
		}
		line := l.buf[l.pos : l.pos+j]
		blank = l.pos > l.start+head && len(bytes.TrimSpace(line)) == 0
		l.pos += j + 1
		l.newline()
		if blank && bytes.HasPrefix(l.buf[l.pos:i], []byte(`[Event "`)) {
			l.unclosed = 0
			l.token = l.buf[l.start+head : l.pos]
			return tokenUnclosed
		}
	}
	l.pos = i
	if kind == tokenComment {
		l.pos++
		l.unclosed = 0
	}
	return kind
}

// at returns byte k of the token, counted from 0, or zero at the end of the text.
func (l *pgnLexer) at(k int) byte {
	for l.start+k >= l.end {
		if _, ok := l.fill(); !ok {
			return 0
		}
	}
	return l.buf[l.start+k]
}

// blanks returns the index in the token of the first byte from k on that is not a
// blank.
func (l *pgnLexer) blanks(k int) int {
	for l.at(k) == ' ' || l.at(k) == '\t' {
		k++
	}
	return k
}

// tag reads a tag pair. The value ends at a quote followed by a bracket, since many
// programs do not escape the quotes inside.
func (l *pgnLexer) tag() tokenKind {
	l.begin()
	from := l.blanks(1)
	to := from
	for inWord[l.at(to)] && to < maxToken {
		to++
	}
	k := l.blanks(to)
	if to == from || l.at(k) != '"' {
		return l.single(tokenBad)
	}
	k++
	value := k
	for ; k < maxToken; k++ {
		switch l.at(k) {
		case '\\':
			if c := l.at(k + 1); c == '"' || c == '\\' {
				k++
			}
		case '"':
			if end := l.blanks(k + 1); l.at(end) == ']' {
				l.name = l.buf[l.start+from : l.start+to]
				l.value = l.buf[l.start+value : l.start+k]
				l.pos = l.start + end + 1
				l.token = l.buf[l.start:l.pos]
				return tokenTag
			}
		case 0, '\n':
			if c := l.at(k); c == '\n' || l.start+k >= l.end {
				l.pos = l.start + k
				l.token = l.buf[l.start:l.pos]
				return tokenBadTag
			}
		}
	}
	l.pos = l.start + k
	l.token = l.buf[l.start:l.pos]
	return tokenBadTag
}
