package chess_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/seed-0971039b/chess"
)

// bareKing is a Tablebase of the positions in which a side cannot win because it has
// nothing but its king, and the other side cannot either.
type bareKing struct{}

func (bareKing) MaxPieces() int { return 3 }

func (bareKing) Probe(p *chess.Position) (chess.ProbeResult, error) {
	switch e := p.Ending().Canonical(); e.String() {
	case "KvK", "KNvK", "KBvK":
		return chess.ProbeResult{}, nil // a draw
	default:
		return chess.ProbeResult{}, fmt.Errorf("%w: %v is not a draw for want of pieces", chess.ErrNotInTablebase, e)
	}
}

func (t bareKing) WDL(p *chess.Position) (chess.WDL, error) {
	truth, err := t.Probe(p)
	return truth.WDL, err
}

// A Tablebase of one's own. Several are used as one.
func ExampleTablebase() {
	t := chess.JoinTablebases(new(chess.EndingTables), bareKing{})
	for _, fen := range []string{"8/8/8/3k4/8/3K4/8/6N1 w - - 0 1", "8/8/8/3k4/8/3K4/8/6R1 w - - 0 1"} {
		p := chess.MustParseFEN(fen)
		fmt.Println(t.WDL(&p))
	}
	// Output:
	// draw <nil>
	// draw chess: the position is not in the tablebase: KRvK is not a draw for want of pieces
}

// A proof of a mate that a tablebase knows has all moves, and needs no tablebase to be checked.
func ExampleProof() {
	ctx := context.Background()
	var tables chess.EndingTables
	p := chess.MustParseFEN("8/8/8/8/8/5k2/8/4QK2 w - - 0 1")
	if err := tables.Make(ctx, p.Ending()); err != nil {
		log.Fatal(err)
	}
	truth, err := tables.Probe(&p)
	if err != nil {
		log.Fatal(err)
	}
	proof := chess.Proof{Start: p.Key(), Winner: p.Turn()}
	proof.Moves, _ = truth.MateInMoves()
	if err := proof.Prove(ctx, &tables, 100_000); err != nil {
		log.Fatal(err)
	}
	first := proof.Steps[0]
	fmt.Println(first.Key.Position().SAN(first.Move), "mates in", first.Moves)
	fmt.Println(proof.Check())
	proof.Moves--
	err = proof.Prove(ctx, &tables, 100_000)
	fmt.Println(err, errors.Is(err, chess.ErrDisproved))
	// Output:
	// Qe5 mates in 4
	// <nil>
	// chess: the claim is false true
}

// The fifty-move rule turns a win into a cursed win if it comes too late.
func ExampleProbeResult_At() {
	truth := chess.ProbeResult{WDL: chess.WDLWin, DTZ: 30}
	for _, halfmoves := range []int{0, 70, 71} {
		fmt.Println(halfmoves, truth.At(halfmoves))
	}
	// Output:
	// 0 win
	// 70 win
	// 71 cursed win
}

func ExamplePosition_Ending() {
	p := chess.MustParseFEN("8/8/4k3/4p3/8/4K3/8/4R3 w - - 0 1")
	e := p.Ending()
	fmt.Println(e, e.Pieces(), e.Count(chess.White, chess.Rook))
	// Output: KRvKP 4 1
}

// The tables that are needed to make that of an ending.
func ExampleEnding_Later() {
	e, err := chess.ParseEnding("KRvKP")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(e.Later())
	// Output: [KRvK KNvK KBvK KQvK KPvK KRvKN KRvKB KRvKR KQvKR]
}

// How many tables a complete tablebase has. Those of mirrored endings are one.
func ExampleEndings() {
	for pieces := 2; pieces <= 7; pieces++ {
		fmt.Print(len(chess.Endings(pieces)), " ")
	}
	// Output: 1 5 30 110 365 1001
}

// The files of endings such as KPvK and of what it can become, KQvK and others, are in a
// directory.
func ExampleOpenSyzygy() {
	tables, err := chess.OpenSyzygy("testdata/syzygy")
	if err != nil {
		log.Fatal(err)
	}
	defer tables.Close()
	p := chess.MustParseFEN("8/8/8/4k3/8/3K4/3P4/8 w - - 0 1")
	truth, err := tables.Probe(&p)
	fmt.Println(tables.MaxPieces(), truth.WDL, truth.DTZ, truth.DTZRounded, err)
	p = chess.MustParseFEN("8/8/8/4k3/8/3K4/3R4/7r w - - 0 1")
	_, err = tables.WDL(&p)
	fmt.Println(errors.Is(err, chess.ErrNotInTablebase))
	// Output:
	// 4 win 7 true <nil>
	// true
}

// A search with a tablebase plays endings perfectly. EndingTables makes what is needed;
// Make waits for it.
func ExampleNewAlphaBeta_tablebase() {
	p := chess.MustParseFEN("8/8/1k6/8/8/1K6/1P6/8 w - - 0 1")
	var tables chess.EndingTables
	defer tables.Close()
	if err := tables.Make(context.Background(), p.Ending()); err != nil {
		log.Fatal(err)
	}
	s := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Tablebase = &tables })
	r, err := s.Search(context.Background(), chess.NewGame(p), chess.Limits{MultiPV: 2})
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range r.Lines {
		fmt.Println(p.SAN(line.PV[0]), line.Score)
	}
	// Output:
	// Kb4 #21
	// Ka4 #23
}

// An EndingTables makes the tables that a position needs, with all that captures and
// promotions lead to. With Dir it keeps them in files.
func ExampleEndingTables() {
	tables := &chess.EndingTables{Progress: func(p chess.EndingProgress) {
		if p.Done == 1 {
			fmt.Printf("%v is ready, %d of %d\n", p.Ending, p.Ready, p.Total)
		}
	}}
	p := chess.MustParseFEN("8/8/3k4/8/3K4/8/3P4/8 w - - 0 1")
	if err := tables.Make(context.Background(), p.Ending()); err != nil {
		log.Fatal(err)
	}
	verdict, err := chess.RankMoves(tables, p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(verdict)
	// Output:
	// KNvK is ready, 1 of 5
	// KBvK is ready, 2 of 5
	// KRvK is ready, 3 of 5
	// KQvK is ready, 4 of 5
	// KPvK is ready, 5 of 5
	// White wins: mate in 19 with best play; only d3, Kc4 and Ke4 win
}

// Prepare begins to make tables and returns those that are ready: none at first.
func ExampleEndingTables_Prepare() {
	var tables chess.EndingTables
	p := chess.MustParseFEN("8/8/8/8/3k4/8/1K5R/8 w - - 0 1")
	ready := tables.Prepare(&p)
	for ready.MaxPieces() == 0 {
		time.Sleep(time.Millisecond) // a search would begin without
		ready = tables.Prepare(&p)
	}
	if err := tables.Close(); err != nil {
		log.Fatal(err)
	}
	w, err := ready.WDL(&p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(w)
	// Output: win
}

// A table knows all positions of its ending. Here are the longest wins.
func ExampleEndingTable() {
	var tables chess.EndingTables
	queen := chess.MustParseFEN("8/8/8/8/8/2K5/4Q3/k7 w - - 0 1").Ending()
	if err := tables.Make(context.Background(), queen); err != nil {
		log.Fatal(err)
	}
	table, _ := tables.Table(queen)
	var positions, longest int
	for p, truth := range table.Positions() {
		if p.Turn() == chess.White && truth.WDL == chess.WDLWin {
			positions++
			longest = max(longest, truth.DTM)
		}
	}
	fmt.Printf("%v: White to move wins %d positions, in at most %d moves\n", table.Ending(), positions, (longest+1)/2)
	// Output: KQvK: White to move wins 18081 positions, in at most 10 moves
}

// A table is written to a file and read again, much faster than it is made.
func ExampleReadEndingTable() {
	p := chess.MustParseFEN("8/8/8/8/3k4/8/1K5R/8 b - - 0 1")
	var tables chess.EndingTables
	if err := tables.Make(context.Background(), p.Ending()); err != nil {
		log.Fatal(err)
	}
	made, _ := tables.Table(p.Ending())
	var file bytes.Buffer
	if _, err := made.WriteTo(&file); err != nil {
		log.Fatal(err)
	}
	read, err := chess.ReadEndingTable(&file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(read.Probe(&p))
	// Output: loss, DTZ -28, DTM -28 <nil>
}
