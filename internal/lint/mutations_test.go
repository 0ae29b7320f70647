package lint_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A mutation breaks the library in one place.
type mutation struct {
	file, breaks string
	old, new     string
}

// readMutations reads testdata/mutations.txt and applies each mutation, to see
// that it can be.
func readMutations(t *testing.T) (all []mutation, sources []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/mutations.txt")
	if err != nil {
		t.Fatal(err)
	}
	for paragraph := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		if strings.HasPrefix(paragraph, "#") {
			continue
		}
		var m mutation
		head, change, _ := strings.Cut(paragraph, "\n")
		m.file, m.breaks, _ = strings.Cut(head, ": ")
		for line := range strings.Lines(change + "\n") {
			switch line[0] {
			case '-':
				m.old += line[1:]
			case '+':
				m.new += line[1:]
			default:
				t.Fatalf("%s: a line %q", head, line)
			}
		}
		m.old, m.new = strings.TrimSuffix(m.old, "\n"), strings.TrimSuffix(m.new, "\n")
		source, err := os.ReadFile(m.file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(source), m.old); n != 1 || m.old == m.new || m.old == "" {
			t.Errorf("%s: the file has the text %d times, want once, and another text instead", head, n)
		}
		all = append(all, m)
		sources = append(sources, strings.Replace(string(source), m.old, m.new, 1))
	}
	if len(all) < 30 {
		t.Errorf("only %d mutations", len(all))
	}
	return all, sources
}

// rulesTests are the tests that know the rules, and nothing above floor 3,
// games. They take a second or two.
const rulesTests = "^(FuzzPlay|FuzzParse.*|FuzzSetup|FuzzTidy|" +
	"Test(Slow|Perft|Chess960|Square|Move|" +
	"ParseFEN|ParseSetup|Repair|StartOf|ParseEPD|EPD|SAN|ParseSAN|ParseLAN|ParseUCI|WriteIllegal|Spellings|" +
	"Setup|Reachable|Game|PlayAfter|CanWin|Repetitions|CanClaim|NoClaim|" +
	"Attackers|Pins|Legal|Pseudo|Key|Position|Identify|Variant(Identity|Positions|Setups|Material)|Crazyhouse|RuleIs(Variant|Kept)).*)$"

// winnableTests are the tests of what can still be won, which knows more than the rules.
const winnableTests = "^Test(Winnable|Blockade|Laws)"

// TestMutations runs the tests of the broken file on the library broken in one place,
// place after place, if it is asked to; a mutation that they do not notice is an
// error. It takes about ten seconds of a processor for each:
//
//	CHESS_MUTATIONS=1 go test -run Mutations -v -timeout 0 ./internal/lint
//
// Without that it only looks whether the mutations still fit the files.
func TestMutations(t *testing.T) {
	all, sources := readMutations(t)
	if os.Getenv("CHESS_MUTATIONS") == "" {
		return
	}
	run := func(tests, overlay string) ([]byte, error) {
		// A test that never ends has noticed as well.
		return exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay, "-failfast", "-vet=off", "-timeout", "2m", "-run", tests, ".").CombinedOutput()
	}
	for _, tests := range []string{rulesTests, winnableTests} {
		if out, err := run(tests, ""); err != nil {
			t.Fatalf("without a mutation: %v\n%s", err, out)
		}
	}
	for i, m := range all {
		t.Run(m.breaks, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			broken, overlay := filepath.Join(dir, m.file), filepath.Join(dir, "overlay.json")
			original, err := filepath.Abs(m.file)
			if err != nil {
				t.Fatal(err)
			}
			replace, err := json.Marshal(map[string]map[string]string{"Replace": {original: broken}})
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{broken: sources[i], overlay: string(replace)} {
				if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			tests := rulesTests
			if strings.HasPrefix(m.file, "winnable") {
				tests = winnableTests
			}
			out, err := run(tests, overlay)
			switch {
			case err == nil:
				t.Errorf("%s: %s: no test has noticed:\n-%s\n+%s", m.file, m.breaks, m.old, m.new)
			case strings.Contains(string(out), "[build failed]"):
				t.Fatalf("%s", out)
			}
		})
	}
}
