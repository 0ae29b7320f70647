package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// writeTable writes the results as Markdown, with the command that repeats them.
func (l *ledger) writeTable(w io.Writer) error {
	var b strings.Builder
	c := &l.Conditions
	player, flag := "the default player", ""
	if c.Evaluation != "" {
		player, flag = player+" with the evaluation "+c.Evaluation, " -eval "+c.Evaluation
	}
	fmt.Fprintf(&b, `What each part of %s is worth, in Elo with 95 %% intervals, from %d games between players that lack some
of the parts; and what the part costs: nanoseconds of an evaluation, or the nodes per second with it divided by those
without it.

    go run ./examples/ledger -nodes %d -seed %d -openings %s -error %g -games %d%s

Conditions: %v; %s.
Last run: %s.

| row | Elo | games in which one side lacked it | cost |
|---|--:|--:|--:|
`, player, 2*len(l.Pairs), c.Nodes, c.Seed, c.Openings, l.Goal.Error, l.Goal.Games, flag, c, contest.Rules(), l.System)
	for i, e := range fit(l.Pairs, len(l.Rows)) {
		if e.pairs > 0 {
			fmt.Fprintf(&b, "| %s | %s | %d | %v |\n", l.Rows[i].Name, e, 2*e.pairs, l.Rows[i].Cost)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
