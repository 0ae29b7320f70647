package chess_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os/exec"
	"time"

	"github.com/seed-0971039b/chess"
)

// Two players that differ only in the number of nodes play a match.
func ExampleMatch() {
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		log.Fatal(err)
	}
	player := func(name string, nodes int64) chess.Player {
		return chess.Player{
			Name:   name,
			New:    func(context.Context) (chess.Searcher, error) { return chess.NewAlphaBeta(pesto.New()), nil },
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

// Another engine is a player with a clock.
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

// The engine is at the other end of a connection: here it is one of this package.
func ExampleNewClient() {
	ctx := context.Background()
	commands, toEngine := io.Pipe()
	fromEngine, answers := io.Pipe()
	go func() {
		engine := chess.UCI{Name: "Little", Author: "me", Searcher: chess.NewAlphaBeta(chess.NewDefaultEvaluator())}
		engine.Run(ctx, commands, answers)
		answers.Close()
	}()

	client, err := chess.NewClient(ctx, fromEngine, toEngine, 0)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	mateInTwo := chess.MustParseFEN("7k/8/5K2/8/8/8/8/6R1 w - - 0 1")
	result, err := client.Search(ctx, chess.NewGame(mateInTwo), chess.Limits{Depth: 8})
	fmt.Println(client.Name(), "by", client.Author(), result.Move, result.Score, err)
	// Output: Little by me f6f7 #2 <nil>
}

// An engine that has crashed is known by its error, and can be started again.
func ExampleClient_Search() {
	ctx := context.Background()
	commands, toEngine := io.Pipe()
	fromEngine, answers := io.Pipe()
	go func() {
		for line := bufio.NewScanner(commands); line.Scan() && line.Text() != "go depth 8"; {
			switch line.Text() {
			case "uci":
				fmt.Fprintln(answers, "uciok")
			case "isready":
				fmt.Fprintln(answers, "readyok")
			}
		}
		answers.Close()
		commands.Close()
	}()

	client, err := chess.NewClient(ctx, fromEngine, toEngine, 0)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	_, err = client.Search(ctx, chess.NewGame(chess.StartPosition()), chess.Limits{Depth: 8})
	fmt.Println(errors.Is(err, chess.ErrEngineEnded))
	// Output: true
}

func ExampleSPRT() {
	test := chess.SPRT{Elo0: 0, Elo1: 5}
	tally := chess.Tally{Pairs: [5]int{300, 1400, 2400, 1550, 350}}
	stronger, decided := test.Decide(tally)
	fmt.Printf("%.2f %v %v\n", test.LLR(tally), stronger, decided)
	// Output: 5.09 true true
}

// Three players meet each other, games that are as good as decided end early, and a
// table counts. The scores of greedy end none, since it tells no depth.
func ExampleCrossTable() {
	player := func(name string, s chess.Searcher) chess.Player {
		return chess.Player{
			Name:   name,
			New:    func(context.Context) (chess.Searcher, error) { return s, nil },
			Limits: chess.Limits{Nodes: 400},
		}
	}
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		log.Fatal(err)
	}
	match := &chess.Match{
		Players: []chess.Player{
			player("tree", chess.NewMCTS(pesto.New())),
			player("alpha-beta", chess.NewAlphaBeta(pesto.New())),
			player("greedy", greedy{}),
		},
		Pairs: 1,
		Arbiter: chess.Arbiter{
			WinMoves: 2, WinScore: 600, // both players agree twice in a row
			DrawMoves: 4, DrawScore: 10, DrawFrom: 40,
			MaxPlies: 200,
		},
	}
	table := chess.NewCrossTable(len(match.Players))
	for game, err := range match.Games(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		table.Add(game)
	}
	for i, p := range match.Players {
		fmt.Println(p.Name, table.Total(i).Games(), "games,", table.Against(i, 1).Games(), "against alpha-beta")
	}
	// Output:
	// tree 4 games, 2 against alpha-beta
	// alpha-beta 4 games, 0 against alpha-beta
	// greedy 4 games, 2 against alpha-beta
}
