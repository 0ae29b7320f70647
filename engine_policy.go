package chess

import (
	"context"
	"sync"
)

// A found is the score that counts of a search: the last exact one of the move that is
// played, with its depth in plies. There is none if the depth is 0.
type found struct {
	score Score
	depth int
}

// askMove has s search g for a move to play. A bound is no score, so unless the score of the
// Result is exact, the last exact one that was reported of its move counts. It is an error
// if s panics or ends its goroutine. It searches a copy of g, which it may change.
func askMove(ctx context.Context, s Searcher, g *Game, l Limits) (r Result, f found, err error) {
	if g == nil {
		return Result{}, found{}, errNoGame
	}
	var mu sync.Mutex // a Searcher may call Info from goroutines of its own, against the rules
	exact := map[Move]found{}
	report := l.Info
	l.Info = func(i Info) {
		if i.Bound == Exact && i.Depth > 0 && len(i.PV) > 0 {
			mu.Lock()
			exact[g.current().canonical(i.PV[0])] = found{i.Score, i.Depth}
			mu.Unlock()
		}
		if report != nil {
			report(i)
		}
	}
	err = guard(func() (err error) {
		r, err = s.Search(ctx, new(*g), l)
		return err
	})
	mu.Lock()
	defer mu.Unlock()
	r.Move = g.current().canonical(r.Move)
	if f = exact[r.Move]; r.Bound == Exact && r.Depth > 0 {
		f = found{r.Score, r.Depth}
	}
	return r, f, err
}

// A policy says when an engine gives up and when it is content with a draw, by
// the scores of its own moves: see XBoard and Bot.
type policy struct {
	resignMoves int
	resignScore Score
	drawMoves   int
	drawScore   Score
}

// streaks are the scores of one player's last moves, from its own point of view:
// what an engine resigns by, and an Arbiter decides games by.
type streaks struct {
	level  int   // how many moves in a row, up to the last, had scores within the bounds of a draw,
	ahead  int   // scores that win,
	behind int   // and scores that lose
	last   Score // the last score
	scored bool  // there was one
}

// count counts the score of the player's move. Scores from -draw to draw are level, those
// from win on are ahead, and those up to -win behind. A move without a score, such as one
// from a book, ends the streaks.
func (s *streaks) count(f found, draw, win Score) {
	n := *s
	s.level, s.ahead, s.behind = 0, 0, 0
	if f.depth == 0 {
		return
	}
	s.last, s.scored = f.score, true
	if max(f.score, -f.score) <= draw {
		s.level = n.level + 1
	}
	if f.score >= win {
		s.ahead = n.ahead + 1
	}
	if f.score <= -win {
		s.behind = n.behind + 1
	}
}

// resigns counts the score of the player's move, the result of a search, and reports
// whether the player resigns instead.
func (s *streaks) resigns(r *Result, f found, p policy) bool {
	s.count(f, p.drawScore, p.resignScore)
	return r.Resign || p.resignMoves > 0 && s.behind >= p.resignMoves
}

// offersDraw reports whether the player offers a draw with the move that r is the
// result of, which resigns has counted. drawable says that the draw needs only to
// be claimed, or has been offered.
func (s *streaks) offersDraw(r *Result, p policy, drawable bool) bool {
	if p.drawMoves > 0 && s.level >= p.drawMoves {
		s.level = 0 // the same offer at every move would annoy (FIDE Laws 11.5)
		return true
	}
	return r.OfferDraw || drawable && s.acceptsDraw(p)
}

// acceptsDraw reports whether the player takes a draw.
func (s *streaks) acceptsDraw(p policy) bool { return s.scored && s.last <= p.drawScore }

// isDrawable reports whether the current position is drawn, by threefold repetition
// or by fifty moves, if a player claims it.
func (g *Game) isDrawable() bool {
	return g.Repetitions() >= 3 || g.current().halfmove >= 100
}
