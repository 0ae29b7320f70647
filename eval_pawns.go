package chess

// pawnStructure is the feature of how each pawn is placed among the pawns, in
// centipawns for its side.
// Ranks are counted from the pawn's side: index 1 is its second rank, 6 its
// seventh.
type pawnStructure struct {
	// Isolated is for a pawn with no pawn of its side on the files beside it.
	Isolated Tapered

	// IsolatedOpen is added if no enemy pawn is in front of it on its file.
	IsolatedOpen Tapered

	// Doubled is for a pawn with another of its side in front of it on its file.
	Doubled Tapered

	// Backward is for a pawn that is not isolated, but all pawns of its side on the
	// files beside it are further advanced, and an enemy pawn attacks the square in
	// front of it.
	Backward Tapered

	// BackwardOpen is added if no enemy pawn is in front of it on its file.
	BackwardOpen Tapered

	// Phalanx is, by rank, for a pawn with another of its side right beside it.
	Phalanx [8]Tapered

	// Supported is, by rank, for a pawn that a pawn defends.
	Supported [8]Tapered

	// Candidate is, by rank, for a pawn that is not passed, with no enemy pawn in front
	// of it on its file. On the files beside it, the pawns of its side that are level
	// with it or behind it are at least as many as the enemy pawns in front of it.
	Candidate [8]Tapered
}

// defaultPawnStructure returns the numbers of the default evaluator.
func defaultPawnStructure() *pawnStructure {
	return &pawnStructure{
		Isolated:     Tapered{-2, -3},
		IsolatedOpen: Tapered{-8, -11},
		Doubled:      Tapered{-1, -33},
		Backward:     Tapered{0, -2},
		BackwardOpen: Tapered{-14, -5},
		Phalanx:      [8]Tapered{{}, {2, -5}, {5, 1}, {9, 6}, {13, 34}, {8, 103}, {37, 46}, {}},
		Supported:    [8]Tapered{{}, {}, {10, 11}, {10, 7}, {18, 12}, {24, 71}, {75, 56}, {}},
		Candidate:    [8]Tapered{{}, {3, -15}, {3, 1}, {5, 7}, {7, 20}, {13, 25}, {}, {}},
	}
}

const pawnStructureName = "pawn structure"

// Name returns "pawn structure".
func (*pawnStructure) Name() string { return pawnStructureName }

// Score credits every pawn. The sums are kept with the pawns, for the first feature
// of this type that is scored in a Survey.
func (f *pawnStructure) Score(s *Survey) {
	facts := s.pawnFacts()
	if s.structure == nil {
		s.structure = &f.Isolated
	}
	keep := s.structure == &f.Isolated && s.trace == nil
	if keep && facts.scored {
		s.sums[White] += facts.scores[White]
		s.sums[Black] += facts.scores[Black]
		return
	}
	before := s.sums
	for c := range Color(2) {
		for set := facts.key[c]; set != 0; set &= set - 1 {
			s.Credit(c, set.First(), f.worth(facts, c, set.First()))
		}
	}
	if keep {
		facts.scores = [2]pair{s.sums[White] - before[White], s.sums[Black] - before[Black]}
		facts.scored = true
	}
}

// worth returns what Score credits c's pawn on sq.
func (f *pawnStructure) worth(facts *pawnFacts, c Color, sq Square) (t Tapered) {
	own, enemy := &facts.files[c], &facts.files[c.Other()]
	file, rank := relative(c, sq)
	pawn, pawns := sq.Set(), facts.key[c]
	left, right := own.rear[file-1], own.rear[file+1]
	open := !enemy.ahead(file, rank)
	switch {
	case left == 0 && right == 0:
		t = f.Isolated
		if open {
			t = t.Plus(f.IsolatedOpen)
		}
	case (left == 0 || left > rank) && (right == 0 || right > rank) &&
		pawnAttacks(c, pawn.Forward(c))&facts.key[c.Other()] != 0:
		t = f.Backward
		if open {
			t = t.Plus(f.BackwardOpen)
		}
	}
	if own.front[file] > rank {
		t = t.Plus(f.Doubled)
	}
	if pawn.Beside()&pawns != 0 {
		t = t.Plus(f.Phalanx[rank&7])
	}
	if pawnAttacks(c.Other(), pawn)&pawns != 0 {
		t = t.Plus(f.Supported[rank&7])
	}
	if open && facts.candidate(c, sq) {
		t = t.Plus(f.Candidate[rank&7])
	}
	return t
}

// passedPawns is the feature of passed pawns, in centipawns for their side:
// those with no enemy pawn in front of them on their own file or the two beside
// it, and no pawn of their own side in front of them on their file. Ranks are
// counted from the pawn's side: index 1 is its second rank, 6 its seventh.
type passedPawns struct {
	// Rank is for being passed, by rank.
	Rank [8]Tapered

	// EnemyKing is, by rank, for each king's move that the enemy king is away from
	// the square in front of the pawn.
	EnemyKing [8]Tapered

	// OwnKing is the same for the king of the pawn's side.
	OwnKing [8]Tapered

	// Blocked is, by rank, for a piece of either side on the square in front of the
	// pawn.
	Blocked [8]Tapered

	// Free is, by rank, for a pawn if all squares in front of it on its file, the
	// promotion square included, are empty and not attacked by the enemy.
	Free [8]Tapered

	// Defended is, by rank, if its own side attacks the square in front of the pawn.
	Defended [8]Tapered

	// Unstoppable is for a pawn with no piece in front of it on its file, if the enemy
	// has only king and pawns, and its king is too far away to stop the pawn.
	Unstoppable Tapered
}

// defaultPassedPawns returns the numbers of the default evaluator.
func defaultPassedPawns() *passedPawns {
	return &passedPawns{
		Rank:        [8]Tapered{{}, {3, 31}, {-28, 36}, {-48, 61}, {-15, 91}, {9, 122}, {32, 5}, {}},
		EnemyKing:   [8]Tapered{{}, {-5, -2}, {-6, 5}, {-13, 16}, {-8, 29}, {0, 27}, {-11, 61}, {}},
		OwnKing:     [8]Tapered{{}, {4, -4}, {13, -15}, {22, -23}, {12, -29}, {4, -22}, {2, -23}, {}},
		Blocked:     [8]Tapered{{}, {2, -5}, {-5, 9}, {-2, 2}, {-8, 6}, {-18, -1}, {-15, -24}, {}},
		Free:        [8]Tapered{{}, {-5, 19}, {-31, 19}, {-38, 33}, {-60, 63}, {-13, 67}, {0, 113}, {}},
		Defended:    [8]Tapered{{}, {3, 0}, {1, 16}, {3, 14}, {1, 10}, {21, 24}, {22, 32}, {}},
		Unstoppable: Tapered{0, 206},
	}
}

const passedPawnsName = "passed pawns"

// Name returns "passed pawns".
func (*passedPawns) Name() string { return passedPawnsName }

// Score credits every passed pawn. The side to move matters for unstoppable
// pawns only.
func (f *passedPawns) Score(s *Survey) {
	facts := s.pawnFacts()
	for c := range Color(2) {
		for set := facts.passed[c]; set != 0; set &= set - 1 {
			s.Credit(c, set.First(), f.worth(s, c, set.First()))
		}
	}
}

// worth returns what Score credits c's passed pawn on sq.
func (f *passedPawns) worth(s *Survey, c Color, sq Square) Tapered {
	p, own, enemy := s.position, s.attacksOf(c), s.attacksOf(c.Other())
	_, rank := relative(c, sq)
	path, stop := aFile&^A1.Set()<<sq, sq+8
	if c == Black {
		path, stop = hFile&^H8.Set()>>(H8-sq), sq-8
	}
	t := f.Rank[rank]
	if f.EnemyKing[rank] != (Tapered{}) || f.OwnKing[rank] != (Tapered{}) {
		t = t.Plus(f.EnemyKing[rank].Times(stop.Distance(p.king(c.Other()))))
		t = t.Plus(f.OwnKing[rank].Times(stop.Distance(p.king(c))))
	}
	if own.all.Has(stop) {
		t = t.Plus(f.Defended[rank])
	}
	occupied := s.Occupied()
	if occupied.Has(stop) {
		return t.Plus(f.Blocked[rank])
	}
	if path&occupied != 0 {
		return t
	}
	if path&enemy.all == 0 {
		t = t.Plus(f.Free[rank])
	}
	if s.nonPawnsOf(c.Other()) == 0 && p.outruns(c, sq, rank) {
		t = t.Plus(f.Unstoppable)
	}
	return t
}

// outruns reports whether the enemy king comes too late to stop c's pawn on sq.
// rank is counted from c's side.
func (p *Position) outruns(c Color, sq Square, rank uint8) bool {
	steps := 7 - int(rank)
	if rank == 1 {
		steps--
	}
	if p.turn() != c {
		steps++
	}
	promotion := sq&7 | A8*Square(c.Other())
	return p.king(c.Other()).Distance(promotion) > steps
}
