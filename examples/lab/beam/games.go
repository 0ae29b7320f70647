package main

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/seed-0971039b/chess/examples/internal/gamefile"
	"github.com/seed-0971039b/chess/examples/internal/selfplay"
)

func init() { beam.RegisterDoFn(&Play{}) }

// gameSettings are those of games that the evaluation plays against itself.
type gameSettings struct {
	count int // of the games
	run   selfplay.Run
}

// A Range is some games of a run, by their numbers.
type Range struct{ First, Last int }

// rangeSize is the number of games of a range: so few that all workers are busy until the
// end, and that a worker which is lost had done little.
const rangeSize = 10

// ranges returns the ranges of all games.
func (s *gameSettings) ranges() (all []Range) {
	for first := 1; first <= s.count; first += rangeSize {
		all = append(all, Range{first, min(first+rangeSize-1, s.count)})
	}
	return all
}

// playGames adds the steps that play games.
func playGames(s beam.Scope, c *gameSettings) (results beam.PCollection) {
	numbers := beam.Reshuffle(s.Scope("Distribute"), beam.CreateList(s.Scope("Numbers"), c.ranges()))
	return beam.ParDo(s.Scope("Play"), &Play{Run: &c.run}, numbers)
}

// Play plays games.
type Play struct {
	Run *selfplay.Run

	tags         []gamefile.Tag
	player       *selfplay.Player
	games, plies beam.Counter
}

// Setup makes the player for all games of this worker.
func (p *Play) Setup() (err error) {
	p.games = beam.NewCounter("chess", "games")
	p.plies = beam.NewCounter("chess", "plies")
	p.player = p.Run.NewPlayer()
	p.tags, err = p.Run.Tags()
	return pipelineError(err)
}

// ProcessElement plays the games of a range.
func (p *Play) ProcessElement(ctx context.Context, r Range) (Result, error) {
	played := Result{Order: fmt.Sprintf("%012d", r.First)}
	for number := r.First; number <= r.Last; number++ {
		t, err := p.player.Play(ctx, number)
		if ctx.Err() != nil {
			return played, ctx.Err()
		}
		if err == nil {
			err = gamefile.SetTags(t, p.tags)
		}
		if err == nil {
			var text []byte
			text, err = t.MarshalText()
			played.Text = append(played.Text, text...)
		}
		if err != nil {
			return played, pipelineError(err)
		}
		p.games.Inc(ctx, 1)
		p.plies.Inc(ctx, int64(len(t.Mainline())))
	}
	return played, nil
}
