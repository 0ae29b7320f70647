package chess

// What cannot come about in a game of chess, Chess960 or three-check, though
// the rules make sense there. Such a position is played like any other.
const (
	TooManyPromoted    Problems = 1 << (10 + iota) // more promoted men than missing pawns, bishops of one square colour among them
	TooManyCaptures                                // pawns that must have captured more men than the enemy has lost
	TooManyCheckers                                // three men or more who give check
	ImpossibleLastMove                             // a check that no last move can have given, or an en-passant square that no double push can have left
	UncountedCheck                                 // in three-check, a check by a side that has given none
	ContradictoryClock                             // a halfmove clock that is ahead of the move number, or of a double push
)

// unreachable are the problems that a position may have.
const unreachable = TooManyPromoted | TooManyCaptures | TooManyCheckers | ImpossibleLastMove | UncountedCheck |
	ContradictoryClock

// Fatal returns the problems that make the rules meaningless, for which
// Setup.Position returns an error. The others tell of positions that can be
// played, but cannot come about in a game.
func (ps Problems) Fatal() Problems { return ps &^ unreachable }

// Problems returns all that is wrong with s. What asks for the rules, such as
// who gives check, is told only if nothing is Fatal.
func (s *Setup) Problems() Problems {
	p, ps := s.position()
	ps |= s.material()
	if ps.Fatal() == 0 {
		ps |= p.history()
	}
	return ps
}

// Problems returns why p cannot have come about in a game, as far as it can be
// told by counting and by taking back one move; none of them is Fatal. A
// position may have come from nowhere without a problem to show.
func (p *Position) Problems() Problems {
	s := p.Setup()
	return s.material() | p.history()
}

// material returns the problems of too many men of a kind.
func (s *Setup) material() (ps Problems) {
	var count [16]int
	var bishops [2][2]int // by colour and colour of the square
	var men [2]int
	for sq, piece := range s.Board {
		if piece == NoPiece || piece > BlackKing {
			continue
		}
		count[piece]++
		men[piece.Color()]++
		if piece.Type() == Bishop {
			bishops[piece.Color()][(sq^sq>>3)&1]++
		}
	}
	for c := range Color(2) {
		promoted := 0
		for _, n := range [...]int{
			count[Knight.Of(c)] - 2, bishops[c][0] - 1, bishops[c][1] - 1, count[Rook.Of(c)] - 2, count[Queen.Of(c)] - 1,
		} {
			promoted += max(0, n)
		}
		pawns := count[Pawn.Of(c)]
		if pawns > 8 {
			continue // too many men
		}
		if promoted > 8-pawns {
			ps |= TooManyPromoted
		}
		if s.pawnCaptures(c) > 16-men[c.Other()] {
			ps |= TooManyCaptures
		}
	}
	return ps
}

// pawnCaptures returns how many captures it took at least to bring c's pawns
// from the files they started on to where they stand: more than there are men,
// if there is no way. A pawn has come no more files than ranks.
func (s *Setup) pawnCaptures(c Color) int {
	const never = 64
	// least[set] is for the pawns so far, started on the files of the set.
	var least [1 << 8]int
	for set := range least {
		least[set] = never
	}
	least[0] = 0
	for sq := A2; sq < A8; sq++ {
		if s.Board[sq] != Pawn.Of(c) {
			continue
		}
		advance := sq.Rank() - 1
		if c == Black {
			advance = 6 - sq.Rank()
		}
		for set := len(least) - 1; set >= 0; set-- { // each set from smaller ones
			best := never
			for f := range 8 {
				files := max(f-sq.File(), sq.File()-f)
				if set>>f&1 != 0 && files <= advance {
					best = min(best, least[set&^(1<<f)]+files)
				}
			}
			least[set] = best
		}
	}
	best := never
	for _, n := range least {
		best = min(best, n)
	}
	return best
}

// history returns the problems of how p can have come about.
func (p *Position) history() (ps Problems) {
	us := p.Turn()
	checkers := 0
	for range p.Checkers() {
		checkers++
	}
	switch {
	case checkers > 2:
		ps |= TooManyCheckers
	case (checkers > 0 || p.passed != 0) && !p.retractable():
		ps |= ImpossibleLastMove
	}
	if p.IsThreeCheck() && checkers > 0 && p.RemainingChecks(us.Other()) == 3 {
		ps |= UncountedCheck
	}
	// Many write 0 for the number of the first move.
	if plies := 2*max(int(p.fullmove)-1, 0) + int(us); int(p.halfmove) > plies || p.passed != 0 && p.halfmove > 0 {
		ps |= ContradictoryClock
	}
	return ps
}

// retractable reports whether some last move of the side not to move can be
// taken back so that the king of the other was not attacked before it.
func (p *Position) retractable() bool {
	r := retraction{p: p, theirs: p.own() ^ 16, up: north}
	if r.theirs != 0 {
		r.up = south
	}
	count := [2]int{}
	for i, e := range p.pieces {
		if e != 0 {
			count[i>>4]++
		}
		if e.kind() == Pawn && uint8(i)&16 == r.theirs {
			r.pawns++
		}
	}
	r.captures = count[p.own()>>4] < 16

	if p.passed != 0 {
		at := p.passed + r.up
		return r.possible(p.board[at&127]&31, Pawn, p.passed-r.up, 0)
	}
	for place := r.theirs; place < r.theirs+16; place++ {
		if e := p.pieces[place]; e != 0 && r.man(place, e) {
			return true
		}
	}
	return r.castled()
}

// A retraction takes moves back.
type retraction struct {
	p        *Position
	theirs   uint8 // where the army that made the last move begins
	up       uint8 // one rank forward for its pawns
	pawns    int   // of that army
	captures bool  // whether a man is missing whom it can have captured
}

// possible reports whether the king was safe before the man in place, then of
// kind t, came from a square: without a capture or, if victim is not zero,
// with one of a man there.
func (r *retraction) possible(place uint8, t PieceType, from, victim uint8) bool {
	q := *r.p
	e := q.pieces[place&31]
	q.board[e&127] = 0
	q.board[from&127] = place&31 | whiteHere<<(r.theirs>>4)
	q.pieces[place&31] = placedPiece(t.Of(Color(r.theirs>>4)))<<8 | placedPiece(from)
	if victim != 0 {
		q.board[victim&127] = whiteHere | blackHere // somebody
	}
	return !q.attacked(uint8(q.pieces[r.theirs^16]), r.theirs)
}

// man reports whether the man in place can have moved last.
func (r *retraction) man(place uint8, e placedPiece) bool {
	if r.p.castlers>>place&1 != 0 {
		return false // he may castle: he has not moved
	}
	if e.kind() == Pawn {
		return r.pawn(place, uint8(e))
	}
	at := uint8(e)
	for sq := range r.p.Attacks(squares[at&127]) { // to where he can go, from there he can have come
		from := mailbox[sq]
		if r.p.board[from] == 0 && (r.possible(place, e.kind(), from, 0) || r.captures && r.possible(place, e.kind(), from, at)) {
			return true
		}
	}
	last := r.p.board[(at+r.up)&127] == rim
	return last && r.pawns < 8 && e.kind() != King && r.steps(place, at)
}

// steps reports whether the man in place, who stands on at, can have come
// there as a pawn, by one step or a capture.
func (r *retraction) steps(place, at uint8) bool {
	for _, side := range [3]uint8{0, east, west} {
		from, victim := at-r.up+side, uint8(0)
		if side != 0 {
			victim = at
		}
		startable := r.p.board[(from-r.up)&127] != rim // no pawn was on his first rank
		if r.p.board[from&127] == 0 && startable && (side == 0 || r.captures) && r.possible(place, Pawn, from, victim) {
			return true
		}
	}
	return false
}

// pawn is man for a pawn.
func (r *retraction) pawn(place, at uint8) bool {
	if r.steps(place, at) {
		return true
	}
	board := &r.p.board
	behind, start := at-r.up, at-2*r.up
	// The square passed over by a double push may be forgotten, as in an EPD.
	if board[behind&127] == 0 && board[start&127] == 0 && board[(start-2*r.up)&127] == rim &&
		board[(start-r.up)&127] != rim && r.possible(place, Pawn, start, 0) {
		return true
	}
	// En passant: on the sixth rank, the squares of the captured pawn empty.
	if !r.captures || board[(at+2*r.up)&127] == rim || board[(at+3*r.up)&127] != rim ||
		board[behind&127] != 0 || board[(at+r.up)&127] != 0 {
		return false
	}
	for _, side := range [2]uint8{east, west} {
		if from := behind + side; board[from&127] == 0 && r.possible(place, Pawn, from, behind) {
			return true
		}
	}
	return false
}

// castled reports whether the last move can have been castling. Of the squares
// that Chess960 lets king and rook come from, it is enough to try those where
// they change places: the king stood between his rook and the other's king.
func (r *retraction) castled() bool {
	if r.p.castlers>>r.theirs&7 != 0 {
		return false // the king has not moved
	}
	for side := range uint8(2) {
		king := 27 - 4*side + r.theirs/16*70
		rook := king - 1 + 2*side
		q := *r.p
		place := q.board[rook] & 31
		if uint8(q.pieces[r.theirs]) != king || place&16 != r.theirs || uint8(q.pieces[place]) != rook || q.pieces[place].kind() != Rook {
			continue
		}
		q.board[king], q.board[rook] = q.board[rook], q.board[king]
		q.pieces[r.theirs] += placedPiece(rook) - placedPiece(king)
		q.pieces[place] += placedPiece(king) - placedPiece(rook)
		return !q.attacked(uint8(q.pieces[r.theirs^16]), r.theirs)
	}
	return false
}
