package chess

import (
	"cmp"
	"maps"
	"slices"
)

// facts finds what the rules and static exchange evaluation say in favour of a move.
func (x *explainer) facts(c *candidate) {
	m, p := c.move, &x.position
	if m.IsPromotion() {
		c.remarks = slices.DeleteFunc(c.remarks, func(r Remark) bool { return r.Kind == RemarkWins && !p.isCapture(m) })
		c.addFact(remarkPromotes, c.arrived())
	}
	if p.isThreeCheck() && c.after.inCheck() {
		c.addMate(remarkCounts, 400, c.after.remainingChecks(x.us), Line{})
	}
	if !c.has(RemarkWins) {
		x.exchanges(c)
		x.safety(c)
	}
	if !x.sacrifices(c) {
		if lost, _ := c.after.gainOn(c.to); lost > exchangeValues[p.captured(m).Type()] {
			return // it will not stand there for long
		}
	}
	x.lines(c)
	x.rooks(c)
	if !p.isCapture(m) {
		x.placement(c)
	}
}

// arrived returns the piece that has moved, where it arrives.
func (c *candidate) arrived() PieceOn { return PieceOn{c.after.pieceAt(c.to), c.to} }

// exchanges remarks that the move recaptures, or exchanges pieces.
func (x *explainer) exchanges(c *candidate) {
	victim := x.position.captured(c.move)
	if victim == NoPiece {
		return
	}
	to := c.to
	taken := PieceOn{victim, to}
	if x.position.isEnPassant(c.move) {
		taken.Square = SquareAt(to.File(), c.move.From().Rank())
	}
	if _, last := x.game.lastCapture(); last == to {
		c.addFact(remarkRecaptures, taken)
		return
	}
	mover := x.position.moved(c.move)
	if c.reply() != 0 && c.reply().To() == to && motifWorth[victim.Type()] == motifWorth[mover.Type()] && !c.move.IsPromotion() {
		c.add(Remark{Kind: remarkExchanges, Weight: factWeights[remarkExchanges], Pieces: []PieceOn{taken, {mover, to}}, Line: c.proof(2)})
	}
}

// safety remarks that the move brings a piece to safety, protects one, or attacks one.
func (x *explainer) safety(c *candidate) {
	p, m := &x.position, c.move
	from, to := m.From(), c.to
	if p.isCapture(m) || p.castles(m) {
		return
	}
	left, _ := c.after.gainOn(to)
	if !p.inCheck() {
		passed := p.After(0)
		if lost, _ := passed.gainOn(from); lost > 0 && left == 0 && p.moved(m).Type() != Pawn {
			c.addFact(remarkEscapes, PieceOn{p.moved(m), from})
		}
		var best PieceOn
		var how RemarkKind
		for sq, piece := range p.Pieces() {
			if piece.Color() != x.us || sq == from || piece.Type() == King || piece.Type() < best.Piece.Type() {
				continue
			}
			if lost, _ := passed.gainOn(sq); lost < exchangeValues[Pawn] {
				continue
			}
			if lost, _ := c.after.gainOn(sq); lost > 0 {
				continue
			}
			if kind := c.howSafe(&passed, sq); kind != "" && (piece.Type() > best.Piece.Type() || kind > how) { // "protects" rather than "blocks"
				best, how = PieceOn{piece, sq}, kind
			}
		}
		if how != "" {
			c.addFact(how, best)
		}
	}
	if left > 0 || c.after.inCheck() {
		return
	}
	next, mover := c.after.After(0), c.arrived()
	var targets, equal []PieceOn
	var buf [MaxMoves]Move
	for _, capture := range next.appendCaptures(buf[:0]) {
		if capture.From() != to {
			continue
		}
		piece := PieceOn{next.captured(capture), capture.To()}
		promotes := capture.IsPromotion() && capture.Promotion() != Queen // one of four is enough
		if t := piece.Piece.Type(); t == NoPieceType || t == Pawn || promotes {
			continue
		}
		before, back := newMove(mailbox[from], mailbox[piece.Square]), newMove(mailbox[piece.Square], mailbox[to])
		gain := next.see(capture, nil)
		switch {
		case gain < 0 || p.legal(before) && p.see(before, nil) >= gain:
		case motifWorth[piece.Piece.Type()] == motifWorth[mover.Piece.Type()] && c.after.legal(back):
			equal = append(equal, piece)
		case gain < exchangeValues[Pawn]:
		case len(targets) > 0 && piece.Piece.Type() > targets[0].Piece.Type():
			targets = slices.Insert(targets, 0, piece)
		default:
			targets = append(targets, piece)
		}
	}
	if len(targets) > 0 {
		c.addFact(remarkAttacks, targets...)
	}
	if len(equal) > 0 {
		c.addFact(remarkOffers, equal[len(equal)-1], mover)
	}
}

// howSafe returns whether the move protects the piece on a square, or blocks a line on which it could
// be captured after a pass; "" if it does neither.
func (c *candidate) howSafe(passed *Position, sq Square) RemarkKind {
	for from := range c.after.Defenders(sq) {
		if from == c.to {
			return remarkProtects
		}
	}
	for from := range passed.Attackers(sq, passed.turn()) {
		if from.Between(sq).Has(c.to) {
			return remarkBlocks
		}
	}
	return ""
}

// sacrifices remarks that the other side can win a piece, or the exchange, which is not won back at
// once. The Score says how unsound that is. It reports whether it does.
func (x *explainer) sacrifices(c *candidate) bool {
	bad := c.index == 0 && x.why.Loss >= seriousLoss && !x.goodEnough()
	if c.line.Bound&LowerBound == 0 || !bad && c.line.Score < -2*seriousLoss || c.move.IsPromotion() {
		return false
	}
	victim := x.position.captured(c.move)
	lost, taker := 0, Move(0)
	for sq, piece := range c.after.Pieces() {
		if piece.Color() != x.us || piece.Type() == King || piece.Type() == Pawn {
			continue
		}
		if gain, m := c.after.gainOn(sq); gain > lost && !m.IsPromotion() {
			lost, taker = gain, m
		}
	}
	offered := c.after.captured(taker)
	moved := taker.To() == c.to
	if bad || c.line.Score < seriousLoss || !moved && victim != NoPiece && c.reply() != taker { // it may be lost anyway
		if x.position.inCheck() {
			return false
		}
		origin := taker.To()
		if moved {
			origin = c.move.From()
		}
		passed := x.position.After(0)
		if gain, _ := passed.gainOn(origin); gain > 0 && (bad || !moved) {
			return false
		}
	}
	if lost == 0 || exchangeValues[offered.Type()]-exchangeValues[victim.Type()] < 2*exchangeValues[Pawn] {
		return false
	}
	if reply := c.reply(); reply != 0 && c.after.isCapture(reply) && c.after.captured(reply) == c.after.captured(taker) {
		taker = reply
	}
	line := c.line.PV[1:]
	if c.reply() != taker && c.has(RemarkMates) {
		return false
	}
	if c.reply() != taker {
		l, ok := x.search(x.after(c.move, taker), max(x.depth-2, 2), threatShare)
		if n, mate := l.Score.MateInMoves(); !ok || mate && n == 1 { // nobody would take it
			return false
		}
		line = append([]Move{taker}, l.PV...)
	}
	if bad && len(line) > 1 && line[1].To() == taker.To() && exchangeValues[c.after.moved(taker).Type()] >= exchangeValues[offered.Type()] {
		return false // it is exchanged, and something else is lost
	}
	last, now := c.after, 0
	lost = 0
	for i, m := range line[:min(len(line), 6)] {
		if last = last.After(m); i%2 == 1 || i == len(line)-1 {
			now = x.position.pieceBalance(x.us) - last.pieceBalance(x.us)
		}
		if i >= 3 || offered.Type() == Queen { // what the next two moves win back does not count, or the next one for the queen
			lost = max(lost, now)
		}
	}
	if lost = max(lost, now); lost < 2*exchangeValues[Pawn] {
		return false
	}
	r := Remark{Kind: remarkSacrifices, Weight: max(Score(lost), 2*seriousLoss), Pieces: []PieceOn{{offered, taker.To()}}, Line: c.proof(maxProof)}
	if victim != NoPiece {
		r.Pieces = append(r.Pieces, PieceOn{victim, c.to})
	}
	if bad {
		r.Score = -x.why.Loss
	}
	c.add(r)
	return true
}

// rooks remarks that a rook goes to the seventh rank, that it joins another on a file, or
// that the rooks are connected on the first rank.
func (x *explainer) rooks(c *candidate) {
	to, them := c.to, x.us.Other()
	if connected(&c.after, x.us) && !connected(&x.position, x.us) {
		c.addFact(remarkConnects)
	}
	if x.position.moved(c.move).Type() != Rook {
		return
	}
	rook := c.arrived()
	if c.after.rookBeside(to, true) && !(c.move.From().File() == to.File() && x.position.rookBeside(c.move.From(), true)) {
		c.remarks = slices.DeleteFunc(c.remarks, func(r Remark) bool { return r.Kind == remarkOpenFile || r.Kind == remarkHalfOpenFile })
		c.addFact(remarkDoubles, rook)
	}
	if to.relativeRank(x.us) != 6 || c.move.From().relativeRank(x.us) == 6 {
		return
	}
	aim := c.after.king(them).relativeRank(them) == 0
	for sq, piece := range c.after.Pieces() {
		aim = aim || piece == Pawn.Of(them) && sq.relativeRank(them) == 1
	}
	if aim {
		c.addFact(remarkSeventh, rook)
	}
}

// connected reports whether two rooks of c stand on its first rank, with nothing between them.
func connected(p *Position, c Color) bool {
	for sq, piece := range p.Pieces() {
		if piece == Rook.Of(c) && sq.relativeRank(c) == 0 && p.rookBeside(sq, false) {
			return true
		}
	}
	return false
}

// lines remarks that the move pins a piece, or puts a rook on a file without pawns.
func (x *explainer) lines(c *candidate) {
	them, to := x.us.Other(), c.to
	if x.position.moved(c.move).Type() == Rook && to.File() != c.move.From().File() {
		kind := remarkOpenFile
		for sq, piece := range c.after.Pieces() {
			if piece.Type() != Pawn || sq.File() != to.File() {
				continue
			}
			if piece.Color() == x.us {
				kind = ""
				break
			}
			kind = remarkHalfOpenFile
		}
		if kind != "" {
			c.addFact(kind, c.arrived())
		}
	}
	if left, _ := c.after.gainOn(to); left > 0 {
		return
	}
	before := maps.Collect(x.position.Pins(them))
	for pinned, pinner := range c.after.Pins(them) {
		piece := c.after.pieceAt(pinned)
		if _, was := before[pinned]; pinner == to && !was && piece.Type() != Pawn && !c.after.legal(newMove(mailbox[pinned], mailbox[to])) {
			c.addPin(PieceOn{piece, pinned}, c.arrived())
		}
	}
	target, queen := x.pinToQueen(&c.after, to)
	if oldTarget, oldQueen := x.pinToQueen(&x.position, c.move.From()); target != NoSquare && !c.has(remarkPins) && (target != oldTarget || queen != oldQueen) {
		c.addPin(PieceOn{c.after.pieceAt(target), target}, c.arrived(), PieceOn{c.after.pieceAt(queen), queen})
	}
}

// addPin adds that a piece is pinned, in place of that it is attacked.
func (c *candidate) addPin(pinned PieceOn, others ...PieceOn) {
	c.remarks = slices.DeleteFunc(c.remarks, func(r Remark) bool { return r.Kind == remarkAttacks && len(r.Pieces) == 1 && r.Pieces[0] == pinned })
	c.addFact(remarkPins, append([]PieceOn{pinned}, others...)...)
}

// pinToQueen returns the square of a knight, bishop or rook that our rook or bishop on a square pins to a
// queen, and cannot be captured by, and the square of the queen; or NoSquare.
func (x *explainer) pinToQueen(p *Position, from Square) (target, queen Square) {
	attacks, them := rookAttacks, x.us.Other()
	switch p.pieceAt(from).Type() {
	case Rook:
	case Bishop:
		attacks = bishopAttacks
	default:
		return NoSquare, NoSquare
	}
	s := &x.survey
	s.load(p)
	seen := attacks(from, s.Occupied())
	for target := range (seen & (s.Pieces(them, Knight) | s.Pieces(them, Bishop) | s.Pieces(them, Rook))).All() {
		behind := attacks(from, s.Occupied()&^target.Set()) &^ seen & s.Pieces(them, Queen)
		if t := p.pieceAt(target).Type(); behind != 0 && (t == Knight || t != p.pieceAt(from).Type()) {
			return target, behind.First()
		}
	}
	return NoSquare, NoSquare
}

// placement remarks what is good about the square that the piece goes to.
func (x *explainer) placement(c *candidate) {
	m := c.move
	from, to := m.From(), c.to
	piece := c.arrived()
	castles := x.position.castles(m)
	if !castles && x.makesCastling(c) {
		c.addFact(remarkMakesCastling)
	}
	switch t := x.position.moved(m).Type(); {
	case castles:
		c.addFact(remarkCastles, PieceOn{c.after.pieceAt(to), to})
	case t == Knight || t == Bishop:
		if from.relativeRank(x.us) == 0 && to.relativeRank(x.us) > 0 && x.before.Phase >= developPhase {
			c.addFact(remarkDevelops, piece)
		}
		if edge := to.File() == 0 || to.File() == 7; !edge && to.relativeRank(x.us) > 2 && creditOn(x.explanation(c), outpostsName, to) > 0 && creditOn(&x.before, outpostsName, from) == 0 {
			c.addFact(remarkOutpost, piece)
		}
	case t == Pawn:
		if to.relativeRank(x.us) == 3 && (to.File() == 3 || to.File() == 4) && x.before.Phase >= developPhase {
			c.addFact(remarkCentre, piece)
		}
		if x.passed(&c.after, to) && !m.IsPromotion() {
			kind := remarkPassed
			if x.passed(&x.position, from) {
				kind = remarkAdvances
			}
			c.addFact(kind, piece)
		}
	case t == King:
		if x.before.Phase <= endingPhase && fromCentre(to) < fromCentre(from) {
			c.addFact(remarkCentralizes, piece)
		}
	}
}

// makesCastling reports whether after the move and a pass we could castle to a side to which
// we cannot castle now.
func (x *explainer) makesCastling(c *candidate) bool {
	if x.position.inCheck() || c.after.inCheck() {
		return false
	}
	sides := func(p *Position) (can [2]bool) {
		for _, m := range p.LegalMoves() {
			if p.castles(m) {
				can[m.side()] = true
			}
		}
		return can
	}
	passed := c.after.After(0)
	before, now := sides(&x.position), sides(&passed)
	return before == [2]bool{} && now != before
}

// Phases of the game: a piece is developed from developPhase on, the king centralized up
// to endingPhase.
const (
	developPhase = 14
	endingPhase  = 8
)

// passed reports whether there is a passed pawn of ours on a square.
func (x *explainer) passed(p *Position, sq Square) bool {
	x.survey.load(p)
	return x.survey.Passed(x.us).Has(sq)
}

// creditOn returns the credit of a feature to the piece on a square.
func creditOn(e *Explanation, feature string, sq Square) (sum Score) {
	for _, f := range e.Features {
		if f.Name != feature {
			continue
		}
		for _, credit := range f.Credits {
			if credit.Square == sq {
				sum += credit.Blend(e.Phase)
			}
		}
	}
	return sum
}

// The smallest change of a feature to mention, in centipawns: smallFeature, tinyFeature if there is
// nothing else to say, and largeFeature at the end of a line.
const (
	largeFeature Score = 50
	smallFeature Score = 30
	tinyFeature  Score = 5
)

// unspoken lists the features about which there is nothing to say: other remarks say it, or
// the feature is not a property of a piece, or has no name in words, as with networks.
var unspoken = []string{
	materialName, tempoName, bareKingName, winningChancesName, drawnEndingsName, checkScoreName, castleScoreName, coverageName,
	exchangeName, spaceName, mobilityName, coordinationName,
}

// aggressive lists the features of the other side's pieces that a move can be said to change.
var aggressive = []string{kingAttackName, pieceMobilityName}

// phrase returns the phrase of a SpokenFeature for a piece of ours or theirs; "" for other
// features, which have words in each language. It is not ok if there is nothing to say.
func (x *explainer) phrase(feature string, theirs bool, kind RemarkKind) (phrase string, ok bool) {
	for i := range x.evaluator.terms {
		if f, spoken := x.evaluator.terms[i].Feature.(SpokenFeature); spoken && f.Name() == feature {
			phrase = f.Phrase(theirs)
			return phrase, phrase != ""
		}
	}
	changed := !theirs || kind != remarkImproves || slices.Contains(aggressive, feature)
	return "", changed && !slices.Contains(unspoken, feature)
}

// calm reports whether the first moves of a line from p neither capture nor give check.
func calm(p Position, line []Move) bool {
	for _, m := range line[:min(3, len(line))] {
		if p.isCapture(m) || p.givesCheck(m) {
			return false
		}
		p = p.After(m)
	}
	return true
}

// improves remarks which features the move changes at once, in favour of its side, by
// smallest or more.
func (x *explainer) improves(c *candidate, smallest Score) {
	if x.position.isCapture(c.move) || c.after.inCheck() || len(c.remarks) > 0 || !calm(c.after, c.line.PV[1:]) {
		return
	}
	l := Line{Position: x.position, PV: []Move{c.move}}
	d := subtract([2]*Explanation{x.explanation(c), &x.before}, [2]*journey{l.journey(), &stay})
	x.features(c, &d, 0, remarkImproves, smallest, 2)
}

// differs remarks which features are better at the end of the line than at that of the
// other one.
func (x *explainer) differs(c *candidate) {
	w := &x.why
	if !x.exact || x.decided() || len(c.remarks) > 0 || x.otherMaterial() {
		return
	}
	if c.index == 0 && w.Reasons[0].Line.Score-w.Reasons[1].Line.Score < smallLoss {
		return // there is no difference to explain
	}
	x.features(c, &w.Difference, c.index, remarkDiffers, largeFeature, 2)
}

// nowOn returns where the piece stands after the move that was on a square before.
func (c *candidate) nowOn(from Square) Square {
	if from == c.move.From() {
		return c.to
	}
	return from
}

// features adds remarks about the largest differences in favour of line index of d, those
// of smallest or more.
func (x *explainer) features(c *candidate, d *Difference, index int, kind RemarkKind, smallest Score, most int) {
	var all []Remark
	for _, f := range d.Features {
		for _, p := range f.Pieces {
			score := p.Score.view(x.us)
			if index == 1 {
				score = -score
			}
			if score < smallest || p.From != NoSquare && (p.To[0] == NoSquare || p.To[1] == NoSquare) {
				continue
			}
			phrase, ok := x.phrase(f.Name, p.Color != x.us, kind)
			if !ok {
				continue
			}
			if p.From != NoSquare && p.To[index] != c.nowOn(p.From) {
				continue // it would be found elsewhere
			}
			piece := PieceOn{p.Piece, p.To[index]}
			if p.From == NoSquare || p.Piece == NoPiece {
				piece = PieceOn{King.Of(p.Color), NoSquare} // whose it is
			}
			all = append(all, Remark{
				Kind: kind, Line: Line{Position: x.position}, Weight: score / 4, Feature: f.Name, Phrase: phrase, Score: score, Pieces: []PieceOn{piece},
			})
		}
	}
	slices.SortStableFunc(all, func(a, b Remark) int { return cmp.Compare(b.Weight, a.Weight) })
	for _, r := range all {
		same := slices.ContainsFunc(c.remarks, func(b Remark) bool {
			return b.Kind == kind && (b.Feature == r.Feature || b.Pieces[0] == r.Pieces[0])
		})
		if !same && most > 0 {
			c.add(r)
			most--
		}
	}
}
