package chess

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Proof is a claim about a position, and Steps that show that it is true by legal moves alone, so that
// any chess library can check it. The claim is one of three:
//
//   - Winner mates in at most Moves moves of its own, whatever the other side plays.
//   - With Gain, Winner mates or wins material in at most Moves: after a reply, its material less that of
//     the other side is Gain more than at the Start, and it has a legal move.
//   - With CannotWin alone, no legal moves lead to a mate by these sides. If both, Start is dead.
//
// In three-check a third check is a mate; other variants have no proofs. Clocks and earlier positions do
// not count: the claim ignores draws by the fifty-move rule and by repetition.
//
// The text of a Proof has the claim and the EPD of Start in its first line, and a step in each other one:
//
//	White mates in 2: 4k3/8/8/8/8/8/R7/1R2K3 w - -
//	2 b1b7 4k3/8/8/8/8/8/R7/1R2K3 w - -
//	1 a2a8 3k4/1R6/8/8/8/8/R7/4K3 w - -
//	1 a2a8 5k2/1R6/8/8/8/8/R7/4K3 w - -
type Proof struct {
	Start     Key
	Winner    Color
	Moves     int     // up to 1,000
	Gain      int     // in centipawns, up to 100,000: 100 for a pawn, 300 for a minor piece, 500 and 900
	CannotWin [2]bool // by Color
	Steps     []ProofStep
}

// ProofStep is a position in which the Winner is to move, its move, and in how many moves it reaches its aim
// at the latest. Each legal reply leads to a step with fewer Moves or, with Gain, to a position in which
// enough is won. If there is no reply, it is mate.
//
// With CannotWin it is only a position, which is no mate by these sides. Each legal move leads to another
// step, or to a position in which Position.CanWin is false for these sides.
type ProofStep struct {
	Key   Key
	Move  Move
	Moves int
}

// ErrDisproved is matched by the error of a Prove if the claim is false.
var ErrDisproved = errors.New("chess: the claim is false")

var (
	errNoClaim      = errors.New("chess: a claim is Moves up to 1000, perhaps with a Gain up to 100000, or CannotWin")
	errProofVariant = errors.New("chess: there are no proofs in this variant")
)

// The limits of claims keep the search from using too much stack, and the sum of material from overflowing.
const (
	maxProofMoves = 1000
	maxProofGain  = 100_000
)

// bothCannotWin is the claim that a position is dead.
var bothCannotWin = [2]bool{true, true}

// forbids reports whether the claim is that a side cannot win.
func (p *Proof) forbids() bool { return p.CannotWin != [2]bool{} }

// isClaim reports whether the fields before Steps are a claim.
func (p *Proof) isClaim() bool {
	if p.forbids() {
		return p.Winner == White && p.Moves == 0 && p.Gain == 0 // String tells no more
	}
	return p.Winner <= Black && p.Moves > 0 && p.Moves <= maxProofMoves && p.Gain >= 0 && p.Gain <= maxProofGain
}

// begin returns the position of the claim.
func (p *Proof) begin() (Position, error) {
	if !p.isClaim() {
		return Position{}, errNoClaim
	}
	start, err := p.Start.position()
	switch {
	case err != nil:
		return start, fmt.Errorf("chess: the Start of the proof: %w", err)
	case start.variant() > ThreeCheck:
		return start, errProofVariant
	}
	return start, nil
}

// A proofGoal is what ends a line of a proof.
type proofGoal struct {
	*Proof
	balance int // of a position that has gained enough
}

func (p *Proof) goal(start *Position) proofGoal {
	return proofGoal{p, start.balance(p.Winner) + p.Gain}
}

// gained reports whether the Winner, who is to move, has gained enough.
func (g *proofGoal) gained(p *Position) bool {
	if g.Gain == 0 || p.balance(g.Winner) < g.balance {
		return false
	}
	var buf [MaxMoves]Move
	return len(p.appendMoves(buf[:0])) > 0
}

// harmless reports whether the sides that cannot win lack the material.
func (g *proofGoal) harmless(p *Position) bool {
	return !(g.CannotWin[White] && p.canWin(White) || g.CannotWin[Black] && p.canWin(Black))
}

// Check reports by the rules alone whether the Steps prove the claim, in any order. The error says which
// step does not, counted from 1, or what is wrong with the claim.
func (p Proof) Check() error {
	start, err := p.begin()
	if err != nil {
		return err
	}
	c := proofChecker{proofGoal: p.goal(&start), moves: make(map[Key]int, len(p.Steps))}
	for i, s := range p.Steps {
		if _, again := c.moves[s.Key]; again {
			return p.fails(i, "the position is that of another step")
		}
		c.moves[s.Key] = s.Moves
	}
	switch {
	case p.forbids() || start.turn() == p.Winner:
		if !c.reaches(&start, p.Moves+1) {
			return errors.New("chess: the proof has no step for its Start")
		}
	default:
		if fault := c.afterwards(&start, p.Moves+1); fault != "" {
			return fmt.Errorf("chess: the proof does not hold at its Start: %s", fault)
		}
	}
	for i, s := range p.Steps {
		if fault := c.step(s); fault != "" {
			return p.fails(i, fault)
		}
	}
	return nil
}

// fails returns the error that a step proves nothing.
func (p *Proof) fails(i int, fault string) error {
	return fmt.Errorf("chess: step %d of the proof, %v: %s", i+1, p.Steps[i].Key, fault)
}

// A proofChecker checks a Proof.
type proofChecker struct {
	proofGoal
	moves map[Key]int // of each step
}

// step returns what is wrong with a step, or "".
func (c *proofChecker) step(s ProofStep) string {
	p, err := s.Key.position()
	switch {
	case err != nil:
		return err.Error()
	case c.forbids() && (s.Move != 0 || s.Moves != 0):
		return "it has a move"
	case c.forbids():
		return c.afterwards(&p, 1)
	case p.turn() != c.Winner:
		return "the other side is to move"
	case s.Moves < 1:
		return "the number of moves is less than 1"
	case !p.legal(s.Move):
		return s.Move.String() + " is not a legal move"
	}
	p = p.After(s.Move)
	return c.afterwards(&p, s.Moves)
}

// afterwards returns what is wrong with the moves of p, which lead to steps of fewer than a number of
// moves, or "".
func (c *proofChecker) afterwards(p *Position, moves int) string {
	var buf [MaxMoves]Move
	all := p.appendMoves(buf[:0])
	switch {
	case len(all) > 0:
	case c.forbids() && p.inCheck() && c.CannotWin[p.turn().Other()]:
		return "it is mate"
	case !c.forbids() && !p.inCheck():
		return "it is stalemate"
	}
	for _, m := range all {
		switch next := p.After(m); {
		case c.reaches(&next, moves):
		case c.forbids():
			return fmt.Sprintf("%v leads to %v, which is no step", m, next.key())
		default:
			return fmt.Sprintf("%v leads to %v, which is no step with fewer moves", m, next.key())
		}
	}
	return ""
}

// reaches reports whether a position is a step of fewer than a number of moves, or needs none.
func (c *proofChecker) reaches(p *Position, moves int) bool {
	n, ok := c.moves[p.key()]
	return ok && n < moves || c.gained(p) || c.forbids() && c.harmless(p)
}

// claim returns the claim in words.
func (p *Proof) claim() string {
	switch {
	case p.CannotWin == bothCannotWin:
		return "neither side can win"
	case p.forbids():
		return Color(oneIf(p.CannotWin[Black])).String() + " cannot win"
	case p.Gain > 0:
		return fmt.Sprintf("%v gains %d in %d", p.Winner, p.Gain, p.Moves)
	}
	return fmt.Sprintf("%v mates in %d", p.Winner, p.Moves)
}

// String returns the first line of the text: the claim and the EPD.
func (p Proof) String() string { return p.claim() + ": " + p.Start.EPD() }

// setClaim sets the claim to what claim returns.
func (p *Proof) setClaim(text string) bool {
	words := strings.Fields(text)
	if len(words) < 3 {
		return false
	}
	number := func(i int) (n int) {
		if i < len(words) {
			n, _ = strconv.Atoi(words[i])
		}
		return n
	}
	color, _ := colorNames.parse(words[0])
	switch words[1] {
	case "mates":
		p.Winner, p.Moves = color, number(3)
	case "gains":
		p.Winner, p.Gain, p.Moves = color, number(2), number(4)
	case "cannot":
		p.CannotWin[color&1] = true
	case "side":
		p.CannotWin = bothCannotWin
	}
	return p.isClaim() && p.claim() == text
}

// sort sorts the steps as the text has them: those of the most moves first, then by EPD.
func (p *Proof) sort() {
	texts := make(map[Key]string, len(p.Steps))
	for _, s := range p.Steps {
		texts[s.Key] = s.Key.EPD()
	}
	slices.SortFunc(p.Steps, func(a, b ProofStep) int {
		return cmp.Or(cmp.Compare(b.Moves, a.Moves), cmp.Compare(texts[a.Key], texts[b.Key]), cmp.Compare(a.Move, b.Move))
	})
}

// MarshalText returns the text, with the steps of the most Moves first, and then in the order of their
// EPDs: equal proofs have equal texts. It checks only that there is a claim. The text of the zero Proof is empty.
func (p Proof) MarshalText() ([]byte, error) {
	if p.Start == (Key{}) && p.Winner == White && p.Moves == 0 && p.Gain == 0 && !p.forbids() && len(p.Steps) == 0 {
		return []byte{}, nil
	}
	if !p.isClaim() || p.Start == (Key{}) {
		return nil, errNoClaim
	}
	text := append([]byte(p.String()), '\n')
	p.Steps = slices.Clone(p.Steps)
	p.sort()
	for _, s := range p.Steps {
		if !p.forbids() {
			move, err := s.Move.MarshalText()
			if err != nil {
				return nil, err
			}
			text = append(append(strconv.AppendInt(text, int64(s.Moves), 10), ' '), move...)
			text = append(text, ' ')
		}
		text = append(s.Key.appendEPD(text), '\n')
	}
	return text, nil
}

// UnmarshalText reads what MarshalText returns, with the steps in any order. It does not check the proof.
// An error is a *ParseError with the Line. An empty text is the zero Proof.
func (p *Proof) UnmarshalText(text []byte) error {
	var read Proof
	number := 0
	for line := range bytes.Lines(bytes.TrimRight(text, "\r\n")) {
		number++
		if err := read.readLine(strings.TrimRight(string(line), "\r\n"), number); err != nil {
			err.Line, err.Column = number, 1
			return err
		}
	}
	*p = read
	return nil
}

// readLine reads a line of the text.
func (p *Proof) readLine(line string, number int) *ParseError {
	fail := func(offset int, detail string) *ParseError {
		return &ParseError{Kind: ErrSyntax, Field: "proof", Input: line, Offset: offset, Detail: detail}
	}
	key := func(offset int) (Key, *ParseError) {
		k, err := ParseKey(line[offset:])
		e, ok := errors.AsType[*ParseError](err)
		if !ok {
			return k, nil
		}
		whole := *e
		whole.Field, whole.Input, whole.Offset = "proof", line, offset+e.Offset
		return k, &whole
	}
	if number == 1 {
		claim, _, ok := strings.Cut(line, ": ")
		if !ok || !p.setClaim(claim) {
			return fail(0, `want a claim such as "White mates in 2", a colon, and an EPD`)
		}
		k, err := key(len(claim) + len(": "))
		p.Start = k
		return err
	}
	var s ProofStep
	offset := 0
	if !p.forbids() {
		words := strings.SplitN(line, " ", 3)
		if len(words) < 3 {
			return fail(0, "want the number of moves, a move and an EPD")
		}
		n, err := strconv.Atoi(words[0])
		if err != nil {
			return fail(0, "the number of moves is missing")
		}
		offset = len(words[0]) + 1
		if s.Move, err = ParseUCI(words[1]); err != nil {
			return fail(offset, "the move is malformed")
		}
		s.Moves, offset = n, offset+len(words[1])+1
	}
	k, err := key(offset)
	s.Key = k
	p.Steps = append(p.Steps, s)
	return err
}
