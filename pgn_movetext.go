package chess

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxDepth bounds the nesting of variations. Analyses have fewer than twenty
	// levels; the positions of a thousand take half a megabyte.
	maxDepth = 1000

	// maxAnnotations bounds how many comments and glyphs there may be around one
	// move, where adjacent ones of one kind count once. Joining them takes quadratic
	// time.
	maxAnnotations = 200

	// maxFaults bounds how many faults of a game are kept.
	maxFaults = 100
)

// A pgnLevel is a line of moves that is being read: the main line, or a variation
// on the level above.
type pgnLevel struct {
	sanLine
	annotations int // around the last move: see maxAnnotations

	doubt     *ParseError // of the reader, where a variation began
	hadNumber bool
}

// A pgnPlace is a place between the moves. A comment after a move belongs to it, any other to
// the next.
type pgnPlace uint8

const (
	behindMove pgnPlace = iota // or at the beginning
	behindNumber
	behindBracket // of a variation
)

// allDepths is PGNReader.muted if no variation is skipped.
const allDepths = math.MaxInt

// reading reports whether the moves and comments at this place of the text are read.
func (r *PGNReader) reading() bool { return r.depth < r.muted }

// movetext reads to the end of the game, and past the moves that are not read. What
// ends a game depends on the text alone, so that skipping a game and reading it lead
// to the same next game.
func (r *PGNReader) movetext() {
	l := &r.lex
	for {
		r.plainMoves()
		rest := l.unclosed != 0 // of a comment that is too long
		kind := l.next()
		if l.newlines > 0 {
			if l.newlines > 1 && l.prose(kind) {
				r.skipLine()
				continue
			}
			restart := kind == tokenNumber && isFirstNumber(l.token) && (l.newlines > 1 || r.numbered && r.depth == 0) ||
				kind == tokenComment && l.newlines > 1 && l.firstNumberAhead()
			if restart && r.words > 0 {
				l.unread()
				r.endGame()
				return
			}
		}
		if rest && (kind == tokenComment || kind == tokenUnclosed && l.unclosed != 0) {
			continue
		}
		if l.offset() > r.limit {
			r.tooLong()
		}
		reading := r.reading()
		switch kind {
		case tokenMove:
			r.words++
			if reading {
				r.move()
			} else if !r.skipped {
				r.sayResult()
			}
		case tokenNumber:
			if !r.numbered && r.depth == 0 {
				r.numbered = !isFirstNumber(l.token)
			}
			if reading {
				if r.words == 0 && r.depth == 0 && r.place == behindMove {
					l.clip()
					number, _ := moveNumber(l.token)
					r.shift = number - r.levels[0].at().MoveNumber()
				}
				r.place = behindNumber
				if r.doubt != nil || l.token[len(l.token)-1] != '.' && l.glued() {
					l.clip()
					r.checkNumber()
				}
			}
		case tokenComment:
			if reading && r.wants.comments {
				r.storeComment(l.token, false)
			}
		case tokenSuffix, tokenNAG:
			if reading {
				r.glyph(kind)
			}
		case tokenOpen:
			if r.begun != nil && r.replacesLast() {
				r.report(r.doubt)
				r.doubt, r.begun = nil, nil
			}
			r.settle()
			if r.reading() {
				r.open()
				r.place = behindBracket
			}
			r.words = 0
			r.depth++
		case tokenClose:
			r.settle()
			if r.depth > 0 {
				r.words = 1
				r.close()
				r.place = behindBracket
				r.result = "" // that of the variation
			} else if reading {
				r.report(r.fault(ErrSyntax, "PGN", "there is no variation to close"))
			}
		case tokenResult:
			forfeit := false
			if r.result, forfeit = readResult(string(l.token)); forfeit {
				r.forfeit = string(l.token)
			}
			if r.depth > 0 {
				continue // some programs end a variation with a result
			}
			r.closed = true
			r.endGame()
			return
		case tokenTag, tokenBadTag, tokenEnd:
			r.ended = kind == tokenEnd
			l.unread()
			r.endGame()
			return
		case tokenUnclosed:
			if e := r.unclosed(); !reading {
			} else if l.unclosed != 0 {
				r.report(e)
			} else {
				r.stop(e)
			}
		case tokenBad:
			if reading {
				r.report(r.fault(ErrSyntax, "PGN", "it has no meaning here"))
			}
		}
	}
}

// firstNumberAhead reports whether the number of a first move follows the last token,
// a comment.
func (l *pgnLexer) firstNumberAhead() bool {
	k := l.pos - l.start
	for k < maxToken && (l.at(k) == ' ' || l.at(k) == '\r' || l.at(k) == '\n') {
		k++
	}
	ok := l.at(k) == '1' && l.at(k+1) == '.' && l.at(k+2) != '.' && l.at(k+2) < utf8.RuneSelf
	newlines := l.newlines
	l.unread() // the text may have moved: read the comment again
	l.next()
	l.newlines = newlines
	return ok
}

// endsGame reports whether no more than blanks stand between the last token and the end of
// the text or a tag pair.
func (l *pgnLexer) endsGame() bool {
	k := len(l.token)
	for k < maxWord && (l.peek(k) == ' ' || l.peek(k) == '\n' || l.peek(k) == '\r') {
		k++
	}
	return l.peek(k) == '[' || l.ends(k)
}

// glued reports whether a letter follows the last token, a number, without a dot or a
// blank between them: "4e5" may be the fourth move, or a move that has lost
// its first letter.
func (l *pgnLexer) glued() bool {
	n := len(l.token)
	return l.token[n-1]-'0' <= 9 && isLetter(l.ahead())
}

// tooLong ends the main line since the game is too long. The result is then not read
// either: Parallel does not keep that much text.
func (r *PGNReader) tooLong() {
	if !r.reading() {
		return
	}
	if token := r.lex.token; len(token) > 0 && token[0] != '[' { // a word or a number
		r.lex.clip()
	}
	if r.lex.offset() > r.limit {
		r.stop(r.fault(ErrSyntax, "PGN", "the game is longer than 8 MB"))
		r.long = true
	}
}

// isFirstNumber reports whether a number is that of the first move of White, as it
// stands at the beginning of a game.
func isFirstNumber(number []byte) bool { return string(number) == "1" || string(number) == "1." }

// endGame ends a game, and the variations that are open.
func (r *PGNReader) endGame() {
	r.settle()
	if r.depth > 0 && r.muted > 0 {
		e := r.fault(ErrSyntax, "PGN", "a variation is not closed")
		e.Input, e.Line, e.Column = "(", r.openLine, r.openColumn
		r.stop(e)
	}
	for r.depth > 0 {
		r.close()
	}
	if r.result == "" && r.saidAt == r.words {
		r.result = r.said
	}
	r.over = true
}

// fault returns an error about the last token.
func (r *PGNReader) fault(kind error, field, detail string) *ParseError {
	e := &ParseError{
		Kind: kind, Field: field, Detail: detail, Game: r.game,
		Input: shorten(string(r.lex.token[:min(len(r.lex.token), maxExcerpt+1)]), maxExcerpt),
	}
	e.Line, e.Column = r.lex.place()
	return e
}

// unclosed returns the fault of a comment without an end.
func (r *PGNReader) unclosed() *ParseError {
	return r.fault(ErrSyntax, "PGN comment", "it is never closed, or longer than 1 MB")
}

// report adds a fault after which reading goes on, unless the reader is strict.
func (r *PGNReader) report(e *ParseError) {
	if r.Strict {
		r.stop(e)
	} else if len(r.faults) < maxFaults {
		r.faults = append(r.faults, e)
	}
}

// cut adds a fault that ends the line that is being read.
func (r *PGNReader) cut(e *ParseError) {
	if r.depth == 0 {
		r.stop(e)
		return
	}
	r.report(e)
	r.muted = min(r.muted, r.depth)
}

// stop adds a fault that ends the main line.
func (r *PGNReader) stop(e *ParseError) {
	r.muted = 0
	if r.err == nil {
		r.err = e
		r.faults = append(r.faults[:min(len(r.faults), maxFaults-1)], e)
	} else if len(r.faults) < maxFaults {
		r.faults = append(r.faults, e)
	}
}

// move reads the last token as a move or another word.
func (r *PGNReader) move() {
	r.lex.clip()
	numbered := r.place == behindNumber
	r.place = behindMove
	lv := &r.levels[r.depth]
	m, nag := Move(0), NAG(0)
	if r.language == English {
		m = lv.read(r.lex.token)
	}
	if m == 0 {
		if r.lex.token[0] == 'P' {
			r.translate()
		}
		var e *ParseError
		m, nag, e = r.oddMove(lv.at(), r.lex.token)
		if e != nil && namesMove(r.lex.token) && r.translate() {
			m, nag, e = r.oddMove(lv.at(), r.lex.token)
		}
		if !r.reading() {
			return // a slip stopped a strict reader, or two languages fit
		}
		if e != nil {
			r.unknown(e, numbered)
			return
		}
		if m == noMove {
			r.wordGlyph(nag)
			return
		}
	}
	if r.begun != nil {
		// If the word before it was Black's move, White's next number would follow.
		if !r.hadNumber || lv.at().turn() == White {
			r.settle()
			return
		}
		r.report(r.doubt)
		r.begun = nil
	}
	r.hadNumber = numbered
	r.play(m)
	r.wordGlyph(nag)
}

// play stores a move, or passes it to the visitor, and plays it.
func (r *PGNReader) play(m Move) {
	lv := &r.levels[r.depth]
	lv.annotations = 0
	if v := r.visitor; v == nil {
		r.nodes++
		r.store(pgnEvent{kind: eventMove, move: m}, nodeSize)
	} else if v.Move != nil && !v.Move(lv.at(), m) {
		r.muted = 0
	}
	lv.play(m)
}

// wordGlyph stores the glyph of a word, or 0 if it has none.
func (r *PGNReader) wordGlyph(nag NAG) {
	if nag != 0 {
		r.storeNAG(nag)
	}
}

// open begins a variation on the last move.
func (r *PGNReader) open() {
	if r.depth == 0 {
		r.openLine, r.openColumn = r.lex.place()
	}
	if !r.wants.variations {
		r.muted = r.depth + 1
		return
	}
	var start Position
	switch {
	case !r.levels[r.depth].before(&start):
		r.report(r.fault(ErrSyntax, "PGN", "there is no move that the variation could replace"))
	case r.depth == maxDepth:
		r.report(r.fault(ErrSyntax, "PGN", "variations are nested too deeply"))
	case r.visitor != nil && !r.visitor.Open():
	default:
		r.levels[r.depth].doubt, r.levels[r.depth].hadNumber = r.doubt, r.hadNumber
		r.levels = append(r.levels, pgnLevel{})
		r.levels[r.depth+1].start(&start)
		if r.visitor == nil {
			r.store(pgnEvent{kind: eventOpen}, 0)
		}
		r.doubt = nil
		return
	}
	r.muted = min(r.muted, r.depth+1)
}

// close ends a variation.
func (r *PGNReader) close() {
	r.depth--
	if r.muted > r.depth {
		r.muted = allDepths
	}
	if len(r.levels) <= r.depth+1 {
		return // it was skipped from its beginning
	}
	r.levels = r.levels[:r.depth+1]
	r.doubt, r.hadNumber = r.levels[r.depth].doubt, r.levels[r.depth].hadNumber
	if v := r.visitor; v == nil {
		r.store(pgnEvent{kind: eventClose}, 0)
	} else if v.Close != nil {
		v.Close()
	}
}

// glyph reads the last token, which is of the given kind, as a glyph.
func (r *PGNReader) glyph(kind tokenKind) {
	token := r.lex.token
	if kind == tokenNAG {
		nag := 0
		for _, c := range token {
			nag = min(256, 10*nag+int(c-'0'))
		}
		if len(token) == 0 || nag > 255 {
			r.report(r.fault(ErrSyntax, "PGN glyph", "not a number from 0 to 255"))
			return
		}
		r.storeNAG(NAG(nag))
		return
	}
	switch string(token[:min(2, len(token))]) {
	case "!":
		r.storeNAG(GoodMove)
	case "?":
		r.storeNAG(Mistake)
	case "!!":
		r.storeNAG(BrilliantMove)
	case "??":
		r.storeNAG(Blunder)
	case "!?":
		r.storeNAG(InterestingMove)
	default:
		r.storeNAG(DubiousMove)
	}
}

// storeNAG stores a glyph, if it is wanted.
func (r *PGNReader) storeNAG(nag NAG) {
	switch {
	case !r.wants.glyphs:
	case r.visitor != nil:
		r.visitor.NAG(nag)
	default:
		from := len(r.text)
		r.text = append(r.text, byte(nag))
		r.storeText(eventNAG, from)
	}
}

// storeComment stores a comment. A plain one has only printable ASCII characters.
func (r *PGNReader) storeComment(text []byte, plain bool) {
	if v := r.visitor; v != nil {
		if r.text = appendComment(r.text[:0], text, plain); len(r.text) > 0 {
			v.Comment(r.text, r.place != behindMove)
		}
		return
	}
	kind := eventAfter
	if r.place != behindMove {
		kind = eventBefore
	}
	from := len(r.text)
	if n := len(r.events); n > 0 && r.events[n-1].kind == kind {
		r.text = append(r.text, ' ')
	}
	start := len(r.text)
	r.text = appendComment(r.text, text, plain)
	if len(r.text) == start {
		r.text = r.text[:from]
		return
	}
	r.storeText(kind, from)
}

// storeText stores r.text[from:] as an event, or as part of the last event if that
// is of the same kind.
func (r *PGNReader) storeText(kind eventKind, from int) {
	n := len(r.events)
	if n > 0 && r.events[n-1].kind == kind {
		r.events[n-1].to = uint32(len(r.text))
		r.use(len(r.text) - from)
		return
	}
	if lv := &r.levels[r.depth]; lv.annotations < maxAnnotations {
		lv.annotations++
	} else {
		r.text = r.text[:from]
		r.report(r.fault(ErrSyntax, "PGN comment", "there are too many around one move"))
		return
	}
	size := len(r.text) - from
	if n == 0 || kind == eventBefore || r.events[n-1].kind != eventAfter && r.events[n-1].kind != eventNAG {
		r.noted++ // otherwise it is on the same node
		size += notesSize
	}
	r.store(pgnEvent{kind: kind, from: uint32(from), to: uint32(len(r.text))}, size)
}

// store stores an event that needs size bytes of the tree.
func (r *PGNReader) store(e pgnEvent, size int) {
	r.events = append(r.events, e)
	r.use(size)
}

// use counts the memory that the tree will take, and ends the main line if that is
// too much.
func (r *PGNReader) use(size int) {
	if r.room -= size; r.room < 0 && r.muted > 0 {
		r.stop(r.fault(ErrSyntax, "PGN", "the game takes more than 8 MB of memory"))
	}
}

// maxSkipped is how far plainMoves looks for the end of a comment that is not wanted, in
// bytes. Otherwise a text of many comments without an end would be searched to its end
// for each of them.
const maxSkipped = 1024

// plainMoves reads moves, move numbers and comments that are written as nearly all
// programs write them, up to anything else. It does what movetext does with them, but
// makes no tokens of them, and has no branch for each byte of a word: this saves a tenth
// of the time.
func (r *PGNReader) plainMoves() {
	l := &r.lex
	if !r.reading() || r.doubt != nil || l.unclosed != 0 || r.language != English {
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
			r.hadNumber, r.place = r.place == behindNumber, behindMove
			r.play(m)
		case c-'0' < 10:
			n := numberLength(text)
			if n == 0 || c == '1' && n == len("1.") || r.words == 0 && r.depth == 0 {
				return
			}
			pos = start + n
			r.place = behindNumber
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

// What follows reads the words between the moves that are not plain SAN.

// noMove is what oddMove returns for a word that stands for a glyph or for nothing.
const noMove Move = math.MaxUint32

// oddMove reads a word that is not plain SAN: a move with a glyph behind it, or 0, or
// only a glyph. A word may have both: "Nf3N".
func (r *PGNReader) oddMove(p *Position, word []byte) (Move, NAG, *ParseError) {
	if nag, ok := wordGlyph(word); ok {
		return noMove, nag, nil
	}
	if isNullMove(word) {
		if !p.canPass() {
			return 0, 0, r.fault(ErrIllegal, "SAN", "a null move is not allowed in check, or where no move is legal")
		}
		return 0, 0, nil
	}
	text := string(word[:min(len(word), maxExcerpt)])
	m, err := r.parse(p, text)
	if err != nil {
		if plain := plainWord(text); plain != text {
			text = plain
			m, err = r.parse(p, text)
		}
	}
	if err == nil {
		return m, 0, nil
	}
	for n := min(maxGlyphWord, len(text)-2); n > 0; n-- {
		if nag, ok := wordGlyph([]byte(text[len(text)-n:])); ok {
			if m, err := r.parse(p, text[:len(text)-n]); err == nil {
				return m, nag, nil
			}
		}
	}
	e := err.(*ParseError)
	if e.Kind == ErrSyntax {
		if m, ok := p.slip(text, r.language); ok {
			r.report(r.fault(ErrSyntax, "SAN", "read as "+p.SAN(m)+", the only legal move that it can be"))
			return m, 0, nil
		}
	}
	if m, ok := r.splitMove(p, text); ok {
		return m, 0, nil
	}
	e.Game = r.game
	e.Line, e.Column = r.lex.place()
	return 0, 0, e
}

// parse is ParseSAN in the language of the game.
func (r *PGNReader) parse(p *Position, word string) (Move, error) {
	return p.parseText("SAN", word, r.language)
}

// splitMove reads a move with a blank before its square, as in "Nb d7", and takes the
// square as part of the last token. Alone, it must not be a move.
func (r *PGNReader) splitMove(p *Position, word string) (m Move, ok bool) {
	l := &r.lex
	k := len(word)
	if k > 3 || len(l.token) != k || !p.mayBegin(l.token, r.language) || l.peek(k) != ' ' || l.peek(k+1)-'a' > 7 || l.peek(k+2)-'1' > 7 {
		return 0, false
	}
	square := string(l.buf[l.start+k+1 : l.start+k+3])
	m, err := r.parse(p, word+square)
	if _, alone := p.ParseSAN(square); err == nil && alone != nil {
		l.pos = l.start + k + 3
		ok = true
	}
	l.token = l.buf[l.start:l.pos]
	return m, ok
}

// unknown deals with a word that is neither a legal move nor known, and the fault that
// ParseSAN found in it. A word that has a square ends the line, and so does one behind a
// move number. Any other is skipped; but the line ends there if the word could be the
// beginning of a legal move, as "be" and "Na", and no move number follows, or if the next
// number shows that the word stood for a move.
func (r *PGNReader) unknown(e *ParseError, numbered bool) {
	if r.sayResult() {
		r.skipWord(nil)
		return
	}
	word := r.lex.token
	switch {
	case isOrdinal(word):
		r.skipWord(nil)
	case numbered && bytes.ContainsFunc(word, unicode.IsLetter) || bytes.ContainsAny(word, "0123456789") || namesMove(word):
		r.settle()
		switch {
		case !r.reading():
		case string(word) == "0-0" && r.lex.endsGame():
			r.report(r.fault(ErrSyntax, "PGN", "both sides lose, which no outcome says"))
		default:
			r.cut(e)
		}
	case !r.Strict && r.levels[r.depth].at().mayBegin(word, r.language):
		r.skipWord(e)
	default:
		r.skipWord(nil)
	}
}

// sayResult takes the last token, and what follows it on the line, for the result of the
// game, if it says one in the words of a language. It counts if no move follows.
func (r *PGNReader) sayResult() bool {
	l := &r.lex
	if r.depth > 0 || !beginsResult(l.token) {
		return false
	}
	said := l.longResult()
	if said == "" {
		return false
	}
	r.said, r.saidAt = said, r.words
	return true
}

// skipWord skips the last token, a word. If it could be the beginning of a move, begun is
// the fault that ends the line if the word was one, which what follows shows.
func (r *PGNReader) skipWord(begun *ParseError) {
	e := r.fault(ErrSyntax, "PGN", "it is neither a move nor a known sign")
	switch {
	case r.begun != nil:
		r.report(e)
	case begun != nil:
		r.doubt, r.begun = e, begun
	default:
		r.doubt = e
		r.report(e)
	}
	if next := r.lex.ahead(); next == '!' || next == '?' { // it belongs to the word
		r.lex.next()
	}
}

// settle ends the line at a word that could be the beginning of a move, if there is one, since
// no move number follows.
func (r *PGNReader) settle() {
	if r.begun != nil {
		r.cut(r.begun)
		r.doubt, r.begun = nil, nil
	}
}

// replacesLast reports whether a variation begins with the number of the last move: then a word
// behind that move was not one. The last token is the parenthesis.
func (r *PGNReader) replacesLast() bool {
	var text [16]byte
	n := 0
	for n < len(text) && strings.IndexByte(" .0123456789", r.lex.peek(n+1)) >= 0 {
		text[n] = r.lex.peek(n + 1)
		n++
	}
	number, dots := moveNumber(bytes.Trim(text[:n], " "))
	p := r.levels[r.depth].at()
	if p.turn() == Black {
		return number == p.MoveNumber()+r.shift && dots < 2
	}
	return number == p.MoveNumber()-1+r.shift && dots > 1
}

// checkNumber compares a move number with the position after a word was skipped.
func (r *PGNReader) checkNumber() {
	p := r.levels[r.depth].at()
	number, dots := moveNumber(r.lex.token)
	switch right := number == p.MoveNumber()+r.shift && (dots < 2 || p.turn() == Black); {
	case number == 0:
		return
	case !right && r.begun != nil:
		r.cut(r.begun)
	case !right:
		r.cut(r.fault(ErrSyntax, "PGN", "the number shows that a move before it was not understood"))
	case r.begun != nil:
		r.report(r.doubt)
	}
	r.doubt, r.begun = nil, nil
}

// moveNumber returns the value of a move number, or 0 if it is only dots, and how many
// dots follow.
func moveNumber(token []byte) (number, dots int) {
	for _, c := range token {
		switch {
		case c == '.':
			dots++
		case c-'0' < 10:
			number = min(10*number+int(c-'0'), maxClock)
		default:
			dots = 3 // "…"
		}
	}
	return number, dots
}

// mayBegin reports whether a word of letters could be the beginning of a legal move: its
// piece, the file that it comes from and the one that it goes to, as in "Nb", "bxc", "ed"
// and "O-". A small letter may be that of a piece. One letter is not enough.
func (p *Position) mayBegin(word []byte, l Language) bool {
	if len(word) < 2 || len(word) > maxMoveText {
		return false
	}
	text := []rune(strings.ToLower(string(word)))
	for _, m := range p.AppendMoves(nil) {
		piece := p.At(m.From()).Type()
		form := []rune(strings.ToLower(l.letters()[piece]))
		from, to := 'a'+rune(m.From().File()), 'a'+rune(m.To().File())
		switch {
		case p.castles(m):
			form = []rune("o-o-o")
		case piece == Pawn && from == to:
			continue
		case piece == Pawn:
			form = []rune{from, 'x', to}
		default:
			form = append(form, from, 'x', to)
		}
		if text[0] != form[0] {
			continue
		}
		n := 0 // how many letters of the word are in the form, in its order
		for _, c := range form {
			if n < len(text) && text[n] == c {
				n++
			}
		}
		if n == len(text) {
			return true
		}
	}
	return false
}

// maxSlip is the length of the longest word in which a slip is looked for, in bytes.
const maxSlip = 10

// slip returns the legal move that a malformed word stands for if one letter in it is
// doubled or superfluous, or two neighbours are exchanged: "Nf33", "xBc4", "Qfx2". It
// must be the only one. A superfluous letter may be "x", or a small letter that is
// not the first; "Sf3" is not "f3", since S may be the letter of a piece elsewhere, and
// "bx3" is not "b3", which captures nothing. A word of castling, such as "OO-O", is the
// only castling that is legal.
func (p *Position) slip(word string, l Language) (m Move, ok bool) {
	if len(word) > maxSlip {
		return 0, false
	}
	if strings.Trim(word, "O0o-") == "" {
		h, a := p.castlingMove(kingSide), p.castlingMove(queenSide)
		letters := len(word) - strings.Count(word, "-")
		return h | a, letters >= 2 && len(word) > 2 && (h == 0) != (a == 0)
	}
	captures := strings.Contains(word, "x")
	try := func(text string) bool {
		found, err := p.parseText("SAN", text, l)
		if err != nil {
			return err.(*ParseError).Kind != ErrAmbiguous
		}
		if captures && !p.isCapture(found) {
			return true
		}
		if ok && found != m {
			return false
		}
		m, ok = found, true
		return true
	}
	for i := range len(word) {
		c := word[i]
		doubled := i > 0 && c == word[i-1]
		small := c >= 'a' && c <= 'z' && (i > 0 || c == 'x')
		if (doubled || small) && !try(word[:i]+word[i+1:]) {
			return 0, false
		}
		if i > 0 && c != word[i-1] && !try(word[:i-1]+string(c)+word[i-1:i]+word[i+1:]) {
			return 0, false
		}
	}
	return m, ok
}

// plainWord returns a word without what may stand around a move: commas and colons, and
// blanks and parentheses in a promotion.
func plainWord(word string) string {
	return aroundMoves.Replace(strings.Trim(word, ".,:"))
}

var aroundMoves = strings.NewReplacer(" ", "", "(", "", ")", "")
