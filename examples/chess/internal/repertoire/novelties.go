package repertoire

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

func noveltiesFlags(flags *flag.FlagSet) cli.Run {
	in := newInput(flags)
	in.addPlayer(flags)
	others := flags.String("games", "", "tell also which position of each game is the first that no game of this `file` has")
	return func(ctx context.Context, paths []string, streams cli.Streams) error {
		if err := cmp.Or(in.check(), pgnfile.CheckWork(paths)); err != nil {
			return cli.BadCommandLine(err)
		}
		all, err := in.repertoires(ctx, streams)
		if err != nil {
			return err
		}
		var games []*chess.GameTree
		known := occurrences{}
		err = in.each(ctx, paths, chess.MainLines, func(t *chess.GameTree) {
			games = append(games, t)
			for _, p := range positions(t) {
				known[p.Key()] = 0
			}
		})
		if err == nil && *others != "" {
			err = in.each(ctx, []string{*others}, chess.MainLines, known.add)
		}
		if err != nil {
			return err
		}
		w := bufio.NewWriter(streams.Out)
		for i, t := range games {
			for _, r := range all {
				if !in.chooses(t, r.side) {
					continue
				}
				fmt.Fprintf(w, "%d. %s – %s: %s\n", i+1, cmp.Or(t.Tag("White"), "?"), cmp.Or(t.Tag("Black"), "?"), r.departureText(t))
				if *others != "" {
					fmt.Fprintf(w, "   %s\n", known.text(t))
				}
			}
		}
		if err := in.nobody(); err != nil {
			return err
		}
		return cmp.Or(w.Flush(), in.partly)
	}
}

// positions returns the positions of a game: that before each move of the main line, and the last.
func positions(t *chess.GameTree) []chess.Position {
	all := []chess.Position{t.Start()}
	for _, m := range t.Mainline() {
		all = append(all, all[len(all)-1].After(m))
	}
	return all
}

// first returns the index of the first position from an index on that fits, or -1.
func first(all []chess.Position, from int, fits func(chess.Position) bool) int {
	for i := from; i < len(all); i++ {
		if fits(all[i]) {
			return i
		}
	}
	return -1
}

// departure returns after how many plies a game is first in the repertoire, first out of it after that, and
// back in it by other moves; -1 where it never is.
func (r *repertoire) departure(all []chess.Position) (in, out, back int) {
	in, out, back = first(all, 0, r.has), -1, -1
	if in >= 0 {
		out = first(all, in, func(p chess.Position) bool { return !r.has(p) })
	}
	if out >= 0 {
		back = first(all, out, r.has)
	}
	return in, out, back
}

// departureText says where a game left the repertoire.
func (r *repertoire) departureText(t *chess.GameTree) string {
	all, moves := positions(t), t.Mainline()
	in, out, back := r.departure(all)
	switch {
	case in < 0:
		return "never in the repertoire"
	case out < 0:
		return "in the repertoire to the end"
	}
	before := all[out-1]
	played := before.SANLine(moves[out-1])
	text := played + ", which has no answer"
	if before.Turn() == r.side {
		text = fmt.Sprintf("%s in place of %s", played, r.places[before.Key()].text(before))
	}
	if back >= 0 {
		text += ", back with " + all[back-1].SANLine(moves[back-1])
	}
	return text
}

// occurrences has how many games reach each of some positions.
type occurrences map[chess.Key]int

// add counts a game.
func (o occurrences) add(t *chess.GameTree) {
	seen := map[chess.Key]bool{}
	for _, p := range positions(t) {
		key := p.Key()
		if n, ok := o[key]; ok && !seen[key] {
			o[key] = n + 1
			seen[key] = true
		}
	}
}

// new returns the index of the first position of a game that no other game reaches, or -1.
func (o occurrences) new(all []chess.Position) int {
	return first(all, 0, func(p chess.Position) bool { return o[p.Key()] == 0 })
}

// text says which position of a game is new.
func (o occurrences) text(t *chess.GameTree) string {
	all := positions(t)
	new := o.new(all)
	switch {
	case new < 0:
		return "no position is new"
	case new == 0:
		return "new from the start"
	}
	before := all[new-1]
	return fmt.Sprintf("new: %s, after a position of %s", before.SANLine(t.Mainline()[new-1]), prose.Count(o[before.Key()], "game"))
}
