package chess

import "iter"

// EndingTable is the truth of all positions of one Ending, of up to five pieces: a
// Tablebase of these positions alone, whichever colour the pieces have. It was found by
// the rules alone, with the right to capture en passant, and nothing in it is rounded. It
// holds two bytes a position and side to move.
//
// EndingTables.Make makes one, and ReadEndingTable reads one; the zero EndingTable has no
// positions.
type EndingTable struct {
	index *endingIndex

	// By the side to move and the number of the position. A number of no legal position
	// has 0 in both.
	dtm [2][]byte // plies to mate plus 1, an even number in a win, an odd one in a loss; 0 in a draw
	dtz [2][]byte // plies to the mate or the zeroing move; 1 in a mate, and 0 in a draw
}

// String returns the ending.
func (t *EndingTable) String() string {
	if t.index == nil {
		return "no table"
	}
	return "table of " + t.index.ending.String()
}

// newEndingTable returns the table of an ending, in which all positions are draws. It
// fails if the ending is not Canonical, or if it has too many pieces or positions.
func newEndingTable(e Ending) (*EndingTable, error) {
	index, err := newEndingIndex(e)
	if err != nil {
		return nil, err
	}
	t := &EndingTable{index: index}
	for c := range Color(2) {
		t.dtm[c], t.dtz[c] = make([]byte, index.length(c)), make([]byte, index.length(c))
	}
	return t, nil
}

// Ending returns the material of the positions in the table. It is Canonical.
func (t *EndingTable) Ending() Ending {
	if t.index == nil {
		return 0
	}
	return t.index.ending
}

// MaxPieces returns the number of pieces of the positions in the table.
func (t *EndingTable) MaxPieces() int { return t.Ending().Pieces() }

// WDL returns the result of p, as Probe does. It allocates nothing.
func (t *EndingTable) WDL(p *Position) (WDL, error) {
	dtm, dtz, err := t.probe(p)
	return tableWDL(dtm, dtz), err
}

// Probe returns the truth of p, with both distances exact. An error matches
// ErrNotInTablebase: p has other pieces, or a right to castle, or is three-check. It
// allocates nothing.
func (t *EndingTable) Probe(p *Position) (Truth, error) {
	dtm, dtz, err := t.probe(p)
	if err != nil {
		return Truth{}, err
	}
	return tableTruth(dtm, dtz), nil
}

// errOtherEnding says that a table has not the pieces of a position.
var errOtherEnding error = missingError("the table is of another ending")

// probe returns the bytes of p.
func (t *EndingTable) probe(p *Position) (dtm, dtz byte, err error) {
	e, err := tablebaseEnding(p, t.MaxPieces())
	if err != nil {
		return 0, 0, err
	}
	if e != t.index.ending && e.Swapped() != t.index.ending {
		return 0, 0, errOtherEnding
	}
	dtm, dtz = t.at(p, e)
	return dtm, dtz, nil
}

// at returns the bytes of p, of which e is the ending: that of the table, or the same with
// the colours exchanged.
func (t *EndingTable) at(p *Position, e Ending) (dtm, dtz byte) {
	var at placement
	swapped := e != t.index.ending
	t.index.place(p, swapped, &at)
	side := p.turn() ^ Color(oneIf(swapped))
	n, ok := 0, false
	if p.state&stateEnPassant != 0 {
		n, ok = t.index.enPassantNumber(&at, side, int(p.state>>enPassantShift&7))
	}
	if !ok {
		n = t.index.number(&at)
	}
	return t.dtm[side&1][n], t.dtz[side&1][n]
}

// tableWDL returns the result of a position with these bytes in a table.
func tableWDL(dtm, dtz byte) WDL {
	switch won, late := dtm&1 == 0, dtz > 100; {
	case dtm == 0:
		return WDLDraw
	case won && late:
		return WDLCursedWin
	case won:
		return WDLWin
	case late:
		return WDLBlessedLoss
	}
	return WDLLoss
}

// tableTruth returns what is known of a position with these bytes in a table.
func tableTruth(dtm, dtz byte) Truth {
	truth := Truth{WDL: tableWDL(dtm, dtz), DTMKnown: true}
	if dtm != 0 {
		truth.DTZ, truth.DTM = int(dtz)*truth.WDL.sign(), int(dtm-1)*truth.WDL.sign()
	}
	return truth
}

// Positions returns all legal positions of the ending, the stronger side White, with
// White or Black to move, and their truth. Of symmetric positions there is one. A
// position with the right to capture en passant comes after all others.
func (t *EndingTable) Positions() iter.Seq2[Position, Truth] {
	return func(yield func(Position, Truth) bool) {
		var p Position
		var at placement
		x := t.index
		if x == nil {
			return
		}
		for i := range x.stages {
			stage := &x.stages[i]
			end := stage.first + stage.block*len(x.kings.pairs)
			for n := stage.first; n < end; n++ {
				x.squares(n, stage, &at)
				if king := (n - stage.first) / stage.block; x.kings.diagonal[king] && x.mirrored(at, king) < n {
					continue
				}
				for side := range Color(2) {
					if x.position(&p, &at, side, NoSquare) && !yield(p, tableTruth(t.dtm[side][n], t.dtz[side][n])) {
						return
					}
				}
			}
		}
		for side := range Color(2) {
			for n := x.size; n < x.length(side); n++ {
				file := x.enPassantSquares(n, side, &at)
				over := SquareAt(file, 5-3*int(side))
				if x.position(&p, &at, side, over) && p.enPassant() == over && !yield(p, tableTruth(t.dtm[side][n], t.dtz[side][n])) {
					return
				}
			}
		}
	}
}

// position sets p to the position with the pieces on these squares, after a double push
// over a square or NoSquare, and reports whether it is legal.
func (x *endingIndex) position(p *Position, at *placement, side Color, over Square) bool {
	s := Setup{Turn: side, DoublePush: over}
	for slot, piece := range x.pieces {
		if s.Board[at[slot]] != NoPiece {
			return false
		}
		s.Board[at[slot]] = piece
	}
	legal, problems := s.position()
	*p = legal
	return problems == 0
}
