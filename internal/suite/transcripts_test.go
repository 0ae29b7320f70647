package suite_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestTranscripts replays the transcripts in testdata/uci-*.txt and
// testdata/xboard-*.txt: what programs of other authors sent to the engines of this
// package ("> " before the line), and the answers, each line where it was due,
// without features, options and search info. The same commands are sent to engines
// that find the same moves; their answers must be the same in the same places.
func TestTranscripts(t *testing.T) {
	games, _ := filepath.Glob("../../testdata/uci-*.txt")
	more, _ := filepath.Glob("../../testdata/xboard-*.txt")
	if len(games) < 2 || len(more) < 4 {
		t.Fatalf("only %v and %v", games, more)
	}
	for _, file := range append(games, more...) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want := readTranscript(t, file)
			var e chesstest.Runner = &chess.XBoard{Searcher: newXBoardReplay(t, want)}
			if strings.HasPrefix(filepath.Base(file), "uci") {
				e = &chess.UCI{Searcher: newUCIReplay(t, want)}
			}
			var got []string
			synctest.Test(t, func(t *testing.T) {
				c := chesstest.NewSession(t, e)
				for _, line := range want {
					sent, ok := strings.CutPrefix(line, "> ")
					if !ok {
						continue
					}
					got = append(got, line)
					for answer := range strings.Lines(c.Send(sent + "\n")) {
						got = append(got, comparablePart(strings.TrimSpace(answer))...)
					}
				}
				if rest := c.End(); rest != "" || c.Err != nil {
					t.Errorf("at the end: %q, %v", rest, c.Err)
				}
			})
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// readTranscript returns the lines of a transcript without comments, which begin
// with #.
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
			lines = append(lines, comparablePart(line)...)
		}
	}
	return lines
}

// comparablePart returns the part of an answer that must be the same, if there is
// one.
func comparablePart(answer string) []string {
	switch word, _, _ := strings.Cut(strings.TrimLeft(answer, " \t"), " "); word {
	case "info", "id", "option", "feature":
		return nil
	case "stat01:":
		return []string{word}
	}
	return []string{answer}
}

// A replaySearcher is a Searcher with the options Hash and Threads, which other
// programs set.
type replaySearcher struct{ searcherFunc }

func (replaySearcher) Options() []chess.Option {
	return []chess.Option{
		{Name: "Hash", Kind: "spin", Value: "16", Min: 1, Max: 64},
		{Name: "Threads", Kind: "spin", Value: "1", Min: 1, Max: 4},
	}
}

func (replaySearcher) SetOption(string, string) error { return nil }

// newUCIReplay returns a Searcher that finds the moves of the answers to "go", one
// after the other.
func newUCIReplay(t *testing.T, answers []string) chess.Searcher {
	return replaySearcher{func(_ context.Context, g *chess.Game, _ chess.Limits) (chess.Result, error) {
		for len(answers) > 0 {
			words := strings.Fields(answers[0])
			answers = answers[1:]
			if words[0] != "bestmove" {
				continue
			}
			r := chess.Result{}
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
		t.Error("more searches than in the transcript")
		return chess.Result{}, nil
	}}
}

// newXBoardReplay returns a Searcher that finds the moves of the answers, and the
// moves pondered on after them, by their ply in the game.
func newXBoardReplay(t *testing.T, answers []string) chess.Searcher {
	type reply struct{ move, hint string }
	var replies []reply
	for _, line := range answers {
		if move, ok := strings.CutPrefix(line, "move "); ok {
			replies = append(replies, reply{move: move})
		} else if hint, ok := strings.CutPrefix(line, "Hint: "); ok {
			replies[len(replies)-1].hint = hint
		}
	}
	return replaySearcher{func(_ context.Context, g *chess.Game, l chess.Limits) (chess.Result, error) {
		p := g.Position()
		i := g.Len() / 2
		if i >= len(replies) {
			return chess.Result{Move: p.AppendMoves(nil)[0], Resign: true}, nil
		}
		m, err := p.ParseUCI(replies[i].move)
		if err != nil {
			m, err = p.ParseSAN(replies[i].move)
		}
		if err != nil {
			if l.Ponder == nil {
				t.Error(err)
			}
			return chess.Result{}, nil // the opponent will not play the move pondered on
		}
		next := p.After(m)
		hint, _ := next.ParseUCI(replies[i].hint)
		if hint == 0 {
			hint, _ = next.ParseSAN(replies[i].hint)
		}
		return chess.Result{Move: m, Ponder: hint}, nil
	}}
}
