package main

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// screen is the front end that uses the whole terminal: a model of Bubble Tea.
type screen struct {
	session       *session
	profile       colorprofile.Profile
	width, height int
	light         bool // the background of the terminal is light

	menu     *menu // the start screen; nil if it is not shown
	lastMenu *menu // the same, also while it is not shown; nil before the first time

	typed  string       // the input line
	cursor chess.Square // the square of the cursor, or NoSquare
	from   chess.Square // the square of the piece chosen to move, or NoSquare
	choice []chess.Move // the promotions or the drops to choose from
	chosen int          // the index of the selected one

	status  string   // the last news
	problem bool     // whether the status is an error
	page    []string // the last news of several lines
	top     int      // the first line of the page that is shown
	plies   int      // the number of plies when the page was set
	entered string   // the last line that was entered
	source  string   // the line that the page answers

	asked bool // the last key was ?; ignore an enter after it
}

func newScreen(s *session) *screen {
	m := &screen{session: s, profile: colorprofile.TrueColor, cursor: chess.NoSquare, from: chess.NoSquare}
	m.collect()
	s.menus, s.live = true, &chess.Limits{} // an analysis goes on until it is stopped
	return m
}

// runScreen plays until "quit" or until ctx is done.
func runScreen(ctx context.Context, s *session, stdin io.Reader, stdout io.Writer) error {
	m := newScreen(s)
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithInput(stdin), tea.WithOutput(stdout), tea.WithoutSignalHandler()}
	if !cli.Colour(stdout) { // bubbletea knows only some values of NO_COLOR
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err := tea.NewProgram(m, options...).Run()
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case err != nil:
		return err
	}
	if s.game.Len() == 0 {
		return err
	}
	t, failed := s.tree() // leave the moves on the terminal, after an interrupt too
	if failed == nil {
		_, failed = t.WriteTo(stdout)
	}
	return cmp.Or(err, failed)
}

// tick is the message of the timer.
type tick struct{}

func later() tea.Cmd {
	return tea.Tick(100*time.Millisecond, func(time.Time) tea.Msg { return tick{} })
}

// listen waits for the next event of the session.
func (m *screen) listen() tea.Msg {
	select {
	case e := <-m.session.events:
		return e
	case <-m.session.thinking.ctx.Done():
		return nil
	}
}

// Init implements tea.Model.
func (m *screen) Init() tea.Cmd { return tea.Batch(m.listen, later(), tea.RequestBackgroundColor) }

// Update implements tea.Model.
func (m *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var next tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		next = tea.ClearScreen // else parts of the picture of the other size stay
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
	case tea.BackgroundColorMsg:
		m.light = !msg.IsDark()
	case event:
		msg()
		next = m.listen
	case tick:
		m.session.tick()
		m.refresh()
		next = later()
	case tea.PasteMsg:
		if m.menu == nil {
			m.typed += printable(msg.Content)
		}
	case tea.MouseClickMsg:
		if sq := m.squareAt(msg.X, msg.Y); sq != chess.NoSquare && msg.Button == tea.MouseLeft && m.menu == nil {
			m.cursor = sq
			m.pick()
		}
	case tea.MouseWheelMsg:
		m.scroll(map[tea.MouseButton]int{tea.MouseWheelUp: -3, tea.MouseWheelDown: 3}[msg.Button])
	case tea.KeyPressMsg:
		next = m.press(msg)
	}
	m.collect()
	if m.session.choosing {
		m.openMenu()
	}
	if m.session.over {
		return m, tea.Quit
	}
	return m, next
}

// collect takes the news from the session: a text of several lines becomes the page,
// the others become the status.
func (m *screen) collect() {
	if plies := m.session.shown().Len(); plies != m.plies {
		m.plies = plies
		m.page, m.from, m.choice = nil, chess.NoSquare, nil
	}
	var short []string
	for _, text := range m.session.takeNews() {
		if lines := strings.Split(strings.TrimRight(text, "\n"), "\n"); len(lines) > 1 {
			m.page, m.top, m.source = lines, 0, m.entered
			m.status = "" // "Looking at ..."
		} else {
			short = append(short, text)
		}
	}
	if len(short) > 0 {
		m.status, m.problem = strings.Join(short, "  "), false
	}
}

// refresh renews a page of "explain": the search and the tables may know more now.
func (m *screen) refresh() {
	word, what, _ := strings.Cut(m.source, " ")
	if c, err := findCommand(word); m.page == nil || err != nil || c.name != "explain" {
		return
	}
	m.collect()
	if m.session.explain(strings.TrimSpace(what)) == nil {
		m.page = strings.Split(strings.Join(m.session.takeNews(), "\n"), "\n")
		m.scroll(0)
	}
}

// The arrow keys, and how many squares they go to the right and up.
var arrows = map[string][2]int{"up": {0, 1}, "down": {0, -1}, "left": {-1, 0}, "right": {1, 0}}

// press handles a key.
func (m *screen) press(key tea.KeyPressMsg) tea.Cmd {
	name := key.String()
	asked := m.asked
	m.asked = false
	switch {
	case name == "ctrl+c":
		m.session.over = true
		return nil
	case name == "ctrl+z":
		return tea.Suspend
	case name == "ctrl+l":
		return tea.ClearScreen
	case m.menu != nil:
		m.pressMenu(key)
		return nil
	case m.choice != nil:
		m.choose(name)
		return nil
	case m.session.exploring != nil && m.typed == "" && m.exploreBy(name):
		return nil
	}
	switch name {
	case "up", "down", "left", "right":
		if m.page != nil && !m.beside() && arrows[name][0] == 0 {
			m.scroll(-arrows[name][1])
		} else {
			m.moveCursor(arrows[name])
		}
	case "pgup":
		m.scroll(-10)
	case "pgdown":
		m.scroll(10)
	case "enter":
		if !asked {
			m.enter()
		}
	case "esc":
		switch {
		case m.typed != "":
			m.typed = ""
		case m.from != chess.NoSquare:
			m.from = chess.NoSquare
		case m.page != nil:
			m.page = nil
			m.session.heat = nil
		default:
			m.cursor = chess.NoSquare
		}
	case "backspace":
		if r := []rune(m.typed); len(r) > 0 {
			m.typed = string(r[:len(r)-1])
		}
	case "ctrl+u":
		m.typed = ""
	case "tab":
		m.complete()
	case "f1":
		m.handleLine("help")
	default:
		if key.Text == "?" && m.typed == "" {
			m.handleLine("help")
			m.asked = true
		} else {
			m.typed += printable(key.Text)
		}
	}
	return nil
}

// handleLine passes a line to the session.
func (m *screen) handleLine(line string) {
	m.entered = line
	m.do(func() error { return m.session.handleLine(line) })
}

// do does something with the session, and shows its error.
func (m *screen) do(what func() error) {
	m.status = ""
	if err := what(); err != nil {
		m.session.takeNews()
		m.status, m.problem = err.Error(), true
	}
}

// enter handles the enter key: it uses the input line or, if that is empty, the
// square of the cursor.
func (m *screen) enter() {
	switch line := strings.TrimSpace(m.typed); {
	case line != "":
		m.typed = ""
		m.handleLine(line)
	case m.page != nil && !m.beside():
		m.page = nil
	case m.cursor != chess.NoSquare:
		m.pick()
	}
}

// complete completes the name of a command.
func (m *screen) complete() {
	if c, err := findCommand(m.typed); err == nil {
		m.typed = c.name
		if c.args != "" {
			m.typed += " "
		}
	}
}

// moveCursor moves the cursor on the board by a number of squares to the right and up. At first it
// is on the king of the side to move, or on e4 if that has none.
func (m *screen) moveCursor(by [2]int) {
	if m.cursor == chess.NoSquare {
		p := m.session.shown().Position()
		m.cursor = p.King(p.Turn())
		if m.cursor == chess.NoSquare {
			m.cursor = chess.E4
		}
		return
	}
	if m.session.flipped {
		by[0], by[1] = -by[0], -by[1]
	}
	file, rank := m.cursor.File()+by[0], m.cursor.Rank()+by[1]
	if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
		m.cursor = chess.SquareAt(file, rank)
	}
}

// pick chooses the piece under the cursor, or the target of the piece chosen before, or asks what
// to drop on an empty square.
func (m *screen) pick() {
	p := m.session.shown().Position()
	moves := movesTo(p, m.from, m.cursor)
	switch {
	case m.from == m.cursor:
		m.from = chess.NoSquare
	case len(moves) == 1 && moves[0].Drop() == chess.NoPieceType:
		m.play(moves[0])
	case len(moves) > 0:
		m.choice, m.chosen = moves, 0
	case p.At(m.cursor) != chess.NoPiece && p.At(m.cursor).Color() == p.Turn():
		m.from = m.cursor
	default:
		m.from = chess.NoSquare
	}
}

// play plays a move chosen on the board.
func (m *screen) play(move chess.Move) {
	m.from, m.choice = chess.NoSquare, nil
	m.do(func() error { return m.session.move(move) })
}

// movesTo returns the legal moves for choosing one square and then another: several if it is a
// promotion, that to a queen first. From NoSquare they are the drops on a square.
func movesTo(p chess.Position, from, to chess.Square) (moves []chess.Move) {
	if m, err := p.Move(from, to, chess.NoPieceType); err == nil {
		return []chess.Move{m}
	}
	moves = slices.DeleteFunc(p.LegalMoves(from), func(m chess.Move) bool { return m.To() != to })
	slices.SortFunc(moves, func(a, b chess.Move) int { return cmp.Compare(becomes(b)%chess.King, becomes(a)%chess.King) })
	return moves
}

// becomes returns what stands on the target of a promotion or a drop.
func becomes(m chess.Move) chess.PieceType { return m.Promotion() + m.Drop() }

// letter returns the key that chooses a promotion or a drop.
func letter(m chess.Move) string { return becomes(m).Of(chess.Black).String() }

// choose handles a key while there are moves to choose from.
func (m *screen) choose(name string) {
	switch name {
	case "left", "up":
		m.chosen = (m.chosen + len(m.choice) - 1) % len(m.choice)
	case "right", "down", "tab":
		m.chosen = (m.chosen + 1) % len(m.choice)
	case "enter", "space":
		m.play(m.choice[m.chosen])
	case "esc":
		m.choice = nil
	default:
		for _, move := range m.choice {
			if strings.ToLower(name) == letter(move) {
				m.play(move)
				return
			}
		}
	}
}

// exploreBy handles a key of an analysis, and reports whether it is one.
func (m *screen) exploreBy(name string) bool {
	s := m.session
	if m.page != nil && !m.beside() {
		return false // the keys are for the page
	}
	x := s.exploring
	switch steps, ok := map[string]int{"left": -1, "right": 1, "up": -x.Len(), "home": -x.Len(), "down": len(x.undone), "end": len(x.undone)}[name]; {
	case ok:
		m.do(func() error { return s.step(steps) })
	case name == "esc" && m.page == nil && m.from == chess.NoSquare:
		m.cursor = chess.NoSquare
		m.do(func() error { return s.stop("") })
	case name == "enter":
		m.do(func() error { return s.tryLine(1) })
	case len(name) == 1 && name[0] >= '1' && name[0] <= '9':
		m.do(func() error { return s.tryLine(int(name[0] - '0')) })
	default:
		return false
	}
	return true
}

// scroll scrolls the page by n lines.
func (m *screen) scroll(n int) {
	m.top = max(0, min(m.top+n, len(m.page)-1))
}
