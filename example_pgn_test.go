package chess_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A game with an error is reported, and the next one is read.
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
			fmt.Println("game", broken.Game, "line", broken.Line, broken.Input, broken.Kind)
		case err != nil:
			log.Fatal(err)
		default:
			fmt.Println(game.Tag("White"), game.Mainline())
		}
	}
	// Output:
	// Morphy [e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3]
	// game 2 line 6 Ke3 illegal
	// Greco [e2e4 e7e5 f2f4 e5f4]
}

// A game that was played is stored as PGN, and read again.
func ExampleGame_Tree() {
	game := chess.NewGame(chess.StartPosition())
	for _, uci := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
		m, err := game.Position().ParseUCI(uci)
		if err != nil {
			log.Fatal(err)
		}
		if err := game.Play(m); err != nil {
			log.Fatal(err)
		}
	}
	tree := game.Tree()
	for _, tag := range [][2]string{{"Event", "Casual game"}, {"White", "A"}, {"Black", "B"}} {
		if err := tree.SetTag(tag[0], tag[1]); err != nil {
			log.Fatal(err)
		}
	}
	if err := tree.DeleteTag("Termination"); err != nil { // the moves show it
		log.Fatal(err)
	}
	var file strings.Builder
	if _, err := tree.WriteTo(&file); err != nil {
		log.Fatal(err)
	}
	fmt.Print(file.String())

	stored, err := chess.ParsePGN(file.String())
	if err != nil {
		log.Fatal(err)
	}
	again, err := stored.Game()
	fmt.Println(again.Outcome().Reason, err)
	// Output:
	// [Event "Casual game"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "A"]
	// [Black "B"]
	// [Result "0-1"]
	//
	// 1. f3 e5 2. g4 Qh4# 0-1
	//
	// checkmate <nil>
}

// A game is edited: variations, comments, glyphs.
func ExampleNode() {
	tree, err := chess.ParsePGN("1. f3 e5 2. g4 Qh4# 0-1")
	if err != nil {
		log.Fatal(err)
	}
	start := tree.Root()
	start.SetComment("The shortest game.")
	worst := start.Next().Next().Next()
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
		fmt.Printf("%v %v %q\n", n.Move(), n.NAGs(), n.CommentBefore())
	}
	fmt.Println(before.Child(better).Comment() == "")
	fmt.Println(tree)
	// Output:
	// g2g4 [??] "And now"
	// e2e4 [] ""
	// e2e4 [] ""
	// true
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "?"]
	// [Black "?"]
	// [Result "0-1"]
	//
	// {The shortest game.} 1. f3 e5 2. {And now} g4 $4 (2. e4) (2. e4 {or this}) 2...
	// Qh4# 0-1
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
	if err := tree.SetTag("White", "Steinitz"); err != nil {
		log.Fatal(err)
	}
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
	french.SetNAGs(1)
	add(sicilian, "Nf3")
	french.Parent().Parent().Promote()

	if _, err := tree.WriteTo(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Steinitz"]
	// [Black "?"]
	// [Result "*"]
	//
	// 1. e4 e6 (1... c5 2. Nf3) 2. d4 d5 $1 {solid} *
}
