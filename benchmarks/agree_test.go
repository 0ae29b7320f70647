package main

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"

	corentings "github.com/corentings/chess/v2"
)

// TestAgreesWithCorentings compares the legal moves, the SAN and the position
// after each move of some games with those of corentings/chess. That package
// writes other en-passant squares, so its FENs are parsed here and compared as
// EPDs.
func TestAgreesWithCorentings(t *testing.T) {
	var text bytes.Buffer
	if err := writeGames(&text, io.Discard, 30_000, func(int64) {}); err != nil {
		t.Fatal(err)
	}
	positions := 0
	reader := chess.NewPGNReader(&text)
	for tree, err := range reader.All() {
		if err != nil {
			t.Fatal(err)
		}
		p := tree.Start()
		option, err := corentings.FEN(p.FEN())
		if err != nil {
			t.Fatal(err)
		}
		theirs := corentings.NewGame(option)
		for _, m := range tree.Mainline() {
			var ours, others []string
			for _, m := range p.AppendMoves(nil) {
				ours = append(ours, strings.TrimRight(p.SAN(m), "+#"))
			}
			for _, m := range theirs.ValidMoves() {
				san := corentings.AlgebraicNotation{}.Encode(theirs.Position(), &m)
				others = append(others, strings.TrimRight(san, "+#"))
			}
			slices.Sort(ours)
			slices.Sort(others)
			if !slices.Equal(ours, others) {
				t.Fatalf("%v: moves %v, corentings/chess %v", p, ours, others)
			}
			if err := theirs.PushNotationMove(p.SAN(m), corentings.AlgebraicNotation{}, nil); err != nil {
				t.Fatalf("%v: %s: %v", p, p.SAN(m), err)
			}
			p = p.After(m)
			positions++
			q, err := chess.ParseFEN(theirs.Position().String())
			if err != nil || q.EPD() != p.EPD() {
				t.Fatalf("%v, corentings/chess %v: %v", p, theirs.Position(), err)
			}
		}
	}
	if positions < 500 {
		t.Errorf("only %d positions", positions)
	}
}

// TestCalls checks that the single calls of both libraries return the same.
func TestCalls(t *testing.T) {
	if err := benchCalls(io.Discard, io.Discard, 1); err != nil {
		t.Error(err)
	}
}
