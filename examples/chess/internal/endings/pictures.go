package endings

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A picture is one or more diagrams side by side.
type picture struct {
	name     string // of the file, after the ending
	Caption  string
	diagrams []chess.Diagram
	File     string
}

// The pictures that are not of a piece.
const (
	longestName  = "longest"
	zugzwangName = "zugzwang"
)

// pictureNames returns the names of the pictures that an ending may have.
func pictureNames(e chess.Ending) (names []string) {
	for _, piece := range pieces(e) {
		names = append(names, strings.ReplaceAll(pieceName(piece), " ", "-"))
	}
	return append(names, longestName, zugzwangName)
}

// checkNames checks that there may be pictures with these names.
func checkNames(e chess.Ending, names []string) error {
	all := pictureNames(e)
	for _, name := range names {
		if !slices.Contains(all, name) {
			return fmt.Errorf("unknown picture %q: want one of %s", name, strings.Join(all, ", "))
		}
	}
	return nil
}

// pictures draws the ending.
func (s *survey) pictures(m measure) (all []picture) {
	add := func(name, caption string, diagrams []chess.Diagram) {
		if len(diagrams) > 0 {
			all = append(all, picture{name, caption, diagrams, pictureFile(s.Ending, name)})
		}
	}
	for _, piece := range pieces(s.Ending) {
		name := pieceName(piece)
		add(strings.ReplaceAll(name, " ", "-"), "Best squares of the "+name, s.heatDiagrams(m, piece))
	}
	var longest, zugzwang []chess.Diagram
	for c := range chess.Color(2) {
		if l := &s.Wins[c].Longest; l.Count > 0 {
			longest = append(longest, chess.Diagram{Position: l.First, Check: true, Caption: fmt.Sprintf("%v: %v mates in %d", s.Ending, c, l.Moves())})
		}
	}
	for i := range s.Passes {
		if k := &s.Passes[i]; k.Count > 0 {
			zugzwang = append(zugzwang, chess.Diagram{Position: k.Examples[0], Caption: prose.Capital(passWords[i])})
		}
	}
	add(longestName, "The longest wins", longest)
	add(zugzwangName, "Mutual zugzwangs", zugzwang)
	return all
}

// pictureBegin is how each picture begins.
const pictureBegin = `<svg class="endings" xmlns="http://www.w3.org/2000/svg"`

// write writes the diagrams side by side, as SVG.
func (p *picture) write(to io.Writer) error {
	const board, gap = 480, 16 // pixels
	var boards []byte
	height := 0
	for i, d := range p.diagrams {
		text := []byte(d.String())
		var w, h int // what is below a board makes a diagram higher
		if _, err := fmt.Sscanf(string(text), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"`, &w, &h); err != nil {
			return err
		}
		h = (board*h + w - 1) / w
		height = max(height, h)
		boards = fmt.Appendf(boards, "<svg x=\"%d\" width=\"%d\" height=\"%d\">\n%s</svg>\n", i*(board+gap), board, h, text)
	}
	width := len(p.diagrams)*(board+gap) - gap
	_, err := fmt.Fprintf(to, pictureBegin+" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n%s</svg>\n", width, height, width, height, boards)
	return err
}

// pictureFile returns the name of the file of a picture.
func pictureFile(e chess.Ending, name string) string {
	return "endings-" + e.String() + "-" + name + ".svg"
}

// file returns the file of a picture, or of the page if the name is empty, without what to write.
func (s *showing) file(e chess.Ending, name string) outfile.File {
	if name == "" {
		return outfile.File{Name: filepath.Join(s.output, "endings-"+e.String()+".html"), Kind: "page of endings", Own: outfile.Begins(pageBegin)}
	}
	return outfile.File{Name: filepath.Join(s.output, pictureFile(e, name)), Kind: "picture of endings", Own: outfile.Begins(pictureBegin)}
}

// makeFolder makes the folder of the pictures, and checks that they can be written there.
func (s *showing) makeFolder(e chess.Ending) error {
	if err := os.MkdirAll(s.output, 0o755); err != nil {
		return err
	}
	names := s.only
	if len(names) == 0 {
		names = append(pictureNames(e), "")
	}
	var files []outfile.File
	for _, name := range names {
		files = append(files, s.file(e, name))
	}
	return outfile.Check(files...)
}

// write writes the pictures, and the page if all are wanted, and says so.
func (s *showing) write(stdout io.Writer, x *survey, m measure) error {
	all := x.pictures(m)
	chosen := all
	if len(s.only) > 0 {
		chosen = nil
		for _, name := range s.only {
			i := slices.IndexFunc(all, func(p picture) bool { return p.name == name })
			if i < 0 {
				return fmt.Errorf("%v has nothing for the picture %q", x.Ending, name)
			}
			chosen = append(chosen, all[i])
		}
	}
	var files []outfile.File
	var text strings.Builder
	for _, p := range chosen {
		f := s.file(x.Ending, p.name)
		f.Write = p.write
		files = append(files, f)
		fmt.Fprintf(&text, "\n%s: %s", f.Name, p.Caption)
	}
	if len(s.only) == 0 {
		f := s.file(x.Ending, "")
		f.Write = func(w io.Writer) error { return page.Execute(w, newPage(x, m, all)) }
		files = append(files, f)
		fmt.Fprintf(&text, "\n%s: all of it", f.Name)
	}
	if err := outfile.Write(files...); err != nil {
		return err
	}
	_, err := fmt.Fprintln(stdout, text.String())
	return err
}

// pageBegin is how each page begins.
const pageBegin = "<!DOCTYPE html>\n<html lang=\"en\" class=\"endings-page\">"

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"count": prose.Count, "thousands": prose.Thousands[int], "share": share,
	"percent": func(part, whole int) string { return fmt.Sprintf("%.2f", 100*float64(part)/float64(max(whole, 1))) },
	"class":   func(w chess.WDL) string { return strings.ReplaceAll(w.String(), " ", "-") },
	"side":    func(i int) string { return chess.Color(i).String() },
	"words":   func(i int) string { return passWords[i] },
	"line":    func(p chess.Position, line []chess.Move) string { return p.SANLine(line...) },
}).Parse(pageText))

// pageData is what the page shows.
type pageData struct {
	*survey
	Begin             template.HTML
	Legend            string // of the heat maps
	Heats             []picture
	Longest, Zugzwang *picture
}

// newPage returns what the page shows.
func newPage(s *survey, m measure, all []picture) *pageData {
	d := &pageData{survey: s, Begin: pageBegin, Legend: prose.Capital(m.legend())}
	for _, p := range all {
		switch p.name {
		case longestName:
			d.Longest = &p
		case zugzwangName:
			d.Zugzwang = &p
		default:
			d.Heats = append(d.Heats, p)
		}
	}
	return d
}
