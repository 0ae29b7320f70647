package chess

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// This file has the JSON of games and trees: what web pages want and people can
// read. It loses nothing that PGN has.

// A jsonTree is the JSON of a GameTree: with its moves to write it, with their text
// to read it.
type jsonTree[T []jsonNode | json.RawMessage] struct {
	Tags    jsonTags  `json:"tags"`
	Start   *Position `json:"start"`
	Comment string    `json:"comment,omitempty"`
	NAGs    []NAG     `json:"nags,omitempty"`
	Moves   T         `json:"moves"`
}

// A jsonNode is the JSON of a Node. As in PGN, its variations are lines that are
// played instead of its move.
type jsonNode struct {
	Move          *Move        `json:"move"`
	SAN           string       `json:"san"`
	CommentBefore string       `json:"commentBefore,omitempty"`
	NAGs          []NAG        `json:"nags,omitempty"`
	Comment       string       `json:"comment,omitempty"`
	Variations    [][]jsonNode `json:"variations,omitempty"`
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
// a tree that is larger or deeper than PGNReader reads, and also one that begins with
// a position that ParseFEN does not read, such as the zero Position.
func (t GameTree) MarshalJSON() ([]byte, error) {
	if err := cmp.Or(t.unread(), unreadable(t.first())); err != nil {
		return nil, err
	}
	tree := jsonTree[[]jsonNode]{Tags: jsonTags(t.tags), Start: t.first(), NAGs: t.root.NAGs(), Comment: t.root.Comment(), Moves: []jsonNode{}}
	size := treeSize(len(t.appendTags(nil)))
	if err := size.add(&t.root, 0); err != nil {
		return nil, err
	}
	lines := []*[]jsonNode{&tree.Moves} // the main line, and the variations that are open
	for s := range t.steps {
		line := lines[len(lines)-1]
		switch n := s.node; {
		case n != nil:
			if err := size.add(n, s.depth); err != nil {
				return nil, err
			}
			*line = append(*line, jsonNode{
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
// would not read is an error: a *ParseError, which names the node, or one of
// encoding/json. It takes at most 64 bytes of memory for each byte of data, most of
// them not for long, and stops where the tree becomes too large. After an error t is
// unchanged.
func (t *GameTree) UnmarshalJSON(data []byte) error {
	if string(data) == "null" { // changes nothing, by the convention of encoding/json
		return nil
	}
	var tree jsonTree[json.RawMessage]
	if err := readJSON(data, &tree, "GameTree"); err != nil {
		return err
	}
	u := &GameTree{tags: tree.Tags}
	start, _, err := startOf(u.Tag("Variant"), u.Tag("FEN"))
	switch {
	case tree.Start == nil && err != nil:
		return err
	case tree.Start != nil && tree.Start.isZero():
		return noPosition("start of the game")
	case tree.Start != nil && (err != nil || !start.Equal(*tree.Start)):
		u = NewGameTree(*tree.Start) // the tags do not tell it
	default:
		u.start = start
		u.root.notes = &notes{start: &u.start}
	}
	for _, tag := range tree.Tags {
		if !isName(tag.name) {
			return badTagName(tag.name)
		}
		if err := u.setTag(tag.name, tag.value); err != nil {
			return err
		}
	}
	r := jsonTreeReader{size: treeSize(len(u.appendTags(nil)))}
	if err := r.annotate(&u.root, &jsonNode{NAGs: tree.NAGs, Comment: tree.Comment}, 0); err != nil {
		return err
	}
	if tree.Moves != nil {
		r.d = json.NewDecoder(bytes.NewReader(tree.Moves))
		if _, err := r.line(&u.root, nil, *u.first(), 0); err != nil {
			return err
		}
	}
	t.become(u)
	return nil
}

// A jsonTreeReader reads the moves of a jsonTree one by one, so that a tree that is
// too large takes no more memory than the largest that fits.
type jsonTreeReader struct {
	d     *json.Decoder
	size  treeSize
	nodes int // that have begun, without the root
}

// line reads a line of moves into the tree after a node, where p is the position. last
// is the last child of the node, or nil, and line returns the new last one.
func (r *jsonTreeReader) line(at, last *Node, p Position, depth int) (*Node, error) {
	first, sibling := true, last
	err := jsonElements(r.d, "moves", func() error {
		n, end, err := r.node(at, sibling, &p, depth)
		if err != nil {
			return err
		}
		if first {
			first, last = false, end
		}
		at, sibling = n, nil
		p.do(n.move, &p)
		return nil
	})
	return last, err
}

// node reads a move with its variations. sibling is the child of at before it, or nil,
// and end the last of its variations, or n itself.
func (r *jsonTreeReader) node(at, sibling *Node, p *Position, depth int) (n, end *Node, err error) {
	r.nodes++
	number := r.nodes
	n = &Node{parent: at}
	if sibling == nil {
		at.child = n
	} else {
		sibling.next = n
	}
	end = n
	var x jsonNode
	if err = checkDepth(depth); err == nil {
		err = jsonMembers(r.d, "moves", func(name string) error {
			var err error
			switch strings.ToLower(name) { // as encoding/json does
			case "move":
				err = r.d.Decode(&x.Move)
			case "san":
				err = r.d.Decode(&x.SAN)
			case "commentbefore":
				err = r.d.Decode(&x.CommentBefore)
			case "nags":
				err = r.d.Decode(&x.NAGs)
			case "comment":
				err = r.d.Decode(&x.Comment)
			case "variations":
				err = jsonElements(r.d, "variations", func() (err error) {
					end, err = r.line(at, end, *p, depth+1)
					return err
				})
			default:
				err = r.d.Decode(new(json.RawMessage))
			}
			if err != nil {
				return jsonError(err, fmt.Sprintf("node %d", number), name)
			}
			return nil
		})
	}
	if err == nil {
		n.move, err = x.move(p)
	}
	if err == nil {
		err = r.annotate(n, &x, depth)
	}
	if err != nil {
		return nil, nil, jsonError(err, fmt.Sprintf("node %d", number), "moves")
	}
	return n, end, nil
}

// move returns the move of x, which is played in p.
func (x *jsonNode) move(p *Position) (Move, error) {
	var m Move
	switch {
	case x.Move != nil:
		m = p.canonical(*x.Move)
	case x.SAN != "--":
		return p.ParseSAN(x.SAN)
	}
	if !p.mayAdd(m) {
		return 0, p.refusal(m)
	}
	return m, nil
}

// annotate adds the comments and glyphs of x to n.
func (r *jsonTreeReader) annotate(n *Node, x *jsonNode, depth int) error {
	if len(x.NAGs) > 0 {
		n.SetNAGs(x.NAGs...)
	}
	if x.Comment != "" {
		n.SetComment(x.Comment)
	}
	if x.CommentBefore != "" {
		n.SetCommentBefore(x.CommentBefore)
	}
	return r.size.add(n, depth)
}

// jsonTags is the JSON of tags: an object whose members are in order.
type jsonTags []tagPair

// MarshalJSON returns the object. A Result that is none is "*", as in PGN.
func (tags jsonTags) MarshalJSON() ([]byte, error) {
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
func (tags *jsonTags) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	var t GameTree
	err := jsonMembers(d, "tags", func(name string) error {
		token, err := d.Token()
		value, ok := token.(string)
		switch {
		case err != nil:
			return err
		case !ok && token != nil:
			return &ParseError{Kind: ErrSyntax, Field: "tag " + shorten(name, maxWord), Input: shorten(fmt.Sprint(token), maxExcerpt), Detail: "not a string"}
		case t.full(name):
			return tooManyTags(name)
		}
		t.put(name, value)
		return nil
	})
	if err == nil {
		*tags = t.tags
	}
	return err
}
