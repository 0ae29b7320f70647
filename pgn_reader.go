package chess

import (
	"bytes"
	"io"
	"iter"
	"strings"
)

// PGNDetail is how much a PGNReader reads of each game.
type PGNDetail uint8

// The details, from the most to the least.
const (
	WholeGames PGNDetail = iota // everything
	MainLines                   // the moves of the main line; no variations, comments and glyphs
	TagsOnly                    // the moves are not looked at, and no error in them is found
)

// PGNReader reads games in Portable Game Notation, one after the other: from a
// file, a pipe or a connection, without reading further than it must to see
// where a game ends. It forgives what leaves no doubt (the standard's import
// format, 3.1), and validates every move. It is used by one goroutine; Parallel
// starts some of its own. Set the fields before the first game is read.
//
// What it reads:
//
//   - tag pairs, with the escapes \" and \\, and with quotes that nobody
//     escaped; none at all; of two of one name the later. After a blank
//     line the Event tag, and one that repeats a name, begins a new game;
//   - comments of both kinds, and lines that begin with "%", which are skipped.
//     Comments side by side become one. A comment right after a move belongs to
//     that move, one after a number, a variation or a parenthesis to the next;
//   - moves as ParseSAN does; "--", "Z0" and "0000" for the null move, on the
//     main line as well; move numbers that are wrong or missing;
//   - "$1" to "$255" and the suffixes "!", "?", "!!", "??", "!?" and "?!", which
//     are the glyphs 1 to 6;
//   - games from a position (FEN tag; SetUp is not asked), in Chess960 and in
//     three-check (Variant tag, in the words of various programs). Other
//     variants are errors;
//   - UTF-8, with or without a byte order mark. A comment or tag value that is
//     no UTF-8 is taken for Latin-1. Lines end with LF or CRLF.
//
// Where the result at the end differs from a Result tag that makes sense, the
// tag stands, except that any result is better than "*".
//
// However large the file, and whatever is in it, the memory in use stays below
// 64 MB, with the garbage of the game before: a game may have 8 MB of text, and
// take 8 MB in memory (200,000 moves without a comment), a comment or tag pair
// 1 MB, a tag name or value 16 KB, and variations may be nested 1,000 deep.
type PGNReader struct {
	// Detail is how much is read of each game.
	Detail PGNDetail

	// Accept, if it is not nil, is asked about each game, once its tags are
	// read. Games that it refuses are skipped, at the price of TagsOnly. The
	// tree has the tags, and nothing else yet. Parallel calls Accept on several
	// goroutines at once.
	Accept func(t *GameTree) bool

	lex     pgnLexer
	game    int   // the number of the present one
	begins  int64 // and its offset
	over    bool  // it has ended
	cut     bool  // with the text
	tags    []tagSpan
	counted int // of the tags: see counts
	tagText []byte
	pgnBuilder
	depth                int        // of variations
	openLine, openColumn int        // where the outermost begins
	levels               []pgnLevel // of which depth are variations
}

// A tagSpan is where a tag pair stands: its name and its value in the reader's
// tagText, and the pair in the file.
type tagSpan struct {
	name, nameEnd, value, valueEnd int
	line, column                   int
}

// NewPGNReader returns a reader of the games in r. It does its own buffering.
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{lex: pgnLexer{src: r, buf: make([]byte, 1), keep: -1, line: 1}}
}

// ParsePGN reads a text that holds one game. An error is a *ParseError.
func ParsePGN(text string) (*GameTree, error) {
	r := NewPGNReader(strings.NewReader(text))
	t, err := r.Next()
	if err == io.EOF {
		return nil, &ParseError{Kind: ErrSyntax, Field: "PGN", Input: shorten(text, maxExcerpt), Detail: "there is no game"}
	}
	if err != nil {
		return nil, err
	}
	if _, err := r.Next(); err != io.EOF {
		return nil, r.fail(ErrSyntax, "PGN", "there is more than one game")
	}
	return t, nil
}

// Next returns the next game, or io.EOF if there is none. For a game in which
// something is wrong it returns a *ParseError that matches ErrSyntax,
// ErrIllegal or ErrAmbiguous, with the number of the game, counted from 1, the
// line, and the column in bytes of the trouble, and with what stands there as
// Input, cut short if it is long; the next call goes on with the next game. Any
// other error is the io.Reader's, and will come again.
func (r *PGNReader) Next() (*GameTree, error) {
	for {
		more, err := r.readTags()
		if !more {
			return nil, r.lex.err
		}
		t := r.tagged()
		accepted := err == nil && (r.Accept == nil || r.Accept(t))
		if accepted && r.Detail != TagsOnly {
			err = r.readMoves(t)
		}
		if !r.over {
			r.skipMoves()
		}
		switch {
		case r.cut && r.lex.err != io.EOF:
			return nil, r.lex.err
		case err != nil:
			return nil, err
		case accepted:
			if r.Detail == TagsOnly {
				t.start, _ = t.startPosition()
			}
			r.build(t)
			return t, nil
		}
	}
}

// All returns the games and errors that Next returns, to the end of the text. It
// stops after an error of the io.Reader.
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

// fail returns an error about the last token.
func (r *PGNReader) fail(kind error, field, detail string) *ParseError {
	return &ParseError{
		Kind: kind, Field: field, Input: shorten(string(r.lex.token[:min(len(r.lex.token), maxExcerpt+1)]), maxExcerpt), Detail: detail,
		Game: r.game, Line: r.lex.tokenLine, Column: r.lex.tokenColumn,
	}
}

// readTags reads the tags of the next game, up to the moves. It reports whether
// there is a game. After an error it reads on likewise.
func (r *PGNReader) readTags() (more bool, err error) {
	if r.lex.buf == nil { // the zero PGNReader
		r.lex.err = io.EOF
		return false, nil
	}
	r.tags, r.tagText, r.events, r.text = r.tags[:0], r.tagText[:0], r.events[:0], r.text[:0]
	r.counted, r.depth, r.nodes, r.noted, r.over, r.cut = 0, 0, 0, 0, false, false
	r.levels = append(r.levels[:0], pgnLevel{})
	r.game++
	l := &r.lex
	for first := true; ; first = false {
		kind := l.next()
		if first {
			r.begins = l.base + int64(l.start)
		}
		if err == nil {
			err = r.checkLength()
		}
		switch kind {
		case tokenTag:
			i := r.findTag(l.name)
			if l.newlines > 1 && (i >= 0 || r.another(err)) {
				l.back()
				r.over = true
			} else if err == nil {
				err = r.storeTag(i)
			}
		case tokenBadTag:
			if l.newlines > 1 && r.another(err) {
				l.back()
				r.over = true
			} else if err == nil {
				err = r.fail(ErrSyntax, "PGN tag", `the value is not closed by a quote and a bracket`)
			}
		case tokenComment:
			if err == nil && r.Detail == WholeGames {
				err = r.storeComment(eventAfter)
			}
		case tokenUnclosed:
			if err == nil {
				err = r.unclosed()
			}
			r.over = l.unclosed == 0
		case tokenEnd:
			if len(r.tags) == 0 && err == nil {
				r.game--
				return false, nil
			}
			r.over, r.cut = true, true
		case tokenBad:
			if l.token[0] == '[' {
				if err == nil {
					err = r.fail(ErrSyntax, "PGN tag", "neither a name and a value in quotes, nor anything else")
				}
				l.escape()
				continue
			}
			fallthrough
		default:
			l.back()
			return true, err
		}
		if r.over {
			return true, err
		}
	}
}

// another reports whether the tag just read, after a blank line, begins another
// game because it is the Event, which comes first.
func (r *PGNReader) another(err error) bool {
	return (len(r.tags) > 0 || err != nil) && bytes.HasPrefix(r.lex.token, []byte(`[Event "`))
}

// checkLength returns an error if the game has become too long.
func (r *PGNReader) checkLength() error {
	if r.lex.offset()-r.begins > maxGame {
		return r.fail(ErrSyntax, "PGN", "the game is longer than 8 MB")
	}
	return nil
}

func (r *PGNReader) unclosed() error {
	return r.fail(ErrSyntax, "PGN comment", "it is never closed, or longer than 1 MB")
}

// findTag returns the place of the tag with that name, or -1.
func (r *PGNReader) findTag(name []byte) int {
	for i, tag := range r.tags {
		if string(r.tagText[tag.name:tag.nameEnd]) == string(name) {
			return i
		}
	}
	return -1
}

// storeTag keeps the tag pair just read, in place i if that is not -1.
func (r *PGNReader) storeTag(i int) error {
	l := &r.lex
	value := len(r.tagText)
	r.tagText = appendTagValue(r.tagText, l.value, true)
	valueEnd := len(r.tagText)
	if max(len(l.name), valueEnd-value) > maxTag {
		return r.fail(ErrSyntax, "PGN tag", "longer than 16 KB")
	}
	if i < 0 {
		if counts(string(l.name)) {
			if r.counted == maxTags {
				return r.fail(ErrSyntax, "PGN tag", "there are too many tags")
			}
			r.counted++
		}
		i = len(r.tags)
		r.tags = append(r.tags, tagSpan{name: len(r.tagText)})
		r.tagText = append(r.tagText, l.name...)
		r.tags[i].nameEnd = len(r.tagText)
	}
	tag := &r.tags[i]
	tag.value, tag.valueEnd = value, valueEnd
	tag.line, tag.column = l.tokenLine, l.tokenColumn
	return nil
}

// tagged returns a tree with the tags that were read, in one string.
func (r *PGNReader) tagged() *GameTree {
	t := &GameTree{tags: make([]tagPair, len(r.tags), len(r.tags)+2)}
	text := string(r.tagText)
	for i, tag := range r.tags {
		t.tags[i] = tagPair{text[tag.name:tag.nameEnd], text[tag.value:tag.valueEnd]}
	}
	return t
}

// skipMoves skips the rest of the game.
func (r *PGNReader) skipMoves() {
	for {
		switch r.lex.next() {
		case tokenOpen:
			r.depth++
		case tokenClose:
			r.depth = max(0, r.depth-1)
		case tokenResult:
			if r.depth == 0 {
				return
			}
		case tokenTag, tokenBadTag:
			r.lex.back()
			return
		case tokenEnd:
			r.cut = true
			return
		}
	}
}

// readMoves reads the moves to the end of the game. After an error the token in
// question is the next to be read.
func (r *PGNReader) readMoves(t *GameTree) error {
	if err := r.setStart(t); err != nil {
		return err
	}
	if r.over {
		return nil
	}
	r.levels[0].positions[0] = t.start
	result, err := r.movetext()
	if err != nil {
		r.lex.back()
		r.lex.unclosed = 0
		return err
	}
	r.over = true
	if tag := t.Tag("Result"); !isResult(tag) || tag == "*" {
		t.put("Result", result)
	}
	return nil
}

// setStart sets the start of t as its tags have it.
func (r *PGNReader) setStart(t *GameTree) error {
	var err *ParseError
	if t.start, err = t.startPosition(); err != nil {
		err.Input = shorten(err.Input, maxExcerpt)
		err.Game = r.game
		if i := r.findTag([]byte(strings.TrimPrefix(err.Field, "tag "))); i >= 0 {
			err.Line, err.Column = r.tags[i].line, r.tags[i].column
		} else if i := r.findTag([]byte("FEN")); i >= 0 {
			err.Line, err.Column = r.tags[i].line, r.tags[i].column
		}
		return err
	}
	if t.Tag("FEN") != "" {
		t.put("SetUp", "1")
	}
	return nil
}
