package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
)

// tableFENs are the positions to search, from all phases of a game.
var tableFENs = []string{
	chess.StartFEN,
	"r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQR1K1 b - - 5 10",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"2rq1rk1/pb1nbppp/1p2pn2/8/2BP4/P1N1PN2/1P2QPPP/R1BR2K1 w - - 1 13",
	"r2q1rk1/5ppp/p1npb3/1p1Np1b1/4P3/2P5/PPN2PPP/R2QKB1R w KQ - 2 14",
	"3r2k1/p4ppp/1p2p3/2n5/2P1P3/1PN2P2/P5PP/3R2K1 b - - 0 24",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"8/5pk1/4p1p1/3pP2p/1p1P3P/1P3PP1/4K3/8 w - - 0 40",
}

// tableVariant is one way to build the library.
type tableVariant struct {
	name  string
	build []string // flags for go build
	path  string   // of the program
}

// bareKeyOverlay writes an overlay into dir that gives the library a table that
// compares only hashes. It returns the flags for go build that apply it.
func bareKeyOverlay(dir string) ([]string, error) {
	list := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/seed-0971039b/chess")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	library := strings.TrimSpace(string(out))
	bareKey, err := filepath.Abs("barekey.go.txt")
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(library, "transposition_bucket.go"): bareKey,
		filepath.Join(library, "transposition_file.go"):   "", // it needs whole positions
	}})
	if err != nil {
		return nil, err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return []string{"-overlay", overlay}, os.WriteFile(overlay, text, 0o666)
}

// benchTable searches with the library's table and with one that compares only
// hashes, in turn. It compares the nodes per second, the best of the rounds, and
// the nodes that a search to the depth takes.
func benchTable(stdout, stderr io.Writer, rounds, hash int, nodes int64, depth int) error {
	dir, err := os.MkdirTemp("", "table")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	overlay, err := bareKeyOverlay(dir)
	if err != nil {
		return err
	}
	variants := []tableVariant{{name: "exact"}, {name: "bare key", build: overlay}}
	for i := range variants {
		v := &variants[i]
		v.path = filepath.Join(dir, fmt.Sprintf("search%d", i))
		progress(stderr, "building: "+v.name)
		build := exec.Command("go", slices.Concat([]string{"build", "-o", v.path}, v.build, []string{"."})...)
		build.Stderr = stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("go build %q: %w", v.build, err)
		}
	}
	rows := [][]string{{"", "exact", "bare key", "exact/bare", "", "exact", "bare key", "exact/bare"}}
	logs := [2]float64{}
	for i, fen := range tableFENs {
		var best [2]time.Duration
		var took, need [2]int64
		for round := range rounds {
			for k := range variants {
				j := (k + round) & 1 // alternate which is first
				progress(stderr, fmt.Sprintf("position %d of %d, round %d of %d, %s", i+1, len(tableFENs), round+1, rounds, variants[j].name))
				n, d, err := variants[j].search(fen, hash, "-nodes", fmt.Sprint(nodes))
				if err != nil {
					return err
				}
				if took[j] = n; best[j] == 0 || d < best[j] {
					best[j] = d
				}
			}
		}
		for j := range variants {
			progress(stderr, fmt.Sprintf("position %d of %d, to depth %d, %s", i+1, len(tableFENs), depth, variants[j].name))
			if need[j], _, err = variants[j].search(fen, hash, "-depth", fmt.Sprint(depth)); err != nil {
				return err
			}
		}
		speed := [2]float64{float64(took[0]) / best[0].Seconds() / 1e6, float64(took[1]) / best[1].Seconds() / 1e6}
		ratios := [2]float64{speed[0] / speed[1], float64(need[0]) / float64(need[1])}
		for j := range logs {
			logs[j] += math.Log(ratios[j]) / float64(len(tableFENs))
		}
		rows = append(rows, []string{
			fmt.Sprint(i + 1), fmt.Sprintf("%.2f", speed[0]), fmt.Sprintf("%.2f", speed[1]), fmt.Sprintf("%.3f", ratios[0]),
			"", fmt.Sprint(need[0]), fmt.Sprint(need[1]), fmt.Sprintf("%.3f", ratios[1]),
		})
	}
	progress(stderr, "")
	rows = append(rows, []string{"mean", "", "", fmt.Sprintf("%.3f", math.Exp(logs[0])), "", "", "", fmt.Sprintf("%.3f", math.Exp(logs[1]))})
	fmt.Fprintf(stdout, "million nodes/s, and nodes to depth %d:\n", depth)
	for _, row := range rows {
		fmt.Fprintf(stdout, "%-4s %8s %9s %11s %2s %10s %10s %11s\n",
			row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])
	}
	return nil
}

// search searches a position in a separate process.
func (v *tableVariant) search(fen string, hash int, limit, value string) (nodes int64, took time.Duration, err error) {
	cmd := exec.Command(v.path, "-search", fen, "-hash", fmt.Sprint(hash), limit, value)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", v.name, err)
	}
	if _, err := fmt.Sscan(string(out), &nodes, &took); err != nil {
		return 0, 0, fmt.Errorf("%s: %w in %q", v.name, err, out)
	}
	return nodes, took, nil
}

// searchOnce searches the position once with a table of hash MiB, and prints the
// nodes and the nanoseconds.
func searchOnce(w io.Writer, fen string, hash int, l chess.Limits) error {
	p, err := chess.ParseFEN(fen)
	if err != nil {
		return err
	}
	s := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Hash = hash })
	ctx := context.Background()
	if _, err := s.Search(ctx, chess.NewGame(p), chess.Limits{Depth: 1}); err != nil {
		return err
	}
	s.Forget() // this touches all pages of the table
	start := time.Now()
	r, err := s.Search(ctx, chess.NewGame(p), l)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, r.Nodes, time.Since(start).Nanoseconds())
	return err
}
