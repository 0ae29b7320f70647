package chess

import (
	"context"
	"math/bits"
	"slices"
)

// Winnability tells whether a side can still win.
type Winnability struct {
	Possible bool   `json:"possible"`        // false only if it is proved that the side cannot win
	Line     []Move `json:"line"`            // moves by which it wins, of both sides, not always the fewest; nil if none was found
	Reason   string `json:"reason,omitzero"` // if there is no Line, why: in words such as "blocked"
	Nodes    int    `json:"nodes"`           // how many positions were looked at
}

// The reasons besides those of an Outcome.
const (
	reasonExhausted = "no series of moves wins"        // all were looked at
	reasonBlocked   = "blocked"                        // the pieces that can get to a king are not enough to mate it
	reasonLimit     = "nothing found within the limit" // a win may still be possible
)

// A winSearch looks for a series of moves by which one side wins. Both sides help. It goes on from the
// position that looks nearest to a mate, and meets each position once: positions are told apart by their
// keys, so that if none is left, there is no such series.
type winSearch struct {
	winner   Color
	nodes    []winNode
	slots    []int32     // a hash table of numbers of nodes, plus one
	queues   [2]winQueue // by the distance from a mate, and from a plan
	plans    []matePlan
	blockade blockade
	standard bool // checkmate is the only way to win
}

type winNode struct {
	key    Key
	parent int32
	move   Move
	plies  int32
	done   bool // its moves were played
	fresh  bool // it follows a capture or the move of a pawn
}

// A winQueue holds numbers of nodes by their distance.
type winQueue struct {
	buckets [512][]int32
	nearest int
}

func (q *winQueue) push(n int32, distance int) {
	distance = min(distance, len(q.buckets)-1)
	q.buckets[distance] = append(q.buckets[distance], n)
	q.nearest = min(q.nearest, distance)
}

// pop returns one of the nearest nodes, the newest or the oldest.
func (q *winQueue) pop(oldest bool) (n int32, ok bool) {
	for ; q.nearest < len(q.buckets); q.nearest++ {
		if b := q.buckets[q.nearest]; len(b) > 0 {
			last := len(b) - 1
			if oldest {
				q.buckets[q.nearest] = b[1:]
				return b[0], true
			}
			q.buckets[q.nearest] = b[:last]
			return b[last], true
		}
	}
	return 0, false
}

// find returns the slot of k, and whether it is taken.
func (s *winSearch) find(k *Key) (slot int, ok bool) {
	mask := len(s.slots) - 1
	for i := int(k.mix()) & mask; ; i = (i + 1) & mask {
		n := s.slots[i]
		if n == 0 {
			return i, false
		}
		if s.nodes[n-1].key == *k {
			return i, true
		}
	}
}

// add adds the position after a move unless it is known.
func (s *winSearch) add(p *Position, parent int32, m Move) {
	if 2*len(s.nodes) >= len(s.slots) {
		s.slots = make([]int32, max(1024, 4*len(s.slots)))
		for i := range s.nodes {
			slot, _ := s.find(&s.nodes[i].key)
			s.slots[slot] = int32(i) + 1
		}
	}
	k := p.key()
	slot, ok := s.find(&k)
	plies := int32(0)
	if parent >= 0 {
		plies = s.nodes[parent].plies + 1
	}
	if ok {
		if known := &s.nodes[s.slots[slot]-1]; plies < known.plies { // a shorter way
			known.parent, known.move, known.plies = parent, m, plies
		}
		return
	}
	n := int32(len(s.nodes))
	s.nodes = append(s.nodes, winNode{key: k, parent: parent, move: m, plies: plies, fresh: p.halfmove == 0})
	s.slots[slot] = n + 1
	s.queues[0].push(n, s.toMate(p))
	if s.plans != nil {
		s.queues[1].push(n, s.toPlan(p))
	}
}

// search looks at up to limit positions, root the first of them, and goes on where it was.
func (s *winSearch) search(ctx context.Context, root *Position, limit int) (Winnability, error) {
	var moves [MaxMoves]Move
	var next Position
	s.add(root, -1, 0)
	for turn := 0; len(s.nodes) < limit; turn++ {
		if turn%256 == 255 && ctx.Err() != nil {
			return s.found(nil, reasonLimit), ctx.Err()
		}
		queue, oldest := 0, false
		if s.plans != nil { // each queue from both ends: 1.2 times as many hard positions are decided
			queue, oldest = turn&1, turn&2 != 0
		}
		n, ok := s.queues[queue].pop(oldest)
		if !ok {
			return s.found(nil, reasonExhausted), nil
		}
		node := &s.nodes[n]
		if node.done {
			continue
		}
		node.done = true
		p := node.key.Position()
		if s.plans != nil && node.fresh && s.blockade.set(&p) && !s.blockade.allowsMate(s.winner) {
			continue
		}
		for _, m := range p.appendMoves(moves[:0]) {
			next.do(m, &p)
			if s.won(&p, &next) {
				return s.found(s.line(n, m), ""), nil
			}
			if (next.halfmove != 0 || next.canWin(s.winner)) && (s.standard || !next.outcome().Over()) {
				s.add(&next, n, m)
			}
		}
	}
	return s.found(nil, reasonLimit), nil
}

func (s *winSearch) found(line []Move, reason string) Winnability {
	return Winnability{Possible: reason != reasonExhausted, Line: line, Reason: reason, Nodes: len(s.nodes)}
}

// won reports whether the winner has won by the move from p to next.
func (s *winSearch) won(p, next *Position) bool {
	if s.standard {
		return p.turn() == s.winner && next.mated()
	}
	o := next.outcome()
	return o.Decided && o.Winner == s.winner
}

// line returns the moves to a node, and m.
func (s *winSearch) line(n int32, m Move) []Move {
	line := []Move{m}
	for ; s.nodes[n].parent >= 0; n = s.nodes[n].parent {
		line = append(line, s.nodes[n].move)
	}
	slices.Reverse(line)
	return line
}

// toMate estimates how far p is from a mate. The winner first needs a rook, a queen or a pawn that
// becomes one; then the other king goes to a corner, and what protects it is given away. Bishops and knights
// alone need its own pieces in its way, but no rooks and queens, which have too many moves, and not many.
func (s *winSearch) toMate(p *Position) (distance int) {
	// The fewest nodes in 800 positions, of games and made ones, one weight changed at a time.
	flight := 2
	const (
		stage   = 80 // more than most of what follows
		step    = 3
		inFront = 10
		piece   = 8
		heavy   = 16
		spare   = 10
		corner  = 2
		apart   = 5
		near    = 4
	)
	attacked, occupied := p.attackedBy(s.winner)
	b := bitboards(&p.cells)
	own := b[3]
	if s.winner == White {
		own = occupied &^ own
	}
	theirs := occupied &^ own
	pawns, rooks := b[0]&^b[1]&^b[2], b[2]&^(b[1]&^b[0]) // and queens
	king := p.king(s.winner.Other())
	toCorner := 2 * (min(king.File(), 7-king.File()) + min(king.Rank(), 7-king.Rank()))
	switch {
	case own&rooks != 0:
		distance = piece * (theirs.Len() - 1)
	case own&pawns != 0:
		nearest := stage
		for sq := range (own & pawns).All() {
			moves, last := toPromotion(s.winner, sq)
			nearest = min(nearest, step*moves+inFront*((sq.Between(last)|last.Set())&occupied).Len())
		}
		return stage + nearest + piece*(theirs.Len()-1)
	default:
		distance = 3*stage + heavy*(theirs&rooks).Len() + spare*max(0, theirs.Len()-3)
		// With these, 30 of 35 positions with a knight are solved that were not.
		flight = 5
		minor := 7
		for sq := range (own &^ p.king(s.winner).Set()).All() {
			minor = min(minor, king.Distance(sq))
		}
		distance += near * max(0, minor-2)
		switch bishops := own & b[0] & b[1]; { // if there is nothing else, the corner has to be of their colour
		case bishops.Len() != own.Len()-1:
			toCorner *= 2
		case bishops&darkSquares == 0:
			toCorner = 4 * min(king.Distance(A8), king.Distance(H1))
		case bishops&^darkSquares == 0:
			toCorner = 4 * min(king.Distance(A1), king.Distance(H8))
		}
	}
	distance += flight*(kingAttacks[king]&^theirs&^attacked).Len() + corner*toCorner
	return distance + apart*max(0, king.Distance(p.king(s.winner))-2)
}

// toPlan estimates how far p is from the nearest of the plans.
func (s *winSearch) toPlan(p *Position) int {
	var squares [16][16]Square // by Piece
	var count [16]int
	for i, word := range p.cells {
		for rest := occupied(word); rest != 0; rest &= rest - 1 {
			at := bits.TrailingZeros64(rest)
			if piece := word >> at & 15; count[piece] < 16 {
				squares[piece][count[piece]] = Square(16*i + at/4)
				count[piece]++
			}
		}
	}
	nearest := 128
	for i := range s.plans {
		moves := 0
		for j := range s.plans[i].steps {
			step := &s.plans[i].steps[j]
			least := unreachable
			for _, sq := range squares[step.piece&15][:count[step.piece&15]] {
				least = min(least, int(step.far[sq]))
			}
			if step.pawn {
				c := step.piece.Color()
				if c != s.winner { // any piece of theirs will do to stand in the king's way
					for _, t := range [...]PieceType{Knight, Bishop, Rook} {
						for _, sq := range squares[t.Of(c)][:count[t.Of(c)]] {
							least = min(least, int(step.far[sq]))
						}
					}
				}
				pawn := Pawn.Of(c)
				for _, sq := range squares[pawn][:count[pawn]] {
					steps, last := toPromotion(c, sq)
					least = min(least, 2*steps+1+int(step.far[last]))
				}
			}
			moves += least
		}
		nearest = min(nearest, moves)
	}
	return 2 * nearest
}
