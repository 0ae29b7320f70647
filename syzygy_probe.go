package chess

import "fmt"

// What Syzygy's files leave out, and how it is found.
//
// A file of results does not have the true result of each position. Where a capture
// gives the result, or a better one than all other moves, the file may have a worse
// one, if that compresses better: whoever reads it tries the captures first. Neither
// does it know of en passant: its result is of the position without that right.
//
// A file of distances has them only where no capture and no move of a pawn of the
// winner keeps the result: there the distance is 1, or 101. For other positions it may
// have anything. It also has only one side to move, the one that compresses better. For
// the other one, the distances after each move tell.

// WDL returns the result of p, as Tablebase says.
func (s *Syzygy) WDL(p *Position) (WDL, error) {
	if _, err := tablebaseEnding(p, s.maxPieces); err != nil {
		return 0, err
	}
	w, _, err := s.resolve(p)
	return w, err
}

// Probe returns the result of p and its distance to zeroing.
func (s *Syzygy) Probe(p *Position) (Truth, error) {
	if _, err := tablebaseEnding(p, s.maxPieces); err != nil {
		return Truth{}, err
	}
	return s.truth(p)
}

// resolve returns the result of p. zeroing says that a capture, en passant or not,
// leads to it and that no other move is needed: the distance is 1 or 101 then, or of as
// much below 0 if en passant is forced. The result need not be better without a capture
// if it is a draw or a loss.
func (s *Syzygy) resolve(p *Position) (w WDL, zeroing bool, err error) {
	w, zeroing, err = s.captures(p, WDLLoss, WDLWin)
	if err != nil || p.state&stateEnPassant == 0 {
		return w, zeroing, err
	}
	var moves [MaxMoves]Move
	best := WDLLoss - 1
	forced := true // no other move
	for _, m := range p.appendMoves(moves[:0]) {
		if !p.isEnPassant(m) {
			forced = false
			continue
		}
		var after Position
		after.do(m, p)
		v, _, err := s.captures(&after, WDLLoss, WDLWin)
		if err != nil {
			return 0, false, err
		}
		best = max(best, -v)
	}
	switch {
	case best > w, best == w && w > WDLDraw, forced: // without en passant, forced is a stalemate
		return best, true, nil
	}
	return w, zeroing, nil
}

// captures returns the result of p without en passant, at least alpha, and exactly only
// below beta. zeroing says that it is a win, cursed or not, by a capture.
func (s *Syzygy) captures(p *Position, alpha, beta WDL) (w WDL, zeroing bool, err error) {
	if !p.mayCapture() {
		w, err = s.result(p)
		return max(w, alpha), false, err
	}
	var moves [MaxMoves]Move
	var after Position // within the loop it would be on the heap
	w = alpha
	for _, m := range p.appendCaptures(moves[:0]) {
		if p.board[m.to()] == 0 { // a promotion, or en passant
			continue
		}
		after.do(m, p)
		v, _, err := s.captures(&after, -beta, -w)
		if err != nil {
			return 0, false, err
		}
		if w = max(w, -v); w >= beta {
			return w, w > WDLDraw, nil
		}
	}
	v, err := s.result(p)
	if err != nil {
		return 0, false, err
	}
	if v > w {
		return v, false, nil
	}
	return w, w > WDLDraw, nil
}

// truth is Probe for a position that it may know.
func (s *Syzygy) truth(p *Position) (Truth, error) {
	w, zeroing, err := s.resolve(p)
	if err != nil {
		return Truth{}, err
	}
	t := Truth{WDL: w, DTZ: w.zeroingDTZ()}
	if zeroing || w == WDLDraw {
		return t, nil
	}
	var moves [MaxMoves]Move
	list := p.appendMoves(moves[:0])
	if len(list) == 0 { // mated
		return t, nil
	}
	if w > WDLDraw {
		for _, m := range list {
			if p.mover(m).Type() != Pawn || p.isCapture(m) {
				continue
			}
			var after Position
			after.do(m, p)
			v, _, err := s.resolve(&after)
			if err != nil {
				return Truth{}, err
			}
			if -v == w {
				return t, nil
			}
		}
	}
	plies, rounded, known, err := s.distance(p, w)
	if err != nil {
		return Truth{}, err
	}
	if !known {
		return s.truthOfMoves(p, list, t)
	}
	t.DTZ += w.sign() * plies
	t.DTZRounded = rounded
	return t, nil
}

// truthOfMoves returns the truth of p, with the result t.WDL, from what its moves lead
// to. A winner takes the shortest way, and no capture and no move of a pawn wins at
// once. A loser takes the longest, and t.DTZ is what it is if all moves zero the clock.
func (s *Syzygy) truthOfMoves(p *Position, list []Move, t Truth) (Truth, error) {
	sign := t.WDL.sign()
	first := true
	var after Position // within the loop it would be on the heap
	for _, m := range list {
		after.do(m, p)
		if after.halfmove == 0 {
			continue
		}
		next, err := s.truth(&after)
		if err != nil {
			return Truth{}, err
		}
		if -next.WDL != t.WDL {
			continue
		}
		dtz := sign - next.DTZ
		if next.DTZ == -1 && after.mated() {
			dtz = 1
		}
		longer := (dtz - t.DTZ) * sign
		var better bool
		if sign > 0 {
			better = first || longer < 0 || longer == 0 && !next.DTZRounded
		} else {
			better = longer > 0 || longer == 0 && next.DTZRounded
		}
		if better {
			t.DTZ, t.DTZRounded = dtz, next.DTZRounded
		}
		first = false
	}
	if first && sign > 0 {
		return Truth{}, fmt.Errorf("chess: the tables of Syzygy contradict each other: no move wins %s", p.EPD())
	}
	return t, nil
}

// mated reports whether the side to move has been mated.
func (p *Position) mated() bool {
	var moves [MaxMoves]Move
	return p.inCheck() && len(p.appendMoves(moves[:0])) == 0
}

// mayCapture reports whether a piece of the other side is attacked. In few positions it
// is: to look first makes a probe of results 1.2 times as fast.
func (p *Position) mayCapture() bool {
	army := p.army()
	for _, e := range p.armyList(army ^ 32)[1:] {
		if e != 0 && p.attacked(e.square(), army) {
			return true
		}
	}
	return false
}
