package selfplay

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// packed is a run as JSON. It has all that the games depend on, so that workers on other
// machines need no file.
type packed struct {
	Name     string   `json:"name"`
	Weights  string   `json:"weights"`  // of the features of the evaluation, as chess.WriteWeights writes them
	Percents [][2]int `json:"percents"` // of its terms
	Nodes    int64    `json:"nodes"`
	Random   int      `json:"random"`
	Seed     uint64   `json:"seed"`
	Openings string   `json:"openings"` // PGN
}

// MarshalJSON returns the run as JSON. Its evaluation must be one of [chess.Evaluators] with
// other numbers, and the run must have no tables.
func (r *Run) MarshalJSON() ([]byte, error) {
	if r.Tables != nil {
		return nil, errors.New("a run with tables can't be written")
	}
	p := packed{Name: r.Name, Nodes: r.Nodes, Random: r.Random, Seed: r.Seed}
	var weights, openings strings.Builder
	terms := r.Evaluator.Terms()
	if err := chess.WriteWeights(&weights, terms...); err != nil {
		return nil, err
	}
	for _, t := range terms {
		p.Percents = append(p.Percents, [2]int{t.MG, t.EG})
	}
	for _, g := range r.Openings {
		openings.WriteString(g.Tree().String())
	}
	p.Weights, p.Openings = weights.String(), openings.String()
	return json.Marshal(p)
}

// UnmarshalJSON sets the run to what MarshalJSON wrote.
func (r *Run) UnmarshalJSON(text []byte) error {
	var p packed
	if err := json.Unmarshal(text, &p); err != nil {
		return err
	}
	name, _, _ := strings.Cut(p.Name, ",")
	named, err := chess.ByName(chess.Evaluators(), name)
	if err != nil {
		return err
	}
	terms, err := player.ReadWeights([]byte(p.Weights), named.New().Terms())
	if err != nil {
		return err
	}
	if len(terms) != len(p.Percents) {
		return errors.New("the weights of the terms are not those of the evaluation")
	}
	for i, percent := range p.Percents {
		terms[i].MG, terms[i].EG = percent[0], percent[1]
	}
	e, err := chess.NewFeatureEvaluator(terms...)
	if err != nil {
		return err
	}
	openings, err := chess.ReadOpenings(strings.NewReader(p.Openings), openingPlies)
	if err != nil {
		return err
	}
	*r = Run{Evaluator: e, Name: p.Name, Nodes: p.Nodes, Random: p.Random, Seed: p.Seed, Openings: openings}
	return nil
}
