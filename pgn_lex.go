package chess

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf8"
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
	keep  int // where the text begins that is needed again, or -1
	start int // where the last token begins
	pos   int // where the next token is read
	end   int
	most  int  // how much from keep on must stay; if it is 0, keep is given up after maxForeign
	cut   bool // the text from keep on got longer than that: no more is read

	base     int64 // the offset of buf[0] in the text
	newlines int   // between the last token and the one before
	begins   int   // where a line begins in buf, the last before pos if only blanks follow

	// Lines are counted only up to a place that was asked for, or that leaves buf.
	counted   int // where in buf
	line      int // of that place, counted from 1
	lineStart int // where that line begins in buf; negative if before it

	token       []byte // the text of the last token
	name, value []byte // of a tag pair, the value with its escapes
	plain       bool   // the value has none, and consists of printable ASCII characters

	unclosed byte  // the mark that ends the comment at pos, if that was too long
	noBrace  int64 // the offset up to which there is no "}" from the last "{" on
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
	tokenBad                       // a byte, or text in brackets, that has no meaning here
)

// The limits of what is read and the sizes of its parts, in bytes.
const (
	// maxToken bounds what must be in memory at once: a comment, a tag pair or a
	// word. It is the length of a long novel.
	maxToken = 1 << 20

	// maxGame bounds the text of a game. The largest known ones are opening surveys
	// of less than a tenth of it.
	maxGame = 8 << 20

	// maxForeign bounds the text of a game in the letters of another language. Games without
	// an opening survey have a tenth of it.
	maxForeign = 1 << 18

	// maxTree bounds the memory of a game as a tree: three bytes of text can become
	// 96 of nodes and notes.
	maxTree = 8 << 20

	// readBlock is how much is read at once: enough to make a system call cheap, and
	// small enough for the second-level cache.
	readBlock = 1 << 17

	// partSize is how much text Parallel passes to a goroutine at once: enough games
	// to make the cost of passing them negligible, and few enough for the caches: with
	// twice as many it takes a twentieth longer.
	partSize = 1 << 16

	// maxKept bounds the text that Parallel keeps for a goroutine. It is enough for
	// the longest game, with what precedes it in its part.
	maxKept = maxGame + 2*partSize + 2*maxToken
)

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
	if l.cut = l.most > 0 && l.end-l.keep > l.most; l.cut {
		return 0, false
	}
	if l.most == 0 && l.start-l.keep > maxForeign {
		l.keep = -1
	}
	if l.keep >= 0 {
		moved = l.keep
	}
	if moved > 0 {
		l.count(moved)
		copy(l.buf, l.buf[moved:l.end])
		l.end -= moved
		l.shift(moved)
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

// shift changes the indices in buf whose text has moved to the front by so many bytes.
func (l *pgnLexer) shift(moved int) {
	l.start -= moved
	l.pos -= moved
	l.begins -= moved
	l.counted -= moved
	l.lineStart -= moved
	l.base += int64(moved)
	l.keep = max(-1, l.keep-moved)
}

// more is fill for a loop whose index in buf is *i.
func (l *pgnLexer) more(i *int) bool {
	moved, ok := l.fill()
	*i -= moved
	return ok
}

// offset returns the offset of pos in the text.
func (l *pgnLexer) offset() int64 { return l.base + int64(l.pos) }

// unread makes the last token the next one again.
func (l *pgnLexer) unread() { l.pos = l.start }

// count counts the lines up to a place in buf, if they are not counted already.
func (l *pgnLexer) count(to int) {
	if to <= l.counted {
		return
	}
	text := l.buf[l.counted:to]
	if n := bytes.Count(text, []byte{'\n'}); n > 0 {
		l.line += n
		l.lineStart = l.counted + bytes.LastIndexByte(text, '\n') + 1
	}
	l.counted = to
}

// place returns the line and the column at which the last token begins.
func (l *pgnLexer) place() (line, column int) {
	l.count(l.start)
	return l.line, l.start - l.lineStart + 1
}

// next reads a token and returns its kind. Its text is in l.token until the next
// call.
func (l *pgnLexer) next() tokenKind {
	l.newlines = 0
	if l.unclosed != 0 {
		l.start = l.pos
		return l.comment(l.unclosed)
	}
	if l.buf[l.pos] == ' ' {
		l.pos++
	}
	for {
		switch byteClasses[l.buf[l.pos]] {
		case classWord:
			l.start = l.pos
			l.word()
			return tokenMove
		case classSign:
			l.start = l.pos
			l.word()
			return wordKind(l.token)
		case classBlank:
			l.pos++
			continue
		case classNewline:
			l.pos++
			l.newlines++
			l.begins = l.pos
			continue
		case classZero:
			if l.pos < l.end {
				l.pos++
				continue
			}
			l.start = l.pos
			if _, ok := l.fill(); !ok {
				l.token = nil
				return tokenEnd
			}
			continue
		case classPercent:
			if l.pos == l.begins {
				l.escape()
				continue
			}
		case classHigh:
			l.start = l.pos
			switch class, size := l.high(0); class {
			case classBlank:
				l.pos += size
				continue
			case classDot:
				return l.dots()
			}
			l.word()
			return wordKind(l.token)
		case classBrace:
			l.start = l.pos
			l.pos++
			return l.comment('}')
		case classSemicolon:
			l.start = l.pos
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
		case classAngle:
			if l.enclosed('>'); string(l.token) == "<>" {
				return tokenMove
			}
			return tokenBad
		case classBracket:
			return l.tag()
		case classDollar:
			l.start = l.pos
			l.pos++
			l.run(classDigit)
			l.token = l.token[1:]
			return tokenNAG
		case classSuffix:
			l.start = l.pos
			l.run(classSuffix)
			return tokenSuffix
		case classDot:
			l.start = l.pos
			return l.dots()
		case classDigit:
			return l.number()
		}
		l.start = l.pos
		l.word()
		return tokenMove
	}
}

// single reads a token of one byte.
func (l *pgnLexer) single(k tokenKind) tokenKind {
	l.start = l.pos
	l.pos++
	l.token = l.buf[l.start:l.pos]
	return k
}

// word reads from pos to the end of a word. If that is not in memory, it reads no more
// than maxToken bytes: see clip.
func (l *pgnLexer) word() {
	buf, i := l.buf, l.pos
	for inWord[buf[i]] {
		i++
	}
	if c := buf[i]; c > 0 && c <= ' ' && buf[i-1] != '=' { // as behind most words
		l.pos = i
		l.token = buf[l.start:i]
		return
	}
	l.oddWord(i)
}

// oddWord continues word at i, where the word may not end.
func (l *pgnLexer) oddWord(i int) {
	for i-l.start <= maxToken {
		c := l.buf[i]
		if c >= utf8.RuneSelf {
			k := i - l.start
			class, size := l.high(k)
			if i = l.start + k; class != classWord {
				break
			}
			i += size
		} else if c == '(' || c == ' ' {
			i = l.start + l.promotion(i-l.start)
			break
		} else if i < l.end || !l.more(&i) {
			break
		}
		for inWord[l.buf[i]] {
			i++
		}
	}
	l.pos = min(i, l.start+maxToken)
	l.token = l.buf[l.start:l.pos]
}

// clip makes the last token, a word or a number, no longer than maxToken: what follows is
// another, as it is where less of the text is in memory.
func (l *pgnLexer) clip() {
	if len(l.token) > maxToken {
		l.token = l.token[:maxToken]
		l.pos = l.start + maxToken
	}
}

// wordKind returns the kind of a word that might be a result.
func wordKind(word []byte) tokenKind {
	if resultOf(word) != "" {
		return tokenResult
	}
	return tokenMove
}

// high returns the class and the size of the character at byte k of the token.
func (l *pgnLexer) high(k int) (byteClass, int) {
	for !utf8.FullRune(l.buf[l.start+k : l.end]) {
		if _, ok := l.fill(); !ok {
			break
		}
	}
	text := l.buf[l.start+k : l.end]
	r, size := utf8.DecodeRune(text)
	return highClass(r, size, text[0]), size
}

// promotion returns where a word of k bytes ends that is followed by a parenthesis or a
// blank: behind the piece in "a8(Q)", "a8(=Q)", "a8=(Q)" and "a8= Q".
func (l *pgnLexer) promotion(k int) int {
	square, piece := k, k+1
	switch byte('=') {
	case l.at(k - 1):
		square--
	case l.at(piece):
		piece++
	}
	if square < 2 || l.at(0)-'a' > 7 && l.at(0) != 'P' || l.at(square-2)-'a' > 7 || l.at(square-1) != '1' && l.at(square-1) != '8' {
		return k
	}
	letter := [2]byte{l.at(piece), l.at(piece + 1)}
	size := 1
	if letter[0] >= utf8.RuneSelf {
		size = 2
	}
	if promotionOf(letter[0]|0x20) == NoPieceType && !isPromotion(string(letter[:size])) {
		return k
	}
	switch closing := l.at(piece + size); {
	case l.at(k) == '(' && closing == ')':
		return piece + size + 1
	case l.at(k) == ' ' && square < k && !isLetter(closing) && closing-'0' > 9:
		return piece + size
	}
	return k
}

// run reads bytes of a class from pos on, but no more than maxToken bytes.
func (l *pgnLexer) run(class byteClass) {
	i := l.pos
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

// dots reads dots from pos on.
func (l *pgnLexer) dots() tokenKind {
	for {
		l.run(classDot)
		if l.buf[l.pos] < utf8.RuneSelf || len(l.token) > maxToken-utf8.UTFMax {
			return tokenNumber
		}
		class, size := l.high(len(l.token))
		if class != classDot {
			return tokenNumber
		}
		l.pos += size
	}
}

// number reads what begins with a digit: a move number with its dots, a
// result, castling with zeros, or the null move "0000".
func (l *pgnLexer) number() tokenKind {
	l.start = l.pos
	buf, i := l.buf, l.pos+1
	for buf[i]-'0' < 10 {
		i++
	}
	if buf[i] == '.' {
		for buf[i] == '.' {
			i++
		}
		if buf[i] == ' ' { // as behind most numbers
			l.pos = i
			l.token = buf[l.start:i]
			return tokenNumber
		}
	}
	l.run(classDigit)
	switch c := l.buf[l.pos]; {
	case c == '.' && l.token[0] != '0':
		return l.dots()
	case c == '.' && string(l.token) == "0" && l.peek(2) == '5', c == ' ' && len(l.token) == 1 && l.peek(2) == '-':
		if l.longResult() != "" {
			return tokenResult
		}
		if c == '.' {
			return l.dots()
		}
		return tokenNumber
	case c == '.':
		return l.dots()
	case c == '-' || c == '/' || c == ':':
	case c >= utf8.RuneSelf:
		switch class, _ := l.high(len(l.token)); class {
		case classDot:
			return l.dots()
		case classBlank:
			return tokenNumber
		}
	case string(l.token) == "0000", isNumeric(l.token):
		return tokenMove
	case isLetter(c):
		end := len(l.token)
		if l.word(); isOrdinal(l.token) {
			return tokenMove
		}
		l.pos = l.start + end
		l.token = l.buf[l.start:l.pos]
		return tokenNumber
	default:
		return tokenNumber
	}
	l.word()
	if kind := wordKind(l.token); kind == tokenResult || l.longResult() == "" {
		return kind
	}
	return tokenResult
}

// longResult makes the last token the longest text from its beginning on that stands for
// a result, in several words as "1 - 0" and "White wins", and returns that; "" if there
// is none.
func (l *pgnLexer) longResult() (result string) {
	end := len(l.token)
	for k := 1; k <= maxWord; k++ {
		c := l.at(k)
		if inWord[c] || byteClasses[c] == classHigh {
			continue
		}
		if found, _ := readResult(string(l.buf[l.start : l.start+k])); found != "" {
			result, end = found, k
		}
		if c != ' ' {
			break
		}
	}
	l.pos = l.start + end
	l.token = l.buf[l.start:l.pos]
	return result
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

// gameAhead is how a game begins behind a newline.
var gameAhead = []byte("\n[Event \"")

// comment reads from pos to the mark that ends a comment.
func (l *pgnLexer) comment(mark byte) tokenKind {
	head := l.pos - l.start
	kind := tokenUnclosed
	i := l.pos
	if mark == '}' {
		i = int(max(int64(i), l.noBrace-l.base))
	}
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
	if mark == '}' {
		l.noBrace = l.base + int64(i)
	}
	if i-l.start > maxToken {
		i, kind = l.start+maxToken, tokenUnclosed
		l.unclosed = mark
		// Do not split what may be the beginning of a game.
		if j := bytes.IndexByte(l.buf[i-16:i], '\n'); j >= 0 {
			i += j - 16
		}
	}
	l.token = l.buf[l.start+head : i]
	l.pos = i
	if kind == tokenComment {
		l.unclosed = 0
	}
	if mark == '\n' {
		return kind // the newline is yet to be read
	}
	if bytes.IndexByte(l.token, '\n') < 0 { // as nearly always
		l.pos += int(oneIf(kind == tokenComment))
		return kind
	}
	// End the comment where the next game seems to begin, behind a blank line.
	for from := 0; ; {
		j := bytes.Index(l.token[from:], gameAhead)
		if j < 0 {
			break
		}
		from += j + 1
		if blank := bytes.TrimRight(l.token[:from-1], " \t\r"); bytes.HasSuffix(blank, gameAhead[:1]) {
			l.unclosed = 0
			l.token = l.token[:from]
			l.pos = l.start + head + from
			l.begins = l.pos
			return tokenUnclosed
		}
	}
	if kind == tokenComment {
		l.pos++
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

// ahead returns the character behind the last token.
func (l *pgnLexer) ahead() byte { return l.peek(len(l.token)) }

// peek is at for a token that is still needed: at may move it.
func (l *pgnLexer) peek(k int) byte {
	c := l.at(k)
	l.token = l.buf[l.start:l.pos]
	return c
}

// ends reports whether the text ends before byte k of the token.
func (l *pgnLexer) ends(k int) bool { return l.at(k) == 0 && l.start+k >= l.end }

// blanks returns the index in the token of the first byte from k on that is not a
// blank, or at least maxToken.
func (l *pgnLexer) blanks(k int) int {
	for k < maxToken && (l.at(k) == ' ' || l.at(k) == '\t' || l.at(k) == '\r') {
		k++
	}
	return k
}

// maxEnclosed is the length of the longest text in brackets that is skipped as one
// token, in bytes.
const maxEnclosed = 256

// enclosed reads what has no meaning outside comments, such as "<br>" and
// "[%clk 0:03:00]": from pos to the closing byte on the same line, or a single byte.
// It looks no further than to the next opening byte: otherwise it would read the same
// text again and again where there are many.
func (l *pgnLexer) enclosed(closing byte) tokenKind {
	l.single(tokenBad)
	opening := l.token[0]
	for k := 1; k < maxEnclosed; k++ {
		c := l.at(k)
		if c == closing {
			l.pos = l.start + k + 1
		}
		if c == closing || c == opening || c == '\n' || c == 0 {
			break
		}
	}
	l.token = l.buf[l.start:l.pos]
	return tokenBad
}

// What follows finds tag pairs in the text of PGN.

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
