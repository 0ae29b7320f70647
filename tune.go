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
	"strconv"
	"strings"
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
	t.survey.load(p)
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
