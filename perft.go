package chess

// Perft counts the positions, with repetition, that are reached from p in
// exactly depth plies: the standard test of a move generator, on one goroutine
// and without a hash table. The last ply is counted, not played.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(depth, make([]Move, 0, min(depth+1, 32)*MaxMoves))
}

// perft uses what lies behind the moves in buf for its own.
func (p *Position) perft(depth int, buf []Move) uint64 {
	n := len(buf)
	moves := p.AppendMoves(buf)
	if depth == 1 {
		return uint64(len(moves) - n)
	}
	sum := uint64(0)
	var next Position // in the loop it would escape to the heap
	for _, m := range moves[n:] {
		p.Do(m, &next)
		if depth == 2 { // most positions: a call less is 2 %
			sum += uint64(len(next.AppendMoves(moves)) - len(moves))
		} else {
			sum += next.perft(depth-1, moves)
		}
	}
	return sum
}
