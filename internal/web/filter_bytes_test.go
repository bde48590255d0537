package web_test

import (
	"net/http"
	"testing"

	"kontor/tests/shoptest"
)

// No byte in an address is the shop's failure, on either engine: PostgreSQL takes
// neither NUL nor bytes that are not UTF-8 in a text.
func TestBytesInFiltersAreNoFailure(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	operator := s.Operator()
	for _, bytes := range []string{"%00", "a%00b", "%ff", "%ed%a0%80", "%c3%28", "%F0%9F%A7%B6", "'", "%25", "_", "%5c"} {
		for _, name := range []string{"q", "status", "land", "zahlungsart", "von", "bis", "hinweis", "limit", "cursor"} {
			for _, path := range []string{"/api/verwaltung/orders", "/api/verwaltung/orders.csv", "/api/verwaltung/kennzahlen"} {
				answer := operator.Get(path + "?" + name + "=" + bytes)
				if answer.Status != http.StatusOK && answer.Status != http.StatusBadRequest {
					t.Errorf("%s?%s=%s → %d %s", path, name, bytes, answer.Status, answer.Text())
				}
			}
		}
		for _, path := range []string{"/api/verwaltung/orders/", "/api/verwaltung/gutscheine/", "/api/verwaltung/produkte/"} {
			if answer := operator.Patch(path+"x"+bytes, `{"aktiv":true,"status":"bezahlt"}`); answer.Status < 400 || answer.Status > 499 {
				t.Errorf("PATCH %sx%s → %d %s", path, bytes, answer.Status, answer.Text())
			}
		}
	}
}
