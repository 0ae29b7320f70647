package chess

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// This file has the JSON of games and trees: what web pages want and people can
// read. It loses nothing that PGN has.

// A treeJSON is the JSON of a GameTree.
type treeJSON struct {
	Tags    tagsJSON   `json:"tags"`
	Start   *Position  `json:"start"`
	Comment string     `json:"comment,omitempty"`
	NAGs    []NAG      `json:"nags,omitempty"`
	Moves   []nodeJSON `json:"moves"`
}

// A nodeJSON is the JSON of a Node. As in PGN, its variations are lines that are
// played instead of its move.
type nodeJSON struct {
	Move          *Move        `json:"move"`
	SAN           string       `json:"san"`
	CommentBefore string       `json:"commentBefore,omitempty"`
	NAGs          []NAG        `json:"nags,omitempty"`
	Comment       string       `json:"comment,omitempty"`
	Variations    [][]nodeJSON `json:"variations,omitempty"`
}

// MarshalJSON returns the game as an object. It has all that PGN has:
//
//	{
//		"tags": {"Event": "...", "Result": "1-0"},
//		"start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
//		"comment": "on the game",
//		"moves": [
//			{"move": "e2e4", "san": "e4", "commentBefore": "...", "nags": ["!", "$16"], "comment": "...",
//				"variations": [[{"move": "d2d4", "san": "d4"}, ...], ...]},
//			...
//		]
//	}
//
// The variations of a move are lines that are played instead of it. Comments, nags
// and variations are left out where there are none. Like WriteTo, MarshalJSON rejects
// a tree that is larger or deeper than PGNReader reads.
func (t *GameTree) MarshalJSON() ([]byte, error) {
	tree := treeJSON{Tags: tagsJSON(t.tags), Start: t.first(), NAGs: t.root.NAGs(), Comment: t.root.Comment(), Moves: []nodeJSON{}}
	size := treeSize(len(t.appendTags(nil)))
	if err := size.add(&t.root, 0); err != nil {
		return nil, err
	}
	lines := []*[]nodeJSON{&tree.Moves} // the main line, and the variations that are open
	for s := range t.steps {
		line := lines[len(lines)-1]
		switch n := s.node; {
		case n != nil:
			if err := size.add(n, s.depth); err != nil {
				return nil, err
			}
			*line = append(*line, nodeJSON{
				Move: &n.move, SAN: s.before.SAN(n.move), CommentBefore: n.CommentBefore(), NAGs: n.NAGs(), Comment: n.Comment(),
			})
		case s.opens:
			main := &(*line)[len(*line)-1]
			main.Variations = append(main.Variations, nil)
			lines = append(lines, &main.Variations[len(main.Variations)-1])
		default:
			lines = lines[:len(lines)-1]
		}
	}
	return json.Marshal(tree)
}

// UnmarshalJSON reads a game as MarshalJSON writes it. Everything may be missing:
// the start follows from the tags then, the tags that tell a start are added, and one
// of "move" and "san" is enough; if both are there, "move" counts. What PGNReader
// would not read is an error: a *ParseError, or one of encoding/json. After an error
// t is unchanged.
func (t *GameTree) UnmarshalJSON(data []byte) error {
	if string(data) == "null" { // changes nothing, by the convention of encoding/json
		return nil
	}
	var tree treeJSON
	if err := json.Unmarshal(data, &tree); err != nil {
		return err
	}
	u := &GameTree{tags: tree.Tags}
	start, err := startOf(u.Tag("Variant"), u.Tag("FEN"))
	switch {
	case tree.Start == nil && err != nil:
		return err
	case tree.Start != nil && (err != nil || start.FEN() != tree.Start.FEN()):
		u = NewGameTree(*tree.Start) // the tags do not tell it
	default:
		u.start = start
		u.root.notes = &notes{start: &u.start}
	}
	for _, tag := range tree.Tags {
		if !isWord(tag.name) {
			return badTagName(tag.name)
		}
		if err := u.setTag(tag.name, tag.value); err != nil {
			return err
		}
	}
	b := jsonBuilder{treeSize(len(u.appendTags(nil)))}
	if err := b.annotate(&u.root, &nodeJSON{NAGs: tree.NAGs, Comment: tree.Comment}, 0); err != nil {
		return err
	}
	if _, err := b.line(&u.root, nil, *u.first(), tree.Moves, 0); err != nil {
		return err
	}
	t.become(u)
	return nil
}

// A jsonBuilder builds the tree of a treeJSON.
type jsonBuilder struct{ size treeSize }

// line adds a line to the tree after a node, where p is the position. last is the
// last child of the node, or nil, and line returns the new last one.
func (b *jsonBuilder) line(at, last *Node, p Position, moves []nodeJSON, depth int) (*Node, error) {
	sibling := last
	for i := range moves {
		x := &moves[i]
		m, err := x.move(&p)
		if err != nil {
			return nil, err
		}
		n := &Node{parent: at, move: m}
		if sibling == nil {
			at.child = n
		} else {
			sibling.next = n
		}
		if err := b.annotate(n, x, depth); err != nil {
			return nil, err
		}
		sibling = n
		for _, variation := range x.Variations {
			if sibling, err = b.line(at, sibling, p, variation, depth+1); err != nil {
				return nil, err
			}
		}
		if i == 0 {
			last = sibling
		}
		at, sibling = n, nil
		p.do(m, &p)
	}
	return last, nil
}

// move returns the move of x, which is played in p.
func (x *nodeJSON) move(p *Position) (Move, error) {
	var m Move
	switch {
	case x.Move != nil:
		m = p.completed(*x.Move)
	case x.SAN != "--":
		return p.ParseSAN(x.SAN)
	}
	if !p.mayAdd(m) {
		return 0, illegalMove(m)
	}
	return m, nil
}

// annotate adds the comments and glyphs of x to n.
func (b *jsonBuilder) annotate(n *Node, x *nodeJSON, depth int) error {
	if len(x.NAGs) > 0 {
		n.SetNAGs(x.NAGs...)
	}
	if x.Comment != "" {
		n.SetComment(x.Comment)
	}
	if x.CommentBefore != "" {
		n.SetCommentBefore(x.CommentBefore)
	}
	return b.size.add(n, depth)
}

// tagsJSON is the JSON of tags: an object whose members are in order.
type tagsJSON []tagPair

// MarshalJSON returns the object. A Result that is none is "*", as in PGN.
func (tags tagsJSON) MarshalJSON() ([]byte, error) {
	dst := []byte("{")
	for i, tag := range tags {
		if i > 0 {
			dst = append(dst, ',')
		}
		if tag.name == "Result" && !isResult(tag.value) {
			tag.value = "*"
		}
		for j, s := range [...]string{tag.name, tag.value} {
			text, err := json.Marshal(s)
			if err != nil {
				return nil, err
			}
			dst = append(append(dst, text...), ":"[j:]...)
		}
	}
	return append(dst, '}'), nil
}

// UnmarshalJSON reads the object. Of two members with the same name the later
// counts.
func (tags *tagsJSON) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return fmt.Errorf("chess: the tags in JSON are no object")
	}
	var t GameTree
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value string
		if err := d.Decode(&value); err != nil {
			return err
		}
		if t.full(name.(string)) {
			return tooManyTags(name.(string))
		}
		t.put(name.(string), value)
	}
	*tags = t.tags
	return nil
}
