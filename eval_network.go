package chess

import (
	_ "embed" // for the weights of the default networks
	"encoding/base64"
	"encoding/binary"
	"iter"
	"math"
	"math/bits"
)

// network is the feature of a small neural network, trained on scored positions to predict what
// the other features miss. Each side looks at the board from its own side of it, with the files
// exchanged if its king is on one of the files e to h. There is an input for each square and
// each type of own or enemy piece that the network sees, which is on if the piece is there: 224
// inputs for pawns and kings, 736 for all pieces. Each of up to 64 units adds up its weights of the
// inputs that are on, and counts if the sum is positive. The units, weighted, add up to a value for the
// middlegame and one for the endgame. The score is the value of White's view minus that of
// Black's, so that it changes its sign with the colours. It is zero without pawns, and with
// six pieces or fewer, kings included.
//
// A piece is credited with its part of both views: its share of what a unit counts more than on
// an empty board is that of its weight in the sum of all weights.
// These are the Aumann-Shapley values of the pieces: what each adds on average while all
// of them appear at once, little by little. In a file of weights the network is text: see
// WriteWeights.
type network struct {
	Kind   networkKind            // which pieces it sees
	Input  [][networkUnits]int16  // the weights of the inputs
	Bias   [networkUnits]int16    // with what each unit begins
	Output [2][networkUnits]int16 // the weights of the units, for middlegame and endgame
}

const (
	networkUnits = 64

	// inputUnit is a sum of 1 in a unit, and outputUnit a weight that makes a centipawn
	// of that.
	inputUnit  = 256
	outputUnit = 64

	// maxNetworkValue is the largest value of a view, either way, in centipawns.
	maxNetworkValue = 3000
)

// newNetwork returns a network of zeros.
func newNetwork(k networkKind) *network {
	return &network{Kind: k, Input: make([][networkUnits]int16, k.inputs().count)}
}

var (
	//go:embed networks/pawns.bin
	pawnsAndKingsNumbers []byte

	//go:embed networks/pieces.bin
	allPiecesNumbers []byte
)

// defaultPawnsAndKings returns weights that were learned from scored positions of the
// library's own games, for a network that sees pawns and kings only.
func defaultPawnsAndKings() *network { return embeddedNetwork(pawnsAndKings, pawnsAndKingsNumbers) }

// defaultCoordination returns weights that were learned from scored positions of the library's
// own games, for a network as that of pawns and kings, which sees all pieces.
func defaultCoordination() *network { return embeddedNetwork(allPieces, allPiecesNumbers) }

// embeddedNetwork returns a network with the numbers of a file.
func embeddedNetwork(k networkKind, numbers []byte) *network {
	f := newNetwork(k)
	if !f.setNumbers(numbers) {
		panic("the file is not what it was when the library was built")
	}
	return f
}

// Name returns "pawns and kings" or "coordination".
func (f *network) Name() string { return f.Kind.inputs().name }

// AppliesTo returns true for ordinary chess, three-check and King of the Hill: the numbers are those of
// ordinary play.
func (f *network) AppliesTo(v Variant) bool { return v <= KingOfTheHill }

// rows returns all numbers, in the order of the fields.
func (f *network) rows() []*[networkUnits]int16 {
	rows := make([]*[networkUnits]int16, 0, len(f.Input)+3)
	for i := range f.Input {
		rows = append(rows, &f.Input[i])
	}
	return append(rows, &f.Bias, &f.Output[0], &f.Output[1])
}

// setNumbers sets all numbers, which are varints (see encoding/binary), and reports whether
// that is what they are, and none is too large. Units that they do not have are of zeros.
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
	return right && len(b) == 0 && f.fits()
}

// fits reports whether all sums fit in a forkedNetwork, whatever the position: those of a
// unit in 16 bits, and those of an output in 32.
func (f *network) fits() bool {
	var outputs [2]int64
	for unit, b := range f.Bias {
		largest := f.largestSum(unit)
		if b == math.MinInt16 || largest > math.MaxInt16 {
			return false
		}
		for part := range outputs {
			w := int64(f.Output[part][unit])
			outputs[part] += largest * max(w, -w)
		}
	}
	return max(outputs[0], outputs[1]) <= math.MaxInt32
}

// largestSum returns a limit of the sums of a unit, either way: the bias, and the largest
// weight of a piece on each square, since a position may have more than 32 pieces.
func (f *network) largestSum(unit int) int64 {
	var largest [64]int64 // by square
	inputs := f.Kind.inputs()
	for t, sq := range inputs.places() {
		for c := range Color(2) {
			w := int64(f.Input[inputs.input(c, t, sq)][unit])
			largest[sq] = max(largest[sq], w, -w)
		}
	}
	sum := max(int64(f.Bias[unit]), -int64(f.Bias[unit]))
	for _, w := range largest {
		sum += w
	}
	return sum
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
	read := newNetwork(f.Kind)
	if b, err := base64.StdEncoding.AppendDecode(nil, text); err != nil || !read.setNumbers(b) {
		return &ParseError{Kind: ErrSyntax, Field: "network", Input: shorten(string(text), maxExcerpt), Detail: "not a network of " + f.Kind.inputs().name + " with weights of usual size"}
	}
	*f = *read
	return nil
}

// Score credits the difference of both views to White, or explains it.
func (f *network) Score(s *Survey) {
	if s.silencesNetworks() || s.trace != nil && f.explains(s) {
		return
	}
	sums := f.sums(f.Kind.inputs().planesOf(s))
	s.sums[White] += f.value(&sums[White]).minus(f.value(&sums[Black])).pair()
}

// silentPieces is the number of pieces, kings included, up to which networks are silent: other
// features know such endings, and a network hides what they say.
const silentPieces = 6

// silencesNetworks reports whether the networks have nothing to say.
func (s *Survey) silencesNetworks() bool {
	return s.Pieces(White, Pawn)|s.Pieces(Black, Pawn) == 0 || s.Occupied().Len() <= silentPieces
}

// Fork returns a network that credits the same. It computes scores from the position
// before, and that of pawns and kings keeps them in a table.
func (f *network) Fork() Feature {
	fork := newForkedNetwork(f)
	if f.Kind == pawnsAndKings {
		return &keptNetwork{forkedNetwork: fork}
	}
	return fork
}

// forkedNetwork is a network for one goroutine. It keeps the sums of the units for the
// last position, and changes them by the pieces that differ in the next: a few, in a search.
//
// Four sums are in one word, so that one addition adds four weights: each in 16 bits, and
// larger by unitZero than it is, so that it is never negative. The networks are checked to
// have no larger sums: see fits.
type forkedNetwork struct {
	*network
	inputs *networkInputs
	input  []packedUnits      // the weights of the inputs
	bias   packedUnits        // the sums of an empty board
	output [networkUnits]pair // the weights of the units, for middlegame and endgame

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
	fork := &forkedNetwork{network: f, inputs: f.Kind.inputs(), input: make([]packedUnits, len(f.Input))}
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
	if s.silencesNetworks() || s.trace != nil && f.explains(s) {
		return
	}
	s.sums[White] += f.score(f.inputs.planesOf(s)).pair()
}

// score returns the value of White's view minus that of Black's.
func (f *forkedNetwork) score(pieces piecePlanes) Tapered {
	f.move(&pieces)
	return f.valueOf(White).minus(f.valueOf(Black))
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
	for ; changed != 0; changed &= changed - 1 {
		sq := changed.First()
		if c, t := from.at(sq); t != NoPieceType {
			units.remove(&f.input[f.inputs.inputOf(view, turned, c, t, sq)])
		}
		if c, t := to.at(sq); t != NoPieceType {
			units.add(&f.input[f.inputs.inputOf(view, turned, c, t, sq)])
		}
	}
}

// add adds weights to sums. With a loop an evaluation by the network alone would take 1.2
// times as long.
func (u *packedUnits) add(w *packedUnits) {
	u[0] += w[0]
	u[1] += w[1]
	u[2] += w[2]
	u[3] += w[3]
	u[4] += w[4]
	u[5] += w[5]
	u[6] += w[6]
	u[7] += w[7]
	u[8] += w[8]
	u[9] += w[9]
	u[10] += w[10]
	u[11] += w[11]
	u[12] += w[12]
	u[13] += w[13]
	u[14] += w[14]
	u[15] += w[15]
}

// remove undoes add.
func (u *packedUnits) remove(w *packedUnits) {
	u[0] -= w[0]
	u[1] -= w[1]
	u[2] -= w[2]
	u[3] -= w[3]
	u[4] -= w[4]
	u[5] -= w[5]
	u[6] -= w[6]
	u[7] -= w[7]
	u[8] -= w[8]
	u[9] -= w[9]
	u[10] -= w[10]
	u[11] -= w[11]
	u[12] -= w[12]
	u[13] -= w[13]
	u[14] -= w[14]
	u[15] -= w[15]
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

// keptNetwork is a network of pawns and kings for one goroutine.
type keptNetwork struct {
	*forkedNetwork
	table [1 << networkScoreBits]keptNetworkScore
}

const networkScoreBits = 14 // 384 KiB

// A keptNetworkScore is an entry of the table. An empty one is right for no position, since
// both kings are on a1.
type keptNetworkScore struct {
	key    pawnKingKey
	mg, eg int16
}

// Score credits what network.Score does.
func (f *keptNetwork) Score(s *Survey) {
	if s.silencesNetworks() || s.trace != nil && f.explains(s) {
		return
	}
	key := newPawnKingKey(s)
	kept := &f.table[key.index()]
	if kept.key != key {
		t := f.score(f.inputs.planesOf(s))
		*kept = keptNetworkScore{key, int16(t.MG), int16(t.EG)}
	}
	s.sums[White] += Tapered{Score(kept.mg), Score(kept.eg)}.pair()
}

// A pawnKingKey has the pawns of each colour and the square of its king, exactly: no pawn
// is on the first rank, where the number of the square is.
type pawnKingKey [2]uint64

// newPawnKingKey returns the key of the position.
func newPawnKingKey(s *Survey) pawnKingKey {
	return pawnKingKey{
		uint64(s.Pieces(White, Pawn)) | uint64(s.Pieces(White, King).First()),
		uint64(s.Pieces(Black, Pawn)) | uint64(s.Pieces(Black, King).First()),
	}
}

// index returns the index of the key in the table.
func (k *pawnKingKey) index() uint64 {
	high, low := bits.Mul64(k[0]^0x9E3779B97F4A7C15, k[1]^0xD1B54A32D192ED03)
	return (high ^ low) >> (64 - networkScoreBits)
}

// networkSums has the sums of the units, by the Color whose view it is.
type networkSums [2][networkUnits]int32

// sums returns the sums for a position.
func (f *network) sums(pieces piecePlanes) (sums networkSums) {
	for view := range Color(2) {
		for i, b := range f.Bias {
			sums[view][i] = int32(b)
		}
		turned := pieces.turned(view)
		for sq := range pieces.occupied().All() {
			c, t := pieces.at(sq)
			for i, w := range &f.Input[f.Kind.inputs().inputOf(view, turned, c, t, sq)] {
				sums[view][i] += int32(w)
			}
		}
	}
	return sums
}

// value returns the value of a view.
func (f *network) value(units *[networkUnits]int32) Tapered {
	var mg, eg int64
	for i, sum := range units {
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

// explains credits each piece with its part of both views, and returns true.
func (f *network) explains(s *Survey) bool {
	pieces := f.Kind.inputs().planesOf(s)
	white, black := f.parts(White, pieces), f.parts(Black, pieces)
	for sq := range pieces.occupied().All() {
		t := white[sq].minus(black[sq])
		c, _ := pieces.at(sq)
		if c == Black {
			t = t.Times(-1)
		}
		s.Credit(c, sq, t)
	}
	return true
}

// parts returns, by square, what each piece adds to the value of a view. They add up to
// that less the value of an empty board, which is the same in both views.
func (f *network) parts(view Color, pieces piecePlanes) (parts [64]Tapered) {
	empty, sums := f.sums(piecePlanes{}), f.sums(pieces)
	from, to := &empty[view], &sums[view]
	turned := pieces.turned(view)
	before := f.value(from)
	var added [networkUnits]int64 // the weights of the pieces so far
	for at := range NoSquare {    // as the view has it, so that the rounding is the same for both
		sq := at ^ A8*Square(view) ^ turned
		c, t := pieces.at(sq)
		if t == NoPieceType {
			continue
		}
		for i, w := range &f.Input[f.Kind.inputs().input(view^c, t, at)] {
			added[i] += int64(w)
		}
		now := f.share(from, to, &added)
		parts[sq] = now.minus(before)
		before = now
	}
	return parts
}

// share returns the value on the way from an empty board to a position: each unit has
// changed by the share of the weights that are added.
func (f *network) share(from, to *[networkUnits]int32, added *[networkUnits]int64) Tapered {
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

// networkKind is which pieces a network sees.
type networkKind uint8

const (
	pawnsAndKings networkKind = iota
	allPieces
)

// inputs returns the inputs of a network of the kind.
func (k networkKind) inputs() *networkInputs { return &networkInputsOf[k] }

const (
	pawnsAndKingsName = "pawns and kings"
	coordinationName  = "coordination"
)

var networkInputsOf = [...]networkInputs{
	pawnsAndKings: newNetworkInputs(pawnsAndKingsName, Pawn, King),
	allPieces:     newNetworkInputs(coordinationName, Pawn, Knight, Bishop, Rook, Queen, King),
}

// networkInputs has the inputs for the pieces that a network sees.
type networkInputs struct {
	name  string
	first [2][8]int // by whether the piece is the enemy's and by type: the input for A1
	count int
	seen  [8]bool // by type
}

// newNetworkInputs returns the inputs for the types of pieces. Pawns have 48 squares, and
// others 64.
func newNetworkInputs(name string, types ...PieceType) networkInputs {
	n := networkInputs{name: name}
	for _, t := range types {
		n.seen[t] = true
		for enemy := range n.first {
			n.first[enemy][t] = n.count
			n.count += 64
			if t == Pawn {
				n.first[enemy][t] -= int(A2)
				n.count -= 16
			}
		}
	}
	return n
}

// places yields the types of pieces that the network sees, and the squares that have inputs.
func (n *networkInputs) places() iter.Seq2[PieceType, Square] {
	return func(yield func(PieceType, Square) bool) {
		for t, seen := range n.seen {
			for sq := range NoSquare {
				pawnless := PieceType(t) == Pawn && (sq < A2 || sq > H7)
				if seen && !pawnless && !yield(PieceType(t), sq) {
					return
				}
			}
		}
	}
}

// input returns the input of White's view for a piece on a square, if the files are not
// exchanged.
func (n *networkInputs) input(c Color, t PieceType, sq Square) int {
	return n.first[c&1][t&7] + int(sq)
}

// inputOf returns the input of a view for a piece on a square. turned is 7 if the view has
// the files exchanged, or else 0.
func (n *networkInputs) inputOf(view Color, turned Square, c Color, t PieceType, sq Square) int {
	return n.input(view^c, t, sq^A8*Square(view)^turned)
}

// piecePlanes has the pieces that a network sees: three sets for the bits of the PieceType,
// and one for Black's pieces. So those that differ in two positions are found at once.
type piecePlanes [4]SquareSet

// planesOf returns the pieces of the position.
func (n *networkInputs) planesOf(s *Survey) (b piecePlanes) {
	pawns, kings := s.byType[Pawn], s.byType[King]
	if !n.seen[Knight] {
		return piecePlanes{pawns, kings, kings, s.byColor[Black] & (pawns | kings)}
	}
	return piecePlanes{
		pawns | s.byType[Bishop] | s.byType[Queen],
		s.byType[Knight] | s.byType[Bishop] | kings,
		s.byType[Rook] | s.byType[Queen] | kings,
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
