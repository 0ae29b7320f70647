// Package protocol answers the questions of the page in the browser to the library.
// Questions and answers are JSON.
//
// Each question contains the game; only the players keep a state between questions.
// So the page can ask one copy of the library about the rules while another one is
// thinking, and can end that one at any time.
package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A question is what the page sends. Ask tells which question it is; each question
// uses only some of the other fields.
type question struct {
	Ask     string `json:"ask"`
	Game    record `json:"game"`
	Ply     int    `json:"ply"`     // the position, by the number of plies from the start
	Flipped bool   `json:"flipped"` // draw the board from Black's side
	Heat    bool   `json:"heat"`    // draw the heat map of the evaluation
	Feature string `json:"feature"` // the feature of the heat map, "" for all; all if a player's evaluation lacks it
	// The evaluation: its name, and settings as in player.Evaluation. If it is "", that
	// of the player to move or, if that has none, of the other one.
	Evaluation string   `json:"evaluation"`
	Players    []string `json:"players"` // of White and Black, "" for a person
	Arrow      string   `json:"arrow"`   // a move in UCI notation to draw as an arrow
	Text       string   `json:"text"`    // a text that the user has typed

	Setup  chess.Setup `json:"setup"`  // of the editor
	From   string      `json:"from"`   // a square of it, from which a piece is moved
	Square string      `json:"square"` // to which it is moved, or Piece is put
	Piece  string      `json:"piece"`  // its letter, or "" for none

	Tree    *chess.GameTree `json:"tree"` // the game with its variations, to write it
	Variant string          `json:"variant"`
	Number  int             `json:"number"` // of the start position in Chess960
	Player  string          `json:"player"` // its name, and settings as in player.Usage
	Depth   int             `json:"depth"`  // in plies; 0 means no limit
	Time    int             `json:"time"`   // in milliseconds; 0 means no limit
	Lines   int             `json:"lines"`  // the number of lines to search
	Loose   bool            `json:"loose"`  // in a puzzle, whether another move that is as good solves it
}

// Handler answers questions. The zero Handler is ready to use. It is not safe for
// concurrent use.
type Handler struct {
	players map[string]chess.Searcher // by description

	tables *endings.Tables                      // nil until they are needed
	made   atomic.Pointer[chess.EndingProgress] // the last progress of theirs
}

// Answer returns the answer to a question: {"answer": …} or {"error": …}, which is
// a sentence to show to the user. While a player thinks, Answer calls report, which
// may be nil, with {"news": …} for each line. If ctx is cancelled, the answer comes
// soon, and is of no use.
func (h *Handler) Answer(ctx context.Context, text []byte, report func(news []byte)) []byte {
	var q question
	err := json.Unmarshal(text, &q)
	var answer any
	if err == nil {
		answer, err = h.answer(ctx, &q, report)
	}
	if err != nil {
		return encode("error", sentence(strings.TrimPrefix(err.Error(), "chess: ")))
	}
	return encode("answer", answer)
}

// sentence returns words with a capital letter and a full stop.
func sentence(words string) string { return prose.Capital(words) + "." }

func (h *Handler) answer(ctx context.Context, q *question, report func([]byte)) (any, error) {
	switch q.Ask {
	case "players":
		return choices(chess.Players()), nil
	case "ratings":
		return ratings(), nil
	case "evaluations":
		return choices(chess.Evaluators()), nil
	case "checkPlayer":
		_, err := h.player(q.Player)
		return nil, err
	case "checkEvaluation":
		_, err := player.Evaluation(q.Evaluation)
		return nil, err
	case "new":
		return start(q.Variant, q.Number)
	case "readFEN":
		return readFEN(q.Text)
	case "readSetup":
		return readSetup(q.Text)
	case "edit":
		return edit(q)
	case "readPGN":
		return readPGN(q.Text)
	case "writePGN":
		return writePGN(q)
	case "view":
		return h.view(q)
	case "picture":
		return picture(q)
	case "explain":
		return h.explain(q)
	case "readMove":
		return readMove(q)
	case "think":
		return h.think(ctx, q, report)
	case "truth":
		return h.truth(q)
	case "review":
		return h.review(ctx, q, report)
	case "threat":
		return h.threat(ctx, q, report)
	case "readPuzzles":
		return readPuzzles(q.Text)
	case "tried":
		return tried(ctx, q)
	case "why":
		return h.why(ctx, q)
	case "bench":
		nodes, took, err := chess.Bench(ctx, chess.NewAlphaBeta(chess.NewDefaultEvaluator()), q.Depth)
		return map[string]any{"nodes": nodes, "seconds": took.Seconds()}, err
	}
	return nil, fmt.Errorf("unknown question %q", q.Ask)
}

func encode(kind string, value any) []byte {
	text, err := json.Marshal(map[string]any{kind: value})
	if err != nil { // all values can be encoded
		return []byte(`{"error":"The answer cannot be encoded."}`)
	}
	return text
}
