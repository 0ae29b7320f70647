package chess

// Threats is the feature of men who are attacked by lesser ones, or not
// covered, or soon will be, in centipawns credited to their own side: mostly a
// loss. Of the attackers the cheapest counts. Whose move it is does not matter:
// Coverage and Exchange look at that.
type Threats struct {
	By      [King + 1][King + 1]Tapered // by the kind of the cheapest attacker, and that of the man attacked
	Hanging [King + 1]Tapered           // besides, if none of his side covers him, by his kind
	Push    [King + 1]Tapered           // for an officer whom a pawn would attack after a step to a square where he is safe, by the officer's kind
	Pinned  [King + 1]Tapered           // for an officer who cannot leave the line between his king and an enemy who would check it, by the officer's kind
}

// DefaultThreats returns the numbers of the default evaluator.
func DefaultThreats() Threats {
	return Threats{
		By: [King + 1][King + 1]Tapered{
			Pawn:   {Pawn: {16, 5}, Knight: {-56, -24}, Bishop: {-56, -34}, Rook: {-55, -24}, Queen: {-47, -26}},
			Knight: {Pawn: {6, -13}, Knight: {1, -11}, Bishop: {-35, -24}, Rook: {-54, -11}, Queen: {-41, -27}},
			Bishop: {Pawn: {2, -10}, Knight: {-15, -27}, Bishop: {-7, -11}, Rook: {-35, -25}, Queen: {-47, -31}},
			Rook:   {Pawn: {9, -12}, Knight: {0, -13}, Bishop: {-7, -11}, Rook: {8, 7}, Queen: {-53, -27}},
			Queen:  {Pawn: {2, -9}, Knight: {1, 2}, Bishop: {0, -6}, Rook: {-1, 1}, Queen: {-1, 0}},
			King:   {Pawn: {-6, -23}, Knight: {-18, -12}, Bishop: {-12, -4}, Rook: {2, -21}},
		},
		Hanging: [King + 1]Tapered{Pawn: {-15, -29}, Knight: {-19, -12}, Bishop: {-10, -17}, Rook: {-25, 2}, Queen: {-5, 5}},
		Push:    [King + 1]Tapered{Knight: {-11, -13}, Bishop: {-15, -9}, Rook: {-18, -10}, Queen: {-10, 0}},
		Pinned:  [King + 1]Tapered{Knight: {-26, -28}, Bishop: {-17, -32}, Rook: {-39, -19}, Queen: {-33, -28}},
	}
}

// Name returns "threats".
func (Threats) Name() string { return "threats" }

// Score credits every man who is attacked, kings aside.
func (f Threats) Score(s *Survey) { f.score(s) }

func (f *Threats) score(s *Survey) {
	for c := range Color(2) {
		own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
		for set := s.byColor[c] &^ s.byType[King] & enemy.all; set != 0; set &= set - 1 {
			sq := set.first()
			kind := s.position.At(sq).Type()
			t := f.By[enemy.cheapest(sq)][kind]
			if !own.all.has(sq) {
				t = t.Plus(f.Hanging[kind])
			}
			s.Credit(c, sq, t)
		}
		for set := s.pushed(c); set != 0; set &= set - 1 {
			sq := set.first()
			s.Credit(c, sq, f.Push[s.position.At(sq).Type()])
		}
		for set := s.pinned(c); set != 0; set &= set - 1 {
			sq := set.first()
			s.Credit(c, sq, f.Pinned[s.position.At(sq).Type()])
		}
	}
}

// pushed returns those of c's officers whom no enemy pawn attacks yet, but one
// would after a step or two to where no pawn of c's could take him, and no other
// man either unless he is covered.
func (s *Survey) pushed(c Color) squareSet {
	e := c.Other()
	own, enemy := s.attacksOf(c), s.attacksOf(e)
	free := ^s.occupied()
	third := squareSet(0xFF << 16)
	if e == Black {
		third = third.mirror()
	}
	steps := s.pieces(e, Pawn).forward(e) & free
	steps |= (steps & third).forward(e) & free
	steps &^= own.by[Pawn] | own.all&^enemy.all
	return pawnAttacks(e, steps) & s.nonPawns(c) &^ enemy.by[Pawn]
}

// pinned returns those of c's officers who stand alone between their king and an
// enemy who would check it.
func (s *Survey) pinned(c Color) (pinned squareSet) {
	king, enemy, occupied := s.position.King(c), c.Other(), s.occupied()
	l, rank := &linesOf[king], squareSet(0xFF)<<(king&0x38)
	pinners := s.pieces(enemy, Queen) | s.pieces(enemy, Bishop)
	for set := pinners & (l.diagonal | l.antidiagonal); set != 0; set &= set - 1 {
		line := l.diagonal
		if sq := set.first(); !line.has(sq) {
			line = l.antidiagonal
		}
		pinned |= line.attacks(king, occupied) & s.from[set.first()]
	}
	pinners = s.pieces(enemy, Queen) | s.pieces(enemy, Rook)
	for set := pinners & (l.file | rank); set != 0; set &= set - 1 {
		line := l.file
		if sq := set.first(); !line.has(sq) {
			line = rank
		}
		pinned |= rookAttacks(king, occupied) & line & s.from[set.first()]
	}
	return pinned & s.nonPawns(c)
}

// cheapest returns the kind of the cheapest of those who attack sq.
func (a *attacks) cheapest(sq Square) PieceType {
	t := King
	if a.by[Queen].has(sq) {
		t = Queen
	}
	if a.by[Rook].has(sq) {
		t = Rook
	}
	if a.by[Bishop].has(sq) {
		t = Bishop
	}
	if a.by[Knight].has(sq) {
		t = Knight
	}
	if a.by[Pawn].has(sq) {
		t = Pawn
	}
	return t
}

// Space is the feature of the squares that a side has for itself, in centipawns
// for that side.
type Space struct {
	Safe      Tapered // for each square of the four middle files, from its second to its fourth rank, without own pawns and not attacked by enemy pawns
	Behind    Tapered // besides, if it lies within three squares behind an own pawn
	Contested Tapered // for each square that both sides attack, but no pawn of the other
}

// DefaultSpace returns the numbers of the default evaluator.
func DefaultSpace() Space {
	return Space{Safe: Tapered{-3, -2}, Behind: Tapered{0, -2}, Contested: Tapered{3, 1}}
}

// Name returns "space".
func (Space) Name() string { return "space" }

// Score credits both sides.
func (f Space) Score(s *Survey) {
	for c := range Color(2) {
		pawns, enemy := s.pieces(c, Pawn), s.attacksOf(c.Other())
		safe := homes[c] &^ pawns &^ enemy.by[Pawn]
		behind := pawns.forward(c.Other())
		behind |= behind.forward(c.Other())
		behind |= behind.forward(c.Other())
		contested := s.attacksOf(c).all & enemy.all &^ enemy.by[Pawn]
		s.Credit(c, NoSquare, f.Safe.Times(safe.len()).
			Plus(f.Behind.Times((safe & behind).len())).
			Plus(f.Contested.Times(contested.len())))
	}
}

// homes are the squares that count as space, by Color.
var homes = [2]squareSet{0x3C3C_3C00, 0x003C_3C3C << 32}
