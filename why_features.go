package chess

import (
	"cmp"
	"slices"
)

// The smallest change of a feature that is worth a word, in centipawns: smallFeature, or
// tinyFeature if there is nothing else to say.
const (
	smallFeature Score = 15
	tinyFeature  Score = 5
)

// unspoken are the features about which there is nothing to say, since other remarks do
// or since they are no property of a piece, or no property that has a name, as with networks.
var unspoken = []string{"material", "tempo", "mop-up", "winnability", "drawn endings", "check score", "castle score", "coverage", "exchange",
	"space", "mobility", "all pieces", "pawns and kings"}

// aggressive are the features of the other side's pieces that a move can be said to change.
var aggressive = []string{"king attack", "threats", "piece mobility"}

// improves remarks which features the move changes at once, in favour of its side, by
// smallest or more.
func (x *examination) improves(c *candidate, smallest Score) {
	if x.position.isCapture(c.move) || c.after.inCheck() || len(c.remarks) > 0 {
		return
	}
	l := Line{Position: x.position, PV: []Move{c.move}}
	d := subtract([2]*Explanation{x.explanation(c), &x.before}, [2]*journey{l.journey(), &stay})
	x.features(c, &d, 0, RemarkImproves, smallest, 2)
}

// differs remarks which features are better at the end of the line than at that of the
// other one.
func (x *examination) differs(c *candidate) {
	w := &x.why
	if !x.exact || x.decided() || c.has(RemarkWins) || x.otherMaterial() {
		return
	}
	if c.index == 0 && w.Reasons[0].Line.Score-w.Reasons[1].Line.Score < smallLoss {
		return // there is no difference to explain
	}
	x.features(c, &w.Difference, c.index, RemarkDiffers, smallFeature, 3)
}

// features adds remarks about the largest differences in favour of line index of d, those
// of smallest or more.
func (x *examination) features(c *candidate, d *Difference, index int, kind RemarkKind, smallest Score, most int) {
	var all []Remark
	for _, f := range d.Features {
		if slices.Contains(unspoken, f.Name) {
			continue
		}
		for _, p := range f.Pieces {
			score := p.Score.view(x.us)
			if index == 1 {
				score = -score
			}
			if score < smallest || p.From != NoSquare && (p.To[0] == NoSquare || p.To[1] == NoSquare) {
				continue
			}
			if kind == RemarkImproves && p.Color != x.us && !slices.Contains(aggressive, f.Name) {
				continue
			}
			r := Remark{Kind: kind, Line: Line{Position: x.position}, Weight: score / 4, Feature: f.Name, Score: score, Pieces: []PieceOn{{p.Piece, p.To[index]}}}
			if p.From == NoSquare || p.Piece == NoPiece {
				r.Pieces = []PieceOn{{King.Of(p.Color), NoSquare}} // whose it is
			}
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b Remark) int { return cmp.Compare(b.Weight, a.Weight) })
	for _, r := range all {
		same := slices.ContainsFunc(c.remarks, func(b Remark) bool { return b.Kind == kind && b.Feature == r.Feature })
		if !same && most > 0 {
			c.add(r)
			most--
		}
	}
}
