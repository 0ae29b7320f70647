// Package contest holds what the programs that play matches have in common: how
// players and openings are described, the file of the games, the cross-table, and
// games that are the same in every run.
package contest

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// PlayerUsage describes how to write a player.
var PlayerUsage = fmt.Sprintf(`A player is one of the package's players, or an evaluation for its strongest
searcher, or a UCI engine, followed by settings, separated by commas:

  %s
                 the package's players
  %s
                 an evaluation for the strongest searcher
  uci:command    an engine, with arguments separated by spaces; it is looked for
                 in PATH and then in /usr/games
  tc=, nodes=, depth=, time=
                 the player's own limits, instead of those of the flags
  name=          the name to show for the player
  eval=          the evaluation of the strongest searcher, needed for one that has
                 the name of a player
  weights=       a file with the weights of the evaluation, as written by
                 examples/tune
  Name=value     an option of the searcher or engine

`, names(chess.Players()), names(chess.Evaluators()))

// names returns the names of a list, for a text.
func names[T any](list []chess.Named[T]) string {
	var b strings.Builder
	for i, n := range list {
		switch {
		case i > 0 && i%6 == 0:
			b.WriteString(",\n  ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(n.Name)
	}
	return b.String()
}

// ParsePlayers parses the descriptions of players: see PlayerUsage. A player
// without limits gets those of base. ParsePlayers makes the names unique.
func ParsePlayers(specs []string, base chess.Player) ([]chess.Player, error) {
	var players []chess.Player
	used := map[string]int{}
	for _, spec := range specs {
		p, err := parsePlayer(spec, base)
		if err != nil {
			return nil, fmt.Errorf("player %q: %w", spec, err)
		}
		if used[p.Name]++; used[p.Name] > 1 {
			p.Name = fmt.Sprintf("%s #%d", p.Name, used[p.Name])
		}
		players = append(players, p)
	}
	return players, nil
}

// parsePlayer parses the description of a player: see PlayerUsage.
func parsePlayer(spec string, base chess.Player) (chess.Player, error) {
	p := base
	d, err := Describe(spec)
	if err != nil {
		return p, err
	}
	p.Name = cmp.Or(d.Name, spec)
	if d.TimeControl != (chess.TimeControl{}) || d.Limits.Nodes != 0 || d.Limits.Depth != 0 || d.Limits.Time != 0 {
		p.TimeControl, p.Limits = d.TimeControl, d.Limits
	}
	settings := map[string]string{}
	d.Options = slices.DeleteFunc(d.Options, func(o Option) bool {
		own := o.Name == "eval" || o.Name == "weights"
		if own {
			settings[o.Name] = o.Value
		}
		return own
	})
	own, err := ownPlayer(d, settings)
	if err != nil {
		return p, err
	}
	if p.New, err = d.Maker(own); err == nil && !d.IsEngine() {
		_, err = p.New(context.Background()) // check the options
	}
	return p, err
}

// ownPlayer returns what makes a player of the package; nil for an engine. Settings
// are "eval" and "weights".
func ownPlayer(d *Description, settings map[string]string) (func() chess.Searcher, error) {
	strongest := chess.Players()[0].Name
	evaluation, hasEvaluation := settings["eval"]
	weights, hasWeights := settings["weights"]
	player, err := chess.ByName(chess.Players(), d.Player)
	if err != nil && !d.IsEngine() && !hasEvaluation {
		player.Name, evaluation, hasEvaluation = strongest, d.Player, true
	}
	switch {
	case !hasEvaluation && !hasWeights:
		return player.New, nil
	case player.Name != strongest:
		return nil, fmt.Errorf("eval and weights are for %s and for evaluations", strongest)
	}
	named, err := chess.ByName(chess.Evaluators(), cmp.Or(evaluation, "default"))
	if err != nil {
		return nil, fmt.Errorf("there is no player or evaluation %q", cmp.Or(evaluation, d.Player))
	}
	e, err := Weighted(named.New(), weights)
	if err != nil {
		return nil, err
	}
	return func() chess.Searcher { return chess.NewAlphaBeta(e) }, nil
}

// Weighted returns the evaluator with the weights of a file, or unchanged if the
// path is empty.
func Weighted(e *chess.FeatureEvaluator, path string) (*chess.FeatureEvaluator, error) {
	if path == "" {
		return e, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	terms, err := chess.ReadWeights(f, e.Terms()...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return chess.NewFeatureEvaluator(terms...)
}
