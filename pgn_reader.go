package chess

import (
	"bytes"
	"cmp"
	"io"
	"iter"
	"slices"
	"strings"
)

// PGNDetail is how much a PGNReader reads of each game.
type PGNDetail uint8

// The details, from the most to the least.
const (
	WholeGames PGNDetail = iota // everything
	MainLines                   // the moves of the main line; no variations, comments or glyphs
	TagsOnly                    // no moves; errors in them are not found, those in tags are
)

var pgnDetailNames = names[PGNDetail]{"PGNDetail", "detail", []string{"whole games", "main lines", "tags only"}}

// String returns "whole games", "main lines" or "tags only".
func (d PGNDetail) String() string { return pgnDetailNames.of(d) }

// PGNReader reads games in Portable Game Notation one by one, from a file, a pipe or a connection.
// It validates every move, and accepts deviations from the standard whose meaning is clear;
// docs/cookbook/pgn.md has the list. Set the fields before the first game is read. A PGNReader is
// for one goroutine at a time.
//
// Text that cannot be read is a fault (see GameTree.Faults). The reader drops as little as possible:
// words and signs that are not moves; the rest of a variation after a move in it that is illegal,
// ambiguous or malformed; and the rest of the game after such a move on the main line. It corrects a
// slip of one letter only if one legal move remains, reads the letters of another language only if they
// make a game, and never guesses a move.
//
// Next uses less than 64 MB of memory for any file, Parallel up to that for each goroutine. A reader
// takes games of up to 8 MB of text and 8 MB in memory (200,000 moves without a comment), with
// comments and tag pairs of up to 1 MB, tag values of up to 16 KB, and 1,000 levels of nested
// variations.
type PGNReader struct {
	_      noCopy
	Detail PGNDetail // how much is read of each game
	Strict bool      // every fault is an error, and a game that has one is not returned

	// AnyVariant reads games of variants that are not supported as ordinary chess, up to the first
	// illegal move, instead of none of their moves. It is a fault, and their Variant becomes
	// "Standard", or "From Position" with a FEN, which must be one of ordinary chess.
	AnyVariant bool

	// Accept, if it is not nil, is called with the tags of each game, and reports whether to
	// read the game. Games that it rejects cost as little as with TagsOnly. Parallel calls
	// Accept on several goroutines at once.
	Accept func(t *GameTree) bool

	lex     pgnLexer
	later   bool // whether there are games before the text, in another part of the file
	wants   pgnWants
	visitor *PGNVisitor // nil if a tree is built
	visited GameTree    // what the visitor sees

	closed bool // whether the game before the current one ended with a result

	game int // the number of the current game, counted from 1; the rest is about this game
	pgnExtent
	pgnHead
	pgnFaults
	pgnLine
	pgnBuilder
}

// pgnExtent is where a game begins and ends in the text.
type pgnExtent struct {
	limit    int64  // the offset at which the game is too long
	remarked bool   // whether there was a comment before it
	prose    bool   // whether there was text before it that is not part of it
	over     bool   // whether it has ended
	ended    bool   // whether it ended only because the text did
	long     bool   // whether it is longer than maxGame
	result   string // found after the moves, or ""
	forfeit  string // the same, as it stands there, if one side did not play
	skipped  bool   // whether it is not read
	said     string // the result in words of a language, or ""
	saidAt   int    // how many words of moves there were before it
}

// pgnHead has the tags of a game.
type pgnHead struct {
	tags    []tagSpan
	counted int // the number of tags that count towards maxTags
	tagText []byte
	seen    uint64 // a bit for each tag: see findTag
}

// pgnFaults has the faults of a game.
type pgnFaults struct {
	faults []*ParseError
	err    *ParseError // the fault that ended the main line, or nil
	doubt  *ParseError // the fault of a skipped word that may stand for a move, or nil
	begun  *ParseError // the fault that ends the line if that word was the beginning of a move, or nil
}

// pgnLine is the line of moves that is being read: the main line or a variation.
type pgnLine struct {
	words     int        // since the line began, legal moves or not
	numbered  bool       // there was a number above 1 on the main line
	shift     int        // the move numbers of the text less those of the positions
	place     pgnPlace   // where the reader is
	hadNumber bool       // there was a number before the last move
	depth     int        // of variations
	muted     int        // from this depth on, nothing is read
	levels    []pgnLevel // the main line and the variations around this place
	start     *Position  // of the game
	language  Language   // of the letters of its pieces
	asked     bool       // for its language
	unclear   string     // which two languages read it differently, or ""

	openLine, openColumn int // where the outermost variation begins
}

// String returns the fields that are not zero.
func (r *PGNReader) String() string { return listFields(r) }

// pgnWants is what is read of a game besides the moves of its main line.
type pgnWants struct{ comments, glyphs, variations bool }

// A tagSpan is the place of a tag pair: of its name and its value in the reader's
// tagText, and of the pair in the file if the start depends on it.
type tagSpan struct {
	name, nameEnd, value, valueEnd int
	line, column                   int
}

// NewPGNReader returns a reader of the games in r. It reads ahead.
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{lex: pgnLexer{src: &pgnText{src: r}, buf: make([]byte, 1), keep: -1, line: 1}}
}

// ParsePGN reads a text that holds one game, as Next does. If there are more, it returns the first and
// an error.
func ParsePGN(text string) (*GameTree, error) {
	r := NewPGNReader(strings.NewReader(text))
	t, err := r.Next()
	if err == io.EOF {
		return nil, &ParseError{Kind: ErrSyntax, Field: "PGN", Input: shorten(text, maxExcerpt), Detail: "there is no game"}
	}
	if err != nil {
		return t, err
	}
	if _, err := r.Next(); err != io.EOF {
		return t, r.fault(ErrSyntax, "PGN", "there is more than one game")
	}
	return t, nil
}

// Next returns the next game, or io.EOF. If moves of the main line are missing, it returns the game up
// to there and a *ParseError, with the place, that matches ErrSyntax, ErrIllegal or ErrAmbiguous; the
// next call continues with the next game. All other faults are only among the Faults of the game,
// unless the reader is Strict.
//
// Any other error is that of the io.Reader. It stands beside the game that it cuts, and further calls
// return it again.
func (r *PGNReader) Next() (*GameTree, error) {
	whole := r.Detail == WholeGames
	r.visitor, r.wants = nil, pgnWants{whole, whole, whole}
	for r.readTags() {
		t := new(GameTree)
		r.tagTree(t, true)
		accepted := r.Accept == nil || r.Accept(t)
		r.readGame(t, accepted && r.Detail != TagsOnly)
		switch {
		case accepted && r.Strict && r.err != nil:
			return nil, r.error()
		case accepted:
			r.build(t)
			t.faults = r.Faults()
			return t, r.error()
		case r.broken():
			return nil, r.lex.err
		}
	}
	return nil, r.lex.err
}

// readGame reads the rest of a game whose tags have been read into t. The moves are
// skipped if they are not wanted.
func (r *PGNReader) readGame(t *GameTree, moves bool) {
	v := r.visitor
	switch {
	case moves:
		if r.setStart(t) {
			r.levels[0].start(&t.start)
			r.start = &t.start
			r.lex.keep, r.lex.most = r.lex.pos, 0
			if t.Tag("FEN") != "" {
				t.put("SetUp", "1")
			}
		}
		if v != nil && v.Game != nil && !v.Game(t) {
			moves, r.muted = false, 0
		}
	case r.Detail == TagsOnly:
		r.setStart(t)
		fallthrough
	default:
		r.muted = 0
	}
	r.skipped = !moves
	if !r.over {
		r.movetext()
	}
	r.lex.keep, r.start = -1, nil
	if !moves {
		return
	}
	tag := t.Tag("Result")
	if r.result == "" || r.long {
		r.result = "*"
	}
	switch {
	case isResult(tag) && tag != "*":
		r.result = tag
	case tag != "" && tag != "*" && tag != "?":
		e := &ParseError{Kind: ErrSyntax, Field: "tag Result", Input: tag, Detail: `it means none of "1-0", "0-1", "1/2-1/2" and "*"`}
		r.report(r.ofTag(e))
		if r.result == "*" && v == nil {
			return // and the tag stays as it is
		}
	}
	if v != nil {
		if v.End != nil {
			v.End(r.result)
		}
	} else if tag != r.result {
		t.put("Result", cmp.Or(r.forfeit, r.result))
	}
}

// broken reports whether an error of the io.Reader has ended the game.
func (r *PGNReader) broken() bool { return r.ended && r.lex.err != io.EOF }

// error returns the error of the game that was read: that of the io.Reader, or the
// fault that ended the main line.
func (r *PGNReader) error() error {
	switch {
	case r.broken():
		return r.lex.err
	case r.err != nil:
		return r.err
	}
	return nil
}

// All yields what Next returns, to the end of the text or an error of the io.Reader.
func (r *PGNReader) All() iter.Seq2[*GameTree, error] {
	return func(yield func(*GameTree, error) bool) {
		for {
			t, err := r.Next()
			if err == io.EOF || !yield(t, err) {
				return
			}
			if _, ok := err.(*ParseError); err != nil && !ok {
				return
			}
		}
	}
}

// reset prepares the reader for the next game.
func (r *PGNReader) reset() {
	r.pgnExtent = pgnExtent{}
	r.pgnHead = pgnHead{tags: r.tags[:0], tagText: r.tagText[:0]}
	r.pgnFaults = pgnFaults{faults: r.faults[:0]}
	r.pgnLine = pgnLine{muted: allDepths, levels: append(r.levels[:0], pgnLevel{})}
	r.pgnBuilder.reset()
}

// readTags reads the tags of the next game, up to the moves, and reports whether
// there is a game.
func (r *PGNReader) readTags() bool {
	l := &r.lex
	if l.buf == nil { // the zero PGNReader
		l.err = io.EOF
		return false
	}
	r.reset()
	r.game++
	closed := r.closed
	r.closed = false
	begun := false // there is more than comments and stray text
	alone := false // a comment makes a game if there is nothing else
	for {
		rest := l.unclosed != 0 // of a comment that is too long
		kind := l.next()
		if !begun {
			if !r.remarked {
				r.limit = l.base + int64(l.start) + maxGame
			}
			closed = closed && (l.newlines == 0 || kind == tokenResult)
			switch {
			case closed && (kind == tokenResult || kind == tokenMove && endsResult(l.token)): // once more, or more of it
				continue
			case closed && kind == tokenOpen: // a remark, as in "1-0 (time)"
				l.unread()
				l.enclosed(')')
				continue
			case kind == tokenClose, kind == tokenBad && l.token[0] != '[':
				r.report(r.fault(ErrSyntax, "PGN", "it has no meaning here"))
				r.prose = true
				continue
			case l.prose(kind):
				r.skipLine()
				r.prose = true
				continue
			case r.prose && r.Strict:
				l.unread()
				r.over = true
				return true
			}
		} else if l.offset() > r.limit {
			r.tooLong()
		}
		switch kind {
		case tokenTag, tokenBadTag:
			i := -1
			if kind == tokenTag {
				l.name = tagName(l.name)
				i = r.findTag(l.name)
			}
			if l.newlines > 1 && (i >= 0 || begun && bytes.HasPrefix(l.token, gameAhead[1:])) {
				l.unread()
				r.over = true
				return true
			}
			if begun = true; kind == tokenTag {
				r.storeTag(i)
			} else {
				r.report(r.fault(ErrSyntax, "PGN tag", "the value is not closed by a quote and a bracket"))
			}
		case tokenComment:
			// One behind the result of a game is not the beginning of another.
			alone = alone || l.newlines > 1 || r.game == 1 && !r.later
			r.remarked = true
			if r.wants.comments && r.reading() && !rest {
				r.storeComment(l.token, false)
			}
			if !begun && l.offset() > r.limit {
				r.tooLong()
				r.over = true
				return true
			}
		case tokenUnclosed:
			begun = true
			if l.unclosed == 0 {
				r.stop(r.unclosed())
				r.over = true
				return true
			}
			if !rest {
				r.report(r.unclosed())
			}
		case tokenEnd:
			if !begun && !alone {
				r.game--
				r.faults = r.faults[:0]
				return false
			}
			r.over, r.ended = true, true
			return true
		case tokenBad:
			if l.token[0] != '[' {
				r.report(r.fault(ErrSyntax, "PGN", "it has no meaning here"))
				continue
			}
			begun = true
			r.report(r.fault(ErrSyntax, "PGN tag", "a tag pair has a name and a value in quotes"))
			l.escape()
		default:
			l.unread()
			return true
		}
	}
}

// tagBit returns a bit that only few other names share.
func tagBit(name []byte) uint64 {
	n := len(name)
	return 1 << ((name[0] ^ name[n-1]<<2 ^ uint8(n)<<3) & 63)
}

// findTag returns the index of the tag with that name, or -1.
func (h *pgnHead) findTag(name []byte) int {
	if h.seen&tagBit(name) == 0 {
		return -1
	}
	for i, tag := range h.tags {
		if string(h.tagText[tag.name:tag.nameEnd]) == string(name) {
			return i
		}
	}
	return -1
}

// storeTag stores the last token, a tag pair, at index i, or as a new tag if i is -1.
func (r *PGNReader) storeTag(i int) {
	l := &r.lex
	if !r.reading() {
		return
	}
	value := len(r.tagText)
	if l.plain {
		r.tagText = append(r.tagText, l.value...)
	} else {
		r.tagText = appendTagValue(r.tagText, l.value, true)
	}
	valueEnd := len(r.tagText)
	isNew := i < 0
	counted := isNew && counts(string(l.name))
	switch {
	case max(len(l.name), valueEnd-value) > maxTag:
		r.report(r.fault(ErrSyntax, "PGN tag", "longer than 16 KB"))
		r.tagText = r.tagText[:value]
		return
	case counted && r.counted == maxTags:
		r.report(r.fault(ErrSyntax, "PGN tag", "there are too many tags"))
		r.tagText = r.tagText[:value]
		return
	case counted:
		r.counted++
	}
	if isNew {
		i = len(r.tags)
		r.tags = append(r.tags, tagSpan{name: len(r.tagText)})
		r.tagText = append(r.tagText, l.name...)
		r.seen |= tagBit(l.name)
		r.tags[i].nameEnd = len(r.tagText)
	}
	r.room -= len(r.tagText) - value
	tag := &r.tags[i]
	tag.value, tag.valueEnd = value, valueEnd
	if name := string(l.name); name == "FEN" || name == "Variant" || name == "Result" && !isResult(l.value) {
		tag.line, tag.column = l.place()
	}
}

// tagTree sets the tags of t to those that were read. Their text is one string. Without
// all, they are only those for how a game begins and ends.
func (h *pgnHead) tagTree(t *GameTree, all bool) {
	t.tags = slices.Grow(t.tags[:0], len(h.tags)+2)
	text := ""
	if all {
		text = string(h.tagText)
	}
	for _, tag := range h.tags {
		if all {
			t.tags = append(t.tags, tagPair{text[tag.name:tag.nameEnd], text[tag.value:tag.valueEnd]})
			continue
		}
		switch name := h.tagText[tag.name:tag.nameEnd]; string(name) {
		case "FEN", "Variant", "Result":
			t.tags = append(t.tags, tagPair{string(name), string(h.tagText[tag.value:tag.valueEnd])})
		}
	}
}

// setStart sets the start position of t by its tags, and reports whether they are valid.
func (r *PGNReader) setStart(t *GameTree) bool {
	if variant := t.Tag("Variant"); r.AnyVariant {
		if _, ok := variantNamed(variant); !ok {
			r.report(r.ofTag(&ParseError{Kind: ErrIllegal, Field: "tag Variant", Input: variant, Detail: "the variant is not supported: it is read as ordinary chess"}))
			if t.put("Variant", "Standard"); t.Tag("FEN") != "" {
				t.put("Variant", "From Position")
			}
		}
	}
	start, dropped, err := startOf(t.Tag("Variant"), t.Tag("FEN"))
	t.start = start
	for _, e := range dropped {
		r.report(r.ofTag(e))
	}
	if err != nil {
		r.stop(r.ofTag(err))
		return false
	}
	return true
}

// ofTag adds to an error of startOf where the tag is.
func (r *PGNReader) ofTag(e *ParseError) *ParseError {
	e.Game = r.game
	i := r.findTag([]byte(strings.TrimPrefix(e.Field, "tag ")))
	if i < 0 {
		i = r.findTag([]byte("FEN"))
	}
	if i >= 0 {
		e.Line, e.Column = r.tags[i].line, r.tags[i].column
	}
	if len(e.Input) > maxExcerpt {
		e.Input = shorten(e.Input, maxExcerpt)
		e.Offset = min(e.Offset, maxExcerpt)
	}
	return e
}

// PGNVisitor has the functions that PGNReader.Visit calls for the parts of a game. Any of them may be
// nil; what no function asks for is not read. Arguments are valid until the function returns.
type PGNVisitor struct {
	Game    func(t *GameTree) bool         // with the tags and the start of a game; whether to read its moves
	Move    func(p *Position, m Move) bool // for each move, which is played in p; whether to go on with the game
	Comment func(text []byte, before bool) // as Node.Comment has it; before: of the next move, not the last
	NAG     func(nag NAG)                  // for each glyph of the last move
	Open    func() bool                    // where a variation on the last move begins; whether to read it
	Close   func()                         // where a variation that Open has accepted ends
	End     func(result string)            // at the end of a game, with one of the four results, by the Result tag or what stands after the moves
}

// String returns the fields that are not zero.
func (v PGNVisitor) String() string { return listFields(v) }

// Visit reads the next game, as Next does, and calls the functions of v instead of building a tree,
// which takes less time and memory. Accept and Strict count, Detail does not. It returns io.EOF if
// there is no game, and the error that Next returns.
func (r *PGNReader) Visit(v *PGNVisitor) error {
	r.visitor = v
	r.wants = pgnWants{comments: v.Comment != nil, glyphs: v.NAG != nil, variations: v.Open != nil}
	t := &r.visited
	if t.root.notes == nil {
		t.root.notes = &notes{start: &t.start}
	}
	for r.readTags() {
		r.tagTree(t, v.Game != nil || r.Accept != nil)
		t.start = startPosition // not that of the game before
		accepted := r.Accept == nil || r.Accept(t)
		r.readGame(t, accepted)
		if accepted || r.broken() {
			return r.error()
		}
	}
	return r.lex.err
}

// Faults returns the faults of the game that Next or Visit read last: see GameTree.Faults.
func (r *PGNReader) Faults() []*ParseError {
	faults := slices.Clone(r.faults)
	slices.SortStableFunc(faults, func(a, b *ParseError) int {
		return cmp.Or(a.Line-b.Line, a.Column-b.Column)
	})
	return faults
}

// What follows finds text between the games of a file: prose, and the headers of mail.

// proseWord is how many bytes of a word decide whether it is prose.
const proseWord = 64

// prose reports whether the line of the last token, which is its first, is text for
// people and not part of a game: mail headers, headlines, or "12 games".
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
		return (class == classWord || class == classSign || class == classHigh) && !resemblesMove(word) && !isGlyphWord(word)
	}
	return class == classBad || class == classAngle || string(word) == "--" || !namesMove(word) && !isGlyphWord(word)
}

// skipLine skips the rest of a line that is not part of a game.
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
