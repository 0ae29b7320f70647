package chess

import "encoding/json"

// A gameJSON is the JSON of a Game.
type gameJSON struct {
	Start   *Position `json:"start"`
	Moves   []Move    `json:"moves"`
	Outcome Outcome   `json:"outcome"`
	Ended   bool      `json:"ended,omitempty"`
}

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
// by End.
func (g *Game) MarshalJSON() ([]byte, error) {
	moves := g.moves
	if moves == nil {
		moves = []Move{}
	}
	return json.Marshal(gameJSON{Start: g.first(), Moves: moves, Outcome: g.Outcome(), Ended: g.ended != Outcome{}})
}

// UnmarshalJSON reads a game as MarshalJSON writes it. Everything may be missing:
// the start is the start position then, and the outcome follows from the moves. An
// outcome that the rules do not give ends the game. An error is that of Play or End,
// or one of encoding/json; g is then unchanged.
func (g *Game) UnmarshalJSON(data []byte) error {
	if string(data) == "null" { // changes nothing, by the convention of encoding/json
		return nil
	}
	var x gameJSON
	if err := json.Unmarshal(data, &x); err != nil {
		return err
	}
	var h Game
	if x.Start != nil {
		h = *NewGame(*x.Start)
	}
	for _, m := range x.Moves {
		if err := h.Play(m); err != nil {
			return err
		}
	}
	if x.Ended || x.Outcome.Over() && x.Outcome != h.Outcome() {
		if err := h.End(x.Outcome); err != nil {
			return err
		}
	}
	*g = h
	return nil
}
