package experiments

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/proportion"
	"github.com/seed-0971039b/chess/examples/internal/worth"
)

// variants are games of variants of a player against one of them, by default of the board value
// system.
type variants struct {
	games
	player string
}

func (v *variants) addFlags(flags *flag.FlagSet) {
	flags.StringVar(&v.player, "player", "boardvalue,depth=3", "let this `player` play against itself")
	v.games.addFlags(flags, 400)
}

// A rated is a variant, and its results against the other player or those of the other player
// against it.
type rated struct {
	name string
	chess.Tally
}

// table returns a table of results.
func (v *variants) table(caption, head string, all []rated) table {
	t := table{caption: caption, head: []string{head, "Elo", "games", "+", "=", "-"}}
	for _, r := range all {
		t.add(r.name, r.Estimate(), r.Games(), r.Wins, r.Draws, r.Losses)
	}
	return t
}

// dots returns the Elo of the results, as far as it is finite.
func (v *variants) dots(all []rated) (dots []dot) {
	for _, r := range all {
		if e := r.Estimate(); !math.IsInf(e.Low, 0) && !math.IsInf(e.High, 0) {
			dots = append(dots, dot{r.name, e.Elo, e.Low, e.High})
		}
	}
	return dots
}

// featuresExperiment is the command features.
type featuresExperiment struct{ variants }

func (e *featuresExperiment) prepare() error {
	d, err := player.Describe(e.player)
	if err != nil {
		return err
	}
	p, err := worth.NewPlayer(context.Background(), d)
	if err != nil {
		return err
	}
	e.specs = []string{e.player}
	for _, part := range p.Parts {
		if part.Feature != "" {
			e.meetings = append(e.meetings, [2]int{0, len(e.specs)})
			e.specs = append(e.specs, fmt.Sprintf("%s,%s=0,name=%s", e.player, part.Feature, part.Feature))
		}
	}
	if len(e.meetings) == 0 {
		return errors.New("the player has no features")
	}
	return e.read()
}

func (e *featuresExperiment) run(ctx context.Context, r *run) (*chapter, error) {
	results, err := e.play(ctx, r)
	if err != nil {
		return nil, err
	}
	cross := e.tally(results)
	var all []rated
	for i := range e.players[1:] {
		all = append(all, rated{e.players[i+1].Name, cross.Against(0, i+1)})
	}
	slices.SortStableFunc(all, func(a, b rated) int { return cmp.Compare(b.Estimate().Elo, a.Estimate().Elo) })
	return &chapter{
		title: "Features",
		question: `The board value system (Python, 2022) is a sum of features. Its author holds that "features and their implementation determine the
			strength", and measured none. What does each add to its player, under the system's own search? Each feature is measured by games
			of the complete player against the player without it.`,
		results: section{
			tables:   []table{e.table("The Elo that each feature adds, with its 95 % interval, and the results of the player that has it.", "feature", all)},
			findings: featureFindings(all),
			pictures: []picture{{"elo", "The Elo that each feature adds, with its 95 % interval",
				drawDots("What each feature of "+e.player+" is worth", "Elo, with 95 % intervals", 0, e.dots(all))}},
		},
	}, nil
}

// featureFindings tells gains, losses and what may be chance.
func featureFindings(all []rated) (findings []string) {
	words := map[string][]string{}
	for _, f := range all {
		verdict, e := "Not known, since the interval has 0 in it", f.Estimate()
		switch {
		case e.Low > 0:
			verdict = "Make the player stronger"
		case e.High < 0:
			verdict = "Make it weaker"
		}
		words[verdict] = append(words[verdict], fmt.Sprintf("%s (%v)", f.name, e))
	}
	for _, verdict := range []string{"Make the player stronger", "Make it weaker", "Not known, since the interval has 0 in it"} {
		if len(words[verdict]) > 0 {
			findings = append(findings, verdict+": "+listed(words[verdict])+".")
		}
	}
	return findings
}

// castlingExperiment is the command castling.
type castlingExperiment struct{ variants }

// castleWeights are the weights of the castle score, in percent, for the whole game or for
// middlegame/endgame.
var castleWeights = []string{"0", "10", "30", "60", "100/0", "100"}

func (e *castlingExperiment) prepare() error {
	for i, w := range castleWeights {
		e.specs = append(e.specs, fmt.Sprintf("%s,castle score=%s,name=%s %%", e.player, w, w))
		if i > 0 {
			e.meetings = append(e.meetings, [2]int{i, 0})
		}
	}
	return e.read()
}

func (e *castlingExperiment) run(ctx context.Context, r *run) (*chapter, error) {
	results, err := e.play(ctx, r)
	if err != nil {
		return nil, err
	}
	cross := e.tally(results)
	sides := make([]castlingSides, len(e.players))
	var all []rated
	for i := range e.players {
		sides[i].name = e.players[i].Name
		if i > 0 {
			all = append(all, rated{e.players[i].Name, cross.Against(i, 0)})
		}
	}
	for _, r := range results {
		for second, game := range r.Games {
			for c, k := range game.Castle {
				sides[r.players[c^second]].count(k)
			}
		}
	}
	return &chapter{
		title: "The castle score",
		question: `The author of the board value system (Python, 2022) wanted castling to be pursued, "and once it is executed one continues as
			usual": the feature must not keep king and rook where castling has put them. So: of the sides that castle, how many move
			king or rook away by one of their next ten moves, with the feature and without? And what is the feature worth?`,
		results: section{
			tables: []table{moveTable(sides), e.table("Results of each weight against the player without the feature, and the Elo of the difference with its 95 % interval, from pairs of games.",
				"weight", all)},
			findings: castlingFindings(sides, all),
			pictures: []picture{{"elo", "Elo of the player by the weight of the castle score, against the player without it",
				drawDots("What the castle score is worth, by its weight", "Elo against the player without it, with 95 % intervals", 0, e.dots(all))}},
		},
	}, nil
}

// castlingSides counts what became of the castlings of a player.
type castlingSides struct {
	name    string
	sides   int // games, each counted for both sides
	castled int // sides that castled
	known   int // those that made ten moves after that, or moved king or rook away
	moved   int // those that moved king or rook away
}

func (s *castlingSides) count(c castled) {
	s.sides++
	if c.Castled {
		s.castled++
	}
	if c.Castled && !c.Short {
		s.known++
	}
	if c.Moved {
		s.moved++
	}
}

// share returns a part of a whole in words.
func share(part, whole int) string {
	percent, low, high := proportion.Percent(part, whole)
	if whole == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f %% (%.0f to %.0f)", percent, low, high)
}

func moveTable(all []castlingSides) table {
	t := table{
		caption: `Sides by the weight of the feature, in percent, for the whole game or for middlegame/endgame: how many castled; of these, those that made at least ten moves afterwards or moved king or
			rook away before; and how many of them moved king or rook away within ten moves, with a 95 % interval.`,
		head: []string{"weight", "sides", "castled", "of them", "with ten moves", "moved away", "of them"},
	}
	for _, s := range all {
		t.add(s.name, s.sides, s.castled, share(s.castled, s.sides), s.known, s.moved, share(s.moved, s.known))
	}
	return t
}

// castlingFindings compares the last weight with none, and names the best weight.
func castlingFindings(sides []castlingSides, against []rated) (all []string) {
	none, last := sides[0], sides[len(sides)-1]
	with, _, _ := proportion.Percent(last.moved, last.known)
	without, _, _ := proportion.Percent(none.moved, none.known)
	if without > 0 && !math.IsNaN(with) {
		verdict := "at least two thirds, so one continues as usual"
		if with/without < 2.0/3 {
			verdict = "less than two thirds: the feature still keeps them there"
		}
		all = append(all, fmt.Sprintf("With the feature at %s, %.0f %% of the sides that castled move king or rook away, without it %.0f %%: %.2f times as many, %s.",
			last.name, with, without, with/without, verdict))
	}
	best := slices.MaxFunc(against, func(a, b rated) int { return cmp.Compare(a.Estimate().Elo, b.Estimate().Elo) })
	e := best.Estimate()
	verdict := "which may be chance"
	switch {
	case e.Low > 0:
		verdict = "a gain"
	case e.High < 0:
		verdict = "a loss"
	}
	return append(all, fmt.Sprintf("The best of these weights is %s: %v Elo against none, %s.", best.name, e, verdict))
}
