// Package chess gives a Go program the rules of chess, a searcher, and an
// evaluation that can be taken apart. It knows ordinary chess, Chess960 and
// three-check.
//
// # Positions and moves
//
// A [Position] is a value: playing a [Move] gives another one, and any number
// of goroutines may share it. It is large, so most of its methods take a pointer:
// p := game.Position() makes one that has an address. [ParseFEN] reads one,
// [Position.AppendMoves] lists the legal moves, [Position.Play] plays a move and
// refuses an illegal one, and [Position.After] and [Position.Do] play one known
// to be legal. [Position.ParseSAN], [Position.ParseUCI] and [Position.ParseLAN]
// read moves as people and programs write them.
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
// best, and [Players] lists all.
//
// # A game as textbooks have it
//
// Where a textbook on adversarial search has ACTIONS(s) there is
// [Position.AppendMoves], for RESULT(s, a) [Position.After] and [Position.Do],
// for TO-MOVE(s) [Position.Turn], and for IS-TERMINAL(s) and UTILITY(s, p)
// [Position.Outcome], or [Game.Outcome] where repetition counts. In a search the
// utility is a [Score]: [MateIn] for a win, its negative for a loss, and 0 for a
// draw; and EVAL(s, p) is an [Evaluator]. [Minimax] uses nothing else but a [Key]
// of each position, to see which are repeated, and the clock of the fifty moves;
// nor does [NegaAlphaBeta], its additions apart.
//
// # Errors
//
// What is wrong with a text is a [*ParseError], with the offset in bytes; it
// matches [ErrSyntax], [ErrIllegal] or [ErrAmbiguous]. Apart from functions
// called Must, and [Position.Do] and [Position.After] with moves that are not
// legal, nothing in the package panics on what it reads, prints, or exits.
package chess
