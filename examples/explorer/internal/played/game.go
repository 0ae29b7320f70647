package played

import (
	"cmp"
	"encoding/binary"
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
	form := make([]byte, 0, 2*len(g.moves))
	for _, m := range g.moves {
		form = binary.BigEndian.AppendUint16(form, uint16(codeOf(m)))
	}
	g.ID = identify(t, form)
	g.Line = newLine(g.start, form)
	g.Result = ResultOf(t.Tag("Result"))
	g.rating = meanRating(Rating(t.Tag("WhiteElo")), Rating(t.Tag("BlackElo")))
	g.Date = DateOf(t)
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
	switch tag {
	case "1-0":
		return WhiteWins
	case "0-1":
		return BlackWins
	case "1/2-1/2":
		return Draw
	}
	return Unknown
}

// DateOf returns the date of a game.
func DateOf(t *chess.GameTree) Month {
	return cmp.Or(MonthOf(t.Tag("Date")), MonthOf(t.Tag("UTCDate")))
}

// Rating reads a tag with a rating. It returns 0 if it has none.
func Rating(tag string) uint16 {
	n, err := strconv.ParseUint(tag, 10, 16)
	if err != nil {
		return 0
	}
	return uint16(n)
}

// meanRating returns the mean of the ratings of two players, or 0 if one is not known.
func meanRating(a, b uint16) uint16 {
	if a == 0 || b == 0 {
		return 0
	}
	return uint16((uint32(a) + uint32(b)) / 2)
}

// PlayerName returns the form of a name by which players are found: "Carlsen,Magnus" is
// "Carlsen, Magnus" too.
func PlayerName(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, ", ", ","))
}
