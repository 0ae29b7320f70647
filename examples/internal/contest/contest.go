// Package contest has what the programs that play matches share: players, openings, and
// matches whose games are kept in a file.
package contest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
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

// Identities returns descriptions with a hash of each file that they name after its
// name, such as "pesto,weights=w.json#0e2bc1d8": a file may have other content in
// another run. A file that cannot be read has none.
func Identities(specs []string) []string {
	identities := slices.Clone(specs)
	for i, spec := range specs {
		d, err := player.Describe(spec)
		if err != nil {
			continue // it cannot play
		}
		for _, s := range d.Settings {
			if s.Name != "weights" && s.Name != "book" {
				continue
			}
			if content, err := os.ReadFile(s.Value); err == nil {
				named, hash := s.Name+"="+s.Value, sha256.Sum256(content)
				identities[i] = strings.Replace(identities[i], named, fmt.Sprintf("%s#%x", named, hash[:4]), 1)
			}
		}
	}
	return identities
}

// ReadOpenings reads the openings of a file, as chess.ReadOpenings does, and
// shuffles them by the seed shuffle; if that is 0, they stay in the order of the
// file.
func ReadOpenings(path string, plies int, shuffle uint64) ([]*chess.Game, error) {
	in, err := pgnfile.Open(path, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, pgnfile.Reason(err))
	}
	defer in.Close()
	openings, err := chess.ReadOpenings(in, plies)
	if err == nil && len(openings) == 0 {
		err = errors.New("there are no openings")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if shuffle != 0 {
		Shuffle(openings, shuffle)
	}
	return openings, nil
}

// ReadUnfinished reads the openings of a file, of games at most 16 plies, and leaves out those whose
// games are over. It is an error if there are no others.
func ReadUnfinished(path string) ([]*chess.Game, error) {
	openings, err := ReadOpenings(path, 16, 0)
	if err != nil {
		return nil, err
	}
	openings = slices.DeleteFunc(openings, func(g *chess.Game) bool { return g.Outcome().Over() })
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: the games of all openings are over", path)
	}
	return openings, nil
}

// Shuffle shuffles openings by a seed.
func Shuffle(openings []*chess.Game, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(openings), func(i, j int) { openings[i], openings[j] = openings[j], openings[i] })
}

// ParseSPRT parses the value of a flag -sprt: the two differences in Elo, and the two error
// probabilities if they are given.
func ParseSPRT(text string) (*chess.SPRT, error) {
	words := strings.Split(text, ",")
	numbers := []float64{0, 0, 0.05, 0.05}
	bad := len(words) != 2 && len(words) != 4
	for i := range min(len(words), len(numbers)) {
		var err error
		numbers[i], err = strconv.ParseFloat(words[i], 64)
		bad = bad || err != nil
	}
	s := &chess.SPRT{Elo0: numbers[0], Elo1: numbers[1], Alpha: numbers[2], Beta: numbers[3]}
	if bad || !(s.Elo0 < s.Elo1 && min(s.Alpha, s.Beta) > 0 && max(s.Alpha, s.Beta) < 0.5) {
		return nil, fmt.Errorf("-sprt is %q, want two increasing numbers, and optionally two probabilities below 0.5", text)
	}
	return s, nil
}

// In the comment that a match adds to a move: see chess.MatchGame.Tree.
var seconds = regexp.MustCompile(`(?:^| )([0-9]+\.[0-9]+s)(?:,|$)`)

// Times returns the times of the moves of both players of a match's game, by Color.
// Moves of the opening have none.
func Times(t *chess.GameTree) (times [2][]time.Duration) {
	start := t.Start()
	c := start.Turn()
	for n := t.Root().Next(); n != nil; n = n.Next() {
		if found := seconds.FindStringSubmatch(n.Comment()); found != nil {
			if d, err := time.ParseDuration(found[1]); err == nil {
				times[c] = append(times[c], d)
			}
		}
		c = c.Other()
	}
	return times
}

// Median returns the median, or 0 of nothing. A mean would depend more on other load
// on the machine.
func Median(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(times))[len(times)/2]
}
