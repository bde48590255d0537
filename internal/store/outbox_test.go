package store

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/message"
)

// The outbox keeps every message for ever, so no query for a few of them may scan or
// sort all.
func TestOutboxQueriesUseTheirIndexes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open(t, dir)
	plain := connect(t, filepath.Join(dir, database.FileName))
	want := map[string]string{
		"claim": "SEARCH mails USING COVERING INDEX mails_faellig (faellig_ab<?)",
		"next":  "SEARCH mails USING COVERING INDEX mails_faellig",
		"order": "SEARCH mails USING INDEX mails_order (order_id=? AND id<?)",
		"all":   "SEARCH mails USING INTEGER PRIMARY KEY (rowid<?)",
		"sent":  "SEARCH mails USING INTEGER PRIMARY KEY (rowid<?)", // almost all match
		"limit": "SEARCH mails USING COVERING INDEX mails_empfaenger (empfaenger=? AND created_at>? AND created_at<?)",
	}
	plans := map[string]string{
		"claim": planOf(t, plain, claimQuery(sqliteDialect), "a", 1, "b"),
		"next":  planOf(t, plain, nextMessageQuery),
		"limit": planOf(t, plain, mailsOfQuery, "a", "b", "c", 1),
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
		query, args := messagesQuery(f)
		plans[name] = planOf(t, plain, query, args...)
	}
	for name, plan := range plans {
		if !strings.Contains(plan, want[name]) || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s: %s\nwant %s", name, plan, want[name])
		}
	}
}

// R19: what a process was sending when it was killed is due at the next start, not only
// when its claim ends.
func TestR19_StartReleasesClaims(t *testing.T) {
	t.Parallel()
	dir, at := t.TempDir(), time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	var letters []message.Message
	for _, key := range []string{"sending", "waiting", "refused"} {
		m := message.Message{Key: key, Kind: message.KindConfirmation, Language: "de", CreatedAt: at}
		m.Begin(message.SendingNow, at)
		letters = append(letters, m)
	}
	letters[1].Delayed("besetzt", at)
	letters[2].Refused("nein", at)
	if err := db.update(func(t *tx) error {
		_, err := t.owe(letters, nil, nil)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	due, err := open(t, dir).ClaimMessages(t.Context(), 10, at)
	if err != nil || len(due) != 1 || due[0].Key != "sending" || due[0].Attempts != 2 {
		t.Errorf("due at the start: %+v, %v", due, err)
	}
}
