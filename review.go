package chess

import (
	"fmt"
	"slices"
	"strings"
)

// Reviewer reviews recorded games: it finds the bad moves, says why they are bad and what was
// better, how accurately each side played, and where the game turned. The zero Reviewer takes some
// seven seconds for a game of forty moves. A review depends only on the settings and on the game, so
// that games may be reviewed in any order, and by several goroutines at once if the Tablebase allows
// it. Each takes 4 MB and a MiB for each 10,000 Nodes, up to 64.
type Reviewer struct {
	Nodes     int64                 // of the search of each position, four times as many for a bad move; 0 is 50,000
	Plies     int                   // the length of a better line at most; 0 is 8
	Evaluator *FeatureEvaluator     // nil is NewDefaultEvaluator
	Tablebase Tablebase             // judges the moves in positions that it knows; may be nil
	Language  Language              // of all texts
	Annotator string                // is added to the tag Annotator, unless it is empty
	Progress  func(done, moves int) // called after each move that has been looked at, unless it is nil
}

// String returns the fields that are not zero.
func (r Reviewer) String() string { return listFields(r) }

// Review is the result for the main line of a game. Its texts are in the Reviewer's language.
type Review struct {
	White         ReviewedSide `json:"white"`
	Black         ReviewedSide `json:"black"`
	Flaws         []Flaw       `json:"flaws"`         // in the order of the game
	Scores        []Score      `json:"scores"`        // of the start position and after each move, from White's point of view
	TurningPoints []int        `json:"turningPoints"` // the plies of up to three mistakes or blunders that cost most
}

// ReviewedSide sums up how a side played.
type ReviewedSide struct {
	Moves        int     `json:"moves"`
	Accuracy     float64 `json:"accuracy"` // 0 to 100, the mean of lichess's accuracy over the moves; 0 without moves
	Inaccuracies int     `json:"inaccuracies"`
	Mistakes     int     `json:"mistakes"`
	Blunders     int     `json:"blunders"`
	MissedMates  int     `json:"missedMates"`
}

// Flaw is a bad move: another would have been better. Scores are from White's point of view.
type Flaw struct {
	Ply         int      `json:"ply"`                   // 1 for the first move of the main line
	Glyph       NAG      `json:"glyph"`                 // DubiousMove for an inaccuracy, Mistake or Blunder
	Number      int      `json:"number"`                // the move number
	Color       Color    `json:"color"`                 // the side that moves
	Move        string   `json:"move"`                  // the move played, in SAN
	Better      []string `json:"better"`                // the better line, in SAN
	Before      Score    `json:"before"`                // the score of the position before the move
	After       Score    `json:"after"`                 // the score after the move played
	Loss        float64  `json:"loss"`                  // the winning chance that is lost, in percent
	MissedMate  int      `json:"missedMate,omitempty"`  // n if there was a mate in n moves, and now there is none
	AllowedMate int      `json:"allowedMate,omitempty"` // n if the opponent mates in n moves now, and did not before

	// Thrown is not empty if the Tablebase knows that the move makes the result worse, and says so:
	// "throws away the win: only Kd6 wins". Otherwise Why is the reason, in sentences of at most 300
	// characters together, without what other fields say. Brief is the reason in a few words, without
	// the move; it may be empty.
	Thrown string `json:"thrown,omitempty"`
	Why    string `json:"why,omitempty"`
	Brief  string `json:"brief,omitempty"`
}

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

// Text returns the sentences for a comment on the move. The language must be that of the Reviewer,
// since Why and Thrown have it already.
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
		fmt.Fprintf(&b, "; "+c.better, c.language.SAN(f.Better[0]))
	}
	return strings.TrimSpace(b.String() + ". " + f.Why)
}

// Summary says how both sides have played, and where the game turned, in at most about 500
// characters, in the language, which must be that of the Reviewer; nothing if there are no moves.
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
	text := fmt.Sprintf(c.turn, c.language.SAN(f.numbered()), c.score(f.Before), c.score(f.After))
	switch {
	case f.Brief != "":
		return text + " " + f.Brief
	case len(f.Better) > 0:
		return text + ", " + fmt.Sprintf(c.better, c.language.SAN(f.Better[0]))
	}
	return text
}
