package endings

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// maxLine is how many plies of a line are shown.
const maxLine = 600

// explain prints what is known of a position and of each of its moves, and draws it in the file
// output unless that is empty. With fens it prints all positions of the best line.
func explain(ctx context.Context, chosen endings.Choice, output string, fens bool, words []string, s cli.Streams) error {
	if err := checkThreads(&chosen); err != nil {
		return err
	}
	if len(words) == 0 {
		return cli.BadCommandLine(errors.New("the position is missing: want a FEN"))
	}
	position, err := cli.Position(words)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	picture := outfile.File{Name: output, Kind: "SVG", Own: outfile.Begins("<svg ")}
	if output != "" {
		if err := outfile.Check(picture); err != nil {
			return err
		}
	}
	if err := choose(&chosen, position.Ending().Canonical()); err != nil {
		return err
	}
	bar := progress.New(s.Err)
	defer bar.Clear()
	t, err := openTables(ctx, &chosen, bar)
	if err != nil {
		return err
	}
	defer t.Close()
	v, err := chess.RankMoves(t, position)
	if err != nil {
		return fmt.Errorf("%v: %w", position.Ending(), err)
	}
	var line []chess.Move // if nobody knows how far the mate is, by the shortest ways to zeroing
	if v.Probe.WDL != chess.WDLDraw {
		if line, err = v.Line(ctx, t, maxLine); err != nil {
			return err
		}
	}
	bar.Clear()
	if output != "" {
		picture.Write = func(w io.Writer) error {
			_, err := explained(v).WriteTo(w)
			return err
		}
		if err := outfile.Write(picture); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(s.Out)
	p := &printer{w, colour(s.Out)}
	p.printVerdict(v)
	if len(line) > 0 {
		p.printLine(v, line, fens)
	}
	if output != "" {
		fmt.Fprintf(w, "\n%s: a picture of it\n", output)
	}
	return w.Flush()
}

// openTables opens tables, and says in lines above bar if they are not kept.
func openTables(ctx context.Context, c *endings.Choice, bar *progress.Progress) (*endings.Tables, error) {
	t, err := c.Open(ctx, bar.Tables())
	if err == nil {
		t.NotKept = func(err error) { fmt.Fprintf(bar, "tables are not kept: %v\n", err) }
	}
	return t, err
}

// choose says which tables know the positions of an ending. With Syzygy's files, tables are
// only made if there is a folder for them; of five pieces, they are only read.
func choose(c *endings.Choice, e chess.Ending) error {
	_, err := os.Stat(c.File(e))
	kept := err == nil && c.Folder != ""
	switch n := e.Pieces(); {
	case kept, n <= endings.MaxMade && (c.Syzygy == "" || c.Folder != ""):
		c.Pieces = n
	case c.Syzygy != "":
	case n > maxSyzygyPieces:
		return fmt.Errorf("the position has %d pieces: there are tables of at most %d", n, maxSyzygyPieces)
	case n > maxPieces:
		return fmt.Errorf("%v has %d pieces: name a folder of Syzygy's files with -syzygy", e, n)
	default:
		return fmt.Errorf("there is no table of %v: make it first, by \"chess endings make -tables FOLDER %v\", and name the same folder here; or name a folder of Syzygy's files with -syzygy", e, e)
	}
	return nil
}

// results says of each result what one move and what several moves with it do, and its colours on a
// terminal and in pictures. These differ in lightness too.
var results = map[chess.WDL]struct{ one, several, code, paint string }{
	chess.WDLWin:         {"wins", "win", green, "#2fa84f"},
	chess.WDLCursedWin:   {"draws: it would win, but not within fifty moves", "draw: they would win, but not within fifty moves", grey, "#7d8590"},
	chess.WDLDraw:        {"draws", "draw", grey, "#7d8590"},
	chess.WDLBlessedLoss: {"draws: it would lose, but not within fifty moves", "draw: they would lose, but not within fifty moves", grey, "#7d8590"},
	chess.WDLLoss:        {"loses", "lose", red, "#b3202a"},
}

// printVerdict prints a position and its moves.
func (p *printer) printVerdict(v chess.Ranking) {
	fmt.Fprintf(p, "%v\n\n", v.Position)
	p.printBeside([]chess.Diagram{{Position: v.Position, Check: true}}, p.board)
	fmt.Fprintf(p, "\n%s\n", p.paint(prose.Capital(v.String()), bold))
	if n := v.Position.HalfmoveClock(); n > 0 && v.Result != v.Probe.WDL {
		fmt.Fprintf(p, "Without the %s since the last capture or pawn move it is a %v.\n", prose.Count(n, "ply"), v.Probe.WDL)
	}
	for _, moves := range endings.ByResult(v) {
		result := results[moves[0].Result]
		what := result.several
		if len(moves) == 1 {
			what = result.one
		}
		fmt.Fprintf(p, "\n%s\n", p.paint(prose.Count(len(moves), "move")+" "+what, result.code))
		for _, m := range moves {
			zeroing := endings.ToZeroing(m.Probe)
			if mate := endings.ToMate(m.Probe); mate != "" {
				zeroing = fmt.Sprintf("%-13s%s", mate, zeroing)
			}
			fmt.Fprintln(p, strings.TrimRight(fmt.Sprintf("  %-8s%s", v.Position.SAN(m.Move), zeroing), " "))
		}
	}
}

// abs returns the absolute value.
func abs[T int | float64](n T) T { return max(n, -n) }

// printLine prints a line, with all its positions if fens is set.
func (p *printer) printLine(v chess.Ranking, line []chess.Move, fens bool) {
	title, position := "Best play:", v.Position
	switch {
	case v.Result == chess.WDLCursedWin || v.Result == chess.WDLBlessedLoss:
		title = "If nobody claims the draw:"
	case !v.Probe.DTMKnown:
		title = "A way to win (by DTZ, perhaps not the shortest):"
	}
	fmt.Fprintf(p, "\n%s %s\n", p.paint(title, bold), prose.Wrap(position.SANLine(line...), lineWidth, len(title)+1, 0))
	if !fens {
		return
	}
	for i, m := range line {
		san := position.SANLine(m)
		position = position.After(m)
		fmt.Fprintf(p, "%4d  %-12s %v\n", i+1, san, position)
	}
}

// explained draws a position with its moves: each square in the colour of the best that a
// move to it gives, an arrow for the best move, and arrows where the moves to a square do not
// give the same.
func explained(v chess.Ranking) chess.Diagram {
	d := chess.Diagram{Position: v.Position, Caption: prose.Capital(v.String()), Size: 480, Title: v.Position.FEN() + ": " + v.String()}
	best := map[chess.Square]chess.WDL{}
	differs := map[chess.Square]bool{}
	for _, m := range v.Moves { // the best first
		to := m.Move.To()
		if _, seen := best[to]; !seen {
			best[to] = m.Result
		}
		differs[to] = differs[to] || m.Result != best[to]
	}
	for sq := range chess.NoSquare {
		if result, ok := best[sq]; ok {
			d.Highlights = append(d.Highlights, chess.Highlight{Square: sq, Paint: results[result].paint})
		}
	}
	drawn := map[[2]chess.Square]bool{}
	for i, m := range v.Moves {
		way := [2]chess.Square{m.Move.From(), m.Move.To()}
		if !drawn[way] && (i == 0 || differs[m.Move.To()]) {
			drawn[way] = true
			d.Arrows = append(d.Arrows, chess.Arrow{From: way[0], To: way[1], Paint: results[m.Result].paint})
		}
	}
	slices.Reverse(d.Arrows) // the best is drawn last
	var words []string
	for _, moves := range endings.ByResult(v) {
		var names []string
		for _, m := range moves {
			names = append(names, v.Position.SAN(m.Move))
		}
		words = append(words, fmt.Sprintf("%v: %s", moves[0].Result, strings.Join(names, ", ")))
	}
	d.Description = v.Position.Describe()
	if len(words) > 0 {
		d.Description += " " + prose.Capital(strings.Join(words, "; ")) + "."
	}
	return d
}
