package chess

// A pgnEvent is a part of a game. The reader stores the events of a game in memory
// that it reuses. The tree is built from them afterwards, so that all its nodes take
// one allocation of the right size, and a game with an error takes none.
type pgnEvent struct {
	kind     eventKind
	move     Move
	from, to uint32 // in the reader's text
}

type eventKind uint8

const (
	eventMove   eventKind = iota
	eventBefore           // a comment before the next move
	eventAfter            // a comment after the last move
	eventNAG              // one or more glyphs, one byte each
	eventOpen             // a variation begins
	eventClose            // a variation ends
)

// A pgnBuilder builds the tree of a game from its events.
type pgnBuilder struct {
	events []pgnEvent
	text   []byte    // of comments and glyphs
	nodes  int       // the number of nodes, without the root
	noted  int       // the number of those with notes, or a few more
	room   int       // how many bytes more the game may take
	forks  []pgnFork // the variations that are open
}

// A pgnFork is a variation that is being built.
type pgnFork struct {
	main *Node // the move that it replaces
	last *Node // the last of main and its variations
}

// reset prepares the builder for the next game.
func (b *pgnBuilder) reset() {
	b.events, b.text, b.nodes, b.noted, b.room = b.events[:0], b.text[:0], 0, 0, maxTree
}

// build builds the tree from the events.
func (b *pgnBuilder) build(t *GameTree) {
	nodes := make([]Node, b.nodes)
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

	at, last := &t.root, &t.root // the last move, and the last of its variations
	first := false               // the next move begins a variation
	var before, nags string      // the comment and the glyphs of the next move
	for _, e := range b.events {
		switch e.kind {
		case eventMove:
			n := &nodes[0]
			nodes = nodes[1:]
			n.move = e.move
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
			if before != "" { // no move follows the comment
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
				// A variation on the first move of a variation is a sibling of it.
				b.forks[n-1].last = last
			}
		}
	}
	if before != "" {
		x := note(at)
		x.after = join(x.after, before)
	}
	clear(b.forks[:cap(b.forks)]) // so that they do not keep the tree in memory
}

// join joins two comments.
func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}
