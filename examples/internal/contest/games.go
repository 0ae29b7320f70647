package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/gamefile"
)

// Games plays the match of the players with these descriptions and yields its games
// as they end. If path is not empty, the games in that file are not played again, and
// new games are appended to it with the tags Settings, ECO and Opening. The file must have games of this
// match only: see gamefile.Open. Games ends after an error.
func Games(ctx context.Context, m *chess.Match, specs []string, path string, stderr io.Writer) iter.Seq2[*chess.MatchGame, error] {
	return func(yield func(*chess.MatchGame, error) bool) {
		// One more than the searches need. Otherwise a move would have to wait up to
		// 10 ms for the scheduler before it stops the clock.
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), m.AtOnce+1)))
		if path == "" {
			m.Games(ctx)(yield)
			return
		}
		run := gamefile.Run{Tags: []gamefile.Tag{{Name: "Event", Value: m.Event}}, Game: func(t *chess.GameTree, torn bool) error {
			if !torn {
				m.Played = append(m.Played, t)
			}
			return belongs(m, specs, t, torn)
		}}
		file, err := gamefile.Open(path, run, stderr)
		if err != nil {
			yield(nil, err)
			return
		}
		wanted := true // whether the loop goes on
		for g, err := range m.Games(ctx) {
			if err == nil && !g.Played {
				err = record(file, m, specs, g)
			}
			err = cli.Continues(err)
			if wanted = yield(g, err) && err == nil; !wanted {
				break
			}
		}
		if err := file.Close(); err != nil && wanted {
			yield(nil, err)
		}
	}
}

// record appends a game to the file.
func record(file *gamefile.File, m *chess.Match, specs []string, g *chess.MatchGame) error {
	err := g.Tree.SetTag("Settings", settings(m, specs, g.Players[chess.White], g.Players[chess.Black]))
	if err == nil {
		err = g.Tree.TagOpening()
	}
	if err != nil {
		return err
	}
	return file.Append(g.Tree)
}

// belongs returns an error if a game of the file of a match is not of the match. What
// it does not check, chess.Match does.
func belongs(m *chess.Match, specs []string, t *chess.GameTree, torn bool) error {
	var players [2]int
	for c, tag := range []string{"White", "Black"} {
		name := t.Tag(tag)
		if torn && name == "" {
			return nil // it was not written
		}
		players[c] = slices.IndexFunc(m.Players, func(p chess.Player) bool { return p.Name == name })
		if players[c] < 0 {
			return fmt.Errorf("%.80q does not play in this match", name)
		}
	}
	if torn {
		return nil
	}
	if t.Tag("PlyCount") == "" {
		return errors.New("it has no PlyCount")
	}
	// The games of older versions have no Settings.
	if got, want := t.Tag("Settings"), settings(m, specs, players[chess.White], players[chess.Black]); got != "" && got != want {
		return fmt.Errorf("its settings are %q, not %q", got, want)
	}
	return nil
}

// settings describes in a line what the games of two players of a match depend on,
// apart from the openings: the players with other names than their descriptions, the
// limits of both, and the rules.
func settings(m *chess.Match, specs []string, white, black int) string {
	var words []string
	for _, i := range []int{white, black} {
		if specs[i] != m.Players[i].Name {
			words = append(words, introduced(&m.Players[i], specs[i]))
		}
	}
	both := limits(&m.Players[white])
	if l := limits(&m.Players[black]); l != both {
		both += " against " + l
	}
	return strings.Join(append(words, both+", "+matchRules(m)), "; ")
}

// introduced returns the name of a player, with its description if that is another.
func introduced(p *chess.Player, spec string) string {
	if spec == p.Name {
		return p.Name
	}
	return p.Name + " is " + spec
}

// matchRules describes in a line the seed of a match, and when its games are
// adjudicated.
func matchRules(m *chess.Match) string {
	words := []string{fmt.Sprintf("seed %d", m.Seed)}
	if m.Knockout {
		words = append(words, "a knockout")
	}
	a := &m.Arbiter
	if a.DrawMoves > 0 {
		words = append(words, fmt.Sprintf("a draw after %d moves of both with at most %.2f from move %d on", a.DrawMoves, float64(a.DrawScore)/100, a.DrawFrom))
	}
	if a.WinMoves > 0 {
		words = append(words, fmt.Sprintf("a win after %d moves of both with at least %.2f", a.WinMoves, float64(a.WinScore)/100))
	}
	if a.MaxPlies > 0 {
		words = append(words, fmt.Sprintf("a draw after %d plies", a.MaxPlies))
	}
	if a.Tablebase != nil {
		words = append(words, fmt.Sprintf("results by %v", a.Tablebase))
	}
	return strings.Join(words, ", ")
}

// Describe describes a match in two lines: the players with their descriptions and limits; and
// the rules, and the file of the openings with the seed of their order.
func Describe(m *chess.Match, specs []string, openings string, shuffle uint64) string {
	var players []string
	for i := range m.Players {
		p := &m.Players[i]
		players = append(players, fmt.Sprintf("%s (%s)", introduced(p, specs[i]), limits(p)))
	}
	rules := matchRules(m)
	switch {
	case openings == "":
		rules += ", from the start position"
	case shuffle == 0:
		rules += ", openings " + openings
	default:
		rules += fmt.Sprintf(", openings %s shuffled by %d", openings, shuffle)
	}
	return fmt.Sprintf("players: %s\nconditions: %s\n", strings.Join(players, "; "), rules)
}

// limits describes the limits of a player, such as "20000 nodes".
func limits(p *chess.Player) string {
	var words []string
	if p.TimeControl != (chess.TimeControl{}) {
		words = append(words, "clock "+p.TimeControl.String())
	}
	if p.Limits.Depth > 0 {
		words = append(words, fmt.Sprintf("depth %d", p.Limits.Depth))
	}
	if p.Limits.Nodes > 0 {
		words = append(words, fmt.Sprintf("%d nodes", p.Limits.Nodes))
	}
	if p.Limits.Time > 0 {
		words = append(words, p.Limits.Time.String())
	}
	if words == nil {
		words = []string{"its own limits"}
	}
	text := strings.Join(words, " and ")
	if p.Ponder {
		text += " and pondering"
	}
	return text
}
