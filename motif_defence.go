package chess

// tellHanging finds out whether our first move captures a hanging piece.
func (s *story) tellHanging() {
	if s.first+1 >= len(s.scenes) {
		return
	}
	x := &s.scenes[s.first]
	victim := x.typeAt(x.to)
	if victim <= Pawn || x.move.IsCastling() || x.defended(x.to, s.us.Other()) {
		return
	}
	if s.first > 0 {
		reply := &s.scenes[0]
		if reply.to == x.to && motifWorth[reply.victim] >= motifWorth[victim] {
			return // a recapture
		}
	}
	// Nothing may be lost for it.
	if i := s.first + 3; i < len(s.scenes) && s.scenes[i].material(s.us) < s.scenes[s.first+1].material(s.us) {
		return
	}
	s.add(MotifHangingPiece, s.first, x.to)
}

// tellTrapped finds out whether the piece that we capture in scenes[i] was trapped.
func (s *story) tellTrapped(i int) {
	x, reply := &s.scenes[i], &s.scenes[i-1]
	sq := x.to
	if x.typeAt(sq) <= Pawn {
		return
	}
	if reply.to == sq {
		sq = reply.from
	}
	if reply.trapped(sq) {
		s.add(MotifTrappedPiece, i-2, sq)
	}
}

// trapped reports whether a piece of the side to move is loose and stays so wherever it
// goes. A capture of a piece that is worth as much is a way out.
func (x *scene) trapped(sq Square) bool {
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
		if victim := x.position.victim(m); victim != NoPiece && motifWorth[victim.Type()] >= motifWorth[t] {
			return false
		}
		var next scene
		after := x.position.After(m)
		if next.begin(&after); !next.loose(m.To()) {
			return false
		}
	}
	return true
}

// tellCapturingDefender finds out whether what we capture in scenes[i] was defended by
// what we captured before.
func (s *story) tellCapturingDefender(i int) {
	x, reply, before := &s.scenes[i], &s.scenes[i-1], &s.scenes[i-2]
	if !s.scenes[i+1].mated() {
		victim := x.typeAt(x.to)
		if victim == NoPieceType || x.arrived == King || motifWorth[victim] > motifWorth[x.arrived] ||
			x.defended(x.to, s.us.Other()) || reply.to == x.to {
			return
		}
	}
	if reply.checkers != 0 || before.checkers != 0 || before.to == x.from {
		return
	}
	if before.attackers(x.to, s.us.Other()).Has(before.to) {
		s.add(MotifCapturingDefender, i-2, before.to, x.to)
	}
}

// tellDeflection finds out whether a piece that guarded the target of our move in
// scenes[i] had to leave.
func (s *story) tellDeflection(i int) {
	x, reply, before := &s.scenes[i], &s.scenes[i-1], &s.scenes[i-2]
	victim, promotes := x.typeAt(x.to), x.move.Promotion() != NoPieceType
	if victim == NoPieceType && !promotes || victim != NoPieceType && motifWorth[victim] > motifWorth[x.arrived] {
		return
	}
	if x.to == reply.to || x.to == before.to || reply.to != before.to && reply.checkers == 0 {
		return
	}
	if v := before.typeAt(before.to); v != NoPieceType && motifWorth[v] >= motifWorth[before.arrived] {
		return // what we gave was not worth more than what we got
	}
	guarded := reply.attacks(reply.from)
	guards := guarded.Has(x.to) || promotes && x.to.File() == reply.from.File() && guarded.Has(x.from)
	if guards && !x.attacks(reply.to).Has(x.to) {
		s.add(MotifDeflection, i-2, reply.from, reply.to, x.to)
	}
}

// tellAttraction finds out whether our move in scenes[i] attacks a piece where it has just
// captured.
func (s *story) tellAttraction(i int) {
	x, reply, before := &s.scenes[i], &s.scenes[i-1], &s.scenes[i-2]
	if reply.to != before.to || reply.arrived < Rook || !s.scenes[i+1].attackers(reply.to, s.us).Has(x.to) {
		return
	}
	if reply.arrived == King || i+3 < len(s.scenes) && s.scenes[i+2].to == reply.to {
		s.add(MotifAttraction, i-2, reply.from, reply.to)
	}
}

// tellInterference finds out whether a piece went between the piece that we capture in
// scenes[i] and its defender.
func (s *story) tellInterference(i int) {
	x, reply, before := &s.scenes[i], &s.scenes[i-1], &s.scenes[i-2]
	them := s.us.Other()
	if x.typeAt(x.to) == NoPieceType || x.defended(x.to, them) {
		return
	}
	interferes := func(y *scene, between Square) {
		for sq := range (y.attackers(x.to, them) & y.sliders(them)).All() {
			if squaresBetween(sq, x.to).Has(between) {
				s.add(MotifInterference, i-2, between, sq, x.to)
			}
		}
	}
	interferes(reply, reply.to)
	if reply.to != x.to {
		interferes(before, before.to)
	}
}

// tellIntermezzo finds out whether we could have captured as in scenes[i] a move earlier.
func (s *story) tellIntermezzo(i int) {
	if i < 3 {
		return
	}
	x, reply, before, capture := &s.scenes[i], &s.scenes[i-1], &s.scenes[i-2], &s.scenes[i-3]
	if x.victim == NoPieceType || reply.attackers(x.to, s.us.Other()).Has(reply.from) || before.to == x.to {
		return
	}
	if capture.to == x.to && capture.victim != NoPieceType && before.position.legal(x.move) {
		s.add(MotifIntermezzo, i-2, x.to)
	}
}

// tellClearance finds out whether our move before cleared the way of that in scenes[i].
func (s *story) tellClearance(i int) {
	x, reply, before := &s.scenes[i], &s.scenes[i-1], &s.scenes[i-2]
	if x.typeAt(x.to) != NoPieceType || x.arrived < Bishop || x.arrived > Queen {
		return
	}
	if before.move.Promotion() != NoPieceType || before.to == x.from || before.to == x.to || x.checkers != 0 ||
		s.scenes[i+1].checkers != 0 && reply.moved == King {
		return
	}
	if before.from != x.to && !squaresBetween(x.from, x.to).Has(before.from) {
		return
	}
	if before.typeAt(before.to) == NoPieceType || reply.loose(before.to) {
		s.add(MotifClearance, i-2, before.from, x.from, x.to)
	}
}
