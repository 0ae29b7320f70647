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
	var buf [maxScenes]scene // most lines fit
	s := story{scenes: buf[:0]}
	if err := s.play(p, line, from); err != nil {
		return nil, err
	}
	s.motifs = make([]Motif, 0, 16)
	s.squares = make([]Square, 0, 40)
	s.tellTactics()
	s.tellMates()
	s.tellWhole()
	slices.SortFunc(s.motifs, func(a, b Motif) int {
		return cmp.Or(cmp.Compare(a.Ply, b.Ply), cmp.Compare(a.Kind, b.Kind), slices.Compare(a.Squares, b.Squares))
	})
	return s.motifs, nil
}

// tellTactics finds all motifs of single moves.
func (s *story) tellTactics() {
	for i := s.first; i+1 < len(s.scenes); i += 2 {
		s.tellFork(i)
		s.tellPins(i)
		s.tellChecks(i)
		s.tellKindOfMove(i)
		s.tellQuiet(i)
		s.tellAim(i)
		s.tellZugzwang(i)
		if i >= 2+s.first {
			s.tellSkewer(i)
			s.tellDiscovery(i)
			s.tellXRay(i)
			s.tellTrapped(i)
			s.tellCapturingDefender(i)
			s.tellDeflection(i)
			s.tellInterference(i)
			s.tellIntermezzo(i)
			s.tellClearance(i)
			s.tellAttraction(i)
		}
	}
	s.tellHanging()
	s.tellDefensive()
	s.tellSacrifice()
}

// tellMates finds out whether our last move mates, and how.
func (s *story) tellMates() {
	last := len(s.scenes) - 2
	if last < s.first || (last-s.first)%2 != 0 || !s.scenes[last+1].mated() {
		return
	}
	x := &s.scenes[last+1]
	m := newMatePicture(x, &s.scenes[last], s.us)
	moves := (last-s.first)/2 + 1
	for _, kind := range [...]MotifKind{MotifMate, MotifMateIn1 + MotifKind(min(moves, 5)-1)} {
		s.addSets(kind, last, m.king.Set(), x.checkers)
	}
	for _, p := range matePatterns {
		if p.is(&m) {
			s.addSets(p.kind, last, m.king.Set(), x.checkers)
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
