package puzzle

import (
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
)

// The rules. Chances are winning chances in percent, as annotation.WinningChance returns
// them.
const (
	// winning is what a winning move scores at least, in centipawns.
	winning = 200

	// margin is by how much the chance of the second best move is lower at least. The
	// second best move of a mate has 65 percent at most, which is 168 centipawns, and
	// that of a move of 200 centipawns has 32, which is -198.
	margin = 35

	// mistake is the chance that the opponent's move gives to the solver at least. So the
	// solver had at most 70 percent before, which is 230 centipawns.
	mistake = 30

	// gain is the material, in pawns, that a solution wins at least if it is no mate.
	gain = 1

	// again is how many times longer the searches are that confirm a solution in the end,
	// than those that find it. They must say the same.
	again = 5

	// longest is the length of a solution at most, in plies.
	longest = 31
)

// The search that looks for candidates is short. So it takes what is nearly a mistake.
const (
	seenMistake = 20
	seenWinning = 150 // centipawns
)

// candidate reports whether a move may be a mistake: of the scores before and after it,
// each is from the point of view of its side to move.
func candidate(before, after chess.Score) bool {
	return after >= seenWinning && given(before, after) >= seenMistake
}

// given returns the chance that a move gives to the opponent, who has the score after
// it; before is that of the side that moves.
func given(before, after chess.Score) float64 {
	return annotation.WinningChance(after) - annotation.WinningChance(-before)
}

// only reports whether the best of two moves is the only good one.
func only(best, second chess.Score) bool {
	return best >= winning && annotation.WinningChance(best)-annotation.WinningChance(second) >= margin
}

// A Reason says why a position is no puzzle.
type Reason uint8

// The reasons.
const (
	Accepted       Reason = iota
	OnlyLegalMove         // there is one legal move
	NotWinning            // the best move does not win
	SeveralMoves          // several moves win
	Recapture             // the first move captures what has just captured
	NothingWon            // there are several moves, or none, before anything is won
	OneMove               // the first move alone wins the material
	NoMistake             // the opponent's move was not much worse than others
	AlreadyWinning        // the solver was winning before
	Unstable              // another search, or a longer one, says something else
)

// String returns the reason in words.
func (r Reason) String() string {
	return [...]string{
		"accepted", "only one legal move", "not winning", "several winning moves", "a recapture", "nothing won", "one move wins all",
		"no mistake", "winning before", "unstable",
	}[min(r, Unstable)]
}

// likely is only with half of its limits, for a search that is short.
func likely(best, second chess.Score) bool {
	return best >= winning/2 && annotation.WinningChance(best)-annotation.WinningChance(second) >= margin/2
}
