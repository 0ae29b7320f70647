package chess

import "fmt"

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

// Reason returns why a line has its score, which a search of g has found with this
// evaluator and Limits.WholeLines. It is an error if a move of the line is not legal.
func (e *FeatureEvaluator) Reason(g *Game, l Line) (Reason, error) {
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
	case p.Halfmoves() >= 100:
		return FiftyMoves.String()
	case end.Repetitions() > 1:
		return "repetition"
	case l.Bound != Exact:
		return "bound"
	}
	return "tablebase"
}

// Minus returns what the first line leads to more than the second: why this move, and not
// that. Both begin in the same position. Pieces are told by the squares on which they stand
// there. What no feature explains is the Rest of both.
func (r Reason) Minus(than Reason) Difference {
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
		j.put(rook, SquareAt(5-2*int(oneIf(m.side() == ASide)), to.Rank()))
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
