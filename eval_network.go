package chess

import (
	_ "embed" // for the weights of the default networks
	"encoding/base64"
	"encoding/binary"
	"math"
)

// network is the feature of a small neural network, trained on scored positions to predict what
// the other features miss. Each side looks at the board from its own side of it, with the files
// exchanged if its king is on one of the files e to h. There are 736 inputs, one for each square and
// each type of own or enemy piece, which is on if the piece is there. Each of 64 units adds up its
// weights of the inputs that are on, and counts if the sum is positive. The units, weighted, add up
// to a value for the middlegame and one for the endgame. The score is the value of White's view minus
// that of Black's, so that it changes its sign with the colours. It is zero without pawns, and with
// six pieces or fewer, kings included.
//
// A piece is credited with its part of both views: its share of what a unit counts more than on
// an empty board is that of its weight in the sum of all weights.
// These are the Aumann-Shapley values of the pieces: what each adds on average while all
// of them appear at once, little by little. In a file of weights the network is text: see
// WriteWeights.
type network struct {
	Input  [networkInputs][networkUnits]int16 // the weights of the inputs
	Bias   [networkUnits]int16                // with what each unit begins
	Output [2][networkUnits]int16             // the weights of the units, for middlegame and endgame
}

const (
	networkInputs = 2*48 + 2*5*64
	networkUnits  = 64

	// inputUnit is a sum of 1 in a unit, and outputUnit a weight that makes a centipawn
	// of that.
	inputUnit  = 256
	outputUnit = 64

	// maxNetworkValue is the largest value of a view, either way, in centipawns.
	maxNetworkValue = 3000
)

//go:embed networks/pieces.bin
var embeddedNumbers []byte

// defaultCoordination returns weights that were learned from scored positions.
func defaultCoordination() *network {
	f := new(network)
	if !f.setNumbers(embeddedNumbers) {
		panic("the file is not what it was when the library was built")
	}
	return f
}

const coordinationName = "coordination"

// Name returns "coordination".
func (*network) Name() string { return coordinationName }

// AppliesTo returns true for ordinary chess, three-check and King of the Hill: the numbers are those of
// ordinary play.
func (f *network) AppliesTo(v Variant) bool { return v <= KingOfTheHill }

// rows returns all numbers, in the order of the fields.
func (f *network) rows() []*[networkUnits]int16 {
	rows := make([]*[networkUnits]int16, 0, networkInputs+3)
	for i := range f.Input {
		rows = append(rows, &f.Input[i])
	}
	return append(rows, &f.Bias, &f.Output[0], &f.Output[1])
}

// setNumbers sets all numbers, which are varints (see encoding/binary), and reports whether
// that is what they are. Units that they do not have are of zeros.
func (f *network) setNumbers(b []byte) bool {
	rows, count := f.rows(), 0
	for _, last := range b {
		count += int(^last >> 7) // of the last bytes of numbers
	}
	units := count / len(rows)
	right := units > 0 && units <= networkUnits
	for _, row := range rows {
		for i := range min(units, networkUnits) {
			w, n := binary.Varint(b)
			right = right && n > 0 && w == int64(int16(w))
			row[i], b = int16(w), b[max(n, 0):]
		}
	}
	return right && len(b) == 0
}

// fits reports whether all sums fit in a forkedNetwork, whatever the position: those of a
// unit in 16 bits, and those of an output in 32. A position may have more than 32 pieces, so the largest weight
// of a piece on each square counts.
func (f *network) fits() bool {
	var largest [64][networkUnits]int64 // by square and unit
	for i, row := range f.Input {
		_, _, sq := placeOf(i)
		for unit, w := range row {
			largest[sq][unit] = max(largest[sq][unit], int64(w), -int64(w))
		}
	}
	var outputs [2]int64
	for unit, b := range f.Bias {
		sum := max(int64(b), -int64(b))
		for sq := range largest {
			sum += largest[sq][unit]
		}
		if b == math.MinInt16 || sum > math.MaxInt16 {
			return false
		}
		for part := range outputs {
			w := int64(f.Output[part][unit])
			outputs[part] += sum * max(w, -w)
		}
	}
	return max(outputs[0], outputs[1]) <= math.MaxInt32
}

// MarshalText returns the numbers as varints in base64, without those of the last units if all are
// zero. The error is always nil.
func (f *network) MarshalText() ([]byte, error) {
	rows, units := f.rows(), 1
	for _, row := range rows {
		for i, w := range row {
			if w != 0 {
				units = max(units, i+1)
			}
		}
	}
	var b []byte
	for _, row := range rows {
		for _, w := range row[:units] {
			b = binary.AppendVarint(b, int64(w))
		}
	}
	return base64.StdEncoding.AppendEncode(nil, b), nil
}

// UnmarshalText reads what MarshalText returns. An error is a *ParseError that matches
// ErrSyntax.
func (f *network) UnmarshalText(text []byte) error {
	read := new(network)
	if b, err := base64.StdEncoding.AppendDecode(nil, text); err != nil || !read.setNumbers(b) || !read.fits() {
		return &ParseError{Kind: ErrSyntax, Field: "network", Input: shorten(string(text), maxExcerpt), Detail: "not a network with weights of usual size"}
	}
	*f = *read
	return nil
}

// Score credits the difference of both views to White, or explains it.
func (f *network) Score(s *Survey) {
	if s.silencesNetworks() {
		return
	}
	pieces := planesOf(s)
	if s.trace != nil {
		f.explain(s, &pieces)
		return
	}
	white, black := f.sums(White, &pieces), f.sums(Black, &pieces)
	s.sums[White] += f.value(&white).minus(f.value(&black)).pair()
}

// silentPieces is the number of pieces, kings included, up to which networks are silent: other
// features know such endings, and a network hides what they say.
const silentPieces = 6

// silencesNetworks reports whether the networks have nothing to say.
func (s *Survey) silencesNetworks() bool {
	return s.Pieces(White, Pawn)|s.Pieces(Black, Pawn) == 0 || s.Occupied().Len() <= silentPieces
}

// Fork returns a network that credits the same. It computes scores from the position before.
func (f *network) Fork() Feature { return newForkedNetwork(f) }

// forkedNetwork is a network for one goroutine. It keeps the sums of the units for the
// last position, and changes them by the pieces that differ in the next: a few, in a search.
//
// Four sums are in one word, so that one addition adds four weights: each in 16 bits, and
// larger by unitZero than it is, so that it is never negative. The networks are checked to
// have no larger sums: see fits.
type forkedNetwork struct {
	*network
	input  [networkInputs]packedUnits // the weights of the inputs
	bias   packedUnits                // the sums of an empty board
	output [networkUnits]pair         // the weights of the units, for middlegame and endgame

	pieces piecePlanes // of the last position
	turned [2]Square   // its views: see piecePlanes
	units  [2]packedUnits
}

// packedUnits has a number for each unit, four in a word.
type packedUnits [networkUnits / 4]uint64

// unitZero is a sum of zero in each of four units.
const unitZero = 0x8000_8000_8000_8000

// newForkedNetwork returns a fork of f.
func newForkedNetwork(f *network) *forkedNetwork {
	fork := &forkedNetwork{network: f}
	for i := range f.Input {
		fork.input[i] = packUnits(&f.Input[i])
	}
	fork.bias = packUnits(&f.Bias)
	for i := range fork.bias {
		fork.bias[i] += unitZero
	}
	for i := range fork.output {
		fork.output[i] = Tapered{Score(f.Output[0][i]), Score(f.Output[1][i])}.pair()
	}
	fork.units = [2]packedUnits{fork.bias, fork.bias}
	return fork
}

// packUnits returns the weights, four in a word.
func packUnits(row *[networkUnits]int16) (packed packedUnits) {
	for i, w := range row {
		packed[i/4] += uint64(int64(w)) << (i % 4 * 16)
	}
	return packed
}

// Score credits what network.Score does.
func (f *forkedNetwork) Score(s *Survey) {
	if s.trace != nil {
		f.network.Score(s)
		return
	}
	if s.silencesNetworks() {
		return
	}
	pieces := planesOf(s)
	f.move(&pieces)
	s.sums[White] += f.valueOf(White).minus(f.valueOf(Black)).pair()
}

// move changes the sums to those of another position. A view is summed up anew when its
// king crosses the middle of the board.
func (f *forkedNetwork) move(to *piecePlanes) {
	from := &f.pieces
	changed := (from[0] ^ to[0]) | (from[1] ^ to[1]) | (from[2] ^ to[2]) | (from[3] ^ to[3])
	for view := range Color(2) {
		if turned := to.turned(view); turned != f.turned[view] {
			f.turned[view] = turned
			f.units[view] = f.bias
			f.change(view, &piecePlanes{}, to, to.occupied())
			continue
		}
		f.change(view, from, to, changed)
	}
	f.pieces = *to
}

// change changes the sums of a view by the squares where the pieces are others.
func (f *forkedNetwork) change(view Color, from, to *piecePlanes, changed SquareSet) {
	units, turned := &f.units[view&1], f.turned[view&1]
	var gone, come [64]uint16 // the inputs
	goneLen, comeLen := 0, 0
	for ; changed != 0; changed &= changed - 1 {
		sq := changed.First()
		if c, t := from.at(sq); t != NoPieceType {
			gone[goneLen&63] = uint16(inputOf(view, turned, c, t, sq))
			goneLen++
		}
		if c, t := to.at(sq); t != NoPieceType {
			come[comeLen&63] = uint16(inputOf(view, turned, c, t, sq))
			comeLen++
		}
	}
	both := min(goneLen, comeLen)
	for i := range both {
		units.exchange(&f.input[gone[i&63]], &f.input[come[i&63]])
	}
	for _, i := range gone[both:goneLen] {
		units.exchange(&f.input[i], &noUnits)
	}
	for _, i := range come[both:comeLen] {
		units.exchange(&noUnits, &f.input[i])
	}
}

// noUnits are the weights of no input.
var noUnits packedUnits

// exchange takes the weights of an input from the sums, and adds those of another. As a loop it
// would take 1.3 times the instructions.
func (u *packedUnits) exchange(gone, come *packedUnits) {
	u[0] += come[0] - gone[0]
	u[1] += come[1] - gone[1]
	u[2] += come[2] - gone[2]
	u[3] += come[3] - gone[3]
	u[4] += come[4] - gone[4]
	u[5] += come[5] - gone[5]
	u[6] += come[6] - gone[6]
	u[7] += come[7] - gone[7]
	u[8] += come[8] - gone[8]
	u[9] += come[9] - gone[9]
	u[10] += come[10] - gone[10]
	u[11] += come[11] - gone[11]
	u[12] += come[12] - gone[12]
	u[13] += come[13] - gone[13]
	u[14] += come[14] - gone[14]
	u[15] += come[15] - gone[15]
}

// valueOf returns the value of a view, as network.value does.
func (f *forkedNetwork) valueOf(view Color) Tapered {
	const ones = 0x0001_0001_0001_0001
	sum := pair(0)
	for i, four := range &f.units[view&1] {
		positive := four >> 15 & ones
		four &= positive<<15 - positive
		out := (*[4]pair)(f.output[4*i:])
		sum += pair(four&0xFFFF)*out[0] + pair(four>>16&0xFFFF)*out[1] + pair(four>>32&0xFFFF)*out[2] + pair(four>>48)*out[3]
	}
	t := sum.tapered()
	return Tapered{networkValue(int64(t.MG)), networkValue(int64(t.EG))}
}

// unitSums has the sums of the units for a view.
type unitSums [networkUnits]int32

// sums returns the sums of a view of a position.
func (f *network) sums(view Color, pieces *piecePlanes) (sums unitSums) {
	for i, b := range f.Bias {
		sums[i] = int32(b)
	}
	turned := pieces.turned(view)
	for sq := range pieces.occupied().All() {
		c, t := pieces.at(sq)
		for i, w := range &f.Input[inputOf(view, turned, c, t, sq)] {
			sums[i] += int32(w)
		}
	}
	return sums
}

// value returns the value of a view.
func (f *network) value(sums *unitSums) Tapered {
	var mg, eg int64
	for i, sum := range sums {
		active := int64(max(sum, 0))
		mg += active * int64(f.Output[0][i])
		eg += active * int64(f.Output[1][i])
	}
	return Tapered{networkValue(mg), networkValue(eg)}
}

// networkValue returns the centipawns that units add up to, rounded toward zero.
func networkValue(sum int64) Score {
	return Score(min(max(sum/(inputUnit*outputUnit), -maxNetworkValue), maxNetworkValue))
}

// explain credits each piece with its part of both views.
func (f *network) explain(s *Survey, pieces *piecePlanes) {
	white, black := f.parts(White, pieces), f.parts(Black, pieces)
	for sq := range pieces.occupied().All() {
		t := white[sq].minus(black[sq])
		c, _ := pieces.at(sq)
		if c == Black {
			t = t.Times(-1)
		}
		s.Credit(c, sq, t)
	}
}

// parts returns, by square, what each piece adds to the value of a view. They add up to
// that less the value of an empty board, which is the same in both views.
func (f *network) parts(view Color, pieces *piecePlanes) (parts [64]Tapered) {
	from, to := f.sums(view, &piecePlanes{}), f.sums(view, pieces)
	turned := pieces.turned(view)
	before := f.value(&from)
	var added [networkUnits]int64 // the weights of the pieces so far
	for at := range NoSquare {    // as the view has it, so that the rounding is the same for both
		sq := at ^ A8*Square(view) ^ turned
		c, t := pieces.at(sq)
		if t == NoPieceType {
			continue
		}
		for i, w := range &f.Input[inputOf(view, turned, c, t, sq)] {
			added[i] += int64(w)
		}
		now := f.share(&from, &to, &added)
		parts[sq] = now.minus(before)
		before = now
	}
	return parts
}

// share returns the value on the way from an empty board to a position: each unit has
// changed by the share of the weights that are added.
func (f *network) share(from, to *unitSums, added *[networkUnits]int64) Tapered {
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
	return Tapered{networkValue(sums[0]), networkValue(sums[1])}
}

// firstInput has the input for A1, by whether the piece is the enemy's and by type. Pawns have no input on the
// first and the last rank.
var firstInput = [2][8]int{
	{Pawn: -8, Knight: 96, Bishop: 224, Rook: 352, Queen: 480, King: 608},
	{Pawn: 40, Knight: 160, Bishop: 288, Rook: 416, Queen: 544, King: 672},
}

// inputOf returns the input of a view for a piece on a square. turned is 7 if the view has
// the files exchanged, or else 0.
func inputOf(view Color, turned Square, c Color, t PieceType, sq Square) int {
	return firstInput[(view^c)&1][t&7] + int(sq^A8*Square(view)^turned)
}

// placeOf returns the piece and the square of an input: White's are the own ones.
func placeOf(input int) (c Color, t PieceType, sq Square) {
	for c, first := range firstInput {
		for t := Pawn; t <= King; t++ {
			if sq := input - first[t]; sq >= 0 && sq < 64 && (t > Pawn || sq >= int(A2) && sq <= int(H7)) {
				return Color(c), t, Square(sq)
			}
		}
	}
	panic("no such input")
}

// piecePlanes has the pieces of a position: three sets for the bits of the PieceType,
// and one for Black's pieces. So those that differ in two positions are found at once.
type piecePlanes [4]SquareSet

// planesOf returns the pieces of the position.
func planesOf(s *Survey) piecePlanes {
	return piecePlanes{
		s.byType[Pawn] | s.byType[Bishop] | s.byType[Queen],
		s.byType[Knight] | s.byType[Bishop] | s.byType[King],
		s.byType[Rook] | s.byType[Queen] | s.byType[King],
		s.byColor[Black],
	}
}

// at returns the piece on a square; the type is NoPieceType if there is none.
func (b *piecePlanes) at(sq Square) (Color, PieceType) {
	sq &= 63
	return Color(b[3]>>sq) & 1, PieceType(b[0]>>sq&1 | b[1]>>sq&1<<1 | b[2]>>sq&1<<2)
}

// occupied returns the squares of all pieces.
func (b *piecePlanes) occupied() SquareSet { return b[0] | b[1] | b[2] }

// turned returns 7 if the view of c has the files exchanged, or else 0.
func (b *piecePlanes) turned(c Color) Square {
	kings := b[1] & b[2] &^ b[0]
	if c == Black {
		kings &= b[3]
	} else {
		kings &^= b[3]
	}
	if kings&^queenside != 0 {
		return 7
	}
	return 0
}
