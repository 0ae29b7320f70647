package chess

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// maxTag bounds the name and the value of a tag, in bytes of UTF-8 without
	// escapes. The PGN standard allows lines of 255 characters; this is enough for
	// any list of names.
	maxTag = 1 << 14

	// maxTags bounds the number of tags that count (see counts), since each name is
	// compared with all others.
	maxTags = 500
)

// Tag returns the value of a tag, or "" if there is none. A Result is one of the four of PGN where its
// meaning is known: "1-0" for "1 - 0", "+:-" or "White wins". WriteTo writes what was read or set.
func (t *GameTree) Tag(name string) string {
	for i := range t.tags {
		if t.tags[i].name == name {
			return t.tags[i].plain()
		}
	}
	return ""
}

// plain returns the value, and of a Result in other words that of PGN.
func (tag *tagPair) plain() string {
	if tag.name != "Result" || isResult(tag.value) {
		return tag.value
	}
	result, _ := readResult(tag.value)
	return cmp.Or(result, tag.value)
}

// Tags yields the names and values of the tags, as Tag returns them, in the order in which they were
// read or set.
func (t *GameTree) Tags() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, tag := range t.tags {
			if !yield(tag.name, tag.plain()) {
				return
			}
		}
	}
}

// SetTag sets a tag. Control characters in the value become blanks, and a value that is not valid
// UTF-8 is read as Windows-1252. The error is a *ParseError: it matches ErrIllegal for a Variant, FEN or
// SetUp that contradicts the start of the game, and ErrSyntax for a Result that means none of the four, a
// name of other characters than letters, digits and underscores, and what a PGNReader does not read.
func (t *GameTree) SetTag(name, value string) error {
	if !isTagName(name) {
		return badTagName(name)
	}
	if result, _ := readResult(value); name == "Result" && result == "" {
		return &ParseError{Kind: ErrSyntax, Field: "tag Result", Input: value, Detail: `none of "1-0", "0-1", "1/2-1/2" and "*"`}
	}
	if err := t.setTag(name, value); err != nil {
		return err
	}
	if name == "Result" && value != "*" && t.Tag("Termination") == unterminated.String() {
		return t.DeleteTag("Termination")
	}
	return nil
}

// setTag is SetTag for any name that PGNReader reads.
func (t *GameTree) setTag(name, value string) error {
	if t.full(name) {
		return tooManyTags(name)
	}
	text := string(appendTagValue(nil, []byte(value), false))
	if len(name) > maxTag || len(text) > maxTag {
		return &ParseError{Kind: ErrSyntax, Field: "tag " + shorten(name, maxWord), Input: value, Detail: "too long"}
	}
	if err := t.contradiction(name, text); err != nil {
		return err
	}
	t.put(name, text)
	if name == "FEN" && text != "" {
		t.put("SetUp", "1")
	}
	return nil
}

// DeleteTag deletes a tag. The error matches ErrIllegal for Variant, FEN and SetUp if the start of the
// game needs them.
func (t *GameTree) DeleteTag(name string) error {
	if err := t.contradiction(name, ""); err != nil {
		return err
	}
	t.tags = slices.DeleteFunc(t.tags, func(tag tagPair) bool { return tag.name == name })
	return nil
}

// contradiction returns the error if the tags would contradict the start of the
// game with another value of one of them.
func (t *GameTree) contradiction(name, value string) error {
	variant, fen := t.Tag("Variant"), t.Tag("FEN")
	switch name {
	case "Variant":
		variant = value
	case "FEN":
		fen = value
	case "SetUp":
		if fen == "" || value == "1" {
			return nil
		}
		return illegal("tag SetUp", value, "the game has a FEN tag")
	default:
		return nil
	}
	start, _, err := startOf(variant, fen)
	if now := t.first(); err == nil && start.Equal(*now) || name == "FEN" && fen == now.FEN() {
		return nil
	}
	e := &ParseError{Kind: ErrIllegal, Field: "tag " + name, Input: value, Detail: "it contradicts the position that the game begins with"}
	if err != nil {
		e.Err = err
	}
	return e
}

// put sets a tag without any check.
func (t *GameTree) put(name, value string) {
	for i := range t.tags {
		if t.tags[i].name == name {
			t.tags[i].value = value
			return
		}
	}
	t.tags = append(t.tags, tagPair{name, value})
}

// full reports whether there are too many other tags to set this one.
func (t *GameTree) full(name string) bool {
	others := 0
	for _, tag := range t.tags {
		if tag.name != name && counts(tag.name) {
			others++
		}
	}
	return others >= maxTags && counts(name)
}

// tooManyTags returns the error for a tag beyond maxTags.
func tooManyTags(name string) error {
	return &ParseError{Kind: ErrSyntax, Field: "tag name", Input: name, Detail: "too many tags"}
}

// counts reports whether a tag counts towards maxTags. Those that writing a game
// adds do not, nor does SetUp, which reading it may add.
func counts(name string) bool {
	switch name {
	case "Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp":
		return false
	}
	return true
}

// badTagName returns the error about a name that no tag has.
func badTagName(name string) error {
	return &ParseError{Kind: ErrSyntax, Field: "tag name", Input: name, Detail: "a name consists of letters, digits and underscores"}
}

// isTagName reports whether s consists of letters, digits and underscores.
func isTagName(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') && s[i] != '_' {
			return false
		}
	}
	return s != ""
}

// knownTags are the tags that have a meaning for this package.
var knownTags = bytes.Fields([]byte("Event Site Date Round White Black Result FEN SetUp Variant Termination"))

// tagName returns the name of a tag that was read, in UTF-8, and a name of knownTags in
// its own case: some programs write "fen".
func tagName(name []byte) []byte {
	switch string(name) {
	case "Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle",
		"WhiteRatingDiff", "BlackRatingDiff", "UTCDate", "UTCTime", "ECO", "Opening", "Variant", "TimeControl", "Termination":
		return name // as nearly all are
	}
	for _, known := range knownTags {
		if len(name) == len(known) && bytes.EqualFold(name, known) {
			return known
		}
	}
	if utf8.Valid(name) {
		return name
	}
	return appendLatin1(nil, name)
}

// pgnResult returns s if it is one of the four results of PGN, or "". It allocates nothing.
func pgnResult[T string | []byte](s T) string {
	switch string(s) {
	case "1-0":
		return "1-0"
	case "0-1":
		return "0-1"
	case "1/2-1/2":
		return "1/2-1/2"
	case "*":
		return "*"
	}
	return ""
}

// isResult reports whether s is one of the four results of PGN.
func isResult[T string | []byte](s T) bool { return pgnResult(s) != "" }

// writtenResults are the results in other words than those of PGN, in small letters,
// with "-" for all dashes and colons and without blanks around them.
var writtenResults = map[string]string{
	"1/2": "1/2-1/2", "=": "1/2-1/2", "=-=": "1/2-1/2",
	"draw": "1/2-1/2", "drawn": "1/2-1/2", "remis": "1/2-1/2", "unentschieden": "1/2-1/2", "nulle": "1/2-1/2",
	"partie nulle": "1/2-1/2", "tablas": "1/2-1/2", "patta": "1/2-1/2", "empate": "1/2-1/2", "remíza": "1/2-1/2",
	"döntetlen": "1/2-1/2", "ничья": "1/2-1/2",

	"white wins": "1-0", "white won": "1-0", "black resigns": "1-0", "black resigned": "1-0",
	"weiß gewinnt": "1-0", "weiss gewinnt": "1-0", "les blancs gagnent": "1-0", "ganan las blancas": "1-0",
	"blancas ganan": "1-0", "vince il bianco": "1-0", "il bianco vince": "1-0", "wit wint": "1-0", "белые выиграли": "1-0",

	"black wins": "0-1", "black won": "0-1", "white resigns": "0-1", "white resigned": "0-1",
	"schwarz gewinnt": "0-1", "les noirs gagnent": "0-1", "ganan las negras": "0-1", "negras ganan": "0-1",
	"vince il nero": "0-1", "il nero vince": "0-1", "zwart wint": "0-1", "чёрные выиграли": "0-1", "черные выиграли": "0-1",
}

// forfeitResults are the results of games that one side did not play, in the same form.
var forfeitResults = map[string]string{
	"+--": "1-0", "+-": "1-0", "+/-": "1-0", "1f-0f": "1-0",
	"--+": "0-1", "-+": "0-1", "-/+": "0-1", "0f-1f": "0-1",
}

var (
	resultSigns  = strings.NewReplacer(":", "-", "½", "1/2", "\xBD", "1/2", "0.5", "1/2", "0,5", "1/2", ".5", "1/2", ",5", "1/2")
	forfeitWords = []string{"ff", "f", "(f)", "(ff)", "forfeit", "(forfeit)", "forfait", "kampflos", "w.o", "wo"}
)

// readResult returns the result that a text stands for, as PGN writes it, or "", and
// whether it says that one side did not play.
func readResult(text string) (result string, forfeit bool) {
	if result = pgnResult(text); result != "" {
		return result, false
	}
	s := strings.ToLower(resultSigns.Replace(string(plainDashes([]byte(text)))))
	s = strings.Join(strings.Fields(strings.Trim(s, ".,;!`'\"")), " ")
	s = strings.ReplaceAll(strings.ReplaceAll(s, "- ", "-"), " -", "-")
	for _, word := range forfeitWords {
		if rest, ok := strings.CutSuffix(s, word); ok && isResult(strings.TrimSpace(rest)) {
			s, forfeit = strings.TrimSpace(rest), true
			break
		}
	}
	switch {
	case isResult(s):
		return pgnResult(s), forfeit
	case forfeitResults[s] != "":
		return forfeitResults[s], true
	}
	return writtenResults[s], false
}

// plainDashes returns a word with "-" for each dash that is not ASCII: U+2010 to U+2015
// and the minus sign, and those of Windows-1252.
func plainDashes(word []byte) []byte {
	var b []byte
	for len(word) > 0 {
		r, size := utf8.DecodeRune(word)
		latin1 := r == utf8.RuneError && size == 1
		switch {
		case r >= '\u2010' && r <= '\u2015', r == '\u2212', latin1 && (word[0] == 0x96 || word[0] == 0x97):
			b = append(b, '-')
		default:
			b = append(b, word[:size]...)
		}
		word = word[size:]
	}
	return b
}

// appendTagValue appends the value of a tag, without its escapes if it has any.
func appendTagValue(dst, text []byte, escaped bool) []byte {
	first := len(dst)
	for i := 0; i < len(text); i++ {
		c := text[i]
		if escaped && c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\') {
			i++
			c = text[i]
		}
		dst = append(dst, max(c, ' '))
	}
	if !utf8.Valid(dst[first:]) {
		dst = appendLatin1(dst[:first], slices.Clone(dst[first:]))
	}
	return dst
}

// variantOf returns the Variant tag that a position needs, or "": in the words of
// Lichess, which writes most of these games.
func variantOf(p *Position) string {
	switch v := p.variant(); {
	case v != Standard:
		return v.String()
	case p.isChess960():
		return "Chess960"
	}
	return ""
}

// startOf returns the position that a game begins with by its tags Variant and FEN.
// Castling rights and an en-passant square that are impossible are dropped from a FEN,
// each with an error that says so, and in a board alone White is to move; err is what
// leaves no position. The byte form of a GameTree depends on all of this: another repair
// would change what stored trees mean.
func startOf(variant, fen string) (p Position, dropped []*ParseError, err *ParseError) {
	v, ok := variantNamed(variant)
	if !ok {
		return p, nil, &ParseError{Kind: ErrIllegal, Field: "tag Variant", Input: variant, Detail: "the variant is not supported"}
	}
	return v.start(fen)
}

// start returns the position that a FEN describes, or the start position if it is empty,
// and what was dropped, as startOf does. In three-check each side has three checks left to
// give, unless the FEN says otherwise.
func (v namedVariant) start(fen string) (p Position, dropped []*ParseError, err *ParseError) {
	if fen == "" {
		return v.StartPosition(), nil, nil
	}
	r := fenReader{input: fen, s: Setup{Variant: v.Variant}, given: v.Variant != Standard}
	if err = r.read(); err != nil {
		if err.Field != "FEN turn" || err.Offset < len(r.text) {
			return p, nil, err
		}
		err.Detail = "the field is missing: White is to move"
		dropped = append(dropped, err)
	}
	r.s.Ordinary = v.ordinary
	dropped = append(dropped, r.repair()...)
	err = r.position(&p)
	return p, dropped, err
}

// NewGameTree returns a game without moves that begins with start, with the tags SetUp, FEN and
// Variant if start needs them.
func NewGameTree(start Position) *GameTree {
	t := &GameTree{start: start}
	t.root.notes = &notes{start: &t.start}
	if variant := variantOf(&start); variant != "" {
		t.put("Variant", variant)
	}
	if usual := start.variant().StartPosition(); !start.Equal(usual) {
		fen := start.FEN()
		t.put("SetUp", "1")
		t.put("FEN", fen)
	}
	return t
}

// Game returns the main line as a Game that has ended as the tags Result and Termination say, with the
// reason Unspecified if they give none. If the moves end in a position that the result contradicts, or
// there are null moves, it returns the Game up to there and an error that matches ErrIllegal.
func (t *GameTree) Game() (*Game, error) {
	g := NewGame(*t.first())
	g.law = t.law
	if err := t.unread(); err != nil {
		return g, err
	}
	for n := t.root.child; n != nil; n = n.child {
		if n.move == 0 {
			return g, illegalMove(n.move)
		}
		g.push(n.move)
	}
	o, now := t.recorded(), g.Outcome()
	if !o.Over() || now.Over() && now.String() == o.String() {
		return g, nil
	}
	err := g.record(o)
	if err != nil { // the rules contradict the reason
		o.Reason = Unspecified
		err = g.record(o)
	}
	return g, err
}

// Outcome returns the Outcome of Game or, if that has an error, what the tags Result and Termination
// say.
func (t *GameTree) Outcome() Outcome {
	if g, err := t.Game(); err == nil {
		return g.Outcome()
	}
	return t.recorded()
}

// unread returns the error if the tree begins with the zero Position: why its tags tell
// no other.
func (t *GameTree) unread() error {
	if !t.first().isZero() {
		return nil
	}
	if _, _, err := startOf(t.Tag("Variant"), t.Tag("FEN")); err != nil {
		return err
	}
	return noPosition("start of the game")
}

// recorded returns the outcome by the tags Result and Termination.
func (t *GameTree) recorded() Outcome {
	i := slices.IndexFunc(t.tags, func(tag tagPair) bool { return tag.name == "Result" })
	if i < 0 {
		return Outcome{}
	}
	result, forfeit := readResult(t.tags[i].value)
	o, _ := parseOutcome(result)
	if !o.Over() {
		return o
	}
	if forfeit {
		o.Reason = Abandonment
	}
	unspecified := o
	if reason := terminationOf(t.Tag("Termination")); reason != Unspecified {
		o.Reason = reason
	}
	if o.contradiction() != "" {
		return unspecified
	}
	return o
}

// Tree returns the game as a tree of one line, with the tags Result and Termination. Of a game under a Rule,
// GameTree.Game has the rule again, but Node.Game has not.
func (g *Game) Tree() *GameTree {
	t := NewGameTree(g.Start())
	nodes := make([]Node, g.plies)
	at := &t.root
	for i, m := range g.Moves() {
		n := &nodes[i]
		n.parent, n.move = at, m
		at.child = n
		at = n
	}
	if g.law != nil {
		t.law = g.law
		t.put("Variant", g.law.name)
	}
	o := g.Outcome()
	t.put("Result", o.String())
	word := "normal"
	switch o.Reason {
	case unterminated:
		word = unterminated.String()
	case TimeForfeit:
		word = "time forfeit"
	case RulesInfraction:
		word = "rules infraction"
	case Adjudication:
		word = "adjudication"
	case Abandonment:
		word = "abandoned"
	}
	t.put("Termination", word)
	return t
}

// terminationOf returns the reason in a Termination tag, in the words of the PGN
// standard (9.8.1) or in the sentences that servers and programs write; Unspecified
// if there is none.
func terminationOf(tag string) Termination {
	tag = strings.ToLower(tag)
	for _, w := range [...]struct {
		words  string
		reason Termination
	}{
		{"resign", Resignation},
		{"time", TimeForfeit},
		{"agree", Agreement},
		{"repetition", ThreefoldRepetition},
		{"fifty", FiftyMoves},
		{"50", FiftyMoves},
		{"adjudication", Adjudication},
		{"infraction", RulesInfraction},
		{"illegal", RulesInfraction},
		{"abandon", Abandonment},
		{"disconnect", Abandonment},
		{"stalled", Abandonment},
		{"death", Abandonment},
		{"emergency", Abandonment},
	} {
		if strings.Contains(tag, w.words) {
			return w.reason
		}
	}
	return Unspecified
}
