package chess

// The names in this file are those that tests outside the package use of what is not
// exported: features by their type, with their usual numbers, and what Evaluators
// and Players list.

type (
	BishopPair      = bishopPair
	DrawnEndings    = drawnEndings
	KingAttack      = kingAttack
	KingShelter     = kingShelter
	MinorPieces     = minorPieces
	BareKing        = bareKing
	WinningChances  = winningChances
	Outposts        = outposts
	PassedPawns     = passedPawns
	PawnStructure   = pawnStructure
	PieceMobility   = pieceMobility
	RemainingChecks = remainingChecks
	VariantGoals    = variantGoals
	RookFiles       = rookFiles
	Space           = space
	Tempo           = tempo
	Threats         = threats
)

var (
	DefaultBishopPair      = defaultBishopPair
	DefaultDrawnEndings    = defaultDrawnEndings
	DefaultKingAttack      = defaultKingAttack
	DefaultKingShelter     = defaultKingShelter
	DefaultMinorPieces     = defaultMinorPieces
	DefaultBareKing        = defaultBareKing
	DefaultWinningChances  = defaultWinningChances
	DefaultOutposts        = defaultOutposts
	DefaultPassedPawns     = defaultPassedPawns
	DefaultPawnStructure   = defaultPawnStructure
	DefaultPieceMobility   = defaultPieceMobility
	DefaultRemainingChecks = defaultRemainingChecks
	DefaultVariantGoals    = defaultVariantGoals
	DefaultRookFiles       = defaultRookFiles
	DefaultSpace           = defaultSpace
	DefaultTempo           = defaultTempo
	DefaultThreats         = defaultThreats
	DefaultMaterial        = defaultMaterial
	DefaultPieceSquare     = defaultPieceSquare
	DefaultCastleScore     = defaultCastleScore
	DefaultCheckScore      = defaultCheckScore
	DefaultCoverage        = defaultCoverage
	DefaultExchange        = defaultExchange
	DefaultMobility        = defaultMobility
	DefaultKingExposure    = defaultKingExposure
	DefaultCoordination    = defaultCoordination
	PeSTOMaterial          = pestoMaterial
	PeSTOPieceSquare       = pestoPieceSquare
	PointMaterial          = pointMaterial
	SimplifiedMaterial     = simplifiedMaterial
	SimplifiedPieceSquare  = simplifiedPieceSquare
	NewPeSTO               = newPeSTO
	NewHandcrafted         = newHandcrafted
	NewSimplified          = newSimplified
	NewBoardValue          = newBoardValue
	NewMaterialMobility    = newMaterialMobility
	NewThreeCheck          = newThreeCheck
	NewBoardValuePlayer    = newBoardValuePlayer
	NewCapturesFirst       = newCapturesFirst
	NewCheckBonus          = newCheckBonus
	NewRandomMover         = newRandomMover
)

type PawnPusher = pawnPusher

const MaxWeight = maxWeight
