// Benchmarks runs perft on the same positions with this library and with other
// programs, in turn, and compares the times. Or it compares how fast they read
// the same games:
//
//	cd benchmarks && go run .
//	cd benchmarks && go run . -pgn
//
// Or it compares searches with the library's transposition table and with one
// that compares hashes instead of positions:
//
//	cd benchmarks && go run . -table
//
// Or it compares single calls with those of another library:
//
//	cd benchmarks && go run . -calls -n 60
//
// It is a module of its own, so that the library does not depend on the others.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/seed-0971039b/chess"
)

// bench is a position for perft, with the depth, and a smaller depth for the
// programs that are a hundred times slower.
type bench struct {
	name, fen string
	depth     int
	shallow   int
	nodes     [2]uint64 // leaf nodes at depth, and at shallow
}

var benches = []bench{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		6, 4, [2]uint64{119060324, 197281}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		5, 3, [2]uint64{193690690, 97862}},
	{"endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		6, 5, [2]uint64{11030083, 674624}},
	{"middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
		5, 3, [2]uint64{164075551, 89890}},
}

// counter is a way to run perft: this library or another program.
type counter struct {
	name  string
	own   bool // this library
	slow  bool // uses the shallow depth
	count func(fen string, depth int) (nodes uint64, took time.Duration, err error)
}

func main() {
	rounds := flag.Int("n", 5, "take the best time of this `number` of rounds")
	engine := flag.String("engine", "stockfish", "compare with this UCI `engine`, which must support \"go perft\"; \"\" for none")
	patience := flag.Duration("patience", time.Minute, "give up on an engine that takes longer than this `duration`")
	pgn := flag.Bool("pgn", false, "read games instead of counting positions")
	size := flag.Int("size", 100, "with -pgn: play this many `megabytes` of games to read")
	file := flag.String("file", "", "with -pgn: read this `file` instead of playing games")
	read := flag.String("read", "", "with -pgn -file: read once, in this `way` (next, parallel, corentings, ...), and print the numbers of games and moves and the peak memory in KiB")
	calls := flag.Bool("calls", false, "make single calls instead of counting positions")
	table := flag.Bool("table", false, "search with the exact transposition table and with bare keys instead of counting positions")
	nodes := flag.Int64("nodes", 500_000, "with -table: search this many `nodes`")
	depth := flag.Int("depth", 12, "with -table: compare the nodes that a search to this `depth` takes")
	hash := flag.Int("hash", 16, "with -table: a transposition table of this many `MiB`")
	fen := flag.String("search", "", "search the position with this `FEN` once, to -depth if it is given, otherwise for -nodes, and print the nodes and the time")
	flag.Parse()
	if *rounds < 1 || *patience <= 0 || *size < 1 || *nodes < 1 || *depth < 1 || *hash < 1 || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "benchmarks: -n, -patience, -size, -nodes, -depth and -hash must be positive, and there are no arguments")
		os.Exit(2)
	}
	if !*pgn && (*file != "" || *read != "") || *read != "" && *file == "" {
		fmt.Fprintln(os.Stderr, "benchmarks: -file requires -pgn, and -read requires both")
		os.Exit(2)
	}
	var err error
	switch {
	case *fen != "":
		l := chess.Limits{Nodes: *nodes}
		flag.Visit(func(f *flag.Flag) {
			if f.Name == "depth" {
				l = chess.Limits{Depth: *depth}
			}
		})
		err = searchOnce(os.Stdout, *fen, *hash, l)
	case *calls:
		err = benchCalls(os.Stdout, os.Stderr, *rounds)
	case *table:
		err = benchTable(os.Stdout, os.Stderr, *rounds, *hash, *nodes, *depth)
	case *read != "":
		err = readFile(os.Stdout, *read, *file)
	case *pgn:
		err = benchPGN(os.Stdout, os.Stderr, *rounds, *file, *size)
	default:
		err = run(os.Stdout, os.Stderr, *rounds, *engine, *patience)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

func run(stdout, stderr io.Writer, rounds int, name string, patience time.Duration) error {
	counters := []counter{
		{name: "chess", own: true, count: timed(perft)},
		{name: "on 2 threads", own: true, count: timed(perftTwo)},
		{name: "corentings/chess", slow: true, count: timed(perftCorentings)},
	}
	if name != "" {
		e, err := startEngine(name, patience)
		if errors.Is(err, errMissing) {
			fmt.Fprintf(stderr, "benchmarks: %v: skipped\n", err)
		} else if err != nil {
			return err
		} else {
			defer e.Close()
			counters = append(counters, counter{name: e.Name(), count: e.perft})
		}
	}
	best := make([][]time.Duration, len(benches)) // indexed by position and counter
	for i, b := range benches {
		best[i] = make([]time.Duration, len(counters))
		for round := range rounds {
			for j, c := range counters {
				depth, want := b.depth, b.nodes[0]
				if c.slow {
					depth, want = b.shallow, b.nodes[1]
				}
				progress(stderr, fmt.Sprintf("%s, round %d of %d, %s", b.name, round+1, rounds, c.name))
				nodes, took, err := c.count(b.fen, depth)
				if err != nil {
					return err
				}
				if nodes != want {
					return fmt.Errorf("%s counts %d nodes at depth %d of %s, not %d", c.name, nodes, depth, b.fen, want)
				}
				if best[i][j] == 0 || took < best[i][j] {
					best[i][j] = took
				}
			}
		}
	}
	progress(stderr, "")
	return report(stdout, counters, best)
}

// progress overwrites the current line with line, if w is a terminal.
func progress(w io.Writer, line string) {
	f, ok := w.(*os.File)
	if !ok {
		return
	}
	if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprintf(w, "\r%s\x1b[K", line)
	}
}

// report prints the speeds in million leaf nodes per second, the ratios to the
// speed of the first counter, and the geometric means.
func report(w io.Writer, counters []counter, best [][]time.Duration) error {
	head := []string{"million leaf nodes/s", "depth"}
	for _, c := range counters {
		head = append(head, c.name)
	}
	for _, c := range counters[1:] {
		if c.own {
			head = append(head, "speed-up")
		} else {
			head = append(head, counters[0].name+"/"+c.name)
		}
	}
	rows := [][]string{head}
	add := func(name, depth string, speeds []float64) {
		row := []string{name, depth}
		for _, v := range speeds {
			row = append(row, fmt.Sprintf("%.1f", v))
		}
		for j, c := range counters[1:] {
			ratio := speeds[0] / speeds[j+1]
			if c.own {
				ratio = 1 / ratio
			}
			row = append(row, fmt.Sprintf("%.2f", ratio))
		}
		rows = append(rows, row)
	}
	mean := make([]float64, len(counters))
	for i, b := range benches {
		speeds := make([]float64, len(counters))
		for j, c := range counters {
			nodes := b.nodes[0]
			if c.slow {
				nodes = b.nodes[1]
			}
			speeds[j] = float64(nodes) / 1e6 / best[i][j].Seconds()
			mean[j] += math.Log(speeds[j]) / float64(len(benches))
		}
		add(b.name, fmt.Sprintf("%d (%d)", b.depth, b.shallow), speeds)
	}
	for j := range mean {
		mean[j] = math.Exp(mean[j])
	}
	add("geometric mean", "", mean)
	return align(w, rows)
}

// align prints rows with the first column left-aligned and the others
// right-aligned.
func align(w io.Writer, rows [][]string) error {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], len(cell))
		}
	}
	for _, row := range rows {
		line := fmt.Sprintf("%-*s", width[0], row[0])
		for i, cell := range row[1:] {
			line += fmt.Sprintf("  %*s", width[i+1], cell)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}
