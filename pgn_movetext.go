package chess

const (
	// maxDepth bounds the nesting of variations. Analyses have fewer than twenty
	// levels; the positions of a thousand take half a megabyte.
	maxDepth = 1000

	// maxAnnotations bounds how many comments and glyphs there may be around one
	// move, where adjacent ones of one kind count once. Joining them takes quadratic
	// time.
	maxAnnotations = 200
)

// A pgnLevel is a line of moves that is being read: the main line, or a variation
// on the level above.
type pgnLevel struct {
	sanLine
	annotations int // around the last move: see maxAnnotations
}

// movetext reads to the end of the game and returns the result found there.
func (r *PGNReader) movetext() (result string, err error) {
	l := &r.lex
	before := false // whether a comment belongs to the next move
	for {
		kind := l.next()
		if err := r.checkLength(); err != nil {
			return "", err
		}
		if r.depth > 0 && r.Detail == MainLines && kind != tokenOpen && kind != tokenClose && kind >= tokenComment {
			continue
		}
		switch kind {
		case tokenMove:
			before = false
			err = r.move()
		case tokenNumber:
			before = true
		case tokenComment:
			if r.Detail == WholeGames {
				kind := eventAfter
				if before {
					kind = eventBefore
				}
				err = r.storeComment(kind)
			}
		case tokenSuffix, tokenNAG:
			if r.Detail == WholeGames {
				err = r.glyph(kind)
			}
		case tokenOpen:
			err = r.open()
			before = true
		case tokenClose:
			if r.depth == 0 {
				return "", r.fail(ErrSyntax, "PGN", "there is no variation to close")
			}
			r.depth--
			if r.Detail == WholeGames {
				r.levels = r.levels[:r.depth+1]
				err = r.store(pgnEvent{kind: eventClose}, 0)
				before = true
			}
		case tokenResult, tokenTag, tokenBadTag, tokenEnd:
			if kind == tokenResult && r.depth > 0 {
				continue // some programs end a variation with a result
			}
			if r.depth > 0 {
				e := r.fail(ErrSyntax, "PGN", "a variation is not closed")
				e.Input, e.Line, e.Column = "(", r.openLine, r.openColumn
				return "", e
			}
			r.cut = kind == tokenEnd
			result = "*"
			if kind != tokenResult {
				l.unread()
			} else if result = string(l.token); result == "1/2" {
				result = "1/2-1/2"
			}
			return result, nil
		case tokenUnclosed:
			return "", r.unclosed()
		default:
			return "", r.fail(ErrSyntax, "PGN", "it has no meaning here")
		}
		if err != nil {
			return "", err
		}
	}
}

// move reads the last token as a move, or as one of oddWords.
func (r *PGNReader) move() error {
	lv := &r.levels[r.depth]
	m := lv.play(r.lex.token)
	if m == 0 {
		if nag, ok := oddWords[string(r.lex.token)]; ok {
			if nag == 0 || r.Detail != WholeGames {
				return nil
			}
			return r.storeNAG(nag)
		}
		var err error
		if m, err = r.oddMove(lv.at()); err != nil {
			return err
		}
		lv.playMove(m)
	}
	lv.annotations = 0
	r.nodes++
	return r.store(pgnEvent{kind: eventMove, move: m}, 0)
}

// oddWords are the words that stand between moves in files older than glyphs, with
// the glyph of the same meaning, or 0 if there is none.
var oddWords = map[string]NAG{
	"+": 0, "++": 0, "#": 0, "e.p.": 0, "ep": 0, "ch": 0, "mate": 0,
	"=": 10, "+=": 14, "+/=": 14, "=+": 15, "=/+": 15, "+/-": 16, "-/+": 17, "+-": 18, "-+": 19,
}

// oddMove reads the last token as a move that is not plain SAN.
func (r *PGNReader) oddMove(p *Position) (Move, error) {
	text := string(r.lex.token[:min(len(r.lex.token), maxExcerpt)])
	if text == "--" || text == "Z0" || text == "0000" {
		if !p.canPass() {
			return 0, r.fail(ErrIllegal, "SAN", "a null move is not allowed in check, or where no move is legal")
		}
		return 0, nil
	}
	m, err := p.ParseSAN(text)
	if e, ok := err.(*ParseError); ok {
		e.Game, e.Line, e.Column = r.game, r.lex.tokenLine, r.lex.tokenColumn
	}
	return m, err
}

// open begins a variation on the last move.
func (r *PGNReader) open() error {
	if r.depth == 0 {
		r.openLine, r.openColumn = r.lex.tokenLine, r.lex.tokenColumn
	}
	if r.Detail == WholeGames {
		var start Position
		if !r.levels[r.depth].before(&start) {
			return r.fail(ErrSyntax, "PGN", "there is no move that the variation could replace")
		}
		if r.depth == maxDepth {
			return r.fail(ErrSyntax, "PGN", "variations are nested too deeply")
		}
		r.levels = append(r.levels, pgnLevel{})
		r.levels[r.depth+1].start(&start)
		if err := r.store(pgnEvent{kind: eventOpen}, 0); err != nil {
			return err
		}
	}
	r.depth++
	return nil
}

// glyph reads the last token, which is of the given kind, as a glyph.
func (r *PGNReader) glyph(kind tokenKind) error {
	token := r.lex.token
	if kind == tokenNAG {
		nag := 0
		for _, c := range token {
			nag = min(256, 10*nag+int(c-'0'))
		}
		if len(token) == 0 || nag > 255 {
			return r.fail(ErrSyntax, "PGN glyph", "not a number from 0 to 255")
		}
		return r.storeNAG(NAG(nag))
	}
	switch string(token[:min(2, len(token))]) {
	case "!":
		return r.storeNAG(GoodMove)
	case "?":
		return r.storeNAG(Mistake)
	case "!!":
		return r.storeNAG(BrilliantMove)
	case "??":
		return r.storeNAG(Blunder)
	case "!?":
		return r.storeNAG(InterestingMove)
	}
	return r.storeNAG(DubiousMove)
}

// storeNAG stores a glyph.
func (r *PGNReader) storeNAG(nag NAG) error {
	from := len(r.text)
	r.text = append(r.text, byte(nag))
	return r.storeText(eventNAG, from)
}

// storeComment stores the last token as a comment.
func (r *PGNReader) storeComment(kind eventKind) error {
	from := len(r.text)
	if n := len(r.events); n > 0 && r.events[n-1].kind == kind {
		r.text = append(r.text, ' ')
	}
	start := len(r.text)
	r.text = appendComment(r.text, r.lex.token)
	if len(r.text) == start {
		r.text = r.text[:from]
		return nil
	}
	return r.storeText(kind, from)
}

// storeText stores r.text[from:] as an event, or as part of the last event if that
// is of the same kind.
func (r *PGNReader) storeText(kind eventKind, from int) error {
	n := len(r.events)
	if n > 0 && r.events[n-1].kind == kind {
		r.events[n-1].to = uint32(len(r.text))
		return r.checkTree()
	}
	if lv := &r.levels[r.depth]; lv.annotations < maxAnnotations {
		lv.annotations++
	} else {
		return r.fail(ErrSyntax, "PGN comment", "there are too many around one move")
	}
	note := 1
	if n > 0 && (r.events[n-1].kind == eventAfter || r.events[n-1].kind == eventNAG) && kind != eventBefore {
		note = 0 // on the same node
	}
	return r.store(pgnEvent{kind: kind, from: uint32(from), to: uint32(len(r.text))}, note)
}

// store stores an event. notes is how many notes of the tree it needs.
func (r *PGNReader) store(e pgnEvent, notes int) error {
	r.events = append(r.events, e)
	r.noted += notes
	return r.checkTree()
}

// checkTree returns an error if the tree would become too large.
func (r *PGNReader) checkTree() error {
	if nodeSize*r.nodes+notesSize*r.noted+len(r.text)+len(r.tagText) > maxTree {
		return r.fail(ErrSyntax, "PGN", "the game takes more than 8 MB of memory")
	}
	return nil
}
