package chess

import (
	"slices"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// picked returns the moves that the picker of the node at ply 0 hands out. After so many
// moves it is told to leave some out; never, if after is negative.
func picked(w *worker, table Move, captures bool, after int, leaveOut func(*picker)) (moves []Move) {
	w.nodes[0].inCheck = w.nodes[0].pos.InCheck()
	w.startPicking(0, table, captures)
	for {
		if len(moves) == after {
			leaveOut(&w.nodes[0].picker)
		}
		m := w.nodes[0].picker.pick()
		if m == 0 {
			return moves
		}
		moves = append(moves, m)
	}
}

// A picker hands out every move once, the table's first, whatever the table has.
// With captures only it leaves out those that lose by SEE, and it stops with the
// quiet moves when it is told to, or goes on with those that give check.
func TestPicker(t *testing.T) {
	w := &worker{options: defaultAlphaBetaOptions()}
	sorted := func(moves []Move) []Move { return slices.Sorted(slices.Values(moves)) }
	foreign, step := Move(0), 0
	randomGames(chesstest.Sample(t, 240), func(p Position, legal []Move) {
		if len(legal) == 0 {
			return
		}
		w.nodes[0].pos = p
		inCheck := p.InCheck()
		step++
		table := legal[step%len(legal)]
		all, good := sorted(legal), sorted(legal)
		if !inCheck { // else all evasions count
			good = slices.DeleteFunc(good, func(m Move) bool {
				return p.quiet(m) || m != table && !p.SEEAtLeast(m, -w.history.captureMargin(&p, m), nil)
			})
		}

		whole := picked(w, table, false, -1, nil)
		if whole[0] != table || !slices.Equal(sorted(whole), all) {
			t.Fatalf("%v with %v from the table: %v", &p, table, whole)
		}
		if got := picked(w, foreign, false, -1, nil); !slices.Equal(sorted(got), all) {
			t.Fatalf("%v with %v from the table: %v", &p, foreign, got)
		}
		if got := picked(w, table, true, -1, nil); !slices.Equal(sorted(got), good) || slices.Contains(good, table) && got[0] != table {
			t.Fatalf("captures of %v with %v from the table: %v", &p, table, got)
		}
		if !inCheck {
			// Skip the quiet moves after the first of them.
			first := slices.IndexFunc(whole, p.quiet)
			if first == 0 { // from the table: it does not count
				first = 1 + slices.IndexFunc(whole[1:], p.quiet)
			}
			if first > 0 {
				got := picked(w, table, false, first+1, (*picker).skipQuiets)
				want := slices.Concat(whole[:first+1], slices.DeleteFunc(slices.Clone(whole[first+1:]), p.quiet))
				if !slices.Equal(got, want) {
					t.Fatalf("%v without quiet moves from the %d-th on: %v, want %v", &p, first+2, got, want)
				}
			}
			after := 1 + step%len(whole) // the move of the table is not left out
			got := picked(w, table, false, after, (*picker).onlyChecks)
			want := slices.Concat(whole[:after], slices.DeleteFunc(slices.Clone(whole[after:]), func(m Move) bool {
				return p.quiet(m) && !p.GivesCheck(m)
			}))
			if !slices.Equal(got, want) {
				t.Fatalf("%v with only checks from the %d-th move on: %v, want %v", &p, after+1, got, want)
			}
		}
		foreign = legal[0]
		learner := whole[len(whole)/2] // so that histories differ from 0
		w.startPicking(0, 0, false)
		w.updateHistories(0, 1+step%12, learner)
	})
}
