package tune

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// A series is a number of generations. In each the best evaluation so far plays games, a
// player scores their positions, an evaluation learns from the positions of all generations,
// and takes the place of the best one if a sequential test finds it stronger.
type series struct {
	folder      string
	generations int
	selfPlay    *selfPlay // of the first generation
	games       int       // that each generation plays

	scorer     string // the description of the player that scores positions; empty for the best evaluation itself
	newScorer  func(context.Context) (chess.Searcher, error)
	labelNodes int64

	trust, rounds int            // rounds of a fit
	fit           bool           // the numbers of the features, instead of training the network
	by            chess.Learning // of the network

	matchNodes int64
	pairs      int
	sprt       *chess.SPRT
	openings   []*chess.Game // of the match

	history history
	shown   *progress.Progress
}

// A history is what the file history.json has.
type history struct {
	Settings    string       `json:"settings"` // all that the generations depend on
	Generations []generation `json:"generations"`
	Work        *generation  `json:"work,omitempty"` // the next one, if it has learned and is at its match
	Seconds     float64      `json:"seconds"`        // that the next one has taken
}

// A generation is what came of one.
type generation struct {
	Positions int         `json:"positions"` // that it learned from, with those held out
	Before    float64     `json:"before"`    // error of the positions held out: without a network, or before a fit
	After     float64     `json:"after"`     // the same with what was learned
	Match     chess.Tally `json:"match"`     // against the best evaluation before
	LLR       float64     `json:"llr"`
	Decided   bool        `json:"decided"` // whether the test came to an end
	Accepted  bool        `json:"accepted"`
	Seconds   float64     `json:"seconds"`
}

// generations plays, labels, learns and matches until the folder has the generations.
func generations(flags *flag.FlagSet) cli.Run {
	s := &series{selfPlay: selfPlayFlags(flags, 150)}
	flags.IntVar(&s.generations, "generations", 2, "end when the folder has this `number` of generations")
	flags.IntVar(&s.games, "games", 20000, "each generation plays this many `games`")
	flags.StringVar(&s.scorer, "player", "uci:stockfish", "score positions by this `player`: see \"chess help players\"; by the best evaluation so far if it is empty")
	flags.Int64Var(&s.labelNodes, "labelnodes", 1, "search this many `nodes` to score a position")
	flags.BoolVar(&s.fit, "fit", false, "fit the numbers of the features instead of training the network")
	networkFlags(flags, &s.by, 2e-5)
	flags.IntVar(&s.trust, "trust", 100, "take this many `percent` of the expected result of a position from its score, and the rest from the result of the game")
	flags.IntVar(&s.rounds, "rounds", 3, "repeat a fit this `number` of times")
	flags.Int64Var(&s.matchNodes, "matchnodes", 4000, "search this many `nodes` for each move of the match")
	matchGames := flags.Int("matchgames", 4000, "end a match that is undecided after this many `games`")
	sprt := flags.String("sprt", "0,10", "accept an evaluation if a sequential test decides for the second of two differences in `Elo`; the two error\nprobabilities, by default 0.05,0.05, may follow")
	return func(ctx context.Context, words []string, streams cli.Streams) error {
		if len(words) != 1 {
			return cli.BadCommandLine(errors.New("generations takes one folder"))
		}
		s.folder, s.pairs = words[0], *matchGames/2
		if err := s.check(*sprt); err != nil {
			return cli.BadCommandLine(err)
		}
		return s.do(ctx, streams)
	}
}

// do plays, labels, learns and matches.
func (s *series) do(ctx context.Context, streams cli.Streams) error {
	if err := os.MkdirAll(s.folder, 0o777); err != nil {
		return err
	}
	if err := outfile.Foreign(s.file("report.md"), "report", outfile.Begins(reportTitle)); err != nil {
		return err
	}
	l, err := outfile.Hold(s.file("history.json"))
	if err != nil {
		return err
	}
	defer l.Release()
	if err := s.load(); err != nil {
		return err
	}
	s.shown = progress.New(streams.Err)
	defer s.shown.Close()
	if len(s.history.Generations) < s.generations {
		if s.openings, err = contest.Vary(ctx, s.openings, s.pairs, s.selfPlay.seed, s.shown); err != nil {
			return cli.Continues(err)
		}
	}
	for len(s.history.Generations) < s.generations {
		if err := s.next(ctx); err != nil {
			return cli.Continues(err)
		}
	}
	s.shown.Close()
	_, err = io.WriteString(streams.Out, s.report())
	return errors.Join(err, s.writeReport())
}

// load loads the history. It is an error if that, or a file of weights, is not of this series.
func (s *series) load() error {
	var before history
	found, err := outfile.Load(s.file("history.json"), &before)
	if err != nil {
		return err
	}
	if !found {
		if _, err := os.Lstat(s.file("weights.json")); !errors.Is(err, fs.ErrNotExist) {
			return cmp.Or(err, fmt.Errorf("%s has a file weights.json that is not of this command", s.folder))
		}
		return nil
	}
	if before.Settings != s.history.Settings {
		return fmt.Errorf("%s has generations of other settings, and stays as it is: %s; not %s", s.folder, before.Settings, s.history.Settings)
	}
	s.history = before
	return nil
}

// check makes of the flags what the series needs.
func (s *series) check(sprt string) (err error) {
	if min(s.generations, s.games, s.rounds, s.pairs) < 1 || min(s.labelNodes, s.matchNodes) < 1 || s.trust < 0 || s.trust > 100 {
		return errors.New("-generations, -games, -labelnodes, -rounds and -matchnodes must be positive, -matchgames at least 2, and -trust a percentage")
	}
	if err := s.selfPlay.load(); err != nil {
		return err
	}
	if !s.fit {
		err = checkNetwork(&s.by)
	}
	if s.scorer != "" && err == nil {
		s.newScorer, err = player.Maker(s.scorer)
	}
	if err != nil {
		return err
	}
	if s.sprt, err = contest.ParseSPRT(sprt); err != nil {
		return err
	}
	s.openings = slices.Clone(s.selfPlay.openings)
	contest.Shuffle(s.openings, s.selfPlay.seed)
	games, err := s.selfPlay.settings()
	if err != nil {
		return err
	}
	labels := fmt.Sprintf("%d nodes of %s", s.labelNodes, cmp.Or(contest.Identities([]string{s.scorer})[0], "the best evaluation"))
	learning := fmt.Sprintf("network, trust %d, passes %d, decay %g", s.trust, s.by.Passes, s.by.Decay)
	if s.fit {
		learning = fmt.Sprintf("fit, trust %d, rounds %d", s.trust, s.rounds)
	}
	s.history.Settings = fmt.Sprintf("%d games a generation, %s; scores of %s; %s; matches of up to %d games, %d nodes a move, SPRT for %g against %g Elo (%g, %g)",
		s.games, games, labels, learning, 2*s.pairs, s.matchNodes, s.sprt.Elo0, s.sprt.Elo1, s.sprt.Alpha, s.sprt.Beta)
	s.by.Seed, s.by.Decay = s.selfPlay.seed, cmp.Or(s.by.Decay, -1)
	return nil
}

// file returns the path of a file of the series.
func (s *series) file(name string) string { return filepath.Join(s.folder, name) }

// fileOf returns the path of a file of a generation, which is counted from 1.
func (s *series) fileOf(number int, name string) string {
	return filepath.Join(s.folder, fmt.Sprintf("generation-%03d", number), name)
}

// best returns the evaluation of the last generation that was accepted, or the one that
// the series starts from.
func (s *series) best() (*chess.FeatureEvaluator, error) {
	for i := len(s.history.Generations); i > 0; i-- {
		if s.history.Generations[i-1].Accepted {
			return player.Weighted(s.selfPlay.evaluator, s.fileOf(i, "weights.json"))
		}
	}
	return s.selfPlay.evaluator, nil
}

// next does the next generation, or what is left of it. Its steps continue what is in
// their files.
func (s *series) next(ctx context.Context) (err error) {
	number := len(s.history.Generations) + 1
	if err := os.MkdirAll(s.fileOf(number, ""), 0o777); err != nil {
		return err
	}
	begun, before := time.Now(), s.history.Seconds
	keep := func() error {
		s.history.Seconds = before + time.Since(begun).Seconds()
		return outfile.Save(s.file("history.json"), &s.history)
	}
	defer func() {
		if err != nil && len(s.history.Generations) < number {
			err = errors.Join(err, keep())
		}
	}()
	best, err := s.best()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.shown, "generation %d of %d\n", number, s.generations)
	if s.history.Work == nil {
		run := *s.selfPlay
		run.evaluator, run.seed = best, run.seed+uint64(number-1)
		newScorer := s.newScorer
		if newScorer == nil {
			newScorer = func(context.Context) (chess.Searcher, error) { return chess.NewAlphaBeta(best), nil }
		}
		games := s.fileOf(number, "games.pgn")
		for _, step := range []func() error{
			func() error { return run.play(ctx, s.games, games, s.shown) },
			func() error {
				_, err := labelGames(ctx, newScorer, s.labelNodes, games, s.fileOf(number, "positions.epd"), s.shown)
				return err
			},
			func() (err error) {
				s.history.Work, err = s.learn(ctx, number, best)
				return err
			},
		} {
			if err := step(); err != nil {
				return err
			}
			if err := keep(); err != nil {
				return err
			}
		}
	}
	learned, err := player.Weighted(s.selfPlay.evaluator, s.fileOf(number, "weights.json"))
	if err != nil {
		return err
	}
	g := *s.history.Work
	if err := s.match(ctx, number, learned, best, &g); err != nil {
		return err
	}
	if g.Accepted {
		if err := save(s.file("weights.json"), learned.Terms()); err != nil {
			return err
		}
	}
	g.Seconds = before + time.Since(begun).Seconds()
	s.history.Generations, s.history.Work, s.history.Seconds = append(s.history.Generations, g), nil, 0
	return errors.Join(outfile.Save(s.file("history.json"), &s.history), s.writeReport())
}

// learn writes the weights that were learned from the positions of this generation and those
// before, and returns from what.
func (s *series) learn(ctx context.Context, number int, best *chess.FeatureEvaluator) (*generation, error) {
	tuner := chess.Tuner{Terms: best.Terms(), Trust: s.trust, Rounds: s.rounds}
	var paths []string
	for i := 1; i <= number; i++ {
		paths = append(paths, s.fileOf(i, "positions.epd"))
	}
	if broken, err := readAll(ctx, &tuner, paths, s.shown); err != nil || broken > 0 {
		return nil, cmp.Or(err, fmt.Errorf("%s: the files of positions have %d broken lines", s.folder, broken))
	}
	units, n := "passes", s.by.Passes
	learn := func() (*chess.TuneReport, error) { return tuner.Learn(ctx, s.by) }
	if s.fit {
		units, n = "rounds", tuner.Rounds
		learn = func() (*chess.TuneReport, error) { return tuner.Fit(ctx) }
	}
	s.shown.Start(units, 0, n)
	tuner.Progress = func(p chess.TuneProgress) {
		if p.Step == 0 {
			s.shown.Show(p.Round, n, fmt.Sprintf("error %.6f, of the games held out %.6f", p.Error, p.HeldOut))
		}
	}
	r, err := learn()
	if err != nil {
		return nil, err
	}
	g := &generation{Positions: r.Positions + r.HeldOut, Before: r.HeldOutBefore, After: r.HeldOutAfter}
	return g, save(s.fileOf(number, "weights.json"), r.Terms)
}

// match plays the evaluation of a generation against the best one before until the test
// decides, and sets what came of it.
func (s *series) match(ctx context.Context, number int, learned, best *chess.FeatureEvaluator, g *generation) error {
	m := chess.Match{
		Pairs: s.pairs, AtOnce: runtime.GOMAXPROCS(0), Openings: s.openings, Arbiter: contest.Adjudication(),
		Event: fmt.Sprintf("generation %d", number),
	}
	var specs []string
	for i, e := range []*chess.FeatureEvaluator{learned, best} {
		numbers, err := digest(e)
		if err != nil {
			return err
		}
		specs = append(specs, "evaluation "+numbers)
		m.Players = append(m.Players, chess.Player{
			Name: []string{"learned", "best"}[i], Limits: chess.Limits{Nodes: s.matchNodes},
			New: func(context.Context) (chess.Searcher, error) { return chess.NewAlphaBeta(e), nil },
		})
	}
	s.shown.Start("games", 0, 2*s.pairs)
	// An interrupted match may have left out a game that took long. The games after it
	// wait for it, so that the test decides by the same games in every run.
	waiting := map[int]*chess.MatchGame{}
	n := 0
	for game, err := range contest.Games(ctx, &m, specs, s.fileOf(number, "match.pgn"), s.shown) {
		if err == nil {
			err = game.Err
		}
		if err != nil {
			return err
		}
		if game.Played {
			s.shown.Skip(1)
		}
		index := 2 * (game.Round - 1)
		if game.Second {
			index++
		}
		waiting[index] = game
		for ; waiting[n] != nil; n++ {
			g.Match.Add(waiting[n], 0)
			delete(waiting, n)
			g.LLR = s.sprt.LLR(g.Match)
			if g.Accepted, g.Decided = s.sprt.Decide(g.Match); g.Decided {
				return nil
			}
		}
		s.shown.Show(n, 2*s.pairs, fmt.Sprintf("%v, Elo %v, LLR %.2f", g.Match, g.Match.Estimate(), g.LLR))
	}
	return nil
}

// writeReport writes the file report.md.
func (s *series) writeReport() error {
	return outfile.Replace(s.file("report.md"), func(w io.Writer) error {
		_, err := io.WriteString(w, s.report())
		return err
	})
}

// reportTitle is the beginning of the report.
const reportTitle = "# Generations\n"

// report returns the table of the generations.
func (s *series) report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s.\n\n", reportTitle, s.history.Settings)
	before := "without a network"
	if s.fit {
		before = "before"
	}
	fmt.Fprintf(&b, "| generation | positions | error of those held out, %s and with what was learned | match | Elo | LLR | | hours |\n|--:|--:|---|---|---|--:|---|--:|\n", before)
	for i, g := range s.history.Generations {
		decision := "refused"
		switch {
		case g.Accepted:
			decision = "accepted"
		case !g.Decided:
			decision = "undecided: refused"
		}
		fmt.Fprintf(&b, "| %d | %d | %.5f to %.5f | %v | %v | %.2f | %s | %.2f |\n",
			i+1, g.Positions, g.Before, g.After, g.Match, g.Match.Estimate(), g.LLR, decision, g.Seconds/3600)
	}
	return b.String()
}
