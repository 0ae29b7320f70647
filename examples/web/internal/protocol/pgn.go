package protocol

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A recorded game is one of a PGN.
type recorded struct {
	Title  string          `json:"title"`
	Tree   *chess.GameTree `json:"tree"`
	End    string          `json:"end"`    // as record.End has it
	Faults []string        `json:"faults"` // sentences that tell what was not read
}

// maxGames is how many games of a PGN are read: more would be too long a list to choose from.
const maxGames = 1000

// readPGN returns the games of a PGN, each as far as it goes.
func readPGN(text string) (all []recorded, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("the PGN is empty")
	}
	for r := chess.NewPGNReader(strings.NewReader(text)); ; {
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
	r := recordFrom(g.Start())
	r.Moves = g.UCIMoves()
	played, gameErr := r.game(len(r.Moves))
	if gameErr != nil {
		return recorded{}, gameErr
	}
	game := recorded{Title: title(tree), Tree: tree, Faults: faults(tree, err, illegal)}
	if played.Outcome() != g.Outcome() {
		game.End = endOf(g.Outcome())
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

// maxFaults is the number of faults of a game that are shown.
const maxFaults = 3

// faults returns sentences on the faults of a game that a chess.PGNReader returned with err,
// and GameTree.Game with illegal.
func faults(tree *chess.GameTree, err, illegal error) []string {
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

// writePGN returns the tree of a question as PGN. The game of the question is its main line,
// which tells the result.
func writePGN(q *question) (string, error) {
	g, err := q.Game.game(len(q.Game.Moves))
	if err != nil {
		return "", err
	}
	tree := q.Tree
	if tree == nil {
		tree = chess.NewGameTree(g.Start())
	}
	if result := g.Outcome().String(); tree.Tag("Result") != result {
		for name, value := range g.Tree().Tags() { // the result, and how it came about
			if err := tree.SetTag(name, value); err != nil {
				return "", err
			}
		}
	}
	text, err := tree.MarshalText()
	return string(text), err
}
