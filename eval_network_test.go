package chess

import (
	"encoding/base64"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// randomNetwork returns a network with random weights up to a limit.
func randomNetwork(r *rand.Rand, limit int) *network {
	f := new(network)
	for _, row := range f.rows() {
		for j := range row {
			row[j] = int16(r.IntN(2*limit+1) - limit)
		}
	}
	return f
}

// slowInput returns the input of a view that a piece turns on, by the definition.
func slowInput(p *Position, us Color, sq Square, piece Piece) int {
	rank, file := sq.Rank(), sq.File()
	if us == Black {
		rank = 7 - rank
	}
	if p.King(us).File() >= 4 {
		file = 7 - file
	}
	square, enemy := 8*rank+file, int(oneIf(piece.Color() != us))
	if piece.Type() == Pawn {
		return 48*enemy + square - 8
	}
	return 2*48 + 128*int(piece.Type()-Knight) + 64*enemy + square
}

// slowNetwork returns what the network scores a position with: the definition, piece by
// piece.
func slowNetwork(f *network, p *Position) Tapered {
	pawns, pieces := 0, 0
	for _, piece := range p.Pieces() {
		if pieces++; piece.Type() == Pawn {
			pawns++
		}
	}
	if pawns == 0 || pieces <= 6 {
		return Tapered{}
	}
	return slowView(f, p, White).minus(slowView(f, p, Black))
}

// slowView returns the value of a view.
func slowView(f *network, p *Position, us Color) Tapered {
	var values [2]int64
	for unit := range f.Bias {
		sum := int64(f.Bias[unit])
		for sq, piece := range p.Pieces() {
			sum += int64(f.Input[slowInput(p, us, sq, piece)][unit])
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

// scoreOf returns what a feature scores a position with.
func scoreOf(s *Survey, f Feature, p *Position) Tapered {
	s.load(p)
	s.sums = [2]pair{}
	f.Score(s)
	return (s.sums[White] - s.sums[Black]).tapered()
}

// testedNetworks returns the default network, a random one of usual size, and one so large that values are
// limited.
func testedNetworks() []*network {
	r := rand.New(rand.NewPCG(2, 2))
	large := randomNetwork(r, 400)
	for part := range large.Output {
		for i := range large.Output[part] {
			large.Output[part][i] = int16(750+r.IntN(400)) * int16(1-2*part)
			large.Bias[i] = 700
		}
	}
	return []*network{defaultCoordination(), randomNetwork(r, 100), large}
}

const limitedNetwork = 2 // of testedNetworks

// TestNetwork compares the feature and its fork, in which scores are computed from the position
// before, with the definition.
func TestNetwork(t *testing.T) {
	positions := networkPositions(t)
	for i, f := range testedNetworks() {
		fork, survey := f.Fork(), new(Survey)
		limited := 0
		for round := range 2 {
			for _, p := range positions {
				want := slowNetwork(f, &p)
				if got := scoreOf(survey, f, &p); got != want {
					t.Fatalf("network %d, %v: %v, want %v", i, p, got, want)
				}
				if got := scoreOf(survey, fork, &p); got != want {
					t.Fatalf("network %d, round %d, %v: %v by the fork, want %v", i, round, p, got, want)
				}
				if v := slowView(f, &p, White); v.MG == maxNetworkValue && v.EG == -maxNetworkValue {
					limited++
				}
			}
		}
		if (i == limitedNetwork) != (limited > 0) {
			t.Errorf("network %d: %d values reached the limit", i, limited)
		}
	}
}

// networkPositions returns positions of a game that is played at random from each of some
// starts, in order, so that pieces move, are captured and promote.
func networkPositions(t *testing.T) (positions []Position) {
	r := rand.New(rand.NewPCG(8, chesstest.Seed()))
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

// TestNetworkCredits checks that what the pieces are credited with adds up to the
// score exactly, and that each has the part that the Aumann-Shapley values give it.
func TestNetworkCredits(t *testing.T) {
	t.Parallel()
	r := chesstest.Rand(t)
	for i, f := range testedNetworks() {
		e := newFeatureEvaluator(Terms(f))
		positions := networkPositions(t)
		for range chesstest.Sample(t, 200) {
			p := positions[r.IntN(len(positions))]
			x := e.Explain(&p).Features[0]
			if got, want := x.White.minus(x.Black), slowNetwork(f, &p); got != want {
				t.Fatalf("network %d, %v: credits add up to %v, want %v", i, p, got, want)
			}
			if i == limitedNetwork {
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
func averagePart(f *network, p *Position, at Square) (part [2]float64) {
	const steps = 2000
	for view := range Color(2) {
		sign := float64(1 - 2*int(view))
		for unit := range f.Bias {
			own, all := 0.0, 0.0
			for sq, piece := range p.Pieces() {
				w := float64(f.Input[slowInput(p, view, sq, piece)][unit])
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

// TestNetworkText writes networks and reads them again.
func TestNetworkText(t *testing.T) {
	for i, f := range testedNetworks() {
		text, err := f.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		got := new(network)
		if err := got.UnmarshalText(text); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(f, got); diff != "" {
			t.Errorf("network %d (-written +read):\n%s", i, diff)
		}
	}
	text := base64.StdEncoding.EncodeToString(embeddedNumbers)
	if got, err := defaultCoordination().MarshalText(); err != nil || string(got) != text || !defaultCoordination().fits() {
		t.Errorf("the embedded numbers are not what MarshalText returns, %v", err)
	}
	for _, wrong := range []string{"", "A", "AAAA", text[4:], text + "AAAA", text + "\x00", strings.Replace(text, "A", "-", 1)} {
		var parseError *ParseError
		if err := new(network).UnmarshalText([]byte(wrong)); !errors.As(err, &parseError) || !errors.Is(err, ErrSyntax) {
			t.Errorf("%.10q with %d bytes: %v", wrong, len(wrong), err)
		}
	}
}

// TestNetworkFits checks that networks are read up to the largest sums that a fork can have,
// that it is right for them, and that no larger ones are read.
func TestNetworkFits(t *testing.T) {
	filled := func(weight, bias int16, outputs [2]int16) *network {
		f := new(network)
		for i := range f.Input {
			for unit := range networkUnits {
				f.Input[i][unit] = weight
			}
		}
		for unit := range networkUnits {
			f.Bias[unit], f.Output[0][unit], f.Output[1][unit] = bias, outputs[0], outputs[1]
		}
		return f
	}
	for i, tt := range []struct {
		f    *network
		fits bool
	}{
		{filled(500, 767, [2]int16{1024, -1024}), true}, // 64 * 32,767 * 1024 is 2^31 less 65,536
		{filled(-500, 767, [2]int16{1024, -1024}), true},
		{filled(500, -767, [2]int16{-1024, 1024}), true},
		{filled(500, 768, [2]int16{1, 1}), false}, // 32,768 in a unit
		{filled(-500, -768, [2]int16{1, 1}), false},
		{filled(0, math.MinInt16, [2]int16{1, 1}), false},
		{filled(500, 767, [2]int16{1025, 0}), false}, // more than 2^31 in an output
		{filled(500, 767, [2]int16{0, -1025}), false},
	} {
		text, err := tt.f.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if err := new(network).UnmarshalText(text); (err == nil) != tt.fits {
			t.Errorf("network %d: %v", i, err)
		}
		if !tt.fits {
			continue
		}
		fork, survey := tt.f.Fork(), new(Survey)
		for _, p := range networkPositions(t) {
			if got, want := scoreOf(survey, fork, &p), slowNetwork(tt.f, &p); got != want {
				t.Fatalf("network %d, %v: %v, want %v", i, p, got, want)
			}
		}
	}
}

// TestNetworkAllocates checks that scoring allocates nothing.
func TestNetworkAllocates(t *testing.T) {
	positions := networkPositions(t)
	for _, f := range testedNetworks() {
		fork, survey := f.Fork(), new(Survey)
		i := 0
		if n := testing.AllocsPerRun(1000, func() {
			survey.load(&positions[i%len(positions)])
			f.Score(survey)
			fork.Score(survey)
			i++
		}); n != 0 {
			t.Errorf("%s: %v allocations", f.Name(), n)
		}
	}
}
