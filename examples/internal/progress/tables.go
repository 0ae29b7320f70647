package progress

import (
	"fmt"

	"github.com/seed-0971039b/chess"
)

// Tables returns a function for chess.EndingTables.Progress. The task starts when it is
// first called: often all tables are ready.
func (p *Progress) Tables() func(chess.EndingProgress) {
	started := false
	return func(at chess.EndingProgress) {
		if !started {
			started = true
			p.Start("tables of endings", at.Ready, at.Total)
		}
		p.Show(at.Ready, at.Total, TableNote(at))
	}
}

// TableNote says how much of a table is done; nothing if all of it is.
func TableNote(at chess.EndingProgress) string {
	if at.Done >= 1 {
		return ""
	}
	return fmt.Sprintf("%v %.0f %%", at.Ending, 100*at.Done)
}
