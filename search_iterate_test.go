package chess

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a stopped depth has found comes before the lines of the last.
func TestPromote(t *testing.T) {
	line := func(score Score, move Move) Line { return Line{score, []Move{move}} }
	last := []Line{line(50, 1), line(40, 2), line(30, 3)}
	for _, tt := range []struct {
		name        string
		found, want []Line
	}{
		{"nothing", nil, last},
		{"the same move", []Line{line(36, 1)}, []Line{line(36, 1), line(40, 2), line(30, 3)}},
		{"another", []Line{line(60, 3)}, []Line{line(60, 3), line(50, 1), line(40, 2)}},
		{"a new one", []Line{line(60, 4)}, []Line{line(60, 4), line(50, 1), line(40, 2)}},
		{"two", []Line{line(45, 3), line(36, 1)}, []Line{line(45, 3), line(36, 1), line(40, 2)}},
	} {
		w := &worker{done: slices.Clone(last)}
		w.promote(tt.found)
		if diff := cmp.Diff(tt.want, w.done); diff != "" {
			t.Errorf("%s:\n%s", tt.name, diff)
		}
	}
}
