package tune

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"strconv"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/gamefile"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/selfplay"
)

// play plays the games that are missing in a file and appends them to it.
func play(flags *flag.FlagSet) cli.Run {
	from := startFlags(flags)
	games := flags.Int("games", 1000, "end when the file has this many `games`")
	var run selfplay.Run
	var openings string
	addRunFlags(flags, &run, &openings, 5000)
	var truth endings.Choice
	truth.AddFlags(flags, 0, "to decide games")
	return func(ctx context.Context, words []string, s cli.Streams) error {
		err := cmp.Or(run.Check(), truth.Check())
		switch {
		case len(words) != 1:
			err = errors.New("play takes one file of games")
		case *games < 1:
			err = errors.New("-games must be positive")
		}
		if err != nil {
			return cli.BadCommandLine(err)
		}
		if run.Evaluator, err = from.load(); err != nil {
			return err
		}
		run.Name = from.evaluation.Name
		if run.Openings, err = selfplay.ReadOpenings(openings); err != nil {
			return cli.BadCommandLine(err)
		}
		if run.Tables, err = truth.Open(ctx, nil); err != nil {
			return err
		}
		defer run.Tables.Close()
		shown := progress.New(s.Err)
		defer shown.Close()
		return playGames(ctx, &run, *games, words[0], shown)
	}
}

// addRunFlags defines the flags of a run, but for its evaluation and its tables.
func addRunFlags(flags *flag.FlagSet, run *selfplay.Run, openings *string, nodes int64) {
	flags.Int64Var(&run.Nodes, "nodes", nodes, "search this many `nodes` for each move")
	flags.IntVar(&run.Random, "random", 6, "play up to this many random `plies` after the opening")
	flags.Uint64Var(&run.Seed, "seed", 1, "choose other games with another `seed`")
	flags.StringVar(openings, "openings", "testdata/openings.epd", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
}

// playGames plays the games of a run, from 1 on, that are missing in a file.
func playGames(ctx context.Context, run *selfplay.Run, games int, path string, shown *progress.Progress) error {
	tags, err := run.Tags()
	if err != nil {
		return err
	}
	done := map[int]bool{}
	file, err := gamefile.Open(path, gamefile.Run{
		Tags:   tags,
		Detail: chess.MainLines,
		Game: func(t *chess.GameTree, torn bool) error {
			number, err := strconv.Atoi(t.Tag("Round"))
			if !torn && (err != nil || number < 1 || done[number]) {
				return fmt.Errorf("its Round is %q, which is no number of a new game", t.Tag("Round"))
			}
			if !torn {
				done[number] = true
			}
			return nil
		},
	}, shown)
	if err != nil {
		return err
	}
	fmt.Fprintln(shown, tags[len(tags)-1].Value)
	err = playAll(ctx, run, games, done, file.Append, shown)
	return cli.Continues(errors.Join(err, file.Close()))
}

// A numbered is a game that is played.
type numbered struct {
	number int
	tree   *chess.GameTree
	err    error
}

// playAll plays the games from 1 to games that are not done, and adds them in order.
func playAll(ctx context.Context, run *selfplay.Run, games int, done map[int]bool, add func(*chess.GameTree) error, shown *progress.Progress) error {
	var missing []int
	for n := 1; n <= games; n++ {
		if !done[n] {
			missing = append(missing, n)
		}
	}
	var workers []func(context.Context, *numbered)
	for range runtime.GOMAXPROCS(0) {
		p := run.NewPlayer()
		workers = append(workers, func(ctx context.Context, g *numbered) { g.tree, g.err = p.Play(ctx, g.number) })
	}
	jobs := func(yield func(*numbered, error) bool) {
		for _, n := range missing {
			if !yield(&numbered{number: n}, nil) {
				return
			}
		}
	}
	before := games - len(missing)
	shown.Start("games", before, games)
	results, now := map[string]int{}, 0
	return pgnfile.InOrder(ctx, jobs, workers, func(g *numbered) error {
		if g.err != nil {
			return g.err
		}
		if err := add(g.tree); err != nil {
			return err
		}
		now++
		results[g.tree.Tag("Result")]++
		shown.Show(before+now, games, fmt.Sprintf("now +%d =%d -%d for White", results["1-0"], results["1/2-1/2"], results["0-1"]))
		return nil
	})
}
