package chess

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestSetTag(t *testing.T) {
	tree := NewGameTree(MustParseFEN(chess960FEN(7)))
	if tree.Tag("Variant") != "Chess960" || tree.Tag("SetUp") != "1" || tree.Tag("FEN") != tree.Start().FEN() {
		t.Errorf("the tags are\n%v", tree)
	}
	for _, tt := range []struct {
		name, value string
		want        error
	}{
		{"White", "Jörg \"x\" \\", nil},
		{"White", "", nil},
		{"Result", "1-0", nil},
		{"Result", "1:0", ErrSyntax},
		{"FEN", StartFEN, ErrIllegal},
		{"FEN", "", ErrIllegal},
		{"FEN", "x", ErrIllegal},
		{"SetUp", "0", ErrIllegal},
		{"SetUp", "1", nil},
		{"Variant", "", nil},
		{"Variant", "Three-check", ErrIllegal},
		{"Variant", "Atomic", ErrIllegal},
		{"Variant", "Fischerandom", nil},
		{"", "x", ErrSyntax},
		{"a b", "x", ErrSyntax},
		{"größe", "x", ErrSyntax},
		{"Long", strings.Repeat("x", maxTag+1), ErrSyntax},
		{strings.Repeat("x", maxTag+1), "long", ErrSyntax},
	} {
		before := tree.Tag(tt.name)
		err := tree.SetTag(tt.name, tt.value)
		if !errors.Is(err, tt.want) || err == nil && tree.Tag(tt.name) != tt.value || err != nil && tree.Tag(tt.name) != before {
			t.Errorf("SetTag(%s, %s) = %v, now %q", tt.name, tt.value, err, tree.Tag(tt.name))
		}
	}
}

// A result ends what Game.Tree says of a game that goes on, and nothing else.
func TestSetTagResult(t *testing.T) {
	var g Game
	tree := g.Tree()
	for _, tt := range []struct{ result, termination string }{{"*", "unterminated"}, {"1-0", ""}} {
		if err := tree.SetTag("Result", tt.result); err != nil || tree.Tag("Termination") != tt.termination {
			t.Errorf("%s: Termination %q, %v", tt.result, tree.Tag("Termination"), err)
		}
	}
	err := errors.Join(tree.SetTag("Termination", "time forfeit"), tree.SetTag("Result", "0-1"))
	if err != nil || tree.Tag("Termination") != "time forfeit" {
		t.Errorf("Termination %q, %v", tree.Tag("Termination"), err)
	}
}

// The tags that tell how a game begins may be any that agree with it.
func TestSetTagStart(t *testing.T) {
	const position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, tt := range []struct {
		fen         string
		name, value string // the value "" deletes
		ok          bool
	}{
		{StartFEN, "Variant", "Standard", true},
		{StartFEN, "Variant", "From Position", true},
		{StartFEN, "Variant", "fischerandom", true},
		{StartFEN, "Variant", "Crazyhouse", false},
		{StartFEN, "Variant", "3check", false},
		{StartFEN, "Variant", "", true},
		{StartFEN, "FEN", StartFEN, true},
		{StartFEN, "FEN", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", true},
		{StartFEN, "FEN", position, false},
		{StartFEN, "SetUp", "0", true},
		{StartFEN, "SetUp", "", true},
		{position, "FEN", "", false},
		{position, "FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 1 1", false},
		{position, "SetUp", "", false},
		{position, "Variant", "chess 960", true},
		{threeCheckStart.FEN(), "Variant", "threeCheck", true},
		{threeCheckStart.FEN(), "Variant", "", false},
		{threeCheckStart.FEN(), "FEN", StartFEN, true},
	} {
		tree := NewGameTree(MustParseFEN(tt.fen))
		before := tree.String()
		set := func() error { return tree.SetTag(tt.name, tt.value) }
		if tt.value == "" {
			set = func() error { return tree.DeleteTag(tt.name) }
		}
		err := set()
		if (err == nil) != tt.ok || err == nil && tree.Tag(tt.name) != tt.value || err != nil && (!errors.Is(err, ErrIllegal) || tree.String() != before) {
			t.Errorf("%s: %s %q: %v\n%v", tt.fen, tt.name, tt.value, err, tree)
		}
		again, err := ParsePGN(tree.String())
		if err != nil || !equalTrees(tree, again) {
			t.Errorf("%v\nis read as\n%v\n%v", tree, again, err)
		}
	}
}

// What SetTag accepts is read back; what it rejects would not be.
func TestSetTagLimits(t *testing.T) {
	many := func(n int) []tagPair {
		var tags []tagPair
		for i := range n {
			tags = append(tags, tagPair{fmt.Sprint("T", i), "x"})
		}
		return tags
	}
	fen := MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	for _, tt := range []struct {
		name  string
		start Position
		tags  []tagPair
		last  tagPair
		want  error
	}{
		{"long", StartPosition(), nil, tagPair{"A", strings.Repeat("x", maxTag)}, nil},
		{"too long", StartPosition(), nil, tagPair{"A", strings.Repeat("x", maxTag+1)}, ErrSyntax},
		{"quotes", StartPosition(), nil, tagPair{"A", strings.Repeat(`"`, maxTag)}, nil},
		{"too many quotes", StartPosition(), nil, tagPair{"A", strings.Repeat(`"`, maxTag+1)}, ErrSyntax},
		{"backslashes", StartPosition(), nil, tagPair{"A", strings.Repeat(`\`, maxTag)}, nil},
		{"Latin-1", StartPosition(), nil, tagPair{"A", strings.Repeat("\xE4", maxTag/2)}, nil},
		{"too much Latin-1", StartPosition(), nil, tagPair{"A", strings.Repeat("\xE4", maxTag/2+1)}, ErrSyntax},
		{"long name", StartPosition(), nil, tagPair{strings.Repeat("x", maxTag), "a"}, nil},
		{"tags", StartPosition(), many(maxTags - 1), tagPair{"A", "x"}, nil},
		{"too many tags", StartPosition(), many(maxTags), tagPair{"A", "x"}, ErrSyntax},
		{"one of the roster", StartPosition(), many(maxTags), tagPair{"Event", "x"}, nil},
		{"an existing tag", StartPosition(), many(maxTags), tagPair{"T0", "y"}, nil},
		{"tags and a position", fen, many(maxTags - 2), tagPair{"A", "x"}, nil},
		{"too many tags and a position", fen, many(maxTags - 1), tagPair{"A", "x"}, ErrSyntax},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := NewGameTree(tt.start)
			for _, tag := range tt.tags {
				if err := tree.SetTag(tag.name, tag.value); err != nil {
					t.Fatal(err)
				}
			}
			if err := tree.SetTag(tt.last.name, tt.last.value); !errors.Is(err, tt.want) {
				t.Fatalf("SetTag = %.100v, want %v", err, tt.want)
			}
			if tt.want != nil {
				tree.put(tt.last.name, string(appendTagValue(nil, []byte(tt.last.value), false)))
			}
			r := NewPGNReader(strings.NewReader(tree.String()))
			r.Strict = true
			again, err := r.Next()
			if !errors.Is(err, tt.want) {
				t.Fatalf("read back with the error %.200v, want %v", err, tt.want)
			}
			if err == nil && !equalTrees(tree, again) {
				t.Error("read back as another tree")
			}
		})
	}
}
