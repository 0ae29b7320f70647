package chess

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTreeJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	starts := []Position{StartPosition(), threeCheckStart, MustParseFEN(chess960FEN(7)), MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 b - - 3 0")}
	for i := range 200 {
		tree := randomTree(t, rng, starts[i%len(starts)])
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		var again GameTree
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		if diff := cmp.Diff(textOf(tree), textOf(&again)); diff != "" {
			t.Fatalf("%s\n%s", text, diff)
		}
		if twice, err := json.Marshal(&again); err != nil || string(twice) != string(text) {
			t.Fatalf("%s\nis written again as\n%s\n%v", text, twice, err)
		}
		// The tree that was read is whole: a node of it leads back to its root.
		for n := range again.Nodes() {
			for n.Parent() != nil {
				n = n.Parent()
			}
			if n != again.Root() {
				t.Fatal("a node has another root")
			}
		}
	}
}

// What people write by hand is enough.
func TestTreeJSONByHand(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", `{}`, "*"},
		{"moves", `{"moves": [{"move": "e2e4"}, {"san": "e5"}, {"san": "Nf3", "move": null}]}`, "1. e4 e5 2. Nf3 *"},
		{"a move counts", `{"moves": [{"move": "e2e4", "san": "d4"}]}`, "1. e4 *"},
		{"null moves", `{"moves": [{"move": "0000"}, {"san": "--"}]}`, "1. -- -- *"},
		{"a position", `{"start": "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "moves": [{"move": "e1g1"}]}`, "1. O-O *"},
		{"a position in the tags", `{"tags": {"FEN": "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"}, "moves": [{"san": "O-O"}]}`, "1. O-O *"},
		{"three-check", `{"tags": {"Variant": "3check"}}`, "*"},
		{"Chess960", `{"start": "1k6/8/8/8/8/8/8/RK6 w A - 0 1", "moves": [{"move": "b1a1"}]}`, "1. O-O-O *"},
		{"a variation on the first move of a variation",
			`{"moves": [{"san": "e4", "variations": [[{"san": "d4", "variations": [[{"san": "c4"}]]}], [{"san": "b4"}], []]}, {"san": "e5"}]}`,
			"1. e4 (1. d4) (1. c4) (1. b4) 1... e5 *"},
		{"annotated", `{"comment": " x\ny", "moves": [{"san": "e4", "nags": ["!", "$10"], "comment": "c", "commentBefore": "b"}]}`,
			"{x y} 1. {b} e4 $1 $10 {c} *"},
		{"null", `null`, "1. d4 *"},
		{"null tags", `{"tags": null, "moves": null}`, "*"},
		{"null variations", `{"moves": [{"san": "e4", "variations": [null]}, {"san": "e5", "variations": null}]}`, "1. e4 e5 *"},
		{"variations before the move", `{"moves": [{"variations": [[{"san": "d4"}], [{"san": "c4"}]], "san": "e4"}, {"san": "e5"}]}`,
			"1. e4 (1. d4) (1. c4) 1... e5 *"},
		{"other members and cases", `{"moves": [{"x": [{"y": 1}], "SAN": "e4", "NAGS": ["!"]}], "z": {}}`, "1. e4 $1 *"},
		{"the name of a tag that PGN does not allow, but PGNReader reads", `{"tags": {"My-Tag": "a", "Été": "b"}}`, "*"},
		{"two tags of a name", `{"tags": {"Result": "1-0", "Result": "0-1"}}`, "0-1"},
	} {
		tree, err := ParsePGN("1. d4 *")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(tt.text), tree); err != nil || movetextOf(t, tree) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, movetextOf(t, tree), err, tt.want)
		}
		if again, err := ParsePGN(tree.String()); err != nil || !equalTrees(tree, again) {
			t.Errorf("%s:\n%s\nis read as\n%v\n%v", tt.name, tree, again, err)
		}
	}
}

func TestTreeJSONErrors(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       error // nil if any
	}{
		{"no object", `[]`, nil},
		{"tags of another kind", `{"tags": ["a"]}`, nil},
		{"a tag of another kind", `{"tags": {"a": 1}}`, nil},
		{"cut", `{"tags": {"a": "b"`, nil},
		{"an illegal move", `{"moves": [{"move": "e2e5"}]}`, ErrIllegal},
		{"an illegal move in SAN", `{"moves": [{"san": "e5"}]}`, ErrIllegal},
		{"no move", `{"moves": [{}]}`, ErrSyntax},
		{"no move in text", `{"moves": [{"move": "x"}]}`, ErrSyntax},
		{"a null move in check", `{"start": "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "moves": [{"move": "0000"}]}`, ErrIllegal},
		{"an illegal variation", `{"moves": [{"san": "e4", "variations": [[{"san": "e5"}]]}]}`, ErrIllegal},
		{"no glyph", `{"moves": [{"san": "e4", "nags": ["?!?"]}]}`, ErrSyntax},
		{"no position", `{"start": "x"}`, ErrSyntax},
		{"the zero Position", `{"start": ""}`, ErrIllegal},
		{"the zero Position, with tags", `{"start": "", "tags": {"FEN": "8/8/8/8/8/8/8/8 w - - 0 0"}}`, ErrIllegal},
		{"an empty board", `{"tags": {"FEN": "8/8/8/8/8/8/8/8 w - - 0 1"}}`, ErrIllegal},
		{"moves of another kind", `{"moves": "e4"}`, ErrSyntax},
		{"a move of another kind", `{"moves": ["e4"]}`, ErrSyntax},
		{"null for a move", `{"moves": [null]}`, ErrSyntax},
		{"variations of another kind", `{"moves": [{"san": "e4", "variations": [{"san": "d4"}]}]}`, ErrSyntax},
		{"a variant", `{"tags": {"Variant": "Atomic"}}`, ErrIllegal},
		{"two starts", `{"start": "` + StartFEN + `", "tags": {"FEN": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}}`, ErrIllegal},
		{"a tag with a blank", `{"tags": {"a b": "c"}}`, ErrSyntax},
		{"a result", `{"tags": {"Result": "1:0"}}`, ErrSyntax},
		{"too deep", deepJSON(maxDepth + 1), ErrSyntax},
		{"deeper than encoding/json reads", deepJSON(10_000), nil},
		{"a long comment", `{"comment": "` + strings.Repeat("x", maxComment+1) + `"}`, ErrSyntax},
		{"too many tags", `{"tags": {"T0": "x"` + manyTags(1000) + `}}`, ErrSyntax},
	} {
		tree, err := ParsePGN("1. d4 *")
		if err != nil {
			t.Fatal(err)
		}
		before := tree.String()
		err = json.Unmarshal([]byte(tt.text), tree)
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) || tree.String() != before {
			t.Errorf("%s: %v, want %v; now\n%v", tt.name, err, tt.want, tree)
		}
	}
	var tree GameTree
	if err := json.Unmarshal([]byte(deepJSON(maxDepth)), &tree); err != nil {
		t.Fatalf("1,000 variations, one in the other: %v", err)
	}
	text, err := json.Marshal(&tree)
	if err != nil {
		t.Fatal(err)
	}
	var again GameTree
	if err := json.Unmarshal(text, &again); err != nil || !equalTrees(&tree, &again) {
		t.Errorf("1,000 variations, one in the other: %v", err)
	}
	n := tree.Root()
	for n.Next() != nil {
		n = n.Next()
	}
	n.SetComment(strings.Repeat("x", maxComment+1))
	if _, err := json.Marshal(&tree); !errors.Is(err, ErrSyntax) {
		t.Errorf("a long comment: %v", err)
	}
}

// An error tells which node it is about.
func TestTreeJSONErrorPlace(t *testing.T) {
	for text, want := range map[string]string{
		`{"moves": [{"san": "e4", "variations": [[{"san": "d4"}, {"san": "d5"}]]}, {"san": "e6"}, {"san": "e6"}]}`: `node 5: SAN "e6": illegal: `,
		`{"moves": [{"san": "e4", "variations": [[{"san": "d4"}, {"san": "d4"}]]}]}`:                               `node 3: SAN "d4": illegal: `,
		`{"moves": [{"san": "e4", "variations": {}}]}`:                                                             `node 1: JSON member "variations": malformed: an object where an array is expected`,
		`{"moves": [{"san": "e4", "variations": [[{"san": 5}]]}]}`:                                                 `node 2: JSON member "san": malformed: a number where a string is expected`,
		`{"moves": [{"move": "e2e5"}]}`:                                                                            `node 1: move "e2e5": illegal: no such move of a pawn to e5 is legal`,
		`{"moves": [{"move": "e2"}]}`:                                                                              `node 1: UCI move "e2": malformed at character 3: `,
		`{"moves": [{"san": "e4", "nags": ["?!?"]}]}`:                                                              `node 1: NAG "?!?": malformed: `,
		`{"moves": [{"san": "e4", "comment": "` + strings.Repeat("x", maxComment+1) + `"}]}`:                       `node 1: comment "xxx`,
		deepJSON(maxDepth + 1):                                                                                     `node 5006: level of variations "1001": malformed: variations are nested too deeply`,
	} {
		var tree GameTree
		err := json.Unmarshal([]byte(text), &tree)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.200s:\n%v, want\n%s", text, err, want)
		}
	}
}

// The memory for a tree, good or bad, is bounded by the length of its JSON, and less
// is taken where it is too large.
func TestTreeJSONMemory(t *testing.T) {
	for _, tt := range []struct {
		name, start, again, end string
		size, most              int // bytes of the text, and of memory for each
	}{
		{"moves", `{"moves":[`, `{"san":"Nf3"},{"san":"Nf6"},{"san":"Ng1"},{"san":"Ng8"},`, `{"san":"Nf3"}]}`, 8 << 20, 12},
		{"variations", `{"moves":[{"san":"e4","variations":[[`, `{"san":"d4"}],[`, `]]}]}`, 8 << 20, 12},
		{"comments", `{"moves":[{"san":"e4"`, `,"comment":"x"`, `}]}`, 1 << 20, 64},
		{"comment", `{"moves":[{"san":"e4","comment":"`, `x`, `"}]}`, 1 << 22, 64},
		{"comment on the game", `{"comment":"`, `x`, `"}`, 1 << 22, 64},
		{"glyphs", `{"moves":[{"san":"e4","nags":[`, `"!",`, `"!"]}]}`, 1 << 20, 64},
		{"glyphs of the game", `{"nags":[`, `"!",`, `"!"]}`, 1 << 20, 64},
		{"tags", `{"tags":{`, `"a":"",`, `"b":""}}`, 1 << 20, 64},
		{"names of tags", `{"tags":{"`, `x`, `":""}}`, 1 << 22, 64},
		{"other members", `{"moves":[{"san":"e4","x":[`, `{},`, `{}]}]}`, 1 << 20, 64},
		{"no moves", `{"moves":[`, `{},`, `{}]}`, 1 << 20, 64},
		{"arrays", `{"moves":[{"san":"e4","variations":[`, `[],`, `[]]}]}`, 1 << 20, 64},
		{"empty members", `{"moves":[{"san":"e4"`, `,"":0`, `}]}`, 1 << 20, 64},
	} {
		text := []byte(tt.start + strings.Repeat(tt.again, tt.size/len(tt.again)) + tt.end)
		var before, after runtime.MemStats
		var tree GameTree
		runtime.ReadMemStats(&before)
		err := json.Unmarshal(text, &tree)
		runtime.ReadMemStats(&after)
		got := int(after.TotalAlloc-before.TotalAlloc) / len(text)
		if got > tt.most {
			t.Errorf("%s: %d bytes of memory for each of %d, more than %d: %v", tt.name, got, len(text), tt.most, err)
		}
		t.Logf("%s: %d bytes of memory for each of %d", tt.name, got, len(text))
	}
}

// deepJSON returns variations that are nested to a depth, where the fifth move is
// replaced, again and again.
func deepJSON(depth int) string {
	return `{"moves": ` + strings.Repeat(`[{"san": "Nf3"}, {"san": "Nf6"}, {"san": "Ng1"}, {"san": "Ng8"}, {"san": "Nc3", "variations": [`, depth) +
		`[{"san": "Nf3"}]` + strings.Repeat("]}]", depth) + "}"
}

func manyTags(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `, "T%d": "x"`, i+1)
	}
	return b.String()
}

// Whatever JSON is read as a tree is written and read as the same, as JSON and as
// PGN.
func FuzzTreeJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"tags":{"Event":"?","Variant":"Chess960","FEN":"1k6/8/8/8/8/8/8/RK6 w A - 0 1"},"moves":[{"move":"b1a1"}]}`,
		`{"start":"4k3/8/8/8/8/8/4P3/4K3 w - - 1+2 0 9","comment":"a","nags":["$7"],"moves":[{"san":"e4","nags":["!"],"comment":"}","commentBefore":"\u0000",` +
			`"variations":[[{"move":"0000"},{"san":"--"}],[{"san":"e3"}]]}]}`,
		`{"start":"","tags":{"Result":"1-0","A":""}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var tree, again GameTree
		if json.Unmarshal(text, &tree) != nil {
			return
		}
		written, err := json.Marshal(&tree)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(written, &again); err != nil || !equalTrees(&tree, &again) {
			t.Fatalf("%s\nis written as\n%s\nand read as\n%v\n%v", text, written, &again, err)
		}
		pgn := tree.String()
		if read, err := ParsePGN(pgn); err != nil || !equalTrees(&tree, read) {
			t.Fatalf("%s\nis written as\n%s\nand read as\n%v\n%v", text, pgn, read, err)
		}
	})
}
