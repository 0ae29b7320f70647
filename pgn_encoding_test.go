package chess

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// sameTrees reports whether two trees are equal in everything, the order of the tags
// included.
func sameTrees(a, b *GameTree) bool {
	return equalTrees(a, b) && slices.Equal(a.tags, b.tags)
}

// readTree reads a form, and fails unless it is written back as the same bytes.
func readTree(t *testing.T, form []byte) *GameTree {
	t.Helper()
	var tree GameTree
	if err := tree.UnmarshalBinary(form); err != nil {
		t.Fatalf("%x: %v", form, err)
	}
	if back, err := tree.MarshalBinary(); err != nil || !bytes.Equal(form, back) {
		t.Fatalf("%x is written back as %x, %v", form, back, err)
	}
	for n := range tree.Root().Children() {
		if n.Parent() != tree.Root() {
			t.Fatalf("%x: the parent of %v is not the root", form, n.Move())
		}
	}
	return &tree
}

// checkForms fails unless a tree comes back from PGN, JSON and bytes as it was, and is
// written the same again.
func checkForms(t *testing.T, tree *GameTree) {
	t.Helper()
	form, err := tree.AppendBinary([]byte("x"))
	if err != nil {
		t.Fatalf("%s: %v", tree, err)
	}
	if back := readTree(t, form[1:]); !sameTrees(tree, back) {
		t.Fatalf("%x is read back as\n%s\nwant\n%s", form[1:], back, tree)
	}
	pgn := tree.String()
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	for _, read := range []func() (*GameTree, error){
		func() (*GameTree, error) { return ParsePGN(pgn) },
		func() (tree *GameTree, err error) { return tree, json.Unmarshal(text, &tree) },
	} {
		again, err := read()
		if err != nil {
			t.Fatalf("%s\n%s\n%v", pgn, text, err)
		}
		if diff := cmp.Diff(textOf(tree), textOf(again)); diff != "" {
			t.Fatalf("%s\n%s\n%s", pgn, text, diff)
		}
		if again.String() != pgn {
			t.Fatalf("%s\nwritten again:\n%s", pgn, again)
		}
	}
}

func TestGameTreeForms(t *testing.T) {
	rng := chesstest.Rand(t)
	starts := []string{StartFEN, StartFEN + " +0+0", chess960FEN(rng.IntN(960)), castlingFEN, promotionFEN, "4k3/8/8/8/8/8/4P3/4K3 b - - 3 0", "4k3/8/8/8/8/8/4P3/4K3 w - - 1+2 0 9"}
	for i := range chesstest.Sample(t, 700) {
		tree := randomTree(t, rng, MustParseFEN(starts[i%len(starts)]))
		checkForms(t, tree)
		_, moves, _ := strings.Cut(tree.String(), "]\n\n")
		for line := range strings.SplitSeq(moves, "\n") {
			if utf8.RuneCountInString(line) > maxLine && !strings.Contains(line, "%") {
				t.Fatalf("a line of %d characters: %s", utf8.RuneCountInString(line), line)
			}
			if strings.Trim(line, " ") != line && !strings.Contains(line, "  ") {
				t.Fatalf("blanks at the end: %q", line)
			}
		}
	}
	for tree := range fileGames(t, "testdata/games.pgn") {
		checkForms(t, tree)
	}
	checkForms(t, new(GameTree))
	for _, text := range []string{ // what is easily lost
		"*", "{a} {and b} $5 *", "[A \"\"]\n[Result \"\xE4\"]\n1. {b} e4! {c} ({d} 1. {e} d4) {f} 1... {g} e5 1-0",
		"1. e4 (1. e4 {again} c5 (1... c5 {x} 2. Nf3) (1... e5)) ({b} 1. e4 $6 {and a}) 1... e5 2. Nf3 {a b} (2. Nf3 2... -- 3. -- d6 $255) 2... Nc6 ; to the end } of the line\n*",
		"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"][a.b-c%d \"x\"][\xFF \"y\"] 7... Kd7 8. e4 1-0",
		"[Variant \"3check\"][FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"] 1. Ra8+ *",
		"[Variant \"Chess960\"][FEN \"rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1\"] 1. O-O (1. O-O-O O-O-O) (1. O-O {again}) O-O-O *",
		"[Variant \"fischerandom\"][SetUp \"0\"] 1. e4 (1. -- e5) *", "[Variant \"Standard\"] 1. d4 d5 1/2-1/2",
	} {
		checkForms(t, parseTree(t, text))
	}
}

// What has no form is refused: a tree without a start, and one that is larger or
// deeper than PGNReader reads.
func TestGameTreeBinaryTooLarge(t *testing.T) {
	full := parseTree(t, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *")
	room := maxTree
	for name, value := range full.Tags() {
		room -= len(name) + len(value)
	}
	n := full.Root()
	for range 7 {
		n = n.Next()
		n.SetComment(strings.Repeat("x", maxComment))
		room -= nodeSize + notesSize + maxComment
	}
	n.SetCommentBefore(strings.Repeat("x", 1000))
	room -= notesSize + 1000
	full.Root().SetComment(strings.Repeat("x", room-notesSize))
	if form, err := full.MarshalBinary(); err != nil || !sameTrees(full, readTree(t, form)) {
		t.Errorf("a tree as large as may be: %v", err)
	}
	full.Root().SetComment(full.Root().Comment() + "x")
	long := parseTree(t, "*")
	long.Root().SetComment(strings.Repeat("x", maxComment+1))
	check := MustParseFEN("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
	for name, tt := range map[string]struct {
		tree *GameTree
		kind error
	}{
		"too large":                   {full, ErrSyntax},
		"a long comment":              {long, ErrSyntax},
		"from the zero Position":      {NewGameTree(Position{}), ErrIllegal},
		"from an impossible position": {NewGameTree(check.After(0)), ErrIllegal},
	} {
		if form, err := tt.tree.AppendBinary([]byte("x")); !errors.Is(err, tt.kind) || string(form) != "x" {
			t.Errorf("%s: %d bytes written, %v", name, len(form), err)
		}
	}
}

func TestGameTreeBinaryErrors(t *testing.T) {
	many := func(n int) string { // tags with one letter a byte
		form := "81" + fmt.Sprintf("%02x", n&127|128) + fmt.Sprintf("%02x", n>>7)
		for i := range n {
			form += "0002" + fmt.Sprintf("%02x%02x", 'A'+i/26, 'A'+i%26) + "00"
		}
		return form
	}
	shuffle := ""
	for line := "g1f3 g8f6 f3g1 f6g8"; line != ""; line = line[:max(0, len(line)-5)] {
		shuffle = moveForm(t, line) + shuffle
	}
	open, end := "0909 ff05 09", "ff06" // a move, and a variation on it; its end
	for _, tt := range []struct {
		name, form string
		kind       error
	}{
		{"a game without tags", "81 00", nil},
		{"another version", "82 00", ErrSyntax},
		{"a Game", "01 00 00 00", ErrSyntax},
		{"nothing", "", ErrSyntax},
		{"no tags", "81", ErrSyntax},
		{"too many tags", "81 80808001", ErrSyntax},
		{"a tag that is missing", "81 02 01 00", ErrSyntax},
		{"a tag without an end", "81 01 01 05 40", ErrSyntax},
		{"a tag with an unknown number", "81 01 ff 00", ErrSyntax},
		{"a tag", "81 01 00 01 41 01 42", nil},
		{"a tag without a name", "81 01 00 00 01 42", ErrSyntax},
		{"a tag with a blank in its name", "81 01 00 01 20 01 42", ErrSyntax},
		{"a tag with a name that has a number", "81 01 00 05 4576656e74 01 42", ErrSyntax},
		{"a name of a tag without an end", "81 01 00 07 4576656e74", ErrSyntax},
		{"a control character in a value", "81 01 01 01 0a", ErrSyntax},
		{"Latin-1 in a value", "81 01 01 01 e4", ErrSyntax},
		{"a tag twice", "81 02 01 00 01 00", ErrSyntax},
		{"a value too long", "81 01 01 818001" + strings.Repeat("41", maxTag+1), ErrSyntax},
		{"the longest value", "81 01 01 808001" + strings.Repeat("41", maxTag), nil},
		{"500 tags", many(maxTags), nil},
		{"501 tags", many(maxTags + 1), ErrSyntax},
		{"an unknown variant", "81 01 0a 01 78", ErrIllegal},
		{"a FEN that is none", "81 01 09 01 78", ErrSyntax},
		{"1. c4", "81 00 09", nil},
		{"a move beyond the last", "81 00 14", ErrIllegal},
		{"a move far beyond the last", "81 00 ff 00 00", ErrIllegal},
		{"a move without an end", "81 00 ff 00 80", ErrSyntax},
		{"an escape without an end", "81 00 ff", ErrSyntax},
		{"an unknown escape", "81 00 ff 07", ErrSyntax},
		{"null moves", "81 00 ff01 ff01", nil},
		{"a null move in check", "81 00 09 06 ff01 0c 1d ff01", ErrIllegal},
		{"glyphs and comments", "81 00 ff02 01 07 ff03 01 78 ff04 01 78 09 ff02 02 0102 ff03 01 78", nil},
		{"a glyph after a comment", "81 00 09 ff03 01 78 ff02 01 07", ErrSyntax},
		{"glyphs twice", "81 00 09 ff02 01 07 ff02 01 07", ErrSyntax},
		{"no glyphs", "81 00 09 ff02 00", ErrSyntax},
		{"glyphs without an end", "81 00 09 ff02 02 00", ErrSyntax},
		{"two comments", "81 00 09 ff03 01 78 ff03 01 78", ErrSyntax},
		{"two comments before a move", "81 00 ff04 01 78 ff04 01 78 09", ErrSyntax},
		{"a comment before a move and a glyph", "81 00 ff04 01 78 ff02 01 07 09", ErrSyntax},
		{"a comment before no move", "81 00 ff04 01 78", ErrSyntax},
		{"an empty comment", "81 00 ff03 00", ErrSyntax},
		{"a comment with a blank at its end", "81 00 ff03 02 7820", ErrSyntax},
		{"a comment with a blank at its beginning", "81 00 ff03 02 2078", ErrSyntax},
		{"a comment with a line break", "81 00 ff03 03 780a78", ErrSyntax},
		{"a comment in Latin-1", "81 00 ff03 01 e4", ErrSyntax},
		{"a variation", "81 00 " + open + end, nil},
		{"a variation without an end", "81 00 " + open, ErrSyntax},
		{"an empty variation", "81 00 09 ff05 ff06", ErrSyntax},
		{"a variation with a comment only", "81 00 09 ff05 ff04 01 78 ff06", ErrSyntax},
		{"a variation that begins with a comment", "81 00 09 ff05 ff04 01 78 09 ff06", nil},
		{"a variation that begins with a glyph", "81 00 09 ff05 ff02 01 07 09 ff06", ErrSyntax},
		{"a variation that begins with a variation", "81 00 09 ff05 ff05 09 ff06 ff06", ErrSyntax},
		{"a variation before any move", "81 00 ff05 09 ff06", ErrSyntax},
		{"a variation on the first move of a variation", "81 00 09 ff05 09 ff05 0a ff06 ff06", ErrSyntax},
		{"a variation on the second move of a variation", "81 00 09 ff05 09 09 ff05 0a ff06 ff06", nil},
		{"two variations", "81 00 09 ff05 09 ff06 ff05 09 ff06 09", nil},
		{"a glyph after a variation", "81 00 09 ff05 09 ff06 ff02 01 07", ErrSyntax},
		{"a comment after a variation", "81 00 09 ff05 09 ff06 ff03 01 78", ErrSyntax},
		{"a comment before a move after a variation", "81 00 09 ff05 09 ff06 ff04 01 78 09", nil},
		{"an end without a variation", "81 00 09 ff06", ErrSyntax},
		{"the deepest variations", "81 00" + deepForm(t, maxDepth), nil},
		{"variations too deep", "81 00" + deepForm(t, maxDepth+1), ErrSyntax},
		{"as many moves as there is memory", "81 00" + strings.Repeat(shuffle, maxTree/nodeSize/4), nil},
		{"too many moves", "81 00" + strings.Repeat(shuffle, maxTree/nodeSize/4+1), ErrSyntax},
	} {
		form := unhex(t, tt.form)
		tree := parseTree(t, "1. d4 *")
		want := tree.String()
		err := tree.UnmarshalBinary(form)
		if !errors.Is(err, tt.kind) || err != nil && tree.String() != want {
			t.Errorf("%s: %v; want %v", tt.name, err, tt.kind)
		}
		if err == nil {
			readTree(t, form)
		} else {
			checkFormError(t, err, form)
		}
	}
}

// moveForm returns the form of a move after others, in hexadecimal.
func moveForm(t *testing.T, line string) string {
	t.Helper()
	p := StartPosition()
	i := -1
	for _, uci := range strings.Fields(line) {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		i = slices.Index(slowOrder(p), m)
		p = p.After(m)
	}
	return fmt.Sprintf("%02x", i)
}

// deepForm returns moves with variations nested to a depth.
func deepForm(t *testing.T, depth int) string {
	const line = "g1f3 b8c6 f3g1 c6b8"
	var level [4]string // a move, and the one that the next variation replaces
	for i, other := range [4]string{"a7a6", "a2a3", "a7a6", "a2a3"} {
		level[i] = moveForm(t, line[:5*i+4]) + moveForm(t, line[:5*i+4]+" "+other) + "ff05"
	}
	form := ""
	for i := range depth {
		form += level[i%4]
	}
	return form + level[depth%4][:2] + strings.Repeat("ff06", depth)
}

func TestGoldenTrees(t *testing.T) {
	for _, line := range readGolden(t, "tree") {
		want := parseTree(t, line.text)
		form, err := want.MarshalBinary()
		if got := hex.EncodeToString(form); err != nil || got != line.form {
			t.Errorf("%s has the form %s, %v, want %s", line.text, got, err, line.form)
		}
		if tree := readTree(t, unhex(t, line.form)); !sameTrees(tree, want) {
			t.Errorf("%s is read as %s, want %s", line.form, tree, line.text)
		}
	}
}

// The documentation of the package lists the names of tags that have a number.
func TestFormTags(t *testing.T) {
	doc, err := os.ReadFile("docs/values.md")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(strings.ReplaceAll(string(doc), "//", "")), " ")
	if names := ", from 1: " + strings.Join(formTags[:], ", ") + "."; !strings.Contains(words, names) {
		t.Errorf("docs/values.md does not list%s", names)
	}
	seen := map[string]bool{}
	for _, name := range formTags {
		if !isTagName(name) || seen[name] {
			t.Errorf("%q is no name, or there twice", name)
		}
		seen[name] = true
	}
}

func FuzzGameTreeBinary(f *testing.F) {
	rng := rand.New(rand.NewPCG(13, chesstest.Seed()))
	for i := range 8 {
		fen := []string{StartFEN, StartFEN + " +0+0", chess960FEN(0), castlingFEN}[i%4]
		form, err := randomTree(new(testing.T), rng, MustParseFEN(fen)).MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(form)
	}
	f.Fuzz(func(t *testing.T, form []byte) {
		var tree GameTree
		if err := tree.UnmarshalBinary(form); err != nil {
			checkFormError(t, err, form)
			return
		}
		readTree(t, form)
		text, err := tree.appendText(nil)
		if err != nil {
			return // a comment that is too long for PGN
		}
		again, err := ParsePGN(string(text))
		if err != nil {
			t.Fatalf("%x is written as\n%s\n%v", form, text, err)
		}
		if diff := cmp.Diff(textOf(&tree).Nodes, textOf(again).Nodes); diff != "" {
			t.Fatalf("%x is read from\n%s\n%s", form, text, diff)
		}
		checkForms(t, again)
	})
}

func BenchmarkGameTreeBinary(b *testing.B) {
	var trees []*GameTree
	var forms [][]byte
	size := 0
	for tree := range NewPGNReader(bytes.NewReader(benchmarkPGN())).All() {
		form, _ := tree.MarshalBinary()
		trees, forms = append(trees, tree), append(forms, form)
		size += len(form)
	}
	for name, each := range map[string]func(i int){
		"write": func(i int) { _, _ = trees[i].MarshalBinary() },
		"read":  func(i int) { _ = new(GameTree).UnmarshalBinary(forms[i]) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				for i := range trees {
					each(i)
				}
			}
		})
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
		tree := parseTree(t, "1. d4 *")
		if err := json.Unmarshal([]byte(tt.text), tree); err != nil || movetextOf(t, tree) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, movetextOf(t, tree), err, tt.want)
		}
		if again, err := ParsePGN(tree.String()); err != nil || !equalTrees(tree, again) {
			t.Errorf("%s:\n%s\nis read as\n%v\n%v", tt.name, tree, again, err)
		}
	}
}

// What is refused changes nothing, and the error tells which node it is about.
func TestTreeJSONErrors(t *testing.T) {
	tags := ""
	for i := range maxTags {
		tags += fmt.Sprintf(`"T%d": "x", `, i)
	}
	for _, tt := range []struct {
		text, want string // how the error begins
		kind       error  // nil if any
	}{
		{`[]`, "GameTree in JSON", ErrSyntax},
		{`{"tags": ["a"]}`, "JSON member", ErrSyntax},
		{`{"tags": {"a": 1}}`, `tag a "1": malformed: not a string`, ErrSyntax},
		{`{"tags": {"a": "b"`, "unexpected end", nil},
		{`{"moves": "e4"}`, "JSON member", ErrSyntax},
		{`{"moves": ["e4"]}`, "node 1: ", ErrSyntax},
		{`{"moves": [null]}`, "node 1: ", ErrSyntax},
		{`{"moves": [{}]}`, "node 1: ", ErrSyntax},
		{`{"moves": [{"move": "e2e5"}]}`, `node 1: move "e2e5": illegal: no such move of a pawn to e5 is legal`, ErrIllegal},
		{`{"moves": [{"move": "e2"}]}`, `node 1: UCI move "e2": malformed at character 3: `, ErrSyntax},
		{`{"moves": [{"san": "e4", "nags": ["?!?"]}]}`, `node 1: NAG "?!?": malformed: `, ErrSyntax},
		{`{"moves": [{"san": "e4", "variations": {}}]}`, `node 1: JSON member "variations": malformed: an object where an array is expected`, ErrSyntax},
		{`{"moves": [{"san": "e4", "variations": [{"san": "d4"}]}]}`, "node 1: ", ErrSyntax},
		{`{"moves": [{"san": "e4", "variations": [[{"san": 5}]]}]}`, `node 2: JSON member "san": malformed: a number where a string is expected`, ErrSyntax},
		{`{"moves": [{"san": "e4", "variations": [[{"san": "d4"}, {"san": "d4"}]]}]}`, `node 3: SAN "d4": illegal: `, ErrIllegal},
		{`{"moves": [{"san": "e4", "variations": [[{"san": "d4"}, {"san": "d5"}]]}, {"san": "e6"}, {"san": "e6"}]}`, `node 5: SAN "e6": illegal: `, ErrIllegal},
		{`{"start": "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "moves": [{"move": "0000"}]}`, "node 1: ", ErrIllegal},
		{`{"start": "x"}`, "", ErrSyntax},
		{`{"start": ""}`, "", ErrIllegal},
		{`{"start": "", "tags": {"FEN": "8/8/8/8/8/8/8/8 w - - 0 0"}}`, "", ErrIllegal},
		{`{"start": "` + StartFEN + `", "tags": {"FEN": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}}`, "", ErrIllegal},
		{`{"tags": {"FEN": "8/8/8/8/8/8/8/8 w - - 0 1"}}`, "", ErrIllegal},
		{`{"tags": {"Variant": "Shatranj"}}`, "", ErrIllegal},
		{`{"tags": {"a b": "c"}}`, "", ErrSyntax},
		{`{"tags": {` + tags + `"A": "x"}}`, "", ErrSyntax},
		{`{"comment": "` + strings.Repeat("x", maxComment+1) + `"}`, "comment \"xxx", ErrSyntax},
		{`{"moves": [{"san": "e4", "comment": "` + strings.Repeat("x", maxComment+1) + `"}]}`, `node 1: comment "xxx`, ErrSyntax},
		{deepJSON(maxDepth + 1), `node 5006: level of variations "1001": malformed: variations are nested too deeply`, ErrSyntax},
		{deepJSON(10_000), "", nil}, // deeper than encoding/json reads
	} {
		tree := parseTree(t, "1. d4 *")
		before := tree.String()
		err := json.Unmarshal([]byte(tt.text), tree)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || tt.kind != nil && !errors.Is(err, tt.kind) || tree.String() != before {
			t.Errorf("%.200s: %v, want %q, %v; now\n%v", tt.text, err, tt.want, tt.kind, tree)
		}
	}
	var tree GameTree
	if err := json.Unmarshal([]byte(deepJSON(maxDepth)), &tree); err != nil {
		t.Fatalf("1,000 variations, one in the other: %v", err)
	}
	text, err := json.Marshal(&tree)
	var again GameTree
	if err := errors.Join(err, json.Unmarshal(text, &again)); err != nil || !equalTrees(&tree, &again) {
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

// The memory for a tree, good or bad, is bounded by the length of its JSON, and less
// is taken where it is too large.
func TestTreeJSONMemory(t *testing.T) {
	for i, tt := range []struct {
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
		if chesstest.Sampled(t) && i%5 > 0 {
			continue
		}
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
