package chess

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
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
// part. It is also an error if Nodes, Plies or Time is negative, or if the game is longer than the 17,697
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
		m, err := r.judge(ctx, i+1, before, after, n)
		if err != nil {
			return nil, err
		}
		m.Time = timeUsed(n, &clocks[m.Color], control.Added(i/2+1))
		review.add(&m, n.Move() != 0)
		review.Scores = append(review.Scores, after.white())
		if o := after.position.Opening(); o.Name != "" {
			review.Opening, review.OpeningPly = o, m.Ply
		}
		verdict := m.Text(r.Language)
		if after.known && !before.known {
			verdict = strings.TrimSpace(verdict + " " + r.words.rankingSentence(&after.ranking))
		}
		after.comment(n, verdict)
	}
	return review, r.conclude(t, review, positions[0])
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
	side := [2]*ReviewedSide{White: &r.White, Black: &r.Black}[m.Color]
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
