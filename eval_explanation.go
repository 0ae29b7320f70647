package chess

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// Explanation is how the value of a position came about: what each feature
// credited to each side, down to the square, and what came of it. Scores and
// credits are in centipawns. It is plain data, fit for encoding/json.
type Explanation struct {
	EPD      string             `json:"epd"`
	Turn     Color              `json:"turn"`
	Phase    int                `json:"phase"` // MaxPhase in the middlegame to 0 in the endgame
	Features []ExplainedFeature `json:"features"`

	// Total is the sum of the features' scores, from White's point of view and
	// within ±MaxEvaluation.
	Total Score `json:"total"`

	// Score is Total from the point of view of the side to move: what Evaluate
	// returns.
	Score Score `json:"score"`
}

// ExplainedFeature is the part of one feature in an Explanation.
type ExplainedFeature struct {
	Name     string  `json:"name"`
	White    Tapered `json:"white"` // the sum of White's credits
	Black    Tapered `json:"black"`
	WeightMG int     `json:"weightMG"` // percent
	WeightEG int     `json:"weightEG"`

	// Score is White minus Black, weighted, blended and rounded; for a Scaler it
	// includes the difference that the Scaler makes.
	Score Score `json:"score"`

	// Credits lists White's first, from a1 to h8, then the one for no square.
	Credits []Credit `json:"credits"`
}

// Credit is what one feature credited to a side for one square, in all. What
// adds up to zero is left out.
type Credit struct {
	Color   Color  `json:"color"`  // the side it is credited to
	Square  Square `json:"square"` // NoSquare for what belongs to none
	Piece   Piece  `json:"piece"`  // the piece there, or NoPiece
	Tapered        // before weighting
}

// shares yields the credits with what each gives to the feature's score, from White's point
// of view, and last what a Scaler does, for no square. Rounded together, they add up to it.
func (f *ExplainedFeature) shares(phase int) iter.Seq2[Credit, Score] {
	return func(yield func(Credit, Score) bool) {
		sum, given := Tapered{}, Score(0)
		for _, c := range f.Credits {
			if c.Color == White {
				sum = sum.Plus(c.Tapered)
			} else {
				sum = sum.minus(c.Tapered)
			}
			share := sum.blend(phase, f.WeightMG, f.WeightEG) - given
			given += share
			if !yield(c, share) {
				return
			}
		}
		if given != f.Score {
			yield(Credit{Square: NoSquare}, f.Score-given)
		}
	}
}

// A trace records what features credit, for an Explanation.
type trace struct {
	position *Position
	open     [2][NoSquare + 1]Tapered // what the feature being scored has credited, by Color and square
	features []ExplainedFeature       // by term
}

// record adds a credit of the feature being scored.
func (l *trace) record(c Color, sq Square, t Tapered) {
	entry := &l.open[c&1][min(sq, NoSquare)]
	*entry = entry.Plus(t)
}

// close stores the credits and the score of the feature that was being scored,
// by its term, and begins the next feature.
func (l *trace) close(term int, score Score) {
	f := &l.features[term]
	f.Score = score
	for c, sum := range [...]*Tapered{&f.White, &f.Black} {
		for sq, t := range l.open[c] {
			if t != (Tapered{}) {
				*sum = sum.Plus(t)
				f.Credits = append(f.Credits, Credit{Color(c), Square(sq), l.position.pieceAt(Square(sq)), t})
			}
		}
	}
	l.open = [2][NoSquare + 1]Tapered{}
}

// scale adds the difference that a Scaler makes.
func (l *trace) scale(term int, difference Score) {
	l.features[term].Score += difference
}

// Difference is what one evaluation is more than another, feature by feature and piece
// by piece. Scores are in centipawns, from White's point of view. The features and Rest
// add up to Scores[0] - Scores[1], and the pieces of a feature to its difference, without
// rounding. It is plain data, fit for encoding/json.
type Difference struct {
	EPD      string              `json:"epd"`    // of the position where the pieces stand as PieceDifference.From says
	Names    [2]string           `json:"names"`  // what is compared: for the lines of two Reasons their first moves, in SAN
	Scores   [2]Score            `json:"scores"` // of both
	Features []FeatureDifference `json:"features"`

	// Rest is what no feature explains, and Causes says why, for each of both: see
	// Reason.
	Rest   Score     `json:"rest"`
	Causes [2]string `json:"causes"`
}

// mateCause is the cause of a rest that is a forced win: see Reason.
const mateCause = "mate"

// FeatureDifference is the part of one feature in a Difference.
type FeatureDifference struct {
	Name   string            `json:"name"`
	Scores [2]Score          `json:"scores"`
	Pieces []PieceDifference `json:"pieces"` // the largest first; those without a difference are left out
}

// more returns what the feature scores more in the first of both.
func (d FeatureDifference) more() Score { return d.Scores[0] - d.Scores[1] }

// PieceDifference is the part of one piece, or of one square, in a FeatureDifference.
type PieceDifference struct {
	Color Color     `json:"color"` // the side that the feature credits
	Piece Piece     `json:"piece"` // or NoPiece
	From  Square    `json:"from"`  // where it stands before the lines begin; NoSquare for what belongs to no piece
	To    [2]Square `json:"to"`    // where it stands after each; NoSquare if it was captured
	Score Score     `json:"score"` // a credit of Black's is negative
}

// total returns Scores[0] - Scores[1].
func (d Difference) total() Score { return d.Scores[0] - d.Scores[1] }

// minus returns what x is more than y. Less the zero Explanation, it is what each
// feature gives for each square, in whole centipawns.
func (x Explanation) minus(y Explanation) Difference {
	return subtract([2]*Explanation{&x, &y}, [2]*journey{&stay, &stay})
}

// A journey is where the pieces go in a line of play: from the square where one stands
// before it to the square after it, and back. NoSquare is a piece that is captured, or an
// empty square.
type journey struct{ to, from [NoSquare + 1]Square }

// stay is the journey without a move. Credits for empty squares stay there too.
var stay = func() (j journey) {
	for sq := range j.to {
		j.to[sq], j.from[sq] = Square(sq), Square(sq)
	}
	return
}()

// subtract returns what the first evaluation is more than the second.
func subtract(x [2]*Explanation, journeys [2]*journey) Difference {
	d := Difference{EPD: x[0].EPD, Scores: [2]Score{x[0].Total, x[1].Total}}
	d.Rest = d.total()
	for _, names := range x {
		for i := range names.Features {
			name := names.Features[i].Name
			if slices.ContainsFunc(d.Features, func(f FeatureDifference) bool { return f.Name == name }) {
				continue
			}
			f := FeatureDifference{Name: name, Pieces: []PieceDifference{}}
			f.subtract(x, journeys)
			d.Features = append(d.Features, f)
			d.Rest -= f.more()
		}
	}
	return d
}

// subtract sets the scores and the pieces.
func (d *FeatureDifference) subtract(x [2]*Explanation, journeys [2]*journey) {
	var parts [2][NoSquare + 1]PieceDifference // by colour and origin
	for i := range x {
		for j := range x[i].Features {
			f := &x[i].Features[j]
			if f.Name != d.Name {
				continue
			}
			d.Scores[i] += f.Score
			for credit, score := range f.shares(x[i].Phase) {
				from := journeys[i].from[min(credit.Square, NoSquare)]
				part := &parts[credit.Color&1][from]
				part.Color, part.From, part.To = credit.Color, from, [2]Square{journeys[0].to[from], journeys[1].to[from]}
				if from != NoSquare {
					part.Piece = credit.Piece
				}
				part.Score += score * Score(1-2*i)
			}
		}
	}
	for c := range parts {
		for _, part := range parts[c] {
			if part.Score != 0 {
				d.Pieces = append(d.Pieces, part)
			}
		}
	}
	slices.SortStableFunc(d.Pieces, func(a, b PieceDifference) int {
		return cmp.Compare(max(b.Score, -b.Score), max(a.Score, -a.Score))
	})
}

// String returns the table of the features that differ, the largest difference first, with
// the pieces that make most of it, in pawns and aligned for a terminal.
func (d Difference) String() string {
	const most = 4 // pieces of a row
	features := slices.Clone(d.Features)
	slices.SortStableFunc(features, func(a, b FeatureDifference) int {
		return cmp.Compare(max(b.more(), -b.more()), max(a.more(), -a.more()))
	})
	total, rest := "White's view", "not explained"
	width := len(rest)
	for _, f := range features {
		width = max(width, utf8.RuneCountInString(f.Name))
	}
	var b strings.Builder
	row := func(name, x, y, difference string, pieces []PieceDifference) {
		text := fmt.Sprintf("%*s %8s %8s %8s", -width, name, x, y, difference)
		b.WriteString(strings.TrimRight(text, " "))
		for i, p := range pieces[:min(most, len(pieces))] {
			b.WriteString([]string{"  ", ", "}[oneIf(i > 0)])
			b.WriteString(p.text())
		}
		b.WriteByte('\n')
	}
	row("", cmp.Or(d.Names[0], "first"), cmp.Or(d.Names[1], "second"), "more", nil)
	for _, f := range features {
		if f.more() != 0 {
			row(f.Name, f.Scores[0].pawns(), f.Scores[1].pawns(), f.more().pawns(), f.Pieces)
		}
	}
	more, all := d.Rest.pawns(), d.total().pawns()
	if slices.Contains(d.Causes[:], mateCause) { // no number of pawns says what a mate is worth
		more, all = "", ""
	}
	if d.Rest != 0 {
		row(rest, d.Causes[0], d.Causes[1], more, nil)
	}
	row(total, d.Scores[0].String(), d.Scores[1].String(), all, nil)
	return b.String()
}

// text returns the piece, where it stands after both lines, and the difference in pawns:
// "Nf3 +0.31", or "Nf3 (e2) +0.31" if it stands on e2 after the second, with "-" for a
// piece that was captured.
func (p PieceDifference) text() string {
	name := p.Color.String()
	if p.From != NoSquare {
		name = p.at(0)
		if p.To[0] != p.To[1] {
			name += " (" + p.at(1) + ")"
		}
	}
	return name + " " + p.Score.pawns()
}

// at returns the piece with its square after one of both lines.
func (p PieceDifference) at(line int) string {
	switch {
	case p.To[line] == NoSquare:
		return "-"
	case p.Piece == NoPiece:
		return p.To[line].String()
	}
	return p.Piece.String() + p.To[line].String()
}

// The names of the features of the package.
const (
	mopUpName           = "mop-up"
	drawnEndingsName    = "drawn endings"
	winnabilityName     = "winnability"
	kingShelterName     = "king shelter"
	kingAttackName      = "king attack"
	materialName        = "material"
	tempoName           = "tempo"
	bishopPairName      = "bishop pair"
	pawnStructureName   = "pawn structure"
	passedPawnsName     = "passed pawns"
	minorPiecesName     = "minor pieces"
	rookFilesName       = "rook files"
	outpostsName        = "outposts"
	pieceMobilityName   = "piece mobility"
	threatsName         = "threats"
	spaceName           = "space"
	castleScoreName     = "castle score"
	checkScoreName      = "check score"
	coverageName        = "coverage"
	exchangeName        = "exchange"
	remainingChecksName = "remaining checks"
	kingExposureName    = "king exposure"
	mobilityName        = "mobility"
	pieceSquareName     = "piece-square"
	pawnsAndKingsName   = "pawns and kings"
	allPiecesName       = "all pieces"
)
