// Package chess implements the rules of chess, the notations of positions, moves
// and games, and a chess engine whose evaluation can be explained feature by
// feature and square by square. It supports ordinary chess, Chess960 and
// three-check, and depends only on the standard library.
//
// # Positions and moves
//
// A [Position] is a value: playing a [Move] returns a new position, and any
// number of goroutines may share one. Its methods take it by value, so that calls
// chain: game.Position().InCheck(). Only [Position.Do] and the methods that change
// a position take a pointer.
//
//   - [StartPosition], [ParseFEN] and [Setup] make a position. A Setup also lists
//     what is wrong with an impossible position.
//   - [Position.AppendMoves] lists the legal moves.
//   - [Position.Play] plays a move and rejects an illegal one; [Position.After] and
//     [Position.Do] play a move that is known to be legal.
//   - [Position.ParseSAN], [Position.ParseLAN] and [Position.ParseUCI] read moves
//     as people and programs write them.
//
// Two positions are the same if and only if their EPDs are equal: the board, the
// side to move, the castling rights, the en-passant square if a capture there is
// legal, and in three-check the remaining checks. A [Key] packs the EPD into
// forty bytes without loss. It serves as a map key, finds repetitions, and
// identifies the entries of the transposition [Table]. No hash collision can make
// any of these wrong.
//
// # Games
//
// A [Game] is a position with its history. It knows how the game has ended
// ([Game.Outcome]) and which draws may be claimed ([Game.CanClaimDraw]). A
// [PGNReader] reads recorded games. A [GameTree] is a recorded game with its tags,
// variations and comments. A [Diagram] draws a position as SVG or as text.
//
// # An engine in three parts
//
// A [Feature] finds something in a position, such as passed pawns, and credits
// values to sides and squares. It works with sets of squares: see [Survey] and
// [SquareSet]. An [Evaluator] returns a [Score] for a position. A [Searcher] uses an
// Evaluator to choose a move. Each of the three can be replaced. [FeatureEvaluator]
// adds up the credits of its features, and [FeatureEvaluator.Explain] shows them.
// [AlphaBeta] is the strongest searcher. [Players] lists all players, [Evaluators]
// all evaluators and [Features] all features. A [Tuner] fits the weights of an
// evaluation to recorded games.
//
// [UCI] and [XBoard] turn a Searcher into an engine program that speaks one of these
// protocols. A [Client] turns another engine program into a Searcher. A [Match]
// plays games between Searchers.
//
// # The terms of textbooks
//
// Textbooks on adversarial search describe a game by a few functions. They are
// called here:
//
//   - ACTIONS(s): [Position.AppendMoves]
//   - RESULT(s, a): [Position.After] and [Position.Do]
//   - TO-MOVE(s): [Position.Turn]
//   - IS-TERMINAL(s) and UTILITY(s, p): [Position.Outcome], or [Game.Outcome]
//     where repetition counts. In a search the utility is a [Score]: [Mate],
//     less the plies to it, for a win, its negative for a loss, and 0 for a draw.
//   - EVAL(s, p): an [Evaluator]
//
// [Minimax] uses only these, the [Key] of each position to detect repetitions,
// and the halfmove clock. The same is true of [NegaAlphaBeta] as
// [NewNegaAlphaBeta] returns it.
//
// # Text and JSON
//
// The small values have the verbs of net/netip: String, ParseX, AppendText,
// MarshalText and UnmarshalText. The text is that of String. Only an [Outcome] adds
// its reason, "1-0 checkmate", a [Score] tells the plies of a mate exactly, and the
// text of a zero [Position] or [Key] is empty. A [Move] is written as UCI engines
// write it. A value that does not exist, such as Color(7), has no text: to write it
// is an error.
//
// So all of them work as fields and keys of maps in encoding/json and encoding/xml.
// Whatever else may be stored has JSON that is readable and comes back equal:
// positions as FEN, durations as "1.5s", names in lower camel case. A Move alone comes
// back as [ParseMove] reads it, without knowing that it castles; playing it is enough to
// complete it. A [Result], an [Info], a [Line], a [Game] and a [GameTree] have their
// position with them, and so complete moves. docs/values.md lists which type has
// which form.
//
// # Errors
//
// An error in a text is a [*ParseError] with the place: the offset in bytes, or in
// PGN the game, the line and the column. It matches [ErrSyntax], [ErrIllegal] or
// [ErrAmbiguous]. Nothing in the package prints or
// exits. No input makes it panic, with two exceptions: functions whose names begin
// with Must panic on an error, and [Position.Do] and [Position.After] do not check
// that their move is legal.
//
// # The source files
//
// The package is flat. The name of a file begins with its family, and a family
// uses only those before it:
//
//   - errors: the errors in texts and moves
//   - board, attacks, movegen, legal, play, perft, see, setup: the rules
//   - notation: SAN, LAN, UCI, FEN and EPD
//   - game, pgn, svg: games, their files, and diagrams
//   - eval, pst, logistic, named: the evaluation
//   - transposition: the transposition table
//   - search, players, book, tune, matrix: searchers, opening books, and the Tuner
//   - clock, engine, match: time controls, protocols and matches
//
// CONTRIBUTING.md has the complete list.
package chess
