package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

// BenchmarkTechniques tells what each technique of AlphaBeta is worth: with it
// switched off, how many nodes a search to depth 10 of testdata/positions.epd
// takes, and how many of testdata/tactics.epd are solved in 20,000 nodes. The
// counts are the same on every machine, and one pass is enough:
//
//	go test -run '^$' -bench Techniques -benchtime 1x .
//
// What a technique that looks less far costs in accuracy, the nodes do not
// show, and the tactics only in part: that takes matches.
func BenchmarkTechniques(b *testing.B) {
	positions := readEPDs(b, "testdata/positions.epd")
	run := func(name string, options chess.Options) {
		b.Run(name, func(b *testing.B) {
			var nodes int64
			var solved int
			for b.Loop() {
				nodes, solved = 0, 0
				s := chess.NewAlphaBetaOptions(chess.NewDefaultEvaluator(), options)
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
	run("all", chess.DefaultOptions())
	for _, t := range []struct {
		name string
		off  func(o *chess.Options)
	}{
		{"Hash", func(o *chess.Options) { o.Hash = 0 }},
		{"Aspiration", func(o *chess.Options) { o.Aspiration = 0 }},
		{"ExchangeOrder", func(o *chess.Options) { o.ExchangeOrder = false }},
		{"CounterMoves", func(o *chess.Options) { o.CounterMoves = false }},
		{"FollowUps", func(o *chess.Options) { o.FollowUps = false }},
		{"CheckExtension", func(o *chess.Options) { o.CheckExtension = false }},
		{"Singular", func(o *chess.Options) { o.Singular = false }},
		{"LateReductions", func(o *chess.Options) { o.LateReductions = 0 }},
		{"NullMove", func(o *chess.Options) { o.NullMove = false }},
		{"ReverseFutility", func(o *chess.Options) { o.ReverseFutility = 0 }},
		{"Futility", func(o *chess.Options) { o.Futility = 0 }},
		{"LateMoves", func(o *chess.Options) { o.LateMoves = false }},
		{"ProbCut", func(o *chess.Options) { o.ProbCut = 0 }},
		{"ExchangePruning", func(o *chess.Options) { o.ExchangePruning = false }},
		{"DeltaPruning", func(o *chess.Options) { o.DeltaPruning = 0 }},
		{"Correction", func(o *chess.Options) { o.Correction = false }},
		{"Quiescence", func(o *chess.Options) { o.Quiescence = false }},
	} {
		o := chess.DefaultOptions()
		t.off(&o)
		run("no-"+t.name, o)
	}
}
