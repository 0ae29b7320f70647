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
// Position and Move are types and not interfaces, since values need no allocation,
// cannot change behind a caller, and compare exactly, by a [Key]; interfaces are what
// may be replaced, a [Searcher] and an [Evaluator].
//
//   - [StartPosition], [ParseFEN] and [Setup] make a position. A Setup also lists
//     what is wrong with an impossible position, and [Setup.Repair] mends what
//     programs often get wrong in a FEN.
//   - [Position.AppendMoves] lists the legal moves, [Position.AppendPseudoLegal] those
//     of a piece with checks and pins ignored.
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
// A [Game] is a position with its history, and a value: a copy is another game. It knows
// how the game has ended ([Game.Outcome]) and which draws may be claimed
// ([Game.CanClaimDraw]). A
// [GameTree] is a recorded game with its tags, variations and comments. A [PGNReader]
// reads recorded games. A game with a fault comes as far as it goes, and
// [GameTree.Faults] lists what was not understood. For statistics, [PGNReader.Visit]
// reads games without building trees. A [Diagram] draws a position as SVG or as text.
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
// and the halfmove clock. The same is true of [NegaScout], and of [NegaAlphaBeta]
// as [NewNegaAlphaBeta] returns it.
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
// Whatever else may be stored has JSON that is readable and comes back equal, where
// positions are equal by [Position.Equal]: positions as FEN, durations as "1.5s", names
// in lower camel case. A Move alone comes back as [ParseUCI] reads it, without knowing
// that it castles; playing it is enough to complete it. A [Result], an [Info], a [Line],
// a [Game] and a [GameTree] have their position with them, and so complete moves.
// docs/values.md lists which type has which form.
//
// What writes a value, such as MarshalJSON, also takes a Game and a GameTree by value,
// so that encoders find it in fields and maps that hold no pointers.
//
// # Byte forms
//
// [Key], [Position], [Game] and [GameTree] have AppendBinary, MarshalBinary
// and UnmarshalBinary, which encoding/gob uses. What they write will never change, and
// every later version will read it. A value has one form, and every other is an error,
// so that forms may be compared instead of values.
//
// Numbers are unsigned varints of encoding/binary, and strings have their length in
// bytes as a number before them.
//
// A Key is at most 24 bytes for 32 pieces, and 25 in three-check:
//
//   - the occupied squares, 8 bytes, big-endian: A1 is the lowest bit, H8 the highest;
//   - for each of them, from A1, B1 to H8, four bits with the number of the [Piece],
//     the first in the high half of a byte. The numbers that no piece has are 7, a
//     white rook that may castle; 15, a black one; 8, the black king if Black is to
//     move; and 0, the pawn that may be captured en passant by a legal move. After an
//     odd number of pieces four zero bits follow;
//   - in three-check a byte with the checks that White must still give in its high half,
//     and Black's in its low half.
//
// The zero Key is no bytes. [Key.Hash] is the 64-bit FNV-1a hash of the form, and
// [Key.Compare] its order.
//
// A Position is the halfmove clock and the move number, two numbers, and then the
// pieces as in a Key, except that 0 is the pawn of any double push. The zero Position
// is no bytes.
//
// In a Game a move is a byte: its index among the legal moves, from 0, in the order
// of the square from which and then the square to which they go, where castling is
// the king taking its rook, and then the promotions to knight, bishop, rook and queen.
// 255 begins something else: 255 and 0 a move with the index 255 or more, which is
// followed by the number of the index less 255.
//
// A Game is the byte 1, the version; the length of the form of the Position at the start
// and that form, or 0 for [StartPosition]; a byte for how [Game.End] ended it, 0 if it
// did not, otherwise the number of the [Termination], and 64 more if a side has won, and
// 128 more if Black has; the number of plies, at most a million; and the moves.
//
// A GameTree is the byte 129, the version; the number of tags; the tags; and to the
// end of the form, in the order of PGN, the moves and what is between them. A tag is a
// byte with its number in the list below and its value as a string, or 0, the name and
// the value as strings. Between the moves are
//
//	255 1           the null move
//	255 2 string    the glyphs of the last move, a byte each
//	255 3 string    the comment after the last move, after its glyphs
//	255 4 string    the comment before the next move
//	255 5           a variation on the last move begins, after its notes
//	255 6           it ends
//
// Before the first move, glyphs and comment are those of the root. A variation on the
// first move of a variation comes after that variation. The position at the start
// follows from the tags FEN and Variant, as in PGN. The tags with a number are, from 1:
// Event, Site, Date, Round, White, Black, Result, SetUp, FEN, Variant, WhiteElo,
// BlackElo, ECO, Opening, Variation, TimeControl, Termination, UTCDate, UTCTime,
// WhiteRatingDiff, BlackRatingDiff, WhiteTitle, BlackTitle, WhiteFideId, BlackFideId,
// EventDate, PlyCount, Annotator, WhiteTeam, BlackTeam, Source, SourceDate, EventType,
// EventCountry, GameId, Link.
//
// A form does not tell its length. In a file of many games, write the length of each
// before it, as a number.
//
// # Errors
//
// An error in a text is a [*ParseError] with the place: the offset in bytes, or in
// PGN the game, the line and the column. It matches [ErrSyntax], [ErrIllegal] or
// [ErrAmbiguous]. Beside an error of a game in PGN stands the game as far as it goes,
// unless the reader is strict. Nothing in the package prints or exits. No input makes it panic,
// with two exceptions: functions whose names begin with Must panic on an error, and
// [Position.Do] and [Position.After] do not check that their move is legal. A nil
// pointer, and the zero value of a type that says to make one with a function, are no
// input.
package chess
