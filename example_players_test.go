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

// Monte Carlo tree search has the same interface as alpha-beta.
func ExampleMCTS() {
	game := chess.NewGame(chess.MustParseFEN("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"))
	player := chess.NewMCTS(chess.NewDefaultEvaluator())
	result, err := player.Search(context.Background(), game, chess.Limits{Mate: 2, Nodes: 50_000})
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
