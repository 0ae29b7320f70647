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

// tally is what was read, and the memory that took.
type tally struct {
	games, moves int
	peak         int // resident, in KiB; 0 where the system does not tell
}

// readers are the ways to read games within this program.
var readers = map[string]func(io.Reader) (tally, error){
	"next":               func(r io.Reader) (tally, error) { return readAll(r, chess.WholeGames, 1) },
	"next-mainlines":     func(r io.Reader) (tally, error) { return readAll(r, chess.MainLines, 1) },
	"parallel":           func(r io.Reader) (tally, error) { return readAll(r, chess.WholeGames, 2) },
	"parallel-mainlines": func(r io.Reader) (tally, error) { return readAll(r, chess.MainLines, 2) },
	"corentings":         readCorentings,
}

// readFile reads a file in one of the ways and prints the count: so a process
// of its own does for runReader.
func readFile(w io.Writer, how, name string) error {
	read, ok := readers[how]
	if !ok {
		return fmt.Errorf("there is no way %q to read", how)
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

// readAll reads with this library, with Next or, on so many goroutines and
// processors, with Parallel.
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

// peakMemory returns the most memory the process has ever held, in KiB, or 0.
func peakMemory() int {
	status, _ := os.ReadFile("/proc/self/status")
	_, line, _ := bytes.Cut(status, []byte("\nVmHWM:"))
	peak := 0
	fmt.Sscan(string(line), &peak)
	return peak
}
