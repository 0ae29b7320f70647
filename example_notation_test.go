package chess_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"slices"

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
	const text = `{"position":"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1","answer":"e1e8","marks":["!!","$14"],"arrows":{"e8":"White"},"clock":"180+2"}`
	var read lesson
	if err := json.Unmarshal([]byte(text), &read); err != nil {
		log.Fatal(err)
	}
	fmt.Println(read.Position.SAN(read.Answer), read.Marks[0] == chess.BrilliantMove, read.Clock.Time)
	again, err := json.Marshal(read)
	fmt.Println(string(again) == text, err)
	// Output:
	// Re8# true 3m0s
	// true <nil>
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
		fmt.Println(nag, nag == chess.InterestingMove, err)
	}
	// Output:
	// !? true <nil>
	// !? true <nil>
	// $14 false <nil>
}

func ExampleParsePiece() {
	piece, err := chess.ParsePiece("n")
	fmt.Println(piece.Color(), piece.Type(), err)
	// Output:
	// Black knight <nil>
}

// A line of a test suite.
func ExampleParseEPD() {
	e, err := chess.ParseEPD(`8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; draw_offer; id "WAC.002";`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(e.Text("id"), e.Moves("bm"), e.Operations[1].Opcode)
	// Output: WAC.002 [b3b2] draw_offer
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

// A store of positions has the byte forms of their Keys, in the order of Compare.
func ExampleKey_AppendBinary() {
	var store [][]byte
	p := chess.StartPosition()
	for _, m := range p.LegalMoves() {
		form, _ := p.After(m).Key().AppendBinary(nil) // never an error
		store = append(store, form)
	}
	slices.SortFunc(store, bytes.Compare)

	var last chess.Key
	if err := last.UnmarshalBinary(store[len(store)-1]); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n%v\n", store[len(store)-1], last)
	// Output:
	// ffff000080007fff723563271111111199999999fabd8baf
	// rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b KQkq -
}

// The hash is the same in every version and on every machine, so that it can spread
// positions over files or servers.
func ExampleKey_Hash() {
	key := chess.StartPosition().Key()
	fmt.Printf("%016x, in file %d of 8\n", key.Hash(), key.Hash()%8)
	// Output: 47721a387d7d1fb5, in file 5 of 8
}

// The position of a Key has no history: it is at move 1.
func ExampleKey_Position() {
	fmt.Println(chess.MustParseFEN("8/8/8/4k3/8/8/8/4K2R w K - 20 60").Key().Position())
	// Output: 8/8/8/4k3/8/8/8/4K2R w K - 0 1
}

func ExamplePosition_AppendBinary() {
	p := chess.MustParseFEN("rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3")
	form, _ := p.AppendBinary(nil) // never an error
	fmt.Printf("%x\n", form)
	var q chess.Position
	if err := q.UnmarshalBinary(form); err != nil {
		log.Fatal(err)
	}
	fmt.Println(q)
	// Output:
	// 0103bff720080c00f3ff72356327111111119a9999999fabdebf
	// rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3
}

// A plain game takes a byte a move and a few more. In a file of many games the length of
// each comes before it.
func ExampleGame_AppendBinary() {
	var g, again chess.Game
	if err := g.PlaySAN("f3", "e5", "g4", "Qh4"); err != nil {
		log.Fatal(err)
	}
	form, err := g.AppendBinary(nil)
	if err != nil {
		log.Fatal(err)
	}
	err = again.UnmarshalBinary(form)
	fmt.Printf("%x %v %v %v\n", form, again.SANMoves(), again.Outcome(), err)
	// Output: 010000040e080f11 [f3 e5 g4 Qh4#] 0-1 <nil>
}

// Everything that PGN has comes back: tags, variations, comments and glyphs.
func ExampleGameTree_AppendBinary() {
	tree, err := chess.ParsePGN(`[White "Morphy"] 1. e4 e5 2. Nf3 d6 {Philidor} (2... Nc6! 3. Bb5) 3. d4 *`)
	if err != nil {
		log.Fatal(err)
	}
	form, err := tree.AppendBinary(nil)
	if err != nil {
		log.Fatal(err)
	}
	var again chess.GameTree
	err = again.UnmarshalBinary(form)
	fmt.Println(len(form), "bytes", again.String() == tree.String(), err)
	// Output: 39 bytes true <nil>
}
