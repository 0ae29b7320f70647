// Package contest holds what the programs that play matches have in common:
// openings, the file of the games, the cross-table, and games that are the same in
// every run.
package contest

import (
	"context"
	"fmt"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// ParsePlayers parses the descriptions of players: see player.Usage. A player
// without limits gets those of base, and must limit itself if there are none.
// ParsePlayers makes the names unique.
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

// parsePlayer parses the description of a player.
func parsePlayer(spec string, base chess.Player) (chess.Player, error) {
	p := base
	d, err := player.Describe(spec)
	if err != nil {
		return p, err
	}
	p.Name = d.String()
	if d.Limited() {
		p.TimeControl, p.Limits = d.TimeControl, d.Limits
	}
	p.New, err = d.Maker()
	if err != nil || p.TimeControl != (chess.TimeControl{}) || p.Limits.Depth > 0 || p.Limits.Nodes > 0 || p.Limits.Time > 0 {
		return p, err
	}
	if !d.IsEngine() {
		s, err := p.New(context.Background())
		if limiting, ok := s.(chess.SelfLimiting); err != nil || ok && limiting.LimitsItself() {
			return p, err
		}
	}
	return p, fmt.Errorf("nothing limits how long it thinks: want -tc, -nodes, -depth or -time")
}
