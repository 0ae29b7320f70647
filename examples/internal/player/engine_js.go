package player

import (
	"context"
	"errors"

	"github.com/seed-0971039b/chess"
)

// engine is Maker for an engine, which a browser cannot start. So the page does without all that
// is needed for that.
func (d *Description) engine() (func(context.Context) (chess.Searcher, error), error) {
	return nil, errors.New("a browser cannot start an engine")
}

// withBook is for a book, which a browser has no file of.
func withBook(chess.Searcher, string) (chess.Searcher, error) {
	return nil, errors.New("a browser reads no book")
}
