// Package tune is the command by which the library learns from its own games: it plays them,
// and fits the weights of an evaluation to their results or to scores of their positions.
package tune

import (
	"context"
	"flag"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// Command is the command.
var Command = &cli.Command{
	Name: "tune", Summary: "fit the weights of an evaluation to games",
	Args: "play|label|convert|fit|learn|generations|show [flags] ...", Example: "play -games 200 -nodes 2000 games.pgn",
	Help: `Play appends games to a file, label has a player score their positions, fit and learn make
weights of games or positions, and generations does all of it again and again. Positions may be in
any format of convert. Play, label and generations continue after an interrupt. Play and fit can
take turns: with -weights they start from the weights that fit or learn has written.`,
	Commands: []*cli.Command{
		{Name: "play", Summary: "play games of an evaluation against itself", Args: "[flags] games.pgn", Example: "-games 200 -nodes 2000 games.pgn", Flags: play},
		{Name: "label", Summary: "have a player score the quiet positions of games", Args: "[flags] games.pgn positions.epd",
			Example: "-player uci:stockfish -nodes 3000 games.pgn positions.epd", Flags: label},
		{Name: "convert", Summary: "write labelled positions as other programs read them, and the other way round", Args: "positions positions", Example: "positions.epd positions.txt", Flags: convert,
			Help: `The endings of the names tell the formats:

  .epd         what label writes: ce is the score, for the side to move, and c9 the result
  .txt         FEN | score | result, both for White, a line of bullet's text
  .book        FEN [result], for White
  .plain       Stockfish's text, both for the side to move: its tools make a binpack of it
  .bf, .data   records of bulletformat, both for the side to move, which is always White

Scores are in centipawns, and a result is 1.0, 0.5 or 0.0, or in .plain 1, 0 or -1. Only .epd
knows the games of positions, and variants. Records lose rights to castle, en passant and clocks.
A position that has no best move (bm) gets another one in .plain, no capture if possible.`},
		{Name: "fit", Summary: "fit the weights of the features", Args: "[flags] games.pgn or positions.epd...", Example: "-rounds 1 -o weights.json games.pgn", Flags: fit,
			Help: `Fitting to the scores of searches, by -trust 100, makes a stronger player than fitting to results.
Results have many causes, and the moves that a player chose are a biased sample: an isolated pawn
looks good, because a player accepts it only for compensation.`},
		{Name: "learn", Summary: "train a network to what the other features miss", Args: "[flags] games.pgn or positions.epd...", Example: "-trust 100 -o weights.json positions.epd", Flags: learn},
		{Name: "generations", Summary: "play, label, learn and match, again and again", Args: "[flags] folder", Example: "-generations 2 -games 20000 -random 8 learned", Flags: generations,
			Help: `In each generation the best evaluation so far plays games, a player scores their positions, an
evaluation learns from those of all generations, and a match with the best one decides by a
sequential test whether it is the best from then on. The folder gets weights.json, the best, and
report.md. With the same seed and without other engines the files are the same again, apart from
the times.`},
		{Name: "show", Summary: "show an evaluation with new weights by feature", Args: "[flags] [FEN]", Example: "-weights weights.json", Flags: show},
	},
}

// start holds the flags that say where the weights are from.
type start struct {
	evaluation *chess.Named[*chess.FeatureEvaluator]
	weights    string
}

// startFlags defines the flags of a start.
func startFlags(flags *flag.FlagSet) *start {
	s := &start{evaluation: player.EvaluationFlag(flags, "default")}
	flags.StringVar(&s.weights, "weights", "", "start from the weights of this `file`, which fit has written for the same evaluation")
	return s
}

// load returns the evaluator to start from. What is wrong with it is wrong with the
// command line.
func (s *start) load() (*chess.FeatureEvaluator, error) {
	e, err := player.Weighted(s.evaluation.New(), s.weights)
	return e, cli.BadCommandLine(err)
}

// show prints an evaluation by feature.
func show(flags *flag.FlagSet) cli.Run {
	from := startFlags(flags)
	return func(_ context.Context, words []string, s cli.Streams) error {
		p, err := cli.Position(words)
		if err != nil {
			return cli.BadCommandLine(err)
		}
		evaluator, err := from.load()
		if err != nil {
			return err
		}
		_, err = evaluator.Explain(&p).WriteTo(s.Out)
		return err
	}
}
