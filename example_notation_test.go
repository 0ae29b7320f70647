package chess_test

import (
	"bufio"
	"errors"
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A test suite is read, one position a line.
func ExampleParseEPD() {
	suite := `2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; draw_offer; id "WAC.002";
`
	lines := bufio.NewScanner(strings.NewReader(suite))
	for lines.Scan() {
		e, err := chess.ParseEPD(lines.Text())
		if err != nil {
			log.Fatal(err)
		}
		offered := slices.ContainsFunc(e.Operations, func(o chess.Operation) bool { return o.Opcode == "draw_offer" })
		fmt.Println(e.Text("id"), e.Moves("bm"), offered)
	}
	// Output:
	// WAC.001 [g3g6] false
	// WAC.002 [b3b2] true
}

// One move in the notations of programs and of people.
func ExamplePosition_ParseSAN() {
	p := chess.MustParseFEN("r5k1/1P6/8/8/8/8/4K3/R6R w - - 0 1")
	for _, text := range []string{"bxa8=Q+", "Rad1", "Rd1", "Ke9"} {
		m, err := p.ParseSAN(text)
		switch {
		case errors.Is(err, chess.ErrAmbiguous):
			fmt.Println(text, "could be two moves")
		case err != nil:
			fmt.Println(text, "is no move here")
		default:
			fmt.Println(p.SAN(m), p.LAN(m), p.UCI(m))
		}
	}
	// Output:
	// bxa8=Q+ b7xa8=Q+ b7a8q
	// Rad1 Ra1-d1 a1d1
	// Rd1 could be two moves
	// Ke9 is no move here
}

// The notation of UCI is what programs send each other.
func ExamplePosition_ParseUCI() {
	p := chess.StartPosition()
	for _, text := range []string{"e2e4", "e7e5", "g1f3"} {
		m, err := p.ParseUCI(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(p.SAN(m), " ")
		p = p.After(m)
	}
	fmt.Println(p.HalfmoveClock(), "reversible ply")
	// Output: e4 e5 Nf3 1 reversible ply
}

// Long algebraic notation names the squares that a move leads from and to.
func ExamplePosition_ParseLAN() {
	p := chess.StartPosition()
	m, err := p.ParseLAN("Ng1-f3")
	fmt.Println(m, err)
	// Output: g1f3 <nil>
}

// Castling has two spellings, which mean the same to a position.
func ExamplePosition_IsCastling() {
	p := chess.MustParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	for _, text := range []string{"e1g1", "e1h1", "e1f1"} {
		m, err := chess.ParseUCI(text)
		fmt.Println(p.IsCastling(m), p.SAN(m), p.UCI(m), p.UCI960(m), err)
	}
	// Output:
	// true O-O e1g1 e1h1 <nil>
	// true O-O e1g1 e1h1 <nil>
	// false Kf1 e1f1 e1f1 <nil>
}
