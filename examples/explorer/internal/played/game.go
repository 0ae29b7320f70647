package played

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A Game is what the store keeps of a game that was read.
type Game struct {
	ID           GameID
	white, black string // the names, in lower case
	tags         []byte // the byte form of its GameTree without moves
	Line                // its result, rating and date, its start and its moves
	start        chess.Position
	moves        []chess.Move
}

// NewGame takes the main line and the tags of a tree. The tree loses its moves.
func NewGame(t *chess.GameTree) (*Game, error) {
	g := &Game{start: t.Start(), moves: t.Mainline(), white: PlayerName(t.Tag("White")), black: PlayerName(t.Tag("Black"))}
	g.ID = identify(t, g.moves)
	g.Line = newLine(g.start, g.moves)
	g.Result = ResultOf(t.Tag("Result"))
	if white, black := Rating(t.Tag("WhiteElo")), Rating(t.Tag("BlackElo")); white > 0 && black > 0 {
		g.rating = uint16((uint32(white) + uint32(black)) / 2)
	}
	g.Date = MonthOf(DateTag(t))
	g.Speed = SpeedOf(t.Tag("TimeControl"))
	for node := t.Root().Next(); node != nil; node = t.Root().Next() {
		node.Delete()
	}
	var err error
	g.tags, err = t.MarshalBinary()
	return g, err
}

// ReadTags reads the value of a game in the table of games: its ID, and a tree of its tags
// without its moves.
func ReadTags(value []byte) (id GameID, t *chess.GameTree, err error) {
	if len(value) < len(id) {
		return id, nil, ErrBroken
	}
	t = new(chess.GameTree)
	return GameID(value), t, t.UnmarshalBinary(value[len(id):])
}

// ResultOf returns the result that a Result tag tells.
func ResultOf(tag string) Result {
	if i := slices.Index(Results, tag); i >= 0 {
		return Result(i)
	}
	return Unknown
}

// DateTag returns the tag with the date of a game: UTCDate if Date has no year.
func DateTag(t *chess.GameTree) string {
	if date := t.Tag("Date"); MonthOf(date) > 0 {
		return date
	}
	return t.Tag("UTCDate")
}

// A Speed is how fast a game was played: 0 if that is not known, or else one more than an index
// of Speeds.
type Speed uint8

// Speeds are the names that lichess.org has for speeds.
var Speeds = []string{"ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"}

// String returns the name, or nothing.
func (s Speed) String() string {
	if s == 0 {
		return ""
	}
	return Speeds[s-1]
}

// SpeedOf returns the speed that a TimeControl tag tells. As lichess.org does, it goes by the time
// that a player has for 40 moves; no clock is correspondence.
func SpeedOf(tag string) Speed {
	if tag == "-" {
		return Speed(len(Speeds))
	}
	stage, _, more := strings.Cut(tag, ":")
	base, increment, increments := strings.Cut(stage, "+")
	moves, seconds, repeats := strings.Cut(base, "/")
	if !repeats {
		moves, seconds = "40", base
	}
	if !increments {
		increment = "0"
	}
	var x [3]float64
	for i, text := range []string{moves, seconds, increment} {
		var err error
		if x[i], err = strconv.ParseFloat(text, 64); err != nil || x[i] < 0 {
			return 0
		}
	}
	total := 40 * (x[1]/x[0] + x[2])
	if !(total > 0 && total < math.Inf(1)) || more && !repeats { // "5:00" is not of the PGN standard
		return 0
	}
	speed := Speed(1)
	for _, least := range []float64{30, 180, 480, 1500, 21600} {
		if total >= least {
			speed++
		}
	}
	return speed
}

// Rating reads a tag with a rating. It returns 0 if it has none.
func Rating(tag string) uint16 {
	n, err := strconv.ParseUint(tag, 10, 16)
	if err != nil {
		return 0
	}
	return uint16(n)
}

// PlayerName returns the form of a name by which players are found: "Carlsen,Magnus" is
// "Carlsen, Magnus" too.
func PlayerName(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, ", ", ","))
}

// A Month is the date of a game as far as the explorer knows it: the year times 13 and
// the month from 1 to 12, or 0 if only the year is known. The zero month is no date.
type Month uint16

// MonthsOfYear is the number of months that a year has: twelve, and none.
const MonthsOfYear = 13

// MonthOf reads a Date tag, such as "1972.07.11" or "1972.??.??". It returns 0 for what
// has no year.
func MonthOf(date string) Month {
	year, rest, _ := strings.Cut(date, ".")
	text, _, _ := strings.Cut(rest, ".")
	y, err := strconv.Atoi(year)
	if err != nil || y <= 0 || y >= 1<<16/MonthsOfYear {
		return 0
	}
	m, err := strconv.Atoi(text)
	if err != nil || m < 0 || m > 12 {
		m = 0
	}
	return Month(y*MonthsOfYear + m)
}

// ParseMonth reads "1972" or "1972-07", of which an empty text is no month. If last is
// set, a year alone is its last month.
func ParseMonth(s string, last bool) (Month, error) {
	if s == "" {
		return 0, nil
	}
	d := MonthOf(strings.ReplaceAll(s, "-", "."))
	if d == 0 || d.String() != s {
		return 0, fmt.Errorf("%.25q is not a year or a month, such as 1972 or 1972-07", s)
	}
	if last && d%MonthsOfYear == 0 {
		d += MonthsOfYear - 1
	}
	return d, nil
}

// Year returns the year, or 0.
func (d Month) Year() int { return int(d / MonthsOfYear) }

// String returns the form "1972-07", or "1972", or nothing.
func (d Month) String() string {
	switch {
	case d == 0:
		return ""
	case d%MonthsOfYear == 0:
		return fmt.Sprintf("%04d", d.Year())
	}
	return fmt.Sprintf("%04d-%02d", d.Year(), d%MonthsOfYear)
}
