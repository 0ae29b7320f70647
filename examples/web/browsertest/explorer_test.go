package browsertest

import "testing"

// games are those of the explorer.
const games = `[White "A"]
[Black "B"]
[Result "1-0"]
[WhiteElo "2000"]
[BlackElo "2100"]

1. e4 e5 2. Nf3 1-0

[White "A"]
[Black "C"]
[Result "1/2-1/2"]

1. e4 c5 1/2-1/2

[White "C"]
[Black "A"]
[Result "0-1"]

1. d4 d5 0-1
`

// TestExplorer shows what an explorer knows of the position, and plays a move of it.
func TestExplorer(t *testing.T) {
	p := played(t)
	p.want(`#explorer small`, `^3 games$`)
	p.want(`#explorer tbody`, `^e4250 %50 %0 %2050d410 %0 %100 %$`)
	p.click(`#explorer tbody button`)
	p.want(`#moves`, `^1\.e4$`)
	p.want(`#explorer tbody`, `^(e51100 %0 %0 %2050c510 %100 %0 %|c510 %100 %0 %e51100 %0 %0 %2050)$`)
	p.move("a7a6")
	p.want(`#explorer small`, `^0 games$`)
	p.hidden(`#explorer table`)
}
