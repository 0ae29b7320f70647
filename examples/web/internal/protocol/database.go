package protocol

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
)

// An indexed game is what the page keeps of one: what there is to find it by, and its PGN.
type indexed struct {
	ID      string `json:"id"` // of the PGN, which the page may change later
	White   string `json:"white"`
	Black   string `json:"black"`
	Elo     [2]int `json:"elo"` // 0 if it is not known
	Event   string `json:"event"`
	Date    string `json:"date"` // as PGN has it, "1999.01.??", or ""
	Result  string `json:"result"`
	Opening string `json:"opening"` // "B00 Pirc Defense"
	Moves   string `json:"moves"`   // in UCI notation, with blanks between
	Keys    string `json:"keys"`    // of the start position and those after each move, with blanks between: see keyOf
	PGN     string `json:"pgn"`
}

type indexQuestion typed

// An index has the games of a PGN that can be kept.
type index struct {
	Games []indexed `json:"games"`
	Left  int       `json:"left"` // how many games were left out: they have no legal move
}

// answer returns the games of a PGN, each up to its first fault.
func (q *indexQuestion) answer(c *call) (any, error) {
	found := index{Games: []indexed{}}
	for r := chess.NewPGNReader(strings.NewReader(q.Text)); c.ctx.Err() == nil; {
		tree, err := r.Next()
		if err == io.EOF {
			break
		}
		game, err := recordedFrom(tree, err)
		if err != nil {
			found.Left++
			continue
		}
		e, err := indexedFrom(game.Tree)
		if err != nil {
			return nil, err
		}
		found.Games = append(found.Games, e)
	}
	return found, c.ctx.Err()
}

func indexedFrom(tree *chess.GameTree) (indexed, error) {
	text, err := tree.MarshalText()
	if err != nil {
		return indexed{}, err
	}
	known := func(tag string) string {
		value := tree.Tag(tag)
		if strings.Trim(value, "?-.") == "" {
			return ""
		}
		return value
	}
	e := indexed{
		White: known("White"), Black: known("Black"), Event: known("Event"), Date: known("Date"),
		Result: tree.Outcome().String(), Opening: tree.Opening().String(), PGN: string(text),
	}
	for i, tag := range [2]string{"WhiteElo", "BlackElo"} {
		e.Elo[i], _ = strconv.Atoi(tree.Tag(tag)) // 0 if it is no number
	}
	id := fnv.New64a()
	id.Write(text)
	e.ID = "#" + shortened(id.Sum64())
	g, _ := tree.Game() // up to a pass, which is no move
	p := g.Start()
	keys, moves := []string{keyOf(p)}, []string{}
	for _, m := range g.Moves() {
		moves = append(moves, p.UCI(m))
		p = p.After(m)
		keys = append(keys, keyOf(p))
	}
	e.Moves, e.Keys = strings.Join(moves, " "), strings.Join(keys, " ")
	return e, nil
}

// keyOf returns a text by which the page finds a position: that of its chess.Key.
func keyOf(p chess.Position) string { return shortened(p.Key().Hash()) }

// shortened returns a number as eleven letters, digits, pluses and slashes.
func shortened(n uint64) string {
	return base64.RawStdEncoding.EncodeToString(binary.BigEndian.AppendUint64(nil, n))
}
