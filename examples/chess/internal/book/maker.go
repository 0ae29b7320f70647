package book

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A maker makes a book from the games and the positions of several files.
type maker struct {
	settings *settings
	progress *progress.Progress
	total    int          // the MB to read, or 0 if that is unknown
	bytes    atomic.Int64 // that were read
	builder  chess.BookBuilder
	taken    material // what is in the book
	faults   int      // the games of these that are not whole, and the lines that are not in the book
	skipped  material
}

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
	r := chess.NewPGNReader(countingReader{f, &m.bytes})
	r.Detail = chess.MainLines
	for game, err := range r.Parallel(runtime.GOMAXPROCS(0)) {
		_, fault := err.(*chess.ParseError)
		if err != nil && !fault {
			return fmt.Errorf("%s: %w", name, err)
		}
		// What comes after the plies that are used is no matter.
		fault = fault && (m.settings.plies == 0 || len(game.Mainline()) < m.settings.plies)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case fault && m.settings.skip:
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
	lines := bufio.NewScanner(countingReader{f, &m.bytes})
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
		case m.settings.skip:
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
	if err != nil {
		return err
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
	m.progress.Show(int(m.bytes.Load()/megabyte), m.total, m.taken.String())
}
