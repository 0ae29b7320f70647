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
// Termination say, unless the rules have already ended it with that result, and may have
// gone on after a draw by the rules; the reason is Unspecified if they give none. An error matches ErrIllegal, and the Game
// is then returned up to that point: it cannot have null moves, and the result may
// contradict the position on the board. If the tags Variant and FEN tell no position,
// the error says what was not read, and the Game begins with the zero Position.
func (t *GameTree) Game() (*Game, error) {
	g := NewGame(*t.first())
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

// Outcome returns the Outcome of Game. If that has an error, it is what the tags
// Result and Termination say.
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

// recorded returns the outcome that the tags Result and Termination tell.
func (t *GameTree) recorded() Outcome {
	result := t.Tag("Result")
	if !isResult(result) {
		return Outcome{}
	}
	o, _ := ParseOutcome(result)
	if !o.Over() {
		return o
	}
	unspecified := o
	o.Reason = terminationOf(t.Tag("Termination"))
	if o.contradiction() != "" {
		return unspecified
	}
	return o
}

// Tree returns the game as a tree of one line, with the tags Result and
// Termination in the words of the PGN standard (9.8.1).
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
	o := g.Outcome()
	t.put("Result", o.String())
	word := "normal"
	switch o.Reason {
	case Unterminated:
		word = unterminated
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
