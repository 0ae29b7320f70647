package chess

import (
	"bytes"
	"io"
	"iter"
	"strings"
	"unicode/utf8"
)

// PGNDetail is how much a PGNReader reads of each game.
type PGNDetail uint8

// The details, from the most to the least.
const (
	WholeGames PGNDetail = iota // everything
	MainLines                   // the moves of the main line; no variations, comments or glyphs
	TagsOnly                    // no moves; errors in them are not found
)

var pgnDetailNames = names[PGNDetail]{"PGNDetail", "detail", []string{"whole games", "main lines", "tags only"}}

// String returns "whole games", "main lines" or "tags only".
func (d PGNDetail) String() string { return pgnDetailNames.of(d) }

// PGNReader reads games in Portable Game Notation one by one, from a file, a pipe
// or a connection. It does not wait for more text than it needs to see where a game
// ends. It validates every move, and accepts deviations from the standard whose
// meaning is clear (its import format, 3.1). It is for one goroutine at a time;
// Parallel starts goroutines of its own. Set the fields before the first game is
// read.
//
// What it reads:
//
//   - tag pairs, with the escapes \" and \\, and with quotes that are not escaped.
//     A game need not have any. Of two with the same name the later counts. After
//     a blank line, an Event tag or a tag with a name that the game already has
//     begins a new game;
//   - comments of both kinds, and lines that begin with "%", which are skipped.
//     Adjacent comments become one. A comment right after a move belongs to that
//     move; one after a move number, a variation or a parenthesis belongs to the
//     next move;
//   - moves, as ParseSAN reads them; "--", "Z0" and "0000" for the null move, on
//     the main line as well; move numbers that are wrong or missing;
//   - "$0" to "$255" and the suffixes "!", "?", "!!", "??", "!?" and "?!", which
//     are the glyphs 1 to 6;
//   - games from a position (FEN tag; SetUp is ignored), in Chess960 and in
//     three-check (Variant tag, in the words of various programs). Other
//     variants are errors;
//   - UTF-8, with or without a byte order mark. A comment or tag value that is
//     not valid UTF-8 is read as Latin-1. Lines end with LF or CRLF.
//
// If the result after the moves differs from a valid Result tag, the tag counts,
// unless it is "*".
//
// The memory in use stays below 64 MB for any file, including the garbage of the
// previous game. To that end there are limits: 8 MB for the text of a game, 8 MB for
// the game in memory (200,000 moves without a comment), 1 MB for a comment or a tag
// pair, 16 KB for a tag name or value, and 1,000 levels of nested variations.
type PGNReader struct {
	// Detail is how much is read of each game.
	Detail PGNDetail

	// Accept, if it is not nil, is called for each game once its tags are read, and
	// reports whether to read the game. Games that it rejects are skipped as fast
	// as with TagsOnly. The tree has only the tags. Parallel calls Accept on several
	// goroutines at once.
	Accept func(t *GameTree) bool

	lex     pgnLexer
	game    int   // the number of the current game, counted from 1
	start   int64 // the offset at which it begins
	over    bool  // whether it has ended
	cut     bool  // whether it ended only because the text did
	tags    []tagSpan
	counted int // the number of tags that count towards maxTags
	tagText []byte
	pgnBuilder
	depth                int        // of variations
	openLine, openColumn int        // where the outermost begins
	levels               []pgnLevel // the main line and, in WholeGames, depth variations
}

// A tagSpan is the place of a tag pair: of its name and its value in the reader's
// tagText, and of the pair in the file.
type tagSpan struct {
	name, nameEnd, value, valueEnd int
	line, column                   int
}

// NewPGNReader returns a reader of the games in r. It reads ahead, so that r may be
// at any place afterwards. The zero PGNReader has no games.
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

// Next returns the next game, or io.EOF if there is none. For a game with an error
// it returns a *ParseError that matches ErrSyntax, ErrIllegal or ErrAmbiguous; it
// has the number of the game, the line and the column in bytes, all counted from 1,
// and as Input the text found there, cut if it is long. The next call continues with
// the next game. Any other error is that of the io.Reader, and further calls return
// it again.
func (r *PGNReader) Next() (*GameTree, error) {
	for {
		more, err := r.readTags()
		if !more {
			return nil, r.lex.err
		}
		t := r.tagTree()
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
				t.start, _, _ = startOf(t.Tag("Variant"), t.Tag("FEN"))
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
		Kind: kind, Field: field, Detail: detail,
		Input: shorten(string(r.lex.token[:min(len(r.lex.token), maxExcerpt+1)]), maxExcerpt),
		Game:  r.game, Line: r.lex.tokenLine, Column: r.lex.tokenColumn,
	}
}

// reset prepares the reader for the next game.
func (r *PGNReader) reset() {
	r.over, r.cut = false, false
	r.tags, r.tagText, r.counted = r.tags[:0], r.tagText[:0], 0
	r.pgnBuilder.reset()
	r.levels, r.depth = append(r.levels[:0], pgnLevel{}), 0
}

// readTags reads the tags of the next game, up to the moves, and reports whether
// there is a game. After an error it still reads that far.
func (r *PGNReader) readTags() (more bool, err error) {
	if r.lex.buf == nil { // the zero PGNReader
		r.lex.err = io.EOF
		return false, nil
	}
	r.reset()
	r.game++
	l := &r.lex
	for first := true; ; first = false {
		kind := l.next()
		if first {
			r.start = l.base + int64(l.start)
		}
		if err == nil {
			err = r.checkLength()
		}
		switch kind {
		case tokenTag:
			if !utf8.Valid(l.name) {
				l.name = appendLatin1(nil, l.name)
			}
			i := r.findTag(l.name)
			if l.newlines > 1 && (i >= 0 || r.beginsGame(err)) {
				l.unread()
				r.over = true
			} else if err == nil {
				err = r.storeTag(i)
			}
		case tokenBadTag:
			if l.newlines > 1 && r.beginsGame(err) {
				l.unread()
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
			r.over = l.unclosed == 0 // a comment that is only too long does not end the game
		case tokenEnd:
			if len(r.tags) == 0 && err == nil {
				r.game--
				return false, nil
			}
			r.over, r.cut = true, true
		case tokenBad:
			if l.token[0] == '[' {
				if err == nil {
					err = r.fail(ErrSyntax, "PGN tag", "a tag pair has a name and a value in quotes")
				}
				l.escape()
				continue
			}
			fallthrough
		default:
			l.unread()
			return true, err
		}
		if r.over {
			return true, err
		}
	}
}

// beginsGame reports whether the last token, a tag after a blank line, begins
// another game because it is the Event, which comes first.
func (r *PGNReader) beginsGame(err error) bool {
	return (len(r.tags) > 0 || err != nil) && bytes.HasPrefix(r.lex.token, []byte(`[Event "`))
}

// checkLength returns an error if the game has become too long.
func (r *PGNReader) checkLength() error {
	if r.lex.offset()-r.start > maxGame {
		return r.fail(ErrSyntax, "PGN", "the game is longer than 8 MB")
	}
	return nil
}

// unclosed returns the error about a comment without an end.
func (r *PGNReader) unclosed() error {
	return r.fail(ErrSyntax, "PGN comment", "it is never closed, or longer than 1 MB")
}

// findTag returns the index of the tag with that name, or -1.
func (r *PGNReader) findTag(name []byte) int {
	for i, tag := range r.tags {
		if string(r.tagText[tag.name:tag.nameEnd]) == string(name) {
			return i
		}
	}
	return -1
}

// storeTag stores the last token, a tag pair, at index i, or as a new tag if i is -1.
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

// tagTree returns a tree with the tags that were read. Their text is one string.
func (r *PGNReader) tagTree() *GameTree {
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
			r.lex.unread()
			return
		case tokenEnd:
			r.cut = true
			return
		}
	}
}

// readMoves reads the moves to the end of the game. After an error the token that
// caused it is the next to be read.
func (r *PGNReader) readMoves(t *GameTree) error {
	if err := r.setStart(t); err != nil {
		return err
	}
	if r.over {
		return nil
	}
	r.levels[0].start(&t.start)
	result, err := r.movetext()
	if err != nil {
		r.lex.unread()
		r.lex.unclosed = 0
		return err
	}
	r.over = true
	if tag := t.Tag("Result"); !isResult(tag) || tag == "*" {
		t.put("Result", result)
	}
	return nil
}

// setStart sets the start position of t by its tags.
func (r *PGNReader) setStart(t *GameTree) error {
	var err *ParseError
	if t.start, _, err = startOf(t.Tag("Variant"), t.Tag("FEN")); err != nil {
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
