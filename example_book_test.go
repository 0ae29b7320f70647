package chess_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A book is made from games, written, read again, and used to choose a move.
func ExampleBookBuilder() {
	r := chess.NewPGNReader(strings.NewReader(`
1. e4 e5 2. Nf3 1-0
1. e4 c5 2. Nf3 1/2-1/2
1. d4 d5 1/2-1/2`))
	r.Detail = chess.MainLines
	builder := chess.BookBuilder{Plies: 20}
	for game, err := range r.All() {
		if err != nil {
			log.Fatal(err)
		}
		builder.Add(game)
	}
	var file bytes.Buffer // or a file, whose name ends in ".bin"
	if _, err := builder.Book().WriteTo(&file); err != nil {
		log.Fatal(err)
	}

	book, err := chess.ReadBook(&file)
	if err != nil {
		log.Fatal(err)
	}
	start := chess.StartPosition()
	for _, m := range book.Moves(&start) {
		fmt.Println(start.SAN(m.Move), m.Weight)
	}
	if m, ok := book.Choose(&start, rand.New(rand.NewPCG(3, 0))); ok {
		fmt.Println("this time", start.SAN(m))
	}
	// Output:
	// e4 3
	// d4 1
	// this time d4
}

// Moves for positions, without games, as a list in EPD has them.
func ExampleBookBuilder_Put() {
	var builder chess.BookBuilder
	for _, line := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm d4 Nf3;",
		"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - bm d5;",
	} {
		epd, err := chess.ParseEPD(line)
		if err != nil {
			log.Fatal(err)
		}
		for i, m := range epd.Moves("bm") {
			if err := builder.Put(&epd.Position, m, 3-i); err != nil {
				log.Fatal(err)
			}
		}
	}
	book := builder.Book()
	p := chess.StartPosition()
	for _, m := range book.Moves(&p) {
		fmt.Println(p.SAN(m.Move), m.Weight)
	}
	// Output:
	// d4 3
	// Nf3 2
}

// A BookSearcher plays from a small book and, after two plies, lets its Searcher
// choose.
func ExampleBookSearcher() {
	engine := chess.NewBookSearcher(chess.GrandmasterBook(), chess.NewAlphaBeta(chess.NewDefaultEvaluator()), 1)
	game := chess.NewGame(chess.StartPosition())
	for range 3 {
		result, err := engine.Search(context.Background(), game, chess.Limits{Depth: 2})
		if err != nil {
			log.Fatal(err)
		}
		if result.Depth == 0 {
			fmt.Println(game.Position().SAN(result.Move), "by the book")
		} else {
			fmt.Println("searched to depth", result.Depth)
		}
		if err := game.Play(result.Move); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// e4 by the book
	// e5 by the book
	// searched to depth 2
}

func ExamplePosition_PolyglotKey() {
	p := chess.StartPosition()
	key, ok := p.PolyglotKey()
	fmt.Printf("%016x %v\n", key, ok)
	// Output: 463b96181691fc9c true
}
