package main

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

// evaluators are what the library's searcher can judge by.
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

// addPlayers makes the players that the specifications tell of. One has the
// limits of base unless it has its own.
func (s *settings) addPlayers(specs []string, base chess.Player) error {
	used := map[string]int{}
	for _, spec := range specs {
		p, err := parsePlayer(spec, base)
		if err != nil {
			return fmt.Errorf("player %q: %w", spec, err)
		}
		if used[p.Name]++; used[p.Name] > 1 {
			p.Name = fmt.Sprintf("%s #%d", p.Name, used[p.Name])
		}
		s.match.Players = append(s.match.Players, p)
	}
	return nil
}

// parsePlayer reads a player: see usage.
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
		if err != nil {
			return p, err
		}
	}
	if own.TimeControl != (chess.TimeControl{}) || own.Limits.Nodes != 0 || own.Limits.Depth != 0 || own.Limits.Time != 0 {
		p.TimeControl, p.Limits = own.TimeControl, own.Limits
	}
	if command, ok := strings.CutPrefix(words[0], "uci:"); ok {
		if weights != "" {
			return p, errors.New("weights are for the library's evaluations")
		}
		return newEngine(p, strings.Fields(command), options)
	}
	evaluator, ok := evaluators[words[0]]
	if !ok {
		return p, fmt.Errorf("there is no evaluation %q", words[0])
	}
	return newSearcher(p, evaluator(), weights, options)
}

// newSearcher makes a player of the library's searcher.
func newSearcher(p chess.Player, e *chess.FeatureEvaluator, weights string, options []option) (chess.Player, error) {
	if weights != "" {
		f, err := os.Open(weights)
		if err != nil {
			return p, err
		}
		defer f.Close()
		terms, err := chess.ReadWeights(f, e.Terms()...)
		if err != nil {
			return p, fmt.Errorf("%s: %w", weights, err)
		}
		if e, err = chess.NewFeatureEvaluator(terms...); err != nil {
			return p, err
		}
	}
	p.New = func(context.Context) (chess.Searcher, error) {
		s := chess.NewAlphaBeta(e)
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
