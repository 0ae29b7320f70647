package chess

// Perft returns the number of move sequences of exactly depth plies from p: the
// standard test of a move generator. It uses one goroutine and no hash table. The
// moves of the last ply are counted, not played.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(depth, make([]Move, 0, min(depth+1, 32)*MaxMoves))
}

// perft uses the capacity of buf beyond its length.
func (p *Position) perft(depth int, buf []Move) uint64 {
	n := len(buf)
	moves := p.appendMoves(buf)
	if depth == 1 {
		return uint64(len(moves) - n)
	}
	sum := uint64(0)
	var next Position // inside the loop it would escape to the heap
	for _, m := range moves[n:] {
		p.Do(m, &next)
		if depth == 2 { // most positions: sparing a call gains 2 %
			sum += uint64(len(next.appendMoves(moves)) - len(moves))
		} else {
			sum += next.perft(depth-1, moves)
		}
	}
	return sum
}
