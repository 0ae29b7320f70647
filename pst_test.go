package chess_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// readJSON decodes a file into v.
func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// byName returns the tables by the names of the piece types, as in the data: in
// centipawns, which are not the text of a Score.
func byName(tables [chess.King + 1]chess.SquareTable) map[string][]int32 {
	m := map[string][]int32{}
	for k := chess.Pawn; k <= chess.King; k++ {
		for _, score := range tables[k] {
			m[k.String()] = append(m[k.String()], int32(score))
		}
	}
	return m
}

// material returns the Material with these values, from pawn to king.
func material(mg, eg []int32) chess.Material {
	var m chess.Material
	for i := range mg {
		m[chess.Pawn+chess.PieceType(i)] = chess.Tapered{MG: chess.Score(mg[i]), EG: chess.Score(eg[i])}
	}
	return m
}

func TestPeSTOData(t *testing.T) {
	var data struct {
		MGValue []int32            `json:"mg_value"`
		EGValue []int32            `json:"eg_value"`
		MG      map[string][]int32 `json:"mg"`
		EG      map[string][]int32 `json:"eg"`
	}
	readJSON(t, "testdata/pesto.json", &data)
	f := chess.PeSTOPieceSquare()
	if diff := cmp.Diff(data.MG, byName(f.MG)); diff != "" {
		t.Errorf("middlegame (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(data.EG, byName(f.EG)); diff != "" {
		t.Errorf("endgame (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(material(data.MGValue, data.EGValue), chess.PeSTOMaterial()); diff != "" {
		t.Errorf("material (-want +got):\n%s", diff)
	}
}

func TestSimplifiedData(t *testing.T) {
	var data struct {
		Values []int32            `json:"values_of_the_board_value_system"`
		Table  map[string][]int32 `json:"table"`
	}
	readJSON(t, "testdata/simplified.json", &data)
	f := chess.SimplifiedPieceSquare()
	if diff := cmp.Diff(data.Table, byName(f.MG)); diff != "" {
		t.Errorf("middlegame (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(f.MG, f.EG); diff != "" {
		t.Errorf("the endgame differs (-middlegame +endgame):\n%s", diff)
	}
	if diff := cmp.Diff(material(data.Values, data.Values), chess.SimplifiedMaterial()); diff != "" {
		t.Errorf("material (-want +got):\n%s", diff)
	}
}

func TestSquareTableAt(t *testing.T) {
	var table chess.SquareTable
	for i := range table {
		table[i] = chess.Score(i)
	}
	tests := []struct {
		c    chess.Color
		sq   chess.Square
		want chess.Score
	}{
		{chess.White, chess.A8, 0},
		{chess.White, chess.H8, 7},
		{chess.White, chess.A1, 56},
		{chess.White, chess.H1, 63},
		{chess.White, chess.E4, 36},
		{chess.Black, chess.A1, 0},
		{chess.Black, chess.H8, 63},
		{chess.Black, chess.E5, 36},
		{chess.White, chess.NoSquare, 0},
		{chess.Black, 255, 0},
	}
	for _, test := range tests {
		if got := table.At(test.c, test.sq); got != test.want {
			t.Errorf("At(%v, %v) = %d, want %d", test.c, test.sq, got, test.want)
		}
	}
}

// TestOwnTables evaluates with tables that are not the package's.
func TestOwnTables(t *testing.T) {
	f := &chess.PieceSquare{
		MG: [chess.King + 1]chess.SquareTable{chess.Pawn: {12: 70_000}}, // e7
		EG: [chess.King + 1]chess.SquareTable{chess.King: {4: -3}},      // e8
	}
	e := evaluatorOf(t, chess.Terms(chess.Material{chess.Knight: {MG: 300, EG: 300}}, f)...)
	p := chess.MustParseFEN("nbqrkrbq/4P3/8/8/8/8/8/QRBKNBRQ w - - 0 1")
	var got []chess.Score
	for _, f := range e.Explain(&p).Features {
		got = append(got, f.Score)
	}
	if diff := cmp.Diff([]chess.Score{0, 70_000}, got); diff != "" {
		t.Errorf("material, piece-square (-want +got):\n%s", diff)
	}
	f.MG[chess.Pawn] = chess.SquareTable{}
	if got := e.Evaluate(&p); got != chess.MaxEvaluation {
		t.Errorf("a change of the caller's tables changed the evaluator: %d", got)
	}
}
