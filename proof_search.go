package chess

import (
	"context"
	"errors"
)

// Prove sets Steps to a proof of the claim, or to nil if there is an error. It matches ErrDisproved if the
// claim is false. It is another error if neither is known after a number of nodes, which are positions of
// some 200 bytes each; if ctx is done; or if the fields are no claim.
//
// Unless t is nil, it tells which positions are mates, if it knows distances to mate, and which are not. The
// proof has all moves to the mate, so that a checker needs no tables. An error of t is returned.
func (p *Proof) Prove(ctx context.Context, t Tablebase, nodes int64) error {
	return p.prove(ctx, t, nodes, nil)
}

var errNotProven = errors.New("chess: neither proven nor disproved within the limit of nodes")

// prove is Prove. Unless the line is empty, it begins at the Start: the proof begins with its first move
// if the Winner plays it, and its other moves are tried first.
func (p *Proof) prove(ctx context.Context, t Tablebase, nodes int64, line []Move) error {
	p.Steps = nil
	start, err := p.begin()
	if err != nil {
		return err
	}
	x := prover{
		proofGoal: p.goal(&start), ctx: ctx, tables: t, left: nodes,
		nodes: map[proofPlace]*proofNode{}, bounds: map[Key]proofBound{}, hinted: map[Key]bool{}, needs: map[Key]int{},
	}
	at := start
	for _, m := range line {
		if at, err = at.Play(m); err != nil {
			return err
		}
		x.hinted[at.key()] = true
	}
	if p.forbids() {
		err = x.close(&start)
	} else {
		err = x.win(&start, line)
	}
	if err != nil {
		p.Steps = nil
		return err
	}
	p.sort()
	return nil
}

// A prover looks for the steps of a Proof. To find a mate or a gain it is a proof-number search, depth
// first (df-pn; A. Nagai, 2002). Its nodes have the number of moves that the Winner has left, so that
// there are no cycles.
type prover struct {
	proofGoal
	ctx    context.Context
	tables Tablebase
	left   int64 // nodes
	nodes  map[proofPlace]*proofNode
	bounds map[Key]proofBound
	hinted map[Key]bool // positions of the line
	needs  map[Key]int  // how many moves each step needs
	stack  []proofChild
}

// A proofPlace is a position with the moves that the Winner has left.
type proofPlace struct {
	key   Key
	moves int
}

// A proofNode has the numbers of a node from the point of view of its side to move: at least how many
// nodes must be shown to be good for it so that it reaches its aim, and so that it does not.
type proofNode struct{ proof, disproof uint32 }

const hopeless = 1 << 30 // less than that where neither is known

var (
	wonNode  = &proofNode{0, hopeless}
	lostNode = &proofNode{hopeless, 0}
)

// A proofBound is what is known of a position: the fewest moves in which the Winner is known to reach its
// aim, by which move, and the most in which it is known not to; 0 if that is not known.
type proofBound struct {
	proven, refuted int
	move            Move
}

// A proofChild is a move and what it leads to.
type proofChild struct {
	move Move
	node *proofNode
}

// count counts a node.
func (x *prover) count() error {
	if x.left--; x.left < 0 {
		return errNotProven
	}
	if x.left%1024 == 0 {
		return x.ctx.Err()
	}
	return nil
}

// visit returns the node of a place, or counts it if there is none yet.
func (x *prover) visit(place proofPlace) (*proofNode, error) {
	if node, ok := x.nodes[place]; ok {
		return node, nil
	}
	return nil, x.count()
}

// win finds the steps of a mate or a gain.
func (x *prover) win(start *Position, line []Move) error {
	root, moves := *start, x.Moves
	first := Move(0)
	if len(line) > 0 && start.turn() == x.Winner {
		first = start.canonical(line[0])
		root, moves = start.After(first), moves-1
	}
	node, err := x.enter(&root, moves)
	if err == nil && node.proof != 0 && node.disproof != 0 {
		err = x.search(&root, moves, node, hopeless, hopeless)
	}
	switch ours := root.turn() == x.Winner; {
	case err != nil:
		return err
	case ours != (node.proof == 0):
		return ErrDisproved
	case ours:
		_, err = x.collect(&root)
		return err
	}
	need, err := x.collectAfter(&root)
	if first != 0 && err == nil && x.needs[start.key()] == 0 {
		x.add(start, first, need+1)
	}
	return err
}

// add adds a step.
func (x *prover) add(p *Position, m Move, moves int) {
	x.needs[p.key()] = moves
	x.Steps = append(x.Steps, ProofStep{p.key(), m, moves})
}

// enter returns the node of a position.
func (x *prover) enter(p *Position, moves int) (*proofNode, error) {
	if p.turn() == x.Winner {
		return x.enterOurs(p, moves)
	}
	if x.Gain == 0 && moves == 0 && !p.inCheck() {
		return wonNode, nil // for the side to move
	}
	key := p.key()
	switch b := x.bounds[key]; {
	case b.proven > 0 && b.proven <= moves:
		return lostNode, nil
	case b.refuted >= moves && moves > 0:
		return wonNode, nil
	}
	place := proofPlace{key, moves}
	if node, err := x.visit(place); node != nil || err != nil {
		return node, err
	}
	var buf [MaxMoves]Move
	replies := p.appendMoves(buf[:0])
	open := len(replies)
	if x.Gain > 0 {
		for _, m := range replies {
			if next := p.After(m); x.gained(&next) {
				open--
			}
		}
	}
	switch {
	case len(replies) == 0 && !p.inCheck():
		return wonNode, nil // stalemate
	case open == 0:
		return lostNode, nil
	case moves == 0:
		return wonNode, nil
	case x.hinted[key]:
		open = 1
	}
	node := &proofNode{1, uint32(open)}
	x.nodes[place] = node
	return node, nil
}

// enterOurs is enter where the Winner is to move.
func (x *prover) enterOurs(p *Position, moves int) (*proofNode, error) {
	key := p.key()
	b := x.bounds[key]
	switch {
	case x.gained(p), b.proven > 0 && b.proven <= moves:
		return wonNode, nil
	case b.refuted >= moves: // also if there is no move left
		return lostNode, nil
	}
	need, known, err := x.probe(p)
	if err != nil {
		return nil, err
	}
	if known {
		if need > 0 && need <= moves {
			return wonNode, nil
		}
		return lostNode, nil
	}
	place := proofPlace{key, moves}
	if node, err := x.visit(place); node != nil || err != nil {
		return node, err
	}
	if moves == 1 && x.Gain == 0 {
		node, m := lostNode, p.mateInOne()
		if m != 0 {
			node = wonNode
		}
		x.settle(p, moves, node, m)
		return node, nil
	}
	node := &proofNode{1, 1}
	x.nodes[place] = node
	return node, nil
}

// mateInOne returns a move that mates, or the null move.
func (p *Position) mateInOne() Move {
	var buf [MaxMoves]Move
	for _, m := range p.appendMoves(buf[:0]) {
		if p.givesCheck(m) {
			if next := p.After(m); next.mated() {
				return m
			}
		}
	}
	return 0
}

// probe returns in how many moves the Winner, who is to move, mates, or 0, and whether the tables know.
func (x *prover) probe(p *Position) (moves int, known bool, err error) {
	if x.tables == nil || x.Gain > 0 {
		return 0, false, nil
	}
	truth, err := x.tables.Probe(p)
	switch {
	case errors.Is(err, ErrNotInTablebase):
		return 0, false, nil
	case err != nil || truth.WDL > WDLDraw && !truth.DTMKnown:
		return 0, false, err
	case truth.WDL <= WDLDraw:
		return 0, true, nil
	}
	moves, _ = truth.MateInMoves()
	return moves, true, nil
}

// search searches a node until one of its numbers reaches the given one.
func (x *prover) search(p *Position, moves int, node *proofNode, proof, disproof uint32) error {
	var buf [MaxMoves]Move
	first := len(x.stack)
	defer func() { x.stack = x.stack[:first] }()
	after := moves
	if p.turn() == x.Winner {
		after--
	}
	for _, m := range p.appendMoves(buf[:0]) {
		next := p.After(m)
		child, err := x.enter(&next, after)
		if err != nil {
			return err
		}
		x.stack = append(x.stack, proofChild{m, child})
		if child.disproof == 0 {
			break
		}
	}
	children := x.stack[first:]
	for {
		var best proofChild
		var sum uint32
		least, second := uint32(hopeless), uint32(hopeless)
		for _, c := range children {
			if sum += c.node.proof; c.node.proof < hopeless {
				sum = min(sum, hopeless-1)
			}
			switch d := c.node.disproof; {
			case d < least:
				best, least, second = c, d, least
			case d < second:
				second = d
			}
		}
		node.proof, node.disproof = least, sum
		if least >= proof || sum >= disproof || least == 0 || sum == 0 {
			x.settle(p, moves, node, best.move)
			return nil
		}
		next := p.After(best.move)
		// A little more than the second best saves returning for each node.
		err := x.search(&next, after, best.node, disproof-sum+best.node.proof, min(proof, second+second/4+1))
		if err != nil {
			return err
		}
	}
}

// settle keeps what is known of a position for other numbers of moves too.
func (x *prover) settle(p *Position, moves int, node *proofNode, best Move) {
	ours := p.turn() == x.Winner
	b := x.bounds[p.key()]
	switch {
	case node.proof != 0 && node.disproof != 0:
		return
	case ours == (node.proof == 0):
		if b.proven == 0 || moves < b.proven {
			b.proven, b.move = moves, best
		}
	default:
		b.refuted = max(b.refuted, moves)
	}
	x.bounds[p.key()] = b
}

// collect adds the steps that begin with a position of the Winner, and returns how many moves it needs.
func (x *prover) collect(p *Position) (moves int, err error) {
	if x.gained(p) {
		return 0, nil
	}
	if n, ok := x.needs[p.key()]; ok {
		return n, nil
	}
	m, err := x.best(p)
	if err != nil {
		return 0, err
	}
	if err := x.count(); err != nil {
		return 0, err
	}
	next := p.After(m)
	if moves, err = x.collectAfter(&next); err == nil {
		moves++
		x.add(p, m, moves)
	}
	return moves, err
}

// collectAfter is collect where the other side is to move.
func (x *prover) collectAfter(p *Position) (moves int, err error) {
	var buf [MaxMoves]Move
	for _, m := range p.appendMoves(buf[:0]) {
		next := p.After(m)
		n, err := x.collect(&next)
		if err != nil {
			return 0, err
		}
		moves = max(moves, n)
	}
	return moves, nil
}

// best returns the move of the Winner: of those that tables know, the one with the fewest replies.
func (x *prover) best(p *Position) (best Move, err error) {
	need, known, err := x.probe(p)
	if err != nil || !known {
		return x.bounds[p.key()].move, err
	}
	fewest := MaxMoves
	var buf, replies [MaxMoves]Move
	for _, m := range p.appendMoves(buf[:0]) {
		next := p.After(m)
		truth, err := x.tables.Probe(&next)
		if err != nil {
			return 0, err
		}
		n, ok := truth.MateInMoves()
		if ok = ok && truth.WDL < WDLDraw && -n == need-1; !ok {
			continue
		}
		if count := len(next.appendMoves(replies[:0])); count < fewest {
			best, fewest = m, count
		}
	}
	if best == 0 {
		return 0, errors.New("chess: the tablebase contradicts itself")
	}
	return best, nil
}

// close finds the positions that moves from the Start lead to.
func (x *prover) close(start *Position) error {
	if x.harmless(start) {
		return nil
	}
	seen := map[Key]bool{start.key(): true}
	open := []Position{*start}
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		if err := x.count(); err != nil {
			return err
		}
		var buf [MaxMoves]Move
		moves := p.appendMoves(buf[:0])
		if len(moves) == 0 && p.inCheck() && x.CannotWin[p.turn().Other()] {
			return ErrDisproved
		}
		x.Steps = append(x.Steps, ProofStep{Key: p.key()})
		for _, m := range moves {
			if next := p.After(m); !seen[next.key()] && !x.harmless(&next) {
				seen[next.key()] = true
				open = append(open, next)
			}
		}
	}
	return nil
}
