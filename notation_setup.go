package chess

import "encoding/json"

// A jsonSetup is a Setup in JSON without its methods, and with the board of a FEN.
type jsonSetup struct {
	Board string `json:"board"`
	plainSetup
}

type plainSetup Setup

// MarshalJSON writes an object with the names of the fields in lower camel case. The
// board is written as in a FEN, "4k3/8/8/8/8/8/8/4K3", Castling and DoublePush as
// names of squares. What is zero is left out, but for the board and the turn. The
// Setup need not be a valid position, but it is an error if it holds a Piece, a Color
// or a Square that does not exist.
func (s Setup) MarshalJSON() ([]byte, error) {
	for _, piece := range s.Board {
		if !pieceNames.known(piece) {
			return nil, errNoText(piece.String())
		}
	}
	return json.Marshal(jsonSetup{string(appendBoard(nil, &s.Board)), plainSetup(s)})
}

// UnmarshalJSON reads what MarshalJSON writes. It validates nothing: see Problems.
func (s *Setup) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonSetup
	if err := readJSON(data, &read, "Setup"); err != nil {
		return err
	}
	r := fenReader{input: read.Board}
	if err := r.board(read.Board, 0); err != nil {
		return err
	}
	*s = Setup(read.plainSetup)
	s.Board = r.s.Board
	return nil
}
