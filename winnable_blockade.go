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
	fixed SquareSet // the squares of pieces that cannot leave them
}

// A blockaded is a piece of a blockade.
type blockaded struct {
	piece    Piece
	from     Square
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
	ep := p.enPassant()
	for sq, piece := range p.Pieces() {
		e := &b.list[b.n]
		*e = blockaded{piece: piece, from: sq, reach: sq.Set()}
		if sq == ep^8 { // as if the pawn could still be captured on the square before
			e.reach |= ep.Set()
		}
		b.n++
	}
	for b.grow() {
	}
	return true
}

// grow adds a move of each piece and reports whether that was anything new.
func (b *blockade) grow() (grown bool) {
	var stand, shared SquareSet  // where a piece can stand, and where more than one
	var fixed, prey [2]SquareSet // by Color, what cannot be entered by its pieces, and what can be captured
	var guard [2]SquareSet       // by Color, what its fixed pieces guard for ever
	before := b.fixed
	b.fixed = 0
	for i := range b.pieces() {
		e := &b.list[i]
		all := e.reach | e.promoted
		shared |= stand & all
		stand |= all
		if e.piece.Type() != King {
			prey[e.piece.Color()&1] |= all
		}
	}
	for i := range b.pieces() {
		e := &b.list[i]
		c := e.piece.Color() & 1
		if e.reach|e.promoted != e.from.Set()&^shared { // it can leave its square, or be captured there
			continue
		}
		b.fixed |= e.reach
		fixed[c] |= e.reach
		if e.piece.Type() == King {
			fixed[c^1] |= e.reach
		}
		guard[c] |= e.piece.Attacks(e.from, stand)
	}
	for i := range b.pieces() {
		e := &b.list[i]
		c := e.piece.Color() & 1
		if b.fixed != before { // so less is in the way, and guarded: what is fixed guards no line, as it could move there
			e.seen = 0
		}
		reach, promoted, open := e.reach, e.promoted, ^fixed[c]
		if e.piece.Type() == Pawn {
			reach |= reach.Forward(c)&^b.fixed | pawnAttacks(c, reach)&prey[c^1]
			last := reach & (firstRank | firstRank<<56)
			reach, promoted = reach&^last, promoted|last
			for sq := range (promoted &^ e.seen).All() {
				promoted |= (Queen.Of(c).Attacks(sq, b.fixed) | knightAttacks[sq]) & open
				e.seen |= sq.Set()
			}
		} else {
			if e.piece.Type() == King {
				open &^= guard[c^1]
			}
			for sq := range (e.reach &^ e.seen).All() {
				reach |= e.piece.Attacks(sq, b.fixed) & open
			}
			e.seen = e.reach
		}
		grown = grown || reach != e.reach || promoted != e.promoted
		e.reach, e.promoted = reach, promoted
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
	piece   Piece // a queen for a pawn that has promoted
	pawn    bool  // it is one
	of      uint8 // the number of the piece in the blockade
	moves   uint8 // to get there, if it is known
	to      Square
	squares uint16    // around the king of a net, which the piece takes from it
	takes   SquareSet // from the king: what the piece attacks, or where it stands in its own king's way
}

// posts appends the posts for mates by c.
func (b *blockade) posts(dst []post, c Color) []post {
	for i := range b.pieces() {
		e := &b.list[i]
		add := func(piece Piece, squares SquareSet, pawn bool) {
			for sq := range squares.All() {
				takes := sq.Set()
				if piece.Color() == c {
					takes = piece.Attacks(sq, b.fixed)
					if pawn { // a knight is as good
						takes |= knightAttacks[sq]
					}
				}
				dst = append(dst, post{piece: piece, pawn: pawn, of: uint8(i), to: sq, takes: takes})
			}
		}
		if e.piece != King.Of(c.Other()) {
			add(e.piece, e.reach, false)
			add(Queen.Of(e.piece.Color()), e.promoted, true)
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
		if cheapestNet(sq, c, posts) != nil {
			return true
		}
	}
	return false
}

// A net is a set of squares around a king that pieces take from it.
type net struct {
	moves int   // to the posts
	last  *post // of one piece
	rest  *net  // the net of the others, nil if there is none
}

// cheapestNet returns the posts of different pieces that take all squares around and under a king of c's
// opponent and need the fewest moves, or nil if there are none.
func cheapestNet(king Square, c Color, posts []post) *net {
	start := wholeNet &^ around(king, kingAttacks[king]|king.Set()) // off the board
	all := start
	for i := range posts {
		t := &posts[i]
		t.squares = uint16(around(king, t.takes))
		if t.to == king || t.piece == King.Of(c) && king.Distance(t.to) < 2 {
			t.squares = 0
		}
		all |= int(t.squares)
	}
	if all != wholeNet {
		return nil
	}
	var nets [wholeNet + 1]*net
	nets[start] = &net{}
	for len(posts) > 0 && (nets[wholeNet] == nil || nets[wholeNet].moves > 0) {
		n := slices.IndexFunc(posts, func(t post) bool { return t.of != posts[0].of })
		if n < 0 {
			n = len(posts)
		}
		ofOne := posts[:n]
		posts = posts[n:]
		// Larger nets first: so none gets a second post of the same piece.
		for set := wholeNet - 1; set >= start; set-- {
			rest := nets[set]
			if rest == nil {
				continue
			}
			for i := range ofOne {
				t := &ofOne[i]
				larger := &nets[set|int(t.squares)]
				if moves := rest.moves + int(t.moves); *larger == nil || moves < (*larger).moves {
					*larger = &net{moves, t, rest}
				}
			}
		}
	}
	return nets[wholeNet]
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
		n := cheapestNet(sq, c, posts)
		if n == nil {
			continue
		}
		far := b.distances(king.piece, sq)
		plan := matePlan{moves: n.moves + int(far[king.from]), steps: []planStep{{king.piece, false, far}}}
		for ; n.rest != nil; n = n.rest {
			t := n.last
			plan.steps = append(plan.steps, planStep{t.piece, t.pawn, b.distances(t.piece, t.to)})
		}
		plans = append(plans, plan)
	}
	slices.SortStableFunc(plans, func(x, y matePlan) int { return cmp.Compare(x.moves, y.moves) })
	return plans[:min(len(plans), most)]
}
