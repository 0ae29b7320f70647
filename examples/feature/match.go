package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

const matchUsage = `usage: feature match [-eval name] [-games n] [-time d | -nodes n] [-openings file]

example:
  feature match -games 40 -nodes 2000 -openings testdata/openings.epd

`

// match plays games of the evaluation with the feature against the one without it,
// and prints what the feature is worth.
func match(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("feature match", flag.ContinueOnError)
	games := flags.Int("games", 200, "play this `number` of games, in pairs with the same opening")
	limits := chess.Limits{}
	flags.DurationVar(&limits.Time, "time", 10*time.Millisecond, "search for this `duration` per move, so that the time of the feature counts")
	flags.Int64Var(&limits.Nodes, "nodes", 0, "search this `number` of nodes per move instead, so that the time of the feature does not count")
	openings := flags.String("openings", "testdata/openings.epd", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
	evaluation := player.EvaluationFlag(flags, "default")
	if err := cli.Parse(flags, args, matchUsage, stdout); err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return cli.BadCommandLine(fmt.Errorf("unexpected argument %q", flags.Arg(0)))
	case *games < 1 || limits.Nodes < 0 || limits.Time <= 0:
		return cli.BadCommandLine(errors.New("-games and -time must be positive, and -nodes not negative"))
	case limits.Nodes > 0:
		limits.Time = 0
	}
	without := evaluation.New()
	with, err := withFeature(without)
	if err != nil {
		return err
	}
	m := chess.Match{
		Pairs:   (*games + 1) / 2,
		AtOnce:  max(1, runtime.GOMAXPROCS(0)/2),
		Arbiter: chess.Arbiter{WinMoves: 3, WinScore: 700, DrawMoves: 8, DrawScore: 10, DrawFrom: 40},
		Players: []chess.Player{
			matchPlayer("with", with, limits),
			matchPlayer("without", without, limits),
		},
	}
	if m.Openings, err = contest.ReadOpenings(*openings, 16, 0); err != nil {
		return cli.BadCommandLine(err)
	}
	conditions := fmt.Sprintf("evaluation %s, feature %+v, %s, openings %s", evaluation.Name, feature, contest.Limits(&m.Players[0]), *openings)
	return score(ctx, &m, conditions, stdout, stderr)
}

// matchPlayer returns a player with the library's searcher.
func matchPlayer(name string, e chess.Evaluator, l chess.Limits) chess.Player {
	return chess.Player{Name: name, Limits: l, New: func(context.Context) (chess.Searcher, error) {
		return chess.NewAlphaBeta(e), nil
	}}
}

// score plays the match, and prints the result at the end or after an interrupt.
func score(ctx context.Context, m *chess.Match, conditions string, stdout, stderr io.Writer) error {
	var t chess.Tally
	failed := error(nil)
	shown := progress.New(stderr)
	shown.Start("games", 0, 2*m.Pairs)
	for g, err := range m.Games(ctx) {
		if err != nil {
			failed = err
			break
		}
		t.Add(g, 0)
		shown.Show(t.Games(), 2*m.Pairs, fmt.Sprintf("%v, %s", &t, worth(t)))
	}
	shown.Close()
	if t.Games() == 0 {
		return failed
	}
	_, err := fmt.Fprintf(stdout, "%d games with the feature against the same without: %v\n%s\n%s\n", t.Games(), &t, worth(t), conditions)
	return errors.Join(failed, err)
}

// worth returns the estimate of what the feature is worth.
func worth(t chess.Tally) string {
	e := t.Estimate()
	if e.High-e.Low > 400 {
		return "too few games to say what it is worth"
	}
	return fmt.Sprintf("worth %v Elo (95 %%), better with a likelihood of %.0f %%", e, 100*e.Superiority)
}
