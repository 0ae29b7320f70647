package annotation

import "github.com/seed-0971039b/chess"

// englishCatalogue has the texts in English. Those about tablebases are the words of
// chess.Ranking.
var englishCatalogue = catalogue{
	language:  chess.English,
	point:     ".",
	and:       " and ",
	sides:     [2]string{"White", "Black"},
	kinds:     [Blunder + 1]string{"fine", "inaccuracy", "mistake", "blunder"},
	judgement: "%s, from %s to %s",
	misses:    "misses mate in %d",
	allows:    "allows mate in %d",
	better:    "better is %s",
	reply:     "The reply to %s is %s.",
	thrown:    [2]string{"throws away the win", "throws away the draw"},
	now:       [2]string{"now %s", "now a %s"},
	wins:      [2]string{"%s wins with best play", "%s wins: mate in %d with best play"},
	draw:      "draw with best play",
	cursed:    "draw: %s would win, but not within fifty moves",
	keep: [2][3]string{
		{"only %s wins", "only %s win", "%d of %d moves win"},
		{"only %s draws", "only %s draw", "%d of %d moves draw"},
	},
	accuracy: "%s: accuracy %s",
	counts: [4][2]string{
		{"%d inaccuracy", "%d inaccuracies"},
		{"%d mistake", "%d mistakes"},
		{"%d blunder", "%d blunders"},
		{"%d missed mate", "%d missed mates"},
	},
	turning:    [2]string{"Turning point", "Turning points"},
	turn:       "%s (%s to %s)",
	chances:    "White's winning chances, %",
	moveNumber: "move",
}
