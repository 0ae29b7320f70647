package chess

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// madeTables holds the tables that tests have made.
var madeTables struct {
	sync.Mutex
	of map[Ending]*EndingTable
}

func madeBefore(e Ending) *EndingTable { return madeTables.of[e] }

// madeTable returns the table of an ending, made with all that it needs.
func madeTable(t testing.TB, name string) *EndingTable {
	t.Helper()
	madeTables.Lock()
	defer madeTables.Unlock()
	if madeTables.of == nil {
		madeTables.of = map[Ending]*EndingTable{}
	}
	e := mustEnding(name)
	for _, e := range append(e.Later(), e) {
		if madeTables.of[e] == nil {
			table, err := makeEndingTable(t.Context(), e, madeBefore, 2, nil)
			if err != nil {
				t.Fatal(err)
			}
			madeTables.of[e] = table
		}
	}
	return madeTables.of[e]
}

// TestLongestMates compares the longest mates with those that are known from
// Nalimov's tables.
func TestLongestMates(t *testing.T) {
	for _, tt := range []struct {
		ending string
		moves  int
	}{
		{"KNvK", 0}, {"KBvK", 0}, {"KQvK", 10}, {"KRvK", 16}, {"KPvK", 28},
		{"KNNvK", 1}, {"KBBvK", 19}, {"KBNvK", 33}, {"KQvKR", 35}, {"KRvKN", 40}, {"KRvKB", 29}, {"KPPvK", 32}, {"KPvKP", 33},
	} {
		if chesstest.Sampled(t) && mustEnding(tt.ending).Pieces() > 3 {
			continue
		}
		longest := 0
		for _, truth := range madeTable(t, tt.ending).Positions() {
			longest = max(longest, (truth.DTM+1)/2)
		}
		if longest != tt.moves {
			t.Errorf("%s: the longest mate takes %d moves, want %d", tt.ending, longest, tt.moves)
		}
	}
}

// TestMakeEndingTableThreads checks that the number of goroutines makes no difference.
func TestMakeEndingTableThreads(t *testing.T) {
	endings := []string{"KQvK", "KPvK"}
	if !chesstest.Sampled(t) {
		endings = append(endings, "KRRvK", "KPvKP")
	}
	for _, name := range endings {
		want := madeTable(t, name)
		for _, threads := range []int{1, 3, 7} {
			got, err := makeEndingTable(t.Context(), want.Ending(), madeBefore, threads, nil)
			if err != nil {
				t.Fatal(err)
			}
			sameTable(t, got, want)
		}
	}
}

// TestMakeEndingTableCancelled cancels at one report of progress or another.
func TestMakeEndingTableCancelled(t *testing.T) {
	table := madeTable(t, "KRvK")
	for stop := 0; ; stop = 2*stop + 1 {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		reports, last := 0, 0.0
		made, err := makeEndingTable(ctx, table.Ending(), madeBefore, 2, func(done float64) {
			if done <= last || done >= 1 {
				t.Errorf("%v is done after %v", done, last)
			}
			last = done
			if reports++; reports > stop {
				cancel()
			}
		})
		if reports <= stop {
			if err != nil || last < 0.9 {
				t.Errorf("not cancelled: %v is done: %v", last, err)
			}
			return
		}
		if made != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled when %v was done: %v", last, err)
		}
	}
}

func TestMakeEndingTableErrors(t *testing.T) {
	for _, tt := range []struct{ ending, want string }{
		{"KQQQQvK", "chess: KQQQQvK has more than 5 pieces, the most of a table made here"},
		{"KvKQ", "chess: KvKQ is not canonical: the table is that of KQvK"},
		{"KPvK", "chess: to make a table of KPvK takes that of KNvK"},
	} {
		_, err := makeEndingTable(t.Context(), mustEnding(tt.ending), func(Ending) *EndingTable { return nil }, 1, nil)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.ending, err, tt.want)
		}
	}
}

// slowSetup returns the Setup of a position of the slow rules.
func slowSetup(p *slowPosition) Setup {
	s := Setup{Turn: p.turn, DoublePush: NoSquare}
	for _, at := range everywhere {
		s.Board[8*at.rank+at.file] = p.at(at)
	}
	if p.passed.onBoard() {
		s.DoublePush = SquareAt(p.passed.file, p.passed.rank)
	}
	return s
}

// slowTruth returns what follows for a position from the truth of all positions after
// its moves, which are found by the slow rules.
func slowTruth(t *testing.T, p *Position) ProbeResult {
	t.Helper()
	slow := newSlow(p.Setup())
	moves := slow.moves()
	truth := ProbeResult{DTMKnown: true}
	if len(moves) == 0 && slow.inCheck(slow.turn) {
		truth.WDL, truth.DTZ = WDLLoss, -1
	}
	var wins, losses []ProbeResult // the plies to mate and to zeroing after moves
	for _, m := range moves {
		after := slow.after(m)
		next, err := slowSetup(after).Position()
		if err != nil {
			t.Fatal(err)
		}
		var there ProbeResult
		if e := next.Ending().Canonical(); e != 0 {
			if there, err = madeTable(t, e.String()).Probe(&next); err != nil {
				t.Fatal(err)
			}
		}
		plies := ProbeResult{DTM: 1 + max(there.DTM, -there.DTM), DTZ: 1 + max(there.DTZ, -there.DTZ)}
		mates := there.DTZ == -1 && there.DTM == 0
		switch {
		case mates, after.halfmove == 0 && (there.WDL == WDLWin || there.WDL == WDLLoss):
			plies.DTZ = 1
		case after.halfmove == 0:
			plies.DTZ = 101
		}
		switch {
		case there.WDL < WDLDraw:
			wins = append(wins, plies)
		case there.WDL > WDLDraw:
			losses = append(losses, plies)
		}
	}
	byDTM := func(a, b ProbeResult) int { return cmp.Compare(a.DTM, b.DTM) }
	byDTZ := func(a, b ProbeResult) int { return cmp.Compare(a.DTZ, b.DTZ) }
	switch {
	case wins != nil:
		truth.DTM, truth.DTZ, truth.WDL = slices.MinFunc(wins, byDTM).DTM, slices.MinFunc(wins, byDTZ).DTZ, WDLWin
		if truth.DTZ > 100 {
			truth.WDL = WDLCursedWin
		}
	case len(losses) == len(moves) && len(moves) > 0:
		truth.DTM, truth.DTZ, truth.WDL = -slices.MaxFunc(losses, byDTM).DTM, -slices.MaxFunc(losses, byDTZ).DTZ, WDLLoss
		if truth.DTZ < -100 {
			truth.WDL = WDLBlessedLoss
		}
	}
	return truth
}

// TestEndingTableFollowsSlowRules checks that what a table says of a position follows
// from what the tables say of those after its moves, by the slow rules: of all positions of
// three pieces and a sample of four, some of them with a capture en passant.
func TestEndingTableFollowsSlowRules(t *testing.T) {
	r := chesstest.Rand(t)
	check := func(p Position) {
		truth, err := madeTable(t, p.Ending().Canonical().String()).Probe(&p)
		if diff := gocmp.Diff(slowTruth(t, &p), truth); diff != "" || err != nil {
			t.Fatalf("%s: %v %s", p.FEN(), err, diff)
		}
	}
	for _, e := range Endings(3) {
		for p := range madeTable(t, e.String()).Positions() {
			if !chesstest.Sampled(t) || r.IntN(100) == 0 {
				check(p)
			}
		}
	}
	if chesstest.Sampled(t) {
		return
	}
	for _, e := range Endings(4) {
		for range 300 {
			check(randomEnding(r, e))
		}
	}
	for p := range madeTable(t, "KPvKP").Positions() {
		if p.EnPassant() != NoSquare && r.IntN(50) == 0 {
			check(p)
		}
	}
}

// randomEnding returns a random legal position of an ending, or of that with the colours
// exchanged, with either side to move.
func randomEnding(r *rand.Rand, e Ending) Position {
	if r.IntN(2) == 0 {
		e = e.swapped()
	}
	for {
		s := Setup{Turn: Color(r.IntN(2)), DoublePush: NoSquare, MoveNumber: 1}
		for c := range Color(2) {
			for piece := Pawn; piece <= King; piece++ {
				for range e.Count(c, piece) {
					sq := Square(r.IntN(64))
					for s.Board[sq] != NoPiece {
						sq = Square(r.IntN(64))
					}
					s.Board[sq] = piece.Of(c)
				}
			}
		}
		if p, err := s.Position(); err == nil {
			return p
		}
	}
}
