package chess

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestWhyIsTrue explains moves of games and has another search look at each remark. Here it
// is a sample. More, against an engine, and of other games:
//
//	CHESS_WHY=20000 CHESS_ENGINE=stockfish CHESS_WHY_PGN=games.pgn go test -run TestWhyIsTrue -v -timeout 0 .
//
// CHESS_WHY_NODES is how many nodes a move is searched for, 50,000 if it is not set.
func TestWhyIsTrue(t *testing.T) {
	a := newWhyAudit(t)
	path := cmp.Or(os.Getenv("CHESS_WHY_PGN"), "testdata/games.pgn")
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	started := time.Now()
	left := sampleSize(t, "CHESS_WHY", 60)
	if testing.Short() {
		left = min(left, 20)
	}
	for step, r := 7, NewPGNReader(file); left > 0; {
		tree, err := r.Next()
		if tree == nil || err != nil {
			break
		}
		g := NewGame(tree.Start())
		for i, m := range tree.Mainline() {
			if (i+step)%11 == 3 && left > 0 && !g.Outcome().Over() {
				left--
				a.explain(t, g, m)
			}
			if g.Play(m) != nil {
				break
			}
		}
		step++
	}
	a.report(t)
	t.Logf("%d moves in %.0f s", a.moves, time.Since(started).Seconds())
}

// A whyAudit counts remarks and those that another search contradicts.
type whyAudit struct {
	searcher *AlphaBeta
	nodes    int64
	judge    Searcher
	limits   Limits // of the judge

	moves, blunders, answered int
	all                       int64   // nodes
	longest                   float64 // the most nodes for a move, in those of its search
	said, wrong               map[RemarkKind]int
	empty                     int
}

func newWhyAudit(t *testing.T) *whyAudit {
	a := &whyAudit{searcher: newTestSearcher(), nodes: 4_000, judge: newTestSearcher(), limits: Limits{Nodes: 20_000},
		said: map[RemarkKind]int{}, wrong: map[RemarkKind]int{}}
	if os.Getenv("CHESS_WHY") != "" {
		a.nodes, a.limits.Nodes = 50_000, 300_000
	}
	if n, err := strconv.ParseInt(os.Getenv("CHESS_WHY_NODES"), 10, 64); err == nil {
		a.nodes, a.limits.Nodes = n, 5*n
	}
	if path := os.Getenv("CHESS_ENGINE"); path != "" {
		c, err := StartClient(t.Context(), exec.Command(path), time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		a.judge = c
	}
	return a
}

// explain explains a move and looks at each remark.
func (a *whyAudit) explain(t *testing.T, g *Game, m Move) {
	t.Helper()
	w, err := a.searcher.Why(t.Context(), g, m, Limits{Nodes: a.nodes})
	if err != nil {
		t.Fatal(err)
	}
	a.moves++
	a.all += w.Nodes
	if ratio := float64(w.Nodes) / float64(a.nodes); ratio > a.longest {
		a.longest = ratio
	}
	checkWhy(t, g, &w)
	j := judgement{t: t, audit: a, game: g, why: &w, scores: map[string]Result{}}
	for i := range w.Remarks {
		r := &w.Remarks[i]
		a.said[r.Kind]++
		if why := j.contradiction(r); why != "" {
			a.wrong[r.Kind]++
			t.Logf("%s: %v %s: %s\n\t%s", g.FEN(), r.Kind, g.SAN(r.Move), why, w.Text(English, 1000))
		}
	}
	if len(w.Remarks) == 0 || w.Text(English, 0) == "" {
		a.empty++
	}
	if best := j.after(w.Best()); w.Loss >= 150 && best.Score-j.after(w.Move).Score >= 150 {
		a.blunders++
		if namesAReason(&w) {
			a.answered++
		}
	}
}

// namesAReason reports whether a remark about the move or the better one names a piece, a
// square or a line.
func namesAReason(w *Why) bool {
	return slices.ContainsFunc(w.Remarks, func(r Remark) bool {
		return r.Kind != RemarkBetter && (len(r.Pieces) > 0 || len(r.Line.PV) > 0)
	})
}

// report fails the test if there are too many false remarks.
func (a *whyAudit) report(t *testing.T) {
	var said, wrong int
	for _, k := range slices.Sorted(maps.Keys(a.said)) {
		t.Logf("%-15v %6d, %d contradicted", k, a.said[k], a.wrong[k])
		said, wrong = said+a.said[k], wrong+a.wrong[k]
	}
	t.Logf("%d remarks, %d contradicted; %d moves without a word", said, wrong, a.empty)
	t.Logf("%d moves that lose 150 or more, %d with a reason; %.2f times the nodes, at most %.2f",
		a.blunders, a.answered, float64(a.all)/float64(a.nodes)/float64(a.moves), a.longest)
	if (wrong-1)*33 > said || a.longest > 2.01 || a.empty > 0 || a.answered*10 < a.blunders*8 {
		t.Error("too many contradictions, too many nodes, or too little said")
	}
}

// checkWhy checks what needs no search: that lines are legal and differences add up.
func checkWhy(t *testing.T, g *Game, w *Why) {
	t.Helper()
	checkDifference(t, &w.Difference)
	for _, r := range w.Remarks {
		checkFields(t, r)
		p := r.Line.Position
		for _, m := range r.Line.PV {
			next, err := p.Play(m)
			if err != nil {
				t.Fatalf("%s: %v: %v", g.FEN(), r.Kind, err)
			}
			p = next
		}
	}
	for _, l := range []Language{English, German} {
		for _, limit := range []int{0, 60, 1000} {
			text := w.Text(l, limit)
			if n := len([]rune(text)); n > cmp.Or(limit, 300) {
				t.Errorf("%s: %d characters: %s", g.FEN(), n, text)
			}
			if strings.ContainsAny(text, "{}") || strings.Contains(text, "%!") || strings.Contains(text, "  ") || text != "" && text[len(text)-1] != '.' {
				t.Errorf("%s: %q", g.FEN(), text)
			}
		}
	}
}

// A judgement is what another search says of one position and its moves.
type judgement struct {
	t      *testing.T
	audit  *whyAudit
	game   *Game
	why    *Why
	scores map[string]Result // by the moves after the position
}

// search returns what the judge says of the position after moves, from the point of view of
// the side that is to move in the position of the Why.
func (j *judgement) search(moves ...Move) Result {
	key := fmt.Sprint(moves)
	if r, ok := j.scores[key]; ok {
		return r
	}
	p := j.why.Position
	for _, m := range moves {
		p = p.After(m)
	}
	var g *Game
	if len(moves) == 1 && moves[0] != 0 { // with the history
		g = new(*j.game)
		g.push(moves[0])
	} else {
		g = NewGame(p)
	}
	r, err := j.audit.judge.Search(j.t.Context(), g, j.audit.limits)
	switch {
	case errors.Is(err, ErrGameOver):
		r = Result{}
		if g.Outcome().Decided {
			r.Score = -Mate
		}
	case err != nil: // Stockfish 15.1 crashes where a side has more than sixteen pieces
		j.t.Fatalf("%v: %v", g.Position(), err)
	}
	r.Position = p
	if len(moves)%2 == 1 {
		r.Score = -r.Score
	}
	j.scores[key] = r
	return r
}

// after returns what the judge says of a move.
func (j *judgement) after(m Move) Result { return j.search(m) }

// gains reports whether the judge's line from its position wins so much for c.
func gains(r *Result, c Color, value int) bool {
	gain, ok := gainOf(r.Position, r.PV, c)
	return ok && gain.value >= value
}

// value returns what a remark says is won, less what is lost.
func (r *Remark) value() (sum int) {
	for _, t := range r.Won {
		sum += exchangeValues[t]
	}
	for _, t := range r.Lost {
		sum -= exchangeValues[t]
	}
	return sum
}

// contradiction returns what speaks against a remark, or "".
func (j *judgement) contradiction(r *Remark) string {
	p, us := &j.why.Position, j.why.Position.Turn()
	switch r.Kind {
	case RemarkMates:
		return wrongMate(j.after(r.Move).Score, r.Mate-1)
	case RemarkAllowsMate:
		return wrongMate(-j.after(r.Move).Score, r.Mate)
	case remarkMated:
		return wrongMate(-j.search().Score, 1000) // no move can stop it; others may put it off
	case remarkThreatensMate:
		return wrongMate(j.search(r.Move, 0).Score, r.Mate)
	case RemarkWins:
		s, value := j.after(r.Move), r.value()
		gain, _ := gainOf(*p, append([]Move{r.Move}, s.PV...), us)
		if s.Score < Score(p.balance(us)+value/2) && gain.value < value {
			return fmt.Sprintf("%v after it, material %d", s.Score, p.balance(us))
		}
	case RemarkLoses, RemarkHanging:
		s, best, value := j.after(r.Move), j.search(), r.value()
		if best.Score-s.Score < Score(value)*2/5 && !gains(&s, us.Other(), value) {
			return fmt.Sprintf("%v after it, %v after the best", s.Score, best.Score)
		}
	case RemarkBetter, remarkRefuted: // what a search prefers by little is no claim
		if bad, good := j.after(j.why.Move), j.after(j.why.Other); good.Score < bad.Score-20 && (r.Kind == remarkRefuted || j.why.Loss >= 150) {
			return fmt.Sprintf("%v after it, %v after the other", bad.Score, good.Score)
		}
	case remarkOnly:
		s, o := j.after(r.Move), j.after(j.why.Other)
		if r.Mate > 0 {
			return wrongMate(-o.Score, r.Mate)
		}
		if s.Score-o.Score < r.Score/3 {
			return fmt.Sprintf("%v after it, %v after the next best", s.Score, o.Score)
		}
	case remarkThreatens:
		s, now := j.search(r.Move, 0), j.after(r.Move)
		if s.Score < now.Score+Score(r.value()/4) && !gains(&s, us, r.value()) {
			return fmt.Sprintf("%v after a pass, %v now", s.Score, now.Score)
		}
	case RemarkStopsThreat:
		s, now := j.search(0), j.after(r.Move)
		if r.Mate > 0 {
			if n, ok := now.Score.MateInMoves(); ok && now.Score < 0 && -n <= r.Mate+1 {
				return "mate is not stopped"
			}
			return wrongMate(-s.Score, r.Mate)
		}
		if now.Score < s.Score+Score(r.value()/3) && !gains(&s, us.Other(), r.value()) {
			return fmt.Sprintf("%v after a pass, %v now", s.Score, now.Score)
		}
	default:
		return j.contradictedByRules(r)
	}
	return ""
}

// wrongMate returns what is wrong with a mate in n, of which the judge gives the score.
func wrongMate(s Score, n int) string {
	if moves, ok := s.MateInMoves(); !ok || s < 0 || moves > n {
		return fmt.Sprintf("the score is %v", s)
	}
	return ""
}

// pawnsOn counts the pawns of c on a file.
func pawnsOn(p *Position, file int, c Color) (n int) {
	for sq, piece := range p.Pieces() {
		if piece == Pawn.Of(c) && sq.File() == file {
			n++
		}
	}
	return n
}

// passedByLooking reports whether the pawn on a square is passed: no pawn of the other side
// is in front of it on its file or the two beside it, and none of its own on its file.
func passedByLooking(p *Position, sq Square) bool {
	pawn := p.At(sq)
	for at, piece := range p.Pieces() {
		ahead := at.Rank() > sq.Rank()
		if pawn.Color() == Black {
			ahead = at.Rank() < sq.Rank()
		}
		beside := at.File() - sq.File()
		if piece.Type() == Pawn && ahead && (beside == 0 || piece.Color() != pawn.Color() && beside*beside == 1) {
			return false
		}
	}
	return pawn.Type() == Pawn
}

// contradictedByRules returns what the rules say against a remark, or "".
func (j *judgement) contradictedByRules(r *Remark) string {
	p, us := j.why.Position, j.why.Position.Turn()
	after := p.After(r.Move)
	wrong := false
	attacked := func(q Position, sq Square, c Color) bool { return q.IsAttacked(sq, c) }
	switch r.Kind {
	case remarkRecaptures:
		wrong = p.Captured(r.Move) == NoPiece || j.game.Moves()[j.game.Len()-1].To() != r.Move.To()
	case remarkEscapes:
		wrong = !attacked(p, r.Move.From(), us.Other())
	case remarkProtects:
		wrong = !attacked(p, r.Pieces[0].Square, us.Other()) || after.At(r.Pieces[0].Square) != r.Pieces[0].Piece
	case remarkAttacks:
		wrong = after.At(r.Pieces[0].Square) != r.Pieces[0].Piece || !slices.Contains(slices.Collect(after.Attackers(r.Pieces[0].Square, us)), r.Move.To())
	case remarkPins:
		s := after.Setup()
		s.Board[r.Pieces[0].Square] = NoPiece
		s.Turn = us.Other()
		q, err := s.Position()
		wrong = err == nil && !slices.Contains(slices.Collect(q.Attackers(q.King(us.Other()), us)), r.Pieces[1].Square)
	case remarkExchanges:
		wrong = p.At(r.Pieces[0].Square) != r.Pieces[0].Piece || r.Line.PV[1].To() != r.Move.To()
	case remarkOffers:
		theirs, ours := r.Pieces[0], r.Pieces[1]
		wrong = after.At(theirs.Square) != theirs.Piece || after.At(ours.Square) != ours.Piece ||
			!attacked(after, theirs.Square, us) || !attacked(after, ours.Square, us.Other()) || motifWorth[theirs.Piece.Type()] != motifWorth[ours.Piece.Type()]
	case remarkCaptures:
		wrong = p.At(r.Move.To()) != r.Pieces[0].Piece || r.Pieces[0].Piece.Color() == us
	case remarkPromotes:
		wrong = r.Move.Promotion() != r.Pieces[0].Piece.Type()
	case remarkCastles:
		wrong = !strings.HasPrefix(p.SAN(r.Move), "O-O")
	case remarkMakesCastling:
		castles := func(q Position) (n int) {
			for _, m := range q.LegalMoves() {
				n += strings.Count(q.SAN(m)[:1], "O")
			}
			return n
		}
		wrong = castles(after.After(0)) <= castles(p) && castles(p) > 0
	case remarkDevelops:
		from, to := r.Move.From().String()[1], r.Move.To().String()[1]
		wrong = !strings.ContainsRune("NB", rune(p.SAN(r.Move)[0])) || from != "18"[us] || to == from
	case remarkCentre:
		wrong = !slices.Contains([]string{"d4 e4", "d5 e5"}[us:us+1], "d"+p.SAN(r.Move)[1:2]+" e"+p.SAN(r.Move)[1:2])
	case remarkOpenFile, remarkHalfOpenFile:
		own, theirs := pawnsOn(&after, r.Move.To().File(), us), pawnsOn(&after, r.Move.To().File(), us.Other())
		wrong = p.SAN(r.Move)[0] != 'R' || own > 0 || (theirs > 0) != (r.Kind == remarkHalfOpenFile)
	case remarkDoubles:
		wrong = !slices.ContainsFunc(slices.Collect(after.Defenders(r.Move.To())), func(sq Square) bool {
			return after.At(sq) == Rook.Of(us) && sq.File() == r.Move.To().File()
		})
	case remarkSeventh:
		wrong = p.SAN(r.Move)[0] != 'R' || r.Move.To().String()[1] != "72"[us]
	case remarkConnects:
		rank := after.String()
		rank = strings.Split(rank, "/")[[]int{7, 0}[us]]
		rooks := []string{"R", "r"}[us]
		first, last := strings.Index(rank, rooks), strings.LastIndex(rank, rooks)
		wrong = first < 0 || first == last || strings.ContainsAny(rank[first+1:last], "pnbqkPNBQK")
	case remarkOutpost:
		wrong = !strings.ContainsRune("NB", rune(p.SAN(r.Move)[0]))
	case remarkCentralizes:
		wrong = p.SAN(r.Move)[0] != 'K'
	case remarkForced:
		wrong = len(p.LegalMoves()) != 1
	case RemarkEnds:
		wrong = after.Outcome().Reason != r.Reason && r.Reason != FivefoldRepetition
	case remarkPassed, remarkAdvances:
		wrong = !passedByLooking(&after, r.Move.To())
	case remarkSacrifices:
		wrong = !attacked(after, r.Move.To(), us.Other()) || j.after(r.Move).Score < j.search().Score-100
	}
	if wrong {
		return "the rules say otherwise"
	}
	return ""
}
