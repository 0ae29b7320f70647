// Analyze shows a position, its evaluation by feature, a search depth by depth, and why the
// best move, or another, is good or bad: see README.md.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

func main() { cli.Main(analyze) }

// analyze is the program.
var analyze = &cli.Command{
	Name: "analyze", Args: "[flags] [FEN]",
	Example: "-time 10s -lines 3 -player boardvalue,depth=5 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'",
	Flags: func(flags *flag.FlagSet) cli.Run {
		var s settings
		flags.IntVar(&s.limits.Depth, "depth", 0, "search to this depth in `plies`")
		flags.DurationVar(&s.limits.Time, "time", 0, "search for this `duration`, such as 500ms (3s if nothing else limits the search)")
		flags.IntVar(&s.limits.MultiPV, "lines", 1, "show this `number` of best lines")
		flags.StringVar(&s.player, "player", chess.Players()[0].Name, "search as this `player` does; \"chess help players\" lists them, and their settings")
		s.evaluation = player.EvaluationFlag(flags, "the player's")
		flags.BoolVar(&s.all, "all", false, "show all of the evaluation")
		flags.StringVar(&s.asked, "why", "", "say why this `move` is good or bad, instead of the best move")
		flags.TextVar(&s.language, "lang", chess.English, "say it in this `language`: en or de")
		s.choice.AddFlags(flags, endings.MaxMade, "to tell the result")
		return s.run
	},
}

// settings holds the values of the command line, and what they mean.
type settings struct {
	limits     chess.Limits
	player     string
	evaluation *chess.Named[*chess.FeatureEvaluator] // that of the player if it has no New
	all        bool                                  // of it
	asked      string                                // the move to explain; "" is the best
	language   chess.Language
	choice     endings.Choice

	position  chess.Position
	searcher  chess.Searcher
	rating    string                  // of the player; "" if it has none
	evaluator *chess.FeatureEvaluator // to explain
	why       chess.Move              // that was asked for
	tables    *endings.Tables         // nil if there are none
}

// prepare makes of the command line what it means. The caller closes the searcher and the
// tables, whose progress is shown.
func (s *settings) prepare(ctx context.Context, fen []string, shown *progress.Progress) (err error) {
	switch {
	case s.limits.Depth < 0 || s.limits.Time < 0 || s.limits.MultiPV < 1:
		err = errors.New("-depth, -time and -lines must be positive")
	case s.limits.Depth > chess.MaxDepth:
		err = fmt.Errorf("-depth is at most %d", chess.MaxDepth)
	default:
		err = s.choice.Check()
	}
	if err == nil {
		s.position, err = cli.Position(fen)
	}
	if err == nil && s.asked != "" {
		if s.why, err = s.position.ParseMove(s.asked); err != nil {
			err = fmt.Errorf("-why: %w", err)
		}
	}
	if err != nil {
		return cli.BadCommandLine(err)
	}
	if s.tables, err = s.choice.Open(ctx, shown.Tables()); err != nil {
		return err
	}
	return cli.BadCommandLine(s.seat(ctx, s.player, s.evaluation.New))
}

// close ends the searcher and the tables, if there are any.
func (s *settings) close() {
	if s.searcher != nil {
		player.Close(s.searcher)
	}
	s.tables.Close()
}

// seat makes the searcher of a description, with the tables and the evaluation if that is
// not nil, and sets the limits that the command line leaves open.
func (s *settings) seat(ctx context.Context, spec string, evaluation func() *chess.FeatureEvaluator) error {
	d, err := player.Describe(spec)
	if err != nil {
		return err
	}
	if d.TimeControl != (chess.TimeControl{}) {
		return errors.New("tc= is for games: use time= instead")
	}
	d.Tablebase, s.rating = s.tables.Ready(), d.Elo()
	create, err := d.Maker()
	if err != nil {
		return err
	}
	if s.searcher, err = create(ctx); err != nil {
		return err
	}
	s.evaluator = cmp.Or(player.EvaluatorOf(s.searcher), chess.NewDefaultEvaluator())
	if evaluation != nil {
		s.evaluator = evaluation()
		if own, ok := s.searcher.(chess.Evaluating); ok && own.Evaluator() != nil {
			if err := own.SetEvaluator(evaluation()); err != nil {
				return err
			}
		}
	}
	l := &s.limits
	if d.Limited() {
		l.Depth, l.Nodes, l.Time = d.Limits.Depth, d.Limits.Nodes, d.Limits.Time
	}
	own, ok := s.searcher.(chess.SelfLimiting)
	if l.Depth == 0 && l.Nodes == 0 && l.Time == 0 && !(ok && own.LimitsItself()) {
		l.Time = 3 * time.Second
	}
	return nil
}

// colours reports whether to print colours; tests change it.
var colours = cli.Colour

// run shows the position.
func (s *settings) run(ctx context.Context, fen []string, streams cli.Streams) error {
	shown, colour := progress.New(streams.Err), colours(streams.Out)
	defer s.close()
	if err := s.prepare(ctx, fen, shown); err != nil {
		return err
	}
	p := s.position
	w := bufio.NewWriter(streams.Out)
	fmt.Fprintf(w, "%v\n\n%s\n", p, board(p, colour))
	if opening := p.Opening(); opening.Name != "" {
		fmt.Fprintf(w, "%v\n\n", opening)
	}
	s.explain(w)
	game := chess.NewGame(p)
	if o := game.Outcome(); o.Over() {
		fmt.Fprintf(w, "The game is over: %v, %v.\n", o.Reason, o)
		return w.Flush()
	}
	if err := w.Flush(); err != nil {
		return err
	}
	verdict, known, err := s.tables.Judge(p)
	shown.Clear()
	if err != nil {
		return err
	}
	if known {
		fmt.Fprintf(w, "%s\n\n%s\n", prose.Paint(prose.Capital(verdict.String()), "1", colour), endings.Moves(verdict))
	}
	result, err := s.search(ctx, game, w, shown)
	if err != nil {
		return err
	}
	best := prose.Paint("Best move:", "1", colour)
	switch {
	case known:
		m := verdict.Moves[0]
		fmt.Fprintf(w, "%s %s, %s by the tables\n", best, p.SANLine(m.Move), cmp.Or(endings.Distance(m), m.Result.String()))
	case result.Move == 0 && result.Resign:
		fmt.Fprintf(w, "%v resigns.\n", p.Turn())
	case result.Depth == 0: // from a book, or by a player that does not search
		fmt.Fprintf(w, "%s %s, without a search\n", best, p.SANLine(result.Move))
	default:
		fmt.Fprintf(w, "%s %s, %v at depth %d\n", best, p.SANLine(result.Move), result.Score.ForWhite(p.Turn()), result.Depth)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := s.likely(ctx, game, w); err != nil {
		return err
	}
	if m := cmp.Or(s.why, result.Move); m != 0 && ctx.Err() == nil {
		if err := s.explainMove(ctx, game, m, result, w); err != nil {
			return err
		}
	}
	return cli.Interrupted(ctx.Err())
}

// likely writes what people of the player's rating choose, if it has one.
func (s *settings) likely(ctx context.Context, game *chess.Game, w io.Writer) error {
	h, ok := layer[*chess.Handicap](s.searcher)
	if !ok || s.rating == "" || ctx.Err() != nil {
		return nil
	}
	chances, err := h.Likelihood(ctx, game)
	if err != nil {
		return err
	}
	p := game.Position()
	moves := slices.SortedFunc(maps.Keys(chances), func(a, b chess.Move) int {
		return cmp.Or(cmp.Compare(chances[b], chances[a]), cmp.Compare(a, b))
	})
	var parts []string
	for _, m := range moves[:min(len(moves), 6)] {
		parts = append(parts, fmt.Sprintf("%s in %.0f %%", p.SAN(m), 100*chances[m]))
	}
	_, err = fmt.Fprintln(w, prose.Wrap("People rated "+s.rating+" choose "+strings.Join(parts, ", ")+".", 80, 0, 0))
	return err
}

// layer returns the searcher of a type that s is or wraps.
func layer[T chess.Searcher](s chess.Searcher) (found T, ok bool) {
	for {
		if found, ok = s.(T); ok {
			return found, true
		}
		wrapper, wraps := s.(interface{ Unwrap() chess.Searcher })
		if !wraps {
			return found, false
		}
		s = wrapper.Unwrap()
	}
}

// explain writes the evaluation of the position by feature.
func (s *settings) explain(w io.Writer) {
	x := s.evaluator.Explain(&s.position)
	if s.all {
		fmt.Fprintf(w, "%v\n", x)
		return
	}
	fmt.Fprintf(w, "As it stands, %s:\n\n%s\n", prose.Standing(x.Total), prose.Table(&x))
}

// whyNodes is how many nodes the searches have at most that say why a move is good or bad.
const whyNodes = 300_000

// explainer returns the AlphaBeta that searches for the player, if its results explain a move by the
// evaluation that is shown. Those of a player of limited strength do not.
func (s *settings) explainer() (*chess.AlphaBeta, bool) {
	if own, ok := s.searcher.(chess.SelfLimiting); ok && own.LimitsItself() {
		return nil, false
	}
	own, ok := layer[*chess.AlphaBeta](s.searcher)
	return own, ok && own.Evaluator() == chess.Evaluator(s.evaluator)
}

// explainMove writes why the move m is good or bad, by the search of the player that has found r or, if
// it cannot say why, by another.
func (s *settings) explainMove(ctx context.Context, game *chess.Game, m chess.Move, r chess.Result, w *bufio.Writer) error {
	searcher, ok := s.explainer()
	if !ok || r.Depth == 0 { // or the move is from a book
		searcher = chess.NewAlphaBeta(s.evaluator, func(o *chess.AlphaBetaOptions) { o.Tablebase = s.tables.Ready() })
		var err error
		if r, err = searcher.Search(ctx, game, chess.Limits{Nodes: whyNodes, WholeLines: true}); err != nil {
			return err
		}
	}
	r.Nodes = min(r.Nodes, whyNodes)
	why, err := searcher.Why(ctx, game, r, m)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s\n", prose.Wrap(why.Text(s.language, 0), 80, 0, 0))
	return w.Flush()
}

// search searches, and writes a row for each line that the searcher reports. Between
// them it shows the progress.
func (s *settings) search(ctx context.Context, game *chess.Game, w *bufio.Writer, shown *progress.Progress) (chess.Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := game.Position()
	moves := len(p.AppendMoves(nil))
	wait := func(note string) {
		shown.Start("moves", 0, moves)
		shown.Show(0, moves, note)
	}
	wait("depth 1")
	headed := false
	defer func() {
		shown.Clear()
		if headed {
			fmt.Fprintln(w)
		}
	}()
	s.limits.Info = func(i chess.Info) {
		if len(i.PV) == 0 && i.Bound == chess.NoBound {
			if i.MoveNumber > 0 {
				shown.Show(i.MoveNumber-1, moves, fmt.Sprintf("depth %d, now %s", i.Depth, p.SAN(i.Move)))
			}
			return
		}
		shown.Clear()
		if !headed {
			fmt.Fprintf(w, "%5s %8s %11s %10s %8s  %s\n", "depth", "score", "nodes", "nodes/s", "time", "line")
			headed = true
		}
		w.WriteString(row(p, i))
		if w.Flush() != nil {
			cancel() // the reader has gone
		}
		wait(fmt.Sprintf("depth %d is done", i.Depth))
	}
	_, s.limits.WholeLines = s.explainer()
	return s.searcher.Search(ctx, game, s.limits)
}

// row returns the row of the table for a report of a search from p.
func row(p chess.Position, i chess.Info) string {
	return fmt.Sprintf("%5d %8v %11d %10.0f %7.3fs  %s\n", i.Depth, i.Score.ForWhite(p.Turn()), i.Nodes,
		float64(i.Nodes)/max(i.Time, 1).Seconds(), i.Time.Seconds(), p.SANLine(i.PV...))
}

// board draws p from White's side.
func board(p chess.Position, colour bool) string {
	if !colour {
		return chess.Diagram{Position: p, Check: true}.ASCII()
	}
	return strings.Join(prose.Board(p), "\n") + "\n"
}
