package chess_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"
	"strings"

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
	fmt.Println(game.SAN(result.Move), result.Score, err)
	// Output: Qh6+ #2 <nil>
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
	s, ok := player.New().(chess.Evaluating)
	if !ok {
		log.Fatal("it does not evaluate")
	}
	if err := s.SetEvaluator(chess.NewDefaultEvaluator()); err != nil {
		log.Fatal(err)
	}
	_, ok = s.Evaluator().(*chess.FeatureEvaluator)
	fmt.Println(ok)
	// Output: true
}

// The player random plays other moves each time, unless it has a seed.
func ExampleSeeder() {
	random, err := chess.ByName(chess.Players(), "random")
	if err != nil {
		log.Fatal(err)
	}
	var moves [2]chess.Move
	for i := range moves {
		s := random.New()
		if seeder, ok := s.(chess.Seeder); ok {
			seeder.Seed(7)
		}
		result, err := s.Search(context.Background(), new(chess.Game), chess.Limits{})
		if err != nil {
			log.Fatal(err)
		}
		moves[i] = result.Move
	}
	fmt.Println(moves[0] == moves[1])
	// Output: true
}

// A move of a game explained, in words and as data.
func ExampleAlphaBeta_Why() {
	searcher := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	var game chess.Game
	if err := game.PlaySAN("e4", "e5", "Bc4", "Nc6", "Qh5"); err != nil {
		log.Fatal(err)
	}
	m, err := game.Position().ParseSAN("Nf6")
	if err != nil {
		log.Fatal(err)
	}
	best, err := searcher.Search(context.Background(), &game, chess.Limits{Depth: 8, WholeLines: true})
	if err != nil {
		log.Fatal(err)
	}
	why, err := searcher.Why(context.Background(), &game, best, m)
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
	// Output:
	// 3...Nf6 allows mate in 1: 4. Qxf7#. That was the threat. Better is 3...g6. It stops the threat of mate in 1: 4. Qxf7#.
	// 3...Sf6 erlaubt ein Matt in 1: 4. Dxf7#. Das war die Drohung. Besser ist 3...g6. Der Zug wehrt das drohende Matt in 1 ab: 4. Dxf7#.
	// g8f6 allows mate in 1 by h5f7
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
	best, err := searcher.Search(context.Background(), game, chess.Limits{Depth: 3, WholeLines: true})
	if err != nil {
		log.Fatal(err)
	}
	why, err := searcher.Why(context.Background(), game, best, m)
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

// What happens in the solution of a puzzle, whose first move is the opponent's.
func ExampleMotifs() {
	game := chess.NewGame(chess.MustParseFEN("q5k1/5p1p/8/8/4N3/8/5PPP/6K1 b - - 0 1"))
	if err := game.PlaySAN("Qe8", "Nf6+", "Kg7", "Nxe8+"); err != nil {
		log.Fatal(err)
	}
	motifs, err := chess.Motifs(game.Start(), game.Moves(), 1)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range motifs {
		fmt.Println(m.Kind, m.Kind == chess.MotifFork, m.Squares)
	}
	// Output:
	// short false []
	// endgame false []
	// fork true [f6 e8 g8]
}

// A book is made from games, and used to choose a move. WriteTo stores it in a file, and
// ReadBook reads it.
func ExampleBookBuilder() {
	builder := chess.BookBuilder{Plies: 20}
	for game, err := range chess.NewPGNReader(strings.NewReader(`
1. e4 e5 2. Nf3 1-0
1. e4 c5 2. Nf3 1/2-1/2
1. d4 d5 1/2-1/2`)).All() {
		if err != nil {
			log.Fatal(err)
		}
		builder.Add(game)
	}
	book := builder.Book()
	start := chess.StartPosition()
	for _, m := range book.Moves(&start) {
		fmt.Println(start.SAN(m.Move), m.Weight)
	}
	if m, ok := book.Choose(&start, rand.New(rand.NewPCG(3, 0))); ok {
		fmt.Println("this time", start.SAN(m))
	}
	// Output:
	// e4 3
	// d4 1
	// this time d4
}

// Moves for positions, without games, as a list in EPD has them.
func ExampleBookBuilder_Put() {
	epd, err := chess.ParseEPD("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm d4 Nf3;")
	if err != nil {
		log.Fatal(err)
	}
	var builder chess.BookBuilder
	for i, m := range epd.Moves("bm") {
		if err := builder.Put(&epd.Position, m, 3-i); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(builder.Book().Moves(&epd.Position))
	// Output: [{d2d4 3 0} {g1f3 2 0}]
}

// A BookSearcher plays from a small book and, after two plies, lets its Searcher
// choose.
func ExampleBookSearcher() {
	engine := chess.NewBookSearcher(chess.GrandmasterBook(), chess.NewAlphaBeta(chess.NewDefaultEvaluator()), 1)
	var game chess.Game
	for range 3 {
		result, err := engine.Search(context.Background(), &game, chess.Limits{Depth: 2})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("depth", result.Depth)
		if err := game.Play(result.Move); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(game.SANMoves()[:2], "by the book")
	// Output:
	// depth 0
	// depth 0
	// depth 2
	// [e4 e5] by the book
}

func ExamplePosition_PolyglotKey() {
	p := chess.StartPosition()
	key, ok := p.PolyglotKey()
	fmt.Printf("%016x %v\n", key, ok)
	// Output: 463b96181691fc9c true
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
	return map[bool]string{false: "the reach {of}"}[theirs]
}

// A feature of one's own says in its own words why a move is good.
func ExampleSpokenFeature() {
	evaluator, err := chess.NewFeatureEvaluator(chess.Terms(rimKnights{})...)
	if err != nil {
		log.Fatal(err)
	}
	game := chess.NewGame(chess.MustParseFEN("4k3/4p3/8/8/8/N7/4P3/4K3 w - - 0 1"))
	m, _ := game.Position().ParseSAN("Nc4")
	searcher := chess.NewAlphaBeta(evaluator)
	best, err := searcher.Search(context.Background(), game, chess.Limits{Depth: 1, WholeLines: true})
	if err != nil {
		log.Fatal(err)
	}
	why, err := searcher.Why(context.Background(), game, best, m)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(why)
	// Output: 1. Nc4 improves the reach of the knight on c4.
}

// A helpmate in two of A. Földeak, 1955: Black moves first, and helps White to mate. There are two
// solutions.
func ExampleLaws_Helpmates() {
	p := chess.MustParseFEN("8/8/8/8/8/1P1k1p2/7r/R3K2R b KQ - 0 1")
	for line, err := range (chess.Laws{}).Helpmates(context.Background(), p, chess.White, 4, 4) {
		if err != nil {
			log.Fatal(err) // there may be more
		}
		fmt.Println(p.SANLine(line...))
	}
	// Output:
	// 1... Rf2 2. O-O-O+ Ke2 3. Rhe1#
	// 1... Kc2 2. Ra2+ Kc1 3. O-O#
}
