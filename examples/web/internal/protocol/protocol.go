// Package protocol answers the questions of the page in the browser to the library.
// Questions and answers are JSON.
//
// A question contains all that it is about, such as the game; only players and tables of
// endings are kept between questions. So the page can ask one copy of the library about the
// rules while another one is thinking, and can end that one at any time.
package protocol

import (
	"bytes"
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

// Handler answers questions. The zero Handler is ready to use. It is not safe for
// concurrent use.
type Handler struct {
	players map[string]chess.Searcher // by description

	tables *endings.Tables                      // nil until they are needed
	made   atomic.Pointer[chess.EndingProgress] // the last progress of theirs
}

// Answer returns the answer to a question, {"ask": its name, "with": its fields}:
// {"answer": …} or {"error": …}, which is a sentence to show to the user. While it looks for
// the answer, Answer calls report with {"news": …}. If ctx is cancelled, the answer comes soon,
// and is of no use.
func (h *Handler) Answer(ctx context.Context, text []byte, report func(news []byte)) []byte {
	c := call{h, ctx, func(news any) { report(encode("news", news)) }}
	answer, err := c.answer(text)
	if err != nil {
		return encode("error", sentence(strings.TrimPrefix(err.Error(), "chess: ")))
	}
	return encode("answer", answer)
}

// A call is what the answer to one question may need besides its fields.
type call struct {
	*Handler
	ctx    context.Context
	report func(news any)
}

func (c *call) answer(text []byte) (any, error) {
	var q struct {
		Ask  string          `json:"ask"`
		With json.RawMessage `json:"with"`
	}
	if err := json.Unmarshal(text, &q); err != nil {
		return nil, err
	}
	answer, ok := questions[q.Ask]
	if !ok {
		return nil, fmt.Errorf("unknown question %q", q.Ask)
	}
	return answer(c, q.With)
}

// questions has, by the name of a question, the function that reads its fields and answers it.
var questions = map[string]func(c *call, fields []byte) (any, error){
	"players": with(func(*call, *struct{}) ([]map[string]string, error) { return choices(chess.Players()), nil }),
	"ratings": with(func(*call, *struct{}) (map[string]int, error) { // of the strongest player
		low, high := player.Ratings()
		return map[string]int{"min": low, "max": high}, nil
	}),
	"evaluations": with(func(*call, *struct{}) ([]map[string]string, error) { return choices(chess.Evaluators()), nil }),
	"checkPlayer": with(func(c *call, q *typed) (any, error) {
		_, err := c.player(q.Text)
		return nil, err
	}),
	"checkEvaluation": with(func(_ *call, q *typed) (any, error) {
		_, err := player.Evaluation(q.Text)
		return nil, err
	}),
	"new":         with((*call).start),
	"readFEN":     with((*call).readFEN),
	"readSetup":   with((*call).readSetup),
	"edit":        with((*call).edit),
	"readPGN":     with((*call).readPGN),
	"writePGN":    with((*call).writePGN),
	"view":        with((*call).view),
	"picture":     with((*call).picture),
	"explain":     with((*call).explain),
	"readMove":    with((*call).readMove),
	"think":       with((*call).think),
	"truth":       with((*call).truth),
	"review":      with((*call).review),
	"threat":      with((*call).threat),
	"readPuzzles": with((*call).readPuzzles),
	"tried":       with((*call).tried),
	"why":         with((*call).why),
	"bench":       with((*call).bench),
}

// with returns a function that reads the fields of a question into a new Q and answers it.
func with[Q, A any](answer func(*call, *Q) (A, error)) func(*call, []byte) (any, error) {
	return func(c *call, fields []byte) (any, error) {
		q := new(Q)
		if err := read(fields, q); err != nil {
			return nil, err
		}
		return answer(c, q)
	}
}

// read reads the fields of a question. A field that the question does not have is an error, so
// that the page and this package stay together.
func read(fields []byte, q any) error {
	d := json.NewDecoder(bytes.NewReader(fields))
	d.DisallowUnknownFields()
	return d.Decode(q)
}

// typed are the fields of a question about a text that the user has typed, or a file has.
type typed struct {
	Text string `json:"text"`
}

// A place is a position of a game. Questions about one embed it.
type place struct {
	Game chess.Game `json:"game"` // with the moves after the place too
	Ply  int        `json:"ply"`  // the number of plies from the start
}

// game returns the game up to the place.
func (p *place) game() *chess.Game {
	for p.Game.Len() > max(p.Ply, 0) {
		p.Game.Undo()
	}
	return &p.Game
}

// sentence returns words with a capital letter and a full stop.
func sentence(words string) string { return prose.Capital(words) + "." }

func encode(kind string, value any) []byte {
	text, err := json.Marshal(map[string]any{kind: value})
	if err != nil { // all values can be encoded
		return []byte(`{"error":"The answer cannot be encoded."}`)
	}
	return text
}
