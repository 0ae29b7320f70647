package experiments

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/proportion"
)

// weightsExperiment is the command weights.
type weightsExperiment struct {
	count   int
	players []chess.Player
	forks   [][]fork // by kind
}

// A weighting is a player, and what the pieces are worth to it where that is not usual.
type weighting struct {
	spec   string
	values map[chess.PieceType]int
}

// weighted are the players that the command compares: the adversarial search system with six
// evaluations.
var weighted = []weighting{
	{"capturesfirst,name=usual values", nil},
	{"capturesfirst,material[bishop]=700,name=bishop 7", map[chess.PieceType]int{chess.Bishop: 7}},
	{"capturesfirst,material[knight]=700,name=knight 7", map[chess.PieceType]int{chess.Knight: 7}},
	{"capturesfirst,mobility=0,name=material only", nil},
	{"capturesfirst,mobility=0,material[bishop]=700,name=material only; bishop 7", map[chess.PieceType]int{chess.Bishop: 7}},
	{"capturesfirst,mobility=0,material[knight]=700,name=material only; knight 7", map[chess.PieceType]int{chess.Knight: 7}},
}

// value returns what a piece is worth to the player, in pawns.
func (w *weighting) value(t chess.PieceType) int {
	return cmp.Or(w.values[t], map[chess.PieceType]int{chess.Queen: 9, chess.Rook: 5, chess.Bishop: 3, chess.Knight: 3}[t])
}

// forkKinds are the pairs of pieces that are attacked.
var forkKinds = [][2]chess.PieceType{
	{chess.Queen, chess.Rook},
	{chess.Rook, chess.Bishop},
	{chess.Rook, chess.Knight},
	{chess.Bishop, chess.Knight},
}

const (
	forkSeed      = 1 // of the positions, and of players that play at random
	attackerDepth = 6 // how deep the attacker searches, in plies
)

func (e *weightsExperiment) addFlags(flags *flag.FlagSet) {
	flags.IntVar(&e.count, "n", 200, "make this `number` of positions for each pair of pieces")
}

func (e *weightsExperiment) prepare() (err error) {
	if e.count < 1 {
		return errors.New("-n must be positive")
	}
	e.players, err = contest.ParsePlayers(e.specs(), chess.Player{})
	for _, types := range forkKinds {
		var made []fork
		if err == nil {
			made, err = forks(types, e.count, forkSeed)
		}
		e.forks = append(e.forks, made)
	}
	return err
}

func (e *weightsExperiment) specs() (all []string) {
	for _, w := range weighted {
		all = append(all, w.spec)
	}
	return all
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
		fmt.Sprintf("%d positions for each pair of pieces, seed %d (%x)", e.count, forkSeed, hash.Sum(nil)[:4]),
		fmt.Sprintf("White: alphabeta to depth %d", attackerDepth),
		"players: " + strings.Join(e.specs(), "; "),
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
	if err != nil {
		return nil, err
	}
	results := slices.Collect(slices.Chunk(done, len(forkKinds))) // by player and kind
	var dots []dot
	for k := range forkKinds {
		for i := range e.players {
			percent, low, high := proportion.Percent(results[i][k].Only[0], e.count)
			dots = append(dots, dot{kindName(k) + ": " + e.players[i].Name, percent, low, high})
		}
	}
	return &chapter{
		title: "Weights",
		question: `The adversarial search system (Python coursework) describes an experiment: change the weights of the pieces, and when two of
			them are attacked the dearer one is saved. The positions are made by this rule: ` + forkRule + `. The player has Black; the strongest player of the
			library has White. A piece is saved if it is still there after two moves of each side.`,
		results: section{
			tables: []table{e.table(results)}, findings: e.findings(results),
			pictures: []picture{{"saved", "How often each player saves the piece that is the dearer one in chess",
				drawDots("Only the first of the two pieces is saved", "percent of the positions, with 95 % intervals", 50, dots)}},
		},
	}, nil
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
			seeder.Seed(forkSeed + uint64(i))
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

// table returns the table of what each player saved.
func (e *weightsExperiment) table(results [][]rescue) table {
	t := table{
		caption: `What the players save, in percent of the positions: only the first of the two pieces / only the second. In the other positions they save
			both or, seldom, neither.`,
		head: []string{"player"},
	}
	for k := range forkKinds {
		t.head = append(t.head, kindName(k))
	}
	percent := func(n int) float64 { return 100 * float64(n) / float64(e.count) }
	for i, kinds := range results {
		row := []string{e.players[i].Name}
		for _, r := range kinds {
			row = append(row, fmt.Sprintf("%.0f / %.0f", percent(r.Only[0]), percent(r.Only[1])))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// findings says how often each player saves the piece that is dearer to it.
func (e *weightsExperiment) findings(results [][]rescue) (all []string) {
	var dearer [][2]int // saved, of positions in which one is dearer and just one is saved
	for i, kinds := range results {
		var d [2]int
		for k, types := range forkKinds {
			only, first, second := kinds[k].Only, weighted[i].value(types[0]), weighted[i].value(types[1])
			switch {
			case first > second:
				d[0] += only[0]
			case first < second:
				d[0] += only[1]
			default:
				continue
			}
			d[1] += only[0] + only[1]
		}
		dearer = append(dearer, d)
		if d[1] > 0 {
			percent, low, high := proportion.Percent(d[0], d[1])
			all = append(all, fmt.Sprintf("%s saves the piece that is dearer to it in %.0f %% of the %d positions in which it saves just one (95 %%: %.0f to %.0f).",
				e.players[i].Name, percent, d[1], low, high))
		}
	}
	if lower(dearer[1], dearer[4]) && lower(dearer[2], dearer[5]) {
		all = append(all, `So the report is right, but the weights of the pieces are not all: the evaluation also counts a pawn for each legal move, and a rook has
			many. Without mobility the weights alone decide.`)
	}
	return all
}

// lower reports whether the share of a is certainly lower than that of b: whether
// their intervals do not overlap.
func lower(a, b [2]int) bool {
	_, _, high := proportion.Percent(a[0], a[1])
	_, low, _ := proportion.Percent(b[0], b[1])
	return high < low
}
