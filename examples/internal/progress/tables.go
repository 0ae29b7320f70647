package progress

import (
	"fmt"
	"time"

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
		p.ShowTable(at.Ready, at.Total, at)
	}
}

// ShowTable is Show for tables of endings, of which one is in work. They take different
// times, so the time that is left is shown for the last only: by how much of it is done.
func (p *Progress) ShowTable(done, total int, at chess.EndingProgress) {
	p.mu.Lock()
	if p.table != at.Ending {
		p.table, p.tableBegan = at.Ending, time.Now()
	}
	p.part = at.Done
	p.mu.Unlock()
	note := ""
	if at.Done < 1 {
		note = fmt.Sprintf("%v %.0f %%", at.Ending, 100*at.Done)
	}
	p.Show(done, total, note)
}
