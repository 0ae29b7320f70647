package chess

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Why says why a move is good or bad, in comparison with another. Text puts it into words.
type Why struct {
	Position   Position   `json:"position"`
	Move       Move       `json:"move"`
	Other      Move       `json:"other"`      // the best move or, if that is Move, the next; the null move if none
	Loss       Score      `json:"loss"`       // of Move against the best move; no measure if either leads to a mate
	Reasons    [2]Reason  `json:"reasons"`    // of the lines of Move and of Other
	Difference Difference `json:"difference"` // what the end of the first line is more than that of the second
	Motifs     [2][]Motif `json:"motifs"`     // what the side to move does in both lines
	Remarks    []Remark   `json:"remarks"`    // the weightiest first
	Depth      int        `json:"depth"`      // of the search for the best move, in plies
	Nodes      int64      `json:"nodes"`      // of all searches
}

// maxWhyValues bounds the values in the JSON of a Why. Those of the middlegame have 3,000.
const maxWhyValues = 20_000

// UnmarshalJSON reads what encoding/json writes of a Why, up to 20,000 values.
func (w *Why) UnmarshalJSON(data []byte) error {
	type plain Why
	var read plain
	if err := limitJSON(data, maxWhyValues); err != nil {
		return err
	}
	if err := readJSON(data, &read, "Why"); err != nil {
		return err
	}
	*w = Why(read)
	return nil
}

// Best returns the best move that the search has found: Move or Other.
func (w *Why) Best() Move {
	if w.Loss > 0 {
		return w.Other
	}
	return w.Move
}

// Remark is one thing to say about a move, which searches or the rules have proven. Of the
// fields after Weight it has those of its Kind, which docs/why.md lists. Scores are those of
// the side that plays Move.
type Remark struct {
	Kind    RemarkKind  `json:"kind"`
	Move    Move        `json:"move"`             // what it is about: Move or Other of the Why, or a reply to Move
	Weight  Score       `json:"weight"`           // how much it matters
	Line    Line        `json:"line,omitzero"`    // proves it; begins with Move or, for a threat, after a pass
	Pieces  []PieceOn   `json:"pieces,omitzero"`  // where they stand after Move, or stood if they escape or are recaptured
	Motif   MotifKind   `json:"motif,omitzero"`   // how material is won
	Squares []Square    `json:"squares,omitzero"` // those of the Motif
	Won     []PieceType `json:"won,omitzero"`     // in Line, without equal pieces; a knight and a bishop are equal
	Lost    []PieceType `json:"lost,omitzero"`    // what the side that wins gives for it
	Mate    int         `json:"mate,omitzero"`    // in how many moves
	Feature string      `json:"feature,omitzero"` // of the evaluation, by name
	Phrase  string      `json:"phrase,omitzero"`  // of a SpokenFeature
	Score   Score       `json:"score,omitzero"`   // of a feature or a loss
	Reason  Termination `json:"reason,omitzero"`  // how the game ends or is drawn
	WDL     WDL         `json:"wdl,omitzero"`     // by a Tablebase
}

// piece returns Pieces[i], or no piece on no square if a program or a file has left it out.
func (r *Remark) piece(i int) PieceOn {
	if i < len(r.Pieces) {
		return r.Pieces[i]
	}
	return PieceOn{NoPiece, NoSquare}
}

// Prove returns a Proof of the mate that a remark with Mate and Line is about, which takes at most a number
// of nodes: see Proof.Prove. It begins with the first move of Line or, of RemarkAllowsMate and "only", after
// it; that of a threat in the position after the pass. That of "mated" is of all moves, and some may put the
// mate off for longer than Mate. It is an error if the remark is about no mate.
func (r *Remark) Prove(ctx context.Context, nodes int64) (Proof, error) {
	line := r.Line.PV
	if r.Mate <= 0 || len(line) == 0 {
		return Proof{}, errNoMate
	}
	p := r.Line.Position
	all := r.Kind == remarkMated
	if r.Kind == RemarkAllowsMate || r.Kind == remarkOnly {
		next, err := p.Play(line[0])
		if err != nil {
			return Proof{}, err
		}
		p, line = next, line[1:]
	}
	proof := Proof{Start: p.key(), Winner: p.turn(), Moves: r.Mate}
	if all {
		proof.Winner = p.turn().Other()
	}
	err := proof.prove(ctx, nil, nodes, line)
	for all && errors.Is(err, ErrDisproved) && proof.Moves < r.Mate+maxLater {
		proof.Moves++
		err = proof.prove(ctx, nil, nodes, line)
	}
	return proof, err
}

// maxLater is for how many moves another move may put a mate off.
const maxLater = 20

var errNoMate = errors.New("chess: the remark has no mate with a line")

// SpokenFeature is a Feature that Why tells in a phrase of its own instead of by its name.
//
// Phrase returns what has become better for the side that plays a move, such as "the harmony
// {of}": for a piece of that side or, if theirs is set, of the other side; or "" to say
// nothing. "{of}" stands for "of the knight on f3", "{the}" for "the knight on f3", and
// "{square}" for "f3".
type SpokenFeature interface {
	Feature
	Phrase(theirs bool) string
}

// PieceOn is a piece on a square.
type PieceOn struct {
	Piece  Piece  `json:"piece"`
	Square Square `json:"square"`
}

// RemarkKind is what a Remark is about, in a word such as "allowsMate". docs/why.md defines
// all kinds, and lists the fields of a Remark that each uses.
type RemarkKind string

// The kinds that programs ask for most. RemarkKinds returns all. We play the move, and they
// are the other side.
const (
	RemarkEnds          RemarkKind = "ends"          // the move ends the game
	RemarkMates         RemarkKind = "mates"         // we mate in Mate moves
	RemarkAllowsMate    RemarkKind = "allowsMate"    // they mate in Mate moves, but not after the best move
	RemarkMisses        RemarkKind = "misses"        // we could mate in Mate moves or win Won, and do not
	RemarkWins          RemarkKind = "wins"          // Line wins material
	RemarkLoses         RemarkKind = "loses"         // Line loses material that the best move does not lose
	RemarkHanging       RemarkKind = "hanging"       // they capture a piece that nothing can recapture
	RemarkStopsThreat   RemarkKind = "stopsThreat"   // they would have played Line if we had passed
	RemarkIgnoresThreat RemarkKind = "ignoresThreat" // their reply is what they had threatened
	RemarkBetter        RemarkKind = "better"        // Other is better by Score
)

const (
	remarkMated         RemarkKind = "mated"
	remarkRefuted       RemarkKind = "refuted"
	remarkThreatensMate RemarkKind = "threatensMate"
	remarkThreatens     RemarkKind = "threatens"
	remarkSound         RemarkKind = "sound"
	remarkForced        RemarkKind = "forced"
	remarkOnly          RemarkKind = "only"
	remarkRecaptures    RemarkKind = "recaptures"
	remarkSacrifices    RemarkKind = "sacrifices"
	remarkEscapes       RemarkKind = "escapes"
	remarkProtects      RemarkKind = "protects"
	remarkBlocks        RemarkKind = "blocks"
	remarkAttacks       RemarkKind = "attacks"
	remarkPins          RemarkKind = "pins"
	remarkExchanges     RemarkKind = "exchanges"
	remarkOffers        RemarkKind = "offers"
	remarkCaptures      RemarkKind = "captures"
	remarkPromotes      RemarkKind = "promotes"
	remarkCounts        RemarkKind = "counts"
	remarkCastles       RemarkKind = "castles"
	remarkMakesCastling RemarkKind = "makesCastling"
	remarkDevelops      RemarkKind = "develops"
	remarkCentre        RemarkKind = "centre"
	remarkOpenFile      RemarkKind = "openFile"
	remarkHalfOpenFile  RemarkKind = "halfOpenFile"
	remarkDoubles       RemarkKind = "doubles"
	remarkSeventh       RemarkKind = "seventh"
	remarkConnects      RemarkKind = "connects"
	remarkOutpost       RemarkKind = "outpost"
	remarkPassed        RemarkKind = "passed"
	remarkAdvances      RemarkKind = "advances"
	remarkCentralizes   RemarkKind = "centralizes"
	remarkDraws         RemarkKind = "draws"
	remarkTablebase     RemarkKind = "tablebase"
	remarkImproves      RemarkKind = "improves"
	remarkDiffers       RemarkKind = "differs"
)

var remarkKinds = []RemarkKind{
	RemarkEnds, RemarkMates, RemarkAllowsMate, remarkMated, RemarkWins, RemarkLoses, RemarkHanging, RemarkMisses,
	remarkRefuted, remarkThreatensMate, remarkThreatens, RemarkStopsThreat, RemarkIgnoresThreat, RemarkBetter,
	remarkSound, remarkForced, remarkOnly, remarkRecaptures, remarkSacrifices, remarkEscapes, remarkProtects, remarkBlocks,
	remarkAttacks, remarkPins, remarkExchanges, remarkOffers, remarkCaptures, remarkPromotes, remarkCounts, remarkCastles,
	remarkMakesCastling, remarkDevelops, remarkCentre, remarkOpenFile, remarkHalfOpenFile, remarkDoubles, remarkSeventh,
	remarkConnects, remarkOutpost, remarkPassed, remarkAdvances, remarkCentralizes, remarkDraws, remarkTablebase,
	remarkImproves, remarkDiffers,
}

// RemarkKinds returns all kinds.
func RemarkKinds() []RemarkKind { return slices.Clone(remarkKinds) }

// UnmarshalText reads a kind. An error is a *ParseError that matches ErrSyntax.
func (k *RemarkKind) UnmarshalText(text []byte) error {
	return unmarshalText(k, text, func(s string) (RemarkKind, error) { return parseWord("remark", remarkKinds, s) })
}

// Reason is why a line of play has its score, from White's point of view: the evaluation of
// the position at its end, and what is left to explain.
type Reason struct {
	Line  Line        `json:"line"`
	End   Explanation `json:"end"`            // of the position after the line
	Rest  Score       `json:"rest"`           // the score of the line less the evaluation at its end
	Cause string      `json:"cause,omitzero"` // of Rest, such as "mate" or "repetition"; docs/why.md lists all
}

// String returns the line with its score and, if there is one, the rest with its cause.
func (r Reason) String() string {
	text := fmt.Sprintf("%s %v", r.Line.Position.SANLine(r.Line.PV...), r.Line.Score)
	if r.Cause != "" {
		text += fmt.Sprintf(", %v of it by %s", r.Rest, r.Cause)
	}
	return text
}

// reason returns why a line has its score, which a search of g has found with this
// evaluator and Limits.WholeLines. It is an error if a move of the line is not legal.
func (e *FeatureEvaluator) reason(g *Game, l Line) (Reason, error) {
	if g == nil {
		return Reason{}, errNoGame
	}
	l.Position = g.Position()
	line := *g
	line.ended = Outcome{}
	for _, m := range l.PV {
		if err := line.Continue(m); err != nil {
			return Reason{}, err
		}
	}
	r := Reason{Line: l, End: e.Explain(line.current())}
	if l.Bound != NoBound {
		r.Rest = l.Score.view(g.Turn()) - r.End.Total
	}
	if r.Rest != 0 {
		r.Cause = l.cause(&line)
	}
	return r, nil
}

// cause returns why the score of the line is not the evaluation at its end, which the game has
// reached.
func (l *Line) cause(end *Game) string {
	p := end.current()
	switch o := p.outcome(); {
	case isMate(l.Score):
		return mateCause
	case end.law != nil:
		return "rule"
	case l.Score != 0 && l.Bound != Exact:
		return "bound"
	case max(l.Score, -l.Score) > tablebaseWin-maxPly:
		return "tablebase"
	case l.Score != 0:
		return "correction"
	case o.Reason == Stalemate || o.Reason == InsufficientMaterial:
		return o.Reason.String()
	case p.HalfmoveClock() >= 100:
		return FiftyMoves.String()
	case end.Repetitions() > 1:
		return "repetition"
	case l.Bound != Exact:
		return "bound"
	}
	return "tablebase"
}

// minus returns what the end of the first line is more than that of the second. Both begin in
// the same position, and pieces go by the squares where they stand there. The Rest is what no
// feature explains.
func (r Reason) minus(than Reason) Difference {
	journeys := [2]*journey{r.Line.journey(), than.Line.journey()}
	d := subtract([2]*Explanation{&r.End, &than.End}, journeys)
	d.EPD = r.Line.Position.EPD()
	d.Causes = [2]string{r.Cause, than.Cause}
	d.Scores[0] += r.Rest
	d.Scores[1] += than.Rest
	d.Rest += r.Rest - than.Rest
	for i, l := range [2]*Line{&r.Line, &than.Line} {
		if len(l.PV) > 0 {
			d.Names[i] = l.Position.SAN(l.PV[0])
		}
	}
	return d
}

// journey returns where the pieces go in the line.
func (l *Line) journey() *journey {
	p := l.Position
	j := &journey{to: stay.to}
	for sq := range j.from {
		j.from[sq] = NoSquare
	}
	for sq := range p.Pieces() {
		j.from[sq] = sq
	}
	for _, m := range l.PV {
		if !p.legal(m) {
			break
		}
		j.play(&p, m)
		p = p.After(m)
	}
	return j
}

// play follows the pieces in the legal move m.
func (j *journey) play(p *Position, m Move) {
	from, to := m.From(), p.arrival(m)
	if p.IsEnPassant(m) {
		j.lift(SquareAt(to.File(), from.Rank()))
	} else if p.captured(m) != NoPiece {
		j.lift(to)
	}
	piece := j.lift(from)
	if p.castles(m) {
		rook := j.lift(p.castlingRook(p.turn(), m.side()))
		j.put(rook, SquareAt(5-2*int(oneIf(m.side() == queenSide)), to.Rank()))
	}
	j.put(piece, to)
}

// lift takes the piece on a square from the board, and returns where it began.
func (j *journey) lift(sq Square) (began Square) {
	began = j.from[sq]
	j.from[sq] = NoSquare
	if began != NoSquare {
		j.to[began] = NoSquare
	}
	return began
}

// put puts the piece that began on a square onto another.
func (j *journey) put(began, sq Square) {
	j.from[sq], j.to[began] = began, sq
	j.to[NoSquare] = NoSquare
}
