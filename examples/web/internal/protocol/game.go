package protocol

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A beginning is how a game begins.
type beginning struct {
	Start  chess.Position `json:"start"`
	Faults []string       `json:"faults,omitempty"` // sentences that tell what was not read
}

type startQuestion struct {
	Variant string `json:"variant"`
	Number  int    `json:"number"` // of the start position in Chess960; any if it is negative
}

// answer returns a new game.
func (q *startQuestion) answer(*call) (any, error) {
	switch q.Variant {
	case "chess":
		return beginning{Start: chess.StartPosition()}, nil
	case "chess960":
		if q.Number < 0 {
			q.Number = rand.IntN(960)
		}
		p, err := chess.Chess960Position(q.Number)
		return beginning{Start: p}, err
	}
	var v chess.Variant
	if err := v.UnmarshalText([]byte(q.Variant)); err != nil {
		return nil, fmt.Errorf("unknown variant %q", q.Variant)
	}
	return beginning{Start: v.StartPosition()}, nil
}

// answer returns a game that starts from the position of a FEN. Rights that cannot be
// are left out.
func (q *fenQuestion) answer(*call) (any, error) {
	text := strings.TrimSpace(q.Text)
	if text == "" {
		return nil, errors.New("the FEN is empty")
	}
	p, err := chess.ParseFEN(text)
	if err == nil {
		return beginning{Start: p}, nil
	}
	if s, fault := chess.ParseSetup(text); fault == nil {
		s, mended := s.Repair()
		if p, fault := s.Position(); fault == nil {
			return beginning{p, []string{sentence("left out: " + mended.Error())}}, nil
		}
	}
	return nil, fmt.Errorf("this is not a position: %w", err)
}

// An edition is what the editor of positions shows of a Setup.
type edition struct {
	Setup    chess.Setup       `json:"setup"`   // without rights that cannot be
	Squares  map[string]string `json:"squares"` // "e4": "white knight"
	Rights   []right           `json:"rights"`  // that the pieces allow
	Passed   []string          `json:"passed"`  // squares that the last move can have passed over
	FEN      string            `json:"fen"`     // "" if the position cannot be used
	Problems string            `json:"problems"`
	Notes    string            `json:"notes"` // why it cannot arise in a game
}

// A right is a right to castle.
type right struct {
	Rook string `json:"rook"` // its square
	Name string `json:"name"`
	On   bool   `json:"on"`
}

type editQuestion struct {
	Setup  chess.Setup   `json:"setup"`
	From   *chess.Square `json:"from"`   // from which a piece is moved; nil if Piece is put
	Square *chess.Square `json:"square"` // to which it is moved, or Piece is put; nil is off the board
	Piece  chess.Piece   `json:"piece"`
}

// answer returns a Setup after a change of its board.
func (q *editQuestion) answer(*call) (any, error) {
	for _, square := range []*chess.Square{q.From, q.Square} {
		if square != nil && *square == chess.NoSquare {
			return nil, errors.New("the square is not on the board")
		}
	}
	board := &q.Setup.Board
	if q.From != nil {
		q.Piece, board[*q.From] = board[*q.From], chess.NoPiece
	}
	if q.Square != nil {
		board[*q.Square] = q.Piece
	}
	return editionOf(q.Setup), nil
}

// A setupQuestion is a FEN, and the variant that it may not tell.
type setupQuestion struct {
	typed
	Variant chess.Variant `json:"variant"`
}

// answer returns the Setup of a FEN, valid or not.
func (q *setupQuestion) answer(*call) (any, error) {
	text := strings.TrimSpace(q.Text)
	if q.Variant != chess.Standard {
		text += " variant " + q.Variant.UCI()
	}
	s, err := chess.ParseSetup(text)
	if err != nil {
		return nil, err
	}
	s.Ordinary = true
	s.Ordinary = !slices.Contains(s.Problems(), chess.ImpossibleCastling)
	return editionOf(s), nil
}

func editionOf(s chess.Setup) edition {
	s, _ = s.Repair()
	e := edition{Setup: s, Squares: map[string]string{}, Rights: []right{}, Passed: []string{}}
	for sq, piece := range s.Board {
		sq := chess.Square(sq)
		if piece != chess.NoPiece {
			e.Squares[sq.String()] = name(piece)
		}
		if with := s; piece.Type() == chess.Rook {
			with.Castling = []chess.Square{sq}
			if !slices.Contains(with.Problems(), chess.ImpossibleCastling) {
				e.Rights = append(e.Rights, right{sq.String(), castlingName(&s, sq), slices.Contains(s.Castling, sq)})
			}
		}
		if with := s; sq != chess.A1 { // A1 stands for none
			with.DoublePush = sq
			if !slices.Contains(with.Problems(), chess.ImpossibleEnPassant) {
				e.Passed = append(e.Passed, sq.String())
			}
		}
	}
	p, err := s.Position()
	if err != nil {
		e.Problems = sentence("this position cannot be used: " + err.Error())
		return e
	}
	e.FEN = p.FEN()
	if q, err := chess.ParseFEN(e.FEN); err != nil || q.Variant() != p.Variant() {
		e.FEN += " variant " + p.Variant().UCI()
	}
	var notes []string
	for _, problem := range p.Problems() {
		notes = append(notes, string(problem))
	}
	if len(notes) > 0 {
		e.Notes = sentence("it can be played, but not arise in a game: " + strings.Join(notes, ", "))
	}
	return e
}

// castlingName returns the name of the right to castle with a rook.
func castlingName(s *chess.Setup, rook chess.Square) string {
	c := s.Board[rook].Color()
	king := slices.Index(s.Board[:], chess.King.Of(c))
	side := "O-O-O"
	if int(rook) > king {
		side = "O-O"
	}
	return fmt.Sprintf("%v %s (%v)", c, side, rook)
}

// A recorded game is one of a PGN.
type recorded struct {
	Title  string          `json:"title"`
	Tree   *chess.GameTree `json:"tree"`
	End    chess.Outcome   `json:"end,omitzero"` // if the rules do not give it
	Faults []string        `json:"faults"`       // sentences that tell what was not read
}

// maxGames is how many games of a PGN are read: more would be too long a list to choose from.
const maxGames = 1000

// answer returns the games of a PGN, each up to its first fault.
func (q *pgnQuestion) answer(*call) (any, error) {
	var all []recorded
	if strings.TrimSpace(q.Text) == "" {
		return nil, errors.New("the PGN is empty")
	}
	for r := chess.NewPGNReader(strings.NewReader(q.Text)); ; {
		tree, err := r.Next()
		if err == io.EOF && len(all) == 0 {
			return nil, errors.New("this is not a game: it has no moves")
		}
		if err == io.EOF {
			return all, nil
		}
		if len(all) == maxGames {
			all[0].Faults = append(all[0].Faults, fmt.Sprintf("There are more games than %d.", maxGames))
			return all, nil
		}
		game, err := recordedFrom(tree, err)
		if err != nil {
			if len(all) == 0 {
				return nil, fmt.Errorf("this is not a game: %w", err)
			}
			last := &all[len(all)-1]
			last.Faults = append(last.Faults, sentence(err.Error()))
			continue
		}
		game.Title = fmt.Sprintf("%d. %s", len(all)+1, game.Title)
		all = append(all, game)
	}
}

// recordedFrom returns a game that was read with err. It is an error if there is none.
func recordedFrom(tree *chess.GameTree, err error) (recorded, error) {
	if tree == nil || err != nil && tree.Root().Next() == nil {
		return recorded{}, cmp.Or(err, io.ErrUnexpectedEOF)
	}
	g, illegal := tree.Game()
	if g.Len() == 0 && illegal != nil {
		return recorded{}, illegal
	}
	if g.Len() == 0 && tree.Tag("FEN") == "" {
		return recorded{}, errors.New("it has no moves")
	}
	game := recorded{Title: title(tree), Tree: tree, Faults: faults(tree, err, illegal)}
	outcome, plies := g.Outcome(), g.Len()
	if g.Undo() && g.Len() == plies { // what was undone is no move: the rules do not give the outcome
		game.End = outcome
	}
	return game, nil
}

// title returns the players of a game, what they played, and how it ended.
func title(t *chess.GameTree) string {
	known := func(name, otherwise string) string {
		if v := t.Tag(name); v != "" && v != "?" {
			return v
		}
		return otherwise
	}
	text := known("White", "White") + " – " + known("Black", "Black")
	if event := known("Event", ""); event != "" {
		text += ", " + event
	}
	if year, _, _ := strings.Cut(t.Tag("Date"), "."); year != "" && !strings.Contains(year, "?") {
		text += " " + year
	}
	return text + ", " + t.Outcome().String()
}

// faults returns sentences on the faults of a game that a chess.PGNReader returned with err,
// and GameTree.Game with illegal.
func faults(tree *chess.GameTree, err, illegal error) []string {
	const maxFaults = 3 // that are shown
	all, found := []string{}, tree.Faults()
	for _, fault := range found[:min(len(found), maxFaults)] {
		all = append(all, sentence(fault.Error()))
	}
	if more := len(found) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("There are %d more faults.", more))
	}
	if e, ok := err.(*chess.ParseError); ok && !slices.Contains(found, e) {
		all = append(all, sentence(err.Error()))
	}
	if err != nil {
		all = append(all, "The rest of the game is left out.")
	}
	if illegal != nil {
		all = append(all, sentence(illegal.Error()))
	}
	return all
}

type writeQuestion struct {
	Game chess.Game     `json:"game"` // the main line of Tree, which tells the result
	Tree chess.GameTree `json:"tree"`
}

// answer returns a game with its variations as PGN.
func (q *writeQuestion) answer(*call) (any, error) {
	if result := q.Game.Outcome().String(); q.Tree.Tag("Result") != result {
		for name, value := range q.Game.Tree().Tags() { // the result, and how it came about
			if err := q.Tree.SetTag(name, value); err != nil {
				return nil, err
			}
		}
	}
	text, err := q.Tree.MarshalText()
	return string(text), err
}
