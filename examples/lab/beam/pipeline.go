package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
)

// Workers are other processes, possibly on other machines, and find the functions of
// the pipeline by name.
func init() {
	register.DoFn3x1[context.Context, fileio.ReadableFile, func(Game), error](&Read{})
	register.DoFn3x1[context.Context, Game, func(string, string), error](&Work{})
	register.Function2x1(first)
	register.Emitter1[Game]()
	register.Emitter2[string, string]()
	register.Iter1[string]()
	pgnfile.Zstd = func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(pgnfile.MaxWindow))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}
}

// build adds the pipeline to s.
func build(s beam.Scope, out string, task Task, patterns []string) {
	files := fileio.ReadMatches(s, fileio.MatchAll(s, beam.CreateList(s, patterns)), fileio.ReadUncompressed(), fileio.ReadDirectoryDisallow())
	games := beam.ParDo(s.Scope("Read"), &Read{}, beam.Reshuffle(s, files))
	// A file is read by one worker; its games go to all.
	results := beam.ParDo(s.Scope("Work"), &Work{Task: task}, beam.Reshuffle(s, games))
	lines := beam.DropKey(s, results)
	if task.Format == formatPuzzles {
		lines = beam.ParDo(s.Scope("First"), first, beam.GroupByKey(s, results))
	}
	textio.Write(s, out, lines)
}

// namespace is that of the counters.
const namespace = "chess"

var (
	games    = beam.NewCounter(namespace, "games")
	problems = beam.NewCounter(namespace, "problems")
)

// report logs and counts problems.
func report(ctx context.Context, source string, all ...error) {
	for _, err := range all {
		log.Warnf(ctx, "%s: %v", source, err)
		problems.Inc(ctx, 1)
	}
}

// A Game is a game of a file.
type Game struct {
	Source string
	Number int    // in the source, from 1
	Text   string // PGN
}

// Read reads the games of a file, each up to what cannot be read.
type Read struct{}

// ProcessElement reads a file.
func (*Read) ProcessElement(ctx context.Context, file fileio.ReadableFile, emit func(Game)) error {
	source := file.Metadata.Path
	opened, err := file.Open(ctx)
	if err != nil {
		return err
	}
	in, err := pgnfile.Decompress(opened)
	if err != nil {
		report(ctx, source, err)
		return nil
	}
	defer in.Close()
	number := 0
	for t, err := range chess.NewPGNReader(in).All() {
		number++
		report(ctx, source, pgnfile.Problems(t, err)...)
		if pgnfile.Empty(t) {
			continue
		}
		text, err := t.MarshalText()
		if err != nil {
			return err
		}
		emit(Game{source, number, string(text)})
	}
	if number == 0 {
		report(ctx, source, errors.New("there is no game in it"))
	}
	return nil
}

// Work does a task for games, one after the other.
type Work struct {
	Task Task

	tool *tool
}

// Setup makes what all games of this worker share.
func (w *Work) Setup() (err error) {
	w.tool, err = newTool(w.Task)
	return err
}

// ProcessElement emits the results of a game, each with a key: results with the same key
// are about the same thing.
func (w *Work) ProcessElement(ctx context.Context, game Game, emit func(string, string)) error {
	t, err := chess.ParsePGN(game.Text)
	if err != nil {
		return err
	}
	err = w.tool.do(ctx, t, &game, emit)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		report(ctx, game.Source, fmt.Errorf("game %d: %w", game.Number, err))
		return nil
	}
	games.Inc(ctx, 1)
	return nil
}

// first returns the first of the results with a key by their text, so that it is the same in
// every run.
func first(_ string, next func(*string) bool) string {
	var least, text string
	for next(&text) {
		if least == "" || text < least {
			least = text
		}
	}
	return least
}
