package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	corentings "github.com/corentings/chess/v2"
	"github.com/seed-0971039b/chess"
)

// tally holds what a reader has read, and the memory that it needed.
type tally struct {
	games, moves int
	peak         int // resident memory in KiB; 0 if unknown
}

// readers are the ways to read games that this program implements, by the value
// of -read.
var readers = map[string]func(io.Reader) (tally, error){
	"next":               func(r io.Reader) (tally, error) { return readAll(r, chess.WholeGames, 1) },
	"next-mainlines":     func(r io.Reader) (tally, error) { return readAll(r, chess.MainLines, 1) },
	"visit":              visitAll,
	"parallel":           func(r io.Reader) (tally, error) { return readAll(r, chess.WholeGames, 2) },
	"parallel-mainlines": func(r io.Reader) (tally, error) { return readAll(r, chess.MainLines, 2) },
	"corentings":         readCorentings,
}

// readFile reads a file with one of the readers and prints the counts.
// runReader runs it in a separate process.
func readFile(w io.Writer, mode, name string) error {
	read, ok := readers[mode]
	if !ok {
		return fmt.Errorf("-read: unknown reader %q", mode)
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	c, err := read(f)
	if err != nil {
		return err
	}
	c.peak = peakMemory()
	_, err = fmt.Fprintln(w, c.games, c.moves, c.peak)
	return err
}

// readAll reads all games with this library: with Next, or on several goroutines
// and processors with Parallel.
func readAll(in io.Reader, detail chess.PGNDetail, goroutines int) (tally, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(goroutines))
	r := chess.NewPGNReader(in)
	r.Detail = detail
	games := r.All()
	if goroutines > 1 {
		games = r.Parallel(goroutines)
	}
	var c tally
	for t, err := range games {
		if err != nil {
			return c, err
		}
		c.games++
		for n := t.Root().Next(); n != nil; n = n.Next() {
			c.moves++
		}
	}
	return c, nil
}

// visitAll counts the moves with Visit, which builds no trees, on one processor.
func visitAll(in io.Reader) (tally, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var c tally
	r := chess.NewPGNReader(in)
	v := chess.PGNVisitor{Move: func(*chess.Position, chess.Move) bool {
		c.moves++
		return true
	}}
	for {
		switch err := r.Visit(&v); err {
		case nil:
			c.games++
		case io.EOF:
			return c, nil
		default:
			return c, err
		}
	}
}

func readCorentings(in io.Reader) (tally, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var c tally
	for s := corentings.NewScanner(in); ; {
		g, err := s.ParseNext()
		if errors.Is(err, io.EOF) {
			return c, nil
		}
		if err != nil {
			return c, err
		}
		c.games++
		c.moves += len(g.Moves())
	}
}

// peakMemory returns the peak resident memory of the process in KiB, or 0 if it
// is unknown.
func peakMemory() int {
	status, _ := os.ReadFile("/proc/self/status")
	_, line, _ := bytes.Cut(status, []byte("\nVmHWM:"))
	peak := 0
	fmt.Sscan(string(line), &peak)
	return peak
}
