// Play is a game of chess in the terminal: against the package's players, another
// engine or a friend, or between two of the players or engines.
//
//	go run .
//	go run . -black alphabeta,UCI_Elo=1400
//	go run . -white alphabeta -black person -tc 5:00+3
//	go run . -black 'uci:stockfish,Skill Level=3' -variant chess960
//	go run . -black 'boardvalue,castle score=30' -book book.bin
//	go run . game.pgn
//
// It is a module of its own: run it in its directory, or from elsewhere with
// go run -C. On a suitable terminal it uses the whole screen: enter moves by typing,
// with the arrow keys, or with the mouse. Otherwise it reads moves and commands line
// by line and prints the board as text. Without a player, a variant and a file it begins
// with a menu. "help" lists the commands: "why" says why the last move is good or bad,
// "review" looks at all of them, and "analyse" searches any position.
//
// A game at a terminal is kept after each move, in the folder of -keep, until it is
// finished or another begins; the next run offers to go on with it.
//
// The exit status is 3 after an interrupt; see docs/programs.md. On the screen, ctrl+c is
// the same as "quit".
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

	"github.com/charmbracelet/x/term"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

func main() {
	signal.Ignore(syscall.SIGPIPE)                                   // a closed pipe becomes a write error
	ctx, stop := signal.NotifyContext(cli.Context(), syscall.SIGHUP) // the terminal was closed
	defer stop()
	cli.Exit("play", run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const usage = `usage: play [flags] [game.pgn]
example: play -white person -black boardvalue -tc 5:00+3

With a file it continues the first game in it, as far as that can be read. Without a
file, -white, -black and -variant it begins with a menu if it has a screen. A player
may be a person at the terminal: "person". Any other without limits, whether of these
settings or its own, thinks for a second. "explain" explains the evaluation that the
player at the board plays by. The evaluation of -eval is for hints and the bar, and for
"explain" if no player has one. Among the players are

`

// settings holds the values of the command line.
type settings struct {
	seats      [2]*seat
	position   chess.Position // at the start
	left       error          // what was left out of its FEN
	file       string
	adviser    chess.Limits
	lines      bool
	ascii      bool
	evaluation *chess.Named[*chess.FeatureEvaluator]
	flip       bool
	bar        bool
	seated     [2]string
	book       string
	language   chess.Language
	tables     *tables
	control    chess.TimeControl
	keep       string // the folder of the game that is not finished, or ""
	chosen     bool   // the command line names a player or a game
}

// parse reads the command line. The caller closes the tables.
func parse(ctx context.Context, args []string, help io.Writer) (*settings, error) {
	s := &settings{}
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	flags.StringVar(&s.seated[chess.White], "white", "person", "the `player` of White")
	flags.StringVar(&s.seated[chess.Black], "black", "alphabeta", "the `player` of Black")
	flags.Func("tc", "play with this `time` control, such as 60, 5:00+3 or 40/60", func(text string) (err error) {
		s.control, err = chess.ParseTimeControl(text)
		return err
	})
	game := flags.String("variant", "chess", `the `+"`game`"+`: chess, chess960, "chess960 518", 3check, or a FEN`)
	flags.DurationVar(&s.adviser.Time, "hint", thinkingTime, "search for this `duration` for hints and the evaluation")
	s.evaluation = player.EvaluationFlag(flags, "default")
	flags.TextVar(&s.language, "lang", chess.English, "say in this `language` why moves are good or bad: en or de")
	flags.StringVar(&s.book, "book", "", "let the package's players begin by this `file`, a Polyglot book")
	var choice endings.Choice
	choice.AddFlags(flags, endings.MaxMade, "for hints, explanations and the strongest player")
	flags.StringVar(&s.keep, "keep", keptFolder(), "keep a game that is not finished in this `folder`; none if it is empty")
	flags.BoolVar(&s.flip, "flip", false, "show Black at the bottom; the default if only Black is a person")
	flags.BoolVar(&s.bar, "bar", true, "show the evaluation")
	flags.BoolVar(&s.lines, "lines", false, "use plain lines even if the terminal can show a screen")
	flags.BoolVar(&s.ascii, "ascii", false, "show the pieces as letters, not as Unicode symbols")

	var players strings.Builder
	for _, p := range chess.Players() {
		fmt.Fprintf(&players, "  %-13s %s\n", p.Name, p.Description)
	}
	if err := cli.Parse(flags, args, usage+players.String()+"\n"+player.Usage, help); err != nil {
		return nil, err
	}
	var err error
	switch {
	case flags.NArg() > 1:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(1))
	case s.adviser.Time <= 0:
		err = errors.New("-hint must be positive")
	default:
		if err = choice.Check(); err == nil {
			s.tables, err = openTables(ctx, choice)
		}
	}
	for c := range s.seats {
		if err == nil {
			s.seats[c], err = newSeat(s.seated[c], s.book, s.tables)
		}
		if err == nil && s.seats[c].control == (chess.TimeControl{}) {
			s.seats[c].control = s.control
		}
	}
	if err == nil {
		s.position, _, s.left, err = parseStart(*game)
	}
	if err != nil {
		if s.tables != nil {
			s.tables.Close()
		}
		return nil, cli.BadCommandLine(err)
	}
	s.file = flags.Arg(0)
	s.chosen = s.file != ""
	flags.Visit(func(f *flag.Flag) {
		s.chosen = s.chosen || f.Name == "white" || f.Name == "black" || f.Name == "variant"
	})
	return s, nil
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (err error) {
	set, err := parse(ctx, args, stdout)
	if err != nil {
		return err
	}
	defer set.tables.Close()
	s := newSession(ctx, set.seats, newAdviser(set.adviser, set.evaluation.New(), set.tables), set.tables)
	s.evaluator, s.book, s.language = set.evaluation.New(), set.book, set.language
	defer s.close()
	s.control, s.flip, s.noBar = set.control, set.flip, !set.bar
	s.flipped = s.flip || !s.seats[chess.White].person() && s.seats[chess.Black].person()
	if set.keep != "" && terminal(stdin) && terminal(stdout) {
		s.find(set.keep)
		defer func() { err = cmp.Or(err, s.keeper.close()) }()
	}
	for _, seat := range s.seats {
		if !seat.person() {
			if err := seat.open(s.ctx); err != nil {
				return fmt.Errorf("%s: %w", seat.name, err)
			}
		}
	}
	if set.file == "" {
		s.notifyLeft(set.left)
		s.offer()
		s.start(chess.NewGame(set.position))
	} else if err := s.load(set.file); err != nil {
		return err
	}
	s.figures = figurines(!set.ascii && unicodeLocale(os.Getenv))
	if !set.lines && terminal(stdin) && terminal(stdout) && os.Getenv("TERM") != "dumb" && os.Getenv("TERM") != "" {
		s.choosing = !set.chosen
		return runScreen(ctx, s, s.figures, stdin, stdout)
	}
	l := &lines{session: s, figures: s.figures, asks: terminal(stdin), out: stdout}
	return l.run(ctx, stdin)
}

// terminal reports whether a stream is a terminal.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// unicodeLocale reports whether text is in UTF-8, which is assumed unless the
// environment names another encoding. The order of the variables is that of POSIX.
func unicodeLocale(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := env(name); value != "" {
			value = strings.ToUpper(value)
			return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
		}
	}
	return true
}
