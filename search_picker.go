package chess

// Moves are tried in the order in which they are likely to be best, since the
// first good one spares the others: the move of the transposition table; the
// captures and promotions that lose nothing in exchange, or little where the like
// of them have been good, by the most valuable victim and by their history; the
// quiet moves, the counter-move first and then by history; the captures that
// lose. They are made stage by stage: where an early one ends the matter, the
// later ones are never generated.

// The stages of a picker.
const (
	pickTable    = iota
	makeCaptures // captures and promotions
	pickCaptures
	makeQuiets
	pickQuiets
	pickLosing // the captures put off
	makeAnswers
	pickAnswers // to a check, all in one
	pickNone
)

// A choice is a move below its value, so that one comparison orders two.
type choice uint64

func newChoice(value int32, m Move) choice {
	return choice(uint32(value)^1<<31)<<32 | choice(m)
}

func (c choice) move() Move { return Move(c) }

// counterValue sets the counter-move above other quiet moves.
const counterValue = 1 << 19

// A picker hands out the moves of a node one by one.
type picker struct {
	stage    uint8
	captures bool // only captures: a quiescence search
	table    Move // the move of the transposition table, if it is legal here
	next     int  // the first choice not handed out
	end      int  // the end of the choices of this stage
	losing   int  // how many captures were put off, at the beginning of choices
	choices  [2 * MaxMoves]choice
}

// startPicking makes the picker at ply ready. table may be any move.
func (w *worker) startPicking(ply int, table Move, inCheck, captures bool) {
	n := &w.nodes[ply]
	k, p := &n.picker, &n.pos
	k.stage, k.captures, k.table, k.losing = pickTable, captures, 0, 0
	if table != 0 && p.Legal(table) && (!captures || inCheck || !p.quiet(table)) {
		k.table = table
	} else if k.stage = makeCaptures; inCheck {
		k.stage = makeAnswers
	}
	if inCheck {
		k.captures = false
	}
	n.quiet = &w.history.quiet[p.state>>16&1]
	for back := range n.follow {
		n.follow[back] = &w.history.follow[0]
		if w.options.FollowUps && back < ply {
			n.follow[back] = &w.history.follow[w.nodes[ply-back-1].made&1023]
		}
	}
}

// pick returns the next move of the node at ply, or the null move if there is
// none left.
func (w *worker) pick(ply int, inCheck bool) Move {
	n := &w.nodes[ply]
	k, p := &n.picker, &n.pos
	for {
		switch k.stage {
		case pickTable:
			if k.stage = makeCaptures; inCheck {
				k.stage = makeAnswers
			}
			return k.table
		case makeCaptures:
			k.next, k.end = 0, 0
			for _, m := range p.AppendCaptures(w.moves[:0]) {
				if m != k.table {
					k.choices[k.end] = newChoice(w.history.captureValue(p, m), m)
					k.end++
				}
			}
			k.stage = pickCaptures
		case pickCaptures:
			for k.next < k.end {
				c := k.best()
				if w.options.ExchangeOrder && !p.SEEAtLeast(c.move(), -w.history.captureExcuse(p, c.move()), nil) {
					k.choices[k.losing] = c
					k.losing++
					continue
				}
				return c.move()
			}
			if k.stage = makeQuiets; k.captures {
				k.stage = pickNone
			}
		case makeQuiets:
			k.next = k.end
			for _, m := range p.AppendQuiets(w.moves[:0]) {
				if m != k.table {
					k.choices[k.end] = newChoice(w.quietValue(ply, m), m)
					k.end++
				}
			}
			k.stage = pickQuiets
		case pickQuiets:
			if k.next < k.end {
				return k.best().move()
			}
			k.stage, k.next = pickLosing, 0
		case pickLosing:
			if k.next < k.losing {
				k.next++
				return k.choices[k.next-1].move()
			}
			k.stage = pickNone
		case makeAnswers:
			k.next, k.end = 0, 0
			for _, m := range p.AppendMoves(w.moves[:0]) {
				if m == k.table {
					continue
				}
				value := int32(0)
				if p.quiet(m) {
					value = w.quietValue(ply, m)
				} else if value = w.history.captureValue(p, m); p.SEEAtLeast(m, 0, nil) {
					value += 1 << 24
				} else {
					value -= 1 << 24
				}
				k.choices[k.end] = newChoice(value, m)
				k.end++
			}
			k.stage = pickAnswers
		case pickAnswers:
			if k.next < k.end {
				return k.best().move()
			}
			k.stage = pickNone
		default:
			return 0
		}
	}
}

// skipQuiets leaves out the quiet moves not yet handed out.
func (k *picker) skipQuiets() {
	if k.stage == makeQuiets || k.stage == pickQuiets {
		k.stage, k.next = pickLosing, 0
	}
}

// best takes the choice of the greatest value. Sorting all would be wasted
// where a cutoff comes early.
func (k *picker) best() choice {
	choices := k.choices[k.next:k.end]
	best, at := choices[0], 0
	for i, c := range choices {
		if c > best {
			best, at = c, i
		}
	}
	choices[at] = choices[0]
	k.next++
	return best
}

// quietValue is the place of a quiet move among its like.
func (w *worker) quietValue(ply int, m Move) int32 {
	n := &w.nodes[ply]
	v := n.quietHistory(m)
	if w.options.CounterMoves && ply > 0 && m == w.history.counter[w.nodes[ply-1].made] {
		v += counterValue
	}
	return v
}
