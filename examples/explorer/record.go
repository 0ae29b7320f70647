package main

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"github.com/cockroachdb/pebble/v2"
)

// A visit is a game in a position, and a move that was played there.
type visit struct {
	game   gameNumber
	rating uint16 // the mean of those of the players, or 0 if one is not known
	date   month
	result result
	move   moveCode
}

// A result is how a game ended.
type result uint8

const (
	whiteWins result = iota
	draw
	blackWins
	unknown
)

// pack returns the date and the result as a number.
func (v visit) pack() uint32 { return uint32(v.date)<<2 | uint32(v.result) }

// unpack is the inverse of pack.
func (v *visit) unpack(x uint32) { v.date, v.result = month(x>>2), result(x&3) }

// better orders visits: the best rated first.
func better(a, b visit) int {
	return cmp.Or(cmp.Compare(b.rating, a.rating), cmp.Compare(a.game, b.game), cmp.Compare(a.move, b.move))
}

// later orders visits: the latest first.
func later(a, b visit) int { return cmp.Or(cmp.Compare(b.date, a.date), better(a, b)) }

// A tally counts games.
type tally struct {
	results [unknown + 1]uint64
	ratings uint64     // the sum
	rated   uint64     // how many games have a rating
	first   month      // of the games with a date; 0 if none has one
	last    month      // the same
	game    gameNumber // that with the lowest number
}

// games returns the number of games.
func (t *tally) games() (n uint64) {
	for _, x := range t.results {
		n += x
	}
	return n
}

// averageRating returns the mean of the known ratings, or 0.
func (t *tally) averageRating() uint64 {
	if t.rated == 0 {
		return 0
	}
	return (t.ratings + t.rated/2) / t.rated
}

// count counts a game.
func (t *tally) count(v visit) {
	one := tally{ratings: uint64(v.rating), first: v.date, last: v.date, game: v.game}
	one.results[v.result] = 1
	if v.rating > 0 {
		one.rated = 1
	}
	t.add(&one)
}

// add adds the games of another tally.
func (t *tally) add(u *tally) {
	for i, n := range u.results {
		t.results[i] += n
	}
	t.ratings += u.ratings
	t.rated += u.rated
	t.last = max(t.last, u.last)
	t.first = lowest(t.first, u.first)
	t.game = lowest(t.game, u.game)
}

// lowest returns the lower of two numbers, of which 0 is none.
func lowest[T month | gameNumber](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// A moveTally counts the games that have played a move.
type moveTally struct {
	move moveCode
	tally
}

// A counter counts the visits to a position. A game that has played several moves there
// is counted for each of them, but once in all.
type counter struct {
	total tally
	moves []moveTally // in the order of the codes
}

// count counts a visit; again tells that another of the same game has been counted.
func (c *counter) count(v visit, again bool) {
	if !again {
		c.total.count(v)
	}
	c.of(v.move).count(v)
}

// of returns the tally of a move.
func (c *counter) of(m moveCode) *moveTally {
	i, ok := slices.BinarySearchFunc(c.moves, m, func(t moveTally, m moveCode) int { return cmp.Compare(t.move, m) })
	if !ok {
		c.moves = slices.Insert(c.moves, i, moveTally{move: m})
	}
	return &c.moves[i]
}

// countAll counts visits in the order of better.
func (c *counter) countAll(visits []visit) {
	for i, v := range visits {
		c.count(v, i > 0 && visits[i-1].game == v.game)
	}
}

// add adds what another counter has counted.
func (c *counter) add(d *counter) {
	c.total.add(&d.total)
	for i := range d.moves {
		c.of(d.moves[i].move).add(&d.moves[i].tally)
	}
}

// A record is what the store knows of a position. Few visits stand in it one by one. Of
// many that came in one block it has the counts, and the visits have rows of their own.
type record struct {
	counter         // of the visits with rows of their own
	recent  []visit // the latest of these
	visits  []visit // the others, in the order of better
}

const (
	fewVisits  = 8 // of one block, to stand in the record
	mostRecent = 8 // visits in record.recent
)

// newRecord returns the record of visits in the order of better.
func newRecord(visits []visit) (r record) {
	if len(visits) <= fewVisits {
		return record{visits: visits}
	}
	r.countAll(visits)
	r.recent = latest(slices.Clone(visits), mostRecent)
	return r
}

// latest returns the latest n of the games of some visits, whose order it changes.
func latest(visits []visit, n int) []visit {
	slices.SortFunc(visits, later)
	visits = slices.CompactFunc(visits, func(a, b visit) bool { return a.game == b.game })
	return visits[:min(n, len(visits))]
}

// add adds the visits of another record of the same position.
func (r *record) add(s *record) {
	r.counter.add(&s.counter)
	r.recent = latest(append(r.recent, s.recent...), mostRecent)
	r.visits = append(r.visits, s.visits...)
	slices.SortFunc(r.visits, better)
}

// append appends the record as bytes.
func (r *record) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(r.moves)))
	if len(r.moves) > 0 {
		dst = r.total.append(dst)
		for i := range r.moves {
			dst = binary.BigEndian.AppendUint16(dst, uint16(r.moves[i].move))
			dst = r.moves[i].tally.append(dst)
		}
		dst = append(dst, byte(len(r.recent)))
		for _, v := range r.recent {
			dst = v.append(dst)
		}
	}
	for _, v := range r.visits {
		dst = v.append(dst)
	}
	return dst
}

func (t *tally) append(dst []byte) []byte {
	for _, n := range t.results {
		dst = binary.AppendUvarint(dst, n)
	}
	for _, n := range [...]uint64{t.ratings, t.rated, uint64(t.first), uint64(t.last - t.first), uint64(t.game)} {
		dst = binary.AppendUvarint(dst, n)
	}
	return dst
}

func (v visit) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint16(dst, v.rating)
	dst = binary.BigEndian.AppendUint16(dst, uint16(v.move))
	dst = binary.AppendUvarint(dst, uint64(v.pack()))
	return binary.AppendUvarint(dst, uint64(v.game))
}

// errBroken is the error of a row that this program has not written.
var errBroken = errors.New("the store has a row that is broken")

// readRecord reads what record.append appends.
func readRecord(data []byte) (r record, err error) {
	d := decoder{data: data}
	if n := d.uvarint(); n > 0 {
		r.total = d.tally()
		for range n {
			r.moves = append(r.moves, moveTally{moveCode(d.uint16()), d.tally()})
			if d.broken {
				return r, errBroken
			}
		}
		for range d.byte() {
			r.recent = append(r.recent, d.visit())
		}
	}
	for len(d.data) > 0 && !d.broken {
		r.visits = append(r.visits, d.visit())
	}
	if d.broken {
		return r, errBroken
	}
	return r, nil
}

// A decoder reads bytes. Once they are broken it reads zeros.
type decoder struct {
	data   []byte
	broken bool
}

// take returns the next n bytes.
func (d *decoder) take(n int) []byte {
	if d.broken || n > len(d.data) {
		d.broken = true
		return make([]byte, n)
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

func (d *decoder) byte() byte     { return d.take(1)[0] }
func (d *decoder) uint16() uint16 { return binary.BigEndian.Uint16(d.take(2)) }

func (d *decoder) uvarint() uint64 {
	x, n := binary.Uvarint(d.data)
	if n <= 0 || d.broken {
		d.broken = true
		return 0
	}
	d.data = d.data[n:]
	return x
}

func (d *decoder) tally() (t tally) {
	for i := range t.results {
		t.results[i] = d.uvarint()
	}
	t.ratings, t.rated = d.uvarint(), d.uvarint()
	t.first = month(d.uvarint())
	t.last = t.first + month(d.uvarint())
	t.game = gameNumber(d.uvarint())
	return t
}

func (d *decoder) visit() (v visit) {
	v.rating, v.move = d.uint16(), moveCode(d.uint16())
	v.unpack(uint32(d.uvarint()))
	v.game = gameNumber(d.uvarint())
	return v
}

// merger adds the records of a position, which come from different blocks.
var merger = &pebble.Merger{
	Name: "chess.explorer.record.1",
	Merge: func(key, value []byte) (pebble.ValueMerger, error) {
		return &recordMerger{first: slices.Clone(value)}, nil
	},
}

// A recordMerger is the sum of some records.
type recordMerger struct {
	first []byte // nil once it is in sum
	sum   record
}

// MergeNewer implements pebble.ValueMerger.
func (m *recordMerger) MergeNewer(value []byte) error {
	if m.first != nil { // most positions have one record, which is never read
		sum, err := readRecord(m.first)
		if err != nil {
			return err
		}
		m.sum, m.first = sum, nil
	}
	r, err := readRecord(value)
	if err == nil {
		m.sum.add(&r)
	}
	return err
}

// MergeOlder implements pebble.ValueMerger.
func (m *recordMerger) MergeOlder(value []byte) error { return m.MergeNewer(value) }

// Finish implements pebble.ValueMerger.
func (m *recordMerger) Finish(bool) ([]byte, io.Closer, error) {
	if m.first != nil {
		return m.first, nil, nil
	}
	return m.sum.append(nil), nil, nil
}
