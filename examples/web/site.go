package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// site holds the files of the page by name, and serves them.
type site map[string]file

// A file is the content of a file, plain and, if that is smaller, compressed.
type file struct {
	plain, gzipped []byte
	tag            string // the ETag: a hash of the content
}

//go:embed site
var embedded embed.FS

// engine is the package that is compiled to WebAssembly.
const engine = "github.com/seed-0971039b/chess/examples/web/engine"

// compiling is the message while the build runs.
const compiling = "Compiling the library to WebAssembly; the first time takes a minute or two.\n"

// build makes the site, and prints a message if that takes long. The Go command
// reuses what it has compiled before.
func build(ctx context.Context, stderr io.Writer) (site, error) {
	wait := time.AfterFunc(2*time.Second, func() { io.WriteString(stderr, compiling) })
	defer wait.Stop()
	folder, err := os.MkdirTemp("", "chess-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	wasm := filepath.Join(folder, "chess.wasm")
	if _, err := command(ctx, "build", "-trimpath", "-ldflags=-s -w", "-o", wasm, engine); err != nil {
		return nil, err
	}
	root, err := command(ctx, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	s := site{}
	for name, from := range map[string]string{
		"chess.wasm":   wasm,
		"wasm_exec.js": filepath.Join(root, "lib", "wasm", "wasm_exec.js"), // must be of the same version of Go
	} {
		content, err := os.ReadFile(from)
		if err != nil {
			return nil, err
		}
		s.add(name, content)
	}
	files, err := fs.Sub(embedded, "site")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err == nil {
			s.add(name, content)
		}
		return err
	})
	return s, err
}

// command runs the Go command for WebAssembly, and returns its output.
func command(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			err = errors.New(strings.ReplaceAll(text, "\n", "; "))
		}
		return "", fmt.Errorf("go %s: %w", args[0], err)
	}
	return strings.TrimSpace(stdout.String()), nil
}

func (s site) add(name string, content []byte) {
	f := file{plain: content, tag: fmt.Sprintf("%.8x", sha256.Sum256(content))}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	w.Write(content)                                      // a buffer returns no errors
	w.Close()
	if b.Len() < len(content) {
		f.gzipped = b.Bytes()
	}
	s[name] = f
}

// write writes the files to a folder, which it creates if necessary. It replaces
// each file atomically.
func (s site) write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, f := range s {
		err := replace.File(filepath.Join(folder, name), func(w io.Writer) error {
			_, err := w.Write(f.plain)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ServeHTTP implements http.Handler.
func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	f, ok := s[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", contentTypes[path.Ext(name)])
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache") // cache it, but check for changes
	h.Set("Vary", "Accept-Encoding")
	content, tag := f.plain, f.tag
	if f.gzipped != nil && acceptsGzip(r.Header.Get("Accept-Encoding")) {
		h.Set("Content-Encoding", "gzip")
		content, tag = f.gzipped, f.tag+"-gzip"
	}
	h.Set("ETag", `"`+tag+`"`)
	if strings.Contains(r.Header.Get("If-None-Match"), h.Get("ETag")) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", fmt.Sprint(len(content)))
	if r.Method == http.MethodGet {
		w.Write(content) // an error means that the browser has gone
	}
}

// contentTypes are the content types by extension. The tables of the machine may
// lack some.
var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".wasm": "application/wasm",
}

// acceptsGzip reports whether an Accept-Encoding header allows gzip.
func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			return strings.Trim(strings.ReplaceAll(weight, " ", ""), "q=0.") != "" || weight == ""
		}
	}
	return false
}
