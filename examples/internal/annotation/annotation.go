// Package annotation analyses recorded games: it finds the bad moves, says what
// was better, and how accurately each side played. What it makes of a game
// depends on the game and the Settings only, so that programs may share the
// games out as they like.
package annotation

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/seed-0971039b/chess"
)

// Settings are what an analysis depends on besides the game.
type Settings struct {
	Nodes int64 `json:"nodes"` // how many moves a search of a position may play
	Plies int   `json:"plies"` // how long a better line may be
}

// DefaultSettings returns settings for a quick look: some three seconds for a
// game of forty moves, on one processor.
func DefaultSettings() Settings { return Settings{Nodes: 50_000, Plies: 8} }

// Check returns an error if no analysis can be made with s.
func (s Settings) Check() error {
	if s.Nodes < 1 || s.Plies < 1 {
		return errors.New("an analysis takes at least one node a position, and lines of at least one ply")
	}
	return nil
}

// String returns the settings as they stand in the tag Annotator of an
// annotated game. They are equal if their strings are.
func (s Settings) String() string {
	return fmt.Sprintf("chess (Go), %d nodes a position, lines of %d plies", s.Nodes, s.Plies)
}

// Annotator analyses games, one after the other; it is for one goroutine.
type Annotator struct {
	settings Settings
	searcher *chess.AlphaBeta
}

// New returns an annotator with the library's searcher and default evaluation.
func New(s Settings) (*Annotator, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	options := chess.DefaultOptions()
	options.Hash = int(min(1+s.Nodes/nodesPerMiB, maxHash))
	return &Annotator{s, chess.NewAlphaBetaOptions(chess.NewDefaultEvaluator(), options)}, nil
}

const (
	// nodesPerMiB is how many nodes of each search the table has a MiB for. A
	// MiB has 24,576 entries, which are for the search before, too.
	nodesPerMiB = 10_000

	maxHash = 64 // MiB
)

// Report is what an analysis found in the main line of a game.
type Report struct {
	White Side   `json:"white"`
	Black Side   `json:"black"`
	Flaws []Flaw `json:"flaws"` // in the order of the game
}

// Side sums up how a side played.
type Side struct {
	Moves        int     `json:"moves"`
	Accuracy     float64 `json:"accuracy"` // 0 to 100: the mean of that of the moves (see Accuracy); 0 without moves
	Inaccuracies int     `json:"inaccuracies"`
	Mistakes     int     `json:"mistakes"`
	Blunders     int     `json:"blunders"`
	MissedMates  int     `json:"missedMates"`
}

// Flaw is a move that another would have been better than. Scores are from
// White's point of view.
type Flaw struct {
	Ply         int         `json:"ply"` // 1 for the first move of the main line
	Kind        Kind        `json:"kind"`
	Number      int         `json:"number"` // of the move, as in the score of the game
	Color       chess.Color `json:"color"`
	Move        string      `json:"move"` // as SAN
	Better      []string    `json:"better"`
	Before      chess.Score `json:"before"`                // with the better line
	After       chess.Score `json:"after"`                 // with the move played
	MissedMate  int         `json:"missedMate,omitempty"`  // in how many moves there was a mate that now there is not
	AllowedMate int         `json:"allowedMate,omitempty"` // in how many moves the opponent can mate now, and could not before
}

// Annotate analyses the main line of t and writes what it finds into t: after
// each move a comment with the value of the position ("[%eval 0.34]", in pawns
// from White's point of view, or "[%eval #-3]"), at a bad one besides a glyph, a
// sentence, and the better line as a variation; and the tags Annotator,
// WhiteAccuracy and BlackAccuracy. The comments, glyphs and variations that t
// has stay, except for an older eval, and for "!", "?" and the like at a bad
// move. If ctx is done there is an error, and t may have been changed in part.
// A game longer than 17,697 plies is refused.
func (a *Annotator) Annotate(ctx context.Context, t *chess.GameTree) (*Report, error) {
	places, err := a.analyse(ctx, t)
	if err != nil {
		return nil, err
	}
	report := &Report{Flaws: []Flaw{}}
	sides := [2]*Side{chess.White: &report.White, chess.Black: &report.Black}
	n := t.Root()
	for i := 1; i < len(places); i++ {
		n = n.Next()
		before, after := &places[i-1], &places[i]
		verdict := ""
		if n.Move() != 0 {
			side := sides[before.position.Turn()]
			loss := before.lossTo(after, n.Move())
			side.Moves++
			side.Accuracy += Accuracy(loss)
			if f := newFlaw(i, before, after, n.Move(), loss); f.Kind != Fine {
				side.count(&f)
				report.Flaws = append(report.Flaws, f)
				verdict = f.String()
				n.SetNAGs(glyphs(n, f.Kind)...)
				if err := addLine(n.Parent(), before); err != nil {
					return nil, err
				}
			}
		}
		n.SetComment(comment(after, n.Comment(), verdict))
	}
	for c, side := range sides {
		side.Accuracy /= float64(max(side.Moves, 1))
		if side.Moves > 0 {
			name := [2]string{"WhiteAccuracy", "BlackAccuracy"}[c]
			if err := t.SetTag(name, fmt.Sprintf("%.1f", side.Accuracy)); err != nil {
				return nil, err
			}
		}
	}
	return report, t.SetTag("Annotator", a.settings.signed(t.Tag("Annotator")))
}

// signed adds the settings to the annotators that a game has had.
func (s Settings) signed(annotators string) string {
	if annotators == "" || s.Signed(annotators) {
		return s.String()
	}
	return annotators + "; " + s.String()
}

// Signed reports whether the tag Annotator says that a game was annotated last
// with the settings s.
func (s Settings) Signed(annotator string) bool {
	before, ok := strings.CutSuffix(annotator, s.String())
	return ok && (before == "" || strings.HasSuffix(before, "; "))
}

// A place is what was found out about a position of a game.
type place struct {
	position chess.Position
	score    chess.Score  // from the point of view of the side to move
	over     bool         // the game has ended there by the rules
	line     []chess.Move // the best; none if the game is over
}

// white returns the score from White's point of view.
func (x *place) white() chess.Score {
	if x.position.Turn() == chess.Black {
		return -x.score
	}
	return x.score
}

// maxPlies is the length of the longest game that the rules allow, with the draw
// after seventy-five moves, in plies. What is longer is no game, and the time it
// takes rises with the square of the length.
const maxPlies = 17_697

func tooLong(plies int) error {
	return fmt.Errorf("%d plies are more than a game can have", plies)
}

// analyse searches the start and the position after each move of the main line.
func (a *Annotator) analyse(ctx context.Context, t *chess.GameTree) ([]place, error) {
	moves := t.Mainline()
	if len(moves) > maxPlies {
		return nil, tooLong(len(moves))
	}
	a.searcher.Forget()
	g := chess.NewGame(t.Start())
	first, err := a.look(ctx, g)
	if err != nil {
		return nil, err
	}
	places := []place{first}
	for _, m := range moves {
		if m == 0 { // a Game has no null moves: another one begins
			p := g.Position()
			g = chess.NewGame(p.After(m))
		} else if err := g.Play(m); err != nil {
			return nil, err
		}
		next, err := a.look(ctx, g)
		if err != nil {
			return nil, err
		}
		places = append(places, next)
	}
	return places, nil
}

// look searches the present position of g.
func (a *Annotator) look(ctx context.Context, g *chess.Game) (place, error) {
	x := place{position: g.Position()}
	if o := g.Outcome(); o.Reason != chess.Unterminated {
		x.over = true
		if o.Decided {
			x.score = -chess.Mate // no rule ends a game in favour of the side to move
		}
		return x, nil
	}
	r, err := a.searcher.Search(ctx, g, chess.Limits{Nodes: a.settings.Nodes})
	if err == nil {
		err = ctx.Err() // the search was cut short
	}
	if err != nil {
		return x, err
	}
	x.score, x.line = r.Score, r.PV[:min(len(r.PV), a.settings.Plies)]
	return x, nil
}

// addLine adds the best line as a variation with its value.
func addLine(n *chess.Node, x *place) error {
	if _, err := n.Add(x.line...); err != nil {
		return err
	}
	first, err := n.Add(x.line[0])
	if err != nil {
		return err
	}
	first.SetComment(comment(x, first.Comment(), ""))
	return nil
}

var oldEval = regexp.MustCompile(`\[%eval [^\]]*\] *`)

// comment returns what is said after a move that leads to x: its value, what
// was said before, and a verdict.
func comment(x *place, old, verdict string) string {
	var parts []string
	if _, mate := x.score.Mate(); !mate || !x.over {
		parts = append(parts, "[%eval "+strings.TrimPrefix(x.white().String(), "+")+"]")
	}
	for _, part := range []string{strings.TrimSpace(oldEval.ReplaceAllString(old, "")), verdict} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " ")
}

// glyphs returns the glyphs of a move with the one for a flaw instead of others
// that judge the move.
func glyphs(n *chess.Node, k Kind) []chess.NAG {
	all := []chess.NAG{k.NAG()}
	for _, g := range n.NAGs() {
		if g > 6 {
			all = append(all, g)
		}
	}
	return all
}
