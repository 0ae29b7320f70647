package chess_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/seed-0971039b/chess"
)

func ExampleDiagram() {
	p := chess.StartPosition()
	e4, err := p.ParseSAN("e4")
	if err != nil {
		log.Fatal(err)
	}
	d := chess.Diagram{
		Position: p.After(e4),
		LastMove: e4,
		Arrows:   []chess.Arrow{{From: chess.C7, To: chess.C5}, {From: chess.E7, To: chess.E5, Paint: "blue"}},
		Caption:  "After 1. e4",
		Size:     360,
	}
	svg := d.String() // or d.WriteTo(file)
	fmt.Println(svg[:strings.Index(svg, "\n")])
	// Output: <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 928" width="360" height="380" role="img" aria-label="After 1. e4">
}

// This is the whole text of a small picture: a marked square and a knight's move on
// an empty board.
func ExampleDiagram_WriteTo() {
	d := chess.Diagram{
		NoCoordinates: true,
		Highlights:    []chess.Highlight{{Square: chess.F3}},
		Arrows:        []chess.Arrow{{From: chess.G1, To: chess.F3}},
		Title:         "A knight's jump",
	}
	if _, err := d.WriteTo(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" role="img" aria-label="A knight&#39;s jump">
	// <title>A knight&#39;s jump</title>
	// <desc>An empty board. Marked: f3. Arrows: g1 to f3.</desc>
	// <defs>
	// </defs>
	// <g font-family="Helvetica,Arial,sans-serif" text-anchor="middle" fill="#efe6d9">
	// <rect width="800" height="800" rx="0" fill="#463d36"/>
	// <g transform="translate(0 0)">
	// <g shape-rendering="crispEdges"><path fill="#efe1ca" d="M0 0H800V800H0Z"/><path stroke="#b99d7c" stroke-width="100" stroke-dasharray="100" d="M100 50H800M0 150H800M100 250H800M0 350H800M100 450H800M0 550H800M100 650H800M0 750H800"/>
	// </g>
	// <path fill="#d9372c" opacity=".6" d="M500 500h100v100h-100z"/>
	// <path fill="#1f8a3b" stroke="#1f8a3b" stroke-width="4" stroke-linejoin="round" opacity=".85" transform="matrix(-0.44721 -0.89443 0.89443 -0.44721 650 750)" d="M32 -8H172V-24L212 0L172 24V8H32Z"/>
	//
	// </g></g></svg>
}

// A Setup need not be a position: here nothing but a knight, and where it can go.
func ExampleDiagram_setup() {
	s := chess.Setup{Board: [64]chess.Piece{chess.D4: chess.WhiteKnight}}
	d := chess.Diagram{Setup: &s, NoCoordinates: true}
	for _, to := range []chess.Square{chess.B3, chess.B5, chess.C2, chess.C6, chess.E2, chess.E6, chess.F3, chess.F5} {
		d.Highlights = append(d.Highlights, chess.Highlight{Square: to})
	}
	fmt.Print(d.ASCII())
	// Output:
	// .  :  .  :  .  :  .  :
	//  :  .  :  .  :  .  :  .
	//  .  : (.) : (.) :  .  :
	//  : (.) :  .  : (.) :  .
	//  .  :  .  N  .  :  .  :
	//  : (.) :  .  : (.) :  .
	//  .  : (.) : (.) :  .  :
	//  :  .  :  .  :  .  :  .
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
	for _, san := range []string{"e4", "e5", "Nf3", "Nc6", "Nxe5", "Nge7", "O-O"} {
		m, err := p.ParseSAN(san)
		if err != nil {
			break // White may not castle yet
		}
		fmt.Println(p.DescribeMove(m))
		p = p.After(m)
	}
	// Output:
	// White: pawn to e4
	// Black: pawn to e5
	// White: knight to f3
	// Black: knight to c6
	// White: knight takes pawn on e5
	// Black: knight from g8 to e7
}

func ExamplePosition_SANLine() {
	p := chess.MustParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
	line := []chess.Move{}
	for at := p; len(line) < 4; at = at.After(line[len(line)-1]) {
		m, err := at.ParseUCI([]string{"g8f6", "f3g5", "d7d5", "e4d5"}[len(line)])
		if err != nil {
			log.Fatal(err)
		}
		line = append(line, m)
	}
	fmt.Println(p.SANLine(line...))
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
