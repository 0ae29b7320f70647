package chess

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Ending is the material of a position: how many pieces of each type each side has. Its text is
// that of tablebases, "KRPvKR": White's pieces and then Black's, from the king to the pawns. The
// zero Ending is "KvK"; the meaning of the bits may change.
type Ending uint64

// An Ending counts the pieces of each type but the king in six bits: White's pawns in the
// lowest, and then its knights, bishops, rooks and queens, and then Black's.
const (
	endingBits = 6
	endingArmy = endingBits * int(Queen-Pawn+1)
	endingMask = 1<<endingBits - 1
)

// endingShift returns the lowest bit of the count of c's pieces of a type.
func endingShift(c Color, t PieceType) int {
	return int(c&1)*endingArmy + int(t-Pawn)*endingBits
}

// Ending returns the material of the position.
func (p Position) Ending() Ending { return p.ending() }

// ending walks over the nibbles of the key: with few pieces that takes less than half of
// the time of walking over the piece list.
func (p *Position) ending() (e Ending) {
	for _, cells := range p.cells {
		for here := occupied(cells); here != 0; here &= here - 1 {
			e += endingOf[cells>>(bits.TrailingZeros64(here)&63)&15]
		}
	}
	return e
}

// endingOf holds what each piece adds to an Ending.
var endingOf = func() (of [16]Ending) {
	for c := range Color(2) {
		for t := Pawn; t <= Queen; t++ {
			of[t.Of(c)] = 1 << endingShift(c, t)
		}
	}
	return
}()

// pieceCount returns the number of all pieces of p.
func (p *Position) pieceCount() (n int) {
	for _, cells := range p.cells {
		n += bits.OnesCount64(occupied(cells))
	}
	return n
}

// maxEndingArmy is how many pieces a side of an Ending has at most, its king included:
// as many as in a Position.
const maxEndingArmy = 32

// ParseEnding reads what String returns; after the king, the order of a side's pieces does not
// matter. An error is a *ParseError that matches ErrSyntax.
func ParseEnding(s string) (Ending, error) {
	fail := func(at int, detail string) (Ending, error) {
		return 0, &ParseError{Kind: ErrSyntax, Field: "ending", Input: s, Offset: at, Detail: detail}
	}
	var e Ending
	side, pieces := White, 0
	for i := 0; i < len(s); i++ {
		t := PieceType(strings.IndexByte("-PNBRQK", s[i])) // 255 if it is none of them
		switch {
		case s[i] == 'v' && side == White && pieces > 0:
			side, pieces = Black, 0
			continue
		case s[i] == 'v' && side == Black:
			return fail(i, "there are only two sides")
		case s[i] != 'v' && (t < Pawn || t > King):
			return fail(i, "it is neither a piece, such as Q, nor the v between the sides")
		case t == King && pieces > 0 && side == White:
			return fail(i, "a v must stand before Black's king")
		case (t == King) != (pieces == 0):
			return fail(i, "each side begins with its king and has no other")
		case pieces == maxEndingArmy:
			return fail(i, "a side has too many pieces")
		case t < King:
			e += 1 << endingShift(side, t)
		}
		pieces++
	}
	if side == White || pieces == 0 {
		return fail(len(s), "Black's pieces are missing")
	}
	return e, nil
}

// String returns the pieces of both sides: "KRPvKR".
func (e Ending) String() string {
	text, err := e.MarshalText()
	if err != nil {
		return fmt.Sprintf("Ending(%#x)", uint64(e))
	}
	return string(text)
}

// MarshalText returns what String returns; it is an error if there is no such ending.
func (e Ending) MarshalText() ([]byte, error) {
	if e>>(2*endingArmy) != 0 || max(e.army(White), e.army(Black)) >= maxEndingArmy {
		return nil, errNoText(fmt.Sprintf("Ending(%#x)", uint64(e)))
	}
	var text []byte
	for c := range Color(2) {
		if c == Black {
			text = append(text, 'v')
		}
		text = append(text, 'K')
		for t := Queen; t >= Pawn; t-- {
			for range e.count(c, t) {
				text = append(text, t.Of(White).String()...)
			}
		}
	}
	return text, nil
}

// UnmarshalText reads what ParseEnding reads.
func (e *Ending) UnmarshalText(text []byte) error { return unmarshalText(e, text, ParseEnding) }

// count returns how many pieces of a type, no kings, c has.
func (e Ending) count(c Color, t PieceType) int { return int(e >> endingShift(c, t) & endingMask) }

// Count returns how many pieces of a type, Pawn to King, c has.
func (e Ending) Count(c Color, t PieceType) int {
	switch {
	case t == King:
		return 1
	case t < Pawn || t > King:
		return 0
	}
	return e.count(c, t)
}

// Pieces returns the number of all pieces, kings included.
func (e Ending) Pieces() int {
	n := 2
	for ; e != 0; e >>= endingBits {
		n += int(e & endingMask)
	}
	return n
}

// swapped returns the Ending with the pieces of White and Black exchanged.
func (e Ending) swapped() Ending {
	const army = 1<<endingArmy - 1
	return e&army<<endingArmy | e>>endingArmy
}

// Canonical returns e, with White and Black exchanged if Black has more pieces, or as many and
// better ones, from the queens down. Files of tables are named by it.
func (e Ending) Canonical() Ending {
	if s := e.swapped(); s.compare(e) > 0 {
		return s
	}
	return e
}

// compare compares White's pieces, first by their number, as Canonical does.
func (e Ending) compare(f Ending) int {
	if d := cmp.Compare(e.army(White), f.army(White)); d != 0 {
		return d
	}
	const army = 1<<endingArmy - 1
	return cmp.Compare(e&army, f&army)
}

// army returns the number of c's pieces without the king.
func (e Ending) army(c Color) (n int) {
	for t := Pawn; t <= Queen; t++ {
		n += e.count(c, t)
	}
	return n
}

// maxEndingPieces is the largest number of pieces, kings included, for which any
// tablebase has been made.
const maxEndingPieces = 7

// Endings returns all Canonical endings of a number of pieces, from 2 to 7, kings included. Each
// comes after all that its promotions lead to.
func Endings(pieces int) []Ending {
	if pieces < 2 || pieces > maxEndingPieces {
		return nil
	}
	all := []Ending{0}
	for range pieces - 2 {
		var longer []Ending
		for _, e := range all {
			for c := range Color(2) {
				for t := Pawn; t <= Queen; t++ {
					longer = append(longer, (e + 1<<endingShift(c, t)).Canonical())
				}
			}
		}
		slices.Sort(longer)
		all = slices.Compact(longer)
	}
	slices.SortStableFunc(all, func(a, b Ending) int { return cmp.Compare(a.pawns(), b.pawns()) })
	return all
}

// pawns returns the number of pawns of both sides.
func (e Ending) pawns() int { return e.count(White, Pawn) + e.count(Black, Pawn) }

// next calls f for each ending that one move makes of e: by a capture, a promotion, or
// both. Some of them may come more than once; none is made Canonical.
func (e Ending) next(f func(Ending)) {
	for c := range Color(2) {
		promoted := []Ending{e}
		if e.count(c, Pawn) > 0 {
			for t := Knight; t <= Queen; t++ {
				promoted = append(promoted, e-1<<endingShift(c, Pawn)+1<<endingShift(c, t))
			}
		}
		for i, after := range promoted {
			if i > 0 {
				f(after)
			}
			for t := Pawn; t <= Queen; t++ {
				if after.count(c.Other(), t) > 0 {
					f(after - 1<<endingShift(c.Other(), t))
				}
			}
		}
	}
}

// Later returns the endings that captures and promotions lead to from e, each Canonical and
// after all that it leads to itself, without that of two kings; none if e has more than seven
// pieces.
func (e Ending) Later() []Ending {
	if e.Pieces() > maxEndingPieces {
		return nil
	}
	var all []Ending
	seen := map[Ending]bool{0: true, e.Canonical(): true}
	var visit func(Ending)
	visit = func(e Ending) {
		e.next(func(after Ending) {
			if after = after.Canonical(); !seen[after] {
				seen[after] = true
				visit(after)
				all = append(all, after)
			}
		})
	}
	visit(e.Canonical())
	return all
}
