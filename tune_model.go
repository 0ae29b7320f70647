package chess

import (
	"math"
	"math/rand/v2"
	"reflect"
)

// A tuneModel is the evaluation as a sum: for each number of the features what
// it is multiplied by in a position, so long as no number moves far.
type tuneModel struct {
	start    []Term
	numbers  []tuneNumber
	columns  []tuneColumn
	features []tuneFeature
	free     int // how many of the numbers are not fixed
}

// tuneNumber is a number of a feature.
type tuneNumber struct {
	feature int
	path    string
	value   int     // at the start
	free    int     // its place among those that are not fixed, or -1
	limit   int64   // the largest value that it can hold
	prior   float64 // 1/σ², σ being how far it is expected from its start
}

// prior returns what the square of a number's distance from its start weighs, if
// a Score may be off by so many centipawns besides a quarter of itself.
func (w *weight) prior(start int, doubt float64) float64 {
	if w.count {
		doubt = 1
	}
	deviation := doubt + math.Abs(float64(start))/4
	return 1 / (deviation * deviation)
}

// clamp returns x as a value of the number.
func (n *tuneNumber) clamp(x float64) int {
	if n.free < 0 {
		return n.value
	}
	limit := float64(max(min(n.limit, maxNumber), int64(n.value), -int64(n.value)))
	return int(math.Round(min(max(x, -limit), limit)))
}

// tuneColumn tells what a count in a position is multiplied by: for each part
// of the evaluation a number, or -1. What is flat is not subject to phase,
// weight and scale.
type tuneColumn struct {
	part [3]int // middlegame, endgame, flat
	unit [3]float64
}

// tuneFeature is a feature: which numbers are its own, and its weights that are
// Scores, in their order, and the others.
type tuneFeature struct {
	first  int // of the numbers
	scores []tuneScore
	counts []tuneCount
}

// tuneScore is a Score or a pair of them: a column for both parts being
// credited the same, and if they are not, one for each.
type tuneScore struct{ number, column int }

// tuneCount is an integer that is no Score: columns for both parts, or a flat one.
type tuneCount struct{ number, column int }

// scalerStep and countStep are how far an integer that is no Score is moved
// either way, to see what it does.
const (
	scalerStep = 10
	countStep  = 1
)

// scoreUnits is how many counts are once a Score: a feature may count parts of one.
const scoreUnits = 16

func newTuneModel(terms []Term, fixed func(feature, number string) bool, doubt float64) *tuneModel {
	m := &tuneModel{start: terms}
	add := func(feature int, path string, w *weight, v reflect.Value) int {
		n := tuneNumber{feature: feature, path: path, value: int(v.Int()), free: -1, limit: 1<<(w.mg.Type().Bits()-1) - 1, prior: w.prior(int(v.Int()), doubt)}
		if fixed == nil || !fixed(terms[feature].Feature.Name(), w.path) {
			n.free = m.free
			m.free++
		}
		m.numbers = append(m.numbers, n)
		return len(m.numbers) - 1
	}
	column := func(mg, eg, flat int, unit float64, t Term) int {
		m.columns = append(m.columns, tuneColumn{
			[3]int{mg, eg, flat},
			[3]float64{unit * float64(t.MG) / 100, unit * float64(t.EG) / 100, unit},
		})
		return len(m.columns) - 1
	}
	for i, t := range terms {
		f := tuneFeature{first: len(m.numbers)}
		_, scaler := t.Feature.(Scaler)
		count := func(number int) {
			at := tuneCount{number: number}
			if scaler {
				at.column = column(-1, -1, number, 1./(2*scalerStep), t)
			} else {
				at.column = column(number, -1, -1, 1./(2*countStep), t)
				column(-1, number, -1, 1./(2*countStep), t)
			}
			if m.numbers[number].free >= 0 {
				f.counts = append(f.counts, at)
			}
		}
		weights, _ := thaw(t.Feature)
		for _, w := range weights {
			mg, eg := 0, 0
			if w.pair() {
				mg, eg = add(i, w.path+".MG", &w, w.mg), add(i, w.path+".EG", &w, w.eg)
			} else {
				mg = add(i, w.path, &w, w.mg)
				eg = mg
			}
			if w.count {
				count(mg)
				if eg != mg {
					count(eg)
				}
			} else if m.numbers[mg].free >= 0 {
				f.scores = append(f.scores, tuneScore{mg, column(mg, eg, -1, 1./scoreUnits, t)})
				column(mg, -1, -1, 1./scoreUnits, t)
				column(-1, eg, -1, 1./scoreUnits, t)
			}
		}
		m.features = append(m.features, f)
	}
	return m
}

// values returns the numbers at the start.
func (m *tuneModel) values() []int {
	values := make([]int, len(m.numbers))
	for i, n := range m.numbers {
		values[i] = n.value
	}
	return values
}

// terms returns the terms with other numbers.
func (m *tuneModel) terms(values []int) []Term {
	terms := make([]Term, len(m.start))
	for i, t := range m.start {
		terms[i] = Term{m.feature(i, func(n int) int64 { return int64(values[n]) }), t.MG, t.EG}
	}
	return terms
}

// feature returns a copy of a feature with other numbers.
func (m *tuneModel) feature(i int, value func(number int) int64) Feature {
	weights, freeze := thaw(m.start[i].Feature)
	n := m.features[i].first
	for _, w := range weights {
		w.mg.SetInt(value(n))
		n++
		if w.pair() {
			w.eg.SetInt(value(n))
			n++
		}
	}
	f := freeze()
	if fork, ok := f.(interface{ Fork() Feature }); ok {
		f = fork.Fork()
	}
	return f
}

// A probe is a feature in which a range of the Scores have been raised, each by
// another amount. The difference to the feature as it was is nothing if none of
// them counts in a position; if not, the halves of the range tell which.
//
// All Scores are first multiplied by a large factor, so that a feature that
// chooses between two of its values chooses as it would without.
type probe struct {
	first, last int // of tuneFeature.scores
	feature     Feature
	raise       int64 // of a range of one
	halves      [2]*probe
}

// tuneGauge measures the positions for one goroutine.
type tuneGauge struct {
	model    *tuneModel
	survey   Survey
	rows     []row
	features []gaugedFeature
	batch    *tuneBatch
}

type gaugedFeature struct {
	tuneFeature
	knows   [2]bool // by Variant
	steady  Feature // the feature with its Scores multiplied
	probe   *probe  // or nil
	lowered []Feature
	raised  []Feature // by each of the counts
}

func newTuneGauge(m *tuneModel, values []int) *tuneGauge {
	g := &tuneGauge{model: m}
	for i, t := range m.terms(values) {
		r := newRow(t.Feature, t.MG, t.EG)
		g.rows = append(g.rows, r)
		f := gaugedFeature{tuneFeature: m.features[i]}
		for v := range f.knows {
			f.knows[v] = knows(t.Feature, Variant(v))
		}
		for _, c := range f.counts {
			step := int64(countStep)
			if r.scaler != nil {
				step = scalerStep
			}
			moved := func(by int64) Feature {
				return m.feature(i, func(n int) int64 {
					if n == c.number {
						return int64(values[n]) + by
					}
					return int64(values[n])
				})
			}
			f.lowered, f.raised = append(f.lowered, moved(-step)), append(f.raised, moved(step))
		}
		if len(f.scores) > 0 {
			f.steady, f.probe = m.newProbe(i, values)
		}
		g.features = append(g.features, f)
	}
	return g
}

// newProbe returns the probe of all Scores of a feature, and the feature that
// it differs from.
func (m *tuneModel) newProbe(i int, values []int) (Feature, *probe) {
	f := &m.features[i]
	largest := 1
	weights, _ := thaw(m.start[i].Feature)
	var multiplied []bool // by number
	for _, w := range weights {
		multiplied = append(multiplied, !w.count)
		if w.pair() {
			multiplied = append(multiplied, !w.count)
		}
	}
	for n, ok := range multiplied {
		if ok {
			largest = max(largest, values[f.first+n], -values[f.first+n])
		}
	}
	// With 2^22 for the largest number, a sum of five hundred fits in a Score.
	factor := int64(min(max(1<<22/largest, 1), 4096))
	raises := make([]int64, len(f.scores))
	random := rand.New(rand.NewPCG(1, 2))
	for j := range raises {
		raises[j] = scoreUnits + random.Int64N(max(factor/64, 1))
	}
	var build func(first, last int) *probe
	featureOf := func(first, last int) Feature {
		by := map[int]int64{}
		for j := first; j < last; j++ {
			for _, n := range m.columns[f.scores[j].column].part[:2] {
				by[n] = raises[j]
			}
		}
		return m.feature(i, func(n int) int64 {
			if multiplied[n-f.first] {
				return int64(values[n])*factor + by[n]
			}
			return int64(values[n])
		})
	}
	build = func(first, last int) *probe {
		p := &probe{first: first, last: last, feature: featureOf(first, last)}
		if last-first == 1 {
			p.raise = raises[first]
			return p
		}
		middle := (first + last) / 2
		p.halves = [2]*probe{build(first, middle), build(middle, last)}
		return p
	}
	return featureOf(0, 0), build(0, len(f.scores))
}

// credits are what a feature credited to each colour.
type credits [2]pair

func (c credits) minus(d credits) credits { return credits{c[0] - d[0], c[1] - d[1]} }

// net returns White's part less Black's.
func (c credits) net() Tapered { return (c[White] - c[Black]).tapered() }

func (g *tuneGauge) score(f Feature) credits {
	g.survey.sums = [2]pair{}
	f.Score(&g.survey)
	return g.survey.sums
}

// tuneBatch holds what the numbers are multiplied by in some positions.
type tuneBatch struct {
	first   int          // of the samples
	scores  []float32    // the real values, from White's point of view
	shares  [][2]float32 // of the middlegame and the endgame, with the scaling
	ends    []uint32     // where the entries of each end
	entries []tuneEntry
}

// tuneEntry is a column and how often it counts.
type tuneEntry struct {
	column uint16
	count  int16
}

// enter adds an entry to the batch. A count beyond 16 bits is cut off there.
func (g *tuneGauge) enter(column int, count Score) {
	if count != 0 {
		n := int16(min(max(count, math.MinInt16), math.MaxInt16))
		g.batch.entries = append(g.batch.entries, tuneEntry{uint16(column), n})
	}
}

// measure adds a position to the batch.
func (g *tuneGauge) measure(p *Position, score Score) {
	s := &g.survey
	s.load(p)
	v := p.variant()
	sum := int64(0)
	for i := range g.rows {
		r, f := &g.rows[i], &g.features[i]
		if !f.knows[v] {
			continue
		}
		sum += int64(g.score(r.feature).net().blend(s.phase, r.mg, r.eg))
		if f.probe != nil {
			steady := g.score(f.steady)
			if d := g.score(f.probe.feature).minus(steady); d != (credits{}) {
				g.search(f, f.probe, steady, d)
			}
		}
		if r.scaler == nil {
			for j, c := range f.counts {
				d := g.score(f.raised[j]).minus(g.score(f.lowered[j])).net()
				g.enter(c.column, d.MG)
				g.enter(c.column+1, d.EG)
			}
		}
	}
	// What is left of a change of the sum, seen in one large enough.
	const far = 1000
	away := int64(far)
	if sum < 0 {
		away = -far
	}
	scaled := g.scale(v, sum, -1, nil)
	left := float32(g.scale(v, sum+away, -1, nil)-scaled) / float32(away)
	for i := range g.rows {
		if g.rows[i].scaler != nil && g.features[i].knows[v] {
			for j, c := range g.features[i].counts {
				g.enter(c.column, g.scale(v, sum, i, g.features[i].raised[j])-g.scale(v, sum, i, g.features[i].lowered[j]))
			}
		}
	}
	b := g.batch
	share := left * float32(s.phase) / MaxPhase
	b.scores = append(b.scores, float32(score))
	b.shares = append(b.shares, [2]float32{share, left - share})
	b.ends = append(b.ends, uint32(len(b.entries)))
}

// scale returns what the scalers make of a sum, another in place of one of them.
func (g *tuneGauge) scale(v Variant, sum int64, at int, other Feature) Score {
	scaled := clamp(sum)
	for i := range g.rows {
		r := &g.rows[i]
		if r.scaler == nil || !g.features[i].knows[v] {
			continue
		}
		scaler := r.scaler
		if i == at {
			scaler = other.(Scaler)
		}
		scaled = clamp(int64(scaler.Scale(&g.survey, scaled)))
	}
	return scaled
}

// search enters the Scores of a probe that count. d is the difference that the
// probe makes.
func (g *tuneGauge) search(f *gaugedFeature, p *probe, steady, d credits) {
	if p.last-p.first == 1 {
		t := d.net()
		column := f.scores[p.first].column
		mg := Score(math.Round(scoreUnits * float64(t.MG) / float64(p.raise)))
		eg := Score(math.Round(scoreUnits * float64(t.EG) / float64(p.raise)))
		if mg == eg {
			g.enter(column, mg)
		} else {
			g.enter(column+1, mg)
			g.enter(column+2, eg)
		}
		return
	}
	low := g.score(p.halves[0].feature).minus(steady)
	if low != (credits{}) {
		g.search(f, p.halves[0], steady, low)
	}
	high := d.minus(low)
	if high == (credits{}) {
		return
	}
	if p.halves[1].raise != 0 {
		// Not what is left over, should the feature not be linear.
		high = g.score(p.halves[1].feature).minus(steady)
	}
	g.search(f, p.halves[1], steady, high)
}
