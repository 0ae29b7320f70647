package protocol

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A view is what the page shows of a position in a game.
type view struct {
	FEN     string            `json:"fen"`
	Key     string            `json:"key"` // see keyOf
	Variant chess.Variant     `json:"variant"`
	Turn    string            `json:"turn"`
	Squares map[string]string `json:"squares"` // "e4": "white knight"
	Moves   []move            `json:"moves"`   // the legal moves; none if the game is over
	First   int               `json:"first"`   // the number of the first move of the game
	Black   bool              `json:"black"`   // whether that is a move of Black
	Last    *move             `json:"last"`    // the move that led to the position
	Check   bool              `json:"check"`
	Over    string            `json:"over"`           // a sentence with the result; "" while the game goes on
	Claim   chess.Outcome     `json:"claim,omitzero"` // the draw that can be claimed now
	Flag    chess.Outcome     `json:"flag,omitzero"`  // how the game ends if the side to move has no time left
	Checks  []int             `json:"checks"`         // in three-check, the remaining checks of White and Black
	Pockets [][]drop          `json:"pockets"`        // in Crazyhouse, what White and Black have in hand
	Opening string            `json:"opening"`        // the name of the opening, up to this position
	Few     bool              `json:"few"`            // whether "truth" can tell who wins
	Score   score             `json:"score"`          // the evaluation of the position, or the result of the game
	Total   string            `json:"total"`          // the evaluation of the position
	Picture string            `json:"picture"`
}

// A drop is a type of piece in hand.
type drop struct {
	Piece string `json:"piece"` // "white knight"
	From  string `json:"from"`  // as in the moves that drop one
	Count int    `json:"count"`
}

// A move is a move in several notations.
type move struct {
	UCI       string `json:"uci"`
	From      string `json:"from"` // a square, or "N@" for a drop
	To        string `json:"to"`   // the square to click; for castling in Chess960 that of the rook
	Promotion string `json:"promotion"`
	SAN       string `json:"san"`
	Words     string `json:"words"` // see chess.Position.DescribeMove
}

// A score is from White's point of view.
type score struct {
	Text  string  `json:"text"`
	Brief string  `json:"brief"` // see brief
	Value int     `json:"value"` // in centipawns; of no use for a mate or a result
	Share float64 `json:"share"` // White's expected share of the point, from 0 to 1
}

func scoreOf(s chess.Score, turn chess.Color) score {
	s = s.ForWhite(turn)
	win, draw, _ := s.WDL()
	return score{signed(s), brief(s), int(s), (float64(win) + float64(draw)/2) / 1000}
}

// signed formats a score with the typographic minus sign, as diagrams do.
func signed(s chess.Score) string { return minus(s.String()) }

// A hyphen after these is a minus sign. Package regexp would make the page larger.
var negative = strings.NewReplacer(" -", " −", "(-", "(−", "#-", "#−")

// minus returns a text whose negative numbers have the typographic minus sign.
func minus(text string) string { return strings.TrimPrefix(negative.Replace(" "+text), " ") }

// brief formats a score like signed, but rounded to tenths of a pawn, or to pawns if there are ten
// or more, and a mate without its sign: a narrow bar has no room for more, and shows by its colour
// who mates.
func brief(s chess.Score) string {
	if _, ok := s.MateInMoves(); ok {
		return strings.Replace(signed(s), "−", "", 1)
	}
	if pawns := math.Round(float64(s) / 100); math.Abs(pawns) >= 10 {
		return strings.TrimSuffix(signed(chess.Score(100*pawns)), ".00")
	}
	tenths := math.Round(float64(s) / 10)
	return strings.TrimSuffix(signed(chess.Score(10*tenths)), "0")
}

type pictureQuestion struct {
	place
	Flipped bool `json:"flipped"` // draw the board from Black's side
}

type viewQuestion struct {
	pictureQuestion
	evaluated
	Heat    bool   `json:"heat"`    // draw the heat map of the evaluation
	Feature string `json:"feature"` // of the heat map, "" for all; all if a player's evaluation lacks it
	Arrow   string `json:"arrow"`   // a move in UCI notation to draw as an arrow
}

// answer returns the view of a position.
func (q *viewQuestion) answer(c *call) (any, error) {
	g := q.game()
	p, first, o := g.Position(), g.Start(), g.Outcome()
	v := view{
		FEN: p.FEN(), Key: keyOf(p), Variant: p.Variant(), Turn: p.Turn().String(), Check: p.InCheck(), Squares: map[string]string{},
		Moves: []move{}, First: first.MoveNumber(), Black: first.Turn() == chess.Black, Over: ending(o), Opening: g.Opening().String(),
	}
	for sq, piece := range p.Pieces() {
		v.Squares[sq.String()] = name(piece)
	}
	if n := g.Len(); n > 0 {
		v.Last = new(describe(g.PositionAt(n-1), g.LastMove()))
	}
	v.Few = v.Over == "" && p.Ending().Pieces() <= endings.MaxMade && endings.Possible(&p)
	if v.Over == "" {
		v.Flag = p.OutOfTime(p.Turn())
		for _, m := range p.AppendMoves(nil) {
			v.Moves = append(v.Moves, describe(p, m))
		}
		if claim, ok := g.CanClaimDraw(); ok && claim.Move == 0 {
			v.Claim = chess.DrawBy(claim.Reason)
		}
	}
	if p.Variant() == chess.ThreeCheck {
		v.Checks = []int{p.RemainingChecks(chess.White), p.RemainingChecks(chess.Black)}
	}
	if p.Variant() == chess.Crazyhouse {
		v.Pockets = make([][]drop, 2)
		for side := range chess.Color(2) {
			for t := chess.Queen; t >= chess.Pawn; t-- {
				if n := p.Pocket(side, t); n > 0 {
					v.Pockets[side] = append(v.Pockets[side], drop{name(t.Of(side)), t.Of(chess.White).String() + "@", n})
				}
			}
		}
	}
	evaluator, _, err := c.evaluator(&q.evaluated, p.Turn())
	if err != nil {
		return nil, err
	}
	x := evaluator.Explain(&p)
	v.Score, v.Total = scoreOf(x.Total, chess.White), signed(x.Total)
	switch {
	case o.IsDraw():
		v.Score = score{Text: "½", Brief: "½", Share: 0.5}
	case o.Decided:
		v.Score = score{Text: o.String(), Brief: o.String(), Share: 1 - float64(o.Winner)}
	}
	v.Picture, err = q.draw(x)
	return v, err
}

// draw returns the board as SVG, with what an explanation says.
func (q *viewQuestion) draw(x chess.Explanation) (string, error) {
	d := chess.Diagram{Position: q.game().Position()}
	if q.Heat {
		var features []string
		has := func(f chess.ExplainedFeature) bool { return f.Name == q.Feature }
		if q.Feature != "" && (!q.ofPlayers() || slices.ContainsFunc(x.Features, has)) {
			features = []string{q.Feature}
		}
		var err error
		if d, err = x.Diagram(features...); err != nil {
			return "", err
		}
	}
	if m, err := d.Position.ParseUCI(q.Arrow); err == nil {
		from := m.From()
		if m.Drop() != chess.NoPieceType {
			from = m.To() // a ring
		}
		d.Arrows = []chess.Arrow{{From: from, To: m.To()}}
	}
	return q.svg(d), nil
}

// svg returns a diagram of the position as the page shows it.
func (q *pictureQuestion) svg(d chess.Diagram) string {
	d.Flipped, d.Title, d.Check = q.Flipped, "Chess board", true
	d.LastMove = q.game().LastMove()
	if p := d.Position; p.Variant() == chess.Crazyhouse { // the seats show what is in hand
		board := p.Setup()
		board.Pocket, d.Setup = nil, &board
		if p.InCheck() {
			d.Highlights = append(d.Highlights, chess.Highlight{Square: p.King(p.Turn())})
		}
	}
	return d.String()
}

// answer returns a position as SVG.
func (q *pictureQuestion) answer(*call) (any, error) {
	return q.svg(chess.Diagram{Position: q.game().Position()}), nil
}

// describe returns the notations of a legal move.
func describe(p chess.Position, m chess.Move) move {
	uci := p.UCI(m)
	d := move{UCI: uci, From: uci[:2], To: uci[2:4], SAN: p.SAN(m), Words: p.DescribeMove(m)}
	if t := m.Promotion(); t != chess.NoPieceType {
		d.Promotion = t.String()
	}
	return d
}

// name returns the colour and the type of a piece, such as "white knight".
func name(piece chess.Piece) string {
	return strings.ToLower(piece.Color().String()) + " " + piece.Type().String()
}

// ending returns a sentence with the result of a game, or "" while it goes on.
func ending(o chess.Outcome) string {
	if !o.Over() {
		return ""
	}
	text := "Draw"
	if o.Decided {
		text = o.Winner.String() + " wins"
	}
	if o.Reason != chess.Unspecified {
		text += ": " + o.Reason.String()
	}
	return text + "."
}

type moveQuestion struct {
	place
	typed
}

// answer returns, in UCI notation, the legal move that the user typed in any notation, that
// of UCI also in capitals.
func (q *moveQuestion) answer(c *call) (any, error) {
	p, typed := q.game().Position(), strings.TrimSpace(q.Text)
	if typed == "" {
		return nil, errors.New("the move is empty")
	}
	m, err := p.ParseMove(typed)
	if own, ownErr := c.language.ParseSAN(p, typed); ownErr == nil { // its letters come first: K is no knight
		m, err = own, nil
	}
	if err == nil {
		return p.UCI(m), nil
	}
	m, uciErr := p.ParseUCI(strings.ToLower(typed))
	if uciErr == nil {
		return p.UCI(m), nil
	}
	switch err = errors.Join(err, uciErr); {
	case errors.Is(err, chess.ErrAmbiguous):
		return nil, fmt.Errorf("%.40q is ambiguous here", typed)
	case errors.Is(err, chess.ErrIllegal):
		return nil, fmt.Errorf("%.40q is not legal here", typed)
	}
	return nil, fmt.Errorf("%.40q is not a move", typed)
}

// An account is an evaluation by feature.
type account struct {
	By    string  `json:"by"` // whose evaluation it is: a name
	Phase string  `json:"phase"`
	Rows  []entry `json:"rows"`
	Total string  `json:"total"`
	Value int     `json:"value"` // the total in centipawns
}

// An entry is the contribution of a feature, in pawns.
type entry struct {
	Name  string  `json:"name"`
	White string  `json:"white"`
	Black string  `json:"black"`
	Score string  `json:"score"` // from White's point of view
	Part  float64 `json:"part"`  // the score relative to the largest one, from -1 to 1
}

type explainQuestion struct {
	place
	evaluated
}

// answer returns the evaluation of a position by feature.
func (q *explainQuestion) answer(c *call) (any, error) {
	p := q.game().Position()
	evaluator, by, err := c.evaluator(&q.evaluated, p.Turn())
	if err != nil {
		return nil, err
	}
	x := evaluator.Explain(&p)
	a := account{By: by, Phase: fmt.Sprintf("%d %% middlegame", 100*x.Phase/chess.MaxPhase), Total: signed(x.Total), Value: int(x.Total), Rows: []entry{}}
	largest := chess.Score(1)
	for _, f := range x.Features {
		largest = max(largest, f.Score, -f.Score)
	}
	for _, f := range x.Features {
		weighted := func(t chess.Tapered) string {
			t.MG, t.EG = t.MG*chess.Score(f.WeightMG)/100, t.EG*chess.Score(f.WeightEG)/100
			return signed(t.Blend(x.Phase))
		}
		a.Rows = append(a.Rows, entry{
			f.Name, weighted(f.White), weighted(f.Black), signed(f.Score), float64(f.Score) / float64(largest),
		})
	}
	return a, nil
}

// An evaluated tells by which evaluation: one with settings as in player.Evaluation, or if that is
// "", that of the player to move or, if that has none, of the other one.
type evaluated struct {
	Evaluation string   `json:"evaluation"`
	Players    []string `json:"players"` // of White and Black, "" for a person
}

// ofPlayers reports whether the evaluation is that of a player, which may be another one
// after the next move.
func (q *evaluated) ofPlayers() bool { return q.Evaluation == "" && len(q.Players) == 2 }

// evaluator returns the evaluation when a side is to move, and its name or that of the player
// that plays by it.
func (c *call) evaluator(q *evaluated, turn chess.Color) (e *chess.FeatureEvaluator, by string, err error) {
	if q.ofPlayers() {
		for _, spec := range [2]string{q.Players[turn], q.Players[turn.Other()]} {
			switch spec {
			case "":
				continue
			case chess.Players()[0].Name:
				if c.strongest == nil {
					c.strongest = chess.NewDefaultEvaluator()
				}
				return c.strongest, spec, nil
			}
			s, err := c.player(spec)
			if err != nil {
				return nil, "", err
			}
			if e := player.EvaluatorOf(s); e != nil {
				return e, spec, nil
			}
		}
	}
	named, err := player.Evaluation(cmp.Or(q.Evaluation, chess.Evaluators()[0].Name))
	if err != nil {
		return nil, "", err
	}
	return named.New(), named.Name, nil
}
