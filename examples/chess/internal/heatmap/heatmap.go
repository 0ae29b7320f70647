// Package heatmap is the command heatmap: it draws an evaluation: what each piece contributes on its square.
//
//	go run ./examples/heatmap [-o folder] [-eval evaluation] [-only names] [-scale n] [-flip] [-size n] [FEN]
//	go run ./examples/heatmap -eval 'boardvalue,castle score=30' 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7'
//
// It writes SVG files to a folder: heatmap-evaluation.svg for the whole evaluation,
// one file for each feature that credits a square (heatmap-material.svg), and two for
// each piece type with its piece-square tables for the middlegame and the endgame
// (heatmap-knight-mg.svg, heatmap-knight-eg.svg). heatmap.html shows all of them, and
// names the features that credit no square. The default is the start position. Numbers
// are in centipawns from White's point of view: blue is good for White, orange for
// Black. Files of these names are replaced if they are of this kind.
package heatmap

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// Command is the command.
var Command = &cli.Command{Name: "heatmap", Summary: "draw what each piece contributes to an evaluation", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return run(args, s.Out)
}}

// settings holds the values of the command line.
type settings struct {
	position   chess.Position
	evaluation *chess.Named[*chess.FeatureEvaluator]
	evaluator  *chess.FeatureEvaluator
	folder     string
	only       []string // the pictures to write; all if empty
	scale      float64  // in centipawns; 0 means that each picture has its own
	flipped    bool
	size       int
}

const usage = `usage: heatmap [-o folder] [-eval evaluation] [-only names] [-scale n] [-flip] [-size n] [FEN]
example: heatmap -o castled -eval boardvalue 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7'

`

func parse(args []string, help io.Writer) (settings, error) {
	var s settings
	var only string
	flags := flag.NewFlagSet("heatmap", flag.ContinueOnError)
	flags.StringVar(&s.folder, "o", "heatmaps", "write to this `folder`, which is created if necessary")
	s.evaluation = player.EvaluationFlag(flags, "default")
	flags.StringVar(&only, "only", "", "write only the pictures with these `names`, such as evaluation,knight-mg")
	flags.Float64Var(&s.scale, "scale", 0, "give the strongest colour to this many `centipawns` (0: the maximum of each picture)")
	flags.BoolVar(&s.flipped, "flip", false, "draw the board from Black's side")
	flags.IntVar(&s.size, "size", 480, "draw pictures this many `pixels` wide")

	fen, err := cli.Interleaved(flags, args, func(args []string) error { return cli.Parse(flags, args, usage, help) })
	if err != nil {
		return s, err
	}
	s.evaluator = s.evaluation.New()
	if !(s.scale >= 0) || s.size < 16 || s.size > 10_000 {
		return s, cli.BadCommandLine(errors.New("-scale must not be negative, and -size must be from 16 to 10000"))
	}
	if only != "" {
		s.only = strings.Split(only, ",")
	}
	if s.position, err = cli.Position(fen); err != nil {
		return s, cli.BadCommandLine(err)
	}
	return s, nil
}

// picture is a diagram and its name.
type picture struct {
	name    string
	diagram chess.Diagram
	feature *chess.ExplainedFeature // nil if it is not the picture of one
}

// File returns the name of the picture's file.
func (p picture) File() string { return "heatmap-" + p.name + ".svg" }

// Caption returns the caption of the picture.
func (p picture) Caption() string { return p.diagram.Caption }

func run(args []string, stdout io.Writer) error {
	s, err := parse(args, stdout)
	if err != nil {
		return err
	}
	features, err := evaluation(s.evaluator.Explain(&s.position))
	if err != nil {
		return err
	}
	var boards []picture
	for _, t := range s.evaluator.Terms() {
		if f, ok := t.Feature.(*chess.PieceSquare); ok {
			boards = append(boards, tables(f)...)
		}
	}
	if len(s.only) > 0 {
		chosen, err := choose(slices.Concat(features, boards), s.only)
		if err != nil {
			return err
		}
		return s.write(stdout, chosen, nil)
	}
	var elsewhere, nothing []string
	features = slices.DeleteFunc(features, func(p picture) bool {
		switch {
		case p.feature == nil || len(p.diagram.Heat.Values) > 0:
			return false
		case p.feature.Score != 0:
			elsewhere = append(elsewhere, p.feature.Name+" "+strings.Replace(p.feature.Score.String(), "-", "−", 1))
		default:
			nothing = append(nothing, p.feature.Name)
		}
		return true
	})
	return s.write(stdout, slices.Concat(features, boards), map[string]any{
		"FEN": s.position.FEN(), "Evaluation": s.evaluation.Name, "Description": s.evaluation.Description,
		"Features": features, "Tables": boards, "Elsewhere": elsewhere, "Nothing": nothing,
	})
}

// write writes pictures to the folder, and the page with the data if that is not nil.
// It writes nothing if there is another file of such a name, or if another run writes.
func (s *settings) write(stdout io.Writer, pictures []picture, data any) error {
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return err
	}
	index := filepath.Join(s.folder, "heatmap.html")
	held, err := lock.File(index)
	if err != nil {
		return err
	}
	defer held.Release()
	if data != nil {
		err = replace.Foreign(index, "page of heatmap", replace.Begins(pageBegin))
	}
	for _, p := range pictures {
		path := filepath.Join(s.folder, p.File())
		err = cmp.Or(err, replace.Foreign(path, "SVG", replace.Begins("<svg ")), replace.Clean(path))
	}
	if err != nil {
		return err
	}
	for _, p := range pictures {
		d := p.diagram
		d.Flipped, d.Size, d.Heat.Scale = s.flipped, s.size, s.scale
		path := filepath.Join(s.folder, p.File())
		err := replace.File(path, func(w io.Writer) error {
			_, err := d.WriteTo(w)
			return err
		})
		if err == nil {
			_, err = fmt.Fprintf(stdout, "%s: %s\n", path, d.Caption)
		}
		if err != nil {
			return err
		}
	}
	if data == nil {
		return nil
	}
	err = replace.File(index, func(w io.Writer) error { return page.Execute(w, data) })
	if err == nil {
		_, err = fmt.Fprintf(stdout, "%s: all of them\n", index)
	}
	return err
}

// evaluation draws an explanation: as a whole, and by feature.
func evaluation(x chess.Explanation) ([]picture, error) {
	d, err := x.Diagram()
	if err != nil {
		return nil, err
	}
	pictures := []picture{{name: "evaluation", diagram: d}}
	for i := range x.Features {
		f := &x.Features[i]
		d, err := x.Diagram(f.Name)
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, picture{fileName(f.Name), d, f})
	}
	return pictures, nil
}

// tables draws the piece-square tables from White's side.
func tables(f *chess.PieceSquare) []picture {
	var pictures []picture
	for pieceType := chess.Pawn; pieceType <= chess.King; pieceType++ {
		for _, phase := range []struct {
			name, title string
			table       *chess.SquareTable
		}{
			{"mg", "middlegame", &f.MG[pieceType]},
			{"eg", "endgame", &f.EG[pieceType]},
		} {
			d := phase.table.Diagram(pieceType.Of(chess.White))
			d.Caption += ", " + phase.title
			pictures = append(pictures, picture{name: pieceType.String() + "-" + phase.name, diagram: d})
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

// choose returns the pictures with these names, or all pictures if names is empty.
func choose(pictures []picture, names []string) ([]picture, error) {
	if len(names) == 0 {
		return pictures, nil
	}
	var chosen []picture
	for _, name := range names {
		i := slices.IndexFunc(pictures, func(p picture) bool { return p.name == name })
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

// pageBegin is the beginning of the page, by which the program knows its own.
const pageBegin = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="heatmap of github.com/seed-0971039b/chess">
`

var page = template.Must(template.New("page").Parse(pageBegin + `<title>{{.FEN}}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 sans-serif }
body { margin: 1em }
code { overflow-wrap: anywhere }
section { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20em, 100%), 1fr)); gap: 1em }
img { display: block; width: 100%; height: auto }
</style>
<h1>What each piece contributes</h1>
<p><code>{{.FEN}}</code></p>
<p>{{.Evaluation}}: {{.Description}}. Numbers are in centipawns from White’s point of view: blue is good for White, orange for Black.</p>
{{define "pictures"}}<section>
{{range .}}<a href="{{.File}}"><img src="{{.File}}" alt="{{.Caption}}"></a>
{{end}}</section>
{{end}}{{template "pictures" .Features}}
{{- with .Elsewhere}}<p>On no square: {{range $i, $f := .}}{{if $i}}, {{end}}{{$f}}{{end}}.</p>
{{end}}
{{- with .Nothing}}<p>Nothing in this position: {{range $i, $f := .}}{{if $i}}, {{end}}{{$f}}{{end}}.</p>
{{end}}
{{- with .Tables}}<h2>Piece-square tables</h2>
{{template "pictures" .}}{{end}}</html>
`))
