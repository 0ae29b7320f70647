package chess

// SquareTable holds a number for each square, in centipawns, laid out as White sees the board:
// from a8 to h8, and at last from a1 to h1. For Black it is flipped vertically.
type SquareTable [64]Score

// At returns the number for a piece of colour c on sq; 0 for NoSquare.
func (t *SquareTable) At(c Color, sq Square) Score {
	if sq >= NoSquare {
		return 0
	}
	if c == White {
		sq ^= A8
	}
	return t[sq]
}

// Diagram returns a picture of the table for a piece on an empty board, from White's point of
// view: numbers of a black piece are mirrored and negated.
func (t *SquareTable) Diagram(piece Piece) Diagram {
	h := newHeat()
	for sq := range NoSquare {
		if piece.Type() != Pawn || sq >= A2 && sq <= H7 {
			h.Values[sq] = float64(t.At(piece.Color(), sq).view(piece.Color()))
		}
	}
	return Diagram{Heat: h, Caption: piece.Color().String() + " " + piece.Type().String()}
}

// newHeat returns an empty Heat for numbers from White's point of view.
func newHeat() *Heat {
	return &Heat{Values: map[Square]float64{}, Positive: "for White", Negative: "for Black"}
}

// PieceSquare is the feature of piece-square tables: a piece is worth, besides its material,
// what the table of its type has for its square.
type PieceSquare struct{ MG, EG [King + 1]SquareTable }

const pieceSquareName = "piece-square"

// Name returns "piece-square".
func (*PieceSquare) Name() string { return pieceSquareName }

// Score credits every piece with the number for its square.
func (f *PieceSquare) Score(s *Survey) {
	for sq, piece := range s.Position().Pieces() {
		c, t := piece.Color(), piece.Type()
		s.Credit(c, sq, Tapered{f.MG[t].At(c, sq), f.EG[t].At(c, sq)})
	}
}

// Fork returns a Feature that credits the same and is several times as fast.
func (f *PieceSquare) Fork() Feature {
	prepared := &preparedPieceSquare{tables: *f}
	for c := range Color(2) {
		for t := Pawn; t <= King; t++ {
			for sq := range NoSquare {
				e := placedPiece(t.Of(c))<<8 | placedPiece(mailbox[sq])
				prepared.value[e] = Tapered{f.MG[t].At(c, sq), f.EG[t].At(c, sq)}.pair()
			}
		}
	}
	return prepared
}

// preparedPieceSquare is PieceSquare with one table of both colours: a placedPiece,
// piece and mailbox square, is the index.
type preparedPieceSquare struct {
	tables PieceSquare
	value  [16 << 8]pair
}

// Name returns that of the tables.
func (f *preparedPieceSquare) Name() string { return f.tables.Name() }

// Score credits what PieceSquare.Score does.
func (f *preparedPieceSquare) Score(s *Survey) {
	if s.trace != nil { // which needs to know the squares
		f.tables.Score(s)
		return
	}
	if s.position.large {
		f.scoreMore(s)
	}
	pieces := &s.position.pieces
	var white, black pair
	for i := range 16 {
		white += f.value[pieces[i]&0xFFF]
		black += f.value[pieces[i+32]&0xFFF]
	}
	s.sums[White] += white
	s.sums[Black] += black
}

// scoreMore credits the pieces beyond the first sixteen places of the armies.
func (f *preparedPieceSquare) scoreMore(s *Survey) {
	for c := range Color(2) {
		for _, e := range s.position.armyList(armyOf(c))[16:] {
			s.sums[c] += f.value[e&0xFFF]
		}
	}
}

// String returns the name of the feature.
func (f PieceSquare) String() string { return f.Name() }

// defaultPieceSquare returns the tables of the default evaluator, which were
// tuned together with defaultMaterial, starting from PeSTO's.
func defaultPieceSquare() *PieceSquare { return &PieceSquare{defaultMG, defaultEG} }

// pestoPieceSquare returns the tables of PeSTO's evaluation (Ronald
// Friederich), which were tuned together with pestoMaterial.
func pestoPieceSquare() *PieceSquare { return &PieceSquare{pestoMG, pestoEG} }

// simplifiedPieceSquare returns the tables of the Simplified Evaluation
// Function (Tomasz Michniewski), with the king's for the middlegame. They are
// the same throughout the game.
func simplifiedPieceSquare() *PieceSquare { return &PieceSquare{simplified, simplified} }

// threeCheckPieceSquare returns piece-square tables for three-check, where a
// piece is well placed if it can give check soon: the Simplified ones (see
// simplifiedPieceSquare), with more for each rank that a piece other than the king
// has advanced.
func threeCheckPieceSquare() *PieceSquare {
	tables := simplified
	for t, more := range [King]Score{Pawn: 2, Knight: 8, Bishop: 6, Rook: 4, Queen: 7} {
		for i := range tables[t] {
			tables[t][i] += more * Score(7-i/8)
		}
	}
	return &PieceSquare{tables, tables}
}

// defaultMG and defaultEG are the tables of defaultPieceSquare.
var defaultMG = [King + 1]SquareTable{
	Pawn: {
		0, 0, 0, 0, 0, 0, 0, 0,
		100, 95, 42, 54, 66, 112, 25, 9,
		12, -4, 29, 21, 10, 49, 19, -16,
		0, 6, 6, 10, 13, 16, -2, -1,
		-9, -10, -1, 7, 12, 5, -9, -14,
		-10, -9, -7, -4, 2, 3, 7, -8,
		-9, 0, -10, -6, -4, 10, 12, -14,
		0, 0, 0, 0, 0, 0, 0, 0,
	},
	Knight: {
		-106, -75, -27, -43, 55, -80, -14, -87,
		-13, -21, 22, 27, 26, 56, 0, -14,
		-21, 20, 30, 37, 59, 67, 28, 8,
		0, 17, 29, 34, 27, 32, 24, 30,
		5, 12, 20, 13, 18, 25, 21, 4,
		-16, -3, 4, 4, 15, 9, -3, -11,
		-27, -21, -17, -2, -6, -6, -23, -18,
		-83, -23, -29, -15, -16, -12, -24, -42,
	},
	Bishop: {
		-21, 2, -51, -29, -24, -17, 8, -8,
		-14, 3, -5, -11, 25, 20, 4, -20,
		-5, 26, 7, 24, 11, 24, 18, 7,
		6, 9, 29, 38, 18, 20, 12, 5,
		1, 12, 17, 27, 28, 13, 7, 4,
		5, 18, 7, 14, 8, 6, 19, 9,
		13, 9, 16, 2, 4, 12, 11, 4,
		-15, 6, -2, -5, -1, -14, -34, -16,
	},
	Rook: {
		9, 27, 12, 28, 30, 10, 22, 13,
		6, 29, 32, 53, 50, 47, 22, 27,
		1, 27, 22, 33, 43, 48, 37, 10,
		-13, 1, 2, 12, 15, 39, 2, -7,
		-19, -18, -2, -7, 4, -5, 4, -15,
		-19, -22, -17, -23, -1, -6, -1, -18,
		-20, -14, -16, 5, -8, 0, -1, -51,
		-9, -4, -3, 3, 7, 5, -9, -5,
	},
	Queen: {
		-33, -5, 21, 14, 27, 36, 22, 3,
		-8, -34, -9, 1, -16, 21, 9, 15,
		-6, 5, 4, 5, 20, 32, 24, 15,
		-6, -8, -2, -3, -2, 14, -2, 5,
		-5, -3, 1, -9, -3, -2, 1, -6,
		-7, 3, -1, -1, -4, 1, 7, -6,
		-14, -5, 7, 0, 3, 19, 3, 2,
		-1, -7, -5, 1, -11, -26, -27, -23,
	},
	King: {
		-67, 29, 21, -12, -44, -28, 7, 11,
		23, -1, -24, -10, -8, -8, -38, -32,
		-11, 14, 0, -20, -27, 0, 17, -24,
		-14, -26, -24, -46, -45, -54, -24, -48,
		-44, 0, -27, -42, -70, -41, -37, -63,
		-10, -16, -14, -29, -22, -15, 1, -18,
		8, 12, -8, -15, -23, -5, 16, 18,
		-22, 13, 7, -21, -26, -21, 18, 5,
	},
}

var defaultEG = [King + 1]SquareTable{
	Pawn: {
		0, 0, 0, 0, 0, 0, 0, 0,
		56, 82, 124, 168, 173, 128, 109, 42,
		14, 54, 16, 10, 36, 15, 17, 42,
		22, 11, -2, -5, 1, -15, 21, 6,
		19, 16, 1, -7, -4, 4, 15, 4,
		13, -1, 2, -3, 3, 5, 7, -3,
		18, 7, 21, 16, 27, 25, 24, 10,
		0, 0, 0, 0, 0, 0, 0, 0,
	},
	Knight: {
		-41, -17, -1, -19, -25, -28, -39, -86,
		-19, 5, -9, -2, -9, -30, -33, -49,
		-9, -3, 8, -4, -1, -12, -28, -48,
		-4, -6, 8, 13, 12, 7, -13, -11,
		-16, -19, -1, 10, 15, 2, -3, -15,
		-16, -1, -7, 2, -2, -18, -19, -5,
		-34, -5, -14, -15, -16, -23, -7, -22,
		-15, -21, -20, -11, -15, -22, -38, -53,
	},
	Bishop: {
		-6, -12, -1, 9, 0, 9, -9, -27,
		5, -1, 0, 3, 7, -1, 4, -7,
		-3, 2, -1, -2, -6, 8, -7, -2,
		-5, 1, 1, 6, 7, -8, 6, -4,
		-2, -2, 3, 9, 1, -1, -9, -1,
		-13, -4, -1, -7, 13, -9, 1, -22,
		-18, -25, -18, -6, -8, -2, -34, -26,
		-11, -25, -7, -2, 1, -18, -2, 4,
	},
	Rook: {
		13, 12, 22, 10, 11, 27, 10, 10,
		0, 2, 5, 0, -1, -3, 13, -15,
		21, 9, 8, 6, 6, 6, -1, 6,
		26, 22, 14, 13, 6, 19, 12, 10,
		9, 4, 13, 6, 0, -3, 14, -8,
		8, -2, 0, 6, -6, -10, -9, -4,
		-14, -4, 0, -14, -18, -27, -20, -15,
		-19, -26, -17, -20, -28, -21, -22, -38,
	},
	Queen: {
		2, 24, 10, 35, 11, 9, 6, 5,
		-2, 32, 18, 35, 38, 16, 13, 1,
		-10, 15, 29, 36, 49, 22, 21, 6,
		12, 33, 24, 32, 47, 35, 62, 25,
		-6, 32, 27, 45, 26, 24, 43, 21,
		-10, -14, 14, 8, 12, 14, 4, 3,
		-24, -12, -23, -9, -13, -36, -23, -35,
		-43, -32, -28, -27, -18, -28, -23, -24,
	},
	King: {
		-82, -4, -1, -2, 5, 22, 31, -16,
		-6, 40, 0, 35, 9, 29, 18, 4,
		10, 8, 19, 36, 16, 34, 18, 8,
		2, 6, 16, 7, 16, 27, 23, -1,
		-13, 4, 15, 6, 18, 7, 7, -4,
		-6, -7, -1, -3, -2, 4, 0, -10,
		-11, -14, -2, -11, -5, -2, -6, -20,
		14, -30, -15, -20, -19, -14, -22, -41,
	},
}

// pestoMG and pestoEG are the tables of pestoPieceSquare.
var pestoMG = [King + 1]SquareTable{
	Pawn: {
		0, 0, 0, 0, 0, 0, 0, 0,
		98, 134, 61, 95, 68, 126, 34, -11,
		-6, 7, 26, 31, 65, 56, 25, -20,
		-14, 13, 6, 21, 23, 12, 17, -23,
		-27, -2, -5, 12, 17, 6, 10, -25,
		-26, -4, -4, -10, 3, 3, 33, -12,
		-35, -1, -20, -23, -15, 24, 38, -22,
		0, 0, 0, 0, 0, 0, 0, 0,
	},
	Knight: {
		-167, -89, -34, -49, 61, -97, -15, -107,
		-73, -41, 72, 36, 23, 62, 7, -17,
		-47, 60, 37, 65, 84, 129, 73, 44,
		-9, 17, 19, 53, 37, 69, 18, 22,
		-13, 4, 16, 13, 28, 19, 21, -8,
		-23, -9, 12, 10, 19, 17, 25, -16,
		-29, -53, -12, -3, -1, 18, -14, -19,
		-105, -21, -58, -33, -17, -28, -19, -23,
	},
	Bishop: {
		-29, 4, -82, -37, -25, -42, 7, -8,
		-26, 16, -18, -13, 30, 59, 18, -47,
		-16, 37, 43, 40, 35, 50, 37, -2,
		-4, 5, 19, 50, 37, 37, 7, -2,
		-6, 13, 13, 26, 34, 12, 10, 4,
		0, 15, 15, 15, 14, 27, 18, 10,
		4, 15, 16, 0, 7, 21, 33, 1,
		-33, -3, -14, -21, -13, -12, -39, -21,
	},
	Rook: {
		32, 42, 32, 51, 63, 9, 31, 43,
		27, 32, 58, 62, 80, 67, 26, 44,
		-5, 19, 26, 36, 17, 45, 61, 16,
		-24, -11, 7, 26, 24, 35, -8, -20,
		-36, -26, -12, -1, 9, -7, 6, -23,
		-45, -25, -16, -17, 3, 0, -5, -33,
		-44, -16, -20, -9, -1, 11, -6, -71,
		-19, -13, 1, 17, 16, 7, -37, -26,
	},
	Queen: {
		-28, 0, 29, 12, 59, 44, 43, 45,
		-24, -39, -5, 1, -16, 57, 28, 54,
		-13, -17, 7, 8, 29, 56, 47, 57,
		-27, -27, -16, -16, -1, 17, -2, 1,
		-9, -26, -9, -10, -2, -4, 3, -3,
		-14, 2, -11, -2, -5, 2, 14, 5,
		-35, -8, 11, 2, 8, 15, -3, 1,
		-1, -18, -9, 10, -15, -25, -31, -50,
	},
	King: {
		-65, 23, 16, -15, -56, -34, 2, 13,
		29, -1, -20, -7, -8, -4, -38, -29,
		-9, 24, 2, -16, -20, 6, 22, -22,
		-17, -20, -12, -27, -30, -25, -14, -36,
		-49, -1, -27, -39, -46, -44, -33, -51,
		-14, -14, -22, -46, -44, -30, -15, -27,
		1, 7, -8, -64, -43, -16, 9, 8,
		-15, 36, 12, -54, 8, -28, 24, 14,
	},
}

var pestoEG = [King + 1]SquareTable{
	Pawn: {
		0, 0, 0, 0, 0, 0, 0, 0,
		178, 173, 158, 134, 147, 132, 165, 187,
		94, 100, 85, 67, 56, 53, 82, 84,
		32, 24, 13, 5, -2, 4, 17, 17,
		13, 9, -3, -7, -7, -8, 3, -1,
		4, 7, -6, 1, 0, -5, -1, -8,
		13, 8, 8, 10, 13, 0, 2, -7,
		0, 0, 0, 0, 0, 0, 0, 0,
	},
	Knight: {
		-58, -38, -13, -28, -31, -27, -63, -99,
		-25, -8, -25, -2, -9, -25, -24, -52,
		-24, -20, 10, 9, -1, -9, -19, -41,
		-17, 3, 22, 22, 22, 11, 8, -18,
		-18, -6, 16, 25, 16, 17, 4, -18,
		-23, -3, -1, 15, 10, -3, -20, -22,
		-42, -20, -10, -5, -2, -20, -23, -44,
		-29, -51, -23, -15, -22, -18, -50, -64,
	},
	Bishop: {
		-14, -21, -11, -8, -7, -9, -17, -24,
		-8, -4, 7, -12, -3, -13, -4, -14,
		2, -8, 0, -1, -2, 6, 0, 4,
		-3, 9, 12, 9, 14, 10, 3, 2,
		-6, 3, 13, 19, 7, 10, -3, -9,
		-12, -3, 8, 10, 13, 3, -7, -15,
		-14, -18, -7, -1, 4, -9, -15, -27,
		-23, -9, -23, -5, -9, -16, -5, -17,
	},
	Rook: {
		13, 10, 18, 15, 12, 12, 8, 5,
		11, 13, 13, 11, -3, 3, 8, 3,
		7, 7, 7, 5, 4, -3, -5, -3,
		4, 3, 13, 1, 2, 1, -1, 2,
		3, 5, 8, 4, -5, -6, -8, -11,
		-4, 0, -5, -1, -7, -12, -8, -16,
		-6, -6, 0, 2, -9, -9, -11, -3,
		-9, 2, 3, -1, -5, -13, 4, -20,
	},
	Queen: {
		-9, 22, 22, 27, 27, 19, 10, 20,
		-17, 20, 32, 41, 58, 25, 30, 0,
		-20, 6, 9, 49, 47, 35, 19, 9,
		3, 22, 24, 45, 57, 40, 57, 36,
		-18, 28, 19, 47, 31, 34, 39, 23,
		-16, -27, 15, 6, 9, 17, 10, 5,
		-22, -23, -30, -16, -16, -23, -36, -32,
		-33, -28, -22, -43, -5, -32, -20, -41,
	},
	King: {
		-74, -35, -18, -18, -11, 15, 4, -17,
		-12, 17, 14, 17, 17, 38, 23, 11,
		10, 17, 23, 15, 20, 45, 44, 13,
		-8, 22, 24, 27, 26, 33, 26, 3,
		-18, -4, 21, 24, 27, 23, 9, -11,
		-19, -3, 11, 21, 23, 16, 7, -9,
		-27, -11, 4, 13, 14, 4, -5, -17,
		-53, -34, -21, -11, -28, -14, -24, -43,
	},
}

// simplified has the tables of simplifiedPieceSquare.
var simplified = [King + 1]SquareTable{
	Pawn: {
		0, 0, 0, 0, 0, 0, 0, 0,
		50, 50, 50, 50, 50, 50, 50, 50,
		10, 10, 20, 30, 30, 20, 10, 10,
		5, 5, 10, 25, 25, 10, 5, 5,
		0, 0, 0, 20, 20, 0, 0, 0,
		5, -5, -10, 0, 0, -10, -5, 5,
		5, 10, 10, -20, -20, 10, 10, 5,
		0, 0, 0, 0, 0, 0, 0, 0,
	},
	Knight: {
		-50, -40, -30, -30, -30, -30, -40, -50,
		-40, -20, 0, 0, 0, 0, -20, -40,
		-30, 0, 10, 15, 15, 10, 0, -30,
		-30, 5, 15, 20, 20, 15, 5, -30,
		-30, 0, 15, 20, 20, 15, 0, -30,
		-30, 5, 10, 15, 15, 10, 5, -30,
		-40, -20, 0, 5, 5, 0, -20, -40,
		-50, -40, -30, -30, -30, -30, -40, -50,
	},
	Bishop: {
		-20, -10, -10, -10, -10, -10, -10, -20,
		-10, 0, 0, 0, 0, 0, 0, -10,
		-10, 0, 5, 10, 10, 5, 0, -10,
		-10, 5, 5, 10, 10, 5, 5, -10,
		-10, 0, 10, 10, 10, 10, 0, -10,
		-10, 10, 10, 10, 10, 10, 10, -10,
		-10, 5, 0, 0, 0, 0, 5, -10,
		-20, -10, -10, -10, -10, -10, -10, -20,
	},
	Rook: {
		0, 0, 0, 0, 0, 0, 0, 0,
		5, 10, 10, 10, 10, 10, 10, 5,
		-5, 0, 0, 0, 0, 0, 0, -5,
		-5, 0, 0, 0, 0, 0, 0, -5,
		-5, 0, 0, 0, 0, 0, 0, -5,
		-5, 0, 0, 0, 0, 0, 0, -5,
		-5, 0, 0, 0, 0, 0, 0, -5,
		0, 0, 0, 5, 5, 0, 0, 0,
	},
	Queen: {
		-20, -10, -10, -5, -5, -10, -10, -20,
		-10, 0, 0, 0, 0, 0, 0, -10,
		-10, 0, 5, 5, 5, 5, 0, -10,
		-5, 0, 5, 5, 5, 5, 0, -5,
		0, 0, 5, 5, 5, 5, 0, -5,
		-10, 5, 5, 5, 5, 5, 0, -10,
		-10, 0, 5, 0, 0, 0, 0, -10,
		-20, -10, -10, -5, -5, -10, -10, -20,
	},
	King: {
		-30, -40, -40, -50, -50, -40, -40, -30,
		-30, -40, -40, -50, -50, -40, -40, -30,
		-30, -40, -40, -50, -50, -40, -40, -30,
		-30, -40, -40, -50, -50, -40, -40, -30,
		-20, -30, -30, -40, -40, -30, -30, -20,
		-10, -20, -20, -20, -20, -20, -20, -10,
		20, 20, 0, 0, 0, 0, 20, 20,
		20, 30, 10, 0, 0, 10, 30, 20,
	},
}
