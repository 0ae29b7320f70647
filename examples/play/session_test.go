package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// newTestSession returns a session between two players with a new game.
func newTestSession(t *testing.T, white, black string) *session {
	t.Helper()
	var seats [2]*seat
	for c, spec := range []string{white, black} {
		var err error
		if seats[c], err = newSeat(spec, "", &tables{}); err != nil {
			t.Fatal(err)
		}
	}
	s := newSession(t.Context(), seats, newAdviser(chess.Limits{Depth: 3}, chess.NewDefaultEvaluator(), &tables{}), &tables{})
	t.Cleanup(s.close)
	now := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	s.now = func() time.Time { return now }
	s.start(chess.NewGame())
	return s
}

// enter passes lines to the session, waits after each until it is a person's turn
// again, and returns the news and errors.
func enter(s *session, lines ...string) (news []string) {
	for _, line := range lines {
		if err := s.handleLine(line); err != nil {
			s.notify("error: %v", err)
		}
		settle(s)
		news = append(news, s.takeNews()...)
	}
	return news
}

// settle waits until the session is no longer busy.
func settle(s *session) {
	for s.busy() {
		(<-s.events)()
	}
}

func TestHandleLine(t *testing.T) {
	const knights = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"
	for _, test := range []struct {
		name, white, black, lines string   // the lines are separated by commas
		want                      []string // the news
		fen                       string   // at the end, or ""
	}{
		{name: "all notations", white: "person", black: "person", lines: "e4,e7e5,Ng1-f3,b8c6,Bb5,a6,O-O",
			want: []string{"1. e4", "1... e5", "2. Nf3", "2... Nc6", "3. Bb5", "3... a6", "4. O-O"},
			fen:  "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"},
		{name: "small letters", white: "person", black: "person", lines: "e2-e4,e7-e5,ng1-f3,nb8-c6,bf1-c4,bf8c5,b2-b4,bc5xb4,ke1-f1,qd8-e7",
			want: []string{"1. e4", "1... e5", "2. Nf3", "2... Nc6", "3. Bc4", "3... Bc5", "4. b4", "4... Bxb4", "5. Kf1", "5... Qe7"}},
		{name: "no moves", white: "person", black: "person", lines: "e5,foo,,b,sa,Nd2,n,Ke9,explain Nothing",
			want: []string{"error: e5 is not a legal move here", `error: "foo" is neither a move nor a command: try "help"`,
				`error: "b" is neither a move nor a command: try "help"`, "error: there is no game to save yet",
				"error: Nd2 is not a legal move here", `error: "n" is neither a move nor a command: try "help"`,
				`error: "Ke9" is neither a move nor a command: try "help"`, `error: there is no feature "Nothing": "explain all" lists them`}},
		{name: "help", white: "person", black: "person", lines: "?,help", want: []string{help(), help()}},
		{name: "ambiguous", white: "person", black: "person", lines: "new 4k3/8/8/8/8/8/8/R3K2R w - - 0 1,Rd1,Rf1,ba",
			want: []string{"A new game: the position 4k3/8/8/8/8/8/8/R3K2R w - - 0 1.", "1. Rd1", "error: Rf1 is not a legal move here", `error: "ba" is ambiguous: back or bar`}},
		{name: "mate", white: "person", black: "person", lines: "f3,e5,g4,Qh4,e4,hint,draw,resign,explain nothing",
			want: []string{"1. f3", "1... e5", "2. g4", "2... Qh4#", "Checkmate! Black wins, 0-1.",
				`error: the game is over: "new" starts another, "back" takes back moves`, "error: the game is over", "error: the game is over", "error: the game is over",
				`error: there is no feature "nothing": "explain all" lists them`}},
		{name: "three-check", white: "person", black: "person", lines: "new 3check,e4,e5,Bc4,Nf6,Bxf7,Ke7,back,Kxf7,Qh5,g6,Qxg6,hxg6",
			want: []string{"A new game: Three-check.", "1. e4", "1... e5", "2. Bc4", "2... Nf6", "3. Bxf7+", "Check, number 1 of 3!", "3... Ke7",
				"Back to move 3, Black to move.", "3... Kxf7", "4. Qh5+", "Check, number 2 of 3!", "4... g6", "5. Qxg6#", "The third check! White wins, 1-0.",
				`error: the game is over: "new" starts another, "back" takes back moves`}},
		{name: "chess960", white: "person", black: "person", lines: "new chess960 0,Nf3,new chess960 960,new chess960 x,new draughts,new a/b",
			want: []string{"A new game: Chess960, position 0.", "1. Nf3", "error: 960 is not a number from 0 to 959", `error: "x" is not a number from 0 to 959`,
				`error: "draughts" is not chess, chess960 with or without a number, a variant such as 3check or atomic, or a FEN`,
				`error: FEN board "a/b": malformed: "a" is neither a piece, a digit from 1 to 8, nor a slash`}},
		{name: "claim", white: "person", black: "person", lines: strings.ReplaceAll(knights, " ", ",") + ",draw,back,draw",
			want: []string{"1. Nf3", "1... Nf6", "2. Ng1", "2... Ng8", "3. Nf3", "3... Nf6", "4. Ng1",
				`Black may claim a draw by threefold repetition, announcing Ng8: "draw".`,
				"Black claims a draw, announcing Ng8.", "A draw by threefold repetition, 1/2-1/2.",
				"Back to move 4, Black to move.",
				"Black claims a draw, announcing Ng8.", "A draw by threefold repetition, 1/2-1/2."}},
		{name: "agreement and resignation", white: "person", black: "person", lines: "e4,draw,new,e4,resign",
			want: []string{"1. e4", "A draw by agreement, 1/2-1/2.", "A new game: chess.", "1. e4", "Black resigns: White wins, 1-0."}},
		{name: "against a searcher", white: "person", black: "pawnpusher", lines: "e4,undo,TakeBack,forward,forward,draw,white person,black",
			want: []string{"1. e4", "1... h6", "Back to move 1, White to move.", "error: there is no move to take back", "1. e4", "1... h6",
				"error: there is no move to play again", "pawnpusher declines the draw.", "White is person.", "Black is pawnpusher."}},
		{name: "a searcher resigns", white: "person", black: "pawnpusher", lines: "new 7k/7p/7P/8/8/8/8/K7 w - - 0 1,Ka2",
			want: []string{"A new game: the position 7k/7p/7P/8/8/8/8/K7 w - - 0 1.", "1. Ka2", "Black resigns: White wins, 1-0."}},
		{name: "a searcher agrees", white: "person", black: "minimax,depth=1", lines: "new 4k3/8/8/8/8/8/4R3/4K3 b - - 0 1,draw",
			want: []string{"A new game: the position 4k3/8/8/8/8/8/4R3/4K3 b - - 0 1.", "Check!", "1... Kd7  (minimax: +4.70, depth 1)", "A draw by agreement, 1/2-1/2."}},
		{name: "hint", white: "person", black: "person", lines: "new 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1,hint,Rd8",
			want: []string{"A new game: the position 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1.", "Hint: 1. Rd8#  (#1 at depth 3)", "1. Rd8#", "Checkmate! White wins, 1-0."}},
		{name: "why", white: "person", black: "person", lines: "why,review,f3,e5,g4,why Qh4,why Ke5,Qh4,why,resign,why",
			want: []string{`error: there is no last move: "why e4" explains another`, "error: there is no move to review", "1. f3", "1... e5", "2. g4",
				"Looking at 2... Qh4# ...", "2...Qh4# is checkmate.", "error: Ke5 is not a legal move here",
				"2... Qh4#", "Checkmate! Black wins, 0-1.", "Looking at 2... Qh4# ...", "2...Qh4# is checkmate.",
				"error: the game is over", "Looking at 2... Qh4# ...", "2...Qh4# is checkmate."}},
		{name: "why after a resignation", white: "person", black: "person", lines: "new 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1,Rd8,back,Ka2,resign,why",
			want: []string{"A new game: the position 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1.", "1. Rd8#", "Checkmate! White wins, 1-0.",
				"Back to move 1, White to move.", "1. Ka2", "Black resigns: White wins, 1-0.", "Looking at 1. Ka2 ...",
				"1. Ka2 misses mate in 1. 1. Rd8#\nis checkmate."}},
		{name: "level", white: "person", black: "random", lines: "level,level 1200,level 1,level x,level 900 fork,level 900 pawns,level full,black",
			want: []string{`error: the strength is missing: "level 1400", "level 1400 fork" or "level full"`, "Black is alphabeta 1200.",
				`error: player "alphabeta,UCI_Elo=1": chess: option UCI_Elo is a number from 800 to 2200, not "1"`,
				`error: player "alphabeta,UCI_Elo=x": chess: option UCI_Elo is a number from 800 to 2200, not "x"`,
				"Black is alphabeta 900.", `error: player "alphabeta,UCI_Elo=900,Overlooks=pawns": chess: option Overlooks is one of none, hanging, lower, mate, promotion, fork, doubleCheck, discoveredCheck, discoveredAttack, skewer, trappedPiece, capturingDefender, deflection, pin, not "pawns"`,
				"Black is alphabeta.", "Black is alphabeta."}},
		{name: "stalemate", white: "person", black: "person", lines: "new 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1,Qf7",
			want: []string{"A new game: the position 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1.", "1. Qf7", "Stalemate: a draw, 1/2-1/2."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newTestSession(t, test.white, test.black)
			got := enter(s, strings.Split(test.lines, ",")...)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if p := s.shown().Position(); test.fen != "" && p.FEN() != test.fen {
				t.Errorf("%s, want %s", p, test.fen)
			}
		})
	}
}

func TestSeats(t *testing.T) {
	for spec, want := range map[string]string{
		"nobody": "there is no player", "person,x=1": `a person has no option "x"`, "minimax,depth=-1": "depth=-1: it is negative", "minimax,depth": "is not name=value",
		"uci:": "the engine has no name", "uci:no-such-engine": "no engine", "minimax,tc=x": "time control", "minimax,time=1": "missing unit",
		"minimax,nodes=x": "invalid syntax", "": "there is no player", "random,eval=pesto": "random does not evaluate",
	} {
		if _, err := newSeat(spec, "", &tables{}); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, not %q", spec, err, want)
		}
	}
	// Another player may replace one that cannot be made.
	s := newTestSession(t, "person", "pawnpusher")
	s.seats[chess.Black].searcher = nil
	s.seats[chess.Black].create = func(context.Context) (chess.Searcher, error) { return nil, errors.New("it has gone") }
	want := []string{"1. e4", `pawnpusher cannot play: it has gone.`, `Choose another player, for example "black person".`,
		"Black is person.", "1... e5"}
	if diff := cmp.Diff(want, enter(s, "e4", "black person", "e5")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestOwnLimits checks that a searcher thinks for a second unless something else
// limits it, itself for example.
func TestOwnLimits(t *testing.T) {
	for spec, want := range map[string]chess.Limits{
		"alphabeta": {Time: time.Second}, "alphabeta,depth=3": {Depth: 3}, "alphabeta,eval=boardvalue": {Time: time.Second},
		"mcts": {Time: time.Second}, "boardvalue": {}, "negaalphabeta": {}, "random": {}, "boardvalue,time=2s": {Time: 2 * time.Second},
	} {
		seat, err := newSeat(spec, "", &tables{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, seat.bounds(chess.Clock{}, chess.White)); diff != "" {
			t.Errorf("%s, -want +got:\n%s", spec, diff)
		}
		if got := seat.bounds(chess.Clock{Left: [2]time.Duration{time.Minute, time.Minute}}, chess.White); got.Clock.Left[chess.White] != time.Minute || got.Time == 0 {
			t.Errorf("%s on a clock: %+v", spec, got)
		}
	}
}

// TestBook checks that the package's players begin by the book, also those that sit
// down later, and no other.
func TestBook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.bin")
	var builder chess.BookBuilder
	start := chess.StartPosition()
	for _, text := range []string{"a4", "h4"} { // no player's own choice
		m, err1 := start.ParseSAN(text)
		next := start.After(m)
		reply, err2 := next.ParseSAN("Na6")
		if err := errors.Join(err1, err2, builder.Put(&start, m, 1), builder.Put(&next, reply, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeFile(path, builder.Book()); err != nil {
		t.Fatal(err)
	}
	for _, spec := range []string{"alphabeta,depth=1", "boardvalue", "random", "capturesfirst,eval=pesto,depth=1", "pesto,depth=1"} {
		s := newTestSession(t, "person", "person")
		s.book = path
		got := enter(s, "black "+spec, "a4")
		if last := got[len(got)-1]; last != "1... Na6" {
			t.Errorf("%s: %q", spec, got)
		}
	}
	if got, _, err := play(t, "h4\nquit\n", "-black", "minimax,depth=1", "-book", path); err != nil || !strings.Contains(got, "1... Na6\n") {
		t.Errorf("%v, %s", err, got)
	}
	if _, _, err := play(t, "", "-black", "minimax", "-book", "none"); !errors.Is(err, cli.ErrUsage) {
		t.Errorf("a book that does not exist: %v", err)
	}
}

// TestAbandon checks that the result of an abandoned search is ignored.
func TestAbandon(t *testing.T) {
	s := newTestSession(t, "person", "alphabeta,time=1h")
	s.handleLine("e4")
	if err := s.handleLine("d4"); err == nil {
		t.Error("no error for a move at the opponent's turn")
	}
	s.handleLine("back")
	s.handleLine("e4")
	if err := s.handleLine("now"); err != nil {
		t.Error(err)
	}
	settle(s)
	if s.shown().Len() != 2 {
		t.Errorf("%d moves", s.shown().Len())
	}
	if err := s.handleLine("now"); err == nil {
		t.Error("no error for now when no player is thinking")
	}
	s.handleLine("d4")
	s.handleLine("black random")
	settle(s)
	if s.shown().Len() != 4 {
		t.Errorf("%d moves", s.shown().Len())
	}
	s.handleLine("black alphabeta,time=1h")
	s.handleLine("a3") // the session is closed during the search
}

func TestExplain(t *testing.T) {
	s := newTestSession(t, "person", "person")
	enter(s, "new rnbqkbnr/pppp1ppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1")
	got := enter(s, "explain", "explain material", "explain mat", "explain all", "explain king")
	for i, want := range []string{"material        ", "material: +", "material: +", "weight %", `error: which feature: king`} {
		if !strings.Contains(got[i], want) {
			t.Errorf("no %q in\n%s", want, got[i])
		}
	}
	for line := range strings.SplitSeq(got[0]+"\n"+got[1], "\n") {
		if len([]rune(line)) > 34 {
			t.Errorf("%q does not fit beside the board", line)
		}
	}
	// The sum is the evaluation.
	p := s.shown().Position()
	if want := "together        " + chess.NewDefaultEvaluator().Evaluate(&p).String() + " for White"; !strings.Contains(got[0], want) {
		t.Errorf("no %q in\n%s", want, got[0])
	}
	if s.heat != nil {
		t.Error("the heat map is not that of the last request")
	}

	// A player at the board is asked before that, with the settings of its evaluation: the
	// one to move, or the other.
	p = chess.MustParseFEN("r3k2r/pppppppp/8/8/8/2N5/PPPPPPPP/R3K2R w kq - 0 7") // White may not castle
	for _, tt := range []struct{ white, black, player, has, lacks string }{
		{"person", "boardvalue,depth=1", "boardvalue", "castle score", "tempo"},
		{"boardvalue,name=a", "materialmobility,name=b", "a", "castle score", "mobility"},
		{"random,name=a", "materialmobility,name=b", "b", "mobility", "castle score"},
		{"person", "boardvalue,castle score=0,name=Other", "Other", "piece-square", "castle score"},
		{"person", "random", "", "tempo", "castle score"},
	} {
		s := newTestSession(t, tt.white, tt.black)
		s.thinking.abandon()
		s.game = newGame(chess.NewGame(p), make([]chess.GameClock, 1))
		got, by := strings.Join(enter(s, "explain"), "\n"), "\nin "+tt.player+"'s evaluation:\n"
		if !strings.Contains(got, tt.has) || strings.Contains(got, tt.lacks) || strings.Contains(got, by) != (tt.player != "") {
			t.Errorf("%s, %s: no %s, or %s, or no %q in\n%s", tt.white, tt.black, tt.has, tt.lacks, by, got)
		}
	}

	// The example is a feature that can be shown on the board: not the tempo.
	got = enter(s, "new", "explain")
	if !strings.Contains(got[1], "\ntempo ") || !strings.Contains(got[1], `"explain piece-square"`) {
		t.Errorf("at the start:\n%s", got[1])
	}
}

func TestSaveAndLoad(t *testing.T) {
	t.Chdir(t.TempDir())
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	saved := func(name string) string { return "The game was saved to " + filepath.Join(folder, name) + "." }
	s := newTestSession(t, "person", "pawnpusher")
	got := enter(s, "e4", "save a.pgn", "d4", "save", "resign", "save", "save b.pgn", "new", "save b.pgn", "save! b.pgn", "e4", "save a.pgn")
	want := []string{
		"1. e4", "1... h6", saved("a.pgn"), "2. d4", "2... h5", saved("a.pgn"),
		"White resigns: Black wins, 0-1.", saved("a.pgn"), saved("b.pgn"), "A new game: chess.",
		"error: there is no game to save yet", "error: there is no game to save yet", "1. e4", "1... h6",
		`error: a.pgn exists already: "save! a.pgn" replaces it`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if names, _ := filepath.Glob("*"); !slices.Equal(names, []string{"a.pgn", "b.pgn"}) {
		t.Errorf("files %q", names)
	}
	text, err := os.ReadFile("a.pgn")
	if err != nil {
		t.Fatal(err)
	}
	wantText := `[Event "?"]
[Site "?"]
[Date "2001.02.03"]
[Round "?"]
[White "person"]
[Black "pawnpusher"]
[Result "0-1"]
[ECO "B00"]
[Opening "Carr Defense"]
[Termination "normal"]

1. e4 h6 2. d4 h5 0-1

`
	if diff := cmp.Diff(wantText, string(text)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// A loaded game keeps its comments and variations.
	const annotated = "[White \"Anderssen\"]\n\n1. e4 {best by test} e5 (1... c5 {Sicilian}) 2. f4 *\n\n[White \"Morphy\"]\n\n1. e5 *\n"
	os.WriteFile("c.pgn", []byte(annotated), 0o666)
	os.WriteFile("d.pgn", []byte("\x00\x01 no game"), 0o666)
	os.WriteFile("e.pgn", nil, 0o666)
	s = newTestSession(t, "person", "person")
	got = enter(s, "a4", "load c.pgn 2", "load c.pgn 3", "load d.pgn", "load e.pgn", "load f.pgn", "load .", "load", "load c.pgn", "back", "pgn", "d4", "save c2.pgn", "save .", "save x/y.pgn")
	for i, part := range []string{"1. a4", "error: c.pgn: game 2", "error: c.pgn has 2 games, there is no game 3", "error: d.pgn has no games", "error: e.pgn has no games",
		"error: f.pgn: ", "error: .: is a directory", "error: the name of the file", "Anderssen against unknown, 2 moves.", "Back to move 2", "", "2. d4",
		saved("c2.pgn"), "error: . exists already", "error: save x/y.pgn: "} {
		if i >= len(got) || !strings.Contains(got[i], part) || part != "" && strings.Contains(got[i], "\n") {
			t.Fatalf("no %q at %d of %q", part, i, got)
		}
	}
	text, _ = os.ReadFile("c2.pgn")
	if want := "1. e4 {best by test} 1... e5 (1... c5 {Sicilian}) 2. d4 (2. f4) *"; !strings.Contains(string(text), want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	if err := writeFile("c2.pgn", failing{}); err == nil {
		t.Error("no error for a failed write")
	}
	again, _ := os.ReadFile("c2.pgn")
	if names, _ := filepath.Glob(".*"); string(again) != string(text) || len(names) > 0 {
		t.Errorf("half a file was left: %q, %s", names, again)
	}
}

// TestLoadFaults checks that a damaged game is opened as far as it goes, and that what was
// not read is told; and so for a FEN.
func TestLoadFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct {
		text string
		want []string // the lines of the news
	}{
		{"1. e4 e5 2. Ke3 Nc6 *", []string{"unknown against unknown, 1 moves.",
			`The rest was not read: game 1, line 1, column 13: SAN "Ke3": illegal: no such move of a king to e3 is legal.`}},
		{"1. e4 <br> e5 2. Nf3 (2. Bc4 Qxc4) Nc6 ] ] 3. Bb5 ] *", []string{"unknown against unknown, 3 moves.",
			`Skipped: game 1, line 1, column 7: PGN "<br>": malformed: it has no meaning here.`,
			`Skipped: game 1, line 1, column 30: SAN "Qxc4": illegal: no such move of a queen to c4 is legal.`,
			`Skipped: game 1, line 1, column 40: PGN "]": malformed: it has no meaning here.`,
			"Skipped: 2 more."}},
		{"1. e4 e5 2. -- Nc6 *", []string{"unknown against unknown, 1 moves.",
			`The rest was not read: move "0000": illegal: not a legal move here.`}},
		{"1. e4 e5 1-0", []string{"unknown against unknown, 1 moves.", "White wins, 1-0. (unspecified)"}},
	} {
		if err := os.WriteFile("a.pgn", []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, strings.Split(strings.Join(enter(newTestSession(t, "person", "person"), "load a.pgn"), "\n"), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.text, diff)
		}
	}
	got := enter(newTestSession(t, "person", "person"), "new 4k3/8/8/8/8/8/8/4K2R w KQ e6 3 7")
	want := []string{"Left out of the FEN: a castling right without king and rook in place, an en-passant square that no double push left.",
		"A new game: the position 4k3/8/8/8/8/8/8/4K2R w K - 3 7."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// The game that was opened in part is saved as it is now, with its variations.
	s := newTestSession(t, "person", "person")
	os.WriteFile("b.pgn", []byte("1. e4 e5 (1... c5) 2. Ke3 Nc6 *"), 0o666)
	enter(s, "load b.pgn", "Nf3")
	if news := enter(s, "save b.pgn"); !strings.Contains(news[0], "exists already") {
		t.Errorf("it saved over the damaged file: %q", news)
	}
	enter(s, "save c.pgn")
	if text, _ := os.ReadFile("c.pgn"); !strings.Contains(string(text), "1. e4 e5 (1... c5) 2. Nf3 *") {
		t.Errorf("it saved\n%s", text)
	}
}

// failing is content that cannot be written completely.
type failing struct{}

func (failing) WriteTo(w io.Writer) (int64, error) {
	w.Write([]byte("half"))
	return 4, errors.New("no more")
}

// TestClock checks that the clock of the side to move runs from the first move on,
// and that it ends the game.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newTestSession(t, "person,tc=10+2", "person,tc=5")
		s.now = time.Now
		time.Sleep(time.Minute)
		if got := watches(s); s.tick() || got != "0:10.0 0:05.0" {
			t.Errorf("before the first move: %s", got)
		}
		enter(s, "e4")
		time.Sleep(1500 * time.Millisecond)
		enter(s, "e5")
		time.Sleep(3 * time.Second)
		s.tick()
		if got := watches(s); got != "0:09.0 0:03.5" {
			t.Error(got)
		}
		enter(s, "back") // also restores the clock
		if got := watches(s); got != "0:12.0 0:05.0" {
			t.Errorf("after taking back %s", got)
		}
		enter(s, "forward")
		time.Sleep(time.Second)
		enter(s, "d4", "back")
		if got := watches(s); got != "0:12.0 0:05.0" {
			t.Errorf("after a move was played again, and one more taken back, %s", got)
		}
		time.Sleep(14 * time.Second)
		if !s.tick() {
			t.Error("the clock has not run out")
		}
		if diff := cmp.Diff([]string{"White's time is up: Black wins, 0-1."}, s.takeNews()); diff != "" {
			t.Error(diff)
		}
		s.close()
	})
}

func TestWatchText(t *testing.T) {
	for control, texts := range map[chess.TimeControl]map[time.Duration]string{
		{Time: time.Hour}: {0: "1:00:00", time.Second / 2: "59:59", 1: "1:00:00", 59*time.Minute + 45250*time.Millisecond: "0:14.8", 2 * time.Hour: "0:00.0"},
		{}:                {0: "0:00", 125 * time.Second: "2:05"},
	} {
		k := chess.GameClock{Control: [2]chess.TimeControl{control}}
		start := time.Now()
		k.Start(chess.White, start)
		for after, want := range texts {
			if got := watchText(&k, chess.White, start.Add(after)); got != want {
				t.Errorf("%v after %v: %s, want %s", control, after, got, want)
			}
		}
	}
}

// A new time control begins anew.
func TestSetControl(t *testing.T) {
	s := newTestSession(t, "person,tc=60", "person,tc=60")
	enter(s, "e4", "e5", "d4", "d5", "white person,tc=2/60:030")
	enter(s, "c4", "c5", "b4", "b5")
	if left := s.game.clock.Left(chess.White, s.now()); left < 85*time.Second || left > 90*time.Second {
		t.Errorf("after both moves of the first stage White has %v", left)
	}
}
