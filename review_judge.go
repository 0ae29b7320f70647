package chess

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxReason   = 300 // characters of the reason of a bad move
	maxBrief    = 90  // of the reason in a few words
	replyPlies  = 3   // of the line that answers a bad move
	matingPlies = 7   // of one that mates
)

// againstRemarks are the remarks that speak against a move.
var againstRemarks = []RemarkKind{RemarkEnds, RemarkAllowsMate, RemarkLoses, RemarkHanging, RemarkMisses, remarkDraws}

// slightRemarks are the remarks in favour of a move that do not explain a great loss.
var slightRemarks = []RemarkKind{
	remarkDevelops, remarkCentre, remarkOpenFile, remarkHalfOpenFile, remarkOutpost, remarkPassed, remarkAdvances, remarkCentralizes,
	remarkExchanges,
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
	if was > 0 && is <= 0 {
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
	played.Why = &why
	played.Reason, played.Brief = r.reason(&why, r.words.reply(x.position, m, y.line, replyPlies), played), r.brief(&why, played)
	return nil
}

// reason returns the reason of a bad move in a few sentences, without what ReviewedMove.Text says and what the
// better line shows. It begins with the reply unless a remark shows it.
func (r *reviewing) reason(why *Why, reply string, played *ReviewedMove) string {
	told := *why
	told.Remarks = nil
	loss := max(why.Loss, played.Before-played.After, played.After-played.Before)
	ignored := slices.ContainsFunc(why.Remarks, func(r Remark) bool { return r.Kind == RemarkIgnoresThreat })
	for _, remark := range why.Remarks {
		switch kind := remark.Kind; {
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
		case kind == RemarkAllowsMate && played.AllowedMate > 0:
			if remark.Mate == played.AllowedMate {
				reply = r.words.reply(why.Position, why.Move, remark.Line.PV[1:], matingPlies)
			}
			continue
		case kind == RemarkMisses && played.MissedMate > 0, !slices.Contains(againstRemarks, kind):
			continue
		default:
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

// reply returns a sentence with the line that answers the bad move m in p, or nothing if there is
// none. It does not end before a recapture.
func (c *catalogue) reply(p Position, m Move, line []Move, plies int) string {
	if len(line) == 0 {
		return ""
	}
	after, plies := p.After(m), min(plies, len(line))
	for plies < len(line) && line[plies].To() == line[plies-1].To() {
		plies++
	}
	return fmt.Sprintf(c.replies, c.localized(p.SANLine(m)), c.localized(after.SANLine(line[:plies]...)))
}
