package browsertest

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// startExplorer starts the server of examples/explorer with games, and returns its address.
func startExplorer(t *testing.T, pgn string) string {
	t.Helper()
	dir := t.TempDir()
	games, program := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "explorer")
	if err := os.WriteFile(games, []byte(pgn), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-C", "../../explorer", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	folder := filepath.Join(dir, "games")
	if out, err := exec.Command(program, "add", "-o", folder, games).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	server := exec.Command(program, "serve", "-addr", "localhost:0", folder)
	stderr, err := server.StderrPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Signal(os.Interrupt)
		server.Wait()
	})
	line, _ := bufio.NewReader(stderr).ReadString('\n')
	address := regexp.MustCompile(`http://\S+`).FindString(line)
	if address == "" {
		t.Fatalf("the explorer printed %q, and no address", line)
	}
	return address
}

// TestExplorer shows what an explorer knows of the position, plays a move of it, and shows
// nothing without an explorer.
func TestExplorer(t *testing.T) {
	t.Parallel()
	const pgn = `[White "A"]
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
	folder := filepath.Join(t.TempDir(), "page")
	build := exec.Command("go", "run", ".", "-out", folder, "-explorer", startExplorer(t, pgn))
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	p := openAt(t, desktop, server.URL+"/")
	p.people()
	p.want(`#explorer small`, `^3 games$`)
	p.want(`#explorer tbody`, `^e4250 %50 %0 %2050d410 %0 %100 %$`)
	p.shootAll("explorer")
	p.click(`#explorer tbody button`)
	p.want(`#moves`, `^1\.e4$`)
	p.want(`#explorer tbody`, `^(e51100 %0 %0 %2050c510 %100 %0 %|c510 %100 %0 %e51100 %0 %0 %2050)$`)
	p.move("a7a6")
	p.want(`#explorer small`, `^0 games$`)
	if !eval[bool](p, `document.querySelector('#explorer table').hidden`) {
		t.Error("a position that nobody had shows moves")
	}
	p.unfold("puzzles")
	p.click(`#puzzle-next`)
	p.want(`#puzzle-task`, `.`)
	if !eval[bool](p, `document.querySelector('#explorer').hidden`) {
		t.Error("a puzzle shows what was played")
	}

	p = open(t, desktop) // without an explorer
	p.people()
	p.move("e2e4")
	time.Sleep(300 * time.Millisecond)
	if eval[bool](p, `document.querySelector('#explorer') !== null`) {
		t.Error("there is a card without an explorer")
	}
}
