package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/web/internal/protocol"
)

// site holds the files of the page by name, and serves them.
type site map[string]file

// A file is the content of a file, plain and, if that is smaller, compressed.
type file struct {
	plain, gzipped []byte
	brotli         []byte // nil if that was not asked for
	tag            string // the ETag: a hash of the content
}

//go:embed site
var embedded embed.FS

// engine is the package that is compiled to WebAssembly.
const engine = "github.com/seed-0971039b/chess/examples/web/engine"

// build makes the site, and shows the progress of compiling. The Go command reuses
// what it has compiled before. The page asks the explorer, unless that is nil.
func build(ctx context.Context, shown *progress.Progress, explorer *url.URL) (site, error) {
	folder, err := os.MkdirTemp("", "chess-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	c, err := newCompiler(folder)
	if err != nil {
		return nil, err
	}
	library, err := c.compile(ctx, filepath.Join(folder, "chess.wasm"), shown)
	if err != nil {
		return nil, err
	}
	root, err := c.run(ctx, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	loader, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js")) // must be of the same version of Go
	if err != nil {
		return nil, err
	}
	s := site{"chess.wasm": newFile(library), "wasm_exec.js": newFile(compact(loader))}
	return s, fs.WalkDir(embedded, "site", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := embedded.ReadFile(name)
		switch path.Ext(name) {
		case ".html":
			content = prepared(content, len(library), explorer)
		case ".js", ".css":
			content = compact(content)
		}
		s[entry.Name()] = newFile(content)
		return err
	})
}

// prepared returns the page with what it shows before the library is loaded: the start position
// with its moves, and which part of a library of a size in bytes has come. It may ask the explorer,
// unless that is nil, and nobody else.
func prepared(page []byte, size int, explorer *url.URL) []byte {
	var start struct{ Answer map[string]any }
	json.Unmarshal(new(protocol.Handler).Answer(context.Background(), []byte(`{"ask": "view", "with": {}}`), nil), &start) // it is valid
	picture := start.Answer["picture"].(string)
	delete(start.Answer, "picture")
	view, _ := json.Marshal(start.Answer)
	changes := []string{"<!-- the start position -->", picture, `data-view=""`, `data-view="` + html.EscapeString(string(view)) + `"`,
		`data-bytes="0"`, fmt.Sprintf(`data-bytes="%d"`, size)}
	if explorer != nil {
		const policy, place = `content="default-src 'self'; `, `<title>`
		address := html.EscapeString(strings.TrimSuffix(explorer.String(), "/"))
		changes = append(changes, policy, fmt.Sprintf("%sconnect-src 'self' %s://%s; ", policy, explorer.Scheme, explorer.Host),
			place, fmt.Sprintf("<meta name=\"explorer\" content=\"%s\">\n%s", address, place))
	}
	return []byte(strings.NewReplacer(changes...).Replace(string(page)))
}

// compact returns a script or a style sheet without indentation and without comments, except a
// notice of copyright at its beginning: 8 kB of all when they are compressed. It keeps what may
// be in a string.
func compact(source []byte) []byte {
	notice := 0
	if bytes.HasPrefix(source, []byte("// Copyright")) {
		notice = bytes.Index(source, []byte("\n\n")) + 1
	}
	return slices.Concat(source[:notice], needless.ReplaceAll(source[notice:], nil))
}

var needless = regexp.MustCompile(`(?m)^\s*(//.*\n|/\*[^*]*\*/\n?)?|[ \t]+(/\*[^*]*\*/|// [^'"` + "`" + `\n]*)$`)

// small are flags that make the engine small. Those of the compiler save 90 kB when it is compressed:
// functions are inlined only in the library, where the time goes. Inlining in Go's runtime too is
// 44 kB of these and no faster (perft and the evaluations, 1.00 times).
var small = []string{"-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l", "-gcflags=github.com/seed-0971039b/chess="}

// A compiler runs the Go command for WebAssembly.
type compiler struct {
	dir   string // where it runs; "" is the working directory
	env   []string
	flags []string // of go list and go build
}

// newCompiler returns a compiler that compiles the version of the library that this
// program is of. One that was installed at a version makes a module in folder, which
// requires this version; any other is part of a checkout, and must run there.
func newCompiler(folder string) (*compiler, error) {
	c := &compiler{"", append(os.Environ(), "GOOS=js", "GOARCH=wasm"), small}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Sum == "" {
		return c, nil
	}
	c.dir, c.env, c.flags = folder, append(c.env, "GOWORK=off"), append(c.flags, "-mod=mod")
	library := info.Main.Path + " " + info.Main.Version
	return c, errors.Join(
		os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module page\n\ngo 1.26\n\nrequire "+library+"\n"), 0o666),
		os.WriteFile(filepath.Join(folder, "go.sum"), []byte(library+" "+info.Main.Sum+"\n"), 0o666),
	)
}

// compile compiles the engine into a file, and returns its content.
func (c *compiler) compile(ctx context.Context, wasm string, shown *progress.Progress) ([]byte, error) {
	shown.Start("packages compiled for the page", 0, 0)
	defer shown.Clear()
	list, err := c.run(ctx, nil, slices.Concat([]string{"list", "-deps", "-f", "{{if .Stale}}{{.ImportPath}}{{end}}"}, c.flags, []string{engine})...)
	if err != nil {
		if c.dir == "" {
			err = fmt.Errorf("%w (run web in the checkout that it was built in, or install it: go install github.com/seed-0971039b/chess/examples/web@latest)", err)
		}
		return nil, err
	}
	stale := strings.Fields(list)
	done := 0
	_, err = c.run(ctx, func(line string) bool {
		compiled := slices.Contains(stale, line)
		if compiled {
			done++
			shown.Show(done, len(stale), "")
		}
		return compiled
	}, slices.Concat([]string{"build", "-v"}, c.flags, []string{"-o", wasm, engine})...)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(wasm)
}

// run runs the Go command, and returns its output. If seen is not nil, it gets each line
// of the standard error, and reports whether that is no error.
func (c *compiler) run(ctx context.Context, seen func(line string) bool, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return "", fmt.Errorf("go %s: %w", args[0], err)
	}
	var problems []string
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		if line := lines.Text(); line != "" && (seen == nil || !seen(line)) {
			problems = append(problems, line)
		}
	}
	if err := cmd.Wait(); err != nil {
		if len(problems) > 0 {
			err = errors.New(strings.Join(problems, "; "))
		}
		return "", fmt.Errorf("go %s: %w", args[0], cmp.Or(ctx.Err(), err))
	}
	return strings.TrimSpace(stdout.String()), nil
}

func newFile(content []byte) file {
	f := file{plain: content, tag: fmt.Sprintf("%.8x", sha256.Sum256(content))}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	w.Write(content)                                      // a buffer returns no errors
	w.Close()
	if b.Len() < len(content) {
		f.gzipped = b.Bytes()
	}
	return f
}

// brotli compresses the files by the program of that name, if the machine has it. It takes half a
// minute for smaller files than those of gzip.
func (s site) brotli(ctx context.Context) error {
	program, err := exec.LookPath("brotli")
	if err != nil {
		return nil
	}
	for name, f := range s {
		cmd := exec.CommandContext(ctx, program, "--best", "--stdout")
		cmd.Stdin = bytes.NewReader(f.plain)
		content, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("brotli: %w", cmp.Or(ctx.Err(), err))
		}
		if len(content) < len(f.plain) {
			f.brotli = content
			s[name] = f
		}
	}
	return nil
}

// write writes the files to a folder, which it creates if necessary, and beside each what is
// compressed, under the names that web servers look for. It replaces each file atomically, unless
// they are those of another page.
func (s site) write(ctx context.Context, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	held, err := outfile.Hold(filepath.Join(folder, index))
	if err != nil {
		return err
	}
	defer held.Release()
	if err := s.foreign(folder); err != nil {
		return err
	}
	if err := s.brotli(ctx); err != nil {
		return err
	}
	// The page comes first, so that a run that was killed leaves nothing without it.
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(s)), func(name string) bool { return name == index })
	for _, name := range append([]string{index}, rest...) {
		f := s[name]
		for suffix, content := range map[string][]byte{"": f.plain, ".gz": f.gzipped, ".br": f.brotli} {
			if err := writeFile(filepath.Join(folder, name+suffix), content); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeFile replaces a file, or removes it if the content is nil: it would be that of another page.
func writeFile(path string, content []byte) error {
	if err := outfile.Clean(path); err != nil {
		return err
	}
	if content == nil {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return outfile.Replace(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// index is the name of the page.
const index = "index.html"

// foreign returns an error if the folder has another page, or files of these names
// without a page.
func (s site) foreign(folder string) error {
	page := filepath.Join(folder, index)
	if _, err := os.Stat(page); err == nil {
		return outfile.Foreign(page, "page of this program", func(content io.Reader) bool {
			text, err := io.ReadAll(content)
			return err == nil && bytes.Contains(text, []byte("<title>Chess</title>")) && bytes.Contains(text, []byte("wasm_exec.js"))
		})
	}
	for name := range s {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			return fmt.Errorf("%s is there without the page: name another folder", filepath.Join(folder, name))
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
	name := cmp.Or(strings.TrimPrefix(r.URL.Path, "/"), index)
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
	if accepted := r.Header.Get("Accept-Encoding"); f.gzipped != nil && strings.Contains(accepted, "gzip") && !refused.MatchString(accepted) {
		h.Set("Content-Encoding", "gzip")
		content, tag = f.gzipped, f.tag+"-gzip"
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(patient{w}, r, "", time.Time{}, bytes.NewReader(content))
}

// refused is the word for gzip in an Accept-Encoding header that does not allow it.
var refused = regexp.MustCompile(`gzip\s*;\s*q=0(\.0*)?\s*(,|$)`)

// patient gives a slow browser time for each part of a large file, of at most 32 kB.
type patient struct{ http.ResponseWriter }

func (p patient) Write(part []byte) (int, error) {
	http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTimeout))
	return p.ResponseWriter.Write(part)
}

// writeTimeout is how long a client may take for a part of an answer.
const writeTimeout = 30 * time.Second

// contentTypes are the content types by extension. The tables of the machine may
// lack some.
var contentTypes = map[string]string{
	".csv":         "text/csv; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}
