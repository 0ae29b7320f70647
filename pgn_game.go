package chess

import "strings"

// NewGameTree returns a game without moves that begins with start. It sets the tags
// "SetUp", "FEN" and "Variant" if start needs them.
func NewGameTree(start Position) *GameTree {
	t := &GameTree{start: start}
	t.root.notes = &notes{start: &t.start}
	if variant := variantOf(&start); variant != "" {
		t.put("Variant", variant)
	}
	if fen := start.FEN(); fen != StartFEN && fen != threeCheckStart.FEN() {
		t.put("SetUp", "1")
		t.put("FEN", fen)
	}
	return t
}

// Game returns the main line as a Game. The Game is ended as the tags Result and
// Termination say, unless the rules have already ended it with that result; the
// reason is Unspecified if they give none. An error matches ErrIllegal, and the Game
// is then returned up to that point: it cannot have null moves, and the result may
// contradict the position on the board.
func (t *GameTree) Game() (*Game, error) {
	g := NewGame(t.start)
	for n := t.root.child; n != nil; n = n.child {
		if err := g.Play(n.move); err != nil {
			return g, err
		}
	}
	o := Outcome{Reason: terminationOf(t.Tag("Termination"))}
	switch result := t.Tag("Result"); result {
	case "1-0", "0-1":
		o.Decided = true
		if result == "0-1" {
			o.Winner = Black
		}
	case "1/2-1/2":
	default:
		return g, nil
	}
	if now := g.Outcome(); now.Reason != Unterminated && now.String() == o.String() {
		return g, nil
	}
	err := g.End(o)
	if err != nil { // the rules contradict the reason
		o.Reason = Unspecified
		err = g.End(o)
	}
	return g, err
}

// Tree returns the game as a tree of one line, with the tags Result and
// Termination in the words of the PGN standard (9.8.1).
func (g *Game) Tree() *GameTree {
	t := NewGameTree(g.Start())
	nodes := make([]Node, len(g.moves))
	at := &t.root
	for i, m := range g.moves {
		n := &nodes[i]
		n.parent, n.move = at, m
		at.child = n
		at = n
	}
	o := g.Outcome()
	t.put("Result", o.String())
	word := "normal"
	switch o.Reason {
	case Unterminated:
		word = "unterminated"
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

// variantOf returns the Variant tag that a position needs, or "": in the words of
// Lichess, which writes most of these games.
func variantOf(p *Position) string {
	if p.isThreeCheck() {
		return "Three-check"
	}
	for c := range Color(2) {
		for side := range Side(2) {
			rook := p.castlingRook(c, side)
			if rook != NoSquare && (p.king(c).File() != 4 || rook.File()%7 != 0) {
				return "Chess960"
			}
		}
	}
	return ""
}

// knownVariant reports whether a Variant tag means a game that this package knows,
// and whether that is three-check. It ignores case, and everything but letters and
// digits.
func knownVariant(tag string) (threeCheck, ok bool) {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, tag)
	switch name {
	case "threecheck", "3check", "threechecks", "3checks":
		return true, true
	case "", "standard", "chess", "normal", "orthodox", "fromposition", "setupposition",
		"chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "fischerandomchess",
		"freestyle", "frc", "fr":
		return false, true
	}
	return false, false
}

// threeCheckStart is the start position of three-check.
var threeCheckStart = MustParseFEN(StartFEN + " +0+0")

// startPosition returns the position that the game begins with by its tags FEN and
// Variant.
func (t *GameTree) startPosition() (Position, *ParseError) {
	variant := t.Tag("Variant")
	threeCheck, ok := knownVariant(variant)
	if !ok {
		return Position{}, &ParseError{Kind: ErrIllegal, Field: "tag Variant", Input: variant, Detail: "the variant is not supported"}
	}
	fen := t.Tag("FEN")
	p, err := startingAt(fen, threeCheck)
	if err == nil {
		return p, nil
	}
	e, ok := err.(*ParseError)
	if !ok {
		e = &ParseError{Kind: ErrIllegal, Field: "FEN", Input: fen, Detail: err.Error(), Err: err}
	}
	return p, e
}

// startingAt returns the position that a FEN describes, or the start position if
// it is empty. In three-check each side has three checks left to give, unless the
// FEN says otherwise.
func startingAt(fen string, threeCheck bool) (Position, error) {
	switch {
	case fen == "" && threeCheck:
		return threeCheckStart, nil
	case fen == "":
		return startPosition, nil
	}
	p, err := ParseFEN(fen)
	if err == nil && threeCheck && !p.isThreeCheck() {
		s := p.Setup()
		s.ThreeCheck, s.Checks = true, [2]int{3, 3}
		p, err = s.Position()
	}
	return p, err
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
