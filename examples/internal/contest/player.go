// Package contest has what the programs share that let players meet: how players
// and openings are given, the file of the games, and the cross-table.
package contest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/program"
)

// evaluators are what the package's strongest searcher can judge by.
var evaluators = map[string]func() *chess.FeatureEvaluator{
	"default":     chess.NewDefaultEvaluator,
	"pesto":       chess.NewPeSTO,
	"simplified":  chess.NewSimplified,
	"board-value": chess.NewBoardValue,
	"mobility":    chess.NewMaterialMobility,
	"three-check": chess.NewThreeCheck,
}

// option is a setting for a searcher.
type option struct{ name, value string }

// PlayerUsage tells how a player is written.
const PlayerUsage = `A player is one of the package's, or what judges for its strongest searcher, or
an engine that speaks UCI, and then settings, all with commas between:

  alphabeta, mcts, minimax, boardvalue, negaalphabeta, capturesfirst, checkbonus,
  random, pawnpusher
                 the package's players
  default, pesto, simplified, board-value, mobility, three-check
                 the evaluation of the strongest searcher
  uci:command    an engine, with arguments after blanks; it is looked for in
                 PATH and then in /usr/games
  tc=, nodes=, depth=, time=
                 the player's own limits, instead of those of the flags
  name=          what the player is called
  weights=       a file with the numbers of the evaluation, as examples/tune
                 writes
  Name=value     an option of the searcher or engine

`

// ParsePlayers reads players: see PlayerUsage. One has the limits of base unless
// it has its own, and all have different names.
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

// parsePlayer reads a player: see PlayerUsage.
func parsePlayer(spec string, base chess.Player) (chess.Player, error) {
	words := strings.Split(spec, ",")
	p := base
	p.Name = spec
	own := chess.Player{}
	weights := ""
	var options []option
	for _, word := range words[1:] {
		name, value, ok := strings.Cut(word, "=")
		var err error
		switch {
		case !ok:
			err = fmt.Errorf("%q is not name=value", word)
		case name == "name":
			p.Name = value
		case name == "weights":
			weights = value
		case name == "tc":
			own.TimeControl, err = chess.ParseTimeControl(value)
		case name == "nodes":
			own.Limits.Nodes, err = strconv.ParseInt(value, 10, 64)
		case name == "depth":
			own.Limits.Depth, err = strconv.Atoi(value)
		case name == "time":
			own.Limits.Time, err = time.ParseDuration(value)
		default:
			options = append(options, option{name, value})
		}
		if err == nil && min(int64(own.Limits.Depth), own.Limits.Nodes, int64(own.Limits.Time)) < 0 {
			err = fmt.Errorf("%s is negative", name)
		}
		if err != nil {
			return p, err
		}
	}
	if own.TimeControl != (chess.TimeControl{}) || own.Limits.Nodes != 0 || own.Limits.Depth != 0 || own.Limits.Time != 0 {
		p.TimeControl, p.Limits = own.TimeControl, own.Limits
	}
	if command, ok := strings.CutPrefix(words[0], "uci:"); ok {
		if weights != "" {
			return p, errors.New("weights are for an evaluation")
		}
		return newEngine(p, strings.Fields(command), options)
	}
	if evaluator, ok := evaluators[words[0]]; ok {
		e, err := weighted(evaluator(), weights)
		if err != nil {
			return p, err
		}
		return newSearcher(p, func() chess.Searcher { return chess.NewAlphaBeta(e) }, options)
	}
	named, err := chess.PlayerByName(words[0])
	switch {
	case err != nil:
		return p, fmt.Errorf("there is no player or evaluation %q", words[0])
	case weights != "":
		return p, errors.New("weights are for an evaluation")
	}
	return newSearcher(p, named.New, options)
}

// weighted returns the evaluation with the numbers of a file, if there is one.
func weighted(e *chess.FeatureEvaluator, path string) (*chess.FeatureEvaluator, error) {
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

// newSearcher makes a player of a searcher of the package.
func newSearcher(p chess.Player, searcher func() chess.Searcher, options []option) (chess.Player, error) {
	p.New = func(context.Context) (chess.Searcher, error) {
		s := searcher()
		return s, configure(s, options)
	}
	_, err := p.New(context.Background()) // are the options right?
	return p, err
}

// configure sets the options of a searcher.
func configure(s chess.Searcher, options []option) error {
	if len(options) == 0 {
		return nil
	}
	c, ok := s.(chess.Configurable)
	if !ok {
		return errors.New("the searcher has no options")
	}
	for _, o := range options {
		if err := c.SetOption(o.name, o.value); err != nil {
			return err
		}
	}
	return nil
}

// newEngine makes a player of a UCI engine.
func newEngine(p chess.Player, command []string, options []option) (chess.Player, error) {
	if len(command) == 0 {
		return p, errors.New("the engine has no name")
	}
	path, err := program.Find(command[0])
	if err != nil {
		return p, err
	}
	p.New = func(ctx context.Context) (chess.Searcher, error) {
		c, err := chess.StartClient(ctx, exec.Command(path, command[1:]...), 0)
		if err != nil {
			return nil, err
		}
		if err := configure(c, options); err != nil {
			c.Close()
			return nil, err
		}
		return c, nil
	}
	return p, nil
}
