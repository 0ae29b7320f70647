package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/prose"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// explain prints what is known of a position and of each of its moves, and draws it.
func (p *program) explain(ctx context.Context, s *settings) error {
	if len(s.words) == 0 {
		return cli.BadCommandLine(errors.New("the position is missing: want a FEN"))
	}
	position, err := cli.Position(s.words)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	if s.output != "" {
		if err := replace.Foreign(s.output, "SVG", replace.Begins("<svg ")); err != nil {
			return err
		}
		held, err := lock.File(s.output)
		if err != nil {
			return err
		}
		defer held.Release()
	}
	t, err := p.openFor(ctx, s, position)
	if err != nil {
		return err
	}
	defer t.close()
	v, err := chess.Judge(t, position)
	if err != nil {
		return err
	}
	line, err := bestLine(ctx, t, v)
	if err != nil {
		return err
	}
	if s.output != "" {
		picture := explained(v)
		if err := replace.File(s.output, func(w io.Writer) error { _, err := picture.WriteTo(w); return err }); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(p.stdout)
	p.printVerdict(w, v)
	if len(line) > 0 {
		p.printLine(w, v, line, s.fens)
	}
	if s.output != "" {
		fmt.Fprintf(w, "\n%s: a picture of it\n", s.output)
	}
	return w.Flush()
}

// A group is the moves of a position with one result.
type group struct {
	result chess.WDL
	moves  []chess.JudgedMove
}

// groups returns the moves by their results, the best first.
func groups(v chess.Verdict) (all []group) {
	for i, m := range v.Moves {
		if i == 0 || m.Result != v.Moves[i-1].Result {
			all = append(all, group{result: m.Result})
		}
		last := &all[len(all)-1]
		last.moves = append(last.moves, m)
	}
	return all
}

// resultWords say what moves with a result do.
var resultWords = map[chess.WDL]string{
	chess.WDLWin:         "win",
	chess.WDLCursedWin:   "draw: they would win, but not within fifty moves",
	chess.WDLDraw:        "draw",
	chess.WDLBlessedLoss: "draw: they would lose, but not within fifty moves",
	chess.WDLLoss:        "lose",
}

// printVerdict prints a position and its moves.
func (p *program) printVerdict(w io.Writer, v chess.Verdict) {
	fmt.Fprintf(w, "%v\n\n", v.Position)
	p.printBoards(w, []chess.Diagram{{Position: v.Position, Check: true}})
	fmt.Fprintf(w, "\n%s\n", p.paint(prose.Capital(v.String()), bold))
	if n := v.Position.Halfmoves(); n > 0 && v.Result != v.Truth.WDL {
		fmt.Fprintf(w, "Without the %s since the last capture or pawn move it is a %v.\n", prose.Count(n, "ply"), v.Truth.WDL)
	}
	for _, g := range groups(v) {
		fmt.Fprintf(w, "\n%s %s\n", p.paint(prose.Count(len(g.moves), "move"), resultCode(g.result)), p.paint(singular(resultWords[g.result], len(g.moves)), resultCode(g.result)))
		for _, m := range g.moves {
			fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %-8s%s", v.Position.SAN(m.Move), distances(m.Truth)), " "))
		}
	}
}

// singular makes "they win" of one move "wins".
func singular(words string, n int) string {
	if n != 1 {
		return words
	}
	verb, rest, more := strings.Cut(words, ": they would ")
	if more {
		return verb + "s: it would " + rest
	}
	return verb + "s"
}

// distances says how far a mate and a zeroing move are.
func distances(t chess.Truth) string {
	if t.WDL == chess.WDLDraw {
		return ""
	}
	var parts []string
	if moves, ok := t.MateInMoves(); ok {
		verb := "mate"
		if moves < 0 {
			verb = "mated"
		}
		parts = append(parts, fmt.Sprintf("%-13s", fmt.Sprintf("%s in %d", verb, abs(moves))))
	}
	zeroing := fmt.Sprint(abs(t.DTZ))
	if t.DTZRounded {
		zeroing += fmt.Sprint(" or ", abs(t.DTZ)+1)
	}
	return strings.Join(append(parts, "DTZ "+zeroing), "")
}

// abs returns the absolute value.
func abs[T int | float64](n T) T { return max(n, -n) }

// maxLine is how many plies of a line are shown.
const maxLine = 600

// bestLine returns best play from a position that a side wins: to mate, or as far as
// the tables know it.
func bestLine(ctx context.Context, t chess.Tablebase, v chess.Verdict) (line []chess.Move, err error) {
	if v.Truth.WDL == chess.WDLDraw {
		return nil, nil
	}
	p := v.Position
	for len(v.Moves) > 0 && len(line) < maxLine && ctx.Err() == nil {
		best := v.Moves[0].Move
		line = append(line, best)
		p = p.After(best)
		if v, err = chess.Judge(t, p); err != nil {
			return nil, err
		}
	}
	return line, ctx.Err()
}

// printLine prints a line, with all its positions if fens is set.
func (p *program) printLine(w io.Writer, v chess.Verdict, line []chess.Move, fens bool) {
	title, position := "Best play:", v.Position
	if v.Result == chess.WDLCursedWin || v.Result == chess.WDLBlessedLoss {
		title = "If nobody claims the draw:"
	}
	fmt.Fprintf(w, "\n%s %s\n", p.paint(title, bold), prose.Wrap(position.SANLine(line...), lineWidth, len(title)+1, 0))
	if !fens {
		return
	}
	for i, m := range line {
		san := position.SANLine(m)
		position = position.After(m)
		fmt.Fprintf(w, "%4d  %-12s %v\n", i+1, san, position)
	}
}

// The colours of results in pictures. They differ in lightness too.
var resultPaint = map[chess.WDL]string{
	chess.WDLWin:         "#2fa84f",
	chess.WDLCursedWin:   "#7d8590",
	chess.WDLDraw:        "#7d8590",
	chess.WDLBlessedLoss: "#7d8590",
	chess.WDLLoss:        "#b3202a",
}

// explained draws a position with its moves: each square in the colour of the best that a
// move to it gives, an arrow for the best move, and arrows where the moves to a square do not
// give the same.
func explained(v chess.Verdict) chess.Diagram {
	d := chess.Diagram{Position: v.Position, Caption: prose.Capital(v.String()), Size: 480, Title: v.Position.FEN() + ": " + v.String()}
	best := map[chess.Square]chess.WDL{}
	differs := map[chess.Square]bool{}
	for _, m := range v.Moves { // the best first
		to := m.Move.To()
		result, seen := best[to]
		if !seen {
			best[to] = m.Result
		} else if result != m.Result {
			differs[to] = true
		}
	}
	for sq := range chess.NoSquare {
		if result, ok := best[sq]; ok {
			d.Highlights = append(d.Highlights, chess.Highlight{Square: sq, Paint: resultPaint[result]})
		}
	}
	drawn := map[[2]chess.Square]bool{}
	for i, m := range v.Moves {
		way := [2]chess.Square{m.Move.From(), m.Move.To()}
		if !drawn[way] && (i == 0 || differs[m.Move.To()]) {
			drawn[way] = true
			d.Arrows = append(d.Arrows, chess.Arrow{From: way[0], To: way[1], Paint: resultPaint[m.Result]})
		}
	}
	slices.Reverse(d.Arrows) // the best is drawn last
	var words []string
	for _, g := range groups(v) {
		var moves []string
		for _, m := range g.moves {
			moves = append(moves, v.Position.SAN(m.Move))
		}
		words = append(words, fmt.Sprintf("%s: %s", g.result, strings.Join(moves, ", ")))
	}
	d.Description = v.Position.Describe()
	if len(words) > 0 {
		d.Description += " " + prose.Capital(strings.Join(words, "; ")) + "."
	}
	return d
}
