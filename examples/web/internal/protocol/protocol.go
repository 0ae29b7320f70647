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
	"reflect"
	"strings"
	"sync/atomic"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// Handler answers questions. The zero Handler is ready to use. It is not safe for
// concurrent use.
type Handler struct {
	players   map[string]chess.Searcher // by description
	strongest *chess.FeatureEvaluator   // that of the strongest player, whose table is not needed to explain

	tables *chess.EndingTables                  // nil until they are needed
	made   atomic.Pointer[chess.EndingProgress] // the last progress of theirs
}

// Answer returns the answer to a question, {"ask": its name, "with": its fields, "language": "de"}:
// {"answer": …} or {"error": …}, which is a sentence to show to the user. While it looks for
// the answer, Answer calls report with {"news": …}. If ctx is cancelled, the answer comes soon,
// and is of no use.
func (h *Handler) Answer(ctx context.Context, text []byte, report func(news []byte)) []byte {
	q, language, err := read(text)
	var answer any
	if err == nil {
		answer, err = q.answer(&call{h, ctx, language, func(news any) { report(encode("news", news)) }})
	}
	if err != nil {
		return encode("error", sentence(strings.TrimPrefix(err.Error(), "chess: ")))
	}
	return encode("answer", answer)
}

// A call is what the answer to a question may need besides its fields.
type call struct {
	*Handler
	ctx      context.Context
	language chess.Language // of texts for the user, and of moves that the user types
	report   func(news any)
}

// read reads a question. A field that it does not have is an error, so that the page and this
// package stay together.
func read(text []byte) (question, chess.Language, error) {
	var sent struct {
		Ask      string          `json:"ask"`
		With     json.RawMessage `json:"with"`
		Language chess.Language  `json:"language"`
	}
	if err := json.Unmarshal(text, &sent); err != nil {
		return nil, 0, err
	}
	for _, known := range questions {
		if known.name == sent.Ask {
			q := reflect.New(reflect.TypeOf(known.zero).Elem()).Interface().(question)
			d := json.NewDecoder(bytes.NewReader(sent.With))
			d.DisallowUnknownFields()
			return q, sent.Language, d.Decode(q)
		}
	}
	return nil, 0, fmt.Errorf("unknown question %q", sent.Ask)
}

// A question has the fields of a question, and answers it.
type question interface {
	answer(c *call) (any, error)
}

// questions are all questions by name, with zero fields. In a map they would make the page larger.
var questions = []struct {
	name string
	zero question
}{
	{"players", &playersQuestion{}},
	{"ratings", &ratingsQuestion{}},
	{"evaluations", &evaluationsQuestion{}},
	{"checkPlayer", &playerQuestion{}},
	{"checkEvaluation", &evaluationQuestion{}},
	{"new", &startQuestion{}},
	{"readFEN", &fenQuestion{}},
	{"readSetup", &setupQuestion{}},
	{"edit", &editQuestion{}},
	{"readPGN", &pgnQuestion{}},
	{"writePGN", &writeQuestion{}},
	{"index", &indexQuestion{}},
	{"view", &viewQuestion{}},
	{"picture", &pictureQuestion{}},
	{"explain", &explainQuestion{}},
	{"readMove", &moveQuestion{}},
	{"think", &thinkQuestion{}},
	{"truth", &truthQuestion{}},
	{"review", &reviewQuestion{}},
	{"lessons", &lessonsQuestion{}},
	{"threat", &threatQuestion{}},
	{"readPuzzles", &puzzlesQuestion{}},
	{"tried", &triedQuestion{}},
	{"why", &whyQuestion{}},
	{"bench", &benchQuestion{}},
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

// The questions without fields of their own.
type (
	playersQuestion     struct{}
	ratingsQuestion     struct{}
	evaluationsQuestion struct{}
	benchQuestion       struct{}
	playerQuestion      typed
	evaluationQuestion  typed
	fenQuestion         typed
	pgnQuestion         typed
	puzzlesQuestion     typed
	threatQuestion      struct{ place }
	whyQuestion         struct{ place }
)

// sentence returns words with a capital letter and a full stop.
func sentence(words string) string { return prose.Capital(words) + "." }

func encode(kind string, value any) []byte {
	text, err := json.Marshal(map[string]any{kind: value})
	if err != nil { // all values can be encoded
		return []byte(`{"error":"The answer cannot be encoded."}`)
	}
	return text
}
