// Package protocol answers what the page in the browser asks of the library:
// one question and one answer, both JSON.
//
// Nothing is kept between questions but the players' memories: each question
// brings the game along. So the page may ask one copy of the library about the
// rules while another one is thinking, and can end that one at any time.
package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/seed-0971039b/chess"
)

// A question is what the page sends. Ask says which it is; the other fields
// are for those that need them.
type question struct {
	Ask        string `json:"ask"`
	Game       record `json:"game"`
	Ply        int    `json:"ply"`        // the position that is meant: so many moves from the start
	Flipped    bool   `json:"flipped"`    // draw the board as Black sees it
	Heat       bool   `json:"heat"`       // draw what the evaluation credits
	Feature    string `json:"feature"`    // of this feature, or of all
	Evaluation string `json:"evaluation"` // by its name
	Arrow      string `json:"arrow"`      // a move in UCI's notation, to be drawn as an arrow
	Text       string `json:"text"`       // what somebody typed
	Variant    string `json:"variant"`
	Number     int    `json:"number"` // of the start position in Chess960
	Player     string `json:"player"`
	Depth      int    `json:"depth"` // in plies; 0 is no limit
	Time       int    `json:"time"`  // in milliseconds; 0 is no limit
	Lines      int    `json:"lines"` // how many to look for
}

// Desk answers questions. The zero Desk is ready; it is for one goroutine.
type Desk struct {
	players map[string]chess.Searcher
}

// Answer returns the answer to a question: {"error": …}, a sentence for people,
// or {"answer": …}. While a player thinks, tell, which may be nil, is given
// {"news": …} for each line of play.
func (d *Desk) Answer(text []byte, tell func(news []byte)) []byte {
	var q question
	err := json.Unmarshal(text, &q)
	var answer any
	if err == nil {
		answer, err = d.answer(&q, tell)
	}
	if err != nil {
		return encode("error", sentence(err.Error()))
	}
	return encode("answer", answer)
}

// sentence writes words as a sentence.
func sentence(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:] + "."
}

func (d *Desk) answer(q *question, tell func([]byte)) (any, error) {
	switch q.Ask {
	case "players":
		return players(), nil
	case "new":
		return start(q.Variant, q.Number)
	case "readFEN":
		return readFEN(q.Text)
	case "readPGN":
		return readPGN(q.Text)
	case "writePGN":
		return q.Game.pgn()
	case "view":
		return look(q)
	case "explain":
		return explain(q)
	case "readMove":
		return readMove(q)
	case "think":
		return d.think(q, tell)
	case "bench":
		b, err := chess.Bench(context.Background(), chess.NewAlphaBeta(chess.NewDefaultEvaluator()), q.Depth)
		return map[string]any{"nodes": b.Nodes, "seconds": b.Time.Seconds()}, err
	}
	return nil, fmt.Errorf("there is no question %q", q.Ask)
}

func encode(kind string, value any) []byte {
	text, err := json.Marshal(map[string]any{kind: value})
	if err != nil { // no value here has what JSON cannot write
		return []byte(`{"error":"the answer cannot be written"}`)
	}
	return text
}
