// Package chess implements the rules of chess, the notations of positions, moves
// and games, and an engine whose evaluation can be explained feature by feature
// and square by square. It supports ordinary chess, Chess960 and the variants of
// Lichess, and depends only on the standard library.
//
// # Positions and moves
//
// A [Position] is a value: playing a [Move] returns a new position, and any number
// of goroutines may share one. Its methods take it by value, so that calls chain:
// game.Position().InCheck(). Only Do and the methods that read one take a pointer.
//
//   - [StartPosition], [ParseFEN] and [Setup] make a position. A Setup also lists
//     what is wrong with an impossible one, and [Setup.Repair] fixes common errors.
//   - [Position.AppendMoves] and [Position.LegalMoves] list the legal moves.
//   - [Position.Play] plays a move and refuses an illegal one. [Position.After] and
//     [Position.Do] play a move that is known to be legal.
//   - [Position.ParseMove] reads a move in any notation; [Position.SAN] and
//     [Position.UCI] write it.
//
// Two positions are the same if and only if their EPDs are equal: the board, the
// side to move, the castling rights, the en-passant square if a capture there is
// legal, and in three-check the remaining checks. A [Key] holds the EPD without
// loss. It is a map key, finds repetitions, and identifies the entries of the
// transposition [Table], so none of these can be wrong by a hash collision.
//
// # Games
//
// A [Game] is a position with its history. It is a value too: a copy is another
// game. It knows how it has ended ([Game.Outcome]) and which draws may be claimed
// ([Game.CanClaimDraw]); [Laws] tell whether a side can still win ([Laws.Winnable]). A
// [GameTree] is a recorded game with tags, variations and comments. A [PGNReader] reads
// files of them; [PGNReader.Visit] reads games for statistics without building trees. A
// [Diagram] draws a position as SVG or text.
//
// # The engine
//
// A [Feature] finds something in a position, such as passed pawns, and credits
// values to sides and squares of a [Survey]. An [Evaluator] returns a [Score] for a
// position; [FeatureEvaluator] adds up the credits of its features, and
// [FeatureEvaluator.Explain] shows them. A [Searcher] uses an Evaluator to choose a
// move; [AlphaBeta] is the strongest, and [AlphaBeta.Why] says why a move is good or
// bad. A [Proof] shows by moves alone that a side mates. Feature, Evaluator and
// Searcher are interfaces: write your own. [Features], [Evaluators] and [Players] list
// those of the package. A [Tuner] fits the weights of an evaluation to games.
//
// A [Reviewer] annotates a recorded game: its bad moves, what was better and why, and how
// accurately each side has played. [Lessons] are what a player's bad moves have in common.
// A [PuzzleFinder] finds puzzles in games.
//
// [UCI] and [XBoard] make an engine program of a Searcher, a [Client] makes a
// Searcher of an engine program, a [Bot] plays for a chess server, and a [Match]
// plays games between Searchers.
//
// # Text, JSON and bytes
//
// Small values have String, MarshalText and UnmarshalText, and so work as fields and
// map keys in encoding/json and encoding/xml. The text is that of String, with four
// exceptions: an [Outcome] adds its reason, "1-0 checkmate", a [Score] tells the
// plies to mate exactly, a [Proof] adds its steps, and the zero [Position], [Key] or
// Proof is empty. A value that does not exist, such as Color(7), has no text: writing it
// is an error. Whatever else may be stored has JSON that reads back equal, with positions
// as FEN, durations as "1.5s" and names in lower camel case.
//
// The byte forms of [Key], [Position], [Game] and [GameTree] will never change.
// [docs/values.md] lists the forms of each type and the layout of the bytes.
//
// # Goroutines
//
// Positions, moves, keys, books and [OpeningNames] may be shared. A Game, a GameTree and
// other plain values have many readers or one writer. A [Table] and the tablebases of the
// package may be used by several goroutines at once. A searcher, a PGNReader, a Tuner and a
// FeatureEvaluator are for one goroutine at a time. [docs/sharing.md] has a table.
//
// # Errors
//
// An error in a text, or about a move, is a [*ParseError] with the place: the offset in bytes, or in
// PGN the game, line and column. It matches [ErrSyntax], [ErrIllegal] or
// [ErrAmbiguous]. Nothing in the package prints or exits. Input never makes it panic,
// with two exceptions: functions whose names begin with Must panic on an error, and
// [Position.Do] and [Position.After] do not check that their move is legal. Nil
// pointers may panic, and so may zero values of types that must be made by a
// function. [docs/errors.md] lists all errors.
//
// # Source
//
// The list in internal/lint/floors_test.go is an order to read the files in: each uses
// only those before it. testdata/api.txt records what the package exports. [CONTRIBUTING.md] has
// the rest.
//
// [docs/values.md]: https://github.com/seed-0971039b/chess/blob/main/docs/values.md
// [docs/sharing.md]: https://github.com/seed-0971039b/chess/blob/main/docs/sharing.md
// [docs/errors.md]: https://github.com/seed-0971039b/chess/blob/main/docs/errors.md
// [CONTRIBUTING.md]: https://github.com/seed-0971039b/chess/blob/main/CONTRIBUTING.md
package chess
