// Package selfplay plays games of an evaluation against itself, from which the evaluation
// learns.
package selfplay

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/gamefile"
)

// A Run is what games depend on besides their numbers. The same number is the same game in
// every run with the same values, whatever was played before.
type Run struct {
	Evaluator *chess.FeatureEvaluator
	Name      string          // of the evaluation
	Nodes     int64           // of the search for each move
	Random    int             // the most random plies after an opening
	Seed      uint64          // of the openings and the random plies
	Openings  []*chess.Game   // at least one, none of which is over
	Tables    *endings.Tables // that decide games; nil if there are none
}

// ReadOpenings reads the openings of a file whose games are not over. It is an error if
// there are none.
func ReadOpenings(path string) ([]*chess.Game, error) {
	openings, err := contest.ReadOpenings(path, openingPlies, 0)
	if err != nil {
		return nil, err
	}
	openings = slices.DeleteFunc(openings, func(g *chess.Game) bool { return g.Outcome().Over() })
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: the games of all openings are over", path)
	}
	return openings, nil
}

const openingPlies = 16 // the plies of an opening that is a game

// Check returns an error if the numbers of the run are wrong.
func (r *Run) Check() error {
	if r.Nodes < 1 || r.Random < 0 {
		return errors.New("-nodes must be positive, and -random not negative")
	}
	return nil
}

// Tags returns the tags that all games of the run have. The last, Settings, describes the
// run in a line.
func (r *Run) Tags() ([]gamefile.Tag, error) {
	numbers, err := Digest(r.Evaluator)
	if err != nil {
		return nil, err
	}
	name, _, _ := strings.Cut(r.Name, ",")
	settings := fmt.Sprintf("%d nodes a move, up to %d random plies, seed %d, openings %s, evaluation %s %s",
		r.Nodes, r.Random, r.Seed, contest.Digest(r.Openings), name, numbers)
	if r.Tables != nil {
		settings += fmt.Sprintf(", results by %v", r.Tables)
	}
	return []gamefile.Tag{{Name: "Event", Value: "self-play"}, {Name: "Settings", Value: settings}}, nil
}

// Digest returns a hash of the numbers of an evaluator and of the weights of its terms.
func Digest(e *chess.FeatureEvaluator) (string, error) {
	sum := sha256.New()
	if err := chess.WriteWeights(sum, e.Terms()...); err != nil {
		return "", err
	}
	for _, t := range e.Terms() {
		if t.MG != 100 || t.EG != 100 {
			fmt.Fprintln(sum, t.Feature.Name(), t.MG, t.EG)
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8]), nil
}

// A Player plays games of a run, one at a time.
type Player struct {
	run      *Run
	searcher *chess.AlphaBeta
}

// NewPlayer returns a player of the run. Players may play at the same time.
func (r *Run) NewPlayer() *Player {
	return &Player{r, chess.NewAlphaBeta(r.Evaluator, func(o *chess.AlphaBetaOptions) { o.Hash = hash })}
}

// hash is the size of the transposition table in megabytes: enough for a game of few nodes,
// and soon cleared for the next.
const hash = 4

// A side resigns when its last hopelessMoves scores were all at most hopeless: there
// is nothing more to learn from the game.
const (
	hopeless      = -1000 // in centipawns
	hopelessMoves = 4
)

// Play plays the game with the given number, which is its tag Round. The comment of each
// move after the opening has the score of the search.
func (p *Player) Play(ctx context.Context, number int) (*chess.GameTree, error) {
	p.searcher.Forget()
	game := p.run.opening(number)
	opening := len(game.Moves())
	var scores []chess.Score // of the moves after the opening, from White's point of view
	var bad [2]int           // the number of hopeless scores in a row, by colour
	for !game.Outcome().Over() {
		if claim, ok := game.CanClaimDraw(); ok && claim.Move == 0 {
			if err := game.End(chess.DrawBy(claim.Reason)); err != nil {
				return nil, err
			}
			break
		}
		if o, err := p.run.Tables.Outcome(game.Position()); err != nil {
			return nil, err
		} else if o.Over() {
			if err := game.End(o); err != nil {
				return nil, err
			}
			break
		}
		result, err := p.searcher.Search(ctx, game, chess.Limits{Nodes: p.run.Nodes})
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
			err = game.End(chess.WinBy(turn.Other(), chess.Resignation))
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

// opening returns how the game with the given number begins: with one of the openings and
// some random moves. It is not over.
func (r *Run) opening(number int) *chess.Game {
	random := rand.New(rand.NewPCG(r.Seed, uint64(number)))
	for {
		game := new(*r.Openings[random.IntN(len(r.Openings))])
		if contest.PlayRandom(game, random.IntN(r.Random+1), random) {
			return game
		}
	}
}
