package suite_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
)

// TestAnnouncedMates has AlphaBeta play won endings and middlegames by 50,000 nodes a
// move, without tables, and looks at each mate that it announces: whether it is possible,
// and whether the next search still has it. The other side is played by AlphaBeta with
// few nodes; a game is an ending of a lone king, half of them with a halfmove clock of
// 78, or an opening position in which the other side lacks the queen. Here it is a
// sample. More, against an engine:
//
//	CHESS_MATES=2000 CHESS_ENGINE=stockfish go test -run TestAnnouncedMates -v -timeout 0 ./internal/suite
func TestAnnouncedMates(t *testing.T) {
	names := []string{"KQvK", "KRvK", "KBBvK", "KBNvK"}
	audit := &mateAudit{nodes: 5_000, defence: chess.NewAlphaBeta(chess.NewDefaultEvaluator()), defenceNodes: 500}
	if sampled() {
		names = names[:2]
	}
	if os.Getenv("CHESS_MATES") != "" {
		audit.nodes, audit.defenceNodes = 50_000, 5_000
	}
	if path := os.Getenv("CHESS_ENGINE"); path != "" {
		c, err := chess.StartClient(t.Context(), exec.Command(path), time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		audit.defence = c
	}
	audit.tables = madeTables(t, names...)
	file, err := os.Open("../../testdata/openings.epd")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	openings, err := chess.ReadOpenings(file, 0)
	if err != nil {
		t.Fatal(err)
	}
	started := time.Now()
	r := rand.New(rand.NewPCG(23, 3))
	games := sampleSize(t, "CHESS_MATES", 20)
	for i := range games {
		p := withoutBlackQueen(r, openings)
		if i%2 == 0 {
			e := mustEnding(names[i/2%len(names)])
			p = randomPlayable(r, e)
			for p.Ending() != e || p.Turn() != chess.White { // White has the pieces
				p = randomPlayable(r, e)
			}
			p = withClock(t, p, i/2/len(names)%2*78)
		}
		audit.play(t, chess.NewGame(p))
	}
	t.Logf("%d games: %d searches, %d announced mates, %d impossible, %d lost, %d without the whole line, %d games won, in %.1f s",
		games, audit.searches, audit.announced, audit.impossible, audit.lost, audit.cut, audit.won, time.Since(started).Seconds())
	if audit.announced < games || audit.impossible > 0 || audit.lost > 0 {
		t.Errorf("%d announced mates, %d impossible, %d lost", audit.announced, audit.impossible, audit.lost)
	}
}

// A mateAudit plays games as White and looks at the mates that are announced.
type mateAudit struct {
	nodes        int64
	defence      chess.Searcher
	defenceNodes int64
	tables       chess.Tablebase // of the endings that are played

	searches, announced, impossible, lost, cut, won int
}

// play plays one game to its end, or for 300 plies.
func (a *mateAudit) play(t *testing.T, g *chess.Game) {
	t.Helper()
	s := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	due := 0 // the next mate in moves, at most; 0 if none was announced
	for g.Len() < 300 && !g.Outcome().Over() && !drawable(g) {
		p := g.Position()
		searcher, l := chess.Searcher(s), chess.Limits{Nodes: a.nodes}
		if p.Turn() == chess.Black {
			searcher, l.Nodes = a.defence, a.defenceNodes
		}
		r, err := searcher.Search(t.Context(), g, l)
		if err != nil {
			t.Fatal(err)
		}
		if p.Turn() == chess.White {
			a.searches++
			mate, ok := r.Score.MateInMoves()
			if ok = ok && mate > 0 && r.Bound&chess.LowerBound != 0; !ok {
				mate = 0
			}
			if due > 0 && (!ok || mate > due) {
				a.lost++
				t.Errorf("%v after %v: mate in %d was announced, now the score is %v", g.Start(), g.Moves(), due+1, r.Score)
			}
			if ok {
				a.announced++
				if !a.possible(&p, &r) {
					a.impossible++
					t.Errorf("%v, %s: %v by %v is impossible", p, p.FEN(), r.Score, r.PV)
				}
				if len(r.PV) != pliesToMate(r.Score) {
					a.cut++
				}
			}
			due = max(mate-1, 0)
		}
		if err := g.Play(r.Move); err != nil {
			t.Fatal(err)
		}
	}
	if o := g.Outcome(); o.Reason == chess.Checkmate && o.Winner == chess.White {
		a.won++
	} else if due > 0 {
		a.lost++
		t.Errorf("%v after %v: %v, but mate was announced", g.Start(), g.Moves(), o)
	}
}

// possible reports whether nothing that is known speaks against the mate of r in p: the
// line, a table, and, if the other side has only its king, the fifty moves.
func (a *mateAudit) possible(p *chess.Position, r *chess.Result) bool {
	plies := pliesToMate(r.Score)
	line := chess.NewGame(*p)
	for _, m := range r.PV {
		if line.Play(m) != nil {
			return false
		}
	}
	if mated := line.Outcome().Reason == chess.Checkmate; mated != (len(r.PV) == plies) {
		return false
	}
	truth, err := a.tables.Probe(p)
	if err != nil {
		return true
	}
	return truth.WDL == chess.WDLWin && truth.DTM <= plies && p.HalfmoveClock()+plies <= 100
}

// pliesToMate returns in how many plies the mate of a score comes.
func pliesToMate(s chess.Score) int { return int(chess.Mate - max(s, -s)) }

// withClock returns the position with another halfmove clock.
func withClock(t *testing.T, p chess.Position, clock int) chess.Position {
	t.Helper()
	s := p.Setup()
	s.HalfmoveClock = clock
	p, err := s.Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// withoutBlackQueen returns one of the openings with White to move, without Black's queen.
func withoutBlackQueen(r *rand.Rand, openings []*chess.Game) chess.Position {
	for {
		p := openings[r.IntN(len(openings))].Position()
		setup := p.Setup()
		for sq, piece := range setup.Board {
			if piece == chess.BlackQueen {
				setup.Board[sq] = chess.NoPiece
			}
		}
		if p, err := setup.Position(); err == nil && p.Turn() == chess.White && !p.InCheck() {
			return p
		}
	}
}
