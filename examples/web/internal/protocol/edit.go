package protocol

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

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

// edit returns a Setup after a change of its board: the piece on the square From moves to Square,
// or off the board if that is ""; or Piece, a letter of a FEN or "", is put on Square.
func edit(q *question) (edition, error) {
	s := q.Setup
	piece := chess.NoPiece
	if q.Piece != "" {
		var err error
		if piece, err = chess.ParsePiece(q.Piece); err != nil {
			return edition{}, err
		}
	}
	if q.From != "" {
		from, err := squareOf(q.From)
		if err != nil {
			return edition{}, err
		}
		piece, s.Board[from] = s.Board[from], chess.NoPiece
	}
	if q.Square != "" {
		to, err := squareOf(q.Square)
		if err != nil {
			return edition{}, err
		}
		s.Board[to] = piece
	}
	return editionOf(s), nil
}

// squareOf parses the name of a square of the board.
func squareOf(name string) (chess.Square, error) {
	sq, err := chess.ParseSquare(name)
	if err == nil && sq == chess.NoSquare {
		err = errors.New("it is not on the board")
	}
	return sq, err
}

// readSetup returns the Setup of a FEN, valid or not.
func readSetup(text string) (edition, error) {
	s, err := chess.ParseSetup(strings.TrimSpace(text))
	if err != nil {
		return edition{}, err
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
	if int(rook) > king {
		return fmt.Sprintf("%v O-O (%v)", c, rook)
	}
	return fmt.Sprintf("%v O-O-O (%v)", c, rook)
}
