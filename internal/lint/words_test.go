package lint_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// banned is a word or phrase that the glossary forbids, in lower case and without
// hyphens, and what to say instead.
type banned struct {
	words   []string
	instead string
}

// readGlossary returns the words and phrases that CONTRIBUTING.md bans: those in
// backquotes in the last column of its glossary. It also returns the file without
// the glossary, with the same number of lines.
func readGlossary(t *testing.T) (all []banned, text string) {
	t.Helper()
	file, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	inTable := false
	var rest strings.Builder
	for line := range strings.Lines(string(file)) {
		inTable = strings.HasPrefix(line, "| say |") || inTable && strings.HasPrefix(line, "|")
		if !inTable {
			rest.WriteString(line)
			continue
		}
		rest.WriteByte('\n')
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 3 {
			t.Fatalf("CONTRIBUTING.md: a row of %d cells: %s", len(cells), line)
		}
		for i, phrase := range strings.Split(cells[2], "`") {
			if i%2 == 1 {
				all = append(all, banned{strings.Fields(phrase), strings.TrimSpace(cells[0])})
			}
		}
	}
	return all, rest.String()
}

// located is a word and its line.
type located struct {
	word string
	line int
}

// splitWords returns the words of a text in lower case. It splits names in camel
// case.
func splitWords(text string) (all []located) {
	line := 1
	var word []rune
	end := func() {
		if len(word) > 0 {
			all = append(all, located{strings.ToLower(string(word)), line})
			word = word[:0]
		}
	}
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r):
			end()
			if r == '\n' {
				line++
			}
			continue
		case unicode.IsUpper(r) && len(word) > 0 && unicode.IsLower(word[len(word)-1]):
			end()
		case unicode.IsLower(r) && len(word) > 1 && unicode.IsUpper(word[len(word)-1]):
			last := word[len(word)-1] // the R of XMLReader
			word = word[:len(word)-1]
			end()
			word = append(word, last)
		}
		word = append(word, r)
	}
	end()
	return all
}

// indexBans returns the bans by the first word of each. The last word of each may have
// an s appended.
func indexBans(all []banned) map[string][]banned {
	bans := map[string][]banned{}
	for _, b := range all {
		first, last := b.words[0], len(b.words)-1
		plural := banned{slices.Clone(b.words), b.instead}
		plural.words[last] += "s"
		bans[first] = append(bans[first], b)
		bans[plural.words[0]] = append(bans[plural.words[0]], plural)
	}
	return bans
}

// findBanned returns the lines of a text that contain banned phrases, and which.
func findBanned(bans map[string][]banned, text string) (lines []int, which []banned) {
	all := splitWords(text)
	for i, at := range all {
		for _, b := range bans[at.word] {
			n := 1
			for n < len(b.words) && i+n < len(all) && all[i+n].word == b.words[n] {
				n++
			}
			if n == len(b.words) {
				lines, which = append(lines, at.line), append(which, b)
			}
		}
	}
	return lines, which
}

// warnOfWords warns of words banned by the glossary in CONTRIBUTING.md in comments, names
// and strings of the package, its examples and benchmarks, and in the documentation.
func warnOfWords(t *testing.T) {
	all, contributing := readGlossary(t)
	if len(all) < 20 {
		t.Fatalf("only %d banned words found in CONTRIBUTING.md", len(all))
	}
	bans := indexBans(all)
	escapes := strings.NewReplacer(`\n`, "  ", `\t`, "  ", `\r`, "  ")
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		hidden := len(name) > 1 && name[0] == '.' && name != ".ci" && name != ".github"
		switch {
		case err != nil:
			return err
		case d.IsDir() && (hidden || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || !checksWords(name):
			return nil
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text := escapes.Replace(string(content))
		if name == "CONTRIBUTING.md" {
			text = contributing
		}
		lines, which := findBanned(bans, text)
		for i, b := range which {
			warn("%s:%d: %q: say %s", name, lines[i], strings.Join(b.words, " "), b.instead)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checksWords reports whether warnOfWords reads the file of that name.
func checksWords(name string) bool {
	ext := filepath.Ext(name)
	return name != "internal/lint/words_test.go" && (strings.HasPrefix(name, ".ci/") || strings.HasSuffix(name, ".go.txt") ||
		slices.Contains([]string{".go", ".md", ".yml", ".html", ".js"}, ext))
}

func TestFindBanned(t *testing.T) {
	bans := indexBans([]banned{{words: []string{"man"}}, {words: []string{"gives", "way"}}, {words: []string{"his"}}, {words: []string{"follow", "up"}}})
	tests := []struct {
		text string
		want []int
	}{
		{"many manners, a human, Manhattan", nil},
		{"a man\nand a Man", []int{1, 2}},
		{"var whiteMan, MAN, man2, isMAN, MANCount int", []int{1, 1, 1, 1, 1}},
		{"two mans", []int{1}},
		{"history of this", nil},
		{"its; his", []int{1}},
		{"it gives // way", []int{1}},
		{"it gives\n\t// way to", []int{1}},
		{"gives a way, giveWay", nil},
		{"FollowUps, followUp, a follow-up", []int{1, 1, 1}},
		{"follows up", nil},
	}
	for _, tt := range tests {
		if got, _ := findBanned(bans, tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("findBanned(%q) = lines %v, want %v", tt.text, got, tt.want)
		}
	}
}
