package suite_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestDamage puts one fault into a game of a file of three, of each kind in damages
// at random places, and compares what PGNReader reads with what python-chess and
// pgn-extract do, which are independent programs. What counts are the plies of the
// main lines of all three games that are read as they were, less those that are read
// and were not there. PGNReader must not read less than the better of the two, for
// any kind. A program that is not installed is not compared (pip install chess; on Debian:
// apt-get install pgn-extract). The test damages a few hundred files;
// for more, with -v for a table, and with games of other programs as well
//
//	CHESS_DAMAGE=20000 CHESS_DAMAGE_GAMES=/dir/of/pgn go test -run Damage -v -timeout 0 ./internal/suite
func TestDamage(t *testing.T) {
	readers := []damageReader{{"chess", readDamaged}}
	if python := startPythonChess(t); python == nil {
		t.Log("python-chess is not installed")
	} else {
		readers = append(readers, damageReader{"python-chess", python})
	}
	if program := findPGNExtract(); program == "" {
		t.Log("pgn-extract is not installed")
	} else {
		readers = append(readers, damageReader{"pgn-extract", func(tb testing.TB, text string) []mainLine { return readPGNExtract(tb, program, text) }})
	}
	if len(readers) == 1 {
		t.Skip("there is nothing to compare with")
	}
	files := 5 * len(damages)
	if s := os.Getenv("CHESS_DAMAGE"); s != "" {
		var err error
		if files, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	games := intactGames(t)

	results := make([]damageResult, len(damages))
	for i := range results {
		results[i].read = make([]damageScore, len(readers))
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < files; i = int(next.Add(1)) - 1 {
				f := damagedGame(t, games, i)
				if f == nil {
					continue
				}
				text, want := f.before+f.game+f.after, f.want()
				scores := make([]damageScore, len(readers))
				for j, r := range readers {
					scores[j] = scoreDamaged(want, r.read(t, text))
				}
				mu.Lock()
				results[i%len(damages)].add(text, want, scores)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Logf("\n%s", damageTable(readers, results))
	for i, r := range results {
		best := r.read[1]
		if len(r.read) > 2 && r.read[2].net() > best.net() {
			best = r.read[2]
		}
		if r.read[0].net() < best.net() {
			t.Errorf("%s: %+v, another program %+v; the shortest file:\n%s", damages[i].name, r.read[0], best, r.worse)
		}
	}
}

// A mainLine is the main line of a game: the placement and the side to move at the
// start, then the moves in UCI notation.
type mainLine []string

// A damageReader is a program that reads the games of a file.
type damageReader struct {
	name string
	read func(tb testing.TB, text string) []mainLine
}

// A damageScore is what a program reads of damaged files.
type damageScore struct {
	kept, wrong int // plies that were there, and that were not
	lost        int // games of which nothing is read
}

func (s damageScore) net() int { return s.kept - s.wrong }

// A damageResult is what the programs read of the files with one kind of damage.
type damageResult struct {
	files, plies int
	read         []damageScore // by program
	worse        string        // the shortest file of which the first program reads less than another
}

func (r *damageResult) add(text string, want []mainLine, scores []damageScore) {
	r.files++
	for _, line := range want {
		r.plies += len(line) - 1
	}
	for i, s := range scores {
		r.read[i].kept += s.kept
		r.read[i].wrong += s.wrong
		r.read[i].lost += s.lost
		if s.net() > scores[0].net() && (r.worse == "" || len(text) < len(r.worse)) {
			r.worse = text
		}
	}
}

// damageTable returns a table of the results in Markdown.
func damageTable(readers []damageReader, results []damageResult) string {
	var b strings.Builder
	b.WriteString("| damage | files | plies |")
	for _, r := range readers {
		fmt.Fprintf(&b, " %s: plies kept | false | games lost |", r.name)
	}
	b.WriteString("\n|---" + strings.Repeat("|---:", 2+3*len(readers)) + "|\n")
	row := func(name string, r damageResult) {
		fmt.Fprintf(&b, "| %s | %d | %d |", name, r.files, r.plies)
		for _, s := range r.read {
			fmt.Fprintf(&b, " %.1f %% | %d | %d |", 100*float64(s.kept)/float64(max(r.plies, 1)), s.wrong, s.lost)
		}
		b.WriteByte('\n')
	}
	all := damageResult{read: make([]damageScore, len(readers))}
	for i, r := range results {
		row(damages[i].name, r)
		all.files += r.files
		all.plies += r.plies
		for j, s := range r.read {
			all.read[j].kept += s.kept
			all.read[j].wrong += s.wrong
			all.read[j].lost += s.lost
		}
	}
	row("**all**", all)
	return b.String()
}

// scoreDamaged compares the main lines that a program has read with those wanted. It
// pairs them in order, so that the most plies are kept; of a pair the plies up to the
// first difference are.
func scoreDamaged(want, got []mainLine) damageScore {
	type sum struct{ kept, pairs int }
	best := make([][]sum, len(want)+1) // by the number of lines wanted and read
	best[0] = make([]sum, len(got)+1)
	for i, w := range want {
		best[i+1] = make([]sum, len(got)+1)
		for j, g := range got {
			same := 0
			for same < min(len(w), len(g)) && w[same] == g[same] {
				same++
			}
			s := best[i][j+1]
			if o := best[i+1][j]; o.kept > s.kept {
				s = o
			}
			if o := best[i][j]; same > 1 && o.kept+same-1 > s.kept {
				s = sum{o.kept + same - 1, o.pairs + 1}
			}
			best[i+1][j+1] = s
		}
	}
	total := best[len(want)][len(got)]
	score := damageScore{kept: total.kept, lost: len(want) - total.pairs, wrong: -total.kept}
	for _, g := range got {
		score.wrong += len(g) - 1
	}
	return score
}

// want returns the main lines of the file as they were before the damage.
func (f *damagedFile) want() []mainLine {
	lines := []mainLine{neighbourLines[0], lineOf(f.tree), neighbourLines[1]}
	if f.after == "" {
		lines = lines[:2]
	}
	return lines
}

func lineOf(t *chess.GameTree) mainLine {
	p := t.Start()
	line := mainLine{strings.Join(strings.Fields(p.FEN())[:2], "_")}
	for _, m := range t.Mainline() {
		line = append(line, m.String())
	}
	return line
}

// readDamaged reads games with PGNReader.Next, and checks that the other ways to read
// games find the same main lines.
func readDamaged(tb testing.TB, text string) []mainLine {
	lines := linesRead(tb, chess.NewPGNReader(strings.NewReader(text)).All())
	mainLines := chess.NewPGNReader(strings.NewReader(text))
	mainLines.Detail = chess.MainLines
	for _, way := range []struct {
		name  string
		lines []mainLine
	}{
		{"MainLines", linesRead(tb, mainLines.All())},
		{"Parallel", linesRead(tb, chess.NewPGNReader(strings.NewReader(text)).Parallel(2))},
		{"Visit", linesVisited(text)},
	} {
		if diff := cmp.Diff(lines, way.lines); diff != "" {
			tb.Errorf("%s reads other games: %s of\n%s", way.name, diff, text)
		}
	}
	return lines
}

func linesRead(tb testing.TB, games iter.Seq2[*chess.GameTree, error]) (lines []mainLine) {
	for tree, err := range games {
		if tree != nil {
			lines = append(lines, lineOf(tree))
		} else if _, ok := errors.AsType[*chess.ParseError](err); !ok {
			tb.Error(err)
		}
	}
	return lines
}

func linesVisited(text string) (lines []mainLine) {
	r := chess.NewPGNReader(strings.NewReader(text))
	v := chess.PGNVisitor{
		Game: func(t *chess.GameTree) bool {
			lines = append(lines, lineOf(t))
			return true
		},
		Move: func(_ *chess.Position, m chess.Move) bool {
			lines[len(lines)-1] = append(lines[len(lines)-1], m.String())
			return true
		},
	}
	for r.Visit(&v) != io.EOF {
	}
	return lines
}

// pythonChess reads texts from its input, each after a line with the number of bytes,
// and prints the main lines of each in a line.
const pythonChess = `
import io, logging, sys
import chess.pgn
logging.disable(logging.CRITICAL)
for size in iter(sys.stdin.buffer.readline, b""):
    text = sys.stdin.buffer.read(int(size)).decode("utf-8", "replace")
    file = io.StringIO(text, newline=None)
    games = []
    while True:
        try:
            game = chess.pgn.read_game(file)
        except Exception:
            continue
        if game is None:
            break
        try:
            words = ["_".join(game.board().fen().split()[:2])]
        except ValueError:
            words = ["?"]
        games.append(" ".join(words + [m.uci() for m in game.mainline_moves()]))
    print("|".join(games), flush=True)
`

// startPythonChess returns a function that reads games with python-chess in one
// process, or nil if it is not installed.
func startPythonChess(t *testing.T) func(testing.TB, string) []mainLine {
	if exec.Command("python3", "-c", "import chess.pgn").Run() != nil {
		return nil
	}
	cmd := exec.Command("python3", "-c", pythonChess)
	cmd.Stderr = os.Stderr
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	answers := bufio.NewReader(out)
	var mu sync.Mutex
	return func(tb testing.TB, text string) []mainLine {
		mu.Lock()
		defer mu.Unlock()
		go fmt.Fprintf(in, "%d\n%s", len(text), text)
		answer, err := answers.ReadString('\n')
		if err != nil {
			tb.Errorf("python-chess: %v, after\n%s", err, text)
			runtime.Goexit()
		}
		var lines []mainLine
		for game := range strings.SplitSeq(strings.TrimSpace(answer), "|") {
			if game != "" {
				lines = append(lines, strings.Fields(game))
			}
		}
		return lines
	}
}

// findPGNExtract returns the path of pgn-extract, or "".
func findPGNExtract() string {
	for _, name := range []string{"pgn-extract", "/usr/games/pgn-extract"} { // where Debian has it, often outside PATH
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

var uciMove = regexp.MustCompile(`^[a-h][1-8][a-h][1-8]=?[QRBNqrbn]?$`)

// readPGNExtract reads games with pgn-extract, and keeps those with errors.
func readPGNExtract(tb testing.TB, program, text string) []mainLine {
	ctx, cancel := context.WithTimeout(tb.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "-s", "--keepbroken", "-Wuci", "-C", "-N", "-V", "-w1000000")
	cmd.Stdin = strings.NewReader(text)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil && ctx.Err() != nil {
		tb.Errorf("pgn-extract: %v, after\n%s", err, text)
	}
	var lines []mainLine
	tags := false
	start := strings.Join(strings.Fields(chess.StartFEN)[:2], "_")
	for s := range strings.Lines(out.String()) {
		switch {
		case s[0] == '[':
			if !tags {
				lines = append(lines, mainLine{start})
			}
			tags = true
			if fen, ok := strings.CutPrefix(s, `[FEN "`); ok {
				lines[len(lines)-1][0] = strings.Join(slices.Concat(strings.Fields(fen), []string{"", ""})[:2], "_")
			}
		case strings.TrimSpace(s) != "":
			tags = false
			for _, word := range strings.Fields(s) {
				if len(lines) > 0 && uciMove.MatchString(word) {
					lines[len(lines)-1] = append(lines[len(lines)-1], strings.ToLower(strings.Replace(word, "=", "", 1)))
				}
			}
		}
	}
	return lines
}

// The games before and after the damaged one.
const (
	gameBefore = `[Event "Before"]
[White "Evans, William"]
[Black "McDonnell, Alexander"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 {[%clk 0:05:00]} 4. b4 {the gambit} Bxb4 5. c3 Ba5
6. d4 exd4 7. O-O 1-0

`
	gameAfter = `[Event "After"]
[White "Ruy Lopez"]
[Black "?"]
[Result "1/2-1/2"]

1. d4 {Queen's pawn} d5 2. c4 e6 (2... dxc4 3. e3 b5 $6) 3. Nc3 Nf6 4. Bg5 Be7 {[%eval 0.2]}
5. e3 O-O 6. Nf3 1/2-1/2

`
)

var neighbourLines = func() (lines []mainLine) {
	for _, text := range []string{gameBefore, gameAfter} {
		t, err := chess.ParsePGN(text)
		if err != nil {
			panic(err)
		}
		lines = append(lines, lineOf(t))
	}
	return lines
}()

// intactGames returns games to damage: random ones, and those in the files that
// CHESS_DAMAGE_GAMES names. They are read without an error, and have at least eight
// plies on the main line, and no null move there.
func intactGames(t *testing.T) []string {
	rng := rand.New(rand.NewPCG(20, 1))
	var games []string
	add := func(text string) {
		tree, err := chess.ParsePGN(text)
		if err != nil || len(text) > 50_000 {
			return
		}
		line := tree.Mainline()
		f := damagedFile{game: text, tree: tree}
		if len(line) >= 8 && !slices.Contains(line, 0) &&
			slices.Contains([]string{"", "Standard", "From Position"}, tree.Tag("Variant")) && f.tokenize() {
			games = append(games, text)
		}
	}
	for i := range 150 {
		add(string(appendRandomGame(t, nil, rng, i)))
		text, err := extractable(randomTree(t, rng, chess.StartPosition())).MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		add(string(text))
	}
	dir := os.Getenv("CHESS_DAMAGE_GAMES")
	if dir == "" {
		return games
	}
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".pgn" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		all := strings.Split(strings.ReplaceAll(string(text), "\r", ""), "\n\n[Event ")
		for i, game := range all {
			game = strings.TrimSpace(strings.TrimPrefix(game, "\uFEFF")) + "\n\n"
			if i > 0 {
				game = "[Event " + game
			}
			add(game)
		}
		return nil
	}); err != nil && err != io.EOF {
		t.Fatal(err)
	}
	t.Logf("%d games to damage", len(games))
	return games
}

// damagedGame returns the damaged file with index i, or nil if no game suits the
// kind of damage.
func damagedGame(t *testing.T, games []string, i int) *damagedFile {
	damage := damages[i%len(damages)]
	rng := rand.New(rand.NewPCG(20, uint64(i)))
	for range 1000 {
		f := damagedFile{before: gameBefore, game: games[rng.IntN(len(games))], after: gameAfter}
		var err error
		if f.tree, err = chess.ParsePGN(f.game); err != nil {
			t.Error(err)
			return nil
		}
		if damage.fen {
			f.beginLater(t, rng)
		}
		if damage.bare {
			if p := f.tree.Start(); p.FEN() != chess.StartFEN {
				continue
			}
			f.game = f.game[strings.Index(f.game, "\n\n")+2:]
		}
		if f.tokenize() && damage.do(&f, rng) {
			return &f
		}
	}
	t.Errorf("%s: no game suits", damage.name)
	return nil
}

// beginLater cuts off the start of the game, so that it begins with a FEN tag.
func (f *damagedFile) beginLater(t *testing.T, rng *rand.Rand) {
	skip := 1 + rng.IntN(len(f.tree.Mainline())-4)
	n := f.tree.Root()
	for range skip {
		n = n.Next()
	}
	later := chess.NewGameTree(n.Position())
	for name, value := range f.tree.Tags() {
		if name != "FEN" && name != "SetUp" {
			later.SetTag(name, value)
		}
	}
	to := later.Root()
	for n = n.Next(); n != nil; n = n.Next() {
		var err error
		if to, err = to.Add(n.Move()); err != nil {
			t.Error(err)
			return
		}
		to.SetComment(n.Comment())
	}
	text, err := later.MarshalText()
	if err != nil {
		t.Error(err)
	}
	f.tree, f.game = later, string(text)
}
