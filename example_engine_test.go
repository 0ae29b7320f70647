package chess_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
)

// A bot answers what a server sends: the opponent's moves, and the clocks. While
// the opponent thinks, so does the bot.
func ExampleBot() {
	bot := chess.Bot{
		Searcher:    chess.NewAlphaBeta(chess.NewDefaultEvaluator()),
		Overhead:    200 * time.Millisecond,
		ResignMoves: 3,
		ResignScore: 900,
	}
	defer bot.Stop()
	game := chess.NewGame(chess.MustParseFEN("8/7k/5K2/8/8/8/8/6R1 b - - 0 1"))
	for _, opponent := range []string{"h7h8", "h8h7"} {
		if err := game.PlayUCI(opponent); err != nil {
			log.Fatal(err)
		}
		clock := chess.Clock{Left: [2]time.Duration{60 * time.Second, 42 * time.Second}}
		result, err := bot.Move(context.Background(), game, clock)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(game.SAN(result.Move), result.Score, result.Resign, bot.AcceptsDraw())
		if err := game.Play(result.Move); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// Kf7 #2 false false
	// Rh1# #1 false false
}

// A program is an engine: commands come in and answers go out, here on a text
// instead of the standard input.
func ExampleUCI_Run() {
	commands := strings.NewReader(`uci
position startpos moves e2e4 d7d5
go movetime 100
`)
	engine := chess.UCI{Name: "Little", Author: "me", Searcher: greedy{}}
	if err := engine.Run(context.Background(), commands, os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// id name Little
	// id author me
	// option name MultiPV type spin default 1 min 1 max 256
	// option name Move Overhead type spin default 10 min 0 max 5000
	// option name Ponder type check default false
	// option name UCI_Chess960 type check default false
	// option name UCI_Variant type combo default chess var chess var chess960 var 3check var kingofthehill var racingkings var antichess var atomic var horde var crazyhouse var suicide var giveaway
	// option name UCI_ShowWDL type check default false
	// option name UCI_Opponent type string default <empty>
	// option name nodestime type spin default 0 min 0 max 10000
	// uciok
	// info depth 0 multipv 1 score cp 0 nodes 0 time 0 pv e4d5
	// bestmove e4d5
}

// The same engine for XBoard.
func ExampleXBoard_Run() {
	commands := strings.NewReader("new\nforce\nusermove e2e4\nusermove d7d5\nusermove a2a3\ngo\n?\n")
	engine := chess.XBoard{Searcher: greedy{}, ResignMoves: 3, ResignScore: 900}
	if err := engine.Run(context.Background(), commands, os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output: move d5e4
}

// A program that ponders by itself, without a Bot: it searches on the opponent's
// time, and tells the search when the expected move has been played.
func ExampleLimits_ponder() {
	game := chess.NewGame(chess.MustParseFEN("7k/5K2/8/8/8/8/8/6R1 b - - 1 1"))
	if err := game.PlayUCI("h8h7"); err != nil { // the expected move
		log.Fatal(err)
	}
	ctx, miss := context.WithCancel(context.Background())
	defer miss() // if the opponent plays another move
	hit := make(chan chess.Clock, 1)
	done := make(chan bool)
	go func() {
		defer close(done)
		result, err := chess.NewAlphaBeta(chess.NewDefaultEvaluator()).Search(ctx, game, chess.Limits{Ponder: hit})
		fmt.Println(game.SAN(result.Move), err)
	}()
	// The opponent's move arrives, with the clocks.
	hit <- chess.Clock{Left: [2]time.Duration{30 * time.Second, 40 * time.Second}}
	<-done
	// Output: Rh1# <nil>
}

// A player who plays as people of a rating do, and how likely they see a mate.
func ExampleHandicap() {
	player := chess.NewHandicap(chess.NewAlphaBeta(chess.NewDefaultEvaluator()), 1)
	for _, option := range [][2]string{{"UCI_LimitStrength", "true"}, {"UCI_Elo", "1400"}} {
		if err := player.SetOption(option[0], option[1]); err != nil {
			log.Fatal(err)
		}
	}
	game := chess.NewGame(chess.MustParseFEN("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
	result, err := player.Search(context.Background(), game, chess.Limits{})
	fmt.Println(game.SAN(result.Move), err)
	chances, err := player.Likelihood(context.Background(), game)
	fmt.Printf("%.2f %v\n", chances[result.Move], err)
	// Output:
	// Ra8# <nil>
	// 0.90 <nil>
}

// greedy is a Searcher of one's own: it takes the most valuable piece.
type greedy struct{}

func (greedy) Search(ctx context.Context, g *chess.Game, l chess.Limits) (chess.Result, error) {
	if o := g.Outcome(); o != (chess.Outcome{}) {
		return chess.Result{}, chess.ErrGameOver
	}
	p := g.Position()
	best := slices.MaxFunc(p.AppendMoves(nil), func(a, b chess.Move) int {
		return cmp.Compare(p.Captured(a).Type(), p.Captured(b).Type())
	})
	r := chess.Result{Move: best, PV: []chess.Move{best}}
	if p.After(best).Outcome().Decided {
		r.Score, r.Bound, r.Depth = chess.Mate-1, chess.Exact, 1
	}
	return r, nil
}

// Whatever has a method Search is an engine, a player of matches and of bots.
func ExampleSearcher() {
	var player chess.Searcher = greedy{}
	game := chess.NewGame(chess.MustParseFEN("3qk3/8/1p6/2N5/8/8/1B6/3RK3 w - - 0 1"))
	result, err := player.Search(context.Background(), game, chess.Limits{})
	fmt.Println(game.Position().SAN(result.Move), err)

	mated := chess.NewGame(chess.MustParseFEN("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"))
	_, err = player.Search(context.Background(), mated, chess.Limits{})
	fmt.Println(errors.Is(err, chess.ErrGameOver))
	// Output:
	// Rxd8+ <nil>
	// true
}

// space is an Evaluator of one's own: it counts moves.
type space struct{}

func (space) Evaluate(p *chess.Position) chess.Score { return chess.Score(len(p.LegalMoves())) }

// An Evaluator need not consist of features.
func ExampleEvaluator() {
	player := chess.NewMinimax(space{})
	result, err := player.Search(context.Background(), new(chess.Game), chess.Limits{Depth: 2})
	fmt.Println(result.Move, int(result.Score), "moves", err)
	// Output: e2e3 29 moves <nil>
}

// Two players that differ only in the number of nodes play a match. Games that are as
// good as decided end early.
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
		Arbiter: chess.Arbiter{WinMoves: 2, WinScore: 600, DrawMoves: 4, DrawScore: 10, DrawFrom: 40, MaxPlies: 200},
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

func ExampleSPRT() {
	test := chess.SPRT{Elo0: 0, Elo1: 5}
	tally := chess.Tally{Pairs: [5]int{300, 1400, 2400, 1550, 350}}
	stronger, decided := test.Decide(tally)
	fmt.Printf("%.2f %v %v\n", test.LLR(tally), stronger, decided)
	// Output: 5.09 true true
}

// Three players meet each other, and a table counts.
func ExampleCrossTable() {
	match := &chess.Match{Pairs: 1, Arbiter: chess.Arbiter{MaxPlies: 20}}
	for _, name := range []string{"first", "second", "third"} {
		match.Players = append(match.Players, chess.Player{
			Name:   name,
			New:    func(context.Context) (chess.Searcher, error) { return greedy{}, nil },
			Limits: chess.Limits{Nodes: 1},
		})
	}
	table := chess.NewCrossTable(len(match.Players))
	for game, err := range match.Games(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		table.Add(game)
	}
	for i, p := range match.Players {
		fmt.Println(p.Name, table.Total(i).Games(), "games,", table.Against(i, 0).Games(), "against the first")
	}
	// Output:
	// first 4 games, 0 against the first
	// second 4 games, 2 against the first
	// third 4 games, 2 against the first
}

// A clock for a game at five minutes, with three seconds for each move. The moments are made up, so that the
// example needs no time: a program passes time.Now().
func ExampleGameClock() {
	blitz, _ := chess.ParseMinutes("5+3")
	clock := chess.GameClock{Control: [2]chess.TimeControl{blitz, blitz}}
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	clock.Start(chess.White, start)
	took, inTime := clock.Press(chess.White, start.Add(10*time.Second))
	fmt.Println(took, inTime)

	later := start.Add(25 * time.Second) // Black has thought for 15 seconds
	fmt.Println(clock.Left(chess.White, later), clock.Left(chess.Black, later))
	flag, _ := clock.Flag()
	fmt.Println("Black's time is up in", flag.Sub(later))
	// Output:
	// 10s true
	// 4m53s 4m45s
	// Black's time is up in 4m45s
}
