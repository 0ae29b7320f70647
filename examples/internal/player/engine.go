//go:build !js

package player

import (
	"context"
	"errors"
	"os/exec"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/program"
)

// engine is Maker for an engine.
func (d *Description) engine() (func(context.Context) (chess.Searcher, error), error) {
	words := strings.Fields(d.Command())
	if len(words) == 0 {
		return nil, errors.New("the engine has no name")
	}
	path, err := program.Find(words[0])
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (chess.Searcher, error) {
		s, err := chess.StartClient(ctx, exec.Command(path, words[1:]...), 0)
		if err != nil {
			return nil, err
		}
		for _, o := range d.Settings {
			if err := s.SetOption(o.Name, o.Value); err != nil {
				Close(s)
				return nil, err
			}
		}
		return s, nil
	}, nil
}
