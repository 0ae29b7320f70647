package protocol

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A record is a game in the form that the page uses.
type record struct {
	Start string      `json:"start"` // a FEN
	Moves []string    `json:"moves"` // in UCI notation
	End   string      `json:"end"`   // the outcome if the rules do not give it: see endOf
	Tags  [][2]string `json:"tags"`  // the tags of a PGN

	Faults []string `json:"faults,omitempty"` // sentences that tell what was not read
}

// endOf returns the text of an outcome, such as "0-1 resignation".
func endOf(o chess.Outcome) string { return o.String() + " " + o.Reason.String() }

// parseEnd parses what endOf returns.
func parseEnd(text string) (chess.Outcome, error) {
	for reason := chess.ThreefoldRepetition; reason <= chess.Unspecified; reason++ {
		for _, o := range []chess.Outcome{chess.Draw(reason), chess.Win(chess.White, reason), chess.Win(chess.Black, reason)} {
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
	return record{Start: p.FEN(), Moves: []string{}, Tags: [][2]string{}}
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
			r.Faults = []string{sentence("left out: " + mended.String())}
			return r, nil
		}
	}
	return record{}, fmt.Errorf("this is not a position: %w", err)
}

// maxFaults is the number of faults of a PGN that are shown.
const maxFaults = 3

// readPGN returns the main line of the first game in a PGN, as far as it goes.
func readPGN(text string) (record, error) {
	if strings.TrimSpace(text) == "" {
		return record{}, errors.New("the PGN is empty")
	}
	tree, err := chess.ParsePGN(text)
	if tree == nil || err != nil && tree.Root().Next() == nil {
		return record{}, fmt.Errorf("this is not a game: %w", err)
	}
	g, illegal := tree.Game()
	if g.Len() == 0 && illegal != nil {
		return record{}, fmt.Errorf("this is not a game: %w", illegal)
	}
	if g.Len() == 0 && tree.Tag("FEN") == "" {
		return record{}, errors.New("this is not a game: it has no moves")
	}
	r := recordFrom(g.Start())
	r.Moves = append(r.Moves, g.UCIMoves()...)
	played, gameErr := r.game(len(r.Moves))
	if gameErr != nil {
		return record{}, gameErr
	}
	if played.Outcome() != g.Outcome() {
		r.End = endOf(g.Outcome())
	}
	for name, value := range tree.Tags() {
		r.Tags = append(r.Tags, [2]string{name, value})
	}
	r.Faults = faults(tree, err, illegal)
	return r, nil
}

// faults returns sentences on the faults of a game that chess.ParsePGN returned with err,
// and GameTree.Game with illegal.
func faults(tree *chess.GameTree, err, illegal error) (all []string) {
	found := tree.Faults()
	for _, fault := range found[:min(len(found), maxFaults)] {
		all = append(all, sentence(fault.Error()))
	}
	if more := len(found) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("There are %d more faults.", more))
	}
	if e, ok := err.(*chess.ParseError); ok && !slices.Contains(found, e) {
		all = append(all, sentence(err.Error())) // another game follows
	} else if err != nil {
		all = append(all, "The rest of the game is left out.")
	}
	if illegal != nil {
		all = append(all, sentence(illegal.Error()))
	}
	return all
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
		if err := g.Play(m); err != nil {
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

// pgn returns the game as PGN, with those tags of the record that are still valid.
func (r *record) pgn() (string, error) {
	g, err := r.game(len(r.Moves))
	if err != nil {
		return "", err
	}
	tree := g.Tree()
	for _, tag := range r.Tags {
		switch tag[0] {
		case "SetUp", "FEN", "Variant", "Result", "Termination":
			continue
		}
		if err := tree.SetTag(tag[0], tag[1]); err != nil {
			return "", err
		}
	}
	text, err := tree.AppendText(nil)
	return string(text), err
}
