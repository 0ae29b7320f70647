package puzzle

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/seed-0971039b/chess"
)

// appendPGN appends a game: it starts before the mistake, and goes on with the solution.
// The comment before the moves has the motifs and the rating.
func (p *Puzzle) appendPGN(dst []byte) ([]byte, error) {
	t := chess.NewGameTree(p.Start)
	for _, tag := range []struct{ name, value string }{
		{"Event", "Puzzle " + p.ID()},
		{"Site", cmp.Or(p.Game.URL(), p.Game.Site)},
		{"Date", p.Game.Date},
		{"White", p.Game.White},
		{"Black", p.Game.Black},
		{"Opening", p.Game.Opening},
	} {
		if tag.value == "" {
			continue
		}
		if err := t.SetTag(tag.name, tag.value); err != nil {
			return dst, err
		}
	}
	if _, err := t.Root().Add(p.Moves...); err != nil {
		return dst, err
	}
	t.Root().SetComment(fmt.Sprintf("%s; %s", strings.Join(p.themes(), ", "), p.difficulty()))
	text, err := t.MarshalText()
	return append(dst, text...), err
}
