package endings

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// positions are those of an ending, and a Tablebase that knows them.
type positions interface {
	chess.Tablebase
	Ending() chess.Ending
	Positions() iter.Seq2[chess.Position, chess.ProbeResult]
}

// A survey is what all positions of an ending say together, or a sample of them.
type survey struct {
	Ending  chess.Ending
	sampled bool
	Sides   [2]sideSurvey         // by the side to move
	Wins    [2]winSurvey          // by the winner
	Passes  [passKinds]passSurvey // mutual zugzwangs, each once: with White to move
	heats   [2][16]heat           // by the side to move and the piece

	EnPassant enPassantSurvey
	compared  *comparison // with another tablebase; nil if there is none
}

// A sideSurvey counts the positions with one side to move.
type sideSurvey struct {
	Positions  int
	results    [5]int // by the result from White's point of view, from a loss
	Mates      int    // that are on the board
	Stalemates int
}

// Result returns how many positions have a result, from White's point of view.
func (s *sideSurvey) Result(w chess.WDL) int { return s.results[w-chess.WDLLoss] }

// result returns how many positions have a result, from White's point of view, with either side to
// move.
func (s *survey) result(w chess.WDL) int {
	return s.Sides[chess.White].Result(w) + s.Sides[chess.Black].Result(w)
}

// count returns the number of all positions.
func (s *survey) count() int {
	return s.Sides[chess.White].Positions + s.Sides[chess.Black].Positions
}

// A winSurvey counts the positions that a side wins with the move.
type winSurvey struct {
	MateIn  []int        // by the number of moves to mate
	Longest longest      // the longest way to mate, in plies, if that is known
	Line    []chess.Move // of the longest: see addLines
	Zeroing longest      // the longest way to mate, a capture or a pawn move, in plies
}

// A longest is the largest of some numbers of plies, and where it was found.
type longest struct {
	Plies int
	Count int // of the positions that have it
	First chess.Position
}

// Moves returns the number of moves of the side that begins.
func (l longest) Moves() int { return (l.Plies + 1) / 2 }

// add takes one more number.
func (l *longest) add(plies int, p *chess.Position) {
	if plies > l.Plies {
		*l = longest{Plies: plies, First: *p}
	}
	if plies == l.Plies {
		l.Count++
	}
}

// A passKind is a kind of mutual zugzwang: what White gets if it is to move, and what
// if Black is.
type passKind int

const (
	drawOrWin  passKind = iota // White wins if Black is to move, and otherwise draws
	lossOrDraw                 // Black wins if White is to move, and otherwise draws
	lossOrWin                  // whoever is to move loses
	passKinds
)

// A passSurvey counts the mutual zugzwangs of a kind.
type passSurvey struct {
	Count    int
	Examples []chess.Position // with White to move
}

// maxExamples is how many positions are shown of each kind.
const maxExamples = 3

// An enPassantSurvey counts the positions in which a pawn may be captured en passant.
type enPassantSurvey struct {
	Positions int
	Matters   int // of these, those with another result without the right
	First     chess.Position
}

// study looks at every position, and compares it with another tablebase, unless that is
// nil. It calls shown after some of them, with their number.
func study(ctx context.Context, t positions, other chess.Tablebase, shown func(n int)) (*survey, error) {
	sampled, _ := t.(*sample)
	s := &survey{Ending: t.Ending(), sampled: sampled != nil}
	if other != nil {
		s.compared = &comparison{other: other}
	}
	random := rand.New(rand.NewPCG(1, 1)) // chooses examples, the same each time
	moves := make([]chess.Move, 0, 256)
	n := 0
	for at, truth := range t.Positions() {
		p := &at
		turn := p.Turn()
		w := truth.WDL.ForWhite(turn)
		side := &s.Sides[turn]
		side.Positions++
		side.results[w-chess.WDLLoss]++
		switch {
		case truth.WDL == chess.WDLLoss && truth.DTZ == -1 && p.InCheck() && len(p.AppendMoves(moves[:0])) == 0:
			side.Mates++
		case truth.WDL == chess.WDLDraw && !p.InCheck() && len(p.AppendMoves(moves[:0])) == 0:
			side.Stalemates++
		case truth.WDL > chess.WDLDraw:
			s.Wins[turn].add(p, truth)
		}
		s.addHeat(p, truth)
		if s.compared != nil {
			if err := s.compared.add(p, truth); err != nil {
				return nil, err
			}
		}
		if err := s.addPass(t, p, endings.HalfPoints(w), random); err != nil {
			return nil, err
		}
		if err := s.addEnPassant(t, p, truth.WDL); err != nil {
			return nil, err
		}
		if n++; n%(1<<14) == 0 {
			shown(n)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	if sampled != nil && sampled.err != nil {
		return nil, sampled.err
	}
	s.expand()
	return s, ctx.Err()
}

// add counts a position that the side to move wins.
func (s *winSurvey) add(p *chess.Position, truth chess.ProbeResult) {
	s.Zeroing.add(truth.DTZ, p)
	if !truth.DTMKnown {
		return
	}
	s.Longest.add(truth.DTM, p)
	in := (truth.DTM + 1) / 2
	for len(s.MateIn) <= in {
		s.MateIn = append(s.MateIn, 0)
	}
	s.MateIn[in]++
}

// addPass counts a mutual zugzwang: a position in which White, to move, would rather
// pass, since it gets fewer points than if Black were to move. Then Black would
// rather pass too.
func (s *survey) addPass(t positions, p *chess.Position, moving int, random *rand.Rand) error {
	if p.Turn() == chess.Black || moving == 2 || p.InCheck() || p.EnPassant() != chess.NoSquare {
		return nil
	}
	var passed chess.Position
	p.Do(0, &passed)
	w, err := t.WDL(&passed)
	if err != nil {
		return err
	}
	waiting := endings.HalfPoints(-w)
	if waiting <= moving {
		return nil
	}
	k := &s.Passes[[...][3]passKind{{1: lossOrDraw, 2: lossOrWin}, {2: drawOrWin}}[moving][waiting]]
	k.Count++
	if len(k.Examples) < maxExamples {
		k.Examples = append(k.Examples, *p)
	} else if i := random.IntN(k.Count); i < maxExamples { // each has the same chance
		k.Examples[i] = *p
	}
	return nil
}

// addEnPassant counts a position with the right to capture en passant, with this result.
func (s *survey) addEnPassant(t positions, p *chess.Position, w chess.WDL) error {
	if p.EnPassant() == chess.NoSquare {
		return nil
	}
	setup := p.Setup()
	setup.DoublePush = chess.NoSquare
	without, err := setup.Position()
	if err != nil {
		return err
	}
	other, err := t.WDL(&without)
	if err != nil {
		return err
	}
	e := &s.EnPassant
	e.Positions++
	if other != w {
		if e.Matters == 0 {
			e.First = *p
		}
		e.Matters++
	}
	return nil
}

// A sample is a number of random positions of an ending, each as likely as any other,
// and none with the right to capture en passant.
type sample struct {
	chess.Tablebase
	ending chess.Ending
	n      int
	err    error // that ended Positions
}

// Ending returns the material of the positions.
func (s *sample) Ending() chess.Ending { return s.ending }

// Positions returns the positions and their truth: the same each time.
func (s *sample) Positions() iter.Seq2[chess.Position, chess.ProbeResult] {
	var army []chess.Piece
	for _, piece := range pieces(s.ending) {
		for range s.ending.Count(piece.Color(), piece.Type()) {
			army = append(army, piece)
		}
	}
	return func(yield func(chess.Position, chess.ProbeResult) bool) {
		random := rand.New(rand.NewPCG(1, 2))
		for left := s.n; left > 0; {
			setup := chess.Setup{Turn: chess.Color(random.IntN(2))}
			for _, piece := range army {
				setup.Board[random.IntN(64)] = piece
			}
			p, err := setup.Position()
			if err != nil || p.Ending() != s.ending { // two pieces on a square, for example
				continue
			}
			truth, err := s.Probe(&p)
			if err != nil {
				s.err = fmt.Errorf("%v: %w", s.ending, err)
				return
			}
			if !yield(p, truth) {
				return
			}
			left--
		}
	}
}

// A comparison counts the positions of a table in which another tablebase says
// something else.
type comparison struct {
	other     chess.Tablebase
	results   int // that differ
	distances int // to zeroing that differ: by more than one ply if the other's is rounded
	First     chess.Position
}

// add compares a position.
func (c *comparison) add(p *chess.Position, truth chess.ProbeResult) error {
	w, err := c.other.WDL(p)
	theirs, err2 := c.other.Probe(p)
	if err := cmp.Or(err, err2); err != nil {
		return fmt.Errorf("%v: %w", p, err)
	}
	sameResult := w == truth.WDL && theirs.WDL == truth.WDL
	longer := abs(truth.DTZ) - abs(theirs.DTZ)
	sameDistance := longer == 0 || longer == 1 && theirs.DTZRounded
	if !c.differ() && !(sameResult && sameDistance) {
		c.First = *p
	}
	if !sameResult {
		c.results++
	}
	if !sameDistance {
		c.distances++
	}
	return nil
}

// differ reports whether anything differs.
func (c *comparison) differ() bool { return c.results+c.distances > 0 }

// String says what was found.
func (c *comparison) String() string {
	if !c.differ() {
		return "all results and all distances to zeroing are the same"
	}
	return fmt.Sprintf("%s and %s differ, such as in %v", prose.Count(c.results, "result"), prose.Count(c.distances, "distance"), c.First)
}
