package chess

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Lessons collects what the reviewed games of one player teach: the bad moves by what went wrong in
// them, and how the games went by phase and by opening. The zero Lessons has no games. Its lists are in
// the order of what they cost, the most first.
type Lessons struct {
	Games    int           `json:"games"`
	Moves    int           `json:"moves"`    // of the player
	Points   float64       `json:"points"`   // 1 for a game won, 0.5 for a draw; a game without a result has none
	Ratings  []int         `json:"ratings"`  // of the player in each game, by the tags WhiteElo and BlackElo; 0 if it has none
	Accuracy []float64     `json:"accuracy"` // of the player in each game: 0 to 100, and 0 without moves
	Allowed  []LessonGroup `json:"allowed"`  // bad moves by ReviewedMove.Allowed: "fork", "mate", "hanging" and so on
	Missed   []LessonGroup `json:"missed"`   // and by ReviewedMove.Missed
	Phases   []LessonGroup `json:"phases"`   // by ReviewedMove.Phase
	Openings []LessonGroup `json:"openings"` // by the name of the opening
}

// LessonGroup is what some of the moves or games have in common.
type LessonGroup struct {
	Name   string       `json:"name"`
	Games  int          `json:"games"`  // in which there is a case; of an opening, in which it was played
	Points float64      `json:"points"` // won in these games
	Cost   float64      `json:"cost"`   // the winning chances that the cases lost together, in percent: 100 is a game
	Cases  []LessonCase `json:"cases"`  // the costliest first; none if only opponents have some

	// Opponents is how many cases the opponents have in all games of the Lessons, which is usual if they
	// are of about the same strength.
	Opponents int `json:"opponents"`
}

// LessonCase is a bad move of the player.
type LessonCase struct {
	Game     int          `json:"game"`     // which call of Add, from 1
	Opponent string       `json:"opponent"` // by the tags of the game, as the next
	Date     string       `json:"date"`
	Position Position     `json:"position"` // before the move
	Move     ReviewedMove `json:"move"`
}

// Add adds a game of the player, who has the color c, and its review.
func (l *Lessons) Add(t *GameTree, r *Review, c Color) {
	l.Games++
	points := 0.0
	switch o := t.Outcome(); {
	case o.Decided && o.Winner == c:
		points = 1
	case o.Over() && !o.Decided:
		points = 0.5
	}
	side, elo, opponent := &r.White, "WhiteElo", "Black"
	if c == Black {
		side, elo, opponent = &r.Black, "BlackElo", "White"
	}
	l.Points += points
	l.Moves += side.Moves
	l.Accuracy = append(l.Accuracy, side.Accuracy)
	rating, _ := strconv.Atoi(t.Tag(elo)) // "?" and "-" are 0
	l.Ratings = append(l.Ratings, max(rating, 0))

	opening := lessonGroup(&l.Openings, cmp.Or(r.Opening.Name, t.Tag("Opening"), "?"))
	opening.Games++
	opening.Points += points
	position := t.Start()
	for i, played := range t.Mainline() {
		if i == len(r.Moves) {
			break
		}
		one := LessonCase{l.Games, t.Tag(opponent), t.Tag("Date"), position, r.Moves[i]}
		position = position.After(played)
		m := &one.Move
		if m.Glyph == 0 {
			continue
		}
		groups, name := &l.Allowed, cmp.Or(m.Allowed, lessonPlan)
		if m.Missed != "" {
			groups, name = &l.Missed, m.Missed
		}
		kind, phase := lessonGroup(groups, name), lessonGroup(&l.Phases, m.Phase)
		if m.Color != c {
			kind.Opponents++
			phase.Opponents++
			if m.Phase == "opening" {
				opening.Opponents++
			}
			continue
		}
		kind.add(one, points)
		phase.add(one, points)
		if m.Phase == "opening" {
			opening.Cost += m.Loss
			opening.Cases = append(opening.Cases, one)
		}
	}
	for _, groups := range [][]LessonGroup{l.Allowed, l.Missed, l.Phases, l.Openings} {
		for i := range groups {
			slices.SortStableFunc(groups[i].Cases, func(a, b LessonCase) int { return cmp.Compare(b.Move.Loss, a.Move.Loss) })
		}
		slices.SortStableFunc(groups, func(a, b LessonGroup) int { return cmp.Compare(b.Cost, a.Cost) })
	}
}

// lessonGroup returns the group of a name, which it adds if there is none.
func lessonGroup(groups *[]LessonGroup, name string) *LessonGroup {
	i := slices.IndexFunc(*groups, func(g LessonGroup) bool { return g.Name == name })
	if i < 0 {
		i = len(*groups)
		*groups = append(*groups, LessonGroup{Name: name, Cases: []LessonCase{}})
	}
	return &(*groups)[i]
}

// add adds a case of a game that won the given points.
func (g *LessonGroup) add(one LessonCase, points float64) {
	if !slices.ContainsFunc(g.Cases, func(c LessonCase) bool { return c.Game == one.Game }) {
		g.Games++
		g.Points += points
	}
	g.Cost += one.Move.Loss
	g.Cases = append(g.Cases, one)
}

// lesson returns the name of the group that a bad move belongs to, and whether it is one of chances that
// were missed. The weightiest remark decides.
func (m *ReviewedMove) lesson() (name string, missed bool) {
	switch {
	case m.Thrown != "":
		return lessonEnding, false
	case m.AllowedMate > 0:
		return lessonMate, false
	case m.MissedMate > 0:
		return lessonMate, true
	case m.Why == nil:
		return lessonPlan, false
	}
	w := m.Why
	played, better := w.Reasons[0].Line.PV, w.Reasons[1].Line.PV
	for i := range w.Remarks {
		switch r := &w.Remarks[i]; {
		case r.Kind == RemarkIgnoresThreat, r.Kind == RemarkStopsThreat && r.Move == w.Other:
			return lessonThreat, false
		case r.Kind == remarkSacrifices && r.Move == w.Move:
			return lessonSacrifice, false
		case r.Kind == RemarkHanging:
			return lessonHanging, false
		case r.Kind == RemarkLoses, r.Kind == RemarkWins && w.isReply(r.Move):
			return w.lossLesson(played, r.Motif), false
		case r.Kind == RemarkMisses && r.Mate > 0, r.Kind == RemarkMates && r.Move == w.Other:
			return lessonMate, true
		case r.Kind == RemarkMisses, r.Kind == RemarkWins && r.Move == w.Other:
			return lessonOf(w.Position, better, r.Motif), true
		}
	}
	// No remark is sure of it, but the lines may tell.
	us := w.Position.turn()
	if len(played) > 1 {
		if g, ok := gainOf(w.Position.After(w.Move), played[1:], us.Other()); ok && g.value >= lessonGain {
			return w.lossLesson(played, ""), false
		}
	}
	if g, ok := gainOf(w.Position, better, us); ok && g.value >= lessonGain {
		return lessonOf(w.Position, better, ""), true
	}
	return lessonPlan, false
}

// lessonGain is what a line has to win, in centipawns, to be a lesson without a remark.
const lessonGain = 100

// lossLesson returns the name of the group of a line that begins with the bad move and loses material.
func (w *Why) lossLesson(line []Move, motif MotifKind) string {
	if len(line) > 1 && line[1].To() == line[0].To() && w.Position.captured(w.Move) != NoPiece {
		return lessonSacrifice // the capture costs more than it wins
	}
	return lessonOf(w.Position.After(w.Move), line[min(1, len(line)):], motif)
}

// lessonOf returns the name of the group of a line in p that wins material: how its first move captures,
// or else by a motif, that of a remark or the first of the line that is a lesson.
func lessonOf(p Position, line []Move, motif MotifKind) string {
	if len(line) == 0 || !p.legal(line[0]) {
		return lessonMaterial
	}
	if motif == "" || motif == motifHangingPiece {
		motif = lessonMaterial
		motifs, _ := Motifs(p, line, 0) // the error is for a line that is not legal
		for _, found := range motifs {
			if _, ok := englishCatalogue.motifs[found.Kind]; ok && found.Ply < 3 {
				motif = found.Kind
				break
			}
		}
	}
	m := line[0]
	switch taken := p.captured(m).Type(); {
	case taken == NoPieceType, taken == Pawn && motif != lessonMaterial:
	case !p.After(m).IsAttacked(m.To(), p.turn().Other()):
		return lessonHanging
	case motifWorth[p.pieceAt(m.From()).Type()] < motifWorth[taken]:
		return lessonLower
	}
	return string(motif)
}

// String returns the Text in English.
func (l Lessons) String() string { return l.Text(English) }

// Text says in a few lines how the games went, what was allowed and missed most, at most five of each
// with up to three moves, and where: in which phases and openings; and how often the opponents did the same.
func (l Lessons) Text(language Language) string {
	c := language.catalogue()
	var b strings.Builder
	sum, played := 0.0, 0
	for _, a := range l.Accuracy {
		sum += a
		played += int(oneIf(a > 0)) // and not a game without moves
	}
	mean := sum / float64(max(played, 1))
	fmt.Fprintf(&b, c.lessonGames[oneIf(l.Games != 1)]+"\n", l.Games, l.Moves, c.decimal(fmt.Sprintf("%.1f", l.Points)), c.decimal(fmt.Sprintf("%.1f", mean)))
	count := func(name string, g *LessonGroup) {
		cost := c.decimal(fmt.Sprintf("%.1f", g.Cost/100))
		fmt.Fprintf(&b, "- "+c.lessonGroup, name, len(g.Cases), g.Opponents, cost)
	}
	for missed, groups := range [2][]LessonGroup{l.Allowed, l.Missed} {
		for i := range groups[:min(len(groups), 5)] {
			g := &groups[i]
			if len(g.Cases) == 0 {
				continue
			}
			name := c.lessons[g.Name][missed]
			if name == "" {
				name = fmt.Sprintf(c.otherLesson[missed], g.Name)
			}
			count(name, g)
			for j := range g.Cases[:min(len(g.Cases), 3)] {
				one := &g.Cases[j]
				fmt.Fprintf(&b, "; "+c.lessonCase, language.SAN(one.Move.String()), one.Game, cmp.Or(one.Opponent, "?"))
			}
			b.WriteString("\n")
		}
	}
	for _, groups := range [2][]LessonGroup{l.Phases, l.Openings} {
		for i := range groups[:min(len(groups), 3)] {
			if g := &groups[i]; len(g.Cases) > 0 {
				name := cmp.Or(c.phases[g.Name], g.Name)
				count(name, g)
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}
