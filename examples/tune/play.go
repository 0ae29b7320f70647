package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/gamefile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// A selfPlayer plays games against itself. A game depends only on its number and the
// settings, so an interrupted run plays the same games as another.
type selfPlayer struct {
	searcher chess.Searcher
	nodes    int64 // for each move
	openings []*chess.Game
	random   int // the maximum number of random plies after an opening
	seed     uint64
	tables   *endings.Tables // that decide games; nil if there are none
}

// A side resigns when its last hopelessMoves scores were all at most hopeless: there
// is nothing more to learn from the game.
const (
	hopeless      = -1000 // in centipawns
	hopelessMoves = 4
)

const playUsage = `usage: tune play [flags] games.pgn

example:
  tune play -games 200 -nodes 2000 games.pgn

`

// play plays the games that are missing in a file and appends them to it.
func play(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags, from := newFlags("play", "default")
	games := flags.Int("games", 1000, "end when the file has this many `games`")
	nodes := flags.Int64("nodes", 5000, "search this many `nodes` for each move")
	random := flags.Int("random", 6, "play up to this many random `plies` after the opening")
	seed := flags.Uint64("seed", 1, "choose other games with another `seed`")
	openings := flags.String("openings", "testdata/openings.epd", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
	var truth endings.Choice
	truth.AddFlags(flags, 0, "to decide games")
	if err := cli.Parse(flags, args, playUsage, stdout); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return cli.BadCommandLine(errors.New("play takes one file of games"))
	}
	if *games < 1 || *nodes < 1 || *random < 0 {
		return cli.BadCommandLine(errors.New("-games and -nodes must be positive, and -random not negative"))
	}
	if err := truth.Check(); err != nil {
		return cli.BadCommandLine(err)
	}
	evaluator, err := from.load()
	if err != nil {
		return err
	}
	tables, err := truth.Open(ctx, nil)
	if err != nil {
		return err
	}
	defer tables.Close()
	starts, err := contest.ReadOpenings(*openings, openingPlies, 0)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	starts = slices.DeleteFunc(starts, func(g *chess.Game) bool { return g.Outcome().Over() })
	if len(starts) == 0 {
		return cli.BadCommandLine(fmt.Errorf("%s: the games of all openings are over", *openings))
	}
	numbers, err := digest(evaluator)
	if err != nil {
		return err
	}
	name, _, _ := strings.Cut(from.evaluation.Name, ",")
	settings := fmt.Sprintf("%d nodes a move, up to %d random plies, seed %d, openings %s, evaluation %s %s",
		*nodes, *random, *seed, contest.Digest(starts), name, numbers)
	if tables != nil {
		settings += fmt.Sprintf(", results by %v", tables)
	}
	shown := progress.New(stderr)
	defer shown.Close()
	done := map[int]bool{}
	file, err := gamefile.Open(flags.Arg(0), gamefile.Run{
		Tags:   []gamefile.Tag{{Name: "Event", Value: "self-play"}, {Name: "Settings", Value: settings}},
		Detail: chess.MainLines,
		Game: func(t *chess.GameTree, torn bool) error {
			number, err := strconv.Atoi(t.Tag("Round"))
			if !torn && (err != nil || number < 1 || done[number]) {
				return fmt.Errorf("its Round is %q, which is no number of a new game", t.Tag("Round"))
			}
			if !torn {
				done[number] = true
			}
			return nil
		},
	}, shown)
	if err != nil {
		return err
	}
	fmt.Fprintln(stderr, settings)
	newPlayer := func() *selfPlayer {
		return &selfPlayer{chess.NewAlphaBeta(evaluator), *nodes, starts, *random, *seed, tables}
	}
	err = playAll(ctx, newPlayer, *games, done, file.Append, shown)
	return cli.Continues(errors.Join(err, file.Close()))
}

const openingPlies = 16 // the plies of an opening that is a game

// digest returns a hash of the numbers of an evaluator.
func digest(e *chess.FeatureEvaluator) (string, error) {
	hash := sha256.New()
	if err := chess.WriteWeights(hash, e.Terms()...); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), nil
}

// playAll plays the games from 1 to games that are not done, and adds them as they
// end.
func playAll(ctx context.Context, newPlayer func() *selfPlayer, games int, done map[int]bool, add func(*chess.GameTree) error, shown *progress.Progress) error {
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
	shown.Start("games", before, games)
	results, now := map[string]int{}, 0
	failed := error(nil)
	for tree := range trees {
		if failed != nil {
			continue
		}
		if failed = add(tree); failed != nil {
			cancel(failed)
			continue
		}
		now++
		results[tree.Tag("Result")]++
		shown.Show(before+now, games, fmt.Sprintf("now +%d =%d -%d for White", results["1-0"], results["1/2-1/2"], results["0-1"]))
	}
	return cmp.Or(failed, context.Cause(ctx))
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
		if o, err := p.tables.Outcome(game.Position()); err != nil {
			return nil, err
		} else if o.Over() {
			if err := game.End(o); err != nil {
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
	return tree, tree.SetTag("Round", strconv.Itoa(number))
}

// opening returns a game that starts from one of the openings, after some random
// moves, and is not over.
func (p *selfPlayer) opening(r *rand.Rand) *chess.Game {
	for {
		game := p.openings[r.IntN(len(p.openings))].Clone()
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
