package chess

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// MaxMoves is the room that AppendMoves asks for, to write without checking.
// No position that can come about in a game has more than 218 moves.
const MaxMoves = 256

// AppendMoves appends all legal moves of p to dst, in no particular order, and
// returns the extended slice; none if the game is over. With room for MaxMoves
// more in dst it allocates nothing; with less it is a little slower and
// allocates only if the moves do not fit.
func (p *Position) AppendMoves(dst []Move) []Move {
	n := len(dst)
	if cap(dst)-n < MaxMoves || p.crowded {
		return p.appendMovesSlow(dst)
	}
	out := (*[MaxMoves]Move)(dst[n : n+MaxMoves])
	return dst[:n+p.generate(out, &p.men)]
}

// AppendCaptures appends the legal captures and promotions of p to dst, as
// AppendMoves does.
func (p *Position) AppendCaptures(dst []Move) []Move {
	n := len(dst)
	moves := p.AppendMoves(dst)
	dst = dst[:n]
	for _, m := range moves[n:] {
		if p.victim(m) != NoPiece || m&promotion != 0 {
			dst = append(dst, m)
		}
	}
	return dst
}

// appendMovesSlow is AppendMoves for a small dst, and for a crowded board, one
// so full of promoted men that there might be more than MaxMoves moves: they
// are generated for one half of the army and then for the other.
func (p *Position) appendMovesSlow(dst []Move) []Move {
	var out [MaxMoves]Move
	if !p.crowded {
		return append(dst, out[:p.generate(&out, &p.men)]...)
	}
	own := p.own()
	for half := range uint8(2) {
		men := p.men
		clear(men[own+1+8*half:][:8-half]) // eight of the men, the king apart, or the other seven
		for _, m := range out[:p.generate(&out, &men)] {
			// What does not come from the list of men comes up twice.
			again := uint8(m>>8) == uint8(p.men[own]) || m.IsEnPassant()
			if half == 0 || !again {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// generate writes the legal moves to out and returns their number. The moves
// of men but the king are those of the men in the list given, p's own or some
// of them.
func (p *Position) generate(out *[MaxMoves]Move, men *[32]man) int {
	own := p.own()
	king := p.men[own]
	if king == 0 || p.threeChecksGiven() {
		return 0
	}
	k := uint8(king) & 127
	enemy := uint8(blackHere) >> (own >> 4 & 1)

	// Ask about the squares the king might step to, or cross in castling.
	steps := uint16(0)
	for _, d := range zoneSteps[:8] { // the last one ends up in bit 7
		b := p.board[(k+d)&127]
		steps = steps>>1 | (uint16(b&(enemy^(whiteHere|blackHere)|rim))-1)>>8&0x80
	}
	castle := [2]uint16{never, never}
	rights := p.state >> castlingShift(uint(own>>4), 0) & 0x3F
	asked := steps
	if rights != 0 {
		asked |= p.castlingPaths(&castle, k, uint8(rights))
	}
	s := sight{safe: asked}
	p.look(&s, k, own^16)

	n := uint8(0)
	home := Move(k) * 0x101
	for z := s.safe & steps; z != 0; z &= z - 1 {
		out[n] = home&0xFF00 | Move(k+zoneSteps[bits.TrailingZeros16(z)&15])
		n++
	}
	if s.checks > 1 {
		return int(n)
	}
	if s.npins > 0 { // pinned men move apart from the others
		free := *men
		for _, x := range s.pins[:s.npins] {
			if s.checks == 0 {
				n = p.pinned(out, n, men[x.place&31], k, x.by)
			}
			free[x.place&31] = 0
		}
		men = &free
	}
	first := n
	n = p.pieces(out, n, (*[16]man)(men[own:]), enemy)
	if s.checks == 1 {
		n = p.answers(out, first, n, k, s.checker)
	} else if rights != 0 {
		n = p.castling(out, n, &s, &castle, k, own)
	}
	if p.state&stateEnPassant != 0 {
		n = p.enPassant(out, n, own)
	}
	return int(n)
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
	start := (k-21)/70*70 + 21
	rank := binary.LittleEndian.Uint64(p.board[start:])
	for side := range paths {
		if right := rights & 7; right != 0 {
			c := &castlingPaths[side][(k-start)&7][right]
			if rank&c.empty == 0 {
				paths[side] = c.king
				asked |= c.king
			}
		}
		rights >>= castlingBits
	}
	return asked
}

// castling generates castling along the paths that are safe. A rook that is
// pinned along the rank, which takes Chess960, would uncover the king.
func (p *Position) castling(out *[MaxMoves]Move, n uint8, s *sight, paths *[2]uint16, k, own uint8) uint8 {
	for side, path := range paths {
		if s.safe&path != path {
			continue
		}
		place := own + placeRookH + uint8(side)
		if slices.ContainsFunc(s.pins[:s.npins], func(x pin) bool { return x.place == place }) {
			continue
		}
		to := (k-21)/70*70 + 27 - 4*uint8(side)
		out[n] = castleH + Move(side)<<16 | Move(k)<<8 | Move(to)
		n++
	}
	return n
}

// pieces generates for all the given men but the first, the king.
func (p *Position) pieces(out *[MaxMoves]Move, n uint8, men *[16]man, enemy uint8) uint8 {
	up, blocked := Move(north), enemy^(whiteHere|blackHere)|rim
	if enemy == whiteHere {
		up = -up
	}
	for _, e := range men[1:] {
		m := Move(e&127) * 0x101
		switch e.kind() {
		case Pawn:
			n = p.pawn(out, n, m, up, enemy)
		case Knight:
			n = p.leaps(out, n, m, blocked)
		case Bishop:
			n = p.diagonal(out, n, m, enemy)
		case Rook:
			n = p.straight(out, n, m, enemy)
		case Queen:
			n = p.straight(out, n, m, enemy)
			n = p.diagonal(out, n, m, enemy)
		}
	}
	return n
}

//go:noinline
func (p *Position) leaps(out *[MaxMoves]Move, n uint8, m Move, blocked uint8) uint8 {
	n = p.leap(out, n, m+8, blocked)
	n = p.leap(out, n, m+12, blocked)
	n = p.leap(out, n, m+19, blocked)
	n = p.leap(out, n, m+21, blocked)
	n = p.leap(out, n, m-8, blocked)
	n = p.leap(out, n, m-12, blocked)
	n = p.leap(out, n, m-19, blocked)
	return p.leap(out, n, m-21, blocked)
}

func (p *Position) leap(out *[MaxMoves]Move, n uint8, m Move, blocked uint8) uint8 {
	if p.board[m&127]&blocked == 0 {
		out[n] = m
		n++
	}
	return n
}

func (p *Position) straight(out *[MaxMoves]Move, n uint8, m Move, enemy uint8) uint8 {
	n = p.ray(out, n, m, 1, enemy)
	n = p.ray(out, n, m, 10, enemy)
	n = p.ray(out, n, m, 1<<32-1, enemy)
	return p.ray(out, n, m, 1<<32-10, enemy)
}

func (p *Position) diagonal(out *[MaxMoves]Move, n uint8, m Move, enemy uint8) uint8 {
	n = p.ray(out, n, m, 9, enemy)
	n = p.ray(out, n, m, 11, enemy)
	n = p.ray(out, n, m, 1<<32-9, enemy)
	return p.ray(out, n, m, 1<<32-11, enemy)
}

// ray generates the moves from m on in steps of d, up to the first man and his
// capture if he is an enemy.
func (p *Position) ray(out *[MaxMoves]Move, n uint8, m, d Move, enemy uint8) uint8 {
	m += d
	for p.board[m&127] == 0 {
		out[n] = m
		n++
		m += d
	}
	if p.board[m&127]&enemy != 0 {
		out[n] = m
		n++
	}
	return n
}

// pawn generates for one pawn; up is one rank forward. Whether a pawn moves is
// hard to predict: the moves are stored first and counted after.
func (p *Position) pawn(out *[MaxMoves]Move, n uint8, m, up Move, enemy uint8) uint8 {
	ahead := p.board[(m+2*up)&127]
	if ahead == rim {
		return p.promotions(out, n, m+up, enemy)
	}
	out[n] = m + up - 1
	n += one(p.board[(m+up-1)&127]&enemy != 0)
	out[n] = m + up + 1
	n += one(p.board[(m+up+1)&127]&enemy != 0)
	free := one(p.board[(m+up)&127] == 0)
	out[n] = m + up
	n += free
	if p.board[(m-2*up)&127] == rim {
		out[n] = m + 2*up | doublePush
		n += free & one(ahead == 0)
	}
	return n
}

// one is 1 if b, else 0; the compiler makes it one instruction.
func one(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

func (p *Position) promotions(out *[MaxMoves]Move, n uint8, push Move, enemy uint8) uint8 {
	for i, m := range [3]Move{push, push - 1, push + 1} {
		if b := p.board[m&127]; i == 0 && b == 0 || i > 0 && b&enemy != 0 {
			for t := range Move(4) {
				out[n] = m | promotion | t<<16
				n++
			}
		}
	}
	return n
}

// answers keeps, of out[first:n], the moves that answer a single check: they
// capture the checker or interpose.
func (p *Position) answers(out *[MaxMoves]Move, first, n, k, checker uint8) uint8 {
	var ok [128]bool
	ok[checker&127] = true
	if p.men[p.board[checker&127]&31].slides() {
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
func (p *Position) pinned(out *[MaxMoves]Move, n uint8, e man, k, by uint8) uint8 {
	only := [16]man{1: e}
	enemy := uint8(blackHere) >> (e.piece().Color() & 1)
	first := n
	n = p.pieces(out, n, &only, enemy)
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
func (p *Position) enPassant(out *[MaxMoves]Move, n uint8, own uint8) uint8 {
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

// isPawn reports whether a pawn of the army that begins at own stands on s.
func (p *Position) isPawn(s, own uint8) bool {
	b := p.board[s&127]
	return b&(whiteHere|blackHere) == whiteHere<<(own>>4) && p.men[b&31].kind() == Pawn
}

// enPassantLegal reports whether the capture of the pawn on victim by the pawn
// on from leaves the king in safety. Two men leave one rank at once, which no
// pin foresees: so it is tried.
func (p *Position) enPassantLegal(from, to, victim uint8) bool {
	q := *p
	b, v := q.board[from&127], q.board[victim&127]
	q.board[from&127], q.board[victim&127], q.board[to&127] = 0, 0, b
	q.men[v&31] = 0
	own := b & 16
	return !q.attacked(uint8(q.men[own]), own^16)
}
