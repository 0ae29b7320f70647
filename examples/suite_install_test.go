package examples

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

const library = "github.com/seed-0971039b/chess"

// TestModules checks that programs which are modules of their own can be installed at a
// version, as go.mod must replace nothing for that, that all need the same version of the
// library, and that they use the library of the checkout in a checkout.
func TestModules(t *testing.T) {
	version := moduleVersion(t)
	folders, err := filepath.Glob("*/go.mod")
	if err != nil || len(folders) < 5 {
		t.Fatalf("%q, %v", folders, err)
	}
	required := regexp.MustCompile(`(?m)^\s.*` + library + `\S* (\S+)$`)
	for _, path := range folders {
		folder := filepath.Dir(path)
		mod, err := os.ReadFile(path)
		if err != nil || strings.Contains(string(mod), "replace") || !strings.Contains(string(mod), library+" "+version+"\n") {
			t.Errorf("%s: %v, a replacement, or another version of the library than %s", folder, err, version)
		}
		for _, match := range required.FindAllStringSubmatch(string(mod), -1) {
			if match[1] != version {
				t.Errorf("%s requires%s", folder, match[0])
			}
		}
		work, err := os.ReadFile(filepath.Join(folder, "go.work"))
		if err != nil || !strings.Contains(string(work), "\nuse .\n\nreplace "+library+" => ../..\n") {
			t.Errorf("%s: %v, go.work is %q", folder, err, work)
		}
	}
}

// moduleVersion returns the version of the library that the modules require.
func moduleVersion(t *testing.T) string {
	t.Helper()
	mod, err := os.ReadFile("play/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	match := regexp.MustCompile(library + ` (v\S+)`).FindSubmatch(mod)
	if match == nil {
		t.Fatal("play needs no version of the library")
	}
	return string(match[1])
}

// licences are words of licences (Apache, BSD, MIT) that ask for no more than their text beside the program.
var licences = regexp.MustCompile(`Apache License\s+Version 2\.0|Redistribution and use in source and binary forms|Permission is hereby granted, free of charge`)

// otherLicences are words of the licences of other modules, which somebody has read.
var otherLicences = map[string]string{
	"github.com/ajstarks/svgo":            "Creative Commons Attribution 4.0",
	"github.com/golang/freetype":          "The FreeType License",
	"github.com/opencontainers/go-digest": "Creative Commons", // of its documentation
}

// TestLicences checks that all modules that programs use have a licence that allows it.
func TestLicences(t *testing.T) {
	folders, err := filepath.Glob("*/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	others := map[string]bool{}
	for _, path := range folders {
		c := exec.Command("go", "list", "-deps", "-f", `{{with .Module}}{{.Path}} {{.Dir}}{{end}}`, "./...")
		c.Dir = filepath.Dir(path)
		list, err := c.Output()
		if err != nil {
			t.Skipf("%s: not all modules are here: %v", c.Dir, err)
		}
		for _, line := range slices.Compact(slices.Sorted(strings.Lines(string(list)))) {
			module, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
			if module == "" || strings.HasPrefix(module, library) {
				continue
			}
			files, _ := filepath.Glob(filepath.Join(dir, "[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*"))
			known := 0
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					continue // a folder
				}
				if known++; licences.Match(text) {
					continue
				}
				if other := otherLicences[module]; other != "" && strings.Contains(string(text), other) {
					others[module] = true
				} else {
					t.Errorf("%s: %s has an unknown licence: %.200q", c.Dir, file, text)
				}
			}
			if known == 0 {
				t.Errorf("%s: %s has no licence", c.Dir, module)
			}
		}
	}
	if len(others) != len(otherLicences) {
		t.Errorf("of the modules with other licences %v are used", others)
	}
}

// TestInstall installs programs at a version from a module proxy that has the files of the
// checkout, and makes the page of web elsewhere.
func TestInstall(t *testing.T) {
	if chesstest.Sampled(t) {
		t.Skip("compiles the library three times")
	}
	version := moduleVersion(t)
	folder := t.TempDir()
	proxy := filepath.Join(folder, "proxy")
	publish(t, proxy, "..", library, version)
	publish(t, proxy, "chess", library+"/examples/chess", version)
	publish(t, proxy, "picture", library+"/examples/picture", version)
	cache, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		t.Fatal(err)
	}
	modules, others, _ := strings.Cut(strings.TrimSpace(string(cache)), "\n")
	bin, elsewhere := filepath.Join(folder, "bin"), filepath.Join(folder, "elsewhere")
	if err := os.Mkdir(elsewhere, 0o777); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = elsewhere
		c.Env = append(os.Environ(), "GOFLAGS=-modcacherw", "GOSUMDB=off", "GOBIN="+bin, "GOMODCACHE="+filepath.Join(folder, "modules"),
			"GOPROXY="+fileURL(proxy)+","+fileURL(filepath.Join(modules, "cache", "download"))+","+others)
		if log, err := c.CombinedOutput(); err != nil {
			if regexp.MustCompile(`dial tcp|GOPROXY=off|no such host`).Match(log) {
				t.Skipf("%s %q: not all modules are here", name, args)
			}
			t.Fatalf("%s %q: %v\n%s", name, args, err, log)
		}
	}
	for _, test := range []struct {
		program string
		args    []string
		file    string
	}{
		{"web", []string{"-out", "page"}, "page/chess.wasm"},
		{"chess", []string{"diagram", "-o", "start.svg"}, "start.svg"},
	} {
		run("go", "install", library+"/examples/"+test.program+"@"+version)
		run(filepath.Join(bin, test.program), test.args...)
		if _, err := os.Stat(filepath.Join(elsewhere, test.file)); err != nil {
			t.Error(err)
		}
	}
}

// fileURL returns the URL of a folder.
func fileURL(folder string) string {
	folder = filepath.ToSlash(folder)
	if runtime.GOOS == "windows" {
		folder = "/" + folder
	}
	return "file://" + folder
}

// publish writes a module to a proxy: the files of the folder dir that Git knows or does
// not ignore, without those of other modules below it.
func publish(t *testing.T, proxy, dir, module, version string) {
	t.Helper()
	list := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	list.Dir = dir
	out, err := list.Output()
	if err != nil {
		t.Skip("not a checkout of Git")
	}
	names := strings.Split(strings.TrimSpace(string(out)), "\n")
	var nested []string
	for _, name := range names {
		if base, ok := strings.CutSuffix(name, "/go.mod"); ok {
			nested = append(nested, base+"/")
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(nested, func(base string) bool { return strings.HasPrefix(name, base) })
	})
	versions := filepath.Join(proxy, module, "@v")
	write := func(name string, content []byte) {
		if err := errors.Join(os.MkdirAll(versions, 0o777), os.WriteFile(filepath.Join(versions, name), content, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write("list", []byte(version+"\n"))
	write(version+".info", fmt.Appendf(nil, `{"Version": %q}`, version))
	write(version+".mod", mod)
	file, err := os.Create(filepath.Join(versions, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z := zip.NewWriter(file)
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, os.ErrNotExist) { // removed, and Git does not know yet
			continue
		}
		w, createErr := z.Create(module + "@" + version + "/" + name)
		if err := errors.Join(err, createErr); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
}
