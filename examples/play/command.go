package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
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
		{"lessons", "file [player]", "say what the games of a PGN file teach a player", false, (*session).lessons},
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
		{"level", "Elo [fork] | full", "play a program of this strength, or one blind to forks", true, (*session).level},
		{"save", "[file]", "write the game as PGN", true, func(s *session, path string) error { return s.save(path, false) }},
		{"save!", "[file]", "the same, replacing an existing file", true, func(s *session, path string) error { return s.save(path, true) }},
		{"load", "file [n]", "load the first, or n-th, game of a PGN file", true, (*session).load},
		{"flip", "", "turn the board", false, func(s *session, _ string) error { s.flipped = !s.flipped; return nil }},
		{"bar", "", "hide or show the evaluation", false, func(s *session, _ string) error { s.noBar = !s.noBar; return nil }},
		{"pgn", "", "show the game", true, (*session).showPGN},
		{"fen", "", "show the position as FEN and in words", false, (*session).showPosition},
		{"help", "", "show this help", false, func(s *session, _ string) error { s.notify("%s", help()); return nil }},
		{"quit", "", "end the program", false, func(s *session, _ string) error { s.over = true; return nil }},
	}
}

// aliases are other names of commands.
var aliases = map[string]string{"?": "help", "analyze": "analyse", "undo": "back", "takeback": "back"}

// findCommand returns the command with a name, or with a name that begins with word
// if there is only one and word has two letters or more.
func findCommand(word string) (command, error) {
	name := strings.ToLower(word)
	name = cmp.Or(aliases[name], name)
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
	p := s.shown().Position()
	s.notify("%s\n%s", p, p.Describe())
	return nil
}

func (s *session) askHint(string) error {
	g := s.shown()
	switch _, known := s.thinking.tables.judge(g.Game); {
	case g.ended():
		return errors.New("the game is over")
	case !s.personToMove():
		return errors.New("it is not your turn")
	case s.thinking.busy() && !known && s.exploring == nil:
		s.thinking.hinting = true
	default:
		s.notify("%s", s.thinking.suggest(g.Game))
	}
	return nil
}

// analyse begins an analysis of the position with a number of lines, or changes the number.
func (s *session) analyse(text string) error {
	count, err := parseLines(text)
	if err != nil {
		return err
	}
	s.run()
	if s.exploring == nil {
		s.exploring = explore(s.game.replay)
	}
	s.exploring.count = count
	s.think()
	return nil
}

// stop ends the analysis: the game goes on where it was.
func (s *session) stop(string) error {
	if s.exploring == nil {
		return errors.New(`there is no analysis: "analyse" begins one`)
	}
	s.exploring = nil
	s.think()
	return nil
}

// step goes n plies forward in the analysis, or back if n is negative.
func (s *session) step(n int) error {
	err := s.exploring.step(n)
	if err == nil {
		s.think()
	}
	return err
}

// tryLine plays the first move of a line of the analysis, counted from 1.
func (s *session) tryLine(n int) error {
	lines := s.exploring.lines
	if n > len(lines) {
		return fmt.Errorf("there is no line %d", n)
	}
	return s.move(lines[n-1].PV[0])
}

// back goes back to the last position in which a person was to move. If only
// searchers play, and in an analysis, it takes back one move.
func (s *session) back(string) error {
	if s.exploring != nil {
		return s.step(-1)
	}
	people := s.seats[0].person() || s.seats[1].person()
	for g := new(*s.game.Game); g.Undo(); {
		if people && !s.seats[g.Turn()].person() {
			continue
		}
		s.game.goBack(g)
		maps.DeleteFunc(s.study.glyphs, func(ply int, _ chess.NAG) bool { return ply > g.Len() })
		s.thinking.forget()
		s.keep()
		s.notify("Back to move %d, %s to move.", g.Position().MoveNumber(), g.Turn())
		s.think()
		return nil
	}
	return errors.New("there is no move to take back")
}

// forward plays moves again up to the next one of a person.
func (s *session) forward(string) error {
	switch {
	case s.exploring != nil:
		return s.step(1)
	case len(s.game.undone) == 0:
		return errors.New("there is no move to play again")
	case s.game.ended():
		return errors.New("the game is over")
	}
	s.run()
	for {
		p := s.game.Position()
		s.notify("%s", p.SANLine(s.game.playAgain(s.now())))
		if len(s.game.undone) == 0 || s.seats[s.game.Turn()].person() {
			break
		}
	}
	s.announce()
	s.keep()
	s.think()
	return nil
}

func (s *session) moveNow(string) error {
	if !s.thinking.playing() {
		return errors.New("no player is thinking")
	}
	s.thinking.moveNow()
	return nil
}

// draw claims a draw, or offers one. Another person accepts it; a searcher accepts it
// if it has searched and its last score was not positive.
func (s *session) draw(string) error {
	c, err := s.speaker()
	switch {
	case s.game.ended():
		return errors.New("the game is over")
	case err != nil:
		return err
	}
	if claim, ok := s.game.CanClaimDraw(); ok && s.personToMove() {
		return s.claim(claim)
	}
	other := c.Other()
	if last := &s.thinking.players[other]; !s.seats[other].person() && (last.Depth == 0 || last.Score.ForWhite(other) > 0) {
		s.notify("%s declines the draw.", s.seats[other].name)
		return nil
	}
	return s.end(s.game.AgreeDraw)
}

func (s *session) resign(string) error {
	c, err := s.speaker()
	if s.game.ended() {
		err = errors.New("the game is over")
	}
	if err != nil {
		return err
	}
	return s.end(func() error { return s.game.Resign(c) })
}

// parseStart parses the start of a game: chess, chess960 with or without a number,
// another variant, or a FEN, which the name of a variant may precede. It also returns a name for the game, and what was left out of the FEN
// since it cannot be.
func parseStart(text string) (p chess.Position, what string, left, err error) {
	words := strings.Fields(text)
	v := chess.Standard
	if len(words) > 0 && words[0] != "chess960" && v.UnmarshalText([]byte(words[0])) == nil {
		text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), words[0]))
	}
	switch {
	case v != chess.Standard && text == "":
		return v.StartPosition(), v.String(), nil, nil
	case len(words) == 0, len(words) == 1 && words[0] == "chess":
		return chess.StartPosition(), "chess", nil, nil
	case words[0] == "chess960" && len(words) < 3:
		n := rand.IntN(960)
		if len(words) == 2 {
			if n, err = strconv.Atoi(words[1]); err != nil {
				return p, "", nil, fmt.Errorf("%q is not a number from 0 to 959", clip(words[1]))
			}
		}
		if p, err = chess.Chess960Position(n); err != nil {
			err = fmt.Errorf("%d is not a number from 0 to 959", n)
		}
		return p, fmt.Sprintf("Chess960, position %d", n), nil, err
	case !strings.Contains(text, "/"):
		return p, "", nil, fmt.Errorf("%q is not chess, chess960 with or without a number, a variant such as 3check or atomic, or a FEN", clip(text))
	}
	if v != chess.Standard {
		p, err = v.ParseFEN(text)
		return p, v.String() + " from a position", nil, err
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
	seat, err := s.newSeat(spec)
	if err != nil {
		return err
	}
	s.run()
	if seat.control == (chess.TimeControl{}) {
		seat.control = s.seats[c].control
	} else {
		s.game.setControl(c, seat.control, s.now())
	}
	seats := s.seats
	seats[c] = seat
	s.sit(seats)
	s.keep()
	s.thinking.players[c] = chess.Info{}
	s.notify("%s is %s.", c, seat.name)
	s.think()
	return nil
}

// level replaces the opponent of a person by the strongest player of the package with a
// strength, and perhaps something that it overlooks.
func (s *session) level(args string) error {
	c, err := s.speaker()
	if err != nil {
		return err
	}
	elo, mistake, _ := strings.Cut(args, " ")
	switch elo {
	case "":
		return errors.New(`the strength is missing: "level 1400", "level 1400 fork" or "level full"`)
	case "full":
		elo = ""
	}
	spec := strongest(elo)
	if mistake != "" {
		spec += ",Overlooks=" + strings.TrimSpace(mistake)
	}
	return s.seatPlayer(c.Other(), spec)
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

// offer says that a game was left.
func (s *session) offer() {
	if left := s.keeping.left; left != nil {
		s.notify(`"continue" goes on with the game that was left (%s).`, left.about(s.now()))
	}
}

// resume goes on with the game that was left.
func (s *session) resume(string) error {
	left := s.keeping.left
	if left == nil {
		return errors.New("no game was left")
	}
	var seats [2]*seat
	for c := range seats {
		var err error
		if seats[c], err = s.newSeat(left.tree.Tag(settingsTag(chess.Color(c)))); err != nil {
			return err
		}
	}
	s.sitAnew(seats)
	s.notify("The game goes on (%s).", left.about(s.now()))
	s.startFrom(left.game, left.tree, clocksOf(left.tree, seats))
	s.keeping.left, s.keeping.own = nil, s.keeping.lock != nil
	return nil
}
