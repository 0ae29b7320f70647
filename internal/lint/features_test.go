package lint_test

import (
	"encoding"
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-0971039b/chess"
)

// featureDoc returns docs/features.md: what the comments of the source say about each
// feature and each number.
func featureDoc(t *testing.T) string {
	t.Helper()
	types, funcs := map[string]*ast.GenDecl{}, map[string]*ast.FuncDecl{}
	for _, f := range parseLibrary(t).files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				if d.Tok == token.TYPE && len(d.Specs) == 1 {
					types[d.Specs[0].(*ast.TypeSpec).Name.Name] = d
				}
			case *ast.FuncDecl:
				funcs[d.Name.Name] = d
			}
		}
	}
	var b strings.Builder
	b.WriteString(`# The features

For a programmer who reads an explanation or changes a number: what each feature of the package means, by the comments in the source.
` + "`Features`" + ` lists the features with their usual numbers, which are those of the default evaluator
([testdata/default.json](../testdata/default.json)) unless something else is said. ` + "`WriteWeights` and `ReadWeights`" + ` write and
read the numbers under the names that are given here, and a ` + "`Tuner`" + ` fits them.

Numbers are in centipawns unless something else is said. A pair has a number for the middlegame and one for the endgame. What is
by type of piece has an index from 1 for a pawn to 6 for a king.
`)
	names := map[string]string{} // of features, by type and by constructor
	described := map[string]bool{}
	for _, named := range chess.Features() {
		name := reflect.Indirect(reflect.ValueOf(named.New())).Type().Name()
		names[name], names[constructor(named.Name)] = named.Name, named.Name
	}
	clean := func(text string) string {
		text = regexp.MustCompile(`\b[a-z]+[A-Z]\w*\b`).ReplaceAllStringFunc(text, func(word string) string {
			if name, ok := names[word]; ok {
				return name
			}
			return word
		})
		return strings.Join(strings.Fields(text), " ")
	}
	for _, named := range chess.Features() {
		f := named.New()
		name := reflect.Indirect(reflect.ValueOf(f)).Type().Name()
		decl := types[name]
		fmt.Fprintf(&b, "\n## %s\n", named.Name)
		doc := strings.TrimSpace(decl.Doc.Text())
		if described[name] {
			doc = "" // two features of one type
		}
		described[name] = true
		for i, paragraph := range strings.Split(doc, "\n\n") {
			switch {
			case doc == "":
				continue
			case strings.HasPrefix(paragraph, "\t"):
				fmt.Fprintf(&b, "\n```\n%s\n```\n", strings.ReplaceAll(strings.TrimPrefix(paragraph, "\t"), "\n\t", "\n"))
				continue
			case i == 0:
				rest, ok := strings.CutPrefix(paragraph, name+" is the ")
				if !ok {
					t.Errorf("the comment of %s does not say what it is", name)
				}
				paragraph = "The " + rest
			}
			b.WriteString(wrapped(clean(paragraph)))
		}
		usual, ok := strings.CutPrefix(funcs[constructor(named.Name)].Doc.Text(), constructor(named.Name)+" returns ")
		if !ok {
			t.Errorf("the comment of %s does not say what it returns", constructor(named.Name))
		}
		if text := clean(usual); text != "the numbers of the default evaluator." {
			b.WriteString(wrapped("By default it has " + text))
		}
		weights := numbersOf(t, f)
		if len(weights) == 0 {
			continue // they are text
		}
		b.WriteString("\n| number | meaning |\n|---|---|\n")
		s, ok := decl.Specs[0].(*ast.TypeSpec).Type.(*ast.StructType)
		if !ok || weights[0].path[0] == '[' {
			fmt.Fprintf(&b, "| %s | as above |\n", numbers(weights, ""))
			continue
		}
		for _, field := range s.Fields.List {
			for _, id := range field.Names {
				text := strings.TrimSpace(field.Doc.Text() + field.Comment.Text())
				if text == "" {
					t.Errorf("%s.%s has no comment", name, id.Name)
				}
				text = strings.TrimPrefix(strings.TrimPrefix(text, id.Name+" is, "), id.Name+" is ")
				if list := numbers(weights, id.Name); list != "" {
					fmt.Fprintf(&b, "| %s | %s |\n", list, strings.TrimSuffix(clean(text), "."))
				}
			}
		}
	}
	return b.String()
}

// constructor returns the name of the function that returns a feature with its usual
// numbers, by the name of the feature.
func constructor(name string) string {
	constructor := "default"
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == ' ' || r == '-' }) {
		constructor += strings.ToUpper(word[:1]) + word[1:]
	}
	return constructor
}

// wrapped returns a paragraph in lines of at most 120 characters.
func wrapped(text string) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0 || column+1+n > 120:
			b.WriteByte('\n')
			column = n
		default:
			b.WriteByte(' ')
			column += 1 + n
		}
		b.WriteString(word)
	}
	return "\n" + strings.TrimPrefix(b.String(), "\n") + "\n"
}

// A number is a line of a file of weights.
type number struct {
	path string // such as "Seventh" or "Shelter[2]"
	pair bool   // whether it has a number for the middlegame and one for the endgame
}

// numbersOf returns the numbers of a feature, none if they are written as text.
func numbersOf(t *testing.T, f chess.Feature) (all []number) {
	t.Helper()
	var b strings.Builder
	if err := chess.WriteWeights(&b, chess.Term{Feature: f, MG: 100, EG: 100}); err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^  "(.+)": (\[?)`).FindAllStringSubmatch(b.String(), -1) {
		all = append(all, number{m[1], m[2] != ""})
	}
	return all
}

// numbers returns the names of the numbers of a field: the first and the last.
func numbers(weights []number, field string) string {
	var of []number
	for _, w := range weights {
		if rest, ok := strings.CutPrefix(w.path, field); ok && (rest == "" || rest[0] == '[') {
			of = append(of, w)
		}
	}
	if len(of) == 0 {
		return ""
	}
	text := "`" + of[0].path + "`"
	if len(of) > 1 {
		text += " to `" + of[len(of)-1].path + "`"
	}
	if of[0].pair && len(of) > 1 {
		text += ", pairs"
	} else if of[0].pair {
		text += ", a pair"
	}
	return text
}

// TestFeatureDoc checks that docs/features.md says what the source says, and that
// every number of every feature is in it.
func TestFeatureDoc(t *testing.T) {
	text := featureDoc(t)
	checkRecord(t, "docs/features.md", text)
	for _, named := range chess.Features() {
		_, section, _ := strings.Cut(text, "\n## "+named.Name+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		weights := numbersOf(t, named.New())
		if _, text := named.New().(encoding.TextMarshaler); !text && len(weights) == 0 {
			t.Errorf("%s has no numbers", named.Name)
		}
		for _, w := range weights {
			field, _, _ := strings.Cut(w.path, "[")
			if !strings.Contains(section, "| `"+field) {
				t.Errorf("%s: %s is missing", named.Name, w.path)
			}
		}
	}
}
