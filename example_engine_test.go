package chess_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/seed-0971039b/chess"
)

// A bot answers what a server sends: the opponent's moves, and the clocks. While
// the opponent thinks, so does the bot.
func ExampleBot() {
	type event struct {
		move         string // of the opponent
		white, black time.Duration
	}
	server := []event{
		{"", 60 * time.Second, 60 * time.Second},
		{"h8h7", 59 * time.Second, 42 * time.Second},
	}

	bot := chess.Bot{
		Searcher:    chess.NewAlphaBeta(chess.NewDefaultEvaluator()),
		Overhead:    200 * time.Millisecond,
		ResignMoves: 3,
		ResignScore: 900,
	}
	defer bot.Stop()
	game := chess.NewGame(chess.MustParseFEN("7k/8/5K2/8/8/8/8/6R1 w - - 0 1"))
	for _, e := range server {
		if e.move != "" {
			m, err := game.Position().ParseUCI(e.move)
			if err != nil {
				log.Fatal(err)
			}
			if err := game.Play(m); err != nil {
				log.Fatal(err)
			}
		}
		clock := chess.Clock{Left: [2]time.Duration{e.white, e.black}}
		result, err := bot.Move(context.Background(), game, clock)
		if err != nil {
			log.Fatal(err)
		}
		if result.Resign {
			fmt.Println("resigns")
			break
		}
		fmt.Println(game.Position().SAN(result.Move), result.Score)
		if err := game.Play(result.Move); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// Kf7 #2
	// Rh1# #1
}
