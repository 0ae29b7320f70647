package chess

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// The transcripts in testdata/uci-*.txt and testdata/xboard-*.txt are what other
// people's programs said to the engines of this package ("> " before the line),
// and what these answered, each line where the answer was due: without features,
// options and thoughts. Here the same is said again to engines that find the
// same moves, and they must answer the same in the same places.
func TestTranscripts(t *testing.T) {
	games, _ := filepath.Glob("testdata/uci-*.txt")
	more, _ := filepath.Glob("testdata/xboard-*.txt")
	if len(games) < 2 || len(more) < 4 {
		t.Fatalf("only %v and %v", games, more)
	}
	for _, file := range append(games, more...) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want := readTranscript(t, file)
			var e runner = &XBoard{Searcher: newXBoardParrot(t, want)}
			if strings.HasPrefix(filepath.Base(file), "uci") {
				e = &UCI{Searcher: newUCIParrot(t, want)}
			}
			var got []string
			synctest.Test(t, func(t *testing.T) {
				c := talkTo(t, e)
				for _, line := range want {
					sent, ok := strings.CutPrefix(line, "> ")
					if !ok {
						continue
					}
					got = append(got, line)
					for answer := range strings.Lines(c.say(sent + "\n")) {
						got = append(got, essence(strings.TrimSpace(answer))...)
					}
				}
				if rest := c.end(); rest != "" || c.err != nil {
					t.Errorf("at the end: %q, %v", rest, c.err)
				}
			})
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// readTranscript returns the lines of a transcript but for those about it, which
// begin with #.
func readTranscript(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, essence(line)...)
		}
	}
	return lines
}

// essence returns what must be the same in an answer, if there is anything.
func essence(answer string) []string {
	switch word, _ := cutWord(answer); word {
	case "info", "id", "option", "feature":
		return nil
	case "stat01:":
		return []string{word}
	}
	return []string{answer}
}

// A parrot is a Searcher with options that other programs like to set.
type parrot struct{ searcherFunc }

func (parrot) Options() []Option              { return (&puppet{}).Options()[:2] }
func (parrot) SetOption(string, string) error { return nil }

// newUCIParrot returns a Searcher that finds what the answers to "go" were, one
// after the other.
func newUCIParrot(t *testing.T, answers []string) Searcher {
	return parrot{func(_ context.Context, g *Game, _ Limits) (Result, error) {
		for len(answers) > 0 {
			words := strings.Fields(answers[0])
			answers = answers[1:]
			if words[0] != "bestmove" {
				continue
			}
			r := Result{}
			p := g.Position()
			var err error
			if r.Move, err = p.ParseUCI(words[1]); err != nil {
				t.Error(err)
			}
			if len(words) > 3 {
				next := p.After(r.Move)
				if r.Ponder, err = next.ParseUCI(words[3]); err != nil {
					t.Error(err)
				}
			}
			return r, nil
		}
		t.Error("a search more than there were")
		return Result{}, nil
	}}
}

// newXBoardParrot returns a Searcher that finds the moves of the answers, and
// what was pondered on after them, by their places in the game.
func newXBoardParrot(t *testing.T, answers []string) Searcher {
	type reply struct{ move, hint string }
	var replies []reply
	for _, line := range answers {
		if move, ok := strings.CutPrefix(line, "move "); ok {
			replies = append(replies, reply{move: move})
		} else if hint, ok := strings.CutPrefix(line, "Hint: "); ok {
			replies[len(replies)-1].hint = hint
		}
	}
	return parrot{func(_ context.Context, g *Game, l Limits) (Result, error) {
		p := g.Position()
		i := g.Len() / 2
		if i >= len(replies) {
			return Result{Move: p.AppendMoves(nil)[0], Resign: true}, nil
		}
		m, err := p.ParseUCI(replies[i].move)
		if err != nil {
			m, err = p.ParseSAN(replies[i].move)
		}
		if err != nil {
			if l.Ponder == nil {
				t.Error(err)
			}
			return Result{}, nil // it will not come to this
		}
		next := p.After(m)
		hint, _ := next.ParseUCI(replies[i].hint)
		if hint == 0 {
			hint, _ = next.ParseSAN(replies[i].hint)
		}
		return Result{Move: m, Ponder: hint}, nil
	}}
}
