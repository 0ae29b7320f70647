package worth

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// newPlayer returns the Player of a description.
func newPlayer(t *testing.T, spec string) *Player {
	t.Helper()
	d, err := player.Describe(spec)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlayer(t.Context(), d)
	if err != nil {
		t.Fatalf("%s: %v", spec, err)
	}
	return p
}

func names(parts []Part) (all []string) {
	for _, part := range parts {
		all = append(all, part.Name)
	}
	return all
}

func TestParts(t *testing.T) {
	for spec, want := range map[string][]string{
		"minimax": {"feature material", "feature piece-square"},
		"minimax,eval=boardvalue,castle score=0,check score=0/1": {"feature material", "feature piece-square", "feature check score", "feature coverage"},
		"negaalphabeta": {"feature material", "feature piece-square"},
		"capturesfirst": {"feature material", "feature mobility", "technique CapturesFirst", "technique CapturesBeyond"},
		"capturesfirst,CapturesBeyond=0,mobility=0": {"feature material", "technique CapturesFirst"},
		"checkbonus": {"feature material", "feature piece-square", "feature remaining checks", "feature king exposure", "feature check score",
			"technique CheckBonus", "technique ResignAt"},
		"boardvalue": {"feature material", "feature piece-square", "feature castle score", "feature check score", "feature coverage",
			"technique OwnBook", "technique Rigorous"},
	} {
		if diff := cmp.Diff(want, names(newPlayer(t, spec).Parts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
	}
	strongest := names(newPlayer(t, "alphabeta").Parts)
	for _, name := range []string{"feature material", "feature drawn endings", "technique NullMovePruning", "technique AspirationWindow", "technique CorrectionHistory"} {
		if !slices.Contains(strongest, name) {
			t.Errorf("no %q in %q", name, strongest)
		}
	}
	for _, name := range []string{"Hash", "Threads", "Rigorous", "Clear Hash", "UCI_LimitStrength", "UCI_Elo", "SyzygyProbeLimit", "Syzygy50MoveRule", "EndingTables"} {
		if slices.Contains(strongest, "technique "+name) {
			t.Errorf("%q is a part", name)
		}
	}
	for _, spec := range []string{"random", "random,Seed=7", "pawnpusher", "nobody", "minimax,Depth=x"} {
		d, err := player.Describe(spec)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewPlayer(t.Context(), d); err == nil {
			t.Errorf("no error for %s", spec)
		}
	}
}

// state returns the options of a searcher and its features, as "name value" and as
// names.
func state(s chess.Searcher) (all []string) {
	if c, ok := s.(chess.Configurable); ok {
		for _, o := range c.Options() {
			all = append(all, "technique "+o.Name+" "+o.Value)
		}
	}
	for _, t := range player.EvaluatorOf(s).Terms() {
		all = append(all, "feature "+t.Feature.Name())
	}
	return all
}

// TestWithout checks that a player lacks what is switched off, and nothing else.
func TestWithout(t *testing.T) {
	for _, named := range chess.Players() {
		if named.Name == "random" || named.Name == "pawnpusher" {
			continue
		}
		p := newPlayer(t, named.Name)
		complete, err := p.Without(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range p.Parts {
			other := p.Parts[(i+7)%len(p.Parts)]
			s, err := p.Without(t.Context(), part, other)
			if err != nil {
				t.Errorf("%s without %s: %v", named.Name, part.Name, err)
				continue
			}
			want := slices.DeleteFunc(state(complete), func(text string) bool {
				return text == part.Name || text == other.Name
			})
			for i, text := range want {
				for _, part := range []Part{part, other} {
					if part.Feature == "" && strings.HasPrefix(text, part.Name+" ") {
						want[i] = part.Name + " " + part.off
					}
				}
			}
			if diff := cmp.Diff(want, state(s)); diff != "" {
				t.Errorf("%s without %s and %s (-want +got):\n%s", named.Name, part.Name, other.Name, diff)
			}
		}
		if _, err := p.Without(t.Context(), p.Parts...); err != nil {
			t.Errorf("%s without anything: %v", named.Name, err)
		}
	}
}

func TestSettings(t *testing.T) {
	text := newPlayer(t, "capturesfirst,eval=boardvalue,castle score=30/0,CapturesBeyond=2").Settings
	for _, want := range []string{"material 100, piece-square 100, castle score 30/0, ", "CapturesBeyond 2", "numbers of the features "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	if other := newPlayer(t, "capturesfirst,eval=boardvalue,castle score=30/0,CapturesBeyond=2,coverage.Values[knight]=320").Settings; other == text {
		t.Errorf("another number is not in %q", text)
	}
}

func TestMatching(t *testing.T) {
	p := newPlayer(t, "alphabeta")
	some, err := p.Matching(regexp.MustCompile("king"))
	if n := len(slices.DeleteFunc(some, func(s bool) bool { return !s })); err != nil || n != 3 {
		t.Errorf("%d parts about the king, %v", n, err)
	}
	if _, err := p.Matching(regexp.MustCompile("nothing")); err == nil {
		t.Error("no error if nothing matches")
	}
}
