package annotation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A catalogue holds the texts of a language, apart from those of chess.Why and of
// tablebases, which are in English.
type catalogue struct {
	sides    [2]string // by Color
	kinds    [Blunder + 1]string
	change   string // of the score, from and to
	missed   string // a mate
	allowed  string
	better   string
	accuracy string            // of a side, in percent
	counted  [4][2]string      // one, and more: inaccuracies, mistakes, blunders, missed mates
	turning  [2]string         // one turning point, and more
	decimal  *strings.Replacer // of a score in pawns
}

var english = catalogue{
	sides:    [...]string{"White", "Black"},
	kinds:    [...]string{"Fine", "Inaccuracy", "Mistake", "Blunder"},
	change:   ", from %s to %s",
	missed:   ", misses mate in %d",
	allowed:  ", allows mate in %d",
	better:   "; better is %s",
	accuracy: "%s: accuracy %.0f %%",
	counted:  [...][2]string{{"inaccuracy", "inaccuracies"}, {"mistake", "mistakes"}, {"blunder", "blunders"}, {"missed mate", "missed mates"}},
	turning:  [...]string{"Turning point", "Turning points"},
	decimal:  strings.NewReplacer(),
}

var german = catalogue{
	sides:    [...]string{"Weiß", "Schwarz"},
	kinds:    [...]string{"Gut", "Ungenauigkeit", "Fehler", "Grober Fehler"},
	change:   ", von %s auf %s",
	missed:   ", verpasst ein Matt in %d",
	allowed:  ", erlaubt ein Matt in %d",
	better:   "; besser ist %s",
	accuracy: "%s: Genauigkeit %.0f %%",
	counted:  [...][2]string{{"Ungenauigkeit", "Ungenauigkeiten"}, {"Fehler", "Fehler"}, {"grober Fehler", "grobe Fehler"}, {"verpasstes Matt", "verpasste Matts"}},
	turning:  [...]string{"Wendepunkt", "Wendepunkte"},
	decimal:  strings.NewReplacer(".", ","),
}

func catalogueOf(l chess.Language) *catalogue {
	if l == chess.German {
		return &german
	}
	return &english
}

// score writes a score.
func (c *catalogue) score(s chess.Score) string { return c.decimal.Replace(s.String()) }

// maxTurning is how many turning points a summary names at most.
const maxTurning = 3

// Summary says in two or three sentences how accurately both sides have played, and after
// which moves the winning chances changed most.
func (r *Report) Summary(l chess.Language) string {
	c := catalogueOf(l)
	var b strings.Builder
	for color, side := range [2]*Side{&r.White, &r.Black} {
		if side.Moves == 0 {
			continue
		}
		fmt.Fprintf(&b, c.accuracy, c.sides[color], side.Accuracy)
		for i, n := range [4]int{side.Inaccuracies, side.Mistakes, side.Blunders, side.MissedMates} {
			if n > 0 {
				fmt.Fprintf(&b, ", %d %s", n, c.counted[i][min(n, 2)-1])
			}
		}
		b.WriteString(". ")
	}
	turning := slices.DeleteFunc(slices.Clone(r.Flaws), func(f Flaw) bool { return f.Kind < Mistake })
	slices.SortStableFunc(turning, func(a, b Flaw) int { return cmp.Compare(b.Loss, a.Loss) })
	turning = turning[:min(len(turning), maxTurning)]
	slices.SortFunc(turning, func(a, b Flaw) int { return cmp.Compare(a.Ply, b.Ply) })
	for i := range turning {
		if i == 0 {
			b.WriteString(c.turning[min(len(turning), 2)-1] + ":")
		} else {
			b.WriteByte(',')
		}
		b.WriteString(" " + l.SAN(turning[i].Numbered()))
	}
	if len(turning) > 0 {
		b.WriteByte('.')
	}
	return strings.TrimSpace(b.String())
}

// Numbered returns the move with its number: "12. Nf3" or "12...Nf6".
func (f *Flaw) Numbered() string {
	return fmt.Sprintf("%d%s%s", f.Number, [2]string{". ", "..."}[f.Color&1], f.Move)
}

// Text returns a sentence for the comment on the move, and the reason. What the reason says
// the sentence leaves out.
func (f *Flaw) Text(l chess.Language) string {
	c := catalogueOf(l)
	var b strings.Builder
	b.WriteString(c.kinds[min(f.Kind, Blunder)])
	if f.Thrown != "" {
		return b.String() + ", " + f.Thrown + "."
	}
	fmt.Fprintf(&b, c.change, c.score(f.Before), c.score(f.After))
	if f.Why != "" {
		return b.String() + ". " + f.Why
	}
	if f.MissedMate > 0 {
		fmt.Fprintf(&b, c.missed, f.MissedMate)
	}
	if f.AllowedMate > 0 {
		fmt.Fprintf(&b, c.allowed, f.AllowedMate)
	}
	if len(f.Better) > 0 {
		fmt.Fprintf(&b, c.better, l.SAN(f.Better[0]))
	}
	return b.String() + "."
}
