package chess

import (
	"context"
	"fmt"
	"time"
)

// benchDepth is the usual depth of Bench.
const benchDepth = 10

// Bench has s search 32 positions, each as a new game and without a Tablebase, to a depth, 10
// if it is 0, and returns the nodes and the time of the searches. If s has an option Threads,
// Bench sets it to 1 and restores it. A deterministic searcher such as AlphaBeta always
// searches the same number of nodes: OpenBench identifies a version of an engine by it. An
// error is that of s or ctx; then only the positions before it count.
func Bench(ctx context.Context, s Searcher, depth int) (nodes int64, took time.Duration, err error) {
	if depth == 0 {
		depth = benchDepth
	}
	all := settings{searcher: s}
	for _, o := range all.Options() {
		if o.Name != "Threads" || o.Value == "1" {
			continue
		}
		if err := all.SetOption(o.Name, "1"); err != nil {
			return nodes, took, err
		}
		defer all.SetOption(o.Name, o.Value)
	}
	for _, fen := range benchPositions {
		all.Forget()
		started := time.Now()
		r, err := all.search(ctx, NewGame(MustParseFEN(fen)), Limits{Depth: depth, WithoutTablebase: true})
		if err == nil {
			err = ctx.Err() // a search that was stopped has not counted all nodes
		}
		if err != nil {
			return nodes, took, err
		}
		nodes += r.Nodes
		took += time.Since(started)
	}
	return nodes, took, nil
}

// benchText returns "12345 nodes 67890 nps", the form that OpenBench reads.
func benchText(nodes int64, took time.Duration) string {
	speed := 0.0
	if took > 0 {
		speed = float64(nodes) / took.Seconds()
	}
	return fmt.Sprintf("%d nodes %.0f nps", nodes, speed)
}

// benchPositions are the start position and positions at moves 9, 20, 35 and 55
// of games of AlphaBeta against itself.
var benchPositions = [...]string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"rnbqk2r/5ppp/p2bpn2/1p1p4/1P6/2P1PNPP/P4P2/RNBQKB1R w KQkq - 1 9",
	"b1r3k1/5ppp/2n1pn2/1p1p4/1P6/3BPNPP/3N1P2/5RK1 w - - 2 20",
	"8/1Rn3pp/2k1pp2/3p4/2rP2P1/5NKP/5P2/8 w - - 5 35",
	"8/5k2/R4p2/4p2P/5pP1/3p3r/5K2/8 w - - 8 55",
	"r2qkb1r/1pp2pp1/p1n1pn1p/3p1b2/P2P4/2N1BNP1/1PP1PPBP/R2Q1RK1 w kq - 0 9",
	"r6r/1p2kp2/p3pp1p/b4b2/P3p3/2N3P1/1PP2PBP/2R2RK1 w - - 0 20",
	"8/4kp2/p2bpp1p/P7/1Pb2P2/2Pr2P1/5R1P/2R3K1 w - - 5 35",
	"8/5p2/p4p2/1k1b4/6PK/2br4/R7/2R5 w - - 4 55",
	"rn2kb1r/pp2pppp/2p5/q2p1b2/P2P4/2N3P1/1PPQPPBP/R3K1NR w KQkq - 2 9",
	"3rr1k1/pp2pp1p/n1p2bpP/3p4/Pq1P4/1PN2bP1/2PQPPB1/3RR1K1 w - - 0 20",
	"4r1k1/1p3p1p/6pP/p1p5/PnPpBPP1/1P3K2/5b2/1N1R4 w - - 0 35",
	"1r3k2/3Pb2p/3N2pP/p1p1R3/P4PK1/3p4/8/8 w - - 5 55",
	"rnbqr1k1/1p2ppbp/p2p1np1/P1pP4/4P3/2N2P2/1PP1N1PP/R1BQKB1R w KQ - 1 9",
	"r2q2k1/1p3pb1/p3rn1p/P2p2p1/3pP3/5P2/1PP1NNPP/R2Q1RK1 w - - 0 20",
	"6k1/1p2r1q1/p3pR2/P6p/1P1Q2p1/7P/2P3PK/8 w - - 0 35",
	"8/1pR5/1P3k2/r7/5KP1/8/8/8 w - - 0 55",
	"rn1qk2r/ppp1bpp1/5n1p/3p4/3P2bP/1P2PN2/PB3PP1/RN1QKB1R w KQkq - 0 9",
	"r2qr1k1/1pp2pp1/p1n2b1p/3p4/1P1P2bP/P1BBPN2/2Q2PP1/2R1K2R w K - 6 20",
	"r3r1k1/1pp3p1/p2q1p1p/1b1P1P2/1P2P3/2B2Q2/5RP1/4R1K1 w - - 1 35",
	"3R4/1p6/p1b5/6k1/1P4P1/6K1/8/8 w - - 5 55",
	"r2qk1nr/1bpn1pbp/p2p2p1/1p2p3/PP1P4/2P1PNP1/1B3P1P/RN1QKB1R w KQkq - 2 9",
	"3q1rk1/5pb1/2pp1npp/8/1PnPpNb1/1NP1P1P1/1B2BP1P/3QK2R w K - 6 20",
	"6k1/2bn1p2/2p3pp/3p4/qP1PpN2/1NP1P1P1/2Q2P1P/6K1 w - - 5 35",
	"8/8/2p2kpp/3p4/1P1PpPP1/2P3QK/5P2/7q w - - 5 55",
	"rnb1k2r/1p2bppp/1qpp1n2/p7/P3PB2/1P1P1N2/2P3PP/RN1QKB1R w KQkq - 2 9",
	"r1b1r1k1/1p5p/1qpb2p1/p1n1Pp1n/P2p4/1P1P3P/N1PQB1PB/R3KR2 w Q - 0 20",
	"r5k1/1p3bnp/6p1/p1P1rpP1/P7/1PN5/4BK2/R4R2 w - - 4 35",
	"8/1p6/1P3k2/5p2/P3nK2/6p1/3r2Np/7R w - - 4 55",
	"r2qkb1r/pp1b1ppp/3ppn2/4n3/2B1P3/5N2/PPP1QPPP/RNB1K2R w KQkq - 5 9",
	"2rr2k1/1p2qppp/pQb1pn2/4p3/4P3/PB3N1P/1PP2PP1/R2R2K1 w - - 1 20",
	"8/1p2kpp1/pNb1p3/2P5/PPB2n1p/5P1P/5KP1/8 w - - 0 35",
}
