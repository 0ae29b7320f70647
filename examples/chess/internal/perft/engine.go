package perft

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// engine is a UCI engine that supports "go perft". It cannot be used after an error.
type engine struct {
	*chess.Client
	chess960 bool // whether it writes castling as the king taking its own rook
}

// startEngine starts an engine and sets it to the rules. This, and later commands,
// fail if the engine is silent for longer than patience or if ctx is done.
func startEngine(ctx context.Context, name string, chess960 bool, v chess.Variant, patience time.Duration) (*engine, error) {
	path, err := player.FindEngine(name)
	if err != nil {
		return nil, cli.BadCommandLine(err)
	}
	c, err := chess.StartClient(ctx, exec.Command(path), patience)
	if err != nil {
		return nil, err
	}
	if chess960 {
		err = setRules(c, "UCI_Chess960", "true", "Chess960")
	}
	if v != chess.Standard && err == nil {
		err = setRules(c, "UCI_Variant", v.UCI(), v.String()+"; fairy-stockfish does")
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return &engine{c, chess960}, nil
}

// setRules sets an option of the engine, which may not have it, or not that choice.
func setRules(c *chess.Client, option, value, rules string) error {
	if !slices.ContainsFunc(c.Options(), func(o chess.Option) bool {
		return o.Name == option && (o.Choices == nil || slices.Contains(o.Choices, value))
	}) {
		return cli.BadCommandLine(fmt.Errorf("%s does not support %s", c.Name(), rules))
	}
	return c.SetOption(option, value)
}

// maxLines is the limit of the lines of an answer, for an engine that never stops
// to print.
const maxLines = 2000

// perft returns the counts of p by move, in UCI notation.
func (e *engine) perft(ctx context.Context, p *chess.Position, depth int) (map[string]uint64, error) {
	err := e.Command(ctx, "position fen "+p.FEN(), nil)
	counts := map[string]uint64{}
	sum, all := uint64(0), uint64(0)
	lines, answers := 0, false
	if err == nil {
		err = e.Command(ctx, "go perft "+strconv.Itoa(depth), func(line string) bool {
			lines++
			move, number, ok := strings.Cut(line, ": ")
			n, err := strconv.ParseUint(number, 10, 64)
			switch {
			case strings.HasPrefix(line, "bestmove"):
				return false
			case !ok || err != nil || strings.HasPrefix(line, "info"):
			case strings.HasPrefix(move, "Nodes searched"):
				all, answers = n, true
				return false
			default:
				counts[move] += n
				sum += n
			}
			return lines < maxLines
		})
	}
	switch {
	case err != nil:
	case lines == maxLines:
		err = fmt.Errorf("%s did not answer \"go perft\" in %d lines", e.Name(), maxLines)
	case !answers:
		err = fmt.Errorf("%s does not support \"go perft\"", e.Name())
	case sum != all:
		err = fmt.Errorf("%s counts %d nodes in total, but the moves add up to %d", e.Name(), all, sum)
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w (depth %d of %v)", err, depth, p)
	}
	return counts, err
}

// compare counts p by move, while the engine does the same, and returns the number of nodes,
// and a description of the first difference, or "" if there is none. The path is the moves
// from start to p.
func (c *counter) compare(ctx context.Context, e *engine, start, p chess.Position, path []string, depth int) (sum uint64, difference string, err error) {
	var theirs map[string]uint64
	counted := make(chan error, 1)
	go func() {
		var err error
		theirs, err = e.perft(ctx, &p, depth)
		counted <- err
	}()
	counts, err := c.byMove(ctx, &p, depth)
	if failed := <-counted; err == nil {
		err = failed
	}
	if err != nil {
		return 0, "", err
	}
	ours, moves := map[string]uint64{}, map[string]chess.Move{}
	for m, n := range counts {
		name := p.UCI(m)
		if e.chess960 {
			name = p.UCI960(m)
		}
		ours[name] += n
		moves[name] = m
		sum += n
	}
	if depth > 1 && len(ours) == 0 { // the game is over, which an engine may not see before the next move
		maps.DeleteFunc(theirs, func(_ string, n uint64) bool { return n == 0 })
	}
	if maps.Equal(ours, theirs) {
		return sum, "", nil
	}
	move := firstDifference(ours, theirs)
	n, k := countOf(ours, move), countOf(theirs, move)
	if depth > 1 && n != none && k != none {
		_, deeper, err := c.compare(ctx, e, start, p.After(moves[move]), append(path, move), depth-1)
		if err != nil || deeper != "" {
			return sum, deeper, err
		}
	}
	return sum, fmt.Sprintf("from   %v\nafter  %s\nat     %v\ndepth  %d\nmove   %s: %s by this program, %s by %s\n",
		start, cmp.Or(strings.Join(path, " "), "no move"), p, depth, move, n, k, e.Name()), nil
}

// firstDifference returns the first move that only one of the two has, or, if there
// is none, the first move whose counts differ.
func firstDifference(ours, theirs map[string]uint64) string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(ours)), maps.Keys(theirs))
	slices.Sort(names)
	i := slices.IndexFunc(names, func(name string) bool { return countOf(ours, name) == none || countOf(theirs, name) == none })
	if i < 0 {
		i = slices.IndexFunc(names, func(name string) bool { return ours[name] != theirs[name] })
	}
	return names[i]
}

const none = "none"

// countOf formats the count of a move.
func countOf(counts map[string]uint64, move string) string {
	if n, ok := counts[move]; ok {
		return fmt.Sprint(n)
	}
	return none
}
