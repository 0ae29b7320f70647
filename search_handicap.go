package chess

import (
	"cmp"
	"context"
	_ "embed" // for the numbers of people
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Handicap is a Searcher that plays like another Searcher, but weaker, and errs as people do: it looks a few plies
// ahead, and chooses by what players of a rating chose in 70,000 games. Its own options are UCI_LimitStrength, off
// by default, with UCI_Elo, and Skill Level, which counts while UCI_LimitStrength is off: 20 is full strength, 19 is
// 2130, and each level below it 70 less. A limited player also has a blind spot if Overlooks names one, such as "fork"
// or "hanging": it chooses as if the opponent could not do that, so that one can practise to punish it. It forgets attacked
// pieces only now and then. The names are those of Lessons.Allowed. The Searcher must obey Limits.Depth, Nodes, MultiPV
// and SearchMoves; it needs a line for each move to choose from.
//
// The levels, from 800 to 2200, are named by the ratings of lichess's rapid games: docs/strength.md has how they do
// against each other. The first line of a Result is that of the move that was chosen, with its score, even if it is
// a blunder.
type Handicap struct {
	settings
	limited   bool   // UCI_LimitStrength
	elo       int    // UCI_Elo
	weaker    int    // how many levels Skill Level is below full strength
	overlooks string // Overlooks: the name of a group of Lessons, or nothing
}

// String names the other searcher and the strength.
func (h *Handicap) String() string {
	elo, limited := h.strength()
	if !limited {
		return fmt.Sprintf("%v, not limited", h.searcher)
	}
	return fmt.Sprintf("%v, limited to Elo %d", h.searcher, elo)
}

const (
	// The range of UCI_Elo, in which the scale was measured.
	minElo = 800
	maxElo = 2200

	maxSkill = 20 // full strength

	nothing = "none" // is overlooked
)

// overlookable returns what Overlooks may be: the groups of Lessons that the next moves of the opponent tell.
func overlookable() []string {
	all := []string{nothing, lessonHanging, lessonLower, lessonMate, string(motifPromotion)}
	for _, kind := range howKinds {
		all = append(all, string(kind))
	}
	return all
}

// NewHandicap returns a Handicap of next. It makes the same choices after the same seed.
func NewHandicap(next Searcher, seed uint64) *Handicap {
	h := &Handicap{elo: maxElo, overlooks: nothing}
	h.settings = settings{searcher: next, own: []setting{
		checkSetting("UCI_LimitStrength", &h.limited),
		spinSetting("UCI_Elo", &h.elo, minElo, maxElo),
		{Option{Name: "Skill Level", Kind: spinOption, Value: strconv.Itoa(maxSkill), Max: maxSkill}, func(value string) error {
			n, err := strconv.Atoi(value)
			h.weaker = maxSkill - n
			return err
		}},
		{Option{Name: "Overlooks", Kind: comboOption, Value: nothing, Choices: overlookable()}, func(value string) error {
			h.overlooks = value
			return nil
		}},
	}, rng: newRand(seed)}
	return h
}

// strength returns the Elo that the options ask for, and whether they limit the strength.
func (h *Handicap) strength() (elo int, limited bool) {
	if h.limited {
		return h.elo, true
	}
	return maxElo - (maxElo-minElo)*h.weaker/maxSkill, h.weaker > 0
}

// LimitsItself is true while the strength is limited, and otherwise that of the other Searcher.
func (h *Handicap) LimitsItself() bool {
	_, limited := h.strength()
	return limited || h.settings.LimitsItself()
}

// Search implements Searcher.
func (h *Handicap) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	elo, limited := h.strength()
	if !limited {
		return h.search(ctx, g, l)
	}
	r, chances, err := h.consider(ctx, g, l, sharpness(elo))
	if err != nil || len(r.Lines) == 0 {
		return r, err
	}
	chosen := pick(chances, h.rng.Float64())
	line := r.Lines[chosen]
	copy(r.Lines[1:chosen+1], r.Lines[:chosen])
	r.Lines[0], r.Lines = line, r.Lines[:min(max(l.MultiPV, 1), len(r.Lines))]
	r.Score, r.Bound, r.PV, r.Move, r.Ponder = line.Score, line.Bound, line.PV, line.PV[0], 0
	if len(line.PV) > 1 {
		r.Ponder = line.PV[1]
	}
	if l.Info != nil {
		for i, line := range r.Lines {
			l.Info(Info{
				Position: r.Position, Depth: r.Depth, MultiPV: i + 1,
				Score: line.Score, Bound: line.Bound, Nodes: r.Nodes, Time: r.Time, PV: line.PV,
			})
		}
	}
	return r, nil
}

// pick returns the index at which the sum of the chances exceeds x, which is below 1.
func pick(chances []float64, x float64) int {
	for i, c := range chances {
		if x -= c; x < 0 {
			return i
		}
	}
	return len(chances) - 1
}

// Likelihood returns the chances, which add up to 1, that a player of the level plays the legal moves of g: 2200 if
// nothing limits it. Search chooses by the same chances, but sharper beyond the openings, since people see more than a
// few plies. With AlphaBeta it takes less than a tenth of a second. It is an error if the other Searcher does not answer
// for all moves, such as when ctx ends. It must not run while Search does.
func (h *Handicap) Likelihood(ctx context.Context, g *Game) (map[Move]float64, error) {
	r, chances, err := h.consider(ctx, g, Limits{}, 1)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	by := make(map[Move]float64, len(chances))
	for i, c := range chances {
		by[r.Lines[i].PV[0]] = c
	}
	if len(by) < len(g.LegalMoves()) {
		return nil, fmt.Errorf("chess: the searcher of the Handicap has lines for %d of %d moves", len(by), len(g.LegalMoves()))
	}
	return by, nil
}

// consider returns the result of the search of all moves, with a line for each, and the chances of the lines.
func (h *Handicap) consider(ctx context.Context, g *Game, l Limits, power float64) (Result, []float64, error) {
	r, all, err := h.observe(ctx, g, l)
	if err != nil {
		return r, nil, err
	}
	if openingLines(g)[g.current().key()] > 0 {
		power = 1 // what openings people play does not depend on what a search sees
	}
	elo, _ := h.strength()
	return r, defaultPeople().chances(all, elo, power), nil
}

// observe has the other searcher search all moves that l allows, as deep as people look, and returns the result, with
// a line for each move, and what people may notice about the moves of the lines.
func (h *Handicap) observe(ctx context.Context, g *Game, l Limits) (Result, []noticed, error) {
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, nil, err
	}
	var known [peopleDepth]map[Move]Score // by depth less 1
	for d := range known {
		known[d] = make(map[Move]Score, len(moves))
	}
	wanted, left := l.Depth, l
	l.MultiPV, l.WithoutTablebase = len(moves), true
	l.Depth, l.Nodes = atMost(wanted, peopleDepth), atMost(l.Nodes, max(peopleNodes, 1000*int64(len(moves)))) // Crazyhouse has many
	l.Info = func(i Info) {
		if d := i.Depth - 1; d >= 0 && d < peopleDepth && i.Bound == Exact && len(i.PV) > 0 {
			known[d][i.PV[0]] = i.Score
		}
	}
	r, err := h.search(ctx, g, l)
	if err != nil {
		return r, nil, err
	}
	r.Lines = slices.DeleteFunc(r.Lines, func(l Line) bool { return len(l.PV) == 0 || !slices.Contains(moves, l.PV[0]) })
	l.Depth = atMost(wanted, h.depth())
	h.deepen(ctx, g, l, &r, known[peopleDepth-1])
	blind := h.overlook(ctx, g, left, &r)
	o := newObserver(g)
	all, chances := make([]noticed, len(r.Lines)), [peopleDepth][]float32{}
	for i, line := range r.Lines {
		m, score := line.PV[0], line.Score
		all[i] = o.look(m)
		for d := range known {
			if s, ok := known[d][m]; ok { // or else the depth before has it, or only the result
				score = s
			}
			chances[d] = append(chances[d], float32(score.WinningChance()/100))
		}
		blind.hide(m, &all[i])
	}
	for i, line := range r.Lines {
		for d := range chances {
			if blind.moves[line.PV[0]] {
				chances[d][i] = slices.Max(chances[d])
			}
		}
	}
	judge(all, &chances)
	if o.alone {
		judgeTechnique(all, r.Lines)
	}
	return r, all, nil
}

// depth returns how many plies the level looks ahead: more than people do on average from 1600 on.
func (h *Handicap) depth() int {
	elo, _ := h.strength()
	return peopleDepth + max(elo-1400, 0)/200
}

// deepen searches the best lines of r to the depth of l if that is larger than theirs and r has left something of the
// other limits, and sets their scores.
func (h *Handicap) deepen(ctx context.Context, g *Game, l Limits, r *Result, scores map[Move]Score) {
	const best = 4
	if l.Depth <= peopleDepth || l.Ponder != nil || len(r.Lines) < 2 || ctx.Err() != nil {
		return
	}
	if !l.spend(r.Nodes, r.Time) {
		return
	}
	l.Info, l.SearchMoves = nil, nil
	for _, line := range r.Lines[:min(best, len(r.Lines))] {
		l.SearchMoves = append(l.SearchMoves, line.PV[0])
	}
	l.MultiPV = len(l.SearchMoves)
	deeper, err := h.search(ctx, g, l)
	if err != nil {
		return // r is still right
	}
	for _, line := range deeper.Lines {
		if i := slices.IndexFunc(r.Lines, func(l Line) bool { return len(line.PV) > 0 && l.PV[0] == line.PV[0] }); i >= 0 {
			r.Lines[i], scores[line.PV[0]] = line, line.Score
		}
	}
	slices.SortStableFunc(r.Lines, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
	r.Depth = max(r.Depth, deeper.Depth)
	r.Nodes += deeper.Nodes
	r.Time += deeper.Time
}

// spend takes what a search has used off the limits, and reports whether something is left of them.
func (l *Limits) spend(nodes int64, t time.Duration) bool {
	if l.Nodes != 0 {
		if l.Nodes -= nodes; l.Nodes <= 0 {
			return false
		}
	}
	if l.Time > 0 {
		l.Time -= t
		return l.Time > 0
	}
	return true
}

// A blindSpot is what a player overlooks in a position.
type blindSpot struct {
	moves map[Move]bool // that would be good if the opponent could not do it
	taken SquareSet     // where pieces stand that the opponent takes by it
}

// hide takes out of what is noticed about a move what the player overlooks.
func (b *blindSpot) hide(m Move, n *noticed) {
	if b.moves[m] {
		n.about[offers], n.about[allows] = 0, 0
	}
	if m.Drop() == NoPieceType && b.taken.Has(m.From()) {
		n.about[saves] = 0
	}
}

// overlook returns what the level overlooks: the moves of r that allow it, but lose little by the best reply that is
// something else. It adds what the search for that takes to r, within the limits of the whole search.
func (h *Handicap) overlook(ctx context.Context, g *Game, l Limits, r *Result) (b blindSpot) {
	p := g.current()
	if h.overlooks == nothing || !h.lapses(p) || p.variant() > ThreeCheck || g.law != nil || len(r.Lines) == 0 {
		return b
	}
	const replies = 4 // that are looked at
	b.moves = make(map[Move]bool)
	best := r.Lines[0].Score.WinningChance()
	for _, line := range r.Lines {
		m := line.PV[0]
		if len(line.PV) < 2 || !allowsLesson(p, line.PV, line.Score, h.overlooks) {
			continue
		}
		after, limits := new(*g), Limits{Time: l.Time, Nodes: l.Nodes, Depth: peopleDepth, MultiPV: replies, WithoutTablebase: true}
		if ctx.Err() != nil || !limits.spend(r.Nodes, r.Time) || after.Play(m) != nil {
			break
		}
		limits.Nodes = atMost(limits.Nodes, peopleNodes)
		found, err := h.search(ctx, after, limits)
		if err != nil {
			break
		}
		r.Nodes += found.Nodes
		r.Time += found.Time
		for _, reply := range found.Lines {
			if len(reply.PV) > 0 && allowsLesson(p, append([]Move{m}, reply.PV...), -reply.Score, h.overlooks) {
				continue
			}
			if b.moves[m] = best-(-reply.Score).WinningChance() < toldLoss; b.moves[m] && after.current().isCapture(line.PV[1]) {
				b.taken |= line.PV[1].To().Set()
			}
			break
		}
	}
	return b
}

// lapses reports whether the level is blind in p. A piece that is attacked stands there for many moves, so it looks
// away in one position of four only, and always where a move is needed to allow what it overlooks.
func (h *Handicap) lapses(p *Position) bool {
	key := p.key()
	return h.overlooks != lessonHanging && h.overlooks != lessonLower || key.mix()>>62 == 0
}

// allowsLesson reports whether the replies to the first move of a line in p do what a group of Lessons is named for.
// Whoever overlooks that a piece can be taken leaves it there, and moves none to where it is taken.
func allowsLesson(p *Position, line []Move, score Score, name string) bool {
	recaptured := len(line) > 1 && line[1].To() == line[0].To()
	switch {
	case name == lessonMate:
		return score < 0 && isMate(score)
	case recaptured && (name == lessonHanging || name == lessonLower):
		return false
	}
	w := Why{Position: *p, Move: line[0]}
	return w.gain(line, 1-int(oneIf(recaptured)), p.turn().Other()) >= lessonGain && w.howLost(line, "") == name
}

// atMost returns the smaller of a limit, which is off if it is 0, and most.
func atMost[T int | int64](limit, most T) T {
	if limit == 0 {
		return most
	}
	return min(limit, most)
}

// What people play, fitted to games of lichess with ratings: see TestPeople. The chance of a legal move is
// proportional to the exponential of a sum: numbers for what a person may notice about the move, and one each for
// the piece, the square that it leaves and the square that it goes to, with others in named openings. Each number is
// that of a player rated 1500, and grows by another for 400 more.

// A notice is something that a person may notice about a move. Gains count as gainSize has them.
type notice uint8

const (
	loses     notice = iota * peopleDepth // the winning chance that it loses by a search of 1 to 4 plies
	losesRoot                             // the root of that
	isBest                                // whether it loses nothing
)

const (
	saves         notice = iota + isBest + peopleDepth // what the opponent could win on the square that it leaves
	offers                                             // what the opponent can win on the square that it goes to
	allows                                             // what the opponent can win on any
	threatens                                          // what it could win by a second move
	wins                                               // what it wins by static exchange evaluation
	takes                                              // whether it captures
	trades                                             // whether it captures, and wins nothing by that
	sacrifices                                         // whether it captures, and loses by that
	takesBack                                          // whether it captures where the opponent has captured
	takesMoved                                         // whether it captures the piece that has moved without a capture
	takesQueen                                         // whether it captures a queen
	checks                                             // whether it gives check
	promotes                                           // whether it promotes
	underpromotes                                      // not to a queen
	castlesAway                                        // whether it castles
	steps                                              // the squares that it goes
	goesBack                                           // whether it goes back
	goesSideways                                       // whether it stays on its rank
	goesOn                                             // whether its side moved the same piece before
	undoes                                             // whether it takes back what its side moved before
	longDiagonal                                       // whether it goes four squares or more on a diagonal
	doubleStep                                         // of a pawn
	evades                                             // whether the king leaves check
	opens                                              // how many named openings lead through the position after it
	mating                                             // whether it mates
	wastes                                             // what it loses of a win against a king: the winning chance hardly tells
	notices                                            // their number
)

const (
	peopleDepth = 4      // plies that a person is taken to look ahead, at most
	peopleNodes = 40_000 // the most nodes that these plies get
	peopleElo   = 1500
)

// A noticed move has what a person may notice about it.
type noticed struct {
	about [notices]float32
	at    [4]int // indices of people.places, or -1: twice where it leaves and where it goes
}

// people has the numbers of what people play.
type people struct {
	about  [notices][2]float32
	places [2 * placesSize][2]float32 // all the time, and what is added in openings that have a name
}

// placesSize is how many places there are, by piece and by square as its side sees it: the square that a piece leaves,
// and that it goes to.
const placesSize = 2 * 6 * 64

//go:embed networks/people.bin
var peopleNumbers []byte

// peopleUnit is how many units of the numbers in the file are 1.
const peopleUnit = 256

// defaultPeople returns the numbers in the library.
var defaultPeople = sync.OnceValue(func() *people { return newPeople(peopleNumbers) })

// newPeople returns the numbers of a file.
func newPeople(b []byte) *people {
	f := new(people)
	right := true
	for _, row := range f.numbers() {
		for i := range row {
			x, n := binary.Varint(b)
			right = right && n > 0
			row[i], b = float32(x)/peopleUnit, b[max(n, 0):]
		}
	}
	if !right || len(b) > 0 {
		panic("the file is not what it was when the library was built")
	}
	return f
}

// numbers returns all numbers.
func (f *people) numbers() []*[2]float32 {
	var all []*[2]float32
	for i := range f.about {
		all = append(all, &f.about[i])
	}
	for i := range f.places {
		all = append(all, &f.places[i])
	}
	return all
}

// chances returns the chances of moves for a player, each to a power, and then so that they add up to 1.
func (f *people) chances(all []noticed, elo int, power float64) []float64 {
	chances, largest := make([]float64, len(all)), math.Inf(-1)
	for i := range all {
		chances[i] = power * f.weight(&all[i], elo)
		largest = max(largest, chances[i])
	}
	sum := 0.0
	for i, w := range chances {
		chances[i] = math.Exp(w - largest)
		sum += chances[i]
	}
	for i := range chances {
		chances[i] /= sum
	}
	return chances
}

// sharpness returns the power of the chances by which a Handicap chooses. People see more than a few plies, the better
// they are the more: with the power 1 the moves of a level of 2000 would lose half as much again as people's, and
// levels would differ by less than their names say. docs/lab/strength.md has both.
func sharpness(elo int) float64 {
	t := float64(elo-minElo) / (maxElo - minElo)
	return 0.95 * math.Exp(t+0.35*t*t*t)
}

// weight returns the logarithm of what the chance of a move is proportional to.
func (f *people) weight(m *noticed, elo int) float64 {
	r := float32(elo-peopleElo) / 400
	sum := float32(0)
	for i, x := range m.about {
		sum += x * (f.about[i][0] + r*f.about[i][1])
	}
	for _, at := range m.at {
		if at >= 0 {
			sum += f.places[at][0] + r*f.places[at][1]
		}
	}
	return float64(sum)
}

// An observer notices things about the moves of a position.
type observer struct {
	p      *Position
	last   Move // the last move, and whether it was a capture
	took   bool
	before Move // the move before it, by the side to move
	passed Position
	calm   bool        // whether the turn could be passed
	lines  map[Key]int // of openings
	named  bool        // whether a named opening leads through the position
	alone  bool        // whether the opponent has only a king
}

// newObserver returns an observer of the current position of g.
func newObserver(g *Game) *observer {
	o := &observer{p: g.current(), lines: openingLines(g)}
	o.named = o.lines[o.p.key()] > 0
	o.passed, o.calm = o.p.After(0), !o.p.inCheck()
	o.alone = o.passed.loneKing()
	n := 0
	for _, run := range g.runs() {
		for i := len(run) - 1; i >= 0; i-- {
			if n++; n == 2 {
				o.before = run[i].move
				return o
			}
			o.last, o.took = run[i].move, run[i].victim != 0 && !run[i].castled()
		}
	}
	return o
}

// namedLines returns how many named openings lead through each position.
var namedLines = sync.OnceValue(func() map[Key]int {
	lines := make(map[Key]int)
	for o := range Openings().All() {
		p := startPosition
		lines[p.key()]++
		for word, rest := cutMove(o.Moves); word != ""; word, rest = cutMove(rest) {
			m, err := p.parseText("opening", word, English)
			if err != nil {
				panic(err) // the table has read it before
			}
			p.do(m, &p)
			lines[p.key()]++
		}
	}
	return lines
})

// openingLines returns namedLines, or none in a game with a Rule, where other moves may be good.
func openingLines(g *Game) map[Key]int {
	if g.law != nil {
		return nil
	}
	return namedLines()
}

// gainSize returns how large a gain of centipawns is to a person: twice as much is one more.
func gainSize(gain int) float32 { return float32(math.Log2(1 + float64(max(gain, 0))/100)) }

// look notices what can be seen of a legal move without a search.
func (o *observer) look(m Move) (n noticed) {
	p, a := o.p, &n.about
	next := p.After(m)
	mover := p.moved(m).Type()
	a[opens] = float32(math.Log2(1 + float64(o.lines[next.key()])))
	gain, _ := next.gainOn(m.To())
	a[offers], a[allows] = gainSize(gain), gainSize(next.captureGain())
	if !next.inCheck() {
		again := next.After(0)
		a[threatens] = gainSize(again.captureGain())
	} else {
		a[checks], a[mating] = 1, float32(oneIf(next.mated()))
	}
	if o.calm && m.Drop() == NoPieceType {
		gain, _ := o.passed.gainOn(m.From())
		a[saves] = gainSize(gain)
	}
	if victim := p.captured(m); victim != NoPiece {
		a[takes] = 1
		switch see := p.see(m, nil); {
		case see > 0:
			a[wins] = gainSize(see)
		case see == 0:
			a[trades] = 1
		default:
			a[sacrifices] = 1
		}
		switch {
		case o.last == 0 || o.last.to() != m.to():
		case o.took:
			a[takesBack] = 1
		default:
			a[takesMoved] = 1
		}
		a[takesQueen] = float32(oneIf(victim.Type() == Queen))
	}
	if t := m.Promotion(); t != NoPieceType {
		a[promotes], a[underpromotes] = 1, float32(oneIf(t != Queen))
	}
	seen := A1 // what turns a square to how its side sees it
	if p.turn() == Black {
		seen = A8
	}
	place := func(sq Square) int { return (int(mover)-1)*64 + int(sq^seen) }
	n.at = [4]int{-1, -1, -1, -1}
	if o.alone {
		return n // the king has to help, which it seldom does elsewhere
	}
	from, to := -1, m.To()
	if m.Drop() == NoPieceType {
		from = place(m.From())
		if mover == King && p.passesOrCastles(m) {
			a[castlesAway], to = 1, next.King(p.turn())
		} else {
			o.way(m, mover, a)
		}
	}
	n.at[0], n.at[1] = from, placesSize/2+place(to)
	for i, at := range n.at[:2] {
		if o.named && at >= 0 {
			n.at[2+i] = placesSize + at
		}
	}
	return n
}

// way notices the way of a move across the board.
func (o *observer) way(m Move, mover PieceType, a *[notices]float32) {
	from, to := m.From(), m.To()
	files, ranks := max(from.File(), to.File())-min(from.File(), to.File()), to.Rank()-from.Rank()
	if o.p.turn() == Black {
		ranks = -ranks
	}
	far := max(files, ranks, -ranks)
	a[steps] = float32(far)
	a[goesBack], a[goesSideways] = float32(oneIf(ranks < 0)), float32(oneIf(ranks == 0))
	a[longDiagonal] = float32(oneIf(far >= 4 && files == max(ranks, -ranks)))
	a[doubleStep] = float32(oneIf(mover == Pawn && far == 2))
	a[evades] = float32(oneIf(mover == King && !o.calm))
	if o.before != 0 && o.before.Drop() == NoPieceType && o.before.to() == m.from() {
		a[goesOn] = 1
		a[undoes] = float32(oneIf(o.before.from() == m.to()))
	}
}

// judge notices what searches say of the moves: chances has the winning chance after each by the depth less 1,
// from 0 to 1.
func judge(all []noticed, chances *[peopleDepth][]float32) {
	for d := range notice(peopleDepth) {
		best := float32(0)
		for _, x := range chances[d] {
			best = max(best, x)
		}
		for i, x := range chances[d] {
			loss := best - x
			all[i].about[loses+d] = loss
			all[i].about[losesRoot+d] = float32(math.Sqrt(float64(loss)))
			all[i].about[isBest+d] = float32(oneIf(loss == 0))
		}
	}
}

// judgeTechnique notices what the moves of lines lose of a win against a king.
func judgeTechnique(all []noticed, lines []Line) {
	const won Score = 500
	best := won
	for i := range lines {
		best = max(best, lines[i].Score)
	}
	for i := range lines {
		if best > won {
			all[i].about[wastes] = gainSize(4 * int(best-lines[i].Score))
		}
	}
}
