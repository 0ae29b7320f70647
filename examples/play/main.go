// Play is a game of chess in the terminal: see README.md. On the screen, ctrl+c is the same as
// "quit"; the exit status is 3 after an interrupt.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

func main() {
	cli.Main(program)
}

var program = &cli.Command{
	Name: "play", Args: "[flags] [game.pgn]", Example: "-white person -black alphabeta,UCI_Elo=1400 -tc 5:00+3",
	Help: `Without a file, -white, -black and -variant it begins with a menu if it has a screen.
With a file it continues the first game in it, as far as that can be read.

A player is "person", or one of the package's, such as alphabeta, mcts or random, or an engine,
uci:command; then settings may follow, separated by commas: alphabeta,UCI_Elo=1400. One that
nothing limits thinks for a second. "chess help players" lists all, with their settings.`,
	Flags: define,
}

// settings holds the values of the command line.
type settings struct {
	preferences
	seated     [2]string
	position   chess.Position // at the start
	left       error          // what was left out of its FEN
	file       string
	adviser    chess.Limits
	lines      bool
	ascii      bool
	evaluation chess.Named[*chess.FeatureEvaluator]
	bar        bool
	language   chess.Language
	endings    endings.Choice
	keep       string // the folder of the game that is not finished, or ""
	chosen     bool   // the command line names a player or a game
}

// define defines the flags.
func define(flags *flag.FlagSet) cli.Run {
	s := &settings{position: chess.StartPosition(), evaluation: chess.Evaluators()[0]}
	flags.StringVar(&s.seated[chess.White], "white", "person", "the `player` of White")
	flags.StringVar(&s.seated[chess.Black], "black", "alphabeta", "the `player` of Black")
	flags.Func("tc", "play with this `time` control, such as 60, 5:00+3 or 40/60", func(text string) (err error) {
		s.control, err = chess.ParseTimeControl(text)
		return err
	})
	flags.Func("variant", `the `+"`game`"+`: chess, chess960, "chess960 518", 3check, or a FEN (default chess)`, func(text string) (err error) {
		s.position, _, s.left, err = parseStart(text)
		return err
	})
	flags.DurationVar(&s.adviser.Time, "hint", thinkingTime, "search for this `duration` for hints and the evaluation")
	flags.Func("eval", "use this `evaluation`, such as default,mobility=50, for hints and the bar, and for \"explain\" if no player has one",
		func(spec string) (err error) {
			s.evaluation, err = player.Evaluation(spec)
			return err
		})
	flags.TextVar(&s.language, "lang", chess.English, "say in this `language` why moves are good or bad: en or de")
	flags.StringVar(&s.book, "book", "", "let the package's players begin by this `file`, a Polyglot book")
	s.endings.AddFlags(flags, endings.MaxMade, "for hints, explanations and the strongest player")
	flags.StringVar(&s.keep, "keep", keptFolder(), "keep a game that is not finished in this `folder`; none if it is empty")
	flags.BoolVar(&s.flip, "flip", false, "show Black at the bottom; the default if only Black is a person")
	flags.BoolVar(&s.bar, "bar", true, "show the evaluation")
	flags.BoolVar(&s.lines, "lines", false, "use plain lines even if the terminal can show a screen")
	flags.BoolVar(&s.ascii, "ascii", false, "show the pieces as letters, not as Unicode symbols")
	return func(ctx context.Context, files []string, streams cli.Streams) error {
		if len(files) > 0 {
			s.file, s.chosen = files[0], true
			if err := cli.NoArguments(files[1:]); err != nil {
				return err
			}
		}
		err := s.endings.Check()
		if s.adviser.Time <= 0 {
			err = errors.New("-hint must be positive")
		}
		if err != nil {
			return cli.BadCommandLine(err)
		}
		flags.Visit(func(f *flag.Flag) {
			s.chosen = s.chosen || f.Name == "white" || f.Name == "black" || f.Name == "variant"
		})
		ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP) // the terminal was closed
		defer stop()
		return s.run(ctx, streams.In, streams.Out)
	}
}

// seats makes the players of the command line.
func (set *settings) seats(t *tables) (seats [2]*seat, err error) {
	for c, spec := range set.seated {
		if seats[c], err = newSeat(spec, set.book, t); err != nil {
			return seats, cli.BadCommandLine(err)
		}
		if seats[c].control == (chess.TimeControl{}) {
			seats[c].control = set.control
		}
	}
	return seats, nil
}

// run plays as the command line says.
func (set *settings) run(ctx context.Context, stdin io.Reader, stdout io.Writer) (err error) {
	t, err := openTables(ctx, set.endings)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	defer t.Close()
	seats, err := set.seats(t)
	if err != nil {
		return err
	}
	s := newSession(ctx, seats, newAdviser(set.adviser, set.evaluation.New(), t), t)
	defer s.close()
	s.preferences, s.noBar = set.preferences, !set.bar
	s.evaluator, s.study.language = set.evaluation.New(), set.language
	s.figures = figurines(!set.ascii && unicodeLocale(os.Getenv))
	s.sitAnew(seats)
	atTerminal := cli.Terminal(stdin) && cli.Terminal(stdout)
	if set.keep != "" && atTerminal {
		s.find(set.keep)
		defer func() { err = cmp.Or(err, s.keeping.close()) }()
	}
	for _, seat := range seats {
		if err := seat.open(s.thinking.ctx); err != nil {
			return fmt.Errorf("%s: %w", seat.name, err)
		}
	}
	if set.file == "" {
		s.notifyLeft(set.left)
		s.offer()
		s.start(chess.NewGame(set.position))
	} else if err := s.load(set.file); err != nil {
		return err
	}
	if !set.lines && atTerminal && os.Getenv("TERM") != "dumb" && os.Getenv("TERM") != "" {
		s.choosing = !set.chosen
		return runScreen(ctx, s, stdin, stdout)
	}
	l := &lines{session: s, asks: cli.Terminal(stdin), out: stdout}
	return l.run(ctx, stdin)
}

// unicodeLocale reports whether text is in UTF-8, which is assumed unless the
// environment names another encoding. The order of the variables is that of POSIX.
func unicodeLocale(env func(string) string) bool {
	value := strings.ToUpper(cmp.Or(env("LC_ALL"), env("LC_CTYPE"), env("LANG"), "UTF-8"))
	return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
}
