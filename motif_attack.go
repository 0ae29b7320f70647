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
	x.position.pins(them, func(p Pin) bool {
		line := squaresBetween(p.King, p.Pinner) | p.Pinner.Set()
		if x.holdsAttack(p.Pinned, line) || x.holdsEscape(p.Pinned, line) {
			for _, m := range f.motifs {
				if m.Kind == MotifPin && m.Squares[0] == p.Pinner && m.Squares[1] == p.Pinned && m.Squares[2] == p.King {
					return true
				}
			}
			f.add(MotifPin, i, p.Pinner, p.Pinned, p.King)
		}
		return true
	})
}

// holdsAttack reports whether a piece that may not leave a line would capture something
// beside it otherwise.
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
		for _, m := range x.position.AppendPseudoLegal(buf[:0], pinned) {
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
		f.addSets(MotifDoubleCheck, i, after.checkers, king.Set())
	}
	if x.castles {
		return // the rook moves too
	}
	for sq := range (after.checkers &^ x.to.Set()).All() {
		f.add(MotifDiscoveredCheck, i, x.from, sq, king)
		if !after.checkers.Has(x.to) {
			f.add(MotifDiscoveredAttack, i, x.from, sq, king)
		}
	}
}

// findSkewer finds a skewer by whose second part we capture in positions[i].
func (f *motifFinder) findSkewer(i int) {
	x, reply := &f.positions[i], &f.positions[i-1]
	if x.taken() == NoPieceType || !x.sliders(f.us).Has(x.from) && x.move.Promotion() == NoPieceType || f.positions[i+1].mated() {
		return
	}
	if reply.to == x.to || !squaresBetween(x.from, x.to).Has(reply.from) {
		return
	}
	if motifWorth[reply.arrived] > motifWorth[x.victim] && x.loose(x.to) {
		f.add(MotifSkewer, i-2, x.from, reply.from, x.to)
	}
}

// findDiscovery finds a discovered attack by which we capture in positions[i].
func (f *motifFinder) findDiscovery(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	if x.victim == NoPieceType || reply.to == x.to || before.castles || before.to == x.to || before.to == x.from {
		return
	}
	if squaresBetween(x.from, x.to).Has(before.from) {
		f.add(MotifDiscoveredAttack, i-2, before.from, x.from, x.to)
	}
}

// findXRay finds an X-ray attack by which we capture in positions[i].
func (f *motifFinder) findXRay(i int) {
	x, reply, before := &f.positions[i], &f.positions[i-1], &f.positions[i-2]
	if x.victim != NoPieceType && reply.to == x.to && before.to == x.to && reply.moved != King &&
		squaresBetween(x.from, x.to).Has(reply.from) {
		f.add(MotifXRayAttack, i, x.from, reply.from, x.to)
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
