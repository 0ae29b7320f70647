package chess

// findWhole finds what the line is as a whole.
func (f *motifFinder) findWhole() {
	f.findSideAttack()
	f.findPhase()
	moves := (len(f.positions) - f.first) / 2
	if moves > 0 {
		f.add(MotifOneMove+MotifKind(min(moves, 4)-1), -1)
	}
	for k := MotifPawnEndgame; k <= MotifQueenRookEndgame; k++ {
		if f.positions[f.first].endsAs(k) && f.positions[min(f.first+1, len(f.positions)-1)].endsAs(k) {
			f.add(k, -1)
		}
	}
}

// has reports whether a motif of the kind has been found.
func (f *motifFinder) has(kind MotifKind) bool {
	for i := range f.motifs {
		if f.motifs[i].Kind == kind {
			return true
		}
	}
	return false
}

// endsAs reports whether the position has the pieces of an endgame of a kind.
func (x *motifPosition) endsAs(kind MotifKind) bool {
	if kind == MotifQueenRookEndgame {
		return x.types[Queen].Len() == 1 && x.types[Rook] != 0 && x.types[Knight]|x.types[Bishop] == 0
	}
	t := [...]PieceType{Pawn, Knight, Bishop, Rook, Queen}[kind-MotifPawnEndgame]
	return x.types[t] != 0 && x.types[t]|x.types[Pawn]|x.types[King] == x.occupied
}

// findSideAttack finds an attack on a castled king.
func (f *motifFinder) findSideAttack() {
	if f.first+1 >= len(f.positions) || f.has(MotifFork) || f.has(MotifBackRankMate) {
		return
	}
	them := f.us.Other()
	begin := &f.positions[f.first]
	king := begin.position.king(them)
	kind, corner, least := MotifKingsideAttack, H1, 20
	switch file := king.File(); {
	case king.relativeRank(them) != 0 || file > 2 && file < 6:
		return
	case file <= 2:
		kind, corner, least = MotifQueensideAttack, A1, 18
	}
	if them == Black {
		corner += A8
	}
	if begin.occupied.Len() < least {
		return
	}
	checks, points := 0, 0
	for i := f.first; i+1 < len(f.positions); i += 2 {
		x := &f.positions[i]
		if f.positions[i+1].checkers != 0 {
			checks++
		}
		switch d := distance(corner, x.to); {
		case d <= 3 && x.victim != NoPieceType:
			points++
		case d >= 5:
			points--
		}
	}
	if checks > 0 && checks+points >= 2 {
		f.add(kind, -1, king)
	}
}

// findPhase finds the phase of the game before our first move.
func (f *motifFinder) findPhase() {
	x := &f.positions[f.first]
	switch pieces := (x.occupied &^ (x.types[Pawn] | x.types[King])).Len(); {
	case pieces <= 6:
		f.add(MotifEndgame, -1)
	case pieces <= 10 || x.sparse() || x.mixed() > 150:
		f.add(MotifMiddlegame, -1)
	default:
		f.add(MotifOpening, -1)
	}
}

// sparse reports whether a side has fewer than four pieces on its first rank.
func (x *motifPosition) sparse() bool {
	return (x.colors[White]&firstRank).Len() < 4 || (x.colors[Black]&(firstRank<<56)).Len() < 4
}

// mixed returns how much the two sides are mixed, as lichess's Divider counts it: each
// block of two by two squares counts by the pieces of each side on it, and by how far it is
// from their own ranks.
func (x *motifPosition) mixed() (sum int) {
	for rank := range 7 {
		for file := range 7 {
			block := SquareSet(0x303) << (8*rank + file)
			sum += mixture(rank+1, (x.colors[White] & block).Len(), (x.colors[Black] & block).Len())
		}
	}
	return sum
}

// mixture returns what a block counts, by its lower rank from 1. It is the same with
// colours exchanged.
func mixture(rank, white, black int) int {
	if black > white {
		rank, white, black = 8-rank, black, white
	}
	switch {
	case white == 1 && black == 0:
		return 9 - rank
	case white == 1:
		return 5 + max(4-rank, rank-4)
	case white == 2 && black == 2:
		return 7
	case black == 1:
		return rank + white + 1
	case white == 2 && rank > 2:
		return rank
	case white > 2 && rank > 1:
		return rank + 2
	}
	return 0
}
