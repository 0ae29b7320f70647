package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A command is what a person can say besides moves.
type command struct {
	name, args string
	help       string
	do         func(s *session, args string) error
}

// commands returns them all, in the order of the help.
func commands() []command {
	return []command{
		{"hint", "", "what to play", (*session).askHint},
		{"explain", "[feature | all]", "why the evaluation is what it is", (*session).explain},
		{"back", "", "take back, as far as your last move", (*session).back},
		{"forward", "", "play again what was taken back", (*session).forward},
		{"now", "", "have the player who is thinking move at once", (*session).moveNow},
		{"draw", "", "claim a draw, or offer one", (*session).draw},
		{"resign", "", "give up", (*session).resign},
		{"new", "[game | FEN]", `begin anew: chess, chess960 [number], 3check`, (*session).begins},
		{"white", "player", "who plays White, as with the flag -white", func(s *session, args string) error { return s.seatPlayer(chess.White, args) }},
		{"black", "player", "who plays Black", func(s *session, args string) error { return s.seatPlayer(chess.Black, args) }},
		{"save", "[file]", "write the game as PGN", (*session).save},
		{"save!", "[file]", "the same, over a file that is there", (*session).saveOver},
		{"load", "file [n]", "read the first, or n-th, game of a PGN file", (*session).load},
		{"flip", "", "turn the board", func(s *session, _ string) error { s.flipped = !s.flipped; return nil }},
		{"bar", "", "hide or show the evaluation", func(s *session, _ string) error { s.noBar = !s.noBar; return nil }},
		{"pgn", "", "show the game", (*session).showPGN},
		{"fen", "", "show the position as text", func(s *session, _ string) error { s.tell("%s", s.game.Position()); return nil }},
		{"help", "", "show this", func(s *session, _ string) error { s.tell("%s", help()); return nil }},
		{"quit", "", "leave", func(s *session, _ string) error { s.over = true; return nil }},
	}
}

// findCommand returns the command of a name, or of the beginning of one.
func findCommand(word string) (command, error) {
	name := strings.ToLower(word)
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
		return command{}, fmt.Errorf(`%q is no move and no command: try "help"`, clip(word))
	case len(found) > 1 && found[0].name != "save":
		return command{}, fmt.Errorf("%q may be %s or %s", word, found[0].name, found[1].name)
	}
	return found[0], nil
}

// clip shortens what a person has typed, to be quoted.
func clip(text string) string {
	if r := []rune(text); len(r) > 40 {
		text = string(r[:40]) + "..."
	}
	return text
}

// help returns what can be said.
func help() string {
	var b strings.Builder
	b.WriteString("Moves: e4, Nf3, exd5, O-O, e8=Q, or e2e4, e7e8q, or Ng1-f3.\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "%-24s %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	return b.String()
}

func (s *session) askHint(string) error {
	switch {
	case s.ended():
		return errors.New("the game is over")
	case !s.awaited():
		return errors.New("it is not your turn")
	case s.task != nil:
		s.hinting = true
	default:
		s.giveHint()
	}
	return nil
}

// back takes back to the last position in which a person was to move. Where
// only searchers play it is one move.
func (s *session) back(string) error {
	g := s.game.Clone()
	if !s.seats[0].person() && !s.seats[1].person() {
		g.Undo()
	} else {
		for {
			if !g.Undo() {
				return errors.New("there is nothing to take back")
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
	s.opinions, s.view = [2]opinion{}, opinion{}
	p := g.Position()
	s.tell("Back to move %d, %s to move.", p.MoveNumber(), p.Turn())
	s.proceed()
	return nil
}

func (s *session) forward(string) error {
	if len(s.undone) == 0 {
		return errors.New("there is nothing to play again")
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
		if err := s.game.Play(m); err != nil {
			return err
		}
		s.tell("%s", numbered(&p, m))
	}
	s.announce()
	s.proceed()
	return nil
}

func (s *session) moveNow(string) error {
	if s.task == nil || s.task.seat == s.judge {
		return errors.New("nobody is thinking")
	}
	s.task.stop()
	return nil
}

// draw claims a draw, or offers one: the other person at the board agrees, a
// searcher if it does not think that it is ahead.
func (s *session) draw(string) error {
	c, err := s.me()
	switch {
	case s.ended():
		return errors.New("the game is over")
	case err != nil:
		return err
	}
	if claim, ok := s.game.CanClaimDraw(); ok && s.awaited() {
		p := s.game.Position()
		s.tell("%s claims a draw%s.", c, announcing(&p, claim.Move))
		return s.end(chess.Draw(claim.Reason))
	}
	other := c.Other()
	if o := s.opinions[other]; !s.seats[other].person() && (o.depth == 0 || pointOfView(o.score, other) > 0) {
		s.tell("%s declines the draw.", s.seats[other].name)
		return nil
	}
	return s.end(chess.Draw(chess.Agreement))
}

// pointOfView turns a score from White's point of view into one from c's.
func pointOfView(score chess.Score, c chess.Color) chess.Score {
	if c == chess.Black {
		return -score
	}
	return score
}

func (s *session) resign(string) error {
	c, err := s.me()
	if s.ended() {
		err = errors.New("the game is over")
	}
	if err != nil {
		return err
	}
	return s.end(chess.Win(c.Other(), chess.Resignation))
}

// threeCheckFEN is the start position of three-check.
const threeCheckFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"

// parseStart reads what game to begin: chess, chess960 and maybe a number,
// 3check, or a FEN.
func parseStart(text string) (p chess.Position, what string, err error) {
	words := strings.Fields(text)
	switch {
	case len(words) == 0, len(words) == 1 && words[0] == "chess":
		return chess.StartPosition(), "chess", nil
	case len(words) == 1 && words[0] == "3check":
		return chess.MustParseFEN(threeCheckFEN), "three-check", nil
	case words[0] == "chess960" && len(words) < 3:
		n := rand.IntN(960)
		if len(words) == 2 {
			if n, err = strconv.Atoi(words[1]); err != nil {
				return p, "", fmt.Errorf("%q is no number from 0 to 959", clip(words[1]))
			}
		}
		p, err = chess.Chess960Position(n)
		if err != nil {
			err = fmt.Errorf("%d is no number from 0 to 959", n)
		}
		return p, fmt.Sprintf("Chess960, position %d", n), err
	case !strings.Contains(text, "/"):
		return p, "", fmt.Errorf("%q is not chess, chess960 with or without a number, 3check, or a FEN", clip(text))
	}
	p, err = chess.ParseFEN(text)
	return p, "the position " + p.FEN(), err
}

func (s *session) begins(args string) error {
	p, what, err := parseStart(args)
	if err != nil {
		return err
	}
	s.tell("A new game: %s.", what)
	s.start(chess.NewGame(p))
	return nil
}

// seatPlayer gives a side to somebody else.
func (s *session) seatPlayer(c chess.Color, spec string) error {
	if spec == "" {
		s.tell("%s is %s.", c, s.seats[c].name)
		return nil
	}
	seat, err := newSeat(spec)
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
	s.abandon()
	s.retire(s.seats[c])
	s.seats[c] = seat
	s.opinions[c] = opinion{}
	s.tell("%s is %s.", c, seat.name)
	s.proceed()
	return nil
}

func (s *session) showPGN(string) error {
	t, err := s.tree()
	if err == nil {
		s.tell("%s", strings.TrimRight(t.String(), "\n"))
	}
	return err
}

// captured returns the men that c has captured, the most valuable first.
func (s *session) captured(c chess.Color) []chess.Piece {
	var taken []chess.Piece
	for ply, m := range s.game.Moves() {
		p := s.game.PositionAt(ply)
		if man := p.Captured(m); man != chess.NoPiece && p.Turn() == c {
			taken = append(taken, man)
		}
	}
	slices.SortStableFunc(taken, func(a, b chess.Piece) int { return int(b.Type()) - int(a.Type()) })
	return taken
}

// lead returns how many points White's men are worth more than Black's.
func lead(p *chess.Position) int {
	points := [...]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9, chess.King: 0}
	sum := 0
	for _, man := range p.Pieces() {
		if man.Color() == chess.White {
			sum += points[man.Type()]
		} else {
			sum -= points[man.Type()]
		}
	}
	return sum
}

// personAt reports whether it was for a person to move after so many plies.
func (s *session) personAt(ply int) bool {
	p := s.game.PositionAt(ply)
	return s.seats[p.Turn()].person()
}
