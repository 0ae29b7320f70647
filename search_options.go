package chess

const (
	maxThreads = 256
	maxMargin  = 10_000
	clearHash  = "Clear Hash"
)

// Options are the techniques of AlphaBeta. Each can be switched off, by false
// or 0, to learn what it is worth. With all of them off but Hash, Threads and
// Rigorous the score of a search is that of Minimax.
type Options struct {
	Hash    int // size of the transposition table in MiB, at most 1<<20; 0 is no table
	Threads int // goroutines that search at once, sharing the table, at most 256; 0 is one

	// Rigorous takes from the table only what a search to the same depth with
	// the same history must give. Otherwise a deeper search's score will do, and
	// the chance is taken that a repetition of what went before spoils it.
	Rigorous bool

	Aspiration int  // search the root in a window of so many centipawns around the last score
	Quiescence bool // play out captures before evaluating

	// The order of moves: it changes how many are looked at, and no score.
	ExchangeOrder bool // captures that lose in exchange come last
	CounterMoves  bool // the quiet move that refuted the opponent's last comes first
	FollowUps     bool // what followed well on the last two moves comes early (continuation history)

	// Looking further.
	CheckExtension bool // answer a check before quiescence: the last ply of a line is never in check
	Singular       bool // look a ply or two deeper at a move much better than the others

	// Looking less far.
	LateReductions int // at moves late in the order, in percent of the usual reduction

	// Not looking at all.
	NullMove        bool // the opponent may move twice, and it is not enough for him
	ReverseFutility int  // the evaluation is so many centipawns a ply above the window
	Futility        int  // at quiet moves, when it is so many a ply below
	LateMoves       bool // at late quiet moves near the leaves
	ProbCut         int  // a capture is good for so many centipawns more than needed, by a shallow search
	ExchangePruning bool // at moves that lose in exchange near the leaves
	DeltaPruning    int  // at captures, in quiescence, that fall short by so many centipawns

	Correction bool // correct the evaluation by how far it was off in similar positions
}

// DefaultOptions returns the options that play best, on one thread and with a
// table of 16 MiB.
func DefaultOptions() Options {
	return Options{
		Hash:    16,
		Threads: 1,

		Aspiration: 16,
		Quiescence: true,

		ExchangeOrder: true,
		CounterMoves:  true,
		FollowUps:     true,

		CheckExtension: true,
		Singular:       true,

		LateReductions: 100,

		NullMove:        true,
		ReverseFutility: 75,
		Futility:        62,
		LateMoves:       true,
		ProbCut:         210,
		ExchangePruning: true,
		DeltaPruning:    125,

		Correction: true,
	}
}
