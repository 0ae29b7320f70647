package chess

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fakeTablebase is a Tablebase of positions by their EPD.
type fakeTablebase map[string]Truth

func (f fakeTablebase) MaxPieces() int {
	most := 0
	for epd := range f {
		p := MustParseFEN(epd + " 0 1")
		most = max(most, p.ending().Pieces())
	}
	return most
}

func (f fakeTablebase) Probe(p *Position) (Truth, error) {
	if _, err := tablebaseEnding(p, MaxMoves); err != nil {
		return Truth{}, err
	}
	truth, ok := f[p.EPD()]
	if !ok {
		return Truth{}, missingError("no " + p.EPD())
	}
	return truth, nil
}

func (f fakeTablebase) WDL(p *Position) (WDL, error) {
	truth, err := f.Probe(p)
	return truth.WDL, err
}

// brokenTablebase is a Tablebase that cannot read its files.
type brokenTablebase struct{ fakeTablebase }

var errUnreadable = errors.New("unreadable")

func (brokenTablebase) Probe(*Position) (Truth, error) { return Truth{}, errUnreadable }
func (brokenTablebase) WDL(*Position) (WDL, error)     { return WDLWin, errUnreadable }

// preparingTablebase is a Preparer: what it prepares is ready.
type preparingTablebase struct{ fakeTablebase }

func (t preparingTablebase) Prepare(p *Position) Tablebase {
	return fakeTablebase{p.EPD(): {WDL: WDLLoss, DTZ: -2}}
}

// Three positions of few pieces, as EPD.
const (
	pawnEPD  = "4k3/8/4K3/4P3/8/8/8/8 w - -"
	rookEPD  = "4k3/8/8/8/8/8/8/R3K3 w - -"
	queenEPD = "4k3/8/8/8/8/8/8/Q2qK3 w - -"
)

func TestTablebaseEnding(t *testing.T) {
	for _, tt := range []struct {
		fen string
		max int
		err error
	}{
		{pawnEPD + " 0 1", 3, nil}, {pawnEPD + " 99 1", 7, nil}, {pawnEPD + " 0 1", 2, errTablebasePieces},
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 7, errTablebaseCastling}, {"r3k3/8/8/8/8/8/8/4K3 w q - 0 1", 7, errTablebaseCastling},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", 7, errTablebaseThreeCheck},
		{"4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1", 4, nil},
		{StartFEN, 32, errTablebaseCastling}, {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 7, errTablebasePieces},
	} {
		p := MustParseFEN(tt.fen)
		e, err := tablebaseEnding(&p, tt.max)
		if err != tt.err || err == nil && e != p.Ending() {
			t.Errorf("%s with %d pieces: %v, %v, want %v", tt.fen, tt.max, e, err, tt.err)
		}
	}
	var zero Position
	if _, err := tablebaseEnding(&zero, 7); err != errTablebaseKings {
		t.Errorf("no kings: %v", err)
	}
	for _, err := range []error{errTablebaseThreeCheck, errTablebaseCastling, errTablebaseKings, errTablebasePieces, errNoTablebase} {
		if !errors.Is(err, ErrNotInTablebase) || !strings.HasPrefix(err.Error(), ErrNotInTablebase.Error()+": ") {
			t.Errorf("%v", err)
		}
	}
}

// What a search asks often allocates nothing, whatever the answer.
func TestTablebaseEndingAllocations(t *testing.T) {
	for _, fen := range []string{pawnEPD + " 0 1", StartFEN} {
		p := MustParseFEN(fen)
		joined := JoinTablebases()
		if n := testing.AllocsPerRun(10, func() {
			tablebaseEnding(&p, 3)
			joined.WDL(&p)
		}); n > 0 {
			t.Errorf("%s: %v allocations", fen, n)
		}
	}
}

func TestTablebaseWDL(t *testing.T) {
	all := []WDL{WDLLoss, WDLBlessedLoss, WDLDraw, WDLCursedWin, WDLWin}
	for i, want := range []string{"loss", "blessed loss", "draw", "cursed win", "win"} {
		w := all[i]
		if got := w.String(); got != want || w != WDL(i-2) || -w != all[4-i] {
			t.Errorf("%d is %q, want %q; from the other side %v", w, got, want, -w)
		}
	}
	for w, want := range map[WDL]string{-3: "WDL(-3)", 3: "WDL(3)", 127: "WDL(127)", -128: "WDL(-128)"} {
		if got := w.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A win or a loss with the halfmove clock at some value: the move that zeroes it
// comes at the latest as the hundredth.
func TestTruthAt(t *testing.T) {
	win, loss := Truth{WDL: WDLWin, DTZ: 1}, Truth{WDL: WDLLoss, DTZ: -1}
	late := func(truth Truth, dtz int) Truth { truth.DTZ = dtz; return truth }
	rounded := func(truth Truth) Truth { truth.DTZRounded = true; return truth }
	mate := Truth{WDL: WDLLoss, DTZ: -1, DTMKnown: true}
	noMate := Truth{WDL: WDLLoss, DTZ: -1, DTM: -8, DTMKnown: true}
	for _, tt := range []struct {
		truth Truth
		at    int
		want  WDL
	}{
		{win, 0, WDLWin}, {win, 98, WDLWin}, {win, 99, WDLWin}, {win, 100, WDLCursedWin},
		{late(win, 2), 98, WDLWin}, {late(win, 2), 99, WDLCursedWin}, {late(loss, -2), 98, WDLLoss}, {late(loss, -2), 99, WDLBlessedLoss},
		{late(win, 100), 0, WDLWin}, {late(win, 100), 1, WDLCursedWin}, {late(loss, -100), 0, WDLLoss}, {late(loss, -100), 1, WDLBlessedLoss},
		{rounded(late(win, 10)), 89, WDLWin}, {rounded(late(win, 10)), 90, WDLCursedWin}, {late(win, 10), 90, WDLWin}, {late(win, 10), 91, WDLCursedWin},
		{rounded(late(loss, -10)), 89, WDLLoss}, {rounded(late(loss, -10)), 90, WDLBlessedLoss},
		{rounded(late(win, 100)), 0, WDLWin}, {rounded(late(loss, -100)), 0, WDLLoss},
		{loss, 99, WDLLoss}, {loss, 100, WDLLoss}, {loss, 149, WDLLoss}, {mate, 100, WDLLoss}, {noMate, 99, WDLLoss}, {noMate, 100, WDLBlessedLoss},
		{Truth{}, 0, WDLDraw}, {Truth{}, 100, WDLDraw}, {Truth{WDL: WDLCursedWin, DTZ: 101}, 0, WDLCursedWin}, {Truth{WDL: WDLBlessedLoss, DTZ: -130}, 50, WDLBlessedLoss},
	} {
		if got := tt.truth.At(tt.at); got != tt.want {
			t.Errorf("%+v at %d: %v, want %v", tt.truth, tt.at, got, tt.want)
		}
	}
}

func TestTruthString(t *testing.T) {
	for _, tt := range []struct {
		truth Truth
		want  string
	}{
		{Truth{}, "draw"},
		{Truth{WDL: WDLWin, DTZ: 35, DTM: 69, DTMKnown: true}, "win, DTZ 35, DTM 69"},
		{Truth{WDL: WDLLoss, DTZ: -8, DTZRounded: true}, "loss, DTZ -8 or -9"},
		{Truth{WDL: WDLCursedWin, DTZ: 101, DTZRounded: true}, "cursed win, DTZ 101 or 102"},
		{Truth{WDL: WDLLoss, DTZ: -1, DTMKnown: true}, "loss, DTZ -1, DTM 0"},
		{Truth{WDL: 9}, "WDL(9)"},
	} {
		if got := tt.truth.String(); got != tt.want {
			t.Errorf("%#v: %q, want %q", tt.truth, got, tt.want)
		}
	}
}

// MateInMoves and ForWhite count and turn as those of Score do.
func TestTruthMateInMoves(t *testing.T) {
	for _, tt := range []struct {
		truth Truth
		score Score
		ok    bool
	}{
		{Truth{WDL: WDLWin, DTM: 1, DTMKnown: true}, Mate - 1, true},
		{Truth{WDL: WDLWin, DTM: 45, DTMKnown: true}, Mate - 45, true},
		{Truth{WDL: WDLCursedWin, DTM: 121, DTMKnown: true}, Mate - 121, true},
		{Truth{WDL: WDLLoss, DTM: -44, DTMKnown: true}, 44 - Mate, true},
		{Truth{WDL: WDLLoss, DTMKnown: true}, -Mate, true},
		{Truth{WDL: WDLDraw, DTMKnown: true}, 0, false},
		{Truth{WDL: WDLWin, DTZ: 3}, 0, false},
	} {
		want, _ := tt.score.MateInMoves()
		if moves, ok := tt.truth.MateInMoves(); moves != want || ok != tt.ok {
			t.Errorf("%+v: mate in %d, %v; want %d, %v", tt.truth, moves, ok, want, tt.ok)
		}
	}
	for w := WDLLoss; w <= WDLWin; w++ {
		if w.ForWhite(White) != w || w.ForWhite(Black) != -w {
			t.Errorf("%v: %v and %v from White's point of view", w, w.ForWhite(White), w.ForWhite(Black))
		}
	}
}

func TestJoinTablebases(t *testing.T) {
	pawn := fakeTablebase{pawnEPD: {WDL: WDLWin, DTZ: 3}}
	rook := fakeTablebase{rookEPD: {WDL: WDLWin, DTZ: 20}, pawnEPD: {}}
	for _, tt := range []struct {
		name, epd string
		joined    []Tablebase
		max       int
		want      Truth
		err       string // "" for none
	}{
		{"none", pawnEPD, nil, 0, Truth{}, errNoTablebase.Error()},
		{"nil", pawnEPD, []Tablebase{nil}, 0, Truth{}, errNoTablebase.Error()},
		{"the first", pawnEPD, []Tablebase{pawn, rook}, 3, Truth{WDL: WDLWin, DTZ: 3}, ""},
		{"the second", rookEPD, []Tablebase{pawn, nil, rook}, 3, Truth{WDL: WDLWin, DTZ: 20}, ""},
		{"not needed", pawnEPD, []Tablebase{pawn, brokenTablebase{}}, 3, Truth{WDL: WDLWin, DTZ: 3}, ""},
		{"broken", rookEPD, []Tablebase{pawn, brokenTablebase{}, rook}, 3, Truth{}, "unreadable"},
		{"missing", queenEPD, []Tablebase{pawn, rook}, 3, Truth{}, "chess: the position is not in the tablebase: no " + queenEPD},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := MustParseFEN(tt.epd + " 0 1")
			j := JoinTablebases(tt.joined...)
			truth, err := j.Probe(&p)
			w, errWDL := j.WDL(&p)
			if tt.err != "" {
				want := fmt.Sprintf("%v, %v", tt.err, tt.err)
				if got := fmt.Sprintf("%v, %v", err, errWDL); got != want {
					t.Errorf("%v, want %v", got, want)
				}
				if got, want := errors.Is(err, ErrNotInTablebase), tt.err != "unreadable"; got != want {
					t.Errorf("ErrNotInTablebase: %v, want %v", got, want)
				}
			} else if truth != tt.want || w != tt.want.WDL || err != nil || errWDL != nil {
				t.Errorf("%+v, %v and %v, %v, want %+v", truth, err, w, errWDL, tt.want)
			}
			if got := j.MaxPieces(); got != tt.max {
				t.Errorf("at most %d pieces, want %d", got, tt.max)
			}
		})
	}
}

// Joined tablebases prepare those among them that can be.
func TestJoinTablebasesPrepare(t *testing.T) {
	p := MustParseFEN(rookEPD + " 0 1")
	tables := []Tablebase{fakeTablebase{pawnEPD: {}}, preparingTablebase{}}
	joined := JoinTablebases(tables...)
	tables[1] = brokenTablebase{} // must not matter
	preparer, ok := joined.(Preparer)
	if !ok {
		t.Fatal("not a Preparer")
	}
	if _, err := joined.Probe(&p); !errors.Is(err, ErrNotInTablebase) {
		t.Errorf("before it is prepared: %v", err)
	}
	got, err := preparer.Prepare(&p).Probe(&p)
	if diff := cmp.Diff(Truth{WDL: WDLLoss, DTZ: -2}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
