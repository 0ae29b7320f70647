package chess

import (
	"fmt"
	"slices"
)

// Why says why a move of a position is good or bad: the line that it leads to, the line of
// the move that it is compared with, what the ends of both differ by, and remarks. It is
// plain data, fit for encoding/json. Text puts it into words.
type Why struct {
	Position Position `json:"position"`
	Move     Move     `json:"move"`

	// Other is what Move is compared with: the best move or, if no move is better than
	// Move, the best of the others. It is the null move if there is only one legal move.
	Other Move `json:"other"`

	// Loss is by how much Move is worse than the best move, in centipawns; 0 if it is the
	// best. If either leads to a mate, it is no measure.
	Loss Score `json:"loss"`

	Reasons    [2]Reason  `json:"reasons"`    // of the lines of Move and of Other
	Difference Difference `json:"difference"` // what the first of both is more than the second, from White's point of view
	Motifs     [2][]Motif `json:"motifs"`     // what the side to move does in both lines

	Remarks []Remark `json:"remarks"` // the weightiest first
	Depth   int      `json:"depth"`   // of the search of the best move, in plies
	Nodes   int64    `json:"nodes"`   // of all searches
}

// maxWhyValues bounds the values in the JSON of a Why. Those of the middlegame have 3,000.
const maxWhyValues = 20_000

// UnmarshalJSON reads what encoding/json writes of a Why, and at most 20,000
// values.
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

// Best returns the best move, as far as the search has found it: Move or Other.
func (w *Why) Best() Move {
	if w.Loss > 0 {
		return w.Other
	}
	return w.Move
}

// A Remark is one thing to say about a move. Searches or the rules have proven it.
type Remark struct {
	Kind   RemarkKind `json:"kind"`
	Move   Move       `json:"move"`   // that it is about: the Move of the Why or its Other
	Weight Score      `json:"weight"` // how much it matters, in centipawns

	// Line proves it. It begins with Move, or, if the remark is about a threat, after a
	// pass; its Score is what the search gave to the whole of it.
	Line Line `json:"line,omitzero"`

	// Pieces are those it is about, where they stand after Move. One that escapes or is
	// recaptured stands where it did before.
	Pieces []PieceOn `json:"pieces,omitzero"`

	// Motif is how material is won, and Squares are those of the Motif.
	Motif   MotifKind `json:"motif,omitzero"`
	Squares []Square  `json:"squares,omitzero"`

	// Won and Lost are what is won in Line by the side that gains, and what it gives for it.
	// Equal pieces, and a knight and a bishop, cancel out.
	Won  []PieceType `json:"won,omitzero"`
	Lost []PieceType `json:"lost,omitzero"`

	Mate    int         `json:"mate,omitzero"`    // in so many moves
	Feature string      `json:"feature,omitzero"` // of the evaluation
	Score   Score       `json:"score,omitzero"`   // of a feature or a loss, from the point of view of the side that plays Move
	Reason  Termination `json:"reason,omitzero"`  // how the game ends or is drawn
	WDL     WDL         `json:"wdl,omitzero"`     // what a Tablebase says, for the side that plays Move
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
	RemarkMisses        RemarkKind = "misses"        // we do not mate, and could in Mate moves
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
	remarkSound, remarkForced, remarkOnly, remarkRecaptures, remarkSacrifices, remarkEscapes, remarkProtects,
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

// Reason is why a line of play has its score: the evaluation of the position at its end,
// taken apart, and what that does not explain. It is plain data, fit for encoding/json.
type Reason struct {
	Line Line        `json:"line"`
	End  Explanation `json:"end"` // of the position after the line

	// Rest is the score of the line, from White's point of view, less the evaluation at its
	// end. Cause says why there is a rest, and is "" if there is none:
	//   - "mate" is a forced win, by checkmate or in three-check by the third check;
	//   - "stalemate", "insufficient material" and "fifty moves" are draws at the end of the line;
	//   - "repetition" is the draw of a position that occurs again;
	//   - "tablebase" is a win that a Tablebase knows, or another score of it;
	//   - "bound" is a score that is not Exact;
	//   - "correction" is what the search has corrected the evaluation by, or what its table
	//     has said instead of a longer line. With Limits.WholeLines there is none.
	Rest  Score  `json:"rest"`
	Cause string `json:"cause,omitzero"`
}

// String returns the line with its score, and what the evaluation at its end does not
// explain.
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

// cause returns why the score of the line, which end has been played to the end of, is not
// the evaluation there.
func (l *Line) cause(end *Game) string {
	p := end.current()
	switch o := p.outcome(); {
	case isMate(l.Score):
		return mateCause
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

// minus returns what the first line leads to more than the second: why this move, and not
// that. Both begin in the same position. Pieces are told by the squares on which they stand
// there. What no feature explains is the Rest of both.
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

// put puts the piece that began on a square on another.
func (j *journey) put(began, sq Square) {
	j.from[sq], j.to[began] = began, sq
	j.to[NoSquare] = NoSquare
}
