package chess

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MotifKind is a kind of Motif: the name that lichess.org gives to this theme of its puzzles,
// such as "fork" or "backRankMate". docs/motifs.md defines all of them.
type MotifKind string

// Two of the kinds. MotifKinds returns all.
const (
	MotifFork     MotifKind = "fork"
	MotifZugzwang MotifKind = "zugzwang" // found by Zugzwangs only, since it takes a search
)

const (
	motifPin               MotifKind = "pin"
	motifMate              MotifKind = "mate"
	motifSkewer            MotifKind = "skewer"
	motifDiscoveredAttack  MotifKind = "discoveredAttack"
	motifDiscoveredCheck   MotifKind = "discoveredCheck"
	motifDoubleCheck       MotifKind = "doubleCheck"
	motifHangingPiece      MotifKind = "hangingPiece"
	motifTrappedPiece      MotifKind = "trappedPiece"
	motifCapturingDefender MotifKind = "capturingDefender"
	motifDeflection        MotifKind = "deflection"
	motifAttraction        MotifKind = "attraction"
	motifInterference      MotifKind = "interference"
	motifIntermezzo        MotifKind = "intermezzo"
	motifClearance         MotifKind = "clearance"
	motifXRayAttack        MotifKind = "xRayAttack"
	motifSacrifice         MotifKind = "sacrifice"
	motifQuietMove         MotifKind = "quietMove"
	motifDefensiveMove     MotifKind = "defensiveMove"
	motifAdvancedPawn      MotifKind = "advancedPawn"
	motifPromotion         MotifKind = "promotion"
	motifUnderPromotion    MotifKind = "underPromotion"
	motifEnPassant         MotifKind = "enPassant"
	motifCastling          MotifKind = "castling"
	motifExposedKing       MotifKind = "exposedKing"
	motifAttackingF2F7     MotifKind = "attackingF2F7"
	motifKingsideAttack    MotifKind = "kingsideAttack"
	motifQueensideAttack   MotifKind = "queensideAttack"
	motifMateIn1           MotifKind = "mateIn1"
	motifMateIn2           MotifKind = "mateIn2"
	motifMateIn3           MotifKind = "mateIn3"
	motifMateIn4           MotifKind = "mateIn4"
	motifMateIn5           MotifKind = "mateIn5"
	motifBackRankMate      MotifKind = "backRankMate"
	motifSmotheredMate     MotifKind = "smotheredMate"
	motifAnastasiaMate     MotifKind = "anastasiaMate"
	motifArabianMate       MotifKind = "arabianMate"
	motifHookMate          MotifKind = "hookMate"
	motifBodenMate         MotifKind = "bodenMate"
	motifDoubleBishopMate  MotifKind = "doubleBishopMate"
	motifDovetailMate      MotifKind = "dovetailMate"
	motifOperaMate         MotifKind = "operaMate"
	motifPillsburysMate    MotifKind = "pillsburysMate"
	motifMorphysMate       MotifKind = "morphysMate"
	motifCornerMate        MotifKind = "cornerMate"
	motifTriangleMate      MotifKind = "triangleMate"
	motifKillBoxMate       MotifKind = "killBoxMate"
	motifVukovicMate       MotifKind = "vukovicMate"
	motifBlindSwineMate    MotifKind = "blindSwineMate"
	motifBalestraMate      MotifKind = "balestraMate"
	motifOneMove           MotifKind = "oneMove"
	motifShort             MotifKind = "short"
	motifLong              MotifKind = "long"
	motifVeryLong          MotifKind = "veryLong"
	motifPawnEndgame       MotifKind = "pawnEndgame"
	motifKnightEndgame     MotifKind = "knightEndgame"
	motifBishopEndgame     MotifKind = "bishopEndgame"
	motifRookEndgame       MotifKind = "rookEndgame"
	motifQueenEndgame      MotifKind = "queenEndgame"
	motifQueenRookEndgame  MotifKind = "queenRookEndgame"
	motifOpening           MotifKind = "opening"
	motifMiddlegame        MotifKind = "middlegame"
	motifEndgame           MotifKind = "endgame"
)

// motifKinds lists the kinds in the order in which Motifs sorts them.
var motifKinds = []MotifKind{
	MotifFork, motifPin, motifSkewer, motifDiscoveredAttack, motifDiscoveredCheck, motifDoubleCheck, motifHangingPiece,
	motifTrappedPiece, motifCapturingDefender, motifDeflection, motifAttraction, motifInterference, motifIntermezzo,
	motifClearance, motifXRayAttack, motifSacrifice, motifQuietMove, motifDefensiveMove, motifAdvancedPawn,
	motifPromotion, motifUnderPromotion, motifEnPassant, motifCastling, motifExposedKing, motifAttackingF2F7,
	motifKingsideAttack, motifQueensideAttack, MotifZugzwang,
	motifMate, motifMateIn1, motifMateIn2, motifMateIn3, motifMateIn4, motifMateIn5,
	motifBackRankMate, motifSmotheredMate, motifAnastasiaMate, motifArabianMate, motifHookMate, motifBodenMate,
	motifDoubleBishopMate, motifDovetailMate, motifOperaMate, motifPillsburysMate, motifMorphysMate, motifCornerMate,
	motifTriangleMate, motifKillBoxMate, motifVukovicMate, motifBlindSwineMate, motifBalestraMate,
	motifOneMove, motifShort, motifLong, motifVeryLong,
	motifPawnEndgame, motifKnightEndgame, motifBishopEndgame, motifRookEndgame, motifQueenEndgame, motifQueenRookEndgame,
	motifOpening, motifMiddlegame, motifEndgame,
}

// motifOrder has the index of each kind in motifKinds.
var motifOrder = func() map[MotifKind]int {
	order := make(map[MotifKind]int, len(motifKinds))
	for i, kind := range motifKinds {
		order[kind] = i
	}
	return order
}()

// MotifKinds returns all kinds: tactics, mates, patterns of mates, and what describes a line
// as a whole.
func MotifKinds() []MotifKind { return slices.Clone(motifKinds) }

// ParseMotifKind reads the name of a kind. An error is a *ParseError that matches ErrSyntax.
func ParseMotifKind(s string) (MotifKind, error) { return parseWord("motif", motifKinds, s) }

// UnmarshalText reads a kind, as ParseMotifKind does.
func (k *MotifKind) UnmarshalText(text []byte) error { return unmarshalText(k, text, ParseMotifKind) }

// parseWord returns s as one of the words.
func parseWord[T ~string](field string, words []T, s string) (T, error) {
	if slices.Contains(words, T(s)) {
		return T(s), nil
	}
	var quoted []string
	for _, word := range words {
		quoted = append(quoted, strconv.Quote(string(word)))
	}
	return "", &ParseError{Kind: ErrSyntax, Field: field, Input: s, Detail: "it is none of " + strings.Join(quoted, ", ")}
}

// Motif is something that happens in a line of play, such as a fork.
type Motif struct {
	Kind    MotifKind `json:"kind"`
	Ply     int       `json:"ply"`     // index of the move in the line; -1 for the whole line
	Squares []Square  `json:"squares"` // pieces and squares that take part, as docs/motifs.md lists them
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

// A motifFinder has a line of play and the motifs found in it. Our moves are those of
// positions[first], positions[first+2], and so on.
type motifFinder struct {
	us         Color
	positions  []motifPosition
	first      int // 1, or 0 if no move leads to the first of ours
	ply        int // the index in the line of the move of positions[0]
	*motifList     // in a struct of its own, so that the positions of a short line stay on the stack
}

// A motifList has the motifs found.
type motifList struct {
	motifs  []Motif
	squares []Square // of all motifs
}

// motifWorth holds the worth of each type of piece.
var motifWorth = PieceValues{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9, King: 99}

// play appends the positions to dst. It does not keep dst in f, which would move it to the heap.
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

// taken returns the type of the piece that the move captures where it arrives, which excludes
// en passant. A rook there with which the king castles does not count.
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

// defended reports whether c defends a square. A defender behind an attacking slider counts.
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

// mated reports whether the side to move is mated.
func (x *motifPosition) mated() bool {
	return x.checkers != 0 && x.position.outcome().Reason == Checkmate
}

// material returns the worth of c's pieces less that of the other side's, without kings.
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

// add adds a motif that positions[i].move makes; i is -1 for the whole line.
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
