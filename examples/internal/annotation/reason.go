package annotation

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-0971039b/chess"
)

const (
	maxReason  = 300 // characters of the reason of a flaw
	maxBrief   = 90  // of the reason in a few words
	replyPlies = 3   // of the line that answers a bad move
	matePlies  = 7   // of one that mates
)

// deeper is how many times the nodes of a position the search has that decides whether a move is
// bad, and says why.
const deeper = 4

// against are the remarks that speak against a move.
var against = []chess.RemarkKind{
	chess.RemarkEnds, chess.RemarkAllowsMate, chess.RemarkLoses, chess.RemarkHanging, chess.RemarkMisses, "draws",
}

// slight are the remarks in favour of a move that do not explain a great loss.
var slight = []chess.RemarkKind{
	"develops", "centre", "openFile", "halfOpenFile", "outpost", "passed", "advances", "centralizes", "exchanges",
}

// explain looks deeper at a flaw, the move m from x to y in the game g, which has come to x, and
// sets its reason. A move that the deeper search does not find bad is fine, unless it loses or
// allows a mate that has been found; otherwise its scores count, for y too. Explain returns x
// with the better line.
func (a *Annotator) explain(ctx context.Context, g *chess.Game, x, y *analysedPosition, m chess.Move, f *Flaw) (analysedPosition, error) {
	better := *x
	if x.known {
		f.Brief = a.words.thrownFrom(x)
		return better, nil
	}
	a.searcher.Forget() // so that a reason depends on nothing before it
	why, err := a.searcher.Why(ctx, g, m, chess.Limits{Nodes: deeper * a.settings.Nodes})
	if err == nil {
		err = ctx.Err() // the search was cut short
	}
	if err != nil {
		return better, err
	}
	if !agrees(&why, x, f) {
		if f.MissedMate == 0 && f.AllowedMate == 0 {
			f.Kind, f.Loss = Fine, lossOf(&why)
			return better, nil
		}
		f.Why = a.reply(x.position, m, y.line, replyPlies)
		f.Brief = a.brief(nil, f)
		return better, nil
	}
	best, after := &why.Reasons[1].Line, *y
	better.score, better.line = best.Score, best.PV[:min(len(best.PV), a.settings.Plies)]
	if !y.known {
		after.score = -why.Reasons[0].Line.Score
	}
	if now := newFlaw(f.Ply, &better, &after, m); (now.MissedMate > 0 || f.MissedMate == 0) && (now.AllowedMate > 0 || f.AllowedMate == 0) {
		*f, y.score = now, after.score
	}
	f.Why = a.reason(&why, y, f)
	f.Brief = a.brief(&why, f)
	return better, nil
}

// agrees reports whether the search of the explanation finds the move bad as well, and a
// mate that was missed.
func agrees(why *chess.Why, x *analysedPosition, f *Flaw) bool {
	if f.MissedMate > 0 && why.Other != x.line[0] {
		return false
	}
	return kindOf(lossOf(why)) > Fine || why.Loss > 0 && f.MissedMate > 0
}

// lossOf returns the winning chance that the move loses by the search of the explanation, in
// percent.
func lossOf(why *chess.Why) float64 {
	best, played := why.Reasons[1].Line.Score, why.Reasons[0].Line.Score
	return max(WinningChance(best)-WinningChance(played), 0)
}

// reason returns the reason of a flaw in a few sentences, without what Flaw.text says and
// what the better line shows.
func (a *Annotator) reason(why *chess.Why, y *analysedPosition, f *Flaw) string {
	told := *why
	told.Remarks = nil
	reply := a.reply(why.Position, why.Move, y.line, replyPlies)
	loss := max(why.Loss, f.Before-f.After, f.After-f.Before)
	ignored := slices.ContainsFunc(why.Remarks, func(r chess.Remark) bool { return r.Kind == chess.RemarkIgnoresThreat })
	for _, r := range why.Remarks {
		switch {
		case r.Move == why.Other:
			if shown(&r, ignored) || slices.Contains(slight, r.Kind) && 2*r.Weight < loss {
				continue
			}
			if r.Kind == chess.RemarkWins || r.Kind == "draws" || r.Kind == "sacrifices" {
				r.Line.PV = r.Line.PV[:1] // the better line goes on
			}
		case r.Kind == chess.RemarkIgnoresThreat:
		case r.Kind == chess.RemarkAllowsMate && f.AllowedMate > 0:
			if r.Mate == f.AllowedMate {
				reply = a.reply(why.Position, why.Move, r.Line.PV[1:], matePlies)
			}
			continue
		case r.Kind == chess.RemarkMisses && f.MissedMate > 0, !slices.Contains(against, r.Kind):
			continue
		default:
			reply = ""
		}
		told.Remarks = append(told.Remarks, r)
	}
	if features := featureSum(told.Remarks); 2*features < loss {
		told.Remarks = slices.DeleteFunc(told.Remarks, func(r chess.Remark) bool { return r.Feature != "" })
	}
	return strings.TrimSpace(reply + " " + told.Text(a.settings.Language, maxReason-1-utf8.RuneCountInString(reply)))
}

// shown reports whether the better line or another sentence says what a remark on the better
// move does: that it is better, that it mates, or that it stops the threat that the other
// move has ignored.
func shown(r *chess.Remark, ignored bool) bool {
	switch r.Kind {
	case chess.RemarkEnds:
		return r.Reason == chess.Checkmate
	case chess.RemarkStopsThreat:
		return ignored
	}
	return r.Kind == chess.RemarkBetter || r.Kind == chess.RemarkMates
}

// featureSum returns how much better features are, in centipawns. If that is much less than
// the loss, they do not explain it.
func featureSum(remarks []chess.Remark) (sum chess.Score) {
	for _, r := range remarks {
		if r.Feature != "" {
			sum += max(r.Score, -r.Score)
		}
	}
	return sum
}

// reply returns a sentence with the line that answers the bad move m in p, or nothing if
// there is none.
func (a *Annotator) reply(p chess.Position, m chess.Move, line []chess.Move, plies int) string {
	if len(line) == 0 {
		return ""
	}
	after := p.After(m)
	return fmt.Sprintf(a.words.reply, a.words.san(p.SANLine(m)), a.words.san(after.SANLine(line[:min(len(line), plies)]...)))
}

// brief returns in a few words, without the move, what speaks most against it; nothing if
// neither a remark nor a mate does. A mate is as long as in Text, also if the explanation finds a
// shorter one.
func (a *Annotator) brief(why *chess.Why, f *Flaw) string {
	if why != nil {
		first := *why
		move := a.words.san(why.Position.SANLine(why.Move))
		for _, r := range why.Remarks {
			if r.Move != why.Move || !slices.Contains(against, r.Kind) {
				continue
			}
			mate := map[chess.RemarkKind]int{chess.RemarkAllowsMate: f.AllowedMate, chess.RemarkMisses: f.MissedMate}[r.Kind]
			if mate > 0 && mate != r.Mate {
				break
			}
			first.Remarks = []chess.Remark{r}
			if text, ok := strings.CutPrefix(first.Text(a.settings.Language, maxBrief+len(move)), move+" "); ok {
				return strings.TrimSuffix(text, ".")
			}
		}
	}
	switch {
	case f.AllowedMate > 0:
		return fmt.Sprintf(a.words.allows, f.AllowedMate)
	case f.MissedMate > 0:
		return fmt.Sprintf(a.words.misses, f.MissedMate)
	}
	return ""
}
