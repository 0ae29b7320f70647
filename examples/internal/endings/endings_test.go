package endings

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func open(t *testing.T, c Choice) *Tables {
	t.Helper()
	tables, err := c.Open(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

const (
	threePieces = "8/8/1K1k4/8/2P5/8/8/8 w - - 0 1" // White mates in 13 moves
	fourPieces  = "8/8/1K1k4/8/2P5/8/8/7N w - - 0 1"
)

func TestFlags(t *testing.T) {
	for _, tt := range []struct {
		args string
		want Choice
		ok   bool
	}{
		{"", Choice{Pieces: 4}, true},
		{"-endings 0", Choice{}, true},
		{"-endings 3 -tables a -syzygy b", Choice{Pieces: 3, Folder: "a", Syzygy: "b"}, true},
		{"-endings 5", Choice{Pieces: 5}, false},
		{"-endings -1", Choice{Pieces: -1}, false},
		{"-endings 0 -tables a", Choice{Folder: "a"}, false},
	} {
		var c Choice
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		c.AddFlags(flags, MaxMade, "to test")
		if err := flags.Parse(strings.Fields(tt.args)); err != nil {
			t.Fatal(err)
		}
		if err := c.Check(); c != tt.want || (err == nil) != tt.ok {
			t.Errorf("%q: %+v, %v", tt.args, c, err)
		}
	}
}

// No tables know nothing, and can be asked all the same.
func TestNone(t *testing.T) {
	tables := open(t, Choice{})
	if tables != nil || tables.Tablebase() != nil || tables.String() != "" || tables.Close() != nil {
		t.Errorf("%+v", tables)
	}
	p := chess.MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	if v, known, err := tables.Judge(p); known || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	if o, err := tables.Outcome(p); o.Over() || err != nil {
		t.Errorf("%v, %v", o, err)
	}
}

// A table is made when a position needs it, and only then.
func TestTables(t *testing.T) {
	tables := open(t, Choice{Pieces: 3})
	if got := tables.String(); got != "tables of 3 pieces" || tables.MaxPieces() != 3 {
		t.Errorf("%q, %d pieces", got, tables.MaxPieces())
	}
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1", "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", chess.StartFEN,
	} {
		p := chess.MustParseFEN(fen)
		_, wdlErr := tables.WDL(&p)
		_, probeErr := tables.Probe(&p)
		_, known, err := tables.Judge(p)
		if !errors.Is(wdlErr, chess.ErrNotInTablebase) || !errors.Is(probeErr, chess.ErrNotInTablebase) || known || err != nil {
			t.Errorf("%s: %v, %v, %v", fen, wdlErr, probeErr, err)
		}
	}
	if n := tables.made.MaxPieces(); n != 0 {
		t.Errorf("tables of %d pieces were made for nothing", n)
	}
	v, known, err := tables.Judge(chess.MustParseFEN(threePieces))
	if want := "White wins: mate in 13 with best play; only c5+ and Kb5 win"; !known || err != nil || v.String() != want {
		t.Errorf("%v, %v, want %q", v, err, want)
	}
	const want = `move     result       distance
c5+      win          mate in 13
Kb5      win          mate in 16
Ka5      draw
Ka6      draw
Ka7      draw
Kb7      draw
`
	if diff := cmp.Diff(want, Moves(v)); diff != "" {
		t.Errorf("moves (-want +got):\n%s", diff)
	}
	for fen, want := range map[string]chess.Outcome{
		threePieces:                       chess.WinBy(chess.White, chess.Adjudication),
		"8/8/8/2pK4/8/1k6/8/8 w - - 0 1":  chess.DrawBy(chess.Adjudication),
		"8/8/8/2p5/8/1k1K4/8/8 b - - 0 1": chess.WinBy(chess.Black, chess.Adjudication),
		"8/8/1K1k4/8/2P5/8/8/8 w - - 1 1": {},
		chess.StartFEN:                    {},
	} {
		if got, err := tables.Outcome(chess.MustParseFEN(fen)); got != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", fen, got, err, want)
		}
	}
}

// Syzygy's files know no mates; a table that is made does, and comes first. But Judge makes none
// of what the files know.
func TestSyzygy(t *testing.T) {
	const folder = "../../../testdata/syzygy"
	files := open(t, Choice{Syzygy: folder})
	both := open(t, Choice{Pieces: 3, Syzygy: folder})
	if got := []string{files.String(), both.String()}; !slices.Equal(got, []string{"Syzygy's of 4", "tables of 3 pieces and Syzygy's of 4"}) || both.MaxPieces() != 4 {
		t.Errorf("%q, %d pieces", got, both.MaxPieces())
	}
	three, four := chess.MustParseFEN(threePieces), chess.MustParseFEN(fourPieces)
	for _, tt := range []struct {
		tables *Tables
		want   string
	}{
		{files, "White wins with best play; only c5+ and Kb5 win"},
		{both, "White wins: mate in 13 with best play; only c5+ and Kb5 win"},
	} {
		if v, known, err := tt.tables.Judge(three); !known || err != nil || v.Probe.DTMKnown || tt.tables.Ready().MaxPieces() != 4 {
			t.Errorf("%v: %v, %v, %d pieces", tt.tables, v, err, tt.tables.Ready().MaxPieces())
		}
		if both.made.MaxPieces() != 0 {
			t.Errorf("%v: a table is made", tt.tables)
		}
		if v, err := chess.RankMoves(tt.tables, three); err != nil || v.String() != tt.want {
			t.Errorf("%v: %v, %v, want %q", tt.tables, v, err, tt.want)
		}
		if v, known, err := tt.tables.Judge(four); known || err != nil {
			t.Errorf("%v knows what no file has: %v, %v", tt.tables, v, err)
		}
		for _, known := range []chess.Tablebase{tt.tables, tt.tables.Prepare(&three)} {
			if w, err := known.WDL(&three); w != chess.WDLWin || err != nil {
				t.Errorf("%v: %v, %v", tt.tables, w, err)
			}
		}
	}
	choice := Choice{Syzygy: t.TempDir()}
	if _, err := choice.Open(t.Context(), nil); err == nil {
		t.Error("a folder without files is opened")
	}
}

// Moves are in groups by what they give, not by how soon. A win that the fifty-move rule makes a
// draw is one.
func TestByResult(t *testing.T) {
	var v chess.Ranking
	for i, w := range []chess.WDL{chess.WDLWin, chess.WDLCursedWin, chess.WDLCursedWin, chess.WDLLoss} {
		v.Moves = append(v.Moves, chess.RankedMove{Result: w, Probe: chess.ProbeResult{DTZ: i}})
	}
	want := [][]chess.RankedMove{v.Moves[:1], v.Moves[1:3], v.Moves[3:]}
	if diff := cmp.Diff(want, ByResult(v)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if groups := ByResult(chess.Ranking{}); groups != nil {
		t.Errorf("of no moves: %v", groups)
	}
	for w, want := range map[chess.WDL]int{chess.WDLWin: 2, chess.WDLCursedWin: 1, chess.WDLDraw: 1, chess.WDLBlessedLoss: 1, chess.WDLLoss: 0} {
		if got := HalfPoints(w); got != want {
			t.Errorf("%v: %d, want %d", w, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		truth chess.ProbeResult
		want  string
	}{
		{chess.ProbeResult{WDL: chess.WDLDraw}, ""},
		{chess.ProbeResult{WDL: chess.WDLWin, DTZ: 1, DTM: 1, DTMKnown: true}, "mate in 1"},
		{chess.ProbeResult{WDL: chess.WDLWin, DTZ: 3, DTM: 25, DTMKnown: true}, "mate in 13"},
		{chess.ProbeResult{WDL: chess.WDLLoss, DTZ: -2, DTM: -24, DTMKnown: true}, "mated in 12"},
		{chess.ProbeResult{WDL: chess.WDLLoss, DTZ: -15}, "DTZ 15"},
		{chess.ProbeResult{WDL: chess.WDLLoss, DTZ: -15, DTZRounded: true}, "DTZ 15 or 16"},
		{chess.ProbeResult{WDL: chess.WDLCursedWin, DTZ: 105}, "DTZ 105"},
	} {
		if got := Distance(chess.RankedMove{Probe: tt.truth}); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.truth, got, tt.want)
		}
	}
}

// Tables stay in the folder; a program that is interrupted makes no more of them.
func TestFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	p := chess.MustParseFEN(threePieces)
	if _, err := open(t, Choice{Pieces: 3, Folder: folder}).Probe(&p); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) == 0 {
		t.Errorf("%d files, %v", len(files), err)
	}
	open(t, Choice{Pieces: 3, Folder: folder}) // its own files are no error
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	choice := Choice{Pieces: 3}
	tables, err := choice.Open(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	if _, _, err := tables.Judge(p); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// What has the name of a table and is none stays; a table that is broken is replaced.
func TestForeign(t *testing.T) {
	choice := Choice{Pieces: 3, Folder: t.TempDir()}
	e, err := chess.ParseEnding("KvKP")
	if err != nil {
		t.Fatal(err)
	}
	path := choice.File(e)
	for content, ok := range map[string]bool{"": true, tableBegin + "?": true, "1. e4": false} {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(choice.Folder, "my.ending"), []byte("1. e4"), 0o666); err != nil {
			t.Fatal(err)
		}
		tables, err := choice.Open(t.Context(), nil)
		if !ok {
			if want := path + " is no table of an ending"; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %q", content, err, want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer tables.Close()
		if table, err := tables.Table(e); err != nil || table.Ending() != e.Canonical() {
			t.Errorf("%q: %v", content, err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() < 1000 {
			t.Errorf("%q was not replaced: %v", content, err)
		}
	}
	four := chess.MustParseFEN(fourPieces)
	if _, err := open(t, Choice{Pieces: 3}).Table(four.Ending()); !errors.Is(err, chess.ErrNotInTablebase) {
		t.Errorf("a table of four pieces: %v", err)
	}
}

// What is prepared of four pieces does not wait; what is prepared of three is there.
func TestPrepare(t *testing.T) {
	var told int
	choice := Choice{Pieces: 4}
	tables, err := choice.Open(t.Context(), func(chess.EndingProgress) { told++ })
	if err != nil {
		t.Fatal(err)
	}
	three, four := chess.MustParseFEN(threePieces), chess.MustParseFEN(fourPieces)
	before := tables.Prepare(&four)
	if _, err := before.WDL(&four); !errors.Is(err, chess.ErrNotInTablebase) {
		t.Errorf("it was ready at once: %v", err)
	}
	if _, err := tables.WDL(&three); err != nil {
		t.Error(err)
	}
	if _, err := before.WDL(&three); !errors.Is(err, chess.ErrNotInTablebase) {
		t.Errorf("what was ready has changed: %v", err)
	}
	if _, err := tables.Prepare(&four).WDL(&three); err != nil {
		t.Errorf("it is not ready: %v", err)
	}
	if err := tables.Close(); err != nil || told == 0 {
		t.Errorf("%v; progress was told %d times", err, told)
	}
	if _, err := open(t, Choice{Pieces: 3}).Prepare(&four).WDL(&three); err != nil {
		t.Error(err)
	}
}
