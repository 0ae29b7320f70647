package chess

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
)

// Lessons collects what the reviewed games of one player teach: the bad moves by what went wrong in
// them, and how the games went by phase and by opening, where they stood to be won, and with little time.
// The zero Lessons has no games. Its lists are in the order of what they cost, the most first.
type Lessons struct {
	Games    int              `json:"games"`
	Moves    int              `json:"moves"`             // of the player, without null moves
	Points   float64          `json:"points"`            // 1 for a game won, 0.5 for a draw; a game without a result has none
	Dates    []string         `json:"dates,omitzero"`    // of each game, by the tags UTCDate, or else Date, and UTCTime
	Ratings  [][2]int         `json:"ratings,omitzero"`  // of the player and the opponent in each game, by the tags WhiteElo and BlackElo; 0 for none
	Accuracy [][2]float64     `json:"accuracy,omitzero"` // of the player and the opponent in each game: 0 to 100, and 0 without moves
	Allowed  []LessonGroup    `json:"allowed,omitzero"`  // bad moves by ReviewedMove.Allowed: "fork", "mate", "hanging" and so on
	Missed   []LessonGroup    `json:"missed,omitzero"`   // and by ReviewedMove.Missed
	Phases   []LessonGroup    `json:"phases,omitzero"`   // by ReviewedMove.Phase
	Openings [2][]LessonGroup `json:"openings,omitzero"` // as White and as Black, by Opening.Family; without games of no known opening
	Won      LessonGroup      `json:"won"`               // in positions with a winning chance of 90 % or more, also a ply before
	Lost     LessonGroup      `json:"lost"`              // the games in which the opponent had one; without cases
	Hurried  LessonGroup      `json:"hurried"`           // with less than a tenth of the time left, by the clocks of the games
	OnTime   [2]int           `json:"onTime"`            // games that the player, and that opponents, lost on time
}

// LessonGroup is what some of the moves or games have in common.
type LessonGroup struct {
	Name   string       `json:"name"`
	Games  int          `json:"games"`          // of openings, Won, Lost and Hurried: those with a result in which it came about
	Points float64      `json:"points"`         // won in these games
	Moves  int          `json:"moves"`          // of the player when Hurried
	Cost   float64      `json:"cost"`           // the winning chances that the cases lost together, in percent: 100 is a game
	Cases  []LessonCase `json:"cases,omitzero"` // the costliest first; none if only opponents have some

	// Opponents is how many cases the opponents have in the same games, which is usual if they are of about
	// the same strength: in all games of the Lessons, or those with the opening as the same color.
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

// Winning chances, in percent: from wonChance on a position is to be won, and a move that is named loses toldLoss.
const (
	wonChance = 90
	toldLoss  = 20
)

// Add adds a game of the player, who has the color c, and its review.
func (l *Lessons) Add(t *GameTree, r *Review, c Color) {
	c &= 1
	l.Games++
	points, o := 0.0, t.Outcome()
	switch {
	case o.Decided:
		points = float64(oneIf(o.Winner == c))
		if o.Reason == TimeForfeit {
			l.OnTime[oneIf(o.Winner == c)]++
		}
	case o.Over():
		points = 0.5
	}
	enter := func(g *LessonGroup) {
		if o.Over() {
			g.Games++
			g.Points += points
		}
	}
	sides := r.sides()
	won := func(side Color, ply int) bool { // and before the last move, as one search may err
		now, before := r.Scores[ply].view(side), r.Scores[max(ply-1, 0)].view(side)
		return min(now.WinningChance(), before.WinningChance()) >= wonChance
	}
	for i, side := range [2]Color{c, c.Other()} {
		for ply := range r.Scores {
			if won(side, ply) {
				enter([2]*LessonGroup{&l.Won, &l.Lost}[i])
				break
			}
		}
	}
	l.Points += points
	l.Moves += sides[c].Moves
	l.Dates = append(l.Dates, strings.TrimSpace(cmp.Or(t.Tag("UTCDate"), t.Tag("Date"))+" "+t.Tag("UTCTime")))
	l.Ratings = append(l.Ratings, [2]int{t.elo(c), t.elo(c.Other())})
	l.Accuracy = append(l.Accuracy, [2]float64{sides[c].Accuracy, sides[c.Other()].Accuracy})

	opening := &LessonGroup{} // of a game without one, for nothing
	if name := r.Opening.Family(); name != "" {
		opening = lessonGroup(&l.Openings[c], name)
		enter(opening)
	}
	var first, left [2]time.Duration // on the clocks
	var known [2]bool
	hurries := false
	var mated [2]bool // who has missed a mate: each move of it would count
	n := t.Root()
	for i := range r.Moves {
		m, position := &r.Moves[i], n.Position()
		if n = n.Next(); n == nil {
			break
		}
		us := position.turn()
		hurried := known[us] && 10*left[us] < first[us]
		left[us], known[us] = n.Clock()
		first[us] = cmp.Or(first[us], left[us])
		if n.Move() == 0 {
			continue
		}
		if hurried && us == c {
			if l.Hurried.Moves++; !hurries {
				hurries = true
				enter(&l.Hurried)
			}
		}
		if m.Glyph == 0 {
			continue
		}
		groups, name := &l.Allowed, cmp.Or(m.Allowed, lessonPlan)
		if m.Missed != "" {
			groups, name = &l.Missed, m.Missed
		}
		if m.Missed == lessonMate {
			if mated[us] {
				continue
			}
			mated[us] = true
		}
		in := []*LessonGroup{lessonGroup(groups, name), lessonGroup(&l.Phases, m.Phase)}
		if m.Phase == "opening" {
			in = append(in, opening)
		}
		if hurried {
			in = append(in, &l.Hurried)
		}
		if won(us, i) {
			in = append(in, &l.Won)
		}
		for _, g := range in {
			if us != c {
				g.Opponents++
				continue
			}
			g.Cost += m.Loss
			at := sort.Search(len(g.Cases), func(i int) bool { return g.Cases[i].Move.Loss < m.Loss })
			g.Cases = slices.Insert(g.Cases, at, LessonCase{l.Games, t.Tag(c.Other().String()), t.Tag("Date"), position, *m})
		}
	}
	for _, groups := range []*[]LessonGroup{&l.Allowed, &l.Missed, &l.Phases, &l.Openings[White], &l.Openings[Black]} {
		if *groups == nil {
			*groups = []LessonGroup{} // for JSON
		}
		slices.SortStableFunc(*groups, func(a, b LessonGroup) int { return cmp.Compare(b.Cost, a.Cost) })
	}
	for _, g := range []*LessonGroup{&l.Won, &l.Lost, &l.Hurried} {
		if g.Cases == nil {
			g.Cases = []LessonCase{}
		}
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

// lesson returns the name of the group that a bad move belongs to, and whether it is one of chances that
// were missed. What was lost counts or what could have been won, whichever is more, and remarks tell how.
func (m *ReviewedMove) lesson() (name string, missed bool) {
	switch {
	case m.Thrown != "":
		return lessonEnding, false
	case m.Why != nil && m.Why.draws():
		return lessonDraw, false
	case m.AllowedMate > 0 && m.AllowedMate <= longMate:
		return lessonMate, false
	case m.MissedMate > 0 && m.MissedMate <= longMate:
		return lessonMate, true
	case m.Why == nil:
		return lessonPlan, false
	}
	w := m.Why
	played, better := w.Reasons[0].Line.PV, w.Reasons[1].Line.PV
	free := 0 // what the better move takes, and the bad one does not
	if p := &w.Position; p.isCapture(w.Other) && w.Move.To() != w.Other.To() {
		free = p.see(w.Other, nil)
		if p.isCapture(w.Move) {
			free -= max(p.see(w.Move, nil), 0)
		}
	}
	us := w.Position.turn()
	recaptured := len(played) > 1 && played[1].To() == w.Move.To()
	own := w.gain(played, 0, us)
	lost := w.gain(played, 1-int(oneIf(recaptured)), us.Other()) - w.gain(better, 0, us.Other())
	won := max(free, w.gain(better, 0, us)-own)
	sacrificed, told := false, false
	var how [2]MotifKind // it is lost, and could have been won
	for i := range w.Remarks {
		switch r := &w.Remarks[i]; {
		case r.Kind == RemarkIgnoresThreat, r.Kind == RemarkStopsThreat && r.Move == w.Other:
			if !told {
				return lessonThreat, false
			}
		case r.Mate > longMate:
		case r.Kind == RemarkMisses && r.Mate > 0, r.Kind == RemarkMates && r.Move == w.Other:
			return lessonMate, true
		case r.Kind == remarkSacrifices && r.Move == w.Move && recaptured && !w.exchanges(played),
			r.Kind == RemarkHanging && recaptured && w.Position.pieceAt(w.Move.From()).Type() == Pawn:
			told, sacrificed, lost = true, true, max(lost, int(r.Weight))
		case r.Kind == RemarkHanging, r.Kind == RemarkLoses, r.Kind == RemarkWins && w.isReply(r.Move):
			told, how[0], lost = true, cmp.Or(how[0], r.Motif), max(lost, int(r.Weight))
		case r.Kind == RemarkMisses, r.Kind == RemarkWins && r.Move == w.Other:
			told, how[1], won = true, cmp.Or(how[1], r.Motif), max(won, int(r.Weight)-own)
		}
	}
	switch most := max(lost, won); {
	case most < lessonGain || lessonShare*most < min(int(w.Loss), exchangeValues[Queen]):
		return lessonPlan, false
	case lost < won:
		return w.missedLesson(played, better, how[1])
	case sacrificed:
		return lessonSacrifice, false
	}
	return w.lossLesson(played, how[0]), false
}

// missedLesson returns the name of the group of the better line, which wins material, or else of the line played if
// that takes the same piece, or promotes too.
func (w *Why) missedLesson(played, better []Move, motif MotifKind) (name string, missed bool) {
	name = lessonOf(w.Position, better, motif)
	takes := w.Position.isCapture(w.Move) && w.Move.To() == w.Other.To() && (name == lessonHanging || name == lessonLower)
	if takes || w.Move.IsPromotion() && name == string(motifPromotion) {
		return w.lossLesson(played, ""), false
	}
	return name, true
}

// exchanges reports whether the side that begins a line takes for good in its second move as much as the reply to
// the first does.
func (w *Why) exchanges(line []Move) bool {
	if len(line) < 3 {
		return false
	}
	reply := w.Position.After(line[0])
	answer := reply.After(line[1])
	lost, won := motifWorth[reply.captured(line[1]).Type()], motifWorth[answer.captured(line[2]).Type()]
	if len(line) > 3 && line[3].To() == line[2].To() {
		won -= motifWorth[answer.moved(line[2]).Type()]
	}
	return lost > 0 && won >= lost
}

// gain returns what a line from its ply-th move on wins for c at once, in centipawns.
func (w *Why) gain(line []Move, ply int, c Color) int {
	p := w.Position
	ply = min(ply, len(line))
	for _, m := range line[:ply] {
		p = p.After(m)
	}
	g, _ := gainOf(p, line[ply:], c)
	return g.value
}

// draws reports whether the bad move ends the game in a draw, or one side gives check again and again until it is
// drawn.
func (w *Why) draws() bool {
	return slices.ContainsFunc(w.Remarks, func(r Remark) bool {
		return r.Move == w.Move && (r.Kind == RemarkEnds || r.Kind == remarkDraws && w.checks(r.Line.PV))
	})
}

// checks reports whether one side gives check with each of the last moves of a line, which begins with the bad move.
func (w *Why) checks(line []Move) bool {
	var quiet [2]bool
	p := w.Position
	for i, m := range line {
		p = p.After(m)
		quiet[i%2] = quiet[i%2] || i >= len(line)-4 && !p.inCheck()
	}
	return len(line) > 3 && quiet != [2]bool{true, true}
}

// longMate is how many moves a mate takes at most that a player is told to have missed if the position is
// won all the same.
const longMate = 6

// What a line has to win to be a lesson: so much, in centipawns, and the inverse of the share of what the move loses.
const (
	lessonGain  = 100
	lessonShare = 3
)

// lossLesson returns the name of the group of a line that begins with the bad move and loses material. A
// promotion that the better move allows as well is no reason.
func (w *Why) lossLesson(line []Move, motif MotifKind) string {
	name, better := w.howLost(line, motif), w.Reasons[1].Line.PV
	if name == string(motifPromotion) && canPromote(better[min(1, len(better)):]) {
		return lessonMaterial
	}
	return name
}

// howLost is lossLesson for one line.
func (w *Why) howLost(line []Move, motif MotifKind) string {
	p, replies := w.Position.After(w.Move), line[min(1, len(line)):]
	switch {
	case w.exchanges(line), w.Move.IsPromotion(): // the loss comes after it, or is of a pawn
		return string(lessonMotif(p, replies, motif))
	case len(replies) == 0 || replies[0].To() != w.Move.To():
		return lessonOf(p, replies, motif)
	}
	gives := w.Position.see(w.Move, nil) < 0
	if w.Position.isCapture(w.Move) {
		if gives {
			return lessonSacrifice
		}
		return string(lessonMotif(p, replies, motif))
	}
	name := lessonOf(p, replies, motif)
	if gives && p.pieceAt(w.Move.To()).Type() == Pawn && (name == lessonHanging || name == lessonMaterial) {
		return lessonSacrifice // a gambit
	}
	return name
}

// lessonOf returns the name of the group of a line in p that wins material: how its first move captures,
// or else by a motif.
func lessonOf(p Position, line []Move, motif MotifKind) string {
	if len(line) == 0 || !p.legal(line[0]) {
		return lessonMaterial
	}
	motif = lessonMotif(p, line, motif)
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

// lessonMotif returns the motif of a remark or, if that tells little, the first of the line from p that is a lesson
// and wins something, or a promotion; else lessonMaterial.
func lessonMotif(p Position, line []Move, motif MotifKind) MotifKind {
	if motif != "" && motif != motifHangingPiece && motif != motifPin {
		return motif
	}
	motifs, _ := Motifs(p, line, 0) // the error is for a line that is not legal
	for _, found := range motifs {
		if slices.Contains(howKinds, found.Kind) && found.Ply < 3 && found.wins(p, line) {
			return found.Kind
		}
	}
	if canPromote(line) {
		return motifPromotion
	}
	return lessonMaterial
}

// canPromote reports whether the side that begins a line promotes a pawn in it.
func canPromote(line []Move) bool {
	for i := 0; i < len(line); i += 2 {
		if line[i].IsPromotion() {
			return true
		}
	}
	return false
}

// wins reports whether a capture in a line from p takes what the motif aims at, or is by the piece that gave a
// discovered check, and wins a piece. A pin must be new.
func (m *Motif) wins(p Position, line []Move) bool {
	if len(m.Squares) < 2 && m.Kind != motifTrappedPiece {
		return false
	}
	targets := m.Squares[len(m.Squares)-1:]
	switch m.Kind {
	case MotifFork:
		targets = m.Squares[1:]
	case motifPin:
		targets = m.Squares[1:2]
	}
	for i, move := range line {
		if i == m.Ply && m.Kind == motifPin {
			for pinned := range p.Pins(p.turn().Other()) {
				if pinned == m.Squares[1] {
					return false
				}
			}
		}
		checks := m.Kind == motifDiscoveredCheck || m.Kind == motifDoubleCheck
		after := i > m.Ply || i == m.Ply && checks
		if after && i%2 == m.Ply%2 && p.captured(move).Type() > Pawn && p.see(move, nil) > 0 {
			by := checks && i <= m.Ply+2 && (i == m.Ply || move.From() == line[m.Ply].To())
			if by || slices.Contains(targets, move.To()) && (m.Kind != MotifFork || move.From() == m.Squares[0]) {
				return true
			}
		}
		p = p.After(move)
	}
	return false
}

// String returns the Text in English.
func (l Lessons) String() string { return l.Text(English) }

// clearly returns the sign of a difference if chance seldom explains it, else 0. A difference of three standard
// errors is due to chance once in 370 times, but a report tests some twenty.
func clearly(difference, variance float64) int {
	if difference*difference < 3*3*variance {
		return 0
	}
	return cmp.Compare(difference, 0)
}

// more returns 1 if the player has clearly more cases in a group than the opponents, -1 if clearly fewer, and else 0.
// Of chances that were missed, those that the other side gave count: more chances can be missed more often. A game
// has several cases or none, so that their variance is about twice that of single events.
func (l *Lessons) more(g *LessonGroup, missed bool) int {
	n, o := float64(len(g.Cases)), float64(g.Opponents)
	if !missed {
		return clearly(n-o, 2*(n+o))
	}
	i := slices.IndexFunc(l.Allowed, func(a LessonGroup) bool { return a.Name == g.Name })
	if i < 0 {
		return 0
	}
	had, gave := float64(l.Allowed[i].Opponents), float64(len(l.Allowed[i].Cases))
	return clearly(n*gave-o*had, 2*(n*gave*(n+gave)+o*had*(o+had)))
}

// means returns the mean accuracy of the player and that of the opponents, over the games in which they have
// moves, and the player's in the first and in the second half of the games with a full date. The halves are 0
// unless they differ clearly.
func (l *Lessons) means() (all, halves [2]float64) {
	mean := func(games []int, side int) (mean, variance float64) {
		n := float64(len(games))
		for _, i := range games {
			mean += l.Accuracy[i][side] / n
		}
		for _, i := range games {
			d := l.Accuracy[i][side] - mean
			variance += d * d / n / (n - 1)
		}
		return mean, variance
	}
	var games [2][]int
	for side := range games {
		for i, a := range l.Accuracy {
			if a[side] > 0 {
				games[side] = append(games[side], i)
			}
		}
		all[side], _ = mean(games[side], side)
	}
	dated := slices.DeleteFunc(games[0], func(i int) bool {
		return i >= len(l.Dates) || len(l.Dates[i]) < len("2026.12.31") || strings.Contains(l.Dates[i], "?")
	})
	slices.SortStableFunc(dated, func(a, b int) int { return cmp.Compare(l.Dates[a], l.Dates[b]) })
	first, spread := mean(dated[:len(dated)/2], 0)
	second, more := mean(dated[len(dated)/2:], 0)
	if len(dated) >= 40 && clearly(second-first, spread+more) != 0 {
		halves = [2]float64{first, second}
	}
	return all, halves
}

// Text says in a few lines how the games went; what was allowed and missed, first what the opponents did clearly
// less often, then what cost most, and last, at any cost, "plan" and "material", which name nothing, with up to
// three blunders of different games; and in which phases and openings, of those in at least
// one game of twenty, in positions that were won, and with little time. It tells of a trend in 40 games or more if
// that is clear.
func (l Lessons) Text(language Language) string {
	c := language.catalogue()
	var b strings.Builder
	number := func(x float64) string { return c.decimal(fmt.Sprintf("%.1f", x)) }
	both := func(texts [2]string) string { // of the player and the opponents, each unless it is empty
		if texts[1] != "" {
			texts[1] = c.lessonOthers + texts[1]
		}
		return strings.Trim(strings.Join(texts[:], ", "), ", ")
	}
	line := func(name string, g *LessonGroup, clear, cases int) {
		fmt.Fprintf(&b, "- "+c.lessonGroup, name, len(g.Cases), c.lessonClearly[clear+1], g.Opponents, number(g.Cost/100))
		told := []int{}
		for i := range g.Cases {
			one := &g.Cases[i]
			if len(told) == cases || slices.Contains(told, one.Game) || one.Move.Loss < toldLoss {
				continue
			}
			told = append(told, one.Game)
			fmt.Fprintf(&b, "; "+c.lessonCase, language.SAN(one.Move.String()), one.Game)
			if one.Opponent != "" && one.Opponent != "?" {
				fmt.Fprintf(&b, c.lessonOpponent, one.Opponent)
			}
		}
		b.WriteString("\n")
	}
	all, halves := l.means()
	fmt.Fprintf(&b, c.lessonGames, l.Games, l.Moves, number(l.Points))
	var told [2]string
	for side, mean := range all {
		if mean > 0 {
			told[side] = number(mean)
		}
	}
	if told != [2]string{} {
		fmt.Fprintf(&b, c.lessonAccuracy, both(told))
	}
	if rating, opponents := l.rating(0), l.rating(1); rating > 0 && opponents > 0 {
		fmt.Fprintf(&b, c.lessonRating, rating, opponents)
	}
	b.WriteString("\n")
	if halves[0] > 0 {
		fmt.Fprintf(&b, "- "+c.lessonTrend+"\n", number(halves[0]), number(halves[1]))
	}

	type kind struct {
		*LessonGroup
		missed, more int
	}
	var kinds []*kind
	for missed, groups := range [2][]LessonGroup{l.Allowed, l.Missed} {
		for i := range groups {
			if g := &groups[i]; len(g.Cases) > 0 {
				kinds = append(kinds, &kind{g, missed, l.more(g, missed > 0)})
			}
		}
	}
	vague := func(k *kind) uint8 { return oneIf(k.Name == lessonPlan || k.Name == lessonMaterial) }
	slices.SortStableFunc(kinds, func(a, b *kind) int {
		return cmp.Or(cmp.Compare(oneIf(b.more > 0), oneIf(a.more > 0)), cmp.Compare(vague(a), vague(b)), cmp.Compare(b.Cost, a.Cost))
	})
	for _, k := range kinds[:min(len(kinds), 10)] {
		line(cmp.Or(c.lessons[k.Name][k.missed], k.Name), k.LessonGroup, k.more, 3)
	}
	bad := 0
	for i := range l.Phases {
		if g := &l.Phases[i]; len(g.Cases) > 0 {
			bad += len(g.Cases)
			line(c.phases[g.Name], g, l.more(g, false), 0)
		}
	}
	for side, groups := range l.Openings {
		told := 0
		for i := range groups {
			if g := &groups[i]; told < 3 && 20*g.Games >= l.Games {
				told++
				line(fmt.Sprintf(c.lessonOpening[side], g.Name, number(g.Points), g.Games), g, l.more(g, false), 0)
			}
		}
	}
	told = [2]string{}
	if g := &l.Won; g.Games > 0 {
		told[0] = fmt.Sprintf("%s/%d", number(g.Points), g.Games)
	}
	if g := &l.Lost; g.Games > 0 {
		told[1] = fmt.Sprintf("%s/%d", number(float64(g.Games)-g.Points), g.Games)
	}
	if told != [2]string{} {
		line(fmt.Sprintf(c.lessonWon, both(told)), &l.Won, 0, 3)
	}
	if n := l.Hurried.Moves; n > 0 {
		line(fmt.Sprintf(c.lessonHurried, 100*len(l.Hurried.Cases)/n, n, 100*bad/max(l.Moves, 1)), &l.Hurried, 0, 3)
	}
	if l.OnTime != [2]int{} {
		fmt.Fprintf(&b, "- "+c.lessonOnTime+"\n", l.OnTime[0], l.OnTime[1])
	}
	return b.String()
}

// rating returns the mean rating of the player (0) or the opponents (1) in the games that tell it, or 0.
func (l *Lessons) rating(side int) int {
	sum, n := 0, 0
	for _, r := range l.Ratings {
		sum += r[side]
		n += int(oneIf(r[side] > 0))
	}
	return sum / max(n, 1)
}
