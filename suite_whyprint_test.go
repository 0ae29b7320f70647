package chess

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func TestPrintWhy(t *testing.T) {
	if os.Getenv("PRINT_WHY") == "" {
		t.Skip()
	}
	step, _ := strconv.Atoi(os.Getenv("PRINT_WHY"))
	minLoss, _ := strconv.Atoi(os.Getenv("MIN_LOSS"))
	nodes, _ := strconv.ParseInt(os.Getenv("NODES"), 10, 64)
	if nodes == 0 {
		nodes = 30000
	}
	f, _ := os.Open("testdata/games.pgn")
	if p := os.Getenv("PGN"); p != "" {
		f, _ = os.Open(p)
	}
	r := NewPGNReader(f)
	n, shown := 0, 0
	a := newTestSearcher()
	for {
		tree, err := r.Next()
		if tree == nil || err != nil {
			break
		}
		g := NewGame(tree.Start())
		for _, m := range tree.Mainline() {
			n++
			if n%step == 0 && !g.Outcome().Over() {
				w, err := a.Why(t.Context(), g, m, Limits{Nodes: nodes})
				if err != nil {
					t.Fatal(err)
				}
				if int(w.Loss) >= minLoss {
					shown++
					fmt.Printf("%d) %s  loss %v depth %d scores %v %v %v %v\n", shown, g.FEN(), w.Loss, w.Depth, w.Reasons[0].Line.Score, w.Reasons[1].Line.Score, w.Reasons[0].Line.Bound, w.Reasons[1].Line.Bound)
					fmt.Println("   PV", g.Position().SANLine(w.Reasons[0].Line.PV...))
					fmt.Println("   vs", g.Position().SANLine(w.Reasons[1].Line.PV...))
					fmt.Println("   EN", w.Text(English, 400))
					fmt.Println("   DE", w.Text(German, 0))
				}
			}
			if g.Play(m) != nil {
				break
			}
		}
	}
}
