package chess

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Tuner fits the numbers of features to the results of games, by the logistic
// method known as Texel tuning (Peter Österlund): the expected result of a
// position is 1/(1+10^(-value/scale)), and the numbers are changed until it
// agrees best with how the games ended. The error is the mean cross entropy, in
// nats: ln 2 = 0.693 for one who knows nothing.
//
// The numbers of a feature are those in its exported fields, and in arrays and
// structs there: Scores and signed integers. A struct that has exactly two
// fields, MG and EG, of one type, holds pairs of which each counts in its part
// of the game. Switches are left as they are, and so is what is behind slices,
// maps or pointers. Only a Feature that is a pointer has its numbers where it
// points to; it is copied.
//
// What a position makes of the numbers is measured once, as if the evaluation
// were linear in them: exactly so for Scores, which are multiplied by what a
// feature counts, for integers by a small change either way. Then the best
// numbers for that are computed (Newton's method), rounded, and tried in the
// real evaluation; this is one round, and the next measures anew. A number that
// moves far must earn it: as a prior, a number is taken to be within a quarter of
// its start of that, and a Score within Doubt besides, any other integer within
// 1, one standard deviation. So what is hardly ever seen stays as it is. And since the positions
// of a game share its result, n of them are taken to tell as much as
// n/(1+(n-1)/4) of different games (the design effect of samples in clusters;
// Leslie Kish, 1965).
//
// The result is the same on any number of processors. Memory is some 500 bytes
// for a position. A Tuner is used by one goroutine.
type Tuner struct {
	Terms      []Term                            // the features to begin with; their weights in percent stay
	Fixed      func(feature, number string) bool // numbers to leave alone, named as in the file of WriteWeights; nil is none
	HeldOut    int                               // percent of the games that are kept for the test; 0 is 10, and less none
	Scale      TuneScale                         // that of the evaluation and of searches; the zero TuneScale is what suits the numbers at the start, and the searches
	Trust      int                               // percent of what is expected of a position that is taken from what a search said of it, if that is known; to be set before games are added: see ReadGames
	Doubt      int                               // centipawns by which a Score at the start may be off, besides a quarter of it; 0 is 30
	Rounds     int                               // how often to measure; 0 is 3
	Goroutines int                               // 0 is one for each processor
	Progress   func(TuneProgress)                // if not nil, called from the goroutine that called Fit

	games   int
	samples [2][]sample // fitted to, and held out
	survey  Survey
}

// TuneScale is at how many centipawns 10:1 is expected: with all pieces on the
// board, and with kings and pawns only. In between its inverse is blended. The
// same advantage is worth more the fewer pieces there are to lose it: with one
// scale for all, everything in the middlegame would come out too small.
type TuneScale struct{ MG, EG float64 }

// TuneProgress tells how Fit is getting on.
type TuneProgress struct {
	Round   int     // from 1
	Step    int     // of Newton's method in this round; 0 when a round is done
	Error   float64 // of the positions fitted to: as the linear model has it, with the prior, or really, when a round is done
	HeldOut float64 // of those held out; 0 unless a round is done
}

// sample is a position and the result of its game: 0 if Black won, 1 for a draw, 2.
type sample struct {
	key    Key
	result uint8
	phase  uint8
	judged int16 // in centipawns, from White's point of view, or noJudgement
}

const noJudgement = math.MinInt16

// TuneReport is what Fit found.
type TuneReport struct {
	Terms         []Term // with the numbers that came of it: NewFeatureEvaluator makes an evaluator of them
	Games         int    // that were added
	Positions     int    // fitted to
	HeldOut       int    // positions of games held out
	Scale         TuneScale
	Before, After float64 // error of the positions fitted to
	HeldOutBefore float64 // error of those held out
	HeldOutAfter  float64
	Weights       []TunedWeight
}

// TunedWeight is what became of one number.
type TunedWeight struct {
	Feature, Number string  // as in the file of WriteWeights, with ".MG" or ".EG" for one of a pair
	From, To        int     // at the start and now
	Seen            int     // positions, of those that Gain is about, in which it counts
	Gain            float64 // by how much the error of all positions held out would rise with From instead of To; of those fitted to if none are held out
}

// String returns a table: the errors, and the numbers that were changed, those
// that gained most first.
func (r *TuneReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d games, scale %.0f in the middlegame, %.0f in the endgame\n", r.Games, r.Scale.MG, r.Scale.EG)
	fmt.Fprintf(&b, "fitted to %8d positions, error %.6f, was %.6f\n", r.Positions, r.After, r.Before)
	fmt.Fprintf(&b, "held out  %8d positions, error %.6f, was %.6f\n\n", r.HeldOut, r.HeldOutAfter, r.HeldOutBefore)
	fmt.Fprintf(&b, "%-40s %6s %6s %8s %12s\n", "number", "from", "to", "seen", "gain * 10^6")
	weights := slices.DeleteFunc(slices.Clone(r.Weights), func(w TunedWeight) bool { return w.From == w.To })
	slices.SortStableFunc(weights, func(a, b TunedWeight) int { return cmp.Compare(b.Gain, a.Gain) })
	for _, w := range weights {
		fmt.Fprintf(&b, "%-40s %6d %6d %8d %12.1f\n", w.Feature+" "+w.Number, w.From, w.To, w.Seen, w.Gain*1e6)
	}
	return b.String()
}

// bookPlies is how much of a game says nothing about the evaluation, since it
// comes from a book.
const bookPlies = 8

// Add adds a game: its QuietPositions. Games without a result are left out.
func (t *Tuner) Add(start Position, moves []Move, result Outcome) {
	if result.Reason != Unterminated {
		t.addGame(start, moves, nil, result)
	}
}

// addGame adds a game. What its positions were judged is listed by the moves
// played in them, as far as it is known.
func (t *Tuner) addGame(start Position, moves []Move, judged []int16, result Outcome) {
	held := t.holdOut(uint32(t.games))
	t.games++
	for ply, p := range QuietPositions(start, moves) {
		value := int16(noJudgement)
		if ply < len(judged) {
			value = judged[ply]
		}
		t.add(held, p, value, result)
	}
}

// add adds a position of a game that is held out, or not.
func (t *Tuner) add(held int, p *Position, judged int16, result Outcome) {
	t.survey.look(p)
	s := sample{key: p.Key(), result: 1, phase: uint8(t.survey.phase), judged: judged}
	if result.Decided {
		s.result = uint8(2 * result.Winner.Other())
	}
	t.samples[held] = append(t.samples[held], s)
}

// QuietPositions returns the positions of a game that are fit for tuning, each
// with the number of moves played before it: those that are quiet, after the
// first 8 plies. A position is quiet if the side to move is not in check, the
// move played is no capture or promotion, and no capture wins anything (by
// static exchange). The game ends before a move that is not legal, such as the
// null move. A position is good until the next one.
func QuietPositions(start Position, moves []Move) iter.Seq2[int, *Position] {
	return func(yield func(int, *Position) bool) {
		p := start
		for ply, m := range moves {
			next, err := p.Play(m)
			if err != nil || m == 0 {
				return
			}
			quiet := ply >= bookPlies && m.Promotion() == NoPieceType && !p.IsCapture(m) && p.calm()
			if quiet && !yield(ply, &p) {
				return
			}
			p = next
		}
	}
}

// holdOut returns 1 for a game that is held out. Of games numbered from 0 on the
// golden ratio spreads these evenly, and in step with nothing.
func (t *Tuner) holdOut(game uint32) int {
	percent := cmp.Or(t.HeldOut, 10)
	if int(game*2654435769>>16*100>>16) < percent {
		return 1
	}
	return 0
}

// calm reports whether the side to move is not in check and no capture wins.
func (p *Position) calm() bool {
	if p.InCheck() {
		return false
	}
	var buf [MaxMoves]Move
	for _, m := range p.AppendCaptures(buf[:0]) {
		if p.SEEAtLeast(m, 1, nil) {
			return false
		}
	}
	return true
}

// ReadGames adds the games that r has and accepts, their main lines only,
// parsed on as many goroutines as t has. Games without a result are left out.
// Games in which something is wrong are left out, and counted; an error is the
// io.Reader's.
//
// If t.Trust is positive, a comment after a move that begins with its value, in
// pawns from White's point of view such as "[%eval 0.34]", tells what a search
// made of the position before the move.
func (t *Tuner) ReadGames(r *PGNReader) (broken int, err error) {
	r.Detail = MainLines
	if t.Trust > 0 {
		r.Detail = WholeGames
	}
	for tree, err := range r.Parallel(t.goroutines()) {
		if _, ok := err.(*ParseError); ok {
			broken++
			continue
		}
		if err != nil {
			return broken, err
		}
		result := Draw(Unspecified)
		switch tree.Tag("Result") {
		case "1-0":
			result = Win(White, Unspecified)
		case "0-1":
			result = Win(Black, Unspecified)
		case "1/2-1/2":
		default:
			continue
		}
		var judged []int16
		if t.Trust > 0 {
			for n := tree.Root().Next(); n != nil; n = n.Next() {
				judged = append(judged, judgement(n.Comment()))
			}
		}
		t.addGame(tree.Start(), tree.Mainline(), judged, result)
	}
	return broken, nil
}

// judgement returns the value in a comment, in centipawns, or noJudgement.
func judgement(comment string) int16 {
	text, valued := strings.CutPrefix(comment, "[%eval ")
	text, _, closed := strings.Cut(text, "]")
	if !valued || !closed {
		return noJudgement
	}
	if moves, mate := strings.CutPrefix(text, "#"); mate {
		return int16(MaxEvaluation.view(Color(one(strings.HasPrefix(moves, "-")))))
	}
	pawns, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(pawns) {
		return noJudgement
	}
	const most = float64(MaxEvaluation)
	return int16(math.Round(min(max(100*pawns, -most), most)))
}

// ReadPositions adds positions, one a line as EPD, with the result of their game
// as the operation c9, such as c9 "1-0"; all of them, quiet or not. What a search
// made of one may be in the operation ce, in centipawns from the point of view of
// the side to move: see t.Trust. Positions with the same id are of one game: they
// are held out together, wherever they stand, and should stand together to be
// counted as one. One without an id is a game by itself. Lines in which something
// is wrong are left out, and counted; an error is the io.Reader's, or
// bufio.ErrTooLong for what is no text of lines.
func (t *Tuner) ReadPositions(r io.Reader) (broken int, err error) {
	lines := bufio.NewScanner(r)
	last := ""
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		epd, err := ParseEPD(lines.Text())
		var result Outcome
		switch text := epd.Text("c9"); {
		case err != nil:
		case text == "1-0":
			result = Win(White, Unspecified)
		case text == "0-1":
			result = Win(Black, Unspecified)
		case text == "1/2-1/2":
			result = Draw(Unspecified)
		}
		if result == (Outcome{}) {
			broken++
			continue
		}
		id := cmp.Or(epd.Text("id"), epd.Position.EPD())
		if id != last {
			t.games++
			last = id
		}
		h := fnv.New32a()
		io.WriteString(h, id)
		judged := int16(noJudgement)
		if value, ok := epd.Int("ce"); ok {
			value = min(max(value, -int64(MaxEvaluation)), int64(MaxEvaluation))
			judged = int16(Score(value).view(epd.Position.Turn()))
		}
		t.add(t.holdOut(h.Sum32()), &epd.Position, judged, result)
	}
	return broken, lines.Err()
}

// Positions returns how many quiet positions have been added, held out or not.
func (t *Tuner) Positions() int { return len(t.samples[0]) + len(t.samples[1]) }

func (t *Tuner) goroutines() int {
	if t.Goroutines > 0 {
		return t.Goroutines
	}
	return runtime.GOMAXPROCS(0)
}

// Fit changes the numbers until they agree with the games that were added; of
// the rounds the one with the least error counts, of the positions held out if
// there are any. The terms of t stay as they are. It is an error if no
// evaluator can be made of the terms, if no position was added to fit to, if
// there are more than 4,000 numbers to change, or if ctx is done.
func (t *Tuner) Fit(ctx context.Context) (*TuneReport, error) {
	if _, err := NewFeatureEvaluator(t.Terms...); err != nil {
		return nil, err
	}
	if len(t.samples[0]) == 0 {
		return nil, errors.New("tuning: there are no quiet positions")
	}
	f := fitting{Tuner: t, ctx: ctx, model: newTuneModel(t.Terms, t.Fixed, float64(cmp.Or(t.Doubt, 30)))}
	if n := f.model.free; n > maxFree || len(f.model.columns) > math.MaxUint16 {
		return nil, fmt.Errorf("tuning: %d numbers, more than %d", n, maxFree)
	}
	return f.run()
}

const maxFree = 4000

// fitting is a call of Fit.
type fitting struct {
	*Tuner
	ctx   context.Context
	model *tuneModel
	slope [MaxPhase + 1]float64 // ln(10) / scale, by phase
	trust [MaxPhase + 1]float64 // the same for what searches said
}

// designEffect returns how many positions, for the average of positions in a
// game, tell as much as one of a game of its own.
func (t *Tuner) designEffect() float64 {
	return 1 + (float64(t.Positions())/float64(t.games)-1)/4
}

func (f *fitting) run() (*TuneReport, error) {
	m := f.model
	start := m.values()
	values, err := f.evaluate(start, 0)
	if err != nil {
		return nil, err
	}
	scale, trusted := f.Scale, f.Scale
	if scale.MG <= 0 || scale.EG <= 0 {
		scale, trusted = fitScale(values, f.samples[0]), fitScale(f.judgements())
	}
	for phase := range f.slope {
		f.slope[phase], f.trust[phase] = scale.slope(phase), trusted.slope(phase)
	}
	errs, err := f.errors(start)
	if err != nil {
		return nil, err
	}
	report := &TuneReport{
		Games: f.games, Positions: len(f.samples[0]), HeldOut: len(f.samples[1]), Scale: scale,
		Before: errs[0], After: errs[0], HeldOutBefore: errs[1], HeldOutAfter: errs[1],
	}
	judge := 0
	if len(f.samples[1]) > 0 {
		judge = 1
	}
	now, best := start, start
	bestError := errs[judge]
	for round := 1; round <= cmp.Or(f.Rounds, 3) && m.free > 0; round++ {
		batches, err := f.measure(now, 0)
		if err != nil {
			return nil, err
		}
		step, err := f.newton(batches, start, now, round)
		if err != nil {
			return nil, err
		}
		next, nextErrs, err := f.try(now, step, errs)
		if err != nil {
			return nil, err
		}
		f.progress(TuneProgress{Round: round, Error: nextErrs[0], HeldOut: nextErrs[1]})
		gained := errs[0] - nextErrs[0]
		now, errs = next, nextErrs
		if errs[judge] < bestError {
			best, bestError = now, errs[judge]
			report.After, report.HeldOutAfter = errs[0], errs[1]
		}
		if gained < 1e-6 {
			break
		}
	}
	report.Terms = m.terms(best)
	report.Weights, err = f.gains(start, best, judge)
	return report, err
}

func (f *fitting) progress(p TuneProgress) {
	if f.Progress != nil {
		f.Progress(p)
	}
}

// try rounds the numbers that a step leads to. As long as the error really
// rises, it takes half the step; in the end none.
func (f *fitting) try(now []int, step []float64, before [2]float64) ([]int, [2]float64, error) {
	for half := 1.0; half > 0.05; half /= 2 {
		next := slices.Clone(now)
		for i := range next {
			next[i] = f.model.numbers[i].clamp(float64(now[i]) + half*step[i])
		}
		if slices.Equal(next, now) {
			break
		}
		errs, err := f.errors(next)
		if err != nil || errs[0] < before[0] {
			return next, errs, err
		}
	}
	return now, before, nil
}

// batchSize is how many positions a goroutine is given at once.
const batchSize = 8192

// each calls work for each of so many batches, on all goroutines; newWork gives
// each goroutine its own.
func (f *fitting) each(batches int, newWork func() func(i int) error) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	errs := make([]error, f.goroutines())
	for g := range errs {
		wait.Go(func() {
			work := newWork()
			for errs[g] == nil {
				i := int(next.Add(1)) - 1
				if i >= batches {
					return
				}
				if errs[g] = f.ctx.Err(); errs[g] == nil {
					errs[g] = work(i)
				}
			}
		})
	}
	wait.Wait()
	return cmp.Or(errs...)
}

func batchCount(positions int) int { return (positions + batchSize - 1) / batchSize }

// evaluate returns the values of one part of the positions, from White's point of view.
func (f *fitting) evaluate(values []int, part int) ([]float32, error) {
	samples := f.samples[part]
	scores := make([]float32, len(samples))
	terms := f.model.terms(values)
	err := f.each(batchCount(len(samples)), func() func(int) error {
		e := newFeatureEvaluator(terms).Fork().(*FeatureEvaluator)
		return func(i int) error {
			for j := i * batchSize; j < min((i+1)*batchSize, len(samples)); j++ {
				p, err := ParseFEN(samples[j].key.EPD())
				if err != nil {
					return err
				}
				scores[j] = float32(e.evaluate(&p, nil))
			}
			return nil
		}
	})
	return scores, err
}

// errors returns the real errors of both parts.
func (f *fitting) errors(values []int) (errs [2]float64, err error) {
	for part, samples := range f.samples {
		scores, err := f.evaluate(values, part)
		if err != nil {
			return errs, err
		}
		for i, s := range scores {
			errs[part] += crossEntropy(f.slope[samples[i].phase]*float64(s), f.target(&samples[i]))
		}
		errs[part] /= float64(max(len(samples), 1))
	}
	return errs, nil
}

// crossEntropy returns the loss for a position with the logarithm x of the odds.
func crossEntropy(x, result float64) float64 {
	// log(1+e^x) - x*result, for x of any size.
	return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) - x*result
}

// target returns the result to expect of a position, 0 to 1.
func (f *fitting) target(s *sample) float64 {
	result := float64(s.result) / 2
	if s.judged == noJudgement {
		return result
	}
	trust := float64(f.Trust) / 100
	return (1-trust)*result + trust*expected(f.trust[s.phase]*float64(s.judged))
}

// judgements returns what searches said of the positions fitted to, and those
// that they said something of. A search sees further, and what it says is larger:
// taken at the scale of the evaluation it would make that grow from fit to fit.
func (f *fitting) judgements() (values []float32, samples []sample) {
	for _, s := range f.samples[0] {
		if s.judged != noJudgement {
			values, samples = append(values, float32(s.judged)), append(samples, s)
		}
	}
	return values, samples
}

// expected returns the expected result, 0 to 1.
func expected(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// slope returns by how much the logarithm of the odds rises with a centipawn.
func (s TuneScale) slope(phase int) float64 {
	share := float64(phase) / MaxPhase
	return math.Ln10 * (share/s.MG + (1-share)/s.EG)
}

// fitScale returns the scale for which values agree best with the results,
// between 50 and 5000 centipawns: by Newton's method, since the loss is convex in
// the slopes.
func fitScale(values []float32, samples []sample) TuneScale {
	const steepest, flattest, start = math.Ln10 / 50, math.Ln10 / 5000, math.Ln10 / 400
	slope := [2]float64{start, start}
	for range 30 {
		// Where the positions are all of one phase, the two slopes are held together.
		h := symmetric{{1e-3}, {-1e-3, 1e-3}}
		gradient := []float64{1e-3 * (slope[0] - slope[1]), 1e-3 * (slope[1] - slope[0])}
		for i, v := range values {
			share := float64(samples[i].phase) / MaxPhase
			row := []coefficient{{0, float64(v) * share}, {1, float64(v) * (1 - share)}}
			p := expected(row[0].by*slope[0] + row[1].by*slope[1])
			h.addSquare(row, p*(1-p))
			for _, c := range row {
				gradient[c.free] += (p - float64(samples[i].result)/2) * c.by
			}
		}
		h[0][0] += 1e-9
		h[1][1] += 1e-9
		h.solve(gradient)
		for i := range slope {
			slope[i] = min(max(slope[i]-gradient[i], flattest), steepest)
		}
	}
	return TuneScale{math.Ln10 / slope[0], math.Ln10 / slope[1]}
}
