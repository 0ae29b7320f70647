package repertoire

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

func holesFlags(flags *flag.FlagSet) cli.Run {
	in := newInput(flags)
	in.addPlayer(flags)
	top := flags.Int("top", 20, "print this many `holes`, 0 for all")
	explorer := flags.String("explorer", "", "in place of files, ask the explorer at this `URL`, such as http://localhost:8080/masters?ratings=1600,1800")
	return func(ctx context.Context, games []string, streams cli.Streams) error {
		source := pgnfile.CheckWork(games)
		if *explorer != "" {
			if source = cli.NoArguments(games); in.player != "" {
				source = errors.New("-player is for files: the URL may name a player")
			}
		}
		address, err := url.Parse(*explorer)
		if err := cmp.Or(in.check(), source, err); err != nil {
			return cli.BadCommandLine(err)
		}
		if *top < 0 {
			return cli.BadCommandLine(errors.New("-top must not be negative"))
		}
		all, err := in.repertoires(ctx, streams)
		if err != nil {
			return err
		}
		tallies := make([]tally, len(all))
		for i, r := range all {
			tallies[i] = newTally(r)
			if *explorer != "" && err == nil {
				err = tallies[i].ask(ctx, address)
			}
		}
		if *explorer == "" {
			err = in.each(ctx, games, chess.MainLines, func(t *chess.GameTree) {
				for i, r := range all {
					if in.chooses(t, r.side) {
						tallies[i].add(t)
					}
				}
			})
		}
		if err = cmp.Or(err, in.nobody()); err != nil {
			return err
		}
		w := bufio.NewWriter(streams.Out)
		for i, r := range all {
			holes := r.holes(tallies[i].replies)
			fmt.Fprintf(w, "%s: %s in %s\n", prose.Capital(r.side.String()), prose.Count(len(holes), "hole"), prose.Count(tallies[i].games, "game"))
			for _, h := range holes[:min(len(holes), cmp.Or(*top, len(holes)))] {
				fmt.Fprintf(w, "%6.2f %% %7d× %v\n", 100*h.share, h.games, h.line)
			}
		}
		return cmp.Or(w.Flush(), in.partly)
	}
}

// A tally has how often each move was played in some positions.
type tally struct {
	games int
	moves map[chess.Key]map[chess.Move]int
}

// newTally returns the tally of no games for the positions that holes asks about.
func newTally(r *repertoire) tally {
	y := tally{moves: map[chess.Key]map[chess.Move]int{}}
	for key, at := range r.places {
		y.moves[usualStart(at.start)] = map[chess.Move]int{}
		if len(at.moves) == 0 || len(at.line.moves) == 0 {
			y.moves[key] = map[chess.Move]int{}
		}
	}
	return y
}

// add counts the moves of a game.
func (y *tally) add(t *chess.GameTree) {
	y.games++
	p := t.Start()
	for _, m := range t.Mainline() {
		if moves := y.moves[p.Key()]; moves != nil && m != 0 {
			moves[m]++
		}
		p = p.After(m)
	}
}

// ask counts the moves that the explorer at an address knows: examples/explorer, or another that answers as
// lichess.org's does. The query of the address may have a filter.
func (y *tally) ask(ctx context.Context, address *url.URL) error {
	for key, moves := range y.moves {
		p := key.Position()
		query := address.Query()
		query.Set("fen", p.FEN())
		query.Set("moves", strconv.Itoa(chess.MaxMoves))
		query.Set("topGames", "0")
		query.Set("recentGames", "0")
		if p.Variant() != chess.Standard {
			query.Set("variant", p.Variant().String())
		}
		u := *address
		u.RawQuery = query.Encode()
		var answer struct {
			Moves []struct {
				UCI                 string
				White, Draws, Black int
			}
		}
		if err := get(ctx, u.String(), &answer); err != nil {
			return err
		}
		for _, one := range answer.Moves {
			m, err := p.ParseUCI(one.UCI)
			if err != nil {
				return fmt.Errorf("%s: %w", &u, err)
			}
			moves[m] = one.White + one.Draws + one.Black
		}
		if key == usualStart(p) {
			y.games = sum(moves)
		}
	}
	return nil
}

// client waits three times as long as an explorer does.
var client = http.Client{Timeout: 30 * time.Second}

// get reads JSON from a server.
func get(ctx context.Context, address string, value any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", address, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(value); err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	return nil
}

func (y *tally) replies(key chess.Key) map[chess.Move]int { return y.moves[key] }

// A hole is a move of the other side, the last of a line, that a repertoire has no answer to.
type hole struct {
	line
	games  int     // in which it was played
	share  float64 // of the games of a player of the repertoire: from 0 to 1
	likely float64 // the share of the line
}

// add adds a part of the share, that of a move in p, to the position after the move.
func (h *hole) add(to map[chess.Key]*hole, p chess.Position, m chess.Move, games int, part float64) {
	key, l, likely := p.After(m).Key(), line{h.start, append(slices.Clip(h.moves), m)}, h.likely*part
	at := to[key]
	if at == nil {
		at = &hole{line: l}
		to[key] = at
	}
	if c := cmp.Compare(likely, at.likely); c > 0 || c == 0 && l.compare(at.line) < 0 {
		at.line, at.likely = l, likely
	}
	at.games += games
	at.share += h.share * part
}

// holes returns the holes of a repertoire, those that are met most first. The function returns how often
// each move was played in a position.
//
// The games of a player of the repertoire flow through its graph ply by ply. Lines from another start have
// the share of all games that reach it, unless other lines do. Replies that lead to one position are one
// hole. Its line is the likeliest.
func (r *repertoire) holes(replies func(chess.Key) map[chess.Move]int) (holes []hole) {
	missing := map[chess.Key]*hole{}
	reached := map[chess.Key]bool{}
	sources := r.sorted(func(_ chess.Key, at *place) bool { return len(at.line.moves) == 0 })
	slices.SortStableFunc(sources, func(a, b chess.Key) int { // what leads to another is before it
		return cmp.Or(
			cmp.Compare(number(r.places[b].usual()), number(r.places[a].usual())),
			cmp.Compare(sum(replies(b)), sum(replies(a))),
		)
	})
	for _, source := range sources {
		if reached[source] {
			continue
		}
		games := sum(replies(usualStart(source.Position())))
		left := min(1, float64(sum(replies(source)))/float64(max(1, games))) // games may start from there
		layer := map[chess.Key]*hole{source: {r.places[source].line, 0, left, left}}
		for ply := 0; ply < len(r.places) && left > 1e-12; ply++ { // what is longer repeats positions
			next := map[chess.Key]*hole{}
			left = 0
			for _, key := range slices.SortedFunc(maps.Keys(layer), chess.Key.Compare) { // a sum depends on its order
				from := layer[key]
				p, own, all := key.Position(), r.places[key].moves, replies(key)
				left += from.share
				for _, m := range own {
					from.add(next, p, m, 0, 1/float64(len(own)))
				}
				counted := reached[key]
				reached[key] = true
				if p.Turn() == r.side {
					continue
				}
				whole := float64(sum(all))
				for m, n := range all {
					part := float64(n) / whole
					switch after := p.After(m); {
					case r.has(after):
						from.add(next, p, m, 0, part)
					case !after.Outcome().Over(): // else there is nothing to answer
						if counted {
							n = 0
						}
						from.add(missing, p, m, n, part)
					}
				}
			}
			layer = next
		}
	}
	for _, h := range missing {
		holes = append(holes, *h)
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
