package chess_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/seed-0971039b/chess"
)

// The values of the pieces are learned from sixty games, beginning with the usual
// ones. A pawn stays at 100, and a king, of which each side has one, at 0.
func ExampleTuner() {
	games, err := os.Open("testdata/games.pgn")
	if err != nil {
		log.Fatal(err)
	}
	defer games.Close()
	tuner := chess.Tuner{
		Terms: chess.Full(chess.SimplifiedMaterial()),
		Fixed: func(feature, number string) bool {
			return number == "[1]" || number == "[6]" // pawns and kings
		},
	}
	if _, err := tuner.ReadGames(chess.NewPGNReader(games)); err != nil {
		log.Fatal(err)
	}
	report, err := tuner.Fit(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("error of the games held out falls:", report.HeldOutAfter < report.HeldOutBefore)
	if err := chess.WriteWeights(os.Stdout, report.Terms...); err != nil {
		log.Fatal(err)
	}
	evaluator, err := chess.NewFeatureEvaluator(report.Terms...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("3qk3/8/8/8/8/8/8/R3K2R w - - 0 1")
	fmt.Println("two rooks against a queen:", evaluator.Evaluate(&p))
	// Output:
	// error of the games held out falls: true
	// {
	// "material": {
	//   "[0]": [0, 0],
	//   "[1]": [100, 100],
	//   "[2]": [314, 245],
	//   "[3]": [334, 257],
	//   "[4]": [502, 609],
	//   "[5]": [1031, 1041],
	//   "[6]": [0, 0]
	// }
	// }
	// two rooks against a queen: +1.09
}
