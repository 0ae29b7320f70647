package main

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// writeTable writes what is known, as Markdown, and what it takes to repeat it.
func (l *ledger) writeTable(w io.Writer) error {
	var b strings.Builder
	c := &l.Conditions
	fmt.Fprintf(&b, `What the default player loses without a part of it, in Elo with intervals of 95 %%, and what the part
costs: how many nanoseconds of an evaluation, or how many nodes a second there are with it for one without it.

    go run ./examples/ledger -nodes %d -seed %d -openings %s -error %g -games %d

Conditions: %v; %s.
Last run: %s.

| row | Elo | games | cost |
|---|--:|--:|--:|
`, c.Nodes, c.Seed, c.Openings, l.Goal.Error, l.Goal.Games, c, contest.Rules(), l.System)
	for _, e := range l.inOrder() {
		t := e.tally()
		fmt.Fprintf(&b, "| %s | %s | %d | %v |\n", e.Row, t.Estimate(), t.Games(), e.Cost)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// inOrder returns the entries in the order of the rows; last those of rows that
// this player does not have.
func (l *ledger) inOrder() []*entry {
	places := map[string]int{}
	if all, err := rows(regexp.MustCompile("")); err == nil {
		for i, r := range all {
			places[r.name] = i - len(all)
		}
	}
	return slices.SortedStableFunc(slices.Values(l.Entries), func(a, b *entry) int {
		return cmp.Compare(places[a.Row], places[b.Row])
	})
}
