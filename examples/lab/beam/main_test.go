package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestMain(m *testing.M) {
	if os.Getenv("BEAM_WORKER") != "" { // Prism says --id='job' --provision_endpoint=address
		id, endpoint := strings.ReplaceAll(os.Args[1], "'", ""), strings.TrimPrefix(os.Args[2], "--provision_endpoint=")
		os.Args = []string{os.Args[0], "--worker", id, "--logging_endpoint=" + endpoint, "--control_endpoint=" + endpoint}
		main()
	}
	if args := os.Getenv("BEAM_ARGS"); args != "" { // a run that a test kills
		os.Args = append(os.Args[:1], strings.Fields(args)...)
		main()
	}
	beam.Init()
	os.Exit(m.Run())
}

const (
	recorded = "../../../testdata/games.pgn"    // 60 games
	mistakes = "../../../testdata/mistakes.pgn" // 14 games
)

// some returns the path of a file with the first games of another, and their text.
func some(t *testing.T, path string, n int) (string, string) {
	t.Helper()
	games := strings.SplitAfter(readFile(t, path), "\n\n[")
	text := strings.TrimSuffix(strings.Join(games[:min(n, len(games))], ""), "[")
	return write(t, "games.pgn", []byte(text)), text
}

// pipeline runs the pipeline, with chunks of three games, and returns what it wrote: the files of the chunks
// in their order.
func pipeline(t *testing.T, task Task, patterns ...string) (out, stderr string, err error) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "out")
	stderr, err = into(t, folder, task, patterns...)
	return content(t, folder), stderr, err
}

// into runs the pipeline.
func into(t *testing.T, folder string, task Task, patterns ...string) (stderr string, err error) {
	t.Helper()
	if task.Evaluation == "" {
		task.Evaluation = "default"
	}
	var totals strings.Builder
	err = run(t.Context(), folder, 3, task, patterns, &totals)
	return totals.String(), err
}

// files returns the files of a folder, which may not be there, by name.
func files(t *testing.T, folder string) []os.DirEntry {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return entries
}

// content returns what is in the files of a folder.
func content(t *testing.T, folder string) string {
	t.Helper()
	var b strings.Builder
	for _, e := range files(t, folder) {
		b.WriteString(readFile(t, filepath.Join(folder, e.Name())))
	}
	return b.String()
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestAnnotate checks that each game is annotated once, of compressed files too, and by the
// evaluation that is asked for.
func TestAnnotate(t *testing.T) {
	n := min(60, chesstest.Sample(t, 60))
	path, text := some(t, recorded, n)
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(z, text)
	z.Close()
	games := func(text string) (all []string) {
		for tree, err := range chess.NewPGNReader(strings.NewReader(text)).All() {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, tree.String())
		}
		slices.Sort(all)
		return all
	}
	task := Task{Format: formatPGN, Nodes: 20, Evaluation: "pesto"}
	out, stderr, err := pipeline(t, task, filepath.Dir(path)+"/game*.pgn")
	if err != nil || stderr != fmt.Sprintf("%d games, 0 chunks were done before, 0 problems\n", n) {
		t.Fatalf("%v, %q", err, stderr)
	}
	want := games(out)
	if got := strings.Count(out, `[Annotator "chess (Go), evaluation pesto, 20 nodes a position, `); got != n || len(want) != n {
		t.Errorf("%d of %d games are annotated with pesto", got, n)
	}
	out, _, err = pipeline(t, task, write(t, "games.pgn.zst", packed.Bytes()))
	if diff := cmp.Diff(want, games(out)); err != nil || diff != "" {
		t.Errorf("%v (-plain +compressed):\n%s", err, diff)
	}
}

// TestLabels checks that the labels can be read, and have the game in their identifiers.
func TestLabels(t *testing.T) {
	path, _ := some(t, recorded, chesstest.Sample(t, 60))
	out, _, err := pipeline(t, Task{Format: formatLabels, Nodes: 5}, path)
	if n := strings.Count(out, "\n"); err != nil || n < 30 {
		t.Errorf("%v, %d positions", err, n)
	}
	for line := range strings.Lines(out) {
		if _, err := chess.ParseEPD(strings.TrimSpace(line)); err != nil || !strings.Contains(line, `; id "games.pgn `) {
			t.Errorf("%v: %s", err, line)
		}
	}
}

// TestPuzzles checks that a position makes one puzzle of a chunk, and one of all by "sort -u -k1,4", as README.md
// says.
func TestPuzzles(t *testing.T) {
	task := Task{Format: formatPuzzles, Nodes: 200}
	lines := func(patterns ...string) map[string]int {
		out, _, err := pipeline(t, task, patterns...)
		if err != nil {
			t.Error(err)
		}
		positions := map[string]int{}
		for line := range strings.Lines(out) {
			positions[strings.Join(strings.Fields(line)[:4], " ")]++
		}
		return positions
	}
	path, text := some(t, mistakes, chesstest.Sample(t, 20))
	once := lines(path)
	twice := lines(path, write(t, "again.pgn", []byte(text)))
	if diff := cmp.Diff(slices.Sorted(maps.Keys(once)), slices.Sorted(maps.Keys(twice))); diff != "" || len(once) < 2 {
		t.Errorf("%d puzzles (-once +twice):\n%s", len(once), diff)
	}
	first, _, _ := strings.Cut(text, "\n\n[Event")
	for position, n := range lines(write(t, "twice.pgn", []byte(first+"\n\n"+first+"\n"))) {
		if n != 1 {
			t.Errorf("%d puzzles of %s in a chunk", n, position)
		}
	}
}

// TestContinued checks that a run goes on after one that was killed: what is done stays as it is, and in the
// end all is as after one run. What was begun is done again. Every second run has its worker in a process of
// its own, which ends with it.
func TestContinued(t *testing.T) {
	path, _ := some(t, recorded, max(15, chesstest.Sample(t, 60)))
	task := Task{Format: formatPGN, Nodes: 300}
	want, _, err := pipeline(t, task, path)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "out")
	done := map[string]os.FileInfo{}
	check := func() {
		t.Helper()
		for _, e := range files(t, folder) {
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(e.Name(), ".part") {
				os.Remove(filepath.Join(folder, e.Name()))
			} else if old := done[e.Name()]; old != nil && !(os.SameFile(old, info) && old.ModTime().Equal(info.ModTime())) {
				t.Errorf("%s was written again", e.Name())
			} else {
				done[e.Name()] = info
			}
		}
	}
	random := chesstest.Rand(t)
	for i := range chesstest.Few(t, make([]int, 10)) {
		c := exec.Command(os.Args[0])
		args := "-o " + folder + " -chunk 3 -nodes 300 " + path
		if i%2 == 0 {
			args = fmt.Sprintf(`-environment_type process -environment_config {"command":%q,"env":{"BEAM_WORKER":"1"}} %s`, os.Args[0], args)
		}
		c.Env = append(os.Environ(), "BEAM_ARGS="+args)
		c.Stderr = io.Discard // so that Wait waits for the worker too
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for until, deadline := len(done)+random.IntN(3), time.Now().Add(time.Minute); len(files(t, folder)) < until && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
		c.Process.Kill()
		c.Wait()
		check()
		t.Logf("%d chunks are done", len(done))
	}
	before := len(done)
	stderr, err := into(t, folder, task, path)
	if check(); err != nil || !strings.Contains(stderr, fmt.Sprintf(", %d chunks were done before, 0 problems\n", before)) {
		t.Errorf("%v, %q after %d chunks", err, stderr, before)
	}
	if diff := cmp.Diff(want, content(t, folder)); diff != "" {
		t.Errorf("(-at once +continued):\n%s", diff)
	}
}

// TestS3 checks that files may be objects of S3, and that a chunk that is there is not made again.
func TestS3(t *testing.T) {
	path, text := some(t, recorded, 7)
	var mu sync.Mutex
	objects := map[string]string{"/bucket/in/games.pgn": text}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		switch object, ok := objects[r.URL.Path]; {
		case r.Method == http.MethodPut:
			objects[r.URL.Path] = string(body)
		case r.URL.Path == "/bucket":
			io.WriteString(w, "<ListBucketResult><Contents><Key>in/games.pgn</Key></Contents></ListBucketResult>")
		case ok:
			http.ServeContent(w, r, "", time.Time{}, strings.NewReader(object))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for name, value := range map[string]string{"ENDPOINT_URL_S3": server.URL, "REGION": "x", "ACCESS_KEY_ID": "x", "SECRET_ACCESS_KEY": "x"} {
		t.Setenv("AWS_"+name, value)
	}
	task := Task{Format: formatPGN, Nodes: 20}
	want, _, err := pipeline(t, task, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, totals := range []string{"7 games, 0 chunks were done before, 0 problems\n", "0 games, 3 chunks were done before, 0 problems\n"} {
		if stderr, err := into(t, "s3://bucket/out", task, "s3://bucket/in/*.pgn"); err != nil || stderr != totals {
			t.Errorf("%v, %q", err, stderr)
		}
	}
	var got strings.Builder
	for _, name := range slices.Sorted(maps.Keys(objects)) {
		if strings.HasPrefix(name, "/bucket/out/") {
			got.WriteString(objects[name])
		}
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-files +objects):\n%s", diff)
	}
}

// TestCut checks that the games of the parts are those of the whole text, with their numbers, wherever it is
// cut.
func TestCut(t *testing.T) {
	texts := map[string]string{"recorded": readFile(t, recorded), "mistakes": readFile(t, mistakes)}
	texts["CRLF"] = strings.ReplaceAll(texts["mistakes"], "\n", "\r\n")
	texts["no results"] = strings.NewReplacer(" 1-0\n", "\n", " 0-1\n", "\n").Replace(texts["recorded"])
	texts["stray text"] = "some words\n\n1-0\n\n" + strings.Replace(texts["mistakes"], "[Event ", "{a result: 1-0\n\n[Event ", 3)
	texts["results in comments"] = strings.Replace(texts["mistakes"], "\n\n[Event ", "\n\n; 1-0\n\n[Event ", 3)
	texts["long line"] = strings.ReplaceAll(texts["mistakes"], "\n1. ", "\n{"+strings.Repeat("x", 70_000)+"} 1. ")
	random, damaged := chesstest.Rand(t), []byte(texts["recorded"])
	for range 300 {
		damaged[random.IntN(len(damaged))] = "\n{}();[]\"*1 -0"[random.IntN(14)]
	}
	texts["damaged"] = string(damaged)
	games := func(text string, damage bool) (all []string) {
		for tree, err := range chess.NewPGNReader(strings.NewReader(text)).All() {
			text := tree.String()
			if damage { // a comment between two games may be left out
				text = fmt.Sprint(tree.Tag("Round"), tree.Mainline())
			}
			all = append(all, fmt.Sprintf("%s %v", text, err != nil))
		}
		return all
	}
	for name, text := range texts {
		for _, n := range []int{1, 4} {
			var joined strings.Builder
			var all []string
			parts := 0
			for part, err := range cut(iotest.HalfReader(strings.NewReader(text)), n) {
				if err != nil {
					t.Error(err)
				}
				joined.Write(part)
				all = append(all, games(string(part), name == "damaged")...)
				parts++
			}
			if joined.String() != text || parts < 3 {
				t.Errorf("%s: %d parts of %d bytes, of %d", name, parts, joined.Len(), len(text))
			}
			if diff := cmp.Diff(games(text, name == "damaged"), all); diff != "" {
				t.Errorf("%s (-whole +parts):\n%s", name, diff)
			}
		}
	}
	for _, err := range cut(iotest.ErrReader(io.ErrUnexpectedEOF), 1) {
		if err != io.ErrUnexpectedEOF {
			t.Error(err)
		}
	}
}

// TestProblems checks that a game is annotated as far as it goes, and what is counted.
func TestProblems(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"an illegal move": {"[Event \"broken\"]\n\n1. e4 e5 2. Ke3 1-0\n", "1 games, 0 chunks were done before, 1 problems\n"},
		"no PGN":          {"\x1f\x8bxxxxxxxxxxxx", "0 games, 0 chunks were done before, 1 problems\n"},
		"empty":           {"", "0 games, 0 chunks were done before, 1 problems\n"},
	} {
		out, stderr, err := pipeline(t, Task{Format: formatPGN, Nodes: 5}, write(t, "x.pgn", []byte(test.text)))
		if !errors.Is(err, cli.ErrPartly) || stderr != test.want || strings.Count(out, "[Event ") != strings.Count(test.text, "[Event ") {
			t.Errorf("%s: %v, %q\n%s", name, err, stderr, out)
		}
	}
	if _, _, err := pipeline(t, Task{Format: formatPGN, Nodes: 5}, filepath.Join(t.TempDir(), "missing.pgn")); err == nil {
		t.Error("no error for a missing file")
	}
}

func TestUsage(t *testing.T) {
	for _, task := range []Task{{Format: "x", Nodes: 5}, {Format: formatPGN}, {Format: formatPGN, Nodes: 5, Evaluation: "x"}, {Format: formatPuzzles, Nodes: 5, Evaluation: "pesto"}} {
		if _, _, err := pipeline(t, task, recorded); !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%+v: %v", task, err)
		}
	}
	good := Task{formatPGN, 5, "default"}
	if err := run(t.Context(), "", 1, good, []string{recorded}, io.Discard); !errors.Is(err, cli.ErrUsage) {
		t.Errorf("without an output: %v", err)
	}
	if err := run(t.Context(), "x", 0, good, []string{recorded}, io.Discard); !errors.Is(err, cli.ErrUsage) {
		t.Errorf("without games in a chunk: %v", err)
	}
	if err := run(t.Context(), "x", 1, good, nil, io.Discard); !errors.Is(err, cli.ErrUsage) {
		t.Errorf("without a file: %v", err)
	}
}
