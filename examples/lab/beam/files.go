package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// errorMark begins the message of an error that ends the pipeline. Runners wrap it
// in much text of their own.
const errorMark = "pipeline error: "

// pipelineError returns err with the mark before it, or nil if err is nil.
func pipelineError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s%w", errorMark, err)
}

// unwrapPipelineError returns the line after the mark in the error of a runner, or
// its last line if there is no mark.
func unwrapPipelineError(err error) error {
	text := strings.TrimSpace(strings.ReplaceAll(err.Error(), `\n`, "\n")) // some runners quote the text
	if _, after, ok := strings.Cut(text, errorMark); ok {
		text, _, _ = strings.Cut(after, "\n")
	}
	return errors.New(text[strings.LastIndexByte(text, '\n')+1:])
}

// join returns the path of a file in a folder, which may be a URL.
func join(folder, name string) string { return folder + "/" + name }

// writeFile writes a file atomically: it renames a temporary file, if the file
// system can do that. Cloud storage shows a file only when it is closed.
func writeFile(ctx context.Context, path string, write func(io.Writer) error) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return pipelineError(err)
	}
	defer fs.Close()
	renamer, ok := fs.(filesystem.Renamer)
	if !ok {
		return pipelineError(writeTo(ctx, fs, path, write))
	}
	part := path + ".part"
	err = writeTo(ctx, fs, part, write)
	if err == nil {
		err = renamer.Rename(ctx, part, path)
	}
	if err != nil {
		remove(ctx, fs, part)
	}
	return pipelineError(err)
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

// removeFile removes a file, if the file system can do that.
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
	if !strings.Contains(folder, "://") {
		return os.RemoveAll(folder)
	}
	fs, err := filesystem.New(ctx, folder)
	if err != nil {
		return err
	}
	defer fs.Close()
	files, err := fs.List(ctx, escape(folder)+"/*")
	for _, path := range files {
		err = errors.Join(err, remove(ctx, fs, path))
	}
	return err
}

// escape returns a pattern that matches only path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// absolute returns the absolute path of a local file, for workers with another
// current directory.
func absolute(path string) (string, error) {
	if strings.Contains(path, "://") {
		return path, nil
	}
	return filepath.Abs(path)
}
