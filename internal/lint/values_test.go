package lint_test

import (
	"fmt"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"
)

// A verb is a method, or the function Parse followed by the name of the type.
type verb string

// The verbs of net/netip.
const parse verb = "Parse"

var (
	textVerbs   = []verb{"MarshalText", "UnmarshalText"}
	binaryVerbs = []verb{"AppendBinary", "MarshalBinary", "UnmarshalBinary"}
)

// A storedType is an exported type with the verbs that it has.
type storedType struct {
	name   string
	number bool // its values are numbers
	word   bool // its values are words: each is its own text
	tagged bool // a struct whose fields have names for JSON
	verbs  map[verb]bool
}

// has reports whether the type has all of the verbs, and hasAny any of them.
func (s *storedType) has(verbs ...verb) bool {
	return !slices.ContainsFunc(verbs, func(v verb) bool { return !s.verbs[v] })
}

func (s *storedType) hasAny(verbs ...verb) bool {
	return slices.ContainsFunc(verbs, func(v verb) bool { return s.verbs[v] })
}

// storedTypes returns all exported types but interfaces, by name.
func storedTypes(t *testing.T) (all []storedType) {
	t.Helper()
	lib := parseLibrary(t)
	pkg, _ := lib.check(t)
	for _, name := range pkg.Scope().Names() {
		typ, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !typ.Exported() || types.IsInterface(typ.Type()) {
			continue
		}
		s := storedType{name: name, verbs: map[verb]bool{parse: pkg.Scope().Lookup("Parse"+name) != nil}}
		switch name {
		case "Move":
			s.verbs[parse] = pkg.Scope().Lookup("ParseUCI") != nil
		case "UCI":
			s.verbs[parse] = false // ParseUCI reads a Move
		}
		methods := types.NewMethodSet(types.NewPointer(typ.Type()))
		for m := range methods.Methods() {
			s.verbs[verb(m.Obj().Name())] = true
		}
		switch u := typ.Type().Underlying().(type) {
		case *types.Basic:
			s.number, s.word = u.Info()&types.IsNumeric != 0, u.Info()&types.IsString != 0
		case *types.Struct:
			for i := range u.NumFields() {
				s.tagged = s.tagged || strings.Contains(u.Tag(i), "json:")
			}
		}
		all = append(all, s)
	}
	return all
}

// json says how encoding/json writes the type.
func (s *storedType) json() string {
	switch {
	case s.hasAny("MarshalJSON", "UnmarshalJSON"):
		return "own"
	case s.hasAny(textVerbs...):
		return "text"
	case s.tagged:
		return "fields"
	}
	return ""
}

// incomplete are the types that lack verbs, with the reason.
var incomplete = map[string]string{
	"PGNDetail": "is a setting of a PGNReader, and not stored",
	"Problem":   "is an error; a Setup that has problems is what to store",
	"Game":      "has JSON, and its tree has a text: no verbs of text",
	"Setup":     "is read from a FEN and has JSON: no verbs of text, since what is wrong has no FEN",
	"SquareSet": "is for evaluations, and not stored",
}

// TestValues checks the rules of verbs, and compares docs/values.md with what there
// is.
func TestValues(t *testing.T) {
	var table strings.Builder
	table.WriteString(valuesHeader)
	mark := func(has bool) string {
		if has {
			return "yes"
		}
		return ""
	}
	var reasons, others, spoken, fields []string
	all := storedTypes(t)
	for _, s := range all {
		complete := true
		for _, verbs := range [][]verb{textVerbs, binaryVerbs} {
			if s.hasAny(verbs...) && !s.has(verbs...) && !s.word {
				t.Errorf("%s has some of the verbs %v, and lacks others", s.name, verbs)
			}
		}
		if s.hasAny(textVerbs...) || s.verbs[parse] || s.number {
			complete = s.has(textVerbs...) && s.has("String")
		}
		if s.word {
			complete = s.has("UnmarshalText") // which refuses other words
		}
		if s.verbs["MarshalJSON"] && !s.verbs["UnmarshalJSON"] {
			t.Errorf("%s is written as JSON of its own, and not read", s.name)
		}
		if reason, ok := incomplete[s.name]; ok {
			reasons = append(reasons, fmt.Sprintf("- `%s` %s.\n", s.name, reason))
		} else if !complete {
			t.Errorf("%s lacks some of String, %v", s.name, textVerbs)
		}
		json := s.json()
		switch rest := s.verbs[parse] || s.word || s.has(textVerbs...) || s.hasAny(binaryVerbs...); {
		case json == "" && !s.has("String") && !rest:
			others = append(others, "`"+s.name+"`")
		case json == "" && !rest:
			spoken = append(spoken, "`"+s.name+"`")
		case json == "fields" && !rest:
			fields = append(fields, "`"+s.name+"`")
		default:
			fmt.Fprintf(&table, "| `%s` | %s | %s | %s | %s | %s |\n", s.name, mark(s.has("String")), mark(s.verbs[parse]),
				mark(s.word || s.has(textVerbs...)), json, mark(s.has(binaryVerbs...)))
		}
	}
	for name := range incomplete {
		if !slices.ContainsFunc(all, func(s storedType) bool { return s.name == name }) {
			t.Errorf("there is no type %s", name)
		}
	}
	fmt.Fprintf(&table, "\nWhy some lack verbs:\n\n%s", strings.Join(reasons, ""))
	fmt.Fprintf(&table, "\nTypes with JSON by their fields, perhaps with String: %s.\n", strings.Join(fields, ", "))
	fmt.Fprintf(&table, "\nTypes with String alone: %s.\n", strings.Join(spoken, ", "))
	fmt.Fprintf(&table, "\nTypes without any of them: %s.\n", strings.Join(others, ", "))
	// What follows the tables is written by hand.
	page, err := os.ReadFile("docs/values.md")
	if err != nil {
		t.Fatal(err)
	}
	_, bytes, ok := strings.Cut(string(page), byteForms)
	if !ok {
		t.Fatalf("docs/values.md has no %q", byteForms)
	}
	checkRecord(t, "docs/values.md", table.String()+byteForms+bytes)
}

const byteForms = "\n## Byte forms\n"

const valuesHeader = `# How values are written and read

For a Go programmer who stores values. TestValues writes and checks what is above the byte forms.

- String: for people.
- Parse: a function such as ParseSquare.
- text: MarshalText and UnmarshalText, which JSON, XML and other encoders use, for keys of maps too.
- JSON: by the text; by methods of its own; or by its fields, which have names in lower camel case.
- binary: AppendBinary, MarshalBinary and UnmarshalBinary, which encoding/gob uses.

A type whose values are numbers has String and text. One whose values are words, such as MotifKind, needs only UnmarshalText, which
refuses other words. A type that has some of the verbs of one kind has all of them.

| type | String | Parse | text | JSON | binary |
|---|---|---|---|---|---|
`
