package chess

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// GameTree is a recorded game as PGN represents it: tags, a main line, and variations, comments and
// glyphs anywhere. Read one with a PGNReader or ParsePGN, make one with NewGameTree or Game.Tree, and
// write it with WriteTo. The zero GameTree begins with the start position. Clone copies a GameTree;
// assignment shares its nodes. Many goroutines may read a GameTree, or one may change it.
type GameTree struct {
	tags   []tagPair
	faults []*ParseError
	start  Position // if the notes of the root refer to it: see first
	law    *law     // of the Rule of the Game that it was made of
	root   Node
}

type tagPair struct{ name, value string }

// A Node is a place in a GameTree, used by pointer: a move, its comments and glyphs, and the moves
// that follow. The root has no move and stands for the position that the game begins with. Nodes hold
// no positions: a node takes 40 bytes, and 56 more if it is annotated.
type Node struct {
	parent *Node
	child  *Node  // the first child: the main continuation
	next   *Node  // the next child of the parent
	notes  *notes // nil if there are none; never nil at the root
	move   Move
}

// String returns the move in SAN with its number, "12... Nf6", and "start" for the root.
func (n *Node) String() string {
	if n.parent == nil {
		return "start"
	}
	p := n.parent.Position()
	return fmt.Sprintf("%d%s %s", p.MoveNumber(), [...]string{White: ".", Black: "..."}[p.turn()], p.SAN(n.move))
}

// notes holds the comments and glyphs of a move. The strings of a game read from
// PGN are parts of one string.
type notes struct {
	before, after string
	nags          string    // one byte each
	start         *Position // at the root: the position that the game begins with; nil for the start position
}

// The memory that a Node and its notes take, in bytes on a 64-bit system.
const (
	nodeSize  = 40
	notesSize = 56
)

// Clone returns a copy of t that shares nothing with it.
func (t *GameTree) Clone() *GameTree {
	c := &GameTree{tags: slices.Clone(t.tags), faults: slices.Clone(t.faults), start: t.Start(), law: t.law, root: *t.root.clone(nil)}
	if c.root.notes != nil && c.root.notes.start != nil {
		c.root.notes.start = &c.start
	}
	for from, to := &t.root, &c.root; ; {
		if from.child != nil {
			from, to.child = from.child, from.child.clone(to)
			to = to.child
			continue
		}
		for from.next == nil {
			if from = from.parent; from == nil {
				return c
			}
			to = to.parent
		}
		from, to.next = from.next, from.next.clone(to.parent)
		to = to.next
	}
}

// clone returns a copy of n with another parent, and without children and siblings.
func (n *Node) clone(parent *Node) *Node {
	c := &Node{parent: parent, move: n.move}
	if n.notes != nil {
		c.notes = new(*n.notes)
	}
	return c
}

// Faults returns what a PGNReader could not read of the game, in the order of the text, at most 100
// errors: words and moves that were skipped, and where a line ends too early.
func (t *GameTree) Faults() []*ParseError { return slices.Clone(t.faults) }

// Start returns the position that the game begins with.
func (t *GameTree) Start() Position { return *t.first() }

// first returns the position that the game begins with, without copying it.
func (t *GameTree) first() *Position { return t.root.first() }

// first returns the position that the tree of a root begins with.
func (n *Node) first() *Position {
	if n.notes == nil || n.notes.start == nil {
		return &startPosition
	}
	return n.notes.start
}

// Root returns the node before the first move. Its Comment is on the whole game.
func (t *GameTree) Root() *Node { return &t.root }

// Mainline returns the moves of the main line.
func (t *GameTree) Mainline() []Move {
	n := 0
	for at := t.root.child; at != nil; at = at.child {
		n++
	}
	moves := make([]Move, 0, n)
	for at := t.root.child; at != nil; at = at.child {
		moves = append(moves, at.move)
	}
	return moves
}

// NodePositions has the positions before and after the move of a Node.
type NodePositions struct {
	before Position
	move   Move
	root   bool
}

// Before returns the position in which the move is played; the start at the root, like After.
func (p NodePositions) Before() Position { return p.before }

// After returns the position of the node.
func (p NodePositions) After() Position {
	if p.root {
		return p.before
	}
	return p.before.After(p.move)
}

// String returns the FEN before the move, and the move in SAN.
func (p NodePositions) String() string {
	if p.root {
		return p.before.FEN()
	}
	return p.before.FEN() + " " + p.before.SAN(p.move)
}

// Nodes yields all nodes with the positions before and after their moves, in the order of PGN: the
// root, and after each move first its variations and then the moves that follow. Notes may be set
// during the loop, but no node may be added, promoted or deleted.
func (t *GameTree) Nodes() iter.Seq2[*Node, NodePositions] {
	return func(yield func(*Node, NodePositions) bool) {
		if !yield(&t.root, NodePositions{before: *t.first(), root: true}) {
			return
		}
		for s := range t.steps {
			if s.node != nil && !yield(s.node, NodePositions{before: *s.before, move: s.node.move}) {
				return
			}
		}
	}
}

// A step is one step of a walk through a tree: a node with the positions before and
// after its move, or, without a node, the beginning or the end of a variation.
type step struct {
	node          *Node
	before, after *Position
	depth         int  // of variations: 0 on the main line
	opens         bool // without a node: the variation begins
}

// steps walks through the tree in the order of PGN. It has a stack of its own, since
// variations may be nested more deeply than calls should be.
func (t *GameTree) steps(yield func(step) bool) {
	// A fork is a move with variations on it.
	type fork struct {
		before, after Position
		main          *Node
		variation     *Node // the current one
	}
	var forks []fork
	before, after := new(Position), new(Position)
	*before = *t.first()
	n, main := t.root.child, true
	for {
		if n == nil {
			if len(forks) == 0 {
				return
			}
			f := &forks[len(forks)-1]
			if !yield(step{depth: len(forks)}) {
				return
			}
			if f.variation = f.variation.next; f.variation != nil {
				if !yield(step{depth: len(forks), opens: true}) {
					return
				}
				*before, n, main = f.before, f.variation, false
			} else {
				*before, n, main = f.after, f.main.child, true
				forks = forks[:len(forks)-1]
				continue
			}
		}
		before.Do(n.move, after)
		if !yield(step{node: n, before: before, after: after, depth: len(forks)}) {
			return
		}
		if v := n.next; v != nil && main { // not n.parent.child == n, for the sake of copies
			forks = append(forks, fork{*before, *after, n, v})
			if !yield(step{depth: len(forks), opens: true}) {
				return
			}
			n, main = v, false
			continue
		}
		before, after = after, before
		n, main = n.child, true
	}
}

// Move returns the move that leads to n. It is the null move for the root.
func (n *Node) Move() Move { return n.move }

// Parent returns the node before the move, or nil for the root.
func (n *Node) Parent() *Node { return n.parent }

// Next returns the main continuation, or nil at the end of a line.
func (n *Node) Next() *Node { return n.child }

// Children yields the main continuation and then the variations on it. The loop may promote or delete
// the node that it is at.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for c := n.child; c != nil; {
			next := c.next
			if !yield(c) {
				return
			}
			c = next
		}
	}
}

// Position returns the position at n. It plays all moves from the start: see GameTree.Nodes. A node
// that was deleted has the zero Position.
func (n *Node) Position() Position {
	root, line := n.line()
	p := *root.first()
	for _, m := range line {
		p.do(m, &p)
	}
	return p
}

// line returns the root and the moves that lead from it to n.
func (n *Node) line() (root *Node, moves []Move) {
	for ; n.parent != nil; n = n.parent {
		moves = append(moves, n.move)
	}
	slices.Reverse(moves)
	return n, moves
}

// Ply returns the number of moves that lead to n, 0 for the root.
func (n *Node) Ply() int {
	ply := 0
	for ; n.parent != nil; n = n.parent {
		ply++
	}
	return ply
}

// SAN returns the move that leads to n in standard algebraic notation, or "" for the root. Like
// Position, it plays all moves from the start.
func (n *Node) SAN() string {
	if n.parent == nil {
		return ""
	}
	return n.parent.Position().SAN(n.move)
}

// Game returns the moves that lead to n as a Game. It begins after the last null move.
func (n *Node) Game() *Game {
	root, line := n.line()
	g := NewGame(*root.first())
	for _, m := range line {
		if m == 0 {
			p := g.Position()
			g = NewGame(p.After(m))
		} else {
			g.push(m)
		}
	}
	return g
}

// Child returns the first node that m leads to from n, or nil.
func (n *Node) Child(m Move) *Node {
	if c := *n.link(m); c != nil || m >= promotion {
		return c
	}
	p := n.Position()
	return *n.link(p.canonical(m))
}

// link returns where the first child with the move m is linked, or would be if there
// is none.
func (n *Node) link(m Move) **Node {
	link := &n.child
	for *link != nil && (*link).move != m {
		link = &(*link).next
	}
	return link
}

// Comment returns the comment after the move; at the root, the comment on the game.
func (n *Node) Comment() string {
	if n.notes == nil {
		return ""
	}
	return n.notes.after
}

// CommentBefore returns the comment between the move number and the move.
func (n *Node) CommentBefore() string {
	if n.notes == nil {
		return ""
	}
	return n.notes.before
}

// NAGs returns the glyphs of the move, in a new slice.
func (n *Node) NAGs() []NAG {
	if n.notes == nil {
		return nil
	}
	return []NAG(n.notes.nags)
}

// SetComment sets what Comment returns. Line breaks and control characters become blanks, blanks at
// the ends are dropped, and a text that is not valid UTF-8 is read as Windows-1252.
func (n *Node) SetComment(text string) { n.annotate().after = tidy(text) }

// SetCommentBefore sets what CommentBefore returns, as SetComment does. It does nothing at the root.
func (n *Node) SetCommentBefore(text string) {
	if n.parent != nil {
		n.annotate().before = tidy(text)
	}
}

// SetNAGs sets the glyphs of the move.
func (n *Node) SetNAGs(nags ...NAG) {
	b := make([]byte, len(nags))
	for i, nag := range nags {
		b[i] = byte(nag)
	}
	n.annotate().nags = string(b)
}

// annotate returns the notes of n, which it makes if there are none.
func (n *Node) annotate() *notes {
	if n.notes == nil {
		n.notes = new(notes)
	}
	return n.notes
}

// tidy returns a comment as it is read back from PGN.
func tidy(text string) string {
	return string(appendComment(nil, []byte(text), false))
}

// appendComment appends the text of a comment: without blanks at the ends, a
// line break with the blanks around it as one blank, and other control
// characters as blanks. A plain one has only printable ASCII characters.
func appendComment(dst, text []byte, plain bool) []byte {
	for len(text) > 0 && text[0] <= ' ' {
		text = text[1:]
	}
	for len(text) > 0 && text[len(text)-1] <= ' ' {
		text = text[:len(text)-1]
	}
	if plain {
		return append(dst, text...)
	}
	first := len(dst)
	latin1 := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c > ' ' {
			latin1 = latin1 || c >= utf8.RuneSelf
			dst = append(dst, c)
			continue
		}
		end, breaks := i, false
		for ; end < len(text) && text[end] <= ' '; end++ {
			breaks = breaks || text[end] == '\n'
		}
		blanks := end - i
		if breaks {
			blanks = 1
		}
		for range blanks {
			dst = append(dst, ' ')
		}
		i = end - 1
	}
	if latin1 && !utf8.Valid(dst[first:]) {
		dst = appendLatin1(dst[:first], slices.Clone(dst[first:]))
	}
	return dst
}

// windows1252 are the characters of Windows-1252 from 0x80 to 0x9F, where ISO 8859-1 has
// control characters. Five are not assigned.
var windows1252 = [...]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}

// appendLatin1 appends text, which is in ISO 8859-1 or Windows-1252, as UTF-8. The PGN
// standard requires ISO 8859-1 (4.1); old files use it, and those of Windows the other.
func appendLatin1(dst, text []byte) []byte {
	for _, c := range text {
		r := rune(c)
		if c >= 0x80 && c <= 0x9F {
			r = windows1252[c-0x80]
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// Add plays moves from n and returns the last node. It follows moves that are in the tree, and adds
// others as the last variation, or as the main continuation if there is none. The null move is allowed
// for analysis, except in check. After an illegal move, whose error is a *ParseError that matches
// ErrIllegal, the moves before it stay, and the node is that of the last of them.
func (n *Node) Add(moves ...Move) (*Node, error) {
	p := n.Position()
	for _, m := range moves {
		if m = p.canonical(m); !p.mayAdd(m) {
			return n, p.refusal(m)
		}
		link := n.link(m)
		if *link == nil {
			*link = &Node{parent: n, move: m}
		}
		n = *link
		p.do(m, &p)
	}
	return n, nil
}

// AddVariation is Add for one move, but always makes a new node.
func (n *Node) AddVariation(m Move) (*Node, error) {
	p := n.Position()
	if m = p.canonical(m); !p.mayAdd(m) {
		return n, p.refusal(m)
	}
	link := &n.child
	for *link != nil {
		link = &(*link).next
	}
	*link = &Node{parent: n, move: m}
	return *link, nil
}

// mayAdd reports whether a tree may have m here: a legal move, or the null move
// where canPass allows it.
func (p *Position) mayAdd(m Move) bool { return m == 0 && p.canPass() || m != 0 && p.legal(m) }

// canPass reports whether Add allows the null move: not in check, and not where no
// move is legal.
func (p *Position) canPass() bool {
	var buf [MaxMoves]Move
	return !p.inCheck() && len(p.appendMoves(buf[:0])) > 0
}

// Promote makes n the main continuation of its parent, whose previous one becomes the first variation.
// It does not change the nodes before n.
func (n *Node) Promote() {
	if n.unlink() {
		n.next, n.parent.child = n.parent.child, n
	}
}

// Delete removes n, and all that follows it, from the tree. The first variation takes the place of a
// main continuation. The root cannot be deleted.
func (n *Node) Delete() {
	if n.unlink() {
		n.parent = nil
		n.annotate().start = new(Position)
	}
}

// unlink removes n from the children of its parent. It returns false for the root
// and for a deleted node, which have no parent.
func (n *Node) unlink() bool {
	if n.parent == nil {
		return false
	}
	link := &n.parent.child
	for *link != n {
		link = &(*link).next
	}
	*link, n.next = n.next, nil
	return true
}

// NAG is a numeric annotation glyph (PGN standard, 10). Those from 10 on assess the position.
type NAG uint8

// The glyphs that have a sign of their own.
const (
	GoodMove        NAG = 1 + iota // !
	Mistake                        // ?
	BrilliantMove                  // !!
	Blunder                        // ??
	InterestingMove                // !?
	DubiousMove                    // ?!
)

var nagSigns = [...]string{
	GoodMove: "!", Mistake: "?", BrilliantMove: "!!", Blunder: "??", InterestingMove: "!?", DubiousMove: "?!",
}

// String returns the sign of the glyph, such as "!!", or its number, such as "$14".
func (n NAG) String() string {
	if int(n) < len(nagSigns) && nagSigns[n] != "" {
		return nagSigns[n]
	}
	return "$" + strconv.Itoa(int(n))
}

func parseNAG(s string) (NAG, error) {
	if digits, ok := strings.CutPrefix(s, "$"); ok {
		if n, err := strconv.ParseUint(digits, 10, 8); err == nil {
			return NAG(n), nil
		}
	} else if n := slices.Index(nagSigns[:], s); n > 0 {
		return NAG(n), nil
	}
	return 0, &ParseError{Kind: ErrSyntax, Field: "NAG", Input: s, Detail: `neither a sign such as "!?" nor a number from "$0" to "$255"`}
}

// MarshalText returns what String returns.
func (n NAG) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads what String returns, and for any glyph its number: "$0" to "$255".
func (n *NAG) UnmarshalText(text []byte) error { return unmarshalText(n, text, parseNAG) }
