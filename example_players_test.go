package chess_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-0971039b/chess"
)

// Alpha-beta finds the same score as minimax, and searches fewer nodes.
func ExampleMinimax() {
	game := chess.NewGame(chess.MustParseFEN("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5"))
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		log.Fatal(err)
	}
	least := int64(1 << 62)
	for _, player := range []chess.Searcher{
		chess.NewMinimax(pesto.New()),
		chess.NewNegaAlphaBeta(pesto.New()),
		chess.NewAlphaBeta(pesto.New(), func(o *chess.AlphaBetaOptions) { *o = chess.AlphaBetaOptions{} }),
	} {
		result, err := player.Search(context.Background(), game, chess.Limits{Depth: 3})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Score, result.Nodes < least)
		least = result.Nodes
	}
	// Output:
	// +2.28 true
	// +2.28 true
	// +2.28 true
}

// NegaScout finds the same score too. With captures first it needs fewer nodes than
// plain alpha-beta with the same order.
func ExampleNewNegaScout() {
	game := chess.NewGame(chess.MustParseFEN("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5"))
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		log.Fatal(err)
	}
	alphabeta, scout := chess.NewNegaAlphaBeta(pesto.New()), chess.NewNegaScout(pesto.New())
	for _, player := range []chess.Configurable{alphabeta, scout} {
		if err := player.SetOption("CapturesFirst", "true"); err != nil {
			log.Fatal(err)
		}
		result, err := player.Search(context.Background(), game, chess.Limits{Depth: 4})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Score, result.Nodes)
	}
	// Output:
	// -0.82 34886
	// -0.82 22800
}

// Trace tells node by node how a search went. White takes the rook. Of the answers to
// the other moves, the first is good enough for Black, and 14 more are not searched.
func ExampleSearchNode() {
	game := chess.NewGame(chess.MustParseFEN("k7/p7/P7/8/8/8/1P4r1/7K w - - 0 1"))
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		log.Fatal(err)
	}
	player := chess.NewNegaAlphaBeta(pesto.New())
	player.Trace = func(n chess.SearchNode) { fmt.Println(n) }
	if _, err := player.Search(context.Background(), game, chess.Limits{Depth: 2}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// h1g2: depth 0, window (-inf, +inf), score -2.31, leaf
	// b2b3: depth 0, window (-inf, -2.31), score +3.32, leaf
	// b2b4: depth 0, window (-inf, -2.31), score +3.30, leaf
	// root: depth 1, window (-inf, +inf), score +2.31, 3 of 3 moves
	// h1g2 a8b8: depth 0, window (-inf, +inf), score +2.12, leaf
	// h1g2: depth 1, window (-inf, +inf), score -2.12, 1 of 1 moves
	// b2b3 a8b8: depth 0, window (+2.12, +inf), score -3.53, leaf
	// b2b3: depth 1, window (-inf, -2.12), score >= +3.53, cutoff after 1 of 15 moves
	// b2b4 a8b8: depth 0, window (+2.12, +inf), score -3.51, leaf
	// b2b4: depth 1, window (-inf, -2.12), score >= +3.51, cutoff after 1 of 15 moves
	// root: depth 2, window (-inf, +inf), score +2.12, 3 of 3 moves
}

// Monte Carlo tree search has the same interface as alpha-beta.
func ExampleMCTS() {
	game := chess.NewGame(chess.MustParseFEN("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"))
	player := chess.NewMCTS(chess.NewDefaultEvaluator())
	result, err := player.Search(context.Background(), game, chess.Limits{Mate: 2, Nodes: 100_000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Position().SAN(result.Move), result.Score)
	// Output: Qh6+ #2
}

// A program lets its user choose a player by name.
func ExampleByName() {
	player, err := chess.ByName(chess.Players(), "pawnpusher")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(player.Description)
	game := chess.NewGame(chess.MustParseFEN("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"))
	result, err := player.New().Search(context.Background(), game, chess.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Position().SAN(result.Move))
	// Output:
	// moves only pawns, captures when it can, and resigns when stuck
	// exd5
}

// Any player of the systems can play by any evaluation, and says by which it plays.
func ExampleEvaluating() {
	player, err := chess.ByName(chess.Players(), "capturesfirst")
	if err != nil {
		log.Fatal(err)
	}
	boardvalue, err := chess.ByName(chess.Evaluators(), "boardvalue")
	if err != nil {
		log.Fatal(err)
	}
	s, ok := player.New().(chess.Evaluating)
	if !ok {
		log.Fatal("it does not evaluate")
	}
	if err := s.SetEvaluator(boardvalue.New()); err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1")
	if e, ok := s.Evaluator().(*chess.FeatureEvaluator); ok {
		for _, f := range e.Explain(&p).Features {
			if f.Score != 0 {
				fmt.Println(f.Name, f.Score)
			}
		}
	}
	// Output:
	// material -2.00
	// piece-square +0.10
	// coverage +5.00
}

// The player random plays other moves each time, unless it has a seed.
func ExampleSeeder() {
	random, err := chess.ByName(chess.Players(), "random")
	if err != nil {
		log.Fatal(err)
	}
	var moves []chess.Move
	for range 2 {
		s := random.New()
		if seeder, ok := s.(chess.Seeder); ok {
			seeder.Seed(7)
		}
		var game chess.Game
		result, err := s.Search(context.Background(), &game, chess.Limits{})
		if err != nil {
			log.Fatal(err)
		}
		moves = append(moves, result.Move)
	}
	fmt.Println(moves[0] == moves[1])
	// Output: true
}
