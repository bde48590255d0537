package payments_test

import (
	"strings"
	"testing"

	"kontor/internal/store/payments"
	"kontor/tests/emptydb"
	"kontor/tests/storetest"
)

// The operator's pages ask for it again and again, so it begins with the few payments of
// which anything was returned.
func TestUncancelledQueryUsesItsIndexes(t *testing.T) {
	t.Parallel()
	plan := storetest.Plan(t, emptydb.SQLite(t), payments.UncancelledQuery)
	if !strings.Contains(plan, "USING INDEX zahlungsvorgaenge_extern") || strings.Contains(plan, "SEARCH o USING INDEX") || strings.Contains(plan, "SCAN o") {
		t.Error(plan)
	}
}
