package endings

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// makeTables makes tables, and keeps them in a folder. Those that are there already
// are only read.
func makeTables(ctx context.Context, chosen endings.Choice, words []string, s cli.Streams) error {
	if err := checkThreads(&chosen); err != nil {
		return err
	}
	wanted, err := wantedEndings(words)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	if err := os.MkdirAll(chosen.Folder, 0o755); err != nil {
		return err
	}
	bar := progress.New(s.Err)
	defer bar.Clear()
	done := 0
	open := func() (*endings.Tables, error) {
		return chosen.Open(ctx, func(at chess.EndingProgress) { bar.ShowTable(done, len(wanted), at) })
	}
	tables, err := open()
	if err != nil {
		return err
	}
	defer func() { tables.Close() }()
	for _, e := range wanted { // another run is found at once
		held, err := outfile.Hold(chosen.File(e))
		if err != nil {
			return err
		}
		if err := held.Release(); err != nil {
			return err
		}
	}
	bar.Start("tables", 0, len(wanted))
	w := bufio.NewWriter(s.Out)
	began, total := time.Now(), int64(0)
	for _, e := range wanted {
		if e.Pieces() > endings.MaxMade { // it takes as much memory as all of four: only what it needs stays
			tables.Close()
			if tables, err = open(); err != nil {
				break
			}
		}
		var size int64
		if size, err = makeTable(w, tables, e, chosen.File(e)); err != nil {
			break
		}
		done, total = done+1, total+size
	}
	bar.Clear()
	fmt.Fprintf(w, "%s: %s in %.1f s, %.1f MB\n", chosen.Folder, prose.Count(done, "table"), time.Since(began).Seconds(), float64(total)/1e6)
	return cmp.Or(cli.Continues(err), w.Flush())
}

// makeTable makes the table of an ending, after all that it needs, and prints how long it took. It
// returns the size of its file, which has this path.
func makeTable(w io.Writer, tables *endings.Tables, e chess.Ending, path string) (size int64, err error) {
	held, err := outfile.Hold(path)
	if err != nil {
		return 0, err
	}
	defer held.Release()
	verb := "made"
	if _, err := os.Stat(path); err == nil {
		verb = "read"
	}
	start := time.Now()
	if _, err := tables.Table(e); err != nil {
		return 0, err
	}
	took := time.Since(start)
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	_, err = fmt.Fprintf(w, "%-8v %s in %6.2f s, %8.3f MB\n", e, verb, took.Seconds(), float64(info.Size())/1e6)
	return info.Size(), err
}

// wantedEndings returns the endings that words name, with all that they need before
// them: all of three and four pieces if there are no words.
func wantedEndings(words []string) (all []chess.Ending, err error) {
	if len(words) == 0 {
		words = []string{"3", "4"}
	}
	for _, word := range words {
		var named []chess.Ending
		if n, err := strconv.Atoi(word); err == nil {
			if n < minPieces || n > maxPieces {
				return nil, fmt.Errorf("tables are made of %d to %d pieces, not of %d", minPieces, maxPieces, n)
			}
			named = chess.Endings(n)
		} else {
			e, err := parseEnding(word, maxPieces)
			if err != nil {
				return nil, err
			}
			named = []chess.Ending{e.Canonical()}
		}
		for _, e := range named {
			for _, needed := range append(e.Later(), e) {
				if !slices.Contains(all, needed) {
					all = append(all, needed)
				}
			}
		}
	}
	return all, nil
}
