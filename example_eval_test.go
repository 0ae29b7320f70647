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
		enemy := c.Other()
		ours := s.Attacks(c) & half[c] &^ s.OccupiedBy(c) &^ s.AttacksBy(enemy, chess.Pawn)
		one := chess.Tapered{MG: 1, EG: 1}
		twice, near := ours&s.AttacksTwice(c), ours&s.KingZone(enemy)
		s.Credit(c, chess.NoSquare, one.Times(ours.Len()+twice.Len()).Plus(one.Times(near.Len())))
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

// behindPassed is a feature: a rook behind a passed pawn of its side.
type behindPassed struct{ bonus chess.Tapered }

func (behindPassed) Name() string { return "rook behind passed pawn" }

func (f behindPassed) Score(s *chess.Survey) {
	for c := range chess.Color(2) {
		for pawn := range s.Passed(c).All() {
			back := chess.Rook.Of(c).Attacks(pawn, s.Occupied()) & pawn.SameFile()
			for rook := range (back & s.Pieces(c, chess.Rook)).All() {
				if rook < pawn == (c == chess.White) {
					s.Credit(c, rook, f.bonus)
				}
			}
		}
	}
}

// The rooks that attack a square are those on the squares that a rook there would
// attack.
func ExamplePiece_Attacks() {
	e, err := chess.NewFeatureEvaluator(chess.Terms(behindPassed{chess.Tapered{MG: 10, EG: 30}})...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("6k1/8/8/P6p/7R/8/8/R5K1 w - - 0 1")
	for _, c := range e.Explain(&p).Features[0].Credits {
		fmt.Println(c.Color, c.Piece.Type(), c.Square, c.EG)
	}
	// Output: White rook a1 +0.30
}

// A Survey has what a single piece attacks too.
func ExampleSurvey_AttacksFrom() {
	p := chess.MustParseFEN("4k3/8/2p5/3n4/8/2B5/8/4K3 w - - 0 1")
	e, err := chess.NewFeatureEvaluator(chess.Terms(reach{})...)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range e.Explain(&p).Features[0].Credits {
		fmt.Println(c.Color, c.Piece.Type(), c.Square, int(c.MG))
	}
	// Output:
	// White bishop c3 10
	// Black knight d5 8
}

// reach is a feature: the squares to which a minor piece may go.
type reach struct{}

func (reach) Name() string { return "reach" }

func (reach) Score(s *chess.Survey) {
	for c := range chess.Color(2) {
		closed := s.OccupiedBy(c) | s.AttacksBy(c.Other(), chess.Pawn)
		for sq := range (s.Pieces(c, chess.Knight) | s.Pieces(c, chess.Bishop)).All() {
			n := chess.Score((s.AttacksFrom(sq) &^ closed).Len())
			s.Credit(c, sq, chess.Tapered{MG: n, EG: n})
		}
	}
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
	islands map[chess.SquareSet]int // their number, by the pawns of a side
}

var _ chess.Forker[chess.Feature] = (*cachedPawns)(nil)

func (*cachedPawns) Name() string { return "pawn islands" }

// Fork returns one with a cache of its own.
func (*cachedPawns) Fork() chess.Feature { return &cachedPawns{map[chess.SquareSet]int{}} }

func (f *cachedPawns) Score(s *chess.Survey) {
	for c := range chess.Color(2) {
		pawns := s.Pieces(c, chess.Pawn)
		n, ok := f.islands[pawns]
		if !ok {
			last := false
			for file := range 8 {
				has := pawns&chess.SquareAt(file, 0).SameFile() != 0
				if has && !last {
					n++
				}
				last = has
			}
			f.islands[pawns] = n
		}
		s.Credit(c, chess.NoSquare, chess.Tapered{MG: -3, EG: -6}.Times(n))
	}
}

// A feature that keeps a cache returns one for another goroutine.
func ExampleForker() {
	e, err := chess.NewFeatureEvaluator(chess.Terms(&cachedPawns{})...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("4k3/pp1p2pp/8/8/8/8/PPP5/4K3 w - - 0 1")
	fmt.Println(e.Evaluate(&p), e.Fork().Evaluate(&p))
	// Output: +0.12 +0.12
}

// checksGiven is a feature of three-check: in other games it credits nothing.
type checksGiven struct{}

func (checksGiven) Name() string { return "checks given" }

func (checksGiven) Score(s *chess.Survey) {
	if !s.Position().IsThreeCheck() {
		return
	}
	for c := range chess.Color(2) {
		s.Credit(c, chess.NoSquare, chess.Tapered{MG: 100, EG: 100}.Times(3-s.Position().RemainingChecks(c)))
	}
}

// A feature may be for one game only.
func ExampleFeature_threeCheck() {
	e, err := chess.NewFeatureEvaluator(chess.Terms(checksGiven{})...)
	if err != nil {
		log.Fatal(err)
	}
	for _, fen := range []string{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1"} {
		p := chess.MustParseFEN(fen)
		fmt.Println(e.Evaluate(&p))
	}
	// Output:
	// 0.00
	// +2.00
}

// oppositeBishops is a feature that halves the evaluation where each side has one
// bishop and no other piece but pawns, and the bishops never meet.
type oppositeBishops struct{}

func (oppositeBishops) Name() string { return "bishops of opposite colours" }

func (oppositeBishops) Score(*chess.Survey) {}

func (oppositeBishops) Scale(s *chess.Survey, sum chess.Score) chess.Score {
	white, black := s.Pieces(chess.White, chess.Bishop), s.Pieces(chess.Black, chess.Bishop)
	others := s.Occupied() &^ white &^ black
	for c := range chess.Color(2) {
		others &^= s.Pieces(c, chess.Pawn) | s.Pieces(c, chess.King)
	}
	if others == 0 && white.Len() == 1 && black.Len() == 1 && white.First().SameColor() != black.First().SameColor() {
		return sum / 2
	}
	return sum
}

// A feature may change the sum of all others.
func ExampleScaler() {
	var scaler chess.Scaler = oppositeBishops{}
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		log.Fatal(err)
	}
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

// A feature that the default evaluator does not have is added to it.
func ExampleFeatures() {
	exposure, err := chess.ByName(chess.Features(), "king exposure")
	if err != nil {
		log.Fatal(err)
	}
	terms := append(chess.NewDefaultEvaluator().Terms(), chess.Terms(exposure.New())...)
	e, err := chess.NewFeatureEvaluator(terms...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")
	last := len(terms) - 1
	fmt.Println(exposure.Description)
	fmt.Println(e.Explain(&p).Features[last].Score)
	// Output:
	// squares from which the king can be checked
	// +0.66
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

// What is expected to be lost on each square that is attacked: Black's rook for the
// knight, and White's pawn if Black captures it with the rook, which is a profit.
func ExampleCoverage_Loss() {
	f := chess.Coverage{Values: chess.PieceValues{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 300, chess.Rook: 500, chess.Queen: 900}}
	p := chess.MustParseFEN("4k3/8/2p5/3r4/3P4/2N1P3/8/4K3 w - - 0 1")
	for sq, piece := range p.Pieces() {
		if loss, ok := f.Loss(&p, sq); ok {
			fmt.Println(piece, sq, loss)
		}
	}
	// Output:
	// P d4 -4.00
	// r d5 +2.00
}

func ExampleExchange() {
	values := chess.PieceValues{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 300, chess.Rook: 500, chess.Queen: 900}
	printCredits("4k3/8/2p5/3r4/8/2N5/8/4K3 w - - 0 1", chess.Exchange{Values: values})
	// Output: exchange Black d5 -2.00 -2.00
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

// A weight of 50 percent halves what a feature credits; Terms takes it as it is.
func ExampleTerms() {
	terms := chess.Terms(chess.Material{chess.Queen: {MG: 900, EG: 900}}, chess.CheckScore{Check: chess.Tapered{MG: -50, EG: -50}})
	terms[1].MG, terms[1].EG = 50, 50
	e, err := chess.NewFeatureEvaluator(terms...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/K3Q3 b - - 0 1")
	fmt.Println(e.Evaluate(&p))
	// Output: -9.25
}

// The board value system with less for castling, and a knight worth more than a bishop.
func ExampleSetWeight() {
	boardvalue, err := chess.ByName(chess.Evaluators(), "boardvalue")
	if err != nil {
		log.Fatal(err)
	}
	terms := boardvalue.New().Terms()
	for _, change := range [][2]string{{"castle score", "30"}, {"coverage.Values[knight]", "320"}, {"material[knight]", "320"}} {
		if terms, err = chess.SetWeight(terms, change[0], change[1]); err != nil {
			log.Fatal(err)
		}
	}
	e, err := chess.NewFeatureEvaluator(terms...)
	if err != nil {
		log.Fatal(err)
	}
	p := chess.MustParseFEN("4k2r/8/8/8/8/8/8/4KN2 b k - 0 1")
	for _, f := range e.Explain(&p).Features {
		fmt.Println(f.Name, f.Score)
	}
	// Output:
	// material -1.80
	// piece-square -0.30
	// castle score -0.27
	// check score 0.00
	// coverage 0.00
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
