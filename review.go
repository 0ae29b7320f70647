package chess

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Reviewer reviews recorded games: it finds the bad moves, says why they are bad and what was
// better, how accurately each side played, and where the game turned. Each position has one score: the
// best move keeps it, and others make it worse. The zero Reviewer takes some ten seconds for a game of
// forty moves. Without a Time a review depends only on the settings and on the game, so that games may
// be reviewed in any order, and by several goroutines at once if the Tablebase allows it. Each takes
// 4 MB and a MiB for each 1,250 Nodes, or 50,000 nodes with a Time, up to 64.
type Reviewer struct {
	Nodes     int64                  // a position, half as many at first and up to eight times as many where it is in doubt; 0 is 50,000
	Time      time.Duration          // for a game, about: sets Nodes by the speed of the machine; 0 is no limit
	Plies     int                    // the length of a better line at most; 0 is 8
	Evaluator *FeatureEvaluator      // nil is NewDefaultEvaluator
	Tablebase Tablebase              // judges the moves in positions that it knows; may be nil
	Language  Language               // of all texts
	Annotator string                 // is added to the tag Annotator, unless it is empty
	Progress  func(ply int, s Score) // called for each position, from the last to the first, with the score after ply plies, from White's point of view; may be nil
}

// String returns the fields that are not zero.
func (r Reviewer) String() string { return listFields(r) }

// Review is the result for the main line of a game. Its texts are in the Reviewer's language.
type Review struct {
	White         ReviewedSide   `json:"white"`
	Black         ReviewedSide   `json:"black"`
	Moves         []ReviewedMove `json:"moves"`         // of the game, in their order
	Scores        []Score        `json:"scores"`        // of the start position and after each move, from White's point of view
	TurningPoints []int          `json:"turningPoints"` // the plies of up to three mistakes or blunders that cost most
	Opening       Opening        `json:"opening"`       // the last that has a name
	OpeningPly    int            `json:"openingPly"`    // the ply that leads to the opening; 0 if it has no name
}

// Flaws returns the bad moves.
func (r *Review) Flaws() (bad []ReviewedMove) {
	for _, m := range r.Moves {
		if m.Glyph != 0 {
			bad = append(bad, m)
		}
	}
	return bad
}

// sides returns White and Black, by Color.
func (r *Review) sides() [2]*ReviewedSide { return [2]*ReviewedSide{&r.White, &r.Black} }

// elo returns the rating of a player by the tag WhiteElo or BlackElo, or 0: "?" and "-" are no numbers.
func (t *GameTree) elo(c Color) int {
	elo, err := strconv.Atoi(t.Tag(c.String() + "Elo"))
	if err != nil {
		return 0
	}
	return max(elo, 0)
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

// ReviewedMove is a move of a reviewed game. Scores are from White's point of view.
type ReviewedMove struct {
	Ply      int           `json:"ply"`             // 1 for the first move of the main line
	Number   int           `json:"number"`          // the move number
	Color    Color         `json:"color"`           // the side that moves
	Move     string        `json:"move"`            // the move played, in SAN
	Best     []string      `json:"best"`            // the best line instead, in SAN
	Before   Score         `json:"before"`          // the score of the position before the move
	After    Score         `json:"after"`           // the score after the move
	Depth    int           `json:"depth"`           // plies that were searched for Before; 0 if it needed no search
	Loss     float64       `json:"loss"`            // the winning chance that is lost, in percent
	Accuracy float64       `json:"accuracy"`        // 0 to 100, on lichess's curve
	Phase    string        `json:"phase"`           // "opening", "middlegame" or "ending"
	Time     time.Duration `json:"time,omitempty"`  // for the move, by the clocks of the game; 0 if it is not known
	Motifs   []MotifKind   `json:"motifs,omitzero"` // of the move
	Glyph    NAG           `json:"glyph,omitzero"`  // DubiousMove for an inaccuracy, Mistake or Blunder; 0 if the move is not bad

	// What follows is of bad moves. Either Allowed or Missed has a word: see Lessons.
	Allowed     string `json:"allowed,omitempty"`     // what the opponent can do now, such as "fork" or "hanging"
	Missed      string `json:"missed,omitempty"`      // what the player could have done
	MissedMate  int    `json:"missedMate,omitempty"`  // n if there was a mate in n moves, and now there is none
	AllowedMate int    `json:"allowedMate,omitempty"` // n if the opponent mates in n moves now, and did not before

	// Thrown is not empty if the Tablebase knows that the move makes the result worse, and says so:
	// "throws away the win: only Kd6 wins". Otherwise Why has the reason, and Reason is it in sentences
	// of at most 300 characters together, without what other fields say. Brief is the reason in a few
	// words, without the move; it may be empty.
	Thrown string `json:"thrown,omitempty"`
	Reason string `json:"reason,omitempty"`
	Brief  string `json:"brief,omitempty"`
	Why    *Why   `json:"-"` // large: encode it by itself
}

// Kind returns how bad the move is: "inaccuracy", "mistake" or "blunder", in the language; "" if it is
// not bad.
func (m ReviewedMove) Kind(l Language) string { return l.catalogue().kinds[m.Glyph] }

// String returns the move with its number and glyph: "12. Nf3?!" or "12...Nf6??". Language.SAN turns
// it into another language.
func (m ReviewedMove) String() string { return m.numbered() + m.Glyph.String() }

// numbered returns the move with its number.
func (m *ReviewedMove) numbered() string {
	dots := "..."
	if m.Color == White {
		dots = ". "
	}
	return fmt.Sprintf("%d%s%s", m.Number, dots, m.Move)
}

// Text returns the sentences for a comment on the move. The language must be that of the Reviewer,
// since Reason and Thrown have it already.
func (m ReviewedMove) Text(l Language) string {
	c := l.catalogue()
	kind := capital(c.kinds[m.Glyph])
	switch {
	case kind == "":
		return ""
	case m.Thrown != "":
		return kind + ", " + m.Thrown + "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, c.judgement, kind, c.score(m.Before), c.score(m.After))
	if m.MissedMate > 0 {
		fmt.Fprintf(&b, ", "+c.misses, m.MissedMate)
	}
	if m.AllowedMate > 0 {
		fmt.Fprintf(&b, ", "+c.allows, m.AllowedMate)
	}
	if len(m.Best) > 0 {
		fmt.Fprintf(&b, "; "+c.better, c.language.SAN(m.Best[0]))
	}
	return strings.TrimSpace(b.String() + ". " + m.Reason)
}

// Summary says how both sides have played, and where the game turned, in at most about 500
// characters, in the language, which must be that of the Reviewer; nothing if there are no moves.
func (r Review) Summary(l Language) string {
	c := l.catalogue()
	var text []string
	for i, s := range r.sides() {
		if s.Moves > 0 {
			text = append(text, s.summary(c, c.colors[i]))
		}
	}
	var turns []string
	for i := range r.Moves {
		if m := &r.Moves[i]; slices.Contains(r.TurningPoints, m.Ply) {
			turns = append(turns, m.summary(c))
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
func (m *ReviewedMove) summary(c *catalogue) string {
	text := fmt.Sprintf(c.turn, c.language.SAN(m.numbered()), c.score(m.Before), c.score(m.After))
	switch {
	case m.Brief != "":
		return text + " " + m.Brief
	case len(m.Best) > 0:
		return text + ", " + fmt.Sprintf(c.better, c.language.SAN(m.Best[0]))
	}
	return text
}

// WinningChance returns the expected share of the points, in percent, of a side that has this score:
// the logistic curve that lichess fitted to the games of its players
// (https://lichess.org/page/accuracy),
//
//	50 + 50 * (2 / (1 + exp(-0.00368208 * centipawns)) - 1)
//
// and 100 or 0 for a mate.
func (s Score) WinningChance() float64 {
	switch {
	case s > MaxEvaluation:
		return 100
	case s < -MaxEvaluation:
		return 0
	}
	return 100 / (1 + math.Exp(-0.00368208*float64(s)))
}

// accuracy returns the accuracy, from 0 to 100, of a move that loses the given winning chance, in
// percent: lichess's curve (the same page).
func accuracy(loss float64) float64 {
	return min(max(103.1668*math.Exp(-0.04354*max(loss, 0))-3.1669, 0), 100)
}

// The winning chances, in percent, that an inaccuracy, a mistake and a blunder lose at least: lichess's
// limits.
const (
	dubiousLoss = 5
	mistakeLoss = 10
	blunderLoss = 15
)

// flawGlyph returns the glyph of a move that loses the given winning chance, in percent. It is 0 if the
// move is not bad.
func flawGlyph(loss float64) NAG {
	switch {
	case loss >= blunderLoss:
		return Blunder
	case loss >= mistakeLoss:
		return Mistake
	case loss >= dubiousLoss:
		return DubiousMove
	}
	return 0
}
