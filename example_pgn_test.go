package chess_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
)

// The reader returns the moves before a fault, beside the error. The
// next one is read.
func ExamplePGNReader() {
	r := chess.NewPGNReader(strings.NewReader(`[White "Morphy"]
[Black "Duke and Count"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {a weak move} 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+) 1-0

1. e4 e5 2. Ke3 *

[White "Greco"]

1. e4 e5 2. f4 exf4 *
`))
	for game, err := range r.All() {
		var broken *chess.ParseError
		switch {
		case errors.As(err, &broken):
			fmt.Println("game", broken.Game, "line", broken.Line, broken.Input, broken.Kind, "after", game.Mainline())
		case err != nil:
			log.Fatal(err)
		default:
			fmt.Println(game.Tag("White"), game.Mainline())
		}
	}
	// Output:
	// Morphy [e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3]
	// game 2 line 6 Ke3 illegal after [e2e4 e7e5]
	// Greco [e2e4 e7e5 f2f4 e5f4]
}

// What costs no move of the main line is no error. Faults lists it, and a Strict reader
// refuses the game.
func ExampleGameTree_Faults() {
	const text = "1. e4 e5 <br> 2. Nf3 Nc6 (2... Nf6 3. Qxf7) 3. Bb55 a6) 1-0"
	game, err := chess.ParsePGN(text)
	fmt.Println(game.Mainline(), err)
	for _, fault := range game.Faults() {
		fmt.Println(fault)
	}

	r := chess.NewPGNReader(strings.NewReader(text))
	r.Strict = true
	game, err = r.Next()
	fmt.Println(game == nil, err)
	// Output:
	// [e2e4 e7e5 g1f3 b8c6 f1b5 a7a6] <nil>
	// game 1, line 1, column 10: PGN "<br>": malformed: it has no meaning here
	// game 1, line 1, column 39: SAN "Qxf7": illegal: no such move of a queen to f7 is legal
	// game 1, line 1, column 48: SAN "Bb55": malformed: read as Bb5, the only legal move that it can be
	// game 1, line 1, column 55: PGN ")": malformed: there is no variation to close
	// true game 1, line 1, column 10: PGN "<br>": malformed: it has no meaning here
}

// Statistics need no trees: how often each first move was played, in games that are
// read no further.
func ExamplePGNReader_Visit() {
	r := chess.NewPGNReader(strings.NewReader(`
[White "a"] 1. e4 e5 2. Nf3 1-0
[White "b"] 1. d4 d5 1/2-1/2
[White "c"] 1. e4 c5 0-1
`))
	played := map[chess.Move]int{}
	v := &chess.PGNVisitor{Move: func(_ *chess.Position, m chess.Move) bool {
		played[m]++
		return false
	}}
	for {
		err := r.Visit(v)
		if err == io.EOF {
			break
		}
		if fault := (*chess.ParseError)(nil); errors.As(err, &fault) {
			log.Print(fault, r.Faults()) // and go on with the next game
		} else if err != nil {
			log.Fatal(err) // the file cannot be read
		}
	}
	fmt.Println(played)
	// Output: map[d2d4:1 e2e4:2]
}

// A game that was played is stored as PGN.
func ExampleGame_Tree() {
	var game chess.Game
	if err := game.PlaySAN("f3", "e5", "g4", "Qh4"); err != nil {
		log.Fatal(err)
	}
	tree := game.Tree()
	if err := errors.Join(tree.SetTag("Event", "Casual game"), tree.DeleteTag("Termination")); err != nil { // the moves show it
		log.Fatal(err)
	}
	if _, err := tree.WriteTo(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// [Event "Casual game"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "?"]
	// [Black "?"]
	// [Result "0-1"]
	//
	// 1. f3 e5 2. g4 Qh4# 0-1
}

// A game is edited: variations, comments, glyphs.
func ExampleNode() {
	tree, err := chess.ParsePGN("1. f3 e5 2. g4 Qh4# 0-1")
	if err != nil {
		log.Fatal(err)
	}
	tree.Root().SetComment("The shortest game.")
	worst := tree.Root().Next().Next().Next()
	worst.SetNAGs(chess.Blunder)
	worst.SetCommentBefore("And now")

	before := worst.Parent()
	better, err := before.Position().ParseSAN("e4")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := before.Add(better); err != nil { // Add would find it if it were there
		log.Fatal(err)
	}
	if n, err := before.AddVariation(better); err == nil { // a second one, with a comment of its own
		n.SetComment("or this")
	}
	for n := range before.Children() {
		fmt.Printf("%v %v %q %q\n", n.Move(), n.NAGs(), n.CommentBefore(), n.Comment())
	}
	fmt.Println(before.Child(better).Comment() == "")
	// Output:
	// g2g4 [??] "And now" ""
	// e2e4 [] "" ""
	// e2e4 [] "" "or this"
	// true
}

// Accept selects games by their tags. The moves of the other games are skipped.
func ExamplePGNReader_filter() {
	r := chess.NewPGNReader(strings.NewReader(`[White "A"] [Result "1-0"] 1. e4 {first} f6 1-0
[White "B"] [Result "0-1"] 1. f3 e5 2. g4 {alas} Qh4# 0-1`))
	r.Detail = chess.MainLines
	r.Accept = func(t *chess.GameTree) bool { return t.Tag("Result") == "0-1" }
	for tree, err := range r.All() {
		if err != nil {
			log.Fatal(err)
		}
		game, err := tree.Game()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(tree.Tag("White"), game.Outcome(), game.Outcome().Reason)
	}
	// Output: B 0-1 checkmate
}

func ExampleGameTree() {
	tree := chess.NewGameTree(chess.StartPosition())
	add := func(n *chess.Node, sans ...string) *chess.Node {
		for _, san := range sans {
			m, err := n.Position().ParseSAN(san)
			if err != nil {
				log.Fatal(err)
			}
			if n, err = n.Add(m); err != nil {
				log.Fatal(err)
			}
		}
		return n
	}
	sicilian := add(tree.Root(), "e4", "c5")
	french := add(sicilian.Parent(), "e6", "d4", "d5")
	french.SetComment("solid")
	add(sicilian, "Nf3")
	french.Parent().Parent().Promote()
	fmt.Println(tree)
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "?"]
	// [Black "?"]
	// [Result "*"]
	//
	// 1. e4 e6 (1... c5 2. Nf3) 2. d4 d5 {solid} *
}

// A trainer asks for the moves of a repertoire by position, however it came about.
func ExampleGameTree_Nodes() {
	t, err := chess.ParsePGN("1. d4 Nf6 (1... d5 2. c4 e6 3. Nc3 Nf6 4. Nf3) 2. c4 e6 3. Nc3 d5 4. cxd5 *")
	if err != nil {
		log.Fatal(err)
	}
	answers := map[chess.Key][]string{}
	var last chess.Position
	for n, p := range t.Nodes() {
		if n != t.Root() && p.Before().Turn() == chess.White {
			key := p.Before().Key()
			answers[key] = append(answers[key], p.Before().SAN(n.Move()))
			last = p.Before()
		}
	}
	fmt.Println(len(answers), "positions; in the last", answers[last.Key()])
	// Output: 6 positions; in the last [Nf3 cxd5]
}

// A Searcher is asked about a position in a variation.
func ExampleNode_Game() {
	t, err := chess.ParsePGN("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 *")
	if err != nil {
		log.Fatal(err)
	}
	for n := range t.Nodes() {
		if g := n.Game(); g.Len() == 6 {
			r, err := chess.NewAlphaBeta(chess.NewDefaultEvaluator()).Search(context.Background(), g, chess.Limits{Depth: 3})
			fmt.Println("after", n.SAN(), "comes", g.SAN(r.Move), err)
		}
	}
	// Output: after Nf6 comes Qxf7# <nil>
}

// The JSON of a tree has everything that its PGN has.
func ExampleGameTree_MarshalJSON() {
	t, err := chess.ParsePGN("1. e4! {best by test} (1. d4) *")
	if err != nil {
		log.Fatal(err)
	}
	text, err := json.MarshalIndent(t, "", " ")
	fmt.Println(string(text), err)
	// Output:
	// {
	//  "tags": {
	//   "Result": "*"
	//  },
	//  "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	//  "moves": [
	//   {
	//    "move": "e2e4",
	//    "san": "e4",
	//    "nags": [
	//     "!"
	//    ],
	//    "comment": "best by test",
	//    "variations": [
	//     [
	//      {
	//       "move": "d2d4",
	//       "san": "d4"
	//      }
	//     ]
	//    ]
	//   }
	//  ]
	// } <nil>
}

// Outcome tells how a recorded game ended, and why.
func ExampleGameTree_Outcome() {
	for _, text := range []string{
		"1. f3 e5 2. g4 Qh4# 0-1",
		"[Termination \"time forfeit\"] 1. e4 e5 1-0",
		"1. e4 e5 1/2-1/2",
	} {
		t, err := chess.ParsePGN(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(t.Outcome(), t.Outcome().Reason)
	}
	// Output:
	// 0-1 checkmate
	// 1-0 time
	// 1/2-1/2 unspecified
}

// Tags that tell how a game begins may be in any words that agree with it.
func ExampleGameTree_SetTag() {
	t := chess.NewGameTree(chess.StartPosition())
	fmt.Println(t.SetTag("Variant", "Standard"))
	fmt.Println(t.SetTag("Variant", "Three-check"))
	fmt.Println(t.DeleteTag("Variant"))
	// Output:
	// <nil>
	// tag Variant "Three-check": illegal: it contradicts the position that the game begins with
	// <nil>
}

// Servers write clocks and evaluations into the comments.
func ExampleNode_Clock() {
	t, err := chess.ParsePGN("1. e4 {[%eval 0.17] [%clk 0:02:58.5]} e5 {[%eval 0.19,22] [%clk 0:02:57] solid} *")
	if err != nil {
		log.Fatal(err)
	}
	for n := range t.Nodes() {
		if clock, ok := n.Clock(); ok {
			score, depth, _ := n.Eval()
			fmt.Printf("%s: %v left, %v at depth %d, %q\n", n.SAN(), clock, score, depth, n.Text())
		}
	}
	// Output:
	// e4: 2m58.5s left, +0.17 at depth 0, ""
	// e5: 2m57s left, +0.19 at depth 22, "solid"
}

// An evaluation is White's. The rest of the comment stays as it is.
func ExampleNode_SetEval() {
	t, err := chess.ParsePGN("1. e4 {[%clk 0:03:00] best by test} *")
	if err != nil {
		log.Fatal(err)
	}
	e4 := t.Root().Next()
	e4.SetEval(chess.Score(4).ForWhite(e4.Position().Turn()), 12)
	e4.SetElapsedTime(2 * time.Second)
	elapsed, _ := e4.ElapsedTime()
	e4.SetClock(3*time.Minute - elapsed)
	fmt.Println(e4.Comment())
	// Output: [%clk 0:02:58] [%eval -0.04,12] [%emt 0:00:02] best by test
}

// Arrows and highlights of a study are drawn.
func ExampleNode_Arrows() {
	t, err := chess.ParsePGN("1. e4 {[%csl Ge4][%cal Gd1h5,Rf1c4] Watch f7.} *")
	if err != nil {
		log.Fatal(err)
	}
	e4 := t.Root().Next()
	d := chess.Diagram{Position: e4.Position(), LastMove: e4.Move(), Arrows: e4.Arrows(), Highlights: e4.Highlights(), Caption: e4.Text()}
	fmt.Println(d.Arrows, d.Highlights, d.Caption)

	e4.SetArrows(chess.Arrow{From: chess.G1, To: chess.F3, Paint: "blue"})
	e4.SetHighlights()
	fmt.Println(e4.Comment())
	// Output:
	// [{d1 h5 green} {f1 c4 red}] [{e4 green}] Watch f7.
	// [%cal Bg1f3] Watch f7.
}

// Other commands are read and set by their names.
func ExampleNode_SetCommand() {
	t, err := chess.ParsePGN("1. e4 {[%clk 0:02:59][%timestamp 5] good} *")
	if err != nil {
		log.Fatal(err)
	}
	e4 := t.Root().Next()
	fmt.Println(e4.Command("timestamp"))
	if err := e4.SetCommand("timestamp", ""); err != nil { // removes it
		log.Fatal(err)
	}
	e4.SetText("very " + e4.Text())
	fmt.Println(e4.Comment())
	// Output:
	// 5 true
	// [%clk 0:02:59] very good
}

// A game is named by the last position that has a name, whatever the order of the
// moves.
func ExampleGame_Opening() {
	game := chess.NewGame()
	if err := game.PlaySAN("Nf3", "c5", "e4", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6", "h4"); err != nil {
		log.Fatal(err)
	}
	opening := game.Opening()
	fmt.Println(opening)
	fmt.Println(opening.ECO, opening.Family())
	fmt.Println(opening.Moves)
	// Output:
	// B90 Sicilian Defense: Najdorf Variation
	// B90 Sicilian Defense
	// 1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6
}

// A table of one's own names the openings of recorded games.
func ExampleReadOpeningNames() {
	table, err := chess.ReadOpeningNames(strings.NewReader(
		"C50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\n" +
			" C53\t: My Favourite\tBc5 c3\n"))
	if err != nil {
		log.Fatal(err)
	}
	for opening := range table.All() {
		fmt.Println(opening)
	}
	var game chess.Game
	if err := game.PlaySAN("e4", "e5", "Bc4", "Nc6", "Nf3"); err != nil {
		log.Fatal(err)
	}
	fmt.Println("found:", table.Find(game.Position()).Name)
	// Output:
	// C50 Italian Game
	// C53 Italian Game: My Favourite
	// found: Italian Game
}

// The moves alone, a game a line, as other programs want them.
func ExamplePGNWriter() {
	tree, err := chess.ParsePGN("1. e4 {[%clk 0:03:00] best by test} e5 $1 (1... c5 2. Nf3) 2. Nf3 Nc6 *")
	if err != nil {
		log.Fatal(err)
	}
	moves := chess.PGNWriter{Tags: []string{}, NoVariations: true, NoGlyphs: true, NoComments: true, NoCommands: true, LineLength: -1}
	clocks := chess.PGNWriter{Tags: []string{}, NoVariations: true, NoComments: true}
	fmt.Println(errors.Join(moves.Write(os.Stdout, tree), clocks.Write(os.Stdout, tree)))
	// Output:
	// 1. e4 e5 2. Nf3 Nc6 *
	//
	// 1. e4 {[%clk 0:03:00]} 1... e5 $1 2. Nf3 Nc6 *
	//
	// <nil>
}
