package chess

import (
	"fmt"
	"slices"
	"strings"
)

// This file writes the texts of a Review, and of a Ranking, which a Review tells.

// Kind returns how bad the move is: "inaccuracy", "mistake" or "blunder", in the language.
func (f Flaw) Kind(l Language) string { return l.catalogue().kinds[f.Glyph] }

// String returns the move with its number and glyph: "12. Nf3?!" or "12...Nf6??". Language.SAN turns
// it into another language.
func (f Flaw) String() string { return f.numbered() + f.Glyph.String() }

// numbered returns the move with its number.
func (f *Flaw) numbered() string {
	dots := "..."
	if f.Color == White {
		dots = ". "
	}
	return fmt.Sprintf("%d%s%s", f.Number, dots, f.Move)
}

// Text returns the sentences for a comment on the move, in the language of the Reviewer.
func (f Flaw) Text(l Language) string {
	c := l.catalogue()
	kind := capital(c.kinds[f.Glyph])
	switch {
	case kind == "":
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

// Summary says how both sides have played, and where the game turned, in at most about 500
// characters, in the language of the Reviewer; nothing if there are no moves.
func (r Review) Summary(l Language) string {
	c := l.catalogue()
	var text []string
	for i, s := range [2]*ReviewedSide{&r.White, &r.Black} {
		if s.Moves > 0 {
			text = append(text, s.summary(c, c.colors[i]))
		}
	}
	var turns []string
	for _, f := range r.Flaws {
		if slices.Contains(r.TurningPoints, f.Ply) {
			turns = append(turns, f.summary(c))
		}
	}
	if len(turns) > 0 {
		text = append(text, c.turning[min(len(turns)-1, 1)]+": "+strings.Join(turns, "; ")+".")
	}
	return strings.Join(text, " ")
}

// summary says how accurate a side was, and counts its flaws.
func (s *ReviewedSide) summary(c *catalogue, name string) string {
	text := fmt.Sprintf(c.accuracy, name, c.decimal(fmt.Sprintf("%.1f", s.Accuracy)))
	var counts []string
	for i, n := range [...]int{s.Inaccuracies, s.Mistakes, s.Blunders, s.MissedMates} {
		if n > 0 {
			counts = append(counts, fmt.Sprintf(c.counts[i][min(n-1, 1)], n))
		}
	}
	if len(counts) > 0 {
		text += "; " + strings.Join(counts, ", ")
	}
	return text + "."
}

// summary says what a turning point was.
func (f *Flaw) summary(c *catalogue) string {
	text := fmt.Sprintf(c.turn, c.san(f.numbered()), c.score(f.Before), c.score(f.After))
	switch {
	case f.Brief != "":
		return text + " " + f.Brief
	case len(f.Better) > 0:
		return text + ", " + fmt.Sprintf(c.better, c.san(f.Better[0]))
	}
	return text
}

// String says in one line who wins with best play, how soon, and which moves keep the result, if not
// all do:
//
//	White wins: mate in 23 with best play; only Kd6 wins
//
// A win that the fifty-move rule makes a draw is a draw here.
func (v Ranking) String() string {
	switch {
	case len(v.Moves) > 0:
		return englishCatalogue.ranking(&v)
	case v.Position.isZero():
		return "nothing is known"
	case v.Probe.WDL == WDLDraw:
		return "draw: stalemate"
	}
	return fmt.Sprintf("%v has mated", v.winner())
}

// winner returns the side that would win without the fifty-move rule.
func (v *Ranking) winner() Color {
	if turn := v.Position.turn(); v.Probe.WDL >= WDLDraw {
		return turn
	}
	return v.Position.turn().Other()
}

// ranking says what best play comes to, and which moves keep that.
func (c *catalogue) ranking(v *Ranking) string {
	text := c.result(v)
	if keep := c.keeping(v); keep != "" {
		text += "; " + keep
	}
	return text
}

// rankingSentence is ranking as a sentence.
func (c *catalogue) rankingSentence(v *Ranking) string { return capital(c.ranking(v)) + "." }

// result says who wins with best play.
func (c *catalogue) result(v *Ranking) string {
	winner := c.colors[v.winner()]
	switch {
	case v.Result == WDLDraw:
		return c.draw
	case v.Result.outcome() == WDLDraw:
		return fmt.Sprintf(c.cursed, winner)
	case !v.knowsMates():
		return fmt.Sprintf(c.wins[0], winner)
	}
	n, _ := v.Moves[0].Probe.MateInMoves()
	return fmt.Sprintf(c.wins[1], winner, max(n, -n))
}

// keeping says which moves keep the result, or nothing if all do.
func (c *catalogue) keeping(v *Ranking) string {
	var moves []string
	for _, m := range v.Moves {
		if m.Result.outcome() == v.Result.outcome() {
			moves = append(moves, c.san(v.Position.SAN(m.Move)))
		}
	}
	texts := &c.keep[oneIf(v.Result != WDLWin)]
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

// thrownTo says after what a bad move from x to y throws away which moves do not, and what is lost.
func (c *catalogue) thrownTo(x, y *reviewedPosition) (text string) {
	if keep := c.keeping(&x.ranking); keep != "" {
		text = ": " + keep
	}
	switch {
	case !y.known:
	case y.ranking.Result == WDLWin:
		text += "; " + fmt.Sprintf(c.now[0], c.result(&y.ranking))
	case y.ranking.Result == WDLCursedWin || y.ranking.Result == WDLBlessedLoss:
		text += "; " + fmt.Sprintf(c.now[1], c.result(&y.ranking))
	}
	return text
}

// reply returns a sentence with the line that answers the bad move m in p, or nothing if there is
// none.
func (c *catalogue) reply(p Position, m Move, line []Move, plies int) string {
	if len(line) == 0 {
		return ""
	}
	after := p.After(m)
	return fmt.Sprintf(c.replies, c.localized(p.SANLine(m)), c.localized(after.SANLine(line[:min(len(line), plies)]...)))
}

// score returns a score as a text.
func (c *catalogue) score(s Score) string { return c.decimal(s.String()) }

// decimal returns a number with the decimal point of the language.
func (c *catalogue) decimal(number string) string { return strings.Replace(number, ".", c.point, 1) }

// capital returns a text of a catalogue, which begins with an ASCII letter, with a capital letter.
func capital(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] }
