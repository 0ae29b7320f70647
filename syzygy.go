package chess

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
)

// Syzygy is the tablebase in Syzygy's files, of up to seven pieces. WDL reads files such as
// KRPvKR.rtbw, and Probe also those such as KRPvKR.rtbz, of the ending and of those that its
// captures and pawn moves lead to. The distance to mate is not known, and that to zeroing is
// mostly rounded.
//
// Files are opened when they are first used. Where the system can, they are mapped into memory:
// they must not be changed meanwhile, and a disk error ends the program. Several goroutines may
// use a Syzygy at once.
type Syzygy struct {
	_         noCopy
	endings   map[Ending]*syzygyEnding // also those without a file, and swapped
	maxPieces int
	open      openFiles
}

// String says of which endings there are tables.
func (s *Syzygy) String() string {
	return fmt.Sprintf("tables of Syzygy, up to %d pieces", s.maxPieces)
}

// A syzygyEnding is the two files of an ending.
type syzygyEnding struct {
	results, distances syzygySlot
}

// A syzygySlot is a file, or why there is none.
type syzygySlot struct {
	path  string // "" if there is no file
	state atomic.Pointer[syzygyState]
	mu    sync.Mutex // held while the state is made
}

// A syzygyState is what is known of a file once it has been used.
type syzygyState struct {
	table *syzygyTable
	err   error
}

// The ends of the names of files.
const (
	syzygyResultsExt   = ".rtbw"
	syzygyDistancesExt = ".rtbz"
)

// OpenSyzygy returns the tablebase of the files in some directories. Each argument may be a list
// of them, separated as in the environment variable PATH, as in UCI's option SyzygyPath. If
// several have a file, the first is used. It is an error if a directory cannot be read or has no
// files of Syzygy, or if no results are found.
func OpenSyzygy(dirs ...string) (*Syzygy, error) {
	s := &Syzygy{endings: map[Ending]*syzygyEnding{}}
	for _, list := range dirs {
		for _, dir := range filepath.SplitList(list) {
			if dir == "" {
				continue
			}
			if err := s.add(dir); err != nil {
				return nil, err
			}
		}
	}
	if s.maxPieces == 0 {
		return nil, fmt.Errorf("chess: there are no tables of Syzygy (%s) in %q", syzygyResultsExt, dirs)
	}
	for n := 3; n <= s.maxPieces; n++ {
		for _, e := range Endings(n) {
			if s.endings[e] == nil {
				s.endings[e] = &syzygyEnding{}
			}
			s.endings[e.swapped()] = s.endings[e]
		}
	}
	return s, nil
}

// add adds the files of a directory.
func (s *Syzygy) add(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("chess: %w", err)
	}
	found := false
	for _, entry := range entries {
		ext := filepath.Ext(entry.Name())
		if ext != syzygyResultsExt && ext != syzygyDistancesExt {
			continue
		}
		name := strings.TrimSuffix(entry.Name(), ext)
		e, err := ParseEnding(name)
		if err != nil || e.Canonical().String() != name || e == 0 || e.Pieces() > maxEndingPieces {
			continue
		}
		found = true
		if s.endings[e] == nil {
			s.endings[e] = &syzygyEnding{}
		}
		slot := &s.endings[e].distances
		if ext == syzygyResultsExt {
			slot = &s.endings[e].results
			s.maxPieces = max(s.maxPieces, e.Pieces())
		}
		if slot.path == "" {
			slot.path = filepath.Join(dir, entry.Name())
		}
	}
	if !found {
		return fmt.Errorf("chess: there are no tables of Syzygy in %s", dir)
	}
	return nil
}

var errSyzygyClosed = errors.New("chess: the tables of Syzygy have been closed")

// Close closes the files. WDL and Probe fail from then on.
func (s *Syzygy) Close() error {
	for _, e := range s.endings {
		for _, slot := range []*syzygySlot{&e.results, &e.distances} {
			slot.mu.Lock()
			slot.state.Store(&syzygyState{err: errSyzygyClosed})
			slot.mu.Unlock()
		}
	}
	s.open.close()
	return nil
}

// MaxPieces returns the largest number of pieces of an ending with results.
func (s *Syzygy) MaxPieces() int { return s.maxPieces }

// table returns a file of an ending, and opens it first if need be.
func (s *Syzygy) table(slot *syzygySlot, e Ending, ext string, magic uint32) (*syzygyTable, error) {
	state := slot.state.Load()
	if state == nil {
		state = s.openTable(slot, e.Canonical(), ext, magic)
	}
	return state.table, state.err
}

func (s *Syzygy) openTable(slot *syzygySlot, e Ending, ext string, magic uint32) *syzygyState {
	slot.mu.Lock()
	defer slot.mu.Unlock()
	if state := slot.state.Load(); state != nil {
		return state
	}
	state := &syzygyState{}
	if slot.path == "" {
		state.err = missingError(fmt.Sprintf("there is no file %v%s", e, ext))
	} else if file, err := openSyzygyFile(slot.path, &s.open); err != nil {
		state.err = err
	} else if state.table, err = readSyzygy(file, e, magic); err != nil {
		state.table, state.err = nil, err
		s.open.closeFile(file) // some systems cannot remove a file that is open
	}
	if state.err == nil || slot.path == "" || isSyzygyFault(state.err) {
		slot.state.Store(state)
	}
	return state
}

// result returns what the file of results has for p: see syzygyTable.result.
func (s *Syzygy) result(p *Position) (WDL, error) {
	var pieces syzygyPieces
	pieces.set(p)
	if pieces.ending == 0 {
		return WDLDraw, nil
	}
	slot := &s.endings[pieces.ending].results
	t, err := s.table(slot, pieces.ending, syzygyResultsExt, syzygyResults)
	if err != nil {
		return 0, err
	}
	w, err := t.result(&pieces, p.turn())
	if isSyzygyFault(err) {
		slot.fail(err)
	}
	return w, err
}

// distance returns what the file of distances has for p: see syzygyTable.distance.
func (s *Syzygy) distance(p *Position, w WDL) (plies int, rounded, known bool, err error) {
	var pieces syzygyPieces
	pieces.set(p)
	slot := &s.endings[pieces.ending].distances
	t, err := s.table(slot, pieces.ending, syzygyDistancesExt, syzygyDistances)
	if err != nil {
		return 0, false, false, err
	}
	plies, rounded, known, err = t.distance(&pieces, p.turn(), w)
	if isSyzygyFault(err) {
		slot.fail(err)
	}
	return plies, rounded, known, err
}

// isSyzygyFault reports whether err says that a file is broken. Another may pass.
func isSyzygyFault(err error) bool {
	_, ok := errors.AsType[*syzygyFault](err)
	return ok
}

// fail keeps the error of a file that has turned out to be broken.
func (slot *syzygySlot) fail(err error) {
	slot.mu.Lock()
	defer slot.mu.Unlock()
	if slot.state.Load().err == nil {
		slot.state.Store(&syzygyState{err: err})
	}
}

// What Syzygy's files leave out, and how it is found.
//
// A file of results does not have the true result of each position. Where a capture
// gives the result, or a better one than all other moves, the file may have a worse
// one, if that compresses better: a reader must try the captures first. The result ignores
// the right to capture en passant.
//
// A file of distances has them only where no capture and no move of a pawn of the
// winner keeps the result: there the distance is 1, or 101. For other positions it may
// have anything. It also has only one side to move, the one that compresses better. For
// the other one, the distances after each move tell.

// WDL implements Tablebase. It allocates nothing in mapped files that have been used before.
func (s *Syzygy) WDL(p *Position) (WDL, error) {
	if _, err := tablebaseEnding(p, s.maxPieces); err != nil {
		return 0, err
	}
	w, _, err := s.resolve(p)
	return w, err
}

// Probe returns the result of p and its distance to zeroing. It allocates nothing, as WDL.
func (s *Syzygy) Probe(p *Position) (ProbeResult, error) {
	if _, err := tablebaseEnding(p, s.maxPieces); err != nil {
		return ProbeResult{}, err
	}
	return s.truth(p)
}

// resolve returns the result of p. zeroing says that a capture, en passant or not,
// leads to it and that no other move is needed: the distance is 1 or 101 then, or of as
// much below 0 if en passant is forced. The result need not be better without a capture
// if it is a draw or a loss.
func (s *Syzygy) resolve(p *Position) (w WDL, zeroing bool, err error) {
	w, zeroing, err = s.captures(p, WDLLoss, WDLWin)
	if err != nil || p.state&stateEnPassant == 0 {
		return w, zeroing, err
	}
	var moves [MaxMoves]Move
	best := WDLLoss - 1
	forced := true // no other move
	for _, m := range p.appendMoves(moves[:0]) {
		if !p.isEnPassant(m) {
			forced = false
			continue
		}
		var after Position
		after.do(m, p)
		v, _, err := s.captures(&after, WDLLoss, WDLWin)
		if err != nil {
			return 0, false, err
		}
		best = max(best, -v)
	}
	switch {
	case best > w, best == w && w > WDLDraw, forced: // without en passant, forced is a stalemate
		return best, true, nil
	}
	return w, zeroing, nil
}

// captures returns the result of p without en passant, at least alpha, and exactly only
// below beta. zeroing says that it is a win, cursed or not, by a capture.
func (s *Syzygy) captures(p *Position, alpha, beta WDL) (w WDL, zeroing bool, err error) {
	if !p.mayCapture() {
		w, err = s.result(p)
		return max(w, alpha), false, err
	}
	var moves [MaxMoves]Move
	var after Position // within the loop it would be on the heap
	w = alpha
	for _, m := range p.appendCaptures(moves[:0]) {
		if p.board[m.to()] == 0 { // a promotion, or en passant
			continue
		}
		after.do(m, p)
		v, _, err := s.captures(&after, -beta, -w)
		if err != nil {
			return 0, false, err
		}
		if w = max(w, -v); w >= beta {
			return w, w > WDLDraw, nil
		}
	}
	v, err := s.result(p)
	if err != nil {
		return 0, false, err
	}
	if v > w {
		return v, false, nil
	}
	return w, w > WDLDraw, nil
}

// truth is Probe for a position that it may know.
func (s *Syzygy) truth(p *Position) (ProbeResult, error) {
	w, zeroing, err := s.resolve(p)
	if err != nil {
		return ProbeResult{}, err
	}
	t := ProbeResult{WDL: w, DTZ: w.zeroingDTZ()}
	if zeroing || w == WDLDraw {
		return t, nil
	}
	var moves [MaxMoves]Move
	list := p.appendMoves(moves[:0])
	if len(list) == 0 { // mated
		return t, nil
	}
	if w > WDLDraw {
		for _, m := range list {
			if p.mover(m).Type() != Pawn || p.isCapture(m) {
				continue
			}
			var after Position
			after.do(m, p)
			v, _, err := s.resolve(&after)
			if err != nil {
				return ProbeResult{}, err
			}
			if -v == w {
				return t, nil
			}
		}
	}
	plies, rounded, known, err := s.distance(p, w)
	if err != nil {
		return ProbeResult{}, err
	}
	if !known {
		return s.truthOfMoves(p, list, t)
	}
	t.DTZ += w.sign() * plies
	t.DTZRounded = rounded
	return t, nil
}

// truthOfMoves returns the truth of p, with the result t.WDL, from what its moves lead
// to. A winner takes the shortest way, and no capture and no move of a pawn wins at
// once. A loser takes the longest, and t.DTZ is what it is if all moves zero the clock.
func (s *Syzygy) truthOfMoves(p *Position, list []Move, t ProbeResult) (ProbeResult, error) {
	sign := t.WDL.sign()
	first := true
	var after Position // within the loop it would be on the heap
	for _, m := range list {
		after.do(m, p)
		if after.halfmove == 0 {
			continue
		}
		next, err := s.truth(&after)
		if err != nil {
			return ProbeResult{}, err
		}
		if -next.WDL != t.WDL {
			continue
		}
		dtz := sign - next.DTZ
		if next.DTZ == -1 && after.mated() {
			dtz = 1
		}
		longer := (dtz - t.DTZ) * sign
		var better bool
		if sign > 0 {
			better = first || longer < 0 || longer == 0 && !next.DTZRounded
		} else {
			better = longer > 0 || longer == 0 && next.DTZRounded
		}
		if better {
			t.DTZ, t.DTZRounded = dtz, next.DTZRounded
		}
		first = false
	}
	if first && sign > 0 {
		return ProbeResult{}, fmt.Errorf("chess: the tables of Syzygy contradict each other: no move wins %s", p.EPD())
	}
	return t, nil
}

// mated reports whether the side to move has been mated.
func (p *Position) mated() bool {
	var moves [MaxMoves]Move
	return p.inCheck() && len(p.appendMoves(moves[:0])) == 0
}

// mayCapture reports whether a piece of the other side is attacked. In few positions it
// is: to look first makes a probe of results 1.2 times as fast.
func (p *Position) mayCapture() bool {
	army := p.army()
	for _, e := range p.armyList(army ^ 32)[1:] {
		if e != 0 && p.attacked(e.square(), army) {
			return true
		}
	}
	return false
}
