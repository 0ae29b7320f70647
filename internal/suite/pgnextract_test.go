package suite_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

// TestPGNExtract compares the PGN of this package with pgn-extract, an independent
// program. pgn-extract reads games that GameTree has written. It must report no
// error, and find the same moves, the same EPD after each move, and the same FEN
// after the last, on the main lines. The test is skipped where pgn-extract is not
// installed (on Debian: apt-get install pgn-extract). It uses a few hundred games;
// for more
//
//	PGN_EXTRACT_GAMES=10000 go test -run TestPGNExtract ./internal/suite
//
// pgn-extract 19.04 does not read comments behind semicolons or between a number and
// the move, nor null moves on a main line, so the games have none. The en-passant
// square in its EPDs does not depend on pins, so its EPDs are read and written again
// before they are compared.
func TestPGNExtract(t *testing.T) {
	program, err := exec.LookPath("pgn-extract")
	if err != nil {
		program = "/usr/games/pgn-extract" // where Debian has it, often outside PATH
		if _, err := os.Stat(program); err != nil {
			t.Skip("pgn-extract is not installed")
		}
	}
	games := 300
	if s := os.Getenv("PGN_EXTRACT_GAMES"); s != "" {
		if games, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "games.pgn")
	rng := rand.New(rand.NewPCG(13, 14))
	// Each file has at most 300 games, so that the cause of an error is easy to find.
	for games > 0 {
		var text, want []byte
		var positions, finals []string
		for range min(games, 300) {
			var tree *chess.GameTree
			if rng.IntN(2) == 0 {
				if tree, err = chess.ParsePGN(string(appendRandomGame(t, nil, rng, 1))); err != nil {
					t.Fatal(err)
				}
			} else {
				tree = extractable(randomTree(t, rng, chess.MustParseFEN([]string{
					chess.StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
					"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "r3k2r/8/8/8/3pPp2/8/8/R3K1RR b KQkq e3 0 17",
				}[rng.IntN(4)])))
				end := tree.Root()
				for end.Next() != nil {
					end = end.Next()
				}
				p := end.Position()
				setResult(t, tree, p.Outcome().String()) // otherwise pgn-extract warns
			}
			written, err := tree.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, written...)
			bare := chess.NewGameTree(tree.Start())
			if _, err := bare.Root().Add(tree.Mainline()...); err != nil {
				t.Fatal(err)
			}
			setResult(t, bare, tree.Tag("Result"))
			want = append(want, movetextOf(t, bare)+"\n"...)
			final := ""
			for _, p := range bare.Nodes() {
				positions = append(positions, p.After().EPD())
				final = p.After().FEN()
			}
			if len(tree.Mainline()) == 0 {
				final = "" // pgn-extract writes none for a game without moves
			}
			finals = append(finals, final)
		}
		games -= min(games, 300)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		run := func(args ...string) []string {
			var stdout, stderr bytes.Buffer
			cmd := exec.Command(program, append(args, "-s", file)...)
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if err := cmd.Run(); err != nil || stderr.Len() > 0 {
				t.Fatalf("pgn-extract: %v\n%.2000s", err, stderr.String())
			}
			return slices.DeleteFunc(strings.Split(stdout.String(), "\n"), func(s string) bool { return s == "" })
		}

		moves := run("--notags", "-C", "-N", "-V", "-w100000")
		wantMoves := strings.Split(strings.TrimSpace(string(want)), "\n")
		for i, line := range wantMoves {
			if i >= len(moves) || strings.TrimSpace(moves[i]) != line {
				t.Fatalf("game %d of %d, pgn-extract has %d:\n%s\npgn-extract:\n%s", i+1, len(wantMoves), len(moves), line, moves[min(i, len(moves)-1)])
			}
		}
		fens := run("--notags", "-C", "-N", "-V", "-w100000", "-F")
		for i, want := range finals {
			if i >= len(fens) || want != "" && !strings.Contains(fens[i], `"`+want+`"`) {
				t.Fatalf("game %d ends at %s\npgn-extract: %s", i+1, want, fens[min(i, len(fens)-1)])
			}
		}
		epds := run("-Wepd", "--nofauxep")
		for i, want := range positions {
			if i >= len(epds) {
				t.Fatalf("pgn-extract has %d positions, want %d", len(epds), len(positions))
			}
			p, err := chess.ParseFEN(strings.Join(strings.Fields(epds[i])[:4], " "))
			if err != nil || p.EPD() != want {
				t.Fatalf("position %d: %s, pgn-extract %s, %v", i, want, epds[i], err)
			}
		}
		if len(epds) != len(positions) || len(moves) != len(wantMoves) {
			t.Errorf("pgn-extract has %d games and %d positions, want %d and %d", len(moves), len(epds), len(wantMoves), len(positions))
		}
	}
}

// setResult sets the result of a game.
func setResult(t *testing.T, tree *chess.GameTree, result string) {
	t.Helper()
	if err := tree.SetTag("Result", result); err != nil {
		t.Fatal(err)
	}
}

// extractable removes from a tree what pgn-extract does not read.
func extractable(tree *chess.GameTree) *chess.GameTree {
	var passes []*chess.Node
	for n := range tree.Nodes() {
		if n.Move() == 0 && n.Parent() != nil {
			passes = append(passes, n)
		}
	}
	for _, n := range passes {
		n.Delete()
	}
	for n := range tree.Nodes() {
		n.SetComment(strings.ReplaceAll(n.Comment(), "}", ""))
		if n.Parent() == nil {
			continue
		}
		n.SetCommentBefore(strings.ReplaceAll(n.CommentBefore(), "}", ""))
		first := func(n *chess.Node) bool { return n.Parent() == nil || n.Parent().Next() == n }
		last := func(n *chess.Node) bool {
			found := n
			if n.Parent() != nil {
				for found = range n.Parent().Children() {
				}
			}
			return found == n
		}
		if first(n) && (!first(n.Parent()) || last(n.Parent())) {
			n.SetCommentBefore("")
		}
	}
	return tree
}
