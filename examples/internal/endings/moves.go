package endings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-0971039b/chess"
)

// ByResult returns the moves of a verdict in groups with one result each, the best first.
func ByResult(v chess.Ranking) [][]chess.RankedMove {
	var groups [][]chess.RankedMove
	for rest := v.Moves; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Result == rest[0].Result {
			n++
		}
		groups, rest = append(groups, rest[:n]), rest[n:]
	}
	return groups
}

// Line returns best play from the position of a verdict: at most so many moves, to the end
// of the game or as far as t knows it.
func Line(ctx context.Context, t chess.Tablebase, v chess.Ranking, most int) ([]chess.Move, error) {
	var line []chess.Move
	for len(v.Moves) > 0 {
		line = append(line, v.Moves[0].Move)
		if len(line) == most {
			break
		}
		var err error
		v, err = chess.RankMoves(t, v.Position.After(v.Moves[0].Move))
		if errors.Is(err, chess.ErrNotInTablebase) {
			break
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
	}
	return line, nil
}

// knownWin is the score of a win of which the tables do not know how far the mate is.
const knownWin = 10_000

// Score returns the score that a move gives the side that moves; that of the best move is
// the score of the position. What the fifty-move rule makes a draw is one.
func Score(m chess.RankedMove) chess.Score {
	score := chess.Score(knownWin)
	if m.Probe.DTMKnown {
		score = chess.Mate - chess.Score(max(m.Probe.DTM, -m.Probe.DTM))
	}
	switch m.Result {
	case chess.WDLWin:
		return score
	case chess.WDLLoss:
		return -score
	}
	return 0
}

// Moves returns a table of all moves of a verdict, the best first: what each gives the
// side to move, and how soon.
func Moves(v chess.Ranking) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-8s %-12s %s\n", "move", "result", "distance")
	for _, m := range v.Moves {
		b.WriteString(strings.TrimSpace(fmt.Sprintf("%-8s %-12v %s", v.Position.SAN(m.Move), m.Result, Distance(m))) + "\n")
	}
	return b.String()
}

// Distance says how soon a move wins or loses with best play: to mate, or if that is not
// known, to zeroing. It is empty for a draw.
func Distance(m chess.RankedMove) string {
	return cmp.Or(ToMate(m.Probe), ToZeroing(m.Probe))
}

// ToMate returns "mate in 23" or "mated in 5", by whether the side to move wins; nothing if
// that is not known, or in a draw.
func ToMate(t chess.ProbeResult) string {
	switch moves, ok := t.MateInMoves(); {
	case !ok:
		return ""
	case moves > 0:
		return fmt.Sprintf("mate in %d", moves)
	default:
		return fmt.Sprintf("mated in %d", -moves)
	}
}

// ToZeroing returns "DTZ 15", the plies to the next capture or pawn move, or "DTZ 15 or 16" if
// it is rounded; nothing in a draw.
func ToZeroing(t chess.ProbeResult) string {
	n := max(t.DTZ, -t.DTZ)
	switch {
	case t.WDL == chess.WDLDraw:
		return ""
	case t.DTZRounded:
		return fmt.Sprintf("DTZ %d or %d", n, n+1)
	}
	return fmt.Sprintf("DTZ %d", n)
}

// HalfPoints returns the half points of a side that has a result under the fifty-move
// rule: 2, 1 or 0 for a win, a draw or a loss.
func HalfPoints(w chess.WDL) int {
	switch w {
	case chess.WDLWin:
		return 2
	case chess.WDLLoss:
		return 0
	}
	return 1
}
