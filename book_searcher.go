package chess

import (
	"context"
	"math/rand/v2"
	"slices"
)

// BookSearcher is a Searcher that plays the moves of a Book as long as it has
// one, and then those of another Searcher. Make one with NewBookSearcher.
//
// It asks the book when it is to play a move: with a limit of depth, nodes or
// time, or with clocks. A search without any limit, for a mate, or for more
// than one line is an analysis, and the other Searcher's. While it ponders the
// book answers at once, as searchers may. A move from the book has no score and
// no depth; the expected answer is the book's heaviest.
//
// It is Configurable: it has the options OwnBook, whether to play by the book
// (true unless set), and BestBookMove, whether to play the heaviest move of the
// book always (false), and besides these all that the other Searcher has. It is
// a Forgetter as well, but what it forgets is the other's: the choice among the
// book's moves is a matter of its seed and of how many were chosen before.
type BookSearcher struct {
	settings
	book   *Book
	rng    *rand.Rand
	inBook bool // play by the book
	best   bool // its heaviest moves
}

// NewBookSearcher returns a Searcher that plays by the book, and by next when
// the book has no move. It chooses at random in proportion to the weights: with
// the same seed it will, asked for the same moves, make the same choices.
func NewBookSearcher(book *Book, next Searcher, seed uint64) *BookSearcher {
	s := &BookSearcher{book: book, rng: rand.New(rand.NewPCG(seed, 0)), inBook: true}
	s.settings = settings{next, []setting{checkSetting("OwnBook", &s.inBook), checkSetting("BestBookMove", &s.best)}}
	return s
}

// Search implements Searcher.
func (s *BookSearcher) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	limited := l.Depth != 0 || l.Nodes != 0 || l.Time != 0 || l.Clock != (Clock{})
	if s.inBook && limited && l.Mate == 0 && l.MultiPV <= 1 && g.Outcome() == (Outcome{}) {
		if m, ok := s.choose(g.present(), l.SearchMoves); ok {
			return s.result(g.present(), m), nil
		}
	}
	return s.searcher.Search(ctx, g, l)
}

// choose returns a move of the book, one of those given if there are any.
func (s *BookSearcher) choose(p *Position, among []Move) (Move, bool) {
	moves := s.book.Moves(p)
	if len(among) > 0 {
		moves = slices.DeleteFunc(moves, func(m BookMove) bool { return !slices.Contains(among, m.Move) })
	}
	if s.best {
		moves = moves[:min(1, len(moves))]
	}
	return chooseMove(moves, s.rng)
}

// result returns the Result of playing m in p.
func (s *BookSearcher) result(p *Position, m Move) Result {
	r := Result{Move: m, PV: []Move{m}}
	next := p.After(m)
	if answers := s.book.Moves(&next); len(answers) > 0 && answers[0].Weight > 0 {
		r.Ponder = answers[0].Move
		r.PV = append(r.PV, r.Ponder)
	}
	r.Lines = []Line{{PV: r.PV}}
	return r
}
