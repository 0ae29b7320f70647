package main

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"slices"

	"github.com/cockroachdb/pebble/v2"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// A Filter chooses games. The zero Filter chooses all.
type Filter struct {
	Since, Until         played.Month // inclusive, 0 for no limit; a game without a date is in no range
	Player, White, Black string       // the names, of which the beginning is enough, in upper or lower case
	Results              uint16       // a bit for each of played.Results; 0 for all
	Speeds, Ratings      uint16       // the same of played.Speeds and played.RatingGroups; a game without one is in none
}

// A View is the store at one moment: what is added later is not in it. It must be closed.
type View struct {
	pebble.Reader
	players []bitSet // for each player of the filter, the numbers of the games
	filter  Filter
}

// View returns a view of the games that a filter chooses.
func (s *Store) View(ctx context.Context, f Filter) (*View, error) {
	v := &View{Reader: s.db.NewSnapshot(), filter: f}
	for _, p := range []struct {
		name  string
		sides []chess.Color
	}{{f.Player, []chess.Color{chess.White, chess.Black}}, {f.White, []chess.Color{chess.White}}, {f.Black, []chess.Color{chess.Black}}} {
		if p.name == "" {
			continue
		}
		games, err := v.gamesOf(ctx, p.name, p.sides)
		if err != nil {
			return nil, errors.Join(err, v.Close())
		}
		v.players = append(v.players, games)
	}
	return v, nil
}

// gamesOf returns the games in which a player whose name begins so has one of the sides.
func (v *View) gamesOf(ctx context.Context, name string, sides []chess.Color) (bitSet, error) {
	games := bitSet{}
	for row, err := range rows(ctx, v, append([]byte{played.TablePlayers}, played.PlayerName(name)...)) {
		if err != nil {
			return nil, err
		}
		side, n, err := played.ReadPlayer(row.Key())
		if err != nil {
			return nil, err
		}
		if slices.Contains(sides, side) {
			games.add(uint32(n))
		}
	}
	return games, nil
}

// A bitSet is a set of numbers: a bit for each.
type bitSet []uint64

// add adds a number.
func (s *bitSet) add(n uint32) {
	for int(n>>6) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[n>>6] |= 1 << (n & 63)
}

// has reports whether a number is in the set.
func (s bitSet) has(n uint32) bool { return int(n>>6) < len(s) && s[n>>6]>>(n&63)&1 != 0 }

// rows yields the rows whose keys begin with a prefix, each valid until the next.
func rows(ctx context.Context, r pebble.Reader, prefix []byte) iter.Seq2[*pebble.Iterator, error] {
	return between(ctx, r, prefix, after(prefix))
}

// after returns the first key after all that begin with a prefix.
func after(prefix []byte) []byte {
	end := slices.Clone(prefix)
	for i, b := range slices.Backward(end) {
		if b < 0xFF {
			end[i]++
			return end[:i+1]
		}
	}
	return nil
}

// between yields the rows from a key to another, which is not one of them, each valid
// until the next. Its last error may be that of ctx.
func between(ctx context.Context, r pebble.Reader, from, to []byte) iter.Seq2[*pebble.Iterator, error] {
	return func(yield func(*pebble.Iterator, error) bool) {
		it, err := r.NewIter(&pebble.IterOptions{LowerBound: from, UpperBound: to})
		if err != nil {
			yield(nil, err)
			return
		}
		defer it.Close()
		for ok := it.First(); ok && ctx.Err() == nil; ok = it.Next() {
			if !yield(it, nil) {
				return
			}
		}
		if err := cmp.Or(ctx.Err(), it.Error()); err != nil {
			yield(nil, err)
		}
	}
}

// get returns the value of a row, or nil if there is no such row.
func get(r pebble.Reader, key []byte) ([]byte, error) {
	value, closer, err := r.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return append([]byte{}, value...), nil
}

// last returns the number of the last game, or 0.
func last(r pebble.Reader) (played.GameNumber, error) {
	it, err := r.NewIter(&pebble.IterOptions{LowerBound: []byte{played.TableGames}, UpperBound: []byte{played.TableGames + 1}})
	if err != nil {
		return 0, err
	}
	defer it.Close()
	if !it.Last() {
		return 0, it.Error()
	}
	return played.ReadNumber(it.Key()), nil
}

// chooses reports whether the filter chooses the game of a visit.
func (v *View) chooses(x played.Visit) bool {
	f := &v.filter
	switch {
	case f.Since > 0 && x.Date < f.Since, f.Until > 0 && (x.Date == 0 || x.Date > f.Until):
		return false
	case f.Results != 0 && f.Results>>x.Result&1 == 0, f.Speeds != 0 && f.Speeds<<1>>x.Speed&1 == 0, f.Ratings != 0 && f.Ratings<<1>>x.RatingGroup()&1 == 0:
		return false
	}
	return !slices.ContainsFunc(v.players, func(games bitSet) bool { return !games.has(uint32(x.Game)) })
}

// record returns the record of a position, which is empty if no game has reached it.
func (v *View) record(key chess.Key) (played.Record, error) {
	data, err := get(v, played.KeyOf(played.TablePositions, key))
	if err != nil || data == nil {
		return played.Record{}, err
	}
	return played.ReadRecord(data)
}

// visits yields the visits of the chosen games to a position, whose record is r, the best
// rated first.
func (v *View) visits(ctx context.Context, key chess.Key, r *played.Record) iter.Seq2[played.Visit, error] {
	return func(yield func(played.Visit, error) bool) {
		pass := func(x played.Visit) bool { return !v.chooses(x) || yield(x, nil) }
		own := r.Visits
		if len(r.Moves) > 0 {
			for row, err := range rows(ctx, v, played.KeyOf(played.TableVisits, key)) {
				var next played.Visit
				if err == nil {
					next, err = played.ReadVisit(row.Key(), row.Value())
				}
				if err != nil {
					yield(played.Visit{}, err)
					return
				}
				for ; len(own) > 0 && played.Better(own[0], next) < 0; own = own[1:] {
					if !pass(own[0]) {
						return
					}
				}
				if !pass(next) {
					return
				}
			}
		}
		for _, x := range own {
			if !pass(x) {
				return
			}
		}
	}
}

// Counts is what was played in a position.
type Counts struct {
	played.Counter
	Top    []played.Visit // the best rated
	Recent []played.Visit // the latest
}

// Count counts the visits to a position, with this many of the best rated and of the latest
// games.
func (v *View) Count(ctx context.Context, key chess.Key, top, recent int) (c Counts, err error) {
	r, err := v.record(key)
	if err != nil {
		return c, err
	}
	if v.filter == (Filter{}) && recent <= played.MostRecent { // the record is enough for all but the best games
		c.Counter = r.Counter
		c.CountAll(r.Visits)
		c.Recent = append(slices.Clone(r.Visits), r.Recent...)
		c.Top, err = v.Games(ctx, key, 0, top)
	} else {
		var last played.GameNumber
		for x, err := range v.visits(ctx, key, &r) {
			if err != nil {
				return c, err
			}
			again := x.Game == last
			c.Count(x, again)
			if last = x.Game; again {
				continue
			}
			if len(c.Top) < top {
				c.Top = append(c.Top, x)
			}
			if c.Recent = append(c.Recent, x); len(c.Recent) > 2*recent+1000 {
				c.Recent = played.Latest(c.Recent, recent)
			}
		}
	}
	c.Recent = played.Latest(c.Recent, recent)
	slices.SortStableFunc(c.Moves, func(a, b played.MoveTally) int { return cmp.Compare(b.Games(), a.Games()) })
	return c, err
}

// Games returns the games that reach a position, the best rated first, from an offset,
// but not more than limit.
func (v *View) Games(ctx context.Context, key chess.Key, offset, limit int) (page []played.Visit, err error) {
	r, err := v.record(key)
	if err != nil {
		return nil, err
	}
	var last played.GameNumber
	for x, err := range v.visits(ctx, key, &r) {
		if err != nil {
			return nil, err
		}
		if x.Game == last {
			continue
		}
		if last = x.Game; offset > 0 {
			offset--
			continue
		}
		if len(page) == limit {
			break
		}
		page = append(page, x)
	}
	return page, nil
}

// Tags returns the ID of a game, and a tree of its tags without its moves.
func (v *View) Tags(n played.GameNumber) (id played.GameID, t *chess.GameTree, err error) {
	tags, err := get(v, played.NumberKey(played.TableGames, n))
	if err != nil {
		return id, nil, err
	}
	return played.ReadTags(tags)
}

// errNoGame is the error of Game.
var errNoGame = errors.New("there is no such game")

// Game returns a game.
func (v *View) Game(id played.GameID) (*chess.GameTree, error) {
	data, err := get(v, played.IDKey(id))
	switch {
	case err != nil:
		return nil, err
	case data == nil:
		return nil, errNoGame
	case len(data) != 4:
		return nil, played.ErrBroken
	}
	_, t, err := v.tree(played.GameNumber(binary.BigEndian.Uint32(data)))
	return t, err
}

// tree returns the game with a number.
func (v *View) tree(n played.GameNumber) (id played.GameID, t *chess.GameTree, err error) {
	if id, t, err = v.Tags(n); err != nil {
		return id, nil, err
	}
	line, err := get(v, played.NumberKey(played.TableLines, n))
	if err != nil {
		return id, nil, err
	}
	return id, t, played.AddMoves(t, line)
}
