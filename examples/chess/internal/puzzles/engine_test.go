package puzzles

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestPuzzlesByEngine checks puzzles by another engine: at each turn of the solver, it
// searches the best two moves with 1,000,000 nodes. PUZZLES names a CSV file, of which it
// takes the first 200 puzzles:
//
//	CHESS_FULL=1 CHESS_ENGINE=stockfish PUZZLES=puzzles.csv go -C examples/chess test -run PuzzlesByEngine -v -timeout 0 ./internal/puzzles
func TestPuzzlesByEngine(t *testing.T) {
	name, file := os.Getenv("CHESS_ENGINE"), os.Getenv("PUZZLES")
	if name == "" || file == "" {
		t.Skip("CHESS_ENGINE or PUZZLES is not set")
	}
	path, err := player.FindEngine(name)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := chess.StartClient(t.Context(), exec.Command(path), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := puzzle.NewCSVReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var puzzles, turns, turnsBest, turnsOnly, best, only, clear int
	for most := chesstest.Sample(t, 200); puzzles < most; puzzles++ {
		l, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all := verdict{true, true, true}
		game := chess.NewGame(l.Start)
		for i, m := range l.Moves {
			if i%2 == 1 {
				v := judge(t, engine, game, m)
				turns++
				turnsBest += number(v.best)
				turnsOnly += number(v.only)
				all = verdict{all.best && v.best, all.only && v.only, all.clear && v.clear}
			}
			if err := game.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		best += number(all.best)
		only += number(all.only)
		clear += number(all.clear)
		if !all.only {
			t.Logf("%s: %+v: %s, %s", l.ID, all, l.Start.FEN(), l.Start.SANLine(l.Moves...))
		}
	}
	t.Logf("%d puzzles with %d turns; of the turns, the move is the best at %d, and the only winning one at %d", puzzles, turns, turnsBest, turnsOnly)
	t.Logf("of the puzzles, each move is the best in %d, the only winning one in %d, and by the margin of the package in %d", best, only, clear)
	if only < puzzles*8/10 {
		t.Error("the engine disagrees")
	}
}

// A verdict is what another engine says of a move of a solution.
type verdict struct {
	best  bool // it is the best, or gives mate at once
	only  bool // it scores two pawns or more, and every other less
	clear bool // and the winning chance of every other is lower by 35 percent
}

// judge searches a position. Of several moves that give mate at once, any is the move.
func judge(t *testing.T, engine chess.Searcher, g *chess.Game, m chess.Move) verdict {
	t.Helper()
	p := g.Position()
	moves := p.AppendMoves(nil)
	mating := func(m chess.Move) bool {
		next := p.After(m)
		return next.Outcome().Reason == chess.Checkmate
	}
	l := chess.Limits{Nodes: 1_000_000, MultiPV: 2}
	mate := mating(m)
	if mate {
		l.SearchMoves = slices.DeleteFunc(moves, func(other chess.Move) bool { return other != m && mating(other) })
	}
	r, err := engine.Search(t.Context(), g, l)
	if err != nil {
		t.Fatal(err)
	}
	second := -chess.Mate
	if len(r.Lines) > 1 {
		second = r.Lines[1].Score
	}
	const winning, margin = 200, 35
	v := verdict{best: r.Move == m}
	v.only = v.best && r.Score >= winning && second < winning
	v.clear = v.only && r.Score.WinningChance()-second.WinningChance() >= margin
	return v
}
