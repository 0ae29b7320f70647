package ledger

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/worth"
)

// writeTable writes the results as Markdown, with the command that repeats them.
func (l *ledger) writeTable(w io.Writer) error {
	var b strings.Builder
	c := &l.Conditions
	fmt.Fprintf(&b, `What each part of the player %s is worth, in Elo with 95 %% intervals, from %d games between players that lack some
of the parts; and what the part costs: nanoseconds of an evaluation, or the nodes per second with it divided by those
without it, or the time of a search.

    go run ./examples/ledger %s -error %g -games %d

Conditions: %v; %s.
`, c.Description(), 2*len(l.Pairs), c.Flags(), l.Goal.Error, l.Goal.Games, c, contest.Rules())
	if l.Settings != "" {
		fmt.Fprintf(&b, "Player: %s.\n", l.Settings)
	}
	fmt.Fprintf(&b, `Last run: %s.

| row | Elo | games in which one side lacked it | cost |
|---|--:|--:|--:|
`, l.System)
	for i, e := range worth.Fit(l.Pairs, len(l.Rows)) {
		if e.Pairs > 0 {
			fmt.Fprintf(&b, "| %s | %s | %d | %v |\n", l.Rows[i].Name, e, 2*e.Pairs, l.Rows[i].Cost)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
