package chess

import "github.com/google/go-cmp/cmp"

// samePosition has cmp compare positions by all that a FEN holds.
var samePosition = cmp.Comparer(func(p, q Position) bool {
	return p.isZero() == q.isZero() && p.FEN() == q.FEN()
})
