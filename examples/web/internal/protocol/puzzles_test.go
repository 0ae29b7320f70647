package protocol

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A file of puzzles: its first line, and that of a puzzle.
const (
	head = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
	line = "x,r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33,a8e8 g4h4 h7g8 h4h8,1300,500,0,0,mateIn2,,\n"
)

func TestReadPuzzles(t *testing.T) {
	got := mustAsk[[]task](t, &Handler{}, "readPuzzles", fields{"text": head + "bad,8/8 w,e2e4,,,,,,,\n" + line})
	if len(got) != 1 {
		t.Fatalf("the puzzles are %+v", got)
	}
	pgn := got[0].Tree.String()
	if want := "33... Re8 *"; !strings.Contains(pgn, want) {
		t.Errorf("the game is %q, want %q", pgn, want)
	}
	got[0].Tree = nil
	want := task{
		ID: "x", Rating: 1300, Side: "white", Solution: []string{"g4h4", "h7g8", "h4h8"},
		Hints: []string{"mate, mate in 2, opera mate.", "White: the rook on g4 moves."},
	}
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Error(diff)
	}
	for _, text := range []string{"", "a,b\n", head, "\x00"} {
		if got, problem := ask[[]task](t, &Handler{}, "readPuzzles", fields{"text": text}); problem == "" {
			t.Errorf("%q has the puzzles %v", text, got)
		}
	}
}

func TestMotifWords(t *testing.T) {
	for name, want := range map[string]string{"fork": "fork", "mateIn2": "mate in 2", "discoveredAttack": "discovered attack", "attackingF2F7": "attacking f2 f7"} {
		if got := motifWords(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestTried(t *testing.T) {
	const rooks = "7k/8/8/8/8/8/R7/KR6 w - - 0 1"
	for _, test := range []struct {
		name, start, moves, want string
		loose, right             bool
	}{
		{"the move", rooks, "b1b7", "b1b7", false, true},
		{"another", rooks, "b1b6", "b1b7", false, false},
		{"another as good", rooks, "b1b6", "b1b7", true, true},
		{"a blunder", "7k/8/8/8/3q4/2P5/8/K7 w - - 0 1", "a1a2", "c3d4", true, false},
		{"another mate", "7k/R7/8/8/8/8/8/KRR5 w - - 0 1", "c1c8", "b1b8", false, true},
	} {
		got, problem := ask[trial](t, &Handler{}, "tried", fields{"game": played(test.start, strings.Fields(test.moves)...), "ply": 1, "text": test.want, "loose": test.loose})
		if problem != "" || got.Right != test.right {
			t.Errorf("%s: %+v %s, want %v", test.name, got, problem, test.right)
		}
	}
	if got, problem := ask[trial](t, &Handler{}, "tried", fields{"game": played(rooks)}); problem == "" {
		t.Errorf("without a move: %+v", got)
	}
}
