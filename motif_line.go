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
	f := motifFinder{positions: buf[:0]}
	if err := f.play(p, line, from); err != nil {
		return nil, err
	}
	f.motifs = make([]Motif, 0, 16)
	f.squares = make([]Square, 0, 40)
	f.findTactics()
	f.findMates()
	f.findWhole()
	slices.SortFunc(f.motifs, func(a, b Motif) int {
		return cmp.Or(cmp.Compare(a.Ply, b.Ply), cmp.Compare(a.Kind, b.Kind), slices.Compare(a.Squares, b.Squares))
	})
	return f.motifs, nil
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
	for _, p := range matePatterns {
		if p.is(&m) {
			f.addSets(p.kind, last, m.king.Set(), x.checkers)
		}
	}
}

// matePatterns lists the patterns.
var matePatterns = []struct {
	kind MotifKind
	is   func(m *matePicture) bool
}{
	{MotifBackRankMate, (*matePicture).backRank},
	{MotifSmotheredMate, (*matePicture).smothered},
	{MotifAnastasiaMate, (*matePicture).anastasia},
	{MotifArabianMate, (*matePicture).arabian},
	{MotifHookMate, (*matePicture).hook},
	{MotifBodenMate, func(m *matePicture) bool { return m.bishops() && m.crossed() }},
	{MotifDoubleBishopMate, func(m *matePicture) bool { return m.bishops() && !m.crossed() }},
	{MotifDovetailMate, (*matePicture).dovetail},
	{MotifOperaMate, (*matePicture).opera},
	{MotifPillsburysMate, (*matePicture).pillsburys},
	{MotifMorphysMate, (*matePicture).morphys},
	{MotifCornerMate, (*matePicture).corner},
	{MotifTriangleMate, (*matePicture).triangle},
	{MotifKillBoxMate, (*matePicture).killBox},
	{MotifVukovicMate, (*matePicture).vukovic},
	{MotifBlindSwineMate, (*matePicture).blindSwine},
	{MotifBalestraMate, (*matePicture).balestra},
}
