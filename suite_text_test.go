package chess

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"
)

// A valueType is a type whose text must come back: its values, or many of them, and
// one that does not exist, or nil.
type valueType struct {
	name   string
	check  func(t *testing.T)
	refuse []string // texts that must not be read
}

// text is what the verbs of text want of a type.
type text interface {
	fmt.Stringer
	encoding.TextMarshaler
}

// valuesOf makes a valueType. differs says that the text need not be that of String.
func valuesOf[T interface {
	comparable
	text
}](values []T, unknown []T, parse func(string) (T, error), differs bool, refuse ...string) valueType {
	var zero T
	name := reflect.TypeOf(zero).Name()
	check := func(t *testing.T) {
		for _, v := range values {
			checkText(t, v, parse, differs)
		}
		for _, v := range unknown {
			if text, err := v.MarshalText(); err == nil {
				t.Errorf("%s: %#v has the text %q", name, v, text)
			}
			if s := v.String(); s == "" {
				t.Errorf("%s: %#v prints as nothing", name, v)
			}
		}
		for _, s := range refuse {
			if v, err := parse(s); err == nil {
				t.Errorf("%s: %q is read as %v", name, s, v)
			} else if f := failed(t, err); f.Kind == nil {
				t.Errorf("%s: %q: %v", name, s, err)
			}
			v := values[len(values)-1]
			if any(&v).(encoding.TextUnmarshaler).UnmarshalText([]byte(s)) == nil || v != values[len(values)-1] {
				t.Errorf("%s: UnmarshalText(%q) gives %v", name, s, v)
			}
		}
	}
	return valueType{name, check, refuse}
}

// checkText checks that the text of v comes back by all ways.
func checkText[T interface {
	comparable
	text
}](t *testing.T, v T, parse func(string) (T, error), differs bool) {
	t.Helper()
	text, err := v.MarshalText()
	if err != nil || !differs && string(text) != v.String() {
		t.Errorf("%T %v has the text %q, %v", v, v, text, err)
	}
	if back, err := parse(string(text)); back != v || err != nil {
		t.Errorf("%T %v has the text %q, which is read as %v, %v", v, v, text, back, err)
	}
	var back T
	if err := any(&back).(encoding.TextUnmarshaler).UnmarshalText(text); back != v || err != nil {
		t.Errorf("%T %v has the text %q, which is unmarshalled as %v, %v", v, v, text, back, err)
	}
}

// upTo returns the values from 0 to last.
func upTo[T ~uint8 | ~int8](last T) (all []T) {
	for v := T(0); ; v++ {
		if all = append(all, v); v == last {
			return all
		}
	}
}

// allOutcomes returns all outcomes that a game can have.
func allOutcomes() []Outcome {
	all := []Outcome{{}}
	for _, reason := range upTo(Unspecified) {
		for _, o := range []Outcome{WinBy(White, reason), WinBy(Black, reason), DrawBy(reason)} {
			if o.contradiction() == "" {
				all = append(all, o)
			}
		}
	}
	return all
}

// bareMoves returns all moves that a text alone can describe.
func bareMoves() []Move {
	all := []Move{0}
	for from := range NoSquare {
		for to := range NoSquare {
			all = append(all, newMove(mailbox[from], mailbox[to]))
		}
		for k := range Move(4) {
			all = append(all, promotion+k<<16|newMove(mailbox[from], mailbox[H8]))
		}
	}
	return all
}

// manyScores returns all scores near a limit, and some others.
func manyScores() []Score {
	all := []Score{math.MinInt32, math.MaxInt32, math.MinInt32 + 1, 1 << 20, -1 << 20}
	for s := -Mate - 1200; s <= Mate+1200; s++ {
		all = append(all, s)
	}
	return all
}

func valueTypes() []valueType {
	pieces := slices.DeleteFunc(upTo(BlackKing), func(p Piece) bool { return p == 7 || p == 8 })
	timeControls := []TimeControl{{}, {Time: 1}, {40, time.Hour, time.Millisecond}, {maxControlMoves, maxTime, maxTime}}
	return []valueType{
		valuesOf(bareMoves(), []Move{1, 1 << 16, 21<<8 | 20, 8 << 16, 8<<16 | 25<<8 | 97, math.MaxUint32}, ParseUCI, false,
			"", "e2", "e2e", "e2e9", "-", "e2-", "e2--", "e2e4 ", "e7e8k", "e7e8Q", "e7e8qq", "E2E4", "00000"),
		valuesOf(upTo(NoSquare), []Square{65, 255}, ParseSquare, false, "", "e", "e9", "i1", "--", "e4 ", "E4"),
		valuesOf(pieces, []Piece{7, 8, 15, 17, 255}, ParsePiece, false, "", "x", "PP", " "),
		valuesOf(upTo(King), []PieceType{7, 255}, pieceTypeNames.parse, false, "", "Knight", "n"),
		valuesOf(upTo(Black), []Color{2, 255}, parseColor, false, "", "W", "B", "WHITE", "red"),
		valuesOf(manyScores(), nil, parseScoreText, true,
			"", "#", "#x", "#-", "#0.5", "#501", "#-500", "#500.5", "#1.25", "#+1", ".5", "1.", "1.234", "+-1", "--1", "1e3", "NaN",
			"+310.01", "-320.00", "+21474836.48", "-21474836.49", "99999999999999999999", " 1", "1 ", "0x1", "1_0"),
		valuesOf(upTo(Exact), []Bound{4, 255}, boundNames.parse, false, "", "upper", "Exact"),
		valuesOf(allOutcomes(), []Outcome{
			{Reason: Checkmate}, WinBy(White, Stalemate), {Winner: Black}, {Decided: true}, WinBy(2, Checkmate), DrawBy(200), {DrawBy(Agreement).Reason, false, Black},
		}, parseOutcome, true, "", "1-0 ", "1-0 stalemate", "1/2-1/2 checkmate", "* checkmate", "1-0 unterminated", "1-0  checkmate", "1/2", "2-0", "1-0 luck"),
		valuesOf(upTo(Unspecified), []Termination{16, 255}, terminationNames.parse, false, "", "mate", "Checkmate"),
		valuesOf(timeControls, []TimeControl{{Moves: -1, Time: 1}, {Moves: 1}, {Time: -1}, {maxControlMoves + 1, 1, 0}, {Time: maxTime + 1}, {Increment: 1}},
			ParseTimeControl, false, "", "x", "40/"),
		valuesOf(upTo(NAG(255)), nil, parseNAG, false, "", "$", "$256", "$-1", "14", "!!!", "$$1"),
		valuesOf([]WDL{WDLLoss, WDLBlessedLoss, WDLDraw, WDLCursedWin, WDLWin}, []WDL{-3, 3, math.MinInt8, math.MaxInt8}, parseWDL, false, "", "Win", "won", "2", "cursed"),
		valuesOf(slices.Concat(Endings(2), Endings(3), Endings(4), Endings(5)), []Ending{1 << 60, math.MaxUint64, 63}, ParseEnding, false, "", "K", "KvKv", "KRvR", "krvk", "KRvK "),
	}
}

func TestValueTexts(t *testing.T) {
	for _, v := range valueTypes() {
		t.Run(v.name, v.check)
	}
}

// Other texts that are read.
func TestValueTextsAccepted(t *testing.T) {
	for _, tt := range []struct {
		text string
		want any
		got  func(string) (any, error)
	}{
		{"w", White, parserOf(parseColor)}, {"black", Black, parserOf(parseColor)},
		{"0.34", Score(34), parserOf(parseScoreText)}, {"-1.2", Score(-120), parserOf(parseScoreText)}, {"7", Score(700), parserOf(parseScoreText)},
		{"-0", Score(0), parserOf(parseScoreText)}, {"#1", Mate - 1, parserOf(parseScoreText)}, {"#1.5", Mate - 2, parserOf(parseScoreText)},
		{"#-0", -Mate, parserOf(parseScoreText)}, {"#-0.5", 1 - Mate, parserOf(parseScoreText)}, {"#-1", 2 - Mate, parserOf(parseScoreText)},
		{"1-0 unspecified", WinBy(White, Unspecified), parserOf(parseOutcome)}, {"0-1", WinBy(Black, Unspecified), parserOf(parseOutcome)},
		{"$1", GoodMove, parserOf(parseNAG)}, {"$6", DubiousMove, parserOf(parseNAG)}, {"$007", NAG(7), parserOf(parseNAG)},
	} {
		if got, err := tt.got(tt.text); got != tt.want || err != nil {
			t.Errorf("%q is read as %v, %v, want %v", tt.text, got, err, tt.want)
		}
	}
}

func parserOf[T any](parse func(string) (T, error)) func(string) (any, error) {
	return func(s string) (any, error) { return parse(s) }
}

// The String of a score does not change what it says: the text adds the half moves.
func TestScoreText(t *testing.T) {
	for score, want := range map[Score][2]string{
		0: {"0.00", "0.00"}, 34: {"+0.34", "+0.34"}, -120: {"-1.20", "-1.20"},
		Mate: {"#0", "#0"}, Mate - 1: {"#1", "#1"}, Mate - 2: {"#1", "#1.5"}, Mate - 3: {"#2", "#2"}, MaxEvaluation + 1: {"#500", "#500"},
		-Mate: {"#-0", "#-0"}, 1 - Mate: {"#-1", "#-0.5"}, 2 - Mate: {"#-1", "#-1"}, 3 - Mate: {"#-2", "#-1.5"},
		Mate + 1: {"+320.01", "+320.01"}, math.MinInt32: {"-21474836.48", "-21474836.48"},
	} {
		text, err := score.MarshalText()
		if got := [2]string{score.String(), string(text)}; got != want || err != nil {
			t.Errorf("%d: %q, %v, want %q", int32(score), got, err, want)
		}
	}
}

// Texts are written without allocations.

func FuzzTextScore(f *testing.F) {
	for _, s := range []string{"+0.34", "#-2.5", "#0", "-1", "+320.01", "#500", ""} {
		f.Add(s, int32(5))
	}
	f.Fuzz(func(t *testing.T, s string, n int32) {
		checkText(t, Score(n), parseScoreText, true)
		if score, err := parseScoreText(s); err == nil {
			checkText(t, score, parseScoreText, true)
		}
	})
}

func FuzzTextMove(f *testing.F) {
	for _, s := range []string{"e2e4", "e7e8q", "0000", "e2-", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if m, err := ParseUCI(s); err == nil && m.String() != s {
			t.Errorf("%q is read as %v", s, m)
		}
	})
}

func FuzzTextOutcome(f *testing.F) {
	for _, s := range []string{"1-0", "*", "1/2-1/2 stalemate", "0-1 time"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if o, err := parseOutcome(s); err == nil {
			checkText(t, o, parseOutcome, true)
		}
	})
}
