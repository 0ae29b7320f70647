package chess_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-0971039b/chess"
)

// A move of a game explained, in words and as data.
func ExampleAlphaBeta_Why() {
	searcher := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	game := chess.NewGame(chess.StartPosition())
	if err := game.PlaySAN("e4", "e5", "Bc4", "Nc6", "Qh5"); err != nil {
		log.Fatal(err)
	}
	m, err := game.Position().ParseSAN("Nf6")
	if err != nil {
		log.Fatal(err)
	}
	why, err := searcher.Why(context.Background(), game, m, chess.Limits{Depth: 8})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(why.Text(chess.English, 160))
	fmt.Println(why.Text(chess.German, 160))
	for _, r := range why.Remarks {
		if r.Kind == chess.RemarkAllowsMate {
			fmt.Println(r.Move, "allows mate in", r.Mate, "by", r.Line.PV[1])
		}
	}
	fmt.Println("best:", game.Position().SAN(why.Best()))
	// Output:
	// 3...Nf6 allows mate in 1: 4. Qxf7#. That was the threat. Better is 3...g6. It stops the threat of mate in 1: 4. Qxf7#. It threatens to win the queen on h5.
	// 3...Sf6 erlaubt ein Matt in 1: 4. Dxf7#. Das war die Drohung. Besser ist 3...g6. Der Zug wehrt das drohende Matt in 1 ab: 4. Dxf7#.
	// g8f6 allows mate in 1 by h5f7
	// best: g6
}

// The sentences one by one, in the language of the reader.
func ExampleWhy_Sentences() {
	searcher := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	game := chess.NewGame(chess.MustParseFEN("4q1k1/5p1p/8/8/4N3/7P/5PP1/6K1 w - - 0 1"))
	m, _ := game.Position().ParseSAN("Nf6+")
	why, err := searcher.Why(context.Background(), game, m, chess.Limits{Depth: 8})
	if err != nil {
		log.Fatal(err)
	}
	language, err := chess.ParseLanguage("de")
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range why.Sentences(language) {
		fmt.Println(s)
	}
	// Output:
	// 1. Sf6+ gewinnt die Dame auf e8 für einen Springer durch eine Gabel von Dame und König: 1...Kf8 2. Sxe8 Kxe8.
}
