package protocol

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A view is what the page shows of a position in a game.
type view struct {
	FEN     string            `json:"fen"`
	Turn    string            `json:"turn"`
	Squares map[string]string `json:"squares"` // "e4": "white knight"
	Moves   []move            `json:"moves"`   // the legal ones, none if the game is over
	Line    []string          `json:"line"`    // the moves of the whole game in SAN
	First   int               `json:"first"`   // the number of the move that Line begins with
	Black   bool              `json:"black"`   // whether Black plays it
	Last    *move             `json:"last"`    // the move that led here
	Check   bool              `json:"check"`
	Result  string            `json:"result"` // "*" while the game goes on
	Over    string            `json:"over"`   // why it does not: a sentence
	Claim   string            `json:"claim"`  // the draw that may be claimed as things stand: as an end of the record
	Checks  []int             `json:"checks"` // in three-check, what is left to White and Black
	Score   score             `json:"score"`  // of the position as it stands, or how the game has ended
	Total   string            `json:"total"`  // of the account of the position
	Picture string            `json:"picture"`
}

// A move is one in the words of several readers.
type move struct {
	UCI       string `json:"uci"`
	From      string `json:"from"`
	To        string `json:"to"` // where a player points: for castling in Chess960 at the rook
	Promotion string `json:"promotion"`
	SAN       string `json:"san"`
	Words     string `json:"words"`
}

// A score is from White's point of view.
type score struct {
	Text  string  `json:"text"`
	Brief string  `json:"brief"` // with one decimal
	Share float64 `json:"share"` // what White may expect of the point, from 0 to 1
}

func scoreOf(s chess.Score, turn chess.Color) score {
	if turn == chess.Black {
		s = -s
	}
	win, draw, _ := s.WDL()
	return score{signed(s), brief(s), (float64(win) + float64(draw)/2) / 1000}
}

// signed writes a score with the minus sign of print, as the diagrams have it.
func signed(s chess.Score) string { return strings.Replace(s.String(), "-", "−", 1) }

// brief writes a score like signed, but rounded to tenths of a pawn.
func brief(s chess.Score) string {
	if _, ok := s.Mate(); ok {
		return signed(s)
	}
	tenths := math.Round(float64(s) / 10)
	return strings.TrimSuffix(signed(chess.Score(10*tenths)), "0")
}

func look(q *question) (view, error) {
	whole, err := q.Game.game(len(q.Game.Moves))
	if err != nil {
		return view{}, err
	}
	g, err := q.Game.game(q.Ply)
	if err != nil {
		return view{}, err
	}
	p, first := g.Position(), g.Start()
	v := view{
		FEN: p.FEN(), Turn: p.Turn().String(), Check: p.InCheck(), Squares: map[string]string{},
		Moves: []move{}, Line: []string{}, First: first.MoveNumber(), Black: first.Turn() == chess.Black,
	}
	for sq, man := range p.Pieces() {
		v.Squares[sq.String()] = name(man)
	}
	for ply, m := range whole.Moves() {
		v.Line = append(v.Line, whole.PositionAt(ply).SAN(m))
	}
	if n := g.Len(); n > 0 {
		last := describe(g.PositionAt(n-1), g.Moves()[n-1])
		v.Last = &last
	}
	o := g.Outcome()
	v.Result, v.Over = o.String(), ending(o)
	if v.Over == "" {
		for _, m := range p.AppendMoves(nil) {
			v.Moves = append(v.Moves, describe(p, m))
		}
		if claim, ok := g.CanClaimDraw(); ok && claim.Move == 0 {
			v.Claim = endOf(chess.Draw(claim.Reason))
		}
	}
	if p.IsThreeCheck() {
		v.Checks = []int{p.RemainingChecks(chess.White), p.RemainingChecks(chess.Black)}
	}
	evaluator, err := evaluatorByName(q.Evaluation)
	if err != nil {
		return view{}, err
	}
	x := evaluator.Explain(&p)
	v.Score, v.Total = scoreOf(x.Total, chess.White), signed(x.Total)
	switch {
	case o.IsDraw():
		v.Score = score{"½", "½", 0.5}
	case o.Decided && o.Winner == chess.White:
		v.Score = score{"1-0", "1-0", 1}
	case o.Decided:
		v.Score = score{"0-1", "0-1", 0}
	}
	v.Picture, err = draw(q, g, x)
	return v, err
}

// draw returns the board as SVG.
func draw(q *question, g *chess.Game, x chess.Explanation) (string, error) {
	p := g.Position()
	d := chess.Diagram{Position: p}
	if q.Heat {
		var features []string
		if q.Feature != "" {
			features = []string{q.Feature}
		}
		var err error
		if d, err = x.Diagram(features...); err != nil {
			return "", err
		}
	}
	d.Flipped = q.Flipped
	d.Title = "Chess board"
	if n := g.Len(); n > 0 {
		d.LastMove = g.Moves()[n-1]
	}
	if p.InCheck() {
		d.Highlights = []chess.Highlight{{Square: p.King(p.Turn())}}
	}
	if m, err := p.ParseUCI(q.Arrow); err == nil {
		d.Arrows = []chess.Arrow{{From: m.From(), To: m.To()}}
	}
	return d.String(), nil
}

// describe tells a legal move.
func describe(p chess.Position, m chess.Move) move {
	uci := p.UCI(m)
	d := move{UCI: uci, From: uci[:2], To: uci[2:4], SAN: p.SAN(m), Words: words(p, m)}
	if t := m.Promotion(); t != chess.NoPieceType {
		d.Promotion = t.String()
	}
	return d
}

// words tells a legal move as people say it: "white knight g1 to f3, check".
func words(p chess.Position, m chess.Move) string {
	var b strings.Builder
	if m.IsCastling() {
		fmt.Fprintf(&b, "%s castles %s", strings.ToLower(p.Turn().String()), castlingSide(m))
	} else {
		fmt.Fprintf(&b, "%s %v ", name(p.Moved(m)), m.From())
		if victim := p.Captured(m); victim != chess.NoPiece {
			fmt.Fprintf(&b, "takes %v on %v", victim.Type(), m.To())
		} else {
			fmt.Fprintf(&b, "to %v", m.To())
		}
		if m.IsEnPassant() {
			b.WriteString(" en passant")
		}
		if t := m.Promotion(); t != chess.NoPieceType {
			fmt.Fprintf(&b, ", promotes to %v", t)
		}
	}
	next := p.After(m)
	switch o := next.Outcome(); {
	case o.Reason == chess.Checkmate:
		b.WriteString(", checkmate")
	case next.InCheck():
		b.WriteString(", check")
	}
	return b.String()
}

func castlingSide(m chess.Move) string {
	if m.To().File() == chess.G1.File() {
		return "kingside"
	}
	return "queenside"
}

// name returns "white knight".
func name(man chess.Piece) string {
	return strings.ToLower(man.Color().String()) + " " + man.Type().String()
}

// ending tells in a sentence how a game has ended, "" while it goes on.
func ending(o chess.Outcome) string {
	if o.Reason == chess.Unterminated {
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

// readMove returns the legal move that somebody typed, as SAN, LAN or UCI.
func readMove(q *question) (string, error) {
	g, err := q.Game.game(q.Ply)
	if err != nil {
		return "", err
	}
	p, typed := g.Position(), strings.TrimSpace(q.Text)
	if typed == "" {
		return "", errors.New("there is no move to read")
	}
	m, err := p.ParseSAN(typed) // which reads LAN too
	if err == nil {
		return p.UCI(m), nil
	}
	m, other := p.ParseUCI(strings.ToLower(typed))
	if other == nil {
		return p.UCI(m), nil
	}
	switch err = errors.Join(err, other); {
	case errors.Is(err, chess.ErrAmbiguous):
		return "", fmt.Errorf("%.40q fits more than one move here", typed)
	case errors.Is(err, chess.ErrIllegal):
		return "", fmt.Errorf("%.40q is not legal here", typed)
	}
	return "", fmt.Errorf("%.40q is no move", typed)
}

// An account is an evaluation as a table.
type account struct {
	Phase string  `json:"phase"`
	Rows  []entry `json:"rows"`
	Total string  `json:"total"`
}

// An entry is what one feature says, in pawns.
type entry struct {
	Name  string  `json:"name"`
	White string  `json:"white"`
	Black string  `json:"black"`
	Score string  `json:"score"` // from White's point of view
	Part  float64 `json:"part"`  // the score by the size of the largest, from -1 to 1
}

func explain(q *question) (account, error) {
	g, err := q.Game.game(q.Ply)
	if err != nil {
		return account{}, err
	}
	evaluator, err := evaluatorByName(q.Evaluation)
	if err != nil {
		return account{}, err
	}
	p := g.Position()
	x := evaluator.Explain(&p)
	a := account{Total: signed(x.Total), Rows: []entry{}}
	a.Phase = fmt.Sprintf("%d %% middlegame", 100*x.Phase/chess.MaxPhase)
	largest := chess.Score(1)
	for _, f := range x.Features {
		largest = max(largest, f.Score, -f.Score)
	}
	for _, f := range x.Features {
		weigh := func(t chess.Tapered) string {
			t.MG, t.EG = t.MG*chess.Score(f.WeightMG)/100, t.EG*chess.Score(f.WeightEG)/100
			return signed(t.Blend(x.Phase))
		}
		a.Rows = append(a.Rows, entry{
			f.Name, weigh(f.White), weigh(f.Black), signed(f.Score), float64(f.Score) / float64(largest),
		})
	}
	return a, nil
}

// evaluatorByName returns one of the evaluations that can be explained; the
// first of them for "".
func evaluatorByName(name string) (*chess.FeatureEvaluator, error) {
	switch cmp.Or(name, "default") {
	case "default":
		return chess.NewDefaultEvaluator(), nil
	case "pesto":
		return chess.NewPeSTO(), nil
	case "simplified":
		return chess.NewSimplified(), nil
	}
	return nil, fmt.Errorf("there is no evaluation %q", name)
}
