package repertoire

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

func holesFlags(flags *flag.FlagSet) cli.Run {
	in := newInput(flags)
	in.addPlayer(flags)
	top := flags.Int("top", 20, "print this many `holes`, 0 for all")
	return func(ctx context.Context, games []string, streams cli.Streams) error {
		if err := cmp.Or(in.check(), pgnfile.CheckWork(games, 1)); err != nil {
			return cli.BadCommandLine(err)
		}
		if *top < 0 {
			return cli.BadCommandLine(errors.New("-top must not be negative"))
		}
		all, err := in.repertoires(ctx, streams)
		if err != nil {
			return err
		}
		tallies, compared := make([]tally, len(all)), make([]int, len(all))
		for i, r := range all {
			tallies[i] = newTally(r)
		}
		err = in.each(ctx, games, chess.MainLines, func(t *chess.GameTree) {
			for i, r := range all {
				if in.chooses(t, r.side) {
					tallies[i].add(t)
					compared[i]++
				}
			}
		})
		if err != nil {
			return err
		}
		w := bufio.NewWriter(streams.Out)
		for i, r := range all {
			holes := r.holes(tallies[i].replies)
			fmt.Fprintf(w, "%s: %s in %s\n", prose.Capital(r.side.String()), prose.Count(len(holes), "hole"), prose.Count(compared[i], "game"))
			for _, h := range holes[:min(len(holes), cmp.Or(*top, len(holes)))] {
				fmt.Fprintf(w, "%6.2f %% %7d× %v\n", 100*h.share, h.games, h.line)
			}
		}
		return cmp.Or(w.Flush(), in.partly)
	}
}

// A tally has how often each move was played in the positions that somebody asks about.
type tally map[chess.Key]map[chess.Move]int

// newTally returns the tally for the places of a repertoire and the positions that games start from.
func newTally(r *repertoire) tally {
	y := tally{}
	for key, at := range r.places {
		y[key] = map[chess.Move]int{}
		y[usualStart(at.start)] = map[chess.Move]int{}
	}
	return y
}

// add counts the moves of a game.
func (y tally) add(t *chess.GameTree) {
	p := t.Start()
	for _, m := range t.Mainline() {
		if moves := y[p.Key()]; moves != nil && m != 0 {
			moves[m]++
		}
		p = p.After(m)
	}
}

func (y tally) replies(key chess.Key) map[chess.Move]int { return y[key] }

// A hole is a move of the other side, the last of a line, that a repertoire has no answer to.
type hole struct {
	line
	games int     // in which it was played
	share float64 // of the games of a player of the repertoire: from 0 to 1
}

// holes returns the holes of a repertoire, those that are met most first. The function returns how often
// each move was played in a position.
//
// The games of a player of the repertoire flow through its graph ply by ply. Lines from another start have
// the share of all games that reach it, unless other lines do.
func (r *repertoire) holes(replies func(chess.Key) map[chess.Move]int) (holes []hole) {
	type reply struct {
		from chess.Key
		move chess.Move
	}
	missing := map[reply]float64{}
	reached := map[chess.Key]bool{}
	for _, source := range r.sorted(func(_ chess.Key, at *place) bool { return len(at.line.moves) == 0 }) {
		if reached[source] {
			continue
		}
		games := sum(replies(usualStart(source.Position())))
		layer := map[chess.Key]float64{source: float64(sum(replies(source))) / float64(max(1, games))}
		left := 1.0
		for ply := 0; ply < len(r.places) && left > 1e-12; ply++ { // what is longer repeats positions
			next := map[chess.Key]float64{}
			left = 0
			for _, key := range slices.SortedFunc(maps.Keys(layer), chess.Key.Compare) { // a sum depends on its order
				reached[key] = true
				left += layer[key]
				p, own := key.Position(), r.places[key].moves
				for _, m := range own {
					next[p.After(m).Key()] += layer[key] / float64(len(own))
				}
				if p.Turn() == r.side {
					continue
				}
				all := replies(key)
				whole := float64(sum(all))
				for m, n := range all {
					share := layer[key] * float64(n) / whole
					if after := p.After(m); r.has(after) {
						next[after.Key()] += share
					} else {
						missing[reply{key, m}] += share
					}
				}
			}
			layer = next
		}
	}
	for at, share := range missing {
		before := r.places[at.from].line
		l := line{before.start, append(slices.Clip(before.moves), at.move)}
		holes = append(holes, hole{l, replies(at.from)[at.move], share})
	}
	slices.SortFunc(holes, func(a, b hole) int {
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(b.games, a.games), a.compare(b.line))
	})
	return holes
}

func sum(counts map[chess.Move]int) (n int) {
	for _, count := range counts {
		n += count
	}
	return n
}
