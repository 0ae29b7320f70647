package chess

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"math"
	"runtime"
	"slices"
	"strings"
)

// Tuner fits the numbers of features to the results of games, by the logistic
// method known as Texel tuning (Peter Österlund): the expected result of a
// position is 1/(1+10^(-value/scale)), and the numbers are changed until it
// agrees best with how the games ended. The error is the mean cross entropy, in
// nats: ln 2 = 0.693 for a model that always predicts a draw.
//
// The numbers of a feature are those in its exported fields, and in arrays and
// structs there: Scores and signed integers. A struct that has exactly two
// fields, MG and EG, of one type, holds pairs: MG counts in the middlegame, EG in
// the endgame. Bools are left as they are, and so is what is behind slices, maps
// or pointers. But if the Feature itself is a pointer, its numbers are in what it
// points to, which is copied.
//
// Each round makes a linear model of the evaluation: it measures how much the
// evaluation of each position depends on each number. That is exact for Scores,
// which a feature multiplies by what it counts; any other integer is changed a
// little either way. Then the best numbers for the model are computed (Newton's
// method), rounded, and tried in the real evaluation. The next round measures
// again.
//
// A prior keeps each number near its start. Its standard deviation is a quarter of
// the number, plus Doubt for a Score or 1 for any other integer. So a number that
// hardly ever counts stays as it is. And since the positions of a game share its
// result, n positions of one game count as much as n/(1+(n-1)/4) positions of
// different games (the design effect of cluster samples; Leslie Kish, 1965), as far as
// what they predict is the result: scores of searches are not shared (see Trust).
//
// The result is the same with any number of goroutines. Memory is some 500 bytes
// for a position. A Tuner is used by one goroutine at a time.
type Tuner struct {
	_ noCopy
	// Terms has the features to begin with. Their weights in percent stay.
	Terms []Term

	// Fixed reports whether to leave a number alone. Numbers are named as in the
	// file of WriteWeights. If it is nil, no number is left alone.
	Fixed func(feature, number string) bool

	// HeldOut is the percentage of the games that are not fitted to, but kept for a
	// test. 0 is 10, and a negative number is none.
	HeldOut int

	// Scale is the scale of the evaluation and of the scores of searches. If it is
	// zero, Fit finds two scales: for the scores of searches the one with which they
	// predict the results of the games best, and for the evaluation the one with which the
	// numbers at the start predict best what is to be fitted (see Trust).
	Scale TuneScale

	// Trust is the percentage of the expected result of a position that is taken
	// from the score of a search, where that is known. The rest is taken from the
	// result of the game. It is an error of Fit and Learn if it is not from 0 to 100.
	// Set it before games are added: see ReadGames.
	Trust int

	// Doubt is by how many centipawns a Score at the start may be off, besides a
	// quarter of it: one standard deviation. 0 is 30.
	Doubt int

	// MinPieces is how many pieces, kings included, a position has at least that is
	// fitted to. Fewer are left out: set it to one more than those of the tables
	// of endings that the search has, which then never evaluates such a position. Set it
	// before games are added.
	MinPieces int

	// Rounds is the largest number of rounds. 0 is 3.
	Rounds int

	// Goroutines is the number of goroutines. 0 is one for each processor.
	Goroutines int

	// Progress is called after each step, unless it is nil, from the goroutine that
	// called Fit.
	Progress func(TuneProgress)

	games   int
	samples [2][]sample // fitted to, and held out
	survey  Survey
}

// String returns the fields that are not zero.
func (t *Tuner) String() string { return listFields(t) }

// TuneScale is the advantage in centipawns at which the odds are expected to be
// 10:1: with all pieces on the board, and with kings and pawns only. In between
// its inverse is blended by phase. The same advantage wins more often the fewer
// pieces are left: with one scale for all, every number of the middlegame would
// come out too small.
type TuneScale struct {
	MG float64 `json:"mg"`
	EG float64 `json:"eg"`
}

// TuneProgress is the progress of Fit.
type TuneProgress struct {
	// Round is the number of the round, from 1.
	Round int `json:"round"`

	// Step is the number of the step of Newton's method in the round; 0 when the
	// round is done.
	Step int `json:"step"`

	// Error is the error of the positions fitted to: that of the linear model, with
	// the prior, or when the round is done that of the real evaluation.
	Error float64 `json:"error"`

	// HeldOut is the error of the positions held out; 0 unless the round is done.
	HeldOut float64 `json:"heldOut"`
}

// TuneReport is the result of Fit.
type TuneReport struct {
	// Terms are those of the Tuner with the new numbers: NewFeatureEvaluator makes
	// an evaluator of them, and WriteWeights stores them. They are not in the JSON.
	Terms []Term `json:"-"`

	Games         int           `json:"games"`     // that were added
	Positions     int           `json:"positions"` // fitted to
	HeldOut       int           `json:"heldOut"`   // positions of games held out
	Scale         TuneScale     `json:"scale"`
	Before        float64       `json:"before"`        // error of the positions fitted to, at the start
	After         float64       `json:"after"`         // that after the fit
	HeldOutBefore float64       `json:"heldOutBefore"` // error of those held out, at the start
	HeldOutAfter  float64       `json:"heldOutAfter"`  // that after the fit
	Weights       []TunedWeight `json:"weights"`
}

// TunedWeight is what became of one number.
type TunedWeight struct {
	// Feature and Number are the names as in the file of WriteWeights, with ".MG" or
	// ".EG" after the Number for one of a pair.
	Feature string `json:"feature"`
	Number  string `json:"number"`

	// From is the number at the start, To that after the fit.
	From int `json:"from"`
	To   int `json:"to"`

	// Seen is how many of the positions held out, or of those fitted to if none are
	// held out, have an evaluation that depends on the number.
	Seen int `json:"seen"`

	// Gain is how much the error of the same positions would rise with From in the
	// place of To.
	Gain float64 `json:"gain"`
}

// String returns a table: the errors, and the numbers that were changed, by
// descending Gain.
func (r TuneReport) String() string {
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

// sample is a position and what is known about its game.
type sample struct {
	key         Key
	result      uint8 // of the game: 0 if Black won, 1 for a draw, 2 if White won
	phase       uint8
	searchScore int16 // in centipawns, from White's point of view, or noSearchScore
}

const noSearchScore = math.MinInt16

// Add adds the QuietPositions of a game. A game without a result is left out.
func (t *Tuner) Add(start Position, moves []Move, result Outcome) {
	if result.Over() {
		t.addGame(start, moves, nil, result)
	}
}

// Positions returns how many positions have been added, held out or not.
func (t *Tuner) Positions() int { return len(t.samples[0]) + len(t.samples[1]) }

// ReadGames adds the main lines of the games that r has and accepts, parsed on
// t.Goroutines goroutines. Games without a move or a result are left out. Games of
// which moves are missing are added as far as they go, unless r is Strict, and counted
// in broken: their Result tag, or the result after the moves that could not be read, is
// that of the positions before. The error is the io.Reader's.
//
// If t.Trust is positive, the Eval of a node, such as "[%eval 0.34]" in its comment,
// is the score of a search of the position before the move.
func (t *Tuner) ReadGames(r *PGNReader) (broken int, err error) {
	r.Detail = MainLines
	if t.Trust > 0 {
		r.Detail = WholeGames
	}
	for tree, err := range r.Parallel(t.goroutines()) {
		if _, ok := err.(*ParseError); ok {
			broken++
		} else if err != nil {
			return broken, err
		}
		if tree == nil || tree.root.child == nil || !tree.recorded().Over() {
			continue
		}
		var searchScores []int16
		if t.Trust > 0 {
			for n := tree.Root().Next(); n != nil; n = n.Next() {
				searchScores = append(searchScores, searchScore(n))
			}
		}
		t.addGame(tree.Start(), tree.Mainline(), searchScores, tree.recorded())
	}
	return broken, nil
}

// ReadPositions adds positions, one a line as EPD, with the result of their game
// as the operation c9, such as c9 "1-0"; all of them, quiet or not. The score of a
// search may be in the operation ce, in centipawns from the point of view of the
// side to move: see t.Trust. Positions with the same id are of one game: they are
// held out together, wherever they are in r, and count as one game if they are on
// consecutive lines. One without an id is a game by itself. Lines with an error are
// left out, and counted in broken; the error is the io.Reader's, or
// bufio.ErrTooLong for a line that is too long for a bufio.Scanner.
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
			result = WinBy(White, Unspecified)
		case text == "0-1":
			result = WinBy(Black, Unspecified)
		case text == "1/2-1/2":
			result = DrawBy(Unspecified)
		}
		if !result.Over() {
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
		score := int16(noSearchScore)
		if value, ok := epd.Int("ce"); ok {
			value = min(max(value, -int64(MaxEvaluation)), int64(MaxEvaluation))
			score = int16(Score(value).view(epd.Position.turn()))
		}
		t.add(t.part(h.Sum32()), &epd.Position, score, result)
	}
	return broken, lines.Err()
}

// bookPlies is how many plies at the start of a game say nothing about the
// evaluation, since they come from an opening book.
const bookPlies = 8

// QuietPositions returns the positions of a game that are fit for tuning, each
// with the number of moves played before it: those that are quiet, after the
// first 8 plies. A position is quiet if the side to move is not in check, the
// move played is no capture or promotion, and no capture wins anything, by static
// exchange evaluation. The game ends before a move that is not legal, such as the
// null move. moves[ply] is the move that was played in the position.
func QuietPositions(start Position, moves []Move) iter.Seq2[int, Position] {
	return func(yield func(int, Position) bool) {
		p := start
		for ply, m := range moves {
			next, err := p.Play(m)
			if err != nil || m == 0 {
				return
			}
			quiet := ply >= bookPlies && m.Promotion() == NoPieceType && !p.isCapture(m) && p.isQuiet()
			if quiet && !yield(ply, p) {
				return
			}
			p = next
		}
	}
}

// addGame adds a game. searchScores has the scores of searches of its positions,
// as far as they are known, by ply.
func (t *Tuner) addGame(start Position, moves []Move, searchScores []int16, result Outcome) {
	part := t.part(uint32(t.games))
	t.games++
	for ply, p := range QuietPositions(start, moves) {
		score := int16(noSearchScore)
		if ply < len(searchScores) {
			score = searchScores[ply]
		}
		t.add(part, &p, score, result)
	}
}

// add adds a position of a game to a part of the samples, unless it has too few pieces.
func (t *Tuner) add(part int, p *Position, searchScore int16, result Outcome) {
	if t.MinPieces > 0 && p.ending().Pieces() < t.MinPieces {
		return
	}
	t.survey.load(p)
	s := sample{key: p.key(), result: 1, phase: uint8(t.survey.phase), searchScore: searchScore}
	if result.Decided {
		s.result = uint8(2 * result.Winner.Other())
	}
	t.samples[part] = append(t.samples[part], s)
}

// part returns the part of the samples for a game, by its number: 1 if it is held
// out, else 0. The multiples of the golden ratio spread the games that are held
// out evenly, and without a period.
func (t *Tuner) part(game uint32) int {
	percent := cmp.Or(t.HeldOut, 10)
	if int(game*2654435769>>16*100>>16) < percent {
		return 1
	}
	return 0
}

// searchScore returns the score in the comment of a node, in centipawns, or
// noSearchScore.
func searchScore(n *Node) int16 {
	score, _, ok := n.Eval()
	if !ok {
		return noSearchScore
	}
	return int16(clamp(int64(score)))
}

// goroutines returns the number of goroutines to use.
func (t *Tuner) goroutines() int {
	if t.Goroutines > 0 {
		return t.Goroutines
	}
	return runtime.GOMAXPROCS(0)
}
