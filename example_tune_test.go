package chess_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

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
	material := chess.Material{
		chess.Pawn: {MG: 100, EG: 100}, chess.Knight: {MG: 300, EG: 300}, chess.Bishop: {MG: 300, EG: 300},
		chess.Rook: {MG: 500, EG: 500}, chess.Queen: {MG: 900, EG: 900},
	}
	tuner := chess.Tuner{
		Terms: chess.Terms(material),
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

// Positions come from a file too, one a line, with the results of their games.
func ExampleTuner_ReadPositions() {
	positions := strings.NewReader(`4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1-0"; id "game 1";
4k3/8/8/8/8/8/3P4/4K3 w - - c9 "1/2-1/2"; id "game 2";
this is no position
`)
	tuner := chess.Tuner{Terms: chess.NewDefaultEvaluator().Terms()}
	broken, err := tuner.ReadPositions(positions)
	fmt.Println(tuner.Positions(), broken, err)
	// Output: 2 1 <nil>
}

// The positions of a game in which nothing is about to be captured: what an
// evaluation can judge by itself.
func ExampleQuietPositions() {
	start := chess.StartPosition()
	game := chess.NewGame(start)
	for san := range strings.FieldsSeq("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1") {
		m, err := game.Position().ParseSAN(san)
		if err != nil {
			log.Fatal(err)
		}
		if err := game.Play(m); err != nil {
			log.Fatal(err)
		}
	}
	for ply := range chess.QuietPositions(start, game.Moves()) {
		fmt.Print(ply, " ")
	}
	fmt.Println()
	// Output: 9 10 13 14
}
