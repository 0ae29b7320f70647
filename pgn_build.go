package chess

// A pgnBuilder builds the tree of a game from the events that were read.
type pgnBuilder struct {
	events []pgnEvent
	text   []byte // of comments and glyphs
	nodes  int    // of the game, the root apart
	noted  int    // how many of them have notes, or a few more
	forks  []pgnFork
}

// build builds the tree from the events.
func (b *pgnBuilder) build(t *GameTree) {
	nodes := make([]Node, 0, b.nodes)
	slab := make([]notes, 1, b.noted+1)
	slab[0].start = &t.start
	t.root.notes = &slab[0]
	text := string(b.text)
	note := func(n *Node) *notes {
		if n.notes == nil {
			slab = append(slab, notes{})
			n.notes = &slab[len(slab)-1]
		}
		return n.notes
	}

	at, last := &t.root, &t.root // the last move, and the last of the variations on it
	first := false               // the next move begins a variation
	var before, nags string      // what the next move will get
	for _, e := range b.events {
		switch e.kind {
		case eventMove:
			nodes = append(nodes, Node{move: e.move})
			n := &nodes[len(nodes)-1]
			if first {
				f := &b.forks[len(b.forks)-1]
				n.parent = f.main.parent
				f.last.next = n
				f.last = n
				first = false
			} else {
				n.parent = at
				at.child = n
			}
			if before != "" || nags != "" {
				*note(n) = notes{before: before, nags: nags}
				before, nags = "", ""
			}
			at, last = n, n
		case eventBefore:
			before = join(before, text[e.from:e.to])
		case eventAfter:
			x := note(at)
			x.after = join(x.after, text[e.from:e.to])
		case eventNAG:
			if first {
				nags += text[e.from:e.to]
			} else {
				note(at).nags += text[e.from:e.to]
			}
		case eventOpen, eventClose:
			if before != "" { // and no move after it
				x := note(at)
				x.after = join(x.after, before)
				before = ""
			}
			nags = ""
			if e.kind == eventOpen {
				b.forks = append(b.forks, pgnFork{at, last})
				first = true
				continue
			}
			f := b.forks[len(b.forks)-1]
			b.forks = b.forks[:len(b.forks)-1]
			at, last = f.main, f.last
			first = false
			if n := len(b.forks); n > 0 && at.parent == b.forks[n-1].main.parent {
				b.forks[n-1].last = last // a variation on a variation's first move is one more on the same
			}
		}
	}
	if before != "" {
		x := note(at)
		x.after = join(x.after, before)
	}
	clear(b.forks[:cap(b.forks)]) // or a tree would live on in them
}

// join returns two comments as one.
func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

// A pgnFork is a variation that is being planted.
type pgnFork struct {
	main *Node // the move that it replaces
	last *Node // of main and the variations on it
}

// A pgnEvent is a part of a game that is kept: a small stream of them, in
// storage that is used again, comes before the tree, so that the tree is made
// in one piece, to measure, and a broken game costs nothing.
type pgnEvent struct {
	kind     eventKind
	move     Move
	from, to uint32 // in the reader's text
}

type eventKind uint8

const (
	eventMove   eventKind = iota
	eventBefore           // a comment before the next move
	eventAfter            // and one after the last
	eventNAG              // one or more, a byte each
	eventOpen
	eventClose
)
