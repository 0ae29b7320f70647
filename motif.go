package chess

import (
	"fmt"
	"slices"
)

// MotifKind is a kind of Motif: a fork, a pin, a mate on the back rank. Its text is the
// name of the theme that lichess.org gives to puzzles in which it occurs: "fork", "pin",
// "backRankMate". The zero MotifKind is none.
//
// We are the side whose moves are looked at, and they are the other. The worth of a
// piece is 1 for a pawn, 3 for a knight or a bishop, 5 for a rook, 9 for a queen, and
// more than all for a king. A piece is loose if it is attacked, and either not defended
// or attacked by a piece worth less than it that is not a king. A slider that attacks it
// does not take a defence away that comes from behind the slider, on the same line.
type MotifKind uint8

// The tactics. Squares are where pieces stand before the move at Ply, but for the piece
// that makes the move, whose square is the one where it arrives.
const (
	// A piece other than a king, which is not loose itself, attacks two or more of their
	// pieces, each worth more than it, or undefended and not attacking it. Pawns do not count.
	// The line goes on. Squares: the piece, then those that it attacks.
	MotifFork MotifKind = iota + 1
	// A pinned piece of theirs cannot leave the line to capture a piece of ours that is worth
	// more or not defended; or it is attacked along the line by a piece that is worth less,
	// or that wins it. Squares: the pinner, the pinned piece, their king.
	MotifPin
	// A piece of theirs moves out of a line, and we capture a loose piece behind it, which is
	// worth less. Ply is of our move before. Squares: our slider, the piece that moves away,
	// the piece behind it.
	MotifSkewer
	// Our piece moves out of a line, and our slider behind it captures along that line with
	// our next move, or gives check at once. Squares: where the piece came from, the slider,
	// the target.
	MotifDiscoveredAttack
	// Our move gives check by a piece other than the one that moves. Squares: where the piece
	// came from, the checker, their king.
	MotifDiscoveredCheck
	// Our move gives check by two pieces. Squares: the checkers, their king.
	MotifDoubleCheck
	// Our first move captures a piece, not a pawn, that is not defended, and it is no
	// recapture of a piece of the same worth or more. Squares: the piece.
	MotifHangingPiece
	// We capture a piece, not a pawn, that was loose wherever it could go. Ply is of our move
	// before. Squares: where it was trapped.
	MotifTrappedPiece
	// We capture a piece, and with the next move what it defended, or give mate there. Ply is
	// of the first capture. Squares: the defender, the target.
	MotifCapturingDefender
	// By a check or a capture of ours their piece leaves a square, and does not guard any more
	// the one on which we capture or promote next. Squares: where it came from, where it went,
	// the square that it guarded.
	MotifDeflection
	// Their king, queen or rook captures our piece, and on that square we check the king, or
	// attack the other piece and capture it later. Squares: where it came from, and where it went.
	MotifAttraction
	// A piece of either side goes between a piece of theirs and the slider that defends it,
	// and we capture the piece. Squares: the one between, the slider, the piece.
	MotifInterference
	// We could recapture, and play another move first. Squares: where we recapture later.
	MotifIntermezzo
	// A piece of ours leaves a square or a line, at some cost, and our slider goes to the
	// square or along the line. Squares: where the piece came from, the slider, where it goes.
	MotifClearance
	// We capture, they recapture, and a slider of ours that attacked through the recapturing
	// piece captures again. Ply is of the last. Squares: the slider, their piece, the target.
	MotifXRayAttack
	// Our side is down by two pawns or more, compared to the beginning, after a move of ours.
	// Ply is of our move before, which they answer by a capture. Squares: where they capture.
	MotifSacrifice
	// A move other than the last that neither captures nor attacks anything, neither gives
	// check nor answers it, and is neither by a king nor by a pawn to the last three ranks.
	// Squares: where the piece comes from, and where it goes.
	MotifQuietMove
	// The last move is such a move, or one by a king, out of three legal moves or more; or
	// without checks and captures before, a check is answered so. Squares: as for a quiet move.
	MotifDefensiveMove
	// A pawn of ours goes to the last rank but one, or to the last. Squares: where it arrives.
	MotifAdvancedPawn
	// A pawn of ours promotes. Squares: where it does.
	MotifPromotion
	// A pawn of ours becomes something other than a queen; with mate, a knight. Squares: where.
	MotifUnderPromotion
	// We capture en passant. Squares: where our pawn arrives, where the captured pawn was.
	MotifEnPassant
	// We castle. Squares: where the king arrives.
	MotifCastling
	// Their king is at home or up to two ranks before, without a pawn of its own beside it
	// or ahead of it, and a move of ours between the first and the last gives check.
	// Squares: their king.
	MotifExposedKing
	// We capture on f2 or f7, with their king on e1 or e8. Squares: the king, the target.
	MotifAttackingF2F7
	// Our moves capture and give check around their king, which is on its first rank, on the
	// g-file or the h-file, with 20 pieces or more on the board. Not with a fork or a mate on the
	// back rank. Ply is -1. Squares: the king.
	MotifKingsideAttack
	// The same on the files a to c, with 18 pieces or more.
	MotifQueensideAttack
	// After our move they would rather pass: each of their moves is worse. Motifs does not look
	// for it, since it takes a search: see Zugzwangs. Squares: none.
	MotifZugzwang

	// What a line ends with. Ply is that of the last move, and Squares are their king and
	// the pieces that give mate.

	// The last move, ours, is mate. A mate by a third check is none.
	MotifMate
	// It is our first move.
	MotifMateIn1
	// It is our second.
	MotifMateIn2
	// It is our third.
	MotifMateIn3
	// It is our fourth.
	MotifMateIn4
	// It is our fifth or a later one.
	MotifMateIn5

	// The patterns of mates. Ply and Squares are as for a mate. A flight is a square next to
	// the king on which no piece of its own stands.

	// By a check along its own rank, with the squares before the king blocked by pieces of
	// its own that we do not attack.
	MotifBackRankMate
	// By a knight, with all squares around the king blocked by pieces of its own.
	MotifSmotheredMate
	// By a rook or queen on the king's file, the a-file or the h-file, beside a piece of its own
	// and, two squares further on that rank, a knight of ours.
	MotifAnastasiaMate
	// By a rook next to the king in a corner, defended by a knight two files and two ranks from
	// the king.
	MotifArabianMate
	// By a rook next to the king, defended by a knight next to the king, which a pawn defends.
	MotifHookMate
	// By bishops alone, which stand on both sides of the king.
	MotifBodenMate
	// By bishops alone, otherwise.
	MotifDoubleBishopMate
	// By a queen diagonally next to the king, which is not at the edge. The queen alone guards
	// the empty squares around it, and we attack no others.
	MotifDovetailMate
	// By a rook next to the king, defended by a bishop.
	MotifOperaMate
	// By a rook, with a flight that only a bishop guards. A bishop that defends the rook next to
	// the king does not count.
	MotifPillsburysMate
	// By a bishop from afar, with a rook that guards two flights or more on the file beside the
	// king that the bishop's line crosses.
	MotifMorphysMate
	// By a knight, with a rook or queen on the file or rank between the two, which guards all
	// flights there, at least one.
	MotifCornerMate
	// By a queen next to the king, with a rook next to it too, on the queen's file or rank.
	MotifTriangleMate
	// By a rook or queen, in opposite corners of a block of three by three squares, with the king
	// on that block. The queen defends the rook, or would if the king were gone.
	MotifKillBoxMate
	// By a defended rook next to the king. Beside the rook is a knight, on the king's file or
	// rank and two squares from it.
	MotifVukovicMate
	// By a rook next to the king, beside another rook that is next to both.
	MotifBlindSwineMate
	// By a bishop, with a queen one file and two ranks from the king: on the other side of the
	// king's file, and on the same side of its rank.
	MotifBalestraMate

	// What a line is like as a whole. Ply is -1.

	// One move of ours.
	MotifOneMove
	// Two moves.
	MotifShort
	// Three moves.
	MotifLong
	// Four moves or more.
	MotifVeryLong
	// Before our first move and after it there are only kings and pawns.
	MotifPawnEndgame
	// The same with knights, and perhaps pawns.
	MotifKnightEndgame
	// With bishops.
	MotifBishopEndgame
	// With rooks.
	MotifRookEndgame
	// With queens.
	MotifQueenEndgame
	// With one queen and rooks.
	MotifQueenRookEndgame
	// Before our first move, neither of the next two.
	MotifOpening
	// Before our first move, there are from 7 to 10 pieces other than kings and pawns, or more
	// and a first rank has fewer than four pieces of its side, or the sides are mixed.
	MotifMiddlegame
	// Before our first move, there are at most 6 pieces other than kings and pawns.
	MotifEndgame
)

var motifKindNames = names[MotifKind]{"MotifKind", "motif", []string{
	MotifFork: "fork", MotifPin: "pin", MotifSkewer: "skewer", MotifDiscoveredAttack: "discoveredAttack",
	MotifDiscoveredCheck: "discoveredCheck", MotifDoubleCheck: "doubleCheck", MotifHangingPiece: "hangingPiece",
	MotifTrappedPiece: "trappedPiece", MotifCapturingDefender: "capturingDefender", MotifDeflection: "deflection",
	MotifAttraction: "attraction", MotifInterference: "interference", MotifIntermezzo: "intermezzo",
	MotifClearance: "clearance", MotifXRayAttack: "xRayAttack", MotifSacrifice: "sacrifice", MotifQuietMove: "quietMove",
	MotifDefensiveMove: "defensiveMove", MotifAdvancedPawn: "advancedPawn", MotifPromotion: "promotion",
	MotifUnderPromotion: "underPromotion", MotifEnPassant: "enPassant", MotifCastling: "castling",
	MotifExposedKing: "exposedKing", MotifAttackingF2F7: "attackingF2F7", MotifKingsideAttack: "kingsideAttack",
	MotifQueensideAttack: "queensideAttack", MotifZugzwang: "zugzwang",
	MotifMate: "mate", MotifMateIn1: "mateIn1", MotifMateIn2: "mateIn2", MotifMateIn3: "mateIn3", MotifMateIn4: "mateIn4", MotifMateIn5: "mateIn5",
	MotifBackRankMate: "backRankMate", MotifSmotheredMate: "smotheredMate", MotifAnastasiaMate: "anastasiaMate",
	MotifArabianMate: "arabianMate", MotifHookMate: "hookMate", MotifBodenMate: "bodenMate",
	MotifDoubleBishopMate: "doubleBishopMate", MotifDovetailMate: "dovetailMate", MotifOperaMate: "operaMate",
	MotifPillsburysMate: "pillsburysMate", MotifMorphysMate: "morphysMate", MotifCornerMate: "cornerMate",
	MotifTriangleMate: "triangleMate", MotifKillBoxMate: "killBoxMate", MotifVukovicMate: "vukovicMate",
	MotifBlindSwineMate: "blindSwineMate", MotifBalestraMate: "balestraMate",
	MotifOneMove: "oneMove", MotifShort: "short", MotifLong: "long", MotifVeryLong: "veryLong",
	MotifPawnEndgame: "pawnEndgame", MotifKnightEndgame: "knightEndgame", MotifBishopEndgame: "bishopEndgame",
	MotifRookEndgame: "rookEndgame", MotifQueenEndgame: "queenEndgame", MotifQueenRookEndgame: "queenRookEndgame",
	MotifOpening: "opening", MotifMiddlegame: "middlegame", MotifEndgame: "endgame",
}}

// String returns the name of the theme, such as "backRankMate".
func (k MotifKind) String() string { return motifKindNames.of(k) }

// ParseMotifKind reads what String returns. An error is a *ParseError that matches
// ErrSyntax.
func ParseMotifKind(s string) (MotifKind, error) { return motifKindNames.parse(s) }

// AppendText appends what String returns. It is an error if there is no such kind.
func (k MotifKind) AppendText(dst []byte) ([]byte, error) { return motifKindNames.appendText(dst, k) }

// MarshalText returns what AppendText appends.
func (k MotifKind) MarshalText() ([]byte, error) { return k.AppendText(nil) }

// UnmarshalText reads a kind, as ParseMotifKind does.
func (k *MotifKind) UnmarshalText(text []byte) error { return unmarshalText(k, text, ParseMotifKind) }

// Motif is something that happens in a line of play, such as a fork.
type Motif struct {
	Kind    MotifKind `json:"kind"`
	Ply     int       `json:"ply"`     // index in the line of the move that makes it; -1 if it is of the whole line
	Squares []Square  `json:"squares"` // the pieces and squares that make it, in the order that its Kind gives
}

// maxMotifPositions is how many positions of a line are kept without an allocation.
const maxMotifPositions = 12

// A motifPosition is a position of a line, as bitboards, and the move that is played there.
type motifPosition struct {
	position Position
	types    [King + 1]SquareSet
	colors   [2]SquareSet
	occupied SquareSet
	checkers SquareSet // of the king of the side to move
	move     Move      // 0 in the last position
	from, to Square    // of the piece that moves; for castling, of the king
	castles  bool
	moved    PieceType // what moves
	arrived  PieceType // what arrives: what a pawn becomes
	victim   PieceType // what is captured, en passant too
}

// A motifFinder is a line of play and what has been found in it. Our moves are those of
// positions[first], positions[first+2], and so on.
type motifFinder struct {
	us         Color
	positions  []motifPosition
	first      int // 1, or 0 if no move leads to the first of ours
	ply        int // the index in the line of the move of positions[0]
	*motifList     // apart from the positions, which are not allocated if they are few
}

// A motifList holds what has been found. It is apart from the positions, which would be
// allocated with it.
type motifList struct {
	motifs  []Motif
	squares []Square // of all motifs
}

// motifWorth holds the worth of each type of piece.
var motifWorth = PieceValues{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9, King: 99}

// play appends the positions to dst, which stays where it is: kept in f, it would be allocated.
func (f *motifFinder) play(dst []motifPosition, p Position, line []Move, from int) ([]motifPosition, error) {
	f.first = min(from, 1)
	f.ply = from - f.first
	for i, m := range line {
		if m = p.canonical(m); !p.legal(m) {
			return nil, fmt.Errorf("chess: ply %d: %w", i, illegalMove(m))
		}
		if i < f.ply {
			p.do(m, &p)
			continue
		}
		dst = append(dst, motifPosition{})
		x := &dst[len(dst)-1]
		x.begin(&p)
		x.move, x.from, x.to, x.castles = m, m.From(), p.arrival(m), p.castles(m)
		x.moved, x.victim = p.mover(m).Type(), p.captured(m).Type()
		if x.arrived = m.Promotion(); x.arrived == NoPieceType {
			x.arrived = x.moved
		}
		p.do(m, &p)
	}
	dst = append(dst, motifPosition{})
	dst[len(dst)-1].begin(&p)
	f.us = dst[f.first].position.turn()
	return dst, nil
}

// begin sets the position of x.
func (x *motifPosition) begin(p *Position) {
	x.position = *p
	b := bitboards(&p.cells)
	x.occupied = b[0] | b[1] | b[2] | b[3]
	x.colors = [2]SquareSet{x.occupied &^ b[3], b[3]}
	x.types = [King + 1]SquareSet{
		Pawn: b[0] &^ (b[1] | b[2]), Knight: b[1] &^ (b[0] | b[2]), Bishop: b[0] & b[1],
		Rook: b[2] &^ (b[0] | b[1]), Queen: b[0] & b[2], King: b[1] & b[2],
	}
	us := p.turn()
	if king := p.kingOrNone(us); king != NoSquare {
		x.checkers = x.attackers(king, us.Other())
	}
}

// attackers returns the pieces of c that attack a square.
func (x *motifPosition) attackers(sq Square, c Color) SquareSet {
	return x.attackersThrough(sq, c, x.occupied)
}

// attackersThrough returns the pieces of c that attack a square if only the given squares
// are occupied.
func (x *motifPosition) attackersThrough(sq Square, c Color, occupied SquareSet) SquareSet {
	diagonal, straight := x.types[Bishop]|x.types[Queen], x.types[Rook]|x.types[Queen]
	return x.colors[c] & occupied & (pawnAttacks(c.Other(), sq.Set())&x.types[Pawn] | knightAttacks[sq]&x.types[Knight] |
		kingAttacks[sq]&x.types[King] | bishopAttacks(sq, occupied)&diagonal | rookAttacks(sq, occupied)&straight)
}

// pieceAt returns the type and the colour of the piece on a square.
func (x *motifPosition) pieceAt(sq Square) Piece { return x.position.pieceAt(sq) }

// typeAt returns the type of the piece on a square.
func (x *motifPosition) typeAt(sq Square) PieceType { return x.position.pieceAt(sq).Type() }

// taken returns the type of what the move captures where it arrives: not en passant. The
// square may hold a rook with which the king castles.
func (x *motifPosition) taken() PieceType {
	if x.castles {
		return NoPieceType
	}
	return x.typeAt(x.to)
}

// worth returns the worth of the piece on a square.
func (x *motifPosition) worth(sq Square) int { return motifWorth[x.typeAt(sq)] }

// attacks returns the squares that the piece on a square attacks.
func (x *motifPosition) attacks(sq Square) SquareSet { return x.pieceAt(sq).Attacks(sq, x.occupied) }

// sliders returns the bishops, rooks and queens of c.
func (x *motifPosition) sliders(c Color) SquareSet {
	return x.colors[c] & (x.types[Bishop] | x.types[Rook] | x.types[Queen])
}

// defended reports whether c defends a square, from behind an attacking slider too.
func (x *motifPosition) defended(sq Square, c Color) bool {
	if x.attackers(sq, c) != 0 {
		return true
	}
	for from := range (x.attackers(sq, c.Other()) & x.sliders(c.Other())).All() {
		if x.attackersThrough(sq, c, x.occupied&^from.Set()) != 0 {
			return true
		}
	}
	return false
}

// loose reports whether a piece is attacked, and either not defended or by a piece that
// is worth less than it.
func (x *motifPosition) loose(sq Square) bool {
	c := x.pieceAt(sq).Color()
	attackers := x.attackers(sq, c.Other())
	return attackers != 0 && (x.attackedByLess(sq, attackers) || !x.defended(sq, c))
}

// attackedByLess reports whether one of the attackers, not a king, is worth less than
// the piece on a square.
func (x *motifPosition) attackedByLess(sq Square, attackers SquareSet) bool {
	worth := x.worth(sq)
	for t := Pawn; t <= Queen; t++ {
		if attackers&x.types[t] != 0 {
			return motifWorth[t] < worth
		}
	}
	return false
}

// between returns the squares between two squares of one line, without them; none if
// there is no such line.
func squaresBetween(a, b Square) SquareSet {
	switch both := a.Set() | b.Set(); {
	case rookAttacks(a, 0).Has(b):
		return rookAttacks(a, both) & rookAttacks(b, both)
	case bishopAttacks(a, 0).Has(b):
		return bishopAttacks(a, both) & bishopAttacks(b, both)
	}
	return 0
}

// mated reports whether the side to move is mated.
func (x *motifPosition) mated() bool {
	return x.checkers != 0 && x.position.outcome().Reason == Checkmate
}

// material returns the worth of c's pieces without the king, less that of the other
// side's.
func (x *motifPosition) material(c Color) (sum int) {
	for t := Pawn; t <= Queen; t++ {
		sum += motifWorth[t] * ((x.types[t] & x.colors[c]).Len() - (x.types[t] & x.colors[c.Other()]).Len())
	}
	return sum
}

// moves returns the number of legal moves.
func (x *motifPosition) moves() int {
	var buf [MaxMoves]Move
	return len(x.position.appendMoves(buf[:0]))
}

// add adds a motif that positions[i].move makes; i is -1 if it is of the whole line.
func (f *motifFinder) add(kind MotifKind, i int, squares ...Square) {
	ply := -1
	if i >= 0 {
		ply = f.ply + i
	}
	n := len(f.squares)
	f.squares = append(f.squares, squares...)
	kept := f.squares[n:len(f.squares):len(f.squares)]
	for i := range f.motifs {
		if m := &f.motifs[i]; m.Kind == kind && m.Ply == ply && slices.Equal(m.Squares, kept) {
			f.squares = f.squares[:n]
			return
		}
	}
	f.motifs = append(f.motifs, Motif{kind, ply, kept})
}
