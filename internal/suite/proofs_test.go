package suite_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// pythonProofs reads texts of proofs, each with an empty line after it, and prints whether each proves its
// claim. It uses the moves and the rules of python-chess, and nothing of this package.
const pythonProofs = `
import sys, chess, chess.variant
VALUES = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 0}

def read(epd):
    rules = chess.variant.ThreeCheckBoard if len(epd.split()) > 4 else chess.Board
    return rules(epd + " 0 1", chess960=True)

def proves(claim, lines):
    claim, start = claim.split(": ")
    words, start = claim.split(), read(start)
    never = [c for c in (True, False) if words[0] in ("neither", chess.COLOR_NAMES[c].title())] if words[-1] == "win" else []
    winner = words[0] == "White"
    steps = {}
    for line in lines:
        moves, move, epd = ("0 - " + line if never else line).split(" ", 2)
        if epd in steps:
            return False
        steps[epd] = int(moves), move
    def balance(board):
        return sum(VALUES[p.symbol().lower()] * (1 if p.color == winner else -1) for p in board.piece_map().values())
    enough = balance(start) + int(words[2]) if words[1] == "gains" else 10**6
    def reaches(board, moves):
        if never:
            return board.epd() in steps or all(board.has_insufficient_material(c) for c in never)
        return board.epd() in steps and steps[board.epd()][0] < moves or balance(board) >= enough and any(board.legal_moves)
    def after(board, moves):
        replies = list(board.legal_moves)
        if not replies:
            return not (board.is_check() and (not board.turn) in never) if never else board.is_check()
        for reply in replies:
            board.push(reply)
            if not reaches(board, moves):
                return False
            board.pop()
        return True
    most = 0 if never else int(words[-1]) + 1
    if not (reaches(start, most) if never or start.turn == winner else after(start, most)):
        return False
    for epd, (moves, move) in steps.items():
        board = read(epd)
        if not never:
            if moves < 1 or board.turn != winner or not board.push_uci(move): # a null move; if illegal, an exception
                return False
        if not after(board, moves):
            return False
    return True

for proof in sys.stdin.read().split("\n\n")[:-1]:
    try:
        print(proves(proof.split("\n")[0], proof.split("\n")[1:]))
    except ValueError:
        print(False)
`

// A proofText is the text of a Proof as another program reads it.
type proofText struct {
	never   []chess.Color // who cannot win
	winner  chess.Color
	balance int // that has gained enough
	steps   map[string]proofLine
}

// A proofLine is a line of the text without its position.
type proofLine struct {
	moves int
	move  string
}

// proves checks the text of a proof by the moves of positions alone.
func proves(text string) error {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	claim, epd, _ := strings.Cut(lines[0], ": ")
	words := strings.Fields(claim)
	p := proofText{steps: map[string]proofLine{}, balance: 1_000_000}
	most := 0
	switch {
	case words[0] == "neither":
		p.never = []chess.Color{chess.White, chess.Black}
	case words[1] == "cannot" && words[0] == "White":
		p.never = []chess.Color{chess.White}
	case words[1] == "cannot":
		p.never = []chess.Color{chess.Black}
	case words[0] == "Black":
		p.winner = chess.Black
	}
	if p.never == nil {
		n, err := strconv.Atoi(words[len(words)-1])
		if err != nil {
			return err
		}
		most = n + 1
	}
	start, err := chess.ParseFEN(epd)
	if err != nil {
		return err
	}
	if words[1] == "gains" {
		gain, err := strconv.Atoi(words[2])
		if err != nil {
			return err
		}
		p.balance = p.material(start) + gain
	}
	for _, line := range lines[1:] {
		var l proofLine
		if p.never == nil {
			if _, err := fmt.Sscanf(line, "%d %s", &l.moves, &l.move); err != nil {
				return err
			}
			line = strings.SplitN(line, " ", 3)[2]
		}
		if _, again := p.steps[line]; again {
			return errors.New("a position comes twice")
		}
		p.steps[line] = l
	}
	if p.never != nil || start.Turn() == p.winner {
		if !p.reaches(start, most) {
			return errors.New("no step for the start")
		}
	} else if err := p.after(start, most); err != nil {
		return err
	}
	for epd, l := range p.steps {
		if err := p.step(epd, l); err != nil {
			return fmt.Errorf("%s: %w", epd, err)
		}
	}
	return nil
}

// step checks a line.
func (p *proofText) step(epd string, l proofLine) error {
	at, err := chess.ParseFEN(epd)
	switch {
	case err != nil:
		return err
	case p.never != nil:
		return p.after(at, 0)
	case l.moves < 1 || at.Turn() != p.winner:
		return errors.New("not a move of the winner")
	}
	for _, m := range at.AppendMoves(nil) {
		if m.String() == l.move {
			return p.after(at.After(m), l.moves)
		}
	}
	return errors.New("illegal")
}

// after checks all moves of a position.
func (p *proofText) after(at chess.Position, moves int) error {
	replies := at.AppendMoves(nil)
	if len(replies) == 0 {
		switch mate := at.InCheck(); {
		case p.never == nil && !mate:
			return errors.New("stalemate")
		case mate && slices.Contains(p.never, at.Turn().Other()):
			return errors.New("mate")
		}
	}
	for _, m := range replies {
		if !p.reaches(at.After(m), moves) {
			return fmt.Errorf("no step after %v", m)
		}
	}
	return nil
}

// reaches reports whether a position has a step of fewer than a number of moves, or needs none.
func (p *proofText) reaches(at chess.Position, moves int) bool {
	l, ok := p.steps[at.EPD()]
	if p.never != nil {
		return ok || !slices.ContainsFunc(p.never, at.CanWin)
	}
	return ok && l.moves < moves || p.material(at) >= p.balance && len(at.AppendMoves(nil)) > 0
}

// material counts the pieces of the winner less those of the other side.
func (p *proofText) material(at chess.Position) (sum int) {
	values := map[rune]int{'P': 100, 'N': 300, 'B': 300, 'R': 500, 'Q': 900}
	board, _, _ := strings.Cut(at.EPD(), " ")
	for _, c := range board {
		sum += values[c]
		if unicode.IsLower(c) {
			sum -= values[unicode.ToUpper(c)]
		}
	}
	if p.winner == chess.Black {
		return -sum
	}
	return sum
}

// A proofSample is a number of proofs, and what they take.
type proofSample struct {
	t       *testing.T
	rng     *rand.Rand
	texts   []string
	want    []bool // whether each proves its claim
	bytes   int
	longest int
	took    time.Duration
	made    int
}

// add proves a claim and keeps the text, and the same with something wrong in it. It reports whether there is
// a proof.
func (s *proofSample) add(p chess.Proof, tables chess.Tablebase, nodes int64) bool {
	s.t.Helper()
	start := time.Now()
	if p.Prove(s.t.Context(), tables, nodes) != nil {
		return false
	}
	s.took += time.Since(start)
	text, err := p.MarshalText()
	if err != nil {
		s.t.Fatal(err)
	}
	s.made++
	s.bytes += len(text)
	s.longest = max(s.longest, len(text))
	s.texts, s.want = append(s.texts, string(text)), append(s.want, true)
	if len(p.Steps) > 0 {
		s.texts, s.want = append(s.texts, s.broken(string(text), len(p.Steps))), append(s.want, false)
	}
	return true
}

// broken returns the text of a proof with something wrong in it.
func (s *proofSample) broken(text string, steps int) string {
	lines := strings.Split(text, "\n")
	i := 1 + s.rng.IntN(steps)
	words := strings.Split(lines[i], " ")
	claim, epd, _ := strings.Cut(lines[0], ": ")
	moves := strings.Contains(claim, " in ")
	switch way := s.rng.IntN(6); {
	case way == 0 && moves:
		words[1] = "a1a1"
	case way == 1 && moves:
		words[0] = "0"
	case way == 2 && moves && i > 1 && strings.HasSuffix(lines[1], epd): // no fewer than before
		words[0] = strings.Split(lines[1], " ")[0]
	case way == 3 && moves:
		for from, to := range map[string]string{"White": "Black", "Black": "White"} {
			if rest, ok := strings.CutPrefix(lines[0], from); ok {
				lines[0] = to + rest
				break
			}
		}
	case way == 4 && moves:
		last := strings.LastIndexByte(claim, ' ')
		n, _ := strconv.Atoi(claim[last+1:])
		best, _ := strconv.Atoi(strings.Split(lines[1], " ")[0])
		lines[0] = fmt.Sprintf("%s %d: %s", claim[:last], min(n, best)-1, epd)
	default:
		return strings.Join(slices.Delete(lines, i, i+1), "\n")
	}
	lines[i] = strings.Join(words, " ")
	return strings.Join(lines, "\n")
}

// check has three programs check all proofs.
func (s *proofSample) check() {
	t := s.t
	t.Logf("%d proofs, %d bytes on average, at most %d; %v each", s.made, s.bytes/s.made, s.longest, s.took/time.Duration(s.made))
	for i, text := range s.texts {
		if err := proves(text); (err == nil) != s.want[i] {
			t.Errorf("by moves: %v, want %v:\n%s", err, s.want[i], text)
		}
		var p chess.Proof
		err := p.UnmarshalText([]byte(text))
		if err == nil {
			err = p.Check()
		}
		if (err == nil) != s.want[i] {
			t.Errorf("by Check: %v, want %v:\n%s", err, s.want[i], text)
		}
	}
	if exec.Command("python3", "-c", "import chess.variant").Run() != nil {
		t.Log("python-chess is not installed")
		return
	}
	cmd := exec.Command("python3", "-c", pythonProofs)
	cmd.Stdin, cmd.Stderr = strings.NewReader(strings.Join(s.texts, "\n")+"\n"), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	verdicts := strings.Fields(string(out))
	if len(verdicts) != len(s.texts) {
		t.Fatalf("python-chess checked %d of %d", len(verdicts), len(s.texts))
	}
	for i, verdict := range verdicts {
		if (verdict == "True") != s.want[i] {
			t.Errorf("by python-chess: %s, want %v:\n%s", verdict, s.want[i], s.texts[i])
		}
	}
	t.Logf("python-chess checked %d, %d of them wrong", len(verdicts), len(verdicts)-s.made)
}

// TestProofs has a program with nothing but moves, and python-chess, check proofs of mates, gains and dead
// positions, and proofs with something wrong in them. Of the mates some are of tables, the others of random
// games. CHESS_FULL=1 makes 10,000.
func TestProofs(t *testing.T) {
	t.Parallel()
	all := 10_000
	if chesstest.Sampled(t) {
		all = 100
	}
	s := proofSample{t: t, rng: chesstest.Rand(t)}
	tables := madeTables(t, "KQvK", "KRvK", "KPvK")
	for s.made < all/20 {
		p := randomPlayable(s.rng, mustEnding([]string{"KQvK", "KRvK", "KPvK"}[s.rng.IntN(3)]))
		truth, err := tables.Probe(&p)
		if err != nil {
			t.Fatal(err)
		}
		moves, _ := truth.MateInMoves()
		claim := chess.Proof{Start: p.Key(), Winner: p.Turn(), Moves: moves}
		if moves < 0 {
			claim.Winner, claim.Moves = p.Turn().Other(), -moves
		}
		if claim.Moves > 0 && claim.Moves < 9 && !s.add(claim, tables, 100_000) {
			t.Errorf("%v: no proof of mate in %d", p, moves)
		}
	}
	for _, fen := range []string{
		"8/2k5/1p1p1p1p/1P1P1P1P/8/2K5/8/8 w - - 0 1", "8/8/4k3/1p1p1p1p/pPpPpPpP/P1P1P1P1/4K3/8 w - - 0 1",
		"7k/7P/7K/8/8/8/8/8 b - - 0 1", "8/8/8/2k5/8/8/8/K6n w - - 0 1", "7k/7P/6K1/8/8/8/8/8 w - - 0 1",
	} {
		for _, never := range [][2]bool{{true, true}, {true, false}, {false, true}} {
			p := chess.MustParseFEN(fen)
			s.add(chess.Proof{Start: p.Key(), CannotWin: never}, nil, 100_000)
		}
	}
	three := chess.ThreeCheck.StartPosition()
	for s.made < all {
		g := chess.NewGame()
		if s.rng.IntN(10) == 0 {
			g = chess.NewGame(three)
		}
		for !g.Outcome().Over() && s.made < all {
			p := g.Position()
			claim := chess.Proof{Start: p.Key(), Winner: chess.Color(s.rng.IntN(2)), Moves: 1 + s.rng.IntN(4)}
			if s.rng.IntN(100) == 0 {
				claim.Gain = 100 * (1 + s.rng.IntN(9))
			}
			if g.Len() > 10 && (claim.Gain > 0 || s.rng.IntN(8) == 0) {
				s.add(claim, nil, 500)
			}
			moves := p.AppendMoves(nil)
			if err := g.Play(moves[s.rng.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.check()
}
