package chess_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"

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
