package chess_test

import (
	"context"
	"fmt"
	"log"
	"slices"

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

// Why one move and not another: what is different at the ends of both lines.
func ExampleWhy() {
	evaluator, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		log.Fatal(err)
	}
	searcher := chess.NewAlphaBeta(evaluator.New())
	game := chess.NewGame(chess.MustParseFEN("4k3/5p2/8/3p4/8/2N2P2/6K1/8 w - - 0 1"))
	m, _ := game.Position().ParseSAN("Nb5")
	why, err := searcher.Why(context.Background(), game, m, chess.Limits{Depth: 3})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range why.Reasons {
		fmt.Println(r)
	}
	fmt.Print(why.Difference)
	// Output:
	// 1. Nb5 Ke7 2. Kg3 +1.88
	// 1. Nxd5 Kd7 2. Kg3 +2.96
	//                    Nb5     Nxd5     more
	// material         +1.89    +2.83    -0.94  pd5 (-) -0.93, pf7 -0.01
	// piece-square     -0.01    +0.13    -0.14  Nb5 (Nd5) -0.19, pd5 (-) +0.06, ke7 (kd7) -0.01
	// White's view     +1.88    +2.96    -1.08
}

// A program that lists kinds of remarks by their words can check that they exist.
func ExampleRemarkKinds() {
	for _, kind := range []chess.RemarkKind{"develops", "castles", "rochade"} {
		fmt.Println(kind, slices.Contains(chess.RemarkKinds(), kind))
	}
	// Output:
	// develops true
	// castles true
	// rochade false
}

// rimKnights is a feature of knights on the edge of the board.
type rimKnights struct{}

var _ chess.SpokenFeature = rimKnights{}

func (rimKnights) Name() string { return "rim knights" }

func (rimKnights) Score(s *chess.Survey) {
	for c := range chess.Color(2) {
		for sq := range s.Pieces(c, chess.Knight).All() {
			if file := sq.File(); file == 0 || file == 7 {
				s.Credit(c, sq, chess.Tapered{MG: -60, EG: -60})
			}
		}
	}
}

// Phrase says what is better of a knight of one's own, and nothing of theirs.
func (rimKnights) Phrase(theirs bool) string {
	if theirs {
		return ""
	}
	return "the reach {of}"
}

// A feature of one's own says in its own words why a move is good.
func ExampleSpokenFeature() {
	evaluator, err := chess.NewFeatureEvaluator(chess.Terms(rimKnights{})...)
	if err != nil {
		log.Fatal(err)
	}
	game := chess.NewGame(chess.MustParseFEN("4k3/4p3/8/8/8/N7/4P3/4K3 w - - 0 1"))
	m, _ := game.Position().ParseSAN("Nc4")
	why, err := chess.NewAlphaBeta(evaluator).Why(context.Background(), game, m, chess.Limits{Depth: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(why)
	// Output: 1. Nc4 improves the reach of the knight on c4 (+0.60).
}
