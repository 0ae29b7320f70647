package chess_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-0971039b/chess"
)

// A review finds the bad moves of a game, says why they are bad, and adds that to the game.
func ExampleReviewer() {
	tree, err := chess.ParsePGN("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")
	if err != nil {
		log.Fatal(err)
	}
	review, err := chess.Reviewer{Nodes: 5000}.Review(context.Background(), tree)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(review.Black.Moves, review.Black.Blunders)
	for _, m := range review.Flaws() {
		if m.Glyph == chess.Blunder {
			fmt.Println(m, m.Kind(chess.English), m.Best[0], m.Brief)
		}
	}
	// Output:
	// 3 1
	// 3...Nf6?? blunder g6 allows mate in 1: 4. Qxf7#
}

// Black has just taken the queen, and White mates.
func ExamplePuzzleFinder() {
	tree, err := chess.ParsePGN("1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0")
	if err != nil {
		log.Fatal(err)
	}
	finder := chess.PuzzleFinder{Verify: 10_000}
	puzzles, err := finder.Find(context.Background(), tree)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range puzzles {
		fmt.Println(p.Before.SAN(p.Mistake), p.Position.SANLine(p.Solution...), p.Motifs)
	}
	// Output: Bxd1 6. Bxf7+ Ke7 7. Nd5# [attackingF2F7 mate mateIn2 short opening]
}
