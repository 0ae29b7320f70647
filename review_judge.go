package chess

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// WinningChance returns the expected share of the points, in percent, of a side that has this score:
// the logistic curve that lichess fitted to the games of its players
// (https://lichess.org/page/accuracy),
//
//	50 + 50 * (2 / (1 + exp(-0.00368208 * centipawns)) - 1)
//
// and 100 or 0 for a mate.
func (s Score) WinningChance() float64 {
	switch {
	case s > MaxEvaluation:
		return 100
	case s < -MaxEvaluation:
		return 0
	}
	return 100 / (1 + math.Exp(-0.00368208*float64(s)))
}

// accuracy returns the accuracy, from 0 to 100, of a move that loses the given winning chance, in
// percent: lichess's curve (the same page).
func accuracy(loss float64) float64 {
	return min(max(103.1668*math.Exp(-0.04354*max(loss, 0))-3.1669, 0), 100)
}

// flawGlyph returns the glyph of a move that loses the given winning chance, in percent, by lichess's
// limits: 5, 10 and 15. It is 0 if the move is not bad.
func flawGlyph(loss float64) NAG {
	return [...]NAG{0, DubiousMove, Mistake, Blunder}[min(int(loss/5), 3)]
}

const (
	maxReason   = 300 // characters of the reason of a flaw
	maxBrief    = 90  // of the reason in a few words
	replyPlies  = 3   // of the line that answers a bad move
	matingPlies = 7   // of one that mates
)

// deeper is how many times the nodes of a position the search has that decides whether a move is
// bad, and says why.
const deeper = 4

// againstRemarks are the remarks that speak against a move.
var againstRemarks = []RemarkKind{RemarkEnds, RemarkAllowsMate, RemarkLoses, RemarkHanging, RemarkMisses, remarkDraws}

// slightRemarks are the remarks in favour of a move that do not explain a great loss.
var slightRemarks = []RemarkKind{
	remarkDevelops, remarkCentre, remarkOpenFile, remarkHalfOpenFile, remarkOutpost, remarkPassed, remarkAdvances, remarkCentralizes,
	remarkExchanges,
}

// A reviewing is the work on one game.
type reviewing struct {
	Reviewer // without zero settings
	words    *catalogue
	searcher *AlphaBeta
}

// A reviewedPosition is a position of a game, and what a search or the tablebase says of it.
type reviewedPosition struct {
	position Position
	score    Score  // from the point of view of the side to move
	over     bool   // the game has ended by the rules
	line     []Move // the best line; empty if the game is over
	known    bool   // by the tablebase, which has the ranking
	ranking  Ranking
}

// white returns the score from White's point of view.
func (x *reviewedPosition) white() Score { return x.score.view(x.position.turn()) }

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

// judge judges the move of a node, which leads from x to y, and adds a glyph and the better line to
// the node if it is bad. The game g has come to x.
func (r *reviewing) judge(ctx context.Context, g *Game, ply int, x, y *reviewedPosition, n *Node) (Flaw, error) {
	f, better := newFlaw(ply, x, y, n.Move()), *x
	if f.Glyph == 0 {
		return f, nil
	}
	if x.known {
		f.Brief = r.words.thrown[oneIf(x.ranking.Result != WDLWin)]
		f.Thrown = f.Brief + r.words.thrownTo(x, y)
	} else if err := r.explain(ctx, g, &better, y, n.Move(), &f); err != nil || f.Glyph == 0 {
		return f, err
	}
	p := better.position
	for _, m := range better.line {
		f.Better = append(f.Better, p.SAN(m))
		p = p.After(m)
	}
	glyphs := slices.DeleteFunc(n.NAGs(), func(g NAG) bool { return g <= DubiousMove }) // those that judge the move
	n.SetNAGs(slices.Insert(glyphs, 0, f.Glyph)...)
	if _, err := n.Parent().Add(better.line...); err != nil {
		return f, err
	}
	better.comment(n.Parent().Child(better.line[0]), "")
	return f, nil
}

// newFlaw judges the move m from x to y. Its Glyph is 0 if the move is not bad.
func newFlaw(ply int, x, y *reviewedPosition, m Move) Flaw {
	p, loss := x.position, x.lossTo(y, m)
	f := Flaw{
		Ply: ply, Glyph: flawGlyph(loss), Number: p.MoveNumber(), Color: p.Turn(),
		Move: p.SAN(m), Before: x.white(), After: y.white(), Loss: loss,
	}
	if loss == 0 {
		return f
	}
	was, _ := x.score.MateInMoves()
	is, _ := (-y.score).MateInMoves()
	if was > 0 && is <= 0 {
		f.MissedMate = was
		f.Glyph = cmp.Or(f.Glyph, DubiousMove)
	}
	if was >= 0 && is < 0 {
		f.AllowedMate = -is
	}
	return f
}

// lossTo returns the winning chance that the move m from x to y loses, in percent. The best move
// loses nothing, even if the search of y returns a lower score. What a tablebase knows counts, and
// not how soon a side wins.
func (x *reviewedPosition) lossTo(y *reviewedPosition, m Move) float64 {
	if x.known {
		return max(x.ranking.Result.points()-x.keptBy(m), 0)
	}
	if len(x.line) == 0 || x.line[0] == m {
		return 0
	}
	return max(x.score.WinningChance()-(-y.score).WinningChance(), 0)
}

// points returns the points of a side that has a result, in percent.
func (w WDL) points() float64 { return 50 + 25*float64(w.outcome()) }

// keptBy returns the points that the side to move in x, which is known, keeps by the move m.
func (x *reviewedPosition) keptBy(m Move) float64 {
	for _, ranked := range x.ranking.Moves {
		if ranked.Move == m {
			// What is cursed only if its distance is rounded may be a win.
			exact := ranked.Probe
			exact.DTZRounded = false
			return max(ranked.Result.points(), exact.At(x.position.HalfmoveClock()).points())
		}
	}
	return 0 // a null move
}

// explain looks deeper at a flaw, the move m from x to y in the game g, which has come to x, and sets
// its reason. A move that the deeper search does not find bad is fine, unless it loses or allows a
// mate that has been found; otherwise its scores count, for x and y too, and x gets the better line.
func (r *reviewing) explain(ctx context.Context, g *Game, x, y *reviewedPosition, m Move, f *Flaw) error {
	r.searcher.Forget() // so that a reason depends on nothing before it
	why, err := r.searcher.Why(ctx, g, m, Limits{Nodes: deeper * r.Nodes})
	if err = cmp.Or(err, ctx.Err()); err != nil { // without an error the search may have been cut short
		return err
	}
	reply := r.words.reply(x.position, m, y.line, replyPlies)
	played, best := &why.Reasons[0].Line, &why.Reasons[1].Line
	loss := max(best.Score.WinningChance()-played.Score.WinningChance(), 0)
	switch agrees := flawGlyph(loss) != 0 || why.Loss > 0 && f.MissedMate > 0; {
	case agrees && (f.MissedMate == 0 || why.Other == x.line[0]): // a mate that was missed is the same
	case f.MissedMate == 0 && f.AllowedMate == 0:
		f.Glyph, f.Loss = 0, loss
		return nil
	default:
		f.Why, f.Brief = reply, r.brief(nil, f)
		return nil
	}
	x.score, x.line = best.Score, best.PV[:min(len(best.PV), r.Plies)]
	after := *y
	if !y.known {
		after.score = -played.Score
	}
	if now := newFlaw(f.Ply, x, &after, m); (now.MissedMate > 0 || f.MissedMate == 0) && (now.AllowedMate > 0 || f.AllowedMate == 0) {
		*f, y.score = now, after.score
	}
	f.Why, f.Brief = r.reason(&why, reply, f), r.brief(&why, f)
	return nil
}

// reason returns the reason of a flaw in a few sentences, without what Flaw.Text says and what the
// better line shows. It begins with the reply unless a remark shows it.
func (r *reviewing) reason(why *Why, reply string, f *Flaw) string {
	told := *why
	told.Remarks = nil
	loss := max(why.Loss, f.Before-f.After, f.After-f.Before)
	ignored := slices.ContainsFunc(why.Remarks, func(r Remark) bool { return r.Kind == RemarkIgnoresThreat })
	for _, remark := range why.Remarks {
		switch kind := remark.Kind; {
		case remark.Move == why.Other:
			if remark.isShown(ignored) || slices.Contains(slightRemarks, kind) && 2*remark.Weight < loss {
				continue
			}
			if kind == RemarkWins || kind == remarkDraws || kind == remarkSacrifices {
				remark.Line.PV = remark.Line.PV[:1] // the better line goes on
			}
		case kind == RemarkIgnoresThreat:
		case kind == RemarkAllowsMate && f.AllowedMate > 0:
			if remark.Mate == f.AllowedMate {
				reply = r.words.reply(why.Position, why.Move, remark.Line.PV[1:], matingPlies)
			}
			continue
		case kind == RemarkMisses && f.MissedMate > 0, !slices.Contains(againstRemarks, kind):
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
// does: that it is better, that it mates, or that it stops the threat that the other move has
// ignored.
func (r *Remark) isShown(ignored bool) bool {
	switch r.Kind {
	case RemarkEnds:
		return r.Reason == Checkmate
	case RemarkStopsThreat:
		return ignored
	}
	return r.Kind == RemarkBetter || r.Kind == RemarkMates
}

// brief returns in a few words, without the move, what speaks most against it; nothing if neither a
// remark nor a mate does. A mate is as long as in Text, also if the explanation finds a shorter one.
func (r *reviewing) brief(why *Why, f *Flaw) string {
	if why != nil {
		first := *why
		move := r.words.localized(why.Position.SANLine(why.Move))
		for _, remark := range why.Remarks {
			if remark.Move != why.Move || !slices.Contains(againstRemarks, remark.Kind) {
				continue
			}
			mate := map[RemarkKind]int{RemarkAllowsMate: f.AllowedMate, RemarkMisses: f.MissedMate}[remark.Kind]
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
	case f.AllowedMate > 0:
		return fmt.Sprintf(r.words.allows, f.AllowedMate)
	case f.MissedMate > 0:
		return fmt.Sprintf(r.words.misses, f.MissedMate)
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
// none.
func (c *catalogue) reply(p Position, m Move, line []Move, plies int) string {
	if len(line) == 0 {
		return ""
	}
	after := p.After(m)
	return fmt.Sprintf(c.replies, c.localized(p.SANLine(m)), c.localized(after.SANLine(line[:min(len(line), plies)]...)))
}
