package suite_test

import (
	"iter"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

// TestIteratorsStop breaks out of a loop over each iterator of the package after
// every possible number of rounds: an iterator that goes on panics.
func TestIteratorsStop(t *testing.T) {
	start := chess.StartPosition()
	rooks := chess.MustParseFEN("3q3k/8/8/8/3R4/8/r2R4/3K4 w - - 0 1")
	pins := chess.MustParseFEN("4r2k/8/8/8/4N2b/8/5P2/4K3 w - - 0 1")
	double := chess.MustParseFEN("4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 1")
	tree, err := chess.ParsePGN("[Event \"x\"]\n[Site \"y\"]\n\n1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 *")
	if err != nil {
		t.Fatal(err)
	}
	games := func() *chess.PGNReader { return chess.NewPGNReader(strings.NewReader("1. e4 *\n1. d4 *\n1. c4 *\n")) }
	game, err := tree.Game()
	if err != nil {
		t.Fatal(err)
	}
	for name, all := range map[string]iter.Seq[any]{
		"Pieces":        anything2(start.Pieces()),
		"Attackers":     anything(start.Attackers(chess.F3, chess.White)),
		"XRayAttackers": anything(rooks.XRayAttackers(chess.D8, chess.White)),
		"Defenders":     anything(start.Defenders(chess.E2)),
		"Attacks":       anything(start.Attacks(chess.D1)),
		"Checkers":      anything(double.Checkers()),
		"Pins":          anything2(pins.Pins(chess.White)),
		"Positions":     anything2(game.Positions()),
		"Nodes":         anything2(tree.Nodes()),
		"Children":      anything(tree.Root().Children()),
		"Tags":          anything2(tree.Tags()),
		"All":           func(yield func(any) bool) { anything2(games().All())(yield) },
		"Parallel":      func(yield func(any) bool) { anything2(games().Parallel(2))(yield) },
	} {
		total := 0
		for range all {
			total++
		}
		if total < 2 {
			t.Errorf("%s: %d rounds, want more", name, total)
		}
		for stop := 1; stop <= total; stop++ {
			n := 0
			for range all {
				if n++; n == stop {
					break
				}
			}
			if n != stop {
				t.Errorf("%s: %d rounds, want %d of %d", name, n, stop, total)
			}
		}
	}
}

// TestIteratorsGiveValues collects what the iterators over positions give. What is kept
// must be what was there at the time, as the slow methods say.
func TestIteratorsGiveValues(t *testing.T) {
	checked := 0
	check := func(name string, got, want chess.Position) {
		t.Helper()
		if checked++; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: kept %v, want %v", name, got, want)
		}
	}

	tree, err := chess.ParsePGN("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... -- 2. d4) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O *")
	if err != nil {
		t.Fatal(err)
	}
	var nodes []*chess.Node
	var kept []chess.NodePositions
	for n, p := range tree.Nodes() {
		nodes, kept = append(nodes, n), append(kept, p)
	}
	for i, n := range nodes {
		before := n
		if n.Parent() != nil {
			before = n.Parent()
			check("Nodes", kept[i].Before().After(n.Move()), n.Position())
		}
		check("Nodes", kept[i].Before(), before.Position())
		check("Nodes", kept[i].After(), n.Position())
	}

	game, err := tree.Game()
	if err != nil {
		t.Fatal(err)
	}
	for name, all := range map[string]iter.Seq2[int, chess.Position]{
		"Game.Positions": game.Positions(),
		"QuietPositions": chess.QuietPositions(game.Start(), game.Moves()),
	} {
		for ply, p := range maps.Collect(all) {
			check(name, p, game.PositionAt(ply))
		}
	}

	table, _ := madeTables(t, "KQvK").Table(mustEnding("KQvK"))
	var positions []chess.Position
	var truths []chess.ProbeResult
	for p, truth := range table.Positions() {
		positions, truths = append(positions, p), append(truths, truth)
	}
	for i := range positions {
		if truth, err := table.Probe(&positions[i]); err != nil || truth != truths[i] {
			t.Fatalf("EndingTable.Positions: kept %v with %v, want %v, %v", positions[i], truths[i], truth, err)
		}
	}

	// Moves that a visitor is told of, with copies of the positions.
	type told struct {
		before chess.Position
		move   chess.Move
	}
	var moves []told
	v := chess.PGNVisitor{Move: func(p *chess.Position, m chess.Move) bool { moves = append(moves, told{*p, m}); return true }, Open: func() bool { return true }}
	if err := chess.NewPGNReader(strings.NewReader(tree.String())).Visit(&v); err != nil {
		t.Fatal(err)
	}
	for i, m := range moves {
		check("Visit", m.before, nodes[i+1].Parent().Position())
		check("Visit", m.before.After(m.move), nodes[i+1].Position())
	}
	if checked < 120 {
		t.Errorf("only %d positions", checked)
	}
}

// anything converts an iterator to one of type any, and anything2 the keys of an
// iterator over pairs.
func anything[V any](all iter.Seq[V]) iter.Seq[any] {
	return func(yield func(any) bool) {
		for v := range all {
			if !yield(v) {
				return
			}
		}
	}
}

func anything2[K, V any](all iter.Seq2[K, V]) iter.Seq[any] {
	return func(yield func(any) bool) {
		for k := range all {
			if !yield(k) {
				return
			}
		}
	}
}
