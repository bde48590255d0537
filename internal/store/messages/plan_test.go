package messages_test

import (
	"strings"
	"testing"

	"kontor/internal/database"
	"kontor/internal/shop/message"
	"kontor/internal/store/messages"
	"kontor/tests/emptydb"
	"kontor/tests/storetest"
)

// The outbox keeps every message for ever, so no query for a few of them may scan or
// sort all.
func TestOutboxQueriesUseTheirIndexes(t *testing.T) {
	t.Parallel()
	plain := emptydb.SQLite(t)
	want := map[string]string{
		"claim": "SEARCH mails USING COVERING INDEX mails_faellig (faellig_ab<?)",
		"next":  "SEARCH mails USING COVERING INDEX mails_faellig",
		"order": "SEARCH mails USING INDEX mails_order (order_id=? AND id<?)",
		"all":   "SEARCH mails USING INTEGER PRIMARY KEY (rowid<?)",
		"sent":  "SEARCH mails USING INTEGER PRIMARY KEY (rowid<?)", // almost all match
		"limit": "SEARCH mails USING COVERING INDEX mails_empfaenger (empfaenger=? AND created_at>? AND created_at<?)",
	}
	plans := map[string]string{
		"claim": storetest.Plan(t, plain, messages.ClaimQuery(database.SQLite), "a", 1, "b"),
		"next":  storetest.Plan(t, plain, messages.NextMessageQuery),
		"limit": storetest.Plan(t, plain, messages.MailsOfQuery, "a", "b", "c", 1),
	}
	filters := map[string]message.Filter{
		"all": {}, "sent": {State: message.Sent}, "order": {OrderID: 1},
	}
	for _, state := range []message.State{message.Open, message.Failed, message.Held, message.NotSetUp, message.Discarded} {
		filters[string(state)] = message.Filter{State: state}
		want[string(state)] = "SEARCH mails USING INDEX mails_zustand (zustand=? AND id<?)"
	}
	for name, f := range filters {
		f.Before, f.Limit = 1000, 50
		query, args := messages.MessagesQuery(f)
		plans[name] = storetest.Plan(t, plain, query, args...)
	}
	for name, plan := range plans {
		if !strings.Contains(plan, want[name]) || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s: %s\nwant %s", name, plan, want[name])
		}
	}
}
