package chess

import (
	"cmp"
	"slices"
)

// PGNVisitor is told what a game in PGN consists of while it is read, by
// PGNReader.Visit. It is for those who count and need no GameTree: nothing is kept of a
// game. All fields may be nil; what no function asks for is not read.
type PGNVisitor struct {
	// Game is called once the tags of a game are read, and reports whether to go on
	// with its moves. The tree has only the tags and the position at the start. It is
	// valid until Game returns.
	Game func(t *GameTree) bool

	// Move is called for each move, and reports whether to go on with the game. p is
	// the position in which m is played, valid until Move returns; p.After(m) is the one
	// after it.
	Move func(p *Position, m Move) bool

	// Comment is called for each comment, in UTF-8 and in the form that Node.Comment
	// has; before tells whether it belongs to the next move instead of the last. A
	// comment among the tags comes before Game. The text is valid until Comment returns.
	Comment func(text []byte, before bool)

	// NAG is called for each glyph of the last move.
	NAG func(nag NAG)

	// Open is called where a variation on the last move begins, and reports whether to
	// read it. It takes that move back. Close is called for each variation that Open
	// has accepted, where it ends: the moves that follow continue the line outside.
	Open  func() bool
	Close func()

	// End is called at the end of each game that Game has accepted, with its result:
	// the Result tag, or what stands after the moves. ParseOutcome reads it.
	End func(result string)
}

// String returns the fields that are not zero.
func (v PGNVisitor) String() string { return listFields(v) }

// Visit reads the next game, as Next does, and calls the functions of v instead of
// building a tree: it takes less time, and it allocates nothing for a move. The fields
// Accept and Strict of the reader count, Detail does not.
//
// It returns io.EOF if there is no game, and the *ParseError that Next returns if moves of
// the main line are missing; Faults returns all.
func (r *PGNReader) Visit(v *PGNVisitor) error {
	r.visitor = v
	r.wants = pgnWants{comments: v.Comment != nil, glyphs: v.NAG != nil, variations: v.Open != nil}
	t := &r.visited
	if t.root.notes == nil {
		t.root.notes = &notes{start: &t.start}
	}
	for r.readTags() {
		r.tagTree(t, v.Game != nil || r.Accept != nil)
		t.start = startPosition // not that of the game before
		accepted := r.Accept == nil || r.Accept(t)
		r.readGame(t, accepted)
		if accepted || r.broken() {
			return r.error()
		}
	}
	return r.lex.err
}

// Faults returns the faults of the game that was read last: see GameTree.Faults.
func (r *PGNReader) Faults() []*ParseError {
	faults := slices.Clone(r.faults)
	slices.SortStableFunc(faults, func(a, b *ParseError) int {
		return cmp.Or(a.Line-b.Line, a.Column-b.Column)
	})
	return faults
}
