package chess

import (
	"iter"
	"slices"
	"unicode/utf8"
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

// put sets a tag without asking.
func (t *GameTree) put(name, value string) {
	for i := range t.tags {
		if t.tags[i].name == name {
			t.tags[i].value = value
			return
		}
	}
	t.tags = append(t.tags, tagPair{name, value})
}

// SetTag sets a tag; the value "" removes it. Control characters in the value
// become blanks, and bytes that are no UTF-8 are taken for Latin-1. It refuses,
// with a *ParseError, a name that is not of letters, digits and underscores, a
// Result that is none of the four, what is too long or too much to be read
// back, and "SetUp", "FEN" and "Variant", which follow from the start.
func (t *GameTree) SetTag(name, value string) error {
	switch {
	case name == "SetUp" || name == "FEN" || name == "Variant":
		return illegal("tag name", name, "it follows from the position the game begins with")
	case !tagName(name):
		return &ParseError{Kind: ErrSyntax, Field: "tag name", Input: name, Detail: "not of letters, digits and underscores"}
	case value == "":
		t.tags = slices.DeleteFunc(t.tags, func(tag tagPair) bool { return tag.name == name })
		return nil
	case name == "Result" && !isResult(value):
		return &ParseError{Kind: ErrSyntax, Field: "tag Result", Input: value, Detail: `none of "1-0", "0-1", "1/2-1/2" and "*"`}
	case t.full(name):
		return &ParseError{Kind: ErrSyntax, Field: "tag name", Input: name, Detail: "too many tags"}
	}
	text := string(appendTagValue(nil, []byte(value), false))
	if len(name) > maxTag || len(text) > maxTag {
		return &ParseError{Kind: ErrSyntax, Field: "tag " + shorten(name, maxWord), Input: value, Detail: "too long"}
	}
	t.put(name, text)
	return nil
}

// full reports whether there is no room for a tag beside the others.
func (t *GameTree) full(name string) bool {
	others := 0
	for _, tag := range t.tags {
		if tag.name != name && counts(tag.name) {
			others++
		}
	}
	return others >= maxTags && counts(name)
}

// counts reports whether a tag counts towards maxTags: not the seven that a
// game gets when it is written, nor SetUp, which it may get when it is read.
func counts(name string) bool {
	switch name {
	case "Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp":
		return false
	}
	return true
}

const (
	// maxTag bounds the name and the value of a tag, in bytes of UTF-8 without
	// escapes. The PGN standard allows 255 to a line; here is room for any list
	// of names.
	maxTag = 1 << 14

	// maxTags bounds the number of those that count, since each is compared with
	// all the others.
	maxTags = 500
)

func tagName(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') && s[i] != '_' {
			return false
		}
	}
	return s != ""
}

func isResult(s string) bool {
	return s == "1-0" || s == "0-1" || s == "1/2-1/2" || s == "*"
}

// appendTagValue appends the value of a tag, with the escapes in it resolved if
// there can be any.
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
