package suite_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

// appendRandomGame appends a game of random moves, up to its end or to a random
// length, with comments as in engine matches: "{+0.34/12 0.5s}".
func appendRandomGame(tb testing.TB, dst []byte, rng *rand.Rand, number int) []byte {
	g := chess.NewGame(chess.StartPosition())
	var buf [chess.MaxMoves]chess.Move
	plies := 20 + rng.IntN(180)
	for range plies {
		p := g.Position()
		moves := p.AppendMoves(buf[:0])
		if len(moves) == 0 || g.Outcome() != (chess.Outcome{}) {
			break
		}
		m := moves[rng.IntN(len(moves))]
		for range 3 { // prefer captures and castling, as engines do
			o := moves[rng.IntN(len(moves))]
			if p.Captured(o) > p.Captured(m) || p.IsCastling(o) {
				m = o
			}
		}
		if err := g.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
	t := g.Tree()
	for _, tag := range [][2]string{
		{"Event", "Engine match"}, {"Site", "Nowhere"}, {"Date", "2024.05.17"}, {"Round", fmt.Sprint(number)},
		{"White", "Left 1.0"}, {"Black", "Right 2.1"}, {"TimeControl", "10+0.1"}, {"PlyCount", fmt.Sprint(g.Len())},
	} {
		if err := t.SetTag(tag[0], tag[1]); err != nil {
			tb.Fatal(err)
		}
	}
	for n := t.Root().Next(); n != nil; n = n.Next() {
		n.SetComment(fmt.Sprintf("%+.2f/%d %.3fs", float64(rng.IntN(600)-300)/100, 8+rng.IntN(20), rng.Float64()))
	}
	text, err := t.MarshalText()
	if err != nil {
		tb.Fatal(err)
	}
	return append(dst, text...)
}

// randomTree returns a game of random moves with random variations and annotations.
func randomTree(t *testing.T, rng *rand.Rand, start chess.Position) *chess.GameTree {
	t.Helper()
	tree := chess.NewGameTree(start)
	words := []string{"", "good", "{", "}", "%", ";", "a  b", "[Event \"x\"]", "größer", "*", strings.Repeat("long ", 30), "x\n\ny", "}{", " "}
	text := func() string {
		s := ""
		for range rng.IntN(40) {
			s += words[rng.IntN(len(words))] + " "
		}
		return s
	}
	nodes := []*chess.Node{tree.Root()}
	for range rng.IntN(150) {
		n := nodes[len(nodes)-1]
		if rng.IntN(4) == 0 {
			n = nodes[rng.IntN(len(nodes))]
		}
		p := n.Position()
		moves := p.AppendMoves(nil)
		if !p.InCheck() && rng.IntN(20) == 0 {
			moves = []chess.Move{0} // a null move
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
			next.SetNAGs(chess.NAG(rng.IntN(256)), chess.NAG(rng.IntN(7)))
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

// movetextOf returns the movetext that is written for a tree, in one line.
func movetextOf(t *testing.T, tree *chess.GameTree) string {
	t.Helper()
	text, err := tree.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	_, moves, _ := strings.Cut(string(text), "]\n\n")
	return strings.ReplaceAll(strings.TrimSuffix(moves, "\n\n"), "\n", " ")
}
