package chess

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// A jsonGame is the JSON of a Game: with its moves to write it, with their text to
// read it.
type jsonGame[T []Move | json.RawMessage] struct {
	Start   *Position `json:"start"`
	Moves   T         `json:"moves"`
	Outcome Outcome   `json:"outcome"`
	Ended   bool      `json:"ended,omitempty"`
}

// maxPlies bounds the length of a Game as JSON and in bytes. The longest that the
// rules allow has 17,697 plies; a Game of a million takes 56 MB.
const maxPlies = 1_000_000

// MarshalJSON returns the game as an object. Unlike the PGN of Tree, it keeps the
// reason why the game ended, whatever it is:
//
//	{
//		"start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
//		"moves": ["e2e4", "e7e5"],
//		"outcome": "1-0 resignation",
//		"ended": true
//	}
//
// The outcome is "*" while the game goes on. "ended" is there if the game was ended
// by End. MarshalJSON rejects, with a *ParseError, a game that begins with a position
// that ParseFEN does not read, such as the zero Position, and one of more than a
// million plies.
func (g Game) MarshalJSON() ([]byte, error) {
	if err := unreadable(g.first()); err != nil {
		return nil, err
	}
	if g.Len() > maxPlies {
		return nil, tooManyPlies(g.Len())
	}
	return json.Marshal(jsonGame[[]Move]{Start: g.first(), Moves: g.Moves(), Outcome: g.Outcome(), Ended: g.ended != Outcome{}})
}

// unreadable returns the error if no FEN is read as a position.
func unreadable(p *Position) error {
	if p.isZero() {
		return noPosition("start of the game")
	}
	_, err := ParseFEN(p.FEN())
	return err
}

// tooManyPlies returns the error about a game that is too long to be written or read.
func tooManyPlies(plies int) error {
	return &ParseError{Kind: ErrSyntax, Field: "number of plies", Input: strconv.Itoa(plies), Detail: "more than 1,000,000"}
}

// UnmarshalJSON reads a game as MarshalJSON writes it. Everything may be missing:
// the start is the start position then, and the outcome follows from the moves. An
// outcome that the rules do not give ends the game. As in recorded games, the moves may go
// on after a draw by the rules, and a game drawn so may have another end. It takes at most 32 bytes of memory for each byte of data. An error is a
// *ParseError, that of Continue or End with the ply, or one of encoding/json; g is then
// unchanged.
func (g *Game) UnmarshalJSON(data []byte) error {
	if string(data) == "null" { // changes nothing, by the convention of encoding/json
		return nil
	}
	var x jsonGame[json.RawMessage]
	if err := readJSON(data, &x, "Game"); err != nil {
		return err
	}
	var h Game
	if x.Start != nil {
		if x.Start.isZero() {
			return noPosition("start of the game")
		}
		h = *NewGame(*x.Start)
	}
	if err := h.playJSON(x.Moves); err != nil {
		return err
	}
	if x.Ended || x.Outcome.Over() && x.Outcome != h.Outcome() {
		if err := h.record(x.Outcome); err != nil {
			return err
		}
	}
	*g = h
	return nil
}

// playJSON plays the moves of an array, if there is one.
func (g *Game) playJSON(data json.RawMessage) error {
	if data == nil {
		return nil
	}
	room := min(len(data)/len(`"e2e4",`), maxPlies) // no move is shorter
	g.reserve(room)
	d := json.NewDecoder(bytes.NewReader(data))
	return jsonElements(d, "moves", func() error {
		var m Move
		err := d.Decode(&m)
		switch {
		case err != nil:
		case g.Len() == maxPlies:
			err = tooManyPlies(g.Len() + 1)
		default:
			err = g.Continue(m)
		}
		if err != nil {
			return jsonError(err, fmt.Sprintf("ply %d", g.Len()+1), "moves")
		}
		return nil
	})
}
