package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// add adds games to a store.
func add(flags *flag.FlagSet) cli.Run {
	dir := flags.String("o", "", "keep the games in this `folder`")
	plies := flags.Int("plies", 0, "index the moves of the first `n` plies of a game; 0 is all")
	return func(ctx context.Context, paths []string, streams cli.Streams) error {
		switch {
		case *dir == "":
			return cli.BadCommandLine(errors.New("there is no -o"))
		case len(paths) == 0:
			return cli.BadCommandLine(errors.New("there is no file to read"))
		case *plies < 0 || *plies > allPlies:
			return cli.BadCommandLine(fmt.Errorf("-plies is %d", *plies))
		case *plies == 0:
			*plies = allPlies
		}
		// Most of what is in use are moves of blocks, which hold no pointers: collecting twice as
		// often costs nothing that can be measured, and saves a fifth of the memory.
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(50)
		}
		s, err := CreateStore(*dir, *plies, layersToAdd)
		if err != nil {
			return err
		}
		return errors.Join(fill(ctx, s, paths, streams, progress.New(streams.Err)), s.Close())
	}
}

// fill adds the games of files to a store, and tells how many.
func fill(ctx context.Context, s *Store, paths []string, streams cli.Streams, shown *progress.Progress) error {
	in := pgnfile.Input{Paths: paths, Stdin: streams.In, Detail: chess.MainLines, Goroutines: runtime.GOMAXPROCS(0)}
	size := int(in.Size() / 1000)
	shown.Start("kB", 0, size)
	var read, done atomic.Int64 // bytes; games in the store
	show := func() { shown.Show(int(read.Load()/1000), size, prose.Count(int(done.Load()), "game")) }
	in.OnRead = func(n int) error {
		read.Add(int64(n))
		show()
		return nil
	}
	faults := 0
	games := func(yield func(*chess.GameTree) bool) {
		for t, problems := range in.Games() {
			for _, err := range problems {
				faults++
				fmt.Fprintln(shown, err)
			}
			if t != nil && !yield(t) {
				return
			}
		}
	}
	sum, err := s.Add(ctx, games, func(n int) {
		done.Add(int64(n))
		show()
	})
	if err == nil {
		err = s.Tidy(ctx)
	}
	shown.Clear()
	fmt.Fprintf(streams.Err, "%d games added with %d positions, %d known before\n", sum.Games, sum.Positions, sum.Known)
	if err == nil && faults > 0 {
		err = cli.Partly(fmt.Errorf("%d faults in the games", faults))
	}
	return cli.Continues(err)
}

func init() {
	pgnfile.Zstd = zstd.ZipDecompressor()
}
