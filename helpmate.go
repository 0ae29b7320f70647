package chess

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/bits"
	"slices"
)

// Helpmates yields the shortest helpmates from p: the series of legal moves, with both sides helping,
// after which c has mated. It looks for series of least plies, then of more, up to most, and yields all
// of the first length that has any. If c has mated in p already, that is a series of no moves.
//
// A published h#3 has 6 plies, and Black begins; h#2.5 has 5, and White begins. Plies from 6 to 6 ask
// for all solutions of h#3, from 0 to 6 for the shortest helpmates. They are in the order of their
// first moves, then of their second, and so on: by the square that a move leaves, from A1 to H8, with
// drops last, by the square it goes to, and by its promotion.
//
// An error comes last and means that there may be more: ctx is done, or l.Nodes positions were not
// enough. The default is enough for h#2. For half the problems of 3, 4 and 5 moves in the tests,
// 250,000, 1,000,000 and 6,000,000 are; a few need ten times as many. A second is enough for some
// millions.
//
// At most 1,000 plies are looked for. Moves and mates are those of p's variant; repetition and the halfmove clock end nothing. Only in
// Standard does it know what a mate needs: variants take many times more positions. Each series is a
// new slice; the search takes some 10 bytes for each of l.Nodes, at most 40 MB. Any number of
// goroutines may call it.
func (l Laws) Helpmates(ctx context.Context, p Position, c Color, least, most int) iter.Seq2[[]Move, error] {
	return func(yield func([]Move, error) bool) {
		s := l.helpmates(ctx, c, yield)
		if s.deepen(&p, least, most); s.err != nil {
			yield(nil, s.err)
		}
	}
}

// helpmates returns the search of a call of Helpmates.
func (l Laws) helpmates(ctx context.Context, c Color, yield func([]Move, error) bool) *helpmateSearch {
	s := &helpmateSearch{ctx: ctx, c: c, left: l.limit(), yield: yield, err: ctx.Err()}
	s.stopped = s.err != nil
	s.table = make([]Key, 1<<min(bits.Len(uint(s.left/4)), 20))
	return s
}

var errLawsNodes = errors.New("chess: the limit of positions has been reached")

// A helpmateSearch is a call of Helpmates.
type helpmateSearch struct {
	ctx     context.Context
	c       Color // the side that mates
	left    int   // how many positions may still be looked at
	yield   func([]Move, error) bool
	stopped bool  // by the caller, or by an error
	err     error // or nil

	// table holds positions without a helpmate in some plies. Their number is in the bits above the
	// state. A position replaces another with the same index.
	table   []Key
	line    []Move // from the root
	bound   helpmateBound
	replies [MaxMoves]Move
}

// deepen searches from p with one number of plies after the other.
func (s *helpmateSearch) deepen(p *Position, least, most int) {
	if least <= 0 && most >= 0 && !s.stopped && p.outcome() == WinBy(s.c, Checkmate) {
		s.yield([]Move{}, nil)
		return
	}
	most = min(most, 1000) // as the table has room for, and the stack
	first := 1 + int(oneIf(p.turn() != s.c))
	for plies := max(first, least+(least-first)&1); plies <= most && !s.stopped; plies += 2 {
		if s.may(p, plies) && s.search(p, plies) {
			return
		}
		s.look()
	}
}

// look counts a position, and stops the search at the limit and if ctx is done.
func (s *helpmateSearch) look() {
	switch s.left--; {
	case s.stopped:
		return
	case s.left < 0:
		s.err = errLawsNodes
	case s.left%1024 == 0:
		s.err = s.ctx.Err()
	}
	s.stopped = s.err != nil
}

// search yields the helpmates of a number of plies, at least one, and reports whether there are any.
func (s *helpmateSearch) search(p *Position, plies int) (found bool) {
	var buf [MaxMoves]Move
	moves := p.appendMoves(buf[:0])
	if plies == 1 {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return !p.givesCheck(m) })
	}
	slices.SortFunc(moves, func(a, b Move) int {
		return cmp.Compare(bits.RotateLeft32(uint32(a), 16), bits.RotateLeft32(uint32(b), 16))
	})
	var next Position
	for _, m := range moves {
		if s.look(); s.stopped {
			break
		}
		next.do(m, p)
		s.line = append(s.line, m)
		if s.after(&next, plies-1) {
			found = true
		}
		s.line = s.line[:len(s.line)-1]
	}
	return found
}

// after is search of the position after a move, which has given check if no plies are left.
func (s *helpmateSearch) after(p *Position, plies int) bool {
	if plies == 0 {
		if len(p.appendMoves(s.replies[:0])) > 0 || p.ended() && p.outcome() != WinBy(s.c, Checkmate) {
			return false
		}
		s.stopped = !s.yield(slices.Clone(s.line), nil)
		return true
	}
	if !s.may(p, plies) {
		return false
	}
	k := p.key()
	k.state |= uint32(plies) << stateBits
	entry := &s.table[k.mix()&uint64(len(s.table)-1)]
	if *entry == k && plies < 1<<(32-stateBits) {
		return false
	}
	if s.search(p, plies) {
		return true
	}
	if !s.stopped {
		*entry = k
	}
	return false
}

// may reports whether there may be a helpmate of a number of plies.
func (s *helpmateSearch) may(p *Position, plies int) bool {
	return p.variant() != Standard || s.bound.allows(p, s.c, plies)
}

// What a mate needs. The king's field is its square and those around it. Of these, all must be attacked
// but those where its own pieces stand, and each of these pieces that does not stand there yet takes
// a move. A piece attacks what it attacks now, through pieces that may move away, as long as it does
// not move; and after some moves at most so many squares of a field as from the best square that it
// can reach on an empty board. If for no square that the king can reach this makes up a mate, there is
// none.

// mostHelp is the number of moves of the side that mates from which on mayHelpmate does not look.
const mostHelp = 8

// A helper is a piece of the side that mates.
type helper struct {
	piece   Piece
	square  Square
	attacks SquareSet
	covers  *[coverMoves][64][64]uint8
}

// A helpmateBound tells positions without a helpmate from others. It is used again and again.
type helpmateBound struct {
	helpers     []helper
	once, twice SquareSet // attacked by at least one helper, by at least two
	moves       int       // that the helpers may make; two in one for castling
	castles     bool      // the side that mates may castle
}

// allows reports whether c might mate with the last of a number of plies, at least one, in
// ordinary chess. If it returns false, c cannot.
func (b *helpmateBound) allows(p *Position, c Color, plies int) bool {
	ours, theirs := (plies+1)/2, plies/2
	sets := bitboards(&p.cells)
	occupied, them := sets[0]|sets[1]|sets[2], sets[3]
	if c == Black {
		them = occupied &^ sets[3]
	}
	king := p.king(c.Other())
	them &^= king.Set()
	castles := p.castlingRights(armyOf(c)) != 0
	kingCastles := p.castlingRights(armyOf(c.Other())) != 0

	// A ply removes one piece from a line, but two if it castles or captures en passant. Then, and if
	// there are many plies, all lines are open.
	fifthRank := firstRank << 32 >> (8 * c)
	passing := p.state&stateEnPassant != 0 || plies == 2 && sets[0]&^sets[1]&^sets[2]&^them&fifthRank != 0
	open := occupied &^ king.Set()
	if plies > 2 || castles || kingCastles || passing {
		open = 0
	}

	b.moves, b.castles = ours+int(oneIf(castles)), castles
	if !b.find(p, c, open, plies) {
		return false
	}
	if ours >= mostHelp {
		return true
	}
	squares, blocks := ^SquareSet(0), theirs+1
	if !kingCastles {
		squares, blocks = king.Set(), theirs
		for range min(theirs, 7) {
			beside := squares | squares.Beside()
			squares = beside | beside<<8 | beside>>8
		}
	}
	for to := range squares.All() {
		left := blocks
		if !kingCastles {
			left -= king.Distance(to)
		}
		if b.mates(to, them, min(left, them.Len())) {
			return true
		}
	}
	return false
}

// find finds the helpers of c and what they attack, with open as the squares that are not empty but
// for a number of pieces on each line. It returns false if there is only a king.
func (b *helpmateBound) find(p *Position, c Color, open SquareSet, through int) (others bool) {
	covers := helperCovers.get(newHelperCovers)
	b.helpers, b.once, b.twice = b.helpers[:0], 0, 0
	for _, e := range p.armyList(armyOf(c)) {
		if e == 0 {
			continue
		}
		piece, square := e.piece(), squares[e.square()]
		attacks, occupied := piece.Attacks(square, open), open
		for n := through; n > 0 && attacks&occupied != 0; n-- {
			occupied &^= attacks
			attacks = piece.Attacks(square, occupied)
		}
		b.twice |= b.once & attacks
		b.once |= attacks
		b.helpers = append(b.helpers, helper{piece, square, attacks, &covers[coverIndex(piece)]})
		others = others || piece.Type() != King
	}
	return others
}

// mates reports whether the helpers might mate a king on a square with the given pieces of its own, and
// a number of others that come beside it, or fewer.
func (b *helpmateBound) mates(king Square, own SquareSet, blocks int) bool {
	need := (kingAttacks[king] | king.Set()) &^ own
	missing := (need &^ b.once).Len() - blocks
	if b.moves == 1 {
		for i := range b.helpers {
			h := &b.helpers[i]
			// The first test spares nine tenths of the second.
			if h.gain(king, 1, need&^b.twice) >= missing && h.closes(king, need&^(b.twice|b.once&^h.attacks), blocks) {
				return true
			}
		}
		return false
	}
	var most [mostHelp + 1]int // by moves, the most squares that the helpers can gain
	for i := 0; i < len(b.helpers) && most[b.moves] < missing; i++ {
		h := &b.helpers[i]
		var gains [mostHelp + 1]int
		for n := 1; n <= b.moves; n++ {
			gains[n] = h.gain(king, n, need&^b.twice)
			if b.castles && h.piece.Type() == King {
				gains[n] = h.gain(king, coverMoves, need&^b.twice)
			}
		}
		for all := b.moves; all > 0; all-- {
			for n := 1; n <= all; n++ {
				most[all] = max(most[all], most[all-n]+gains[n])
			}
		}
	}
	return most[b.moves] >= missing
}

// gain returns how many more squares of a king's field the helper might attack after a number of moves,
// at least one. Those in alone, which no other attacks, are lost.
func (h *helper) gain(king Square, moves int, alone SquareSet) int {
	return int(h.covers[min(moves, coverMoves)-1][h.square][king]) - (h.attacks & alone).Len()
}

// closes reports whether the helper might attack with one move all squares of a king's field that it needs,
// but for a number of them that are blocked.
func (h *helper) closes(king Square, need SquareSet, blocks int) bool {
	to := h.attacks &^ king.Set()
	switch h.piece.Type() {
	case King:
		to &^= kingAttacks[king]
	case Pawn:
		to |= h.square.Set().Forward(h.piece.Color())
		to |= to.Forward(h.piece.Color())
		if to&(firstRank|firstRank<<56) != 0 {
			return true
		}
	}
	for ; to != 0; to &= to - 1 {
		open := need &^ h.piece.Attacks(to.First(), 0)
		if !open.Has(king) && open.Len() <= blocks {
			return true
		}
	}
	return false
}

// coverMoves is the number of moves that helperCovers counts; the last stands for any number.
const coverMoves = 4

// coverIndex returns where helperCovers has a piece.
func coverIndex(piece Piece) PieceType {
	if piece == BlackPawn {
		return NoPieceType
	}
	return piece.Type()
}

// helperCovers holds how many squares of a king's field a piece attacks at most after some moves on
// an empty board: by coverIndex, moves less one, the square of the piece, and that of the king.
var helperCovers lazy[*[King + 1][coverMoves][64][64]uint8]

func newHelperCovers() *[King + 1][coverMoves][64][64]uint8 {
	var t [King + 1][coverMoves][64][64]uint8
	for _, piece := range [...]Piece{WhitePawn, BlackPawn, WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing} {
		for from := range NoSquare {
			reached := piece.steps(from.Set())
			for moves := range coverMoves {
				for king := range NoSquare {
					t[coverIndex(piece)][moves][from][king] = piece.cover(reached, king)
				}
				reached |= from.Set() | piece.steps(reached)
				if moves == coverMoves-2 {
					for range 4 {
						reached |= piece.steps(reached)
					}
				}
			}
		}
	}
	return &t
}

// steps returns the squares that the piece can move to from one of a set on an empty board, or capture on.
func (p Piece) steps(from SquareSet) (to SquareSet) {
	for sq := range from.All() {
		to |= p.Attacks(sq, 0)
	}
	if p.Type() == Pawn {
		c := p.Color()
		push := from.Forward(c)
		to |= push | (push & (firstRank << 16 << (24 * c))).Forward(c)
	}
	return to
}

// cover returns how many squares of a king's field the piece attacks at most from one of a set. A pawn
// that promotes may attack all of them.
func (p Piece) cover(from SquareSet, king Square) (most uint8) {
	field := kingAttacks[king] | king.Set()
	from &^= king.Set()
	switch {
	case p.Type() == King:
		from &^= field
	case p.Type() == Pawn && from&(firstRank|firstRank<<56) != 0:
		return 9
	}
	for sq := range from.All() {
		most = max(most, uint8((p.Attacks(sq, 0) & field).Len()))
	}
	return most
}
