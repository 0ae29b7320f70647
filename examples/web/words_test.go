package main

import (
	"html"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

// TestWords checks that each language has all words of the page, with as many places to fill in, and all
// motifs, players, evaluations and features.
func TestWords(t *testing.T) {
	// The same in all languages: names.
	same := regexp.MustCompile(`^(FEN|PGN|ECO|[Cc]hess|Chess960|Three-check|King of the Hill|Racing Kings|Antichess|Atomic|Horde|Crazyhouse|[^A-Za-z]*|\{\} \{\})$`)
	english := map[string]bool{}
	add := func(text string) {
		if text = strings.Join(strings.Fields(html.UnescapeString(text)), " "); !same.MatchString(text) {
			english[text] = true
		}
	}
	filled := regexp.MustCompile("\\$\\{(?:[^{}`]|`[^`]*`)*\\}")
	template := regexp.MustCompile("\\bt`((?:[^`$]|" + filled.String() + ")*)`")
	call := regexp.MustCompile(`\bt\(((?:[^()]|\([^()]*\))*)\)`)
	literal := regexp.MustCompile(`'([^']*)'|"([^"]*)"`)
	for _, path := range glob(t, "site/*.js") {
		source := read(t, path)
		for _, m := range template.FindAllStringSubmatch(source, -1) {
			add(filled.ReplaceAllString(m[1], "{}"))
		}
		if filepath.Base(path) == "words.js" {
			continue
		}
		for _, m := range call.FindAllStringSubmatch(source, -1) {
			for _, l := range literal.FindAllStringSubmatch(m[1], -1) {
				add(l[1] + l[2])
			}
		}
	}
	_, body, _ := strings.Cut(read(t, "site/index.html"), "<body")
	body = regexp.MustCompile(`(?s)<svg.*?</svg>|<!--.*?-->`).ReplaceAllString(body, "")
	for _, m := range regexp.MustCompile(`>([^<>]+)<|(?:aria-label|title|placeholder|data-empty)="([^"]*)"`).FindAllStringSubmatch(body, -1) {
		add(m[1] + m[2])
	}
	if len(english) < 200 {
		t.Fatalf("%d words are too few", len(english))
	}

	for _, player := range chess.Players() {
		add(player.Name)
		add(player.Description)
	}
	for _, evaluation := range chess.Evaluators() {
		add(evaluation.Name)
		for _, term := range evaluation.New().Terms() {
			add(term.Feature.Name())
		}
	}

	entry := regexp.MustCompile(`(?m)^  (?:'([^']*)'|"([^"]*)"|(\w+)):\s+'([^']*)',$`)
	capital := regexp.MustCompile(`[A-Z]\d?|\d`)
	for _, language := range []string{"de"} {
		own := map[string]string{}
		for _, m := range entry.FindAllStringSubmatch(read(t, "site/"+language+".js"), -1) {
			own[m[1]+m[2]+m[3]] = m[4]
		}
		for _, kind := range chess.MotifKinds() {
			if kind == "oneMove" { // from here on they are no hints
				break
			}
			name := strings.ToLower(capital.ReplaceAllString(string(kind), " $0"))
			if _, ok := own[regexp.MustCompile(` in \d$`).ReplaceAllString(name, "")]; !ok {
				t.Errorf("%s: the motif %q is missing", language, name)
			}
		}
		for _, text := range slices.Sorted(maps.Keys(english)) {
			if value, ok := own[text]; !ok || strings.Count(value, "{") != strings.Count(text, "{") {
				t.Errorf("%s: %q is %q", language, text, value)
			}
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
