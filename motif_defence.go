package chess

// findHanging finds out whether our first move captures a hanging piece.
func (f *motifFinder) findHanging() {
	if f.first+1 >= len(f.positions) {
		return
	}
	x := &f.positions[f.first]
	victim := x.taken()
	if victim <= Pawn || x.defended(x.to, f.us.Other()) {
		return
	}
	if f.first > 0 {
		reply := &f.positions[0]
		if reply.to == x.to && motifWorth[reply.victim] >= motifWorth[victim] {
			return // a recapture
		}
	}
	// Nothing may be lost for it.
	if i := f.first + 3; i < len(f.positions) && f.positions[i].material(f.us) < f.positions[f.first+1].material(f.us) {
		return
	}
	f.add(MotifHangingPiece, f.first, x.to)
}

// findTrapped finds out whether the piece that we capture in positions[i] was trapped.
func (f *motifFinder) findTrapped(i int) {
	x, reply := &f.positions[i], &f.positions[i-1]
	sq := x.to
	if x.taken() <= Pawn {
		return
	}
	if reply.to == sq {
		sq = reply.from
	}
	if reply.trapped(sq) {
		f.add(MotifTrappedPiece, i-2, sq)
	}
}

// trapped reports whether a piece of the side to move is loose and stays so wherever it
// goes. A capture of a piece that is worth as much is a way out.
func (x *motifPosition) trapped(sq Square) bool {
	t := x.typeAt(sq)
	if x.checkers != 0 || t <= Pawn || t == King || !x.loose(sq) {
		return false
	}
	pinned := false
	x.position.pins(x.position.turn(), func(p Pin) bool {
		pinned = p.Pinned == sq
		return !pinned
	})
	if pinned {
		return false
	}
	var buf [MaxMoves]Move
	for _, m := range x.position.appendMoves(buf[:0]) {
		if m.From() != sq {
			continue
		}
		if victim := x.position.captured(m); victim != NoPiece && motifWorth[victim.Type()] >= motifWorth[t] {
			return false
		}
		var next motifPosition
		after := x.position.After(m)
		if next.begin(&after); !next.loose(m.To()) {
			return false
		}
	}
	return true
}

// findCapturingDefender finds out whether what we capture in positions[i] was defended by
// what we captured before.
func (f *motifFinder) findCapturingDefender(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	if !f.positions[i+1].mated() {
		victim := x.taken()
		if victim == NoPieceType || x.arrived == King || motifWorth[victim] > motifWorth[x.arrived] ||
			x.defended(x.to, f.us.Other()) || reply.to == x.to {
			return
		}
	}
	if reply.checkers != 0 || before.checkers != 0 || before.to == x.from {
		return
	}
	if before.attackers(x.to, f.us.Other()).Has(before.to) {
		f.add(MotifCapturingDefender, i-2, before.to, x.to)
	}
}

// findDeflection finds out whether a piece that guarded the target of our move in
// positions[i] had to leave.
func (f *motifFinder) findDeflection(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	victim, promotes := x.taken(), x.move.Promotion() != NoPieceType
	if victim == NoPieceType && !promotes || victim != NoPieceType && motifWorth[victim] > motifWorth[x.arrived] {
		return
	}
	if x.to == reply.to || x.to == before.to || reply.to != before.to && reply.checkers == 0 {
		return
	}
	if v := before.taken(); v != NoPieceType && motifWorth[v] >= motifWorth[before.arrived] {
		return // what we gave was not worth more than what we got
	}
	guarded := reply.attacks(reply.from)
	guards := guarded.Has(x.to) || promotes && x.to.File() == reply.from.File() && guarded.Has(x.from)
	if guards && !x.attacks(reply.to).Has(x.to) {
		f.add(MotifDeflection, i-2, reply.from, reply.to, x.to)
	}
}

// findAttraction finds out whether our move in positions[i] attacks a piece where it has just
// captured.
func (f *motifFinder) findAttraction(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	if reply.to != before.to || reply.arrived < Rook || !f.positions[i+1].attackers(reply.to, f.us).Has(x.to) {
		return
	}
	if reply.arrived == King || i+3 < len(f.positions) && f.positions[i+2].to == reply.to {
		f.add(MotifAttraction, i-2, reply.from, reply.to)
	}
}

// findInterference finds out whether a piece went between the piece that we capture in
// positions[i] and its defender.
func (f *motifFinder) findInterference(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	them := f.us.Other()
	if x.taken() == NoPieceType || x.defended(x.to, them) {
		return
	}
	interferes := func(y *motifPosition, between Square) {
		for sq := range (y.attackers(x.to, them) & y.sliders(them)).All() {
			if squaresBetween(sq, x.to).Has(between) {
				f.add(MotifInterference, i-2, between, sq, x.to)
			}
		}
	}
	interferes(reply, reply.to)
	if reply.to != x.to {
		interferes(before, before.to)
	}
}

// findIntermezzo finds out whether we could have captured as in positions[i] a move earlier.
func (f *motifFinder) findIntermezzo(i int) {
	if i < 3 {
		return
	}
	x, reply, before, capture := &f.positions[i], &f.positions[i-1], &f.positions[i-2], &f.positions[i-3]
	if x.victim == NoPieceType || reply.attackers(x.to, f.us.Other()).Has(reply.from) || before.to == x.to {
		return
	}
	if capture.to == x.to && capture.victim != NoPieceType && before.position.legal(x.move) {
		f.add(MotifIntermezzo, i-2, x.to)
	}
}

// findClearance finds out whether our move before cleared the way of that in positions[i].
func (f *motifFinder) findClearance(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	if x.taken() != NoPieceType || x.arrived < Bishop || x.arrived > Queen {
		return
	}
	if before.move.Promotion() != NoPieceType || before.to == x.from || before.to == x.to || x.checkers != 0 ||
		f.positions[i+1].checkers != 0 && reply.moved == King {
		return
	}
	if before.from != x.to && !squaresBetween(x.from, x.to).Has(before.from) {
		return
	}
	if before.taken() == NoPieceType || reply.loose(before.to) {
		f.add(MotifClearance, i-2, before.from, x.from, x.to)
	}
}
