package outfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type value struct {
	A int
	B []string
}

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.json")
	var got value
	if found, err := Load(path, &got); found || err != nil {
		t.Errorf("no file: %v, %v", found, err)
	}
	want := value{1, []string{"x", "y"}}
	if err := Save(path, want); err != nil {
		t.Fatal(err)
	}
	if found, err := Load(path, &got); !found || err != nil || !cmp.Equal(got, want) {
		t.Errorf("got %+v, %v, %v", got, found, err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.TrimSpace(string(text))
	damaged := []string{`{"A": "1"}`, `{"C": 1}`, whole + "x", whole + whole}
	for n := range len(whole) {
		damaged = append(damaged, whole[:n])
	}
	for _, text := range damaged {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path, new(value)); err == nil || !strings.Contains(err.Error(), "x.json is damaged") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Load(t.TempDir(), new(value)); err == nil {
		t.Error("no error for a folder")
	}
	if err := Save(filepath.Join(path, "none"), want); err == nil {
		t.Error("no error in a folder that does not exist")
	}
}
