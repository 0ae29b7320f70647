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
			var e chesstest.Runner = &chess.XBoard{Searcher: newReplay(t, want)}
			if strings.HasPrefix(filepath.Base(file), "uci") {
				e = &chess.UCI{Searcher: newReplay(t, want)}
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

// newReplay returns a Searcher that finds the moves of the answers, and those pondered on after
// them: of UCI one after the other, of XBoard by their ply in the game.
func newReplay(t *testing.T, answers []string) chess.Searcher {
	type reply struct{ move, hint string }
	var replies []reply
	uci, searches := false, 0
	for _, line := range answers {
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "bestmove":
			uci = true
			move, hint, _ := strings.Cut(rest, " ponder ")
			replies = append(replies, reply{move, hint})
		case "move":
			replies = append(replies, reply{move: rest})
		case "Hint:":
			replies[len(replies)-1].hint = rest
		}
	}
	return replaySearcher{func(_ context.Context, g *chess.Game, l chess.Limits) (chess.Result, error) {
		p := g.Position()
		i := g.Len() / 2
		if uci {
			i = searches
			searches++
		}
		if i >= len(replies) {
			return chess.Result{Move: p.AppendMoves(nil)[0], Resign: true}, nil
		}
		m, err := p.ParseMove(replies[i].move)
		if err != nil {
			if l.Ponder == nil {
				t.Error(err)
			}
			return chess.Result{}, nil // the opponent will not play the move pondered on
		}
		next := p.After(m)
		hint, _ := next.ParseMove(replies[i].hint)
		return chess.Result{Move: m, Ponder: hint}, nil
	}}
}
