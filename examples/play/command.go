package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A command is what a person can enter besides moves.
type command struct {
	name, args string
	help       string
	ofGame     bool // it is about the game: an analysis ends before it
	do         func(s *session, args string) error
}

// commands returns all commands in the order of the help.
func commands() []command {
	return []command{
		{"hint", "", "suggest a move", false, (*session).askHint},
		{"explain", "[feature | all]", "explain the player's evaluation", false, (*session).explain},
		{"why", "[move]", "say why a move, or the last one, is good or bad", false, (*session).why},
		{"review", "", "look at the whole game: accuracy, a graph, the bad moves", false, (*session).review},
		{"analyse", "[lines]", "look at the position, and others, while the game waits", false, (*session).analyse},
		{"stop", "", "end the analysis: the game goes on", false, (*session).stop},
		{"back", "", "take back moves, up to your last one", false, (*session).back},
		{"forward", "", "play a move again that was taken back", false, (*session).forward},
		{"now", "", "make the player that is thinking move at once", true, (*session).moveNow},
		{"draw", "", "claim a draw, or offer one", true, (*session).draw},
		{"resign", "", "resign the game", true, (*session).resign},
		{"menu", "", "choose players, clock and game for a new game", true, (*session).showMenu},
		{"continue", "", "go on with the game that was left", true, (*session).resume},
		{"new", "[game | FEN]", `start a new game: chess, chess960 [number], 3check`, true, (*session).newGame},
		{"white", "player", "set the player of White, as with the flag -white", true, func(s *session, args string) error { return s.seatPlayer(chess.White, args) }},
		{"black", "player", "set the player of Black", true, func(s *session, args string) error { return s.seatPlayer(chess.Black, args) }},
		{"level", "Elo | full", "play against a program of this strength", true, (*session).level},
		{"save", "[file]", "write the game as PGN", true, (*session).save},
		{"save!", "[file]", "the same, replacing an existing file", true, (*session).saveOver},
		{"load", "file [n]", "load the first, or n-th, game of a PGN file", true, (*session).load},
		{"flip", "", "turn the board", false, func(s *session, _ string) error { s.flipped = !s.flipped; return nil }},
		{"bar", "", "hide or show the evaluation", false, func(s *session, _ string) error { s.noBar = !s.noBar; return nil }},
		{"pgn", "", "show the game", true, (*session).showPGN},
		{"fen", "", "show the position as FEN and in words", false, (*session).showPosition},
		{"help", "", "show this help", false, func(s *session, _ string) error { s.notify("%s", help()); return nil }},
		{"quit", "", "end the program", false, func(s *session, _ string) error { s.over = true; return nil }},
	}
}

// findCommand returns the command with a name, or with a name that begins with word
// if there is only one and word has two letters or more. "?" is help, "analyze" analyse,
// and "undo" and "takeback" are back.
func findCommand(word string) (command, error) {
	name := strings.ToLower(word)
	switch name {
	case "?":
		name = "help"
	case "analyze":
		name = "analyse"
	case "undo", "takeback":
		name = "back"
	}
	var found []command
	for _, c := range commands() {
		if c.name == name {
			return c, nil
		}
		if strings.HasPrefix(c.name, name) && len(name) > 1 {
			found = append(found, c)
		}
	}
	switch {
	case len(found) == 0:
		return command{}, fmt.Errorf(`%q is neither a move nor a command: try "help"`, clip(word))
	case len(found) > 1 && found[0].name != "save":
		return command{}, fmt.Errorf("%q is ambiguous: %s or %s", word, found[0].name, found[1].name)
	}
	return found[0], nil
}

// clip shortens a text that a person has typed, to quote it in an error.
func clip(text string) string {
	if r := []rune(text); len(r) > 40 {
		text = string(r[:40]) + "..."
	}
	return text
}

// help returns the text of the help.
func help() string {
	var b strings.Builder
	b.WriteString("Moves: e4, Nf3, exd5, O-O, e8=Q, or e2e4, e7e8q, or Ng1-f3, ng1-f3.\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "%-24s %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	return b.String()
}

func (s *session) showMenu(string) error {
	if !s.menus {
		return errors.New(`the menu needs a screen: "white", "black" and "new" do the same`)
	}
	s.choosing = true
	return nil
}

func (s *session) showPosition(string) error {
	p := s.game.Position()
	s.notify("%s\n%s", p, p.Describe())
	return nil
}

func (s *session) askHint(string) error {
	switch {
	case s.ended():
		return errors.New("the game is over")
	case !s.personToMove():
		return errors.New("it is not your turn")
	case s.task != nil && !s.known() && s.exploring == nil:
		s.hinting = true
	default:
		s.giveHint()
	}
	return nil
}

// back goes back to the last position in which a person was to move. If only
// searchers play, and in an analysis, it takes back one move.
func (s *session) back(string) error {
	if s.exploring != nil {
		return s.step(-1)
	}
	g := new(*s.game)
	if !s.seats[0].person() && !s.seats[1].person() {
		g.Undo()
	} else {
		for {
			if !g.Undo() {
				return errors.New("there is no move to take back")
			}
			if p := g.Position(); s.seats[p.Turn()].person() {
				break
			}
		}
	}
	moves := s.game.Moves()
	for ply := len(moves) - 1; ply >= g.Len(); ply-- {
		s.undone = append(s.undone, moves[ply])
	}
	s.game, s.clocks, s.past = g, s.past[g.Len()], s.past[:g.Len()+1]
	s.begun = min(s.begun, g.Len())
	maps.DeleteFunc(s.glyphs, func(ply int, _ chess.NAG) bool { return ply > g.Len() })
	s.evaluations, s.view = [2]evaluation{}, evaluation{}
	s.keep()
	p := g.Position()
	s.notify("Back to move %d, %s to move.", p.MoveNumber(), p.Turn())
	s.think()
	return nil
}

func (s *session) forward(string) error {
	if s.exploring != nil {
		return s.step(1)
	}
	if len(s.undone) == 0 {
		return errors.New("there is no move to play again")
	}
	if s.ended() {
		return errors.New("the game is over")
	}
	s.run()
	for first := true; len(s.undone) > 0 && (first || !s.personAt(s.game.Len())); first = false {
		m := s.undone[len(s.undone)-1]
		s.undone = s.undone[:len(s.undone)-1]
		p := s.game.Position()
		s.past = append(s.past, s.clocks)
		if err := s.game.Continue(m); err != nil {
			return err
		}
		s.notify("%s", p.SANLine(m))
	}
	s.announce()
	s.keep()
	s.think()
	return nil
}

func (s *session) moveNow(string) error {
	if s.task == nil || s.task.seat == s.adviser {
		return errors.New("no player is thinking")
	}
	s.task.stop()
	return nil
}

// draw claims a draw, or offers one. Another person accepts it; a searcher accepts it
// if it has searched and its last score was not positive.
func (s *session) draw(string) error {
	c, err := s.speaker()
	switch {
	case s.ended():
		return errors.New("the game is over")
	case err != nil:
		return err
	}
	if claim, ok := s.game.CanClaimDraw(); ok && s.personToMove() {
		p := s.game.Position()
		s.notify("%s claims a draw%s.", c, announcing(&p, claim.Move))
		return s.end(chess.DrawBy(claim.Reason))
	}
	other := c.Other()
	if o := s.evaluations[other]; !s.seats[other].person() && (o.depth == 0 || pointOfView(o.score, other) > 0) {
		s.notify("%s declines the draw.", s.seats[other].name)
		return nil
	}
	return s.end(chess.DrawBy(chess.Agreement))
}

// pointOfView converts a score from White's point of view to c's.
func pointOfView(score chess.Score, c chess.Color) chess.Score {
	if c == chess.Black {
		return -score
	}
	return score
}

func (s *session) resign(string) error {
	c, err := s.speaker()
	if s.ended() {
		err = errors.New("the game is over")
	}
	if err != nil {
		return err
	}
	return s.end(chess.WinBy(c.Other(), chess.Resignation))
}

// threeCheckFEN is the start position of three-check.
const threeCheckFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"

// parseStart parses the start of a game: chess, chess960 with or without a number,
// 3check, or a FEN. It also returns a name for the game, and what was left out of the FEN
// since it cannot be.
func parseStart(text string) (p chess.Position, what string, left, err error) {
	words := strings.Fields(text)
	switch {
	case len(words) == 0, len(words) == 1 && words[0] == "chess":
		return chess.StartPosition(), "chess", nil, nil
	case len(words) == 1 && words[0] == "3check":
		return chess.MustParseFEN(threeCheckFEN), "three-check", nil, nil
	case words[0] == "chess960" && len(words) < 3:
		n := rand.IntN(960)
		if len(words) == 2 {
			if n, err = strconv.Atoi(words[1]); err != nil {
				return p, "", nil, fmt.Errorf("%q is not a number from 0 to 959", clip(words[1]))
			}
		}
		p, err = chess.Chess960Position(n)
		if err != nil {
			err = fmt.Errorf("%d is not a number from 0 to 959", n)
		}
		return p, fmt.Sprintf("Chess960, position %d", n), nil, err
	case !strings.Contains(text, "/"):
		return p, "", nil, fmt.Errorf("%q is not chess, chess960 with or without a number, 3check, or a FEN", clip(text))
	}
	if p, err = chess.ParseFEN(text); err != nil {
		if s, fault := chess.ParseSetup(text); fault == nil {
			s, mended := s.Repair()
			if repaired, fault := s.Position(); fault == nil {
				p, left, err = repaired, mended, nil
			}
		}
	}
	return p, "the position " + p.FEN(), left, err
}

func (s *session) newGame(args string) error {
	p, what, left, err := parseStart(args)
	if err != nil {
		return err
	}
	s.notifyLeft(left)
	s.notify("A new game: %s.", what)
	s.start(chess.NewGame(p))
	return nil
}

// notifyLeft says what was left out of a FEN.
func (s *session) notifyLeft(left error) {
	if left != nil {
		s.notify("Left out of the FEN: %v.", left)
	}
}

// seatPlayer sets the player of a side.
func (s *session) seatPlayer(c chess.Color, spec string) error {
	if spec == "" {
		s.notify("%s is %s.", c, s.seats[c].name)
		return nil
	}
	seat, err := newSeat(spec, s.book, s.tables)
	if err != nil {
		return err
	}
	s.run()
	if seat.control == (chess.TimeControl{}) {
		seat.control = s.seats[c].control
	} else {
		s.clocks[c] = newClock(seat.control)
		for i := range s.past {
			s.past[i][c] = s.clocks[c]
		}
	}
	seats := s.seats
	seats[c] = seat
	s.sit(seats)
	s.keep()
	s.evaluations[c] = evaluation{}
	s.notify("%s is %s.", c, seat.name)
	s.think()
	return nil
}

// level replaces the opponent of a person by the strongest player of the package with a
// strength.
func (s *session) level(elo string) error {
	c, err := s.speaker()
	if err != nil {
		return err
	}
	switch elo {
	case "":
		return errors.New(`the strength is missing: "level 1400" or "level full"`)
	case "full":
		elo = ""
	}
	return s.seatPlayer(c.Other(), strongest(elo))
}

// strongest describes the strongest player of the package, limited to an Elo unless it is "".
func strongest(elo string) string {
	spec := chess.Players()[0].Name
	if elo != "" {
		spec += ",UCI_Elo=" + elo
	}
	return spec
}

func (s *session) showPGN(string) error {
	t, err := s.tree()
	if err == nil {
		s.notify("%s", strings.TrimRight(t.String(), "\n"))
	}
	return err
}

// captured returns the pieces that c has captured, the most valuable first.
func (s *session) captured(c chess.Color) []chess.Piece {
	var taken []chess.Piece
	moves := s.game.Moves()
	for ply, p := range s.game.Positions() {
		if ply == len(moves) {
			break
		}
		if piece := p.Captured(moves[ply]); piece != chess.NoPiece && p.Turn() == c {
			taken = append(taken, piece)
		}
	}
	slices.SortStableFunc(taken, func(a, b chess.Piece) int { return int(b.Type()) - int(a.Type()) })
	return taken
}

// lead returns the value of White's pieces less that of Black's, in points.
func lead(p *chess.Position) int {
	points := [...]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9, chess.King: 0}
	sum := 0
	for _, piece := range p.Pieces() {
		if piece.Color() == chess.White {
			sum += points[piece.Type()]
		} else {
			sum -= points[piece.Type()]
		}
	}
	return sum
}

// personAt reports whether a person was to move after the given number of plies.
func (s *session) personAt(ply int) bool {
	p := s.game.PositionAt(ply)
	return s.seats[p.Turn()].person()
}
