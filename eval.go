package chess

import (
	"fmt"
	"math/bits"
	"slices"
)

// Score is a value in centipawns, or a mate: a side that mates in n plies
// scores Mate-n, one that is mated in n plies n-Mate. Scores beyond
// MaxEvaluation, up to Mate, are mates.
//
// From whose point of view a Score is, the function that returns it says:
// negate it for the other side's.
type Score int32

const (
	// Mate is the score of having mated; -Mate that of being mated on the board.
	Mate Score = 32_000
	// MaxEvaluation is the largest score that is no mate.
	MaxEvaluation Score = Mate - 1000
)

// MateIn returns the score of mating in so many plies, 0 to 999; negate it for
// being mated.
func MateIn(plies int) Score {
	return Mate - Score(min(max(plies, 0), 999))
}

// Mate returns in how many moves, not plies, the side whose view s is gives
// mate, negative if it is being mated, and whether s is a mate at all. The
// moves are 0 for both Mate and -Mate: the mate is on the board.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s > MaxEvaluation && s <= Mate:
		return int(Mate-s+1) / 2, true
	case s < -MaxEvaluation && s >= -Mate:
		return -int(Mate+s+1) / 2, true
	}
	return 0, false
}

// String returns pawns, "+0.34", "-1.20" or "0.00", or the moves to mate,
// "#3", or "#-2" for being mated. The mate on the board is "#0" for the side
// that gave it and "#-0" for the other.
func (s Score) String() string {
	moves, ok := s.Mate()
	switch {
	case !ok:
		return s.pawns()
	case s < 0:
		return fmt.Sprintf("#-%d", -moves)
	}
	return fmt.Sprintf("#%d", moves)
}

// view turns a score from White's point of view into one from c's.
func (s Score) view(c Color) Score {
	if c == Black {
		return -s
	}
	return s
}

// pawns formats s with two decimals, be it as large as a mate.
func (s Score) pawns() string {
	sign, n := "+", int64(s)
	switch {
	case n == 0:
		sign = ""
	case n < 0:
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%02d", sign, n/100, n%100)
}

// Tapered is a value in centipawns that changes in the course of a game.
type Tapered struct {
	MG Score `json:"mg"` // in the middlegame, with all pieces on the board
	EG Score `json:"eg"` // in the endgame, with kings and pawns only
}

// Plus returns t + u.
func (t Tapered) Plus(u Tapered) Tapered { return Tapered{t.MG + u.MG, t.EG + u.EG} }

// Minus returns t - u.
func (t Tapered) Minus(u Tapered) Tapered { return Tapered{t.MG - u.MG, t.EG - u.EG} }

// Times returns n times t.
func (t Tapered) Times(n int) Tapered { return Tapered{t.MG * Score(n), t.EG * Score(n)} }

// Blend returns the value at a game phase, 0 (endgame) to MaxPhase
// (middlegame), rounded toward zero.
func (t Tapered) Blend(phase int) Score {
	return t.blend(phase, 100, 100)
}

// blend is Blend with the two parts weighted in percent.
func (t Tapered) blend(phase, mg, eg int) Score {
	return Score((int64(t.MG)*int64(phase*mg) + int64(t.EG)*int64((MaxPhase-phase)*eg)) / (MaxPhase * 100))
}

// MaxPhase is the game phase with all pieces on the board: see Survey.Phase.
const MaxPhase = 24

// Evaluator judges a position without looking ahead. Evaluate returns the
// score from the point of view of the side to move, no mate, and depends on
// p's Key alone, so that it may be kept in a table by that key.
//
// Any number of goroutines may share an Evaluator, unless it has a method
//
//	Fork() Evaluator
//
// which says that it serves one at a time, and gives another its own.
type Evaluator interface {
	Evaluate(p *Position) Score
}

// Feature is one reason to prefer a position: something that can be seen on
// the board and named, and is worth so many centipawns. Score credits what it
// finds in s.Position to either colour by s.Credit, has no other effect, and
// depends on the position's Key alone.
//
// A Feature may be scored by several goroutines at once, unless it has a method
//
//	Fork() Feature
//
// which gives another goroutine its own: for one that keeps a cache.
type Feature interface {
	Name() string
	Score(s *Survey)
}

// Scaler is a Feature that has the last word: when all features are scored, it
// is shown the evaluation so far, from White's point of view, and returns what
// it should be instead, such as half of it for opposite bishops. It credits
// nothing while it scales; in an Explanation its score is the difference it
// makes, besides what it credited before as any Feature.
type Scaler interface {
	Feature
	Scale(s *Survey, sum Score) Score
}

// Survey is one look at a position, shared by the features of one evaluation:
// the position, and what more than one feature needs, computed once.
type Survey struct {
	position *Position
	phase    int
	sums     [2]pair // what the feature at work has credited, by Color
	ledger   *ledger // where credits are recorded for an explanation, or nil
}

// Position returns the position looked at. Features must not change it, nor
// keep the pointer.
func (s *Survey) Position() *Position { return s.position }

// Phase returns the game phase: MaxPhase with all pieces on the board, 0 with
// kings and pawns only. A knight or bishop counts 1, a rook 2, a queen 4, and
// more than MaxPhase, after a promotion, is MaxPhase (as in PeSTO).
func (s *Survey) Phase() int { return s.phase }

// Credit adds t to the account of c, on behalf of the feature being scored.
// sq is where the reason stands, for an explanation, or NoSquare. What one
// feature credits one colour should add up to no more than a million
// centipawns either way.
func (s *Survey) Credit(c Color, sq Square, t Tapered) {
	s.sums[c&1] += t.pair()
	if s.ledger != nil {
		s.ledger.record(c, sq, t)
	}
}

// creditMen credits both colours with what their men are worth. The worth of
// one is only asked for an explanation.
func (s *Survey) creditMen(white, black pair, worth interface{ of(e man) pair }) {
	s.sums[White] += white
	s.sums[Black] += black
	if s.ledger == nil {
		return
	}
	for i, e := range s.position.men {
		if e != 0 {
			s.ledger.record(Color(i>>4), squares[e&127], worth.of(e).tapered())
		}
	}
}

// pair is a Tapered in one word, so that one addition adds both parts.
type pair int64

func (t Tapered) pair() pair { return pair(t.EG)<<32 + pair(t.MG) }

func (p pair) tapered() Tapered { return Tapered{Score(p), Score((p + 1<<31) >> 32)} }

// look begins a survey of p.
func (s *Survey) look(p *Position) {
	s.position = p
	s.phase = phase(&p.cells)
}

// phase returns the game phase of a board, a nibble a square: see Survey.Phase.
func phase(cells *[4]uint64) int {
	// The bits above the lowest of a nibble are 01 for a knight (2) and a
	// bishop (3), 10 for a rook (4) and a queen (5).
	const low = 0x1111_1111_1111_1111
	var minor, major, queen uint64 // a bit a man, those of each word one further up
	for _, c := range cells {
		b0, b1, b2 := c&low, c>>1&low, c>>2&low
		minor = minor<<1 | b1&^b2
		major = major<<1 | b2&^b1
		queen = queen<<1 | b2&^b1&b0
	}
	n := bits.OnesCount64(minor) + 2*bits.OnesCount64(major) + 2*bits.OnesCount64(queen)
	return min(n, MaxPhase)
}

// Term is a feature of an evaluation and its weight, in percent and by game
// phase: 100 takes the feature's middlegame or endgame values as they are.
type Term struct {
	Feature Feature
	MG, EG  int
}

// Full returns the terms of features taken as they are, at 100 percent.
func Full(features ...Feature) []Term {
	terms := make([]Term, len(features))
	for i, f := range features {
		terms[i] = Term{f, 100, 100}
	}
	return terms
}

// MaxWeight is the largest weight of a Term, in percent, either way: a
// thousandfold. With it the largest allowed credits of both colours still fit
// in a Score.
const MaxWeight = 100_000

// FeatureEvaluator is an Evaluator made of features. The value of a position
// is the sum of the features' scores, White's minus Black's, from the point of
// view of the side to move, and within ±MaxEvaluation. Each feature is
// weighted, blended by game phase and rounded toward zero on its own.
//
// Explain tells how a value came about. A FeatureEvaluator serves one
// goroutine at a time: see Fork.
type FeatureEvaluator struct {
	terms  []Term
	rows   []row
	survey Survey
}

// A row is a term at work.
type row struct {
	feature Feature // in its fast form
	scaler  Scaler  // the feature, if it is one
	mg, eg  int
}

// NewFeatureEvaluator returns the evaluator made of the terms, in their order.
// It is an error if a feature is nil or nameless, if two have the same name,
// or if a weight is beyond MaxWeight.
func NewFeatureEvaluator(terms ...Term) (*FeatureEvaluator, error) {
	names := map[string]bool{}
	for i, t := range terms {
		if t.Feature == nil {
			return nil, fmt.Errorf("evaluation: feature %d of %d is nil", i+1, len(terms))
		}
		name := t.Feature.Name()
		switch {
		case name == "":
			return nil, fmt.Errorf("evaluation: feature %d of %d has no name", i+1, len(terms))
		case names[name]:
			return nil, fmt.Errorf("evaluation: two features are called %q", name)
		case min(t.MG, t.EG) < -MaxWeight || max(t.MG, t.EG) > MaxWeight:
			return nil, fmt.Errorf("evaluation: weights of %d and %d percent for %q, beyond %d", t.MG, t.EG, name, MaxWeight)
		}
		names[name] = true
	}
	return newFeatureEvaluator(slices.Clone(terms)), nil
}

// newFeatureEvaluator is NewFeatureEvaluator for terms known to be right, which it keeps.
func newFeatureEvaluator(terms []Term) *FeatureEvaluator {
	e := &FeatureEvaluator{terms: terms, rows: make([]row, len(terms))}
	for i, t := range terms {
		e.rows[i] = newRow(fast(t.Feature), t.MG, t.EG)
	}
	return e
}

func newRow(f Feature, mg, eg int) row {
	scaler, _ := f.(Scaler)
	return row{f, scaler, mg, eg}
}

// Terms returns the terms that e is made of, for those who want an evaluator
// with more of them or other weights.
func (e *FeatureEvaluator) Terms() []Term { return slices.Clone(e.terms) }

// Fork returns an evaluator with the same terms for another goroutine.
func (e *FeatureEvaluator) Fork() Evaluator {
	fork := &FeatureEvaluator{terms: e.terms, rows: slices.Clone(e.rows)}
	for i, r := range fork.rows {
		if f, ok := r.feature.(interface{ Fork() Feature }); ok {
			fork.rows[i] = newRow(f.Fork(), r.mg, r.eg)
		}
	}
	return fork
}

// Evaluate returns the value of p from the point of view of the side to move.
// It allocates nothing, unless a feature does.
func (e *FeatureEvaluator) Evaluate(p *Position) Score {
	return e.evaluate(p, nil).view(p.Turn())
}

// evaluate returns the value of p from White's point of view, and enters how
// it came about in the ledger, if there is one.
func (e *FeatureEvaluator) evaluate(p *Position, l *ledger) Score {
	s := &e.survey
	s.look(p)
	s.ledger = l
	total := int64(0)
	for i := range e.rows {
		r := &e.rows[i]
		s.sums = [2]pair{}
		r.feature.Score(s)
		score := (s.sums[White] - s.sums[Black]).tapered().blend(s.phase, r.mg, r.eg)
		total += int64(score)
		if l != nil {
			l.close(score)
		}
	}
	s.ledger = nil
	for i := range e.rows {
		r := &e.rows[i]
		if r.scaler == nil {
			continue
		}
		scaled := r.scaler.Scale(s, clamp(total))
		if l != nil {
			l.scale(i, scaled-Score(total))
		}
		total = int64(scaled)
	}
	s.position = nil
	return clamp(total)
}

// clamp keeps a sum within ±MaxEvaluation, apart from the mates.
func clamp(sum int64) Score {
	return Score(min(max(sum, -int64(MaxEvaluation)), int64(MaxEvaluation)))
}

// NewPeSTO returns PeSTO's evaluation (Ronald Friederich): material and
// piece-square tables, each for middlegame and endgame, blended by game phase.
// PeSTO blends the sum of both; here each is rounded on its own, which can make
// a centipawn of difference.
func NewPeSTO() *FeatureEvaluator {
	return newFeatureEvaluator(Full(PeSTOMaterial(), PeSTOPieceSquare()))
}

// NewSimplified returns the Simplified Evaluation Function (Tomasz
// Michniewski) with one set of tables for the whole game: see
// SimplifiedMaterial and SimplifiedPieceSquare.
func NewSimplified() *FeatureEvaluator {
	return newFeatureEvaluator(Full(SimplifiedMaterial(), SimplifiedPieceSquare()))
}

// NewDefaultEvaluator returns the evaluation to use when there is no reason to
// use another: at present PeSTO's.
func NewDefaultEvaluator() *FeatureEvaluator { return NewPeSTO() }
