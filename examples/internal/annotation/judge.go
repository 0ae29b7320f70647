package annotation

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// WinningChance returns the expected share of the points, in percent, of a side
// that has the score s: the logistic curve that Lichess fitted to the games of
// its players (https://lichess.org/page/accuracy),
//
//	50 + 50 * (2 / (1 + exp(-0.00368208 * centipawns)) - 1)
//
// and 100 or 0 if s is a mate score.
func WinningChance(s chess.Score) float64 {
	if _, mate := s.MateInMoves(); mate {
		if s > 0 {
			return 100
		}
		return 0
	}
	return 100 / (1 + math.Exp(-0.00368208*float64(s)))
}

// Accuracy returns the accuracy, from 0 to 100, of a move that loses the given
// winning chance, in percent: Lichess's curve (the same page),
//
//	103.1668 * exp(-0.04354 * loss) - 3.1669
func Accuracy(loss float64) float64 {
	return min(max(103.1668*math.Exp(-0.04354*max(loss, 0))-3.1669, 0), 100)
}

// Kind is how bad a move is.
type Kind uint8

// The kinds, by the winning chance that is lost, with Lichess's limits. A missed
// mate is at least an Inaccuracy.
const (
	Fine       Kind = iota
	Inaccuracy      // 5 percent or more
	Mistake         // 10
	Blunder         // 15
)

// kindOf returns the kind of a move that loses the given winning chance.
func kindOf(loss float64) Kind { return min(Kind(loss/5), Blunder) }

// String returns "fine", "inaccuracy", "mistake" or "blunder".
func (k Kind) String() string { return englishCatalogue.kinds[min(k, Blunder)] }

// MarshalText returns what String returns.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what String returns.
func (k *Kind) UnmarshalText(text []byte) error {
	for *k = Fine; *k <= Blunder; *k++ {
		if k.String() == string(text) {
			return nil
		}
	}
	*k = Fine
	return fmt.Errorf("unknown kind of move %q", text)
}

// NAG returns the glyph of a bad move: "?!", "?" or "??".
func (k Kind) NAG() chess.NAG { return [...]chess.NAG{0, 6, 2, 4}[min(k, Blunder)] }

// lossTo returns the winning chance that the move m from x to y loses, in percent.
// The best move loses nothing, even if the search of y returns a lower score.
// What a tablebase knows counts, and not how soon a side wins.
func (x *analysedPosition) lossTo(y *analysedPosition, m chess.Move) float64 {
	if x.known {
		return max(pointsOf(x.verdict.Result)-x.keptBy(m), 0)
	}
	if len(x.line) == 0 || x.line[0] == m {
		return 0
	}
	return max(WinningChance(x.score)-WinningChance(-y.score), 0)
}

// newFlaw judges the move m from x to y. Its Kind is Fine if the move is not bad.
func newFlaw(ply int, x, y *analysedPosition, m chess.Move) Flaw {
	p, loss := x.position, x.lossTo(y, m)
	f := Flaw{
		Ply: ply, Kind: kindOf(loss), Number: p.MoveNumber(), Color: p.Turn(),
		Move: p.SAN(m), Before: x.white(), After: y.white(), Loss: loss,
	}
	if loss == 0 {
		return f
	}
	was, _ := x.score.MateInMoves()
	is, _ := (-y.score).MateInMoves()
	if was > 0 && is <= 0 {
		f.MissedMate = was
		f.Kind = max(f.Kind, Inaccuracy)
	}
	if was >= 0 && is < 0 {
		f.AllowedMate = -is
	}
	return f
}

// setBetter sets the better line to that of x.
func (f *Flaw) setBetter(x *analysedPosition) {
	p := x.position
	for _, m := range x.line {
		f.Better = append(f.Better, p.SAN(m))
		p = p.After(m)
	}
}

// Text returns the sentences for the comment on the move; none if it is not bad.
func (a *Annotator) Text(f *Flaw) string {
	c := a.words
	kind := prose.Capital(c.kinds[f.Kind])
	switch {
	case f.Kind == Fine:
		return ""
	case f.Thrown != "":
		return kind + ", " + f.Thrown + "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, c.judgement, kind, c.score(f.Before), c.score(f.After))
	if f.MissedMate > 0 {
		fmt.Fprintf(&b, ", "+c.misses, f.MissedMate)
	}
	if f.AllowedMate > 0 {
		fmt.Fprintf(&b, ", "+c.allows, f.AllowedMate)
	}
	if len(f.Better) > 0 {
		fmt.Fprintf(&b, "; "+c.better, c.san(f.Better[0]))
	}
	return strings.TrimSpace(b.String() + ". " + f.Why)
}

// count counts a flaw of a side.
func (s *Side) count(f *Flaw) {
	switch f.Kind {
	case Inaccuracy:
		s.Inaccuracies++
	case Mistake:
		s.Mistakes++
	case Blunder:
		s.Blunders++
	}
	if f.MissedMate > 0 {
		s.MissedMates++
	}
}
