package chess

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// A treeText is a GameTree in a form that can be compared.
type treeText struct {
	Start string
	Tags  map[string]string
	Nodes []string // in order, each with the index of its parent
}

// textOf returns what of a tree is kept when it is written.
func textOf(t *GameTree) treeText {
	s := treeText{Start: t.Start().FEN(), Tags: map[string]string{}}
	for _, tag := range sevenTagRoster {
		s.Tags[tag.name] = tag.value
	}
	for name, value := range t.Tags() {
		if value != "" || s.Tags[name] == "" {
			s.Tags[name] = value
		}
	}
	index := map[*Node]int{}
	for n := range t.Nodes() {
		index[n] = len(index)
		parent := -1
		if n.Parent() != nil {
			parent = index[n.Parent()]
		}
		s.Nodes = append(s.Nodes, fmt.Sprintf("%d %v %q %q %v", parent, n.Move(), n.CommentBefore(), n.Comment(), n.NAGs()))
	}
	return s
}

// equalTrees reports whether two trees are equal in all that is kept when they are
// written.
func equalTrees(a, b *GameTree) bool { return cmp.Equal(textOf(a), textOf(b)) }

// randomTree returns a game of random moves with random variations and annotations.
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

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

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
		t.Errorf("a deleted node has the position %v", p)
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

// Nodes yields each node once, with its position.
func TestGameTreeNodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, chesstest.Seed()))
	for range 30 {
		tree := randomTree(t, rng, StartPosition())
		seen := map[*Node]bool{}
		for n, p := range tree.Nodes() {
			if want := n.Position(); p.After().FEN() != want.FEN() || seen[n] || n.Parent() != nil && !seen[n.Parent()] {
				t.Fatalf("after %v the position is %v, want %v", n.Move(), p, want)
			}
			seen[n] = true
		}
		count := 0
		for range tree.Nodes() {
			if count++; count > len(seen)/2 {
				break
			}
		}
		for n := range seen {
			for c := range n.Children() {
				if !seen[c] || c.Parent() != n {
					t.Fatalf("Nodes leaves out %v", c.Move())
				}
			}
		}
	}
}

// The null move is allowed where a legal move exists, but not in check.
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

func TestGameTree(t *testing.T) {
	g := NewGame(MustParseFEN("4k3/8/8/8/8/8/8/R3K3 b - - 0 60"))
	for _, tt := range []struct {
		end  Outcome
		want string
	}{
		{Outcome{}, "unterminated *"},
		{WinBy(White, Resignation), "normal 1-0"},
		{WinBy(White, TimeForfeit), "time forfeit 1-0"},
		{DrawBy(Adjudication), "adjudication 1/2-1/2"},
		{WinBy(Black, RulesInfraction), "rules infraction 0-1"},
		{WinBy(Black, Abandonment), "abandoned 0-1"},
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

// The zero GameTree is a game from the start position.
func TestGameTreeZero(t *testing.T) {
	var tree GameTree
	if p, q := tree.Start(), tree.Root().Position(); p.FEN() != StartFEN || q.FEN() != StartFEN {
		t.Errorf("it begins with %v, %v", p, q)
	}
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

// The nodes of a loop over Children may be promoted and deleted.
func TestChildrenChange(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Node)
		want   string
	}{
		{"promote", (*Node).Promote, "1. c4 (1. d4) (1. e4) *"},
		{"delete", (*Node).Delete, "*"},
	} {
		tree := parseTree(t, "1. e4 (1. d4) (1. c4) *")
		visited := 0
		for n := range tree.Root().Children() {
			if visited++; visited > 3 {
				break
			}
			tt.change(n)
		}
		if got := movetextOf(t, tree); got != tt.want || visited != 3 {
			t.Errorf("%s: %q after %d nodes, want %q", tt.name, got, visited, tt.want)
		}
	}
}
