package chess_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A few lines are enough for a player. Here it finds a mate in one.
func Example() {
	game := chess.NewGame(chess.MustParseFEN("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 2 3"))
	player := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	result, err := player.Search(context.Background(), game, chess.Limits{Depth: 6})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Position().SAN(result.Move), result.Score)
	// Output: Qxf7# #1
}

func ExampleParseFEN() {
	p, err := chess.ParseFEN("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Turn(), "has", len(p.AppendMoves(nil)), "moves")

	_, err = chess.ParseFEN("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/9 w - - 0 1")
	fmt.Println(errors.Is(err, chess.ErrSyntax))
	fmt.Println(err)
	// Output:
	// White has 14 moves
	// true
	// FEN board "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/9 w - - 0 1": malformed at character 31: "9" is neither a piece, a digit from 1 to 8, nor a slash
}

// A board editor reports everything that is wrong with a position.
func ExampleSetup() {
	var s chess.Setup
	s.Board[chess.E1] = chess.King.Of(chess.White)
	s.Board[chess.H1] = chess.Rook.Of(chess.White)
	fmt.Println(s.Problems())

	s.Board[chess.E8] = chess.King.Of(chess.Black)
	s.Castling = []chess.Square{chess.H1}
	p, err := s.Position()
	fmt.Println(p.FEN(), err)
	// Output:
	// [a side without a king]
	// 4k3/8/8/8/8/8/8/4K2R w K - 0 1 <nil>
}

// The FEN has an en-passant square after every double push, the EPD only if a
// capture there is legal.
func ExamplePosition_EPD() {
	p := chess.MustParseFEN("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")
	fmt.Println(p.FEN())
	fmt.Println(p.EPD())
	// Output:
	// 4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1
	// 4k3/8/8/8/4P3/8/8/4K3 b - -
}

// The zero Game begins with the start position, and tells about the present one.
func ExampleGame() {
	var g chess.Game
	if err := g.PlaySAN("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.SANMoves(), g.Turn(), g.LegalMoves())
	fmt.Println(g.Outcome(), g.Outcome().Reason)
	// Output:
	// [e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#] Black []
	// 1-0 checkmate
}

func ExampleAlphaBeta_Search() {
	game := chess.NewGame(chess.MustParseFEN("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"))
	player := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	result, err := player.Search(context.Background(), game, chess.Limits{
		Depth: 2,
		Info: func(i chess.Info) {
			fmt.Println("depth", i.Depth, "score", i.Score, "line", i.PV)
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Move)
	// Output:
	// depth 1 score #1 line [b1b8]
	// depth 2 score #1 line [b1b8]
	// b1b8
}

// What a search has learned, or a program knows, is stored, and read before another search.
func ExampleTable() {
	table := chess.NewTable(1) // or that of an AlphaBeta
	start := chess.StartPosition()
	if err := table.Put(start.EPD(), chess.Entry{Score: 30, Depth: 12, Bound: chess.Exact, Eval: chess.Unevaluated}); err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer // or a file
	if _, err := table.WriteTo(&file); err != nil {
		log.Fatal(err)
	}
	another := chess.NewAlphaBeta(chess.NewDefaultEvaluator()).Table()
	if _, err := another.ReadFrom(&file); err != nil {
		log.Fatal(err)
	}
	entry, ok := another.Get("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
	fmt.Println(entry.Score, entry.Depth, ok)
	// Output: +0.30 12 true
}

func ExampleDiagram() {
	d := chess.Diagram{
		Position: chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
		Arrows:   []chess.Arrow{{From: chess.C7, To: chess.C5}, {From: chess.E7, To: chess.E5, Paint: "blue"}},
		Caption:  "After 1. e4",
		Size:     360,
	}
	svg := d.String() // or d.WriteTo(file)
	fmt.Println(svg[:strings.Index(svg, "\n")])
	// Output: <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 928" width="360" height="380" role="img" aria-label="After 1. e4">
}

func ExampleDiagram_ASCII() {
	p := chess.MustParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
	mate, err := p.ParseSAN("Qxf7#")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(chess.Diagram{Position: p.After(mate), LastMove: mate, Check: true}.ASCII())
	// Output:
	// 8  r  :  b  q !k! b  .  r  *
	// 7  p  p  p  p  : [Q] p  p
	// 6  .  :  n  :  .  n  .  :
	// 5  :  .  :  .  p  .  : [.]
	// 4  .  :  B  :  P  :  .  :
	// 3  :  .  :  .  :  .  :  .
	// 2  P  P  P  P  .  P  P  P
	// 1  R  N  B  .  K  .  N  R
	//    a  b  c  d  e  f  g  h
}

func ExampleDiagram_Unicode() {
	endgame := chess.MustParseFEN("8/5k2/8/4R3/8/8/3K4/8 b - - 0 1")
	fmt.Print(chess.Diagram{Position: endgame, Flipped: true}.Unicode())
	// Output:
	// 1  .  :  .  :  .  :  .  :
	// 2  :  .  :  .  ♔  .  :  .
	// 3  .  :  .  :  .  :  .  :
	// 4  :  .  :  .  :  .  :  .
	// 5  .  :  .  ♖  .  :  .  :
	// 6  :  .  :  .  :  .  :  .
	// 7  .  :  ♚  :  .  :  .  :
	// 8  :  .  :  .  :  .  :  .  *
	//    h  g  f  e  d  c  b  a
}

func ExamplePosition_Describe() {
	p := chess.MustParseFEN("r3k3/8/8/8/3q4/8/5PPP/R4RK1 b q - 0 24")
	fmt.Println(p.Describe())
	// Output: White: king g1, rooks a1 and f1, pawns f2, g2 and h2. Black: king e8, queen d4, rook a8. Black to move. Black may castle queenside.
}

func ExamplePosition_DescribeMove() {
	p := chess.StartPosition()
	m, err := p.ParseSAN("Nf3")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.DescribeMove(m))
	// Output: White: knight to f3
}

func ExamplePosition_SANLine() {
	game := chess.NewGame(chess.MustParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"))
	if err := game.PlayUCI("g8f6", "f3g5", "d7d5", "e4d5"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(game.Start().SANLine(game.Moves()...))
	// Output: 3... Nf6 4. Ng5 d5 5. exd5
}

// This writes a line for a test suite.
func ExampleEPD_SetMoves() {
	e := chess.EPD{Position: chess.MustParseFEN("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1")}
	best, err := e.Position.ParseSAN("Qg6")
	if err != nil {
		log.Fatal(err)
	}
	err = errors.Join(
		e.SetMoves("bm", best),
		e.SetInt("acd", 12),
		e.SetText("id", "WAC.001"),
	)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(e)
	// Output: 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; acd 12; id "WAC.001";
}

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
