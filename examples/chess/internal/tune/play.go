package tune

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/gamefile"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// play plays the games that are missing in a file and appends them to it.
func play(flags *flag.FlagSet) cli.Run {
	games := flags.Int("games", 1000, "end when the file has this many `games`")
	p := selfPlayFlags(flags, 5000)
	var truth endings.Choice
	truth.AddFlags(flags, 0, "to decide games")
	return func(ctx context.Context, words []string, s cli.Streams) error {
		err := truth.Check()
		switch {
		case len(words) != 1:
			err = errors.New("play takes one file of games")
		case *games < 1:
			err = errors.New("-games must be positive")
		case err == nil:
			err = p.load()
		}
		if err != nil {
			return cli.BadCommandLine(err)
		}
		if p.tables, err = truth.Open(ctx, nil); err != nil {
			return err
		}
		defer p.tables.Close()
		shown := progress.New(s.Err)
		defer shown.Close()
		return p.play(ctx, *games, words[0], shown)
	}
}

// A selfPlay is what games of an evaluation against itself depend on besides their numbers. The
// same number is the same game in every run with the same values, whatever was played before.
type selfPlay struct {
	*start
	evaluator *chess.FeatureEvaluator
	nodes     int64           // of the search for each move
	random    int             // the most random plies after an opening
	seed      uint64          // of the openings and the random plies
	file      string          // of the openings
	openings  []*chess.Game   // at least one, none of which is over
	tables    *endings.Tables // that decide games; nil if there are none
}

// selfPlayFlags defines the flags of self-play, with a default of -nodes.
func selfPlayFlags(flags *flag.FlagSet, nodes int64) *selfPlay {
	p := &selfPlay{start: startFlags(flags)}
	flags.Int64Var(&p.nodes, "nodes", nodes, "search this many `nodes` for each move")
	flags.IntVar(&p.random, "random", 6, "play up to this many random `plies` after the opening")
	flags.Uint64Var(&p.seed, "seed", 1, "choose other games with another `seed`")
	flags.StringVar(&p.file, "openings", "testdata/openings.epd", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
	return p
}

// load checks the flags and reads what they name.
func (p *selfPlay) load() (err error) {
	if p.nodes < 1 || p.random < 0 {
		return errors.New("-nodes must be positive, and -random not negative")
	}
	if p.evaluator, err = p.start.load(); err != nil {
		return err
	}
	p.openings, err = contest.ReadUnfinished(p.file)
	return err
}

// settings describes in a line all that the games depend on.
func (p *selfPlay) settings() (string, error) {
	numbers, err := digest(p.evaluator)
	if err != nil {
		return "", err
	}
	name, _, _ := strings.Cut(p.evaluation.Name, ",")
	settings := fmt.Sprintf("%d nodes a move, up to %d random plies, seed %d, openings %s, evaluation %s %s",
		p.nodes, p.random, p.seed, contest.Digest(p.openings), name, numbers)
	if p.tables != nil {
		settings += fmt.Sprintf(", results by %v", p.tables)
	}
	return settings, nil
}

// digest returns a hash of the numbers of an evaluator and of the weights of its terms.
func digest(e *chess.FeatureEvaluator) (string, error) {
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

// A numbered is a game that is played or labelled.
type numbered struct {
	number int
	tree   *chess.GameTree
	fault  bool   // that was read: the game is used up to it
	lines  []byte // its positions with labels
	err    error
}

// play plays the games, from 1 on, that are missing in a file, and appends them in order.
func (p *selfPlay) play(ctx context.Context, games int, path string, shown *progress.Progress) error {
	settings, err := p.settings()
	if err != nil {
		return err
	}
	done := map[int]bool{}
	file, err := gamefile.Open(path, gamefile.Run{
		Tags:   []gamefile.Tag{{Name: "Event", Value: "self-play"}, {Name: "Settings", Value: settings}},
		Detail: chess.MainLines,
		Game: func(t *chess.GameTree, torn bool) error {
			if torn {
				return nil
			}
			number, err := strconv.Atoi(t.Tag("Round"))
			if err != nil || number < 1 || done[number] {
				return fmt.Errorf("its Round is %q, which is no number of a new game", t.Tag("Round"))
			}
			done[number] = true
			return nil
		},
	}, shown)
	if err != nil {
		return err
	}
	fmt.Fprintln(shown, settings)
	maps.DeleteFunc(done, func(n int, _ bool) bool { return n > games })
	missing := func(yield func(*numbered, error) bool) {
		for n := 1; n <= games; n++ {
			if !done[n] && !yield(&numbered{number: n}, nil) {
				return
			}
		}
	}
	var workers []func(context.Context, *numbered)
	for range runtime.GOMAXPROCS(0) {
		// The table is enough for a game of few nodes, and soon cleared for the next.
		searcher := chess.NewAlphaBeta(p.evaluator, func(o *chess.AlphaBetaOptions) { o.Hash = 4 })
		workers = append(workers, func(ctx context.Context, g *numbered) { g.tree, g.err = p.game(ctx, searcher, g.number) })
	}
	played := len(done)
	shown.Start("games", played, games)
	results := map[string]int{}
	err = pgnfile.InOrder(ctx, missing, workers, func(g *numbered) error {
		if g.err != nil {
			return g.err
		}
		if err := file.Append(g.tree); err != nil {
			return err
		}
		played++
		results[g.tree.Tag("Result")]++
		shown.Show(played, games, fmt.Sprintf("now +%d =%d -%d for White", results["1-0"], results["1/2-1/2"], results["0-1"]))
		return nil
	})
	return cli.Continues(errors.Join(err, file.Close()))
}

// A side resigns when its last hopelessMoves scores were all at most hopeless: there
// is nothing more to learn from the game.
const (
	hopeless      = -1000 // in centipawns
	hopelessMoves = 4
)

// game plays the game with the given number, which is its tag Round. The comment of each
// move after the opening has the score of the search.
func (p *selfPlay) game(ctx context.Context, searcher *chess.AlphaBeta, number int) (*chess.GameTree, error) {
	searcher.Forget()
	game := p.opening(number)
	opening := len(game.Moves())
	var scores []chess.Score // of the moves after the opening, from White's point of view
	var bad [2]int           // the number of hopeless scores in a row, by colour
	for !game.Outcome().Over() {
		end, err := p.tables.Outcome(game.Position())
		if err != nil {
			return nil, err
		}
		if claim, ok := game.CanClaimDraw(); ok && claim.Move == 0 {
			end = chess.DrawBy(claim.Reason)
		}
		if end.Over() {
			if err := game.End(end); err != nil {
				return nil, err
			}
			break
		}
		result, err := searcher.Search(ctx, game, chess.Limits{Nodes: p.nodes})
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
			err = game.Resign(turn)
		} else {
			err = game.Play(result.Move)
			scores = append(scores, result.Score.ForWhite(turn))
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
func (p *selfPlay) opening(number int) *chess.Game {
	random := rand.New(rand.NewPCG(p.seed, uint64(number)))
	for {
		game := new(*p.openings[random.IntN(len(p.openings))])
		if contest.PlayRandom(game, random.IntN(p.random+1), random) {
			return game
		}
	}
}
