package chess

import (
	"context"
	"fmt"
)

// makeEndingTable makes the table of an ending on some goroutines, at least one. It takes
// the tables of the endings that e.Later lists from later. It calls progress, if that is
// not nil, with the part of the work that is done, less than 1, on the goroutine of the
// caller. It fails if e is not Canonical or too large, if one of the other tables is
// missing, or with the error of the context when that ends.
func makeEndingTable(ctx context.Context, e Ending, later func(Ending) *EndingTable, threads int, progress func(done float64)) (*EndingTable, error) {
	t, err := newEndingTable(e)
	if err != nil {
		return nil, err
	}
	tables, missing := newLaterTables(t.index, later)
	if missing != 0 {
		return nil, fmt.Errorf("chess: to make a table of %v takes that of %v", e, missing)
	}
	r := &retrograde{EndingTable: t, ctx: ctx, progress: progress}
	for range max(1, threads) {
		b := newRetroBoard(t, tables)
		b.ahead = newRetroBoard(t, tables)
		r.boards = append(r.boards, b)
	}
	for i := range t.index.stages {
		if err := r.solve(&t.index.stages[i]); err != nil {
			return nil, err
		}
	}
	return t, nil
}
