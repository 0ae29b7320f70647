package chess

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// How legal moves are found without trying any.
//
// The board is a mailbox: a byte a square, with a rim of two squares around it,
// so that a step off the board lands on the rim (see board.go). Beside it
// stands the list of men, sixteen places a side. To generate is to walk the list
// and, from each man, the board.
//
// What makes a move illegal is always the king: he steps into an attack, he
// castles through one, a man who covers him leaves, or a check goes unanswered.
// All of that comes out of one pass over the enemy's men (look, in attack.go).
// The table zone, indexed by a man and the difference between his square and
// the king's, tells which squares of the king's zone he might attack; for nearly
// all men it says none at once:
//
//	8  . . . . . . . .    The zone of a king on e1 who may castle to either
//	7  . . . . r . . .    side: his neighbours (x), himself, and the squares
//	6  . . . . . . . .    he crosses (o).
//	5  b . . . . . . .
//	4  . . . . . n . .    The knight attacks e2, and that is that. The rook
//	3  . . . . . . . .    might attack e2 and e1, the bishop d2 and e1: for
//	2  . . . x x x . .    them the lines decide. Whoever stands alone between
//	1  . . o x K x o .    one of them and the king is pinned.
//	   a b c d e f g h
//
// Only such a slider takes a walk along his line. Then it is known how many men
// give check, who is pinned and where the king may go, and the moves of the
// other men are legal as they come: pinned men move apart, along the line of
// the pin, and in check only what captures the checker or blocks his line is
// kept. The one exception is en passant, where two men leave a line at once: it
// is tried on the board, but by the double push before (setEnPassant), so that
// the answer is part of the position's identity.
//
// Measured on a Zen 5 core, where one "inner node", a position of 48 moves
// (kiwipete) with the move played that led to it, takes 120 ns and 2,035
// instructions. What a trick is worth stands beside it.

// AppendMoves appends all legal moves of p to dst, in no particular order, and
// returns the extended slice; none if the game is over. With room for MaxMoves
// more in dst it allocates nothing; with less it is a little slower and
// allocates only if the moves do not fit.
func (p *Position) AppendMoves(dst []Move) []Move {
	return p.appendStage(dst, allMoves)
}

// AppendCaptures appends the legal captures and promotions, as AppendMoves does.
func (p *Position) AppendCaptures(dst []Move) []Move {
	return p.appendStage(dst, captures)
}

// AppendQuiets appends the legal moves that neither capture nor promote, as
// AppendMoves does.
func (p *Position) AppendQuiets(dst []Move) []Move {
	return p.appendStage(dst, quiets)
}

func (p *Position) appendStage(dst []Move, what stage) []Move {
	n := len(dst)
	if cap(dst)-n < MaxMoves || p.crowded {
		return p.appendSlow(dst, what)
	}
	out := (*[MaxMoves]Move)(dst[n : n+MaxMoves])
	return dst[:n+p.generate(out, &p.pieces, what)]
}

// appendSlow is appendStage for a small dst, and for a crowded board, one
// so full of promoted men that there might be more than MaxMoves moves: they
// are generated for one half of the army and then for the other.
func (p *Position) appendSlow(dst []Move, what stage) []Move {
	var out [MaxMoves]Move
	if !p.crowded {
		return append(dst, out[:p.generate(&out, &p.pieces, what)]...)
	}
	own := p.own()
	for half := range uint8(2) {
		men := p.pieces
		clear(men[own+1+8*half:][:8-half]) // eight of the men, the king apart, or the other seven
		for _, m := range out[:p.generate(&out, &men, what)] {
			// What does not come from the list of men comes up twice.
			again := uint8(m>>8) == uint8(p.pieces[own]) || m.IsEnPassant()
			if half == 0 || !again {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// generate writes the legal moves of a kind to out and returns their number.
// Beside the king and en passant they are those of the men in the list given:
// p's own, or some of them.
func (p *Position) generate(out *[MaxMoves]Move, men *[32]placedPiece, what stage) int {
	own := p.own()
	king := p.pieces[own]
	if king == 0 || p.threeChecksGiven() {
		return 0
	}
	k := uint8(king) & 127
	enemy := uint8(blackHere) >> (own >> 4 & 1)

	// Ask about the squares the king might step to, or cross in castling.
	blocked := enemy ^ (whiteHere | blackHere) | rim
	steps := p.unblocked(k-11, blocked) | p.unblocked(k-1, blocked)<<3 | p.unblocked(k+9, blocked)<<6
	castle := [2]uint16{never, never}
	rights := p.state >> castlingShift(uint(own>>4), 0) & 0x3F
	asked := steps
	if rights != 0 && what != captures {
		asked |= p.castlingPaths(&castle, k, uint8(rights))
	}
	s := kingScan{safe: asked}
	p.scanKing(&s, k, own^16)

	n := uint8(0)
	for z := s.safe & steps; z != 0; z &= z - 1 {
		to := k + zoneSteps[bits.TrailingZeros16(z)&15]
		out[n] = Move(k)<<8 | Move(to)
		n += one(what == allMoves || (p.board[to&127] != 0) == (what == captures))
	}
	if s.checks > 1 {
		return int(n)
	}
	if s.pinCount > 0 { // pinned men move apart from the others
		free := *men
		for _, x := range s.pins[:s.pinCount] {
			if s.checks == 0 {
				n = p.pinnedMoves(out, n, men[x.place&31], k, x.by, what)
			}
			free[x.place&31] = 0
		}
		men = &free
	}
	first := n
	n = p.pieceMoves(out, n, (*[16]placedPiece)(men[own:]), enemy, what)
	if s.checks == 1 {
		n = p.evasions(out, first, n, k, s.checker)
	} else if s.safe&castle[HSide] == castle[HSide] || s.safe&castle[ASide] == castle[ASide] {
		n = p.castlingMoves(out, n, &s, &castle, k, own)
	}
	if p.state&stateEnPassant != 0 && what != quiets {
		n = p.enPassantMoves(out, n, own)
	}
	return int(n)
}

// unblocked tells in three bits on which of three squares from s on no bit of
// blocked, of which the lowest is none, is set. All three are looked at in one
// word.
func (p *Position) unblocked(s, blocked uint8) uint16 {
	w := binary.LittleEndian.Uint32(p.board[s&127:])
	w = ^(w&(uint32(blocked)*0x10101)>>1 + 0x7F7F7F)
	return uint16(w>>7&1 | w>>14&2 | w>>21&4)
}

// never is a path that is never safe: no king has squares to cross on both sides.
const never = 0xFFFF

// castlingPath is what castling asks for: empty holds the squares, as bytes of
// the rank, that must be empty, and king those of the king's zone that he
// crosses.
type castlingPath struct {
	empty uint64
	king  uint16
}

// castlingPaths tells them by Side, file of the king and right, as Position's
// state has it.
var castlingPaths = func() (t [2][8][8]castlingPath) {
	for side, to := range [2]int{6, 2} {
		for k := range 8 {
			for right := range 8 {
				c := &t[side][k][right]
				if right == 0 {
					c.empty = ^uint64(0) // where the king stands
					continue
				}
				r := right
				if side == int(ASide) {
					r = 7 - right
				}
				rookTo := to - 1 + 2*side
				for f := min(k, r, to, rookTo); f <= max(k, r, to, rookTo); f++ {
					if f != k && f != r {
						c.empty |= 0xFF << (8 * f)
					}
					if f != k && f >= min(k, to) && f <= max(k, to) {
						for i, step := range zoneSteps {
							if step == uint8(f-k) {
								c.king |= 1 << i
							}
						}
					}
				}
			}
		}
	}
	return
}()

// castlingPaths gives the squares of the zone to be crossed in castling to
// either side for which there is a right and nothing stands between, and
// returns them together.
func (p *Position) castlingPaths(paths *[2]uint16, k, rights uint8) (asked uint16) {
	// The rank of the king in one word: a loop over the squares costs more.
	rank, a := binary.LittleEndian.Uint64(p.board[21:29]), uint8(21)
	if k >= 91 {
		rank, a = binary.LittleEndian.Uint64(p.board[91:99]), 91
	}
	file := (k - a) & 7
	if c := &castlingPaths[HSide][file][rights&7]; rank&c.empty == 0 {
		paths[HSide] = c.king
		asked |= c.king
	}
	if c := &castlingPaths[ASide][file][rights>>castlingBits&7]; rank&c.empty == 0 {
		paths[ASide] = c.king
		asked |= c.king
	}
	return asked
}

// castling generates castling along the paths that are safe. A rook that is
// pinned along the rank, which takes Chess960, would uncover the king.
func (p *Position) castlingMoves(out *[MaxMoves]Move, n uint8, s *kingScan, paths *[2]uint16, k, own uint8) uint8 {
	for side, path := range paths {
		if s.safe&path != path {
			continue
		}
		place := own + placeRookH + uint8(side)
		if slices.ContainsFunc(s.pins[:s.pinCount], func(x pin) bool { return x.place == place }) {
			continue
		}
		to := k/70*70 + 27 - 4*uint8(side)
		out[n] = castleH + Move(side)<<16 | Move(k)<<8 | Move(to)
		n++
	}
	return n
}

// answers keeps, of out[first:n], the moves that answer a single check: they
// capture the checker or interpose.
func (p *Position) evasions(out *[MaxMoves]Move, first, n, k, checker uint8) uint8 {
	var ok [128]bool
	ok[checker&127] = true
	if p.pieces[p.board[checker&127]&31].slides() {
		d := direction[k-checker]
		for t := checker + d; t != k; t += d {
			ok[t&127] = true
		}
	}
	j := first
	for i := first; i < n; i++ {
		m := out[i]
		out[j] = m
		j += one(ok[m&127])
	}
	return j
}

// pinned generates the moves of a man pinned by the one on square by: those on
// the line from the king through him.
func (p *Position) pinnedMoves(out *[MaxMoves]Move, n uint8, e placedPiece, k, by uint8, what stage) uint8 {
	enemy := uint8(blackHere) >> (e.piece().Color() & 1)
	first := n
	n = p.movesOf(out, n, e, enemy, what)
	line := direction[by-k]
	j := first
	for i := first; i < n; i++ {
		m := out[i]
		out[j] = m
		j += one(direction[uint8(m)-k] == line)
	}
	return j
}

// enPassant generates the legal en-passant captures, of which there is at
// least one. Pinned men and checks need no regard: where there is a doubt, the
// capture is tried.
func (p *Position) enPassantMoves(out *[MaxMoves]Move, n uint8, own uint8) uint8 {
	to := 71 + uint8(p.state>>enPassantShift&7) // on White's sixth rank
	victim := to - north
	if own != 0 {
		to -= 3 * north
		victim = to + north
	}
	beside := [2]uint8{victim + west, victim + east}
	both := p.isPawn(beside[0], own) && p.isPawn(beside[1], own)
	for _, from := range beside {
		if p.isPawn(from, own) && (!both || p.enPassantLegal(from, to, victim)) {
			out[n] = enPassant | Move(from)<<8 | Move(to)
			n++
		}
	}
	return n
}
