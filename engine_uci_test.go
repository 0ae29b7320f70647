package chess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestUCIEngine(t *testing.T) {
	patient, eager := &stubSearcher{score: 13}, &stubSearcher{eager: true, score: 13}
	e2e4 := uciMoves(t, "e2e4")
	shown := []Info{
		{Depth: 1, Move: e2e4[0], MoveNumber: 1, Time: quietTime - 1},
		{Depth: 2, SelDepth: 3, MultiPV: 1, Score: 25, Bound: LowerBound, PV: e2e4, Time: quietTime - 1},
		{Depth: 2, Move: e2e4[0], MoveNumber: 2, Time: quietTime},
		{Depth: 2, SelDepth: 3, MultiPV: 1, Score: 25, Bound: LowerBound, PV: e2e4, Nodes: 1000, Time: quietTime},
		{Depth: 2, SelDepth: 3, MultiPV: 1, Score: -25, Bound: UpperBound, PV: e2e4, Nodes: 1000, Time: 4 * time.Second},
		{Depth: 3, MultiPV: 2, Score: mateIn(5), PV: e2e4},
		{Depth: 3, Score: -mateIn(2), PV: e2e4},
		{Depth: 2, Score: 55, Bound: Exact, Nodes: 12}, // the engine of a Client may tell no line
		{Depth: 3, Score: 66, Bound: LowerBound},
		{Depth: 4, PV: e2e4, Nodes: 5, Speed: 77, TablebaseHits: 2, WDL: [3]int{10, 970, 20}},
	}
	of := func(r Result, err error) Searcher {
		return searchFunc(func(context.Context, *Game, Limits) (Result, error) { return r, err })
	}
	for _, tt := range []struct {
		name     string
		searcher Searcher
		script   string
	}{
		{"identification", patient, `> uci
id name chess
id author the chess authors
option name MultiPV type spin default 1 min 1 max 256
option name Move Overhead type spin default 10 min 0 max 5000
option name Ponder type check default false
option name UCI_Chess960 type check default false
option name UCI_Variant type combo default chess var chess var chess960 var 3check var kingofthehill var racingkings var antichess var atomic var horde var crazyhouse var suicide var giveaway
option name UCI_ShowWDL type check default false
option name UCI_Opponent type string default <empty>
option name nodestime type spin default 0 min 0 max 10000
option name Hash type spin default 16 min 1 max 64
option name Threads type spin default 1 min 1 max 4
option name Style type combo default Solid var Solid var Risky
option name Contempt type check default true
option name Clear type button
option name Log File type string default <empty>
uciok
`},
		{"for people", NewAlphaBeta(materialOnly{}), `> help
info string bench, d, debug, eval, flip, go, help, isready, ponderhit, position, quit, register, setoption, stop, uci, ucinewgame
> position fen 4k3/8/8/8/8/8/4Q3/4K3 b - - 3 40
> go perft 3
e8d7: 142
e8f7: 142
e8d8: 91
e8f8: 90
Nodes searched: 465
> go perft
info string error: the depth is no positive number: "go perft"
> flip
> d
8  .  :  .  :  k  :  .  :
7  :  .  :  .  q  .  :  .
6  .  :  .  :  .  :  .  :
5  :  .  :  .  :  .  :  .
4  .  :  .  :  .  :  .  :
3  :  .  :  .  :  .  :  .
2  .  :  .  :  .  :  .  :
1  :  .  :  .  K  .  :  .  *
   a  b  c  d  e  f  g  h
Fen: 4k3/4q3/8/8/8/8/8/4K3 w - - 3 40
> eval
-9.00 for White
> now flip
info string error: unknown command: "now flip"
> position fen 8/8
info string error: FEN board "8/8": malformed at character 4: the board ends on rank 7 after 8 squares: "position fen 8/8"
> d
info string error: the position was refused: "d"
> go perft 1
info string error: the position was refused: "go perft 1"
> position fen 7k/5QQ1/8/8/8/8/8/K7 b - - 0 1
> d
8  .  :  .  :  .  :  .  k  *
7  :  .  :  .  :  Q  Q  .
6  .  :  .  :  .  :  .  :
5  :  .  :  .  :  .  :  .
4  .  :  .  :  .  :  .  :
3  :  .  :  .  :  .  :  .
2  .  :  .  :  .  :  .  :
1  K  .  :  .  :  .  :  .
   a  b  c  d  e  f  g  h
Fen: 7k/5QQ1/8/8/8/8/8/K7 b - - 0 1
Result: 1-0 checkmate
`},
		{"explains", NewAlphaBeta(NewPeSTO()), `> position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1
> eval
4k3/8/8/8/8/8/8/4K3 w - -
phase 0 of 24

                      White             Black          weight %
feature             mg       eg       mg       eg     mg     eg    score
material          0.00     0.00     0.00     0.00    100    100     0.00
piece-square     +0.08    -0.28    +0.08    -0.28    100    100     0.00
White's view                                                        0.00
White to move                                                       0.00
`},
		{"no evaluator", eager, `> eval
info string error: the searcher has no evaluator: "eval"
> position fen 8/8/8/8/8/8/8/k1K5 w - - 0 1
`},
		{"searches", eager, `> stop
> ponderhit
> isready
readyok
> go depth 3
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 20 hashfull 3 time 0 pv b1a3 b8c6
bestmove b1a3 ponder b8c6
> position startpos moves e2e4 e7e5
> go
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 20 hashfull 3 time 0 pv e1e2 e8e7
bestmove e1e2 ponder e8e7
> go infinite
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 20 hashfull 3 time 0 pv e1e2 e8e7
> isready
readyok
> stop
bestmove e1e2 ponder e8e7
> stop
> go ponder wtime 1000 btime 1000
info depth 1 seldepth 2 multipv 1 score cp 13 nodes 20 hashfull 3 time 0 pv e1e2 e8e7
> ponderhit
bestmove e1e2 ponder e8e7
> ponderhit
`},
		{"time", patient, `> go movetime 500
= 489ms
= 1ms
bestmove b1a3 ponder b8c6
> go wtime 60000 btime 1
= 1m
bestmove b1a3 ponder b8c6
> go ponder movetime 100
= 1h
> ponderhit
= 1h
bestmove b1a3 ponder b8c6
> go ponder movetime 100
> stop
bestmove b1a3 ponder b8c6
> go infinite movetime 100
= 1h
> stop
bestmove b1a3 ponder b8c6
`},
		{"commands during a search", patient, `> go infinite
> position startpos moves e2e4
info string error: a search is under way: "position startpos moves e2e4"
> go infinite
info string error: a search is under way: "go infinite"
> isready
readyok
> setoption name Style value Risky
info string error: a search is under way: "setoption name Style value Risky"
> ucinewgame
info string error: a search is under way: "ucinewgame"
> stop
bestmove b1a3 ponder b8c6
> isready
readyok
> go
info string error: the position was refused: "go"
bestmove 0000
`},
		{"invalid go", patient, `> go depth abc
info string error: no number after "depth": "go depth abc"
bestmove 0000
> go movetime 1s depth 3
info string error: no number after "movetime": "go movetime 1s depth 3"
bestmove 0000
> go wtime 1000 btime
info string error: no number after "btime": "go wtime 1000 btime"
bestmove 0000
> go nodes infinite
info string error: no number after "nodes": "go nodes infinite"
= 1h
> stop
bestmove 0000
> go mate x ponder
info string error: no number after "mate": "go mate x ponder"
= 1h
> ponderhit
bestmove 0000
> go searchmoves e7e5 0000
info string error: none of the moves to search is legal: "go searchmoves e7e5 0000"
bestmove 0000
> go movetime 500
= 1s
bestmove b1a3 ponder b8c6
`},
		{"positions", eager, `> position startpos moves e2e4 e7e5 g1f3 b8c6
> go
bestmove e1e2 ponder e8e7
> position startpos moves e2e5
info string error: UCI move "e2e5": illegal: no such move of a pawn to e5 is legal: "position startpos moves e2e5"
> go
info string error: the position was refused: "go"
bestmove 0000
> go infinite
info string error: the position was refused: "go infinite"
> isready
readyok
> stop
bestmove 0000
> position startpos moves e2e4 e7e5
> go
bestmove e1e2 ponder e8e7
> position fen 8/8/8/8/8/8/8/8 w - - 0 1
info string error: FEN "8/8/8/8/8/8/8/8 w - - 0 1": illegal: a side without a king: "position fen 8/8/8/8/8/8/8/8 w - - 0 1"
> position fen 4k3/8/8/8/8/8/8/4K2R b KQkq - 0 1
info string FEN castling "4k3/8/8/8/8/8/8/4K2R b KQkq - 0 1": illegal at character 25: dropped "Qkq", a castling right without king and rook in place
> go
bestmove e8d7 ponder e1d1
> position fen
info string error: neither "startpos" nor "fen" and a FEN: "position fen"
> position
info string error: neither "startpos" nor "fen" and a FEN: "position"
> position startpos e2e4
info string error: neither "startpos" nor "fen" and a FEN: "position startpos e2e4"
> position startpos moves e2e4 e7e5 0000
info string error: UCI move "0000": illegal: the null move is not legal in a game: "position startpos moves e2e4 e7e5 0000"
> position   fen   4k3/8/8/8/8/8/8/4K2R   w K - 0 1   moves   e1g1
> go
bestmove e8d7 ponder g1h1
> position startpos moves e7e5
info string error: UCI move "e7e5": illegal: White has no piece on e7: "position startpos moves e7e5"
> ucinewgame
> go
bestmove b1a3 ponder b8c6
`},
		{"the game is over", eager, `> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
> go
info depth 0 score cp 0
bestmove 0000
> position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
> go infinite
> stop
info depth 0 score mate 0
bestmove 0000
> position fen 7k/8/6K1/8/8/8/8/8 b - - 0 1
> go depth 3
info depth 0 score cp 0
bestmove h8g8
> position fen 7k/5P2/6K1/8/8/8/8/8 w - - 0 1 moves f7f8n h8g8 f8d7 g8h8
> go
info depth 0 score cp 0
bestmove g6f5
> position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 150 90
> go
bestmove e1d1 ponder g8f8
> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8
> go
bestmove b1a3 ponder b8c6
> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4
> go
bestmove b8c6 ponder e1e2
`},
		{"invalid commands", eager, `> hello
info string error: unknown command: "hello"
>    joho   isready   
readyok
> debug on
> register later
> go bananas 7 depth 3 at once
bestmove b1a3 ponder b8c6
> go depth 99999999999999999999 nodes -99999999999999999999
bestmove b1a3 ponder b8c6
> setoption
info string error: no option "": "setoption"
> setoption name
info string error: no option "": "setoption name"
> setoption name Style value Wild
> setoption name MultiPV value 0
info string error: option MultiPV is a number from 1 to 256, not "0": "setoption name MultiPV value 0"
> setoption name MultiPV value many
info string error: option MultiPV is a number from 1 to 256, not "many": "setoption name MultiPV value many"
> setoption name UCI_Variant value shogi
info string error: option UCI_Variant is one of chess, chess960, 3check, kingofthehill, racingkings, antichess, atomic, horde, crazyhouse, suicide, giveaway, not "shogi": "setoption name UCI_Variant value shogi"
> setoption name Ponder value perhaps
info string error: option Ponder is one of true, false, not "perhaps": "setoption name Ponder value perhaps"
> setoption name Trouble value 1
info string error: no option "Trouble": "setoption name Trouble value 1"
`},
		{"Chess960", eager, `> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1
> go searchmoves e1g1
bestmove e1g1 ponder e8d7
> setoption name UCI_Chess960 value true
> go searchmoves e1g1
bestmove e1h1 ponder e8d7
> go searchmoves e1h1 e1d1
bestmove e1h1 ponder e8d7
> setoption name uci_chess960 value False
> setoption name UCI_Variant value chess960
> go
bestmove b1a3 ponder b8c6
`},
		{"three-check", eager, `> setoption name UCI_Variant value 3CHECK
> position fen 4k3/8/8/8/8/8/8/4K2R w K - 1+1 0 1
> go searchmoves h1h8 e1e9 h1h2
bestmove h1h8
> position fen 4k3/8/8/8/8/8/8/4K2R w K - 1+1 0 1 moves h1h8
> go
info depth 0 score mate 0
bestmove 0000
> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves h1h8
> go
bestmove e8d7 ponder e1d1
> setoption name UCI_Variant value chess
> go
bestmove b1a3 ponder b8c6
`},
		{"info of a search", &stubSearcher{eager: true, shown: shown}, `> go
info depth 2 currmove e2e4 currmovenumber 2
info depth 2 seldepth 3 multipv 1 score cp 25 lowerbound nodes 1000 nps 333 time 3000 pv e2e4
info depth 2 seldepth 3 multipv 1 score cp -25 upperbound nodes 1000 nps 250 time 4000 pv e2e4
info depth 3 multipv 2 score mate 3 nodes 0 time 0 pv e2e4
info depth 3 multipv 1 score mate -1 nodes 0 time 0 pv e2e4
info depth 2 multipv 1 score cp 55 nodes 12 time 0
info depth 4 multipv 1 score cp 0 nodes 5 nps 77 tbhits 2 time 0 pv e2e4
info depth 1 seldepth 2 multipv 1 score cp 0 nodes 20 hashfull 3 time 0 pv b1a3 b8c6
bestmove b1a3 ponder b8c6
> setoption name UCI_ShowWDL value true
> go
info depth 2 currmove e2e4 currmovenumber 2
info depth 2 seldepth 3 multipv 1 score cp 25 lowerbound wdl 349 390 261 nodes 1000 nps 333 time 3000 pv e2e4
info depth 2 seldepth 3 multipv 1 score cp -25 upperbound wdl 261 390 349 nodes 1000 nps 250 time 4000 pv e2e4
info depth 3 multipv 2 score mate 3 wdl 1000 0 0 nodes 0 time 0 pv e2e4
info depth 3 multipv 1 score mate -1 wdl 0 0 1000 nodes 0 time 0 pv e2e4
info depth 2 multipv 1 score cp 55 wdl 407 377 216 nodes 12 time 0
info depth 4 multipv 1 score cp 0 wdl 10 970 20 nodes 5 nps 77 tbhits 2 time 0 pv e2e4
info depth 1 seldepth 2 multipv 1 score cp 0 wdl 303 394 303 nodes 20 hashfull 3 time 0 pv b1a3 b8c6
bestmove b1a3 ponder b8c6
`},
		{"a silent searcher", of(Result{Move: e2e4[0], Score: 30, Depth: 2}, nil), `> go
info depth 2 multipv 1 score cp 30 nodes 0 time 0 pv e2e4
bestmove e2e4
`},
		{"a book", of(Result{Move: e2e4[0], PV: uciMoves(t, "e2e4", "e7e5"), Ponder: uciMoves(t, "e2e4", "e7e5")[1]}, nil), `> go
info depth 0 multipv 1 score cp 0 nodes 0 time 0 pv e2e4 e7e5
bestmove e2e4 ponder e7e5
`},
		{"an illegal line", of(Result{Move: e2e4[0], PV: append(e2e4, e2e4[0]), Ponder: e2e4[0], Score: 30, Depth: 1}, nil), `> go
info depth 1 multipv 1 score cp 30 nodes 0 time 0 pv e2e4
bestmove e2e4
`},
		{"an illegal move", of(Result{Move: uciMoves(t, "e2e4", "e7e5")[1], Depth: 1}, nil), `> go
info string error: the searcher's move e7e5 is not legal: "go"
bestmove 0000
`},
		{"an error", of(Result{Move: e2e4[0]}, errors.New("a\nbestmove e2e4\r\nb")), `> go
info string error: a bestmove e2e4  b: "go"
bestmove 0000
`},
		{"bench", eager, `> bench
640 nodes 0 nps
> bench 0
info string error: the depth is no positive number: "bench 0"
> bench much
info string error: the depth is no positive number: "bench much"
`},
		{"bench stopped", patient, `> bench
> go
info string error: a search is under way: "go"
> stop
info string error: context canceled: "bench"
> go
> stop
bestmove b1a3 ponder b8c6
`},
		{"no options", of(Result{}, nil), `> setoption name Hash value 1
info string error: there is no option "Hash": "setoption name Hash value 1"
> ucinewgame
`},
		{"end of input in a search", patient, `> go infinite
!
bestmove b1a3 ponder b8c6
`},
		{"end of input in a search without limits", patient, `> go
!
bestmove b1a3 ponder b8c6
`},
		{"end of input in a search with a limit", searchFunc(toItsEnd), `> go depth 1
!
info depth 1 multipv 1 score cp 0 nodes 0 time 0 pv b1a3
bestmove b1a3
`},
		{"end of input while pondering", patient, `> go ponder movetime 1000
!
bestmove b1a3 ponder b8c6
`},
	} {
		t.Run(tt.name, func(t *testing.T) { play(t, &UCI{Searcher: tt.searcher}, tt.script) })
	}
}

// uciMoves returns moves from the start position.
func uciMoves(t *testing.T, words ...string) []Move {
	t.Helper()
	g := NewGame()
	if err := g.PlayUCI(words...); err != nil {
		t.Fatal(err)
	}
	return g.Moves()
}

// The parameters of "go" and options reach the searcher.
func TestUCILimits(t *testing.T) {
	ms := time.Millisecond
	const black = "position startpos moves e2e4\n"
	clock := func(white, black, increment time.Duration, toGo int) Clock {
		return Clock{Left: [2]time.Duration{white, black}, Increment: [2]time.Duration{increment, 2 * increment}, MovesToGo: toGo}
	}
	for _, tt := range []struct {
		commands string
		want     Limits
	}{
		{"go", Limits{}},
		{"go depth 5 nodes 1000 mate 3 movetime 1000", Limits{Depth: 5, Nodes: 1000, Mate: 3, Time: 990 * ms}},
		{"go depth -1 nodes -7 mate -2 movetime -3", Limits{Depth: -1, Nodes: -7, Mate: -1, Time: ms}},
		{"go depth 99999999999", Limits{Depth: 1<<31 - 1}},
		{"go nodes 1 bananas 7 depth 2", Limits{Nodes: 1, Depth: 2}},
		{"go wtime 60000 btime 30000 winc 100 binc 200", Limits{Clock: clock(59990*ms, 29990*ms, 100*ms, 0)}},
		{black + "go wtime 60000 btime 30000 winc 100 binc 200 movestogo 1", Limits{Clock: clock(59990*ms, 29990*ms, 100*ms, 1)}},
		{"go wtime -5 btime 0 movestogo -1", Limits{Clock: clock(ms, ms, 0, 0)}},
		{"go btime 1000", Limits{Clock: clock(ms, 990*ms, 0, 0)}},
		{"go wtime 9223372036854775807 btime 9223372036854775807 winc 9223372036854775807 binc 0",
			Limits{Clock: Clock{Left: [2]time.Duration{maxTime - 10*ms, maxTime - 10*ms}, Increment: [2]time.Duration{maxTime}}}},
		{"setoption name Move Overhead value 500\ngo movetime 600 wtime 1000 btime 1000",
			Limits{Time: 100 * ms, Clock: clock(500*ms, 500*ms, 0, 0)}},
		{"setoption name MultiPV value 3\ngo searchmoves e2e4 d2d4 depth 1",
			Limits{MultiPV: 3, Depth: 1, SearchMoves: append(uciMoves(t, "e2e4"), uciMoves(t, "d2d4")...)}},
		{"go searchmoves e2e5 e2e4 nodes 2", Limits{Nodes: 2, SearchMoves: uciMoves(t, "e2e4")}},
	} {
		s := &stubSearcher{eager: true}
		if err := (&UCI{Searcher: s}).Run(t.Context(), strings.NewReader(tt.commands), io.Discard); err != nil {
			t.Fatal(err)
		}
		tt.want.MultiPV = max(tt.want.MultiPV, 1)
		if k := &tt.want.Clock; *k != (Clock{}) && tt.want.Time == 0 {
			turn := White
			if strings.HasPrefix(tt.commands, black) {
				turn = Black
			}
			tt.want.Time = k.schedule(turn).hard
		}
		s.limits.Info = nil
		if d := cmp.Diff(tt.want, s.limits); d != "" {
			t.Errorf("%s: -want +got:\n%s", tt.commands, d)
		}
	}
	s := &stubSearcher{}
	const options = `setoption name Style value Risky
setoption   name   Log File   value   a b  value.txt
setoption name Log File value <empty>
setoption name Clear
setoption name multipv value 2
ucinewgame
`
	err := (&UCI{Searcher: s}).Run(t.Context(), strings.NewReader(options), io.Discard)
	want := []string{"Style=Risky", "Log File=a b  value.txt", "Log File=", "Clear="}
	if d := cmp.Diff(want, s.set); d != "" || err != nil || s.forgot != 1 {
		t.Errorf("forgot %d times, %v, options: -want +got:\n%s", s.forgot, err, d)
	}
}

// With nodestime the clock of a game goes on by nodes, whatever the program shows, until another game begins.
func TestUCINodesTime(t *testing.T) {
	const commands = `setoption name UCI_Opponent value GM 2800 human Gary Kasparov
setoption name nodestime value 2
go wtime 5 btime 5 searchmoves a1a8
go wtime 1000 btime 500 movestogo 2
go wtime 7 btime 7 winc 3 movestogo 1
position startpos moves e2e4
go wtime 7 btime 600 movestogo 1
position startpos moves e2e4 e7e5
go wtime 9999 btime 7 movestogo 2
ucinewgame
go wtime 70 btime 70
go movetime 15
ucinewgame
go wtime 50 btime 50 movestogo 1
go wtime 3600 btime 3600
go wtime 3600 btime 3600
ucinewgame
go wtime 50 btime 50 movestogo 1
go wtime 50 btime 50 movestogo 1
go ponder wtime 70 btime 70
`
	var got []string
	s := searchFunc(func(_ context.Context, g *Game, l Limits) (Result, error) {
		got = append(got, fmt.Sprint(l.NodesPerMillisecond, " ", l.Clock.Left[g.Turn()], " ", l.Time))
		return Result{Move: g.LegalMoves()[0], Nodes: 20}, nil
	})
	synctest.Test(t, func(t *testing.T) {
		c := chesstest.NewSession(t, &UCI{Searcher: s})
		for line := range strings.Lines(commands) {
			c.Send(line)
		}
		c.End()
	})
	want := []string{"2 1s ", "2 990ms ", "2 600ms ", "2 1.983s ", "2 70ms ", "2 0s 15ms",
		"2 50ms ", "2 90ms ", "2 80ms ", "2 50ms ", "2 90ms ", "0 60ms "}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("limits %q, want %q", got, want)
	}
}

// A logFile is a log that fails after a number of lines.
type logFile struct {
	strings.Builder
	lines  int
	closed bool
}

func (f *logFile) Write(p []byte) (int, error) {
	if f.lines--; f.lines < 0 {
		return 0, errors.New("the disk is full")
	}
	return f.Builder.Write(p)
}

func (f *logFile) Close() error { f.closed = true; return nil }

// What is read and written after "Debug Log File" is in the file, until another file, the end, or an error.
func TestUCILog(t *testing.T) {
	files := map[string]*logFile{"one": {lines: 9}, "two": {lines: 9}, "full": {lines: 1}}
	u := &UCI{Searcher: &stubSearcher{eager: true}, Log: func(name string) (io.WriteCloser, error) {
		if f := files[name]; f != nil {
			return f, nil
		}
		return nil, fmt.Errorf("no folder for %q", name)
	}}
	const options = "> setoption name Debug Log File value "
	play(t, u, options+`one
> isready
readyok
`+options+`bad
info string error: no folder for "bad": "setoption name Debug Log File value bad"
`+options+`<empty>
> isready
readyok
`+options+`full
> isready
readyok
> isready
readyok
`+options+`two
> isready
readyok
`)
	want := map[string]string{
		"one": ">> isready\n<< readyok\n>> setoption name Debug Log File value bad\n<< info string error: no folder for \"bad\": \"setoption name Debug Log File value bad\"\n" +
			">> setoption name Debug Log File value <empty>\n",
		"two": ">> isready\n<< readyok\n", "full": ">> isready\n",
	}
	for name, f := range files {
		if f.String() != want[name] || !f.closed {
			t.Errorf("%s, closed %v: %q", name, f.closed, f)
		}
	}
	var out strings.Builder
	u.Log = nil
	if err := u.Run(t.Context(), strings.NewReader("uci\n"), &out); err != nil || strings.Contains(out.String(), "Debug") {
		t.Errorf("%v: %s", err, &out)
	}
}

// FuzzUCI sends commands chosen by the seed, with lines of garbage in between. The engine must
// answer each "go" that is not during a search with one move that is legal in the position that
// was searched, or with the null move if the position or the "go" was refused, and "isready" at
// once.
func FuzzUCI(f *testing.F) {
	f.Add(uint64(1), "")
	f.Add(uint64(2), "setoption name\nposition fen x\x00y moves\ngo searchmoves")
	f.Add(uint64(3), "joho debug on\n\nsetoption name UCI_Variant value 3check\n\r\n \t\n")
	commands := []string{
		"position startpos moves e2e4 e7e5", "position startpos moves e2e4 e2e4", "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
		"position fen 7k/8/6K1/8/8/8/8/8 b - - 0 1", "position fen 4k3/8/8/8/8/8/8/4K2R w K - 1+1 0 1 moves h1h8", "position fen 8/8 w - -", "ucinewgame",
		"go", "go", "go infinite", "go ponder", "go movetime 50", "go wtime 1000 btime 1000", "go depth 3", "go searchmoves e2e4", "go ponder infinite",
		"stop", "stop", "ponderhit", "isready", "uci", "bench 1", "debug on", "setoption name UCI_Chess960 value true",
		"setoption name UCI_ShowWDL value true", "setoption name MultiPV value 2", "setoption name Hash value 0", "wait",
	}
	f.Fuzz(func(t *testing.T, seed uint64, garbage string) {
		rng := rand.New(rand.NewPCG(seed, chesstest.Seed()))
		stub := &stubSearcher{eager: rng.IntN(2) == 0}
		var searched Position
		s := searchFunc(func(ctx context.Context, g *Game, l Limits) (Result, error) {
			searched = g.Position()
			return stub.Search(ctx, g, l)
		})
		asked := 0 // how often, without an answer so far
		converse(t, &UCI{Searcher: s}, rng, garbage, "aeiou", func() string { return commands[rng.IntN(len(commands))] }, func(t *testing.T, line, answers string) {
			if strings.HasPrefix(line, "go") && !strings.Contains(answers, "under way") {
				asked++
			}
			if line == "isready" && answers != "readyok\n" {
				t.Fatalf("isready: %s", answers)
			}
			for answer := range strings.Lines(answers) {
				if words := strings.Fields(answer); words[0] == "bestmove" {
					if _, err := searched.ParseUCI(words[1]); err != nil && words[1] != "0000" {
						t.Fatalf("%v: %s: %v", searched, answer, err)
					}
					asked--
				}
			}
		})
		if asked != 0 {
			t.Fatalf("at the end %d moves are missing", asked)
		}
	})
}

// With a tablebase the engine tells what it has found in it, and without one nothing.
func TestUCITablebase(t *testing.T) {
	broken := brokenSyzygy(t)
	synctest.Test(t, func(t *testing.T) {
		c := chesstest.NewSession(t, &UCI{Searcher: newTestSearcher()})
		for _, tt := range []struct{ send, want, lacks string }{
			{"uci", "option name SyzygyPath type string default <empty>\noption name EndingTables type check default false\n", "tbhits"},
			{"uci", "option name SyzygyProbeLimit type spin default 7 min 0 max 7\noption name Syzygy50MoveRule type check default true\n", "tbhits"},
			{"position fen 8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1\ngo depth 2", "bestmove", "tbhits"},
			{"setoption name SyzygyPath value testdata/nothing", "info string error: open testdata", "tbhits"},
			{"setoption name SyzygyPath value testdata/syzygy\ngo depth 2", " score cp 19987 nodes ", "tbhits 0 "},
			{"go depth 2", " tbhits 21 ", "mate"},
			{"go depth 2 searchmoves d2d1", " tbhits 21 ", "mate"},
			{"setoption name SyzygyPath value <empty>\ngo depth 2", "bestmove", "tbhits"},
			{"setoption name SyzygyPath value testdata/syzygy\nsetoption name SyzygyProbeLimit value 2\ngo depth 2", "bestmove", "tbhits"},
			{"bench 1", " nodes ", "tbhits"},
			{"setoption name SyzygyProbeLimit value 7\nsetoption name SyzygyPath value " + broken + "\ngo depth 2", "info string error: " + broken, "tbhits"},
			{"go depth 2", "bestmove", "error"}, // it is said once
		} {
			if got := c.Send(tt.send + "\n"); !strings.Contains(got, tt.want) || strings.Contains(got, tt.lacks) {
				t.Errorf("%s: %s", tt.send, got)
			}
		}
		c.End()
	})
}

// A list of positions is counted to its end, and a count that would last for ever ends with the context.
func TestUCIPerft(t *testing.T) {
	var out strings.Builder
	const list = "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ngo perft 1\nposition startpos\ngo perft 2"
	if err := (&UCI{Searcher: &stubSearcher{}}).Run(t.Context(), strings.NewReader(list), &out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.Count(got, "Nodes searched: ") != 2 || !strings.Contains(got, "Nodes searched: 5\n") || !strings.HasSuffix(got, "Nodes searched: 400\n") {
		t.Errorf("%s", got)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	err := (&UCI{Searcher: &stubSearcher{}}).Run(ctx, strings.NewReader("go perft 999999999\n"), io.Discard)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// panickingEvaluator is an Evaluator that panics.
type panickingEvaluator struct{}

func (panickingEvaluator) Evaluate(*Position) Score { panic("no value") }

// "eval" survives an evaluator that panics, as "go" does.
func TestUCIEvalPanics(t *testing.T) {
	var out strings.Builder
	engine := UCI{Searcher: NewMinimax(panickingEvaluator{})}
	if err := engine.Run(t.Context(), strings.NewReader("eval\nisready\n"), &out); err != nil || !strings.Contains(out.String(), "no value") || !strings.HasSuffix(out.String(), "readyok\n") {
		t.Errorf("%v: %s", err, out.String())
	}
}
