package perft

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/program"
)

// rules are the variants that an engine must be set to.
type rules struct{ chess960, threeCheck bool }

// rulesOf returns the rules that are needed to play from p.
func rulesOf(p *chess.Position) rules {
	r := rules{threeCheck: p.IsThreeCheck()}
	for c := chess.White; c <= chess.Black; c++ {
		kingSide, queenSide := p.CastlingRooks(c)
		for _, rook := range [...]chess.Square{kingSide, queenSide} {
			if rook != chess.NoSquare && (p.King(c).File() != 4 || rook.File()%7 != 0) {
				r.chess960 = true
			}
		}
	}
	return r
}

// uci returns a move of p in the notation of an engine that is set to the rules.
func (r rules) uci(p *chess.Position, m chess.Move) string {
	if r.chess960 {
		return p.UCI960(m)
	}
	return p.UCI(m)
}

// engine is a UCI engine that supports "go perft". It cannot be used after an error.
type engine struct {
	*chess.Client
	rules   rules
	ctx     context.Context
	counted chan count // the result of startPerft
}

// count is the result of perft.
type count struct {
	byMove map[string]uint64
	err    error
}

// startEngine starts an engine and sets it to the rules. This, and later commands,
// fail if the engine is silent for longer than patience or if ctx is done.
func startEngine(ctx context.Context, name string, r rules, patience time.Duration) (*engine, error) {
	path, err := program.Find(name)
	if err != nil {
		return nil, cli.BadCommandLine(err)
	}
	c, err := chess.StartClient(ctx, exec.Command(path), patience)
	if err != nil {
		return nil, err
	}
	e := &engine{Client: c, rules: r, ctx: ctx, counted: make(chan count, 1)}
	if err := e.setRules(r); err != nil {
		c.Close()
		return nil, err
	}
	return e, nil
}

// setRules sets the engine to the rules.
func (e *engine) setRules(r rules) error {
	if r.chess960 {
		if !e.has("UCI_Chess960", "") {
			return fmt.Errorf("%w: %s does not support Chess960", cli.ErrUsage, e.Name())
		}
		if err := e.SetOption("UCI_Chess960", "true"); err != nil {
			return err
		}
	}
	if r.threeCheck {
		if !e.has("UCI_Variant", "3check") {
			return fmt.Errorf("%w: %s does not support three-check; fairy-stockfish does", cli.ErrUsage, e.Name())
		}
		return e.SetOption("UCI_Variant", "3check")
	}
	return nil
}

// has reports whether the engine has an option, and whether the option has the
// choice unless that is empty.
func (e *engine) has(name, choice string) bool {
	return slices.ContainsFunc(e.Options(), func(o chess.Option) bool {
		return o.Name == name && (choice == "" || slices.Contains(o.Choices, choice))
	})
}

// maxLines is the limit of the lines of an answer, for an engine that never stops
// to print.
const maxLines = 2000

// startPerft makes the engine start to count; perft waits for the result.
func (e *engine) startPerft(p *chess.Position, depth int) {
	fen := p.FEN()
	go func() {
		counts, err := e.count(fen, depth)
		if err != nil && e.ctx.Err() == nil {
			err = fmt.Errorf("%w (depth %d of %v)", err, depth, fen)
		}
		e.counted <- count{counts, err}
	}()
}

// perft returns the counts by move, in UCI notation, of the count that startPerft
// started.
func (e *engine) perft() (map[string]uint64, error) {
	c := <-e.counted
	return c.byMove, c.err
}

func (e *engine) count(fen string, depth int) (map[string]uint64, error) {
	if err := e.Command(e.ctx, "position fen "+fen, nil); err != nil {
		return nil, err
	}
	counts := map[string]uint64{}
	sum, all := uint64(0), uint64(0)
	lines, answers := 0, false
	err := e.Command(e.ctx, "go perft "+strconv.Itoa(depth), func(line string) bool {
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
	switch {
	case err != nil:
	case lines == maxLines:
		err = fmt.Errorf("%s did not answer \"go perft\" in %d lines", e.Name(), maxLines)
	case !answers:
		err = fmt.Errorf("%s does not support \"go perft\"", e.Name())
	case sum != all:
		err = fmt.Errorf("%s counts %d nodes in total, but the moves add up to %d", e.Name(), all, sum)
	}
	return counts, err
}
