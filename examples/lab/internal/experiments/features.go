package experiments

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/worth"
)

// featuresExperiment is the command features.
type featuresExperiment struct {
	spec, evaluation string
	expression       string
	openings         string
	together         bool
	seed             uint64
	goal             worth.Goal

	description *player.Description
	pattern     *regexp.Regexp
}

func (e *featuresExperiment) flags(flags *flag.FlagSet) {
	flags.StringVar(&e.spec, "player", "boardvalue,depth=3", "let this `player` play against itself")
	flags.StringVar(&e.evaluation, "eval", "", "give the player this `evaluation`")
	flags.StringVar(&e.expression, "only", "", "measure the features whose names match this regular `expression`")
	flags.BoolVar(&e.together, "together", false, "switch off several features at random in the same games, as examples/ledger does:\nfewer games, but the features are measured for a player that lacks some of the others")
	flags.StringVar(&e.openings, "openings", "../../testdata/openings.epd", "start from the positions (EPD or FEN) or games (PGN) of this `file`, and when all of these\nwere played, from balanced positions two plies later")
	flags.Uint64Var(&e.seed, "seed", 1, "choose other games with another `seed`")
	flags.Float64Var(&e.goal.Error, "error", 15, "a feature is done when its 95 % interval is at most ± this many `Elo`, or ± a tenth of what it is worth")
	flags.IntVar(&e.goal.Games, "games", 400, "play at most this `number` of games for each feature, or for all if they are measured together")
}

func (e *featuresExperiment) prepare() (err error) {
	if e.goal.Games < 2 || !(e.goal.Error > 0) {
		return errors.New("-games must be at least 2, and -error positive")
	}
	if e.pattern, err = regexp.Compile(e.expression); err != nil {
		return err
	}
	spec := e.spec
	if e.evaluation != "" {
		spec += ",eval=" + e.evaluation
	}
	e.description, err = player.Describe(spec)
	return err
}

func (e *featuresExperiment) run(ctx context.Context, r *run) (*chapter, error) {
	p, err := worth.NewPlayer(ctx, e.description)
	var conditions contest.Conditions
	var openings []*chess.Game
	if err == nil {
		conditions, openings, err = contest.NewConditions(ctx, e.description, chess.Limits{}, e.seed, e.openings)
	}
	if err == nil && len(e.groups(p)) == 0 {
		err = fmt.Errorf("no feature of %s matches %q", e.description, e.expression)
	}
	if err != nil {
		return nil, cli.BadCommandLine(err)
	}
	r.conditions = []string{conditions.String(), p.Settings, contest.Rules()}
	results, err := e.play(ctx, r, p, conditions.Limits(), openings)
	if results == nil {
		return nil, err
	}
	return e.chapter(r, results, err), err
}

// groups returns which parts of the player are measured in the same games: for each
// group, whether it has each part.
func (e *featuresExperiment) groups(p *worth.Player) (all [][]bool) {
	for i, part := range p.Parts {
		if part.Feature == "" || !e.pattern.MatchString(part.Feature) {
			continue
		}
		if !e.together || len(all) == 0 {
			all = append(all, make([]bool, len(p.Parts)))
		}
		all[len(all)-1][i] = true
	}
	return all
}

// A featureResult is what is known of a feature.
type featureResult struct {
	name string
	worth.Estimate
}

// play plays the games, and returns what is known of the features, also if there is an
// error, or nil if the file cannot be used.
func (e *featuresExperiment) play(ctx context.Context, r *run, p *worth.Player, limits chess.Limits, openings []*chess.Game) (results []featureResult, err error) {
	s, err := r.open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	meter := progress.New(r.stderr)
	defer meter.Close()
	openings, err = contest.Vary(ctx, openings, e.goal.Pairs(), e.seed, meter)
	if err != nil {
		return nil, err
	}
	for _, group := range e.groups(p) {
		name := groupName(p, group)
		var pairs []worth.Pair
		if _, err := s.get(name, &pairs); err != nil {
			return results, err
		}
		if !slices.ContainsFunc(pairs, func(pair worth.Pair) bool { return len(pair.Lacks) != len(p.Parts) }) {
			pairs = pairs[:min(len(pairs), e.goal.Pairs())]
		} else {
			return results, fmt.Errorf("%s: the games of %s are those of another player", s.path, name)
		}
		fmt.Fprintf(meter, "%s\n", name)
		series := worth.Series{
			Player: p, Selected: group, Goal: e.goal, Limits: limits, Seed: e.seed, Openings: openings, AtOnce: r.atOnce, Progress: meter,
		}
		var failed error
		for pair, err := range series.Pairs(ctx, pairs) {
			if failed = err; err != nil {
				break
			}
			pairs = append(pairs, pair)
			if err := s.put(name, pairs); err != nil {
				return results, err
			}
		}
		meter.Close()
		for i, estimate := range worth.Fit(pairs, len(p.Parts)) {
			if group[i] {
				results = append(results, featureResult{p.Parts[i].Feature, estimate})
			}
		}
		if failed != nil {
			return results, failed
		}
	}
	return results, nil
}

// groupName returns the names of the features of a group.
func groupName(p *worth.Player, group []bool) string {
	var names []string
	for i, part := range p.Parts {
		if group[i] {
			names = append(names, part.Feature)
		}
	}
	return strings.Join(names, ", ")
}

func (e *featuresExperiment) chapter(r *run, results []featureResult, err error) *chapter {
	slices.SortStableFunc(results, func(a, b featureResult) int { return cmp.Compare(b.Elo, a.Elo) })
	method := "Each feature is measured by games of the complete player against the player without it."
	if e.together {
		method = "In each pair of games features chosen at random are missing on one side or the other; a regression finds what each is worth."
	}
	c := &chapter{
		title: "Features",
		question: `The board value system (Python, 2022) is a sum of features. Its author holds that "features and their implementation determine the
			strength", and measured none. What does each add to its player, under the system's own search? ` + method,
		conditions: append(slices.Clone(r.conditions), fmt.Sprintf("until an interval is at most ± %g Elo, or a tenth of the value, but for at most %d games", e.goal.Error, e.goal.Games)),
		missing:    missing(err),
		findings:   featureFindings(results),
	}
	t := table{caption: "The Elo that each feature adds, with its 95 % interval.", head: []string{"feature", "Elo", "games in which one side lacked it"}}
	var dots []dot
	for _, f := range results {
		t.rows = append(t.rows, []string{f.name, f.String(), fmt.Sprint(2 * f.Pairs)})
		if f.Pairs > 0 {
			dots = append(dots, dot{f.name, f.Elo, f.Elo - f.Margin, f.Elo + f.Margin})
		}
	}
	c.tables = []table{t}
	c.pictures = []picture{{name: "elo", alt: "The Elo that each feature adds, with its 95 % interval", draw: func(w io.Writer) error {
		return drawDots(w, "What each feature of "+e.description.String()+" is worth", "Elo, with 95 % intervals", 0, dots)
	}}}
	return c
}

// featureFindings tells gains, losses and what may be chance.
func featureFindings(results []featureResult) []string {
	var gains, losses, open []string
	for _, f := range results {
		word := fmt.Sprintf("%s (%v)", f.name, f.Estimate)
		switch {
		case f.Pairs == 0:
		case f.Elo-f.Margin > 0:
			gains = append(gains, word)
		case f.Elo+f.Margin < 0:
			losses = append(losses, word)
		default:
			open = append(open, word)
		}
	}
	var all []string
	for _, group := range []struct {
		what  string
		words []string
	}{{"Make the player stronger", gains}, {"Make it weaker", losses}, {"Not known, since the interval has 0 in it", open}} {
		if len(group.words) > 0 {
			all = append(all, group.what+": "+listed(group.words)+".")
		}
	}
	return all
}
