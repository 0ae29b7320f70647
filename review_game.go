package chess

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Review reviews the main line of t and adds the results to t. Each move gets a comment with the
// value of the position after it, as Node.SetEval writes it. A bad move also gets a glyph, a
// sentence, the reason, and the better line as a variation. The position in which the Tablebase
// first knows the result gets a sentence too. A comment before the first move sums up the game. The
// game gets the tags Annotator, WhiteAccuracy and BlackAccuracy, and those of TagOpening. Comments,
// glyphs and variations of t are kept, except for older values, and for "!", "?" and the like at a
// bad move.
//
// If ctx is done or the Tablebase fails, Review returns the error, and t may have been changed in
// part. It is also an error if Nodes or Plies is negative, or if the game is longer than the 17,697
// plies that the rules allow.
func (r Reviewer) Review(ctx context.Context, t *GameTree) (*Review, error) {
	x, err := r.start()
	if err = cmp.Or(err, t.law.unwritable()); err != nil {
		return nil, err
	}
	return x.review(ctx, t)
}

// review is Review.
func (r *reviewing) review(ctx context.Context, t *GameTree) (*Review, error) {
	positions, err := r.look(ctx, t)
	if err == nil {
		err = r.settle(ctx, positions, t.Mainline())
	}
	if err != nil {
		return nil, err
	}
	review := &Review{Flaws: []Flaw{}, Scores: []Score{positions[0].white()}}
	n := t.Root()
	for i := range positions[1:] {
		n = n.Next()
		before, after := positions[i], positions[i+1]
		verdict := ""
		if n.Move() != 0 {
			f, err := r.judge(ctx, i+1, before, after, n)
			if err != nil {
				return nil, err
			}
			review.add(&f)
			verdict = f.Text(r.Language)
		}
		review.Scores = append(review.Scores, after.white())
		if after.known && !before.known {
			verdict = strings.TrimSpace(verdict + " " + r.words.rankingSentence(&after.ranking))
		}
		after.comment(n, verdict)
	}
	return review, r.conclude(t, review, positions[0])
}

// add adds a move to the sums, and to the flaws if it is one.
func (r *Review) add(f *Flaw) {
	side := [2]*ReviewedSide{White: &r.White, Black: &r.Black}[f.Color]
	side.Moves++
	side.Accuracy += accuracy(f.Loss)
	switch f.Glyph {
	case 0:
		return
	case DubiousMove:
		side.Inaccuracies++
	case Mistake:
		side.Mistakes++
	case Blunder:
		side.Blunders++
	}
	if f.MissedMate > 0 {
		side.MissedMates++
	}
	r.Flaws = append(r.Flaws, *f)
}

// conclude completes the review, and adds the tags and the comment before the first move.
func (r *reviewing) conclude(t *GameTree, review *Review, first *reviewedPosition) error {
	review.TurningPoints = turningPoints(review.Flaws)
	for c, side := range [2]*ReviewedSide{White: &review.White, Black: &review.Black} {
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

// turningPoints returns the plies of the flaws after which the winning chances have changed most, in
// the order of the game: mistakes and blunders, the one that loses most and up to two others that
// lose at least half as much.
func turningPoints(flaws []Flaw) []int {
	const most = 3
	turns := slices.DeleteFunc(slices.Clone(flaws), func(f Flaw) bool { return f.Glyph == DubiousMove })
	slices.SortStableFunc(turns, func(a, b Flaw) int { return cmp.Compare(b.Loss, a.Loss) })
	plies := []int{}
	for _, f := range turns[:min(len(turns), most)] {
		if f.Loss >= turns[0].Loss/2 {
			plies = append(plies, f.Ply)
		}
	}
	slices.Sort(plies)
	return plies
}
