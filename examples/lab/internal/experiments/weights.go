package experiments

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/proportion"
)

// weightsExperiment is the command weights.
type weightsExperiment struct {
	specs []string
	count int
	seed  uint64

	players []chess.Player
	forks   [][]fork // by kind
}

// weighted are the players that the command compares by default.
var weighted = []string{
	"capturesfirst,name=usual values",
	"capturesfirst,material[bishop]=700,name=bishop 7",
	"capturesfirst,material[knight]=700,name=knight 7",
	"capturesfirst,mobility=0,name=material only",
	"capturesfirst,mobility=0,material[bishop]=700,name=material only; bishop 7",
	"capturesfirst,mobility=0,material[knight]=700,name=material only; knight 7",
}

// forkKinds are the pairs of pieces that are attacked.
var forkKinds = [][2]chess.PieceType{
	{chess.Queen, chess.Rook},
	{chess.Rook, chess.Bishop},
	{chess.Rook, chess.Knight},
	{chess.Bishop, chess.Knight},
}

func (e *weightsExperiment) flags(flags *flag.FlagSet) {
	flags.Func("player", "a `player`, as in examples/match; may be repeated (default: the adversarial search system, with six evaluations)", func(spec string) error {
		e.specs = append(e.specs, spec)
		return nil
	})
	flags.IntVar(&e.count, "n", 200, "make this `number` of positions for each pair of pieces")
	flags.Uint64Var(&e.seed, "seed", 1, "make other positions with another `seed`")
}

func (e *weightsExperiment) prepare() (err error) {
	if e.count < 1 {
		return errors.New("-n must be positive")
	}
	e.players, err = contest.ParsePlayers(e.specifications(), chess.Player{})
	for _, types := range forkKinds {
		var made []fork
		if err == nil {
			made, err = forks(types, e.count, e.seed)
		}
		e.forks = append(e.forks, made)
	}
	return err
}

func (e *weightsExperiment) specifications() []string {
	if len(e.specs) == 0 {
		return weighted
	}
	return e.specs
}

// A rescue counts what a player saved.
type rescue struct {
	Only    [2]int `json:"only"`    // only the first of the two pieces, only the second
	Both    int    `json:"both"`    // both
	Neither int    `json:"neither"` // neither
}

func (e *weightsExperiment) run(ctx context.Context, r *run) (*chapter, error) {
	hash := sha256.New()
	for _, made := range e.forks {
		for i := range made {
			fmt.Fprintln(hash, made[i].position.EPD())
		}
	}
	r.conditions = []string{
		fmt.Sprintf("%d positions for each pair of pieces, seed %d (%x)", e.count, e.seed, hash.Sum(nil)[:4]),
		fmt.Sprintf("White: alphabeta to depth %d", attackerDepth),
		"players: " + strings.Join(e.specifications(), "; "),
	}
	var pieces []piece[rescue]
	for i := range e.players {
		for k := range forkKinds {
			pieces = append(pieces, piece[rescue]{e.players[i].Name + ", " + kindName(k), func(ctx context.Context) (rescue, error) {
				return e.play(ctx, &e.players[i], e.forks[k])
			}})
		}
	}
	done, err := work(ctx, r, "sets of positions", pieces)
	if done == nil {
		return nil, err
	}
	results := make([][]*rescue, len(e.players))
	for i := range e.players {
		results[i] = done[i*len(forkKinds) : (i+1)*len(forkKinds)]
	}
	t, findings, failed := e.tables(ctx, results)
	return &chapter{
		title: "Weights",
		question: `The adversarial search system (Python coursework) describes an experiment: change the weights of the pieces, and when two of
			them are attacked the dearer one is saved. The positions are made by this rule: ` + forkRule + `. The player has Black; the strongest player of the
			library has White. A piece is saved if it is still there after two moves of each side.`,
		conditions: r.conditions,
		missing:    missing(err),
		tables:     t,
		findings:   findings,
		pictures: []picture{{name: "saved", alt: "How often each player saves the piece that is the dearer one in chess", draw: func(w io.Writer) error {
			return drawDots(w, "Only the first of the two pieces is saved", "percent of the positions, with 95 % intervals", 50, e.dots(results))
		}}},
	}, cmp.Or(err, failed)
}

// kindName returns the names of two attacked pieces.
func kindName(kind int) string {
	return fmt.Sprintf("%v and %v", forkKinds[kind][0], forkKinds[kind][1])
}

// play has a player defend the positions, and counts what it saves.
func (e *weightsExperiment) play(ctx context.Context, p *chess.Player, all []fork) (rescue, error) {
	var r rescue
	s, err := p.New(ctx)
	if err != nil {
		return r, err
	}
	defer player.Close(s)
	attacker := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) {
		o.Hash = 1 // faster to clear
	})
	for i := range all {
		if f, ok := s.(chess.Forgetter); ok {
			f.Forget()
		}
		if seeder, ok := s.(chess.Seeder); ok {
			seeder.Seed(e.seed + uint64(i))
		}
		attacker.Forget()
		saved, err := all[i].saved(func(g *chess.Game) (chess.Move, error) {
			result, err := s.Search(ctx, g, p.Limits)
			return result.Move, err
		}, func(g *chess.Game) (chess.Move, error) {
			result, err := attacker.Search(ctx, g, chess.Limits{Depth: attackerDepth})
			return result.Move, err
		})
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return r, err
		}
		switch saved {
		case [2]bool{true, false}:
			r.Only[0]++
		case [2]bool{false, true}:
			r.Only[1]++
		case [2]bool{true, true}:
			r.Both++
		default:
			r.Neither++
		}
	}
	return r, nil
}

// attackerDepth is how deep the attacker searches, in plies.
const attackerDepth = 6

// tables returns the table of what each player saved, and what it says.
func (e *weightsExperiment) tables(ctx context.Context, results [][]*rescue) ([]table, []string, error) {
	t := table{
		caption: `What the players save, in percent of the positions: only the first of the two pieces / only the second. In the other positions they save
			both or, seldom, neither.`,
		head: []string{"player"},
	}
	for k := range forkKinds {
		t.head = append(t.head, kindName(k))
	}
	var findings []string
	dearer := make([][2]int, len(e.players)) // saved, of positions in which one is dearer and just one is saved
	for i := range e.players {
		row := []string{e.players[i].Name}
		for k, types := range forkKinds {
			r := results[i][k]
			if r == nil {
				row = append(row, "")
				continue
			}
			percent := func(n int) float64 { return 100 * float64(n) / float64(e.count) }
			row = append(row, fmt.Sprintf("%.0f / %.0f", percent(r.Only[0]), percent(r.Only[1])))
			worth, err := e.worth(ctx, i, types)
			if err != nil {
				return nil, nil, err
			}
			if worth[0] != worth[1] {
				saved := r.Only[0]
				if worth[1] > worth[0] {
					saved = r.Only[1]
				}
				dearer[i][0] += saved
				dearer[i][1] += r.Only[0] + r.Only[1]
			}
		}
		t.rows = append(t.rows, row)
	}
	for i, d := range dearer {
		if d[1] > 0 {
			percent, low, high := proportion.Percent(d[0], d[1])
			findings = append(findings, fmt.Sprintf("%s saves the piece that is dearer to it in %.0f %% of the %d positions in which it saves just one (95 %%: %.0f to %.0f).",
				e.players[i].Name, percent, d[1], low, high))
		}
	}
	if len(e.specs) == 0 && lower(dearer[1], dearer[4]) && lower(dearer[2], dearer[5]) {
		findings = append(findings, `So the report is right, but the weights of the pieces are not all: the evaluation also counts a pawn for each legal move, and a rook has
			many. Without mobility the weights alone decide.`)
	}
	return []table{t}, findings, nil
}

// lower reports whether the share of a is certainly lower than that of b: whether
// their intervals do not overlap.
func lower(a, b [2]int) bool {
	_, _, high := proportion.Percent(a[0], a[1])
	_, low, _ := proportion.Percent(b[0], b[1])
	return high < low
}

// worth returns what two types of pieces are worth to a player in the endgame, in
// pawns; 0 for one that does not evaluate material.
func (e *weightsExperiment) worth(ctx context.Context, i int, types [2]chess.PieceType) (worth [2]float64, err error) {
	s, err := e.players[i].New(ctx)
	if err != nil {
		return worth, err
	}
	defer player.Close(s)
	evaluator := player.EvaluatorOf(s)
	if evaluator == nil {
		return worth, nil
	}
	for _, t := range evaluator.Terms() {
		if values, ok := t.Feature.(chess.Material); ok {
			for k, pieceType := range types {
				worth[k] = float64(values[pieceType].EG) * float64(t.EG) / 10_000
			}
		}
	}
	return worth, nil
}

// dots returns how often each player saves the first of the two pieces.
func (e *weightsExperiment) dots(results [][]*rescue) []dot {
	var all []dot
	for k := range forkKinds {
		for i := range e.players {
			if r := results[i][k]; r != nil {
				percent, low, high := proportion.Percent(r.Only[0], e.count)
				all = append(all, dot{kindName(k) + ": " + e.players[i].Name, percent, low, high})
			}
		}
	}
	return all
}
