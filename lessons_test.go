package chess

import (
	stdcmp "cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lessonsOf returns the lessons of games, with few nodes, for a player.
func lessonsOf(t *testing.T, c Color, games ...string) (l Lessons) {
	t.Helper()
	for _, pgn := range games {
		tree, err := ParsePGN(pgn)
		if err != nil {
			t.Fatal(err)
		}
		review, err := Reviewer{Nodes: 2000}.Review(context.Background(), tree)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(review) // a review that was kept is as good
		if err != nil {
			t.Fatal(err)
		}
		var kept Review
		if err := json.Unmarshal(data, &kept); err != nil {
			t.Fatal(err)
		}
		l.Add(tree, &kept, c)
	}
	return l
}

func TestLessons(t *testing.T) {
	from := func(fen, moves string) string { return `[FEN "` + fen + `"]` + "\n\n" + moves + " *" }
	for _, tt := range []struct {
		pgn  string
		c    Color
		want string // the groups of the bad moves
	}{
		{"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", Black, "allowed mate 3...Nf6??"},
		{"1. e4 e5 2. Bc4 Nc6 3. Qh5 g6 4. Qf3 *", Black, ""},
		{"1. e4 e5 2. Nf3 Qg5 3. Nxg5 *", Black, "allowed hanging 2...Qg5??"},
		{"1. e4 e5 2. Nf3 Qg5 3. Nc3 *", White, "missed hanging 3. Nc3??"},
		{"1. e4 e5 2. Nf3 Nc6 3. Nxe5 Nxe5 *", White, "allowed sacrifice 3. Nxe5??"},
		{from("3r2k1/5ppp/3p4/2p5/8/2P2N2/3Q1PPP/6K1 w - - 0 1", "1. Qd4 cxd4"), White, "allowed lower 1. Qd4??"},
		{from("6k1/5ppp/8/8/8/8/5PPP/4R2K w - - 0 1", "1. Kg1"), White, "missed mate 1. Kg1?!"},
		{from("6k1/5ppp/2q1r3/8/3N4/8/5PPP/4R1K1 w - - 0 1", "1. Rd1"), White, "missed lower 1. Rd1?"},
		{from("r3k3/ppp2ppp/8/3N4/8/8/PP3PPP/6K1 w - - 0 1", "1. Nf4"), White, "missed fork 1. Nf4??"},
		{from("4r1k1/pp3ppp/8/1b6/8/4P3/PP1R1PPP/3N2K1 w - - 0 1", "1. h3"), White, ""},

		// From games that others played.
		{from("8/8/5p1p/6p1/5Q1k/8/3K4/8 b - - 8 63", "63... Kh5 64. Qxf6"), Black, "missed hanging 63...Kh5??"}, // a queen for a pawn
		{from("8/8/5p1p/6Q1/7k/8/3K4/8 b - - 0 65", "65... Kh3 66. Qxf6"), Black, "missed hanging 65...Kh3??"},   // it also allows a mate, in 11
		{from("3q1rk1/3npp1p/3p2p1/3PP1B1/3Q1P2/2N4P/rP4PK/4R3 w - - 1 25", "25. Bh6"), White, "missed hanging 25. Bh6??"},
		{from("6k1/5p2/4p3/4Pb2/3K4/8/2r5/rr3rrr b - - 5 71", "71... Rbe1"), Black, "allowed draw 71...Rbe1??"},
		{from("1r3rk1/p1p1bppp/3pq3/3bp1B1/3P4/5N2/PPP2PPP/R2QR1K1 w - - 3 15", "15. dxe5"), White, "allowed capturingDefender 15. dxe5??"},
		{from("r3k2r/ppp1qppp/2nb4/8/3NnB2/2PB2P1/PP5P/R2QK2R w KQkq - 3 14", "14. Bxd6 Nxd6+"), White, "allowed plan 14. Bxd6?"}, // an exchange
		{from("rn2k2r/ppp1qppp/3b4/8/3Nn3/2PB2P1/PP5P/R1BQK2R w KQkq - 1 13", "13. Bf4 Nxc3+"), White, "allowed discoveredCheck 13. Bf4??"},
		{from("8/8/6p1/6Pp/p4P1P/1k1K4/2pB4/8 w - h6 0 40", "40. Bc1"), White, "missed promotion 40. Bc1?!"},                      // of a pawn that takes another
		{from("r2q2k1/1pp2pp1/p2pr2p/3n4/2PQPP2/8/PP4PP/3RR1K1 w - - 0 19", "19. exd5"), White, "allowed plan 19. exd5?!"},        // cxd5 takes it as well
		{from("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", "2. f4 exf4"), White, "allowed sacrifice 2. f4?!"}, // a gambit
		{from("r1bqk2r/pppp1ppp/2n2n2/8/1b1NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 1 6", "6. Bd2 Nxd4"), White, "allowed hanging 6. Bd2??"},
		{from("4rrk1/1pp2p1p/p2p2b1/6Q1/5P2/1B4R1/Pq4PP/5R1K w - - 5 26", "26. Rgf3 Qd2"), White, "missed material 26. Rgf3??"},               // f5 opens a file, but the rooks are only exchanged
		{from("r7/p2nk2P/1pp1b3/3q1p1Q/3P4/3BP3/5Pr1/3R1K1R w - - 2 29", "29. h8=Q Rxh8"), White, "allowed plan 29. h8=Q?!"},                  // promotes as well
		{from("r1b2Rk1/p1pnq1pp/2p5/3pP3/4p3/1P2P2P/PBP3P1/RN1Q2K1 b - - 0 14", "14... Kxf8 15. Ba3"), Black, "allowed material 14...Kxf8??"}, // takes the same rook
		{from("8/2PKR2r/8/6p1/6p1/p5P1/1k5P/8 b - - 8 56", "56... Rxe7+ 57. Kxe7"), Black, "allowed plan 56...Rxe7+??"},                       // White promotes anyway
		{from("8/5P2/p1k1K3/1p3R2/4P3/5r1p/8/8 b - - 1 62", "62... Rxf5 63. exf5"), Black, "allowed material 62...Rxf5??"},

		// What cost less was named, or what is not new, not won, or not forced.
		{from("8/pp4pk/2P4p/5p1P/5P2/7P/P1n5/6K1 b - - 0 35", "35... Nd4 36. c7"), Black, "allowed promotion 35...Nd4??"},                // a pawn could be taken
		{from("rn1qr1k1/pp4P1/2p2pQb/2n2P1P/3p4/3Pp3/PPP2P2/1K1R1BR1 b - - 1 23", "23... Bg5 24. h6"), Black, "allowed plan 23...Bg5??"}, // as here
		{from("b5kr/5p1p/B2qpQp1/3p1n2/5B2/4R3/P1r2PPP/5RK1 b - - 5 24", "24... Qf8 25. Rb3"), Black, "missed hanging 24...Qf8??"},       // a pin two moves later
		{from("r3k1r1/5p1p/p1ppb1q1/8/6n1/P1B2N2/1PP2PPP/R2QR1K1 w q - 7 18", "18. h3 Ne3"), White, "allowed plan 18. h3??"},             // it is not for the pawn
		{from("2r5/7p/1R4p1/p1nPkpP1/7P/2Rr1B1K/8/8 w - - 4 52", "52. Re6+ Nxe6 53. Rxc8 Rxf3+"), White, "allowed material 52. Re6+??"},  // the rooks are exchanged
		{from("1r4bk/p3P1p1/1q4Bp/3pN3/P2P2Q1/2p1P2R/7P/b5K1 w - - 0 39", "39. e8=Q Rxe8"), White, "missed material 39. e8=Q??"},         // only a pawn is lost
		{from("6r1/1p3r1k/p1p1R1Rp/8/P3QP2/6P1/1P4P1/2q2K2 w - - 2 38", "38. Kf2 Qd2+ 39. Kg1 Qd1+ 40. Kf2 Qd2+"), White, "allowed draw 38. Kf2??"},
		{from("8/2K4p/p3kppP/P7/4P1P1/8/8/8 w - - 1 55", "55. Kb6 Kd6 56. Kxa6 Kc6 57. Ka7 Kc7 58. Ka6 Kc6"), White, "allowed plan 55. Kb6?!"},                   // without a check
		{from("r1b1rbk1/5ppp/p1q2n2/1pp1pN2/4P3/1P4NP/1PPBQPP1/R3R1K1 b - - 6 18", "18... Nxe4 19. Qxe4 Qxe4 20. Rxe4"), Black, "allowed sacrifice 18...Nxe4??"}, // by checks
	} {
		l := lessonsOf(t, tt.c, tt.pgn)
		var got []string
		for missed, groups := range [2][]LessonGroup{l.Allowed, l.Missed} {
			for _, g := range groups {
				if len(g.Cases) == 0 { // of the opponent
					continue
				}
				got = append(got, [2]string{"allowed ", "missed "}[missed]+g.Name+" "+g.Cases[0].Move.String())
			}
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s: %s", tt.pgn, diff)
		}
	}
}

// Each bad move is in one group of each kind, its cost is counted once, and the report names what costs
// most.
func TestLessonsAddUp(t *testing.T) {
	l := lessonsOf(t, Black,
		"[WhiteElo \"1100\"]\n[BlackElo \"900\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
		"[White \"Other\"]\n[BlackElo \"1000\"]\n\n1. e4 e5 2. Nf3 Qg5 3. Nxg5 h6 4. Nf3 d6 1/2-1/2",
		"[BlackElo \"?\"]\n[Date \"2026.01.01\"]\n[UTCDate \"2025.12.31\"]\n[UTCTime \"23:30:00\"]\n\n1. e4 e5 2. Nf3 Qg5 3. Nc3 Qxg2 4. Bxg2 d6 0-1")
	if want := []string{"", "", "2025.12.31 23:30:00"}; !slices.Equal(l.Dates, want) {
		t.Errorf("dates %q, want %q", l.Dates, want)
	}
	if l.Games != 3 || l.Points != 1.5 || !slices.Equal(l.Ratings, [][2]int{{900, 1100}, {1000, 0}, {}}) || len(l.Accuracy) != 3 || l.Moves != 11 {
		t.Errorf("%d games, %v points, rated %v, accuracy %v, %d moves", l.Games, l.Points, l.Ratings, l.Accuracy, l.Moves)
	}
	sum := func(groups []LessonGroup) (cases int, cost float64) {
		for i, g := range groups {
			if i > 0 && g.Cost > groups[i-1].Cost {
				t.Errorf("%s costs more than %s before it", g.Name, groups[i-1].Name)
			}
			if !slices.IsSortedFunc(g.Cases, func(a, b LessonCase) int { return stdcmp.Compare(b.Move.Loss, a.Move.Loss) }) {
				t.Errorf("the costliest of %s is not the first", g.Name)
			}
			cases += len(g.Cases)
			cost += g.Cost
		}
		return cases, cost
	}
	cases, cost := sum(l.Phases)
	allowed, allowedCost := sum(l.Allowed)
	missed, missedCost := sum(l.Missed)
	if sum(l.Openings[Black]); cases < 3 || cases != allowed+missed || math.Abs(cost-allowedCost-missedCost) > 1e-9 {
		t.Errorf("%d bad moves by phase that cost %v, %d and %d by what went wrong that cost %v", cases, cost, allowed, missed, allowedCost+missedCost)
	}
	l.Add(NewGame().Tree(), &Review{}, Color(6)) // nobody came; the color is White's
	if l.Games != 4 || l.Accuracy[3] != [2]float64{} {
		t.Errorf("%d games, accuracy %v", l.Games, l.Accuracy)
	}
	for language, want := range map[Language][]string{
		English: {"Games: 4, moves: 11, points: 1.5; accuracy 67.3, opponents ", "; rating 950, opponents 1100\n", "Left a piece or pawn undefended: 2×, ", "3...Nf6?? in game 1\n", "2...Qg5?? in game 2 against Other"},
		German:  {"Partien: 4, Züge: 11, Punkte: 1,5; Genauigkeit 67,3", "Eine Figur oder einen Bauern ungedeckt gelassen: ", "3...Sf6?? in Partie 1\n"},
	} {
		text := l.Text(language)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%v: no %q in\n%s", language, part, text)
			}
		}
	}
	data, err := json.Marshal(l)
	var read Lessons
	if err == nil {
		err = json.Unmarshal(data, &read)
	}
	if err != nil || read.String() != l.String() || strings.Contains(string(data), "null") {
		t.Errorf("from JSON: %v, %v, %s", err, read, data)
	}
}

// Nothing is said of what there is not, whatever the fields are.
func TestLessonsFew(t *testing.T) {
	const nulls = "1. -- {[%clk 0:01:00]} e5 2. -- {[%clk 0:00:05]} e4 3. -- {[%clk 0:00:04]} e3 *"
	for _, tt := range []struct {
		l    Lessons
		want string
	}{
		{Lessons{}, "Games: 0, moves: 0, points: 0.0\n"},
		{lessonsOf(t, White, "1. e4 1-0"), "Games: 1, moves: 1, points: 1.0; accuracy 92.1\n- King's Pawn Game as White (1.0/1): 0×, opponents 0×, 0.0 points lost\n"},
		{lessonsOf(t, Black, "1. e4 1-0"), "Games: 1, moves: 0, points: 0.0; accuracy opponents 92.1\n- King's Pawn Game as Black (0.0/1): 0×, opponents 0×, 0.0 points lost\n"},
		{lessonsOf(t, White, "1. e4 *"), "Games: 1, moves: 1, points: 0.0; accuracy 92.1\n"},
		{lessonsOf(t, White, nulls), "Games: 1, moves: 0, points: 0.0; accuracy opponents 82.6\n"},
		{Lessons{Accuracy: [][2]float64{{80, 80}, {70, 0}}}, "Games: 0, moves: 0, points: 0.0; accuracy 75.0, opponents 80.0\n"},
		{Lessons{Hurried: LessonGroup{Moves: 1}}, "- With little time, 0 % of 1 moves were bad (0 % of all moves): 0×, "},
		{Lessons{Lost: LessonGroup{Games: 2, Points: 0.5}}, "- In won positions (opponents 1.5/2): 0×, "},
	} {
		if text := tt.l.String(); !strings.Contains(text, tt.want) {
			t.Errorf("no %q in\n%s", tt.want, text)
		}
		if data, err := json.Marshal(tt.l); err != nil || strings.Contains(string(data), "null") {
			t.Errorf("%s, %v", data, err)
		}
	}
}

// Positions that were won, little time and games lost on time are counted for both sides.
func TestLessonsWonAndTime(t *testing.T) {
	const game = `[White "Ada"]
[Black "Bo"]
[TimeControl "60"]
[Termination "Time forfeit"]

1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} 2. Nf3 {[%clk 0:00:50]} Qg5 {[%clk 0:00:58]} 3. Nxg5 {[%clk 0:00:05]} Nc6 {[%clk 0:00:57]}
4. Qg4 {[%clk 0:00:04]} Nf6 {[%clk 0:00:56]} 5. Qxd7+ {[%clk 0:00:03]} Bxd7 {[%clk 0:00:55]} 0-1`
	l := lessonsOf(t, White, game)
	text := l.String()
	for _, want := range []string{
		"In won positions (0.0/1): 1×, ", "; 5. Qxd7+?? in game 1 against Bo\n", "With little time, 50 % of 2 moves were bad (20 % of all moves): 1×, ", "Lost on time: 1×, opponents 0×\n",
		"- King's Knight Opening as White (0.0/1): ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if l.Hurried.Games != 1 || l.Hurried.Moves != 2 || l.Hurried.Cases[0].Move.Move != "Qxd7+" {
		t.Errorf("%+v", l.Hurried)
	}
	l = lessonsOf(t, Black, game)
	if l.Lost.Games != 1 || l.Lost.Points != 1 || l.Won.Opponents != 1 || l.Hurried.Moves != 0 || l.Hurried.Opponents == 0 || l.OnTime != [2]int{0, 1} {
		t.Errorf("won %+v, lost %+v, with little time %+v, %v on time", l.Won, l.Lost, l.Hurried, l.OnTime)
	}
	l = lessonsOf(t, White, strings.NewReplacer("0-1", "*", "[Term", "[Was", "0:00:04", "0:00:00").Replace(game)) // not finished, and no time at all
	if l.Won.Games+l.Hurried.Games+l.Openings[White][0].Games != 0 || len(l.Won.Cases) != 1 || l.Hurried.Moves != 2 {
		t.Errorf("not finished: %+v, with little time %+v", l.Won, l.Hurried)
	}
	if l = lessonsOf(t, White, "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Rh7 *"); strings.Contains(l.String(), "?") || len(l.Openings[White]) > 0 {
		t.Errorf("without an opening:\n%v", l)
	}
}

// The report begins with what is special, and tells of no trend that may be chance.
func TestLessonsText(t *testing.T) {
	group := func(name string, cases, opponents int, cost float64) LessonGroup {
		g := LessonGroup{Name: name, Opponents: opponents, Cost: cost, Cases: make([]LessonCase, cases)}
		for i := range g.Cases {
			g.Cases[i] = LessonCase{Game: 1 + i/2, Move: ReviewedMove{Number: 10 + i, Move: "Kd2", Glyph: Blunder, Loss: toldLoss}}
		}
		return g
	}
	l := Lessons{
		Allowed: []LessonGroup{group("plan", 189, 198, 1650), group("sacrifice", 27, 82, 510), group("fork", 2, 1, 90)},
		Missed:  []LessonGroup{group("material", 88, 80, 1010), group("mate", 44, 2, 250)},
	}
	var shown []string
	for line := range strings.Lines(l.String()) {
		if counts, _, ok := strings.Cut(strings.TrimPrefix(line, "- "), " points lost"); ok {
			shown = append(shown, counts)
		}
	}
	want := []string{
		"Gave up material for too little: 27× (clearly fewer), opponents 82×, 5.1", "Missed a mate: 44×, opponents 2×, 2.5", "Allowed a fork: 2×, opponents 1×, 0.9",
		"Made the position worse: 189×, opponents 198×, 16.5", "Missed winning material in another way: 88×, opponents 80×, 10.1",
	}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Error(diff)
	}
	if text, want := l.String(), "; 10. Kd2?? in game 1; 12. Kd2?? in game 2; 14. Kd2?? in game 3\n"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	for i := range l.Allowed[1].Cases {
		l.Allowed[1].Cases[i].Move.Loss = toldLoss - 0.1
	}
	if text, want := l.String(), "27× (clearly fewer), opponents 82×, 5.1 points lost\n"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	l.Allowed = append(l.Allowed, group("mate", 60, 60, 220)) // as many chances
	if text, want := l.String(), "\n- Missed a mate: 44× (clearly more), opponents 2×, 2.5"; !strings.Contains(text, "lost"+want) && !strings.Contains(text, "0.0"+want) {
		t.Errorf("no %q at first in\n%s", want, text)
	}
	for _, test := range []struct{ cases, opponents, gave, had, want int }{ // the last two are 0 but for missed chances
		{18, 0, 0, 0, 1}, {17, 0, 0, 0, 0}, {0, 18, 0, 0, -1}, {0, 0, 0, 0, 0}, {60, 27, 0, 0, 0}, {70, 27, 0, 0, 1},
		{44, 2, 60, 60, 1}, {44, 2, 5, 60, 0}, {40, 40, 20, 200, -1}, {40, 0, 0, 9, 0}, {40, 0, 9, 0, 0},
	} {
		l = Lessons{Allowed: []LessonGroup{group("fork", test.gave, test.had, 0)}}
		g := group("fork", test.cases, test.opponents, 0)
		if got := l.more(&g, test.gave+test.had > 0); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
	for _, test := range []struct {
		games, undated int
		gain           float64 // from the first half to the second
		want           string
	}{
		{40, 0, 6, "- Accuracy 80.5 in the first half of the games, 86.3 in the second\n"},
		{40, 9, 6, "- Accuracy 80.5 in the first half of the games, 86.3 in the second\n"},
		{40, 0, -6, "- Accuracy 80.5 in the first half of the games, 74.3 in the second\n"},
		{40, 0, 1, ""}, {39, 0, 12, ""}, {39, 9, 12, ""},
	} {
		l = Lessons{}
		for i := range test.games { // the newest first
			second := float64(oneIf(i < test.games/2))
			l.Dates = append(l.Dates, fmt.Sprintf("2026.01.%02d", 99-i))
			l.Accuracy = append(l.Accuracy, [2]float64{78 + float64(i%6) + second*test.gain, 80})
		}
		for i := range test.undated {
			l.Dates = append(l.Dates, []string{"????.??.??", "2026.02.?? 12:00:00", "2026", ""}[i%4])
			l.Accuracy = append(l.Accuracy, [2]float64{50, 80})
		}
		if text := l.String(); strings.Contains(text, "half") != (test.want != "") || !strings.Contains(text, test.want) {
			t.Errorf("%d games, %d without a date, %v better: no %q in\n%s", test.games, test.undated, test.gain, test.want, text)
		}
	}
}

// What the cases of one player are, the other's opponents have.
func TestLessonsOpponents(t *testing.T) {
	pgn := []string{
		"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
		"1. e4 e5 2. Nf3 Qg5 3. Nc3 Qxg2 4. Bxg2 d6 0-1",
		"1. f3 e5 2. g4 Qh4# 0-1",
		"1. e4 e5 2. Nf3 Nc6 3. Nxe5 Nxe5 4. d4 Qh4 5. dxe5 *",
	}
	type counts struct{ player, opponents int }
	white, black := map[string]counts{}, map[string]counts{}
	for c, all := range [2]map[string]counts{white, black} {
		l := lessonsOf(t, Color(c), pgn...)
		for list, groups := range [][]LessonGroup{l.Allowed, l.Missed, l.Phases, l.Openings[c]} {
			for _, g := range groups {
				n := counts{len(g.Cases), g.Opponents}
				if c == int(Black) {
					n = counts{n.opponents, n.player}
				}
				all[[]string{"allowed ", "missed ", "phase ", "opening "}[list]+g.Name] = n
			}
		}
	}
	if diff := cmp.Diff(white, black, cmp.AllowUnexported(counts{})); diff != "" {
		t.Error(diff)
	}
	if got, want := white["allowed mate"], (counts{1, 1}); got != want {
		t.Errorf("allowed mate %v, want %v", got, want)
	}
	l := lessonsOf(t, Black, pgn...)
	if text, want := l.Text(English), "- Allowed mate: 1×, opponents 1×, "; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	if l = lessonsOf(t, White, pgn[0]); strings.Contains(l.Text(English), "Allowed") {
		t.Errorf("of the opponent alone:\n%v", l)
	}
}

// A position is won if it was so a ply before, and a mate that is missed again counts once.
func TestLessonsOnce(t *testing.T) {
	tree, err := ParsePGN("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		scores      []Score
		games, lost int // won positions
	}{
		{[]Score{0, 0, 900, 0, 0, 0, 0}, 0, 0}, // one search
		{[]Score{0, 900, 900, 0, 0, 0, 0}, 1, 0},
		{[]Score{900, 0, 0, 0, 0, 0, 0}, 1, 0}, // from the start
		{[]Score{0, 0, 0, -900, 0, -900, -900}, 0, 1},
	} {
		r := &Review{Scores: tt.scores}
		for i, move := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"} {
			m := ReviewedMove{Ply: i + 1, Color: Color(i % 2), Move: move}
			if m.Color == White {
				m.Glyph, m.Missed, m.Loss, m.Phase = Blunder, lessonMate, 30, "opening"
			}
			r.Moves = append(r.Moves, m)
		}
		var l Lessons
		l.Add(tree, r, White)
		got := []int{l.Won.Games, l.Lost.Games, len(l.Missed[0].Cases), len(l.Phases[0].Cases)}
		if diff := cmp.Diff([]int{tt.games, tt.lost, 1, 1}, got); diff != "" {
			t.Errorf("%v: %s", tt.scores, diff)
		}
	}
}
