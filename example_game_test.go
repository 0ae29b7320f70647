package chess_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"github.com/seed-0971039b/chess"
)

// The zero Game begins with the start position, and tells about the present one.
func ExampleGame_PlaySAN() {
	var g chess.Game
	if err := g.PlaySAN("e4", "e5", "Qh5", "Nc6", "Bc4"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Turn(), "has", len(g.LegalMoves()), "moves")
	if err := g.PlaySAN("Nf6", "Qxf7"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.SANMoves())
	fmt.Println(g.Position().InCheck(), g.Outcome(), g.Outcome().Reason)
	// Output:
	// Black has 28 moves
	// [e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#]
	// true 1-0 checkmate
}

// A game that is stored as moves of UCI is played again, and the wrong move found.
func ExampleGame_PlayUCI() {
	var g chess.Game
	if err := g.PlayUCI("e2e4", "e7e5", "g1f3", "f6d5"); err != nil {
		fmt.Printf("ply %d: %v\n", g.Len()+1, err)
	}
	fmt.Println(g.UCIMoves())
	// Output:
	// ply 4: UCI move "f6d5": illegal: Black has no piece on f6
	// [e2e4 e7e5 g1f3]
}

// People type moves in one notation or another.
func ExampleGame_PlayText() {
	var g chess.Game
	fmt.Println(g.PlayText("e4", "e7e5", "Ng1-f3"), g.SANMoves())
	fmt.Println(g.PlayText("nc6"))
	// Output:
	// <nil> [e4 e5 Nf3]
	// move "nc6": malformed: "n" is neither a file nor a piece: the knight is "N"
}

// Positions visits all positions of a game.
func ExampleGame_Positions() {
	var g chess.Game
	if err := g.PlaySAN("f3", "e5", "g4"); err != nil {
		log.Fatal(err)
	}
	for ply, p := range g.Positions() {
		fmt.Println(ply, p.EPD())
	}
	// Output:
	// 0 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
	// 1 rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq -
	// 2 rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq -
	// 3 rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -
}

// ParseMove reads what a player types, whatever the notation.
func ExamplePosition_ParseMove() {
	p := chess.StartPosition()
	for _, text := range []string{"Nf3", "g1f3", "Ng1-f3"} {
		m, err := p.ParseMove(text)
		fmt.Println(m, err)
	}
	// Output:
	// g1f3 <nil>
	// g1f3 <nil>
	// g1f3 <nil>
}

// Move makes a move of the two squares that a player has clicked on.
func ExamplePosition_Move() {
	p := chess.MustParseFEN("8/P5k1/8/8/8/8/8/4K2R w K - 0 1")
	fmt.Println(p.Move(chess.E1, chess.G1, chess.NoPieceType))
	_, err := p.Move(chess.A7, chess.A8, chess.NoPieceType)
	fmt.Println(errors.Is(err, chess.ErrAmbiguous)) // ask for the promotion
	fmt.Println(p.Move(chess.A7, chess.A8, chess.Queen))
	// Output:
	// e1g1 <nil>
	// true
	// a7a8q <nil>
}

// A side without a legal move is mated or stalemated.
func ExamplePosition_LegalMoves() {
	p := chess.MustParseFEN("7k/8/6Q1/8/8/8/8/K7 b - - 0 1")
	fmt.Println(p.LegalMoves(), p.InCheck())
	// Output: [] false
}

// A game is stored as JSON, with the reason why it ended.
func ExampleGame_MarshalJSON() {
	var g chess.Game
	if err := errors.Join(g.PlaySAN("e4", "c5"), g.End(chess.WinBy(chess.White, chess.Resignation))); err != nil {
		log.Fatal(err)
	}
	text, err := json.Marshal(&g)
	fmt.Println(string(text), err)

	var again chess.Game
	err = json.Unmarshal(text, &again)
	fmt.Println(again.SANMoves(), again.Outcome(), err)
	// Output:
	// {"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":["e2e4","c7c5"],"outcome":"1-0 resignation","ended":true} <nil>
	// [e4 c5] 1-0 <nil>
}
