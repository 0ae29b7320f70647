package chess

import (
	"math"
	"math/rand/v2"
	"reflect"
)

// A tuneModel is a linear model of the evaluation: the evaluation of a position is
// a sum over the numbers of the features, each multiplied by a coefficient that
// depends on the position. It holds as long as no number moves far.
type tuneModel struct {
	start    []Term
	numbers  []tuneNumber
	columns  []tuneColumn
	features []tuneFeature
	free     int // how many of the numbers are free: not fixed
}

// tuneNumber is a number of a feature.
type tuneNumber struct {
	feature int
	path    string
	value   int     // at the start
	free    int     // its index among the free numbers, or -1
	limit   int64   // the largest value that its type can hold
	prior   float64 // 1/σ², where σ is its standard deviation from the start
}

// A tuneColumn is what an entry of a position counts: for each part of the
// evaluation a number, or -1 for none, and the unit of the count. The flat part is
// for Scalers: it is not multiplied by phase, weight and scaling.
type tuneColumn struct {
	part [3]int // indexes of numbers: for middlegame, endgame, flat
	unit [3]float64
}

// tuneFeature is a feature: where its numbers begin, and those of its weights that
// are not fixed, in their order.
type tuneFeature struct {
	first  int // of the numbers
	scores []tuneScore
	counts []tuneCount
}

// tuneScore is a Score or a pair of them. It has three columns: for the same count
// in the middlegame and the endgame, for the middlegame, and for the endgame.
type tuneScore struct{ number, column int }

// tuneCount is an integer that is no Score. It has two columns, for the middlegame
// and for the endgame; that of a Scaler has one, for the flat part.
type tuneCount struct{ number, column int }

// scalerStep and countStep are how far an integer that is no Score is changed
// either way, to measure the difference that it makes: for Scalers and for others.
const (
	scalerStep = 10
	countStep  = 1
)

// countUnits is the count of a difference of one centipawn that a change of an integer
// makes. It is not 1, since the difference may be a small part of a centipawn, which the
// feature rounds away: so it is measured with multiplied Scores.
const countUnits = 64

// scoreUnits is the count of a Score that is credited once. It is not 1, since a
// feature may credit fractions of a Score.
const scoreUnits = 16

// newTuneModel returns the model of terms, with their numbers as the start. fixed
// and doubt are those of the Tuner.
func newTuneModel(terms []Term, fixed func(feature, number string) bool, doubt float64) *tuneModel {
	m := &tuneModel{start: terms}
	add := func(feature int, path string, w *weight, v reflect.Value) int {
		n := tuneNumber{
			feature: feature, path: path, value: int(v.Int()), free: -1,
			limit: 1<<(w.mg.Type().Bits()-1) - 1, prior: w.prior(int(v.Int()), doubt),
		}
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
				at.column = column(number, -1, -1, 1./(2*countStep*countUnits), t)
				column(-1, number, -1, 1./(2*countStep*countUnits), t)
			}
			if m.numbers[number].free >= 0 {
				f.counts = append(f.counts, at)
			}
		}
		weights, _ := weightsOf(t.Feature)
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

// prior returns 1/σ² for a number, where its standard deviation σ from its start is
// a quarter of that, plus doubt for a Score or 1 for any other integer.
func (w *weight) prior(start int, doubt float64) float64 {
	if w.count {
		doubt = 1
	}
	deviation := doubt + math.Abs(float64(start))/4
	return 1 / (deviation * deviation)
}

// clamp returns x rounded to a value that the number can have.
func (n *tuneNumber) clamp(x float64) int {
	if n.free < 0 {
		return n.value
	}
	limit := float64(max(min(n.limit, maxNumber), int64(n.value), -int64(n.value)))
	return int(math.Round(min(max(x, -limit), limit)))
}

// values returns the values of the numbers at the start.
func (m *tuneModel) values() []int {
	values := make([]int, len(m.numbers))
	for i, n := range m.numbers {
		values[i] = n.value
	}
	return values
}

// terms returns the terms with other values of the numbers.
func (m *tuneModel) terms(values []int) []Term {
	terms := make([]Term, len(m.start))
	for i, t := range m.start {
		terms[i] = Term{m.feature(i, func(n int) int64 { return int64(values[n]) }), t.MG, t.EG}
	}
	return terms
}

// feature returns a copy of a feature with other values of its numbers.
func (m *tuneModel) feature(i int, value func(number int) int64) Feature {
	weights, build := weightsOf(m.start[i].Feature)
	n := m.features[i].first
	for _, w := range weights {
		w.mg.SetInt(value(n))
		n++
		if w.pair() {
			w.eg.SetInt(value(n))
			n++
		}
	}
	return build()
}

// A perturbation is a feature in which a range of the Scores are raised, each by
// another amount. If it credits the same as the original, none of these Scores
// counts in the position; if not, the halves of the range show which do.
//
// All Scores are first multiplied by a large factor, so that a feature that
// chooses between two of its values still chooses the same one.
type perturbation struct {
	first, last int // of tuneFeature.scores
	feature     Feature
	raise       int64 // if it is a range of one
	halves      [2]*perturbation
}

// A linearizer makes the linear models of positions, for one goroutine.
type linearizer struct {
	model    *tuneModel
	survey   Survey
	rows     []row
	features []linearizedFeature
	batch    *tuneBatch
}

// linearizedFeature is a feature and its variations.
type linearizedFeature struct {
	tuneFeature
	factor       int64         // by which Scores are multiplied
	multiplied   Feature       // the feature with its Scores multiplied
	perturbation *perturbation // of all Scores, or nil if there are none
	changes      []change      // of each of the counts
}

// A change is a feature with an integer that is no Score lowered or raised by a step: with
// its Scores multiplied, and with all its Scores zero.
type change struct{ lowered, raised, loweredAlone, raisedAlone Feature }

// tuneBatch holds the linear models of some positions.
type tuneBatch struct {
	first   int          // of the samples
	scores  []float32    // the real evaluations, from White's point of view
	shares  [][2]float32 // of the middlegame and the endgame, with the scaling
	ends    []uint32     // the end of each position's entries
	entries []tuneEntry
}

// tuneEntry is a column and how often it counts.
type tuneEntry struct {
	column uint16
	count  int16
}

// credits is what a feature credited to each colour.
type credits [2]pair

func (c credits) minus(d credits) credits { return credits{c[0] - d[0], c[1] - d[1]} }

// net returns White's part minus Black's.
func (c credits) net() Tapered { return (c[White] - c[Black]).tapered() }

// newLinearizer returns a linearizer at some values of the numbers.
func newLinearizer(m *tuneModel, values []int) *linearizer {
	l := &linearizer{model: m}
	for i, t := range m.terms(values) {
		r := newRow(forked(t.Feature), t.MG, t.EG)
		l.rows = append(l.rows, r)
		f := linearizedFeature{tuneFeature: m.features[i]}
		isScore, factor := m.factor(i, values)
		f.factor = factor
		for _, c := range f.counts {
			step := int64(countStep)
			if r.scaler != nil {
				step = scalerStep
			}
			changed := func(by, factor int64) Feature {
				return forked(m.feature(i, func(n int) int64 {
					value := int64(values[n])
					if n == c.number {
						value += by
					}
					if isScore[n-f.first] {
						value *= factor
					}
					return value
				}))
			}
			if r.scaler != nil {
				f.factor = 1
			}
			f.changes = append(f.changes, change{
				lowered: changed(-step, f.factor), raised: changed(step, f.factor),
				loweredAlone: changed(-step, 0), raisedAlone: changed(step, 0),
			})
		}
		if len(f.scores) > 0 {
			f.multiplied, f.perturbation = m.newPerturbation(i, values, isScore, factor)
		}
		l.features = append(l.features, f)
	}
	return l
}

// factor returns the factor by which the Scores of a feature are multiplied, and which of
// its numbers are Scores.
func (m *tuneModel) factor(i int, values []int) (isScore []bool, factor int64) {
	first, largest := m.features[i].first, 1
	weights, _ := weightsOf(m.start[i].Feature)
	for _, w := range weights {
		isScore = append(isScore, !w.count)
		if w.pair() {
			isScore = append(isScore, !w.count)
		}
	}
	for n, ok := range isScore {
		if ok {
			largest = max(largest, values[first+n], -values[first+n])
		}
	}
	// With 2^22 for the largest number, a sum of five hundred of them fits in a Score.
	return isScore, int64(min(max(1<<22/largest, 1), 4096))
}

// newPerturbation returns a feature with its Scores multiplied, and the perturbation
// of all its Scores, to be compared with it.
func (m *tuneModel) newPerturbation(i int, values []int, isScore []bool, factor int64) (Feature, *perturbation) {
	f := &m.features[i]
	raises := make([]int64, len(f.scores))
	random := rand.New(rand.NewPCG(1, 2))
	for j := range raises {
		raises[j] = scoreUnits + random.Int64N(max(factor/64, 1))
	}
	var build func(first, last int) *perturbation
	featureOf := func(first, last int) Feature {
		by := map[int]int64{}
		for j := first; j < last; j++ {
			for _, n := range m.columns[f.scores[j].column].part[:2] {
				by[n] = raises[j]
			}
		}
		return forked(m.feature(i, func(n int) int64 {
			if isScore[n-f.first] {
				return int64(values[n])*factor + by[n]
			}
			return int64(values[n])
		}))
	}
	build = func(first, last int) *perturbation {
		p := &perturbation{first: first, last: last, feature: featureOf(first, last)}
		if last-first == 1 {
			p.raise = raises[first]
			return p
		}
		middle := (first + last) / 2
		p.halves = [2]*perturbation{build(first, middle), build(middle, last)}
		return p
	}
	return featureOf(0, 0), build(0, len(f.scores))
}

// add adds a position to the batch. score is its real evaluation.
func (l *linearizer) add(p *Position, score Score) {
	s := &l.survey
	s.load(p)
	sum := int64(0)
	for i := range l.rows {
		r, f := &l.rows[i], &l.features[i]
		sum += int64(l.score(r.feature).net().blend(s.phase, r.mg, r.eg))
		if f.perturbation != nil {
			base := l.score(f.multiplied)
			if d := l.score(f.perturbation.feature).minus(base); d != (credits{}) {
				l.bisect(f, f.perturbation, base, d)
			}
		}
		if r.scaler == nil {
			for j, c := range f.counts {
				// What does not depend on the Scores is not multiplied.
				alone := l.score(f.changes[j].raisedAlone).minus(l.score(f.changes[j].loweredAlone)).net()
				d := l.score(f.changes[j].raised).minus(l.score(f.changes[j].lowered)).net().minus(alone)
				l.addEntry(c.column, f.inUnits(d.MG)+countUnits*alone.MG)
				l.addEntry(c.column+1, f.inUnits(d.EG)+countUnits*alone.EG)
			}
		}
	}
	// left is the share of a change of the sum that the scalers leave, measured with
	// a large change.
	const far = 1000
	away := int64(far)
	if sum < 0 {
		away = -far
	}
	scaled := l.scale(sum, -1, nil)
	left := float32(l.scale(sum+away, -1, nil)-scaled) / float32(away)
	for i := range l.rows {
		if l.rows[i].scaler != nil {
			for j, c := range l.features[i].counts {
				l.addEntry(c.column, l.scale(sum, i, l.features[i].changes[j].raised)-l.scale(sum, i, l.features[i].changes[j].lowered))
			}
		}
	}
	b := l.batch
	share := left * float32(s.phase) / MaxPhase
	b.scores = append(b.scores, float32(score))
	b.shares = append(b.shares, [2]float32{share, left - share})
	b.ends = append(b.ends, uint32(len(b.entries)))
}

// inUnits returns a difference that was made by multiplied Scores, in countUnits.
func (f *linearizedFeature) inUnits(d Score) Score {
	return Score(math.Round(countUnits * float64(d) / float64(f.factor)))
}

// score returns what f credits.
func (l *linearizer) score(f Feature) credits {
	l.survey.sums = [2]pair{}
	f.Score(&l.survey)
	return l.survey.sums
}

// bisect adds entries for the Scores of a perturbation that count in the position.
// base is what the multiplied feature credits, d the difference that p makes.
func (l *linearizer) bisect(f *linearizedFeature, p *perturbation, base, d credits) {
	if p.last-p.first == 1 {
		t := d.net()
		column := f.scores[p.first].column
		mg := Score(math.Round(scoreUnits * float64(t.MG) / float64(p.raise)))
		eg := Score(math.Round(scoreUnits * float64(t.EG) / float64(p.raise)))
		if mg == eg {
			l.addEntry(column, mg)
		} else {
			l.addEntry(column+1, mg)
			l.addEntry(column+2, eg)
		}
		return
	}
	low := l.score(p.halves[0].feature).minus(base)
	if low != (credits{}) {
		l.bisect(f, p.halves[0], base, low)
	}
	high := d.minus(low)
	if high == (credits{}) {
		return
	}
	if p.halves[1].raise != 0 {
		// It is measured, not taken from d, in case the feature is not linear.
		high = l.score(p.halves[1].feature).minus(base)
	}
	l.bisect(f, p.halves[1], base, high)
}

// scale returns what the scalers make of a sum. other replaces the scaler of the
// term with index at; if at is -1, none is replaced.
func (l *linearizer) scale(sum int64, at int, other Feature) Score {
	scaled := clamp(sum)
	for i := range l.rows {
		r := &l.rows[i]
		if r.scaler == nil {
			continue
		}
		scaler := r.scaler
		if i == at {
			scaler = other.(Scaler)
		}
		scaled = clamp(int64(scaler.Scale(&l.survey, scaled)))
	}
	return scaled
}

// addEntry adds an entry to the batch. A count beyond 16 bits is limited to them.
func (l *linearizer) addEntry(column int, count Score) {
	if count != 0 {
		n := int16(min(max(count, math.MinInt16), math.MaxInt16))
		l.batch.entries = append(l.batch.entries, tuneEntry{uint16(column), n})
	}
}

// coefficients appends the coefficients of a position of the batch, by the index of
// the free numbers.
func (m *tuneModel) coefficients(dst []component, b *tuneBatch, i int) []component {
	start := uint32(0)
	if i > 0 {
		start = b.ends[i-1]
	}
	share := [3]float64{float64(b.shares[i][0]), float64(b.shares[i][1]), 1}
	for _, e := range b.entries[start:b.ends[i]] {
		c := &m.columns[e.column]
		for part, n := range c.part {
			if n < 0 || m.numbers[n].free < 0 {
				continue
			}
			value := share[part] * c.unit[part] * float64(e.count)
			if value == 0 {
				continue
			}
			free := m.numbers[n].free
			if last := len(dst) - 1; last >= 0 && dst[last].index == free {
				dst[last].value += value
			} else {
				dst = append(dst, component{free, value})
			}
		}
	}
	return dst
}

// symmetricMatrix is a symmetric matrix. Only the part on and below the diagonal
// is stored: row i has the columns 0 to i.
type symmetricMatrix [][]float64

// component is a component of a sparse vector.
type component struct {
	index int
	value float64
}

// newSymmetricMatrix returns the zero matrix with n rows.
func newSymmetricMatrix(n int) symmetricMatrix {
	m, all := make(symmetricMatrix, n), make([]float64, n*(n+1)/2)
	for i := range m {
		m[i], all = all[:i+1:i+1], all[i+1:]
	}
	return m
}

// addOuterProduct adds factor·v·vᵀ to m. The components of v may be in any order,
// and those with the same index are added up.
func (m symmetricMatrix) addOuterProduct(v []component, factor float64) {
	for i, a := range v {
		x := a.value * factor
		m[a.index][a.index] += x * a.value
		row := m[a.index]
		for _, b := range v[:i] {
			switch {
			case b.index < len(row)-1:
				row[b.index] += x * b.value
			case b.index == a.index:
				row[b.index] += 2 * x * b.value
			default:
				m[b.index][a.index] += x * b.value
			}
		}
	}
}

// solve replaces b with the solution x of m·x = b. m must be positive definite,
// and is replaced with its Cholesky decomposition.
func (m symmetricMatrix) solve(b []float64) {
	m.decompose()
	m.substitute(b)
}

// decompose replaces a positive definite m with its Cholesky decomposition: the
// lower triangular matrix L with L·Lᵀ = m.
func (m symmetricMatrix) decompose() {
	for i, row := range m {
		for j := range row {
			sum := row[j]
			other := m[j]
			for k, x := range row[:j] {
				sum -= x * other[k]
			}
			if j < i {
				row[j] = sum / other[j]
			} else {
				row[j] = math.Sqrt(max(sum, math.SmallestNonzeroFloat32)) // rounding may make sum negative
			}
		}
	}
}

// substitute replaces b with the solution x of L·Lᵀ·x = b, where m is the L of
// decompose: by forward substitution, then back substitution.
func (m symmetricMatrix) substitute(b []float64) {
	for i, row := range m {
		for k, x := range row[:i] {
			b[i] -= x * b[k]
		}
		b[i] /= row[i]
	}
	for i := len(m) - 1; i >= 0; i-- {
		b[i] /= m[i][i]
		for k, x := range m[i][:i] {
			b[k] -= x * b[i]
		}
	}
}
