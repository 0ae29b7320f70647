package chess

import (
	_ "embed" // for the weights of the default network
	"encoding/base64"
	"encoding/binary"
	"math/bits"
)

// pawnNetwork is the feature of pawns and kings that were learned from scored
// positions: what the other features leave over, as far as pawns and kings can tell. It
// is a small neural network. Each side looks at the board from its own side: it has 224
// inputs, of which those are on that have a piece, its own pawns, the enemy's pawns, its
// own king and the enemy's king, each by square. Each of 32 units adds up its weights of
// the inputs that are on, and counts if the sum is positive. The units, weighted, add up
// to a value for the middlegame and one for the endgame. The score is the value of
// White's view minus that of Black's, so that it changes its sign with the colours.
//
// A piece is credited with its part of both views. Of what a unit counts more than on an
// empty board, each piece has the share that its weight has in the sum of all weights.
// These are the Aumann-Shapley values of the pieces: what each adds on average while all
// of them appear at once, little by little. In a file of weights the network is text: see
// WriteWeights.
type pawnNetwork struct {
	Input  [pawnInputs][pawnUnits]int16 // the weights of the inputs
	Bias   [pawnUnits]int16             // with what each unit begins
	Output [2][pawnUnits]int16          // the weights of the units, for middlegame and endgame
}

const (
	pawnUnits  = 32
	pawnInputs = 224

	// inputUnit is a sum of 1 in a unit, and outputUnit a weight that makes a centipawn
	// of that.
	inputUnit  = 256
	outputUnit = 64

	// maxPawnValue is the largest value of a view, either way, in centipawns.
	maxPawnValue = 3000
)

//go:embed eval_pawnnetwork.bin
var pawnNetworkNumbers []byte

// defaultPawnNetwork returns weights that were learned from scored positions of the
// library's own games.
func defaultPawnNetwork() *pawnNetwork {
	f := new(pawnNetwork)
	if !f.setNumbers(pawnNetworkNumbers) {
		panic("the file is not what it was when the library was built")
	}
	return f
}

// Name returns "pawns and kings".
func (*pawnNetwork) Name() string { return "pawns and kings" }

// rows returns all numbers, in the order of the fields.
func (f *pawnNetwork) rows() []*[pawnUnits]int16 {
	rows := make([]*[pawnUnits]int16, 0, pawnInputs+3)
	for i := range f.Input {
		rows = append(rows, &f.Input[i])
	}
	return append(rows, &f.Bias, &f.Output[0], &f.Output[1])
}

// setNumbers sets all numbers, which are varints (see encoding/binary), and reports whether
// that is what they are.
func (f *pawnNetwork) setNumbers(b []byte) bool {
	right := true
	for _, row := range f.rows() {
		for i := range row {
			w, n := binary.Varint(b)
			right = right && n > 0 && w == int64(int16(w))
			row[i], b = int16(w), b[max(n, 0):]
		}
	}
	return right && len(b) == 0
}

// MarshalText returns the numbers as varints in base64. The error is always nil.
func (f *pawnNetwork) MarshalText() ([]byte, error) {
	var b []byte
	for _, row := range f.rows() {
		for _, w := range row {
			b = binary.AppendVarint(b, int64(w))
		}
	}
	return base64.StdEncoding.AppendEncode(nil, b), nil
}

// UnmarshalText reads what MarshalText returns. An error is a *ParseError that matches
// ErrSyntax.
func (f *pawnNetwork) UnmarshalText(text []byte) error {
	if b, err := base64.StdEncoding.AppendDecode(nil, text); err != nil || !f.setNumbers(b) {
		return &ParseError{Kind: ErrSyntax, Field: "network", Input: shorten(string(text), maxExcerpt), Detail: "not a network of pawns and kings"}
	}
	return nil
}

// Score credits the difference of both views to White, or explains it.
func (f *pawnNetwork) Score(s *Survey) {
	if s.trace != nil {
		f.explain(s)
		return
	}
	sums := f.empty()
	sums.move(f, new(pawnsAndKings), newPawnsAndKings(s))
	s.sums[White] += f.score(&sums).pair()
}

// Fork returns a network that credits the same. It keeps scores in a table, and computes
// others from the position before.
func (f *pawnNetwork) Fork() Feature { return &forkedPawnNetwork{pawnNetwork: f, sums: f.empty()} }

// forkedPawnNetwork is a pawnNetwork for one goroutine.
type forkedPawnNetwork struct {
	*pawnNetwork
	at    pawnsAndKings // what sums are for
	sums  pawnSums
	table [1 << pawnScoreBits]keptPawnScore
}

const pawnScoreBits = 14 // 384 KiB

// A keptPawnScore is an entry of the table. An empty one is right for no position, since
// both kings are on a1.
type keptPawnScore struct {
	key    pawnKingKey
	mg, eg int16
}

// Score credits what pawnNetwork.Score does.
func (f *forkedPawnNetwork) Score(s *Survey) {
	if s.trace != nil {
		f.explain(s)
		return
	}
	at := newPawnsAndKings(s)
	key := at.key()
	kept := &f.table[key.index()]
	if kept.key != key {
		f.sums.move(f.pawnNetwork, &f.at, at)
		f.at = *at
		t := f.score(&f.sums)
		*kept = keptPawnScore{key, int16(t.MG), int16(t.EG)}
	}
	s.sums[White] += Tapered{Score(kept.mg), Score(kept.eg)}.pair()
}

// pawnsAndKings has the pawns and the king of each colour: by Color, and first the pawns.
type pawnsAndKings [2][2]SquareSet

// newPawnsAndKings returns those of the position.
func newPawnsAndKings(s *Survey) *pawnsAndKings {
	return &pawnsAndKings{
		{s.Pieces(White, Pawn), s.Pieces(White, King)},
		{s.Pieces(Black, Pawn), s.Pieces(Black, King)},
	}
}

// A pawnKingKey has the pawns of each colour and the square of its king, exactly: no pawn
// is on the first rank, where the number of the square is.
type pawnKingKey [2]uint64

// key returns the key.
func (p *pawnsAndKings) key() pawnKingKey {
	return pawnKingKey{uint64(p[White][0]) | uint64(p[White][1].First()), uint64(p[Black][0]) | uint64(p[Black][1].First())}
}

// index returns the index of the key in the table.
func (k *pawnKingKey) index() uint64 {
	high, low := bits.Mul64(k[0]^0x9E3779B97F4A7C15, k[1]^0xD1B54A32D192ED03)
	return (high ^ low) >> (64 - pawnScoreBits)
}

// pawnSums has the sums of the units, by the Color whose view it is.
type pawnSums [2][pawnUnits]int32

// empty returns the sums of an empty board.
func (f *pawnNetwork) empty() (sums pawnSums) {
	for view := range sums {
		for i, b := range f.Bias {
			sums[view][i] = int32(b)
		}
	}
	return sums
}

// move changes the sums from one position to another.
func (n *pawnSums) move(f *pawnNetwork, from, to *pawnsAndKings) {
	for c := range Color(2) {
		for kind := range from[c] {
			for set := to[c][kind] &^ from[c][kind]; set != 0; set &= set - 1 {
				n.add(f, c, kind, set.First())
			}
			for set := from[c][kind] &^ to[c][kind]; set != 0; set &= set - 1 {
				n.remove(f, c, kind, set.First())
			}
		}
	}
}

// add adds a piece of c: a pawn if kind is 0, else its king.
func (n *pawnSums) add(f *pawnNetwork, c Color, kind int, sq Square) {
	for view := range n {
		sums := &n[view]
		for i, w := range &f.Input[pawnInput(Color(view), c, kind, sq)] {
			sums[i] += int32(w)
		}
	}
}

// remove removes a piece that add has added.
func (n *pawnSums) remove(f *pawnNetwork, c Color, kind int, sq Square) {
	for view := range n {
		sums := &n[view]
		for i, w := range &f.Input[pawnInput(Color(view), c, kind, sq)] {
			sums[i] -= int32(w)
		}
	}
}

// pawnInput returns the input of a view that is on if a piece of c is on a square: a pawn
// if kind is 0, else its king.
func pawnInput(view, c Color, kind int, sq Square) int {
	first := [2][2]int{{0 - int(A2), 96}, {48 - int(A2), 160}} // of the view's side, and of the other
	return first[view^c][kind] + int(sq^A8*Square(view))
}

// score returns the value of White's view minus that of Black's.
func (f *pawnNetwork) score(sums *pawnSums) Tapered {
	return f.value(&sums[White]).Minus(f.value(&sums[Black]))
}

// value returns the value of a view.
func (f *pawnNetwork) value(sums *[pawnUnits]int32) Tapered {
	var mg, eg int64
	for i, sum := range sums {
		active := int64(max(sum, 0))
		mg += active * int64(f.Output[0][i])
		eg += active * int64(f.Output[1][i])
	}
	return Tapered{pawnValue(mg), pawnValue(eg)}
}

// pawnValue returns the centipawns that units add up to, rounded toward zero.
func pawnValue(sum int64) Score {
	return Score(min(max(sum/(inputUnit*outputUnit), -maxPawnValue), maxPawnValue))
}

// explain credits each pawn and king with its part of both views.
func (f *pawnNetwork) explain(s *Survey) {
	position := newPawnsAndKings(s)
	white, black := f.parts(White, position), f.parts(Black, position)
	for c := range Color(2) {
		for sq := range (position[c][0] | position[c][1]).All() {
			t := white[sq].Minus(black[sq])
			if c == Black {
				t = t.Times(-1)
			}
			s.Credit(c, sq, t)
		}
	}
}

// parts returns, by square, what each pawn and king adds to the value of a view. They add
// up to that less the value of an empty board, which is the same in both views.
func (f *pawnNetwork) parts(view Color, position *pawnsAndKings) (parts [64]Tapered) {
	empty := f.empty()
	sums := empty
	sums.move(f, new(pawnsAndKings), position)
	from, to := &empty[view], &sums[view]
	before := f.value(from)
	var added [pawnUnits]int64 // the weights of the pieces so far
	for _, c := range [2]Color{view, view.Other()} {
		for kind, set := range position[c] {
			if view == Black {
				set = set.mirror() // so that the order, and with it the rounding, is the same
			}
			for at := range set.All() {
				sq := at ^ A8*Square(view)
				for i, w := range &f.Input[pawnInput(view, c, kind, sq)] {
					added[i] += int64(w)
				}
				now := f.share(from, to, &added)
				parts[sq] = now.Minus(before)
				before = now
			}
		}
	}
	return parts
}

// share returns the value on the way from an empty board to a position: each unit has
// changed by the share of the weights that are added.
func (f *pawnNetwork) share(from, to *[pawnUnits]int32, added *[pawnUnits]int64) Tapered {
	var sums [2]int64
	for i := range added {
		empty, all := int64(max(from[i], 0)), int64(to[i])-int64(from[i])
		change := int64(max(to[i], 0)) - empty
		for part := range sums {
			w := int64(f.Output[part][i])
			sums[part] += w * empty
			switch {
			case change != 0:
				sums[part] += w * change * added[i] / all
			case all == 0 && empty > 0: // it is on all the way
				sums[part] += w * added[i]
			}
		}
	}
	return Tapered{pawnValue(sums[0]), pawnValue(sums[1])}
}
