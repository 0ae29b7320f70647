package chess

// NewDefaultEvaluator returns the evaluation to use when there is no reason to
// use another: material, piece-square tables, and what else every strong engine
// evaluates. In three-check it counts the remaining checks. Its numbers
// were fitted to games that the library played with itself: see Tuner, and
// examples/tune for the commands.
func NewDefaultEvaluator() *FeatureEvaluator {
	return newFeatureEvaluator(Full(
		DefaultMaterial(), DefaultPieceSquare(),
		DefaultPawnStructure(), DefaultPassedPawns(),
		DefaultPieceMobility(), DefaultBishopPair(), DefaultRookFiles(), DefaultOutposts(),
		DefaultKingShelter(), DefaultKingAttack(),
		DefaultMinorPieces(), DefaultSpace(),
		DefaultThreats(), DefaultTempo(), DefaultRemainingChecks(),
		DefaultMopUp(), DefaultDrawnEndings(),
	))
}

// NewPeSTO returns PeSTO's evaluation (Ronald Friederich): material and
// piece-square tables, each for middlegame and endgame, blended by game phase.
// PeSTO blends the sum of both; here each is rounded on its own, which can make
// a centipawn of difference.
func NewPeSTO() *FeatureEvaluator {
	return newFeatureEvaluator(Full(PeSTOMaterial(), PeSTOPieceSquare()))
}

// NewSimplified returns the Simplified Evaluation Function (Tomasz
// Michniewski) with one set of tables for the whole game: see
// SimplifiedMaterial and SimplifiedPieceSquare.
func NewSimplified() *FeatureEvaluator {
	return newFeatureEvaluator(Full(SimplifiedMaterial(), SimplifiedPieceSquare()))
}

// NewBoardValue returns the evaluation of the board value system, a utility
// function made of features (Python, 2022): material, piece-square, castle
// score, check score and coverage, in centipawns. Checkmate and stalemate are
// left to the search.
func NewBoardValue() *FeatureEvaluator {
	return newFeatureEvaluator(Full(SimplifiedMaterial(), SimplifiedPieceSquare(),
		DefaultCastleScore(), DefaultCheckScore(), DefaultCoverage()))
}

// NewMaterialMobility returns the evaluation of the adversarial search system
// (Python coursework): material and legal moves, 100 centipawns for each of its
// points. See PointMaterial and Mobility.
func NewMaterialMobility() *FeatureEvaluator {
	return newFeatureEvaluator(Full(PointMaterial(), DefaultMobility()))
}

// NewThreeCheck returns an evaluation for three-check after the three-check bot
// for XBoard (C++): material and aggressive piece-square tables, the checks that
// remain, how exposed the kings are, and being in check. It evaluates positions
// of ordinary chess as well.
func NewThreeCheck() *FeatureEvaluator {
	return newFeatureEvaluator(Full(SimplifiedMaterial(), ThreeCheckPieceSquare(),
		DefaultRemainingChecks(), DefaultKingExposure(), DefaultCheckScore()))
}
