package suite_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestAnnouncedMates has AlphaBeta play won endings and middlegames, without tables, and looks
// at each mate that it announces: whether it is possible, and whether the next search still has
// it. A game is an ending of a lone king, half of them with a halfmove clock of 78, or an
// opening position in which the other side lacks the queen. The other side is AlphaBeta with
// few nodes, or an engine:
//
//	CHESS_FULL=100 CHESS_ENGINE=stockfish go test -run TestAnnouncedMates -v -timeout 0 ./internal/suite
func TestAnnouncedMates(t *testing.T) {
	names := []string{"KQvK", "KRvK", "KBBvK", "KBNvK"}
	audit := &mateAudit{nodes: 50_000, defence: chess.NewAlphaBeta(chess.NewDefaultEvaluator()), defenceNodes: 5_000}
	if chesstest.Sampled(t) {
		names, audit.nodes, audit.defenceNodes = names[:2], 5_000, 500
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
	r := chesstest.Rand(t)
	games := chesstest.Sample(t, 20)
	for i := range games {
		p := withoutBlackQueen(r, openings)
		if i%2 == 0 {
			e := mustEnding(names[i/2%len(names)])
			for p = randomPlayable(r, e); p.Ending() != e || p.Turn() != chess.White; { // White has the pieces
				p = randomPlayable(r, e)
			}
			setup := p.Setup()
			setup.HalfmoveClock = i / 2 / len(names) % 2 * 78
			if p, err = setup.Position(); err != nil {
				t.Fatal(err)
			}
		}
		audit.play(t, chess.NewGame(p))
	}
	t.Logf("%d games: %d searches, %d announced mates, %d impossible, %d lost, %d without the whole line",
		games, audit.searches, audit.announced, audit.impossible, audit.lost, audit.cut)
	if audit.announced < games {
		t.Errorf("only %d announced mates", audit.announced)
	}
}

// A mateAudit plays games as White and looks at the mates that are announced.
type mateAudit struct {
	nodes        int64
	defence      chess.Searcher
	defenceNodes int64
	tables       chess.Tablebase // of the endings that are played

	searches, announced, impossible, lost, cut int
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
			ok = ok && mate > 0 && r.Bound&chess.LowerBound != 0
			if due > 0 && (!ok || mate > due) {
				a.lost++
				t.Errorf("%v after %v: mate in %d was announced, now the score is %v", g.Start(), g.Moves(), due+1, r.Score)
			}
			due = 0
			if ok {
				a.announced++
				due = mate - 1
				if !a.possible(&p, &r) {
					a.impossible++
					t.Errorf("%s: %v by %v is impossible", p.FEN(), r.Score, r.PV)
				}
				if len(r.PV) != pliesToMate(r.Score) {
					a.cut++
				}
			}
		}
		if err := g.Play(r.Move); err != nil {
			t.Fatal(err)
		}
	}
	if due > 0 {
		a.lost++
		t.Errorf("%v after %v: %v, but mate was announced", g.Start(), g.Moves(), g.Outcome())
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
