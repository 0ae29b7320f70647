package puzzles

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"runtime"
	"slices"
	"sort"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

const solveHelp = formatHelp + `Or it is a test suite of EPDs: the player must play one of the moves of the operation bm and
none of am, or announce mate within dm moves.

Each puzzle is played from an empty table. Another move than that of the solution does as
well if it gives mate. The last line is the rating of a player who would be expected to
solve as many, by Elo's formula.
`

func solveFlags(flags *flag.FlagSet) cli.Run {
	t := &trying{suites: true}
	t.addFlags(flags)
	list := flags.Bool("unsolved", false, "print the puzzles that are not solved first")
	return func(ctx context.Context, paths []string, streams cli.Streams) error {
		s := solutions{ratings: map[int]share{}, themes: map[string]share{}}
		err := t.all(ctx, paths, streams, func(ctx context.Context, player chess.Searcher, one *trial) (err error) {
			one.solved, err = solved(ctx, player, one, t.limits)
			return err
		}, func(one *trial) {
			if s.add(one); *list && !one.solved {
				fmt.Fprintf(streams.Out, "unsolved %s %s: %s\n", one.ID, one.Start.FEN(), one.solution())
			}
		})
		if s.all.whole > 0 {
			s.print(streams.Out)
		}
		return err
	}
}

// A trying gives the puzzles of a file to a player.
type trying struct {
	suites     bool // it takes suites of EPDs too
	described  func() (*player.Description, error)
	limits     chess.Limits
	goroutines int
}

// addFlags adds the flags that solve and mistakes have in common.
func (t *trying) addFlags(flags *flag.FlagSet) {
	t.described = player.Flags(flags, "let this `player` play, with settings such as alphabeta,UCI_Elo=1200")
	flags.Int64Var(&t.limits.Nodes, "nodes", 20_000, "let it search this many `nodes` for a move, unless its settings say otherwise")
	cli.Concurrency(flags, &t.goroutines, runtime.GOMAXPROCS(0), "give it this many `puzzles` at once")
}

// all has try play each puzzle of the file with a player, and calls done for each that could be
// read, in the order of the file. The players forget and are seeded before each puzzle, so what
// they play does not depend on how many there are.
func (t *trying) all(ctx context.Context, paths []string, s cli.Streams,
	try func(context.Context, chess.Searcher, *trial) error, done func(*trial)) error {
	described, err := t.described()
	switch {
	case err != nil:
	case t.limits.Nodes < 1:
		err = errors.New("-nodes must be positive")
	case described.TimeControl != chess.TimeControl{}:
		err = fmt.Errorf("player %q: there is no clock", described.Text)
	case described.Limited():
		t.limits = described.Limits
	}
	if err != nil {
		return cli.BadCommandLine(err)
	}
	f, err := openPuzzles(paths, s.In, t.suites)
	if err != nil {
		return err
	}
	defer f.Close()
	newPlayer, err := described.Maker()
	if err != nil {
		return cli.BadCommandLine(err)
	}
	var workers []func(context.Context, *trial)
	for range t.goroutines {
		searcher, err := newPlayer(ctx)
		if err != nil {
			return err
		}
		defer player.Close(searcher)
		workers = append(workers, func(ctx context.Context, one *trial) {
			if one.problem != nil {
				return
			}
			if p, ok := searcher.(chess.Forgetter); ok {
				p.Forget()
			}
			if p, ok := searcher.(chess.Seeder); ok {
				p.Seed(one.number)
			}
			if err := try(ctx, searcher, one); err != nil {
				one.problem = fmt.Errorf("%s: %w", one.ID, err)
			}
		})
	}
	shown := progress.New(s.Err)
	defer shown.Clear()
	shown.Start("puzzles", 0, 0)
	var partly error
	err = pgnfile.InOrder(ctx, f.trials, workers, func(one *trial) error {
		if one.problem != nil {
			fmt.Fprintf(shown, "%s: %v\n", f.path, one.problem)
			partly = cli.Partly(cli.ErrReported)
			return nil
		}
		done(one)
		shown.Add(1)
		return nil
	})
	if err != nil {
		return cli.Interrupted(err)
	}
	return partly
}

// solved reports whether the player finds each move of the solver. Another move does as well if it
// gives mate, as at lichess.org.
func solved(ctx context.Context, player chess.Searcher, one *trial, l chess.Limits) (bool, error) {
	if one.answer.given() {
		return one.answer.solvedBy(ctx, player, one.Start, l)
	}
	g := chess.NewGame(one.Start)
	for i, m := range one.Moves {
		if i%2 == 1 {
			r, err := player.Search(ctx, g, l)
			if err != nil {
				return false, err
			}
			if r.Move != m {
				p := g.Position()
				return p.Legal(r.Move) && p.After(r.Move).Outcome().Reason == chess.Checkmate, nil
			}
		}
		if err := g.Play(m); err != nil {
			return false, err
		}
	}
	return true, nil
}

// solvedBy reports whether the player finds the answer.
func (a *answer) solvedBy(ctx context.Context, player chess.Searcher, start chess.Position, l chess.Limits) (bool, error) {
	r, err := player.Search(ctx, chess.NewGame(start), l)
	if err != nil {
		return false, err
	}
	if len(a.best) == 0 && len(a.avoid) == 0 {
		n, mates := r.Score.MateInMoves()
		return mates && n > 0 && n <= a.mate, nil
	}
	return (len(a.best) == 0 || slices.Contains(a.best, r.Move)) && !slices.Contains(a.avoid, r.Move), nil
}

// solution returns the moves that solve the puzzle, or of a mate how long it takes.
func (one *trial) solution() string {
	a := &one.answer
	if !a.given() {
		return one.Start.SANLine(one.Moves...)
	}
	var words []string
	for _, m := range a.best {
		words = append(words, one.Start.SAN(m))
	}
	for _, m := range a.avoid {
		words = append(words, "not "+one.Start.SAN(m))
	}
	if len(words) == 0 {
		return fmt.Sprintf("mate in %d", a.mate)
	}
	return strings.Join(words, ", ")
}

// A share is a part of what was counted: of the puzzles those that are solved, or of the moves the mistakes.
type share struct{ whole, part int }

// with returns the share with one more.
func (s share) with(in bool) share { return share{s.whole + 1, s.part + number(in)} }

// String returns the numbers, and the part in percent with its interval of 95 %.
func (s share) String() string {
	percent, low, high := prose.Percent(s.part, s.whole)
	return fmt.Sprintf("%8d %8d  %5.1f %% (%.1f to %.1f)", s.whole, s.part, percent, low, high)
}

// solutions is what is known of all puzzles.
type solutions struct {
	all     share
	ratings map[int]share // by the lowest rating of a band
	themes  map[string]share
	rated   []int // the ratings of all that have one
	right   int   // how many of them are solved
}

// ratingBand is the width of a band of ratings.
const ratingBand = 200

func (s *solutions) add(one *trial) {
	s.all = s.all.with(one.solved)
	if one.Rating > 0 {
		low := one.Rating / ratingBand * ratingBand
		s.ratings[low] = s.ratings[low].with(one.solved)
		s.rated = append(s.rated, one.Rating)
		s.right += number(one.solved)
	}
	for _, theme := range one.Themes {
		s.themes[theme] = s.themes[theme].with(one.solved)
	}
}

func (s *solutions) print(w io.Writer) {
	fmt.Fprintf(w, "%-18s %8s %8s\n", "", "puzzles", "solved")
	for _, low := range slices.Sorted(maps.Keys(s.ratings)) {
		fmt.Fprintf(w, "%-18s %v\n", fmt.Sprintf("rated %d-%d", low, low+ratingBand-1), s.ratings[low])
	}
	byCount := func(a, b string) int {
		return cmp.Or(cmp.Compare(s.themes[b].whole, s.themes[a].whole), cmp.Compare(a, b))
	}
	for _, theme := range slices.SortedFunc(maps.Keys(s.themes), byCount) {
		fmt.Fprintf(w, "%-18s %v\n", theme, s.themes[theme])
	}
	fmt.Fprintf(w, "%-18s %v\n", "all", s.all)
	if elo, ok := performance(s.rated, s.right); ok {
		fmt.Fprintf(w, "as many as a player rated %.0f would solve\n", elo)
	}
}

// performance returns the rating of a player who would be expected to solve right of the puzzles
// of these ratings, by Elo's formula; not ok if that is none or all of them.
func performance(ratings []int, right int) (rating float64, ok bool) {
	if right == 0 || right == len(ratings) {
		return 0, false
	}
	elo := func(tenths int) float64 { return float64(tenths)/10 - 10_000 }
	tenths := sort.Search(200_000, func(tenths int) bool {
		expected := 0.0
		for _, r := range ratings {
			expected += 1 / (1 + math.Pow(10, (float64(r)-elo(tenths))/400))
		}
		return expected >= float64(right)
	})
	return elo(tenths), true
}
