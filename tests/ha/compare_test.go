package main

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
)

// stranger is an instance that may differ from the others.
type stranger struct {
	list             string // of best sellers
	admitted, others int    // statuses for the operator, and for a client without a session
}

func (s stranger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch _, err := r.Cookie("sitzung"); {
	case err != nil:
		w.WriteHeader(s.others)
	case r.URL.Path == "/api/verwaltung/orders":
		w.WriteHeader(s.admitted)
	default:
		fmt.Fprintf(w, `{"ok":true,"bestseller":%s}`, s.list)
	}
}

// R49: an instance that answers differently from the others is found.
func TestR49_InstanceThatDiffersIsFound(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		second stranger
		want   []string
	}{
		"the same":            {stranger{`["a","b"]`, 200, 401}, nil},
		"other best sellers":  {stranger{`["b","a"]`, 200, 401}, []string{`best sellers of shop2 are ["b" "a"], by the plain query ["a" "b"]`}},
		"no foreign session":  {stranger{`["a","b"]`, 401, 401}, []string{`shop2 answers 401 to the first instance's session`}},
		"no need of sessions": {stranger{`["a","b"]`, 200, 200}, []string{`shop2 answers 200 without a session`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			jar, _ := cookiejar.New(nil) // never fails
			h := &shop{operator: &http.Client{Jar: jar}}
			for i, one := range []stranger{{`["a","b"]`, 200, 401}, tt.second} {
				server := httptest.NewServer(one)
				t.Cleanup(server.Close)
				h.instances = append(h.instances, &instance{name: fmt.Sprint("shop", i+1), url: server.URL})
			}
			home, err := url.Parse(h.instances[0].url)
			if err != nil {
				t.Fatal(err)
			}
			jar.SetCookies(home, []*http.Cookie{{Name: "sitzung", Value: "x"}})
			var v verdict
			if err := h.compare([]string{"a", "b"}, &v); err != nil || !slices.Equal(v.faults, tt.want) {
				t.Errorf("found %q, %v, want %q", v.faults, err, tt.want)
			}
		})
	}
}
