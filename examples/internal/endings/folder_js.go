package endings

import (
	"errors"

	"github.com/seed-0971039b/chess"
)

// checkFolder is for a folder, which a browser has none of. So the page does without all that is
// needed for that.
func (c *Choice) checkFolder() error { return nil }

// openSyzygy is for files, which a browser has none of.
func openSyzygy(string) (chess.Tablebase, error) {
	return nil, errors.New("a browser has no files of tables")
}
