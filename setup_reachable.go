package chess

// Problems returns all that is wrong with s. Those that take the rules to find, such as too many
// checkers, are included only if none is Fatal.
func (s Setup) Problems() []Problem { return s.problems().list() }

func (s *Setup) problems() problemSet {
	p, ps := s.position()
	ps |= s.material()
	if ps.fatal() == 0 {
		ps |= p.history()
	}
	return ps
}

// Problems returns reasons why p cannot have arisen in a game, none of them Fatal. It takes back only
// one move, so a position without problems may still be impossible.
func (p Position) Problems() []Problem { return p.problems().list() }

func (p *Position) problems() problemSet {
	s := p.Setup()
	return s.material() | p.history()
}

// fatal returns the problems that are Fatal.
func (ps problemSet) fatal() problemSet { return ps & (1<<numFatal - 1) }

// material returns the problems of too many pieces of a type.
func (s *Setup) material() (ps problemSet) {
	var count [16]int
	var bishops [2][2]int // by Color and colour of the square
	var pieces [2]int
	for sq, piece := range s.Board {
		if piece == NoPiece || piece > BlackKing {
			continue
		}
		count[piece]++
		pieces[piece.Color()]++
		if piece.Type() == Bishop {
			bishops[piece.Color()][(sq^sq>>3)&1]++
		}
	}
	for c := range Color(2) {
		if s.rules().kingless[c] || s.Variant == Crazyhouse {
			continue
		}
		promoted := 0
		for _, n := range [...]int{
			count[Knight.Of(c)] - 2, bishops[c][0] - 1, bishops[c][1] - 1, count[Rook.Of(c)] - 2, count[Queen.Of(c)] - 1,
		} {
			promoted += max(0, n)
		}
		pawns := count[Pawn.Of(c)]
		if pawns+promoted > 8 {
			ps |= tooManyPromoted
		}
		if pawns <= 8 && s.pawnCaptures(c) > max(0, fullArmy[oneIf(s.rules().kingless[c.Other()])&1]-pieces[c.Other()]) {
			ps |= tooManyCaptures
		}
	}
	return ps
}

// fullArmy is how many pieces a side begins with, and a horde.
var fullArmy = [2]int{16, 36}

// pawnCaptures returns the least number of captures by which c's pawns can have
// come from different files to where they stand, or more than there are pieces if
// it is impossible. A pawn cannot have moved by more files than ranks.
func (s *Setup) pawnCaptures(c Color) int {
	const impossible = 64
	// least[set] is the number for the pawns considered so far if they started on
	// the files of the set.
	var least [1 << 8]int
	for set := range least {
		least[set] = impossible
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
		for set := len(least) - 1; set >= 0; set-- { // each set depends on smaller ones
			best := impossible
			for f := range 8 {
				files := max(f-sq.File(), sq.File()-f)
				if set>>f&1 != 0 && files <= advance {
					best = min(best, least[set&^(1<<f)]+files)
				}
			}
			least[set] = best
		}
	}
	best := impossible
	for _, n := range least {
		best = min(best, n)
	}
	return best
}

// history returns the problems of the last move and the clocks.
func (p *Position) history() (ps problemSet) {
	us := p.turn()
	checkers := 0
	for range p.Checkers() {
		checkers++
	}
	switch r := p.rules(); {
	case r.slow: // its last move may be of a kind that is not taken back here
	case checkers > 2:
		ps |= tooManyCheckers
	case (checkers > 0 || p.enPassantTarget != 0) && !p.retractable():
		ps |= impossibleLastMove
	}
	if checkers > 0 && p.remainingChecks(us.Other()) == 3 {
		ps |= uncountedCheck
	}
	// Many programs write 0 for the number of the first move.
	if plies := 2*max(int(p.fullmove)-1, 0) + int(us); int(p.halfmove) > plies || p.enPassantTarget != 0 && p.halfmove > 0 {
		ps |= contradictoryClock
	}
	return ps
}

// retractable reports whether some last move can be taken back such that the king
// of the side to move was not attacked before it.
func (p *Position) retractable() bool {
	r := retraction{p: p, army: p.army() ^ 32, up: north}
	if r.army != 0 {
		r.up = south
	}
	enemies := 0
	for place, e := range &p.pieces {
		switch own := uint8(place)&32 == r.army; {
		case !own && e != 0:
			enemies++
		case own && e.pieceType() == Pawn:
			r.pawns++
		}
	}
	r.captures = enemies < 16

	if p.enPassantTarget != 0 {
		return r.possible(p.at(p.enPassantTarget+r.up)&63, Pawn, p.enPassantTarget-r.up, 0)
	}
	for i, e := range p.armyList(r.army) {
		if e != 0 && r.movedLast(r.army+uint8(i), e) {
			return true
		}
	}
	return r.castled()
}

// A retraction takes back moves of the side that moved last.
type retraction struct {
	p        *Position
	army     uint8 // of that side
	up       uint8 // one rank forward for its pawns
	pawns    int   // the number of its pawns
	captures bool  // whether it can have captured a piece
}

// possible reports whether the enemy's king was not attacked before the piece at
// place, which was of type t, came from a square. If victim is not zero, the piece
// captured another there.
func (r *retraction) possible(place uint8, t PieceType, from, victim uint8) bool {
	q := *r.p
	e := q.pieces[place&63]
	q.board[e&127] = 0
	q.board[from&127] = place&63 | colorBit(r.army)
	q.pieces[place&63] = placedPiece(t.Of(Color(r.army>>5)))<<8 | placedPiece(from)
	if victim != 0 {
		q.board[victim&127] = whiteHere | blackHere // occupied, by no piece of the list
	}
	return !q.attacked(uint8(q.pieces[r.army^32]), r.army)
}

// movedLast reports whether the piece at place can have made the last move.
func (r *retraction) movedLast(place uint8, e placedPiece) bool {
	if r.p.castlers>>place&1 != 0 {
		return false // it has a castling right, so it has not moved
	}
	at := e.square()
	if e.pieceType() == Pawn {
		return r.pawnMovedLast(place, at)
	}
	for sq := range r.p.Attacks(squares[at]) { // pieces move back as they move
		from := mailbox[sq]
		if r.p.board[from] == 0 && (r.possible(place, e.pieceType(), from, 0) || r.captures && r.possible(place, e.pieceType(), from, at)) {
			return true
		}
	}
	lastRank := r.p.at(at+r.up) == rim
	return lastRank && r.pawns < 8 && e.pieceType() != King && r.pawnStepped(place, at)
}

// pawnStepped reports whether the piece at place can have come to square at as a
// pawn, by a single step or a capture.
func (r *retraction) pawnStepped(place, at uint8) bool {
	for _, side := range [3]uint8{0, east, west} {
		from, victim := at-r.up+side, uint8(0)
		if side != 0 {
			victim = at
		}
		firstRank := r.p.at(from-r.up) == rim // no pawn has been there
		if r.p.at(from) == 0 && !firstRank && (side == 0 || r.captures) && r.possible(place, Pawn, from, victim) {
			return true
		}
	}
	return false
}

// pawnMovedLast is movedLast for a pawn on square at.
func (r *retraction) pawnMovedLast(place, at uint8) bool {
	if r.pawnStepped(place, at) {
		return true
	}
	p := r.p
	behind, start := at-r.up, at-2*r.up
	// A double push, even if the position lacks its en-passant square, as after an
	// EPD.
	if p.at(behind) == 0 && p.at(start) == 0 && p.at(start-2*r.up) == rim &&
		p.at(start-r.up) != rim && r.possible(place, Pawn, start, 0) {
		return true
	}
	// En passant: on the sixth rank, with the squares of the captured pawn's double
	// push empty.
	if !r.captures || p.at(at+2*r.up) == rim || p.at(at+3*r.up) != rim ||
		p.at(behind) != 0 || p.at(at+r.up) != 0 {
		return false
	}
	for _, side := range [2]uint8{east, west} {
		if from := behind + side; p.at(from) == 0 && r.possible(place, Pawn, from, behind) {
			return true
		}
	}
	return false
}

// castled reports whether the last move can have been castling. Of the squares
// that king and rook may come from in Chess960, only those where they change
// places need to be tried: there the king stood between its rook and the enemy's
// king.
func (r *retraction) castled() bool {
	if r.p.castlers>>r.army&7 != 0 {
		return false // the king has not moved
	}
	for side := range uint8(2) {
		king := 27 - 4*side + r.army/32*70 // where castling leads: g1, c1, g8 or c8
		rook := king - 1 + 2*side
		q := *r.p
		place := q.board[rook] & 63
		if uint8(q.pieces[r.army]) != king || place&32 != r.army || uint8(q.pieces[place]) != rook || q.pieces[place].pieceType() != Rook {
			continue
		}
		q.board[king], q.board[rook] = q.board[rook], q.board[king]
		q.pieces[r.army] += placedPiece(rook) - placedPiece(king)
		q.pieces[place] += placedPiece(king) - placedPiece(rook)
		return !q.attacked(uint8(q.pieces[r.army^32]), r.army)
	}
	return false
}
