package examples

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// statuses are arguments of each program by the status that they give: 1 if it fails, 2
// for a wrong command line, and 3 if it does only a part, because a game has a fault. In
// them, FAULT is replaced by the name of a file of games with such a game, and TESTDATA
// by that of a folder; the folder none does not exist.
var statuses = map[string]map[int]string{
	"analyze":          {2: "8/8"},
	"chess annotate":   {1: "-nodes 1 -o none/x FAULT", 2: "-nodes 1", 3: "-nodes 1 FAULT"},
	"chess book":       {1: "show none.bin", 2: "show", 3: "make -o book.bin FAULT"},
	"chess diagram":    {1: "-o none/x.svg", 2: "-o x.jpg"},
	"chess endings":    {1: "show -o FAULT KQvK", 2: "show KQK"},
	"lab experiments":  {2: "castles"},
	"explorer":         {1: "moves -o none e4", 2: "add FAULT", 3: "add -o games FAULT"},
	"lab ledger":       {1: "-show -o none.json", 2: "-nodes 5"},
	"chess match":      {1: "-b pesto -nodes 1 -pgn none/x", 2: "-b nobody -nodes 1"},
	"chess perft":      {2: "-depth 1 8/8"},
	"play":             {1: "none.pgn", 2: "-white nobody"},
	"chess lessons":    {1: "-nodes 1 nobody FAULT", 2: "-nodes 1", 3: "-nodes 1 hand FAULT TESTDATA/variants.pgn"},
	"chess puzzles":    {1: "themes none.csv", 2: "make -format tsv FAULT", 3: "make -nodes 1 -verify 2 FAULT"},
	"chess repertoire": {1: "holes -white none.pgn FAULT", 2: "holes FAULT", 3: "novelties -white FAULT FAULT"},
	"lab searchtree":   {2: "8/8"},
	"lab spsa":         {1: "-p ProbCut=180:0:400 -openings TESTDATA/openings.epd -o none/x", 2: "-p Speed=1:0:2"},
	"chess tune":       {1: "fit none.pgn", 2: "fit -rounds 0 FAULT", 3: "fit -rounds 1 -features tempo -o w.json FAULT"},
	"uci":              {2: "-book none"},
	"web":              {1: "-out FAULT", 2: "x"},
	"xboard":           {2: "-book none"},
}

// TestStatus checks the statuses of docs/programs.md.
func TestStatus(t *testing.T) {
	testdata, err := filepath.Abs("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	forAll(t, func(t *testing.T, p *program, path string) {
		if statuses[p.name] == nil {
			t.Error("it is not in the list of statuses")
		}
		folder := t.TempDir()
		fault := filepath.Join(folder, "fault.pgn")
		const moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 6. d4"
		if err := os.WriteFile(fault, []byte("[Result \"1-0\"]\n\n"+moves+" 1-0\n\n[Result \"0-1\"]\n\n"+moves+" d6 7. Ke3 0-1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		for want, args := range statuses[p.name] {
			args = strings.NewReplacer("FAULT", fault, "TESTDATA", testdata).Replace(args)
			c := p.command(path, strings.Fields(args)...)
			c.Dir = folder
			r := start(t, c).wait()
			if r.status != want || r.stderr == "" || want == 2 && (r.stdout != "" || strings.Count(r.stderr, "\n") != 1) {
				t.Errorf("%s: status %d, want %d; standard output %.200q, standard error %q", args, r.status, want, r.stdout, r.stderr)
			}
		}
	})
}
