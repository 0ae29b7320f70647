package diagram

import (
	"cmp"
	_ "embed" // the page
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
)

// A heatmap holds what a command line says about heat maps.
type heatmap struct {
	evaluation *chess.Named[*chess.FeatureEvaluator]
	only       string  // the names of the pictures to write; all if empty
	scale      float64 // in centipawns; 0 means that each picture has its own
}

// A chart is a diagram and its name.
type chart struct {
	chess.Diagram
	name    string
	feature *chess.ExplainedFeature // nil if it is not the picture of one
}

// File returns the name of the picture's file.
func (p chart) File() string { return "heatmap-" + p.name + ".svg" }

// write writes the pictures, like d in size and direction, to a folder.
func (h *heatmap) write(d chess.Diagram, folder string, stdout io.Writer) error {
	if !(h.scale >= 0) {
		return cli.BadCommandLine(errors.New("-scale must not be negative"))
	}
	evaluator := h.evaluation.New()
	features, err := evaluation(evaluator.Explain(&d.Position))
	if err != nil {
		return err
	}
	var boards []chart
	for _, t := range evaluator.Terms() {
		if f, ok := t.Feature.(*chess.PieceSquare); ok {
			boards = append(boards, tables(f)...)
		}
	}
	if h.only != "" {
		chosen, err := choose(slices.Concat(features, boards), strings.Split(h.only, ","))
		if err != nil {
			return err
		}
		return h.writeFolder(d, folder, chosen, nil, stdout)
	}
	var elsewhere, nothing []string
	features = slices.DeleteFunc(features, func(p chart) bool {
		switch {
		case p.feature == nil || len(p.Heat.Values) > 0:
			return false
		case p.feature.Score != 0:
			elsewhere = append(elsewhere, p.feature.Name+" "+strings.Replace(p.feature.Score.String(), "-", "−", 1))
		default:
			nothing = append(nothing, p.feature.Name)
		}
		return true
	})
	return h.writeFolder(d, folder, slices.Concat(features, boards), map[string]any{
		"FEN": d.Position.FEN(), "Evaluation": h.evaluation.Name, "Description": h.evaluation.Description,
		"Features": features, "Tables": boards, "Elsewhere": elsewhere, "Nothing": nothing,
	}, stdout)
}

// writeFolder writes pictures to a folder, and the page with the data if that is not nil.
func (h *heatmap) writeFolder(d chess.Diagram, folder string, pictures []chart, data map[string]any, stdout io.Writer) error {
	folder = cmp.Or(folder, "heatmaps")
	var files []outfile.File
	var report strings.Builder
	add := func(name, kind, begin, about string, write func(w io.Writer) error) {
		path := filepath.Join(folder, name)
		files = append(files, outfile.File{Name: path, Kind: kind, Own: outfile.Begins(begin), Write: write})
		fmt.Fprintf(&report, "%s: %s\n", path, about)
	}
	for _, p := range pictures {
		p.Flipped, p.Size, p.Heat.Scale = d.Flipped, d.Size, h.scale
		add(p.File(), "SVG", "<svg ", p.Caption, func(w io.Writer) error {
			_, err := p.WriteTo(w)
			return err
		})
	}
	if data != nil {
		add("heatmap.html", "page of heatmap", pageBegin, "all of them", func(w io.Writer) error { return page.Execute(w, data) })
	}
	err := os.MkdirAll(folder, 0o755)
	if err == nil {
		err = outfile.Write(files...)
	}
	if err == nil {
		_, err = io.WriteString(stdout, report.String())
	}
	return err
}

// evaluation draws an explanation: as a whole, and by feature.
func evaluation(x chess.Explanation) ([]chart, error) {
	d, err := x.Diagram()
	if err != nil {
		return nil, err
	}
	pictures := []chart{{d, "evaluation", nil}}
	for i := range x.Features {
		f := &x.Features[i]
		d, err := x.Diagram(f.Name)
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, chart{d, fileName(f.Name), f})
	}
	return pictures, nil
}

// tables draws the piece-square tables from White's side.
func tables(f *chess.PieceSquare) []chart {
	var pictures []chart
	for pieceType := chess.Pawn; pieceType <= chess.King; pieceType++ {
		for i, table := range []*chess.SquareTable{&f.MG[pieceType], &f.EG[pieceType]} {
			d := table.Diagram(pieceType.Of(chess.White))
			d.Caption += [...]string{", middlegame", ", endgame"}[i]
			pictures = append(pictures, chart{d, pieceType.String() + [...]string{"-mg", "-eg"}[i], nil})
		}
	}
	return pictures
}

// fileName returns the name of a feature in a form that is valid on every file
// system.
func fileName(feature string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(feature))
}

// choose returns the pictures with these names.
func choose(pictures []chart, names []string) ([]chart, error) {
	var chosen []chart
	for k, name := range names {
		if slices.Contains(names[:k], name) {
			continue
		}
		i := slices.IndexFunc(pictures, func(p chart) bool { return p.name == name })
		if i < 0 {
			var all []string
			for _, p := range pictures {
				all = append(all, p.name)
			}
			return nil, cli.BadCommandLine(fmt.Errorf("unknown picture %q: want one of %s", name, strings.Join(all, ", ")))
		}
		chosen = append(chosen, pictures[i])
	}
	return chosen, nil
}

//go:embed heat.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// pageBegin is the beginning of the page, which identifies the program's own pages.
var pageBegin, _, _ = strings.Cut(pageText, "<title>")
