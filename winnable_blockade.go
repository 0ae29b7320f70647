package chess

import (
	"cmp"
	"slices"
)

// A blockade holds at least what can ever happen in a position: where each piece can ever stand, and
// which pieces can leave their squares. It grows from nothing: as long as a piece is fixed, it is
// in the way of others and guards the squares around it, and each move that this leaves may free
// another. Since moves are played one after the other, no game gets out of what it has in the end.
//
// Whether a move is safe, and whose turn it is, does not count, so a mate that a blockade
// allows may still be impossible; one that it does not allow is.
type blockade struct {
	list  [32]blockaded
	n     int
	fixed SquareSet    // the squares of pieces that cannot leave them
	guard [2]SquareSet // by Color, what fixed pieces guard for ever
}

// A blockaded is a piece of a blockade.
type blockaded struct {
	piece    Piece
	from     Square
	free     bool      // it can leave its square, or be captured there
	reach    SquareSet // where it can stand
	promoted SquareSet // where it can stand after its promotion
	seen     SquareSet // the squares from which all it reaches has been added, as long as no other piece becomes free
}

func (b *blockade) pieces() []blockaded { return b.list[:b.n] }

// set makes b the blockade of p and reports whether there is one: not in variants, and not while
// a side may castle.
func (b *blockade) set(p *Position) bool {
	if p.state&(stateRules|stateCastling) != 0 || p.large {
		return false
	}
	b.n, b.fixed = 0, 0
	for sq, piece := range p.Pieces() {
		b.list[b.n] = blockaded{piece: piece, from: sq, reach: sq.Set()}
		b.n++
	}
	if ep := p.enPassant(); ep != NoSquare { // as if the pawn could be captured there
		pushed := ep.Set().Forward(p.turn().Other()).First()
		for i := range b.pieces() {
			if e := &b.list[i]; e.from == pushed {
				e.reach |= ep.Set()
				e.free = true
			}
		}
	}
	for b.grow() {
	}
	return true
}

// grow adds a move of each piece and reports whether that was anything new.
func (b *blockade) grow() (grown bool) {
	var stand SquareSet          // where anything can stand
	var fixed, prey [2]SquareSet // by Color, what cannot be entered by its pieces, and what can be captured
	before := b.fixed
	b.fixed, b.guard = 0, [2]SquareSet{}
	for i := range b.pieces() {
		e := &b.list[i]
		c := e.piece.Color() & 1
		stand |= e.reach | e.promoted
		if e.piece.Type() != King {
			prey[c] |= e.reach | e.promoted
		}
		if !e.free {
			b.fixed |= e.from.Set()
			fixed[c] |= e.from.Set()
			if e.piece.Type() == King {
				fixed[c^1] |= e.from.Set()
			}
		}
	}
	for i := range b.pieces() {
		e := &b.list[i]
		if b.fixed != before {
			e.seen = 0
		}
		if !e.free {
			b.guard[e.piece.Color()&1] |= e.piece.Attacks(e.from, stand)
		}
	}
	for i := range b.pieces() {
		e := &b.list[i]
		c := e.piece.Color() & 1
		reach, promoted := e.reach, e.promoted
		if e.piece.Type() == Pawn {
			reach |= e.reach.Forward(c)&^b.fixed | pawnAttacks(c, e.reach)&prey[c^1]&^fixed[c]
			last := reach & (firstRank | firstRank<<56)
			reach, promoted = reach&^last, promoted|last
			for sq := range (promoted &^ e.seen).All() {
				promoted |= (Queen.Of(c).Attacks(sq, b.fixed) | knightAttacks[sq]) &^ fixed[c]
				e.seen |= sq.Set()
			}
		} else {
			open := ^fixed[c]
			if e.piece.Type() == King {
				open &^= b.guard[c^1]
				e.seen = 0 // as fewer squares may be guarded now
			}
			for sq := range (e.reach &^ e.seen).All() {
				reach |= e.piece.Attacks(sq, b.fixed) & open
			}
			e.seen |= e.reach
		}
		if reach == e.reach && promoted == e.promoted {
			continue
		}
		grown = true
		e.reach, e.promoted, e.free = reach, promoted, true
		for j := range b.pieces() {
			if o := &b.list[j]; o.piece.Color() != e.piece.Color() && o.piece.Type() != King && (reach | promoted).Has(o.from) {
				o.free = true
			}
		}
	}
	return grown
}

// around returns which of the nine squares around and under a king are in a set, as bits.
func around(king Square, set SquareSet) int {
	set &= kingAttacks[king] | king.Set()
	if king > 9 {
		set >>= king - 9
	} else {
		set <<= 9 - king
	}
	return int(set&7 | set>>8&7<<3 | set>>16&7<<6)
}

// wholeNet is a mate: the king's square is attacked, and the others are taken from it.
const wholeNet = 1<<9 - 1

// A post is a square where a piece can help to mate.
type post struct {
	piece Piece // a queen or a knight for a pawn that has promoted
	pawn  bool  // it is one
	of    uint8 // the number of the piece in the blockade
	moves uint8 // to get there, if it is known
	to    Square
	takes SquareSet // from the king: what the piece attacks, or where it stands in its own king's way
}

// posts appends the posts for mates by c.
func (b *blockade) posts(dst []post, c Color) []post {
	inWay := b.fixed &^ b.king(c.Other()).from.Set() // lines go on behind the king
	for i := range b.pieces() {
		e := &b.list[i]
		add := func(piece Piece, squares SquareSet, pawn bool) {
			for sq := range squares.All() {
				takes := sq.Set()
				if piece.Color() == c {
					takes = piece.Attacks(sq, inWay)
				}
				dst = append(dst, post{piece, pawn, uint8(i), 0, sq, takes})
			}
		}
		if e.piece != King.Of(c.Other()) {
			add(e.piece, e.reach, false)
			add(Queen.Of(e.piece.Color()), e.promoted, true)
			if e.piece.Color() == c {
				add(Knight.Of(c), e.promoted, true)
			}
		}
	}
	return dst
}

// king returns the king of c.
func (b *blockade) king(c Color) *blockaded {
	for i := range b.pieces() {
		if e := &b.list[i]; e.piece == King.Of(c) {
			return e
		}
	}
	return nil
}

// allowsMate reports whether c's pieces can ever stand so that the other king is mated.
func (b *blockade) allowsMate(c Color) bool {
	var buf [256]post
	posts := b.posts(buf[:0], c)
	for sq := range b.king(c.Other()).reach.All() {
		if _, ok := b.net(sq, c, posts, false); ok {
			return true
		}
	}
	return false
}

// net reports whether the king can be mated on a square: whether some pieces, each at one of its
// posts, take all squares around it. If they are wanted, it returns the ones that need the fewest moves.
func (b *blockade) net(king Square, c Color, posts []post, wanted bool) (cheapest []post, ok bool) {
	start := wholeNet &^ around(king, kingAttacks[king]|king.Set()) // off the board
	start |= around(king, b.guard[c&1])
	all := start
	for i := range posts {
		all |= around(king, posts[i].takes)
	}
	if all != wholeNet {
		return nil, false
	}
	type stage struct {
		was   [wholeNet + 1]uint16
		posts []post
	}
	var (
		stages []*stage
		cost   [wholeNet + 1]uint16 // the moves for each set of squares, plus one; 0 if it has not been found
		sets   [wholeNet + 1]uint16 // those found
		n      = 1
	)
	sets[0], cost[start] = uint16(start), 1
	for len(posts) > 0 {
		ofOne := posts
		for i := range posts {
			if posts[i].of != posts[0].of {
				ofOne = posts[:i]
				break
			}
		}
		posts = posts[len(ofOne):]
		was, found := cost, n // a piece is at one post: none is added to another of its own
		for i := range ofOne {
			t := &ofOne[i]
			squares := around(king, t.takes)
			if squares&^start == 0 || t.to == king || t.piece == King.Of(c) && king.Distance(t.to) < 2 {
				continue
			}
			for _, rest := range sets[:found] {
				set := rest | uint16(squares)
				moves := was[rest] + uint16(t.moves)
				if cost[set] == 0 {
					sets[n] = set
					n++
				} else if cost[set] <= moves {
					continue
				}
				cost[set] = moves
			}
		}
		if cost[wholeNet] != 0 && !wanted {
			return nil, true
		}
		if wanted && n > found {
			stages = append(stages, &stage{was, ofOne})
		}
	}
	if cost[wholeNet] == 0 || !wanted {
		return nil, cost[wholeNet] != 0
	}
	left, moves := wholeNet, cost[wholeNet]
	for _, s := range slices.Backward(stages) {
		if s.was[left] == moves {
			continue
		}
	search:
		for i := range s.posts {
			squares := around(king, s.posts[i].takes)
			for rest, was := range &s.was {
				if was != 0 && rest|squares == left && was+uint16(s.posts[i].moves) == moves {
					cheapest = append(cheapest, s.posts[i])
					left, moves = rest, was
					break search
				}
			}
		}
	}
	return cheapest, true
}

// A matePlan tells which pieces have to get where for a mate.
type matePlan struct {
	moves int // for all of them
	steps []planStep
}

// A planStep is the way of one piece.
type planStep struct {
	piece Piece
	pawn  bool      // it may have to promote first
	far   [64]uint8 // how many moves it takes from each square
}

// unreachable is more than the moves of any way.
const unreachable = 20

// distances returns how many moves a piece takes from each square to one, with the pieces that are
// fixed in its way.
func (b *blockade) distances(piece Piece, to Square) (far [64]uint8) {
	for sq := range far {
		far[sq] = unreachable
	}
	far[to] = 0
	last, known := to.Set(), to.Set()
	for n := uint8(1); last != 0 && n < unreachable; n++ {
		var next SquareSet
		if piece.Type() == Pawn {
			next = last.Forward(piece.Color().Other())
		} else {
			for sq := range last.All() {
				next |= piece.Attacks(sq, b.fixed)
			}
		}
		next &^= known
		for sq := range next.All() {
			far[sq] = n
		}
		known |= next
		last = next &^ b.fixed
	}
	return far
}

// toPromotion returns how many moves a pawn of c on sq takes to promote if nothing is in its way, and
// the square where it does.
func toPromotion(c Color, sq Square) (moves int, to Square) {
	if c == White {
		return 7 - sq.Rank(), sq | A8
	}
	return sq.Rank(), sq & 7
}

// plans returns up to most ways to mates by c, those of the fewest moves first. There is none only if
// there can be no mate.
func (b *blockade) plans(c Color, most int) (plans []matePlan) {
	posts := b.posts(nil, c)
	for i := range posts {
		t := &posts[i]
		from := b.list[t.of].from
		if t.pawn {
			moves, _ := toPromotion(t.piece.Color(), from)
			t.moves = uint8(moves + 1)
			continue
		}
		far := b.distances(t.piece, t.to)
		t.moves = far[from]
	}
	king := b.king(c.Other())
	for sq := range king.reach.All() {
		pieces, ok := b.net(sq, c, posts, true)
		if !ok {
			continue
		}
		far := b.distances(king.piece, sq)
		plan := matePlan{moves: int(far[king.from]), steps: []planStep{{king.piece, false, far}}}
		for _, t := range pieces {
			plan.moves += int(t.moves)
			plan.steps = append(plan.steps, planStep{t.piece, t.pawn, b.distances(t.piece, t.to)})
		}
		plans = append(plans, plan)
	}
	slices.SortStableFunc(plans, func(x, y matePlan) int { return cmp.Compare(x.moves, y.moves) })
	return plans[:min(len(plans), most)]
}
