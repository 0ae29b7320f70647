package chess

// tellKindOfMove finds out what our move in scenes[i] is by itself.
func (s *story) tellKindOfMove(i int) {
	x := &s.scenes[i]
	if x.move.IsCastling() {
		s.add(MotifCastling, i, x.to)
	}
	if x.moved != Pawn {
		return
	}
	if x.pawnRank() >= 6 {
		s.add(MotifAdvancedPawn, i, x.to)
	}
	if t := x.move.Promotion(); t != NoPieceType {
		s.add(MotifPromotion, i, x.to)
		if t == Knight || t != Queen && !s.scenes[i+1].mated() {
			s.add(MotifUnderPromotion, i, x.to)
		}
	}
	if x.position.isEnPassant(x.move) {
		s.add(MotifEnPassant, i, x.to, SquareAt(x.to.File(), x.from.Rank()))
	}
}

// pawnRank returns the rank to which a pawn goes, 7 for the last.
func (x *scene) pawnRank() int { return x.to.relativeRank(x.position.turn()) }

// relativeRank returns the rank of a square from the point of view of c.
func (s Square) relativeRank(c Color) int { return s.Rank() ^ 7*int(c) }

// harmless reports whether our move in scenes[i] neither captures nor attacks anything, gives
// no check, and does not bring a pawn to the last three ranks.
func (s *story) harmless(i int) bool {
	x, after := &s.scenes[i], &s.scenes[i+1]
	return x.victim == NoPieceType && after.checkers == 0 && (x.moved != Pawn || x.pawnRank() < 5) &&
		after.attacks(x.to)&after.colors[s.us.Other()] == 0
}

// tellQuiet finds out whether our move in scenes[i], not the last, is quiet.
func (s *story) tellQuiet(i int) {
	x := &s.scenes[i]
	if i+2 < len(s.scenes) && x.checkers == 0 && x.moved != King && s.harmless(i) {
		s.add(MotifQuietMove, i, x.from, x.to)
	}
}

// tellDefensive finds out whether our last move is defensive, or one that answers a check.
func (s *story) tellDefensive() {
	last := len(s.scenes) - 2
	if last >= s.first && (last-s.first)%2 == 0 && s.harmless(last) && s.scenes[last].moves() >= 3 {
		s.add(MotifDefensiveMove, last, s.scenes[last].from, s.scenes[last].to)
	}
	for i := s.first; i+1 < len(s.scenes); i += 2 {
		x := &s.scenes[i]
		if s.scenes[i+1].checkers != 0 || x.victim != NoPieceType || x.moves() < 3 {
			return
		}
		if x.checkers != 0 {
			s.add(MotifDefensiveMove, i, x.from, x.to)
			return
		}
	}
}

// tellSacrifice finds the moves of ours after which we stay behind in material.
func (s *story) tellSacrifice() {
	if s.first >= len(s.scenes) {
		return
	}
	for i := s.first + 1; i+1 < len(s.scenes); i += 2 {
		if s.scenes[i].move.Promotion() != NoPieceType {
			return
		}
	}
	worst := s.scenes[s.first].material(s.us) - 1
	for i := s.first + 2; i+1 < len(s.scenes); i += 2 {
		if balance := s.scenes[i+1].material(s.us); balance < worst {
			worst = balance
			s.add(MotifSacrifice, i-2, s.scenes[i-1].to)
		}
	}
}

// tellAim finds out what our move in scenes[i] aims at: f2 or f7, and a king without
// its pawns.
func (s *story) tellAim(i int) {
	x, after := &s.scenes[i], &s.scenes[i+1]
	them := s.us.Other()
	king := after.position.king(them)
	f7, e8 := F7, E8
	if them == White {
		f7, e8 = F2, E1
	}
	if x.to == f7 && x.typeAt(f7) != NoPieceType && king == e8 {
		s.add(MotifAttackingF2F7, i, king, x.to)
	}
	if i == s.first || i+3 >= len(s.scenes) || after.checkers == 0 {
		return
	}
	begin := &s.scenes[s.first]
	king = begin.position.king(them)
	if king.relativeRank(them) > 2 {
		return
	}
	around := king.Set() | king.Set().Beside()
	around = (around | around.Forward(them)) &^ king.Set()
	if around&begin.types[Pawn]&begin.colors[them] == 0 {
		s.add(MotifExposedKing, i, king)
	}
}
