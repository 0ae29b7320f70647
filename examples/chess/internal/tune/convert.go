package tune

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// formats are the endings that tell the formats of files of positions. Those of .bf and .data are the same.
var formats = []string{".epd", ".txt", ".book", ".plain", ".bf", ".data"}

// convert writes the positions of a file in the format of another.
func convert(*flag.FlagSet) cli.Run {
	return func(ctx context.Context, paths []string, s cli.Streams) error {
		if len(paths) != 2 || !slices.Contains(formats, pgnfile.Ext(paths[0])) || !slices.Contains(formats, ending(paths[1])) {
			return cli.BadCommandLine(fmt.Errorf("convert takes two files of positions, whose names end with one of %s", strings.Join(formats, " ")))
		}
		in, out := paths[0], paths[1]
		shown := progress.New(s.Err)
		defer shown.Close()
		file, err := openMeter(ctx, in, shown)
		if err != nil {
			return err
		}
		defer file.Close()
		own := func(content io.Reader) bool {
			for _, err := range positions(content, ending(out)) {
				return err == nil
			}
			return false
		}
		var written, refused int
		err = outfile.Write(outfile.File{Name: out, Kind: "file of labelled positions", Own: own, Write: func(w io.Writer) (err error) {
			written, refused, err = rewrite(w, ending(out), file, in, shown)
			return err
		}})
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%d positions", written)
		if refused > 0 {
			line += fmt.Sprintf("; %d refused", refused)
			err = cli.Partly(cli.ErrReported)
		}
		fmt.Fprintln(shown, line)
		return err
	}
}

// ending returns how the name of a file that is written ends.
func ending(name string) string { return strings.ToLower(filepath.Ext(name)) }

// rewrite reads the positions of a file from r and writes them in the format of an ending. It shows why the first
// position is refused that cannot be read or written, and returns how many are.
func rewrite(w io.Writer, ending string, r io.Reader, path string, shown io.Writer) (written, refused int, err error) {
	b := bufio.NewWriter(w)
	var text []byte
	for p, err := range positions(r, pgnfile.Ext(path)) {
		if err != nil && p.number == 0 {
			return written, refused, fmt.Errorf("%s: %w", path, pgnfile.Reason(err))
		}
		if err == nil {
			text, err = p.appendTo(text[:0], ending)
		}
		if err != nil {
			if refused++; refused == 1 {
				fmt.Fprintf(shown, "%s:%d: %v\n", path, p.number, err)
			}
			continue
		}
		if _, err := b.Write(text); err != nil {
			return written, refused, err
		}
		written++
	}
	return written, refused, b.Flush()
}

// A position is one with a label. The score and the result are those of the side to move.
type position struct {
	chess.EPD
	number int // of its first line, or of its record, in the file, from 1
	scored bool
	score  int // in centipawns, at most chess.MaxEvaluation either way
	result int // 1 if it won the game, 0 for a draw, -1
}

// results are those of White in c9, from -1 on.
var results = []string{"0-1", "1/2-1/2", "1-0"}

// label sets the score and the result by ce and c9.
func (p *position) label() error {
	result := slices.Index(results, p.Text("c9")) - 1
	if result < -1 {
		err := fmt.Errorf(`want a result, such as c9 "1-0", not %q`, p.Text("c9"))
		if n := len(p.Faults); n > 0 {
			err = fmt.Errorf("%w; %w", err, p.Faults[n-1])
		}
		return err
	}
	score, scored := p.Int("ce")
	p.scored, p.score = scored, int(min(max(score, -int64(chess.MaxEvaluation)), int64(chess.MaxEvaluation)))
	p.result = p.forWhite(result)
	return nil
}

// setLabel sets ce and c9, and the score and the result by them.
func (p *position) setLabel(score, result int) error {
	return cmp.Or(p.SetInt("ce", int64(score)), p.SetText("c9", results[1+p.forWhite(result)]), p.label())
}

// forWhite returns what White has of what the side to move has, or the other way round.
func (p *position) forWhite(n int) int {
	if p.Position.Turn() == chess.Black {
		return -n
	}
	return n
}

// appendTo appends the position in the format of an ending.
func (p *position) appendTo(dst []byte, ending string) ([]byte, error) {
	if ending == ".epd" {
		return fmt.Appendln(dst, p.EPD), nil
	}
	if v := p.Position.Variant(); v != chess.Standard {
		return nil, fmt.Errorf("%s has no positions of %v", ending, v)
	}
	wins := float64(1+p.forWhite(p.result)) / 2
	if ending == ".book" {
		return fmt.Appendf(dst, "%s [%.1f]\n", p.Position.FEN(), wins), nil
	}
	if !p.scored {
		return nil, fmt.Errorf("it has no score (ce), which %s needs", ending)
	}
	switch ending {
	case ".txt":
		return fmt.Appendf(dst, "%s | %d | %.1f\n", p.Position.FEN(), p.forWhite(p.score), wins), nil
	case ".plain":
		return p.appendPlain(dst)
	}
	return p.appendRecord(dst)
}

// positions yields the positions of a file with that ending, and errors of single ones. An error of the io.Reader
// comes last, with a position whose number is 0.
func positions(r io.Reader, ending string) iter.Seq2[position, error] {
	if ending == ".bf" || ending == ".data" {
		return records(r)
	}
	return func(yield func(position, error) bool) {
		lines := bufio.NewScanner(r)
		var plain map[string]string // the lines so far of a position in Stockfish's text, or nil
		first, n := 0, 1            // its first line, and this
		for ; lines.Scan(); n++ {
			line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\uFEFF"))
			key, value, _ := strings.Cut(line, " ")
			p, err := position{number: n}, error(nil)
			switch {
			case line == "":
				continue
			case plain == nil && key != "fen":
				if p.EPD, err = chess.ParseEPD(line); err == nil {
					err = p.label()
				}
			case plain == nil:
				plain, first = map[string]string{key: value}, n
				continue
			case line == "e":
				p, err = fromPlain(plain)
				p.number, plain = first, nil
			case key != "fen":
				plain[key] = value
				continue
			default:
				p.number, err = first, errNoEnd
				plain, first = map[string]string{key: value}, n
			}
			if !yield(p, err) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(position{}, fmt.Errorf("line %d: %w", n, err))
		} else if plain != nil {
			yield(position{number: first}, errNoEnd)
		}
	}
}

var errNoEnd = errors.New(`the position has no end, the line "e"`)

// noScore is Stockfish's number for a score that is not known.
const noScore = 32002

// fromPlain returns the position of the lines of Stockfish's text, by their first words.
func fromPlain(lines map[string]string) (p position, err error) {
	if p.EPD, err = chess.ParseEPD(lines["fen"]); err != nil {
		return p, err
	}
	if move := lines["move"]; move != "" {
		m, err := p.Position.ParseUCI(move)
		if err = cmp.Or(err, p.SetMoves("bm", m)); err != nil {
			return p, err
		}
	}
	score, err := strconv.ParseInt(lines["score"], 10, 32)
	if err != nil {
		return p, fmt.Errorf("want a number as score, not %q", lines["score"])
	}
	result, err := strconv.Atoi(lines["result"])
	if err != nil || result < -1 || result > 1 {
		return p, fmt.Errorf("want 1, 0 or -1 as result, not %q", lines["result"])
	}
	err = p.setLabel(int(score), result)
	if score == noScore {
		p.scored = !p.Remove("ce")
	}
	return p, err
}

// appendPlain appends the position in Stockfish's text.
func (p *position) appendPlain(dst []byte) ([]byte, error) {
	q := &p.Position
	// Trainers leave out positions before a capture, so a move that is not known is to be none.
	moves := q.AppendCaptures(q.AppendQuiets(p.Moves("bm")))
	if len(moves) == 0 {
		return nil, errors.New("it has no legal move, which .plain needs")
	}
	ply := 2*(q.MoveNumber()-1) + int(q.Turn())
	return fmt.Appendf(dst, "fen %s\nmove %s\nscore %d\nply %d\nresult %d\ne\n", q.FEN(), q.UCI(moves[0]), p.score, ply, p.result), nil
}

// A record of bulletformat has 32 bytes, in which numbers are little-endian. The side to move is White: if it is
// Black, the position is mirrored.
const (
	occupiedAt = 0  // the set of occupied squares, 8 bytes
	piecesAt   = 8  // their pieces from a1 on, half a byte each, the lower first: 0 to 5 from pawn to king, and 8 more for Black
	scoreAt    = 24 // 2 bytes
	resultAt   = 26 // 0, 1 or 2 for a loss, a draw or a win
	kingAt     = 27 // the square of the king
	otherAt    = 28 // that of the other king, as it sees the board: g1 for g8
	recordSize = 32 // three bytes are not used
)

// appendRecord appends the position as a record.
func (p *position) appendRecord(dst []byte) ([]byte, error) {
	s := p.Position.Setup()
	if s.Turn == chess.Black {
		s = s.Mirror()
	}
	var b [recordSize]byte
	occupied, n := uint64(0), 0
	for sq, piece := range s.Board {
		if piece == chess.NoPiece {
			continue
		}
		if n == 32 {
			return nil, errors.New("it has more than 32 pieces")
		}
		occupied |= 1 << sq
		b[piecesAt+n/2] |= byte(piece-chess.WhitePawn) << (n % 2 * 4)
		n++
	}
	binary.LittleEndian.PutUint64(b[occupiedAt:], occupied)
	binary.LittleEndian.PutUint16(b[scoreAt:], uint16(p.score))
	b[resultAt] = byte(1 + p.result)
	b[kingAt] = byte(slices.Index(s.Board[:], chess.WhiteKing))
	b[otherAt] = byte(slices.Index(s.Board[:], chess.BlackKing)) ^ byte(chess.A8)
	return append(dst, b[:]...), nil
}

// records yields the positions of a file of bulletformat.
func records(r io.Reader) iter.Seq2[position, error] {
	return func(yield func(position, error) bool) {
		in := bufio.NewReader(r)
		var b [recordSize]byte
		for n := 1; ; n++ {
			if _, err := io.ReadFull(in, b[:]); err != nil {
				if err != io.EOF {
					yield(position{}, err)
				}
				return
			}
			p, err := fromRecord(b)
			p.number = n
			if !yield(p, err) {
				return
			}
		}
	}
}

// fromRecord returns the position of a record.
func fromRecord(b [recordSize]byte) (p position, err error) {
	s := chess.Setup{MoveNumber: 1}
	occupied := binary.LittleEndian.Uint64(b[occupiedAt:])
	if n := bits.OnesCount64(occupied); n > 32 {
		return p, fmt.Errorf("there are %d pieces", n)
	}
	for n := 0; occupied != 0; n++ {
		sq := bits.TrailingZeros64(occupied)
		occupied &= occupied - 1
		code := b[piecesAt+n/2] >> (n % 2 * 4) & 15
		if code&7 > 5 {
			return p, fmt.Errorf("the piece on %v is %d: want 0 to 5 or 8 to 13", chess.Square(sq), code)
		}
		s.Board[sq] = chess.WhitePawn + chess.Piece(code)
	}
	if p.Position, err = s.Position(); err != nil {
		return p, err
	}
	if b[resultAt] > 2 {
		return p, fmt.Errorf("want 0, 1 or 2 as result, not %d", b[resultAt])
	}
	if err := p.setLabel(int(int16(binary.LittleEndian.Uint16(b[scoreAt:]))), int(b[resultAt])-1); err != nil {
		return p, err
	}
	if king, other := p.Position.King(chess.White), p.Position.King(chess.Black)^chess.A8; b[kingAt] != byte(king) || b[otherAt] != byte(other) {
		return p, fmt.Errorf("want %d and %d as squares of the kings, not %d and %d", king, other, b[kingAt], b[otherAt])
	}
	return p, nil
}
