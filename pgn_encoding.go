package chess

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The byte form of a GameTree. The documentation of the package, under Byte forms,
// promises that it never changes.

// treeForm is the version, which is the first byte. No version of a Game has this
// number.
const treeForm = 129

// What may follow escape in a tree, besides escapeMove.
const (
	escapeNull   = 1 + iota // the null move
	escapeGlyphs            // the glyphs of the last move: their number, and a byte for each
	escapeAfter             // a comment after the last move: its length and text
	escapeBefore            // a comment before the next move: its length and text
	escapeOpen              // a variation on the last move begins
	escapeClose             // it ends
)

// formTags are the names of tags that take one byte: their place in this list,
// counted from 1. Others have 0, their length and their text.
var formTags = [...]string{
	"Event", "Site", "Date", "Round", "White", "Black", "Result",
	"SetUp", "FEN", "Variant", "WhiteElo", "BlackElo", "ECO", "Opening", "Variation", "TimeControl", "Termination",
	"UTCDate", "UTCTime", "WhiteRatingDiff", "BlackRatingDiff", "WhiteTitle", "BlackTitle", "WhiteFideId", "BlackFideId",
	"EventDate", "PlyCount", "Annotator", "WhiteTeam", "BlackTeam", "Source", "SourceDate", "EventType", "EventCountry",
	"GameId", "Link",
}

// AppendBinary appends the byte form of the tree to dst: the tags, and for each move of a plain game
// one byte. The error is a *ParseError for a tree that is larger or deeper than a PGNReader reads, and
// for an impossible start, such as the zero Position.
func (t GameTree) AppendBinary(dst []byte) ([]byte, error) {
	if err := t.law.unwritable(); err != nil {
		return dst, err
	}
	if p, _, err := startOf(t.Tag("Variant"), t.Tag("FEN")); err != nil {
		return dst, err
	} else if !p.Equal(*t.first()) {
		return dst, illegal("start of the game", t.first().FEN(), "it does not follow from the tags")
	}
	form, size := t.appendTagForm(append(dst, treeForm))
	if err := size.add(&t.root, 0); err != nil {
		return dst, err
	}
	form = t.root.appendNotesForm(form)
	for s := range t.steps {
		n := s.node
		switch {
		case n == nil && s.opens:
			form = append(form, escape, escapeOpen)
			continue
		case n == nil:
			form = append(form, escape, escapeClose)
			continue
		}
		if err := size.add(n, s.depth); err != nil {
			return dst, err
		}
		if n.notes != nil {
			form = appendNote(form, escapeBefore, n.notes.before)
		}
		if n.move == 0 {
			form = append(form, escape, escapeNull)
		} else if i, ok := s.before.moveIndex(n.move); ok {
			form = appendMove(form, i)
		} else {
			return dst, illegalMove(n.move)
		}
		form = n.appendNotesForm(form)
	}
	return form, nil
}

// MarshalBinary returns what AppendBinary appends.
func (t GameTree) MarshalBinary() ([]byte, error) { return t.AppendBinary(nil) }

// appendTagForm appends the tags. It also returns the length of their text.
func (t *GameTree) appendTagForm(dst []byte) ([]byte, treeSize) {
	size := 0
	dst = binary.AppendUvarint(dst, uint64(len(t.tags)))
	for _, tag := range t.tags {
		i := slices.Index(formTags[:], tag.name) + 1
		dst = append(dst, byte(i))
		if i == 0 {
			dst = appendString(dst, tag.name)
		}
		dst = appendString(dst, tag.value)
		size += len(tag.name) + len(tag.value)
	}
	return dst, treeSize(size)
}

// appendNotesForm appends the glyphs and the comment after the move.
func (n *Node) appendNotesForm(dst []byte) []byte {
	if n.notes == nil {
		return dst
	}
	return appendNote(appendNote(dst, escapeGlyphs, n.notes.nags), escapeAfter, n.notes.after)
}

// appendNote appends glyphs or a comment, if there are any.
func appendNote(dst []byte, code byte, text string) []byte {
	if text == "" {
		return dst
	}
	return appendString(append(dst, escape, code), text)
}

// UnmarshalBinary reads what AppendBinary writes, and nothing else. The error is a *ParseError that
// matches ErrSyntax or ErrIllegal.
func (t *GameTree) UnmarshalBinary(data []byte) error {
	r := treeReader{formReader: formReader{field: "GameTree", data: data}}
	if err := r.version(treeForm); err != nil {
		return err
	}
	tags, err := r.tags()
	if err != nil {
		return err
	}
	read := &GameTree{tags: tags}
	start, _, startErr := startOf(read.Tag("Variant"), read.Tag("FEN"))
	if startErr != nil {
		return startErr
	}
	read.start = start
	r.levels = append(r.levels, treeLevel{positions: [2]Position{start}})
	if err := r.moves(); err != nil {
		return err
	}
	r.text = data
	r.build(read)
	t.become(read)
	return nil
}

// A treeReader reads the form of a GameTree.
type treeReader struct {
	formReader
	pgnBuilder
	levels []treeLevel // the main line and the open variations
	size   int         // what counts towards maxTree
	stage  treeStage
}

// A treeLevel is a line of moves that is being read.
type treeLevel struct {
	positions [2]Position // the current one, and the one before the last move
	current   uint8       // the index of the current one
	moves     int
}

// A treeStage is what may come next: the parts of a move have one order.
type treeStage uint8

const (
	afterMove treeStage = iota
	afterGlyphs
	afterComment
	afterVariation
	afterOpen   // a variation begins
	afterBefore // a comment before a move has been read
)

// tags reads the tags.
func (r *treeReader) tags() ([]tagPair, error) {
	n, err := r.uvarint(maxTags+uint64(len(formTags)), "the number of tags")
	if err == nil {
		err = r.need(2*n, "the tags") // a byte for the name and one for the value
	}
	if err != nil {
		return nil, err
	}
	tags := make([]tagPair, 0, n)
	counted := 0
	for range n {
		at := r.pos
		tag, err := r.tag()
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(tags, func(other tagPair) bool { return other.name == tag.name }) {
			return nil, r.fail(ErrSyntax, at, "a tag that the game already has")
		}
		if counts(tag.name) {
			counted++
		}
		if counted > maxTags {
			return nil, r.fail(ErrSyntax, at, "there are too many tags")
		}
		tags = append(tags, tag)
		r.size += len(tag.name) + len(tag.value)
	}
	return tags, nil
}

// tag reads a tag.
func (r *treeReader) tag() (tag tagPair, err error) {
	at := r.pos
	i, err := r.byte("a tag")
	switch {
	case err != nil:
		return tag, err
	case i > 0 && int(i) <= len(formTags):
		tag.name = formTags[i-1]
	case i > 0:
		return tag, r.fail(ErrSyntax, at, "not the number of a name")
	default:
		name, err := r.string("the name of a tag")
		if err != nil {
			return tag, err
		}
		if tag.name = string(name); !fitsTagForm(tag.name) {
			return tag, r.fail(ErrSyntax, at, "not the name of a tag, or one that has a number")
		}
	}
	at = r.pos
	value, err := r.string("the value of a tag")
	if err != nil {
		return tag, err
	}
	if len(value) > maxTag || !isPlainText(value) {
		return tag, r.fail(ErrSyntax, at, "the value of a tag is too long or no plain text")
	}
	tag.value = string(value)
	return tag, nil
}

// fitsTagForm reports whether the name of a tag is written with its letters.
func fitsTagForm(name string) bool {
	return isName(name) && len(name) <= maxTag && !slices.Contains(formTags[:], name)
}

// isPlainText reports whether a text is valid UTF-8 without control characters, as
// tag values and comments are.
func isPlainText(text []byte) bool {
	for _, c := range text {
		if c < ' ' {
			return false
		}
	}
	return utf8.Valid(text)
}

// moves reads the moves and all between them, to the end.
func (r *treeReader) moves() error {
	for r.pos < len(r.data) {
		at := r.pos
		if b := r.data[at]; b < escape {
			r.pos++
			if err := r.move(at, int(b)); err != nil {
				return err
			}
			continue
		}
		if err := r.need(2, "an escape"); err != nil {
			return err
		}
		r.pos += 2
		var err error
		switch r.data[at+1] {
		case escapeMove:
			var i int
			if i, err = r.escapedMove(); err == nil {
				err = r.move(at, i)
			}
		case escapeNull:
			lv := r.level()
			if !lv.positions[lv.current&1].canPass() {
				return r.fail(ErrIllegal, at, "a null move is not allowed in check, or where no move is legal")
			}
			err = r.play(0)
		case escapeGlyphs:
			err = r.note(eventNAG, r.stage < afterGlyphs, afterGlyphs)
		case escapeAfter:
			err = r.note(eventAfter, r.stage < afterComment, afterComment)
		case escapeBefore:
			err = r.note(eventBefore, r.stage < afterBefore, afterBefore)
		case escapeOpen:
			err = r.open(at)
		case escapeClose:
			err = r.close(at)
		default:
			err = r.fail(ErrSyntax, at, "an unknown escape")
		}
		if err != nil {
			return err
		}
	}
	if len(r.levels) > 1 || r.stage >= afterOpen {
		return r.fail(ErrSyntax, r.pos, "the form ends within a variation, or before a move")
	}
	return nil
}

// level returns the line that is being read.
func (r *treeReader) level() *treeLevel { return &r.levels[len(r.levels)-1] }

// move plays the move with an index.
func (r *treeReader) move(at, index int) error {
	lv := r.level()
	m, ok := lv.positions[lv.current&1].moveAt(index)
	if !ok {
		return r.fail(ErrIllegal, at, "there are not so many legal moves")
	}
	return r.play(m)
}

// play plays a move that may be null.
func (r *treeReader) play(m Move) error {
	lv := r.level()
	lv.positions[lv.current&1].Do(m, &lv.positions[lv.current&1^1])
	lv.current ^= 1
	lv.moves++
	r.nodes++
	r.stage = afterMove
	return r.store(pgnEvent{kind: eventMove, move: m}, nodeSize)
}

// note reads glyphs or a comment. It returns an error unless they may stand there.
func (r *treeReader) note(kind eventKind, fits bool, next treeStage) error {
	at := r.pos
	text, err := r.string("a comment, or glyphs")
	if err != nil {
		return err
	}
	n := len(text)
	if n > maxComment && kind != eventNAG {
		return r.fail(ErrSyntax, at, "a comment longer than 1 MB")
	}
	if !fits || n == 0 || kind != eventNAG && (text[0] == ' ' || text[n-1] == ' ' || !isPlainText(text)) {
		return r.fail(ErrSyntax, at, "a comment or glyphs in the wrong place, or not as they are written")
	}
	size := n
	// The glyphs of a move and the comment after it share a place in memory.
	if kind != eventAfter || r.stage != afterGlyphs {
		size += notesSize
		r.noted++
	}
	r.stage = next
	return r.store(pgnEvent{kind: kind, from: uint32(r.pos - n), to: uint32(r.pos)}, size)
}

// store stores an event that takes some memory in the tree.
func (r *treeReader) store(e pgnEvent, size int) error {
	r.events = append(r.events, e)
	if r.size += size; r.size > maxTree {
		return r.fail(ErrSyntax, r.pos, "the game takes more than 8 MB of memory")
	}
	return nil
}

// open begins a variation on the last move. One on the first move of a variation is
// a variation on the move that this replaces, and begins after it.
func (r *treeReader) open(at int) error {
	lv := r.level()
	switch {
	case r.stage >= afterOpen || lv.moves == 0 || lv.moves == 1 && len(r.levels) > 1:
		return r.fail(ErrSyntax, at, "there is no move that the variation could replace")
	case len(r.levels) > maxDepth:
		return r.fail(ErrSyntax, at, "variations are nested too deeply")
	}
	before := lv.positions[lv.current&1^1]
	r.levels = append(r.levels, treeLevel{positions: [2]Position{before}})
	r.stage = afterOpen
	return r.store(pgnEvent{kind: eventOpen}, 0)
}

// close ends a variation.
func (r *treeReader) close(at int) error {
	if len(r.levels) == 1 || r.stage >= afterOpen {
		return r.fail(ErrSyntax, at, "there is no variation that could end")
	}
	r.levels = r.levels[:len(r.levels)-1]
	r.stage = afterVariation
	return r.store(pgnEvent{kind: eventClose}, 0)
}

// What follows is the JSON of trees, for web pages and for people. It loses nothing that PGN has.

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

// MarshalJSON returns an object with all that PGN has; docs/cookbook/server.md shows it. It rejects
// what AppendBinary rejects.
func (t GameTree) MarshalJSON() ([]byte, error) {
	if err := cmp.Or(t.unread(), unreadable(t.first()), t.law.unwritable()); err != nil {
		return nil, err
	}
	tree := jsonTree[[]jsonNode]{Tags: jsonTags(t.tags), Start: t.first(), NAGs: t.root.NAGs(), Comment: t.root.Comment(), Moves: []jsonNode{}}
	size := treeSize(len(new(PGNWriter).appendTags(nil, &t)))
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

// UnmarshalJSON reads what MarshalJSON writes, or a part of it: the start may follow from the tags or
// the tags from the start, and a move needs only one of "move" and "san". It takes at most 64 bytes of
// memory for each byte of data. The error is a *ParseError with the node in Place, or one of
// encoding/json.
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
		u = NewGameTree(*tree.Start) // it does not follow from the tags
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
	r := jsonTreeReader{size: treeSize(len(new(PGNWriter).appendTags(nil, u)))}
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

// MarshalJSON returns the object.
func (tags jsonTags) MarshalJSON() ([]byte, error) {
	dst := []byte("{")
	for i, tag := range tags {
		if i > 0 {
			dst = append(dst, ',')
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
