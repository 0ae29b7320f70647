// Package annotation has what the programs share that review games: the settings of a review, as the
// tag Annotator of a game has them, and the chart of a game.
package annotation

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// Settings are what a review depends on besides the game. They may be stored as JSON.
type Settings struct {
	Nodes int64 `json:"nodes"` // the nodes of the search of each position, up to eight times as many where it is in doubt
	Plies int   `json:"plies"` // the length of a better line at most

	// Evaluation describes an evaluation, as player.Evaluation reads it; empty for the
	// default. SetEvaluation sets it.
	Evaluation string `json:"evaluation,omitzero"`

	// Numbers is a hash of the numbers of an evaluation with settings, such as those in
	// a file, which may have changed when an analysis is continued.
	Numbers string `json:"numbers,omitzero"`

	// Endings describes the tablebase; empty for none.
	Endings string `json:"endings,omitzero"`

	Language chess.Language `json:"language,omitzero"` // of all texts
}

// SetEvaluation sets the evaluation by its description.
func (s *Settings) SetEvaluation(spec string) error {
	s.Evaluation, s.Numbers = "", ""
	if spec == chess.Evaluators()[0].Name {
		return nil
	}
	e, err := player.Evaluation(spec)
	if err != nil {
		return err
	}
	s.Evaluation = spec
	if strings.Contains(spec, ",") {
		s.Numbers, err = numbers(e.New())
	}
	return err
}

// numbers returns a hash of the numbers of an evaluation.
func numbers(e *chess.FeatureEvaluator) (string, error) {
	hash := crc32.NewIEEE()
	err := chess.WriteWeights(hash, e.Terms()...)
	return fmt.Sprintf("%08x", hash.Sum32()), err
}

// DefaultSettings returns settings for a quick analysis: some ten seconds for
// a game of forty moves, on one processor.
func DefaultSettings() Settings { return Settings{Nodes: 50_000, Plies: 8} }

// Check returns an error if the settings are not valid.
func (s Settings) Check() error {
	_, err := s.Reviewer(nil)
	return err
}

// Reviewer returns a reviewer with the settings, and the tablebase that they describe; nil for none.
func (s Settings) Reviewer(t chess.Tablebase) (r chess.Reviewer, err error) {
	if s.Nodes < 1 || s.Plies < 1 {
		return r, errors.New("an analysis needs at least one node a position, and lines of at least one ply")
	}
	if _, err := s.Language.MarshalText(); err != nil {
		return r, err
	}
	named, err := player.Evaluation(cmp.Or(s.Evaluation, chess.Evaluators()[0].Name))
	if err != nil {
		return r, err
	}
	e := named.New()
	if s.Numbers != "" {
		if now, err := numbers(e); err != nil || now != s.Numbers {
			return r, fmt.Errorf("the evaluation %s has changed", s.Evaluation)
		}
	}
	return chess.Reviewer{Nodes: s.Nodes, Plies: s.Plies, Evaluator: e, Tablebase: t, Language: s.Language, Annotator: s.String()}, nil
}

// String returns the settings as the tag Annotator of an annotated game has them.
// Equal strings mean equal settings.
func (s Settings) String() string {
	evaluation := ""
	if s.Evaluation != "" && s.Evaluation != chess.Evaluators()[0].Name {
		evaluation = "evaluation " + s.Evaluation + ", "
		if s.Numbers != "" {
			evaluation = fmt.Sprintf("evaluation %s (%s), ", s.Evaluation, s.Numbers)
		}
	}
	endings := ""
	if s.Endings != "" {
		endings = ", " + s.Endings
	}
	language := ""
	if s.Language != chess.English {
		language = ", language " + s.Language.String()
	}
	return fmt.Sprintf("chess (Go), %s%d nodes a position, lines of %d plies%s%s", evaluation, s.Nodes, s.Plies, language, endings)
}

// Signed reports whether the last annotator in the tag Annotator of a game is a program with the
// settings s.
func (s Settings) Signed(annotator string) bool {
	before, ok := strings.CutSuffix(annotator, s.String())
	return ok && (before == "" || strings.HasSuffix(before, "; "))
}
