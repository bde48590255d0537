package report_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
	"kontor/internal/shop/report"
	"kontor/internal/store"
	"kontor/tests/scratch"
)

// postman takes every message, unless it is away or missing.
type postman struct {
	missing bool
	fail    error
	mu      sync.Mutex
	taken   []*message.Report
}

func (p *postman) Configured() bool { return !p.missing }
func (p *postman) Available() bool  { return true }

func (p *postman) Render(m *message.Message, _ *order.Order) (message.MailContent, error) {
	return message.MailContent{Subject: m.Report.Subject}, nil
}

func (p *postman) Send(_ context.Context, m *message.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fail == nil {
		p.taken = append(p.taken, m.Report)
	}
	return p.fail
}

// instance is one of the processes of a shop, with a clock that the test sets.
type instance struct {
	*report.Service
	*postman
	now time.Time
}

func start(t *testing.T, db *store.DB, at string) *instance {
	t.Helper()
	i := &instance{postman: new(postman)}
	i.set(at)
	clock := func() time.Time { return i.now }
	queue := outbox.NewOutbox(db, i.postman, clock, slog.New(slog.DiscardHandler))
	t.Cleanup(queue.Close)
	i.Service = report.New(report.Options{
		Store: db, Outbox: queue, At: 6*time.Hour + 30*time.Minute, Now: clock, Log: slog.New(slog.DiscardHandler),
		Condition: func(context.Context) report.Condition { return report.Condition{Version: "v1"} },
	})
	return i
}

// set sets the clock, in German winter time.
func (i *instance) set(at string) {
	i.now, _ = time.Parse("2006-01-02 15:04 -07", at+" +01")
}

func (i *instance) turn(t *testing.T, at string, want ...string) {
	t.Helper()
	i.set(at)
	i.taken = nil
	i.Turn(t.Context())
	var got []string
	for _, r := range i.taken {
		got = append(got, r.Subject)
	}
	if len(got) != len(want) || len(got) == 1 && got[0] != "Alles in Ordnung: keine Bestellung am "+want[0] {
		t.Errorf("at %s: sent %q, want one about %q", at, got, want)
	}
}

func openStore(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), database.Options{Dir: scratch.Dir(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// Each day has one report, whatever is restarted and however many instances there are.
func TestOneReportADay(t *testing.T) {
	t.Parallel()
	db := openStore(t)
	first := start(t, db, "2026-11-22 12:00")
	first.turn(t, "2026-11-22 12:00", "21.11.2026") // a shop that starts late reports late
	first.turn(t, "2026-11-22 12:01")
	first.turn(t, "2026-11-23 06:29")
	second := start(t, db, "2026-11-22 12:00")
	second.turn(t, "2026-11-22 23:59")
	second.turn(t, "2026-11-23 06:30", "22.11.2026")
	first.turn(t, "2026-11-23 06:31")
	start(t, db, "2026-11-23 07:00").turn(t, "2026-11-23 07:00")
	first.turn(t, "2026-11-26 08:00", "25.11.2026")
}

// A report that cannot be sent at once waits in the outbox like other messages; it is
// not written again.
func TestReportWaitsForTheSender(t *testing.T) {
	t.Parallel()
	db := openStore(t)
	i := start(t, db, "2026-11-23 07:00")
	i.fail = errors.New("nicht da")
	i.turn(t, "2026-11-23 07:00")
	i.fail = nil
	i.turn(t, "2026-11-23 07:01")
	page, err := db.Messages(t.Context(), message.Filter{})
	if err != nil || len(page.Messages) != 1 || page.Messages[0].State != message.Open || page.Messages[0].Kind != message.KindReport {
		t.Errorf("messages %+v, %v", page.Messages, err)
	}
}

// Without a sender nothing is written that would be sent when there is one.
func TestNoReportWithoutASender(t *testing.T) {
	t.Parallel()
	db := openStore(t)
	i := start(t, db, "2026-11-23 07:00")
	i.missing = true
	i.turn(t, "2026-11-23 07:00")
	if page, err := db.Messages(t.Context(), message.Filter{}); err != nil || len(page.Messages) != 0 {
		t.Errorf("messages %+v, %v", page.Messages, err)
	}
	i.missing = false
	i.turn(t, "2026-11-23 07:01", "22.11.2026")
}
