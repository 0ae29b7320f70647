package chess

import (
	"cmp"
	"fmt"
	"slices"
)

// Motifs returns what happens in a line of play for the side that plays line[from],
// line[from+2], and so on, sorted by Ply and then in the order of MotifKinds. Of the moves
// before line[from] only the last counts, as what that side answers: a puzzle of lichess.org
// begins with a move of the opponent, so that from is 1. Zugzwang needs Zugzwangs. Variants other
// than three-check have none.
//
// An error matches ErrIllegal if a move is not legal. It is also an error if from is neither
// an index of line nor its length.
func Motifs(p Position, line []Move, from int) ([]Motif, error) {
	if from < 0 || from > len(line) {
		return nil, fmt.Errorf("chess: motifs from ply %d of %d", from, len(line))
	}
	var buf [maxMotifPositions]motifPosition // most lines fit
	found := motifList{make([]Motif, 0, 16), make([]Square, 0, 64)}
	f := motifFinder{motifList: &found}
	var err error
	if f.positions, err = f.play(buf[:0], p, line, from); err != nil {
		return nil, err
	}
	if p.variant() > ThreeCheck { // the motifs are those of ordinary chess
		return found.motifs, nil
	}
	f.findTactics()
	f.findMates()
	f.findWhole()
	slices.SortFunc(found.motifs, func(a, b Motif) int {
		return cmp.Or(cmp.Compare(a.Ply, b.Ply), cmp.Compare(motifOrder[a.Kind], motifOrder[b.Kind]), slices.Compare(a.Squares, b.Squares))
	})
	return found.motifs, nil
}

// findTactics finds all motifs of single moves.
func (f *motifFinder) findTactics() {
	for i := f.first; i+1 < len(f.positions); i += 2 {
		f.findFork(i)
		f.findPins(i)
		f.findChecks(i)
		f.findKindOfMove(i)
		f.findQuiet(i)
		f.findAim(i)
		if i >= 2+f.first {
			f.findSkewer(i)
			f.findDiscovery(i)
			f.findXRay(i)
			f.findTrapped(i)
			f.findCapturingDefender(i)
			f.findDeflection(i)
			f.findInterference(i)
			f.findIntermezzo(i)
			f.findClearance(i)
			f.findAttraction(i)
		}
	}
	f.findHanging()
	f.findDefensive()
	f.findSacrifice()
}

// findMates finds out whether our last move mates, and how.
func (f *motifFinder) findMates() {
	last := len(f.positions) - 2
	if last < f.first || (last-f.first)%2 != 0 || !f.positions[last+1].mated() {
		return
	}
	x := &f.positions[last+1]
	m := newMatePicture(x, &f.positions[last], f.us)
	moves := (last-f.first)/2 + 1
	length := [...]MotifKind{motifMateIn1, motifMateIn2, motifMateIn3, motifMateIn4, motifMateIn5}[min(moves, 5)-1]
	for _, kind := range [...]MotifKind{motifMate, length} {
		f.addSets(kind, last, m.king.Set(), x.checkers)
	}
	bishops, crossed := m.bishops(), m.crossed()
	for _, pattern := range [...]struct {
		kind MotifKind
		is   bool
	}{
		{motifBackRankMate, m.backRank()}, {motifSmotheredMate, m.smothered()}, {motifAnastasiaMate, m.anastasia()},
		{motifArabianMate, m.arabian()}, {motifHookMate, m.hook()}, {motifBodenMate, bishops && crossed},
		{motifDoubleBishopMate, bishops && !crossed}, {motifDovetailMate, m.dovetail()}, {motifOperaMate, m.opera()},
		{motifPillsburysMate, m.pillsburys()}, {motifMorphysMate, m.morphys()}, {motifCornerMate, m.corner()},
		{motifTriangleMate, m.triangle()}, {motifKillBoxMate, m.killBox()}, {motifVukovicMate, m.vukovic()},
		{motifBlindSwineMate, m.blindSwine()}, {motifBalestraMate, m.balestra()},
	} {
		if pattern.is {
			f.addSets(pattern.kind, last, m.king.Set(), x.checkers)
		}
	}
}

// findWhole finds what the line is as a whole.
func (f *motifFinder) findWhole() {
	f.findSideAttack()
	f.findPhase()
	moves := (len(f.positions) - f.first) / 2
	if moves > 0 {
		f.add([...]MotifKind{motifOneMove, motifShort, motifLong, motifVeryLong}[min(moves, 4)-1], -1)
	}
	before, after := &f.positions[f.first], &f.positions[min(f.first+1, len(f.positions)-1)]
	for t, kind := range [...]MotifKind{
		Pawn: motifPawnEndgame, Knight: motifKnightEndgame, Bishop: motifBishopEndgame, Rook: motifRookEndgame, Queen: motifQueenEndgame,
	} {
		if kind != "" && before.onlyPawnsAnd(PieceType(t)) && after.onlyPawnsAnd(PieceType(t)) {
			f.add(kind, -1)
		}
	}
	if before.onlyQueenAndRooks() && after.onlyQueenAndRooks() {
		f.add(motifQueenRookEndgame, -1)
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

// onlyPawnsAnd reports whether there are pieces of type t, and besides only kings and pawns.
func (x *motifPosition) onlyPawnsAnd(t PieceType) bool {
	return x.types[t] != 0 && x.types[t]|x.types[Pawn]|x.types[King] == x.occupied
}

// onlyQueenAndRooks reports whether there are one queen and rooks, and besides only kings and
// pawns.
func (x *motifPosition) onlyQueenAndRooks() bool {
	return x.types[Queen].Len() == 1 && x.types[Rook] != 0 && x.types[Knight]|x.types[Bishop] == 0
}

// findSideAttack finds an attack on a castled king.
func (f *motifFinder) findSideAttack() {
	if f.first+1 >= len(f.positions) || f.has(MotifFork) || f.has(motifBackRankMate) {
		return
	}
	them := f.us.Other()
	begin := &f.positions[f.first]
	king := begin.position.king(them)
	kind, corner, least := motifKingsideAttack, H1, 20
	switch file := king.File(); {
	case king.relativeRank(them) != 0 || file > 2 && file < 6:
		return
	case file <= 2:
		kind, corner, least = motifQueensideAttack, A1, 18
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
		switch d := corner.Distance(x.to); {
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
		f.add(motifEndgame, -1)
	case pieces <= 10 || x.sparse() || x.mixed() > 150:
		f.add(motifMiddlegame, -1)
	default:
		f.add(motifOpening, -1)
	}
}

// sparse reports whether a side has fewer than four pieces on its first rank.
func (x *motifPosition) sparse() bool {
	return (x.colors[White]&firstRank).Len() < 4 || (x.colors[Black]&(firstRank<<56)).Len() < 4
}

// mixed returns how much the two sides are mixed, as lichess's Divider counts it: each block
// of two by two squares counts by each side's pieces on it, and by its distance from their
// own ranks.
func (x *motifPosition) mixed() (sum int) {
	for rank := range 7 {
		for file := range 7 {
			block := SquareSet(0x303) << (8*rank + file)
			sum += mixture(rank+1, (x.colors[White] & block).Len(), (x.colors[Black] & block).Len())
		}
	}
	return sum
}

// mixture returns what a block counts whose lower rank is rank, from 1. It is the same with
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
