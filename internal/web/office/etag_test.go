package office

import (
	"net/http"
	"testing"
)

// TestH44_IfMatch: lists and "*" are understood, weak and foreign tags never
// match.
func TestH44_IfMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		headers []string
		current bool
	}{
		{"absent", nil, true},
		{"this version", []string{`"7"`}, true},
		{"any", []string{`*`}, true},
		{"in a list", []string{`"3", "7" ,"9"`}, true},
		{"in a second line", []string{`"3"`, `"7"`}, true},
		{"any in a list", []string{`"3", *`}, true},
		{"another version", []string{`"6"`}, false},
		{"a longer one", []string{`"77"`}, false},
		{"weak", []string{`W/"7"`}, false},
		{"without quotes", []string{`7`}, false},
		{"empty", []string{``}, false},
		{"others only", []string{`"x", "8"`}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := &http.Request{Header: http.Header{"If-Match": c.headers}}
			if err := checkIfMatch(r, 7); (err == nil) != c.current {
				t.Errorf("If-Match %q on version 7: %v", c.headers, err)
			}
		})
	}
}
