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

// Tuner fits the numbers of features to the results of games, by the logistic method known as
// Texel tuning (Peter Österlund). The expected result of a position is
// 1/(1+10^(-value/scale)); the error is the mean cross entropy, in nats: 0.693 for a model that
// always predicts a draw. A prior keeps each number near its start.
//
// The numbers of a feature are the Scores and signed integers in its exported fields, and in
// arrays and structs there. A struct of two fields MG and EG of one type is a pair. What is
// behind a slice, a map or a pointer stays as it is, unless the Feature itself is a pointer.
//
// HeldOut, Trust and MinPieces must be set before games are added. A position takes some 500
// bytes. A Tuner is for one goroutine at a time.
type Tuner struct {
	_          noCopy
	Terms      []Term                            // the features to begin with; their weights in percent stay
	Fixed      func(feature, number string) bool // whether to leave a number alone, by the names of WriteWeights; nil is none
	HeldOut    int                               // percentage of the games kept for a test; 0 is 10, and a negative number none
	Scale      TuneScale                         // of the evaluation and the scores of searches; zero is what fits the games best
	Trust      int                               // percentage of an expected result taken from the score of a search, not the game
	Doubt      int                               // standard deviation of a Score, besides a quarter of it, in centipawns; 0 is 30
	MinPieces  int                               // how many pieces, kings included, a position must have
	Rounds     int                               // the most rounds of Fit; 0 is 3
	Goroutines int                               // 0 is one for each processor
	Progress   func(TuneProgress)                // called after each step, unless it is nil

	games   int
	samples [2][]sample // fitted to, and held out
	survey  Survey
}

// String returns the fields that are not zero.
func (t *Tuner) String() string { return listFields(t) }

// TuneScale is the advantage in centipawns at which the odds are 10:1, with all pieces on the
// board and with kings and pawns only. In between, its inverse is blended by phase.
type TuneScale struct {
	MG float64 `json:"mg"`
	EG float64 `json:"eg"`
}

// TuneProgress is the progress of Fit or Learn.
type TuneProgress struct {
	Round   int     `json:"round"`   // from 1; the pass of Learn
	Step    int     `json:"step"`    // of Newton's method in the round of Fit; 0 when the round is done
	Error   float64 `json:"error"`   // of the linear model, with the prior; of the real evaluation when the round is done
	HeldOut float64 `json:"heldOut"` // the error of the positions held out; 0 unless the round is done
}

// TuneReport is the result of Fit or Learn. Errors are those of Tuner, before and after; before Learn,
// also with Continue, without the network.
type TuneReport struct {
	Terms         []Term        `json:"-"` // of the Tuner, with the new numbers or the new network
	Games         int           `json:"games"`
	Positions     int           `json:"positions"` // fitted to
	HeldOut       int           `json:"heldOut"`   // positions of games held out
	Scale         TuneScale     `json:"scale"`
	Before        float64       `json:"before"`
	After         float64       `json:"after"`
	HeldOutBefore float64       `json:"heldOutBefore"`
	HeldOutAfter  float64       `json:"heldOutAfter"`
	Weights       []TunedWeight `json:"weights,omitzero"`      // nil for Learn
	HeldOutExact  float64       `json:"heldOutExact,omitzero"` // of Learn: the error before the weights were rounded
	Pass          int           `json:"pass,omitzero"`         // of Learn: the best pass, from 1; 0 if none made the error smaller
}

// TunedWeight is what became of one number.
type TunedWeight struct {
	Feature string  `json:"feature"`
	Number  string  `json:"number"` // as in the file of WriteWeights; ".MG" or ".EG" follows for one of a pair
	From    int     `json:"from"`
	To      int     `json:"to"`
	Seen    int     `json:"seen"` // held-out positions, or if there are none, others, whose evaluation depends on the number
	Gain    float64 `json:"gain"` // how much their error would rise with From in place of To
}

// String returns the errors, and of Fit a table of the changed numbers, by descending Gain.
func (r TuneReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d games, scale %.0f in the middlegame, %.0f in the endgame", r.Games, r.Scale.MG, r.Scale.EG)
	if r.Weights == nil {
		fmt.Fprintf(&b, ", best after pass %d\n", r.Pass)
		fmt.Fprintf(&b, "learned from %8d positions, error %.6f, was %.6f\n", r.Positions, r.After, r.Before)
		fmt.Fprintf(&b, "held out     %8d positions, error %.6f, was %.6f (%.6f before rounding)\n", r.HeldOut, r.HeldOutAfter, r.HeldOutBefore, r.HeldOutExact)
		return b.String()
	}
	fmt.Fprintf(&b, "\nfitted to %8d positions, error %.6f, was %.6f\n", r.Positions, r.After, r.Before)
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

// Add adds the QuietPositions of a game, unless it has no result.
func (t *Tuner) Add(start Position, moves []Move, result Outcome) {
	if result.Over() {
		t.addGame(start, moves, nil, result)
	}
}

// Positions returns how many positions have been added, held out or not.
func (t *Tuner) Positions() int { return len(t.samples[0]) + len(t.samples[1]) }

// ReadGames adds the main lines of the games that r accepts, unless they have no move or no
// result. Games with faults count as broken; unless r is Strict, the moves before the fault are
// added. If t.Trust is positive, Node.Eval is the score of a search of the position
// before the move. The error is the io.Reader's.
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

// ReadPositions adds positions, one a line as EPD: c9 has the result of the game, such as c9
// "1-0", and ce the score of a search, if there is one, in centipawns for the side to move.
// Positions with the same id are held out together, and are one game if they are on consecutive
// lines. Lines with an error count as broken, but ParseEPD reads training data of other programs
// too. The error is the io.Reader's, or bufio.ErrTooLong.
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
// evaluation, because they come from an opening book.
const bookPlies = 8

// QuietPositions returns the positions of a game that are fit for tuning, each with the number
// of moves before it. It leaves out the first 8 plies, checks, positions before a capture or a
// promotion, and those where a capture wins something by static exchange evaluation. It stops
// before a move that is not legal.
func QuietPositions(start Position, moves []Move) iter.Seq2[int, Position] {
	return func(yield func(int, Position) bool) {
		p := start
		for ply, m := range moves {
			next, err := p.Play(m)
			if err != nil || m == 0 {
				return
			}
			quiet := ply >= bookPlies && !m.IsPromotion() && !p.isCapture(m) && p.isQuiet()
			if quiet && !yield(ply, p) {
				return
			}
			p = next
		}
	}
}

// addGame adds a game. searchScores has the scores of searches of its positions by ply; the
// last may be missing.
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
