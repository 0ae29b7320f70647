package outfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Replace creates or replaces the file with that name by what write writes. After an
// error, such as a full disk, the old file is unchanged: the new one is first
// written under another name in the same directory.
func Replace(name string, write func(w io.Writer) error) error {
	mode := os.FileMode(0o644)
	name = Real(name)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return &fs.PathError{Op: "replace", Path: name, Err: errors.New("not a regular file")}
		}
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), temporary(name)+"*")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Real returns the name of the file that name leads to through symbolic links. The file
// need not exist: a link may name a file that is created through it.
func Real(name string) string {
	const most = 40 // links one after another
	for range most {
		if real, err := filepath.EvalSymlinks(name); err == nil {
			return real
		}
		to, err := os.Readlink(name)
		if err != nil {
			return name
		}
		if !filepath.IsAbs(to) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(name))
			if err != nil {
				return name
			}
			to = filepath.Join(folder, to)
		}
		name = to
	}
	return name
}

// temporary returns how the names of the files begin that Replace renames to name.
func temporary(name string) string { return "." + filepath.Base(name) + "-" }

// Clean removes what runs that were killed in Replace have left. Nobody else may be
// writing the file with that name.
func Clean(name string) error {
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		return err
	}
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), temporary(name))
		if _, err := strconv.ParseUint(number, 10, 64); !ok || err != nil || !e.Type().IsRegular() {
			continue
		}
		if err := os.Remove(filepath.Join(filepath.Dir(name), e.Name())); err != nil {
			return err
		}
	}
	return nil
}
