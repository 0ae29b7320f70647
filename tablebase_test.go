package chess

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// fakeTablebase is a Tablebase of positions by their EPD.
type fakeTablebase map[string]ProbeResult

func (f fakeTablebase) MaxPieces() int {
	most := 0
	for epd := range f {
		p := MustParseFEN(epd + " 0 1")
		most = max(most, p.ending().Pieces())
	}
	return most
}

func (f fakeTablebase) Probe(p *Position) (ProbeResult, error) {
	if _, err := tablebaseEnding(p, MaxMoves); err != nil {
		return ProbeResult{}, err
	}
	truth, ok := f[p.EPD()]
	if !ok {
		return ProbeResult{}, missingError("no " + p.EPD())
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

func (brokenTablebase) Probe(*Position) (ProbeResult, error) { return ProbeResult{}, errUnreadable }
func (brokenTablebase) WDL(*Position) (WDL, error)           { return WDLWin, errUnreadable }

// preparingTablebase has Prepare: what it prepares is ready.
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

// What a search asks often allocates nothing, whatever the answer.
func TestTablebaseEnding(t *testing.T) {
	for _, tt := range []struct {
		fen string
		max int
		err error
	}{
		{pawnEPD + " 0 1", 3, nil}, {pawnEPD + " 99 1", 7, nil}, {pawnEPD + " 0 1", 2, errTablebasePieces},
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 7, errTablebaseCastling}, {"r3k3/8/8/8/8/8/8/4K3 w q - 0 1", 7, errTablebaseCastling},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", 7, errTablebaseVariant}, {"4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1", 4, nil},
		{StartFEN, 32, errTablebaseCastling}, {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 7, errTablebasePieces},
	} {
		p := MustParseFEN(tt.fen)
		e, err := tablebaseEnding(&p, tt.max)
		if err != tt.err || err == nil && e != p.Ending() {
			t.Errorf("%s with %d pieces: %v, %v, want %v", tt.fen, tt.max, e, err, tt.err)
		}
		joined := JoinTablebases()
		if n := testing.AllocsPerRun(10, func() {
			tablebaseEnding(&p, tt.max)
			joined.WDL(&p)
		}); n > 0 {
			t.Errorf("%s: %v allocations", tt.fen, n)
		}
	}
	var zero Position
	if _, err := tablebaseEnding(&zero, 7); err != errTablebaseKings {
		t.Errorf("no kings: %v", err)
	}
	for _, err := range []error{errTablebaseVariant, errTablebaseCastling, errTablebaseKings, errTablebasePieces, errNoTablebase} {
		if !errors.Is(err, ErrNotInTablebase) || !strings.HasPrefix(err.Error(), ErrNotInTablebase.Error()+": ") {
			t.Errorf("%v", err)
		}
	}
}

func TestTablebaseWDL(t *testing.T) {
	for w, want := range map[WDL]string{
		WDLLoss: "loss", WDLBlessedLoss: "blessed loss", WDLDraw: "draw", WDLCursedWin: "cursed win", WDLWin: "win",
		-3: "WDL(-3)", 3: "WDL(3)", 127: "WDL(127)", -128: "WDL(-128)",
	} {
		if got := w.String(); got != want {
			t.Errorf("%d: %q, want %q", w, got, want)
		}
		if w.ForWhite(White) != w || w.ForWhite(Black) != -w {
			t.Errorf("%v: %v and %v from White's point of view", w, w.ForWhite(White), w.ForWhite(Black))
		}
	}
}

// A win or a loss with the halfmove clock at some value: the move that zeroes it
// comes at the latest as the hundredth.
func TestTruthAt(t *testing.T) {
	win, loss := ProbeResult{WDL: WDLWin, DTZ: 1}, ProbeResult{WDL: WDLLoss, DTZ: -1}
	late := func(truth ProbeResult, dtz int) ProbeResult { truth.DTZ = dtz; return truth }
	rounded := func(truth ProbeResult) ProbeResult { truth.DTZRounded = true; return truth }
	mate := ProbeResult{WDL: WDLLoss, DTZ: -1, DTMKnown: true}
	noMate := ProbeResult{WDL: WDLLoss, DTZ: -1, DTM: -8, DTMKnown: true}
	for _, tt := range []struct {
		truth ProbeResult
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
		{ProbeResult{}, 0, WDLDraw}, {ProbeResult{}, 100, WDLDraw}, {ProbeResult{WDL: WDLCursedWin, DTZ: 101}, 0, WDLCursedWin}, {ProbeResult{WDL: WDLBlessedLoss, DTZ: -130}, 50, WDLBlessedLoss},
	} {
		if got := tt.truth.At(tt.at); got != tt.want {
			t.Errorf("%+v at %d: %v, want %v", tt.truth, tt.at, got, tt.want)
		}
	}
}

func TestTruthString(t *testing.T) {
	for want, truth := range map[string]ProbeResult{
		"draw":                       {},
		"win, DTZ 35, DTM 69":        {WDL: WDLWin, DTZ: 35, DTM: 69, DTMKnown: true},
		"loss, DTZ -8 or -9":         {WDL: WDLLoss, DTZ: -8, DTZRounded: true},
		"cursed win, DTZ 101 or 102": {WDL: WDLCursedWin, DTZ: 101, DTZRounded: true},
		"loss, DTZ -1, DTM 0":        {WDL: WDLLoss, DTZ: -1, DTMKnown: true},
		"WDL(9)":                     {WDL: 9},
	} {
		if got := truth.String(); got != want {
			t.Errorf("%#v: %q, want %q", truth, got, want)
		}
	}
}

// MateInMoves counts as that of Score does.
func TestTruthMateInMoves(t *testing.T) {
	for truth, score := range map[ProbeResult]Score{
		{WDL: WDLWin, DTM: 1, DTMKnown: true}: Mate - 1, {WDL: WDLWin, DTM: 45, DTMKnown: true}: Mate - 45,
		{WDL: WDLCursedWin, DTM: 121, DTMKnown: true}: Mate - 121, {WDL: WDLLoss, DTM: -44, DTMKnown: true}: 44 - Mate,
		{WDL: WDLLoss, DTMKnown: true}: -Mate, {WDL: WDLDraw, DTMKnown: true}: 0, {WDL: WDLWin, DTZ: 3}: 0,
	} {
		want, wantOK := score.MateInMoves()
		if moves, ok := truth.MateInMoves(); moves != want || ok != wantOK {
			t.Errorf("%+v: mate in %d, %v; want %d, %v", truth, moves, ok, want, wantOK)
		}
	}
}

func TestJoinTablebases(t *testing.T) {
	pawn := fakeTablebase{pawnEPD: {WDL: WDLWin, DTZ: 3}}
	rook := fakeTablebase{rookEPD: {WDL: WDLWin, DTZ: 20}, pawnEPD: {}}
	missing := missingError("no " + queenEPD)
	for _, tt := range []struct {
		name, epd string
		joined    []Tablebase
		max       int
		want      ProbeResult
		err       error
	}{
		{"none", pawnEPD, nil, 0, ProbeResult{}, errNoTablebase},
		{"nil", pawnEPD, []Tablebase{nil}, 0, ProbeResult{}, errNoTablebase},
		{"the first", pawnEPD, []Tablebase{pawn, rook}, 3, ProbeResult{WDL: WDLWin, DTZ: 3}, nil},
		{"the second", rookEPD, []Tablebase{pawn, nil, rook}, 3, ProbeResult{WDL: WDLWin, DTZ: 20}, nil},
		{"not needed", pawnEPD, []Tablebase{pawn, brokenTablebase{}}, 3, ProbeResult{WDL: WDLWin, DTZ: 3}, nil},
		{"broken", rookEPD, []Tablebase{pawn, brokenTablebase{}, rook}, 3, ProbeResult{}, errUnreadable},
		{"missing", queenEPD, []Tablebase{pawn, rook}, 3, ProbeResult{}, missing},
	} {
		p := MustParseFEN(tt.epd + " 0 1")
		j := JoinTablebases(tt.joined...)
		truth, err := j.Probe(&p)
		w, errWDL := j.WDL(&p)
		if got, want := fmt.Sprint(err, errWDL), fmt.Sprint(tt.err, tt.err); got != want || errors.Is(err, ErrNotInTablebase) != errors.Is(tt.err, ErrNotInTablebase) {
			t.Errorf("%s: %v, want %v", tt.name, got, want)
		}
		if err == nil && (truth != tt.want || w != tt.want.WDL) || j.MaxPieces() != tt.max {
			t.Errorf("%s: %+v, %v, %d pieces, want %+v, %d pieces", tt.name, truth, w, j.MaxPieces(), tt.want, tt.max)
		}
	}
}

// Joined tablebases prepare those among them that can be.
func TestJoinTablebasesPrepare(t *testing.T) {
	p := MustParseFEN(rookEPD + " 0 1")
	tables := []Tablebase{fakeTablebase{pawnEPD: {}}, preparingTablebase{}}
	joined := JoinTablebases(tables...)
	tables[1] = brokenTablebase{} // must not matter
	if _, err := joined.Probe(&p); !errors.Is(err, ErrNotInTablebase) {
		t.Errorf("before it is prepared: %v", err)
	}
	got, err := prepared(joined, &p).Probe(&p)
	if diff := cmp.Diff(ProbeResult{WDL: WDLLoss, DTZ: -2}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// Truths of positions after a move, from the point of view of the side that may move
// then: with the distance to mate known, and without.
func truthMate(w WDL, dtz, dtm int) ProbeResult {
	return ProbeResult{WDL: w, DTZ: dtz, DTM: dtm, DTMKnown: true}
}
func truthZero(w WDL, dtz int) ProbeResult { return ProbeResult{WDL: w, DTZ: dtz} }

// judged returns what Judge says with a Tablebase that knows the position and those
// after its moves, in SAN. What is not named is a draw.
func judged(t *testing.T, fen string, truth ProbeResult, after map[string]ProbeResult) Ranking {
	t.Helper()
	p := MustParseFEN(fen)
	fake := fakeTablebase{p.EPD(): truth}
	for _, m := range p.LegalMoves() {
		next := p.After(m)
		fake[next.EPD()] = ProbeResult{DTMKnown: truth.DTMKnown}
	}
	for san, truth := range after {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		next := p.After(m)
		fake[next.EPD()] = truth
	}
	v, err := RankMoves(fake, p)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// brief returns the moves of a verdict with their results: "Kd6 win 3 5" for a DTZ of 3
// and a DTM of 5.
func brief(v Ranking) (all []string) {
	for _, m := range v.Moves {
		s := fmt.Sprintf("%s %v %d", v.Position.SAN(m.Move), m.Result, m.Probe.DTZ)
		if m.Probe.DTMKnown {
			s += fmt.Sprintf(" %d", m.Probe.DTM)
		}
		all = append(all, s)
	}
	return all
}

// A verdictTest is a position and what a Tablebase says of it and of those after its
// moves; then the result, the moves and the sentence.
type verdictTest struct {
	name   string
	fen    string
	truth  ProbeResult
	after  map[string]ProbeResult
	result WDL
	moves  []string
	text   string
}

// Positions in which White has three moves, and one.
const (
	cornerFEN = "8/8/8/8/8/5k2/8/K7 w - - 0 1"
	pawnFEN   = "8/8/8/8/8/k7/P7/K7 w - - 0 1"
)

func verdictTests() []verdictTest {
	corner := func(halfmoves int) string { return strings.Replace(cornerFEN, "0 1", fmt.Sprint(halfmoves, " 60"), 1) }
	return []verdictTest{
		{"all draw", cornerFEN, truthMate(WDLDraw, 0, 0), nil, WDLDraw,
			[]string{"Kb1 draw 0 0", "Ka2 draw 0 0", "Kb2 draw 0 0"}, "draw with best play"},
		{"only one draws", cornerFEN, truthMate(WDLDraw, 0, 0),
			map[string]ProbeResult{"Ka2": truthMate(WDLWin, 3, 9), "Kb1": truthMate(WDLWin, 1, 11)}, WDLDraw,
			[]string{"Kb2 draw 0 0", "Kb1 loss -2 -12", "Ka2 loss -4 -10"}, "draw with best play; only Kb2 draws"},
		{"two draw", cornerFEN, ProbeResult{}, map[string]ProbeResult{"Ka2": truthZero(WDLWin, 3)}, WDLDraw,
			[]string{"Kb1 draw 0", "Kb2 draw 0", "Ka2 loss -4"}, "draw with best play; only Kb1 and Kb2 draw"},
		{"wins, the shortest mate first", cornerFEN, truthMate(WDLWin, 3, 9),
			map[string]ProbeResult{"Ka2": truthMate(WDLLoss, -2, -44), "Kb1": truthMate(WDLLoss, -4, -8)}, WDLWin,
			[]string{"Kb1 win 5 9", "Ka2 win 3 45", "Kb2 draw 0 0"}, "White wins: mate in 5 with best play; only Kb1 and Ka2 win"},
		{"wins, the shortest zeroing first", cornerFEN, truthZero(WDLWin, 3),
			map[string]ProbeResult{"Ka2": truthZero(WDLLoss, -2), "Kb1": truthZero(WDLLoss, -4), "Kb2": truthZero(WDLLoss, -6)}, WDLWin,
			[]string{"Ka2 win 3", "Kb1 win 5", "Kb2 win 7"}, "White wins with best play"},
		{"mates are not known of all moves", cornerFEN, truthMate(WDLWin, 3, 9),
			map[string]ProbeResult{"Ka2": truthZero(WDLLoss, -2), "Kb1": truthMate(WDLLoss, -4, -8)}, WDLWin,
			[]string{"Ka2 win 3", "Kb1 win 5 9", "Kb2 draw 0 0"}, "White wins with best play; only Ka2 and Kb1 win"},
		{"losses, the longest first", cornerFEN, truthMate(WDLLoss, -8, -44),
			map[string]ProbeResult{"Ka2": truthMate(WDLWin, 7, 31), "Kb1": truthMate(WDLWin, 5, 43), "Kb2": truthMate(WDLWin, 7, 41)}, WDLLoss,
			[]string{"Kb1 loss -6 -44", "Kb2 loss -8 -42", "Ka2 loss -8 -32"}, "Black wins: mate in 22 with best play"},
		{"losses without mates", strings.Replace(cornerFEN, "w", "b", 1), truthZero(WDLLoss, -8),
			map[string]ProbeResult{"Ke4": truthZero(WDLWin, 7), "Ke3": truthZero(WDLWin, 5), "Ke2": truthZero(WDLWin, 7), "Kf4": truthZero(WDLWin, 7),
				"Kf2": truthZero(WDLWin, 7), "Kg4": truthZero(WDLWin, 7), "Kg3": truthZero(WDLWin, 7), "Kg2": truthZero(WDLWin, 9)}, WDLLoss,
			[]string{"Kg2 loss -10", "Ke2 loss -8", "Kf2 loss -8", "Kg3 loss -8", "Ke4 loss -8", "Kf4 loss -8", "Kg4 loss -8", "Ke3 loss -6"},
			"White wins with best play"},
		{"the only move", pawnFEN, truthMate(WDLLoss, -2, -2), map[string]ProbeResult{"Kb1": truthMate(WDLWin, 1, 1)}, WDLLoss,
			[]string{"Kb1 loss -2 -2"}, "Black wins: mate in 1 with best play"},
		{"the clock lets the win through", corner(95), truthZero(WDLWin, 5),
			map[string]ProbeResult{"Ka2": truthZero(WDLLoss, -4), "Kb1": truthZero(WDLLoss, -6)}, WDLWin,
			[]string{"Ka2 win 5", "Kb1 cursed win 7", "Kb2 draw 0"}, "White wins with best play; only Ka2 wins"},
		{"the clock makes the win a draw", corner(96), truthZero(WDLWin, 5),
			map[string]ProbeResult{"Ka2": truthZero(WDLLoss, -4), "Kb1": truthZero(WDLWin, 2)}, WDLCursedWin,
			[]string{"Ka2 cursed win 5", "Kb2 draw 0", "Kb1 loss -3"}, "draw: White would win, but not within fifty moves; only Ka2 and Kb2 draw"},
		{"the clock makes the loss a draw", corner(95), truthZero(WDLLoss, -6),
			map[string]ProbeResult{"Ka2": truthZero(WDLWin, 5), "Kb1": truthZero(WDLWin, 3), "Kb2": truthZero(WDLWin, 4)}, WDLBlessedLoss,
			[]string{"Ka2 blessed loss -6", "Kb2 loss -5", "Kb1 loss -4"}, "draw: Black would win, but not within fifty moves; only Ka2 draws"},
		{"a rounded distance is taken for the longer", corner(95), ProbeResult{WDL: WDLWin, DTZ: 5, DTZRounded: true},
			map[string]ProbeResult{"Ka2": {WDL: WDLLoss, DTZ: -4, DTZRounded: true}}, WDLCursedWin,
			[]string{"Ka2 cursed win 5", "Kb1 draw 0", "Kb2 draw 0"}, "draw: White would win, but not within fifty moves"},
		{"a move knows better than the rounded position", corner(95), ProbeResult{WDL: WDLWin, DTZ: 5, DTZRounded: true},
			map[string]ProbeResult{"Ka2": truthZero(WDLLoss, -4)}, WDLWin,
			[]string{"Ka2 win 5", "Kb1 draw 0", "Kb2 draw 0"}, "White wins with best play; only Ka2 wins"},
		{"cursed without the clock", cornerFEN, truthZero(WDLCursedWin, 101), map[string]ProbeResult{"Ka2": truthZero(WDLLoss, -100), "Kb1": truthZero(WDLBlessedLoss, -110)}, WDLCursedWin,
			[]string{"Ka2 cursed win 101", "Kb1 cursed win 111", "Kb2 draw 0"}, "draw: White would win, but not within fifty moves"},
		{"mate at the last moment", "8/8/8/8/8/1k6/7q/K7 b - - 99 80", truthMate(WDLWin, 1, 1),
			map[string]ProbeResult{"Qh1#": truthMate(WDLLoss, -1, 0), "Qb2#": truthMate(WDLLoss, -1, 0)}, WDLWin, nil, "Black wins: mate in 1 with best play; only Qb2# and Qh1# win"},
		{"mate too late", "8/8/8/8/8/1k6/7q/K7 b - - 100 80", truthMate(WDLWin, 1, 1),
			map[string]ProbeResult{"Qh1#": truthMate(WDLLoss, -1, 0)}, WDLCursedWin, nil, "draw: Black would win, but not within fifty moves"},
		{"a win too late is no mate", corner(100), truthZero(WDLLoss, -1),
			map[string]ProbeResult{"Ka2": truthZero(WDLWin, 1), "Kb1": truthZero(WDLWin, 1), "Kb2": truthZero(WDLWin, 1)}, WDLBlessedLoss, nil, "draw: Black would win, but not within fifty moves"},
		{"mated", "8/8/8/8/8/1k6/1q6/K7 w - - 0 1", truthMate(WDLLoss, -1, 0), nil, WDLLoss, nil, "Black has mated"},
		{"mated with the clock at its end", "8/8/8/8/8/1K6/1Q6/k7 b - - 100 90", truthZero(WDLLoss, -1), nil, WDLLoss, nil, "White has mated"},
		{"stalemate", "8/8/8/8/8/1k6/2q5/K7 w - - 0 1", ProbeResult{}, nil, WDLDraw, nil, "draw: stalemate"},
		{"many win", "7k/8/8/8/4Q3/8/8/K7 w - - 0 1", truthZero(WDLWin, 3),
			map[string]ProbeResult{"Qe5+": truthZero(WDLLoss, -2), "Qe6": truthZero(WDLLoss, -2), "Qe7": truthZero(WDLLoss, -2), "Kb2": truthZero(WDLLoss, -2)},
			WDLWin, nil, "White wins with best play; 4 of 30 moves win"},
		{"three win", "7k/8/8/8/4Q3/8/8/K7 w - - 0 1", truthMate(WDLWin, 3, 3),
			map[string]ProbeResult{"Qe5+": truthMate(WDLLoss, -2, -8), "Qe6": truthMate(WDLLoss, -2, -6), "Kb2": truthMate(WDLLoss, -2, -2)},
			WDLWin, nil, "White wins: mate in 2 with best play; only Kb2, Qe6 and Qe5+ win"},
		{"a quiet move after which all moves zero the clock", "4Q3/8/8/8/8/7p/2K5/k7 w - - 0 1", truthMate(WDLWin, 2, 3),
			map[string]ProbeResult{"Qe6": truthMate(WDLLoss, -1, -2), "Qa4#": truthMate(WDLLoss, -1, 0)}, WDLWin,
			nil, "White wins: mate in 1 with best play; only Qa4# and Qe6 win"},
	}
}

func TestJudge(t *testing.T) {
	for _, tt := range verdictTests() {
		t.Run(tt.name, func(t *testing.T) {
			v := judged(t, tt.fen, tt.truth, tt.after)
			if v.Probe != tt.truth || v.Result != tt.result || v.String() != tt.text {
				t.Errorf("%v, %v, %q, want %v, %v, %q", v.Probe, v.Result, v, tt.truth, tt.result, tt.text)
			}
			if diff := cmp.Diff(tt.moves, brief(v)); diff != "" && tt.moves != nil {
				t.Errorf("moves (-want +got):\n%s", diff)
			}
			checkVerdict(t, v)
		})
	}
	var zero Ranking
	if got := zero.String(); got != "nothing is known" || len(zero.Best()) > 0 {
		t.Errorf("%q, %v", got, zero.Best())
	}
}

// checkVerdict checks what holds of all verdicts.
func checkVerdict(t *testing.T, v Ranking) {
	t.Helper()
	if got, want := len(v.Moves), len(v.Position.LegalMoves()); got != want {
		t.Errorf("%d moves, want %d", got, want)
	}
	best := v.Best()
	for i, m := range v.Moves {
		if i > 0 && m.Result > v.Moves[i-1].Result {
			t.Errorf("%v is better than a move before it", m.Move)
		}
		if got, want := i < len(best), m.Result == v.Result; got != want {
			t.Errorf("%v is among the best: %v, want %v", m.Move, got, want)
		}
	}
	checkJSON(t, v)
}

// A move is counted in the distances of what comes after it.
func TestTruthBefore(t *testing.T) {
	for _, tt := range []struct {
		after   ProbeResult
		zeroing bool
		want    ProbeResult
	}{
		{ProbeResult{}, false, ProbeResult{}}, {ProbeResult{}, true, ProbeResult{}}, {truthMate(WDLDraw, 0, 0), true, truthMate(WDLDraw, 0, 0)},
		{truthMate(WDLLoss, -1, 0), true, truthMate(WDLWin, 1, 1)}, {truthMate(WDLLoss, -2, -4), false, truthMate(WDLWin, 3, 5)},
		{truthMate(WDLLoss, -2, -4), true, truthMate(WDLWin, 1, 5)}, {truthMate(WDLWin, 5, 7), true, truthMate(WDLLoss, -1, -8)},
		{truthMate(WDLWin, 5, 7), false, truthMate(WDLLoss, -6, -8)}, {truthZero(WDLLoss, -1), false, truthZero(WDLWin, 2)},
		{truthZero(WDLLoss, -99), false, truthZero(WDLWin, 100)}, {truthZero(WDLLoss, -100), false, truthZero(WDLCursedWin, 101)},
		{truthZero(WDLWin, 100), false, truthZero(WDLBlessedLoss, -101)}, {truthZero(WDLBlessedLoss, -101), false, truthZero(WDLCursedWin, 102)},
		{truthZero(WDLBlessedLoss, -120), true, truthZero(WDLCursedWin, 101)}, {truthZero(WDLCursedWin, 101), true, truthZero(WDLBlessedLoss, -101)},
		{ProbeResult{WDL: WDLLoss, DTZ: -4, DTZRounded: true}, false, ProbeResult{WDL: WDLWin, DTZ: 5, DTZRounded: true}},
		{ProbeResult{WDL: WDLLoss, DTZ: -4, DTZRounded: true}, true, ProbeResult{WDL: WDLWin, DTZ: 1}},
	} {
		if diff := cmp.Diff(tt.want, tt.after.before(tt.zeroing)); diff != "" {
			t.Errorf("%+v, zeroing %v (-want +got):\n%s", tt.after, tt.zeroing, diff)
		}
	}
}

// A move after which the other side must zero the clock does not do so itself, as mate
// does.
func TestJudgeForcedZeroing(t *testing.T) {
	v := judged(t, "4Q3/8/8/8/8/7p/2K5/k7 w - - 98 90", truthZero(WDLWin, 1),
		map[string]ProbeResult{"Qe6": truthZero(WDLLoss, -1), "Qa8#": truthZero(WDLLoss, -1)})
	want := []string{"Qa8# win 1", "Qe6 win 2"}
	if diff := cmp.Diff(want, brief(v)[:2]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// An error of the Tablebase for the position, or for one after a move, is that of Judge.
func TestJudgeErrors(t *testing.T) {
	p := MustParseFEN(cornerFEN)
	if v, err := RankMoves(JoinTablebases(), p); !errors.Is(err, ErrNotInTablebase) || len(v.Moves) > 0 {
		t.Errorf("%v, %v", v, err)
	}
	fake := fakeTablebase{p.EPD(): {}}
	for _, m := range p.LegalMoves() {
		want := "chess: the position is not in the tablebase: no "
		if v, err := RankMoves(fake, p); err == nil || !strings.HasPrefix(err.Error(), want) || v.Result != 0 || len(v.Moves) > 0 {
			t.Errorf("%v, %v", v, err)
		}
		next := p.After(m)
		fake[next.EPD()] = ProbeResult{}
	}
	if _, err := RankMoves(fake, p); err != nil {
		t.Error(err)
	}
	if _, err := RankMoves(brokenTablebase{}, p); err != errUnreadable {
		t.Error(err)
	}
	for _, fen := range []string{StartFEN, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1"} {
		if _, err := RankMoves(fake, MustParseFEN(fen)); !errors.Is(err, ErrNotInTablebase) {
			t.Errorf("%s: %v", fen, err)
		}
	}
}

// A line ends with mate, when it is long enough, or where the tables end.
func TestRankingLine(t *testing.T) {
	tables := threePieces()
	p := MustParseFEN("8/8/1K1k4/8/2P5/8/8/8 w - - 0 1")
	v, err := RankMoves(tables, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		tables        Tablebase
		most          int
		shortest, end int // plies
	}{{tables, 100, 25, 25}, {tables, 25, 25, 25}, {tables, 4, 4, 4}, {pawnsOnly{tables}, 100, 2, 20}} {
		line, err := v.Line(t.Context(), tt.tables, tt.most)
		after := NewGame(p)
		for _, m := range line {
			err = errors.Join(err, after.Play(m))
		}
		if n := len(line); err != nil || n < tt.shortest || n > tt.end || (after.Outcome().Reason == Checkmate) != (n == 25) {
			t.Errorf("%T, at most %d: %d plies, which end with %v, %v", tt.tables, tt.most, n, after, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.Line(ctx, tables, 100); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestLonePawnWins compares every position of king and pawn against king, for both
// colours, with the table.
func TestLonePawnWins(t *testing.T) {
	t.Parallel()
	table := madeTable(t, "KPvK")
	r := chesstest.Rand(t)
	won := map[bool]int{}
	for at := range 64 * 64 * 64 * 2 {
		pawn, king, enemy := Square(at>>13), Square(at>>7&63), Square(at>>1&63)
		if pawn < A2 || pawn > H7 || pawn == king || pawn == enemy || king == enemy || chesstest.Sampled(t) && r.IntN(10) > 0 {
			continue
		}
		s := Setup{Turn: Color(at & 1), DoublePush: NoSquare, MoveNumber: 1}
		s.Board[pawn], s.Board[king], s.Board[enemy] = WhitePawn, WhiteKing, BlackKing
		p, err := s.Position()
		if err != nil {
			continue
		}
		truth, err := table.Probe(&p)
		if err != nil {
			t.Fatal(err)
		}
		want := truth.WDL != WDLDraw
		for c, p := range []Position{p, mirrored(&p)} {
			var s Survey
			s.load(&p)
			if got := s.lonePawnWins(Color(c)); got != want {
				t.Fatalf("%v: %t, want %t", p, got, want)
			}
		}
		won[want]++
	}
	if wins, draws := won[true], won[false]; !chesstest.Sampled(t) && (wins != 124_960+97_604 || draws != 38_368+70_420) {
		t.Errorf("%d wins and %d draws", wins, draws)
	}
}
