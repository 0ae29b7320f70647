package chess

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

// count counts the result of a search for the player's move. Scores from -draw to
// draw are level, those from win on are ahead, and those up to -win behind. A
// Result of Depth 0, such as a move from a book, has no score, and ends the
// streaks.
func (s *streaks) count(r *Result, draw, win Score) {
	n := *s
	s.level, s.ahead, s.behind = 0, 0, 0
	if r.Depth == 0 {
		return
	}
	s.last, s.scored = r.Score, true
	if max(r.Score, -r.Score) <= draw {
		s.level = n.level + 1
	}
	if r.Score >= win {
		s.ahead = n.ahead + 1
	}
	if r.Score <= -win {
		s.behind = n.behind + 1
	}
}

// resigns counts the result of a search for the player's move, and reports whether
// the player resigns instead.
func (s *streaks) resigns(r *Result, p policy) bool {
	s.count(r, p.drawScore, p.resignScore)
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
