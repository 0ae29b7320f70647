package chess

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// mustProve returns a Proof with its steps, which it checks.
func mustProve(t *testing.T, p Proof, tables Tablebase) Proof {
	t.Helper()
	if err := p.Prove(t.Context(), tables, 300_000); err != nil {
		t.Fatalf("%s: %v: %v", p.claim(), p.Start, err)
	}
	if err := p.Check(); err != nil {
		t.Fatalf("%s: %v: %v", p.claim(), p.Start, err)
	}
	return p
}

// mateIn2 is the proof of a mate in two moves.
const mateIn2 = `White mates in 2: 4k3/8/8/8/8/8/R7/1R2K3 w - -
2 b1b7 4k3/8/8/8/8/8/R7/1R2K3 w - -
1 a2a8 3k4/1R6/8/8/8/8/R7/4K3 w - -
1 a2a8 5k2/1R6/8/8/8/8/R7/4K3 w - -
`

// equateKeys compares keys.
var equateKeys = cmp.Comparer(func(a, b Key) bool { return a == b })

// readProof reads a text.
func readProof(t *testing.T, text string) (p Proof) {
	t.Helper()
	if err := p.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return p
}

// Check refuses a proof in which anything is wrong, and names the step.
func TestProofCheck(t *testing.T) {
	const (
		gain = "White gains 900 in 1: 4k3/8/8/3q4/8/8/8/3RK3 w - -\n1 d1d5 4k3/8/8/3q4/8/8/8/3RK3 w - -\n"
		dead = "neither side can win: 7k/7P/7K/8/8/8/8/8 b - -\n7k/7P/7K/8/8/8/8/8 b - -\n"
	)
	for _, tt := range []struct{ text, old, new, want string }{
		{text: mateIn2},
		{text: gain},
		{text: dead},
		{text: "White cannot win: 8/8/4k3/8/8/8/1q6/K7 w - -\n"},
		{mateIn2, "1 a2a8 5k2/1R6/8/8/8/8/R7/4K3 w - -\n", "",
			"chess: step 1 of the proof, 4k3/8/8/8/8/8/R7/1R2K3 w - -: e8f8 leads to 5k2/1R6/8/8/8/8/R7/4K3 w - -, which is no step with fewer moves"},
		{mateIn2, "\n2 b1b7", "\n1 b1b7",
			"chess: step 1 of the proof, 4k3/8/8/8/8/8/R7/1R2K3 w - -: e8d8 leads to 3k4/1R6/8/8/8/8/R7/4K3 w - -, which is no step with fewer moves"},
		{mateIn2, "1 a2a8 3k4", "2 b1b8 3k4",
			"chess: step 1 of the proof, 4k3/8/8/8/8/8/R7/1R2K3 w - -: e8d8 leads to 3k4/1R6/8/8/8/8/R7/4K3 w - -, which is no step with fewer moves"},
		{mateIn2, "1 a2a8 3k4", "0 b1b8 3k4",
			"chess: step 2 of the proof, 3k4/1R6/8/8/8/8/R7/4K3 w - -: the number of moves is less than 1"},
		{mateIn2, "1 a2a8 3k4", "1 a2b8 3k4",
			"chess: step 2 of the proof, 3k4/1R6/8/8/8/8/R7/4K3 w - -: a2b8 is not a legal move"},
		{mateIn2, "1 a2a8 3k4", "1 b7c7 3k4",
			"chess: step 2 of the proof, 3k4/1R6/8/8/8/8/R7/4K3 w - -: d8c7 leads to 8/2k5/8/8/8/8/R7/4K3 w - -, which is no step with fewer moves"},
		{mateIn2, "mates in 2", "mates in 1", "chess: the proof has no step for its Start"},
		{mateIn2, "White", "Black", "chess: the proof does not hold at its Start: e1d1 leads to 4k3/8/8/8/8/8/R7/1R1K4 b - -, which is no step with fewer moves"},
		{mateIn2, "\n2 b1b7", "\n1 a2a8 5k2/1R6/8/8/8/8/R7/4K3 w - -\n2 b1b7",
			"chess: step 4 of the proof, 5k2/1R6/8/8/8/8/R7/4K3 w - -: the position is that of another step"},
		{mateIn2, "\n2 b1b7", "\n1 a8a7 k7/R7/1K6/8/8/8/8/8 b - -\n2 b1b7",
			"chess: step 1 of the proof, k7/R7/1K6/8/8/8/8/8 b - -: the other side is to move"},
		{mateIn2, "\n2 b1b7", "\n1 f1f7 7k/8/6K1/8/8/8/8/5Q2 w - -\n2 b1b7",
			"chess: step 1 of the proof, 7k/8/6K1/8/8/8/8/5Q2 w - -: it is stalemate"},
		{gain, "gains 900", "gains 1000",
			"chess: step 1 of the proof, 4k3/8/8/3q4/8/8/8/3RK3 w - -: e8e7 leads to 8/4k3/8/3R4/8/8/8/4K3 w - -, which is no step with fewer moves"},
		{gain, "8/3RK3", "6b1/3RK3", // it recaptures
			"chess: step 1 of the proof, 4k3/8/8/3q4/8/8/6b1/3RK3 w - -: g2d5 leads to 4k3/8/8/3b4/8/8/8/4K3 w - -, which is no step with fewer moves"},
		{dead, "\n7k/7P/7K/8/8/8/8/8 b - -", "", "chess: the proof has no step for its Start"},
		{dead, "7K/8/8/8/8/8 b", "6K1/8/8/8/8/8 w",
			"chess: step 1 of the proof, 7k/7P/6K1/8/8/8/8/8 w - -: g6f5 leads to 7k/7P/8/5K2/8/8/8/8 b - -, which is no step"},
		{"White cannot win: 7k/5KQ1/8/8/8/8/8/8 b - -\n7k/5KQ1/8/8/8/8/8/8 b - -", "", "",
			"chess: step 1 of the proof, 7k/5KQ1/8/8/8/8/8/8 b - -: it is mate"},
	} {
		p := readProof(t, strings.ReplaceAll(tt.text, tt.old, tt.new))
		got := ""
		if err := p.Check(); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q to %q (-want +got):\n%s", tt.old, tt.new, diff)
		}
	}
}

// Claims that are none, and steps that text cannot have, are errors.
func TestProofClaims(t *testing.T) {
	key := MustParseFEN("4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1").Key()
	for _, tt := range []struct {
		proof Proof
		want  error
	}{
		{Proof{}, errNoClaim},
		{Proof{Start: key}, errNoClaim},
		{Proof{Start: key, Moves: -1}, errNoClaim},
		{Proof{Start: key, Gain: 100}, errNoClaim},
		{Proof{Start: key, Moves: 1, Gain: -1}, errNoClaim},
		{Proof{Start: key, Moves: 1, Gain: math.MaxInt}, errNoClaim},
		{Proof{Start: key, Moves: math.MaxInt}, errNoClaim},
		{Proof{Start: key, Moves: 1, Winner: 2}, errNoClaim},
		{Proof{Start: key, Moves: 1, CannotWin: [2]bool{true}}, errNoClaim},
		{Proof{Start: key, Winner: Black, CannotWin: [2]bool{true}}, errNoClaim},
		{Proof{Start: Atomic.StartPosition().Key(), Moves: 1}, errProofVariant},
	} {
		if err := tt.proof.Check(); err != tt.want {
			t.Errorf("%+v: %v", tt.proof, err)
		}
		if err := tt.proof.Prove(t.Context(), nil, 1000); err != tt.want {
			t.Errorf("%+v: %v", tt.proof, err)
		}
	}
	if err := (Proof{Moves: 1}).Check(); err == nil || err.Error() != "chess: the Start of the proof: a side without a king" {
		t.Error(err)
	}
	dead := Proof{Start: key, CannotWin: bothCannotWin, Steps: []ProofStep{{key, key.Position().LegalMoves()[0], 0}}}
	if err := dead.Check(); err == nil || !strings.HasSuffix(err.Error(), ": it has a move") {
		t.Error(err)
	}
}

// The search proves what is true, and disproves what is false, in both colours.
func TestProve(t *testing.T) {
	mirrored := func(p Position) Position {
		s := p.Setup()
		m := s
		for sq, piece := range s.Board {
			if piece != NoPiece {
				piece = piece.Type().Of(piece.Color().Other())
			}
			m.Board[sq^56] = piece
		}
		m.Turn, m.Castling = s.Turn.Other(), slices.Clone(s.Castling)
		for i := range m.Castling {
			m.Castling[i] ^= 56
		}
		m.Checks[White], m.Checks[Black] = s.Checks[Black], s.Checks[White]
		q, err := m.Position()
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	for _, tt := range []struct {
		name, fen string
		proof     Proof
		err       error
		steps     int
	}{
		{"mate in two", "4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1", Proof{Moves: 2}, nil, 3},
		{"not in one", "4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1", Proof{Moves: 1}, ErrDisproved, 0},
		{"not mated in one", "4k3/8/8/8/8/8/R7/1R2K3 b - - 0 1", Proof{Moves: 1}, ErrDisproved, 0},
		{"mated in one", "7k/R7/8/8/8/8/8/1R2K3 b - - 0 1", Proof{Moves: 1}, nil, 1},
		{"by castling", "3k4/2p1p1N1/1N6/8/8/8/p7/R3K3 w Q - 99 80", Proof{Moves: 1}, nil, 1},
		{"by promotion", "7k/5P2/6K1/8/8/8/8/8 w - - 0 1", Proof{Moves: 1}, nil, 1},
		{"a third check", "6k1/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0", Proof{Moves: 1}, nil, 1},
		{"a second check", "6k1/8/8/8/8/8/8/R3K3 w - - 0 1 +1+0", Proof{Moves: 1}, ErrDisproved, 0},
		{"a fork", "3q3k/8/8/4N3/8/8/5PPP/6K1 w - - 0 1", Proof{Moves: 2, Gain: 900}, nil, 0},
		{"no fork in one", "3q3k/8/8/4N3/8/8/5PPP/6K1 w - - 0 1", Proof{Moves: 1, Gain: 900}, ErrDisproved, 0},
		{"a piece that mate wins", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", Proof{Moves: 1, Gain: 100}, nil, 1},
		{"a piece that stalemate keeps", "k7/2q5/K7/8/8/8/8/2Q5 w - - 0 1", Proof{Moves: 1, Gain: 900}, ErrDisproved, 0},
		{"nothing to win with", "8/8/4k3/8/8/8/8/K6N w - - 0 1", Proof{CannotWin: bothCannotWin}, nil, 0},
		{"a wall", "8/2k5/1p1p1p1p/1P1P1P1P/8/2K5/8/8 w - - 0 1", Proof{CannotWin: bothCannotWin}, nil, 1024},
		{"no wall", "8/8/8/1p1p1p1p/1P1P1P1P/8/2K1k3/8 w - - 0 1", Proof{CannotWin: bothCannotWin}, ErrDisproved, 0},
		{"one side", "7k/7P/6K1/8/8/8/8/8 w - - 0 1", Proof{CannotWin: [2]bool{Black: true}}, nil, 0},
		{"the other", "7k/7P/6K1/8/8/8/8/8 w - - 0 1", Proof{CannotWin: [2]bool{White: true}}, ErrDisproved, 0},
	} {
		for i, p := range []Position{MustParseFEN(tt.fen), mirrored(MustParseFEN(tt.fen))} {
			proof := tt.proof
			proof.Start = p.Key()
			if i == 1 {
				proof.CannotWin[White], proof.CannotWin[Black] = tt.proof.CannotWin[Black], tt.proof.CannotWin[White]
				if !proof.forbids() {
					proof.Winner = Black
				}
			}
			if err := proof.Prove(t.Context(), nil, 100_000); err != tt.err {
				t.Errorf("%s, %v: %v", tt.name, p, err)
				continue
			}
			if tt.err != nil {
				continue
			}
			if err := proof.Check(); err != nil || tt.steps > 0 && len(proof.Steps) != tt.steps {
				t.Errorf("%s, %v: %v, %d steps", tt.name, p, err, len(proof.Steps))
			}
		}
	}
}

// Limits and contexts end a proof, which has no steps then; tables answer at once.
func TestProveLimits(t *testing.T) {
	p := MustParseFEN("8/8/8/3k4/8/8/8/3KR3 w - - 0 1")
	tables := threePieces()
	truth, err := tables.Probe(&p)
	if err != nil {
		t.Fatal(err)
	}
	moves, _ := truth.MateInMoves()
	proof := Proof{Start: p.Key(), Moves: moves}
	if err := proof.Prove(t.Context(), nil, 500); err != errNotProven || proof.Steps != nil {
		t.Errorf("%v, %d steps", err, len(proof.Steps))
	}
	if err := proof.Prove(t.Context(), tables, 10); err != errNotProven || proof.Steps != nil {
		t.Errorf("%v, %d steps", err, len(proof.Steps))
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if err := proof.Prove(done, nil, 1_000_000); err != context.Canceled {
		t.Error(err)
	}
	wall := Proof{Start: MustParseFEN("4b3/8/4k3/1p1p1p1p/1P1P1P1P/2B1K3/8/8 w - - 0 1").Key(), CannotWin: bothCannotWin}
	if err := wall.Prove(done, nil, 1_000_000); err != context.Canceled {
		t.Error(err)
	}
	mustProve(t, proof, tables)
	if proof.Moves--; proof.Prove(t.Context(), tables, 1_000_000) != ErrDisproved {
		t.Errorf("mate in %d", proof.Moves)
	}
	broken := errors.New("broken")
	if err := proof.Prove(t.Context(), brokenTables{broken}, 1000); err != broken {
		t.Error(err)
	}
}

// brokenTables is a Tablebase that always fails.
type brokenTables struct{ err error }

func (b brokenTables) MaxPieces() int                       { return 5 }
func (b brokenTables) WDL(*Position) (WDL, error)           { return 0, b.err }
func (b brokenTables) Probe(*Position) (ProbeResult, error) { return ProbeResult{}, b.err }

// Every mate of testdata has a proof, and none that is shorter.
func TestProveMates(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"mates.epd", "longmates.epd"} {
		for _, epd := range readEPDs(t, name) {
			moves, ok := epd.Int("dm")
			if !ok || moves > 4 && chesstest.Sampled(t) {
				continue
			}
			p := Proof{Start: epd.Position.Key(), Winner: epd.Position.Turn(), Moves: int(moves)}
			mustProve(t, p, nil)
			if p.Moves--; p.Moves == 0 || p.Moves > 3 {
				continue
			}
			if err := p.Prove(t.Context(), nil, 1_000_000); err != ErrDisproved {
				t.Errorf("%s: %s: %v", name, p.claim(), err)
			}
		}
	}
}

// A text is read as it was written, and equal proofs have equal texts.
func TestProofText(t *testing.T) {
	proofs := []Proof{{}}
	for _, p := range []Proof{
		{Start: MustParseFEN("4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1").Key(), Moves: 2},
		{Start: MustParseFEN("3q3k/8/8/4N3/8/8/5PPP/6K1 w - - 0 1").Key(), Moves: 2, Gain: 900},
		{Start: MustParseFEN("8/2k5/1p1p1p1p/1P1P1P1P/8/2K5/8/8 w - - 0 1").Key(), CannotWin: bothCannotWin},
		{Start: MustParseFEN("8/8/8/8/8/1k6/8/K7 w - - 0 1").Key(), CannotWin: [2]bool{White: true}},
		{Start: MustParseFEN("8/8/8/8/8/1k6/8/K7 w - - 0 1").Key(), CannotWin: [2]bool{Black: true}},
		{Start: MustParseFEN("6k1/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0").Key(), Moves: 1},
	} {
		proofs = append(proofs, mustProve(t, p, nil))
	}
	for _, p := range proofs {
		text, err := p.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		reversed := p
		reversed.Steps = slices.Clone(p.Steps)
		slices.Reverse(reversed.Steps)
		again, err := reversed.MarshalText()
		if diff := cmp.Diff(string(text), string(again)); diff != "" || err != nil {
			t.Errorf("%v, (-want +got):\n%s", err, diff)
		}
		if diff := cmp.Diff(p, readProof(t, string(text)), equateKeys); diff != "" {
			t.Errorf("(-written +read):\n%s", diff)
		}
		windows := readProof(t, strings.ReplaceAll(string(text), "\n", "\r\n"))
		if diff := cmp.Diff(p, windows, equateKeys); diff != "" {
			t.Errorf("(-written +read):\n%s", diff)
		}
	}
	text, err := proofs[1].MarshalText()
	if diff := cmp.Diff(mateIn2, string(text)); diff != "" || err != nil {
		t.Errorf("%v, (-want +got):\n%s", err, diff)
	}
	for _, none := range []Proof{{Start: proofs[1].Start}, {Moves: 2}, {Moves: 2, CannotWin: [2]bool{true}}} {
		if _, err := none.MarshalText(); err != errNoClaim {
			t.Error(err)
		}
	}
	if blank := readProof(t, mateIn2+"\n\r\n"); !cmp.Equal(proofs[1], blank, equateKeys) {
		t.Errorf("with blank lines at the end: %v", blank)
	}
}

// Errors of a text tell the line and the place.
func TestProofTextErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"White mates: 8/8/8/8/8/8/8/K1k5 w - -", `line 1, column 1: proof "White mates: 8/8/8/8/8/8/8/K1k5 w - -": malformed: want a claim such as "White mates in 2", a colon, and an EPD`},
		{"White mates in 02: 8/8/8/8/8/8/8/K1k5 w - -", `line 1, column 1: proof "White mates in 02: 8/8/8/8/8/8/8/K1k5 w - -": malformed: want a claim such as "White mates in 2", a colon, and an EPD`},
		{"Red cannot win: 8/8/8/8/8/8/8/K1k5 w - -", `line 1, column 1: proof "Red cannot win: 8/8/8/8/8/8/8/K1k5 w - -": malformed: want a claim such as "White mates in 2", a colon, and an EPD`},
		{"White mates in 2: 8/8/8/8/8/8/8/K1x5 w - -", `line 1, column 1: proof "White mates in 2: 8/8/8/8/8/8/8/K1x5 w - -": malformed at character 35: "x" is neither a piece, a digit from 1 to 8, nor a slash`},
		{mateIn2 + "1 b1b8", `line 5, column 1: proof "1 b1b8": malformed: want the number of moves, a move and an EPD`},
		{mateIn2 + "x b1b8 8/8/8/8/8/8/8/K1k5 w - -", `line 5, column 1: proof "x b1b8 8/8/8/8/8/8/8/K1k5 w - -": malformed: the number of moves is missing`},
		{mateIn2 + "1 b1b9 8/8/8/8/8/8/8/K1k5 w - -", `line 5, column 1: proof "1 b1b9 8/8/8/8/8/8/8/K1k5 w - -": malformed at character 3: the move is malformed`},
		{mateIn2 + "1 b1b8 8/8/8/8/8/8/8/K1k5", `line 5, column 1: proof "1 b1b8 8/8/8/8/8/8/8/K1k5": malformed at character 26: the field is missing`},
		{mateIn2 + "\n" + mateIn2, `line 5, column 1: proof "": malformed: want the number of moves, a move and an EPD`},
	} {
		var p Proof
		err := p.UnmarshalText([]byte(tt.text))
		if _, ok := errors.AsType[*ParseError](err); !ok {
			t.Fatalf("%q: %v", tt.text, err)
		}
		if diff := cmp.Diff(tt.want, err.Error()); diff != "" || p.Steps != nil {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// Every remark of a mate has a proof that begins with the move.
func TestRemarkProve(t *testing.T) {
	t.Parallel()
	said := map[RemarkKind]int{}
	prove := func(g *Game, m Move, nodes int64) {
		w := mustExplain(t, newTestSearcher(), g, m, Limits{Nodes: nodes})
		for _, r := range w.Remarks {
			p, err := r.Prove(t.Context(), 300_000)
			if r.Mate == 0 || r.Kind == remarkCounts {
				if err != errNoMate {
					t.Errorf("%v: %v", r.Kind, err)
				}
				continue
			}
			said[r.Kind]++
			if err == nil {
				err = p.Check()
			}
			if err != nil {
				t.Errorf("%v %v: %v in %d: %v", g.Position(), g.SAN(m), r.Kind, r.Mate, err)
				continue
			}
			if first := p.Steps[0]; r.Kind == RemarkMates && (first.Move != m || first.Moves > r.Mate) {
				t.Errorf("%v %v: the proof begins with %v", g.Position(), g.SAN(m), first)
			}
		}
	}
	for _, tt := range []struct{ fen, moves string }{
		{"4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1", "Ra7"},
		{"3r2k1/pN3ppp/4p3/3qP3/3BQPn1/8/7r/3R2K1 b - - 3 33", "Qxe4"},
		{"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq e6 0 2", "g4"},
		{"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "Nf6"},
		{"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "g6"},
		{"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "Nf3"},
		{"7k/R7/8/8/8/8/8/1R2K3 b - - 0 1", "Kg8"},
		{"r1bqk1nr/ppp2ppp/2np4/2b1p2Q/2B1P3/3P4/PPP2PPP/RNB1K1NR w KQkq - 0 5 +1+2", "Qxf7"},
	} {
		g, m := whyGame(t, tt.fen, tt.moves)
		prove(g, m, 20_000)
	}
	left := chesstest.Sample(t, 1000)
	for tree := range fileGames(t, "testdata/games.pgn") {
		g := NewGame(tree.Start())
		for i, m := range tree.Mainline() {
			if i > 40 && i%13 == 0 && left > 0 && !g.Outcome().Over() {
				left--
				prove(g, m, 4000)
			}
			if g.Play(m) != nil {
				break
			}
		}
	}
	t.Log(said)
	for _, kind := range []RemarkKind{RemarkMates, RemarkAllowsMate, RemarkMisses, RemarkStopsThreat, RemarkIgnoresThreat, remarkMated} {
		if said[kind] == 0 {
			t.Errorf("no remark that %v", kind)
		}
	}
}

// FuzzProof reads any text as a Proof. What is read comes back, and is checked without a panic.
func FuzzProof(f *testing.F) {
	f.Add([]byte(mateIn2))
	f.Add([]byte("White gains 900 in 1: 4k3/8/8/3q4/8/8/8/3RK3 w - -\n1 d1d5 4k3/8/8/3q4/8/8/8/3RK3 w - -\n"))
	f.Add([]byte("neither side can win: 7k/7P/7K/8/8/8/8/8 b - -\n7k/7P/7K/8/8/8/8/8 b - -\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p, q Proof
		if p.UnmarshalText(data) != nil {
			return
		}
		_ = p.Check()
		text, err := p.MarshalText()
		if err == nil {
			err = q.UnmarshalText(text)
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		p.sort()
		if diff := cmp.Diff(p, q, equateKeys); diff != "" {
			t.Errorf("(-read +again):\n%s", diff)
		}
	})
}
