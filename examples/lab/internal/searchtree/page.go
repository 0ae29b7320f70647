package searchtree

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// pageBegin is how each page begins.
const pageBegin = "<!DOCTYPE html>\n<html lang=\"en\" class=\"searchtree-page\">"

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// pageData is the tree for the script of the page.
type pageData struct {
	FEN   string     `json:"fen"`
	Moves []pageMove `json:"moves"`
	Nodes []int      `json:"nodes"` // pageColumns numbers for each node, a node before those below it
}

// pageMove is a move that occurs in the tree, perhaps many times.
type pageMove struct {
	SAN     string `json:"san"`
	UCI     string `json:"uci"`
	Changes string `json:"changes"` // of the board: for each square its name, and a piece or "."
}

// page writes a page with the picture, and with the tree, of which each node can be
// opened.
func (t *tree) page(w io.Writer) error {
	data := pageData{FEN: t.position.FEN(), Moves: []pageMove{}}
	index := map[pageMove]int{}
	var add func(n *node, p chess.Position)
	add = func(n *node, p chess.Position) {
		move := -1
		if len(n.Line) > 0 {
			after := p.After(n.move())
			m := pageMove{p.SAN(n.move()), n.move().String(), changes(p, after)}
			i, known := index[m]
			if !known {
				i = len(data.Moves)
				index[m] = i
				data.Moves = append(data.Moves, m)
			}
			move, p = i, after
		}
		flags := int(n.effect)
		for i, set := range []bool{n.GameOver, n.Again, n.principal, n.Depth == 0} {
			if set {
				flags |= 4 << i
			}
		}
		data.Nodes = append(data.Nodes, len(n.Line), move, int(n.Alpha), int(n.Beta), int(n.Score), int(n.Bound), n.Considered, n.Searched, flags)
		for _, c := range n.children {
			add(c, p)
		}
	}
	add(t.root, t.position)
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return pageTemplate.Execute(w, map[string]any{
		"Begin": template.HTML(pageBegin), "Name": t.name, "Depth": prose.Count(t.root.Depth, "ply"), "Side": t.mover(1),
		"Picture": template.HTML(t.picture()), "Data": template.JS(text),
		"Mate": int(chess.Mate), "MaxEvaluation": int(chess.MaxEvaluation),
	})
}

// changes returns what a move changes on the board.
func changes(before, after chess.Position) string {
	text := ""
	for sq := range chess.NoSquare {
		if piece := after.At(sq); piece != before.At(sq) {
			letter := "."
			if piece != chess.NoPiece {
				letter = piece.String()
			}
			text += sq.String() + letter
		}
	}
	return text
}
