package chess

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestXBoard(t *testing.T) {
	patient, eager := &stubSearcher{score: 13}, &stubSearcher{eager: true, score: 13}
	e2e4, firstReply := uciMoves(t, "e2e4"), uciMoves(t, "e2e4", "a7a6")[1]
	mates, err := ParseUCI("f7f8")
	if err != nil {
		t.Fatal(err)
	}
	of := func(r Result, err error) Searcher {
		return searchFunc(func(context.Context, *Game, Limits) (Result, error) { return r, err })
	}
	for _, tt := range []struct {
		name   string
		engine *XBoard
		script string
	}{
		{"features", &XBoard{Searcher: patient}, `> xboard
> protover 2
feature myname="chess" ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 nps=0 variants="normal,fischerandom,3check,kingofthehill,racingkings,antichess,atomic,horde,crazyhouse,suicide,giveaway"
feature option="MultiPV -spin 1 1 256"
feature option="Move Overhead -spin 10 0 5000"
feature memory=1
feature smp=1
feature option="Style -combo *Solid /// Risky"
feature option="Contempt -check 1"
feature option="Clear -button"
feature option="Log File -string "
feature done=1
> accepted myname
> rejected nps
> new
> random
> computer
> name Nemo
> rating 2000 1500
> ics -
> ping 1
pong 1
`},
		{"a game", &XBoard{Searcher: eager}, `> new
> level 40 5 0
> post
> usermove e2e4
1 13 0 20 1... Nc6 2. Ke2
move b8c6
> usermove d7d5
Illegal move: d7d5
> usermove e4e5
1 13 0 20 2... Rb8 3. Ke2
move a8b8
> nopost
> usermove a2a3
move b8a8
> d2d4
move a8b8
> O-O
Illegal move: O-O
> usermove e1e3
Illegal move: e1e3
`},
		{"scores without lines", &XBoard{Searcher: &stubSearcher{eager: true, shown: []Info{
			{Depth: 2, Score: 55, Bound: Exact, Nodes: 12, Time: 5 * time.Second}, {Depth: 3, Score: 66, Bound: LowerBound}, {Depth: 3, Move: 1, MoveNumber: 1},
		}}}, `> post
> usermove e2e4
2 55 500 12 
1 0 0 20 1... Nc6 2. Ke2
move b8c6
`},
		{"thinking", &XBoard{Searcher: patient}, `> st 5
> usermove e2e4
> usermove d2d4
Error (command not legal now): usermove d2d4
> ping 7
> option Style=Risky
> draw
= 4.98s
= 10ms
move b8c6
pong 7
> go
> ?
move e1e2
> ?
> go
> ping 8
> force
pong 8
> ping 9
pong 9
> level 0 1 1
> time 6000
> go
> .
stat01: 0 20 1 22 22
= 1m
move a8b8
`},
		{"pondering", &XBoard{Searcher: patient}, `> hard
> post
> st 1
> usermove e2e4
1 13 0 20 1... Nc6 2. Ke2
= 1s
move b8c6
Hint: e1e2
1 13 0 20 2... Rb8 3. Ke1
> ping 1
pong 1
> hint
Hint: e1e2
= 1h
> usermove a2a3
1 13 0 20 2... Rb8 3. Ke2
= 1s
move a8b8
Hint: e1e2
1 13 0 20 3... Ra8 4. Ke1
> usermove b2b3
1 13 0 20 3... Ra8 4. Ke2
= 1s
move b8a8
Hint: e1e2
1 13 0 20 4... Rb8 5. Ke1
> easy
> .
> usermove c2c3
1 13 0 20 4... Rb8 5. Ke2
= 1s
move a8b8
> hard
> result * {the user left}
> ping 2
pong 2
`},
		{"analysis", &XBoard{Searcher: patient}, `> exit
Error (command not legal now): exit
> analyze
1 13 0 20 1. Na3 Nc6
> .
stat01: 0 20 1 20 20
= 5s
> .
stat01: 500 20 1 20 20
> usermove e2e4
1 13 0 20 1... Nc6 2. Ke2
> usermove e2e4
Illegal move: e2e4
> undo
1 13 0 20 1. Na3 Nc6
> undo
Error (command not legal now): undo
> option Style=Risky
1 13 0 20 1. Na3 Nc6
> setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1
1 13 0 20 1. Kd1 Kd7
> setboard nonsense
tellusererror Illegal position: FEN board "nonsense": malformed at character 2: "o" is neither a piece, a digit from 1 to 8, nor a slash
> usermove e1g1
Illegal move: e1g1
> .
> setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
> .
> new
1 13 0 20 1. Na3 Nc6
> exit
> .
`},
		{"positions", &XBoard{Searcher: eager}, `> force
> setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1
> go
move e1d1
> setboard 8/8/8/8/8/8/8/8 w - - 0 1
tellusererror Illegal position: FEN "8/8/8/8/8/8/8/8 w - - 0 1": illegal: a side without a king
> go
Error (command not legal now): go
> usermove e2e4
Illegal move: e2e4
> new
> usermove e2e4
move b8c6
> undo
> undo
> undo
Error (command not legal now): undo
> usermove d2d4
move b8c6
> remove
> remove
Error (command not legal now): remove
> playother
> usermove e2e4
move b8c6
`},
		{"Fischer random", &XBoard{Searcher: searchFunc(castles)}, `> variant fischerandom
> setboard 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1
> go
move O-O-O
> usermove e8d8
Illegal move: e8d8
> force
> setboard r3k3/8/8/8/8/8/8/1R2K1R1 b BGq - 0 1
> usermove O-O-O
> go
move O-O
> new
> variant shogi
Error (unknown variant): variant shogi
> setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1
> go
move e1g1
`},
		{"three-check", &XBoard{Searcher: eager}, `> variant 3check
> setboard 4k3/8/8/8/8/8/8/4K2R w K - 1+3 0 1
> usermove h1h8
1-0 {White gives the third check}
> setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1
> usermove h1h8
move e8d7
> setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1 +2+0
> usermove h1h8
1-0 {White gives the third check}
`},
		{"ends of games", &XBoard{Searcher: eager}, `> setboard 7k/5Q2/8/6K1/8/8/8/8 w - - 0 1
> usermove g5g6
1/2-1/2 {Stalemate}
> setboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
> usermove f7g7
1-0 {White mates}
> go
1-0 {White mates}
> setboard 4k3/8/8/8/8/8/8/3bK3 w - - 0 1
> usermove e1d1
1/2-1/2 {Draw by insufficient material}
> force
> setboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
> usermove f7g7
`},
		{"the engine mates", &XBoard{Searcher: of(Result{Move: mates, Score: mateIn(1), Depth: 1}, nil)}, `> setboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
> hard
> go
move f7f8
1-0 {White mates}
> ping 1
pong 1
`},
		{"draws taken", &XBoard{Searcher: patient, DrawScore: 50}, `> st 1
> usermove e2e4
> draw
= 1s
offer draw
move b8c6
> draw
offer draw
> usermove d2d4
= 1s
move a8b8
`},
		{"no draw where only the engine can win", &XBoard{Searcher: patient, DrawMoves: 1, DrawScore: 50}, `> st 1
> setboard 8/8/8/8/8/7k/6r1/1K6 w - - 0 1
> usermove b1a1
> draw
= 1s
move h3h2
> draw
`},
		{"draws offered", &XBoard{Searcher: eager, DrawMoves: 2, DrawScore: 13}, `> usermove e2e4
move b8c6
> usermove d2d4
offer draw
move a8b8
> usermove c2c4
move b8a8
> usermove b2b4
offer draw
move a8b8
`},
		{"a draw by fifty moves", &XBoard{Searcher: &stubSearcher{eager: true}}, `> setboard 7k/8/8/8/8/8/8/R6K w - - 98 90
> usermove a1a2
offer draw
move h8g7
> force
> setboard 7k/8/8/8/8/8/8/R6K w - - 148 90
> go
offer draw
move h1g1
> usermove h8h7
1/2-1/2 {Draw by seventy-five moves}
`},
		{"resignation", &XBoard{Searcher: &stubSearcher{eager: true, score: -500}, ResignMoves: 2, ResignScore: 500}, `> usermove e2e4
move b8c6
> usermove d2d4
resign
> usermove a2a3
Illegal move: a2a3
> ping 1
pong 1
`},
		{"bounds that are level", &XBoard{Searcher: of(Result{Move: firstReply, Bound: LowerBound, Depth: 3}, nil), DrawMoves: 1}, `> usermove e2e4
move a7a6
> draw
`},
		{"the searcher resigns", &XBoard{Searcher: &stubSearcher{eager: true, resigns: true}}, `> usermove e2e4
resign
`},
		{"an illegal move", &XBoard{Searcher: of(Result{Move: e2e4[0]}, nil)}, `> usermove e2e4
tellusererror the searcher's move e2e4 is not legal
resign
`},
		{"an error", &XBoard{Searcher: of(Result{}, errors.New("trouble"))}, `> usermove e2e4
tellusererror trouble
resign
`},
		{"invalid commands", &XBoard{Searcher: eager}, `> bananas with cream
Error (unknown command): bananas with cream
> level
Error (not three numbers): level
> level 40 -5 0
Error (not three numbers): level 40 -5 0
> st
Error (not a time in seconds): st
> sd much
Error (not a number): sd much
> sd -3
> level 0 0 0
> level 40 25+5 0
> level 40 0:30 1.5
> option Nothing
Error (no option "Nothing"): option Nothing
> undo
Error (command not legal now): undo
> remove
Error (command not legal now): remove
> edit
Error (unknown command): edit
> Nf3
move b8c6
> e4
move a8b8
`},
		{"end of input in a search", &XBoard{Searcher: searchFunc(toItsEnd)}, `> go
> ping 1
!
move b1a3
pong 1
`},
		{"end of input in an analysis", &XBoard{Searcher: searchFunc(toItsEnd)}, `> analyze
!
`},
	} {
		t.Run(tt.name, func(t *testing.T) { play(t, tt.engine, tt.script) })
	}
}

// castles is a Searcher that castles if it can.
func castles(_ context.Context, g *Game, _ Limits) (Result, error) {
	p := g.Position()
	moves := p.AppendMoves(nil)
	slices.Reverse(moves)
	return Result{Move: moves[max(0, slices.IndexFunc(moves, p.IsCastling))]}, nil
}

// Options and limits reach the searcher.
func TestXBoardLimits(t *testing.T) {
	s := &stubSearcher{eager: true}
	const ms = time.Millisecond
	level := func(own, other, increment time.Duration, toGo int) Limits {
		l := Limits{MultiPV: 1, Clock: Clock{Left: [2]time.Duration{other, own}, Increment: [2]time.Duration{increment, increment}, MovesToGo: toGo}}
		l.Time = l.Clock.schedule(Black).hard
		return l
	}
	sides := Limits{MultiPV: 1, Clock: Clock{Left: [2]time.Duration{9990 * ms, 19990 * ms}}} // "go" changes them
	sides.Time = sides.Clock.schedule(White).hard
	const five = 5*time.Minute - 10*ms
	synctest.Test(t, func(t *testing.T) {
		c := chesstest.NewSession(t, &XBoard{Searcher: s})
		for _, tt := range []struct {
			commands string
			want     Limits
		}{
			{"usermove e2e4", level(five, five, 0, 40)},
			{"usermove d2d4", level(five, five, 0, 39)},
			{"new\nlevel 0 2:30 1.5\nusermove e2e4", level(150*time.Second-10*ms, 150*time.Second-10*ms, 1500*ms, 0)},
			{"time 100\notim 200\nusermove d2d4", level(990*ms, 1990*ms, 1500*ms, 0)},
			{"time -100\notim 99999999999\nusermove a2a3", level(ms, maxTime-10*ms, 1500*ms, 0)},
			{"level 2 0:01 0\nusermove b2b3", level(990*ms, 990*ms, 0, 2)},
			{"usermove c2c3", level(990*ms, 990*ms, 0, 1)},
			{"usermove h2h3", level(1990*ms, 990*ms, 0, 2)}, // the engine has made two moves, in no time
			{"new\nlevel 0 0 0\noption Move Overhead=0\nusermove e2e4", level(10*time.Second, 10*time.Second, 0, 0)},
			{"st 3\nsd 7\nusermove d2d4", Limits{MultiPV: 1, Time: 3 * time.Second, Depth: 7}},
			{"option MultiPV=4\nusermove a2a3", Limits{MultiPV: 4, Time: 3 * time.Second, Depth: 7}},
			{"analyze", Limits{MultiPV: 4}},
			{"exit\noption MultiPV=1\nsd 0\nnew\nlevel 0 1 0\noption Move Overhead=10\ntime 1000\notim 2000\ngo", sides},
		} {
			c.Send(tt.commands + "\n")
			s.limits.Info = nil
			if d := cmp.Diff(tt.want, s.limits); d != "" {
				t.Errorf("%s: -want +got:\n%s", tt.commands, d)
			}
		}
		c.Send("memory 1000\ncores 2\nmemory 16\noption Contempt=0\noption Style=Risky\noption Clear\noption Log File=a = b\n")
		c.End()
	})
	want := []string{"Hash=64", "Threads=2", "Contempt=false", "Style=Risky", "Clear=", "Log File=a = b"}
	if d := cmp.Diff(want, s.set); d != "" {
		t.Errorf("options: -want +got:\n%s", d)
	}
	if s.forgot != 3 {
		t.Errorf("forgot %d times", s.forgot)
	}
}

// How many moves are left to the time control depends on the moves in the game, not
// on the number of moves that the engine has found.
func TestXBoardMovesToGo(t *testing.T) {
	const last = "usermove h2h4\n"
	game := func(moves int) (commands string) {
		for _, file := range "abcdefg"[:moves] {
			commands += fmt.Sprintf("usermove %c2%c3\n", file, file)
		}
		return commands
	}
	const forced = "force\nusermove a2a3\nusermove a7a6\nusermove b2b3\nusermove b7b6\n"
	for _, tt := range []struct {
		name, commands string
		want           int
	}{
		{"the last move", game(4) + last, 1},
		{"the next time control", game(5) + last, 5},
		{"remove", game(4) + "remove\nremove\n" + last, 3},
		{"remove the time control", game(6) + "remove\nremove\n" + last, 1},
		{"undo", game(2) + "undo\nundo\n" + last, 4},
		{"moves in force mode", forced + last + "go\n", 3},
		{"go for the other side", game(2) + "go\n", 3},
		{"playother", forced + "playother\n" + last, 3},
		{"new", game(3) + "new\n" + last, 5},
		{"level in the game", game(3) + "level 4 5 0\n" + last + "usermove h4h5\n", 3},
		{"no time control", "level 0 5 0\n" + game(2), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &stubSearcher{eager: true}
			synctest.Test(t, func(t *testing.T) {
				c := chesstest.NewSession(t, &XBoard{Searcher: s})
				for line := range strings.Lines("level 5 5 0\n" + tt.commands) {
					if answer := c.Send(line); strings.Contains(answer, "Error") || strings.Contains(answer, "Illegal") {
						t.Fatal(answer)
					}
				}
				c.End()
			})
			if got := s.limits.Clock.MovesToGo; got != tt.want {
				t.Errorf("%d moves to go, want %d", got, tt.want)
			}
		})
	}
}

// At a ponder hit the searcher receives the clocks that were sent with the move.
func TestXBoardPonderClock(t *testing.T) {
	for commands, want := range map[string]Clock{
		"time 500\notim 700\nusermove e1e2\n": {Left: [2]time.Duration{6990 * time.Millisecond, 4990 * time.Millisecond}},
		"st 1\nusermove e1e2\n":               {}, // closed
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &stubSearcher{}
			c := chesstest.NewSession(t, &XBoard{Searcher: s})
			c.Send("level 0 1 0\nhard\nusermove e2e4\n")
			c.Send("?\n")
			c.Send(commands)
			if s.hit != want || s.limits.Ponder == nil {
				t.Errorf("%q: received %+v, want %+v", commands, s.hit, want)
			}
			c.End()
		})
	}
}

func TestXBoardScore(t *testing.T) {
	for s, want := range map[Score]int{0: 0, -34: -34, mateIn(1): 100001, mateIn(6): 100003, -mateIn(4): -100002, -Mate: -100000} {
		if got := xboardScore(s); got != want {
			t.Errorf("%v: %d, want %d", s, got, want)
		}
	}
}

// FuzzXBoard sends commands chosen by the seed, with lines of garbage in between.
// The engine must play only moves that are legal in the game as the test knows it,
// and answer each "ping".
func FuzzXBoard(f *testing.F) {
	f.Add(uint64(1), "")
	f.Add(uint64(2), "level 0 0:0x 1\nsetboard\noption =\nmemory -1")
	f.Add(uint64(3), "variant\n\x00\n\r\n \t\nst 99999999999999\nresult")
	positions := []string{
		StartFEN, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/8/6K1/8/8/8/8/8 b - - 0 1",
		"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 1+1 0 1", "8/8 w - -",
	}
	others := []string{
		"go", "go", "playother", "force", "new", "usermove", "usermove", "usermove", "usermove", "usermove", "usermove e2e4", "undo", "remove", "setboard", "setboard", "setboard",
		"variant normal", "variant 3check", "variant fischerandom", "level 40 5 0", "level 0 0:01 0.1", "st 1", "sd 3", "time 100", "otim 50",
		"hard", "easy", "post", "nopost", "?", "ping 3", "draw", "hint", ".", "analyze", "exit", "result 1-0 {x}", "option Style=Risky", "memory 1", "wait",
	}
	f.Fuzz(func(t *testing.T, seed uint64, garbage string) {
		rng := rand.New(rand.NewPCG(seed, chesstest.Seed()))
		s := &stubSearcher{eager: rng.IntN(2) == 0, score: Score(rng.IntN(2000) - 1000)}
		variant := "normal"
		g := NewGame()
		pings := 0
		play := func(t *testing.T, line, move string) {
			p := g.Position()
			m, err := p.ParseUCI(move)
			if err != nil {
				m, err = p.ParseSAN(move)
			}
			if err == nil {
				err = g.Continue(m) // also after a draw, if the program goes on
			}
			if err != nil {
				t.Fatalf("%q in %v: %v", line, p, err)
			}
		}
		setUp := func(t *testing.T, fen string) {
			p, _, err := variantOfUCI(variant).start(fen)
			if err != nil {
				t.Fatalf("%q was not refused", fen)
			}
			g = NewGame(p)
		}
		command := func() string {
			line := others[rng.IntN(len(others))]
			p := g.Position()
			if moves := p.AppendMoves(nil); line == "usermove" && len(moves) > 0 {
				line += " " + p.UCI(moves[rng.IntN(len(moves))])
			} else if line == "setboard" {
				line += " " + positions[rng.IntN(len(positions))]
			}
			return line
		}
		// Garbage without these letters is neither a command nor a move.
		converse(t, &XBoard{Searcher: s, ResignMoves: 3, ResignScore: 500}, rng, garbage, "aeiouO012345678", command, func(t *testing.T, line, answers string) {
			word, rest := cutWord(line)
			switch {
			case strings.Contains(answers, "Illegal") || strings.Contains(answers, "Error"): // it was refused
			case word == "usermove":
				play(t, line, rest)
			case word == "undo":
				g.Undo()
			case word == "remove":
				g.Undo()
				g.Undo()
			case word == "setboard":
				setUp(t, rest)
			case word == "new", word == "variant":
				variant = "normal"
				if word == "variant" {
					variant = rest
				}
				setUp(t, "")
			case word == "ping":
				pings++
			}
			for answer := range strings.Lines(answers) {
				if move, ok := strings.CutPrefix(answer, "move "); ok {
					play(t, answer, strings.TrimSpace(move))
				} else if strings.HasPrefix(answer, "pong 3") {
					pings--
				}
			}
		})
		if pings != 0 {
			t.Fatalf("at the end %d pings are not answered", pings)
		}
	})
}

func TestXBoardTablebase(t *testing.T) {
	broken := brokenSyzygy(t)
	synctest.Test(t, func(t *testing.T) {
		c := chesstest.NewSession(t, &XBoard{Searcher: newTestSearcher()})
		for _, tt := range []struct{ send, want, lacks string }{
			{"protover 2", "feature egt=\"syzygy\"\nfeature option=\"EndingTables -check 0\"\n", "SyzygyPath"},
			{"protover 2", "feature option=\"SyzygyProbeLimit -spin 7 0 7\"\nfeature option=\"Syzygy50MoveRule -check 1\"\n", "SyzygyPath"},
			{"egtpath nalimov x", "Error (no tables of this kind): egtpath nalimov x\n", "pong"},
			{"egtpath syzygy testdata/nothing", "Error (open testdata", "pong"},
			{"egtpath syzygy testdata/syzygy\nping 1", "pong 1\n", "Error"},
			{"post\nsd 2\nforce\nsetboard 8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1\ngo", "\n2 19987 ", "Error"},
			{"egtpath syzygy " + broken + "\nforce\nsetboard 8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1\ngo", "telluser " + broken, "Error"},
			{"force\nsetboard 8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1\ngo", "move ", "telluser"}, // it is said once
		} {
			if got := c.Send(tt.send + "\n"); !strings.Contains(got, tt.want) || strings.Contains(got, tt.lacks) {
				t.Errorf("%s: %s", tt.send, got)
			}
		}
		c.End()
	})
}
