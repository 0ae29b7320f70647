// Package contest holds what the programs that play matches have in common: how
// players and openings are described, the file of the games, the cross-table, and
// games that are the same in every run.
package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/seed-0971039b/chess"
)

// evaluators are the evaluators for the package's strongest searcher, by name.
var evaluators = map[string]func() *chess.FeatureEvaluator{
	"default":     chess.NewDefaultEvaluator,
	"pesto":       chess.NewPeSTO,
	"simplified":  chess.NewSimplified,
	"board-value": chess.NewBoardValue,
	"mobility":    chess.NewMaterialMobility,
	"three-check": chess.NewThreeCheck,
}

// PlayerUsage describes how to write a player.
const PlayerUsage = `A player is one of the package's players, or an evaluation for its strongest
searcher, or a UCI engine, followed by settings, separated by commas:

  alphabeta, mcts, minimax, boardvalue, negaalphabeta, capturesfirst, checkbonus,
  random, pawnpusher
                 the package's players
  default, pesto, simplified, board-value, mobility, three-check
                 an evaluation for the strongest searcher
  uci:command    an engine, with arguments separated by spaces; it is looked for
                 in PATH and then in /usr/games
  tc=, nodes=, depth=, time=
                 the player's own limits, instead of those of the flags
  name=          the name to show for the player
  weights=       a file with the weights of the evaluation, as written by
                 examples/tune
  Name=value     an option of the searcher or engine

`

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
	weights := ""
	d.Options = slices.DeleteFunc(d.Options, func(o Option) bool {
		if o.Name == "weights" {
			weights = o.Value
		}
		return o.Name == "weights"
	})
	own, err := chess.PlayerByName(d.Player)
	switch evaluator, ok := evaluators[d.Player]; {
	case ok:
		e, err := Weighted(evaluator(), weights)
		if err != nil {
			return p, err
		}
		own.New = func() chess.Searcher { return chess.NewAlphaBeta(e) }
	case err != nil && !d.IsEngine():
		return p, fmt.Errorf("there is no player or evaluation %q", d.Player)
	case weights != "":
		return p, errors.New("weights are for an evaluation")
	}
	if p.New, err = d.Maker(own.New); err == nil && !d.IsEngine() {
		_, err = p.New(context.Background()) // check the options
	}
	return p, err
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
