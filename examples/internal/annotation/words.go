package annotation

import (
	"fmt"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A catalogue holds all texts of an annotation in a language, but for those of chess.Why.
type catalogue struct {
	language   chess.Language
	point      string // the decimal point
	and        string // before the last of a list
	sides      [2]string
	kinds      [Blunder + 1]string
	judgement  string // a kind, the score before and after the move
	misses     string // a mate in so many moves
	allows     string
	better     string // a move
	reply      string // a move, the line that answers it
	thrown     [2]string
	now        [2]string // what is the result of now: a win, a draw
	wins       [2]string // who wins, and by mate in so many moves
	draw       string
	cursed     string
	keep       [2][3]string // the moves that win or draw: one, a few, so many of so many
	accuracy   string       // of a side
	counts     [4][2]string // so many flaws of a kind or missed mates: one, several
	turning    [2]string    // one turning point, several
	turn       string       // a move, the score before and after it
	chances    string       // the title of the vertical axis of a graph
	moveNumber string       // of the horizontal axis
}

// catalogueOf returns the texts of the language.
func catalogueOf(l chess.Language) *catalogue {
	if l == chess.German {
		return &germanCatalogue
	}
	return &englishCatalogue
}

// san returns SAN in the language, without the blank after the dots of Black's first move,
// as chess.Why has it.
func (c *catalogue) san(text string) string {
	return c.language.SAN(strings.ReplaceAll(text, "... ", "..."))
}

// score returns a score as a text.
func (c *catalogue) score(s chess.Score) string { return c.decimal(s.String()) }

// decimal returns a number with the decimal point of the language.
func (c *catalogue) decimal(number string) string { return strings.Replace(number, ".", c.point, 1) }

// list returns texts as a list.
func (c *catalogue) list(texts []string) string {
	last := len(texts) - 1
	if last == 0 {
		return texts[0]
	}
	return strings.Join(texts[:last], ", ") + c.and + texts[last]
}

// truth returns what the tablebase says of a position as a sentence.
func (c *catalogue) truth(v *chess.Ranking) string {
	text := c.result(v)
	if keep := c.keeping(v); keep != "" {
		text += "; " + keep
	}
	return prose.Capital(text) + "."
}

// result says who wins with best play.
func (c *catalogue) result(v *chess.Ranking) string {
	winner := v.Position.Turn()
	if v.Probe.WDL < chess.WDLDraw {
		winner = winner.Other()
	}
	switch v.Result {
	case chess.WDLWin, chess.WDLLoss:
		for _, m := range v.Moves {
			if m.Probe.WDL != chess.WDLDraw && !m.Probe.DTMKnown {
				return fmt.Sprintf(c.wins[0], c.sides[winner])
			}
		}
		n, _ := v.Moves[0].Probe.MateInMoves()
		return fmt.Sprintf(c.wins[1], c.sides[winner], max(n, -n))
	case chess.WDLDraw:
		return c.draw
	}
	return fmt.Sprintf(c.cursed, c.sides[winner])
}

// keeping says which moves keep the result, or nothing if all do.
func (c *catalogue) keeping(v *chess.Ranking) string {
	var moves []string
	for _, m := range v.Moves {
		if endings.HalfPoints(m.Result) == endings.HalfPoints(v.Result) {
			moves = append(moves, c.san(v.Position.SAN(m.Move)))
		}
	}
	texts := &c.keep[1]
	if v.Result == chess.WDLWin {
		texts = &c.keep[0]
	}
	switch n := len(moves); {
	case n == len(v.Moves):
		return ""
	case n == 1:
		return fmt.Sprintf(texts[0], moves[0])
	case n <= 3:
		return fmt.Sprintf(texts[1], c.list(moves))
	default:
		return fmt.Sprintf(texts[2], n, len(v.Moves))
	}
}

// thrownFrom says what a bad move in x throws away.
func (c *catalogue) thrownFrom(x *analysedPosition) string {
	if x.verdict.Result == chess.WDLWin {
		return c.thrown[0]
	}
	return c.thrown[1]
}

// thrownTo says what a bad move from x to y throws away, which moves do not, and what is
// lost.
func (c *catalogue) thrownTo(x, y *analysedPosition) string {
	text := c.thrownFrom(x)
	if keep := c.keeping(&x.verdict); keep != "" {
		text += ": " + keep
	}
	if !y.known {
		return text
	}
	switch y.verdict.Result {
	case chess.WDLWin:
		text += "; " + fmt.Sprintf(c.now[0], c.result(&y.verdict))
	case chess.WDLCursedWin, chess.WDLBlessedLoss:
		text += "; " + fmt.Sprintf(c.now[1], c.result(&y.verdict))
	}
	return text
}
