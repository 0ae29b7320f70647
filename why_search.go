package chess

import (
	"cmp"
	"context"
	"slices"
)

// An explainer finds out why a move is good or bad.
type explainer struct {
	ctx       context.Context
	searcher  *AlphaBeta
	evaluator *FeatureEvaluator
	game      *Game
	position  Position
	us        Color
	first     int64 // nodes of the search for the best move, at least fewNodes
	left      int64 // nodes for further searches
	depth     int
	why       Why
	before    Explanation // of position
	exact     bool        // both lines are
	threat    *threat     // what they would do after a pass: see theirThreat
	survey    Survey      // of the position that was looked at last
	replies   bool        // the move is a reply to a bad one
}

// fewNodes is what the first search counts at least: it may have found its line in the table.
const fewNodes = 5000

// search searches g to a depth at most, with a share of the nodes of the first search, in
// percent. It reports whether the line is exact and at least two plies deep.
func (x *explainer) search(g *Game, depth int, share int64, moves ...Move) (Line, bool) {
	nodes := min(x.left*2/3, max(x.first*share/100, fewNodes/5)) // half as many are for an exact score
	if nodes < 1 || depth < 1 || x.ctx.Err() != nil {
		return Line{}, false
	}
	r, err := x.searcher.searchExact(x.ctx, g, Limits{Depth: depth, Nodes: nodes, SearchMoves: moves})
	if err != nil {
		return Line{}, false
	}
	x.left -= r.Nodes
	x.why.Nodes += r.Nodes
	l := r.Lines[0]
	l.Position = g.Position()
	return l, r.Depth >= min(2, depth) && l.Bound == Exact && len(l.PV) > 0
}

// searchExact searches whole lines, with all that was learned before. If it stops while the score
// is a bound, it makes it exact at the last depth that was finished, with half as many nodes at most.
func (a *AlphaBeta) searchExact(ctx context.Context, g *Game, l Limits) (Result, error) {
	l.WholeLines = true
	r, err := a.searchGame(ctx, g, l, true)
	if err != nil || r.Bound == Exact || r.Depth < 2 {
		return r, err
	}
	l.Depth, l.Nodes = r.Depth, max(l.Nodes/2, 1)
	again, err := a.searchGame(ctx, g, l, true)
	if err != nil || again.Bound != Exact {
		r.Nodes += again.Nodes
		return r, err
	}
	again.Nodes += r.Nodes
	return again, nil
}

// The weights of remarks that are not counted in material or by features, in centipawns.
const (
	mateWeight  Score = 10_000
	endWeight   Score = 9_000
	tableWeight Score = 5_000
	onlyWeight  Score = 140
)

// factWeights has the weights of what the rules and static exchange evaluation say.
var factWeights = map[RemarkKind]Score{
	remarkPromotes:      800,
	remarkRecaptures:    150,
	remarkForced:        150,
	remarkEscapes:       120,
	remarkProtects:      110,
	remarkBlocks:        110,
	remarkCastles:       100,
	remarkAttacks:       95,
	remarkDevelops:      90,
	remarkPins:          85,
	remarkCentre:        80,
	remarkPassed:        75,
	remarkAdvances:      75,
	remarkOutpost:       70,
	remarkOpenFile:      65,
	remarkHalfOpenFile:  65,
	remarkDoubles:       65,
	remarkSeventh:       65,
	remarkExchanges:     60,
	remarkOffers:        60,
	remarkMakesCastling: 55,
	remarkCentralizes:   50,
	remarkConnects:      45,
	remarkCaptures:      0, // said only if there is nothing else to say
}

// What a loss is, in centipawns.
const (
	smallLoss   Score = 30  // less is not worth a word
	seriousLoss Score = 100 // more needs a refutation
	lost        Score = 300 // with less there is no good move
	decisive    Score = 900 // a score that is more decides the game
)

// maxPraise is how many remarks there are at most in favour of a move.
const maxPraise = 5

// A candidate is one of the two moves that are compared.
type candidate struct {
	index   int // in Why.Reasons
	move    Move
	to      Square // where the piece stands that moves
	line    Line
	after   Position
	now     *Explanation // of after, see explanation
	remarks []Remark
}

// candidate returns one of the moves that are compared.
func (x *explainer) candidate(index int) *candidate {
	l := x.why.Reasons[index].Line
	l.Position = x.position
	return newCandidate(index, l)
}

// newCandidate returns the move that a line begins with.
func newCandidate(index int, l Line) *candidate {
	m := l.PV[0]
	return &candidate{index: index, move: m, to: l.Position.arrival(m), line: l, after: l.Position.After(m)}
}

// explanation returns the explanation of the position after the move.
func (x *explainer) explanation(c *candidate) *Explanation {
	if c.now == nil {
		now := x.evaluator.Explain(&c.after)
		c.now = &now
	}
	return c.now
}

// add adds a remark about the candidate. The methods below do so for the kinds of a family,
// which have the same fields.
func (c *candidate) add(r Remark) {
	r.Move = c.move
	c.remarks = append(c.remarks, r)
}

// addFact adds what the rules and static exchange evaluation say.
func (c *candidate) addFact(kind RemarkKind, pieces ...PieceOn) {
	c.add(Remark{Kind: kind, Weight: factWeights[kind], Pieces: pieces})
}

// addMate adds that there is or would be a mate in some moves.
func (c *candidate) addMate(kind RemarkKind, weight Score, moves int, l Line) {
	c.add(Remark{Kind: kind, Weight: weight, Mate: moves, Line: l})
}

// addScore adds what the scores of the lines say.
func (c *candidate) addScore(kind RemarkKind, weight, score Score, l Line) {
	c.add(Remark{Kind: kind, Weight: weight, Score: score, Line: l})
}

// addEnd adds how the move or the line ends the game.
func (c *candidate) addEnd(kind RemarkKind, weight Score, reason Termination, l Line) {
	c.add(Remark{Kind: kind, Weight: weight, Reason: reason, Line: l})
}

// has reports whether there is a remark of one of the kinds.
func (c *candidate) has(kinds ...RemarkKind) bool {
	return slices.ContainsFunc(c.remarks, func(r Remark) bool { return slices.Contains(kinds, r.Kind) })
}

// explains reports whether what the candidate wins is at least a third of a loss.
func (c *candidate) explains(loss Score) bool {
	return slices.ContainsFunc(c.remarks, func(r Remark) bool { return r.Kind == RemarkWins && 3*r.Weight >= loss })
}

// reply returns the move that follows in the line, or the null move.
func (c *candidate) reply() Move {
	if len(c.line.PV) < 2 {
		return 0
	}
	return c.line.PV[1]
}

// proof returns the first plies of the line of the candidate.
func (c *candidate) proof(plies int) Line {
	l := c.line
	l.PV = slices.Clone(l.PV[:min(plies, len(l.PV))])
	return l
}

// weighty returns the weightiest remarks, at most most of them.
func (c *candidate) weighty(most int) []Remark {
	slices.SortStableFunc(c.remarks, func(a, b Remark) int {
		return cmp.Or(cmp.Compare(oneIf(a.Feature != ""), oneIf(b.Feature != "")), cmp.Compare(b.Weight, a.Weight))
	})
	return c.remarks[:min(most, len(c.remarks))]
}

// lineOf returns the line of a result that begins with a move that is wanted, if it has one. It is an
// error if a move of the line is not legal.
func (x *explainer) lineOf(r *Result, wanted func(Move) bool) (l Line, ok bool, err error) {
	for _, l := range append([]Line{{PV: r.PV, Score: r.Score, Bound: r.Bound}}, r.Lines...) {
		if len(l.PV) == 0 || !wanted(x.position.canonical(l.PV[0])) {
			continue
		}
		l.Position, l.PV = x.position, slices.Clone(l.PV)
		g := x.after()
		for i, m := range l.PV {
			p := g.Position()
			l.PV[i] = p.canonical(m)
			if err := g.Continue(l.PV[i]); err != nil {
				return Line{}, false, err
			}
		}
		return l, true, nil
	}
	return Line{}, false, nil
}

// compare sets what is compared: the lines of the move and of the other.
func (x *explainer) compare(r *Result) error {
	w := &x.why
	best, _, err := x.lineOf(r, func(Move) bool { return true })
	if err != nil {
		return err
	}
	x.answer(&best)
	lines := [2]Line{best, best}
	isOther := func(m Move) bool { return m == w.Move }
	if w.Move == best.PV[0] {
		isOther = func(m Move) bool { return m != w.Move }
	}
	others := slices.DeleteFunc(x.game.LegalMoves(), func(m Move) bool { return !isOther(m) })
	if len(others) > 0 {
		l, known, err := x.lineOf(r, isOther)
		if err != nil {
			return err
		}
		if !known {
			l, _ = x.search(x.game, max(x.depth, 1), 50, others...)
		}
		if len(l.PV) == 0 { // it was stopped before it began
			l = Line{Position: x.position, PV: others[:1], Bound: NoBound}
		}
		x.answer(&l)
		if lines[1] = l; w.Move != best.PV[0] {
			lines[0], lines[1] = l, best
		}
		w.Other = lines[1].PV[0]
		if lines[0].Bound != NoBound && lines[1].Bound != NoBound {
			w.Loss = max(lines[1].Score-lines[0].Score, 0)
		}
		x.exact = lines[0].Bound == Exact && lines[1].Bound == Exact
	}
	for i, l := range lines {
		r, err := x.evaluator.reason(x.game, l)
		if err != nil {
			return err
		}
		w.Reasons[i] = r
		if w.Motifs[i], err = Motifs(x.position, l.PV, 0); err != nil {
			return err
		}
	}
	w.Difference = w.Reasons[0].minus(w.Reasons[1])
	x.before = x.evaluator.Explain(&x.position)
	return nil
}

// lostAnyway reports whether the best move is bad too, and the other not much worse.
func (x *explainer) lostAnyway() bool {
	b := x.why.Reasons[1].Line.Score
	return !isMate(b) && b < -lost && x.why.Loss < lost
}

// certainDepth is the depth of a search from which on it says what all moves do.
const certainDepth = 8

// answer completes a line with a search from its end, if it is too short to show anything or ends before
// a capture and so shows no gain. If it is a move alone whose score is a bound, it has the score of that
// search then.
func (x *explainer) answer(l *Line) {
	alone := len(l.PV) == 1 && l.Bound != Exact
	if !alone && (isMate(l.Score) || x.depth < certainDepth) {
		return
	}
	end := x.after(l.PV...)
	if !alone && len(l.PV) >= shortProof && !x.endsBeforeCapture(l.PV, end.current()) {
		return
	}
	if end.Outcome().Over() || end.Repetitions() > 1 || end.current().HalfmoveClock() >= 100 {
		return // the score is that of a draw
	}
	more, ok := x.search(end, max(x.depth-len(l.PV), 1), 15)
	if !ok {
		return
	}
	l.PV = append(l.PV, more.PV...)
	if alone {
		l.Score, l.Bound = onePlyLater(-more.Score), Exact
	}
}

// endsBeforeCapture reports whether a line of the move in question loses nothing for good, but a capture that wins
// something comes after its end.
func (x *explainer) endsBeforeCapture(pv []Move, end *Position) bool {
	if pv[0] != x.why.Move {
		return false
	}
	_, loses := gainOf(x.position, pv, x.us.Other())
	return !loses && end.captureGain() > 0
}

// decided reports whether one of the lines is so good or bad that a difference in pawns does
// not matter.
func (x *explainer) decided() bool {
	for _, r := range x.why.Reasons {
		if max(r.Line.Score, -r.Line.Score) > decisive {
			return true
		}
	}
	return false
}

// otherMaterial reports whether the lines end with different material.
func (x *explainer) otherMaterial() bool {
	var balance [2]int
	for i := range balance {
		p := x.position
		for _, m := range x.why.Reasons[i].Line.PV {
			p = p.After(m)
		}
		balance[i] = p.balance(White)
	}
	return balance[0] != balance[1]
}

// goodEnough reports whether the move is not the best, but wins or loses as surely: both
// scores are decisive, and there is no mate to find or to avoid.
func (x *explainer) goodEnough() bool {
	s, b := x.why.Reasons[0].Line.Score, x.why.Reasons[1].Line.Score
	return x.why.Loss > 0 && (s > decisive && !isMate(b) || b < -decisive && !isMate(s) || isMate(s) && s > 0)
}

// after returns the game after m.
func (x *explainer) after(moves ...Move) *Game {
	g := new(*x.game)
	g.ended = Outcome{}
	for _, m := range moves {
		g.push(m)
	}
	return g
}

// A threat is what a side would do if the other passed.
type threat struct {
	line  Line
	mate  int          // in how many moves, or 0
	gain  materialGain // if there is no mate
	value Score
}

// threatOf returns the threat of the side to move in g, where the other side has passed.
func (x *explainer) threatOf(g *Game, share int64) *threat {
	p := g.Position()
	if p.kingAttacked(p.turn().Other()) || g.Outcome().Over() {
		return nil
	}
	l, ok := x.search(g, max(x.depth-2, 2), share)
	if !ok {
		return nil
	}
	t := &threat{line: l}
	first := l.PV[0]
	forcing := p.isCapture(first) || p.givesCheck(first) || first.IsPromotion()
	if n, mate := l.Score.MateInMoves(); mate {
		if n <= 0 || n > longestThreat || n > 2 && !forcing || len(l.PV) != matePlies(l.Score) {
			return nil
		}
		t.mate, t.value = n, mateWeight-Score(n)
		return t
	}
	gain, ok := gainOf(p, l.PV, p.turn())
	// A gain that takes long is no threat.
	if !ok || len(gain.line) > 5 || !forcing || !forces(p, gain.line) {
		return nil
	}
	if !x.keeps(g, &gain, p.turn()) {
		return nil
	}
	t.gain, t.value = gain, Score(gain.value)
	return t
}

// isMutual reports whether what the threat captures may capture the piece that threatens it, and is of the
// same worth, in p, where the other side has not passed.
func (t *threat) isMutual(p *Position) bool {
	m := t.line.PV[0]
	mover, target := t.line.Position.moved(m), t.line.Position.captured(m)
	return motifWorth[mover.Type()] == motifWorth[target.Type()] && p.legal(newMove(mailbox[m.To()], mailbox[m.From()]))
}

// forces reports whether every move of the other side in a line is a recapture or out of check.
func forces(p Position, line []Move) bool {
	for i, m := range line {
		if !p.legal(m) || i%2 == 1 && !p.inCheck() && m.To() != line[i-1].To() {
			return false
		}
		p = p.After(m)
	}
	return true
}

// threatShare is the share of the nodes for each search about threats, in percent.
const threatShare = 10

// longestThreat is how many moves a mate may take to be called a threat.
const longestThreat = 4

// keeps reports whether c, after g, keeps the gain: another search, from the position where it
// is won, finds no way for the other side to win back more than a small part of it.
func (x *explainer) keeps(g *Game, gain *materialGain, c Color) bool {
	end := new(*g)
	end.ended = Outcome{}
	for _, m := range gain.line {
		end.push(m)
	}
	if end.Outcome().Over() {
		return end.Outcome().Winner == c && end.Outcome().Decided
	}
	l, ok := x.search(end, max(x.depth-len(gain.line), 4), threatShare)
	if !ok {
		return false
	}
	back, _ := gainOf(l.Position, l.PV, c.Other())
	return back.value < max(exchangeValues[Pawn], gain.value/mostPart+1) && !(isMate(l.Score) && (l.Score > 0) != (end.Turn() == c))
}

// theirThreat returns what the other side would threaten if we passed, or nil.
func (x *explainer) theirThreat() *threat {
	if x.threat == nil {
		x.threat = &threat{}
		if !x.position.inCheck() {
			if t := x.threatOf(x.after(0), threatShare); t != nil {
				x.threat = t
			}
		}
	}
	if x.threat.value == 0 {
		return nil
	}
	return x.threat
}

// A materialGain is what a line of play wins for one side, and what the side gives for it.
type materialGain struct {
	line      []Move // up to where it is won
	value     int    // in centipawns
	won, lost []PieceType
	piece     PieceOn // the only piece that is won, if it stands on the square from the first move on
	at        int     // index in line of the move that captures it
}

// maxProof is how many plies a line may have that proves a gain: longer ones are hard to
// follow.
const maxProof = 9

// shortProof is how many plies a line has at most that shows at once what it wins.
const shortProof = 4

// A small part of a gain may be lost again: one in smallPart, such as a pawn of a queen or, if
// no gain is that safe, one in mostPart, such as a pawn of a rook and a pawn.
const (
	smallPart = 8
	mostPart  = 6
)

// gainOf returns what the line from p wins for c, if it wins anything that is not lost again
// before its end, or only a small part of it.
func gainOf(p Position, line []Move, c Color) (g materialGain, ok bool) {
	positions := make([]Position, 1, len(line)+1)
	positions[0] = p
	for _, m := range line {
		positions = append(positions, positions[len(positions)-1].After(m))
	}
	for n := len(line); n > 0 && (!positions[n].settled(c) || recaptures(positions, line, n, c)); n-- {
		line = line[:n-1] // the line is cut in the middle of something
	}
	most := maxProof + int(oneIf(p.turn() != c)) // a line of theirs is told without our move
	began := p.balance(c)
	kept := positions[len(line)].balance(c) - began // to the end of the line
	var ends, values [2]int                         // where no more than smallPart is lost again, and where more is
	for i := len(line); i > 0; i-- {
		value := positions[i].balance(c) - began
		if positions[i].settled(c.Other()) { // or c takes back at once
			kept = min(kept, value)
		}
		lost := max(value-kept, 0) // if it wins more at once, this much is certain
		part := oneIf(lost > value/smallPart)
		if i < len(line) && line[i].To() == line[i-1].To() {
			continue // before a recapture
		}
		if lost <= value/mostPart && value > 0 && value >= values[part] && i <= most && positions[i].settled(c) {
			ends[part], values[part] = i, value
		}
	}
	part := oneIf(ends[0] == 0)
	end := ends[part]
	if end == 0 {
		return materialGain{}, false
	}
	g.value = values[part]
	// What comes after most of it is won is another story.
	low := g.value
	for i := end - 1; i > 0; i-- {
		value := positions[i].balance(c) - began
		if !positions[i].settled(c) {
			continue
		}
		if low = min(low, value); value <= g.value && 3*value >= 2*g.value && value-low <= value/mostPart {
			end = i
		}
	}
	g.value = positions[end].balance(c) - began
	for end > 1 && positions[end-1].balance(c)-began == g.value { // no need to show what follows
		end--
	}
	g.line = slices.Clone(line[:end])
	g.count(positions, c)
	return g, len(g.won) > 0
}

// recaptures reports whether the n-th move of a line is a capture, and c can win something
// back on that square.
func recaptures(positions []Position, line []Move, n int, c Color) bool {
	m, p := line[n-1], &positions[n]
	if p.turn() != c || !positions[n-1].isCapture(m) {
		return false
	}
	gain, _ := p.gainOn(m.To())
	return gain > 0
}

// count finds out which pieces are won and lost.
func (g *materialGain) count(positions []Position, c Color) {
	var won, lost [King + 1]int
	l := Line{Position: positions[0], PV: g.line}
	captures := map[PieceType]int{} // by type, the index of the only capture in line, or -1
	for i, m := range g.line {
		p := &positions[i]
		mine := p.turn() == c
		if t := p.captured(m).Type(); t != NoPieceType {
			if mine {
				won[t]++
				if _, again := captures[t]; again {
					captures[t] = -1
				} else {
					captures[t] = i
				}
			} else {
				lost[t]++
			}
		}
		if t := m.Promotion(); t != NoPieceType {
			if mine {
				won[t]++
				lost[Pawn]++
			} else {
				lost[t]++
				won[Pawn]++
			}
		}
	}
	cancel := func(a, b *int) {
		n := min(*a, *b)
		*a -= n
		*b -= n
	}
	for t := Pawn; t <= Queen; t++ {
		cancel(&won[t], &lost[t])
	}
	cancel(&won[Knight], &lost[Bishop])
	cancel(&won[Bishop], &lost[Knight])
	for t := Queen; t >= Pawn; t-- {
		g.won = append(g.won, slices.Repeat([]PieceType{t}, won[t])...)
		g.lost = append(g.lost, slices.Repeat([]PieceType{t}, lost[t])...)
	}
	g.piece.Square = NoSquare
	if len(g.won) != 1 {
		return
	}
	t := g.won[0]
	i, known := captures[t]
	if !known || i < 0 || positions[i].IsEnPassant(g.line[i]) {
		return
	}
	g.at = i
	to := g.line[i].To()
	before := Line{Position: l.Position, PV: g.line[:i]}
	if from := before.journey().from[to]; from == to || from == g.line[0].From() && to == g.line[0].To() {
		g.piece = PieceOn{positions[i].captured(g.line[i]), to}
	}
}
