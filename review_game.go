package chess

import (
	"cmp"
	"context"
	"errors"
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
	positions, err := x.look(ctx, t)
	if err != nil {
		return nil, err
	}
	review := &Review{Flaws: []Flaw{}, Scores: []Score{positions[0].white()}}
	n, g := t.Root(), NewGame(t.Start())
	for i := range positions[1:] {
		n = n.Next()
		before, after := &positions[i], &positions[i+1]
		verdict := ""
		if n.Move() != 0 {
			f, err := x.judge(ctx, g, i+1, before, after, n)
			if err != nil {
				return nil, err
			}
			review.add(&f)
			verdict = f.Text(r.Language)
		}
		review.Scores = append(review.Scores, after.white())
		if after.known && !before.known {
			verdict = strings.TrimSpace(verdict + " " + x.words.rankingSentence(&after.ranking))
		}
		after.comment(n, verdict)
		if g, err = follow(g, n.Move()); err != nil {
			return nil, err
		}
	}
	return review, x.conclude(t, review, &positions[0])
}

// start returns the work on a game.
func (r Reviewer) start() (*reviewing, error) {
	if r.Nodes < 0 || r.Plies < 0 {
		return nil, errors.New("chess: a review needs at least one node a position, and lines of at least one ply")
	}
	r.Nodes, r.Plies = cmp.Or(r.Nodes, 50_000), cmp.Or(r.Plies, 8)
	var e Evaluator
	if r.Evaluator != nil {
		e = r.Evaluator
	}
	return &reviewing{r, r.Language.catalogue(), NewAlphaBeta(e, smallTable(r.Nodes))}, nil
}

// smallTable sets the size of a table for searches of this many nodes: a MiB for 10,000 nodes. It has
// 24,576 entries, which also hold those of the search before.
func smallTable(nodes int64) func(*AlphaBetaOptions) {
	const most = 64 // MiB
	return func(o *AlphaBetaOptions) { o.Hash = int(min(1+nodes/10_000, most)) }
}

// maxGamePlies is the length in plies of the longest game that the rules allow, with the draw after
// seventy-five moves. A longer one is not a game, and the time of its review would grow with the
// square of the length.
const maxGamePlies = 17_697

// look looks at the start position and the position after each move of the main line.
func (r *reviewing) look(ctx context.Context, t *GameTree) ([]reviewedPosition, error) {
	moves := t.Mainline()
	if len(moves) > maxGamePlies {
		return nil, fmt.Errorf("chess: %d plies are more than a game can have", len(moves))
	}
	g := NewGame(t.Start())
	first, err := r.lookAt(ctx, g)
	if err != nil {
		return nil, err
	}
	positions := []reviewedPosition{first}
	for _, m := range moves {
		if g, err = follow(g, m); err != nil {
			return nil, err
		}
		next, err := r.lookAt(ctx, g)
		if err != nil {
			return nil, err
		}
		positions = append(positions, next)
		if r.Progress != nil {
			r.Progress(len(positions)-1, len(moves))
		}
	}
	return positions, nil
}

// follow plays m and returns the game, or another after a null move, which a Game cannot hold.
func follow(g *Game, m Move) (*Game, error) {
	if m == 0 {
		return NewGame(g.Position().After(m)), nil
	}
	return g, g.Continue(m)
}

// lookAt returns what the tablebase knows of the current position of g, or else what a search finds.
func (r *reviewing) lookAt(ctx context.Context, g *Game) (reviewedPosition, error) {
	x := reviewedPosition{position: g.Position()}
	if o := g.Outcome(); o.Over() {
		x.over = true
		if o.Decided {
			x.score = Mate.view(o.Winner ^ x.position.turn()) // in Antichess the side to move may have won
		}
		return x, nil
	}
	if r.Tablebase != nil {
		if err := r.probe(ctx, &x); x.known || err != nil {
			return x, cmp.Or(err, ctx.Err())
		}
	}
	result, err := r.searcher.Search(ctx, g, Limits{Nodes: r.Nodes})
	if err = cmp.Or(err, ctx.Err()); err != nil { // without an error the search may have been cut short
		return x, err
	}
	x.score, x.line = result.Score, result.PV[:min(len(result.PV), r.Plies)]
	return x, nil
}

// probe adds what the tablebase knows of a position that is not the end of a game: the score and the
// best line, or only its first move. It is an error if the tablebase is broken or ctx is done.
func (r *reviewing) probe(ctx context.Context, x *reviewedPosition) error {
	v, err := RankMoves(r.Tablebase, x.position)
	if errors.Is(err, ErrNotInTablebase) {
		return nil
	}
	if err != nil {
		return err
	}
	x.known, x.ranking, x.score = true, v, v.Moves[0].Score()
	plies := r.Plies
	if v.Result.outcome() == WDLDraw || !v.Probe.DTMKnown {
		plies = 1 // many lines are equal, or it is not known which is the shortest
	}
	x.line, err = v.Line(ctx, r.Tablebase, plies)
	return err
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
