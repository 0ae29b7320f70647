package chess

import (
	"fmt"
	"slices"
	"strings"
)

// NewDefaultEvaluator returns the strongest evaluator of the package: the usual features, and a
// small neural network that corrects them piece by piece. docs/lab/tuning.md says how its numbers
// were found.
func NewDefaultEvaluator() *FeatureEvaluator {
	return newFeatureEvaluator(Terms(
		defaultMaterial(), defaultPieceSquare(),
		defaultPawnStructure(), defaultPassedPawns(),
		defaultPieceMobility(), defaultBishopPair(), defaultRookFiles(), defaultOutposts(),
		defaultKingShelter(), defaultKingAttack(),
		defaultMinorPieces(), defaultSpace(),
		defaultThreats(), defaultTempo(), defaultRemainingChecks(), defaultVariantGoals(),
		defaultBareKing(), defaultCoordination(), defaultWinningChances(), defaultDrawnEndings(),
	))
}

// Evaluators returns the evaluators of the package:
//
//   - default: see NewDefaultEvaluator.
//   - handcrafted: default without the network.
//   - pesto: PeSTO's material and piece-square tables (Ronald Friederich), tapered. Each is
//     rounded on its own, which can make a centipawn of difference.
//   - simplified: the tables of the Simplified Evaluation Function (Tomasz Michniewski) for the
//     middlegame, with 100, 300, 300, 500 and 900 centipawns for the pieces.
//   - boardvalue: the board value system (Python, 2022): simplified with CastleScore, CheckScore
//     and Coverage.
//   - materialmobility: the adversarial search system (Python coursework): 1, 3, 3, 5 and 9
//     points for the pieces, 200 for the king, and Mobility, with 100 centipawns a point.
//   - threecheck: for three-check, after the three-check bot for XBoard (C++): material,
//     aggressive tables, the checks that remain, KingExposure and CheckScore.
func Evaluators() []Named[*FeatureEvaluator] {
	return []Named[*FeatureEvaluator]{
		{"default", "nineteen features, fitted to games, and a network of all pieces", NewDefaultEvaluator},
		{"handcrafted", "default without the network", newHandcrafted},
		{"pesto", "PeSTO: material and piece-square tables, tapered", newPeSTO},
		{"simplified", "the Simplified Evaluation Function: material and piece-square tables", newSimplified},
		{"boardvalue", "the board value system: simplified, castling, checks and pieces that may be lost", newBoardValue},
		{"materialmobility", "the adversarial search system: material and legal moves", newMaterialMobility},
		{"threecheck", "the three-check bot: aggressive piece-square tables, remaining checks, exposed kings", newThreeCheck},
	}
}

// newHandcrafted, newPeSTO, newSimplified, newBoardValue, newMaterialMobility and newThreeCheck are
// those of Evaluators.

func newHandcrafted() *FeatureEvaluator {
	terms := slices.DeleteFunc(NewDefaultEvaluator().terms, func(t Term) bool {
		_, ok := t.Feature.(*network)
		return ok
	})
	return newFeatureEvaluator(terms)
}

func newPeSTO() *FeatureEvaluator {
	return newFeatureEvaluator(Terms(pestoMaterial(), pestoPieceSquare()))
}

func newSimplified() *FeatureEvaluator {
	return newFeatureEvaluator(Terms(simplifiedMaterial(), simplifiedPieceSquare()))
}

func newBoardValue() *FeatureEvaluator {
	return newFeatureEvaluator(Terms(simplifiedMaterial(), simplifiedPieceSquare(),
		defaultCastleScore(), defaultCheckScore(), defaultCoverage()))
}

func newMaterialMobility() *FeatureEvaluator {
	return newFeatureEvaluator(Terms(pointMaterial(), defaultMobility()))
}

func newThreeCheck() *FeatureEvaluator {
	return newFeatureEvaluator(Terms(simplifiedMaterial(), threeCheckPieceSquare(),
		defaultRemainingChecks(), defaultKingExposure(), defaultCheckScore()))
}

// Features returns the features of the package with their usual numbers, first those of the
// default evaluator. docs/features.md defines every feature and every number.
func Features() []Named[Feature] {
	return []Named[Feature]{
		namedFeature("what each piece is worth", defaultMaterial),
		namedFeature("what each piece is worth on its square", defaultPieceSquare),
		namedFeature("isolated, doubled, backward and supported pawns, phalanxes, candidates", defaultPawnStructure),
		namedFeature("passed pawns: how far they are, and who is in their way", defaultPassedPawns),
		namedFeature("how many squares a piece attacks", defaultPieceMobility),
		namedFeature("bishops on squares of both colours", defaultBishopPair),
		namedFeature("rooks on open files and on the seventh rank", defaultRookFiles),
		namedFeature("knights and bishops where no pawn can attack them", defaultOutposts),
		namedFeature("pawns in front of the king, and enemy pawns coming", defaultKingShelter),
		namedFeature("pieces around the enemy king", defaultKingAttack),
		namedFeature("knights and bishops, relative to pawns and king", defaultMinorPieces),
		namedFeature("squares under control", defaultSpace),
		namedFeature("pieces attacked, hanging and pinned", defaultThreats),
		namedFeature("having the move", defaultTempo),
		namedFeature("in three-check, the checks still to give", defaultRemainingChecks),
		namedFeature("in other variants, what wins besides material", defaultVariantGoals),
		namedFeature("the way to mate a bare king", defaultBareKing),
		namedFeature("all pieces, as a network has learned them", defaultCoordination),
		namedFeature("pawns and kings that make an advantage easy or hard to win with", defaultWinningChances),
		namedFeature("endings that are drawn in spite of more material", defaultDrawnEndings),
		namedFeature("the right to castle, or a king as after castling", defaultCastleScore),
		namedFeature("being in check", defaultCheckScore),
		namedFeature("the piece most likely to be lost, by counting attackers and defenders", defaultCoverage),
		namedFeature("the piece lost by force, by static exchange evaluation", defaultExchange),
		namedFeature("legal moves", defaultMobility),
		namedFeature("squares from which the king can be checked", defaultKingExposure),
	}
}

// namedFeature returns an entry of Features.
func namedFeature[F Feature](description string, usual func() F) Named[Feature] {
	return Named[Feature]{usual().Name(), description, func() Feature { return usual() }}
}

// Named is something that a program offers by name: a player, an evaluator or a feature.
type Named[T any] struct {
	Name        string   // in lower case
	Description string   // one line
	New         func() T // makes a new one
}

// String returns the fields that are not zero.
func (n Named[T]) String() string { return listFields(n) }

// ByName returns the one of a list that has a name, in upper or lower case. Its error lists all
// names.
func ByName[T any](list []Named[T], name string) (Named[T], error) {
	names := make([]string, len(list))
	for i, n := range list {
		if strings.EqualFold(n.Name, name) {
			return n, nil
		}
		names[i] = n.Name
	}
	return Named[T]{}, fmt.Errorf("chess: unknown name %q: want %s", name, strings.Join(names, ", "))
}
