package chess

import "testing"

// A node knows whether it is in check, as a look at the board tells it.
func TestNodeInCheck(t *testing.T) {
	w := &worker{}
	n, next := &w.nodes[0], &w.nodes[1]
	checks := 0
	for p := range manyPositions(22, scale(100)) {
		n.pos = *p
		for _, m := range p.LegalMoves() {
			w.play(0, m)
			if next.inCheck != next.pos.inCheck() {
				t.Fatalf("%v: in check after %v: %v", p, m, next.inCheck)
			}
			checks += int(oneIf(next.inCheck))
		}
		if p.InCheck() {
			continue
		}
		if w.playNull(0); next.inCheck != next.pos.inCheck() {
			t.Fatalf("%v: in check after the null move: %v", p, next.inCheck)
		}
	}
	if checks == 0 {
		t.Error("no checks")
	}
}
