// Package cli has what the programs have in common as commands: how they read
// their command lines, and how they end.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/seed-0971039b/chess"
)

// The errors that Exit tells apart.
var (
	ErrUsage       = errors.New("bad command line")
	ErrInterrupted = errors.New("interrupted")
	ErrTold        = errors.New("something is wrong") // and has been told about
)

// Context returns a context that is done when one of the signals comes. The
// second ends the program at once.
func Context(signals ...os.Signal) context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx
}

// Interrupted returns ErrInterrupted for the error of a Context that is done, and
// any other error as it is.
func Interrupted(err error) error {
	if errors.Is(err, context.Canceled) {
		return ErrInterrupted
	}
	return err
}

// Exit ends the program if there is an error: with status 1 for ErrInterrupted,
// 2 for ErrUsage, and failure for others. A line on the standard error tells what
// is wrong, unless it is ErrTold. flag.ErrHelp is no error.
func Exit(name string, err error, failure int) {
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return
	case errors.Is(err, ErrInterrupted):
		failure = 1
	case errors.Is(err, ErrUsage):
		failure = 2
	}
	if !errors.Is(err, ErrTold) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	}
	os.Exit(failure)
}

// Parse parses flags for a program that leaves it to Exit to tell of an error,
// which is ErrUsage. When help is asked for, it writes the usage and the flags,
// and returns flag.ErrHelp.
func Parse(flags *flag.FlagSet, args []string, usage string, help io.Writer) error {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(help, usage)
		flags.SetOutput(help)
		flags.PrintDefaults()
		return err
	}
	return BadCommandLine(err)
}

// BadCommandLine returns an error, if there is one, that is ErrUsage and says so.
func BadCommandLine(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrUsage, err)
}

// Usage returns an error that is ErrUsage, but says what err says.
func Usage(err error) error { return usageError{err} }

type usageError struct{ error }

func (e usageError) Unwrap() []error { return []error{ErrUsage, e.error} }

// Told returns an error of flags that have told about it themselves as ErrUsage
// and ErrTold, and flag.ErrHelp as it is.
func Told(err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	return errors.Join(ErrUsage, ErrTold, err)
}

// Interleaved parses flags that may stand anywhere among other words, such as
// those of a FEN, and returns these words.
func Interleaved(flags *flag.FlagSet, args []string, parse func([]string) error) (words []string, err error) {
	for len(args) > 0 {
		if err := parse(args); err != nil {
			return nil, err
		}
		args = flags.Args()
		for len(args) > 0 && (args[0] == "-" || !strings.HasPrefix(args[0], "-")) {
			words, args = append(words, args[0]), args[1:]
		}
	}
	return words, nil
}

// Position returns the position of a FEN that came with or without quotes, or
// the start position if there are no words.
func Position(words []string) (chess.Position, error) {
	if len(words) == 0 {
		return chess.StartPosition(), nil
	}
	return chess.ParseFEN(strings.Join(words, " "))
}
