package chess

import (
	"bytes"
	"iter"
	"slices"
	"unicode/utf8"
)

const (
	// maxTag bounds the name and the value of a tag, in bytes of UTF-8 without
	// escapes. The PGN standard allows lines of 255 characters; this is enough for
	// any list of names.
	maxTag = 1 << 14

	// maxTags bounds the number of tags that count (see counts), since each name is
	// compared with all others.
	maxTags = 500
)

// Tag returns the value of a tag, or "" if there is none.
func (t *GameTree) Tag(name string) string {
	for i := range t.tags {
		if t.tags[i].name == name {
			return t.tags[i].value
		}
	}
	return ""
}

// Tags returns the names and values of the tags, in the order in which they
// were read or set.
func (t *GameTree) Tags() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, tag := range t.tags {
			if !yield(tag.name, tag.value) {
				return
			}
		}
	}
}

// unterminated is the Termination of a game that goes on.
const unterminated = "unterminated"

// SetTag sets a tag. Control characters in the value become blanks, and a value that
// is not valid UTF-8 is read as Latin-1. It rejects values of "Variant", "FEN" and
// "SetUp" that contradict the start of the game, with a *ParseError that matches
// ErrIllegal: "Standard", "From Position" and "Fischerandom" say the same of most
// games. It rejects with one that matches ErrSyntax: a name of other characters than
// letters, digits and underscores; a Result that is none of the four; and a name, a
// value or a number of tags that PGNReader does not read. A Result other than "*" deletes the
// Termination "unterminated", which Game.Tree sets while a game goes on.
func (t *GameTree) SetTag(name, value string) error {
	if !isTagName(name) {
		return badTagName(name)
	}
	if err := t.setTag(name, value); err != nil {
		return err
	}
	if name == "Result" && value != "*" && t.Tag("Termination") == unterminated {
		return t.DeleteTag("Termination")
	}
	return nil
}

// setTag is SetTag for any name that PGNReader reads.
func (t *GameTree) setTag(name, value string) error {
	switch {
	case name == "Result" && !isResult(value):
		return &ParseError{Kind: ErrSyntax, Field: "tag Result", Input: value, Detail: `none of "1-0", "0-1", "1/2-1/2" and "*"`}
	case t.full(name):
		return tooManyTags(name)
	}
	text := string(appendTagValue(nil, []byte(value), false))
	if len(name) > maxTag || len(text) > maxTag {
		return &ParseError{Kind: ErrSyntax, Field: "tag " + shorten(name, maxWord), Input: value, Detail: "too long"}
	}
	if err := t.contradiction(name, text); err != nil {
		return err
	}
	t.put(name, text)
	if name == "FEN" && text != "" {
		t.put("SetUp", "1")
	}
	return nil
}

// DeleteTag deletes a tag. It rejects "Variant", "FEN" and "SetUp" if the start of
// the game does not follow from the other tags, with a *ParseError that matches
// ErrIllegal.
func (t *GameTree) DeleteTag(name string) error {
	if err := t.contradiction(name, ""); err != nil {
		return err
	}
	t.tags = slices.DeleteFunc(t.tags, func(tag tagPair) bool { return tag.name == name })
	return nil
}

// contradiction returns the error if the tags would contradict the start of the
// game with another value of one of them.
func (t *GameTree) contradiction(name, value string) error {
	variant, fen := t.Tag("Variant"), t.Tag("FEN")
	switch name {
	case "Variant":
		variant = value
	case "FEN":
		fen = value
	case "SetUp":
		if fen == "" || value == "1" {
			return nil
		}
		return illegal("tag SetUp", value, "the game has a FEN tag")
	default:
		return nil
	}
	start, _, err := startOf(variant, fen)
	if now := t.first().FEN(); err == nil && start.FEN() == now || name == "FEN" && fen == now {
		return nil
	}
	e := &ParseError{Kind: ErrIllegal, Field: "tag " + name, Input: value, Detail: "it contradicts the position that the game begins with"}
	if err != nil {
		e.Err = err
	}
	return e
}

// put sets a tag without any check.
func (t *GameTree) put(name, value string) {
	for i := range t.tags {
		if t.tags[i].name == name {
			t.tags[i].value = value
			return
		}
	}
	t.tags = append(t.tags, tagPair{name, value})
}

// full reports whether there are too many other tags to set this one.
func (t *GameTree) full(name string) bool {
	others := 0
	for _, tag := range t.tags {
		if tag.name != name && counts(tag.name) {
			others++
		}
	}
	return others >= maxTags && counts(name)
}

// tooManyTags returns the error about a tag that there is no room for.
func tooManyTags(name string) error {
	return &ParseError{Kind: ErrSyntax, Field: "tag name", Input: name, Detail: "too many tags"}
}

// counts reports whether a tag counts towards maxTags. Those that writing a game
// adds do not, nor does SetUp, which reading it may add.
func counts(name string) bool {
	switch name {
	case "Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp":
		return false
	}
	return true
}

// badTagName returns the error about a name that no tag has.
func badTagName(name string) error {
	return &ParseError{Kind: ErrSyntax, Field: "tag name", Input: name, Detail: "a name consists of letters, digits and underscores"}
}

// isTagName reports whether s consists of letters, digits and underscores.
func isTagName(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') && s[i] != '_' {
			return false
		}
	}
	return s != ""
}

// knownTags are the tags that have a meaning for this package.
var knownTags = bytes.Fields([]byte("Event Site Date Round White Black Result FEN SetUp Variant Termination"))

// tagName returns the name of a tag that was read, in UTF-8, and a name of knownTags in
// its own case: some programs write "fen".
func tagName(name []byte) []byte {
	switch string(name) {
	case "Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle",
		"WhiteRatingDiff", "BlackRatingDiff", "UTCDate", "UTCTime", "ECO", "Opening", "Variant", "TimeControl", "Termination":
		return name // as nearly all are
	}
	for _, known := range knownTags {
		if len(name) == len(known) && bytes.EqualFold(name, known) {
			return known
		}
	}
	if utf8.Valid(name) {
		return name
	}
	return appendLatin1(nil, name)
}

// isResult reports whether s is one of the four results of PGN.
func isResult(s string) bool {
	return s == "1-0" || s == "0-1" || s == "1/2-1/2" || s == "*"
}

// appendTagValue appends the value of a tag, without its escapes if it has any.
func appendTagValue(dst, text []byte, escaped bool) []byte {
	first := len(dst)
	for i := 0; i < len(text); i++ {
		c := text[i]
		if escaped && c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\') {
			i++
			c = text[i]
		}
		dst = append(dst, max(c, ' '))
	}
	if !utf8.Valid(dst[first:]) {
		dst = appendLatin1(dst[:first], slices.Clone(dst[first:]))
	}
	return dst
}
