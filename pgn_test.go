package chess

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// A treeText is a GameTree in a form to compare.
type treeText struct {
	Start string
	Tags  map[string]string
	Nodes []string // in order, each with the place of its parent
}

func textOf(t *GameTree) treeText {
	s := treeText{Start: t.start.FEN(), Tags: map[string]string{}}
	for _, tag := range sevenTagRoster {
		s.Tags[tag.name] = tag.value
	}
	for name, value := range t.Tags() {
		if value != "" || s.Tags[name] == "" {
			s.Tags[name] = value
		}
	}
	places := map[*Node]int{}
	for n := range t.Nodes() {
		places[n] = len(places)
		parent := -1
		if n.Parent() != nil {
			parent = places[n.Parent()]
		}
		s.Nodes = append(s.Nodes, fmt.Sprintf("%d %v %q %q %v", parent, n.Move(), n.CommentBefore(), n.Comment(), n.NAGs()))
	}
	return s
}

// equalTrees compares trees, as far as writing keeps them.
func equalTrees(a, b *GameTree) bool { return cmp.Equal(textOf(a), textOf(b)) }

// randomTree returns a game of random moves with variations and annotations at
// random places.
func randomTree(t *testing.T, rng *rand.Rand, start Position) *GameTree {
	t.Helper()
	tree := NewGameTree(start)
	words := []string{"", "good", "{", "}", "%", ";", "a  b", "[Event \"x\"]", "größer", "*", strings.Repeat("long ", 30), "x\n\ny", "}{", " "}
	text := func() string {
		s := ""
		for range rng.IntN(40) {
			s += words[rng.IntN(len(words))] + " "
		}
		return s
	}
	nodes := []*Node{tree.Root()}
	for range rng.IntN(150) {
		n := nodes[len(nodes)-1]
		if rng.IntN(4) == 0 {
			n = nodes[rng.IntN(len(nodes))]
		}
		p := n.Position()
		moves := p.AppendMoves(nil)
		if p.canPass() && rng.IntN(20) == 0 {
			moves = []Move{0}
		}
		if len(moves) == 0 {
			continue
		}
		next, err := n.Add(moves[rng.IntN(len(moves))])
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(nodes, next) {
			nodes = append(nodes, next)
		}
		switch rng.IntN(12) {
		case 0:
			next.SetComment(text())
		case 1:
			next.SetCommentBefore(text())
		case 2:
			next.SetNAGs(NAG(rng.IntN(256)), NAG(rng.IntN(7)))
		case 3:
			next.Promote()
		}
	}
	if rng.IntN(2) == 0 {
		tree.Root().SetComment(text())
	}
	for _, name := range []string{"White", "Annotator", "Result", "A"} {
		value := text()
		if name == "Result" {
			value = []string{"1-0", "0-1", "1/2-1/2", "*"}[rng.IntN(4)]
		}
		if err := tree.SetTag(name, value+"\\\""[:rng.IntN(3)]); err != nil && name != "Result" {
			t.Fatal(err)
		}
	}
	return tree
}

// What is written is read back as the same, in lines of less than 80
// characters.
func TestPGNRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	starts := []Position{
		StartPosition(), threeCheckStart, MustParseFEN(chess960FEN(7)),
		MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 b - - 3 0"), MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 1+2 0 9"),
	}
	for i := range 400 {
		tree := randomTree(t, rng, starts[i%len(starts)])
		text := tree.String()
		again, err := ParsePGN(text)
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		if diff := cmp.Diff(textOf(tree), textOf(again)); diff != "" {
			t.Fatalf("%s\n%s", text, diff)
		}
		if again.String() != text {
			t.Fatalf("%s\nwritten again:\n%s", text, again)
		}
		_, moves, _ := strings.Cut(text, "]\n\n")
		for _, line := range strings.Split(moves, "\n") {
			if utf8.RuneCountInString(line) > maxLine && !strings.Contains(line, "%") {
				t.Fatalf("a line of %d characters: %s", utf8.RuneCountInString(line), line)
			}
			if strings.Trim(line, " ") != line && !strings.Contains(line, "  ") {
				t.Fatalf("blanks at the end: %q", line)
			}
		}
	}
}

func TestPGNExport(t *testing.T) {
	tree, err := ParsePGN(`[Round "1"][Black "B"][White "\"W\""][ECO "C20"][Annotator "me"][Result "0-1"]
{intro} e4 (d4 {why not, after all, since this is a fine move too, and the comment on it is long enough} d5 $10) e5`)
	if err != nil {
		t.Fatal(err)
	}
	const want = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "1"]
[White "\"W\""]
[Black "B"]
[Result "0-1"]
[Annotator "me"]
[ECO "C20"]

{intro} 1. e4 (1. d4 {why not, after all, since this is a fine move too, and
the comment on it is long enough} 1... d5 $10) 1... e5 0-1

`
	if diff := cmp.Diff(want, tree.String()); diff != "" {
		t.Error(diff)
	}
	var b strings.Builder
	n, err := tree.WriteTo(&b)
	if err != nil || n != int64(len(want)) || b.String() != want {
		t.Errorf("WriteTo = %d, %v", n, err)
	}
	if _, err := tree.WriteTo(failingWriter{}); err != io.ErrShortWrite {
		t.Errorf("WriteTo = %v, want the error of the writer", err)
	}

	data, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	var again GameTree
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(textOf(tree), textOf(&again)); diff != "" {
		t.Error(diff)
	}
	last := again.Root().Next().Next()
	if p := last.Position(); p.EPD() != "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -" {
		t.Errorf("the last position is %v", p)
	}
	if err := again.UnmarshalText([]byte("1. e5")); !errors.Is(err, ErrIllegal) {
		t.Errorf("UnmarshalText = %v, want an illegal move", err)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestPGNTooLarge(t *testing.T) {
	deep := NewGameTree(StartPosition())
	n := deep.Root()
	add := func(uci string) *Node {
		p := n.Position()
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		next, err := n.Add(m)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	for i := range maxDepth + 1 { // the second of two moves, each time
		moves := [4][2]string{{"g1f3", "b1c3"}, {"g8f6", "b8c6"}, {"f3g1", "c3b1"}, {"f6g8", "c6b8"}}[i%4]
		if i%4 < 2 {
			add(moves[0])
		} else {
			add("a2a3 a7a6 a3a4 a6a5"[i%4%2*5:][:4])
		}
		n = add(moves[1])
	}
	long := NewGameTree(StartPosition())
	long.Root().SetComment(strings.Repeat("x", maxToken))
	for _, tree := range []*GameTree{deep, long} {
		if text, err := tree.AppendPGN([]byte("x")); !errors.Is(err, ErrSyntax) || string(text) != "x" {
			t.Errorf("%d bytes written, %v", len(text), err)
		}
	}
}

// movesOf returns moves from their SAN.
func movesOf(t *testing.T, p Position, sans string) []Move {
	t.Helper()
	var moves []Move
	for _, s := range strings.Fields(sans) {
		m, err := p.ParseSAN(s)
		if s == "--" {
			m, err = 0, nil
		}
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		p = p.After(m)
	}
	return moves
}

func TestGameTreeEdit(t *testing.T) {
	tree := NewGameTree(StartPosition())
	add := func(n *Node, sans string) *Node {
		t.Helper()
		n, err := n.Add(movesOf(t, n.Position(), sans)...)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	check := func(want string) {
		t.Helper()
		if got := movetextOf(t, tree); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	root := tree.Root()
	last := add(root, "e4 e5 Nf3 Nc6")
	add(root, "e4 c5")
	sicilian := add(root, "e4 c5 Nf3 d6")
	queens := add(root, "d4")
	pass := add(root, "d4 -- e4")
	check("1. e4 (1. d4 -- 2. e4) 1... e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *")
	if pass.Parent().Parent() != queens || add(root, "d4") != queens {
		t.Error("the same moves lead to another node")
	}
	if got := pass.Position(); got.FEN() != "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq e3 0 2" {
		t.Errorf("position %v", got)
	}

	if n, err := last.Add(movesOf(t, StartPosition(), "e4")...); !errors.Is(err, ErrIllegal) || n != last {
		t.Errorf("an illegal move: %v", err)
	}
	check("1. e4 (1. d4 -- 2. e4) 1... e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *")

	for n := sicilian; n != nil; n = n.Parent() {
		n.Promote()
	}
	check("1. e4 (1. d4 -- 2. e4) 1... c5 (1... e5 2. Nf3 Nc6) 2. Nf3 d6 *")
	queens.Promote()
	check("1. d4 (1. e4 c5 (1... e5 2. Nf3 Nc6) 2. Nf3 d6) 1... -- 2. e4 *")
	if diff := cmp.Diff([]Move{queens.Move(), 0, pass.Move()}, tree.Mainline()); diff != "" {
		t.Error(diff)
	}
	queens.SetNAGs(1, 10)
	queens.SetCommentBefore(" or\n")
	queens.SetComment("\x00so {\xE4} ")
	root.SetCommentBefore("nowhere")
	root.SetComment("a study")
	check("{a study} 1. {or} d4 $1 $10 ; so {ä} (1. e4 c5 (1... e5 2. Nf3 Nc6) 2. Nf3 d6) 1... -- 2. e4 *")
	if root.CommentBefore() != "" || queens.Comment() != "so {ä}" || !slices.Equal(queens.NAGs(), []NAG{1, 10}) {
		t.Errorf("%q %q %v", root.CommentBefore(), queens.Comment(), queens.NAGs())
	}
	pass.Parent().Delete()
	sicilian.Parent().Parent().Delete()
	root.Delete()
	check("{a study} 1. {or} d4 $1 $10 ; so {ä} (1. e4 e5 2. Nf3 Nc6) *")
	if p := pass.Position(); p.King(White) != A1 || len(p.AppendMoves(nil)) != 0 {
		t.Errorf("a node out of the tree has the position %v", p)
	}
	pass.Parent().Promote()
	queens.Delete()
	queens.Delete()
	check("{a study} 1. e4 e5 2. Nf3 Nc6 *")
	var children []Move
	for n := range root.Children() {
		children = append(children, n.Move())
	}
	if diff := cmp.Diff(tree.Mainline()[:1], children); diff != "" {
		t.Error(diff)
	}
}

// Nodes gives each node with its position, once.
func TestGameTreeNodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 30 {
		tree := randomTree(t, rng, StartPosition())
		seen := map[*Node]bool{}
		for n, p := range tree.Nodes() {
			if want := n.Position(); p.FEN() != want.FEN() || seen[n] || n.Parent() != nil && !seen[n.Parent()] {
				t.Fatalf("at %v %v, want %v", n.Move(), p, want)
			}
			seen[n] = true
		}
		count := 0
		for range tree.Nodes() {
			if count++; count > len(seen)/2 {
				break
			}
		}
		var walk func(n *Node)
		walk = func(n *Node) {
			for c := range n.Children() {
				if !seen[c] || c.Parent() != n {
					t.Fatalf("%v was left out", c.Move())
				}
				walk(c)
			}
		}
		walk(tree.Root())
	}
}

// The null move is for positions in which somebody could have moved.
func TestAddNullMove(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		want      error
	}{
		{"start", StartFEN, nil},
		{"only kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"check", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", ErrIllegal},
		{"mate", "4k3/8/8/8/8/8/r7/1r2K3 w - - 0 1", ErrIllegal},
		{"stalemate", "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1", ErrIllegal},
		{"third check", "4k3/8/8/8/8/8/8/r3K3 w - - 1+0 0 1", ErrIllegal},
	} {
		tree := NewGameTree(MustParseFEN(tt.fen))
		if n, err := tree.Root().Add(0); !errors.Is(err, tt.want) || (n == tree.Root()) != (err != nil) {
			t.Errorf("%s: Add = %v, want %v", tt.name, err, tt.want)
		}
		_, err := ParsePGN(fmt.Sprintf("[FEN %q]\n\n-- *", tt.fen))
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: ParsePGN = %v, want %v", tt.name, err, tt.want)
		}
	}
}

func TestSetTag(t *testing.T) {
	tree := NewGameTree(MustParseFEN(chess960FEN(7)))
	if tree.Tag("Variant") != "Chess960" || tree.Tag("SetUp") != "1" || tree.Tag("FEN") != tree.start.FEN() {
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
		{"SetUp", "0", ErrIllegal},
		{"Variant", "", ErrIllegal},
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

// What SetTag takes is read back, and what it refuses would not be.
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
		{"one that is there", StartPosition(), many(maxTags), tagPair{"T0", "y"}, nil},
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
			again, err := ParsePGN(tree.String())
			if !errors.Is(err, tt.want) {
				t.Fatalf("read back with the error %.200v, want %v", err, tt.want)
			}
			if err == nil && !equalTrees(tree, again) {
				t.Error("read back as another tree")
			}
		})
	}
}

func TestGameTreeGame(t *testing.T) {
	const mate = " 1. f3 e5 2. g4 Qh4# "
	const bare = "[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"][Termination \"time forfeit\"] 1. Kxe2 "
	knights := strings.Repeat(" Nf3 Nf6 Ng1 Ng8", 2)
	for _, tt := range []struct {
		name, text string
		want       Outcome
		err        error
	}{
		{"unfinished", "1. e4 *", Outcome{}, nil},
		{"mate", mate + "0-1", Win(Black, Checkmate), nil},
		{"mate without a result", mate, Win(Black, Checkmate), nil},
		{"mate for the other", mate + "1-0", Win(Black, Checkmate), ErrIllegal},
		{"resigned", "[Termination \"White won by resignation\"] 1. e4 1-0", Win(White, Resignation), nil},
		{"normal", "[Termination \"normal\"] 1. e4 1-0", Win(White, Unspecified), nil},
		{"no reason", "1. e4 0-1", Win(Black, Unspecified), nil},
		{"time", "[Termination \"Time forfeit\"] 1. e4 0-1", Win(Black, TimeForfeit), nil},
		{"agreed", "[Termination \"Game drawn by agreement\"] 1. e4 1/2-1/2", Draw(Agreement), nil},
		{"repetition", "[Termination \"Draw by repetition\"]" + knights + " 1/2-1/2", Draw(ThreefoldRepetition), nil},
		{"no repetition", "[Termination \"Draw by repetition\"] 1. e4 1/2-1/2", Draw(Unspecified), nil},
		{"bare kings", bare + "1/2-1/2", Draw(InsufficientMaterial), nil},
		{"bare kings and a winner", bare + "1-0", Win(White, TimeForfeit), nil},
		{"null move", "1. e4 -- 2. d4 1-0", Outcome{}, ErrIllegal},
	} {
		tree, err := ParsePGN(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		g, err := tree.Game()
		if !errors.Is(err, tt.err) || g.Outcome() != tt.want {
			t.Errorf("%s: %+v, %v, want %+v, %v", tt.name, g.Outcome(), err, tt.want, tt.err)
		}
		if err != nil {
			continue
		}
		back := g.Tree()
		if !slices.Equal(back.Mainline(), tree.Mainline()) || back.Tag("Result") != g.Outcome().String() {
			t.Errorf("%s: back again it is\n%s", tt.name, back)
		}
	}
}

func TestGameTree(t *testing.T) {
	g := NewGame(MustParseFEN("4k3/8/8/8/8/8/8/R3K3 b - - 0 60"))
	for _, tt := range []struct {
		end  Outcome
		want string
	}{
		{Outcome{}, "unterminated *"},
		{Win(White, Resignation), "normal 1-0"},
		{Win(White, TimeForfeit), "time forfeit 1-0"},
		{Draw(Adjudication), "adjudication 1/2-1/2"},
		{Win(Black, RulesInfraction), "rules infraction 0-1"},
		{Win(Black, Abandonment), "abandoned 0-1"},
	} {
		if tt.end != (Outcome{}) {
			if err := g.End(tt.end); err != nil {
				t.Fatal(err)
			}
		}
		tree := g.Tree()
		if got := tree.Tag("Termination") + " " + tree.Tag("Result"); got != tt.want || tree.Start().FEN() != g.Start().FEN() {
			t.Errorf("%v: %s, want %s", tt.end, got, tt.want)
		}
		if tt.end != (Outcome{}) {
			g.Undo()
		}
	}
}

// The zero tree has nothing, and does no harm.
func TestGameTreeZero(t *testing.T) {
	var tree GameTree
	tree.Root().SetComment("x")
	if _, err := tree.Root().Add(1); !errors.Is(err, ErrIllegal) {
		t.Errorf("Add = %v", err)
	}
	if len(tree.Mainline()) != 0 || movetextOf(t, &tree) != "{x} *" {
		t.Errorf("%v", &tree)
	}
}

func FuzzTidy(f *testing.F) {
	f.Add("a\n b")
	f.Fuzz(func(t *testing.T, text string) {
		once := tidy(text)
		if tidy(once) != once || !utf8.ValidString(once) {
			t.Errorf("%q becomes %q and then %q", text, once, tidy(once))
		}
	})
}

// A command in a comment is not torn apart, unless it is longer than a line.
func TestWriteCommand(t *testing.T) {
	const commands = "[%eval 0.34] [%clk 0:01:00]"
	long := strings.Repeat("word ", 40) + "[%x" + strings.Repeat(" word", 40) + "]"
	tree, err := ParsePGN("1. e4 *")
	if err != nil {
		t.Fatal(err)
	}
	for size := range 2 * maxLine {
		for _, end := range []string{"", " }"} { // in braces, and behind semicolons
			comment := strings.Repeat("y ", size/2) + strings.Repeat("z", size%2+1) + " " + commands + " " + long + end
			tree.Root().Next().SetComment(comment)
			text := tree.String()
			for command := range strings.SplitAfterSeq(commands, "] ") {
				if !strings.Contains(text, strings.TrimSpace(command)) {
					t.Errorf("no %s in\n%s", command, text)
				}
			}
			for line := range strings.Lines(text) {
				if len(line) > maxLine+1 {
					t.Errorf("a line of %d bytes: %s", len(line), line)
				}
			}
			again, err := ParsePGN(text)
			if err != nil || again.Root().Next().Comment() != comment {
				t.Errorf("read back otherwise, %v:\n%s", err, text)
			}
		}
	}
}
