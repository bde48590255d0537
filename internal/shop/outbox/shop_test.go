package outbox_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
	"kontor/internal/store"
)

// shop has the use cases on a real database, with a scripted sender. Its time is that
// of the bubble in which the test runs.
type shop struct {
	*checkout.Service
	mail   *outbox.Service
	orders *order.Service
	t      *testing.T
	db     *store.DB
	sender *sender
	log    *lockedBuffer
	stop   func()
}

// inShop runs a test with a shop in a bubble.
func inShop(t *testing.T, test func(*testing.T, *shop)) {
	t.Helper()
	t.Parallel()
	inBubble(t, func(t *testing.T, dir string) {
		s := openShop(t, dir, newSender())
		defer s.close()
		test(t, s)
	})
}

// inBubble runs a test with a data directory in a bubble, where time passes when all
// goroutines wait.
func inBubble(t *testing.T, test func(t *testing.T, dir string)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) { test(t, dir) })
}

// openShop opens a shop with a running worker.
func openShop(t *testing.T, dir string, mailer *sender) *shop {
	t.Helper()
	return openShopBehind(t, dir, mailer, func(real outbox.Queue) outbox.Queue { return real })
}

// openShopBehind opens a shop with a wrapper between outbox and database.
func openShopBehind(t *testing.T, dir string, mailer *sender, wrap func(outbox.Queue) outbox.Queue) *shop {
	t.Helper()
	db, err := store.Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	s := &shop{t: t, db: db, sender: mailer, log: new(lockedBuffer)}
	s.Service = checkout.New(checkout.Options{
		Store: db, Prefix: "BK", Prices: checkout.PriceCheckOff, Now: time.Now,
		Outbox: outbox.NewOutbox(wrap(db), mailer, time.Now, slog.New(slog.NewJSONHandler(s.log, nil))),
	})
	s.mail = outbox.New(db, s.Outbox, time.Now)
	s.orders = order.New(db, time.Now)
	ctx, cancel := context.WithCancel(context.Background())
	var worker sync.WaitGroup
	worker.Go(func() { s.Outbox.Run(ctx) })
	s.stop = sync.OnceFunc(func() {
		cancel()
		s.Outbox.Close()
		worker.Wait()
	})
	return s
}

func (s *shop) close() {
	s.stop()
	if err := s.db.Close(); err != nil {
		s.t.Error(err)
	}
}

func draft() *checkout.Draft {
	return &checkout.Draft{
		Country: "de", Customer: order.Person{Name: "Erika Muster", Email: "erika@example.org"}, Language: "fr",
		Items: []checkout.DraftItem{{Slug: "wolle", Name: "Wolle", Quantity: 2, Price: 7.9}},
		Total: 15.8, PaymentMethod: order.MethodTransfer,
	}
}

// order places an order and returns how long that took.
func (s *shop) order() (checkout.Placed, time.Duration) {
	s.t.Helper()
	began := time.Now()
	placed, err := s.Place(s.t.Context(), draft(), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return placed, time.Since(began)
}

// messages returns all messages about an order.
func (s *shop) messages(order int64) []message.Message {
	s.t.Helper()
	details, err := s.orders.Order(s.t.Context(), order)
	if err != nil {
		s.t.Fatal(err)
	}
	return details.Messages
}

// want checks state and number of attempts of both messages about the first order.
func (s *shop) want(state message.State, attempts int) []message.Message {
	s.t.Helper()
	messages := s.messages(1)
	for _, m := range messages {
		if m.State != state || m.Attempts != attempts {
			s.t.Errorf("%s is %s after %d attempts (%s), want %s after %d", m.Kind, m.State, m.Attempts, m.Reason, state, attempts)
		}
	}
	if len(messages) != 2 {
		s.t.Fatalf("%d messages, want 2", len(messages))
	}
	return messages
}

// wantTaken checks that the provider accepted each of n messages once.
func (s *shop) wantTaken(n int) {
	s.t.Helper()
	keys := make(map[string]int)
	for _, m := range s.sender.sent() {
		keys[m.Key]++
	}
	for key, times := range keys {
		if times != 1 {
			s.t.Errorf("%s was sent %d times", key, times)
		}
	}
	if len(keys) != n {
		s.t.Errorf("%d messages were sent, want %d", len(keys), n)
	}
}

// wantNothingPrivate checks that the log does not contain the customer's data.
func (s *shop) wantNothingPrivate() {
	s.t.Helper()
	for _, private := range []string{"Erika", "Muster", "erika", "example.org"} {
		if strings.Contains(s.log.String(), private) {
			s.t.Errorf("the log has %q: %s", private, s.log)
		}
	}
}

type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// oweUnsent stores a message about the first order that nobody can send.
func (s *shop) oweUnsent() {
	s.t.Helper()
	m := message.Message{Key: "k", Kind: message.KindConfirmation, OrderID: 1, To: "erika@example.org", Language: "fr", CreatedAt: time.Now()}
	m.Begin(message.SendingOff, m.CreatedAt)
	if _, err := s.db.OweMessage(s.t.Context(), m, "Verwaltung"); err != nil {
		s.t.Fatal(err)
	}
}
