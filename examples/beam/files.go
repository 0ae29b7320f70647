package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// faultMark begins what is said of a fault that ends the pipeline: a runner
// wraps it into much text of its own.
const faultMark = "pipeline fault: "

func fault(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s%w", faultMark, err)
}

// faultOf returns the line that tells of a fault in what a runner says: the last
// if the fault is the runner's own.
func faultOf(err error) error {
	text := strings.TrimSpace(strings.ReplaceAll(err.Error(), `\n`, "\n")) // some quote what they were told
	if _, after, ok := strings.Cut(text, faultMark); ok {
		text, _, _ = strings.Cut(after, "\n")
	}
	return errors.New(text[strings.LastIndexByte(text, '\n')+1:])
}

// join returns the name of a file in a folder, which may be a URL.
func join(folder, name string) string { return folder + "/" + name }

// writeFile writes a file, all of it or nothing where files can be renamed; the
// stores of clouds show a file only when it is closed.
func writeFile(ctx context.Context, path string, write func(io.Writer) error) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return fault(err)
	}
	defer fs.Close()
	renamer, ok := fs.(filesystem.Renamer)
	if !ok {
		return fault(writeTo(ctx, fs, path, write))
	}
	part := path + ".part"
	err = writeTo(ctx, fs, part, write)
	if err == nil {
		err = renamer.Rename(ctx, part, path)
	}
	if err != nil {
		remove(ctx, fs, part)
	}
	return fault(err)
}

func writeTo(ctx context.Context, fs filesystem.Interface, path string, write func(io.Writer) error) error {
	w, err := fs.OpenWrite(ctx, path)
	if err != nil {
		return err
	}
	err = write(w)
	return errors.Join(err, w.Close())
}

// copyFile copies a file to w.
func copyFile(ctx context.Context, w io.Writer, path string) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	r, err := fs.OpenRead(ctx, path)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(w, r)
	return err
}

func remove(ctx context.Context, fs filesystem.Interface, path string) error {
	if r, ok := fs.(filesystem.Remover); ok {
		return r.Remove(ctx, path)
	}
	return nil
}

// removeFile removes a file, where that can be done.
func removeFile(ctx context.Context, path string) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	return remove(ctx, fs, path)
}

// removeFolder removes a folder and the files in it.
func removeFolder(ctx context.Context, folder string) error {
	fs, err := filesystem.New(ctx, folder)
	if err != nil {
		return err
	}
	defer fs.Close()
	files, err := fs.List(ctx, escape(folder)+"/*")
	for _, path := range files {
		err = errors.Join(err, remove(ctx, fs, path))
	}
	if !strings.Contains(folder, "://") && len(files) > 0 {
		err = errors.Join(err, remove(ctx, fs, folder))
	}
	return err
}

// escape returns a pattern that matches only path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// absolute returns the path as workers on this machine find it.
func absolute(path string) (string, error) {
	if strings.Contains(path, "://") {
		return path, nil
	}
	return filepath.Abs(path)
}
