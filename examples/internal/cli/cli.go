// Package cli holds what the programs have in common as commands: how they parse
// their command lines, and how they exit.
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
	"syscall"

	"github.com/seed-0971039b/chess"
)

// The errors that Main distinguishes.
var (
	ErrUsage       = errors.New("bad command line")
	ErrInterrupted = errors.New("interrupted")
	ErrPartly      = errors.New("partly done")       // some of the input could not be used
	ErrReported    = errors.New("there were errors") // that have been printed already
)

// interruptible returns a context that is cancelled by the first interrupt (Ctrl-C) or
// request to terminate. The second ends the program at once.
func interruptible() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx
}

// Interrupted returns ErrInterrupted for the error of a cancelled context, and any
// other error unchanged.
func Interrupted(err error) error {
	if errors.Is(err, context.Canceled) && !errors.Is(err, ErrInterrupted) {
		return ErrInterrupted
	}
	return err
}

// Continues is Interrupted for a run that can be continued, and says so.
func Continues(err error) error {
	if errors.Is(err, context.Canceled) {
		return kindOf{fmt.Errorf("%w; run the same command to continue", ErrInterrupted), err}
	}
	return err
}

// exit exits if err is not nil, with the status that docs/programs.md lists for all
// programs: 2 for ErrUsage, 3 for ErrInterrupted, the error of a cancelled context
// and ErrPartly, and 1 for other errors. It prints the error on the standard error,
// unless it is ErrReported. It ignores flag.ErrHelp.
func exit(name string, err error) {
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	err = Interrupted(err)
	status := 1
	switch {
	case errors.Is(err, ErrUsage):
		status = 2
	case errors.Is(err, ErrInterrupted), errors.Is(err, ErrPartly):
		status = 3
	}
	if !errors.Is(err, ErrReported) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	}
	os.Exit(status)
}

// Partly returns an error that is ErrPartly and has the message of err, or nil if
// err is nil.
func Partly(err error) error {
	if err == nil {
		return nil
	}
	return kindOf{err, ErrPartly}
}

// Terminal reports whether a stream, to read from or to write to, is a terminal.
func Terminal(stream any) bool {
	f, ok := stream.(interface{ Stat() (os.FileInfo, error) })
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// Colour reports whether to write colours to w: only to a terminal that has them,
// and not if the environment has NO_COLOR (https://no-color.org).
func Colour(w io.Writer) bool {
	return Terminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// BadCommandLine returns an error that wraps ErrUsage and err; err itself if it is nil,
// ErrUsage already, or an interrupt.
func BadCommandLine(err error) error {
	if err == nil || errors.Is(err, ErrUsage) || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUsage, err)
}

// A kindOf is an error that is also another, without its message.
type kindOf struct {
	error
	kind error
}

func (e kindOf) Unwrap() []error { return []error{e.kind, e.error} }

// Position returns the position of a FEN, which may be one word or several, or the
// start position if there are no words.
func Position(words []string) (chess.Position, error) {
	if len(words) == 0 {
		return chess.StartPosition(), nil
	}
	return chess.ParseFEN(strings.Join(words, " "))
}
