package chess

// findFork finds a fork by our move in positions[i].
func (f *motifFinder) findFork(i int) {
	x, after := &f.positions[i], &f.positions[i+1]
	if i+3 >= len(f.positions) || x.arrived == King || after.loose(x.to) {
		return
	}
	them := f.us.Other()
	backers := after.attackers(x.to, them)
	var targets SquareSet
	for sq := range (after.attacks(x.to) & after.colors[them] &^ after.types[Pawn]).All() {
		if after.worth(sq) > motifWorth[x.arrived] || !backers.Has(sq) && !after.defended(sq, them) {
			targets |= sq.Set()
		}
	}
	if targets.Len() >= 2 {
		f.addSets(MotifFork, i, x.to.Set(), targets)
	}
}

// findPins finds the pins that matter after our move in positions[i].
func (f *motifFinder) findPins(i int) {
	x := &f.positions[i+1]
	them := f.us.Other()
	king := x.position.king(them)
	x.position.pins(them, func(pinned, pinner Square) bool {
		line := king.Between(pinner) | pinner.Set()
		if x.holdsAttack(pinned, line) || x.holdsEscape(pinned, line) {
			for _, m := range f.motifs {
				if m.Kind == motifPin && m.Squares[0] == pinner && m.Squares[1] == pinned && m.Squares[2] == king {
					return true
				}
			}
			f.add(motifPin, i, pinner, pinned, king)
		}
		return true
	})
}

// holdsAttack reports whether a piece could capture something beside the line that it may not
// leave.
func (x *motifPosition) holdsAttack(pinned Square, line SquareSet) bool {
	us := x.pieceAt(pinned).Color().Other()
	for sq := range (x.attacks(pinned) & x.colors[us] &^ line).All() {
		if x.worth(sq) > x.worth(pinned) || !x.defended(sq, us) {
			return true
		}
	}
	return false
}

// holdsEscape reports whether a piece that may not leave a line is attacked along it.
func (x *motifPosition) holdsEscape(pinned Square, line SquareSet) bool {
	them := x.pieceAt(pinned).Color()
	for sq := range (x.attackers(pinned, them.Other()) & line).All() {
		if x.worth(pinned) > x.worth(sq) {
			return true
		}
		if x.attackers(sq, them).Has(pinned) || x.attackers(sq, them) != 0 || x.defended(pinned, them) {
			continue
		}
		var buf [MaxMoves]Move
		for _, m := range x.position.appendPseudoLegalFrom(buf[:0], pinned) {
			if !line.Has(m.To()) {
				return true
			}
		}
	}
	return false
}

// findChecks finds double and discovered checks by our move in positions[i].
func (f *motifFinder) findChecks(i int) {
	x, after := &f.positions[i], &f.positions[i+1]
	if after.checkers == 0 {
		return
	}
	king := after.position.king(f.us.Other())
	if after.checkers.Len() > 1 {
		f.addSets(motifDoubleCheck, i, after.checkers, king.Set())
	}
	if x.castles {
		return // the rook moves too
	}
	for sq := range (after.checkers &^ x.to.Set()).All() {
		f.add(motifDiscoveredCheck, i, x.from, sq, king)
		if !after.checkers.Has(x.to) {
			f.add(motifDiscoveredAttack, i, x.from, sq, king)
		}
	}
}

// findSkewer finds a skewer whose second part is our capture in positions[i].
func (f *motifFinder) findSkewer(i int) {
	x, reply := &f.positions[i], &f.positions[i-1]
	if x.taken() == NoPieceType || !x.sliders(f.us).Has(x.from) && !x.move.IsPromotion() || f.positions[i+1].mated() {
		return
	}
	if reply.to == x.to || !x.from.Between(x.to).Has(reply.from) {
		return
	}
	if motifWorth[reply.arrived] > motifWorth[x.victim] && x.loose(x.to) {
		f.add(motifSkewer, i-2, x.from, reply.from, x.to)
	}
}

// findDiscovery finds a discovered attack that leads to our capture in positions[i].
func (f *motifFinder) findDiscovery(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	if x.victim == NoPieceType || reply.to == x.to || before.castles || before.to == x.to || before.to == x.from {
		return
	}
	if x.from.Between(x.to).Has(before.from) {
		f.add(motifDiscoveredAttack, i-2, before.from, x.from, x.to)
	}
}

// findXRay finds an X-ray attack that leads to our capture in positions[i].
func (f *motifFinder) findXRay(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	if x.victim != NoPieceType && reply.to == x.to && before.to == x.to && reply.moved != King &&
		x.from.Between(x.to).Has(reply.from) {
		f.add(motifXRayAttack, i, x.from, reply.from, x.to)
	}
}

// addSets adds a motif with the squares of the sets.
func (f *motifFinder) addSets(kind MotifKind, i int, sets ...SquareSet) {
	var buf [64]Square
	squares := buf[:0]
	for _, set := range sets {
		for sq := range set.All() {
			squares = append(squares, sq)
		}
	}
	f.add(kind, i, squares...)
}

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
			return // it recaptures
		}
	}
	// We must not lose anything for it.
	if i := f.first + 3; i < len(f.positions) && f.positions[i].material(f.us) < f.positions[f.first+1].material(f.us) {
		return
	}
	f.add(motifHangingPiece, f.first, x.to)
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
		f.add(motifTrappedPiece, i-2, sq)
	}
}

// trapped reports whether a piece of the side to move is loose and stays so wherever it
// goes. Capturing a piece of the same worth is a way out.
func (x *motifPosition) trapped(sq Square) bool {
	t := x.typeAt(sq)
	if x.checkers != 0 || t <= Pawn || t == King || !x.loose(sq) {
		return false
	}
	for pinned := range x.position.Pins(x.position.turn()) {
		if pinned == sq {
			return false
		}
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
		f.add(motifCapturingDefender, i-2, before.to, x.to)
	}
}

// findDeflection finds out whether a piece that guarded the target of our move in
// positions[i] had to leave.
func (f *motifFinder) findDeflection(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	victim, promotes := x.taken(), x.move.IsPromotion()
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
		f.add(motifDeflection, i-2, reply.from, reply.to, x.to)
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
		f.add(motifAttraction, i-2, reply.from, reply.to)
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
			if sq.Between(x.to).Has(between) {
				f.add(motifInterference, i-2, between, sq, x.to)
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
		f.add(motifIntermezzo, i-2, x.to)
	}
}

// findClearance finds out whether our previous move cleared the way for that in positions[i].
func (f *motifFinder) findClearance(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	if x.taken() != NoPieceType || x.arrived < Bishop || x.arrived > Queen {
		return
	}
	if before.move.IsPromotion() || before.to == x.from || before.to == x.to || x.checkers != 0 ||
		f.positions[i+1].checkers != 0 && reply.moved == King {
		return
	}
	if before.from != x.to && !x.from.Between(x.to).Has(before.from) {
		return
	}
	if before.taken() == NoPieceType || reply.loose(before.to) {
		f.add(motifClearance, i-2, before.from, x.from, x.to)
	}
}

// findKindOfMove finds out what our move in positions[i] is by itself.
func (f *motifFinder) findKindOfMove(i int) {
	x := &f.positions[i]
	if x.castles {
		f.add(motifCastling, i, x.to)
	}
	if x.moved != Pawn {
		return
	}
	if x.pawnRank() >= 6 {
		f.add(motifAdvancedPawn, i, x.to)
	}
	if t := x.move.Promotion(); t != NoPieceType {
		f.add(motifPromotion, i, x.to)
		if t == Knight || t != Queen && !f.positions[i+1].mated() {
			f.add(motifUnderPromotion, i, x.to)
		}
	}
	if x.position.isEnPassant(x.move) {
		f.add(motifEnPassant, i, x.to, SquareAt(x.to.File(), x.from.Rank()))
	}
}

// pawnRank returns the rank to which a pawn goes, 7 for the last.
func (x *motifPosition) pawnRank() int { return x.to.relativeRank(x.position.turn()) }

// relativeRank returns the rank of a square from the point of view of c.
func (s Square) relativeRank(c Color) int { return s.Rank() ^ 7*int(c) }

// harmless reports whether our move in positions[i] neither captures nor attacks anything, gives
// no check, and does not bring a pawn to the last three ranks.
func (f *motifFinder) harmless(i int) bool {
	x, after := &f.positions[i], &f.positions[i+1]
	return x.victim == NoPieceType && after.checkers == 0 && (x.moved != Pawn || x.pawnRank() < 5) &&
		after.attacks(x.to)&after.colors[f.us.Other()] == 0
}

// findQuiet finds out whether our move in positions[i], not the last, is quiet.
func (f *motifFinder) findQuiet(i int) {
	x := &f.positions[i]
	if i+2 < len(f.positions) && x.checkers == 0 && x.moved != King && f.harmless(i) {
		f.add(motifQuietMove, i, x.from, x.to)
	}
}

// findDefensive finds out whether our last move is defensive, or one that answers a check.
func (f *motifFinder) findDefensive() {
	last := len(f.positions) - 2
	if last >= f.first && (last-f.first)%2 == 0 && f.harmless(last) && f.positions[last].moves() >= 3 {
		f.add(motifDefensiveMove, last, f.positions[last].from, f.positions[last].to)
	}
	for i := f.first; i+1 < len(f.positions); i += 2 {
		x := &f.positions[i]
		if f.positions[i+1].checkers != 0 || x.victim != NoPieceType || x.moves() < 3 {
			return
		}
		if x.checkers != 0 {
			f.add(motifDefensiveMove, i, x.from, x.to)
			return
		}
	}
}

// findSacrifice finds our moves after which we are behind in material.
func (f *motifFinder) findSacrifice() {
	if f.first >= len(f.positions) {
		return
	}
	for i := f.first + 1; i+1 < len(f.positions); i += 2 {
		if f.positions[i].move.IsPromotion() {
			return
		}
	}
	worst := f.positions[f.first].material(f.us) - 1
	for i := f.first + 2; i+1 < len(f.positions); i += 2 {
		if balance := f.positions[i+1].material(f.us); balance < worst {
			worst = balance
			f.add(motifSacrifice, i-2, f.positions[i-1].to)
		}
	}
}

// findAim finds out what our move in positions[i] aims at: f2 or f7, and a king without
// its pawns.
func (f *motifFinder) findAim(i int) {
	x, after := &f.positions[i], &f.positions[i+1]
	them := f.us.Other()
	king := after.position.king(them)
	f7, e8 := F7, E8
	if them == White {
		f7, e8 = F2, E1
	}
	if x.to == f7 && x.taken() != NoPieceType && king == e8 {
		f.add(motifAttackingF2F7, i, king, x.to)
	}
	if i == f.first || i+3 >= len(f.positions) || after.checkers == 0 {
		return
	}
	begin := &f.positions[f.first]
	king = begin.position.king(them)
	if king.relativeRank(them) > 2 {
		return
	}
	around := king.Set() | king.Set().Beside()
	around = (around | around.Forward(them)) &^ king.Set()
	if around&begin.types[Pawn]&begin.colors[them] == 0 {
		f.add(motifExposedKing, i, king)
	}
}
