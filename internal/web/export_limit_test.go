package web

import (
	"errors"
	"io"
	"net/http/httptest"
	"testing"

	"kontor/internal/web/kit"
	"kontor/internal/web/storefront"
)

// W28: exports are sent while they are read, so slow readers could hold any number of
// them; beyond a few they are refused before anything is read.
func TestW28_FewExportsAtOnce(t *testing.T) {
	t.Parallel()
	s := newTestServer(t, io.Discard)
	s.exports = kit.NewLoad(1)
	exports := map[string]bool{"/api/verwaltung/orders.csv": true, "/api/verwaltung/orders.xlsx": true, storefront.DataRoute: true}
	for _, route := range s.routes() {
		if !exports[route.Path] {
			continue
		}
		delete(exports, route.Path)
		ask := func() error {
			return s.careful(route).Handle(httptest.NewRecorder(), httptest.NewRequest("GET", route.Path, nil))
		}
		if !s.exports.Begin() {
			t.Fatalf("before %s an export is under way", route.Path)
		}
		w := httptest.NewRecorder()
		err := ask()
		if kit.SetRetryAfter(w, err); !errors.Is(err, kit.ErrTooManyExports) || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s beside another export: %v", route.Path, err)
		}
		s.exports.End()
		if err := ask(); errors.Is(err, kit.ErrTooManyExports) { // refused because there is no session
			t.Errorf("%s alone: %v", route.Path, err)
		}
	}
	if len(exports) > 0 {
		t.Errorf("no routes %v", exports)
	}
}
