package chess_test

import (
	"context"
	"fmt"
	"log"
	"os/exec"
	"time"

	"github.com/seed-0971039b/chess"
)

// Is it worth it to look at more nodes?
func ExampleMatch() {
	player := func(name string, nodes int64) chess.Player {
		return chess.Player{
			Name:   name,
			New:    func(context.Context) (chess.Searcher, error) { return chess.NewAlphaBeta(chess.NewPeSTO()), nil },
			Limits: chess.Limits{Nodes: nodes},
		}
	}
	match := &chess.Match{
		Players: []chess.Player{player("deep", 1000), player("shallow", 10)},
		Pairs:   2,
		AtOnce:  2,
	}
	var tally chess.Tally
	for game, err := range match.Games(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		tally.Add(game, 0)
	}
	fmt.Println(tally.Games(), "games,", tally.Points() > 2)
	// Output: 4 games, true
}

// Another engine, as a player with a clock.
func ExampleStartClient() {
	player := chess.Player{
		Name: "Stockfish",
		New: func(ctx context.Context) (chess.Searcher, error) {
			return chess.StartClient(ctx, exec.Command("stockfish"), 0)
		},
		TimeControl: chess.TimeControl{Time: time.Second, Increment: 10 * time.Millisecond},
	}
	fmt.Println(player.Name, player.TimeControl)
	// Output: Stockfish 1+0.01
}

func ExampleSPRT() {
	test := chess.SPRT{Elo0: 0, Elo1: 5}
	tally := chess.Tally{Pairs: [5]int{300, 1400, 2400, 1550, 350}}
	fmt.Printf("%.2f %v\n", test.LLR(&tally), test.Decide(&tally))
	// Output: 5.09 H1
}
