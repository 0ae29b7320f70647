package chess_test

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed-0971039b/chess"
)

// What a program stores with the types of this package is readable, and comes back.
func Example_json() {
	type lesson struct {
		Position chess.Position               `json:"position"`
		Answer   chess.Move                   `json:"answer"`
		Marks    []chess.NAG                  `json:"marks"`
		Arrows   map[chess.Square]chess.Color `json:"arrows"`
		Clock    chess.TimeControl            `json:"clock"`
	}
	p := chess.MustParseFEN("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")
	mate, err := p.ParseSAN("Re8#")
	if err != nil {
		fmt.Println(err)
		return
	}
	stored, err := json.Marshal(lesson{
		Position: p,
		Answer:   mate,
		Marks:    []chess.NAG{chess.BrilliantMove, 14},
		Arrows:   map[chess.Square]chess.Color{chess.E8: chess.White},
		Clock:    chess.TimeControl{Time: 3 * time.Minute, Increment: 2 * time.Second},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(stored))
	var read lesson
	fmt.Println(json.Unmarshal(stored, &read), read.Marks)
	// Output:
	// {"position":"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1","answer":"e1e8","marks":["!!","$14"],"arrows":{"e8":"White"},"clock":"180+2"}
	// <nil> [!! $14]
}

// The JSON of a Result has the position that its moves are played in.
func ExampleResult_UnmarshalJSON() {
	text := `{
		"position": "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"move": "e1g1", "score": "+5.30", "pv": ["e1g1", "e8e7"], "depth": 9, "time": "1.5s"
	}`
	var r chess.Result
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Position.SAN(r.Move), r.Position.IsCastling(r.Move), r.Score, r.Time)
	// Output: O-O true +5.30 1.5s
}

// A set-up need not be a position to be stored.
func ExampleSetup_MarshalJSON() {
	setup := chess.Setup{Castling: []chess.Square{chess.H1}}
	setup.Board[chess.E1], setup.Board[chess.H1] = chess.WhiteKing, chess.WhiteRook
	text, err := json.Marshal(setup)
	fmt.Println(string(text), err)
	fmt.Println(setup.Problems())
	// Output:
	// {"board":"8/8/8/8/8/8/8/4K2R","turn":"White","castling":["h1"]} <nil>
	// [a side without a king]
}

// A move is what its text says; a position knows what it does.
func ExampleParseUCI() {
	m, err := chess.ParseUCI("e1g1")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	next, err := p.Play(m)
	fmt.Println(p.IsCastling(m), next, err)

	_, err = chess.ParseUCI("e2e9")
	fmt.Println(err)
	// Output:
	// true 4k3/8/8/8/8/8/8/5RK1 b - - 1 1 <nil>
	// UCI move "e2e9": malformed at character 4: a rank, from 1 to 8, is missing
}

// The text of a score tells more than String does: which side moves first.
func ExampleScore_UnmarshalText() {
	for _, text := range []string{"+0.34", "-1.2", "#3", "#2.5", "#-2"} {
		var s chess.Score
		if err := s.UnmarshalText([]byte(text)); err != nil {
			fmt.Println(err)
			return
		}
		exact, _ := s.MarshalText()
		fmt.Println(s, string(exact), int(s))
	}
	// Output:
	// +0.34 +0.34 34
	// -1.20 -1.20 -120
	// #3 #3 31995
	// #2 #2.5 31996
	// #-2 #-2 -31996
}

// A search of Black's move scores for Black.
func ExampleScore_ForWhite() {
	fmt.Println(chess.Score(34).ForWhite(chess.White), chess.Score(34).ForWhite(chess.Black))
	// Output: +0.34 -0.34
}

func ExampleOutcome_UnmarshalText() {
	for _, text := range []string{"1-0 checkmate", "1/2-1/2", "1-0 stalemate"} {
		var o chess.Outcome
		err := o.UnmarshalText([]byte(text))
		fmt.Println(o, o.Reason, o.Over(), err)
	}
	// Output:
	// 1-0 checkmate true <nil>
	// 1/2-1/2 unspecified true <nil>
	// * unterminated false outcome "1-0 stalemate": illegal at character 5: the reason contradicts the result
}

func ExampleNAG() {
	for _, text := range []string{"!?", "$5", "$14"} {
		var nag chess.NAG
		err := nag.UnmarshalText([]byte(text))
		fmt.Println(nag, uint8(nag), nag == chess.InterestingMove, err)
	}
	// Output:
	// !? 5 true <nil>
	// !? 5 true <nil>
	// $14 14 false <nil>
}

func ExampleParsePiece() {
	piece, err := chess.ParsePiece("n")
	fmt.Println(piece.Color(), piece.Type(), err)
	// Output:
	// Black knight <nil>
}
