package protocol

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A record is a line of a game, from its start, in the form that the page uses.
type record struct {
	Start string   `json:"start"` // a FEN
	Moves []string `json:"moves"` // in UCI notation
	End   string   `json:"end"`   // the outcome if the rules do not give it: see endOf

	Faults []string `json:"faults,omitempty"` // sentences that tell what was not read
}

// endOf returns the text of an outcome, such as "0-1 resignation".
func endOf(o chess.Outcome) string { return o.String() + " " + o.Reason.String() }

// parseEnd parses what endOf returns.
func parseEnd(text string) (chess.Outcome, error) {
	for reason := chess.ThreefoldRepetition; reason <= chess.Unspecified; reason++ {
		for _, o := range []chess.Outcome{chess.DrawBy(reason), chess.WinBy(chess.White, reason), chess.WinBy(chess.Black, reason)} {
			if endOf(o) == text {
				return o, nil
			}
		}
	}
	return chess.Outcome{}, fmt.Errorf("unknown outcome %q", text)
}

// start returns a new game.
func start(variant string, number int) (record, error) {
	p := chess.StartPosition()
	switch variant {
	case "chess":
	case "chess960":
		if number < 0 {
			number = rand.IntN(960)
		}
		var err error
		if p, err = chess.Chess960Position(number); err != nil {
			return record{}, err
		}
	case "three-check":
		p = chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1")
	default:
		return record{}, fmt.Errorf("unknown variant %q", variant)
	}
	return recordFrom(p), nil
}

// recordFrom returns a game that starts from p, without moves.
func recordFrom(p chess.Position) record {
	return record{Start: p.FEN(), Moves: []string{}}
}

// readFEN returns a game that starts from the position of a FEN. Rights that cannot be
// are left out.
func readFEN(text string) (record, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return record{}, errors.New("the FEN is empty")
	}
	p, err := chess.ParseFEN(text)
	if err == nil {
		return recordFrom(p), nil
	}
	if s, fault := chess.ParseSetup(text); fault == nil {
		s, mended := s.Repair()
		if p, fault := s.Position(); fault == nil {
			r := recordFrom(p)
			r.Faults = []string{sentence("left out: " + mended.Error())}
			return r, nil
		}
	}
	return record{}, fmt.Errorf("this is not a position: %w", err)
}

// game returns the game after the given number of plies of the record.
func (r *record) game(plies int) (*chess.Game, error) {
	p, err := chess.ParseFEN(r.Start)
	if err != nil {
		return nil, err
	}
	g := chess.NewGame(p)
	for _, text := range r.Moves[:min(max(plies, 0), len(r.Moves))] {
		m, err := g.Position().ParseUCI(text)
		if err != nil {
			return nil, err
		}
		if err := g.Continue(m); err != nil {
			return nil, err
		}
	}
	if r.End == "" || plies < len(r.Moves) {
		return g, nil
	}
	end, err := parseEnd(r.End)
	if err != nil {
		return nil, err
	}
	return g, g.End(end)
}
