package player

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/seed-0971039b/chess"
)

// Evaluation parses the description of an evaluation: the name of one of
// chess.Evaluators, followed by settings, separated by commas. "weights=" is a file
// with its numbers; the others are weights and numbers of features, as in Usage.
func Evaluation(spec string) (chess.Named[*chess.FeatureEvaluator], error) {
	var none chess.Named[*chess.FeatureEvaluator]
	name, settings, err := split(spec)
	if err != nil {
		return none, err
	}
	named, err := chess.ByName(chess.Evaluators(), name)
	if err != nil || len(settings) == 0 {
		return named, err
	}
	weights := ""
	var numbers []Setting
	for _, s := range settings {
		switch {
		case s.empty("weights"):
			return none, errors.New("weights= has no value")
		case s.Name == "weights":
			weights = s.Value
		default:
			numbers = append(numbers, s)
		}
	}
	e, err := changed(named.New(), weights, numbers)
	if err != nil {
		return none, err
	}
	named.Name = spec
	named.New = func() *chess.FeatureEvaluator { return e.Fork().(*chess.FeatureEvaluator) }
	return named, nil
}

// Weighted returns the evaluator with the numbers of a file, or unchanged if the path
// is empty. Networks of the package that are in the file only are added.
func Weighted(e *chess.FeatureEvaluator, path string) (*chess.FeatureEvaluator, error) {
	if path == "" {
		return e, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	terms, err := ReadWeights(text, e.Terms())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return chess.NewFeatureEvaluator(terms...)
}

// ReadWeights returns the terms with the numbers of a file's text, and after them the
// networks of the package that are in the text only.
func ReadWeights(text []byte, terms []chess.Term) ([]chess.Term, error) {
	var in map[string]json.RawMessage
	if json.Unmarshal(text, &in) == nil { // or else chess.ReadWeights says what is wrong
		for _, t := range terms {
			delete(in, t.Feature.Name())
		}
		for _, network := range networks() {
			if _, ok := in[network.Name]; ok {
				terms = append(terms, chess.Terms(network.New())...)
			}
		}
	}
	return chess.ReadWeights(bytes.NewReader(text), terms...)
}

// networks returns the features of the package that are networks: those whose numbers are
// text in a file of weights.
func networks() []chess.Named[chess.Feature] {
	return slices.DeleteFunc(chess.Features(), func(f chess.Named[chess.Feature]) bool {
		_, text := f.New().(encoding.TextUnmarshaler)
		return !text
	})
}

// changed returns the evaluator with the numbers of a file, and then those of the settings.
func changed(e *chess.FeatureEvaluator, weights string, numbers []Setting) (*chess.FeatureEvaluator, error) {
	e, err := Weighted(e, weights)
	if err != nil {
		return nil, err
	}
	terms := e.Terms()
	for _, n := range numbers {
		if terms, err = chess.SetWeight(terms, n.Name, n.Value); err != nil {
			return nil, err
		}
	}
	return chess.NewFeatureEvaluator(terms...)
}
