// Package annotation analyses recorded games: it finds the bad moves, says why they are bad,
// and shows what was better, how accurately each side played, and where the game turned. Where a tablebase knows the
// position, it judges the moves, and no search. The result depends only on
// the game, the Settings and the tablebase, so games can be analysed in any order and in
// parallel.
package annotation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// Settings are the settings of an analysis.
type Settings struct {
	Nodes int64 `json:"nodes"` // the nodes of the search of each position; a bad move is looked at with four times as many
	Plies int   `json:"plies"` // the length of a better line at most

	// Evaluation describes an evaluation, as player.Evaluation reads it; empty for the
	// default. SetEvaluation sets it.
	Evaluation string `json:"evaluation,omitzero"`

	// Numbers is a hash of the numbers of an evaluation with settings, such as those in
	// a file, which may have changed when an analysis is continued.
	Numbers string `json:"numbers,omitzero"`

	// Endings describes the tablebase; empty for none.
	Endings string `json:"endings,omitzero"`

	Language chess.Language `json:"language,omitzero"` // of all texts
}

// SetEvaluation sets the evaluation by its description.
func (s *Settings) SetEvaluation(spec string) error {
	s.Evaluation, s.Numbers = "", ""
	if spec == chess.Evaluators()[0].Name {
		return nil
	}
	e, err := player.Evaluation(spec)
	if err != nil {
		return err
	}
	s.Evaluation = spec
	if strings.Contains(spec, ",") {
		s.Numbers, err = numbers(e.New())
	}
	return err
}

// numbers returns a hash of the numbers of an evaluation.
func numbers(e *chess.FeatureEvaluator) (string, error) {
	hash := crc32.NewIEEE()
	err := chess.WriteWeights(hash, e.Terms()...)
	return fmt.Sprintf("%08x", hash.Sum32()), err
}

// DefaultSettings returns settings for a quick analysis: some seven seconds for
// a game of forty moves, on one processor.
func DefaultSettings() Settings { return Settings{Nodes: 50_000, Plies: 8} }

// Check returns an error if the settings are not valid.
func (s Settings) Check() error {
	if s.Nodes < 1 || s.Plies < 1 {
		return errors.New("an analysis needs at least one node a position, and lines of at least one ply")
	}
	if _, err := s.Language.MarshalText(); err != nil {
		return err
	}
	_, err := s.evaluation()
	return err
}

// evaluation returns the evaluation of the settings.
func (s Settings) evaluation() (*chess.FeatureEvaluator, error) {
	named, err := player.Evaluation(cmp.Or(s.Evaluation, chess.Evaluators()[0].Name))
	if err != nil {
		return nil, err
	}
	e := named.New()
	if s.Numbers != "" {
		if now, err := numbers(e); err != nil || now != s.Numbers {
			return nil, fmt.Errorf("the evaluation %s has changed", s.Evaluation)
		}
	}
	return e, nil
}

// String returns the settings as the tag Annotator of an annotated game has them.
// Equal strings mean equal settings.
func (s Settings) String() string {
	evaluation := ""
	if s.Evaluation != "" && s.Evaluation != chess.Evaluators()[0].Name {
		evaluation = "evaluation " + s.Evaluation + ", "
		if s.Numbers != "" {
			evaluation = fmt.Sprintf("evaluation %s (%s), ", s.Evaluation, s.Numbers)
		}
	}
	endings := ""
	if s.Endings != "" {
		endings = ", " + s.Endings
	}
	language := ""
	if s.Language != chess.English {
		language = ", language " + s.Language.String()
	}
	return fmt.Sprintf("chess (Go), %s%d nodes a position, lines of %d plies%s%s", evaluation, s.Nodes, s.Plies, language, endings)
}

// Annotator analyses games, one after the other. It is not safe for concurrent
// use.
type Annotator struct {
	settings  Settings
	searcher  *chess.AlphaBeta
	tablebase chess.Tablebase
	words     *catalogue
	seen      func(done, moves int)
}

// New returns an annotator with the library's searcher, and a tablebase that the
// settings describe; nil for none.
func New(s Settings, t chess.Tablebase) (*Annotator, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	evaluation, err := s.evaluation()
	if err != nil {
		return nil, err
	}
	searcher := chess.NewAlphaBeta(evaluation, func(o *chess.AlphaBetaOptions) { o.Hash = Hash(s.Nodes) })
	return &Annotator{s, searcher, t, catalogueOf(s.Language), func(done, moves int) {}}, nil
}

// Hash returns the size of the transposition table, in MiB, for searches of so many nodes.
func Hash(nodes int64) int { return int(min(1+nodes/nodesPerMiB, maxHash)) }

const (
	// nodesPerMiB is the number of nodes of each search for which the table gets
	// a MiB. A MiB has 24,576 entries, which also hold those of the search before.
	nodesPerMiB = 10_000

	maxHash = 64 // MiB
)

// Report is the result of an analysis of the main line of a game.
type Report struct {
	White Side   `json:"white"`
	Black Side   `json:"black"`
	Flaws []Flaw `json:"flaws"` // in the order of the game

	// Scores are those of the start position and after each move, from White's point of view.
	Scores []chess.Score `json:"scores"`

	// TurningPoints are the plies of the one to three mistakes or blunders after which the
	// winning chances changed most, in the order of the game; none without such a flaw.
	TurningPoints []int `json:"turningPoints"`
}

// Side sums up how a side played.
type Side struct {
	Moves        int     `json:"moves"`
	Accuracy     float64 `json:"accuracy"` // 0 to 100, the mean over the moves (see Accuracy); 0 without moves
	Inaccuracies int     `json:"inaccuracies"`
	Mistakes     int     `json:"mistakes"`
	Blunders     int     `json:"blunders"`
	MissedMates  int     `json:"missedMates"`
}

// Flaw is a bad move: another would have been better. Scores are from White's
// point of view.
type Flaw struct {
	Ply    int         `json:"ply"` // 1 for the first move of the main line
	Kind   Kind        `json:"kind"`
	Number int         `json:"number"` // the move number
	Color  chess.Color `json:"color"`
	Move   string      `json:"move"`   // the move played, in SAN
	Better []string    `json:"better"` // the better line, in SAN
	Before chess.Score `json:"before"` // the score of the position before the move
	After  chess.Score `json:"after"`  // the score after the move played
	Loss   float64     `json:"loss"`   // the winning chance that is lost, in percent

	// MissedMate is n if there was a mate in n moves and now there is none; 0
	// otherwise.
	MissedMate int `json:"missedMate,omitempty"`
	// AllowedMate is n if the opponent has a mate in n moves now and had none
	// before; 0 otherwise.
	AllowedMate int `json:"allowedMate,omitempty"`

	// Thrown is not empty if a tablebase knows that the move makes the result worse, and
	// says so: "throws away the win: only Kd6 wins".
	Thrown string `json:"thrown,omitempty"`

	// Why is the reason, in sentences of at most 300 characters together: what chess.Why says
	// or the reply to the move, without what other fields say. It is empty if Thrown is not.
	Why string `json:"why,omitempty"`
	// Brief is the reason in a few words, without the move; empty if there is no such.
	Brief string `json:"brief,omitempty"`
}

// OnProgress lets seen be called, during an analysis, with the number of moves that have been looked
// at, and that of all.
func (a *Annotator) OnProgress(seen func(done, moves int)) { a.seen = seen }

// Annotate analyses the main line of t and adds the results to t. Each move gets a
// comment with the value of the position after it ("[%eval 0.34]", in pawns from
// White's point of view, or "[%eval #-3]"). A bad move also gets a glyph, a
// sentence, the reason, and the better line as a variation. The position in which a tablebase
// first knows the result gets a sentence too. A comment before the first move sums up the
// game: how accurate each side was, its flaws, and the turning points. The game gets the tags
// Annotator, WhiteAccuracy and BlackAccuracy. Comments, glyphs and variations of t are kept,
// except for older evals, and for "!", "?" and the like at a bad move. If ctx is
// done, Annotate returns an error, and t may have been changed in part. It returns
// an error for a game longer than 17,697 plies.
func (a *Annotator) Annotate(ctx context.Context, t *chess.GameTree) (*Report, error) {
	positions, err := a.analyse(ctx, t)
	if err != nil {
		return nil, err
	}
	report := &Report{Flaws: []Flaw{}, Scores: []chess.Score{positions[0].white()}}
	n, g := t.Root(), chess.NewGame(t.Start())
	for i := 1; i < len(positions); i++ {
		n = n.Next()
		before, after := &positions[i-1], &positions[i]
		verdict := ""
		if n.Move() != 0 {
			f, err := a.judge(ctx, g, i, before, after, n)
			if err != nil {
				return nil, err
			}
			report.add(&f)
			verdict = a.Text(&f)
		}
		report.Scores = append(report.Scores, after.white())
		if after.known && !before.known {
			verdict = strings.TrimSpace(verdict + " " + a.words.truth(&after.verdict))
		}
		if err := comment(n, after, verdict); err != nil {
			return nil, err
		}
		if g, err = follow(g, n.Move()); err != nil {
			return nil, err
		}
	}
	return report, a.conclude(t, report, &positions[0])
}

// judge judges the move of a node, which leads from x to y, and adds a glyph and the better
// line to the node if it is bad. The game g has come to x.
func (a *Annotator) judge(ctx context.Context, g *chess.Game, ply int, x, y *analysedPosition, n *chess.Node) (Flaw, error) {
	f := newFlaw(ply, x, y, n.Move())
	if f.Kind == Fine {
		return f, nil
	}
	if x.known {
		f.Thrown = a.words.thrownTo(x, y)
	}
	better, err := a.explain(ctx, g, x, y, n.Move(), &f)
	if err != nil || f.Kind == Fine {
		return f, err
	}
	f.setBetter(&better)
	n.SetNAGs(glyphs(n, f.Kind)...)
	return f, addLine(n.Parent(), &better)
}

// add adds a move to the sums, and to the flaws if it is one.
func (r *Report) add(f *Flaw) {
	side := [2]*Side{chess.White: &r.White, chess.Black: &r.Black}[f.Color]
	side.Moves++
	side.Accuracy += Accuracy(f.Loss)
	if f.Kind != Fine {
		side.count(f)
		r.Flaws = append(r.Flaws, *f)
	}
}

// conclude completes the report, and adds the tags and the comment before the first move.
func (a *Annotator) conclude(t *chess.GameTree, r *Report, first *analysedPosition) error {
	r.TurningPoints = turningPoints(r.Flaws)
	for c, side := range [2]*Side{chess.White: &r.White, chess.Black: &r.Black} {
		side.Accuracy /= float64(max(side.Moves, 1))
		if side.Moves > 0 {
			name := [2]string{"WhiteAccuracy", "BlackAccuracy"}[c]
			if err := t.SetTag(name, fmt.Sprintf("%.1f", side.Accuracy)); err != nil {
				return err
			}
		}
	}
	if err := TagOpening(t); err != nil {
		return err
	}
	text := a.Summary(r)
	if first.known {
		text = a.words.truth(&first.verdict) + " " + text
	}
	t.Root().SetComment(t.Root().Comment() + " " + text)
	return t.SetTag("Annotator", a.settings.signed(t.Tag("Annotator")))
}

// TagOpening adds the tags ECO and Opening to a game that has neither of them and whose
// opening has a name.
func TagOpening(t *chess.GameTree) error {
	opening := t.Opening()
	if opening.Name == "" || t.Tag("ECO") != "" || t.Tag("Opening") != "" {
		return nil
	}
	if err := t.SetTag("ECO", opening.ECO); err != nil {
		return err
	}
	return t.SetTag("Opening", opening.Name)
}

// Scores returns the score of the start position and of the position after each move of
// the main line, from the point of view of the side to move. It returns the errors of
// Annotate.
func (a *Annotator) Scores(ctx context.Context, t *chess.GameTree) ([]chess.Score, error) {
	positions, err := a.analyse(ctx, t)
	if err != nil {
		return nil, err
	}
	scores := make([]chess.Score, len(positions))
	for i := range positions {
		scores[i] = positions[i].score
	}
	return scores, nil
}

// signed returns the tag Annotator with the settings added.
func (s Settings) signed(annotators string) string {
	if annotators == "" || s.Signed(annotators) {
		return s.String()
	}
	return annotators + "; " + s.String()
}

// Signed reports whether the last annotator in the tag Annotator of a game is this
// package with the settings s.
func (s Settings) Signed(annotator string) bool {
	before, ok := strings.CutSuffix(annotator, s.String())
	return ok && (before == "" || strings.HasSuffix(before, "; "))
}

// analysedPosition is a position of a game, and the result of its search.
type analysedPosition struct {
	position chess.Position
	score    chess.Score  // from the point of view of the side to move
	over     bool         // the game has ended by the rules
	line     []chess.Move // the best line; empty if the game is over

	known   bool // by the tablebase
	verdict chess.Ranking
}

// white returns the score from White's point of view.
func (x *analysedPosition) white() chess.Score {
	if x.position.Turn() == chess.Black {
		return -x.score
	}
	return x.score
}

// maxPlies is the length in plies of the longest game that the rules allow, with
// the draw after seventy-five moves. A longer one is not a game, and the time of
// its analysis would grow with the square of the length.
const maxPlies = 17_697

// analyse looks at the start position and the position after each move of the main
// line.
func (a *Annotator) analyse(ctx context.Context, t *chess.GameTree) ([]analysedPosition, error) {
	moves := t.Mainline()
	if len(moves) > maxPlies {
		return nil, fmt.Errorf("%d plies are more than a game can have", len(moves))
	}
	a.searcher.Forget()
	g := chess.NewGame(t.Start())
	first, err := a.look(ctx, g)
	if err != nil {
		return nil, err
	}
	positions := []analysedPosition{first}
	for _, m := range moves {
		if g, err = follow(g, m); err != nil {
			return nil, err
		}
		next, err := a.look(ctx, g)
		if err != nil {
			return nil, err
		}
		positions = append(positions, next)
		a.seen(len(positions)-1, len(moves))
	}
	return positions, nil
}

// follow plays m and returns the game, or another after a null move, which a Game has not.
func follow(g *chess.Game, m chess.Move) (*chess.Game, error) {
	if m == 0 {
		p := g.Position()
		return chess.NewGame(p.After(m)), nil
	}
	return g, g.Continue(m)
}

// look returns what the tablebase knows of the current position of g, or else what a
// search finds.
func (a *Annotator) look(ctx context.Context, g *chess.Game) (analysedPosition, error) {
	if a.tablebase != nil && !g.Outcome().Over() {
		if x, known, err := a.lookUp(ctx, g.Position()); known || err != nil {
			return x, cmp.Or(err, ctx.Err())
		}
	}
	return a.search(ctx, g)
}

// search searches the current position of g.
func (a *Annotator) search(ctx context.Context, g *chess.Game) (analysedPosition, error) {
	x := analysedPosition{position: g.Position()}
	if o := g.Outcome(); o.Over() {
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

// addLine adds the best line of x to n as a variation with its value.
func addLine(n *chess.Node, x *analysedPosition) error {
	if _, err := n.Add(x.line...); err != nil {
		return err
	}
	return comment(n.Child(x.line[0]), x, "")
}

// comment adds to the comment of a node that leads to x: the value of x, in place of
// an older one, and a verdict.
func comment(n *chess.Node, x *analysedPosition, verdict string) error {
	if _, mate := x.score.MateInMoves(); mate && x.over {
		if err := n.SetCommand("eval", ""); err != nil {
			return err
		}
	} else {
		n.SetEval(x.white(), 0)
	}
	n.SetComment(n.Comment() + " " + verdict)
	return nil
}

// glyphs returns the glyphs of a move, with that of the kind instead of those that
// judge the move.
func glyphs(n *chess.Node, k Kind) []chess.NAG {
	all := []chess.NAG{k.NAG()}
	for _, g := range n.NAGs() {
		if g > 6 {
			all = append(all, g)
		}
	}
	return all
}
