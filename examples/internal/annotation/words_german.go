package annotation

import "github.com/seed-0971039b/chess"

// germanCatalogue has the texts in German.
var germanCatalogue = catalogue{
	language:  chess.German,
	point:     ",",
	and:       " und ",
	sides:     [2]string{"Weiß", "Schwarz"},
	kinds:     [Blunder + 1]string{"gut", "Ungenauigkeit", "Fehler", "grober Fehler"},
	judgement: "%s, von %s auf %s",
	misses:    "verpasst ein Matt in %d",
	allows:    "erlaubt ein Matt in %d",
	better:    "besser ist %s",
	reply:     "Die Antwort auf %s ist %s.",
	thrown:    [2]string{"vergibt den Gewinn", "vergibt das Remis"},
	now:       [2]string{"jetzt gilt: %s", "jetzt gilt: %s"},
	wins:      [2]string{"%s gewinnt bei bestem Spiel", "%s gewinnt bei bestem Spiel mit Matt in %d"},
	draw:      "remis bei bestem Spiel",
	cursed:    "remis, denn %s würde gewinnen, aber nicht in fünfzig Zügen",
	keep: [2][3]string{
		{"nur %s gewinnt", "nur %s gewinnen", "%d von %d Zügen gewinnen"},
		{"nur %s hält remis", "nur %s halten remis", "%d von %d Zügen halten remis"},
	},
	accuracy: "%s: Genauigkeit %s",
	counts: [4][2]string{
		{"%d Ungenauigkeit", "%d Ungenauigkeiten"},
		{"%d Fehler", "%d Fehler"},
		{"%d grober Fehler", "%d grobe Fehler"},
		{"%d verpasstes Matt", "%d verpasste Matts"},
	},
	turning:    [2]string{"Wendepunkt", "Wendepunkte"},
	turn:       "%s (%s auf %s)",
	chances:    "Gewinnaussichten von Weiß, %",
	moveNumber: "Zug",
}
