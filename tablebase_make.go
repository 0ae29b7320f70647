package chess

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// makeEndingTable makes the table of an ending on some goroutines, at least one. It takes
// the tables of the endings that e.Later lists from later. It calls progress, if that is
// not nil, with the part of the work that is done, less than 1, on the goroutine of the
// caller. It fails if e is not Canonical or too large, if one of the other tables is
// missing, or with the error of the context when that ends.
func makeEndingTable(ctx context.Context, e Ending, later func(Ending) *EndingTable, threads int, progress func(done float64)) (*EndingTable, error) {
	t, err := newEndingTable(e)
	if err != nil {
		return nil, err
	}
	tables, missing := newLaterTables(t.index, later)
	if missing != 0 {
		return nil, fmt.Errorf("chess: to make a table of %v takes that of %v", e, missing)
	}
	r := &retrograde{EndingTable: t, ctx: ctx, progress: progress}
	for range max(1, threads) {
		b := newRetroBoard(t, tables)
		b.ahead = newRetroBoard(t, tables)
		r.boards = append(r.boards, b)
	}
	for i := range t.index.stages {
		if err := r.solve(&t.index.stages[i]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// A retrograde analysis finds the truth of all positions of one ending: it goes backwards
// from the ends of the game.
//
// It treats one stage of the numbers after the other, the most advanced pawns first. So
// the moves of pawns lead to positions that are known, as captures do. What these moves
// give, and who is mated, it finds first: prepare and ends. There remain the moves that
// stay in the stage, and these can be taken back. If the side to move is lost in n plies,
// all positions before are won in n+1, unless they are won sooner. If it has won in n, a
// position before is lost in n+1 if all its moves lead to positions won in n or fewer. So
// it goes from level to level, first of the distance to mate, and then of that to zeroing.
//
// While a stage is made, dtm and dtz are 0 for no legal position: an illegal move looks
// like one into a position that the opponent has won. Where the truth is not found yet,
// they are what outlook.values returns. A win by a zeroing move has its distance at once;
// until that level comes, a shorter one may be found.
//
// Each step looks at the positions with one side to move, and changes those with the
// other. The king of the side to move stays where it is, but for symmetries: so the
// positions of one orbit of it are a unit of work that touches no other, and the result
// does not depend on the number of goroutines.
type retrograde struct {
	*EndingTable
	ctx    context.Context
	boards []*retroBoard // one for each goroutine
	stage  *pawnStage

	progress func(done float64) // or nil
	done     float64            // the part of the stage that is done
	reported float64
}

// each calls f for each unit from 0 on several goroutines, one of them the caller's.
// After them the given part of the stage is done. It stops if the context ends.
func (r *retrograde) each(units int, done float64, f func(b *retroBoard, unit int)) {
	var next atomic.Int64
	work := func(b *retroBoard) {
		for r.ctx.Err() == nil {
			unit := int(next.Add(1)) - 1
			if unit >= units {
				return
			}
			f(b, unit)
			if b == r.boards[0] {
				r.report(r.done + (done-r.done)*float64(unit)/float64(units))
			}
		}
	}
	var group sync.WaitGroup
	for _, b := range r.boards[1:] {
		group.Go(func() { work(b) })
	}
	work(r.boards[0])
	group.Wait()
	r.done = done
	r.report(done)
}

// minReport is the least part of the work after which progress is reported again.
const minReport = 1.0 / 256

// report reports progress when a part of the stage is done.
func (r *retrograde) report(done float64) {
	if r.progress == nil || r.ctx.Err() != nil {
		return
	}
	all := float64(r.stage.first) + done*float64(r.stage.block*len(r.index.kings.pairs))
	if all /= float64(r.index.size); all >= r.reported+minReport && all < 1 {
		r.reported = all
		r.progress(all)
	}
}

// solve finds the truth of all positions of a stage. What part of the work a step is, is
// an estimate: how many levels there will be is not known.
func (r *retrograde) solve(stage *pawnStage) error {
	kings := len(r.index.kings.pairs)
	r.stage, r.done = stage, 0
	for _, b := range r.boards {
		b.highest = [2]byte{}
	}
	r.each(kings, 0.25, r.prepare)
	for side := range Color(2) {
		r.each(kings, 0.3, func(b *retroBoard, king int) { r.ends(b, side, king) })
	}
	for level := 1; level <= r.highest(toMate); level++ {
		r.spread(toMate, &r.dtm, byte(level), byte(level+1), (0.7-r.done)/8)
	}
	if r.highest(toMate) > maxMadeDTM {
		return fmt.Errorf("chess: a mate in %v takes more plies than a table can hold", r.index.ending)
	}
	r.spread(toZero, &r.dtm, 1, 1, 0)
	for level := 1; level <= r.highest(toZero); level++ {
		r.spread(toZero, &r.dtz, byte(level), byte(level+1), (0.95-r.done)/8)
	}
	if r.highest(toZero) > maxMadeDTZ {
		return fmt.Errorf("chess: a win in %v takes more plies without a zeroing move than a table can hold", r.index.ending)
	}
	r.each(kings, 0.95, r.enPassant)
	r.each(kings, 1, r.finish)
	return r.ctx.Err()
}

// The distances that are found one after the other.
const (
	toMate = iota
	toZero
)

// highest returns the highest value of a distance that was set in the stage.
func (r *retrograde) highest(distance int) (highest int) {
	for _, b := range r.boards {
		highest = max(highest, int(b.highest[distance]))
	}
	return highest
}

// block returns the numbers of the stage with the same kings: from first to end.
func (r *retrograde) block(king int) (first, end int) {
	first = r.stage.first + king*r.stage.block
	return first, first + r.stage.block
}

// prepare finds the positions that are not legal, and the outlook of the others.
func (r *retrograde) prepare(b *retroBoard, king int) {
	for n, end := r.block(king); n < end; n++ {
		if !b.set(n, r.stage) {
			continue
		}
		for side := range Color(2) {
			if b.inCheck(side^1, 0) {
				continue
			}
			o := b.zeroing(side)
			dtm, dtz := o.values()
			r.dtm[side][n], r.dtz[side][n] = dtm, dtz
			if o.win > 0 {
				b.highest[toMate] = max(b.highest[toMate], dtm)
				b.highest[toZero] = max(b.highest[toZero], dtz)
			}
		}
	}
}

// ends finds the positions in which side is mated, or has only zeroing moves and
// they lose.
func (r *retrograde) ends(b *retroBoard, side Color, king int) {
	dtm, dtz := r.dtm[side], r.dtz[side]
	for n, end := r.block(king); n < end; n++ {
		if dtm[n] != unknown || dtz[n] == onlyDraws {
			continue
		}
		if check := r.dtm[side^1][n] == 0; dtz[n] == unknown && !check {
			continue
		}
		b.set(n, r.stage)
		if !b.quietLose(side, r.dtm[side^1], 1) {
			continue
		}
		mate, zero := byte(1), byte(1)
		if dtz[n] != unknown {
			o := b.zeroing(side)
			mate = o.loss
			if o.best == WDLBlessedLoss {
				zero = 101
			}
		}
		r.setValue(b, toMate, side, n, mate)
		r.setValue(b, toZero, side, n, zero)
	}
}

// setValue sets a distance of a position.
func (r *retrograde) setValue(b *retroBoard, distance int, side Color, n int, value byte) {
	values := r.dtm[side]
	if distance == toZero {
		values = r.dtz[side]
	}
	values[n] = value
	b.highest[distance] = max(b.highest[distance], value)
}

// quietLose reports whether after all moves that neither capture nor move a pawn the
// opponent has a value less than a limit: it has won, or the move was not legal.
func (b *retroBoard) quietLose(side Color, opponent []byte, limit byte) bool {
	for slot, piece := range b.index.pieces {
		if piece.Color() != side || piece.Type() == Pawn {
			continue
		}
		for _, n := range b.quiet(slot) {
			if opponent[n] >= limit {
				return false
			}
		}
	}
	return true
}

// spread gives the positions before those with a value, in known, what follows from it: the
// value next of a distance. work is its share of the work of the stage.
func (r *retrograde) spread(distance int, known *[2][]byte, value, next byte, work float64) {
	for side := range Color(2) {
		orbits := r.index.kings.orbits[side]
		r.each(len(orbits), r.done+work/2, func(b *retroBoard, orbit int) {
			for _, king := range orbits[orbit] {
				if r.ctx.Err() != nil {
					return
				}
				first, end := r.block(king)
				for n := first; ; n++ {
					i := bytes.IndexByte(known[side][n:end], value)
					if i < 0 {
						break
					}
					n += i
					b.set(n, r.stage)
					r.spreadFrom(b, distance, side, next)
				}
			}
		})
	}
}

// spreadFrom does so for the position on the board with a side to move.
func (r *retrograde) spreadFrom(b *retroBoard, distance int, side Color, next byte) {
	before := side ^ 1
	values := r.dtm[before]
	if distance == toZero {
		values = r.dtz[before]
	}
	lost := r.dtm[side][b.number]&1 != 0
	for slot, piece := range b.index.pieces {
		if piece.Color() == side || piece.Type() == Pawn {
			continue
		}
		for _, n := range b.quiet(slot) {
			switch {
			case !lost:
				if r.mayLose(distance, before, n) {
					r.lose(b, distance, before, n, next)
				}
			case values[n] > next:
				r.setValue(b, distance, before, n, next)
			}
		}
	}
}

// mayLose reports whether it is possible that a side to move has lost a position and that
// this is not known yet.
func (r *retrograde) mayLose(distance int, side Color, n int) bool {
	dtm, dtz := r.dtm[side][n], r.dtz[side][n]
	if distance == toMate {
		return dtm == unknown && dtz != onlyDraws
	}
	return dtz >= onlyDraws && dtm&1 != 0 && dtm != unknown
}

// lose sets the value of a position if a side to move has lost it and no move takes longer.
func (r *retrograde) lose(b *retroBoard, distance int, side Color, n int, value byte) {
	opponent := r.dtm[side^1]
	if distance == toZero {
		opponent = r.dtz[side^1]
	}
	b.ahead.set(n, r.stage)
	if !b.ahead.quietLose(side, opponent, value) {
		return
	}
	switch dtz := r.dtz[side][n]; {
	case dtz == unknown:
	case distance == toMate:
		o := b.ahead.zeroing(side)
		value = max(value, o.loss)
	case dtz == onlyBlessedLoss:
		value = max(value, 101)
	}
	r.setValue(b, distance, side, n, value)
}

// finish makes draws of the positions that are not known.
func (r *retrograde) finish(_ *retroBoard, king int) {
	first, end := r.block(king)
	for side := range Color(2) {
		dtm, dtz := r.dtm[side][first:end], r.dtz[side][first:end]
		for i := range dtm {
			if dtm[i] == unknown {
				dtm[i], dtz[i] = 0, 0
			}
		}
	}
}

// enPassant finds the truth of the positions with the right to capture en passant.
func (r *retrograde) enPassant(b *retroBoard, king int) {
	x := r.index
	for side := range Color(2) {
		for i, e := range x.enPassant[side] {
			if e.placing < r.stage.placing || e.placing >= r.stage.placing+r.stage.placings {
				continue
			}
			n := x.placings[e.placing].base + king*r.stage.block
			to := x.size + (i*len(x.kings.pairs)+king)*x.rest
			for rest := range x.rest {
				if b.set(n+rest, r.stage) && !b.inCheck(side^1, 0) {
					r.dtm[side][to+rest], r.dtz[side][to+rest] = r.enPassantValues(b, side, e.file)
				}
			}
		}
	}
}

// enPassantValues returns the bytes of the position on the board after a double push.
func (r *retrograde) enPassantValues(b *retroBoard, side Color, file int) (dtm, dtz byte) {
	forward := north - 20*uint8(side)
	over := mailbox[SquareAt(file, 5-3*int(side))]
	if b.board[over&127] != 0 || b.board[(over+forward)&127] != 0 {
		return 0, 0
	}
	victim := int(b.board[(over-forward)&127]) - 1
	var o outlook
	for slot, piece := range b.index.pieces {
		if piece == Pawn.Of(side) && b.attacks(slot, over) {
			b.zero(&o, slot, over, victim)
		}
	}
	dtm, dtz = r.dtm[side][b.number], r.dtz[side][b.number]
	moves := dtm != 1
	if dtm == unknown {
		dtm, dtz = 0, 0
		other := b.zeroing(side)
		moves = other.moves || !b.quietLose(side, r.dtm[side^1], 1)
	}
	switch {
	case !o.moves:
		return dtm, dtz
	case !moves:
		return o.only()
	}
	return o.or(dtm, dtz)
}
