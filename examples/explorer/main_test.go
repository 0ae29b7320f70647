package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// command runs the program.
func command(t *testing.T, stdin string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	err = explorer.Run(t.Context(), args, cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &errs})
	return out.String(), progress.Others(errs.String()), err
}

func TestCommands(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games")
	if _, stderr, err := command(t, threeGames, "add", "-o", dir, "-"); err != nil || stderr != "3 games added with 10 positions, 0 known before\n" {
		t.Fatal(err, stderr)
	}
	if _, stderr, err := command(t, threeGames, "add", "-o", dir, "-"); err != nil || stderr != "0 games added with 0 positions, 3 known before\n" {
		t.Fatal(err, stderr)
	}
	names := filepath.Join(t.TempDir(), "names.tsv")
	if err := os.WriteFile(names, []byte("eco\tname\tpgn\nA10\tEnglish Opening\t1. c4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	fischer, err := played.NewGame(read(t, threeGames)[0])
	if err != nil {
		t.Fatal(err)
	}
	id := fischer.ID.String()
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"moves", "-o", dir, "-names", names, "-recent", "0", "-top", "1", "1.", "c4"}, `A10 English Opening
3 games: White won 1, drawn 1, Black won 0

move  games  white  draws  black  rating  years
c5    1      0 %    100 %  0 %    0       1999-1999
e6    1      100 %  0 %    0 %    2722    1972-1972

best rated games
1972-07  1-0  Fischer, R (2785) – Spassky, B (2660)  e7e6  ` + id + "\n"},
		{[]string{"moves", "-o", dir, "-names", names, "-moves", "0", "-recent", "0", "-top", "0", "c4", "e6", "Nf3"}, "A10 English Opening\n1 games: White won 1, drawn 0, Black won 0\n"},
		{[]string{"games", "-o", dir, "1.c4", "e6", "-result", "1-0"}, "1972-07  1-0  Fischer, R (2785) – Spassky, B (2660)  g1f3  " + id + "\n"},
		{[]string{"games", "-o", dir, "-speeds", "blitz,classical", "-ratings", "2500"}, "1972-07  1-0  Fischer, R (2785) – Spassky, B (2660)  c2c4  " + id + "\n"},
		{[]string{"games", "-o", dir, "-result", "0-1"}, ""},
		{[]string{"games", "-o", dir, "-speeds", "blitz"}, ""},
		{[]string{"games", "-o", dir, "-ratings", "0"}, ""},
		{[]string{"find", "-o", dir, "-squares", "f3=N"}, "1 games\n1972-07  1-0  Fischer, R (2785) – Spassky, B (2660)    " + id + "  ply 3\n"},
		{[]string{"game", "-o", dir, id}, read(t, threeGames)[0].String()},
		{[]string{"games", "-o", dir, "-json", "-limit", "0"}, "{\"games\":[]}\n"},
	} {
		stdout, stderr, err := command(t, "", test.args...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || err != nil || stderr != "" {
			t.Errorf("%q: %v, %q (-want +got):\n%s", test.args, err, stderr, diff)
		}
	}
}

// TestFaults checks that games with faults are added as far as they go.
func TestFaults(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games")
	_, stderr, err := command(t, "[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n", "add", "-o", dir, "-")
	if !errors.Is(err, cli.ErrPartly) || strings.Count(stderr, "\n") != 2 {
		t.Errorf("%v, %q", err, stderr)
	}
	if stdout, _, err := command(t, "", "moves", "-o", dir, "e4"); err != nil || !strings.Contains(stdout, "\ne5 ") {
		t.Errorf("%v, %q", err, stdout)
	}
}

func TestCommandLines(t *testing.T) {
	store := filepath.Join(t.TempDir(), "games")
	for _, test := range []struct {
		args string
		want error
	}{
		{"", cli.ErrUsage}, {"x", cli.ErrUsage}, {"-h", flag.ErrHelp}, {"add x.pgn", cli.ErrUsage}, {"add -o STORE", cli.ErrUsage}, {"add -o STORE -plies -1 x", cli.ErrUsage},
		{"moves e4", cli.ErrUsage}, {"moves -o STORE e5", cli.ErrUsage}, {"moves -o STORE 8/8", cli.ErrUsage}, {"moves -o STORE -since x", cli.ErrUsage},
		{"games -o STORE -result x", cli.ErrUsage}, {"games -o STORE -speeds x", cli.ErrUsage}, {"find -o STORE -squares e4=P -ratings 1700", cli.ErrUsage}, {"find -o STORE", cli.ErrUsage}, {"find -o STORE -material KRvK x", cli.ErrUsage}, {"game -o STORE x", cli.ErrUsage},
		{"serve", cli.ErrUsage}, {"serve -requests 0 STORE", cli.ErrUsage}, {"serve -log x STORE", cli.ErrUsage},
		{"moves -o STORE", errNoStore}, {"serve STORE", errNoStore}, {"add -h", flag.ErrHelp}, {"serve -h", flag.ErrHelp},
	} {
		_, _, err := command(t, "", strings.Fields(strings.ReplaceAll(test.args, "STORE", store))...)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.args, err, test.want)
		}
		if _, err := os.Stat(store); err == nil {
			t.Fatalf("%s has made a store", test.args)
		}
	}
}

// TestServe serves a store that grows meanwhile.
func TestServe(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games")
	ctx, cancel := context.WithCancel(t.Context())
	pr, pw, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		done <- explorer.Run(ctx, []string{"serve", "-addr", "localhost:0", dir, "-"}, cli.Streams{In: strings.NewReader(threeGames), Err: pw})
	}()
	buf := make([]byte, 200)
	var text string
	for !strings.Contains(text, "3 games added") {
		n, err := pr.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		text += string(buf[:n])
	}
	address, ok := strings.CutPrefix(strings.Split(text, "\n")[0], "listening on ")
	if !ok {
		t.Fatal(text)
	}
	if status, body := fetch(t, address+"/games?play=c2c4"); status != 200 || strings.Count(body, `"id"`) != 3 {
		t.Errorf("status %d, %s", status, body)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestPositions(t *testing.T) {
	want := chess.StartPosition()
	for _, m := range []string{"e2e4", "c7c5"} {
		want = want.After(mustMove(t, want, m))
	}
	for _, words := range []string{"1. e4 c5", "1.e4 c5", "e4 c5", "e2e4 c7c5", "1. e4 1... c5", want.FEN()} {
		if line, err := parseLine("", strings.Fields(words)); err != nil || line[len(line)-1].Key() != want.Key() {
			t.Errorf("%s: %v, %v", words, line, err)
		}
	}
	for _, v := range []chess.Variant{chess.Standard, chess.Atomic, chess.Crazyhouse, chess.Antichess} {
		p := v.StartPosition()
		for _, words := range []string{"", p.FEN()} {
			if line, err := parseLine(v.String(), strings.Fields(words)); err != nil || line[0].Key() != p.Key() {
				t.Errorf("%v %s: %v, %v", v, words, line, err)
			}
		}
	}
	if line, err := parseLine("draughts", nil); err == nil {
		t.Error(line)
	}
}
