package chess_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/seed-0971039b/chess"
)

// rookOnSeventh is a feature: a rook on the seventh rank, counted from its side.
type rookOnSeventh struct{ bonus chess.Tapered }

func (rookOnSeventh) Name() string { return "rook on seventh" }

func (f rookOnSeventh) Score(s *chess.Survey) {
	for c, seventh := range [2]chess.SquareSet{chess.A7.SameRank(), chess.A2.SameRank()} {
		c := chess.Color(c)
		for sq := range (s.Pieces(c, chess.Rook) & seventh).All() {
			s.Credit(c, sq, f.bonus)
		}
	}
}

// A new feature beside those of PeSTO, and the explanation with it.
func ExampleNewFeatureEvaluator() {
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		log.Fatal(err)
	}
	terms := append(pesto.New().Terms(), chess.Term{
		Feature: rookOnSeventh{chess.Tapered{MG: 20, EG: 40}},
		MG:      100,
		EG:      150,
	})
	e, err := chess.NewFeatureEvaluator(terms...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("6k1/R4ppp/8/8/8/r7/5PPP/6K1 b - - 0 1")
	fmt.Println(e.Explain(&p))
	// Output:
	// 6k1/R4ppp/8/8/8/r7/5PPP/6K1 b - -
	// phase 4 of 24
	//
	//                         White             Black          weight %
	// feature               mg       eg       mg       eg     mg     eg    score
	// material           +7.23    +7.94    +7.23    +7.94    100    100     0.00
	// piece-square       +0.91    -0.18    +0.59    -0.22    100    100    +0.08
	// rook on seventh    +0.20    +0.40     0.00     0.00    100    150    +0.53
	// White's view                                                         +0.61
	// Black to move                                                        -0.61
}

// invasion is a feature: a centipawn for each square in the enemy's half that a
// side attacks, and no enemy pawn; two if it attacks the square twice, and one more
// beside the enemy king.
type invasion struct{}

func (invasion) Name() string { return "invasion" }

func (invasion) Score(s *chess.Survey) {
	half := [2]chess.SquareSet{0xFFFF_FFFF << 32, 0xFFFF_FFFF}
	for c := range chess.Color(2) {
		ours := s.Attacks(c) & half[c] &^ s.OccupiedBy(c) &^ s.AttacksBy(c.Other(), chess.Pawn)
		n := ours.Len() + (ours & s.AttacksTwice(c)).Len() + (ours & s.KingZone(c.Other())).Len()
		s.Credit(c, chess.NoSquare, chess.Tapered{MG: 1, EG: 1}.Times(n))
	}
}

// A feature counts squares with the sets of a Survey.
func ExampleSurvey() {
	e, err := chess.NewFeatureEvaluator(chess.Terms(invasion{})...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
	x := e.Explain(&p).Features[0]
	fmt.Println("White:", x.White.MG, "Black:", x.Black.MG, "lead:", x.White.MG-x.Black.MG)
	// Output: White: +0.11 Black: +0.07 lead: +0.04
}

// The rooks that attack a square are those on the squares that a rook there would
// attack.
func ExamplePiece_Attacks() {
	rooks, others := chess.A1.Set()|chess.D4.Set()|chess.H8.Set(), chess.A3.Set()
	fmt.Println(chess.WhiteRook.Attacks(chess.A8, rooks|others) & rooks)
	// Output: h8
}

// The operators of integers are those of sets.
func ExampleSquareSet() {
	pawns := chess.D4.Set() | chess.E4.Set()
	fmt.Println(pawns, pawns.Len(), pawns.Has(chess.E4))
	fmt.Println("attack:", pawns.Forward(chess.White).Beside())
	fmt.Println("but not beside each other:", pawns.Forward(chess.White).Beside()&^pawns.Forward(chess.White))
	fmt.Println("dark:", (pawns & chess.A1.SameColor()).First())
	// Output:
	// d4 e4 2 true
	// attack: c5 d5 e5 f5
	// but not beside each other: c5 f5
	// dark: d4
}

// cachedPawns is a feature with a cache, so that it serves one goroutine.
type cachedPawns struct {
	doubled map[chess.SquareSet]int // their number, by the pawns of a side
}

var _ chess.Forker[chess.Feature] = (*cachedPawns)(nil)

func (*cachedPawns) Name() string { return "doubled pawns" }

// Fork returns one with a cache of its own.
func (*cachedPawns) Fork() chess.Feature { return &cachedPawns{map[chess.SquareSet]int{}} }

func (f *cachedPawns) Score(s *chess.Survey) {
	for c := range chess.Color(2) {
		pawns := s.Pieces(c, chess.Pawn)
		n, ok := f.doubled[pawns]
		if !ok {
			for file := range 8 {
				n += max(0, (pawns&chess.SquareAt(file, 0).SameFile()).Len()-1)
			}
			f.doubled[pawns] = n
		}
		s.Credit(c, chess.NoSquare, chess.Tapered{MG: -3, EG: -6}.Times(n))
	}
}

// A feature that keeps a cache returns one for another goroutine.
func ExampleForker() {
	e, err := chess.NewFeatureEvaluator(chess.Terms(&cachedPawns{map[chess.SquareSet]int{}})...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("4k3/1pp5/1pp5/8/8/8/PPP5/4K3 w - - 0 1")
	fmt.Println(e.Evaluate(&p), e.Fork().Evaluate(&p))
	// Output: +0.12 +0.12
}

// queenless is a feature that halves the evaluation where there is no queen.
type queenless struct{}

func (queenless) Name() string { return "queenless" }

func (queenless) Score(*chess.Survey) {}

func (queenless) Scale(s *chess.Survey, sum chess.Score) chess.Score {
	if s.Pieces(chess.White, chess.Queen)|s.Pieces(chess.Black, chess.Queen) == 0 {
		return sum / 2
	}
	return sum
}

// A feature may change the sum of all others.
func ExampleScaler() {
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		log.Fatal(err)
	}
	var scaler chess.Scaler = queenless{}
	e, err := chess.NewFeatureEvaluator(append(pesto.New().Terms(), chess.Terms(scaler)...)...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("4k1b1/8/8/8/8/4P3/4PB2/4K3 w - - 0 1")
	fmt.Println(pesto.New().Evaluate(&p), e.Evaluate(&p))
	// Output: +1.98 +0.99
}

// A program lists the evaluators, or takes one that its user has named.
func ExampleEvaluators() {
	p := chess.MustParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
	for _, named := range chess.Evaluators() {
		if named.Name != "default" { // its numbers change from time to time
			fmt.Println(named.Name, named.New().Evaluate(&p))
		}
	}
	// Output:
	// handcrafted +0.03
	// pesto +0.16
	// simplified +0.20
	// boardvalue +0.20
	// materialmobility -15.00
	// threecheck +0.22
}

// A feature is taken by its name, to be added to the terms of an evaluator.
func ExampleFeatures() {
	exposure, err := chess.ByName(chess.Features(), "king exposure")
	if err != nil {
		log.Fatal(err)
	}
	terms := append(chess.NewDefaultEvaluator().Terms(), chess.Terms(exposure.New())...)
	fmt.Println(terms[len(terms)-1].Feature.Name(), "counts", exposure.Description)
	// Output: king exposure counts squares from which the king can be checked
}

// credits prints what features credit in a position.
func printCredits(fen string, features ...chess.Feature) {
	e, err := chess.NewFeatureEvaluator(chess.Terms(features...)...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN(fen)
	for _, f := range e.Explain(&p).Features {
		for _, c := range f.Credits {
			fmt.Println(f.Name, c.Color, c.Square, c.MG, c.EG)
		}
	}
}

// Other values of the pieces are an evaluation too.
func ExampleMaterial() {
	e, err := chess.NewFeatureEvaluator(chess.Terms(chess.Material{
		chess.Pawn:   {MG: 80, EG: 120},
		chess.Knight: {MG: 320, EG: 300},
		chess.Bishop: {MG: 330, EG: 330},
		chess.Rook:   {MG: 500, EG: 520},
		chess.Queen:  {MG: 950, EG: 950},
	})...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("4k3/p7/8/8/8/8/8/B3K3 w - - 0 1")
	fmt.Println(e.Evaluate(&p))
	// Output: +2.11
}

// The tables of an evaluator are a start for one's own.
func ExamplePieceSquare() {
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range pesto.New().Terms() {
		if tables, ok := t.Feature.(*chess.PieceSquare); ok {
			fmt.Println(tables.MG[chess.Knight].At(chess.White, chess.A1), tables.MG[chess.Knight].At(chess.Black, chess.E4))
		}
	}
	// Output: -1.05 +0.37
}

// White castled and went on with Kg1-h1 and Rf1-e1. Black can castle on the queen's
// side.
func ExampleCastleScore() {
	bonus := chess.CastleScore{Value: chess.Tapered{MG: 30, EG: 0}}
	printCredits("r3k3/8/8/8/8/8/4P3/4R2K b q - 0 1", bonus)
	// Output:
	// castle score White h1 +0.30 0.00
	// castle score Black e8 +0.30 0.00
}

func ExampleCheckScore() {
	printCredits("4k3/8/8/8/8/8/8/4RK2 b - - 0 1", chess.CheckScore{Check: chess.Tapered{MG: -10, EG: -20}})
	// Output: check score Black e8 -0.10 -0.20
}

// Coverage estimates by counting what Exchange finds out by capturing.
func ExampleCoverage() {
	values := chess.PieceValues{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 300, chess.Rook: 500, chess.Queen: 900}
	const fen = "4k3/8/2p5/3r4/4P3/2N5/8/4K3 w - - 0 1"
	printCredits(fen, chess.Coverage{Values: values, XRays: true, Pins: true}, chess.Exchange{Values: values})
	// Output:
	// coverage Black d5 -5.00 -5.00
	// exchange Black d5 -5.00 -5.00
}

func ExampleMobility() {
	printCredits("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", chess.Mobility{Move: chess.Tapered{MG: 2, EG: 3}})
	// Output:
	// mobility White a1 +0.34 +0.51
	// mobility White e1 +0.10 +0.15
	// mobility Black e8 +0.10 +0.15
}

func ExampleKingExposure() {
	printCredits("4k3/3ppp2/8/8/8/8/8/4K3 w - - 0 1", chess.KingExposure{Line: chess.Tapered{MG: -10, EG: -2}})
	// Output:
	// king exposure White e1 -1.90 -0.38
	// king exposure Black e8 -0.70 -0.14
}

// The board value system with less for castling.
func ExampleSetWeight() {
	boardvalue, err := chess.ByName(chess.Evaluators(), "boardvalue")
	if err != nil {
		log.Fatal(err)
	}
	terms, err := chess.SetWeight(boardvalue.New().Terms(), "castle score", "30")
	if err != nil {
		log.Fatal(err)
	}
	e, err := chess.NewFeatureEvaluator(terms...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("4k2r/8/8/8/8/8/8/4KN2 b k - 0 1")
	fmt.Println(boardvalue.New().Evaluate(&p), e.Evaluate(&p))
	// Output: +3.20 +2.57
}

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
	var game chess.Game
	if err := game.PlaySAN(strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1")...); err != nil {
		log.Fatal(err)
	}
	for ply := range chess.QuietPositions(game.Start(), game.Moves()) {
		fmt.Print(ply, " ")
	}
	// Output: 9 10 13 14
}
