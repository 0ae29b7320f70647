// Package chess gives a Go program the rules of chess, a searcher, and an
// evaluation that can be taken apart. It knows ordinary chess, Chess960 and
// three-check.
//
// # Positions and moves
//
// A [Position] is a value: playing a [Move] gives another one, and any number
// of goroutines may share it. [ParseFEN] reads one, [Position.AppendMoves]
// lists the legal moves, [Position.Play] plays a move and refuses an illegal
// one, and [Position.After] and [Position.Do] play one known to be legal.
// [Position.ParseSAN], [Position.ParseUCI] and [Position.ParseLAN] read moves
// as people and programs write them.
//
// Two positions are the same if and only if their EPDs are: the board, the side
// to move, the castling rights, and the en-passant square only if a capture
// there is legal. A [Key] is that text packed without loss into forty bytes, so
// it serves as a map key, finds repetitions, and tells entries of the
// transposition [Table] apart, and none of these can be wrong by a collision.
//
// A [Game] is a position with its history. It knows what has happened
// ([Game.Outcome]) and what may be claimed ([Game.CanClaimDraw]).
//
// # An engine in three parts
//
// Features make an [Evaluator], an Evaluator drives a [Searcher], and any of
// the three can be swapped. A [Feature] credits what it sees to a side and a
// square; a [FeatureEvaluator] adds the credits up, and
// [FeatureEvaluator.Explain] shows them. [AlphaBeta] is the searcher that plays
// best.
//
// # Errors
//
// What is wrong with a text is a [*ParseError], with the offset in bytes; it
// matches [ErrSyntax], [ErrIllegal] or [ErrAmbiguous]. Apart from functions
// called Must, and [Position.Do] and [Position.After] with moves that are not
// legal, nothing in the package panics on input, prints, or exits.
package chess
