package chess

import (
	"context"
	"errors"
	"slices"
)

// remark finds the remarks.
func (x *explainer) remark() {
	w := &x.why
	move := x.candidate(0)
	if w.Other == 0 {
		x.praise(move)
		if !move.has(RemarkEnds) {
			move.addFact(remarkForced)
		}
		w.Remarks = move.weighty(maxPraise)
		return
	}
	other := x.candidate(1)
	if x.goodEnough() {
		x.praise(move)
		x.nothingElse(move, false)
		w.Remarks = append(w.Remarks, move.weighty(maxPraise)...)
		return
	}
	bad := w.Loss >= seriousLoss && !x.lostAnyway()
	blamed := bad && x.blame(move, other) // before the other is praised: nodes are limited
	if w.Loss >= smallLoss {
		x.praise(other)
		x.dropShared(other, move)
		x.positional(other)
		if len(other.remarks) == 0 && other.to != move.to { // else both take it
			x.takes(other)
		}
		blamed = bad && x.missesMaterial(move, other) || blamed
	}
	if bad {
		if !blamed && !x.sacrifices(move) && !other.explains(w.Loss) && len(move.line.PV) > 1 {
			move.addScore(remarkRefuted, w.Loss, -w.Loss, move.proof(6))
		}
	} else {
		if w.Loss < seriousLoss/2 || x.lostAnyway() || !x.loses(move, other) {
			x.praise(move)
			if w.Loss < smallLoss {
				x.positional(move)
			}
		}
		if w.Loss == 0 && !move.has(RemarkWins) {
			x.only(move, other)
		}
		if w.Loss < smallLoss {
			x.nothingElse(move, true)
		}
	}
	w.Remarks = append(w.Remarks, move.weighty(maxPraise)...)
	if w.Loss >= smallLoss {
		if !move.has(againstRemarks...) {
			w.Remarks = append(w.Remarks, x.answers(move, other)...)
		}
		w.Remarks = append(w.Remarks, x.better(move, other)...)
		w.Remarks = append(w.Remarks, other.weighty(maxPraise)...)
	}
}

// againstRemarks are the remarks that speak against a move.
var againstRemarks = []RemarkKind{RemarkEnds, RemarkAllowsMate, RemarkLoses, RemarkHanging, RemarkMisses, remarkDraws, remarkSacrifices}

// answerKinds are the remarks on the reply to a move that tell why the move is bad, besides those on material.
var answerKinds = []RemarkKind{remarkPins, remarkPromotes, remarkPassed, remarkAdvances, remarkSeventh, remarkOutpost}

// maxAnswers is how many remarks there are at most on the reply to a move.
const maxAnswers = 2

// answers returns remarks on what the reply to the move does, or else the move after that, and would not
// do after the other.
func (x *explainer) answers(move, other *candidate) []Remark {
	l := move.line
	l.Score, l.Bound = -l.Score, l.Bound.reversed()
	g := x.after()
	for step := 1; step <= 2 && len(l.PV) > step; step++ { // of one ply, and then of two
		if step == 2 && l.PV[1].IsPromotion() {
			return nil // the new piece has only just come
		}
		for _, m := range l.PV[:step] {
			g.push(m)
		}
		l.Position, l.PV = g.Position(), l.PV[step:]
		y := x.replying(g, &l)
		c := y.candidate(0)
		y.wins(c)
		y.facts(c)
		if !c.has(RemarkWins) {
			y.threatens(c)
		}
		x.left, x.why.Nodes = y.left, x.why.Nodes+y.why.Nodes
		if other.after.legal(c.move) {
			y = x.replying(g, &Line{Position: other.after, PV: l.PV[:1]})
			y.dropShared(c, y.candidate(0))
		}
		c.remarks = slices.DeleteFunc(c.remarks, func(r Remark) bool {
			return !c.answers(&r, x.why.Loss) || r.Kind == remarkAttacks && step > 1
		})
		if len(c.remarks) > 0 {
			return c.weighty(maxAnswers)
		}
	}
	return nil
}

// replying returns an explainer of the first move of l, which replies to a bad one. Its game, for the
// searches and the last capture, is g.
func (x *explainer) replying(g *Game, l *Line) *explainer {
	y := &explainer{
		ctx: x.ctx, searcher: x.searcher, evaluator: x.evaluator, game: g, position: l.Position, us: x.us.Other(),
		first: x.first, left: x.left, depth: x.depth, replies: true,
	}
	y.before = y.evaluator.Explain(&y.position)
	for i := range y.why.Reasons {
		y.why.Reasons[i].Line = *l
	}
	return y
}

// answers reports whether a remark on a reply tells why a move is bad that loses so much.
func (c *candidate) answers(r *Remark, loss Score) bool {
	next := c.reply()
	switch r.Kind {
	case RemarkWins:
		return len(r.Line.PV) <= shortProof && r.Weight <= 2*loss
	case remarkThreatens, remarkThreatensMate, remarkAttacks:
		if r.Weight < 120 && c.line.Position.isCapture(c.move) {
			return false // of a pawn: what it captures matters more
		}
		// A check or a capture comes first.
		return next == 0 || !c.after.givesCheck(next) && (!c.after.isCapture(next) || next.From() == r.piece(0).Square)
	}
	return slices.Contains(answerKinds, r.Kind) && (next == 0 || next.To() != c.to)
}

// gainsBy reports whether m is a legal capture that wins something by static exchange evaluation.
func (p *Position) gainsBy(m Move) bool {
	return p.legal(m) && p.isCapture(m) && p.see(m, nil) >= exchangeValues[Pawn]
}

// gainsOn reports whether a capture on a square wins something in the position.
func (x *explainer) gainsOn(sq Square) bool {
	gain, _ := x.position.gainOn(sq)
	return gain > 0
}

// dropShared drops what the rules say in favour of one move and might say of the other as well, all of
// it if the other allows mate, that it stops what the other does not allow, that it sacrifices what the
// other leaves too, and what a reply wins, threatens or promotes after the other move too.
func (x *explainer) dropShared(c, than *candidate) {
	same := newCandidate(than.index, than.line)
	x.exchanges(same)
	x.safety(same)
	x.lines(same)
	x.rooks(same)
	if !x.position.isCapture(same.move) {
		x.placement(same)
	}
	c.remarks = slices.DeleteFunc(c.remarks, func(r Remark) bool {
		switch r.Kind {
		case RemarkWins:
			return x.replies && x.position.gainsBy(than.move)
		case remarkPromotes:
			taken, _ := c.after.gainOn(c.to)
			takenToo, _ := than.after.gainOn(than.to)
			return x.replies && (taken > 0) == (takenToo > 0)
		case remarkSacrifices:
			return than.leaves(r.piece(0))
		case remarkThreatens:
			passed := than.after.After(0)
			return x.replies && passed.gainsBy(r.Line.PV[0])
		case RemarkStopsThreat:
			if r.Mate > 0 {
				return !than.has(RemarkAllowsMate)
			}
			_, wins := gainOf(x.position, than.line.PV, x.us.Other())
			return !wins || than.reply() != r.Line.PV[0]
		case remarkEscapes, remarkProtects, remarkBlocks:
			sq, taken := r.piece(0).Square, 0
			if sq == than.move.From() {
				sq, taken = than.to, exchangeValues[x.position.captured(than.move).Type()]
			}
			if lost, _ := than.after.gainOn(sq); lost <= taken {
				return true
			}
		}
		_, fact := factWeights[r.Kind]
		kind, square := r.about()
		return fact && than.has(RemarkAllowsMate) || fact && slices.ContainsFunc(same.remarks, func(b Remark) bool {
			otherKind, otherSquare := b.about()
			return kind == otherKind && square == otherSquare
		})
	})
}

// about returns what a remark is about whoever moves: its kind and, where that matters, a square.
func (r *Remark) about() (RemarkKind, Square) {
	switch r.Kind {
	case remarkBlocks:
		return remarkProtects, r.piece(0).Square
	case remarkEscapes, remarkProtects, remarkRecaptures:
		return r.Kind, r.piece(0).Square
	}
	return r.Kind, NoSquare
}

// nothingElse adds a remark if there is none yet. If positional, features of the evaluation
// count.
func (x *explainer) nothingElse(move *candidate, positional bool) {
	if len(move.remarks) > 0 {
		return
	}
	if x.takes(move) {
		return
	}
	if positional {
		x.improves(move, tinyFeature)
	}
	if len(move.remarks) == 0 {
		move.addScore(remarkSound, 0, -x.why.Loss, Line{})
	}
}

// takes remarks that the move captures a piece, and wins something by that. It reports whether it does.
func (x *explainer) takes(move *candidate) bool {
	given, _ := move.after.gainOn(move.to)
	victim := x.position.captured(move.move)
	if exchangeValues[victim.Type()] <= given || x.position.isEnPassant(move.move) {
		return false
	}
	move.addFact(remarkCaptures, PieceOn{victim, move.move.To()})
	return true
}

// better returns the remark that the other move is better, with the score unless another
// remark shows it; or none if another says what the other move does.
func (x *explainer) better(move, other *candidate) []Remark {
	if isMate(other.line.Score) && other.line.Score > 0 || move.has(RemarkMisses) {
		return nil
	}
	r := Remark{Kind: RemarkBetter, Move: other.move, Weight: x.why.Loss, Line: other.line}
	said := move.has(RemarkAllowsMate, RemarkLoses, RemarkHanging, remarkRefuted, remarkDraws, RemarkEnds) || other.has(RemarkWins)
	if !said && !x.decided() {
		r.Score = x.why.Loss
	}
	return []Remark{r}
}

// only remarks that all other moves are much worse.
func (x *explainer) only(move, other *candidate) {
	s, o := move.line, other.line
	if s.Bound != Exact || o.Bound != Exact || isMate(s.Score) || x.depth < certainDepth {
		return
	}
	if isMate(o.Score) {
		n, _ := o.Score.MateInMoves()
		move.addMate(remarkOnly, 2*onlyWeight, -n, o)
	} else if less := s.Score - o.Score; less >= 200 && s.Score > -lost && o.Score < lost && s.Score < decisive {
		move.addScore(remarkOnly, onlyWeight, less/50*50, o)
	}
}

// blame finds what is wrong with the move. It reports whether it found it, so that no line is
// needed as a refutation.
func (x *explainer) blame(move, other *candidate) bool {
	s, b := move.line.Score, other.line.Score
	n, mate := s.MateInMoves()
	switch {
	case x.ends(move):
		return true
	case mate && n <= 0 && !(isMate(b) && b < 0) && move.line.Bound == Exact:
		move.addMate(RemarkAllowsMate, mateWeight, -n, move.line)
		x.ignoresThreat(move, -n)
		return true
	case mate:
		return true
	}
	if n, mates := b.MateInMoves(); mates && n > 0 {
		move.addMate(RemarkMisses, mateWeight, n, other.line)
		return true
	}
	x.tablebase(move)
	return x.drawn(move) || x.loses(move, other)
}

// missesMaterial makes of what the other move wins what the move misses, if that matters more than what
// the move loses. It reports whether it does.
func (x *explainer) missesMaterial(move, other *candidate) bool {
	i := slices.IndexFunc(other.remarks, func(r Remark) bool { return r.Kind == RemarkWins })
	if i < 0 || 3*other.remarks[i].Weight < x.why.Loss {
		return false
	}
	missed := other.remarks[i]
	if taken := missed.piece(0); taken.Piece != NoPiece && x.position.isCapture(move.move) && move.to == taken.Square {
		other.remarks = slices.Delete(other.remarks, i, i+1)
		return false // the move takes it too
	}
	if own, ok := gainOf(x.position, move.line.PV, x.us); ok && Score(own.value)+seriousLoss > missed.Weight {
		return false // the move wins it too
	}
	if slices.ContainsFunc(move.remarks, func(r Remark) bool { return r.Weight >= missed.Weight }) {
		return false
	}
	other.remarks = slices.Delete(other.remarks, i, i+1)
	missed.Kind = RemarkMisses
	move.add(missed)
	return true
}

// loses remarks what material the move loses that the other does not lose: what its line loses for good, or
// else what the reply wins at once.
func (x *explainer) loses(move, other *candidate) bool {
	them := x.us.Other()
	spared, _ := gainOf(x.position, other.line.PV, them)
	certain := max(spared.value, other.after.captureGain()) + exchangeValues[Pawn]
	gain, ok := gainOf(x.position, move.line.PV, them)
	switch {
	case !ok || 3*Score(gain.value) > 5*x.why.Loss: // it gets something for it
		ok = false
	case len(gain.line) > shortProof+1 && (2*Score(gain.value) < x.why.Loss || gain.value <= exchangeValues[Pawn]):
		ok = false // the line matters for something else
	default:
		ok = gain.value >= certain && x.keeps(x.game, &gain, them)
	}
	if !ok {
		if gain, ok = x.losesAtOnce(move); !ok || gain.value < certain {
			return false
		}
	}
	r := gain.remark(RemarkLoses, move.line)
	r.Score = -x.why.Loss
	r.Motif, r.Squares = motifOf(x.position, move.line.PV, 1, &gain)
	if pieces := x.hanging(move, &gain); pieces != nil && !other.leaves(pieces[0]) {
		r.Kind, r.Pieces, r.Motif, r.Squares = RemarkHanging, pieces, "", nil
		taken := pieces[0].Piece.Type()
		r.Line.PV, r.Won, r.Lost, r.Weight = r.Line.PV[:2], []PieceType{taken}, nil, Score(exchangeValues[taken])
	}
	move.add(r)
	x.ignoresThreat(move, 0)
	return true
}

// leaves reports whether a piece can be taken after the candidate too.
func (c *candidate) leaves(piece PieceOn) bool {
	gain, _ := c.after.gainOn(piece.Square)
	return gain > 0 && c.after.pieceAt(piece.Square) == piece.Piece
}

// losesAtOnce returns what the reply wins on its square, if that is more than a pawn and most of what the
// move loses, whatever comes then.
func (x *explainer) losesAtOnce(move *candidate) (gain materialGain, ok bool) {
	reply, pv := move.reply(), move.line.PV
	if reply == 0 || !move.after.isCapture(reply) || move.after.see(reply, nil) < 2*exchangeValues[Pawn] {
		return gain, false
	}
	n := 2
	for n < len(pv) && pv[n].To() == reply.To() {
		n++
	}
	gain, ok = gainOf(x.position, pv[:n], x.us.Other())
	value := Score(gain.value)
	return gain, ok && value >= 2*Score(exchangeValues[Pawn]) && 3*value <= 5*x.why.Loss && 3*value >= x.why.Loss
}

// remark returns the remark that a line wins or loses the material.
func (g *materialGain) remark(kind RemarkKind, l Line) Remark {
	l.PV = g.line
	r := Remark{Kind: kind, Weight: Score(g.value), Line: l, Won: g.won, Lost: g.lost}
	if g.piece.Square != NoSquare {
		r.Pieces = []PieceOn{g.piece}
	}
	return r
}

// hanging returns the piece that the reply to the move captures, if it cannot be recaptured,
// and a piece that is pinned and would recapture otherwise; or nil.
func (x *explainer) hanging(move *candidate, gain *materialGain) []PieceOn {
	reply := move.reply()
	sq := reply.To()
	victim := PieceOn{move.after.captured(reply), sq}
	worth, pawn := exchangeValues[victim.Piece.Type()], exchangeValues[Pawn] // the line may win a pawn more or less
	if victim.Piece == NoPiece || move.after.isEnPassant(reply) || x.position.isCapture(move.move) ||
		gain.value < max(worth-pawn, pawn) || gain.value > worth+pawn {
		return nil
	}
	q := move.after.After(reply)
	var buf [MaxMoves]Move
	for _, m := range q.appendMoves(buf[:0]) {
		if m.To() == sq {
			return nil
		}
	}
	pieces := []PieceOn{victim}
	q.pins(x.us, func(pinned, _ Square) bool {
		for to := range q.Attacks(pinned) {
			if to == sq {
				pieces = append(pieces, PieceOn{q.pieceAt(pinned), pinned})
				return false
			}
		}
		return true
	})
	if len(pieces) == 1 {
		for range move.after.Defenders(sq) {
			return nil // it is defended, but something else prevents the recapture
		}
	}
	return pieces
}

// howKinds lists the motifs that say how material is won, the most telling first.
var howKinds = []MotifKind{
	MotifFork, motifDoubleCheck, motifDiscoveredCheck, motifDiscoveredAttack, motifSkewer, motifTrappedPiece,
	motifCapturingDefender, motifDeflection, motifPin,
}

// motifOf returns the motif of line[from] by which material is won, and its squares; "" if
// there is none.
func motifOf(p Position, line []Move, from int, gain *materialGain) (MotifKind, []Square) {
	all, err := Motifs(p, line[:min(len(line), len(gain.line)+1)], from)
	if err != nil || gain.at <= from {
		return "", nil
	}
	for _, kind := range howKinds {
		for _, m := range all {
			if m.Kind == kind && m.Ply == from && slices.Contains(m.Squares, gain.line[gain.at].To()) {
				return m.Kind, slices.Clone(m.Squares)
			}
		}
	}
	return "", nil
}

// ignoresThreat remarks that the reply to the move, which mates in so many moves or, if it is 0, wins
// material, was a threat before the move, of the same mate.
func (x *explainer) ignoresThreat(move *candidate, mate int) {
	if t := x.theirThreat(); t != nil && t.line.PV[0] == move.reply() && (mate == 0 || t.mate == mate) {
		move.addMate(RemarkIgnoresThreat, 1, t.mate, t.line)
	}
}

// ends remarks how the move ends the game.
func (x *explainer) ends(c *candidate) bool {
	o := x.after(c.move).Outcome()
	if !o.Over() {
		return false
	}
	c.addEnd(RemarkEnds, mateWeight+1, o.Reason, Line{})
	return true
}

// drawn remarks that the line ends in a draw, if the evaluation does not say so anyway.
func (x *explainer) drawn(c *candidate) bool {
	r := &x.why.Reasons[c.index]
	if c.line.Score != 0 || c.line.Bound != Exact || max(r.Rest, -r.Rest) < seriousLoss {
		return false
	}
	reasons := map[string]Termination{
		Stalemate.String(): Stalemate, InsufficientMaterial.String(): InsufficientMaterial,
		FiftyMoves.String(): FiftyMoves, "repetition": ThreefoldRepetition,
	}
	reason, ok := reasons[r.Cause]
	if ok = ok && (reason != ThreefoldRepetition || c.line.repeats() || x.after(c.line.PV...).Repetitions() >= 3); ok {
		c.addEnd(remarkDraws, endWeight, reason, c.line)
	}
	return ok
}

// repeats reports whether the end of the line has occurred in it before.
func (l *Line) repeats() bool {
	p := l.Position
	keys := []Key{p.Key()}
	for _, m := range l.PV {
		p = p.After(m)
		keys = append(keys, p.Key())
	}
	last := len(keys) - 1
	return slices.Contains(keys[:last], keys[last])
}

// tablebase remarks what a Tablebase knows of the position after the move.
func (x *explainer) tablebase(c *candidate) {
	tables := x.searcher.endgames.all
	if tables == nil {
		return
	}
	truth, err := tables.Probe(&c.after)
	if err != nil {
		return
	}
	result := -truth.At(c.after.HalfmoveClock())
	c.add(Remark{Kind: remarkTablebase, Weight: tableWeight, WDL: result})
}

// praise finds what is good about the move.
func (x *explainer) praise(c *candidate) {
	if x.ends(c) {
		return
	}
	n, mate := c.line.Score.MateInMoves()
	switch {
	case mate && n > 0 && c.line.Bound&LowerBound != 0:
		c.addMate(RemarkMates, mateWeight, n, c.line)
		x.sacrifices(c)
		return
	case mate:
		if c.line.Bound == Exact {
			c.addMate(remarkMated, mateWeight, -n, c.line)
		}
		return
	}
	x.tablebase(c)
	if !x.drawn(c) {
		x.wins(c)
	}
	x.facts(c)
	if !c.has(RemarkWins) {
		if !c.has(remarkSacrifices) { // often of what is threatened
			x.stopsThreat(c)
		}
		x.threatens(c)
	}
}

// positional finds which features are better after the move, if there is nothing else to say.
func (x *explainer) positional(c *candidate) {
	x.improves(c, smallFeature)
	x.differs(c)
}

// wins remarks what material the line wins.
func (x *explainer) wins(c *candidate) {
	gain, ok := gainOf(x.position, c.line.PV, x.us)
	if !ok || c.line.Bound != Exact || c.line.Score < -lost {
		return
	}
	value := gain.value
	if last, _ := x.game.lastCapture(); last != NoPieceType { // what we only take back is no gain
		value -= exchangeValues[last]
	}
	other := x.why.Reasons[1-c.index].Line.Score
	now, instead := c.line.Score-x.before.Score, c.line.Score-other // more than the evaluation says, and than after the other move
	shown := max(now, instead) >= Score(value)/2 && (now >= Score(value)/3 || instead >= Score(value))
	if value < exchangeValues[Pawn] || !shown && !x.replies {
		return
	}
	// A quiet move wins it only if others do not, and it is more than a pawn.
	quiet := !x.position.isCapture(c.move) && !c.after.inCheck() && !c.move.IsPromotion()
	if quiet && (c.line.Score-other < Score(value)/2 || len(gain.line) > 5 || value <= exchangeValues[Pawn]) {
		return
	}
	if len(gain.line) == 1 && !x.position.gainsBy(c.move) || quiet && x.gainsOn(gain.piece.Square) {
		return // they can recapture, or it could be captured before
	}
	if value != gain.value || !x.keeps(x.game, &gain, x.us) {
		return // it recaptures too, or is not sure: the facts say what is
	}
	r := gain.remark(RemarkWins, c.line)
	r.Motif, r.Squares = motifOf(x.position, c.line.PV, 0, &gain)
	c.add(r)
}

// threatens remarks what the side would do next, if it could not do it before.
func (x *explainer) threatens(c *candidate) {
	if x.position.inCheck() || c.after.inCheck() || x.position.isCapture(c.move) && c.reply().To() == c.to {
		return
	}
	t := x.threatOf(x.after(c.move, 0), threatShare)
	if t != nil && t.mate == 0 && x.position.legal(t.line.PV[0]) && x.position.moved(t.line.PV[0]) == c.after.pieceAt(t.line.PV[0].From()) {
		return // it could be played at once
	}
	if t != nil && t.mate == 0 && t.isMutual(&c.after) {
		return
	}
	best := max(x.why.Reasons[0].Line.Score, x.why.Reasons[1].Line.Score)
	switch {
	case t == nil:
	case t.mate > 0:
		if !isMate(best) {
			c.addMate(remarkThreatensMate, 200, t.mate, t.line)
		}
	case t.line.Score >= best+t.value/2 && t.line.Score >= c.line.Score+t.value/2:
		r := t.gain.remark(remarkThreatens, t.line)
		r.Weight = 100 + t.value/9
		r.Motif, r.Squares = motifOf(t.line.Position, t.line.PV, 0, &t.gain)
		to := t.line.PV[0].To()
		if slices.ContainsFunc(c.remarks, func(a Remark) bool {
			return (a.Kind == remarkOffers || a.Kind == remarkAttacks && len(r.Won) == 1 && (len(r.Lost) > 0 || len(t.gain.line) == 1)) && a.Pieces[0].Square == to
		}) {
			return // it attacks the piece
		}
		c.remarks = slices.DeleteFunc(c.remarks, func(a Remark) bool { return a.Kind == remarkAttacks && a.Pieces[0].Square == to })
		c.add(r)
	}
}

// stopsThreat remarks which threat of the other side the move stops.
func (x *explainer) stopsThreat(c *candidate) {
	t := x.theirThreat()
	if t != nil && t.mate == 0 && x.position.isCapture(c.move) {
		return // the capture matters more
	}
	if t == nil || c.reply() == t.line.PV[0] || c.line.Bound != Exact || x.position.inCheck() || c.has(remarkRecaptures, remarkExchanges) {
		return
	}
	left := -c.line.Score // what they have after the move
	if t.mate == 0 && left > t.line.Score-t.value/2 || t.mate > 0 && isMate(left) {
		return
	}
	m := t.line.PV[0]
	if c.after.legal(m) && c.after.moved(m) == t.line.Position.moved(m) {
		l, ok := x.search(x.after(c.move), max(x.depth-2, 2), threatShare, m)
		if !ok || isMate(l.Score) && l.Score > 0 {
			return
		}
		if gain, found := gainOf(c.after, l.PV, x.us.Other()); found && t.mate == 0 && Score(gain.value) >= t.value ||
			t.mate == 0 && l.Score > t.line.Score-t.value/2 {
			return
		}
	}
	if t.mate == 0 && slices.ContainsFunc(c.remarks, func(r Remark) bool {
		return (r.Kind == remarkEscapes || r.Kind == remarkProtects || r.Kind == remarkBlocks) && r.Pieces[0].Square == m.To()
	}) {
		return
	}
	weight := 105 + min(t.value, 900)/9
	if t.mate > 0 {
		c.addMate(RemarkStopsThreat, weight, t.mate, t.line)
		return
	}
	r := t.gain.remark(RemarkStopsThreat, t.line)
	r.Weight = weight
	c.add(r)
}

var (
	errNotExplained = errors.New("chess: the evaluator does not explain: it is no *FeatureEvaluator")
	errOtherResult  = errors.New("chess: the Result has no line of the game's position")
)

// Why returns why the legal move m in the position of g is good or bad, in comparison with the move
// that r recommends or, if it is that, with the next. r is what a search of g has found, best one of a
// with Limits.WholeLines, of all moves and with the same Tablebase: otherwise features do not explain
// all of a score, or the comparison is unfair. A line of r that begins with m or the next move is not
// searched again. Why searches what is missing, for threats, and for what contradicts a remark, all
// together with at most as many nodes as r, or 5,000. It uses and keeps what a has learned. If ctx is
// done, it returns what it has found by then.
//
// In variants other than three-check, and under a Rule, there are no remarks. It is an error if m is
// not legal, if r is not of this position or has no line, if the game is over, or if the evaluator is
// not a *FeatureEvaluator.
func (a *AlphaBeta) Why(ctx context.Context, g *Game, r Result, m Move) (Why, error) {
	if g == nil {
		return Why{}, errNoGame
	}
	a.makeReady()
	e, ok := a.Evaluator().(*FeatureEvaluator)
	if !ok {
		return Why{}, errNotExplained
	}
	p := g.Position()
	switch m = p.canonical(m); {
	case g.Outcome().Over():
		return Why{}, ErrGameOver
	case !g.legal(m):
		return Why{}, illegalMove(m)
	case !r.Position.Equal(p) || len(r.PV) == 0:
		return Why{}, errOtherResult
	}
	nodes := max(r.Nodes, fewNodes)
	x := explainer{ctx: ctx, searcher: a, evaluator: e, game: g, position: p, us: p.turn(), first: nodes, left: nodes, depth: r.Depth}
	x.why = Why{Position: p, Move: m, Remarks: []Remark{}, Depth: r.Depth, Nodes: r.Nodes}
	if err := x.compare(&r); err != nil {
		return Why{}, err
	}
	if p.variant() <= ThreeCheck && g.law == nil { // the remarks know no other rules
		x.remark()
	}
	return x.why, nil
}
