package chess

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// String returns the picture as SVG. For text see ASCII and Unicode.
func (d Diagram) String() string { return string(d.appendSVG(nil)) }

// WriteTo writes the picture as SVG. The error, if any, is w's.
func (d Diagram) WriteTo(w io.Writer) (int64, error) {
	return bytes.NewBuffer(d.appendSVG(nil)).WriteTo(w)
}

// appendSVG appends the picture.
func (d *Diagram) appendSVG(dst []byte) []byte {
	c := canvas{Buffer: *bytes.NewBuffer(dst), Diagram: d, own: maps.Clone(d.Pieces)}
	maps.DeleteFunc(c.own, func(_ Piece, drawing string) bool { return !onlyShapes(drawing) })
	c.draw()
	return c.Bytes()
}

// The measures of a picture, and its colours. A square is 100 wide.
const (
	boardWidth    = 800
	frameWidth    = 40 // with room for the coordinates
	captionHeight = 48
	legendHeight  = 68
	handHeight    = 60 // of the pieces in hand, above and below the board

	colorFrame     = "#463d36"
	colorText      = "#efe6d9"
	colorLight     = "#efe1ca"
	colorDark      = "#b99d7c"
	colorLastMove  = "#f0c419"
	colorHighlight = "#d9372c"
	colorArrow     = "#1f8a3b"
	colorNumber    = "#17151a"
	colorWhite     = "#fffdf8"
	colorBlack     = "#3a373d"
)

// In a heat map the squares are pale. Both colours are such that white and black
// pieces and the numbers are visible on them.
var (
	heatLight    = rgb{0xF5, 0xF2, 0xEC}
	heatDark     = rgb{0xE6, 0xE1, 0xD8}
	heatPositive = rgb{0x4A, 0x96, 0xD9}
	heatNegative = rgb{0xEC, 0x86, 0x36}
)

// heatSteps is the number of shades from none to the strongest.
const heatSteps = 64

// A canvas is a Diagram being drawn.
type canvas struct {
	bytes.Buffer
	*Diagram
	frame int              // its width
	scale float64          // the number with the strongest colour in the heat map
	own   map[Piece]string // Pieces whose drawing may be written
}

func (c *canvas) printf(format string, args ...any) { fmt.Fprintf(c, format, args...) }

// text writes s with escapes, and replaces characters that XML does not allow. It writes what
// xml.EscapeText does, whose package takes a second to compile.
func (c *canvas) text(s string) { xmlEscapes.WriteString(c, strings.Map(xmlCharacter, s)) }

var xmlEscapes = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;",
)

// xmlCharacter returns r, or U+FFFD if XML does not allow it.
func xmlCharacter(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
		return unicode.ReplacementChar
	}
	return r
}

// label writes s at (x, y) in letters of a size, narrower if room is too small.
func (c *canvas) label(x, y, size, room int, s string) {
	c.printf(`<text x="%d" y="%d" font-size="%d"`, x, y, size)
	if utf8.RuneCountInString(s)*size*3/5 > room { // 3/5: as wide as a sans-serif capital
		c.printf(` textLength="%d" lengthAdjust="spacingAndGlyphs"`, room)
	}
	c.WriteByte('>')
	c.text(s)
	c.WriteString("</text>")
}

// corner returns the upper left corner of a square.
func (c *canvas) corner(sq Square) (x, y int) {
	if c.Flipped {
		sq ^= H8
	}
	return sq.File() * 100, (7 - sq.Rank()) * 100
}

// draw writes the whole picture.
func (c *canvas) draw() {
	if !c.NoCoordinates {
		c.frame = frameWidth
	}
	width := boardWidth + 2*c.frame
	height := width
	if c.Caption != "" {
		height += captionHeight
	}
	if c.Heat != nil {
		c.scale = c.Heat.scale()
		height += legendHeight
	}
	hand := 0
	if c.hasPockets() {
		hand = handHeight
		height += 2 * hand
	}
	c.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"`, width, height)
	if c.Size > 0 {
		c.printf(` width="%d" height="%d"`, c.Size, (c.Size*height+width/2)/width)
	}
	c.about()
	c.printf(`<g font-family="Helvetica,Arial,sans-serif" text-anchor="middle" fill="%s">`+"\n", colorText)
	c.printf(`<rect width="%d" height="%d" rx="%d" fill="%s"/>`+"\n", width, height, c.frame/5, colorFrame)
	c.printf(`<g transform="translate(%d %d)">`+"\n", c.frame, c.frame+hand)
	c.squares()
	c.marks()
	if !c.NoCoordinates {
		c.coordinates()
	}
	c.pieces()
	c.numbers()
	for _, a := range c.Arrows {
		c.arrow(a)
	}
	y := boardWidth + c.frame
	if hand > 0 {
		top := Color(oneIf(!c.Flipped))
		c.hand(top, -hand)
		c.hand(top.Other(), boardWidth+max(c.frame, 8))
		y += hand
	}
	if c.Caption != "" {
		c.label(boardWidth/2, y+captionHeight*5/8, 30, boardWidth-20, c.Caption)
		y += captionHeight
	}
	if c.Heat != nil {
		c.legend(y)
	}
	c.WriteString("\n</g></g></svg>\n")
}

// about writes the texts for a screen reader. It refers to nothing by id, since ids
// would clash if a page has two pictures.
func (c *canvas) about() {
	title := c.Title
	if title == "" {
		title = c.Caption
	}
	if title == "" {
		title = "Chess diagram"
	}
	description := c.Description
	if description == "" {
		description = c.description()
	}
	c.WriteString(` role="img" aria-label="`)
	c.text(title)
	c.WriteString("\">\n<title>")
	c.text(title)
	c.WriteString("</title>\n<desc>")
	c.text(description)
	c.WriteString("</desc>\n")
}

// description returns in words what the picture shows.
func (c *canvas) description() string {
	sentences := describePieces(c.at, c.inHand)
	turn, ok := c.turn()
	if ok {
		sentences = append(sentences, turn.String()+" to move")
	}
	if c.checked() != NoSquare {
		sentences = append(sentences, turn.String()+" is in check")
	}
	switch from, to := c.lastSquares(); {
	case from != NoSquare:
		sentences = append(sentences, "Last move: "+from.String()+" to "+to.String())
	case to != NoSquare:
		sentences = append(sentences, "Last move: a drop on "+to.String())
	}
	var marked, arrows, numbers []string
	for _, h := range c.Highlights {
		if h.Square < NoSquare {
			marked = append(marked, h.Square.String())
		}
	}
	for _, a := range c.Arrows {
		if a.From < NoSquare && a.To < NoSquare {
			arrows = append(arrows, a.From.String()+" to "+a.To.String())
		}
	}
	for sq := range NoSquare {
		if v, ok := c.Heat.at(sq); ok {
			numbers = append(numbers, sq.String()+" "+c.Heat.format(v))
		}
	}
	for _, list := range [...]struct {
		name  string
		items []string
	}{{"Marked", marked}, {"Arrows", arrows}, {"Numbers", numbers}} {
		if len(list.items) > 0 {
			sentences = append(sentences, list.name+": "+strings.Join(list.items, ", "))
		}
	}
	return prose(sentences)
}

// squares draws the board without pieces. The dark squares are columns and rows, drawn in opposite
// directions so that nothing is filled where they cross.
func (c *canvas) squares() {
	light, dark := paint(c.LightSquares, colorLight), paint(c.DarkSquares, colorDark)
	if c.Heat != nil {
		light, dark = heatLight.String(), heatDark.String()
	}
	c.printf(`<g shape-rendering="crispEdges"><path fill="%s" d="M0 0H800V800H0z"/><path fill="%s" d="`, light, dark)
	for i := 100; i < boardWidth; i += 200 {
		c.printf("M%d 0h100v800h-100zM0 %dv100h800v-100z", i, i)
	}
	c.WriteString(`"/>` + "\n")
	for sq := range NoSquare {
		v, ok := c.Heat.at(sq)
		if step := c.step(v); ok && step != 0 {
			background := heatLight
			if !sq.Light() {
				background = heatDark
			}
			x, y := c.corner(sq)
			c.printf(`<path fill="%v" d="M%d %dh100v100h-100z"/>`+"\n", background.shaded(step), x, y)
		}
	}
	c.WriteString("</g>\n")
}

// marks draws the last move, the highlights and check. A mark tints the whole square,
// that of check a disc in it; in a heat map, where a tint would change the colour, it
// is a border or a ring.
func (c *canvas) marks() {
	mark := func(sq Square, paint string) {
		x, y := c.corner(sq)
		if c.Heat == nil {
			c.printf(`<path fill="%s" opacity=".6" d="M%d %dh100v100h-100z"/>`+"\n", paint, x, y)
		} else {
			c.printf(`<path fill="%s" d="M%d %dh100v100h-100zm8 8v84h84v-84z"/>`+"\n", paint, x, y)
		}
	}
	from, to := c.lastSquares()
	for _, sq := range [...]Square{from, to} {
		if sq != NoSquare {
			mark(sq, paint(c.LastMovePaint, colorLastMove))
		}
	}
	for _, h := range c.Highlights {
		if h.Square < NoSquare {
			mark(h.Square, paint(h.Paint, colorHighlight))
		}
	}
	if sq := c.checked(); sq != NoSquare {
		x, y := c.corner(sq)
		style := `r="48" fill="%s" opacity=".8"`
		if c.Heat != nil {
			style = `r="44" fill="none" stroke="%s" stroke-width="8"`
		}
		c.printf(`<circle cx="%d" cy="%d" `+style+"/>\n", x+50, y+50, paint(c.CheckPaint, colorHighlight))
	}
}

// coordinates writes the files and ranks in the frame, and draws a disc in the
// colour of the side to move beside the first rank of that side.
func (c *canvas) coordinates() {
	for i := range Square(8) {
		x, _ := c.corner(i)
		_, y := c.corner(i * 8)
		c.label(x+50, boardWidth+28, 24, 100, string(rune('a'+i)))
		c.label(-frameWidth/2, y+58, 24, 100, string(rune('1'+i)))
	}
	c.WriteByte('\n')
	if turn, ok := c.turn(); ok {
		_, y := c.corner(A8 * Square(turn))
		c.printf(`<circle cx="%d" cy="%d" r="9" stroke-width="3" fill="%s" stroke="%s"/>`+"\n",
			boardWidth+frameWidth/2, y+50, [...]string{colorWhite, colorBlack}[turn], colorText)
	}
}

// hand draws what a colour has in hand, from y downwards: its types of pieces, the strongest first,
// each with their number.
func (c *canvas) hand(color Color, y int) {
	c.printf(`<path fill="%s" d="M0 %dh%dv%dH0z"/>`, colorLight, y, boardWidth, handHeight-8)
	x := 20
	for t := Queen; t >= Pawn; t-- {
		n := c.inHand(color, t)
		if n == 0 {
			continue
		}
		piece := t.Of(color)
		c.printf(`<g %s transform="translate(%d %d) scale(.5 .5)">%s</g>`, c.style(piece), x, y+1, c.drawing(piece))
		c.printf(`<g fill="%s">`, colorNumber)
		c.label(x+74, y+36, 28, 60, "×"+strconv.Itoa(n))
		c.WriteString("</g>\n")
		x += 150
	}
}

// numbers writes the numbers of the heat map: in the middle of an empty square, and
// below a piece.
func (c *canvas) numbers() {
	if !c.numbered() {
		return
	}
	c.printf(`<g fill="%s">`, colorNumber)
	for sq := range NoSquare {
		if v, ok := c.Heat.at(sq); ok {
			x, y := c.corner(sq)
			if c.at(sq) == NoPiece {
				c.label(x+50, y+60, 28, 88, c.Heat.format(v))
			} else {
				c.label(x+50, y+92, 22, 88, c.Heat.format(v))
			}
		}
	}
	c.WriteString("</g>\n")
}

// numbered reports whether the pieces share their squares with numbers.
func (c *canvas) numbered() bool { return c.Heat != nil && !c.Heat.NoNumbers }

// arrow draws an arrow along the x axis, and turns it to where it belongs.
func (c *canvas) arrow(a Arrow) {
	if a.From >= NoSquare || a.To >= NoSquare {
		return
	}
	x, y := c.corner(a.From)
	toX, toY := c.corner(a.To)
	color := paint(a.Paint, colorArrow)
	if a.From == a.To {
		c.printf(`<circle cx="%d" cy="%d" r="44" fill="none" stroke="%s" stroke-width="8" opacity=".85"/>`+"\n", x+50, y+50, color)
		return
	}
	dx, dy := float64(toX-x), float64(toY-y)
	length := math.Sqrt(dx*dx + dy*dy)
	tip := math.Round(length) - 12
	c.printf(`<path fill="%s" stroke="%s" stroke-width="4" stroke-linejoin="round" opacity=".85" transform="matrix(%.5g %.5g %.5g %.5g %d %d)" d="M32 -8H%gV-24L%g 0L%g 24V8H32Z"/>`+"\n",
		color, color, dx/length, dy/length, -dy/length, dx/length, x+50, y+50, tip-40, tip, tip-40)
}

// legend draws the scale of the heat map, from y downwards.
func (c *canvas) legend(y int) {
	const steps, width = 16, 24
	const left = (boardWidth - (2*steps+1)*width/2) / 2
	for i := range 2*steps + 1 {
		step := (i - steps) * heatSteps / steps
		c.printf(`<path fill="%v" d="M%d %dh%dv20h-%dz"/>`, heatLight.shaded(step), left+i*width/2, y+8, width/2, width/2)
	}
	for i, part := range [...]float64{-1, -0.25, 0, 0.25, 1} { // a quarter of the scale has half the strength: see Heat
		c.label(left+i*steps*width/4+width/4, y+50, 20, 110, c.Heat.format(part*c.scale))
	}
	c.label(left/2, y+26, 24, left-20, c.Heat.Negative)
	c.label(boardWidth-left/2, y+26, 24, left-20, c.Heat.Positive)
}

// step returns the shade of a number, from -heatSteps to heatSteps: see shaded.
func (c *canvas) step(v float64) int {
	if v == 0 {
		return 0
	}
	part := 1.0 // beyond the scale
	if math.Abs(v) < c.scale {
		part = math.Abs(v) / c.scale
	}
	step := int(math.Round(heatSteps * math.Sqrt(part)))
	if v < 0 {
		return -step
	}
	return step
}

type rgb [3]int

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// shaded mixes c with a colour of the heat map: with heatPositive if step is
// positive, else with heatNegative, completely if its size is heatSteps.
func (c rgb) shaded(step int) rgb {
	with := heatPositive
	if step < 0 {
		with, step = heatNegative, -step
	}
	for i := range c {
		c[i] += (with[i] - c[i]) * step / heatSteps
	}
	return c
}

// paint returns s if it has the form of a colour, and otherwise the colour of the
// second argument. A text of that form can be nothing else in SVG, such as a
// reference to a file.
func paint(s, otherwise string) string {
	code, coded := strings.CutPrefix(s, "#")
	n := len(code)
	if coded && n != 3 && n != 4 && n != 6 && n != 8 || n == 0 {
		return otherwise
	}
	for _, r := range code {
		letter := 'a' <= r|0x20 && r|0x20 <= 'z'
		if coded && !('0' <= r && r <= '9' || letter && r|0x20 <= 'f') || !coded && !letter {
			return otherwise
		}
	}
	return s
}

// pieces draws the pieces on their squares: those of one style together, which is written once.
func (c *canvas) pieces() {
	for _, style := range pieceStyles {
		var group []byte
		for sq := range NoSquare {
			piece := c.at(sq)
			if piece == NoPiece || c.style(piece) != style {
				continue
			}
			x, y := c.corner(sq)
			drawing := c.drawing(piece)
			if c.numbered() {
				drawing = `<g transform="translate(11 0) scale(.78 .78)">` + drawing + "</g>"
			}
			group = fmt.Appendf(group, `<g transform="translate(%d %d)">%s</g>`+"\n", x, y, drawing)
		}
		if len(group) > 0 {
			c.printf("<g %s>\n%s</g>\n", style, group)
		}
	}
}

// pieceStyles are what the drawings of pieces inherit: the usual ones of a colour, and the others, which
// find what is the default in SVG.
var pieceStyles = [3]string{
	White: `fill="` + colorWhite + `" stroke="#232025" stroke-width="3.6" stroke-linejoin="round" stroke-linecap="round"`,
	Black: `fill="` + colorBlack + `" stroke="#131115" stroke-width="3.6" stroke-linejoin="round" stroke-linecap="round"`,
	2:     `fill="#000"`,
}

// style returns the one of pieceStyles that a piece has.
func (c *canvas) style(piece Piece) string {
	if _, ok := c.own[piece]; ok {
		return pieceStyles[2]
	}
	return pieceStyles[piece.Color()]
}

// drawing returns what is drawn of a piece in a square of 100 by 100.
func (c *canvas) drawing(piece Piece) string {
	if own, ok := c.own[piece]; ok {
		return own
	}
	inner := "" // the colour of the inner lines, if it is not that of the outline
	if piece.Color() == Black {
		inner = ` stroke="#e8e2da"`
	}
	shape := &shapes[piece.Type()]
	return `<path d="` + shape.outline + `"/><path fill="none"` + inner + ` stroke-width="3" d="` + shape.lines + `"/>`
}

// onlyShapes reports whether a drawing has the form that Diagram asks for.
func onlyShapes(drawing string) bool {
	if strings.ContainsFunc(drawing, func(r rune) bool { return r > '~' || r < ' ' && !strings.ContainsRune("\t\r\n", r) }) {
		return false
	}
	var open []string
	for rest := strings.Join(strings.Fields(drawing), " "); rest != ""; rest = strings.TrimSpace(rest) {
		tag, after, closed := strings.Cut(rest, ">")
		rest = after
		if n := len(open) - 1; n >= 0 && tag == "</"+open[n] && closed {
			open = open[:n]
			continue
		}
		tag, empty := strings.CutSuffix(tag, "/")
		name, attributes, _ := strings.Cut(tag, " ")
		switch name {
		case "<g", "<path", "<circle", "<ellipse", "<rect", "<line", "<polygon", "<polyline":
		default:
			return false
		}
		if !closed || !plainAttributes(attributes) {
			return false
		}
		if !empty {
			open = append(open, name[1:])
		}
	}
	return len(open) == 0
}

// plainAttributes reports whether the attributes of a tag are such as Diagram asks for.
func plainAttributes(text string) bool {
	var names []string
	for rest := " " + text; strings.TrimSpace(rest) != ""; {
		name, after, _ := strings.Cut(rest, `="`)
		value, after, closed := strings.Cut(after, `"`)
		rest = after
		name, spaced := strings.CutPrefix(name, " ")
		known := ofShapes(name) || name == "style" && plainStyle(value)
		if !closed || !spaced || !known || slices.Contains(names, name) ||
			strings.ContainsAny(value, `<&\{`) || name != "transform" && strings.Contains(value, "(") {
			return false
		}
		names = append(names, name)
	}
	return true
}

// plainStyle reports whether the declarations of a style could be attributes.
func plainStyle(text string) bool {
	for declaration := range strings.SplitSeq(text, ";") {
		name, _, ok := strings.Cut(declaration, ":")
		if strings.TrimSpace(declaration) != "" && !(ok && ofShapes(strings.TrimSpace(name))) {
			return false
		}
	}
	return true
}

// ofShapes reports whether an attribute says no more than how a shape looks.
func ofShapes(name string) bool {
	switch name {
	case "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points", "transform", "opacity",
		"fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
		"stroke-opacity", "stroke-dasharray":
		return true
	}
	return false
}

// shapes holds the drawings of the pieces, as paths on a square of 100 by 100.
var shapes = [King + 1]struct{ outline, lines string }{
	Pawn: {
		"M50 17C41 17 35 23 35 32C35 37 37 41 40 43H36Q32 47 36 51H42C42 62 38 70 31 75Q26 79 26 84V88Q26 91 29 91" +
			"H71Q74 91 74 88V84Q74 79 69 75C62 70 58 62 58 51H64Q68 47 64 43H60C63 41 65 37 65 32C65 23 59 17 50 17Z",
		"M34 80H66",
	},
	Knight: {
		"M47 21L45 10Q55 13 59 18C74 24 80 42 74 72Q77 75 77 80V88Q77 91 74 91H28Q25 91 25 88V80Q25 76 30 72" +
			"C31 63 40 60 46 49C40 54 36 53 33 56C31 60 30 63 27 62L21 58Q18 55 20 50C24 44 28 36 31 29Q37 21 47 21Z",
		"M32 78H70M37 34L41 32M25 52L28 50M60 27C68 35 70 48 67 63",
	},
	Bishop: {
		"M50 8C46 8 43 11 43 14C43 16 44 18 46 19C37 25 32 33 32 41C32 46 34 50 37 52H34Q30 56 34 60H42C42 67 38 71 31 75" +
			"Q26 78 26 83V88Q26 91 29 91H71Q74 91 74 88V83Q74 78 69 75C62 71 58 67 58 60H66Q70 56 66 52H63" +
			"C66 50 68 46 68 41C68 33 63 25 54 19C56 18 57 16 57 14C57 11 54 8 50 8Z",
		"M40 52H60M34 80H66M58 28L50 40",
	},
	Rook: {
		"M26 15H37V22H44V15H56V22H63V15H74V31Q74 34 71 36L65 41C65 55 66 65 70 73Q76 76 76 81V88Q76 91 73 91" +
			"H27Q24 91 24 88V81Q24 76 30 73C34 65 35 55 35 41L29 36Q26 34 26 31Z",
		"M38 40H62M33 79H67",
	},
	Queen: {
		"M50 6C46 6 43 9 43 12C43 15 45 17 47 18L42 27L34 17L31 29L21 23C26 34 32 42 35 51H32Q28 55 32 59H41" +
			"C41 66 37 70 30 74Q24 77 24 82V88Q24 91 27 91H73Q76 91 76 88V82Q76 77 70 74C63 70 59 66 59 59" +
			"H68Q72 55 68 51H65C68 42 74 34 79 23L69 29L66 17L58 27L53 18C55 17 57 15 57 12C57 9 54 6 50 6Z",
		"M39 51H61M32 80H68",
	},
	King: {
		"M46 4H54V9H60V16H54V22C63 22 70 25 75 30C72 40 67 44 64 51H68Q72 55 68 59H59C59 66 63 70 70 74" +
			"Q76 77 76 82V88Q76 91 73 91H27Q24 91 24 88V82Q24 77 30 74C37 70 41 66 41 59H32Q28 55 32 51H36" +
			"C33 44 28 40 25 30C30 25 37 22 46 22V16H40V9H46Z",
		"M40 51H60M32 80H68",
	},
}
