package main

import (
	"strings"
	"testing"
)

// TestExplore checks which server the page may ask, and that it knows the address.
func TestExplore(t *testing.T) {
	content, err := embedded.ReadFile("site/" + index)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(content), "connect-src") {
		t.Error("the page may ask others without an explorer")
	}
	for _, test := range []struct{ address, policy, meta string }{
		{"http://localhost:8080", "default-src 'self'; connect-src 'self' http://localhost:8080; script-src", "http://localhost:8080"},
		{"https://example.org/chess/", "default-src 'self'; connect-src 'self' https://example.org; script-src", "https://example.org/chess"},
	} {
		s := site{}
		s.add(index, content)
		u, err := parseExplorer(test.address)
		if err != nil {
			t.Fatal(err)
		}
		s.explore(u)
		page := string(s[index].plain)
		if meta := `<meta name="explorer" content="` + test.meta + `">`; !strings.Contains(page, test.policy) || strings.Count(page, meta) != 1 {
			t.Errorf("%s: the page does not have %q and %q:\n%.900s", test.address, test.policy, meta, page)
		}
	}
	for _, bad := range []string{"localhost:8080", "ftp://localhost", "http://", "http://localhost/?a=b", "http://a b", `http://a"b`, "http://a;b", "http://a/#b"} {
		if u, err := parseExplorer(bad); err == nil {
			t.Errorf("%q is the address %v", bad, u)
		}
	}
}
