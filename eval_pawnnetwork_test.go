package chess

import (
	"encoding/base64"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// randomPawnNetwork returns a network with random weights up to a limit.
func randomPawnNetwork(r *rand.Rand, limit int) *pawnNetwork {
	f := new(pawnNetwork)
	number := func() int16 { return int16(r.IntN(2*limit+1) - limit) }
	for i := range f.Input {
		for j := range f.Input[i] {
			f.Input[i][j] = number()
		}
	}
	for j := range f.Bias {
		f.Bias[j], f.Output[0][j], f.Output[1][j] = number(), number(), number()
	}
	return f
}

// slowPawnNetwork returns what the network scores a position with: the definition, piece by
// piece.
func slowPawnNetwork(f *pawnNetwork, p *Position) Tapered {
	view := func(us Color) Tapered {
		var values [2]int64
		for unit := range f.Bias {
			sum := int64(f.Bias[unit])
			for sq, piece := range p.Pieces() {
				rank := sq.Rank()
				if us == Black {
					rank = 7 - rank
				}
				square := 8*rank + sq.File()
				switch own := piece.Color() == us; {
				case piece.Type() == Pawn && own:
					sum += int64(f.Input[square-8][unit])
				case piece.Type() == Pawn:
					sum += int64(f.Input[48+square-8][unit])
				case piece.Type() == King && own:
					sum += int64(f.Input[48+48+square][unit])
				case piece.Type() == King:
					sum += int64(f.Input[48+48+64+square][unit])
				}
			}
			if sum > 0 {
				values[0] += sum * int64(f.Output[0][unit])
				values[1] += sum * int64(f.Output[1][unit])
			}
		}
		centipawns := func(value int64) Score {
			return Score(min(max(value/256/64, -3000), 3000))
		}
		return Tapered{centipawns(values[0]), centipawns(values[1])}
	}
	return view(White).Minus(view(Black))
}

// scoreOf returns what a feature scores a position with.
func scoreOf(s *Survey, f Feature, p *Position) Tapered {
	s.load(p)
	s.sums = [2]pair{}
	f.Score(s)
	return (s.sums[White] - s.sums[Black]).tapered()
}

// pawnNetworks returns the default network, and random ones: of usual size, so large that
// values are limited, and as large as can be.
func pawnNetworks() []*pawnNetwork {
	r := rand.New(rand.NewPCG(7, 7))
	return []*pawnNetwork{
		defaultPawnNetwork(), randomPawnNetwork(r, 300), randomPawnNetwork(r, 2000), randomPawnNetwork(r, 32767),
	}
}

// TestPawnNetwork compares the feature and its fork, in which scores are kept and computed
// from the position before, with the definition.
func TestPawnNetwork(t *testing.T) {
	positions := networkPositions(t)
	for i, f := range pawnNetworks() {
		fork, survey := f.Fork(), new(Survey)
		limited := 0
		for round := range 2 {
			for _, p := range positions {
				want := slowPawnNetwork(f, &p)
				if got := scoreOf(survey, f, &p); got != want {
					t.Fatalf("network %d, %v: %v, want %v", i, p, got, want)
				}
				if got := scoreOf(survey, fork, &p); got != want {
					t.Fatalf("network %d, round %d, %v: %v by the fork, want %v", i, round, p, got, want)
				}
				limited += int(oneIf(max(want.MG, -want.MG) >= maxPawnValue))
			}
		}
		if i == 3 && limited == 0 {
			t.Error("no value reached the limit")
		}
	}
}

// networkPositions returns positions of a game that is played at random from each of some
// starts, in order, so that pawns and kings move, are captured and promote.
func networkPositions(t *testing.T) (positions []Position) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, fen := range []string{
		StartFEN,
		"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
		"nnnnknnn/nnnnnnnn/pppppppp/8/8/PPPPPPPP/PPPPPPPP/NNQKQNNN w - - 0 1",
		"8/2k5/3p4/p2P1p2/P2P1P2/8/8/4K3 w - - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	} {
		p := MustParseFEN(fen)
		for range 150 {
			positions = append(positions, p)
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[r.IntN(len(moves))])
		}
	}
	return positions
}

// TestPawnNetworkCredits checks that what the pieces are credited with adds up to the
// score exactly, and that each has the part that the Aumann-Shapley values give it.
func TestPawnNetworkCredits(t *testing.T) {
	for i, f := range pawnNetworks() {
		e := newFeatureEvaluator(Terms(f))
		for _, p := range networkPositions(t) {
			x := e.Explain(&p).Features[0]
			if got, want := x.White.Minus(x.Black), slowPawnNetwork(f, &p); got != want {
				t.Fatalf("network %d, %v: credits add up to %v, want %v", i, p, got, want)
			}
			if i > 1 {
				continue // values are limited, and parts with them
			}
			for _, c := range x.Credits {
				want := averagePart(f, &p, c.Square)
				if c.Color == Black {
					want[0], want[1] = -want[0], -want[1]
				}
				// Each view rounds toward zero at both ends of a part.
				if d := max(want[0]-float64(c.MG), float64(c.MG)-want[0], want[1]-float64(c.EG), float64(c.EG)-want[1]); d >= 4 {
					t.Fatalf("network %d, %v: %+v, want %.2f", i, p, c, want)
				}
			}
		}
	}
}

// averagePart returns what the piece on a square adds to the score, from White's point of
// view, on average while all pieces appear at once: the integral of the derivative, in
// steps.
func averagePart(f *pawnNetwork, p *Position, at Square) (part [2]float64) {
	const steps = 2000
	for view := range Color(2) {
		sign := float64(1 - 2*int(view))
		for unit := range f.Bias {
			own, all := 0.0, 0.0
			for sq, piece := range p.Pieces() {
				kind := map[PieceType]int{Pawn: 0, King: 1}
				k, ok := kind[piece.Type()]
				if !ok {
					continue
				}
				w := float64(f.Input[pawnInput(view, piece.Color(), k, sq)][unit])
				all += w
				if sq == at {
					own = w
				}
			}
			on := 0
			for step := range steps {
				if float64(f.Bias[unit])+all*(float64(step)+0.5)/steps > 0 {
					on++
				}
			}
			for i := range part {
				part[i] += sign * own * float64(on) / steps * float64(f.Output[i][unit]) / (inputUnit * outputUnit)
			}
		}
	}
	return part
}

// TestPawnNetworkText writes networks and reads them again.
func TestPawnNetworkText(t *testing.T) {
	for i, f := range pawnNetworks() {
		text, err := f.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		got := new(pawnNetwork)
		if err := got.UnmarshalText(text); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(f, got); diff != "" {
			t.Errorf("network %d (-written +read):\n%s", i, diff)
		}
	}
	text := base64.StdEncoding.EncodeToString(pawnNetworkNumbers)
	if got, err := defaultPawnNetwork().MarshalText(); err != nil || string(got) != text {
		t.Errorf("the embedded numbers are not what MarshalText returns, %v", err)
	}
	for _, wrong := range []string{"", "A", "AAAA", text[4:], text + "AAAA", text + "\x00", strings.Replace(text, "A", "-", 1)} {
		var parseError *ParseError
		if err := new(pawnNetwork).UnmarshalText([]byte(wrong)); !errors.As(err, &parseError) || !errors.Is(err, ErrSyntax) {
			t.Errorf("%.10q with %d bytes: %v", wrong, len(wrong), err)
		}
	}
}

// TestPawnNetworkValues checks a few scores of a network that a seed gives, so that all
// platforms agree about them.
func TestPawnNetworkValues(t *testing.T) {
	f := randomPawnNetwork(rand.New(rand.NewPCG(1, 1)), 500)
	got := map[string]Tapered{}
	want := map[string]Tapered{
		StartFEN: {},
		"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3": {},
		"8/2k5/3p4/p2P1p2/P2P1P2/8/8/4K3 w - - 0 1":                        {-68, -60},
		"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1":                                  {-16, -5},
		"6k1/5ppp/8/8/8/8/PPP5/1K6 w - - 0 1":                              {68, 25},
	}
	for fen := range want {
		p := MustParseFEN(fen)
		got[fen] = scoreOf(new(Survey), f, &p)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPawnNetworkAllocates checks that scoring allocates nothing.
func TestPawnNetworkAllocates(t *testing.T) {
	positions := networkPositions(t)
	f := defaultPawnNetwork()
	fork, survey := f.Fork(), new(Survey)
	i := 0
	if n := testing.AllocsPerRun(1000, func() {
		survey.load(&positions[i%len(positions)])
		f.Score(survey)
		fork.Score(survey)
		i++
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestPawnNetworkTable reports how often a search finds a score in the table.
func TestPawnNetworkTable(t *testing.T) {
	r := &networkHits{Evaluator: NewDefaultEvaluator(), fork: defaultPawnNetwork().Fork().(*forkedPawnNetwork)}
	s := NewAlphaBeta(r, func(o *AlphaBetaOptions) { o.Hash = 1 })
	for _, fen := range []string{StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/2k5/3p4/p2P1p2/P2P1P2/8/8/4K3 w - - 0 1"} {
		r.hits, r.all = 0, 0
		if _, err := s.Search(t.Context(), NewGame(MustParseFEN(fen)), Limits{Nodes: 20_000}); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.1f %% of %d", fen, 100*float64(r.hits)/float64(r.all), r.all)
		if 4*r.hits < r.all {
			t.Errorf("%s: %d of %d scores were in the table", fen, r.hits, r.all)
		}
	}
}

// networkHits is an Evaluator that counts the scores that a fork has in its table.
type networkHits struct {
	Evaluator
	fork      *forkedPawnNetwork
	survey    Survey
	hits, all int
}

func (r *networkHits) Evaluate(p *Position) Score {
	r.survey.load(p)
	key := newPawnsAndKings(&r.survey).key()
	r.all++
	r.hits += int(oneIf(r.fork.table[key.index()].key == key))
	r.fork.Score(&r.survey)
	return r.Evaluator.Evaluate(p)
}
