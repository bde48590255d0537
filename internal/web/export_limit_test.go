package web

import (
	"errors"
	"io"
	"net/http/httptest"
	"testing"
)

// W28: exports are sent while they are read, so slow readers could hold any number
// of them; beyond a few they are refused before anything is read.
func TestW28_FewExportsAtOnce(t *testing.T) {
	t.Parallel()
	s := newTestServer(t, io.Discard)
	s.exports.limit = 1
	exports := map[string]bool{"/api/verwaltung/orders.csv": true, "/api/verwaltung/orders.xlsx": true, dataRoute: true}
	for _, route := range s.routes() {
		if !exports[route.path] {
			continue
		}
		delete(exports, route.path)
		ask := func() error {
			return route.handle(httptest.NewRecorder(), httptest.NewRequest("GET", route.path, nil))
		}
		if !s.exports.begin() {
			t.Fatalf("before %s an export is under way", route.path)
		}
		var later retryLater
		if err := ask(); !errors.Is(err, errTooManyExports) || !errors.As(err, &later) {
			t.Errorf("%s beside another export: %v", route.path, err)
		}
		s.exports.end()
		if err := ask(); errors.Is(err, errTooManyExports) { // it is refused for want of a session
			t.Errorf("%s alone: %v", route.path, err)
		}
	}
	if len(exports) > 0 {
		t.Errorf("no routes %v", exports)
	}
}
