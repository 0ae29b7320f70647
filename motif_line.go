package chess

import (
	"cmp"
	"fmt"
	"slices"
)

// Motifs returns what happens in a line of play for the side that plays line[from],
// line[from+2], and so on, sorted by Ply and then by Kind. The moves before line[from]
// only lead there; the last of them tells what that side answers, such as a capture that
// it recaptures. A puzzle of lichess.org begins with a move of the opponent: from is 1.
//
// The definitions are those of lichess's themes, as far as they do without an engine:
// see docs/motifs.md for how well they agree. It is an error, which matches ErrIllegal, if a
// move is not legal, and an error if from is not an index of line or its length.
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
	f.findTactics()
	f.findMates()
	f.findWhole()
	slices.SortFunc(found.motifs, func(a, b Motif) int {
		return cmp.Or(cmp.Compare(a.Ply, b.Ply), cmp.Compare(a.Kind, b.Kind), slices.Compare(a.Squares, b.Squares))
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
	for _, kind := range [...]MotifKind{MotifMate, MotifMateIn1 + MotifKind(min(moves, 5)-1)} {
		f.addSets(kind, last, m.king.Set(), x.checkers)
	}
	bishops, crossed := m.bishops(), m.crossed()
	for _, pattern := range [...]struct {
		kind MotifKind
		is   bool
	}{
		{MotifBackRankMate, m.backRank()}, {MotifSmotheredMate, m.smothered()}, {MotifAnastasiaMate, m.anastasia()},
		{MotifArabianMate, m.arabian()}, {MotifHookMate, m.hook()}, {MotifBodenMate, bishops && crossed},
		{MotifDoubleBishopMate, bishops && !crossed}, {MotifDovetailMate, m.dovetail()}, {MotifOperaMate, m.opera()},
		{MotifPillsburysMate, m.pillsburys()}, {MotifMorphysMate, m.morphys()}, {MotifCornerMate, m.corner()},
		{MotifTriangleMate, m.triangle()}, {MotifKillBoxMate, m.killBox()}, {MotifVukovicMate, m.vukovic()},
		{MotifBlindSwineMate, m.blindSwine()}, {MotifBalestraMate, m.balestra()},
	} {
		if pattern.is {
			f.addSets(pattern.kind, last, m.king.Set(), x.checkers)
		}
	}
}
