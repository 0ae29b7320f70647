package chess

// findZugzwang estimates whether our move in positions[i] leaves them without a good move:
// only in endings of kings and pawns.
func (f *motifFinder) findZugzwang(i int) {
	x := &f.positions[i+1]
	if x.checkers != 0 || x.types[Pawn] == 0 || x.types[Pawn]|x.types[King] != x.occupied {
		return
	}
	them := f.us.Other()
	ours, theirs := x.position.king(f.us), x.position.king(them)
	passed := x.position
	passed.do(0, &passed)
	if passed.winsByCapture() {
		return
	}
	var buf [MaxMoves]Move
	moves := x.position.appendMoves(buf[:0])
	for _, m := range moves {
		after := x.position.After(m)
		if after.winsByCapture() {
			continue
		}
		// Or their king lets ours go to a square that it guarded.
		guarded, occupied := after.attackedBy(them)
		freed := kingAttacks[ours] & kingAttacks[theirs] &^ (guarded | occupied)
		if m.From() != theirs || freed == 0 {
			return
		}
	}
	if len(moves) > 0 {
		f.add(MotifZugzwang, i)
	}
}

// winsByCapture reports whether a capture wins material for the side to move.
func (p *Position) winsByCapture() bool {
	var buf [MaxMoves]Move
	for _, m := range p.appendCaptures(buf[:0]) {
		if p.seeAtLeast(m, 1, nil) {
			return true
		}
	}
	return false
}
