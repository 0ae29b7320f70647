package chess_test

import (
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/seed-0971039b/chess"
)

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
