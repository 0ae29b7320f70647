package suite_test

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-0971039b/chess"
)

// trickyGames hold what is easily lost between PGN and another form.
const trickyGames = `
{A comment on the game} {and another} $1
1. e4 (1. e4 {the same move} c5 (1... c5 {once more} 2. Nf3) (1... e5)) ({before} 1. e4 $6 {and after}) 1... e5
2. Nf3 {a b} (2. Nf3 {dup} 2... -- 3. -- d6 $255) 2... Nc6 ; to the end } of the line
{before the number} 3. {before the move} Bb5!? $14 $22 {[%clk 0:01:02] [%eval 0.3]} a6 *

[Event "Variant"]
[Variant "Standard"]
[Empty ""]

1. d4 d5 1/2-1/2

[Variant "From Position"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]

7... Kd7 8. e4 1-0

[Variant "fischerandom"]
[SetUp "0"]

1. e4 (1. -- e5) *

[Variant "Chess960"]
[FEN "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1"]

1. O-O (1. O-O-O O-O-O) (1. O-O {again}) O-O-O *

[FEN "rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1"]

1. O-O-O *

[Variant "3check"]
1. e4 d6 2. Bb5+ Bd7 3. Bxd7+ Kxd7 4. Qg4# 1-0

[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+2 0 1"]
*

[Variant "Three-check"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]
1. e4 *
`

// rebuilt makes a game again of what the exported methods tell about it.
func rebuilt(tb testing.TB, t *chess.GameTree) *chess.GameTree {
	tb.Helper()
	must := func(err error) {
		tb.Helper()
		if err != nil {
			tb.Fatalf("%v\n%v", err, t)
		}
	}
	u := chess.NewGameTree(t.Start())
	values := map[string]string{}
	for name, value := range t.Tags() {
		must(u.SetTag(name, value))
		values[name] = value
	}
	var added []string
	for name := range u.Tags() {
		if _, ok := values[name]; !ok {
			added = append(added, name)
		}
	}
	for _, name := range added {
		must(u.DeleteTag(name))
	}
	copies := map[*chess.Node]*chess.Node{t.Root(): u.Root()}
	for n := range t.Nodes() {
		c := copies[n]
		c.SetComment(n.Comment())
		c.SetCommentBefore(n.CommentBefore())
		c.SetNAGs(n.NAGs()...)
		for child := range n.Children() {
			next, err := c.AddVariation(child.Move())
			must(err)
			copies[child] = next
		}
	}
	return u
}

// anyGames calls visit for games of all kinds.
func anyGames(t *testing.T, visit func(tree *chess.GameTree)) {
	t.Helper()
	f, err := os.Open("../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for tree, err := range chess.NewPGNReader(io.MultiReader(strings.NewReader(trickyGames+"\n\n"), f)).All() {
		if err != nil {
			t.Fatal(err)
		}
		visit(tree)
		n++
	}
	if n < 60 {
		t.Errorf("%d games are too few", n)
	}
}

// PGN to JSON to PGN loses nothing.
func TestTreeJSONLosesNothing(t *testing.T) {
	anyGames(t, func(tree *chess.GameTree) {
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		var again chess.GameTree
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(tree.String(), again.String()); diff != "" {
			t.Errorf("-read +from JSON:\n%s", diff)
		}
		if diff := cmp.Diff(maps.Collect(tree.Tags()), maps.Collect(again.Tags())); diff != "" {
			t.Errorf("tags: %s", diff)
		}
		// And the main line as a game.
		g, err := tree.Game()
		if err != nil {
			return // a null move
		}
		text, err = json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		var h chess.Game
		if err := json.Unmarshal(text, &h); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !slices.Equal(g.Moves(), h.Moves()) || g.Outcome() != h.Outcome() || g.FEN() != h.FEN() {
			t.Errorf("%s is read as %v, %v", text, h.Moves(), h.Outcome())
		}
	})
}

// Whatever the reader reads can be built by exported methods.
func TestRebuild(t *testing.T) {
	anyGames(t, func(tree *chess.GameTree) {
		if diff := cmp.Diff(tree.String(), rebuilt(t, tree).String()); diff != "" {
			t.Errorf("-read +rebuilt:\n%s", diff)
		}
	})
}
