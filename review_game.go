package chess

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Review reviews the main line of t and adds the results to t. Each move gets a comment with the
// value of the position after it, as Node.SetEval writes it. A bad move also gets a glyph, a
// sentence, the reason, and the better line as a variation. A player rated below 1200 by the tag
// WhiteElo or BlackElo is told of pieces and threats, not of plans. The position in which the
// Tablebase first knows the result gets a sentence too. A comment before the first move sums up the
// game. The game gets the tags Annotator, WhiteAccuracy and BlackAccuracy, and those of TagOpening.
// Comments, glyphs and variations of t are kept, except for older values, and for "!", "?" and the
// like at a bad move.
//
// If ctx is done or the Tablebase fails, Review returns the error, and t may have been changed in
// part. It is also an error if Nodes, Plies or Time is negative, or if the game is longer than the 17,697
// plies that the rules allow.
func (r Reviewer) Review(ctx context.Context, t *GameTree) (*Review, error) {
	x, err := r.start()
	if err = cmp.Or(err, t.law.unwritable()); err != nil {
		return nil, err
	}
	x.setBeginners(t)
	positions, err := x.look(ctx, t)
	if err == nil {
		err = x.settle(ctx, positions, t.Mainline())
	}
	if err != nil {
		return nil, err
	}
	review := &Review{Moves: []ReviewedMove{}, Scores: []Score{positions[0].white()}}
	var clocks [2]time.Duration // what each side had after its last move; 0 if it is not known
	control, err := ParseTimeControl(t.Tag("TimeControl"))
	if err != nil {
		control = TimeControl{}
	}
	n := t.Root()
	for i := range positions[1:] {
		n = n.Next()
		before, after := positions[i], positions[i+1]
		m, err := x.judge(ctx, i+1, before, after, n)
		if err != nil {
			return nil, err
		}
		m.Time = timeUsed(n, &clocks[m.Color], control.added(i/2+1))
		review.add(&m, n.Move() != 0)
		review.Scores = append(review.Scores, after.white())
		if o := after.position.Opening(); o.Name != "" {
			review.Opening, review.OpeningPly = o, m.Ply
		}
		verdict := m.Text(r.Language)
		if after.known && !before.known {
			verdict = strings.TrimSpace(verdict + " " + x.words.rankingSentence(&after.ranking))
		}
		after.comment(n, verdict)
	}
	return review, x.conclude(t, review, positions[0])
}

// setBeginners finds out by the tags who is rated below beginnerElo.
func (r *reviewing) setBeginners(t *GameTree) {
	for c := range Color(2) {
		elo := t.elo(c)
		r.beginner[c] = elo > 0 && elo < beginnerElo
	}
}

// timeUsed returns how long a side has thought about the move of a node, of which clock and then the
// node tell how much time it had after its moves; 0 if that is not known.
func timeUsed(n *Node, clock *time.Duration, added time.Duration) (used time.Duration) {
	left, known := n.Clock()
	if *clock > 0 && known {
		used = max(*clock+added-left, 0)
	}
	*clock = left
	if elapsed, ok := n.ElapsedTime(); ok {
		return elapsed
	}
	return used
}

// add adds a move, and counts it unless it is a null move.
func (r *Review) add(m *ReviewedMove, counts bool) {
	r.Moves = append(r.Moves, *m)
	if !counts {
		return
	}
	side := r.sides()[m.Color]
	side.Moves++
	side.Accuracy += m.Accuracy
	switch m.Glyph {
	case DubiousMove:
		side.Inaccuracies++
	case Mistake:
		side.Mistakes++
	case Blunder:
		side.Blunders++
	}
	if m.MissedMate > 0 {
		side.MissedMates++
	}
}

// conclude completes the review, and adds the tags and the comment before the first move.
func (r *reviewing) conclude(t *GameTree, review *Review, first *reviewedPosition) error {
	review.TurningPoints = turningPoints(review.Moves)
	for c, side := range review.sides() {
		if side.Moves == 0 {
			continue
		}
		side.Accuracy /= float64(side.Moves)
		if err := t.SetTag(Color(c).String()+"Accuracy", fmt.Sprintf("%.1f", side.Accuracy)); err != nil {
			return err
		}
	}
	if err := t.TagOpening(); err != nil {
		return err
	}
	text := review.Summary(r.Language)
	if first.known {
		text = r.words.rankingSentence(&first.ranking) + " " + text
	}
	t.Root().SetComment(t.Root().Comment() + " " + text)
	return r.sign(t)
}

// sign adds the Annotator to the tag, unless it is the last there.
func (r *Reviewer) sign(t *GameTree) error {
	tag := t.Tag("Annotator")
	before, last := strings.CutSuffix(tag, r.Annotator)
	switch {
	case last && (r.Annotator == "" || before == "" || strings.HasSuffix(before, "; ")):
		return nil
	case tag == "":
		return t.SetTag("Annotator", r.Annotator)
	}
	return t.SetTag("Annotator", tag+"; "+r.Annotator)
}

// turningPoints returns the plies of the moves after which the winning chances have changed most, in
// the order of the game: mistakes and blunders, the one that loses most and up to two others that
// lose at least half as much.
func turningPoints(moves []ReviewedMove) []int {
	const most = 3
	turns := []int{}
	for i := range moves {
		if g := moves[i].Glyph; g == Mistake || g == Blunder {
			turns = append(turns, i)
		}
	}
	slices.SortStableFunc(turns, func(a, b int) int { return cmp.Compare(moves[b].Loss, moves[a].Loss) })
	for n, i := range turns {
		if n == most || moves[i].Loss < moves[turns[0]].Loss/2 {
			turns = turns[:n]
			break
		}
	}
	for n, i := range turns {
		turns[n] = moves[i].Ply
	}
	slices.Sort(turns)
	return turns
}

const (
	maxReason   = 300 // characters of the reason of a bad move
	maxBrief    = 90  // of the reason in a few words
	replyPlies  = 3   // of the line that answers a bad move
	matingPlies = 7   // of one that mates
)

// beginnerElo is the rating below which a player is told of pieces and threats only.
const beginnerElo = 1200

// planRemarks are the remarks that a beginner is not told.
var planRemarks = []RemarkKind{
	remarkOpenFile, remarkHalfOpenFile, remarkDoubles, remarkSeventh, remarkConnects, remarkOutpost, remarkPassed, remarkCentralizes,
	remarkImproves, remarkDiffers,
}

// slightRemarks are the remarks in favour of a move that do not explain a great loss.
var slightRemarks = []RemarkKind{
	remarkDevelops, remarkCentre, remarkOpenFile, remarkHalfOpenFile, remarkOutpost, remarkPassed, remarkAdvances, remarkCentralizes,
	remarkExchanges, remarkConnects, remarkDoubles, remarkSeventh, remarkCastles, remarkMakesCastling,
}

// comment adds to the comment of a node that leads to x: the value of x, in place of an older one,
// and a verdict.
func (x *reviewedPosition) comment(n *Node, verdict string) {
	if x.over && isMate(x.score) {
		n.setCommand("eval", "")
	} else {
		n.SetEval(x.white(), 0)
	}
	n.SetComment(n.Comment() + " " + verdict)
}

// judge judges the move of a node, which leads from x to y, and adds a glyph and the best line to
// the node if the move is bad.
func (r *reviewing) judge(ctx context.Context, ply int, x, y *reviewedPosition, n *Node) (ReviewedMove, error) {
	m := newReviewedMove(ply, x, y, n.Move())
	p, best := x.position, x.line[:min(len(x.line), r.Plies)]
	for _, better := range best {
		m.Best = append(m.Best, p.SAN(better))
		p = p.After(better)
	}
	if m.Glyph == 0 {
		return m, nil
	}
	if x.known {
		m.Brief = r.words.thrown[oneIf(x.ranking.Result != WDLWin)]
		m.Thrown = m.Brief + r.words.thrownTo(x, y)
	} else if err := r.explain(ctx, x, y, n.Move(), &m); err != nil {
		return m, err
	}
	if name, missed := m.lesson(); missed {
		m.Missed = name
	} else {
		m.Allowed = name
	}
	glyphs := slices.DeleteFunc(n.NAGs(), func(g NAG) bool { return g <= DubiousMove }) // those that judge the move
	n.SetNAGs(slices.Insert(glyphs, 0, m.Glyph)...)
	if _, err := n.Parent().Add(best...); err != nil {
		return m, err
	}
	x.comment(n.Parent().Child(best[0]), "")
	return m, nil
}

// newReviewedMove judges the move m from x to y.
func newReviewedMove(ply int, x, y *reviewedPosition, m Move) ReviewedMove {
	p := x.position
	p.fullmove += uint16(ply-1-len(x.game.Moves())) / 2 // x is where it occurred first
	played := ReviewedMove{
		Ply: ply, Number: p.MoveNumber(), Color: p.Turn(), Move: p.SAN(m), Best: []string{},
		Before: x.white(), After: y.white(), Depth: x.depth, Phase: phaseOf(&p),
	}
	if m == 0 {
		return played
	}
	motifs, _ := Motifs(p, append([]Move{m}, y.line...), 0) // the moves are legal
	for _, motif := range motifs {
		if motif.Ply == 0 && !slices.Contains(played.Motifs, motif.Kind) {
			played.Motifs = append(played.Motifs, motif.Kind)
		}
	}
	played.Loss = x.lossTo(y, m)
	played.Glyph, played.Accuracy = flawGlyph(played.Loss), accuracy(played.Loss)
	if played.Loss == 0 {
		return played
	}
	was, _ := x.score.MateInMoves()
	is, _ := (-y.score).MateInMoves()
	if was > 0 && is <= 0 && (was <= longMate || played.Glyph != 0) {
		played.MissedMate = was
		played.Glyph = cmp.Or(played.Glyph, DubiousMove)
	}
	if was >= 0 && is < 0 && played.Glyph != 0 {
		played.AllowedMate = -is
	}
	return played
}

// phaseOf returns the phase of the game that a position belongs to.
func phaseOf(p *Position) string {
	const lastOpeningMove, openingPhase = 15, 20
	var s Survey
	s.load(p)
	switch phase := s.Phase(); {
	case phase <= endingPhase:
		return "ending"
	case phase >= openingPhase && p.MoveNumber() <= lastOpeningMove:
		return "opening"
	}
	return "middlegame"
}

// explain finds the reason of a bad move m from x to y: why the two scores differ.
func (r *reviewing) explain(ctx context.Context, x, y *reviewedPosition, m Move, played *ReviewedMove) error {
	best := Line{PV: x.line, Score: x.score, Bound: x.bound}
	other := Line{PV: append([]Move{m}, y.line...), Score: onePlyLater(-y.score), Bound: y.bound.reversed()}
	found := Result{
		Position: x.position, Move: best.PV[0], PV: best.PV, Score: best.Score, Bound: best.Bound, Lines: []Line{best, other},
		Depth: x.depth, Nodes: r.Nodes,
	}
	if r.late() {
		found.Nodes = 1
	}
	why, err := r.searcher.Why(ctx, x.game, found, m)
	if err = cmp.Or(err, ctx.Err()); err != nil { // without an error the search may have been cut short
		return err
	}
	why.Position.fullmove = uint16(played.Number)
	played.Why = &why
	played.Reason, played.Brief = r.reason(&why, why.Reasons[0].Line.PV[1:], played), r.brief(&why, played)
	return nil
}

// reason returns the reason of a bad move in a few sentences, without what ReviewedMove.Text says and
// what the better line shows. It begins with the reply unless a remark shows it.
func (r *reviewing) reason(why *Why, line []Move, played *ReviewedMove) string {
	reply := r.words.reply(why.Position, why.Move, line, quietPlies(why.Position.After(why.Move), line))
	told := *why
	told.Remarks = nil
	loss := max(why.Loss, played.Before-played.After, played.After-played.Before)
	ignored := slices.ContainsFunc(why.Remarks, func(r Remark) bool { return r.Kind == RemarkIgnoresThreat })
	for _, remark := range why.Remarks {
		switch kind := remark.Kind; {
		case r.beginner[played.Color] && slices.Contains(planRemarks, kind):
			continue
		case remark.Move == why.Other:
			if kind == RemarkMates {
				reply = "" // the mate is the answer
			}
			if remark.isShown(ignored) || slices.Contains(slightRemarks, kind) && 2*remark.Weight < loss {
				continue
			}
			if kind == RemarkWins || kind == remarkDraws || kind == remarkSacrifices {
				remark.Line.PV = remark.Line.PV[:1] // the better line goes on
			}
		case kind == RemarkIgnoresThreat:
		case why.isReply(remark.Move):
			reply = "" // it is told
		case kind == RemarkAllowsMate && played.AllowedMate > 0:
			if remark.Mate == played.AllowedMate {
				reply = r.words.reply(why.Position, why.Move, remark.Line.PV[1:], matingPlies)
			}
			continue
		case kind == RemarkMisses && played.MissedMate > 0, !slices.Contains(againstRemarks, kind):
			continue
		case !remark.isDeclined():
			reply = ""
		}
		told.Remarks = append(told.Remarks, remark)
	}
	features := Score(0) // how much better they are: if that is much less than the loss, they do not explain it
	for _, remark := range told.Remarks {
		if remark.Feature != "" {
			features += max(remark.Score, -remark.Score)
		}
	}
	if 2*features < loss {
		told.Remarks = slices.DeleteFunc(told.Remarks, func(r Remark) bool { return r.Feature != "" })
	}
	return strings.TrimSpace(reply + " " + told.Text(r.Language, maxReason-1-utf8.RuneCountInString(reply)))
}

// isShown reports whether the better line or another sentence says what a remark on the better move
// does: that it is better or gives mate, or that it stops the threat that the other move has ignored.
func (r *Remark) isShown(ignored bool) bool {
	switch r.Kind {
	case RemarkEnds:
		return r.Reason == Checkmate
	case RemarkStopsThreat:
		return ignored
	}
	return r.Kind == RemarkBetter
}

// brief returns in a few words, without the move, what speaks most against it; nothing if neither a
// remark nor a mate does. A mate is as long as in Text, also if the explanation finds a shorter one.
func (r *reviewing) brief(why *Why, played *ReviewedMove) string {
	if why != nil {
		first := *why
		move := r.words.localized(why.Position.SANLine(why.Move))
		for _, remark := range why.Remarks {
			if remark.Move != why.Move || !slices.Contains(againstRemarks, remark.Kind) {
				continue
			}
			mate := map[RemarkKind]int{RemarkAllowsMate: played.AllowedMate, RemarkMisses: played.MissedMate}[remark.Kind]
			if mate > 0 && mate != remark.Mate {
				break
			}
			first.Remarks = []Remark{remark}
			if text, ok := strings.CutPrefix(first.Text(r.Language, maxBrief+len(move)), move+" "); ok {
				return strings.TrimSuffix(text, ".")
			}
		}
	}
	switch {
	case played.AllowedMate > 0:
		return fmt.Sprintf(r.words.allows, played.AllowedMate)
	case played.MissedMate > 0:
		return fmt.Sprintf(r.words.misses, played.MissedMate)
	}
	return ""
}

// thrownTo says after what a bad move from x to y throws away which moves do not, and what is lost.
func (c *catalogue) thrownTo(x, y *reviewedPosition) (text string) {
	if keep := c.keeping(&x.ranking); keep != "" {
		text = ": " + keep
	}
	switch {
	case !y.known:
	case y.ranking.Result == WDLWin:
		text += "; " + fmt.Sprintf(c.now[0], c.result(&y.ranking))
	case y.ranking.Result == WDLCursedWin || y.ranking.Result == WDLBlessedLoss:
		text += "; " + fmt.Sprintf(c.now[1], c.result(&y.ranking))
	}
	return text
}

// quietPlies returns how many plies of a line from p to show: a few, and captures that follow, unless
// they win something for the other side.
func quietPlies(p Position, line []Move) (n int) {
	us, began := p.turn(), p.balance(p.turn())
	for ; n < min(len(line), maxProof) && (n < replyPlies || p.isCapture(line[n])); n++ {
		p = p.After(line[n])
	}
	if p.balance(us) < began {
		n = 1
	}
	return n
}
