package endings

import (
	"cmp"
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
	caption  string
	diagrams []chess.Diagram
}

// The pictures that are not of a piece.
const (
	longestName  = "longest"
	zugzwangName = "zugzwang"
)

// pictureNames returns the names of the pictures that an ending may have.
func pictureNames(e chess.Ending) (names []string) {
	for _, piece := range pieces(e) {
		names = append(names, fileName(piece))
	}
	return append(names, longestName, zugzwangName)
}

// fileName returns a piece as the part of the name of a file.
func fileName(piece chess.Piece) string { return strings.ReplaceAll(pieceName(piece), " ", "-") }

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
	for _, piece := range pieces(s.ending) {
		all = append(all, picture{fileName(piece), "Best squares of the " + pieceName(piece), s.heatDiagrams(m, piece)})
	}
	longest := picture{name: longestName, caption: "The longest wins"}
	for c := range chess.Color(2) {
		if l := &s.Wins[c].Longest; l.Count > 0 {
			longest.diagrams = append(longest.diagrams, chess.Diagram{
				Position: l.First, Check: true,
				Caption: fmt.Sprintf("%v: %v mates in %d", s.ending, c, l.Moves()),
			})
		}
	}
	zugzwang := picture{name: zugzwangName, caption: "Mutual zugzwangs"}
	for i := range s.Passes {
		if k := &s.Passes[i]; k.Count > 0 {
			zugzwang.diagrams = append(zugzwang.diagrams, chess.Diagram{Position: k.Examples[0], Caption: prose.Capital(passWords[i])})
		}
	}
	for _, p := range []picture{longest, zugzwang} {
		if len(p.diagrams) > 0 {
			all = append(all, p)
		}
	}
	return all
}

// pictureBegin is how each picture begins.
const pictureBegin = `<svg class="endings" xmlns="http://www.w3.org/2000/svg"`

// svg draws the diagrams side by side.
func (p *picture) svg() ([]byte, error) {
	const board, gap = 480, 16 // pixels
	var boards []byte
	height := 0
	for i, d := range p.diagrams {
		text := []byte(d.String())
		var w, h int // what is below a board makes a diagram higher
		if _, err := fmt.Sscanf(string(text), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"`, &w, &h); err != nil {
			return nil, err
		}
		h = (board*h + w - 1) / w
		height = max(height, h)
		boards = fmt.Appendf(boards, "<svg x=\"%d\" width=\"%d\" height=\"%d\">\n%s</svg>\n", i*(board+gap), board, h, text)
	}
	width := len(p.diagrams)*(board+gap) - gap
	return fmt.Appendf(nil, pictureBegin+" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n%s</svg>\n", width, height, width, height, boards), nil
}

// A folder is where the pictures and the page of an ending are written.
type folder struct {
	path   string
	ending chess.Ending
	only   []string // the pictures to write, and no page; all if empty
	lock   *outfile.Lock
}

// openFolder makes the folder, and checks that the files can be written there.
func openFolder(path string, e chess.Ending, only []string) (*folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	f := &folder{path: path, ending: e, only: only}
	held, err := outfile.Hold(f.page())
	if err != nil {
		return nil, err
	}
	f.lock = held
	names := only
	if len(only) == 0 {
		names = pictureNames(e)
		err = cmp.Or(outfile.Foreign(f.page(), "page of endings", outfile.Begins(pageBegin)), outfile.Clean(f.page()))
	}
	for _, name := range names {
		err = cmp.Or(err, outfile.Foreign(f.picture(name), "picture of endings", outfile.Begins(pictureBegin)), outfile.Clean(f.picture(name)))
	}
	if err != nil {
		held.Release()
		return nil, err
	}
	return f, nil
}

// page returns the name of the page.
func (f *folder) page() string { return filepath.Join(f.path, "endings-"+f.ending.String()+".html") }

// picture returns the name of the file of a picture.
func (f *folder) picture(name string) string {
	return filepath.Join(f.path, pictureFile(f.ending, name))
}

// pictureFile returns the name of the file of a picture.
func pictureFile(e chess.Ending, name string) string {
	return "endings-" + e.String() + "-" + name + ".svg"
}

// write writes the pictures, and the page if all are wanted, and says so.
func (f *folder) write(stdout io.Writer, s *survey, m measure) error {
	all := s.pictures(m)
	chosen := all
	if len(f.only) > 0 {
		chosen = nil
		for _, name := range f.only {
			i := slices.IndexFunc(all, func(p picture) bool { return p.name == name })
			if i < 0 {
				return fmt.Errorf("%v has nothing for the picture %q", f.ending, name)
			}
			chosen = append(chosen, all[i])
		}
	}
	fmt.Fprintln(stdout)
	for _, p := range chosen {
		svg, err := p.svg()
		if err == nil {
			err = outfile.Replace(f.picture(p.name), func(w io.Writer) error { _, err := w.Write(svg); return err })
		}
		if err == nil {
			_, err = fmt.Fprintf(stdout, "%s: %s\n", f.picture(p.name), p.caption)
		}
		if err != nil {
			return err
		}
	}
	if len(f.only) > 0 {
		return nil
	}
	err := outfile.Replace(f.page(), func(w io.Writer) error { return page.Execute(w, newPage(s, m, all)) })
	if err == nil {
		_, err = fmt.Fprintf(stdout, "%s: all of it\n", f.page())
	}
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
	Ending            chess.Ending
	Legend            string // of the heat maps
	Heats             []pagePicture
	Longest, Zugzwang *pagePicture
}

// pagePicture is a picture that the page shows.
type pagePicture struct{ File, Caption string }

// newPage returns what the page shows.
func newPage(s *survey, m measure, all []picture) *pageData {
	d := &pageData{survey: s, Begin: pageBegin, Ending: s.ending, Legend: prose.Capital(m.legend())}
	for _, p := range all {
		shown := pagePicture{pictureFile(s.ending, p.name), p.caption}
		switch p.name {
		case longestName:
			d.Longest = &shown
		case zugzwangName:
			d.Zugzwang = &shown
		default:
			d.Heats = append(d.Heats, shown)
		}
	}
	return d
}
