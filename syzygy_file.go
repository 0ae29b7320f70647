package chess

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"
)

// A syzygyFile is the bytes of a file of Syzygy. They are mapped into memory where the
// system can do that; elsewhere they are read, and few of the files are open at a time.
type syzygyFile struct {
	path string
	size int64
	data []byte // nil if the file is not mapped
	open *openFiles
}

// openSyzygyFile opens a file. On the way it learns its size, and whether it can be
// mapped.
func openSyzygyFile(path string, open *openFiles) (*syzygyFile, error) {
	info, err := os.Stat(path) // before it is opened: to open a named pipe may take forever
	if err != nil {
		return nil, fmt.Errorf("chess: %w", err)
	}
	f := &syzygyFile{path: path, size: info.Size(), open: open}
	if !info.Mode().IsRegular() {
		return nil, f.fault("it is not a regular file")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("chess: %w", err)
	}
	defer file.Close()
	if f.size > 0 && !open.never {
		// The memory is given back when f is garbage, not when the tables are closed: a
		// probe may be at work.
		if f.data = mapFile(file, f.size); f.data != nil {
			runtime.AddCleanup(f, unmapFile, f.data)
		}
	}
	return f, nil
}

// A syzygyFault says what is wrong with a file. It stays wrong, while an error of the
// system may pass.
type syzygyFault struct{ path, detail string }

func (e *syzygyFault) Error() string { return "chess: " + e.path + ": " + e.detail }

// fault returns the error that says what is wrong with the file.
func (f *syzygyFile) fault(format string, args ...any) error {
	return &syzygyFault{f.path, fmt.Sprintf(format, args...)}
}

// bytes returns n bytes of the file. They are in buffer, which has room for them, if the
// file is not mapped.
func (f *syzygyFile) bytes(at int64, n int, buffer []byte) ([]byte, error) {
	if at < 0 || at > f.size-int64(n) {
		return nil, f.fault("it ends before byte %d", at+int64(n))
	}
	if f.data != nil {
		return f.data[at:][:n], nil
	}
	buffer = buffer[:n]
	if err := f.open.readAt(f, buffer, at); err != nil {
		return nil, fmt.Errorf("chess: %w", err)
	}
	return buffer, nil
}

// maxOpenFiles is how many files that are not mapped are open at a time. All tables of
// five pieces have 290 files, and a system may allow a process 256.
const maxOpenFiles = 64

// openFiles holds the files that are not mapped and are open. The zero openFiles is
// ready to use.
type openFiles struct {
	never bool // for tests: map no file

	mu     sync.Mutex
	files  []*openFile // the one used last is the last
	closed bool
}

type openFile struct {
	of    *syzygyFile
	file  *os.File
	users int // that are reading it now
}

// readAt reads from a file, and opens it first if need be.
func (o *openFiles) readAt(f *syzygyFile, buffer []byte, at int64) error {
	open, err := o.take(f)
	if err != nil {
		return err
	}
	defer o.put(open)
	if _, err := open.file.ReadAt(buffer, at); err != nil {
		if err == io.EOF { // it has become shorter
			err = &os.PathError{Op: "read", Path: f.path, Err: io.ErrUnexpectedEOF}
		}
		return err
	}
	return nil
}

func (o *openFiles) take(f *syzygyFile) (*openFile, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return nil, os.ErrClosed
	}
	i := slices.IndexFunc(o.files, func(open *openFile) bool { return open.of == f })
	if i < 0 {
		file, err := os.Open(f.path)
		if err != nil {
			return nil, err
		}
		o.files = append(o.files, &openFile{of: f, file: file})
		i = len(o.files) - 1
	}
	open := o.files[i]
	open.users++
	copy(o.files[i:], o.files[i+1:])
	o.files[len(o.files)-1] = open
	o.closeOldest()
	return open, nil
}

func (o *openFiles) put(open *openFile) {
	o.mu.Lock()
	defer o.mu.Unlock()
	open.users--
	o.closeOldest()
}

// closeOldest closes files that nobody reads, while there are too many.
func (o *openFiles) closeOldest() {
	most := maxOpenFiles
	if o.closed {
		most = 0
	}
	for i := 0; len(o.files) > most && i < len(o.files); {
		if open := o.files[i]; open.users == 0 {
			open.file.Close() // it was read only
			o.files = slices.Delete(o.files, i, i+1)
			continue
		}
		i++
	}
}

// close closes all files, those that are being read as soon as they have been.
func (o *openFiles) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.closeOldest()
}
