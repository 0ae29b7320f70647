// Package study has what the long runs of a player against itself share: their flags, the
// conditions of their games, and the file from which the same command continues.
package study

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A Study is what such a run needs to know.
type Study struct {
	Path   string // of the file
	AtOnce int    // the number of games played at once
	Seed   uint64 // of all that is random

	// Prepare sets these.
	Player     *player.Description
	Conditions Conditions
	Openings   []*chess.Game

	describe func() (*player.Description, error)
	limits   chess.Limits // for a player that has none
	openings string       // the name of the file
}

// AddFlags defines the flags. The purpose is that of the player.
func (s *Study) AddFlags(flags *flag.FlagSet, file, purpose string, atOnce int) {
	flags.StringVar(&s.Path, "o", file, "keep the results in this `file`, and continue from it")
	s.describe = player.Flags(flags, purpose)
	flags.Int64Var(&s.limits.Nodes, "nodes", 0, "end each search after this many `nodes` (default 3000, if nothing else limits the player)")
	flags.IntVar(&s.limits.Depth, "depth", 0, "end each search at this depth in `plies`")
	flags.StringVar(&s.openings, "openings", "", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
	flags.Uint64Var(&s.Seed, "seed", 1, "choose other games with another `seed`")
	cli.Concurrency(flags, &s.AtOnce, atOnce, "play this `number` of games at once")
}

// Prepare checks the command line, of which args are what is left, reads the openings, and
// searches some positions to identify the player.
func (s *Study) Prepare(ctx context.Context, args []string) (err error) {
	switch {
	case len(args) > 0:
		err = fmt.Errorf("unexpected argument %q", args[0])
	case s.openings == "":
		err = errors.New("-openings is missing")
	case s.limits.Nodes < 0 || s.limits.Depth < 0:
		err = errors.New("-nodes and -depth must not be negative")
	default:
		s.Player, err = s.describe()
	}
	if err == nil {
		s.Conditions, s.Openings, err = NewConditions(ctx, s.Player, s.limits, s.Seed, s.openings)
	}
	return cli.BadCommandLine(err)
}

// Open locks a file, and reads the record that outfile.Save has written to it, if there is
// the file; check then returns an error if the run cannot continue from it. The caller calls
// release in the end.
func Open(path string, record any, check func() error) (found bool, release func() error, err error) {
	l, err := outfile.Hold(path)
	if err != nil {
		return false, nil, err
	}
	if found, err = outfile.Load(path, record); err == nil && found {
		if err = check(); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}
	if err != nil {
		return false, nil, errors.Join(err, l.Release())
	}
	return found, l.Release, nil
}
