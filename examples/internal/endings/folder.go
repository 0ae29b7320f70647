//go:build !js

package endings

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
)

// checkFolder returns an error if a file in the folder has the name of a table and is
// none: chess.EndingTables would replace it.
func (c *Choice) checkFolder() error {
	entries, err := os.ReadDir(c.Folder)
	if c.Folder == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		name, ok := strings.CutSuffix(entry.Name(), tableExtension)
		if _, unknown := chess.ParseEnding(name); ok && unknown == nil {
			err = cmp.Or(err, outfile.Foreign(filepath.Join(c.Folder, entry.Name()), "table of an ending", outfile.Begins(tableBegin)))
		}
	}
	return err
}

// openSyzygy opens files. If it cannot, that is cli.ErrUsage.
func openSyzygy(folders string) (chess.Tablebase, error) {
	files, err := chess.OpenSyzygy(folders)
	if err != nil {
		return nil, cli.BadCommandLine(err)
	}
	return files, nil
}
