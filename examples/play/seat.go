package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A seat is the player of one side: a person, or a searcher with its limits.
type seat struct {
	spec    string // the description, as newSeat reads it
	name    string
	limits  chess.Limits
	control chess.TimeControl                             // the player's own, if it is not zero
	create  func(context.Context) (chess.Searcher, error) // nil for a person

	evaluator *chess.FeatureEvaluator // what the searcher plays by, to explain it; nil if there is none to explain
	limited   bool                    // the searcher limits itself

	// Only the job of the worker uses these; there is one at a time.
	searcher chess.Searcher // created when it is first needed
	game     int            // the number of the game of the last search
}

// thinkingTime is the time of a searcher for a move if nothing else limits it.
const thinkingTime = time.Second

func (s *seat) person() bool { return s.create == nil }

// newSeat parses the description of a player: "person", or as in player.Usage. If book
// is not empty, it is the file of a book, by which a player of the package begins. The
// strongest knows the tables.
func newSeat(spec, book string, t *tables) (s *seat, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("player %q: %w", spec, err)
		}
	}()
	d, err := player.Describe(spec)
	if err != nil {
		return nil, err
	}
	d.Tablebase = t.Tablebase()
	s = &seat{spec: spec, name: printable(cmp.Or(d.Name, d.Command())), limits: d.Limits, control: d.TimeControl}
	if elo := d.Elo(); d.Name == "" && elo != "" {
		s.name += " " + printable(elo)
	}
	if d.Player == "person" {
		if len(d.Settings) > 0 {
			return nil, fmt.Errorf("a person has no option %q", d.Settings[0].Name)
		}
		return s, nil
	}
	if book != "" && !d.IsEngine() {
		d.Settings = slices.Insert(d.Settings, 0, player.Setting{Name: "book", Value: book})
	}
	if s.create, err = d.Maker(); err != nil || d.IsEngine() {
		return s, err // an engine is started when it is needed
	}
	if s.searcher, err = s.create(context.Background()); err != nil {
		return nil, err
	}
	if e := player.EvaluatorOf(s.searcher); e != nil {
		s.evaluator = e.Fork().(*chess.FeatureEvaluator) // the searcher is for another goroutine
	}
	limiting, ok := s.searcher.(chess.SelfLimiting)
	s.limited = ok && limiting.LimitsItself()
	return s, nil
}

// description returns the description of the player with the time control that it has.
func (s *seat) description() string {
	if s.control == (chess.TimeControl{}) {
		return s.spec
	}
	return s.spec + ",tc=" + s.control.String() // the last one counts
}

// open makes the searcher if there is none yet, unless it is a person. An engine runs until ctx
// is done.
func (s *seat) open(ctx context.Context) (err error) {
	if s.searcher == nil && !s.person() {
		s.searcher, err = s.create(ctx)
	}
	return err
}

// search makes the searcher if necessary, lets it forget an earlier game, or all with
// forget, and searches. An engine runs until lifetime is done, the search until ctx is done.
func (s *seat) search(lifetime, ctx context.Context, game *chess.Game, number int, l chess.Limits, forget bool) (chess.Result, error) {
	if err := s.open(lifetime); err != nil {
		return chess.Result{}, err
	}
	if f, ok := s.searcher.(chess.Forgetter); ok && s.game != 0 && (forget || s.game != number) {
		f.Forget()
	}
	s.game = number
	return s.searcher.Search(ctx, game, l)
}

// close closes the searcher; the next search would make it again.
func (s *seat) close() {
	if s.searcher != nil {
		player.Close(s.searcher)
		s.searcher = nil
	}
}

// bounds returns the limits of a search with what the clock shows.
func (s *seat) bounds(clock chess.Clock, mover chess.Color) chess.Limits {
	l := s.limits
	l.Clock = clock
	switch left := clock.Left[mover]; {
	case l.Clock != chess.Clock{}:
		if l.Time == 0 || l.Time > left/4 {
			l.Time = left / 4 // for searchers that ignore the clock
		}
	case l.Depth == 0 && l.Nodes == 0 && l.Time == 0 && !s.limited:
		l.Time = thinkingTime
	}
	return l
}

// printable returns text with spaces in place of characters that are not printable,
// such as escape sequences.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}
