package chess

import "strings"

// A sentence is what there is to say about a remark: its kind, in one of the forms of the kind.
type sentence struct {
	kind RemarkKind
	form sentenceForm
}

// A sentenceForm is a case that needs words of its own, such as a draw by stalemate among the
// ways in which a move ends the game.
type sentenceForm uint8

const (
	formPlain       sentenceForm = iota // all other cases
	formCheckmate                       // the end is checkmate
	formStalemate                       // or stalemate
	formThreeChecks                     // a win in three-check, which may be by mate or by the third check
	formMate                            // a mate in some moves
	formPromotion                       // what is won is a promotion
	formPinned                          // a piece hangs since another is pinned
	formItself                          // the piece that hangs has just moved
	formFor                             // a sacrifice for something
	formExchange                        // a rook for a knight or a bishop
	formEqualPieces                     // pieces of the same type
	formMaterial                        // material is missed, not mate
	formUnsound                         // what is lost was given
	formQueen                           // a pin to the queen
	formTheirs                          // a feature of their piece
	formDecided                         // the score is bad whatever is played
	formEqualScore                      // the score is 0
	formFromCentre                      // the king castles out of the centre

	formAgain sentenceForm = 1 << 7 // with another form: the last sentence was about the same move
)

// sentenceForms lists the forms of each kind besides formPlain. The first that fits is said.
var sentenceForms = map[RemarkKind][]sentenceForm{
	RemarkEnds:          {formCheckmate, formThreeChecks, formStalemate},
	RemarkMates:         {formThreeChecks},
	RemarkAllowsMate:    {formThreeChecks},
	remarkMated:         {formThreeChecks},
	RemarkMisses:        {formThreeChecks, formPromotion, formMaterial},
	remarkThreatensMate: {formThreeChecks},
	remarkOnly:          {formThreeChecks, formMate},
	RemarkStopsThreat:   {formThreeChecks, formMate, formPromotion},
	RemarkWins:          {formPromotion},
	RemarkLoses:         {formPromotion, formUnsound},
	remarkPins:          {formQueen},
	remarkThreatens:     {formPromotion},
	RemarkHanging:       {formPinned, formItself},
	remarkSacrifices:    {formUnsound, formExchange, formFor},
	remarkExchanges:     {formEqualPieces},
	remarkOffers:        {formEqualPieces},
	remarkImproves:      {formTheirs},
	RemarkBetter:        {formEqualScore},
	remarkSound:         {formDecided, formEqualScore},
	remarkCastles:       {formFromCentre},
}

// saysAgain reports whether a kind has other sentences after a sentence about the same move.
func saysAgain(kind RemarkKind) bool { return kind == remarkOnly || kind == remarkForced }

// The names of the groups of Lessons besides those of motifs, by what the opponent can do after a bad move, or the
// player could have done instead.
const (
	lessonMate      = "mate"
	lessonHanging   = "hanging"   // capture a piece or pawn that nothing can recapture
	lessonLower     = "lower"     // capture a piece with one that is worth less
	lessonThreat    = "threat"    // what had been threatened before
	lessonSacrifice = "sacrifice" // take what was given for too little
	lessonMaterial  = "material"  // win material in another way
	lessonEnding    = "ending"    // reach a better result, by a Tablebase
	lessonDraw      = "draw"      // have a draw, by stalemate, repetition and so on
	lessonPlan      = "plan"      // get a better position
)

// englishCatalogue has the texts in English.
var englishCatalogue = catalogue{
	nouns: [King + 1]noun{
		NoPieceType: {"piece", "a piece", "the piece", "the piece", "of the piece", "of %s piece", "pieces"},
		Pawn:        {"pawn", "a pawn", "the pawn", "the pawn", "of the pawn", "of %s pawn", "pawns"},
		Knight:      {"knight", "a knight", "the knight", "the knight", "of the knight", "of %s knight", "knights"},
		Bishop:      {"bishop", "a bishop", "the bishop", "the bishop", "of the bishop", "of %s bishop", "bishops"},
		Rook:        {"rook", "a rook", "the rook", "the rook", "of the rook", "of %s rook", "rooks"},
		Queen:       {"queen", "a queen", "the queen", "the queen", "of the queen", "of %s queen", "queens"},
		King:        {"king", "a king", "the king", "the king", "of the king", "of %s king", "kings"},
	},
	pronoun:  "It",
	on:       " on ",
	and:      " and ",
	forThat:  " for ",
	sides:    [2]string{"White's", "Black's"},
	numbers:  []string{2: "two", 3: "three", 4: "four", 5: "several"},
	point:    ".",
	exchange: "the exchange",
	material: "material",
	sentences: map[sentence]string{
		{RemarkEnds, formPlain}:                   "{move} ends the game: a draw by {reason}.",
		{RemarkEnds, formCheckmate}:               "{move} is checkmate.",
		{RemarkEnds, formThreeChecks}:             "{move} is the third check and wins.",
		{RemarkEnds, formStalemate}:               "{move} is stalemate, a draw.",
		{RemarkMates, formPlain}:                  "{move} mates in {n}{line}.",
		{RemarkMates, formThreeChecks}:            "{move} wins by force in {n} moves{line}.",
		{RemarkAllowsMate, formPlain}:             "{move} allows mate in {n}{line}.",
		{RemarkAllowsMate, formThreeChecks}:       "{move} allows a forced win in {n}{line}.",
		{remarkMated, formPlain}:                  "{move} cannot stop mate, as no move can{line}.",
		{remarkMated, formThreeChecks}:            "{move} loses by force, as all moves do{line}.",
		{RemarkWins, formPlain}:                   "{move} wins {gain}{how}{line}.",
		{RemarkWins, formPromotion}:               "{move} makes a pawn promote{line}.",
		{RemarkLoses, formPlain}:                  "{move} loses {gain}{how}{line}.",
		{RemarkLoses, formPromotion}:              "{move} lets a pawn promote{line}.",
		{RemarkLoses, formUnsound}:                "{move} is an unsound sacrifice and loses {gain}{line}.",
		{RemarkHanging, formPlain}:                "{move} leaves {the} hanging{line}.",
		{RemarkHanging, formPinned}:               "{move} leaves {the} hanging, since {pinned} is pinned{line}.",
		{RemarkHanging, formItself}:               "{move} puts {piece} where it is simply taken{line}.",
		{RemarkMisses, formPlain}:                 "{move} misses mate in {n}.",
		{RemarkMisses, formMaterial}:              "{move} misses winning {gain}{how}{line}.",
		{RemarkMisses, formPromotion}:             "{move} misses a promotion{line}.",
		{RemarkMisses, formThreeChecks}:           "{move} misses a forced win in {n}.",
		{remarkRefuted, formPlain}:                "{move} is worse by {score}{line}.",
		{remarkThreatensMate, formPlain}:          "{move} threatens mate in {n}{line}.",
		{remarkThreatensMate, formThreeChecks}:    "{move} threatens to win in {n}{line}.",
		{remarkThreatens, formPlain}:              "{move} threatens to win {gain}{how}{line}.",
		{remarkThreatens, formPromotion}:          "{move} threatens to promote a pawn{line}.",
		{RemarkStopsThreat, formPlain}:            "{move} stops {threat}, which would win {gain}.",
		{RemarkStopsThreat, formMate}:             "{move} stops the threat of mate in {n}{line}.",
		{RemarkStopsThreat, formPromotion}:        "{move} stops {threat}, which would promote a pawn.",
		{RemarkStopsThreat, formThreeChecks}:      "{move} stops the threat to win in {n}{line}.",
		{RemarkIgnoresThreat, formPlain}:          "That was the threat.",
		{RemarkBetter, formPlain}:                 "Better is {san}, by {score}.",
		{RemarkBetter, formEqualScore}:            "Better is {san}.",
		{remarkSound, formPlain}:                  "{move} is about as good as {other}.",
		{remarkSound, formDecided}:                "{move} does not change the result.",
		{remarkSound, formEqualScore}:             "The search finds nothing better than {san}.",
		{remarkForced, formPlain}:                 "{move} is the only legal move.",
		{remarkForced, formAgain}:                 "There is no other legal move.",
		{remarkOnly, formPlain}:                   "{move} is the only good move: all others are worse by {score} or more.",
		{remarkOnly, formAgain}:                   "All other moves are worse by {score} or more.",
		{remarkOnly, formMate | formAgain}:        "All other moves allow mate.",
		{remarkOnly, formMate}:                    "{move} is the only move that does not allow mate.",
		{remarkOnly, formThreeChecks}:             "{move} is the only move that does not lose by force.",
		{remarkOnly, formThreeChecks | formAgain}: "All other moves lose by force.",
		{remarkRecaptures, formPlain}:             "{move} recaptures on {square}.",
		{remarkSacrifices, formPlain}:             "{move} sacrifices {piece}{line}.",
		{remarkSacrifices, formFor}:               "{move} sacrifices {piece} for {captured}{line}.",
		{remarkSacrifices, formUnsound}:           "{move} gives up {given} for too little{line}.",
		{remarkSacrifices, formExchange}:          "{move} sacrifices the exchange{line}.",
		{remarkEscapes, formPlain}:                "{move} moves {piece} out of danger.",
		{remarkProtects, formPlain}:               "{move} protects {the}.",
		{remarkBlocks, formPlain}:                 "{move} blocks the attack on {the}.",
		{remarkAttacks, formPlain}:                "{move} attacks {all}.",
		{remarkPins, formPlain}:                   "{move} pins {the}.",
		{remarkPins, formQueen}:                   "{move} pins {the} to the queen.",
		{remarkExchanges, formPlain}:              "{move} exchanges {second} for {the}.",
		{remarkExchanges, formEqualPieces}:        "{move} exchanges {plural}.",
		{remarkOffers, formPlain}:                 "{move} offers to exchange {second} for {the}.",
		{remarkOffers, formEqualPieces}:           "{move} offers to exchange {plural}.",
		{remarkCaptures, formPlain}:               "{move} takes {the}.",
		{remarkPromotes, formPlain}:               "{move} makes {apiece} of the pawn.",
		{remarkCounts, formPlain}:                 "{move} gives check: {n} to go.",
		{remarkCastles, formPlain}:                "{move} castles.",
		{remarkCastles, formFromCentre}:           "{move} takes the king out of the centre.",
		{remarkMakesCastling, formPlain}:          "{move} makes castling possible.",
		{remarkDevelops, formPlain}:               "{move} develops {piece}.",
		{remarkCentre, formPlain}:                 "{move} puts a pawn in the centre.",
		{remarkOpenFile, formPlain}:               "{move} puts the rook on the open {file}-file.",
		{remarkHalfOpenFile, formPlain}:           "{move} puts the rook on the half-open {file}-file.",
		{remarkDoubles, formPlain}:                "{move} doubles the rooks on the {file}-file.",
		{remarkSeventh, formPlain}:                "{move} puts the rook on the seventh rank.",
		{remarkConnects, formPlain}:               "{move} connects the rooks.",
		{remarkOutpost, formPlain}:                "{move} puts {piece} on an outpost.",
		{remarkPassed, formPlain}:                 "{move} makes a passed pawn.",
		{remarkAdvances, formPlain}:               "{move} advances the passed pawn.",
		{remarkCentralizes, formPlain}:            "{move} brings the king closer to the centre.",
		{remarkDraws, formPlain}:                  "{move} leads to a draw by {reason}{line}.",
		{remarkTablebase, formPlain}:              "With best play, {san} is {result}.",
		{remarkImproves, formPlain}:               "{move} improves {features}.",
		{remarkImproves, formTheirs}:              "{move} increases {features}.",
		{remarkDiffers, formPlain}:                "The point of {san} is {features}.",
	},
	motifs: map[MotifKind][2]string{
		MotifFork:              {" by a fork of %s", " to a fork of %s"},
		motifDoubleCheck:       {" by double check", " to a double check"},
		motifDiscoveredCheck:   {" by a discovered check", " to a discovered check"},
		motifDiscoveredAttack:  {" by a discovered attack", " to a discovered attack"},
		motifSkewer:            {" by a skewer", " to a skewer"},
		motifTrappedPiece:      {" since it is trapped", " since it is trapped"},
		motifCapturingDefender: {" by capturing its defender", " since its defender is captured"},
		motifDeflection:        {" by a deflection", " to a deflection"},
		motifPin:               {" by a pin", " to a pin"},
	},
	features: map[string][2]string{
		pieceSquareName:     {"the position {of}", "the poor position {of}"},
		pawnStructureName:   {"the structure {of}", "the weakness {of}"},
		passedPawnsName:     {"the passed pawn on {square}", "the restraint of the passed pawn on {square}"},
		pieceMobilityName:   {"the mobility {of}", "the restriction {of}"},
		bishopPairName:      {"the bishop pair", "the missing bishop pair"},
		rookFilesName:       {"the file {of}", "the blocked file {of}"},
		outpostsName:        {"the outpost {of}", "the lost outpost {of}"},
		kingShelterName:     {"the shelter {of}", "the weak shelter {of}"},
		kingAttackName:      {"the safety {of}", "the danger to {the}"},
		minorPiecesName:     {"the support {of}", "the lack of support {of}"},
		threatsName:         {"the safety {of}", "the pressure on {the}"},
		remainingChecksName: {"the checks given", "the checks avoided"},
		variantGoalsName:    {"the way to the goal", "the way of the opponent to the goal"},
		kingExposureName:    {"the cover {of}", "the exposure {of}"},
	},
	reasons: map[Termination]string{
		Checkmate: "checkmate", ThreeChecks: "three checks", Stalemate: "stalemate", InsufficientMaterial: "insufficient material",
		DeadPosition:        "a dead position",
		ThreefoldRepetition: "repetition", FivefoldRepetition: "fivefold repetition", FiftyMoves: "the fifty-move rule",
		SeventyFiveMoves: "seventy-five moves",
	},
	results: map[WDL]string{
		WDLWin: "a win", WDLCursedWin: "a draw by the fifty-move rule", WDLDraw: "a draw", WDLBlessedLoss: "a draw by the fifty-move rule", WDLLoss: "a loss",
	},

	colors:    [2]string{"White", "Black"},
	kinds:     map[NAG]string{DubiousMove: "inaccuracy", Mistake: "mistake", Blunder: "blunder"},
	judgement: "%s, from %s to %s",
	misses:    "misses mate in %d",
	allows:    "allows mate in %d",
	better:    "better is %s",
	replies:   "The reply to %s is %s.",
	thrown:    [2]string{"throws away the win", "throws away the draw"},
	now:       [2]string{"now %s", "now a %s"},
	accuracy:  "%s: accuracy %s",
	counts: [4][2]string{
		{"%d inaccuracy", "%d inaccuracies"}, {"%d mistake", "%d mistakes"}, {"%d blunder", "%d blunders"}, {"%d missed mate", "%d missed mates"},
	},
	turning: [2]string{"Turning point", "Turning points"},
	turn:    "%s (%s to %s)",

	lessons: map[string][2]string{
		lessonMate: {"Allowed mate", "Missed a mate"}, lessonHanging: {"Left a piece or pawn undefended", "Left a free piece or pawn untaken"},
		lessonLower:     {"Left a piece to one that is worth less", "Did not take a piece with one that is worth less"},
		lessonThreat:    {"Overlooked a threat", ""},
		lessonSacrifice: {"Gave up material for too little", ""},
		lessonMaterial:  {"Lost material in another way", "Missed winning material in another way"},
		lessonEnding:    {"Threw an ending away", ""},
		lessonDraw:      {"Let a better position be drawn", ""},
		lessonPlan:      {"Made the position worse", ""},

		string(MotifFork): {"Allowed a fork", "Missed a fork"}, string(motifPin): {"Allowed a pin", "Missed a pin"}, string(motifSkewer): {"Allowed a skewer", "Missed a skewer"},
		string(motifDiscoveredAttack):  {"Allowed a discovered attack", "Missed a discovered attack"},
		string(motifDiscoveredCheck):   {"Allowed a discovered check", "Missed a discovered check"},
		string(motifDoubleCheck):       {"Allowed a double check", "Missed a double check"},
		string(motifTrappedPiece):      {"Let a piece be trapped", "Missed trapping a piece"},
		string(motifCapturingDefender): {"Let a defender be captured", "Missed capturing a defender"},
		string(motifDeflection):        {"Let a defender be deflected", "Missed deflecting a defender"},
		string(motifPromotion):         {"Let a pawn promote", "Missed a promotion"},
	},
	lessonGames:    "Games: %d, moves: %d, points: %s",
	lessonAccuracy: "; accuracy %s",
	lessonOthers:   "opponents ",
	lessonRating:   "; rating %d, opponents %d",
	lessonTrend:    "Accuracy %s in the first half of the games, %s in the second",
	lessonGroup:    "%s: %d×%s, opponents %d×, %s points lost",
	lessonClearly:  [3]string{" (clearly fewer)", "", " (clearly more)"},
	lessonCase:     "%s in game %d",
	lessonOpponent: " against %s",
	lessonOpening:  [2]string{"%s as White (%s/%d)", "%s as Black (%s/%d)"},
	lessonWon:      "In won positions (%s)",
	lessonHurried:  "With little time, %d %% of %d moves were bad (%d %% of all moves)",
	lessonOnTime:   "Lost on time: %d×, opponents %d×",
	phases:         map[string]string{"opening": "In openings", "middlegame": "In middlegames", "ending": "In endings"},

	wins:   [2]string{"%s wins with best play", "%s wins: mate in %d with best play"},
	draw:   "draw with best play",
	cursed: "draw: %s would win, but not within fifty moves",
	keep: [2][3]string{
		{"only %s wins", "only %s win", "%d of %d moves win"},
		{"only %s draws", "only %s draw", "%d of %d moves draw"},
	},
}

// germanCatalogue has the texts in German.
var germanCatalogue = catalogue{
	language: German,
	nouns: [King + 1]noun{
		NoPieceType: {"Figur", "eine Figur", "die Figur", "die Figur", "der Figur", "der %s Figur", "Figuren"},
		Pawn:        {"Bauer", "einen Bauern", "den Bauern", "der Bauer", "des Bauern", "des %s Bauern", "Bauern"},
		Knight:      {"Springer", "einen Springer", "den Springer", "der Springer", "des Springers", "des %s Springers", "Springer"},
		Bishop:      {"Läufer", "einen Läufer", "den Läufer", "der Läufer", "des Läufers", "des %s Läufers", "Läufer"},
		Rook:        {"Turm", "einen Turm", "den Turm", "der Turm", "des Turms", "des %s Turms", "Türme"},
		Queen:       {"Dame", "eine Dame", "die Dame", "die Dame", "der Dame", "der %s Dame", "Damen"},
		King:        {"König", "einen König", "den König", "der König", "des Königs", "des %s Königs", "Könige"},
	},
	pronoun:  "Der Zug",
	on:       " auf ",
	and:      " und ",
	forThat:  " für ",
	sides:    [2]string{"weißen", "schwarzen"},
	numbers:  []string{2: "zwei", 3: "drei", 4: "vier", 5: "mehrere"},
	point:    ",",
	exchange: "die Qualität",
	material: "Material",
	sentences: map[sentence]string{
		{RemarkEnds, formPlain}:                   "{move} beendet die Partie: Remis durch {reason}.",
		{RemarkEnds, formCheckmate}:               "{move} setzt matt.",
		{RemarkEnds, formThreeChecks}:             "{move} ist das dritte Schach und gewinnt.",
		{RemarkEnds, formStalemate}:               "{move} setzt patt, also remis.",
		{RemarkMates, formPlain}:                  "{move} setzt in {n} Zügen matt{line}.",
		{RemarkMates, formThreeChecks}:            "{move} gewinnt in {n} Zügen erzwungen{line}.",
		{RemarkAllowsMate, formPlain}:             "{move} erlaubt ein Matt in {n}{line}.",
		{RemarkAllowsMate, formThreeChecks}:       "{move} erlaubt einen erzwungenen Gewinn in {n}{line}.",
		{remarkMated, formPlain}:                  "{move} kann das Matt nicht verhindern, kein Zug kann es{line}.",
		{remarkMated, formThreeChecks}:            "{move} verliert erzwungen, wie alle Züge{line}.",
		{RemarkWins, formPlain}:                   "{move} gewinnt {gain}{how}{line}.",
		{RemarkWins, formPromotion}:               "{move} setzt die Umwandlung eines Bauern durch{line}.",
		{RemarkLoses, formPlain}:                  "{move} verliert {gain}{how}{line}.",
		{RemarkLoses, formPromotion}:              "{move} lässt die Umwandlung eines Bauern zu{line}.",
		{RemarkLoses, formUnsound}:                "{move} ist ein inkorrektes Opfer und verliert {gain}{line}.",
		{RemarkHanging, formPlain}:                "{move} lässt {the} hängen{line}.",
		{RemarkHanging, formPinned}:               "{move} lässt {the} hängen, denn {pinned} ist gefesselt{line}.",
		{RemarkHanging, formItself}:               "{move} stellt {piece} ein{line}.",
		{RemarkMisses, formPlain}:                 "{move} verpasst ein Matt in {n}.",
		{RemarkMisses, formMaterial}:              "{move} lässt sich {gain}{how} entgehen{line}.",
		{RemarkMisses, formPromotion}:             "{move} lässt sich eine Umwandlung entgehen{line}.",
		{RemarkMisses, formThreeChecks}:           "{move} verpasst einen erzwungenen Gewinn in {n}.",
		{remarkRefuted, formPlain}:                "{move} ist um {score} schlechter{line}.",
		{remarkThreatensMate, formPlain}:          "{move} droht Matt in {n}{line}.",
		{remarkThreatensMate, formThreeChecks}:    "{move} droht in {n} zu gewinnen{line}.",
		{remarkThreatens, formPlain}:              "{move} droht, {gain}{how} zu gewinnen{line}.",
		{remarkThreatens, formPromotion}:          "{move} droht, einen Bauern umzuwandeln{line}.",
		{RemarkStopsThreat, formPlain}:            "{move} verhindert {threat} mit Gewinn: {gain}.",
		{RemarkStopsThreat, formMate}:             "{move} wehrt das drohende Matt in {n} ab{line}.",
		{RemarkStopsThreat, formPromotion}:        "{move} verhindert {threat} mit Umwandlung eines Bauern.",
		{RemarkStopsThreat, formThreeChecks}:      "{move} verhindert den drohenden Gewinn in {n}{line}.",
		{RemarkIgnoresThreat, formPlain}:          "Das war die Drohung.",
		{RemarkBetter, formPlain}:                 "Besser ist {san}, um {score}.",
		{RemarkBetter, formEqualScore}:            "Besser ist {san}.",
		{remarkSound, formPlain}:                  "{move} ist etwa so gut wie {other}.",
		{remarkSound, formDecided}:                "{move} ändert am Ergebnis nichts.",
		{remarkSound, formEqualScore}:             "Etwas Besseres als {san} findet die Suche nicht.",
		{remarkForced, formPlain}:                 "{move} ist der einzige legale Zug.",
		{remarkForced, formAgain}:                 "Es gibt keinen anderen legalen Zug.",
		{remarkOnly, formPlain}:                   "{move} ist der einzige gute Zug: Alle anderen sind um mindestens {score} schlechter.",
		{remarkOnly, formAgain}:                   "Alle anderen Züge sind um mindestens {score} schlechter.",
		{remarkOnly, formMate | formAgain}:        "Alle anderen Züge lassen ein Matt zu.",
		{remarkOnly, formMate}:                    "{move} ist der einzige Zug, der kein Matt zulässt.",
		{remarkOnly, formThreeChecks}:             "{move} ist der einzige Zug, der nicht erzwungen verliert.",
		{remarkOnly, formThreeChecks | formAgain}: "Alle anderen Züge verlieren erzwungen.",
		{remarkRecaptures, formPlain}:             "{move} schlägt auf {square} zurück.",
		{remarkSacrifices, formPlain}:             "{move} opfert {piece}{line}.",
		{remarkSacrifices, formFor}:               "{move} opfert {piece} für {captured}{line}.",
		{remarkSacrifices, formUnsound}:           "{move} gibt {given} für zu wenig her{line}.",
		{remarkSacrifices, formExchange}:          "{move} opfert die Qualität{line}.",
		{remarkEscapes, formPlain}:                "{move} bringt {piece} in Sicherheit.",
		{remarkProtects, formPlain}:               "{move} schützt {the}.",
		{remarkBlocks, formPlain}:                 "{move} verstellt den Angriff auf {the}.",
		{remarkAttacks, formPlain}:                "{move} greift {all} an.",
		{remarkPins, formPlain}:                   "{move} fesselt {the}.",
		{remarkPins, formQueen}:                   "{move} fesselt {the} an die Dame.",
		{remarkExchanges, formPlain}:              "{move} tauscht {second} gegen {the}.",
		{remarkExchanges, formEqualPieces}:        "{move} tauscht die {plural}.",
		{remarkOffers, formPlain}:                 "{move} bietet {second} zum Tausch gegen {the} an.",
		{remarkOffers, formEqualPieces}:           "{move} bietet den Tausch der {plural} an.",
		{remarkCaptures, formPlain}:               "{move} schlägt {the}.",
		{remarkPromotes, formPlain}:               "{move} macht aus dem Bauern {apiece}.",
		{remarkCounts, formPlain}:                 "{move} gibt Schach: noch {n}.",
		{remarkCastles, formPlain}:                "{move} ist die Rochade.",
		{remarkCastles, formFromCentre}:           "{move} bringt den König aus dem Zentrum.",
		{remarkMakesCastling, formPlain}:          "{move} ermöglicht die Rochade.",
		{remarkDevelops, formPlain}:               "{move} entwickelt {piece}.",
		{remarkCentre, formPlain}:                 "{move} stellt einen Bauern ins Zentrum.",
		{remarkOpenFile, formPlain}:               "{move} stellt den Turm auf die offene {file}-Linie.",
		{remarkHalfOpenFile, formPlain}:           "{move} stellt den Turm auf die halboffene {file}-Linie.",
		{remarkDoubles, formPlain}:                "{move} verdoppelt die Türme auf der {file}-Linie.",
		{remarkSeventh, formPlain}:                "{move} stellt den Turm auf die vorletzte Reihe.",
		{remarkConnects, formPlain}:               "{move} verbindet die Türme.",
		{remarkOutpost, formPlain}:                "{move} stellt {piece} auf einen Vorposten.",
		{remarkPassed, formPlain}:                 "{move} schafft einen Freibauern.",
		{remarkAdvances, formPlain}:               "{move} rückt mit dem Freibauern vor.",
		{remarkCentralizes, formPlain}:            "{move} bringt den König näher zum Zentrum.",
		{remarkDraws, formPlain}:                  "{move} führt zum Remis durch {reason}{line}.",
		{remarkTablebase, formPlain}:              "Bei bestem Spiel ist {san} {result}.",
		{remarkImproves, formPlain}:               "{move} verbessert {features}.",
		{remarkImproves, formTheirs}:              "{move} erhöht {features}.",
		{remarkDiffers, formPlain}:                "Der Sinn von {san} ist {features}.",
	},
	motifs: map[MotifKind][2]string{
		MotifFork:              {" durch eine Gabel von %s", " durch eine Gabel von %s"},
		motifDoubleCheck:       {" durch ein Doppelschach", " durch ein Doppelschach"},
		motifDiscoveredCheck:   {" durch ein Abzugsschach", " durch ein Abzugsschach"},
		motifDiscoveredAttack:  {" durch einen Abzugsangriff", " durch einen Abzugsangriff"},
		motifSkewer:            {" durch einen Spieß", " durch einen Spieß"},
		motifTrappedPiece:      {" durch Einsperren", " durch Einsperren"},
		motifCapturingDefender: {" durch Schlagen der Deckung", " durch Schlagen der Deckung"},
		motifDeflection:        {" durch eine Ablenkung", " durch eine Ablenkung"},
		motifPin:               {" durch eine Fesselung", " durch eine Fesselung"},
	},
	features: map[string][2]string{
		pieceSquareName:     {"die Stellung {of}", "die schlechte Stellung {of}"},
		pawnStructureName:   {"die Struktur {of}", "die Schwäche {of}"},
		passedPawnsName:     {"die Kraft des Freibauern auf {square}", "die Hemmung des Freibauern auf {square}"},
		pieceMobilityName:   {"die Beweglichkeit {of}", "die Einschränkung {of}"},
		bishopPairName:      {"das Läuferpaar", "das fehlende Läuferpaar"},
		rookFilesName:       {"die Linie {of}", "die versperrte Linie {of}"},
		outpostsName:        {"die Vorpostenstellung {of}", "die verlorene Vorpostenstellung {of}"},
		kingShelterName:     {"die Bauerndeckung {of}", "die schwache Bauerndeckung {of}"},
		kingAttackName:      {"die Sicherheit {of}", "die Gefahr für {the}"},
		minorPiecesName:     {"die Stütze {of}", "die fehlende Stütze {of}"},
		threatsName:         {"die Sicherheit {of}", "die Bedrohung {of}"},
		remainingChecksName: {"die gegebenen Schachs", "die vermiedenen Schachs"},
		variantGoalsName:    {"der Weg zum Ziel", "der Weg des Gegners zum Ziel"},
		kingExposureName:    {"die Deckung {of}", "die Blöße {of}"},
	},
	reasons: map[Termination]string{
		Checkmate: "Matt", ThreeChecks: "drei Schachs", Stalemate: "Patt", InsufficientMaterial: "ungenügendes Material",
		DeadPosition:        "eine tote Stellung",
		ThreefoldRepetition: "Stellungswiederholung", FivefoldRepetition: "fünffache Wiederholung", FiftyMoves: "die 50-Züge-Regel",
		SeventyFiveMoves: "75 Züge",
	},
	results: map[WDL]string{
		WDLWin: "gewonnen", WDLCursedWin: "remis nach der 50-Züge-Regel", WDLDraw: "remis", WDLBlessedLoss: "remis nach der 50-Züge-Regel", WDLLoss: "verloren",
	},

	colors:    [2]string{"Weiß", "Schwarz"},
	kinds:     map[NAG]string{DubiousMove: "Ungenauigkeit", Mistake: "Fehler", Blunder: "grober Fehler"},
	judgement: "%s, von %s auf %s",
	misses:    "verpasst ein Matt in %d",
	allows:    "erlaubt ein Matt in %d",
	better:    "besser ist %s",
	replies:   "Die Antwort auf %s ist %s.",
	thrown:    [2]string{"vergibt den Gewinn", "vergibt das Remis"},
	now:       [2]string{"jetzt gilt: %s", "jetzt gilt: %s"},
	accuracy:  "%s: Genauigkeit %s",
	counts: [4][2]string{
		{"%d Ungenauigkeit", "%d Ungenauigkeiten"}, {"%d Fehler", "%d Fehler"}, {"%d grober Fehler", "%d grobe Fehler"}, {"%d verpasstes Matt", "%d verpasste Matts"},
	},
	turning: [2]string{"Wendepunkt", "Wendepunkte"},
	turn:    "%s (%s auf %s)",

	lessons: map[string][2]string{
		lessonMate: {"Matt zugelassen", "Matt übersehen"}, lessonHanging: {"Eine Figur oder einen Bauern ungedeckt gelassen", "Eine ungedeckte Figur oder einen ungedeckten Bauern nicht geschlagen"},
		lessonLower:     {"Eine Figur von einer weniger wertvollen schlagen lassen", "Eine Figur nicht mit einer weniger wertvollen geschlagen"},
		lessonThreat:    {"Eine Drohung übersehen", ""},
		lessonSacrifice: {"Material für zu wenig gegeben", ""},
		lessonMaterial:  {"Auf andere Weise Material verloren", "Auf andere Weise Materialgewinn übersehen"},
		lessonEnding:    {"Ein Endspiel verdorben", ""},
		lessonDraw:      {"Eine bessere Stellung remis werden lassen", ""},
		lessonPlan:      {"Die Stellung verschlechtert", ""},

		string(MotifFork): {"Eine Gabel zugelassen", "Eine Gabel übersehen"}, string(motifPin): {"Eine Fesselung zugelassen", "Eine Fesselung übersehen"}, string(motifSkewer): {"Einen Spieß zugelassen", "Einen Spieß übersehen"},
		string(motifDiscoveredAttack):  {"Einen Abzugsangriff zugelassen", "Einen Abzugsangriff übersehen"},
		string(motifDiscoveredCheck):   {"Ein Abzugsschach zugelassen", "Ein Abzugsschach übersehen"},
		string(motifDoubleCheck):       {"Ein Doppelschach zugelassen", "Ein Doppelschach übersehen"},
		string(motifTrappedPiece):      {"Eine Figur einsperren lassen", "Das Einsperren einer Figur übersehen"},
		string(motifCapturingDefender): {"Einen Verteidiger schlagen lassen", "Das Schlagen eines Verteidigers übersehen"},
		string(motifDeflection):        {"Einen Verteidiger ablenken lassen", "Die Ablenkung eines Verteidigers übersehen"},
		string(motifPromotion):         {"Eine Umwandlung zugelassen", "Eine Umwandlung übersehen"},
	},
	lessonGames:    "Partien: %d, Züge: %d, Punkte: %s",
	lessonAccuracy: "; Genauigkeit %s",
	lessonOthers:   "Gegner ",
	lessonRating:   "; Wertung %d, Gegner %d",
	lessonTrend:    "Genauigkeit %s in der ersten Hälfte der Partien, %s in der zweiten",
	lessonGroup:    "%s: %d×%s, Gegner %d×, %s Punkte verloren",
	lessonClearly:  [3]string{" (deutlich weniger)", "", " (deutlich mehr)"},
	lessonCase:     "%s in Partie %d",
	lessonOpponent: " gegen %s",
	lessonOpening:  [2]string{"%s mit Weiß (%s/%d)", "%s mit Schwarz (%s/%d)"},
	lessonWon:      "In gewonnenen Stellungen (%s)",
	lessonHurried:  "In Zeitnot waren %d %% von %d Zügen schlecht (insgesamt %d %%)",
	lessonOnTime:   "Durch Zeitüberschreitung verloren: %d×, Gegner %d×",
	phases:         map[string]string{"opening": "In Eröffnungen", "middlegame": "In Mittelspielen", "ending": "In Endspielen"},

	wins:   [2]string{"%s gewinnt bei bestem Spiel", "%s gewinnt bei bestem Spiel mit Matt in %d"},
	draw:   "remis bei bestem Spiel",
	cursed: "remis, denn %s würde gewinnen, aber nicht in fünfzig Zügen",
	keep: [2][3]string{
		{"nur %s gewinnt", "nur %s gewinnen", "%d von %d Zügen gewinnen"},
		{"nur %s hält remis", "nur %s halten remis", "%d von %d Zügen halten remis"},
	},
}

// A catalogue holds all texts of a language. In a sentence, a word in braces stands for
// what words.fill writes there.
type catalogue struct {
	language  Language
	nouns     [King + 1]noun
	pronoun   string    // at the beginning of a sentence about the same move as the last one
	on, and   string    // between a piece and its square, and before the last of a list
	forThat   string    // before what is given for what is won
	sides     [2]string // in noun.theirs
	numbers   []string  // of pieces, from two on; the last is for more
	point     string    // the decimal point
	exchange  string    // a rook won for a knight or a bishop
	material  string    // what is won in a line that is not forced
	sentences map[sentence]string
	motifs    map[MotifKind][2]string // how material is won, and how it is lost
	features  map[string][2]string    // what is better, of a piece of one's own, and of the other side's
	reasons   map[Termination]string
	results   map[WDL]string

	// Of a Review, with verbs of fmt.
	colors    [2]string
	kinds     map[NAG]string // of flaws
	judgement string         // a kind, the score before and after the move
	misses    string         // a mate in n moves
	allows    string
	better    string       // a move
	replies   string       // a move, the line that answers it
	thrown    [2]string    // a win, a draw
	now       [2]string    // what is the result of now: a win, a draw
	accuracy  string       // of a side
	counts    [4][2]string // flaws of a kind, or missed mates: one, several
	turning   [2]string    // one turning point, several
	turn      string       // a move, the score before and after it

	// Of Lessons.
	lessons map[string][2]string // what was allowed, and what was missed, by the name of a group
	phases  map[string]string

	lessonGames    string    // games, moves, points
	lessonAccuracy string    // of the player and, after lessonOthers, of the opponents
	lessonOthers   string    // before what they have
	lessonRating   string    // and of the opponents
	lessonTrend    string    // the accuracy at first and then
	lessonGroup    string    // a group, cases, lessonClearly, those of the opponents, points
	lessonClearly  [3]string // fewer cases than the opponents, about as many, more
	lessonCase     string    // a move, a game
	lessonOpponent string
	lessonOpening  [2]string // by color: a name, points, games
	lessonWon      string    // points and games, as lessonAccuracy
	lessonHurried  string    // percent of the moves, moves, percent of all
	lessonOnTime   string    // games, those of the opponents

	// Of a Ranking.
	wins   [2]string // who wins, and by mate in n moves
	draw   string
	cursed string       // who would win
	keep   [2][3]string // the moves that win or draw: one, a few, m of n
}

// A noun is a piece in the forms that sentences need.
type noun struct {
	name    string // without article
	a       string // object, indefinite
	the     string // object, definite
	subject string // definite
	of      string // "of the knight"
	theirs  string // "of Black's knight", with %s for the side
	plural  string // without article
}

// localized returns SAN with move numbers in the letters of the language, without the blank after the dots
// of Black's first move.
func (c *catalogue) localized(san string) string {
	return c.language.SAN(strings.ReplaceAll(san, "... ", "..."))
}

// list returns texts as a list.
func (c *catalogue) list(texts []string) string {
	last := len(texts) - 1
	if last <= 0 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + c.and + texts[last]
}
