package chess

import (
	"context"
	"fmt"
)

// makeEndingTable makes the table of an ending on some goroutines, at least one. It calls
// later for the tables of the endings that e.Later lists, and, if progress is not nil, progress with the
// part of the work that is done, less than 1, from the goroutine of the caller. It fails if e
// is not Canonical or too large, if one of the tables is missing, or with the error of the context if that ends.
func makeEndingTable(ctx context.Context, e Ending, later func(Ending) *EndingTable, threads int, progress func(done float64)) (*EndingTable, error) {
	t, err := newEndingTable(e)
	if err != nil {
		return nil, err
	}
	r := &retrograde{EndingTable: t, ctx: ctx, progress: progress}
	var missing Ending
	if r.later, missing = newLaterTables(t.index, later); missing != 0 {
		return nil, fmt.Errorf("chess: to make a table of %v takes that of %v", e, missing)
	}
	for range max(1, threads) {
		b := newRetroBoard(t.index)
		b.ahead = newRetroBoard(t.index)
		r.boards = append(r.boards, b)
	}
	for i := range t.index.stages {
		if err := r.solve(&t.index.stages[i]); err != nil {
			return nil, err
		}
	}
	return t, nil
}
