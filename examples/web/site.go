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

// site is the files of the page, by name, as a web server gives them out.
type site map[string]file

// A file is plain, and also compressed, if that makes it smaller.
type file struct {
	plain, gzipped []byte
	tag            string // changes with the content
}

//go:embed site
var embedded embed.FS

// engine is the package that becomes WebAssembly.
const engine = "github.com/seed-0971039b/chess/examples/web/engine"

// compiling tells why nothing happens.
const compiling = "Compiling the library to WebAssembly; the first time takes a minute or two.\n"

// build makes the site, and tells why if that takes long. What the Go command
// has compiled before, it does not compile again.
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
		"wasm_exec.js": filepath.Join(root, "lib", "wasm", "wasm_exec.js"), // of the same Go, as it must be
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

// command runs the Go command for WebAssembly, and returns what it prints.
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
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a level that there is
	w.Write(content)                                      // a buffer takes everything
	w.Close()
	if b.Len() < len(content) {
		f.gzipped = b.Bytes()
	}
	s[name] = f
}

// write writes the files into a folder, made if need be. No file is ever there
// in part.
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
	h.Set("Cache-Control", "no-cache") // but ask whether it has changed
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
		w.Write(content) // an error is that of a browser that has gone
	}
}

// contentTypes are not left to the machine's tables, which may lack some.
var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".wasm": "application/wasm",
}

// acceptsGzip reports whether a header Accept-Encoding allows gzip.
func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			return strings.Trim(strings.ReplaceAll(weight, " ", ""), "q=0.") != "" || weight == ""
		}
	}
	return false
}
