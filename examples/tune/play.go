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
	"strings"
	"sync"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// A player plays games against itself. Game n is the same whoever plays it, and
// in whatever order: so an interrupted run comes to the same games as another.
type player struct {
	searcher chess.Searcher
	nodes    int64 // for each move
	openings []chess.Position
	random   int // the most plies at random after an opening
	seed     uint64
}

// A side gives up when its last so many moves were all judged this bad: such a
// game has no more to teach.
const (
	hopeless      = -1000
	hopelessMoves = 4
)

// play plays the games that a file lacks, and appends them to it.
func play(ctx context.Context, args []string, stderr io.Writer) error {
	flags, weights := newFlags("play", "games.pgn", stderr)
	games := flags.Int("games", 1000, "end when the file has so many `games`")
	nodes := flags.Int64("nodes", 5000, "look at so many `positions` for each move")
	random := flags.Int("random", 6, "play up to so many `plies` at random after the opening")
	seed := flags.Uint64("seed", 1, "another `number` gives other games")
	openings := flags.String("openings", "testdata/openings.epd", "begin with the positions of this EPD `file`")
	if err := flags.Parse(args); err != nil {
		return cli.Told(err)
	}
	if flags.NArg() != 1 {
		return cli.Usage(errors.New("play takes one file of games"))
	}
	if *games < 1 || *nodes < 1 || *random < 0 {
		return cli.Usage(errors.New("-games and -nodes must be positive, and -random not negative"))
	}
	path := flags.Arg(0)
	evaluator, err := load(*weights)
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
	newPlayer := func() *player {
		return &player{chess.NewAlphaBeta(evaluator), *nodes, starts, *random, *seed}
	}
	err = playAll(ctx, newPlayer, *games, done, file, stderr)
	return errors.Join(err, file.Close())
}

// playAll plays those of so many games that are not done, and writes them as
// they end. When ctx is done it leaves off, which is no error.
func playAll(ctx context.Context, newPlayer func() *player, games int, done map[int]bool, w, stderr io.Writer) error {
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
			player := newPlayer()
			for n := range numbers {
				tree, err := player.play(ctx, n)
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
	have := 0
	for n := range done {
		if n <= games {
			have++
		}
	}
	results := map[string]int{}
	began, told := time.Now(), time.Now()
	tell := func() {
		told = time.Now()
		now := results["1-0"] + results["0-1"] + results["1/2-1/2"]
		fmt.Fprintf(stderr, "%d of %d games, now +%d =%d -%d for White, %.1f a second\n", have+now, games,
			results["1-0"], results["1/2-1/2"], results["0-1"], float64(now)/time.Since(began).Seconds())
	}
	for tree := range trees {
		if _, err := tree.WriteTo(w); err != nil {
			cancel(err)
		}
		results[tree.Tag("Result")]++
		if time.Since(told) > 10*time.Second {
			tell()
		}
	}
	tell()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// play plays a game.
func (p *player) play(ctx context.Context, number int) (*chess.GameTree, error) {
	game := p.opening(rand.New(rand.NewPCG(p.seed, uint64(number))))
	opening := len(game.Moves())
	var scores []chess.Score // of the moves after it, from White's point of view
	var bad [2]int           // how many moves in a row were hopeless, by colour
	for game.Outcome().Reason == chess.Unterminated {
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
		at.SetComment("[%eval " + strings.TrimPrefix(score.String(), "+") + "]")
	}
	for _, tag := range [][2]string{{"Event", "self-play"}, {"Round", strconv.Itoa(number)}} {
		if err := tree.SetTag(tag[0], tag[1]); err != nil {
			return nil, err
		}
	}
	return tree, nil
}

// opening returns a game that begins in one of the openings, after some more
// moves at random, and is not over yet.
func (p *player) opening(r *rand.Rand) *chess.Game {
	for {
		game := chess.NewGame(p.openings[r.IntN(len(p.openings))])
		for range r.IntN(p.random + 1) {
			position := game.Position()
			moves := position.AppendMoves(nil)
			if len(moves) == 0 || game.Play(moves[r.IntN(len(moves))]) != nil {
				break
			}
		}
		if game.Outcome().Reason == chess.Unterminated {
			return game
		}
	}
}

// readOpenings returns the positions of an EPD file that games can begin with.
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
		if epd.Position.Outcome().Reason == chess.Unterminated {
			positions = append(positions, epd.Position)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(positions) == 0 {
		return nil, fmt.Errorf("%s: there are no positions", path)
	}
	return positions, nil
}

// played returns the numbers of the games in a file; none if there is no file.
// A broken game is not among them: it was cut short, and is played again.
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
	for tree, err := range chess.NewPGNReader(file).All() {
		if _, broken := err.(*chess.ParseError); broken {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n, err := strconv.Atoi(tree.Tag("Round")); err == nil {
			numbers[n] = true
		}
	}
	return numbers, nil
}
