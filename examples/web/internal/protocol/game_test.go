package protocol

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestEdit makes the start position of White's king and rook, step by step.
func TestEdit(t *testing.T) {
	e := mustAsk[edition](t, &Handler{}, "readSetup", fields{"text": "8/8/8/8/8/8/8/8 w - - 0 1"})
	if want := "This position cannot be used: a side without a king."; e.Problems != want {
		t.Errorf("the problems of the empty board are %q, want %q", e.Problems, want)
	}
	change := func(q fields) {
		t.Helper()
		q["setup"] = e.Setup
		e = mustAsk[edition](t, &Handler{}, "edit", q)
	}
	change(fields{"square": "d1", "piece": "K"})
	change(fields{"from": "d1", "square": "e1"})
	change(fields{"square": "h1", "piece": "R"})
	change(fields{"square": "a2", "piece": "R"})
	change(fields{"from": "a2"}) // off the board
	change(fields{"square": "e8", "piece": "k"})
	if diff := cmp.Diff([]right{{"h1", "White O-O (h1)", false}}, e.Rights); diff != "" {
		t.Error(diff)
	}
	e.Setup.Castling = []chess.Square{chess.H1}
	change(fields{"square": "a2", "piece": "Q"})
	if want := "4k3/8/8/8/8/8/Q7/4K2R w K - 0 1"; e.FEN != want || e.Problems != "" || e.Notes != "" {
		t.Errorf("the position is %q, problems %q, notes %q; want %q", e.FEN, e.Problems, e.Notes, want)
	}
	change(fields{"square": "a2"})
	change(fields{"from": "e1", "square": "f1"}) // the right is lost
	if len(e.Setup.Castling) > 0 || len(e.Rights) > 0 {
		t.Errorf("castling %v, rights %v", e.Setup.Castling, e.Rights)
	}
	if want := map[string]string{"f1": "white king", "h1": "white rook", "e8": "black king"}; !cmp.Equal(want, e.Squares) {
		t.Error(cmp.Diff(want, e.Squares))
	}
}

func TestEditPassed(t *testing.T) {
	e := mustAsk[edition](t, &Handler{}, "readSetup", fields{"text": "4k3/8/8/8/Pp2p3/8/8/4K3 b - - 0 1"})
	if diff := cmp.Diff([]string{"a3"}, e.Passed); diff != "" {
		t.Error(diff)
	}
	e.Setup.DoublePush = chess.A3
	e = mustAsk[edition](t, &Handler{}, "edit", fields{"setup": e.Setup})
	if want := "4k3/8/8/8/Pp2p3/8/8/4K3 b - a3 0 1"; e.FEN != want {
		t.Errorf("the position is %q, want %q", e.FEN, want)
	}
	e.Setup.Turn = chess.White
	e = mustAsk[edition](t, &Handler{}, "edit", fields{"setup": e.Setup})
	if want := "4k3/8/8/8/Pp2p3/8/8/4K3 w - - 0 1"; e.FEN != want || len(e.Passed) > 0 {
		t.Errorf("the position is %q, want %q; passed %v", e.FEN, want, e.Passed)
	}
}

func TestEditProblems(t *testing.T) {
	for _, test := range []struct{ fen, problems, notes string }{
		{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "This position cannot be used: a pawn on the first or last rank.", ""},
		{"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "This position cannot be used: the side not to move is in check.", ""},
		{"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "", "It can be played, but not arise in a game: more than eight pawns and promoted pieces on a side."},
		{"4k3/8/8/8/8/8/8/4K3 w - - 3+0 0 1", "", ""},
	} {
		e, problem := ask[edition](t, &Handler{}, "readSetup", fields{"text": test.fen})
		if problem != "" || e.Problems != test.problems || e.Notes != test.notes {
			t.Errorf("%s: problems %q, notes %q, error %q; want %q and %q", test.fen, e.Problems, e.Notes, problem, test.problems, test.notes)
		}
	}
	for _, v := range []chess.Variant{chess.ThreeCheck, chess.KingOfTheHill, chess.Antichess, chess.Crazyhouse} {
		start := v.StartPosition()
		e := mustAsk[edition](t, &Handler{}, "readSetup", fields{"text": start.FEN(), "variant": v})
		if p, err := chess.ParseFEN(e.FEN); err != nil || !p.Equal(start) {
			t.Errorf("%v is %q: %v, %s", v, e.FEN, err, e.Problems)
		}
	}
	if e, problem := ask[edition](t, &Handler{}, "readSetup", fields{"text": "nothing"}); problem == "" {
		t.Errorf("no FEN gave %v", e)
	}
	for _, q := range []fields{{"square": "i9"}, {"from": "-"}, {"square": "-", "piece": "K"}, {"square": "a1", "piece": "x"}} {
		if e, problem := ask[edition](t, &Handler{}, "edit", q); problem == "" {
			t.Errorf("%+v gave %v", q, e)
		}
	}
}
