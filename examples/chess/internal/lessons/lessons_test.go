package lessons

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

const games = `[White "Other"]
[Black "Nobody"]

1. e4 *

[White "Smith, Jane"]
[Black "Other"]

1. e4 e5 2. Nf3 Nc6 3. Nxe5 Nxe5 0-1

[White "Other"]
[Black "SMITH, Jane"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "Smith, John"]
[Black "Smith, Jo"]

1. e4 e5 *
`

func TestLessons(t *testing.T) {
	input := games
	var stderr bytes.Buffer
	run := func(args ...string) (string, error) {
		var stdout bytes.Buffer
		stderr.Reset()
		err := Command.Run(t.Context(), args, cli.Streams{In: strings.NewReader(input), Out: &stdout, Err: &stderr})
		return stdout.String(), err
	}
	text, err := run("-nodes", "500", "smith", "-")
	for _, want := range []string{"Games: 2, moves: 6, points: 0.0", "Allowed mate: 1×", "3...Nf6?? in game 2 against Other",
		"To practise: play -black alphabeta,UCI_Elo=1400,Overlooks=mate\n"} {
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s, %v", want, text, err)
		}
	}
	if want := "left out 1 game in which both names have \"smith\"\n"; !strings.Contains(stderr.String(), want) {
		t.Errorf("no %q in\n%s", want, &stderr)
	}
	if text, err = run("-nodes", "500", "-lang", "de", "smith", "-"); err != nil || !strings.Contains(text, "Matt zugelassen: 1×") {
		t.Errorf("%s, %v", text, err)
	}
	var read chess.Lessons
	text, err = run("-nodes", "500", "-json", "smith", "-")
	if err == nil {
		err = json.Unmarshal([]byte(text), &read)
	}
	if err != nil || read.Games != 2 || len(read.Allowed) == 0 || len(read.Allowed[0].Cases[0].Position.LegalMoves()) == 0 {
		t.Errorf("%s, %v", text, err)
	}
	if text, err = run("-nodes", "500", "smith, jo", "-"); err != nil || !strings.HasPrefix(text, "Games: 1, moves: 1, ") {
		t.Errorf("one name that is a part of the other: %s, %v", text, err)
	}
	if strings.Contains(stderr.String(), "left out") {
		t.Errorf("nothing is left out:\n%s", &stderr)
	}
	for _, args := range [][]string{{"smith"}, {"", "-"}, {}, {"nobody else", "-"}, {"-nodes", "0", "smith", "-"}} {
		if text, err := run(args...); err == nil || text != "" {
			t.Errorf("%q: %q, %v", args, text, err)
		}
	}
	input = "[White \"Other\"]\n\n1. e4 e5 2. Kh8 *\n\n" + games
	if text, err := run("-nodes", "500", "smith", "-"); !errors.Is(err, cli.ErrPartly) || !strings.HasPrefix(text, "Games: 2") {
		t.Errorf("a fault in a game of others: %q, %v", text, err)
	}
}
