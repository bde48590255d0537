package shoptest

import (
	"encoding/json"
	"net/http/httptest"
)

// Readiness returns what /readyz says to the operator in detail, on the address of the
// metrics, and demands its status.
func (s *Shop) Readiness(status int) (detail map[string]any) {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.Web.OperationsHandler(s.Metrics).ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil))
	if err := json.Unmarshal(w.Body.Bytes(), &detail); err != nil || w.Code != status {
		s.t.Fatalf("readiness in detail: %d, %v, want %d\n%s", w.Code, err, status, w.Body)
	}
	return detail
}
