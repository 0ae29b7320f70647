package book

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A maker makes a book from the games and the positions of several files.
type maker struct {
	builder  chess.BookBuilder
	skip     bool
	progress *progress.Progress
	bytes    int64        // of all files, or 0 if that is unknown
	read     atomic.Int64 // of them
	taken    material     // what is in the book
	faults   int          // the games of these that are not whole, and the lines that are not in the book
	skipped  material
}

func makeFlags(flags *flag.FlagSet) cli.Run {
	var m maker
	output := outputFlag(flags)
	flags.IntVar(&m.builder.Plies, "plies", 40, "use this many `plies` of each game, 0 for all")
	flags.IntVar(&m.builder.MinGames, "games", 1, "skip moves that were played in fewer `games`")
	flags.BoolVar(&m.skip, "skip", false, "skip games of which moves are missing, and lines with a fault, and print only their number")
	return func(ctx context.Context, names []string, s cli.Streams) error {
		switch {
		case len(names) == 0:
			return cli.BadCommandLine(errors.New("a file of games or positions is missing"))
		case m.builder.Plies < 0 || m.builder.MinGames < 0:
			return cli.BadCommandLine(errors.New("-plies and -games must not be negative"))
		}
		out, err := lockBook(*output)
		if err != nil {
			return err
		}
		defer out.Release()
		return m.run(ctx, names, *output, s)
	}
}

// run makes a book from the games of the files.
func (m *maker) run(ctx context.Context, names []string, output string, s cli.Streams) error {
	for _, name := range names {
		if _, err := os.Stat(name); err != nil && name != "-" {
			return err // before hours of work, not after
		}
	}
	m.bytes = pgnfile.Input{Paths: names}.Size()
	m.progress = progress.New(s.Err)
	defer m.progress.Clear()
	m.progress.Start("MB", 0, int(m.bytes/megabyte))
	for _, name := range names {
		in, err := pgnfile.Open(name, s.In, func(n int) error {
			m.read.Add(int64(n))
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s: %w", name, pgnfile.Reason(err))
		}
		if pgnfile.Ext(name) == ".epd" {
			err = m.readPositions(ctx, name, in)
		} else {
			err = m.readGames(ctx, name, in)
		}
		in.Close()
		if err != nil {
			return err
		}
	}
	book := m.builder.Book()
	m.progress.Clear()
	if err := write(book, output); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "%s: %s out of %s\n", output, prose.Count(book.Len(), "move"), m.taken)
	if m.skipped != (material{}) {
		fmt.Fprintf(s.Out, "skipped: %s with errors\n", m.skipped)
	}
	if n := m.builder.Collisions(); n > 0 {
		fmt.Fprintf(s.Out, "skipped: %s in positions that have the same key as another\n", prose.Count(n, "move"))
	}
	if m.faults > 0 {
		return cli.Partly(cli.ErrReported)
	}
	return nil
}

const megabyte = 1_000_000

// material is what a book is made of.
type material struct{ games, positions int }

// String returns "3 games and 2 positions".
func (m material) String() string {
	if m.positions == 0 {
		return prose.Count(m.games, "game")
	}
	if m.games == 0 {
		return prose.Count(m.positions, "position")
	}
	return prose.Count(m.games, "game") + " and " + prose.Count(m.positions, "position")
}

// readGames adds the games of a file.
func (m *maker) readGames(ctx context.Context, name string, f io.Reader) error {
	r := chess.NewPGNReader(f)
	r.Detail = chess.MainLines
	for game, err := range r.Parallel(runtime.GOMAXPROCS(0)) {
		_, fault := err.(*chess.ParseError)
		if err != nil && !fault {
			return fmt.Errorf("%s: %w", name, err)
		}
		// What comes after the plies that are used is no matter.
		fault = fault && (m.builder.Plies == 0 || len(game.Mainline()) < m.builder.Plies)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case fault && m.skip:
			m.skipped.games++
			continue
		case fault:
			m.faults++
			fmt.Fprintf(m.progress, "%s: %v\n", name, err)
		}
		m.builder.Add(game)
		m.taken.games++
		m.show()
	}
	return nil
}

// readPositions adds the positions of a file in EPD.
func (m *maker) readPositions(ctx context.Context, name string, f io.Reader) error {
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		switch err := m.put(line); {
		case err == nil:
			m.taken.positions++
		case m.skip:
			m.skipped.positions++
		default:
			m.faults++
			fmt.Fprintf(m.progress, "%s: line %d: %v\n", name, n, err)
		}
		m.show()
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// put adds the moves for a position, a line of EPD.
func (m *maker) put(line string) error {
	epd, err := chess.ParseEPD(line)
	switch {
	case err != nil:
		return err
	case len(epd.Faults) > 0: // moves or weights may be missing
		return epd.Faults[0]
	}
	moves := epd.Moves("bm")
	if len(moves) == 0 {
		return errors.New("there is no move: bm is missing")
	}
	weights := slices.Repeat([]int{1}, len(moves))
	if i := slices.IndexFunc(epd.Operations, func(o chess.Operation) bool { return o.Opcode == "weight" }); i >= 0 {
		operands := epd.Operations[i].Operands
		if len(operands) != len(moves) {
			return fmt.Errorf("%s for %s", prose.Count(len(operands), "weight"), prose.Count(len(moves), "move"))
		}
		for i, text := range operands {
			weight, err := strconv.ParseUint(text, 10, 16)
			if err != nil {
				return fmt.Errorf("the weight %q is not a number from 0 to %d", text, math.MaxUint16)
			}
			weights[i] = int(weight)
		}
	}
	for i, move := range moves {
		if err := m.builder.Put(&epd.Position, move, weights[i]); err != nil {
			return err
		}
	}
	return nil
}

// show shows how much is read.
func (m *maker) show() {
	m.progress.Show(int(m.read.Load()/megabyte), int(m.bytes/megabyte), m.taken.String())
}
