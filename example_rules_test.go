package chess_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"slices"

	"github.com/seed-0971039b/chess"
)

// Who attacks the knight on d5, and who defends it?
func ExamplePosition_Attackers() {
	p := chess.MustParseFEN("3rk3/1b6/8/3n4/2P5/8/3R4/3RK3 w - - 0 1")
	fmt.Println(slices.Sorted(p.Attackers(chess.D5, chess.White)))
	fmt.Println(slices.Sorted(p.XRayAttackers(chess.D5, chess.White)), "with what stands behind")
	fmt.Println(slices.Sorted(p.Defenders(chess.D5)))
	fmt.Println(p.IsAttacked(chess.B7, chess.White))
	fmt.Println(slices.Sorted(p.Attacks(chess.D5)))
	// Output:
	// [d2 c4]
	// [d1 d2 c4] with what stands behind
	// [b7 d8]
	// false
	// [c3 e3 b4 f4 b6 f6 c7 e7]
}

// The rook is pinned: it may not leave the line between the king and the queen.
func ExamplePosition_Pins() {
	p := chess.MustParseFEN("4q1k1/8/8/8/1b6/8/4R3/4K3 w - - 0 1")
	for pinned, pinner := range p.Pins(chess.White) {
		fmt.Println(pinned, "is pinned by", pinner)
	}
	fmt.Println("check from", slices.Collect(p.Checkers()))
	// Output:
	// e2 is pinned by e8
	// check from [b4]
}

// All moves with checks and pins ignored, as an array of pieces is often generated:
// those that leave the king attacked are taken out afterwards.
func ExamplePosition_AppendPseudoLegal() {
	p := chess.MustParseFEN("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1")
	moves := p.AppendPseudoLegal(nil)
	legal := 0
	for _, m := range moves {
		next := p.After(m)
		if !next.IsAttacked(next.King(p.Turn()), next.Turn()) {
			legal++
		}
	}
	fmt.Println(len(moves), "moves,", legal, "legal, as", len(p.AppendMoves(nil)))
	// Output: 13 moves, 4 legal, as 4
}

func ExampleSquare_Light() {
	fmt.Println(chess.D3.Light(), chess.D6.Light())
	// Output: true false
}

func ExamplePosition_GivesCheck() {
	p := chess.MustParseFEN("3r2k1/5ppp/8/8/8/8/3Q1PPP/6K1 w - - 0 1")
	captures, quiets := p.AppendCaptures(nil), p.AppendQuiets(nil)
	fmt.Println(len(captures), "capture,", len(quiets), "other moves")
	for _, m := range captures {
		fmt.Println(p.SAN(m), p.IsCapture(m), p.At(m.From()), "takes", p.Captured(m), "with check:", p.GivesCheck(m))
	}
	// Output:
	// 1 capture, 27 other moves
	// Qxd8# true Q takes r with check: true
}

// What a capture wins or loses, if both sides go on capturing on the square.
func ExamplePosition_SEE() {
	p := chess.MustParseFEN("6k1/2p5/3p4/4p3/8/5N2/8/4R1K1 w - - 0 1")
	m, err := p.ParseSAN("Nxe5")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.SEE(m, nil), p.SEEAtLeast(m, 0, nil))
	points := &chess.PieceValues{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}
	fmt.Println(p.SEE(m, points))
	// Output:
	// -100 false
	// -1
}

// Only a side that could still mate wins on time.
func ExamplePosition_OutOfTime() {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/3QK2n b - - 0 1")
	for c := range chess.Color(2) {
		fmt.Println(c, p.CanWin(c), p.OutOfTime(c))
	}
	// Output:
	// White true 1/2-1/2
	// Black false 1-0
}

// A draw by repetition must be claimed. A player may do so before the move that
// repeats the position, by announcing it.
func ExampleGame_CanClaimDraw() {
	var game chess.Game
	if err := game.PlaySAN("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"); err != nil {
		log.Fatal(err)
	}
	fmt.Println("occurrences:", game.Repetitions())
	claim, ok := game.CanClaimDraw()
	fmt.Println(ok, claim.Reason, claim.Move)
	err := game.End(chess.DrawBy(claim.Reason))
	fmt.Println(game.Outcome(), err)
	// Output:
	// occurrences: 2
	// true threefold repetition f6g8
	// 1/2-1/2 <nil>
}

// What no game can lead to is a position all the same: a program may warn of it.
func ExampleProblem() {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/PPPPPPPP/QQQQK3 w - - 0 1")
	for _, problem := range p.Problems() {
		fmt.Println(problem, problem.Fatal())
	}
	// Output: more than eight pawns and promoted pieces on a side false
}

// Programs leave castling rights in a FEN that are gone. Repair makes a position of what
// is found in files, and says what it had to drop.
func ExampleSetup_Repair() {
	s, err := chess.ParseSetup("4k3/8/8/8/8/8/8/4K2R w Kk e6")
	if err != nil {
		log.Fatal(err)
	}
	repaired, mended := s.Repair()
	fmt.Println(s.Castling, s.DoublePush, "becomes", repaired.Castling, repaired.DoublePush)
	fmt.Println(mended)
	// Output:
	// [h1 h8] e6 becomes [h1] -
	// a castling right without king and rook in place, an en-passant square that no double push left
}

// In ordinary chess a king that has left the e-file cannot castle, whatever the FEN
// says. Without Ordinary it makes a position of Chess960.
func ExampleSetup_ordinary() {
	s, err := chess.ParseSetup("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	p, err := s.Position()
	fmt.Println(p.IsChess960(), err)
	s.Ordinary = true
	_, err = s.Position()
	fmt.Println(err)
	// Output:
	// true <nil>
	// a castling right without king and rook in place
}

// A number from 0 to 959 names a start position of Chess960.
func ExampleChess960Position() {
	p, err := chess.Chess960Position(518)
	if err != nil {
		log.Fatal(err)
	}
	n, ok := chess.Chess960Number(p)
	fmt.Println(p.FEN(), n, ok)
	// Output: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 518 true
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
	fmt.Println(g.PlayText("2... Nc6 3. Bb5 a6"), g.LastMove(), g.LegalMoves(chess.B5))
	fmt.Println(g.PlayText("nc6"))
	// Output:
	// <nil> [e4 e5 Nf3]
	// <nil> a7a6 [b5a6 b5c6 b5c4 b5d3 b5e2 b5f1 b5a4]
	// move "nc6": malformed: "n" is neither a file nor a piece: the knight is "N"
}

// Positions visits all positions of a game.
func ExampleGame_Positions() {
	var g chess.Game
	if err := g.PlaySAN("f3", "e5"); err != nil {
		log.Fatal(err)
	}
	for ply, p := range g.Positions() {
		fmt.Println(ply, p.EPD())
	}
	// Output:
	// 0 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
	// 1 rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq -
	// 2 rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq -
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
func ExampleLaws() {
	p := chess.MustParseFEN("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")
	fmt.Println(p.OutOfTime(chess.White))
	outcome, _ := chess.Laws{}.Outcome(context.Background(), p)
	fmt.Println(outcome, outcome.Reason)

	p = chess.MustParseFEN("7k/8/6pp/8/8/8/7N/6K1 w - - 0 1")
	w, _ := chess.Laws{}.Winnable(context.Background(), p, chess.White)
	fmt.Println(w.Possible, len(w.Line) > 0)
	// Output:
	// 0-1
	// 1/2-1/2 dead position
	// true true
}
