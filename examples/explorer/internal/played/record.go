package played

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"sync"
)

// A Visit is a game in a position, and a move that was played there.
type Visit struct {
	Game   GameNumber
	rating uint16 // the mean of those of the players, or 0 if one is not known
	Date   Month
	Result Result
	Speed  Speed
	Move   MoveCode
}

// RatingGroups are the lowest ratings of the groups in which lichess.org puts games.
var RatingGroups = []int{0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500}

// RatingGroup returns which of the groups the game is in, from 1, or 0 if it has no rating.
func (v Visit) RatingGroup() (n int) {
	for n < len(RatingGroups) && v.rating > 0 && int(v.rating) >= RatingGroups[n] {
		n++
	}
	return n
}

// A Result is how a game ended.
type Result uint8

const (
	WhiteWins Result = iota
	Draw
	BlackWins
	Unknown
)

// Results are the results as a Result tag has them.
var Results = []string{WhiteWins: "1-0", Draw: "1/2-1/2", BlackWins: "0-1", Unknown: "*"}

// pack returns the speed, the date and the result as a number. The speed stands above the
// date, where it makes no varint of a game with a date longer.
func (v Visit) pack() uint32 { return uint32(v.Speed)<<18 | uint32(v.Date)<<2 | uint32(v.Result) }

// unpack is the inverse of pack.
func (v *Visit) unpack(x uint32) {
	v.Speed, v.Date, v.Result = Speed(x>>18&7), Month(x>>2), Result(x&3)
}

// Better orders visits: the best rated first.
func Better(a, b Visit) int {
	return cmp.Or(cmp.Compare(b.rating, a.rating), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Move, b.Move))
}

// later orders visits: the latest first.
func later(a, b Visit) int { return cmp.Or(cmp.Compare(b.Date, a.Date), Better(a, b)) }

// A Tally counts games.
type Tally struct {
	Results [Unknown + 1]uint64
	Ratings uint64     // the sum
	Rated   uint64     // how many games have a rating
	First   Month      // of the games with a date; 0 if none has one
	Last    Month      // the same
	Game    GameNumber // that with the lowest number
}

// Games returns the number of games.
func (t *Tally) Games() (n uint64) {
	for _, x := range t.Results {
		n += x
	}
	return n
}

// AverageRating returns the mean of the known ratings, or 0.
func (t *Tally) AverageRating() uint64 {
	if t.Rated == 0 {
		return 0
	}
	return (t.Ratings + t.Rated/2) / t.Rated
}

// count counts a game.
func (t *Tally) count(v Visit) {
	one := Tally{Ratings: uint64(v.rating), First: v.Date, Last: v.Date, Game: v.Game}
	one.Results[v.Result] = 1
	if v.rating > 0 {
		one.Rated = 1
	}
	t.add(&one)
}

// add adds the games of another tally.
func (t *Tally) add(u *Tally) {
	for i, n := range u.Results {
		t.Results[i] += n
	}
	t.Ratings += u.Ratings
	t.Rated += u.Rated
	t.Last = max(t.Last, u.Last)
	t.First = lowest(t.First, u.First)
	t.Game = lowest(t.Game, u.Game)
}

// lowest returns the lower of two numbers, of which 0 is none.
func lowest[T Month | GameNumber](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// A MoveTally counts the games that have played a move.
type MoveTally struct {
	Move MoveCode
	Tally
}

// A Counter counts the visits to a position. A game that has played several moves there
// is counted for each of them, but once in all.
type Counter struct {
	Total Tally
	Moves []MoveTally // in the order of the codes
}

// Count counts a visit; again tells that another of the same game has been counted.
func (c *Counter) Count(v Visit, again bool) {
	if !again {
		c.Total.count(v)
	}
	c.of(v.Move).count(v)
}

// of returns the tally of a move.
func (c *Counter) of(m MoveCode) *MoveTally {
	i, ok := slices.BinarySearchFunc(c.Moves, m, func(t MoveTally, m MoveCode) int { return cmp.Compare(t.Move, m) })
	if !ok {
		c.Moves = slices.Insert(c.Moves, i, MoveTally{Move: m})
	}
	return &c.Moves[i]
}

// CountAll counts visits in the order of Better.
func (c *Counter) CountAll(visits []Visit) {
	for i, v := range visits {
		c.Count(v, i > 0 && visits[i-1].Game == v.Game)
	}
}

// add adds what another counter has counted.
func (c *Counter) add(d *Counter) {
	c.Total.add(&d.Total)
	for i := range d.Moves {
		c.of(d.Moves[i].Move).add(&d.Moves[i].Tally)
	}
}

// A Record is what the store knows of a position. Few visits stand in it one by one. Of
// many that came in one block it has the counts, and the visits have rows of their own.
type Record struct {
	Counter         // of the visits with rows of their own
	Recent  []Visit // the latest of these
	Visits  []Visit // the others, in the order of Better
}

const (
	fewVisits  = 8 // of one block, to stand in the record
	MostRecent = 8 // visits in Record.Recent
)

// newRecord returns the record of visits in the order of Better.
func newRecord(visits []Visit) (r Record) {
	if len(visits) <= fewVisits {
		return Record{Visits: visits}
	}
	r.CountAll(visits)
	r.Recent = Latest(slices.Clone(visits), MostRecent)
	return r
}

// Latest returns the latest n of the games of some visits, whose order it changes.
func Latest(visits []Visit, n int) []Visit {
	slices.SortFunc(visits, later)
	visits = slices.CompactFunc(visits, func(a, b Visit) bool { return a.Game == b.Game })
	return visits[:min(n, len(visits))]
}

// add adds the visits of another record of the same position. The visits are in order
// again after sort.
func (r *Record) add(s *Record) {
	r.Counter.add(&s.Counter)
	r.Recent = append(r.Recent, s.Recent...)
	r.Visits = append(r.Visits, s.Visits...)
}

// sort brings the visits into order, and keeps the latest.
func (r *Record) sort() {
	r.Recent = Latest(r.Recent, MostRecent)
	slices.SortFunc(r.Visits, Better)
}

// append appends the record as bytes.
func (r *Record) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(r.Moves)))
	if len(r.Moves) > 0 {
		dst = r.Total.append(dst)
		for i := range r.Moves {
			dst = binary.BigEndian.AppendUint16(dst, uint16(r.Moves[i].Move))
			dst = r.Moves[i].Tally.append(dst)
		}
		dst = append(dst, byte(len(r.Recent)))
		for _, v := range r.Recent {
			dst = v.append(dst)
		}
	}
	for _, v := range r.Visits {
		dst = v.append(dst)
	}
	return dst
}

func (t *Tally) append(dst []byte) []byte {
	for _, n := range t.Results {
		dst = binary.AppendUvarint(dst, n)
	}
	for _, n := range [...]uint64{t.Ratings, t.Rated, uint64(t.First), uint64(t.Last - t.First), uint64(t.Game)} {
		dst = binary.AppendUvarint(dst, n)
	}
	return dst
}

func (v Visit) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint16(dst, v.rating)
	dst = binary.BigEndian.AppendUint16(dst, uint16(v.Move))
	dst = binary.AppendUvarint(dst, uint64(v.pack()))
	return binary.AppendUvarint(dst, uint64(v.Game))
}

// ErrBroken is the error of a row that this program has not written.
var ErrBroken = errors.New("the store has a row that is broken")

// ReadRecord reads what Record.append appends.
func ReadRecord(data []byte) (r Record, err error) {
	d := decoder{data: data}
	if n := d.uvarint(); n > 0 {
		r.Total = d.tally()
		for range n {
			r.Moves = append(r.Moves, MoveTally{MoveCode(d.uint16()), d.tally()})
			if d.broken {
				return r, ErrBroken
			}
		}
		for range d.byte() {
			r.Recent = append(r.Recent, d.visit())
		}
	}
	for len(d.data) > 0 && !d.broken {
		r.Visits = append(r.Visits, d.visit())
	}
	if d.broken {
		return r, ErrBroken
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

func (d *decoder) tally() (t Tally) {
	for i := range t.Results {
		t.Results[i] = d.uvarint()
	}
	t.Ratings, t.Rated = d.uvarint(), d.uvarint()
	t.First = Month(d.uvarint())
	t.Last = t.First + Month(d.uvarint())
	t.Game = GameNumber(d.uvarint())
	return t
}

func (d *decoder) visit() (v Visit) {
	v.rating, v.Move = d.uint16(), MoveCode(d.uint16())
	v.unpack(uint32(d.uvarint()))
	v.Game = GameNumber(d.uvarint())
	return v
}

// A Sum is the sum of some records of a position, which come from different blocks, as
// bytes. It is a ValueMerger of Pebble, and the io.Closer of what Finish returns.
type Sum struct {
	value   []byte // the only record, or the result
	several bool   // then their sum is in record
	record  Record
}

// sums keeps what Close gives back: most positions have one record, and need a Sum only
// for that.
var sums = sync.Pool{New: func() any { return new(Sum) }}

// NewSum returns the sum of one record.
func NewSum(value []byte) *Sum {
	s := sums.Get().(*Sum)
	s.value, s.several, s.record = append(s.value[:0], value...), false, Record{}
	return s
}

// MergeNewer adds a record.
func (s *Sum) MergeNewer(value []byte) error {
	r, err := ReadRecord(value)
	if err == nil && !s.several { // the only record is never read
		s.record, err = ReadRecord(s.value)
		s.several = true
	}
	if err == nil {
		s.record.add(&r)
	}
	return err
}

// MergeOlder adds a record.
func (s *Sum) MergeOlder(value []byte) error { return s.MergeNewer(value) }

// Finish returns the record, which is valid until Close.
func (s *Sum) Finish(bool) ([]byte, io.Closer, error) {
	if s.several {
		s.record.sort()
		s.value = s.record.append(s.value[:0])
	}
	return s.value, s, nil
}

// Close ends the use of the sum and of its result.
func (s *Sum) Close() error {
	sums.Put(s)
	return nil
}
