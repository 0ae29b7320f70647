// Analyze shows a position, its evaluation by feature, and the progress of a
// search, depth by depth.
//
//	go run ./examples/analyze [-depth n] [-time d] [-lines n] [-eval name] [FEN]
//
// The default is the start position, and a search of three seconds. An interrupt
// ends the search early. All scores are in pawns from White's point of view.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

func main() {
	cli.Exit("analyze", run(cli.Context(), os.Args[1:], os.Stdout, os.Stderr, colourful(os.Stdout)))
}

// colourful reports whether f is a terminal and the user has not turned off
// colours (https://no-color.org).
func colourful(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// settings holds the values of the command line.
type settings struct {
	position  chess.Position
	limits    chess.Limits
	evaluator *chess.FeatureEvaluator
}

func parse(args []string, stderr io.Writer) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("analyze", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: analyze [-depth n] [-time d] [-lines n] [-eval name] [FEN]")
		flags.PrintDefaults()
	}
	flags.IntVar(&s.limits.Depth, "depth", 0, "search to this depth in `plies`")
	flags.DurationVar(&s.limits.Time, "time", 0, "search for this `duration`, such as 500ms (3s if there is no depth either)")
	flags.IntVar(&s.limits.MultiPV, "lines", 1, "show this `number` of best lines")
	evaluator := player.EvaluationFlag(flags)

	fen, err := cli.Interleaved(flags, args, flags.Parse)
	if err != nil {
		return s, cli.Reported(err)
	}
	if s.limits.Depth < 0 || s.limits.Time < 0 || s.limits.MultiPV < 1 {
		return s, cli.Usage(errors.New("-depth, -time and -lines must be positive"))
	}
	if s.limits.Depth > chess.MaxDepth {
		return s, cli.Usage(fmt.Errorf("-depth is at most %d", chess.MaxDepth))
	}
	s.evaluator = evaluator.New()
	if s.limits.Depth == 0 && s.limits.Time == 0 {
		s.limits.Time = 3 * time.Second
	}
	if s.position, err = cli.Position(fen); err != nil {
		return s, cli.Usage(err)
	}
	return s, nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer, colour bool) error {
	s, err := parse(args, stderr)
	if err != nil {
		return err
	}
	p := s.position
	w := bufio.NewWriter(stdout)
	fmt.Fprintf(w, "%v\n\n%s\n", p, board(p, colour))

	fmt.Fprintf(w, "%v\n", s.evaluator.Explain(&p))

	game := chess.NewGame(p)
	if o := game.Outcome(); o.Over() {
		fmt.Fprintf(w, "The game is over: %v, %v.\n", o.Reason, o)
		return w.Flush()
	}
	fmt.Fprintf(w, "%5s %8s %11s %10s %8s  %s\n", "depth", "score", "nodes", "nodes/s", "time", "line")
	if err := w.Flush(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.limits.Info = func(i chess.Info) {
		w.WriteString(row(p, i))
		if w.Flush() != nil {
			cancel() // the reader has gone
		}
	}
	result, err := chess.NewAlphaBeta(s.evaluator).Search(ctx, game, s.limits)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s %s, %v at depth %d\n", paint("Best move:", "1", colour),
		p.SANLine(result.Move), result.Score.ForWhite(p.Turn()), result.Depth)
	return w.Flush()
}

// row returns the row of the table for a report of a search from p. It is empty if
// the report has no line but names the move that is being searched.
func row(p chess.Position, i chess.Info) string {
	if len(i.PV) == 0 {
		return ""
	}
	return fmt.Sprintf("%5d %8v %11d %10.0f %8s  %s\n", i.Depth, i.Score.ForWhite(p.Turn()), i.Nodes,
		float64(i.Nodes)/max(i.Time, 1).Seconds(), clock(i.Time), p.SANLine(i.PV...))
}

// clock formats a duration for a column.
func clock(d time.Duration) string {
	return fmt.Sprintf("%.3fs", d.Seconds())
}

// board draws p from White's side.
func board(p chess.Position, colour bool) string {
	if !colour {
		return chess.Diagram{Position: p, Check: true}.ASCII()
	}
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, " %d ", rank+1)
		for file := range 8 {
			piece := p.At(chess.SquareAt(file, rank))
			square := "48;5;137" // dark
			if (file+rank)%2 == 1 {
				square = "48;5;180"
			}
			figure := "1;38;5;231"
			if piece.Color() == chess.Black {
				figure = "1;38;5;16"
			}
			b.WriteString(paint(" "+figurine(piece)+" ", square+";"+figure, true))
		}
		b.WriteByte('\n')
	}
	b.WriteString("    a  b  c  d  e  f  g  h\n")
	return b.String()
}

// figurine returns the filled chess symbol of the type of a piece.
func figurine(p chess.Piece) string {
	return [...]string{" ", "♟", "♞", "♝", "♜", "♛", "♚"}[p.Type()]
}

// paint returns text with a terminal code around it, if colour is set.
func paint(text, code string, colour bool) string {
	if !colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
