package main

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A game is what the store keeps of a game that was read.
type game struct {
	id           gameID
	white, black string // the names, in lower case
	tags         []byte // the byte form of its GameTree without moves
	line                // its result, rating and date, its start and its moves
	moves        []chess.Move
}

// newGame takes the main line and the tags of a tree. The tree loses its moves.
func newGame(t *chess.GameTree) (*game, error) {
	g := &game{moves: t.Mainline(), white: playerName(t.Tag("White")), black: playerName(t.Tag("Black"))}
	if start := t.Start(); !start.Equal(chess.StartPosition()) {
		g.start = start
	}
	g.codes = make([]byte, 0, 2*len(g.moves))
	for _, m := range g.moves {
		var err error
		if g.codes, err = m.AppendBinary(g.codes); err != nil {
			return nil, err
		}
	}
	g.id = identify(t, &g.line)
	g.result = resultOf(t.Tag("Result"))
	g.rating = meanRating(rating(t.Tag("WhiteElo")), rating(t.Tag("BlackElo")))
	g.date = dateOf(t)
	for node := t.Root().Next(); node != nil; node = t.Root().Next() {
		node.Delete()
	}
	var err error
	g.tags, err = t.MarshalBinary()
	return g, err
}

// resultOf returns the result that a Result tag tells.
func resultOf(tag string) result {
	switch tag {
	case "1-0":
		return whiteWins
	case "0-1":
		return blackWins
	case "1/2-1/2":
		return draw
	}
	return unknown
}

// dateOf returns the date of a game.
func dateOf(t *chess.GameTree) month {
	return cmp.Or(monthOf(t.Tag("Date")), monthOf(t.Tag("UTCDate")))
}

// rating reads a tag with a rating. It returns 0 if it has none.
func rating(tag string) uint16 {
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

// playerName returns the form of a name by which players are found: "Carlsen,Magnus" is
// "Carlsen, Magnus" too.
func playerName(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, ", ", ","))
}
