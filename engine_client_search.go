package chess

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Search implements Searcher. When ctx is done, or Time or Clock in l has run out, it sends "stop"; an engine
// that does not answer within the Client's patience is killed.
func (c *Client) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	if err := unsearchable(g); err != nil {
		return Result{}, err
	}
	s := clientSearch{c: c, limits: l, position: g.Position(), chess960: g.first().isChess960(), found: map[Move]clientScore{}}
	s.result.Position = s.position
	if len(l.SearchMoves) > 0 {
		s.limits.SearchMoves = slices.DeleteFunc(slices.Clone(l.SearchMoves), func(m Move) bool { return !s.position.legal(m) })
		if len(s.limits.SearchMoves) == 0 {
			return Result{}, errNoSearchMove
		}
	}
	if c.xboard == nil {
		if err := c.prepare(g, &s.limits); err != nil {
			return Result{}, err
		}
	}
	if l.Ponder != nil && (c.xboard != nil || c.option("Ponder") == nil) { // the engine cannot ponder: wait
		select {
		case k, sent := <-l.Ponder:
			s.hit(k, sent)
		case <-ctx.Done(): // nobody needs an answer, nor may the engine think of another game
			s.result.Move = slices.Concat(s.limits.SearchMoves, s.position.LegalMoves())[0]
			return s.result, c.err
		}
		s.limits.Ponder = nil
	}
	if c.xboard != nil {
		if err := s.beginXBoard(g); err != nil {
			return Result{}, err
		}
		return s.wait(ctx)
	}
	// A second answer to the last search must not be taken for the answer to this one. The round
	// trip costs less than a tenth of a millisecond.
	if err := c.ready(); err != nil {
		return Result{}, err
	}
	s.started = time.Now()
	c.turn.Add(1)
	if err := c.send(context.Background(), positionCommand(g)+"\n"+s.command()); err != nil {
		return Result{}, err
	}
	return s.wait(ctx)
}

// prepare sets the engine's options for the variant, the number of lines and
// pondering.
func (c *Client) prepare(g *Game, l *Limits) error {
	if g.law != nil {
		return fmt.Errorf("chess: %s does not know the rule %q", c.name, g.law.name)
	}
	start := g.Start()
	if chess960 := g.first().isChess960(); chess960 || c.option("UCI_Chess960") != nil {
		if err := c.require("UCI_Chess960", strconv.FormatBool(chess960)); err != nil {
			return err
		}
	}
	variant := c.option("UCI_Variant")
	switch v := start.variant(); {
	case v != Standard:
		if err := c.require("UCI_Variant", ruleSets[v].uci); err != nil {
			return err
		}
	case variant != nil && variantOfUCI(variant.Value).Variant != Standard:
		if err := c.set(variant, "chess"); err != nil {
			return err
		}
	}
	if o := c.option("MultiPV"); o != nil {
		if err := c.require(o.Name, strconv.Itoa(min(max(l.MultiPV, 1), max(o.Max, 1)))); err != nil {
			return err
		}
	}
	if l.Ponder != nil && c.option("Ponder") != nil {
		return c.require("Ponder", "true")
	}
	return nil
}

// require sets an option that the search needs, unless it has the value already.
func (c *Client) require(name, value string) error {
	o := c.option(name)
	switch {
	case o == nil:
		return fmt.Errorf("chess: %s has no option %s, which the game needs", c.name, name)
	case o.Value == value:
		return nil
	}
	return c.set(o, value)
}

// positionCommand returns the command for the position that g has reached.
func positionCommand(g *Game) string {
	b := []byte("position startpos")
	if fen := g.Start().FEN(); fen != StartFEN {
		b = append([]byte("position fen "), fen...)
	}
	if g.plies > 0 {
		b = append(b, " moves"...)
	}
	return string(g.first().appendUCILine(b, g.Moves(), g.first().isChess960()))
}

// A clientSearch is the state of a call of Client.Search.
type clientSearch struct {
	c        *Client
	limits   Limits
	started  time.Time
	position Position
	chess960 bool
	result   Result
	order    []Move               // the first moves of the lines; that of line 1 is order[0]
	found    map[Move]clientScore // by the first move of the line; the null move has those without one
}

// A clientScore is the last exact score of a move, or a bound until there is one.
type clientScore struct {
	Line
	depth int // of an exact score
}

// command returns the "go" command.
func (s *clientSearch) command() string {
	l := &s.limits
	b := []byte("go")
	number := func(word string, n int64) {
		if n != 0 {
			b = fmt.Appendf(b, " %s %d", word, n)
		}
	}
	switch {
	case l.Depth < 0 || l.Nodes < 0 || l.Time < 0 || l.Mate < 0: // a limit is already reached
		return "go depth 1"
	case l.Ponder != nil:
		b = append(b, " ponder"...)
	}
	if k := &l.Clock; *k != (Clock{}) {
		number("wtime", max(k.Left[White].Milliseconds(), 1))
		number("btime", max(k.Left[Black].Milliseconds(), 1))
		number("winc", k.Increment[White].Milliseconds())
		number("binc", k.Increment[Black].Milliseconds())
		number("movestogo", int64(k.MovesToGo))
	} else if l.Time > 0 {
		number("movetime", max(l.Time.Milliseconds(), 1))
	}
	number("depth", int64(l.Depth))
	number("nodes", l.Nodes)
	number("mate", int64(l.Mate))
	if string(b) == "go" {
		b = append(b, " infinite"...)
	}
	if len(l.SearchMoves) > 0 {
		b = append(b, " searchmoves"...)
	}
	for _, m := range l.SearchMoves {
		b = s.position.appendUCILine(b, []Move{m}, s.chess960)
	}
	return string(b)
}

// wait waits for the engine's move, and sends "stop" when the time is over or ctx
// is done.
func (s *clientSearch) wait(ctx context.Context) (Result, error) {
	c := s.c
	end, timeout := time.NewTimer(s.stopAfter()), time.NewTimer(0)
	defer end.Stop()
	defer timeout.Stop()
	if s.stopAfter() == 0 || s.limits.Ponder != nil {
		end.Stop()
	}
	timeout.Stop()
	done, ponder := ctx.Done(), s.limits.Ponder
	stopped := false
	for {
		select {
		case l, ok := <-c.lines:
			if !ok {
				return Result{}, c.failExited("go")
			}
			if l.turn != c.turn.Load() {
				continue
			}
			if c.xboard != nil {
				if r, done, err := s.readXBoard(l.text); done {
					return r, err
				}
				continue
			}
			switch words := strings.Fields(l.text); words[0] {
			case "bestmove":
				return s.bestMove(words[1:])
			case "info":
				s.info(words[1:])
			}
			continue
		case <-c.killed:
			return Result{}, c.failExited("go")
		case <-timeout.C:
			return Result{}, c.failTimeout("stop")
		case k, sent := <-ponder:
			ponder = nil
			s.hit(k, sent)
			if err := c.send(context.Background(), "ponderhit"); err != nil {
				return Result{}, err
			}
			if d := s.stopAfter(); d > 0 {
				end.Reset(d)
			}
			continue
		case <-done:
		case <-end.C:
		}
		done, ponder = nil, nil
		if !stopped {
			stopped = true
			stop := "stop"
			if c.xboard != nil {
				stop = "?"
			}
			if err := c.send(context.Background(), stop); err != nil {
				return Result{}, err
			}
			timeout.Reset(c.patience)
		}
	}
}

// hit sets the clocks at a ponder hit, if they were sent. UCI cannot tell the engine, but the
// Client stops it when they run out.
func (s *clientSearch) hit(k Clock, sent bool) {
	if sent {
		s.limits.Clock = k
	}
}

// stopAfter returns the time after which "stop" is sent; 0 is never.
func (s *clientSearch) stopAfter() time.Duration {
	longest := max(s.limits.Time, 0)
	if k := &s.limits.Clock; *k != (Clock{}) {
		left := max(k.Left[s.position.turn()], time.Millisecond)
		if longest == 0 || left < longest {
			longest = left
		}
	}
	return longest
}

// bestMove returns the result of the search, given the words after "bestmove".
func (s *clientSearch) bestMove(words []string) (Result, error) {
	move := ""
	if len(words) > 0 {
		move = words[0]
	}
	m, err := s.parseMove(&s.position, move)
	r, err := s.play(m, err, "bestmove", move)
	if err == nil && len(words) > 2 && words[1] == "ponder" {
		next := s.position.After(r.Move)
		if m, err := s.parseMove(&next, words[2]); err == nil {
			r.Ponder = m
		}
	}
	return r, err
}

// play returns the result of the search for the engine's move m, or an error if its text could not be parsed.
func (s *clientSearch) play(m Move, err error, command, text string) (Result, error) {
	if err != nil || !s.limits.allows(&s.position, m) {
		return Result{}, fmt.Errorf("chess: %s: %w", s.c.name, illegal(command, text, "none of the moves in "+s.position.FEN()))
	}
	r := &s.result
	r.Move, r.Time = m, time.Since(s.started)
	best := s.found[m]
	if len(s.order) == 0 { // the engine has told no lines
		best = s.found[0]
	}
	if len(best.PV) == 0 {
		best.PV = []Move{m}
	}
	best.Position = s.position
	r.Score, r.Bound, r.PV, r.Depth = best.Score, best.Bound, best.PV, best.depth
	r.Lines = []Line{best.Line}
	for _, first := range s.order {
		listed := slices.ContainsFunc(r.Lines, func(l Line) bool { return l.PV[0] == first })
		if len(r.Lines) < s.limits.MultiPV && first != 0 && !listed {
			r.Lines = append(r.Lines, s.found[first].Line)
		}
	}
	if len(r.PV) > 1 {
		r.Ponder = r.PV[1]
	}
	return *r, nil
}

// parseMove parses a UCI move, which some engines write in capital letters.
func (s *clientSearch) parseMove(p *Position, text string) (Move, error) {
	return p.ParseUCI(strings.ToLower(text))
}

// info handles the words after "info", and ignores what makes no sense.
func (s *clientSearch) info(words []string) {
	i := Info{Position: s.position, MultiPV: 1, Nodes: s.result.Nodes, Time: time.Since(s.started)}
	scored, bound := false, Exact
	number := func(at int) int64 {
		if at >= len(words) {
			return 0
		}
		n, _ := parseNumber(words[at])
		return max(n, 0)
	}
	count := func(at int) int { return int(min(number(at), math.MaxInt32)) }
	for at := 0; at < len(words); at++ {
		switch words[at] {
		case "depth":
			i.Depth = count(at + 1)
		case "seldepth":
			i.SelDepth = count(at + 1)
		case "multipv":
			i.MultiPV = count(at + 1)
		case "nodes":
			i.Nodes = number(at + 1)
		case "hashfull":
			i.Hashfull = count(at + 1)
		case "nps":
			i.Speed = number(at + 1)
		case "tbhits":
			i.TablebaseHits = number(at + 1)
		case "wdl":
			win, draw, loss := number(at+1), number(at+2), number(at+3)
			if max(win, draw, loss) <= 1000 && win+draw+loss == 1000 {
				i.WDL = [3]int{int(win), int(draw), int(loss)}
			}
		case "currmovenumber":
			i.MoveNumber = count(at + 1)
		case "currmove":
			if at+1 < len(words) {
				i.Move, _ = s.parseMove(&s.position, words[at+1])
			}
		case "cp", "mate": // after "score", and the bound before or after them
			if at+1 < len(words) {
				i.Score, scored = parseScore(words[at], words[at+1])
			}
		case "lowerbound":
			bound = LowerBound
		case "upperbound":
			bound = UpperBound
		case "pv":
			p := s.position
			for _, word := range words[at+1:] {
				m, err := s.parseMove(&p, word)
				if err != nil {
					break
				}
				i.PV = append(i.PV, m)
				p = p.After(m)
			}
			scored = scored && len(i.PV) > 0 // else it is of a move that cannot be read
			at = len(words)
		case "string":
			at = len(words)
		}
	}
	s.result.Nodes = max(s.result.Nodes, i.Nodes)
	if scored {
		i.Bound = bound
	}
	if len(i.PV) > 0 {
		i.Move = 0
	}
	if i.Move == 0 && !s.keep(&i) {
		return
	}
	if s.limits.Info != nil {
		s.limits.Info(i)
	}
}

// keep keeps the score of i, and reports whether i has one for a line that was asked for.
func (s *clientSearch) keep(i *Info) bool {
	if i.Bound == NoBound || i.MultiPV < 1 || i.MultiPV > max(s.limits.MultiPV, 1) {
		return false
	}
	first := Move(0)
	if len(i.PV) > 0 {
		first = i.PV[0]
		for len(s.order) < i.MultiPV {
			s.order = append(s.order, 0)
		}
		s.order[i.MultiPV-1] = first
	} else if i.MultiPV > 1 {
		return true
	}
	score := clientScore{Line: Line{s.position, i.Score, i.Bound, slices.Clone(i.PV)}}
	if i.Bound == Exact {
		score.depth = i.Depth
	}
	if last := s.found[first]; last.Bound != Exact || i.Bound == Exact && score.depth >= min(last.depth, 1) {
		s.found[first] = score
	}
	return true
}

// beginXBoard makes an engine of XBoard search g.
func (s *clientSearch) beginXBoard(g *Game) error {
	c, x := s.c, s.c.xboard
	setup, err := x.setGame(c.name, g)
	search := ""
	if err == nil {
		search, err = x.search(c.name, s.limits, s.position.turn(), g.plies/2)
	}
	if err == nil {
		err = c.send(context.Background(), setup)
	}
	if err == nil {
		refused := ""
		if refused, err = c.ping(x); err == nil && refused != "" {
			err = c.says(refused)
		}
	}
	if err != nil {
		x.start = "" // what is on the board is not known
		return err
	}
	s.started = time.Now()
	c.turn.Add(1)
	return c.send(context.Background(), search)
}

// says returns the error for an engine that says that it cannot go on.
func (c *Client) says(text string) error {
	return fmt.Errorf("chess: %s: %q", c.name, shorten(text, maxExcerpt))
}

// readXBoard handles a line of an engine of XBoard that searches, and reports whether it was the answer.
func (s *clientSearch) readXBoard(text string) (r Result, done bool, err error) {
	c, x, p := s.c, s.c.xboard, &s.position
	word, rest := cutWord(text)
	switch lost := WinBy(p.turn().Other(), Unspecified).String(); {
	case word == "move":
		m, err := parseXBoardMove(p, rest)
		if r, err = s.play(m, err, "move", rest); err != nil {
			x.start = ""
		} else {
			x.played = append(x.played, r.Move)
		}
		return r, true, err
	case word == "resign" || word == lost:
		x.start = ""
		r = s.result
		r.Move, r.Resign, r.Time = p.LegalMoves()[0], true, time.Since(s.started)
		return r, true, nil
	case word == "1-0" || word == "0-1" || word == "1/2-1/2":
		x.start = "" // its game is over
		s.result.OfferDraw = word == "1/2-1/2"
		if len(s.order) == 0 || s.order[0] == 0 { // it has told no move
			return r, true, c.says(text)
		}
		r, err = s.play(s.order[0], nil, word, rest)
		return r, true, err
	case refusesGame(text):
		x.start = ""
		return r, true, c.says(text)
	case text == "offer draw":
		s.result.OfferDraw = true
	default:
		i, ok := parseXBoardInfo(*p, text)
		if !ok {
			break
		}
		i.Time = time.Since(s.started)
		s.result.Nodes = max(s.result.Nodes, i.Nodes)
		if s.keep(&i) && s.limits.Info != nil {
			s.limits.Info(i)
		}
	}
	return r, false, nil
}

// parseNumber parses a number without its fraction, cut to 53 bits.
func parseNumber(text string) (n int64, ok bool) {
	if n, err := strconv.ParseInt(text, 10, 54); err == nil {
		return n, true
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsNaN(x) {
		return 0, false
	}
	return int64(min(max(x, -1<<53), 1<<53)), true
}

// parseScore parses a score: "cp" and centipawns, or "mate" and moves.
func parseScore(unit, text string) (Score, bool) {
	n, ok := parseNumber(text)
	switch {
	case !ok:
		return 0, false
	case unit == "cp":
		return Score(min(max(n, -int64(MaxEvaluation)), int64(MaxEvaluation))), true
	case n > 0:
		return mateIn(int(min(2*n-1, 999))), true
	}
	return -mateIn(int(min(-2*n, 999))), true
}
