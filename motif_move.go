package chess

// findKindOfMove finds out what our move in positions[i] is by itself.
func (f *motifFinder) findKindOfMove(i int) {
	x := &f.positions[i]
	if x.castles {
		f.add(MotifCastling, i, x.to)
	}
	if x.moved != Pawn {
		return
	}
	if x.pawnRank() >= 6 {
		f.add(MotifAdvancedPawn, i, x.to)
	}
	if t := x.move.Promotion(); t != NoPieceType {
		f.add(MotifPromotion, i, x.to)
		if t == Knight || t != Queen && !f.positions[i+1].mated() {
			f.add(MotifUnderPromotion, i, x.to)
		}
	}
	if x.position.isEnPassant(x.move) {
		f.add(MotifEnPassant, i, x.to, SquareAt(x.to.File(), x.from.Rank()))
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
		f.add(MotifQuietMove, i, x.from, x.to)
	}
}

// findDefensive finds out whether our last move is defensive, or one that answers a check.
func (f *motifFinder) findDefensive() {
	last := len(f.positions) - 2
	if last >= f.first && (last-f.first)%2 == 0 && f.harmless(last) && f.positions[last].moves() >= 3 {
		f.add(MotifDefensiveMove, last, f.positions[last].from, f.positions[last].to)
	}
	for i := f.first; i+1 < len(f.positions); i += 2 {
		x := &f.positions[i]
		if f.positions[i+1].checkers != 0 || x.victim != NoPieceType || x.moves() < 3 {
			return
		}
		if x.checkers != 0 {
			f.add(MotifDefensiveMove, i, x.from, x.to)
			return
		}
	}
}

// findSacrifice finds the moves of ours after which we stay behind in material.
func (f *motifFinder) findSacrifice() {
	if f.first >= len(f.positions) {
		return
	}
	for i := f.first + 1; i+1 < len(f.positions); i += 2 {
		if f.positions[i].move.Promotion() != NoPieceType {
			return
		}
	}
	worst := f.positions[f.first].material(f.us) - 1
	for i := f.first + 2; i+1 < len(f.positions); i += 2 {
		if balance := f.positions[i+1].material(f.us); balance < worst {
			worst = balance
			f.add(MotifSacrifice, i-2, f.positions[i-1].to)
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
		f.add(MotifAttackingF2F7, i, king, x.to)
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
		f.add(MotifExposedKing, i, king)
	}
}
