package chess

import (
	"cmp"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxLine is the length of the longest line that is written, in characters:
// less than 80 (PGN standard, 8.2.1). Only a single word may be longer.
const maxLine = 79

// maxComment is the length of the longest comment that is written, in bytes.
const maxComment = maxToken - 100

// sevenTagRoster are the tags that every game has, in their order, with their values
// if nothing is known (PGN standard, 8.1.1).
var sevenTagRoster = [...]tagPair{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// A PGNWriter writes games in PGN, and leaves out what its fields say. The zero PGNWriter writes what
// GameTree.WriteTo does.
type PGNWriter struct {
	Tags         []string // names of tags in their order, besides those that tell the start of the game; nil is all
	NoVariations bool
	NoGlyphs     bool // numeric annotation glyphs, such as $1 for "!"
	NoComments   bool // words; the commands in comments stay, such as [%clk 0:01:30]
	NoCommands   bool // clocks, evaluations, arrows and whatever else is a command in a comment
	LineLength   int  // the most characters of a line of moves: 79 if it is 0, any number if it is negative
}

// Write writes a game, and an empty line after it. The errors are those of GameTree.WriteTo, and that of SetTag
// for the name of a tag.
func (x PGNWriter) Write(w io.Writer, t *GameTree) error {
	text, err := x.append(nil, t)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// comment returns what is written of a comment.
func (x *PGNWriter) comment(s string) string {
	switch {
	case x.NoComments && x.NoCommands:
		return ""
	case x.NoCommands:
		return withoutCommands(s)
	case x.NoComments:
		return strings.Join(commandTexts(s), " ")
	}
	return s
}

// WriteTo writes the game in the export format of PGN. A comment before a move stands between the
// number and the move, which not all programs understand; at the beginning of a variation, and after
// one, it stands before the number. The error is w's, or a *ParseError that matches ErrSyntax if the
// tree is larger or deeper than a PGNReader reads.
func (t *GameTree) WriteTo(w io.Writer) (int64, error) {
	text, err := t.appendText(nil)
	if err != nil {
		return 0, err
	}
	n, err := w.Write(text)
	return int64(n), err
}

// String returns what WriteTo writes, or the text of the error.
func (t GameTree) String() string {
	text, err := t.appendText(nil)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// MarshalText returns what WriteTo writes.
func (t GameTree) MarshalText() ([]byte, error) { return t.appendText(nil) }

// UnmarshalText reads what ParsePGN reads.
func (t *GameTree) UnmarshalText(text []byte) error {
	u, err := ParsePGN(string(text))
	if err != nil {
		return err
	}
	t.become(u)
	return nil
}

// become makes t what u is. It takes the nodes of u, which must not be used again. The
// position at the start stays in u: decoders make a copy of t for a map, and then use
// t for the next value.
func (t *GameTree) become(u *GameTree) {
	*t = *u
	for n := range t.root.Children() {
		n.parent = &t.root
	}
}

// appendText appends what WriteTo writes to dst. After an error it returns dst.
func (t *GameTree) appendText(dst []byte) ([]byte, error) { return new(PGNWriter).append(dst, t) }

// append appends what Write writes to dst. After an error it returns dst.
func (x *PGNWriter) append(dst []byte, t *GameTree) ([]byte, error) {
	for _, name := range x.Tags {
		if !isTagName(name) {
			return dst, badTagName(name)
		}
	}
	w := pgnWriter{text: x.appendTags(dst, t), fresh: true, most: cmp.Or(x.LineLength, maxLine)}
	untagged := len(w.text) == len(dst)
	if untagged {
		w.text = append(w.text, '\n') // each word has a blank or a newline before it
	}
	if w.most < 0 {
		w.most = math.MaxInt
	}
	size := treeSize(len(w.text) - len(dst))
	numbered := false // whether Black's move needs no number
	early := false    // whether a comment before the number belongs to the next move
	if err := size.add(&t.root, 0); err != nil {
		return dst, err
	}
	_, nags, after := x.notes(&t.root)
	w.nags(nags)
	w.comment(after)
	for s := range t.steps {
		n := s.node
		switch {
		case x.NoVariations && s.depth > 0:
			continue
		case n == nil && s.opens:
			w.open = true
			numbered, early = false, true
			continue
		case n == nil:
			w.close()
			numbered, early = false, true
			continue
		}
		if err := size.add(n, s.depth); err != nil {
			return dst, err
		}
		before, nags, after := x.notes(n)
		if early {
			w.comment(before)
		}
		if white := s.before.turn() == White; white || !numbered || before != "" {
			w.begin()
			w.text = strconv.AppendInt(w.text, int64(s.before.MoveNumber()), 10)
			w.text = append(w.text, "..."[:1+2*oneIf(!white)]...)
		}
		if !early {
			w.comment(before)
		}
		w.begin()
		w.text = s.before.appendSAN(w.text, n.move)
		w.nags(nags)
		w.comment(after)
		numbered, early = nags == "" && after == "", false
	}
	w.begin()
	result := t.Tag("Result")
	if !isResult(result) {
		result = "*"
	}
	w.text = append(w.text, result...)
	w.end()
	if len(w.text)-len(dst) > maxGame {
		start := w.text[len(dst):][:maxExcerpt]
		return dst, tooLarge("PGN", string(start), "it takes more than 8 MB of text")
	}
	if untagged {
		w.text = slices.Delete(w.text, len(dst), len(dst)+1)
	}
	return append(w.text, "\n\n"...), nil
}

// notes returns what is written beside the move of a node.
func (x *PGNWriter) notes(n *Node) (before, nags, after string) {
	if n.notes == nil {
		return "", "", ""
	}
	before, nags, after = x.comment(n.notes.before), n.notes.nags, x.comment(n.notes.after)
	if x.NoGlyphs {
		nags = ""
	}
	return before, nags, after
}

// A command is a command in a comment.
type command struct {
	from, to    int // the bytes of the comment that it takes
	name, value string
}

// commands returns the commands of a comment.
func commands(comment string) iter.Seq[command] {
	return func(yield func(command) bool) {
		for at := 0; ; {
			open := strings.Index(comment[at:], "[%")
			if open < 0 {
				return
			}
			from := at + open
			length := strings.IndexByte(comment[from:], ']')
			if length < 0 {
				return
			}
			body := comment[from+2 : from+length]
			if inner := strings.LastIndex(body, "[%"); inner >= 0 { // this one is not closed
				at = from + 2 + inner
				continue
			}
			at = from + length + 1
			name, value, _ := strings.Cut(body, " ")
			if isTagName(name) && !yield(command{from, at, name, strings.TrimSpace(value)}) {
				return
			}
		}
	}
}

// commandTexts returns the commands of a comment as they are written.
func commandTexts(comment string) (texts []string) {
	for c := range commands(comment) {
		texts = append(texts, comment[c.from:c.to])
	}
	return texts
}

// withoutCommands returns a comment without its commands.
func withoutCommands(comment string) string {
	return replaceCommands(comment, func(command) string { return "" })
}

// replaceCommands returns a comment with another text for each command. If that is
// empty, one of the blanks around it goes too.
func replaceCommands(comment string, text func(command) string) string {
	var b []byte
	at := 0
	for c := range commands(comment) {
		b = append(b, comment[at:c.from]...)
		at = c.to
		s := text(c)
		b = append(b, s...)
		if s == "" && (len(b) == 0 || b[len(b)-1] == ' ') && at < len(comment) && comment[at] == ' ' {
			at++
		}
	}
	return strings.Trim(string(append(b, comment[at:]...)), " ")
}

// A treeSize is the memory that a PGNReader counts for a tree, in bytes, from the
// text of the tags on.
type treeSize int

// add counts a node at a depth of variations. It returns an error if a PGNReader
// would not read the tree.
func (size *treeSize) add(n *Node, depth int) error {
	if n.parent != nil {
		*size += nodeSize
	}
	if x := n.notes; x != nil {
		*size += treeSize(x.size())
		for _, comment := range [...]string{x.before, x.after} {
			if len(comment) > maxComment {
				return tooLarge("comment", shorten(comment, maxExcerpt), "it is longer than 1 MB")
			}
		}
	}
	if *size > maxTree {
		return tooLarge("size of the tree", strconv.Itoa(int(*size)), "it takes more than 8 MB of memory")
	}
	return checkDepth(depth)
}

// checkDepth returns an error if a PGNReader would not read variations at a depth.
func checkDepth(depth int) error {
	if depth > maxDepth {
		return tooLarge("level of variations", strconv.Itoa(depth), "variations are nested too deeply")
	}
	return nil
}

// tooLarge returns the error about a tree that PGNReader would not read.
func tooLarge(field, input, detail string) error {
	return &ParseError{Kind: ErrSyntax, Field: field, Input: input, Detail: detail}
}

// size returns the memory that a PGNReader counts for the notes, in bytes.
func (x *notes) size() int {
	n := len(x.before) + len(x.after) + len(x.nags)
	if x.before != "" {
		n += notesSize
	}
	if x.after != "" || x.nags != "" {
		n += notesSize
	}
	return n
}

// appendTags appends the tag pairs and an empty line, or nothing if there are none.
func (x *PGNWriter) appendTags(dst []byte, t *GameTree) []byte {
	if x.Tags != nil {
		var names []string
		starts := []string{"Variant", "SetUp", "FEN"}
		for _, name := range slices.Concat(x.Tags, starts) {
			if !slices.Contains(names, name) && (t.Tag(name) != "" || !slices.Contains(starts, name)) {
				names = append(names, name)
			}
		}
		if len(names) == 0 && t.root.child == nil {
			names = []string{"Result"} // a game without moves and tags would not be read as one
		}
		for _, name := range names {
			value := t.Tag(name)
			for _, tag := range sevenTagRoster {
				if tag.name == name {
					value = cmp.Or(value, tag.value)
				}
			}
			dst = appendTag(dst, tagPair{name, cmp.Or(value, "?")})
		}
		if len(names) > 0 {
			dst = append(dst, '\n')
		}
		return dst
	}
	var rest []tagPair
	for _, tag := range t.tags {
		if !slices.ContainsFunc(sevenTagRoster[:], func(r tagPair) bool { return r.name == tag.name }) {
			rest = append(rest, tag)
		}
	}
	slices.SortFunc(rest, func(a, b tagPair) int { return cmp.Compare(a.name, b.name) })
	for _, tag := range sevenTagRoster {
		for _, own := range t.tags {
			if own.name == tag.name && own.value != "" {
				tag.value = own.value
			}
		}
		dst = appendTag(dst, tag)
	}
	for _, tag := range rest {
		dst = appendTag(dst, tag)
	}
	return append(dst, '\n')
}

// appendTag appends a tag pair, with escapes, and a newline.
func appendTag(dst []byte, tag tagPair) []byte {
	dst = append(dst, '[')
	dst = append(dst, tag.name...)
	dst = append(dst, ` "`...)
	for i := range len(tag.value) {
		if c := tag.value[i]; c == '"' || c == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, tag.value[i])
	}
	return append(dst, "\"]\n"...)
}

// A pgnWriter breaks movetext into lines.
type pgnWriter struct {
	text   []byte
	word   int  // where the last word begins, with the blank or newline before it
	column int  // where the last finished word ends on its line, in characters
	fresh  bool // whether a line begins, without a last word
	open   bool // whether the next word begins with a parenthesis
	most   int  // characters of a line
}

// begin ends the last word and begins the next.
func (w *pgnWriter) begin() {
	w.end()
	if w.fresh {
		w.word = len(w.text) - 1
	} else {
		w.word = len(w.text)
		w.text = append(w.text, ' ')
	}
	w.fresh = false
	if w.open {
		w.text = append(w.text, '(')
		w.open = false
	}
}

// end ends the last word. Only now is it known whether it fits into the line.
func (w *pgnWriter) end() {
	if w.fresh {
		w.column = 0
		return
	}
	n := utf8.RuneCount(w.text[w.word+1:])
	switch {
	case w.text[w.word] == '\n':
		w.column = n
	case w.column+1+n > w.most:
		w.text[w.word] = '\n'
		w.column = n
	default:
		w.column += 1 + n
	}
}

// close ends a variation.
func (w *pgnWriter) close() {
	if w.fresh {
		w.begin()
	}
	w.text = append(w.text, ')')
}

// nags writes glyphs.
func (w *pgnWriter) nags(nags string) {
	for i := range len(nags) {
		w.begin()
		w.text = append(w.text, '$')
		w.text = strconv.AppendUint(w.text, uint64(nags[i]), 10)
	}
}

// comment writes a comment, if there is one.
func (w *pgnWriter) comment(s string) {
	if s == "" {
		return
	}
	if strings.IndexByte(s, '}') >= 0 {
		w.lines(s)
		return
	}
	w.begin()
	w.text = append(w.text, '{')
	for i := 0; i < len(s); {
		if i > 0 {
			w.begin()
			i++
		}
		end := i + breakAt(s[i:])
		w.text = append(w.text, s[i:end]...)
		i = end
	}
	w.text = append(w.text, '}')
}

// lines writes a comment behind semicolons.
func (w *pgnWriter) lines(s string) {
	if w.open {
		w.begin()
	}
	w.end()
	if w.fresh {
		w.text = w.text[:len(w.text)-1]
	}
	for i := 0; i < len(s); {
		end := i + breakAt(s[i:])
		if n := utf8.RuneCountInString(s[i:end]); i == 0 || w.column+n > w.most {
			w.text = append(w.text, "\n;"...)
			w.column = 1
		}
		if i == 0 {
			w.text = append(w.text, ' ')
			w.column++
		}
		w.column += utf8.RuneCountInString(s[i:end])
		w.text = append(w.text, s[i:end]...)
		i = end
	}
	w.text = append(w.text, '\n')
	w.fresh = true
}

// breakAt returns the index in a comment of the first single blank at which the
// line may be broken, or the length of the comment. A line must not begin with "%",
// since it might be skipped. A command such as "[%eval 0.34]" at the beginning is
// kept on one line if it fits, since programs that look for it may not expect a line
// break.
func breakAt(s string) int {
	from := 1
	if strings.HasPrefix(strings.TrimPrefix(s, " "), "[%") {
		if end := strings.IndexByte(s, ']'); end > 0 && end < maxLine-1 {
			from = end
		}
	}
	for i := from; i < len(s)-1; i++ {
		if s[i] == ' ' && s[i-1] != ' ' && s[i+1] != ' ' && s[i+1] != '%' {
			return i
		}
	}
	return len(s)
}
