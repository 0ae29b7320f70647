package chess_test

import (
	"bufio"
	"bytes"
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
	type event struct {
		move         string // of the opponent
		offersDraw   bool
		white, black time.Duration
	}
	server := []event{
		{"", false, 60 * time.Second, 60 * time.Second},
		{"h8h7", true, 59 * time.Second, 42 * time.Second},
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
		if e.offersDraw && bot.AcceptsDraw() {
			fmt.Println("takes the draw")
			break
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
	// option name UCI_Variant type combo default chess var chess var chess960 var 3check
	// option name UCI_ShowWDL type check default false
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
	expected, err := game.Position().ParseUCI("h8h7")
	if err != nil {
		log.Fatal(err)
	}
	if err := game.Play(expected); err != nil {
		log.Fatal(err)
	}
	ctx, miss := context.WithCancel(context.Background())
	defer miss() // if the opponent plays another move
	hit := make(chan chess.Clock, 1)
	results := make(chan chess.Result)
	go func() {
		player := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
		result, err := player.Search(ctx, game, chess.Limits{Ponder: hit})
		if err != nil {
			log.Fatal(err)
		}
		results <- result
	}()
	// The opponent's move arrives, with the clocks.
	hit <- chess.Clock{Left: [2]time.Duration{30 * time.Second, 40 * time.Second}}
	fmt.Println(game.Position().SAN((<-results).Move))
	// Output: Rh1#
}

// A weaker player, for people.
func ExampleHandicap() {
	player := chess.NewHandicap(chess.NewAlphaBeta(chess.NewDefaultEvaluator()), 1)
	for _, option := range [][2]string{{"UCI_LimitStrength", "true"}, {"UCI_Elo", "1400"}} {
		if err := player.SetOption(option[0], option[1]); err != nil {
			log.Fatal(err)
		}
	}
	game := chess.NewGame(chess.MustParseFEN("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
	result, err := player.Search(context.Background(), game, chess.Limits{})
	fmt.Println(game.Position().SAN(result.Move), result.Nodes < 1000, err)
	// Output: Ra8# true <nil>
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

func (space) Evaluate(p *chess.Position) chess.Score {
	own := len(p.AppendMoves(nil))
	return chess.Score(own)
}

// An Evaluator need not consist of features.
func ExampleEvaluator() {
	player := chess.NewMinimax(space{})
	game := chess.NewGame(chess.StartPosition())
	result, err := player.Search(context.Background(), game, chess.Limits{Depth: 2})
	fmt.Println(game.Position().SAN(result.Move), int(result.Score), "moves", err)
	// Output: e3 29 moves <nil>
}

// A server lends each request one of a few searchers, since each has a table of
// its own.
func ExampleNewAlphaBeta() {
	pool := make(chan *chess.AlphaBeta, 4)
	for range cap(pool) {
		pool <- chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	}
	answer := func(ctx context.Context, fen string) (string, error) {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			return "", err
		}
		player := <-pool
		defer func() { pool <- player }()
		result, err := player.Search(ctx, chess.NewGame(p), chess.Limits{Depth: 3})
		if err != nil {
			return "", err
		}
		return p.SAN(result.Move), nil
	}
	fmt.Println(answer(context.Background(), "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
	// Output: Ra8# <nil>
}

// What a search has learned is stored, and read before another one.
func ExampleTable_WriteTo() {
	p := chess.MustParseFEN("8/8/8/4k3/8/8/R7/1R2K3 w - - 0 1")
	player := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	if _, err := player.Search(context.Background(), chess.NewGame(p), chess.Limits{Depth: 6}); err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer // or a file
	if _, err := player.Table().WriteTo(&file); err != nil {
		log.Fatal(err)
	}

	another := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	if _, err := another.Table().ReadFrom(&file); err != nil {
		log.Fatal(err)
	}
	key := p.Key()
	entry, ok := another.Table().Lookup(&key)
	fmt.Println(ok, entry.Depth, entry.Bound == chess.Exact)
	// Output: true 6 true
}

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
