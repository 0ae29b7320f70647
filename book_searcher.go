package chess

import (
	"context"
	"fmt"
	"slices"
)

// BookSearcher is a Searcher that plays a move of a Book if the book has one for
// the position, and otherwise that of another Searcher. Make one with
// NewBookSearcher.
//
// It uses the book in searches with a limit of depth, nodes or time, or with clocks,
// and if the other Searcher limits itself (see SelfLimiting). Any other search without
// a limit, and one for a mate or for more than one line, is an analysis, and goes to
// the other Searcher. When it ponders, a move of the book is returned at once, as
// Searcher permits. A move of the book has the depth and the score 0, and its Ponder is
// the book's move of largest weight.
//
// It is Configurable: it has the options OwnBook, whether to use the book (true
// unless set), and BestBookMove, whether always to play the move of largest weight
// (false unless set), and all other options of the other Searcher. It is also a
// Forgetter, which passes Forget on: the choice among the book's moves depends only
// on the seed and on the number of choices before.
type BookSearcher struct {
	settings
	book   *Book
	inBook bool // OwnBook
	best   bool // BestBookMove
}

// String says which book and which searcher play.
func (s *BookSearcher) String() string { return fmt.Sprintf("%v, then %v", s.book, s.searcher) }

// NewBookSearcher returns a Searcher that plays by the book, and by next when the
// book has no move. It chooses a move at random, with probabilities proportional
// to the weights. With the same seed it makes the same choices in the same
// sequence of searches. A nil book has no moves.
func NewBookSearcher(book *Book, next Searcher, seed uint64) *BookSearcher {
	if book == nil {
		book = new(Book)
	}
	s := &BookSearcher{book: book, inBook: true}
	s.settings = settings{searcher: next, own: []setting{checkSetting("OwnBook", &s.inBook), checkSetting("BestBookMove", &s.best)}, rng: newRand(seed)}
	return s
}

// Search implements Searcher.
func (s *BookSearcher) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	limited := l.Depth != 0 || l.Nodes != 0 || l.Time != 0 || l.Clock != (Clock{}) || s.LimitsItself()
	if g != nil && s.inBook && limited && l.Mate == 0 && l.MultiPV <= 1 && !g.Outcome().Over() {
		if m, ok := s.choose(g.current(), &l); ok {
			return s.result(g.current(), m), nil
		}
	}
	return s.search(ctx, g, l)
}

// choose returns a move of the book for p that the limits allow.
func (s *BookSearcher) choose(p *Position, l *Limits) (Move, bool) {
	moves := slices.DeleteFunc(s.book.Moves(p), func(m BookMove) bool { return !l.allows(p, m.Move) })
	if s.best {
		moves = moves[:min(1, len(moves))]
	}
	return chooseMove(moves, s.rng)
}

// result returns the Result of playing m in p.
func (s *BookSearcher) result(p *Position, m Move) Result {
	r := Result{Position: *p, Move: m, PV: []Move{m}}
	next := p.After(m)
	if replies := s.book.Moves(&next); len(replies) > 0 && replies[0].Weight > 0 {
		r.Ponder = replies[0].Move
		r.PV = append(r.PV, r.Ponder)
	}
	r.Lines = []Line{{Position: *p, PV: r.PV}}
	return r
}
