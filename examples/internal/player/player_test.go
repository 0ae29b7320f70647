package player

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// weightsFile returns the path of a file with the numbers of an evaluation, of which
// material is doubled.
func weightsFile(t *testing.T, evaluation string) string {
	t.Helper()
	named, err := Evaluation(evaluation)
	if err != nil {
		t.Fatal(err)
	}
	terms, err := chess.SetWeight(named.New().Terms(), "material[pawn]", "200")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), evaluation+".json")
	var b bytes.Buffer
	if err := chess.WriteWeights(&b, terms...); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestMaker makes every player of the package with every evaluation.
func TestMaker(t *testing.T) {
	names := func(terms []chess.Term) (all []string) {
		for _, term := range terms {
			all = append(all, term.Feature.Name())
		}
		return all
	}
	for _, p := range chess.Players() {
		for _, e := range chess.Evaluators() {
			spec := p.Name + ",eval=" + e.Name
			if p.Name == "random" || p.Name == "pawnpusher" {
				if d, err := Describe(spec); err != nil {
					t.Fatal(err)
				} else if _, err := d.Maker(); err == nil || err.Error() != p.Name+" does not evaluate" {
					t.Errorf("%s: %v", spec, err)
				}
			} else if diff := cmp.Diff(names(e.New().Terms()), names(EvaluatorOf(made(t, spec)).Terms())); diff != "" {
				t.Errorf("%s (-want +got):\n%s", spec, diff)
			}
		}
	}
}

// TestNamesOfTwoThings checks that Usage tells apart all names that are those of a player
// and of an evaluation.
func TestNamesOfTwoThings(t *testing.T) {
	for _, e := range chess.Evaluators() {
		_, err := chess.ByName(chess.Players(), e.Name)
		if told := strings.Contains(Usage, "alphabeta,eval="+e.Name+" the evaluation"); told != (err == nil) {
			t.Errorf("%s is a player too: %v, and Usage says so: %v", e.Name, err == nil, told)
		}
	}
}

func TestSettings(t *testing.T) {
	weights := weightsFile(t, "boardvalue")
	for spec, want := range map[string]string{
		"capturesfirst,CapturesBeyond=0": "", "capturesfirst,capturesfirst=false,Depth=5": "", "checkbonus,CheckBonus=10,ResignAt=-500": "",
		"minimax,Depth=2": "", "boardvalue,material[knight]=320,material.[bishop]=330": "", "boardvalue,castle score=30": "", "boardvalue,coverage.Values[2]=320": "", "boardvalue,eval=pesto": "",
		"capturesfirst,mobility.Factor=200,eval=materialmobility": "", "random,Seed=7": "", "threecheck": "",
		"alphabeta,eval=boardvalue,Hash=1,weights=" + weights: "", "boardvalue,Hash=1,weights=" + weights: "",
		"pesto,tempo=1":            `no option or feature of alphabeta is called "tempo"; its options: `,
		"capturesfirst,castling=1": `no option or feature of capturesfirst is called "castling"; its options: Depth, CapturesFirst, CapturesBeyond, CheckBonus, ResignAt; its features: material, mobility`,
		"boardvalue,Depht=2":       `no option or feature of boardvalue is called "Depht"; its options: OwnBook, `,
		"random,Depth=2":           `no option or feature of random is called "Depth"; its options: Seed`,
		"pawnpusher,eval=x":        "pawnpusher does not evaluate",
		"minimax,eval=x":           `there is no evaluation "x"`,
		"minimax,Depth=x":          "chess: option Depth is a number from ",
		"boardvalue,eval=":         "eval= has no value",
		"boardvalue,weights=":      "weights= has no value",
		"random,book=":             "book= has no value",
		"nobody":                   `there is no player or evaluation "nobody": want alphabeta, `,
		"":                         `there is no player or evaluation "": want `,
		"uci:":                     "the engine has no name",
		"uci:no-such-engine":       `no engine "no-such-engine"`,
		"pesto,weights=none":       "open none: ",
		"minimax,book=none":        "open none: ",
		"minimax,book=main.go":     "open main.go: ",
		"pesto,weights=" + weights: weights + ": ",
		"minimax,book=" + weights:  weights + ": ",
	} {
		d, err := Describe(spec)
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.Maker()
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", spec, err, want)
		}
	}
}

// made returns the player with a description.
func made(t *testing.T, spec string) chess.Searcher {
	t.Helper()
	d, err := Describe(spec)
	if err != nil {
		t.Fatal(err)
	}
	create, err := d.Maker()
	if err != nil {
		t.Fatal(err)
	}
	s, err := create(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSettingsCount checks that the settings of a description change what a player
// evaluates.
func TestSettingsCount(t *testing.T) {
	total := func(p chess.Position, spec string) chess.Score { return EvaluatorOf(made(t, spec)).Explain(&p).Total }
	p := chess.MustParseFEN("r3k2r/8/8/8/8/8/P7/4K3 b kq - 0 1") // both castlings, a pawn
	full := total(p, "boardvalue")
	for spec, want := range map[string]chess.Score{
		"boardvalue,castle score=0":                                         full + 90,
		"boardvalue,castle score=50":                                        full + 45,
		"boardvalue,castle score.Value=30":                                  full + 60,
		"alphabeta,eval=boardvalue":                                         full,
		"boardvalue,eval=boardvalue":                                        full,
		"negaalphabeta,eval=boardvalue":                                     full,
		"boardvalue,weights=" + weightsFile(t, "boardvalue"):                full + 100,
		"boardvalue,castle score=0,weights=" + weightsFile(t, "boardvalue"): full + 190,
	} {
		if got := total(p, spec); got != want {
			t.Errorf("%s: %v, want %v", spec, got, want)
		}
		evaluation, ok := strings.CutPrefix(spec, "boardvalue")
		if !ok || strings.Contains(spec, "eval=") {
			continue
		}
		named, err := Evaluation("boardvalue" + evaluation)
		if err != nil {
			t.Fatal(err)
		}
		if got := named.New().Explain(&p).Total; got != want || named.Name != spec {
			t.Errorf("evaluation %s: %v, want %v", named.Name, got, want)
		}
	}
}

func TestEvaluationErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"x": "unknown name", "pesto,x": "is not name=value", "pesto,x=1": "no feature is called", "pesto,weights=none": "open none",
		"pesto,material=x": "not a number", "pesto,weights=": "weights= has no value",
	} {
		flags := flag.NewFlagSet("x", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		chosen := EvaluationFlag(flags, "default")
		if err := flags.Parse([]string{"-eval", spec}); err == nil || !strings.Contains(err.Error(), want) || chosen.Name != "default" {
			t.Errorf("%s: %v, %s", spec, err, chosen.Name)
		}
	}
}

// TestChoice checks which player the flags of an engine make, and its name.
func TestChoice(t *testing.T) {
	book := filepath.Join(t.TempDir(), "a,book.bin")
	var b bytes.Buffer
	chess.GrandmasterBook().WriteTo(&b)
	if err := os.WriteFile(book, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"": "chess", "-player alphabeta": "chess", "-player boardvalue": "chess boardvalue",
		"-player negaalphabeta -eval boardvalue":    "chess negaalphabeta,eval=boardvalue",
		"-player capturesfirst,CapturesBeyond=0":    "chess capturesfirst,CapturesBeyond=0",
		"-player capturesfirst,name=Captures":       "Captures",
		"-player alphabeta -eval pesto,material=90": "chess alphabeta,eval=pesto,material=90",
		"-book " + book:              "chess alphabeta,book=" + book,
		"-player uci:toga2":          "",
		"-player nobody":             "",
		"-eval x":                    "",
		"-book none":                 "",
		"-player random -eval pesto": "",
	} {
		s, name, err := choose(args)
		if (err == nil) != (want != "") || name != want || (s == nil) != (err != nil) {
			t.Errorf("%q: %q, %v", args, name, err)
		}
	}
	for spec, want := range map[string]string{"boardvalue,depth=3": "plays with; its own depth is the option Depth=3", "random,nodes=1": "plays with"} {
		if _, _, err := choose("-player " + spec); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

// choose returns the player that the arguments choose, and its name.
func choose(args string) (chess.Searcher, string, error) {
	var c Choice
	flags := flag.NewFlagSet("x", flag.ContinueOnError)
	c.AddFlags(flags)
	if err := flags.Parse(strings.Fields(args)); err != nil {
		return nil, "", err
	}
	return c.Searcher()
}

// A strength limits the player, unless the settings say that it does not.
func TestStrength(t *testing.T) {
	for spec, want := range map[string]string{
		"alphabeta": "", "alphabeta,uci_elo=1400": "1400", "alphabeta,UCI_Elo=1000,UCI_LimitStrength=false": "",
		"alphabeta,UCI_LimitStrength=true,uci_elo=1000": "1000", "uci:stockfish,UCI_Elo=1400": "",
	} {
		d, err := Describe(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Elo(); got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
		if strings.HasPrefix(spec, "uci:") {
			continue
		}
		r, err := made(t, spec).Search(t.Context(), chess.NewGame(), chess.Limits{Depth: 7})
		if limited := r.Depth < 7; err != nil || limited != (want != "") {
			t.Errorf("%s: depth %d, %v", spec, r.Depth, err)
		}
	}
}

func TestDescribe(t *testing.T) {
	for spec, want := range map[string]*Description{
		"":       {},
		"random": {Player: "random"},
		" uci:toga2 -x , name=Toga, Hash=16,Skill Level=a=b": {
			Player: "uci:toga2 -x", Name: "Toga", Settings: []Setting{{"Hash", "16"}, {"Skill Level", "a=b"}},
		},
		"minimax,depth=3,nodes=7,time=1s,tc=60+1,depth=4": {
			Player: "minimax", TimeControl: chess.TimeControl{Time: time.Minute, Increment: time.Second},
			Limits: chess.Limits{Depth: 4, Nodes: 7, Time: time.Second},
		},
	} {
		got, err := Describe(spec)
		want.Text = spec
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", spec, err, diff)
		}
	}
}

func TestDescribeErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"random,":         `"" is not name=value`,
		"random,depth=":   "depth=: invalid syntax",
		"random,depth=x":  "depth=x: invalid syntax",
		"random,nodes=-1": "nodes=-1: it is negative",
		"random,time=1":   `time=1: time: missing unit in duration "1"`,
		"random,tc=":      `tc=: time control "": malformed: not a time in seconds, or minutes and seconds`,
	} {
		if _, err := Describe(spec); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", spec, err, want)
		}
	}
}
