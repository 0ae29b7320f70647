package suite_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

// BenchmarkTechniques measures each technique in Options: with it switched off, how
// many nodes the searches of testdata/positions.epd to depth 10 take, and how many
// positions of testdata/tactics.epd are solved in 20,000 nodes. The counts are the
// same on every machine, and one pass is enough:
//
//	go test -run '^$' -bench Techniques -benchtime 1x ./internal/suite
//
// What a technique that prunes or reduces costs in accuracy, the nodes do not show,
// and the tactics only in part: that takes matches.
func BenchmarkTechniques(b *testing.B) {
	positions := readEPDs(b, "../../testdata/positions.epd")
	run := func(name string, change func(*chess.AlphaBetaOptions)) {
		b.Run(name, func(b *testing.B) {
			var nodes int64
			var solved int
			for b.Loop() {
				nodes, solved = 0, 0
				s := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), change)
				for _, e := range positions {
					s.Forget()
					r, err := s.Search(b.Context(), chess.NewGame(e.Position), chess.Limits{Depth: 10})
					if err != nil {
						continue // the game is over
					}
					nodes += r.Nodes
				}
				for _, e := range tactics(b) {
					s.Forget()
					if r, err := s.Search(b.Context(), chess.NewGame(e.Position), chess.Limits{Nodes: 20_000}); err == nil && findsBestMove(e, r) {
						solved++
					}
				}
			}
			b.ReportMetric(float64(nodes), "nodes")
			b.ReportMetric(float64(solved), "solved")
		})
	}
	run("all", func(*chess.AlphaBetaOptions) {})
	options := reflect.TypeFor[chess.AlphaBetaOptions]()
	for i := range options.NumField() {
		name := options.Field(i).Name
		if name == "Threads" || name == "Rigorous" || name == "Tablebase" || strings.HasPrefix(name, "Syzygy") {
			continue
		}
		run("no-"+name, func(o *chess.AlphaBetaOptions) { reflect.ValueOf(o).Elem().Field(i).SetZero() })
	}
}
