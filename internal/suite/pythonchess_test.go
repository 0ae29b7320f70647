package suite_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// pythonChess reads games, each a variant, a FEN and moves in UCI's form, and prints a line for the
// position after each move, as pythonLine does. It would mark kings that were pawns, in Antichess.
const pythonChess = `
import sys, chess, chess.polyglot, chess.variant
for line in sys.stdin:
    variant, fen, moves = line.rstrip("\n").split(";")
    rules = chess.Board if variant == "Standard" else chess.variant.find_variant(variant)
    board = rules(fen, chess960=True)
    def san(move):
        text = board.san(move)
        return "P" + text if text[0] == "@" else text
    for move in moves.split():
        board.push_uci(move)
        over = board.outcome()
        print(board.fen(en_passant="fen", promoted=variant == "Crazyhouse"), "%016x" % (0 if variant != "Standard" else chess.polyglot.zobrist_hash(board)), *sorted(map(san, board.legal_moves)), sep=" ", end=";")
        print(board.is_check(), over.result() if over else "*", not over and board.can_claim_draw())
`

// variants are those that TestPythonChess plays.
var variants = func() (list []chess.Variant) {
	for _, name := range strings.Fields("Standard 3check kingofthehill racingkings antichess atomic horde crazyhouse suicide giveaway") {
		var v chess.Variant
		if err := v.UnmarshalText([]byte(name)); err != nil {
			panic(err)
		}
		list = append(list, v)
	}
	return list
}()

// TestPythonChess compares random games of all variants, some of them of Chess960, with python-chess: the FEN,
// the key, the moves as SAN, checks, the end of the game, and what may be claimed. It
// is skipped if python-chess is not installed.
func TestPythonChess(t *testing.T) {
	if exec.Command("python3", "-c", "import chess.polyglot").Run() != nil {
		t.Skip("python-chess is not installed")
	}
	rng := chesstest.Rand(t)
	var games, want strings.Builder
	each := chesstest.Sample(t, 4_000) // plies, and five times as many at night
	for _, variant := range variants {
		played := 0
		for i := 0; played < each; i++ {
			start := variant.StartPosition()
			if number, err := chess.Chess960Position(rng.IntN(960)); err != nil {
				t.Fatal(err)
			} else if start.FEN() == chess.StartFEN && i%2 > 0 {
				if start, err = variant.ParseFEN(number.FEN()); err != nil {
					t.Fatal(err)
				}
			}
			fmt.Fprintf(&games, "%v;%s;", variant, start.FEN())
			g := chess.NewGame(start)
			for ; g.Outcome() == (chess.Outcome{}); played++ {
				p := g.Position()
				moves := p.AppendMoves(nil)
				m := moves[rng.IntN(len(moves))]
				fmt.Fprintf(&games, "%s ", p.UCI960(m))
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
				want.WriteString(pythonLine(g))
			}
			games.WriteByte('\n')
		}
		t.Logf("%v: %d plies", variant, played)
	}
	cmd := exec.Command("python3", "-c", pythonChess)
	cmd.Stdin, cmd.Stderr = strings.NewReader(games.String()), os.Stderr
	got, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(want.String(), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("(-package +python-chess):\n%s", diff)
	}
}

// pythonLine describes the position of a game in the words of Python.
func pythonLine(g *chess.Game) string {
	p := g.Position()
	var sans []string
	for _, m := range p.AppendMoves(nil) {
		sans = append(sans, p.SAN(m))
	}
	slices.Sort(sans)
	key, _ := p.PolyglotKey() // 0 in a variant
	_, claim := g.CanClaimDraw()
	python := map[bool]string{true: "True", false: "False"}
	return strings.Join(append([]string{p.FEN(), fmt.Sprintf("%016x", key)}, sans...), " ") + fmt.Sprintf(";%s %v %s\n", python[p.InCheck()], g.Outcome(), python[claim])
}
