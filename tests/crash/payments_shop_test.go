package crash

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/store"
	"kontor/tests/crowd"
	"kontor/tests/mailtest"
	"kontor/tests/pgtest"
)

// cluster is the PostgreSQL server of all tests here, with an empty migrated database
// to copy; stopCluster ends it.
var (
	cluster     = sync.OnceValues(startCluster)
	stopCluster = func() error { return nil }
)

const template = "kontor_template"

func startCluster() (*pgtest.Cluster, error) {
	c, err := pgtest.Start()
	if err != nil {
		return nil, err
	}
	stopCluster = c.Stop
	if err := c.Create(template, ""); err != nil {
		return nil, err
	}
	db, err := store.Open(context.Background(), database.Options{URL: c.URL(template)})
	if err != nil {
		return nil, err
	}
	return c, db.Close()
}

// till is a shop that takes money through a PayPal that outlives it.
type till struct {
	t        *testing.T
	sim      *paypalsim.Server
	mail     *mailtest.Resend
	clock    *shiftedClock
	place    database.Options // location of the data
	shop     *shopProcess
	settings []string
	started  int
}

// shiftedClock is this computer's time, moved forward by the test. All processes read
// it from one file, so that it moves for all of them at once.
type shiftedClock struct {
	t     *testing.T
	path  string
	shift atomic.Int64
}

func newShiftedClock(t *testing.T) *shiftedClock {
	c := &shiftedClock{t: t, path: filepath.Join(t.TempDir(), "shift")}
	c.forward(0)
	return c
}

func (c *shiftedClock) Now() time.Time { return time.Now().Add(time.Duration(c.shift.Load())) }

func (c *shiftedClock) forward(by time.Duration) {
	c.t.Helper()
	next := c.path + ".next"
	if err := os.WriteFile(next, []byte(time.Duration(c.shift.Add(int64(by))).String()), 0o600); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Rename(next, c.path); err != nil {
		c.t.Fatal(err)
	}
}

const (
	merchantID     = "AZDxjDScFpQtjWTOUtWKbyN"
	merchantSecret = "EGnHDxD-qRPdaLdZz8iCr8N7"
	merchantHook   = "8PT597110X687430L"
	mailKey        = "re_crashtest"
)

// openTill prepares a till on SQLite or PostgreSQL. So far only PayPal and the mail
// provider are running.
func openTill(t *testing.T, engine string) *till {
	t.Helper()
	k := &till{t: t, clock: newShiftedClock(t), mail: mailtest.StartResend(t, mailKey), place: database.Options{Dir: t.TempDir()}}
	if engine == "postgres" {
		c, err := cluster()
		if err != nil {
			t.Fatal(err)
		}
		k.place.URL = c.Database(t, template)
	}
	var err error
	k.sim, err = paypalsim.Start(paypalsim.Options{ClientID: merchantID, Secret: merchantSecret, WebhookID: merchantHook, Now: k.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		k.sim.Close()
		for _, violation := range k.sim.Violations() {
			t.Errorf("T40: %s", violation)
		}
	})
	k.settings = []string{
		"DATABASE_URL=" + k.place.URL, "PREISPRUEFUNG=aus", "PAYPAL_TIMEOUT=5s",
		"PAYPAL_CLIENT_ID=" + merchantID, "PAYPAL_CLIENT_SECRET=" + merchantSecret, "PAYPAL_WEBHOOK_ID=" + merchantHook,
		"PAYPAL_BASE_URL=" + k.sim.URL(), "RESEND_API_KEY=" + mailKey, "RESEND_BASE_URL=" + k.mail.URL(),
		"ORDER_NOTIFICATION_EMAIL=shop@shop.test",
		"BASE_URL=http://localhost:8080", // the same after every start, as buyers are sent back there
	}
	return k
}

// open starts the shop, reconciling at every interval.
func (k *till) open(interval time.Duration, settings ...string) {
	k.t.Helper()
	path, err := programWithKillpoints()
	if err != nil {
		k.t.Fatal(err)
	}
	k.started++
	settings = append(settings, "PAYPAL_ABGLEICH_INTERVALL="+interval.String(), "CLOCK_FILE="+k.clock.path)
	k.shop = startCommand(k.t, exec.Command(path), k.place.Dir, append(k.settings, settings...)...)
}

// reopen restarts the shop some time after a crash. No browser comes back; the shop
// does whatever remains to be done by itself.
func (k *till) reopen(later time.Duration) {
	k.t.Helper()
	k.shop.kill()
	k.sim.Watch(nil)
	k.sim.Heal()
	k.clock.forward(later)
	k.open(50 * time.Millisecond)
}

// forward moves the clock of PayPal and all instances by ten minutes.
func (k *till) forward() { k.clock.forward(10 * time.Minute) }

// basket is what the checkout page sends.
func basket(key string) map[string]any {
	return map[string]any{
		"land": "de", "kunde": map[string]any{"name": "Erika Kassentest", "email": "erika@kassentest.example"},
		"artikel":          []any{map[string]any{"slug": "wolle", "name": "Wolle", "menge": 2, "preis": 5.95}},
		"summe":            11.9,
		"kassenSchluessel": key,
	}
}

const total shop.Cents = 1190

// create opens a payment as the checkout page does; "" if nobody answered.
func (k *till) create(key string) (id string) {
	k.t.Helper()
	a := k.shop.visit(http.MethodPost, "/api/paypal/orders", basket(key))
	if a.Status == 0 {
		return ""
	}
	var created struct{ ID string }
	into(k.t, a, http.StatusCreated, &created)
	return created.ID
}

// capture does what the page does after the approval.
func (k *till) capture(id string) crowd.Answer { return k.shop.capture(id) }

func (s *shopProcess) capture(id string) crowd.Answer {
	return s.visit(http.MethodPost, "/api/paypal/orders/"+id+"/capture", nil)
}

// visit sends a request on a connection of its own, which ends with it.
func (s *shopProcess) visit(method, path string, body any) crowd.Answer {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
	return crowd.Send(client, method, s.url+path, body)
}

// tradingBooks are the books of shop and PayPal at one moment.
type tradingBooks struct {
	entries  []paypalsim.Entry
	payments []payment.Payment
	orders   map[string][]order.Order // by their order at PayPal
	balance  payment.Balance
	clock    time.Time
}

// books reads the database beside the running shop.
func (k *till) books() *tradingBooks {
	k.t.Helper()
	db, err := store.OpenReader(k.t.Context(), k.place)
	if err != nil {
		k.t.Fatal(err)
	}
	defer db.Close()
	b := &tradingBooks{orders: make(map[string][]order.Order), clock: k.clock.Now()}
	payments, err := db.Payments(k.t.Context(), payment.Filter{Limit: 200})
	if err != nil {
		k.t.Fatal(err)
	}
	b.payments = payments.Payments
	if b.balance, err = db.PaymentBalance(k.t.Context()); err != nil {
		k.t.Fatal(err)
	}
	orders, err := db.Orders(k.t.Context(), order.Filter{PaymentMethod: order.MethodPayPal, Limit: 200})
	if err != nil {
		k.t.Fatal(err)
	}
	for _, o := range orders.Orders {
		b.orders[o.PayPalOrderID] = append(b.orders[o.PayPalOrderID], o)
	}
	b.entries = k.sim.Books()
	return b
}

// problem says where the books do not balance, or nothing. I1 to I4.
func (b *tradingBooks) problem() string {
	var captured, refunded shop.Cents
	for _, e := range b.entries {
		captured, refunded = captured+e.Captured, refunded+e.Refunded
		orders := b.orders[e.OrderID]
		switch {
		case b.isCase(e.OrderID) && len(orders) == 0: // the operator was notified
		case len(e.CaptureIDs) > 1:
			return fmt.Sprintf("%s was captured %d times", e.OrderID, len(e.CaptureIDs))
		case len(orders) > 1:
			return fmt.Sprintf("%s became %d orders", e.OrderID, len(orders))
		case e.Captured != 0 && e.Captured != e.Amount.Cents && (len(orders) != 0 || e.Held() != 0):
			return fmt.Sprintf("%s: another amount was captured, %d orders, %d cents kept", e.OrderID, len(orders), e.Held())
		case e.Captured == e.Amount.Cents && len(orders) != 1:
			return fmt.Sprintf("%s is paid and became %d orders", e.OrderID, len(orders))
		case e.Captured == 0 && len(orders) != 0:
			return fmt.Sprintf("%s is not paid and became an order", e.OrderID)
		}
	}
	for _, p := range b.payments {
		switch p.State {
		case payment.StateUnclear:
			if b.isCase(p.PayPalOrderID) {
				continue
			}
			return fmt.Sprintf("payment %d is unclear", p.ID)
		case payment.StateCapturing, payment.StateRefundDue, payment.StateRefunding, payment.StatePending:
			return fmt.Sprintf("payment %d is still %s", p.ID, p.State)
		}
	}
	switch {
	case len(b.orders[""]) != 0:
		return fmt.Sprintf("%d orders without a payment", len(b.orders[""]))
	case b.balance.Difference() != 0 || b.balance.Underway != 0:
		return fmt.Sprintf("the balance is %+v", b.balance)
	case b.balance.Captured != captured || b.balance.Refunded != refunded:
		return fmt.Sprintf("the balance is %+v, PayPal has taken %d and given back %d", b.balance, captured, refunded)
	}
	return ""
}

// isCase reports whether the journal has an order at PayPal as money from an unknown
// order.
func (b *tradingBooks) isCase(order string) bool {
	for _, p := range b.payments {
		if p.PayPalOrderID == order && p.State == payment.StateUnclear && p.CheckoutKey == "" {
			return true
		}
	}
	return false
}

// settle waits until the books balance and the wish is fulfilled, without a call of any
// browser. The wish returns what is missing, or nothing; it may be nil.
func (k *till) settle(wish func(*tradingBooks) string) *tradingBooks {
	k.t.Helper()
	for deadline, tick := time.Now().Add(patience), time.Tick(20*time.Millisecond); ; <-tick {
		b := k.books()
		problem := b.problem()
		if problem == "" && wish != nil {
			problem = wish(b)
		}
		if problem == "" {
			return b
		}
		if time.Now().After(deadline) {
			k.t.Fatalf("%s\nentries %+v\npayments %+v\n%s", problem, b.entries, b.payments, k.shop.process.LastLines(20))
		}
	}
}

// unpaid requires that the shop has read every payment, and taken nothing.
func unpaid(b *tradingBooks) string {
	for _, e := range b.entries {
		if len(e.CaptureIDs) != 0 {
			return e.OrderID + " was captured"
		}
	}
	for _, p := range b.payments {
		if !p.NextAt.IsZero() && !p.NextAt.After(b.clock) {
			return fmt.Sprintf("payment %d was not looked at", p.ID)
		}
	}
	return ""
}

// paid requires that every order at PayPal was paid.
func paid(b *tradingBooks) string {
	for _, e := range b.entries {
		if e.Captured == 0 {
			return e.OrderID + " was approved and is not paid"
		}
	}
	return ""
}

// givenBack requires that everything was paid, and 5 € of it refunded.
func givenBack(b *tradingBooks) string {
	for _, e := range b.entries {
		if e.Refunded != 500 {
			return fmt.Sprintf("%d cents of %s were given back", e.Refunded, e.OrderID)
		}
	}
	return paid(b)
}

// oneCase requires that the operator was notified about the only order at PayPal, once.
func oneCase(b *tradingBooks) string {
	if len(b.payments) != 1 || len(b.entries) != 1 || !b.isCase(b.entries[0].OrderID) {
		return fmt.Sprintf("the journal has %d entries for %d orders at PayPal", len(b.payments), len(b.entries))
	}
	return ""
}

// forgotten requires that no payment keeps its basket, and none was captured.
func forgotten(b *tradingBooks) string {
	for _, p := range b.payments {
		if p.Basket != nil {
			return fmt.Sprintf("payment %d is %s and keeps its basket", p.ID, p.State)
		}
	}
	return unpaid(b)
}
