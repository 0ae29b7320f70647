package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// A selfPlayer plays games against itself. A game depends only on its number and the
// settings, so an interrupted run plays the same games as another.
type selfPlayer struct {
	searcher chess.Searcher
	nodes    int64 // for each move
	openings []chess.Position
	random   int // the maximum number of random plies after an opening
	seed     uint64
}

// A side resigns when its last hopelessMoves scores were all at most hopeless: there
// is nothing more to learn from the game.
const (
	hopeless      = -1000 // in centipawns
	hopelessMoves = 4
)

// play plays the games that are missing in a file and appends them to it.
func play(ctx context.Context, args []string, stderr io.Writer) error {
	flags, from := newFlags("play", "games.pgn", stderr)
	games := flags.Int("games", 1000, "end when the file has this many `games`")
	nodes := flags.Int64("nodes", 5000, "search this many `nodes` for each move")
	random := flags.Int("random", 6, "play up to this many random `plies` after the opening")
	seed := flags.Uint64("seed", 1, "choose other games with another `seed`")
	openings := flags.String("openings", "testdata/openings.epd", "start from the positions of this EPD `file`")
	if err := flags.Parse(args); err != nil {
		return cli.Reported(err)
	}
	if flags.NArg() != 1 {
		return cli.Usage(errors.New("play takes one file of games"))
	}
	if *games < 1 || *nodes < 1 || *random < 0 {
		return cli.Usage(errors.New("-games and -nodes must be positive, and -random not negative"))
	}
	path := flags.Arg(0)
	evaluator, err := from.load()
	if err != nil {
		return err
	}
	starts, err := readOpenings(*openings)
	if err != nil {
		return err
	}
	done, err := played(path)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	newPlayer := func() *selfPlayer {
		return &selfPlayer{chess.NewAlphaBeta(evaluator), *nodes, starts, *random, *seed}
	}
	err = playAll(ctx, newPlayer, *games, done, file, stderr)
	return errors.Join(err, file.Close())
}

// playAll plays the games from 1 to games that are not done, and writes them to w as
// they end. It stops without an error when ctx is done.
func playAll(ctx context.Context, newPlayer func() *selfPlayer, games int, done map[int]bool, w, stderr io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	numbers, trees := make(chan int), make(chan *chess.GameTree)
	go func() {
		defer close(numbers)
		for n := 1; n <= games && ctx.Err() == nil; n++ {
			if !done[n] {
				select {
				case numbers <- n:
				case <-ctx.Done():
				}
			}
		}
	}()
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			p := newPlayer()
			for n := range numbers {
				tree, err := p.play(ctx, n)
				if err != nil {
					cancel(err)
					return
				}
				trees <- tree
			}
		})
	}
	go func() {
		wait.Wait()
		close(trees)
	}()
	before := 0
	for n := range done {
		if n <= games {
			before++
		}
	}
	results := map[string]int{}
	began, shown := time.Now(), time.Now()
	show := func() {
		shown = time.Now()
		now := results["1-0"] + results["0-1"] + results["1/2-1/2"]
		fmt.Fprintf(stderr, "%d of %d games, now +%d =%d -%d for White, %.1f a second\n", before+now, games,
			results["1-0"], results["1/2-1/2"], results["0-1"], float64(now)/time.Since(began).Seconds())
	}
	for tree := range trees {
		if _, err := tree.WriteTo(w); err != nil {
			cancel(err)
		}
		results[tree.Tag("Result")]++
		if time.Since(shown) > 10*time.Second {
			show()
		}
	}
	show()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// play plays the game with the given number.
func (p *selfPlayer) play(ctx context.Context, number int) (*chess.GameTree, error) {
	game := p.opening(rand.New(rand.NewPCG(p.seed, uint64(number))))
	opening := len(game.Moves())
	var scores []chess.Score // of the moves after the opening, from White's point of view
	var bad [2]int           // the number of hopeless scores in a row, by colour
	for !game.Outcome().Over() {
		if claim, ok := game.CanClaimDraw(); ok && claim.Move == 0 {
			if err := game.End(chess.Draw(claim.Reason)); err != nil {
				return nil, err
			}
			break
		}
		result, err := p.searcher.Search(ctx, game, chess.Limits{Nodes: p.nodes})
		if err = errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		position := game.Position()
		turn := position.Turn()
		bad[turn]++
		if result.Score > hopeless {
			bad[turn] = 0
		}
		if bad[turn] == hopelessMoves {
			err = game.End(chess.Win(turn.Other(), chess.Resignation))
		} else {
			err = game.Play(result.Move)
			score := result.Score
			if turn == chess.Black {
				score = -score
			}
			scores = append(scores, score)
		}
		if err != nil {
			return nil, err
		}
	}
	tree := game.Tree()
	at := tree.Root()
	for range opening {
		at = at.Next()
	}
	for _, score := range scores {
		at = at.Next()
		at.SetEval(score, 0)
	}
	for _, tag := range [][2]string{{"Event", "self-play"}, {"Round", strconv.Itoa(number)}} {
		if err := tree.SetTag(tag[0], tag[1]); err != nil {
			return nil, err
		}
	}
	return tree, nil
}

// opening returns a game that starts from one of the openings, after some random
// moves, and is not over.
func (p *selfPlayer) opening(r *rand.Rand) *chess.Game {
	for {
		game := chess.NewGame(p.openings[r.IntN(len(p.openings))])
		for range r.IntN(p.random + 1) {
			position := game.Position()
			moves := position.AppendMoves(nil)
			if len(moves) == 0 || game.Play(moves[r.IntN(len(moves))]) != nil {
				break
			}
		}
		if !game.Outcome().Over() {
			return game
		}
	}
}

// readOpenings returns the positions of an EPD file in which the game is not over.
func readOpenings(path string) ([]chess.Position, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var positions []chess.Position
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		epd, err := chess.ParseEPD(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
		if !epd.Position.Outcome().Over() {
			positions = append(positions, epd.Position)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(positions) == 0 {
		return nil, fmt.Errorf("%s: no positions", path)
	}
	return positions, nil
}

// played returns the numbers of the games in a file, none if there is no file. It
// skips a game with a fault, which was cut short and must be played again.
func played(path string) (map[int]bool, error) {
	numbers := map[int]bool{}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return numbers, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := chess.NewPGNReader(file)
	r.Strict = true
	number := 0
	v := chess.PGNVisitor{Game: func(t *chess.GameTree) bool {
		number, _ = strconv.Atoi(t.Tag("Round"))
		return true
	}}
	for {
		err := r.Visit(&v)
		_, broken := err.(*chess.ParseError)
		switch {
		case err == io.EOF:
			return numbers, nil
		case err == nil:
			numbers[number] = true
		case !broken:
			return nil, err
		}
	}
}
